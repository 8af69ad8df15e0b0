// Uses the page to play in as a person does, and compares it with the program. Called by
// scripts/check/web-check.sh:
//
//   node main.js CHROMIUM PONNUKI PAGE SCREENSHOTS [--quick]
'use strict';

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');
const { gzipSync } = require('node:zlib');

const { launch, newPage } = require('../browser.js');
const { saveFile } = require('../report/controls.js');
const { lookAround } = require('../report/views.js');

const MAX_KIB = 1700;
const SEED = 1;

/** After White's capture at B4, C4 would repeat the start position. */
const SUPERKO = '(;SZ[5]RU[cgos]KM[7]AB[ba][ab][bc][cb]AW[ca][db][cc][ed][de]PL[W];W[bb])';

const text = (page, id) => page.$eval(`#${id}`, (element) => element.textContent);
const point = (vertex) => `[data-vertex="${vertex}"]`;

/** Returns the record in the address, which follows the game after a moment. */
async function recordOf(page) {
  await new Promise((resolve) => setTimeout(resolve, 200));
  return new URLSearchParams(new URL(page.url()).hash.slice(1)).get('sgf');
}

/** Waits until the page has done what it was asked. */
const settled = (page) => page.waitForSelector('#table[aria-busy="false"]', { timeout: 60000 });

const click = async (page, selector) => {
  await page.click(selector);
  await settled(page);
};

/** Presses a button, even in a part of the page that is closed. */
const press = async (page, id) => {
  await page.$eval(`#${id}`, (button) => button.click());
  await settled(page);
};

/** Lets the page read a record. */
async function readRecord(page, record) {
  await page.$eval('#sgf', (area, value) => Object.assign(area, { value }), record);
  await press(page, 'read');
}

async function openPage(browser, file, hash = '') {
  const page = await newPage(browser, (url) => /^(file|blob|data):/.test(url));
  await page.evaluateOnNewDocument((seed) => {
    Math.random = () => seed / 2 ** 53;
  }, SEED);
  await page.goto(`${pathToFileURL(file).href}${hash}`);
  await settled(page);
  return page;
}

/** Asks the program about a record. */
function program(engine, sgf, ...lines) {
  const folder = mkdtempSync(join(tmpdir(), 'web-check-'));
  try {
    const file = join(folder, 'game.sgf');
    writeFileSync(file, sgf);
    const options = ['--quiet', '--seed', SEED, '--level', 3, '--pass', 'settled', '--dead-stones', 'estimate'];
    const input = [`loadsgf ${file}`, 'kata-set-param allowResignation false', ...lines].join('\n');
    const answers = execFileSync(engine, options, { input, encoding: 'utf8' }).split('\n\n');
    return answers.slice(2, -1).map((answer) => answer.slice(1).trim());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The stones on the board as the buttons name them to screen readers. */
const stones = (page) =>
  page.$$eval('#points button', (buttons) =>
    buttons
      .map((button) => button.ariaLabel.split(', '))
      .filter(([, content]) => content !== 'empty')
      .map(([vertex, color]) => `${vertex} ${color}`)
      .sort(),
  );

function stonesOf(engine, sgf) {
  const [black, white] = program(engine, sgf, 'list_stones black', 'list_stones white');
  const named = (list, color) =>
    list
      .split(' ')
      .filter(Boolean)
      .map((vertex) => `${vertex} ${color}`);
  return [...named(black, 'black'), ...named(white, 'white')].sort();
}

async function firstMoveMs(page) {
  const time = await page.evaluate(async () => {
    const begin = performance.now();
    document.querySelector('[data-vertex="E5"]').click();
    while (!document.getElementById('status').textContent.startsWith('Move 2:')) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return performance.now() - begin;
  });
  await settled(page);
  return time;
}

/** Plays on to two passes, with moves of the program, and compares the score. */
async function checkGame(page, engine) {
  for (let turn = 0; !(await text(page, 'status')).includes('The winner'); turn++) {
    assert(turn < 200, 'the game does not end');
    const [move] = program(engine, await recordOf(page), 'reg_genmove black');
    if (move === 'pass') await click(page, '#pass');
    else await click(page, point(move));
    assert.doesNotMatch(await text(page, 'message'), /illegal|forbid/);
  }
  const sgf = await recordOf(page);
  assert.deepEqual(await stones(page), stonesOf(engine, sgf));
  const [result, dead] = program(engine, sgf, 'gogui-rules_final_result', 'ponnuki-dead');
  const status = await text(page, 'status');
  assert(status.endsWith(`${result}.`), `${status} instead of ${result}`);
  assert(sgf.includes(`RE[${result.match(/[BW]\+[\d.]+/)[0]}]`), sgf);

  // A click turns a region, another one turns it back; what died in it before is marked again.
  const [stone] = (await stones(page)).map((each) => each.split(' ')[0]).filter((at) => !dead.split(' ').includes(at));
  await click(page, point(stone));
  assert.match(await page.$eval(point(stone), (button) => button.ariaLabel), /dead/);
  assert.notEqual(await text(page, 'status'), status);
  const turned = await text(page, 'status');
  await recordOf(page);
  await page.reload();
  await settled(page);
  assert.equal(await text(page, 'status'), turned, 'the address keeps the dead stones');
  await click(page, point(stone));
  for (const at of dead.split(' ').filter(Boolean)) {
    const label = await page.$eval(point(at), (button) => button.ariaLabel);
    if (!label.includes('dead')) await click(page, point(at));
  }
  assert.equal(await text(page, 'status'), status);
  return { sgf, result, moves: sgf.match(/;[BW]\[/g).length };
}

/** Steps, restores the game from its address and from its record, saves it, and leaves it for a variation. */
async function checkRecord(browser, file, page, engine, { sgf, moves }) {
  await press(page, 'first');
  assert.deepEqual(await stones(page), []);
  await press(page, 'forward');
  assert.deepEqual(await stones(page), ['E5 black']);
  await recordOf(page);
  const here = new URL(page.url()).hash;
  const other = await openPage(browser, file, here);
  assert.deepEqual(await stones(other), ['E5 black']);
  assert.equal(await text(other, 'status'), await text(page, 'status'));
  await press(other, 'last');
  assert.deepEqual(await stones(other), stonesOf(engine, sgf));
  assert.deepEqual(other.faults, []);
  await other.close();

  const folder = mkdtempSync(join(tmpdir(), 'web-check-'));
  await saveFile(page, '#save', folder);
  assert.equal(readFileSync(join(folder, 'game.sgf'), 'utf8'), sgf);
  rmSync(folder, { recursive: true });
  await readRecord(page, sgf);
  assert.equal(await recordOf(page), sgf);
  assert.equal(await page.$eval('#at', (slider) => Number(slider.value)), moves);

  await page.evaluate((record) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', record);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, '(;SZ[13]KM[0.5]PB[A\\]nn];B[dd];W[jj];B[])');
  await settled(page);
  assert.deepEqual(await stones(page), ['D10 black', 'K4 white']);
  assert.match(await text(page, 'facts'), /^A\]nn – White\. .*komi 0\.5/);

  // A variation leaves the game, and a button returns to it.
  await page.select('#you', 'both');
  await press(page, 'first');
  await click(page, point('K10'));
  assert.deepEqual(await stones(page), ['K10 black']);
  await press(page, 'return');
  await press(page, 'last');
  assert.deepEqual(await stones(page), ['D10 black', 'K4 white']);
  await readRecord(page, '(;SZ[0];B[ee];W[ee])');
  assert.match(await text(page, 'message'), /board must be/);
  assert.deepEqual(await stones(page), ['D10 black', 'K4 white'], 'a bad record changes nothing');
  await readRecord(page, '(;SZ[9];B[ee];W[ee]');
  assert.match(await text(page, 'message'), /not in order: move 2 is illegal.*no last '\)'/);
  assert.match(await text(page, 'facts'), /^Rules not named, area scoring, komi 7\.5/);
  assert.doesNotMatch(await text(page, 'terms'), /cgos/);
  assert.deepEqual(await stones(page), ['E5 black']);
}

/** Rules that the record does not name are said to be so, also when the page is loaded again. */
async function checkUnnamedRules(page) {
  await readRecord(page, '(;SZ[9]KM[6.5];B[ee];W[cc])');
  for (const again of [false, true]) {
    if (again) await page.reload();
    await settled(page);
    assert.match(await text(page, 'facts'), /^Rules not named, territory scoring, komi 6\.5/);
    assert(!(await recordOf(page)).includes('RU['));
  }
}

/** Turns a stone dead by hand: record, address and steps keep it. Names may hold any character. */
async function checkDead(page) {
  await readRecord(page, "(;SZ[9]KM[7]RU[chinese]PB[$' $& $1];B[ee];W[cc];B[eg];W[];B[])");
  await click(page, point('C7'));
  const status = await text(page, 'status');
  const [, result] = status.match(/is black, (B\+[\d.]+)/);
  const sgf = await recordOf(page);
  assert(sgf.includes(`RE[${result}]`), sgf);
  assert(sgf.includes("PB[$' $& $1]"), sgf);
  await press(page, 'back');
  await press(page, 'forward');
  assert.equal(await text(page, 'status'), status);
  await page.reload();
  await settled(page);
  assert.equal(await text(page, 'status'), status);
}

/** A setup after a capture keeps the prisoner, which counts under territory rules. */
async function checkPrisoners(page) {
  await readRecord(page, '(;SZ[5]KM[0]RU[japanese];B[ba];W[aa];B[ab];AB[cc];W[];B[])');
  assert.match(await text(page, 'status'), /B\+23/);
}

/** The user plays one colour only, also after steps back and a reload, and takes a resignation back alone. */
async function checkTurns(page) {
  await page.select('#you', 'black');
  await readRecord(page, '(;SZ[9];B[ee];W[cc];B[gg];W[cg])');
  await press(page, 'resign');
  assert.match(await text(page, 'status'), /^Move 4: .*white/);
  await press(page, 'undo');
  assert.match(await text(page, 'status'), /^Move 4: .*Black to move/);
  await press(page, 'back');
  await click(page, point('A1'));
  assert.match(await text(page, 'message'), /the engine's turn/);
  await press(page, 'pass');
  assert.match(await text(page, 'status'), /^Move 3 of 4/);
  await readRecord(page, '(;SZ[9];B[ee];W[cc];B[gg])');
  await recordOf(page);
  await page.reload();
  await settled(page);
  assert.match(await text(page, 'status'), /^Move 4: White plays/);
}

/** A name that holds a result does not keep a resignation. */
async function checkResignation(page) {
  await page.select('#you', 'both');
  await readRecord(page, '(;SZ[5]PB[x RE[y\\]]RE[B+R];B[aa])');
  await press(page, 'undo');
  assert.match(await text(page, 'status'), /^Move 1: .*White to move/);
}

/** What surrounds a region that is marked dead lives again. */
async function checkRevival(page) {
  await readRecord(page, '(;SZ[5]KM[0]RU[chinese];B[ca];W[ec];B[cb];W[];B[cc];W[];B[cd];W[];B[ce];W[];B[])');
  assert.match(await text(page, 'status'), /B\+25 /);
  await click(page, point('C3'));
  assert.match(await text(page, 'status'), /W\+25 /);
}

/** Reads files in UTF-16 and in an encoding that nobody knows. */
async function checkFiles(page) {
  const folder = mkdtempSync(join(tmpdir(), 'web-check-'));
  const files = [Buffer.from('\ufeff(;SZ[9]PB[碁];B[ee])', 'utf16le'), Buffer.from('(;CA[nosuch]PB[\xe9])', 'latin1')];
  for (const [index, name] of ['碁', 'é'].entries()) {
    const file = join(folder, `${index}.sgf`);
    writeFileSync(file, files[index]);
    await (await page.$('#file')).uploadFile(file);
    await page.waitForFunction((start) => document.getElementById('facts').textContent.startsWith(start), {}, name);
    await settled(page);
  }
  rmSync(folder, { recursive: true });
}

/** Proposes the komi of a handicap game, unless the user has filled one in. */
async function checkKomi(page) {
  const komi = () => page.$eval('#komi', ({ value }) => value);
  await page.$eval('#setup', (button) => button.click());
  await page.select('#handicap', '2');
  assert.equal(await komi(), '0.5');
  await page.select('#handicap', '0');
  assert.equal(await komi(), '7.5');
  await page.$eval('#komi', (input) => input.select());
  await page.type('#komi', '3.5');
  await page.select('#handicap', '3');
  assert.equal(await komi(), '3.5');
  await page.select('#handicap', '0');
  await page.select('#rules', 'chinese-ogs');
  await page.$eval('#rules', (select) => select.dispatchEvent(new Event('change')));
  await page.$eval('#setup', (button) => button.click());
}

async function checkSuperko(page, engine) {
  await readRecord(page, SUPERKO);
  const before = await stones(page);
  assert.deepEqual(before, stonesOf(engine, SUPERKO));
  const picture = () => page.$eval('#picture', ({ innerHTML }) => innerHTML);
  const shown = await picture();
  await click(page, point('C4'));
  assert.match(await text(page, 'message'), /^C4 is forbidden by superko and would repeat the start of the game/);
  const repeated = await page.$$eval('#picture .black circle', (circles) => circles.length);
  assert.equal(repeated, 4, 'the start of the game is on the board');
  await page.keyboard.press('Escape');
  await settled(page);
  assert.equal(await picture(), shown);
  assert.deepEqual(await stones(page), before);
  await click(page, point('E1'));
  assert.match(await text(page, 'message'), /suicide/);
  await click(page, point('B4'));
  assert.match(await text(page, 'message'), /stone on B4/);
}

/** A game of another shape, by the keyboard, with an undo while the engine thinks. */
async function checkKeys(page) {
  await page.select('#size', '');
  await page.$eval('#shape', (input) => {
    input.value = '7x5';
  });
  await page.select('#rules', 'japanese');
  await page.$eval('#rules', (select) => select.dispatchEvent(new Event('change')));
  await page.select('#you', 'both');
  await page.$eval('#new', (form) => form.requestSubmit());
  await settled(page);
  assert.match(await text(page, 'facts'), /^Japanese, komi 6\.5/);
  await page.evaluate(() => document.activeElement.blur());
  for (const key of ['b', 'ArrowLeft', 'ArrowUp', 'Enter', 'ArrowRight', 'Enter', 'p', 'p']) {
    await page.keyboard.press(key);
    await settled(page);
  }
  assert.deepEqual(await stones(page), ['C4 black', 'D4 white']);
  assert.match(await text(page, 'status'), /^Move 4: White passes\. The (winner|game)/);
  for (const key of ['u', 'u', ',', 'r']) {
    await page.keyboard.press(key);
    await settled(page);
  }
  assert.equal(await text(page, 'message'), 'Black: C4. White: none.');
  assert.match(await page.$eval(point('C4'), (button) => button.ariaLabel), /^C4, black, last move$/);
  await press(page, 'hint');
  assert.match(await text(page, 'message'), /^For White, the best first: A \([A-G]\d\) wins \d+ %/);
  await press(page, 'estimate');
  assert.match(await text(page, 'message'), /^(Black|White) leads by \d+\.\d points, give or take \d+, and wins \d+ %/);

  await page.select('#level', '9');
  await page.select('#size', '19');
  await page.select('#you', 'black');
  await page.select('#handicap', '9');
  await page.$eval('#new', (form) => form.requestSubmit());
  await settled(page);
  assert.equal((await stones(page)).length, 10);
  await page.click('#points .empty');
  await page.waitForFunction(() => document.getElementById('status').textContent.includes('thinks'));
  await page.click('#undo');
  await settled(page);
  assert.equal((await stones(page)).length, 10);
}

/** Plays with a finger on a board whose points are small. */
async function checkTouch(page) {
  await page.setViewport({ width: 360, height: 740, isMobile: true, hasTouch: true });
  await settled(page);
  const before = await stones(page);
  const button = await page.$('#points .empty');
  await button.tap();
  assert.match(await text(page, 'message'), /tap again/);
  assert.equal(
    await page.$eval('.aimed .tapped', ({ dataset }) => dataset.vertex),
    await button.evaluate(({ dataset }) => dataset.vertex),
  );
  assert.deepEqual(await stones(page), before);
  await button.tap();
  await settled(page);
  assert.equal((await stones(page)).length, before.length + 2);
  await page.setViewport({ width: 1280, height: 900 });
  await settled(page);
}

/** Reviews a game in which Black leaves four stones in atari. */
async function checkReview(page) {
  const stones = 'AB[ae][be][ce][de][fa][fb][fc][fd][fe][ff][fg]AW[ad][bd][cd][dd][af][bf][cf][df]';
  await readRecord(page, `(;SZ[7]KM[0]RU[chinese]${stones};B[ga];W[ee];B[];W[ec])`);
  await page.$$eval('details', (all) => {
    for (const each of all) each.open = true;
  });
  await page.click('#review');
  await page.waitForFunction(() => document.getElementById('review').textContent === 'Review this game');
  assert.equal((await page.$eval('#chart .line', (line) => line.getAttribute('d'))).split('L').length, 5);
  assert.match(await text(page, 'mistakes'), /Move 1, black G7: [\d.]+ points, \d+ %; better E3/);
  await page.evaluate(() => [...document.querySelectorAll('#mistakes button')][0].click());
  await settled(page);
  assert.match(await text(page, 'status'), /^Move 1 of 4: Black plays G7/);
  assert.equal(await page.$eval('#picture .labels text', ({ textContent }) => textContent), 'A');

  // A mistake leaves moves played since, and a button returns to them.
  await press(page, 'last');
  await page.select('#you', 'both');
  await click(page, point('A7'));
  await page.evaluate(() => document.querySelector('#mistakes button').click());
  await settled(page);
  assert.match(await text(page, 'status'), /^Move 1 of 4/);
  await press(page, 'return');
  assert.match(await text(page, 'status'), /^Move 5: Black plays A7/);
}

/** Compares the rules that the page offers with the table of the documentation. */
async function checkRules(page) {
  const table = readFileSync(join(__dirname, '../../../src/manual/rules.md'), 'utf8');
  const rows = [...table.matchAll(/^\| `([\w-]+)`.*\| ([\d.]+) \|$/gm)].map(([, name, komi]) => `${name} ${komi}`);
  const offered = await page.$$eval('#rules option', (all) =>
    all.map(({ value, dataset }) => `${value} ${dataset.komi}`),
  );
  assert.deepEqual(offered.sort(), rows.sort());
}

async function main([chromium, engine, file, screenshots, quick]) {
  const kib = gzipSync(readFileSync(file)).length / 1024;
  console.log(`${file}: ${kib.toFixed(0)} KiB with gzip`);
  assert(quick || kib <= MAX_KIB, `more than ${MAX_KIB} KiB`);
  const browser = await launch(chromium);
  try {
    const page = await openPage(browser, resolve(file));
    await checkRules(page);
    console.log(`first move after ${(await firstMoveMs(page)).toFixed(0)} ms`);
    const game = await checkGame(page, engine);
    console.log(`a game of ${game.moves} moves: ${game.result}, as the program counts it`);
    await checkRecord(browser, resolve(file), page, engine, game);
    await checkUnnamedRules(page);
    await checkDead(page);
    await checkPrisoners(page);
    await checkTurns(page);
    await checkResignation(page);
    await checkRevival(page);
    await checkFiles(page);
    await checkKomi(page);
    await checkSuperko(page, engine);
    await checkKeys(page);
    await checkTouch(page);
    await checkReview(page);
    await lookAround(page, join(screenshots, 'review'));
    assert.deepEqual(page.faults, []);
    await page.close();
    const fresh = await openPage(browser, resolve(file), `#${new URLSearchParams({ sgf: game.sgf })}`);
    await lookAround(fresh, join(screenshots, 'end'));
    assert.deepEqual(fresh.faults, []);
    const strong = await openPage(
      browser,
      resolve(file),
      `#${new URLSearchParams({ sgf: '(;SZ[9]KM[7])', level: '9' })}`,
    );
    console.log(`first move of level 9 after ${(await firstMoveMs(strong)).toFixed(0)} ms`);
    assert.match(await recordOf(strong), /;W\[[c-g][c-g]\]/, 'level 9 plays near the centre');
    assert.deepEqual(strong.faults, []);
    console.log('records, addresses, superko, keys, touch, a review and six screens as they should be');
  } finally {
    await browser.close();
  }
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
