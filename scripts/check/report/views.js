// Looks at a page as people with different screens see it: takes pictures, and checks
// that nothing is wider than the screen, that words stay whole and that all text can be
// read.
'use strict';

const assert = require('node:assert');

/** A phone, a tablet and a desktop. */
const WIDTHS = [360, 768, 1280];
const SCHEMES = ['light', 'dark'];

/** The least contrast of text by the Web Content Accessibility Guidelines, level AA. */
const LEAST_CONTRAST = 4.5;

/** Runs in the page. Returns the texts with less contrast than `least`. */
function faintTexts(least) {
  const numbers = (color) => (color.match(/[\d.]+/g) || []).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const isSolid = (color) => color.length === 3 || color[3] > 0;
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = numbers(getComputedStyle(at).backgroundColor);
      if (isSolid(color)) return color;
    }
    return [255, 255, 255];
  };
  const faint = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const words = texts.currentNode.textContent.trim();
    const isSeen = words && element.checkVisibility() && !element.closest('.board, script, option, :disabled');
    if (!isSeen) continue;
    const style = getComputedStyle(element);
    const ink = numbers(element.closest('svg') ? style.fill : style.color);
    const lights = [luminance(ink), luminance(ground(element))];
    const contrast = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
    if (contrast < least) faint.push(`${contrast.toFixed(1)} "${words.slice(0, 30)}"`);
  }
  return faint;
}

/** Runs in the page. Returns the words of tables and lists that are broken over several lines. */
function brokenWords() {
  const broken = [];
  for (const cell of document.querySelectorAll('th, td, dt, dd')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement.closest('code')) continue;
      // A hyphen ends a part of a word that may stand alone.
      for (const word of texts.currentNode.textContent.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        // A word that is too long for the column of a phone may break.
        if (tops.size > 1 && word[0].length < 16) broken.push(word[0]);
      }
    }
  }
  return broken;
}

/** Runs in the page. Returns how far the page is wider than the screen. */
function surplusWidth() {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}

/** Runs in the page. Returns whether the pictures of each row of games begin at one height. */
function areRowsEven() {
  const tops = new Map();
  for (const card of document.querySelectorAll('.games .card')) {
    const row = Math.round(card.getBoundingClientRect().top);
    const top = Math.round(card.querySelector('svg').getBoundingClientRect().top);
    if (tops.has(row) && Math.abs(tops.get(row) - top) > 1) return false;
    tops.set(row, top);
  }
  return true;
}

/** Checks one view of the page. */
async function checkView(page, view) {
  assert.ok((await page.evaluate(surplusWidth)) <= 0, `${view}: the page is wider than the screen`);
  assert.deepStrictEqual(await page.evaluate(brokenWords), [], `${view}: broken words`);
  assert.deepStrictEqual(await page.evaluate(faintTexts, LEAST_CONTRAST), [], `${view}: faint texts`);
  assert.ok(await page.evaluate(areRowsEven), `${view}: pictures of one row at different heights`);
}

/** Checks that an open game fits on the screen. */
async function checkDialog(page, view) {
  const box = await page.$eval('#dialog', (dialog) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isWhole = dialog.scrollWidth <= dialog.clientWidth;
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && isWhole;
  });
  assert.ok(box, `${view}: the game does not fit on the screen`);
  assert.deepStrictEqual(await page.evaluate(faintTexts, LEAST_CONTRAST), [], `${view}: faint texts in a game`);
}

/**
 * Looks at the page on all screens. `path` is that of the pictures, without their ending.
 * `more` looks further in each view; it gets the view and the path of its picture.
 */
async function lookAround(page, path, more = async () => {}) {
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: width < 700 ? 740 : 900 });
    for (const scheme of SCHEMES) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      const view = `${width} pixels, ${scheme}`;
      // Pictures that have not been on the screen yet are not drawn.
      const show = (cards) => {
        for (const card of cards) card.style.contentVisibility = 'visible';
      };
      await page.$$eval('.card', show);
      await checkView(page, view);
      const name = `${path}-${width}-${scheme}`;
      await page.screenshot({ path: `${name}.png`, fullPage: true });
      await more(view, name);
    }
  }
}

/** Looks at the page of a match on all screens, and at a game of it. */
async function lookAt(page, path) {
  await lookAround(page, path, async (view, name) => {
    await page.click('.card');
    await checkDialog(page, view);
    await page.screenshot({ path: `${name}-game.png` });
    await page.click('#close');
  });
}

module.exports = { lookAround, lookAt };
