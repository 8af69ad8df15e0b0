// Checks the features that Sabaki expects of an engine outside of a game.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const { Engine } = require('./engine.js');

const words = (text) => text.split(/\s+/).filter(Boolean);
const sorted = (text) => words(text.toUpperCase()).sort();
const play = (color, vertex) => ({ name: 'play', args: [color, vertex] });
const alternate = (...vertices) => vertices.map((vertex, n) => play('BW'[n % 2], vertex));
const square = (size, history = []) => ({ komi: 7.5, boardsize: [size, size], history });

/** The commands that Sabaki sends. */
const SABAKI = words(`
  name version protocol_version list_commands known_command quit boardsize rectangular_boardsize
  clear_board komi play genmove undo set_free_handicap fixed_handicap place_free_handicap
  time_settings time_left final_score final_status_list loadsgf printsgf showboard`);

const checks = {
  async 'greeting, pipelined'(engine) {
    const asked = ['name', 'version', 'protocol_version', 'list_commands'].map((n) => engine.ask(n));
    const [name, version, protocol, list] = await Promise.all(asked);
    assert.equal(name, 'Ponnuki');
    assert.match(version, /^\d+\.\d+\.\d+$/);
    assert.equal(protocol, '2');
    const commands = list.split('\n');
    assert.equal(new Set(commands).size, commands.length, 'a command is listed twice');
    for (const command of SABAKI) assert.ok(commands.includes(command), `${command} is not listed`);
    const known = await Promise.all(commands.map((command) => engine.ask('known_command', command)));
    assert.ok(
      known.every((answer) => answer === 'true'),
      'a listed command is not known',
    );
    assert.equal(await engine.ask('known_command', 'no_such_command'), 'false');
    await engine.mustRefuse('unknown command', 'no_such_command');
  },

  async 'ids'(engine) {
    const response = await engine.controller.sendCommand({ id: 42, name: 'name' });
    assert.deepEqual(response, { id: 42, content: 'Ponnuki', error: false });
    const refusal = await engine.controller.sendCommand({ id: 43, name: 'no_such_command' });
    assert.deepEqual(refusal, { id: 43, content: 'unknown command', error: true });
    engine.refused.pop();
  },

  async 'komi before boardsize, and after'(engine) {
    for (const komi of ['0', '-3.5', '6.5', '1000']) {
      await engine.ask('komi', komi);
      await engine.ask('boardsize', 13);
      await engine.ask('clear_board');
      assert.equal(Number(await engine.ask('get_komi')), Number(komi));
    }
    await engine.ask('komi', '7.5');
    assert.ok((await engine.send('komi', 'much')).error);
    engine.refused.pop();
    assert.equal(await engine.ask('get_komi'), '7.5');
  },

  async 'board sizes'(engine) {
    for (let size = 1; size <= 25; size += 1) {
      await engine.ask('boardsize', size);
      assert.equal(words(await engine.ask('all_legal', 'B')).length, size * size - (size === 1));
    }
    for (const size of [0, 26, 400]) await engine.mustRefuse('unacceptable size', 'boardsize', size);
    await engine.sync({ komi: 7.5, boardsize: [9, 13], history: alternate('J13', 'A1') });
    assert.equal(words(await engine.ask('all_legal', 'B')).length, 9 * 13 - 2);
    assert.ok((await engine.send('play', 'B', 'K1')).error);
    engine.refused.pop();
  },

  async 'undo'(engine) {
    await engine.sync(square(9));
    const empty = await engine.ask('showboard');
    for (let n = 0; n < 20; n += 1) await engine.ask('genmove', 'BW'[n % 2]);
    await Promise.all(Array.from({ length: 20 }, () => engine.ask('undo')));
    await engine.mustRefuse('cannot undo', 'undo');
    assert.equal(await engine.ask('showboard'), empty);
  },

  async 'stepping through a game'(engine) {
    const moves = alternate('E5', 'D5', 'D6', 'E6', 'C5', 'F5', 'D4', 'E4', 'pass', 'D5', 'A1', 'B1');
    await engine.sync(square(9, moves));
    assert.deepEqual(sorted(await engine.ask('list_stones', 'W')), ['B1', 'D5', 'E4', 'E6', 'F5']);
    await engine.sync(square(9, moves.slice(0, 8)));
    assert.deepEqual(sorted(await engine.ask('list_stones', 'B')), ['C5', 'D4', 'D6', 'E5']);
    await engine.sync(square(9, moves.slice(0, 9)));
    await engine.sync(square(9, [...moves.slice(0, 8), ...alternate('J9', 'J1')]));
    assert.deepEqual(sorted(await engine.ask('list_stones', 'B')), ['C5', 'D4', 'D6', 'E5', 'J9']);
  },

  async 'illegal plays'(engine) {
    const corner = ['A2', 'J9', 'B1', 'J1'];
    const ko = ['E5', 'F5', 'F6', 'G6', 'F4', 'G4', 'pass', 'H5', 'G5'];
    await engine.sync(square(9, alternate(...corner, ...ko)));
    const before = await engine.ask('showboard');
    const [occupied, suicide, superko] = ['G5', 'A1', 'F5'];
    for (const vertex of [occupied, suicide, superko]) {
      await engine.mustRefuse('illegal move', 'play', 'W', vertex);
    }
    assert.equal(await engine.ask('showboard'), before);
  },

  async 'handicap'(engine) {
    const tables = { 2: 'D4 Q16', 4: 'D4 D16 Q4 Q16', 5: 'D4 D16 K10 Q4 Q16' };
    for (const [stones, vertices] of Object.entries(tables)) {
      await engine.ask('boardsize', 19);
      await engine.ask('clear_board');
      assert.deepEqual(sorted(await engine.ask('fixed_handicap', stones)), sorted(vertices));
      await engine.mustRefuse('board not empty', 'fixed_handicap', stones);
      await engine.mustRefuse('cannot undo', 'undo');
    }
    await engine.ask('clear_board');
    const placed = words(await engine.ask('place_free_handicap', 7));
    assert.ok(placed.length >= 2 && placed.length <= 7);
    const free = { name: 'set_free_handicap', args: ['C3', 'G7', 'E5'] };
    await engine.sync(square(9, [free, play('W', 'A1')]));
    await engine.sync(square(9, [free]));
    assert.deepEqual(sorted(await engine.ask('list_stones', 'B')), ['C3', 'E5', 'G7']);
    await engine.sync(square(9, [free, play('W', 'C7'), play('B', 'C6')]));
    assert.deepEqual(sorted(await engine.ask('list_stones', 'W')), ['C7']);
  },

  async 'time'(engine) {
    const timeSettings = { mainTime: 300, byoyomiTime: 30, byoyomiStones: 5 };
    await engine.sync({ ...square(9), timeSettings });
    await engine.ask('time_settings', 0, 1, 0);
    await engine.ask('time_left', 'B', 120, 0);
    await engine.ask('time_left', 'W', 10, 3);
  },

  async 'moves of either colour at any time'(engine) {
    await engine.sync(square(9));
    for (const color of ['W', 'W', 'B', 'B']) await engine.ask('genmove', color);
    await engine.sync(square(9, alternate('E5', 'pass', 'pass')));
    assert.match(await engine.ask('genmove', 'W'), /^(pass|[A-HJ][1-9])$/);
  },

  async 'score and dead stones'(engine) {
    const wall = ['A5', 'B5', 'C5', 'D5', 'E5', 'F5', 'G5', 'H5', 'J5'].map((v) => play('B', v));
    await engine.sync(square(9, [...wall, play('W', 'E8')]));
    assert.equal(await engine.ask('final_score'), 'B+36.5');
    await engine.ask('ponnuki-mark_dead', 'E8');
    assert.equal(await engine.ask('final_score'), 'B+73.5');
    assert.deepEqual(sorted(await engine.ask('final_status_list', 'dead')), ['E8']);
    assert.equal(words(await engine.ask('final_status_list', 'alive')).length, 9);
    assert.equal(await engine.ask('final_status_list', 'seki'), '');
  },

  async 'a game as SGF'(engine) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ponnuki-interop-'));
    const file = path.join(folder, 'game.sgf');
    await engine.sync(square(13, alternate('C3', 'K11', 'L3', 'pass', 'C11')));
    const [sgf, shown] = [await engine.ask('printsgf'), await engine.ask('showboard')];
    fs.writeFileSync(file, sgf);
    await engine.ask('boardsize', 9);
    await engine.ask('clear_board');
    await engine.ask('loadsgf', file);
    assert.equal(await engine.ask('showboard'), shown);
    await engine.ask('loadsgf', file, 1);
    assert.equal(await engine.ask('list_stones', 'B'), '');
    fs.rmSync(folder, { recursive: true });
    await engine.mustRefuse('cannot load file', 'loadsgf', file);
  },
};

/** Runs all checks in order with one engine, which must quit within Sabaki's 3 seconds. */
async function checkFeatures(ponnuki) {
  const engine = new Engine('Ponnuki', [ponnuki, '--seed', '1']);
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check(engine);
      engine.throwIfRefused();
    } catch (error) {
      engine.kill();
      throw new Error(`${name}: ${error.message}`);
    }
  }
  const { code, signal, seconds } = await engine.quit();
  if (code !== 0 || signal !== null || seconds >= 3) {
    throw new Error(`quit: status ${code}, signal ${signal}, after ${seconds} s`);
  }
  console.log(`${Object.keys(checks).length} features and quit (${seconds.toFixed(3)} s): as Sabaki expects`);
}

module.exports = { checkFeatures };
