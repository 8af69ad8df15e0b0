// Runs analyses as Sabaki does: sends them through its own client and checks every
// line against Sabaki's guide "Engine analysis integration".
'use strict';

const assert = require('node:assert/strict');
const { setTimeout: sleep } = require('node:timers/promises');

const { Engine } = require('./engine.js');
const { checkTruth, stripes } = require('./positions.js');

/** Sabaki tries these names in this order, and hides moves with fewer visits. */
const ANALYZE = ['analyze', 'kata-analyze', 'lz-analyze'];
const GENMOVE = ['genmove_analyze', 'kata-genmove_analyze', 'lz-genmove_analyze'];
const SHOWN_FROM = 10;

/** How long an analysis may take to get there, on a processor without fast vectors and with other work. */
const LONGEST = 20_000;

const VERTEX = /^(pass|[A-HJ-Z]([1-9]|1\d|2[0-5]))$/;

/**
 * Reads a win rate in percent by the rules of all versions of Sabaki, which must agree.
 * Up to 0.52 a number with a decimal point is a fraction and one without is in hundredths
 * of a percent; since 0.60 the name of the command decides.
 */
function readWinRate(name, text) {
  const read = (isFraction) => (isFraction ? 100 * text : text / 100);
  const percent = read(name.startsWith('kata'));
  assert.equal(percent, read(text.includes('.')), `${name}: versions of Sabaki read ${text} differently`);
  assert.ok(percent >= 0 && percent <= 100, `${name}: winrate ${text}`);
  return percent;
}

/**
 * Reads the variations of a line as Sabaki does: keys and values in pairs, then `pv`
 * and vertices up to the next `info` or the end.
 */
function readLine(name, line) {
  assert.ok(line.startsWith('info '), `not an analysis: ${line.slice(0, 80)}`);
  return line
    .split(/\s*info\s+/)
    .slice(1)
    .map((text) => {
      const [head, tail] = text.split(/\s+pv\s+/);
      assert.ok(tail, `no pv in "${text}"`);
      const pv = tail.split(' ');
      for (const vertex of pv) assert.match(vertex, VERTEX, `after the pv in "${text}"`);
      const parts = head.split(' ');
      assert.equal(parts.length % 2, 0, `a key without a value in "${text}"`);
      const values = {};
      for (let n = 0; n < parts.length; n += 2) values[parts[n]] = parts[n + 1];
      for (const key of ['move', 'visits', 'winrate']) assert.ok(key in values, `no ${key}: "${text}"`);
      assert.match(values.move, VERTEX);
      assert.equal(pv[0], values.move);
      assert.match(values.visits, /^\d+$/);
      const percent = readWinRate(name, values.winrate);
      if ('scoreLead' in values) assert.ok(Number.isFinite(Number(values.scoreLead)));
      return { move: values.move, visits: Number(values.visits), percent };
    });
}

/** Sends a command as Sabaki does. Returns the incoming lines and a promise of their end. */
function stream(engine, name, ...args) {
  const lines = [];
  const done = engine.controller.sendCommand({ name, args: args.map(String) }, ({ line, end }) => {
    if (!end) lines.push(line);
  });
  return { lines, done };
}

/** Returns the first ten plays of a line. */
const leadingOf = (moves) => moves.filter(({ move }) => move !== 'pass').slice(0, 10);

/**
 * Analyses until Sabaki would show the ten leading moves, for one second at least, and stops by
 * sending the next command.
 */
async function analyze(engine, name, color) {
  const { lines, done } = stream(engine, name, color, 10);
  const isShown = () => leadingOf(readLine(name, lines.at(-1))).every(({ visits }) => visits >= SHOWN_FROM);
  const begun = performance.now();
  do await sleep(1000);
  while (performance.now() < begun + LONGEST && !(lines.length > 1 && isShown()));
  const sent = performance.now();
  const next = engine.ask('name');
  const { error } = await done;
  const wait = performance.now() - sent;
  assert.equal(error, false);
  assert.equal(await next, 'Ponnuki');
  assert.match(lines[0], /^= ?$/);
  const read = lines.slice(1).map((line) => readLine(name, line));
  assert.ok(read.length >= 2, `${read.length} lines`);
  const leading = leadingOf(read.at(-1));
  assert.equal(leading.length, 10);
  for (const { move, visits } of leading) {
    assert.ok(visits >= SHOWN_FROM, `${name}: ${move} has ${visits} visits`);
  }
  return { wait, visits: leading.map(({ visits }) => visits) };
}

/** Generates a move with its analysis: lines, then `play` and the vertex, which the search need not have tried. */
async function genmove(engine, name, color) {
  const before = await engine.ask('list_stones', color);
  const { lines, done } = stream(engine, name, color, 10);
  const { error } = await done;
  assert.equal(error, false);
  assert.match(lines[0], /^= ?$/);
  const [, vertex] = /^play (.*)$/.exec(lines.at(-1));
  assert.match(vertex, VERTEX);
  const read = lines.slice(1, -1).map((line) => readLine(name, line));
  assert.ok(read.length >= 1, 'no analysis before the move');
  assert.ok(read.at(-1)[0].visits >= SHOWN_FROM);
  assert.ok(!before.split(' ').includes(vertex));
  assert.ok((await engine.ask('list_stones', color)).split(' ').includes(vertex));
}

/**
 * Checks the win rate that Sabaki shows, the highest of all moves, in a position that
 * Black has won.
 */
async function checkWinRates(engine) {
  const history = stripes(9, 9).map((vertex) => ({ name: 'play', args: ['B', vertex] }));
  for (const color of ['B', 'W']) {
    for (const name of [...ANALYZE, ...GENMOVE]) {
      await engine.sync({ komi: 7.5, boardsize: [9, 9], history });
      const { lines, done } = stream(engine, name, color, 10);
      if (ANALYZE.includes(name)) {
        await sleep(300);
        await engine.ask('name');
      }
      await done;
      const read = lines.filter((line) => line.startsWith('info')).map((line) => readLine(name, line));
      assert.ok(read.length >= 1, `${name}: no analysis`);
      for (const moves of read) checkTruth(Math.max(...moves.map(({ percent }) => percent)), color === 'B', name);
    }
  }
}

/** Runs every analysis command, and quits in the middle of one. */
async function checkAnalyses(ponnuki) {
  const engine = new Engine('Ponnuki', [ponnuki, '--seed', '1']);
  const waits = [];
  let least = Infinity;
  try {
    const listed = (await engine.ask('list_commands')).split('\n');
    for (const name of [...ANALYZE, ...GENMOVE]) assert.ok(listed.includes(name), `${name} is not listed`);
    await engine.ask('boardsize', 19);
    for (const [n, name] of ANALYZE.entries()) {
      const { wait, visits } = await analyze(engine, name, 'BW'[n % 2]);
      waits.push(wait);
      least = Math.min(least, ...visits);
    }
    for (const [n, name] of GENMOVE.entries()) await genmove(engine, name, 'BW'[n % 2]);
    await checkWinRates(engine);
    // Sabaki moves back while it analyses.
    const { done } = stream(engine, 'analyze', 'W', 10);
    await sleep(300);
    await engine.ask('undo');
    await done;
    engine.throwIfRefused();
    const last = stream(engine, 'lz-analyze', 'B', 50);
    await sleep(300);
    const { code, signal, seconds } = await engine.quit();
    await last.done;
    if (code !== 0 || signal !== null || seconds >= 3) {
      throw new Error(`quit: status ${code}, signal ${signal}, after ${seconds} s`);
    }
    const longest = Math.max(...waits).toFixed(1);
    console.log(
      `${ANALYZE.length + GENMOVE.length} analyses: as Sabaki expects; the ten leading moves of 19x19 have at least` +
        ` ${least} visits in the end; stopped in ${longest} ms at most, quit in ${seconds.toFixed(3)} s`,
    );
  } catch (error) {
    engine.kill();
    throw new Error(`analysis: ${error.message}`);
  }
}

module.exports = { checkAnalyses };
