// Uses the controls of a page as a person does: the choice of games, the board, the way
// from game to game, and the files.
'use strict';

const assert = require('node:assert');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Returns the numbers of the visible games, in the order of the page. */
function visible(page) {
  return page.$$eval('.card:not([hidden])', (cards) => cards.map((card) => card.id.replace('game-', '')));
}

/** Returns the numbers of these records as text. */
function numbers(records) {
  return records.map((record) => String(record.game));
}

/** Returns the player who won a game, or the words of the page for no winner. */
function winner(record) {
  if (record.winner) return record[record.winner].player;
  return record.result === 'Void' ? 'none' : 'drawn';
}

/** Chooses games by winner, by end and by length. */
async function checkFilters(page, records) {
  const players = [...new Set(records.flatMap((r) => [r.black.player, r.white.player]))].sort();
  const values = await page.$$eval('#winner option', (options) => options.map((option) => option.value));
  for (const value of values.filter(Boolean)) {
    await page.select('#winner', value);
    const name = /^\d+$/.test(value) ? players[Number(value)] : value;
    const expected = numbers(records.filter((record) => winner(record) === name));
    assert.deepStrictEqual(await visible(page), expected, `games won by ${name}`);
    const count = await page.$eval('#count', (output) => output.textContent);
    assert.strictEqual(count, `${expected.length} of ${records.length}`);
  }
  await page.select('#winner', '');
  const faults = ['illegal', 'refused', 'malformed', 'crash', 'hang'];
  const ends = await page.$$eval('#end option', (options) => options.map((option) => option.value));
  for (const end of ends.filter(Boolean)) {
    await page.select('#end', end);
    const isEnd = (record) => (end === 'fault' ? faults.includes(record.end) : record.end === end);
    assert.deepStrictEqual(await visible(page), numbers(records.filter(isEnd)), `ended by ${end}`);
  }
  await page.select('#end', '');
  const longest = [...records].sort((a, b) => b.moves.length - a.moves.length || a.game - b.game);
  await page.select('#order', 'longest');
  assert.deepStrictEqual(await visible(page), numbers(longest), 'longest first');
  await page.select('#order', 'number');
  assert.deepStrictEqual(await visible(page), numbers(records), 'by number');
}

/** Clicks on the right and the left of the board of an open game. */
async function checkBoard(page, moves) {
  const at = () => page.$eval('#at', (slider) => Number(slider.value));
  await page.keyboard.press('Home');
  const box = await (await page.$('#position svg')).boundingBox();
  const click = (share) => page.mouse.click(box.x + share * box.width, box.y + box.height / 2);
  await click(0.9);
  await click(0.5);
  assert.strictEqual(await at(), Math.min(2, moves), 'two clicks on the right of the board');
  await click(0.1);
  assert.strictEqual(await at(), Math.max(0, Math.min(2, moves) - 1), 'a click on the left of the board');
  const names = await page.$$eval('#position .sides text', (texts) => texts.map((text) => text.textContent));
  assert.ok(names.includes('A') && names.includes('1'), 'coordinates');
}

/** Goes from the first game to the last and one back. */
async function checkWay(page, records) {
  const title = () => page.$eval('#dialog-title', (element) => element.textContent);
  await page.click(`#game-${records[0].game}`);
  for (const [place, record] of records.entries()) {
    assert.ok((await title()).startsWith(`Game ${record.game}: `), await title());
    const isLast = place === records.length - 1;
    assert.strictEqual(await page.$eval('#next', (button) => button.disabled), isLast);
    if (!isLast) await page.click('#next');
  }
  await page.keyboard.press('ArrowUp');
  const before = records.at(-2) || records.at(-1);
  assert.ok((await title()).startsWith(`Game ${before.game}: `), await title());
  await page.click('#close');
}

/** Clicks on a link that saves a file, and waits until the file is in the folder. */
async function saveFile(page, link, folder) {
  const client = await page.createCDPSession();
  await client.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder, eventsEnabled: true });
  // The file has its name before its text, so its presence says nothing.
  const ended = new Promise((resolve, reject) => {
    client.on('Browser.downloadProgress', ({ state }) => {
      if (state === 'completed') resolve();
      if (state === 'canceled') reject(new Error('the browser did not save the file'));
    });
  });
  await page.$eval(link, (element) => element.click());
  await ended;
}

/**
 * Saves a game from the page, and compares the file with the one that the match wrote, if it wrote any.
 * Only files of the match have a digest, by which it knows that nobody has edited them.
 */
async function checkFile(page, record, games, saved) {
  if (!existsSync(games)) return;
  await page.click(`#game-${record.game}`);
  await saveFile(page, '#sgf', saved);
  const name = `game-${String(record.game).padStart(6, '0')}.sgf`;
  const written = readFileSync(join(games, name), 'utf8');
  const expected = written.replace(/digest [0-9a-f]{16}/, `digest ${'0'.repeat(16)}`);
  assert.strictEqual(readFileSync(join(saved, name), 'utf8'), expected, name);
  await page.click('#close');
}

module.exports = { checkBoard, checkFile, checkFilters, checkWay, saveFile };
