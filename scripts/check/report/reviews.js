// Uses the controls of the page of a review as a person does.
'use strict';

const assert = require('node:assert');

const { lookAround } = require('./views.js');

/** Returns the number of the move that the page shows, or 0 for the start. */
async function shown(page) {
  const words = await page.$eval('#words', (element) => element.textContent);
  return Number((/^Move (\d+),/.exec(words) || [0, 0])[1]);
}

/** Runs in the page. Returns the state of the board, the charts and the table. */
function state() {
  const cursors = [...document.querySelectorAll('.chart .cursor')];
  return {
    stones: document.querySelectorAll('#position .black circle, #position .white circle').length,
    marked: document.querySelectorAll('#position .marks circle').length,
    cursors: new Set(cursors.map((cursor) => cursor.getAttribute('transform'))).size,
    row: [...document.querySelectorAll('.moves tr[aria-current] th')].map((cell) => cell.textContent.trim()),
  };
}

/** Steps through the game in all ways that the page offers, and looks at it on all screens. */
async function checkReview(page, path) {
  const moves = await page.$$eval('.moves tbody tr', (rows) => rows.length);
  const cards = await page.$$eval('.card', (cards) => cards.length);
  const opened = cards ? await page.$eval('#turning-point-1 a', (link) => Number(link.textContent)) : moves;
  assert.strictEqual(await shown(page), opened, 'the page opens at the first turning point');
  await page.click('#first');
  assert.strictEqual(await shown(page), 0);
  assert.deepStrictEqual((await page.evaluate(state)).row, []);
  for (let move = 1; move <= moves; move++) {
    await page.click('#forward');
    assert.strictEqual(await shown(page), move);
    const { row, cursors } = await page.evaluate(state);
    assert.deepStrictEqual([row, cursors], [[String(move)], 1]);
  }
  await page.keyboard.press('ArrowLeft');
  assert.strictEqual(await shown(page), moves - 1, 'Left');
  await page.focus('#viewer');
  await page.keyboard.press('Home');
  assert.strictEqual(await shown(page), 0, 'Home');
  await page.click('.moves tbody tr:nth-child(3) a');
  assert.strictEqual(await shown(page), 3, 'a link in the table');
  // The right end of a chart is the end of the game.
  const box = await (await page.$('.chart')).boundingBox();
  await page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
  assert.strictEqual(await shown(page), moves, 'a click on a chart');
  for (let rank = 1; rank <= cards; rank++) {
    const number = await page.$eval(`#turning-point-${rank} a`, (link) => Number(link.textContent));
    await page.$eval(`#turning-point-${rank} a`, (link) => link.click());
    assert.strictEqual(await shown(page), number, 'a link of a turning point');
    const boards = await page.$$eval(`#turning-point-${rank} svg`, (boards) => boards.length);
    assert.strictEqual(boards, 2);
  }
  await page.click('#last');
  const { stones, marked } = await page.evaluate(state);
  assert.ok(stones > 0 && marked <= 1);
  const lines = await checkRecord(page);
  await lookAround(page, path);
  return { moves, cards, lines };
}

/** Looks for each comment, mark and variation of the record where it belongs. Returns the number of variations. */
async function checkRecord(page) {
  const record = await page.$eval('#data', (data) => JSON.parse(data.textContent)[0].record);
  let lines = 0;
  for (const [moves, note] of Object.entries(record)) {
    const goTo = (slider, at) => {
      slider.value = at;
      slider.dispatchEvent(new Event('input'));
    };
    const signs = () => page.$$eval('#position .labels text', (labels) => labels.map((label) => label.textContent));
    await page.$eval('#at', goTo, moves);
    assert.strictEqual(await page.$eval('#record p', (words) => words.textContent), note.comment ?? '');
    const shown = await signs();
    for (const [, sign] of note.marks ?? []) assert(shown.includes(sign), `no ${sign} after move ${moves}`);
    for (const [index, line] of (note.variations ?? []).entries()) {
      await page.$$eval('#record button', (buttons, at) => buttons[at].click(), index);
      const numbers = line.moves.flatMap(([point], move) => (point < 0 ? [] : String(move + 1)));
      assert.deepStrictEqual(await signs(), numbers);
      lines++;
    }
  }
  return lines;
}

module.exports = { checkReview };
