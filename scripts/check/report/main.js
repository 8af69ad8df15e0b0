// Opens reports in a headless browser, clicks through all their games, compares every
// position with the engine's, uses the controls and looks at the pages on screens of
// three sizes, light and dark. Called by scripts/check/report-check.sh:
//
//   node main.js CHROMIUM PONNUKI DIR NAME... [--suites NAME...] [--reviews NAME...]
//
// DIR holds NAME.jsonl, NAME.html and, unless it was made by hand, the folder NAME-games
// with the SGF files of each match. The pages after --suites show regression tests, those
// after --reviews reviews of games.
'use strict';

const assert = require('node:assert');
const { mkdirSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const { launch, newPage } = require('../browser.js');
const { checkBoard, checkFile, checkFilters, checkWay } = require('./controls.js');
const { positions, readRecords } = require('./records.js');
const { checkReview } = require('./reviews.js');
const { checkSuites } = require('./suites.js');
const { lookAt } = require('./views.js');

/** Runs in the page. Returns the names of the points with stones of each colour. */
function stonesOf(svg, height) {
  const letters = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
  const names = (color) =>
    [...svg.querySelectorAll(`.${color} circle`)]
      .map((circle) => {
        const x = Number(circle.getAttribute('cx'));
        return letters[x - 1] + (height - Number(circle.getAttribute('cy')) + 1);
      })
      .sort()
      .join(' ');
  return { black: names('black'), white: names('white') };
}

/** Opens a page, which may request no other file. */
async function openPage(browser, file) {
  const address = pathToFileURL(file).href;
  const page = await newPage(browser, (url) => url === address || url.startsWith('blob:'));
  await page.setViewport({ width: 1100, height: 1000 });
  await page.goto(address);
  return page;
}

/** Clicks through one game and compares every position with the engine's. */
async function playThrough(page, engine, record) {
  const expected = positions(engine, record);
  const height = Number(record.size.split('x')[1]);
  const card = `#game-${record.game}`;
  const picture = await page.$eval(`${card} svg`, stonesOf, height);
  assert.deepStrictEqual(picture, expected.at(-1), `picture of game ${record.game}`);
  await page.$eval(card, (button) => button.click());
  const shown = await page.evaluate(`(() => {
    ${stonesOf}
    const look = () => stonesOf(document.querySelector('#position svg'), ${height});
    const opened = look();
    document.getElementById('first').click();
    const shown = [look()];
    for (let move = 0; move < ${record.moves.length}; move++) {
      document.getElementById('forward').click();
      shown.push(look());
    }
    return [...shown, opened];
  })()`);
  // A game opens as its picture shows it.
  assert.deepStrictEqual(shown.pop(), expected.at(-1), `game ${record.game} as it opens`);
  for (const [number, position] of expected.entries()) {
    assert.deepStrictEqual(shown[number], position, `game ${record.game}, move ${number}`);
  }
  const words = await page.$eval('#words', (element) => element.textContent);
  assert.ok(words.includes(record.result), words);
  await page.$eval('#close', (button) => button.click());
}

/** Steps through one game with mouse and keyboard, as a person does. */
async function playByHand(page, engine, record) {
  const expected = positions(engine, record);
  const height = Number(record.size.split('x')[1]);
  const shown = () => page.$eval('#position svg', stonesOf, height);
  await page.click(`#game-${record.game}`);
  assert.ok(await page.$eval('#dialog', (dialog) => dialog.open));
  await page.click('#first');
  await page.click('#forward');
  await page.click('#forward');
  await page.click('#back');
  assert.deepStrictEqual(await shown(), expected[1], 'forward twice and back');
  await page.keyboard.press('End');
  assert.deepStrictEqual(await shown(), expected.at(-1), 'End');
  await page.keyboard.press('ArrowLeft');
  assert.deepStrictEqual(await shown(), expected.at(-2), 'Left');
  await page.keyboard.press('Home');
  assert.deepStrictEqual(await shown(), expected[0], 'Home');
  await checkBoard(page, record.moves.length);
  await page.click('#last');
  assert.deepStrictEqual(await shown(), expected.at(-1), 'last');
  await page.keyboard.press('Escape');
  assert.ok(!(await page.$eval('#dialog', (dialog) => dialog.open)));
}

/** Checks that the tables agree with the records. Draws have a column if there are any. */
async function checkTables(page, records) {
  const rows = await page.$$eval('#results .numbers tbody tr:not(.part)', (rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent)),
  );
  const players = [...new Set(records.flatMap((r) => [r.black.player, r.white.player]))].sort();
  const title = (index) => rows[index][0];
  const isDraw = (r) => r.result !== 'Void' && r.winner === null;
  const hasDraws = records.some(isDraw);
  const expected = players.map((player, index) => {
    const color = (r) => (r.black.player === player ? 'black' : 'white');
    const mine = records.filter((r) => [r.black.player, r.white.player].includes(player));
    const rated = mine.filter((r) => r.result !== 'Void');
    const count = (test) => rated.filter(test).length;
    return [
      title(index),
      rated.length,
      count((r) => r.winner === color(r)),
      ...(hasDraws ? [count(isDraw)] : []),
      count((r) => r.winner !== null && r.winner !== color(r)),
    ].map(String);
  });
  assert.deepStrictEqual(
    rows.slice(0, -1).map((row) => row.slice(0, expected[0].length)),
    expected,
  );
}

async function check(browser, engine, directory, name) {
  const records = readRecords(join(directory, `${name}.jsonl`)).sort((a, b) => a.game - b.game);
  const page = await openPage(browser, join(directory, `${name}.html`));
  assert.strictEqual((await page.$$('.card')).length, records.length);
  await checkTables(page, records);
  for (const record of records) await playThrough(page, engine, record);
  const longest = records.reduce((a, b) => (b.moves.length > a.moves.length ? b : a));
  await playByHand(page, engine, longest);
  await checkFilters(page, records);
  await checkWay(page, records);
  const saved = join(directory, `${name}-saved`);
  mkdirSync(saved, { recursive: true });
  await checkFile(page, longest, join(directory, `${name}-games`), saved);
  await lookAt(page, join(directory, name));
  assert.deepStrictEqual(page.faults, []);
  await page.close();
  const moves = records.reduce((sum, record) => sum + record.moves.length, 0);
  console.log(`${name}: ${records.length} games, ${moves} positions, all equal to the engine's`);
}

async function checkTests(browser, directory, name) {
  const page = await openPage(browser, join(directory, `${name}.html`));
  const tests = await checkSuites(page, join(directory, name));
  assert.deepStrictEqual(page.faults, []);
  await page.close();
  console.log(`${name}: ${tests} regression tests`);
}

async function checkOneReview(browser, directory, name) {
  const page = await openPage(browser, join(directory, `${name}.html`));
  const { moves, cards, lines } = await checkReview(page, join(directory, name));
  assert.deepStrictEqual(page.faults, []);
  await page.close();
  console.log(`${name}: a review of ${moves} moves, ${cards} turning points, ${lines} variations of the record`);
}

/** Returns the names up to the next option. */
function upToOption(names) {
  const end = names.findIndex((name) => name.startsWith('--'));
  return end < 0 ? names : names.slice(0, end);
}

/** Returns the names after an option. */
function namesAfter(option, names) {
  return names.includes(option) ? upToOption(names.slice(names.indexOf(option) + 1)) : [];
}

async function main([chromium, engine, directory, ...names]) {
  const browser = await launch(chromium);
  try {
    for (const name of upToOption(names)) await check(browser, engine, directory, name);
    for (const name of namesAfter('--suites', names)) await checkTests(browser, directory, name);
    for (const name of namesAfter('--reviews', names)) await checkOneReview(browser, directory, name);
  } finally {
    await browser.close();
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`report-check: ${error.message}`);
  process.exit(1);
});
