// Drives the engine through Sabaki's own source: `EngineSyncer`, which brings an engine
// into the position of a game tree and reads its analyses, in a checkout of Sabaki.
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { pathToFileURL } = require('node:url');

const { checkTruth, stripes } = require('./positions.js');
const { electron, setting } = require('./sabaki-stubs.js');

/** The players that analyse in the checks. */
const PLAYERS = { random: [], search: ['--player', 'search', '--playouts', '2000'] };

/** Loads the modules of a checkout, and its default settings. */
async function loadSabaki(checkout) {
  const source = path.join(path.resolve(checkout), 'src') + path.sep;
  const load = Module._load;
  Module._load = (name, ...rest) => (name === 'electron' ? electron : load(name, ...rest));
  Object.assign(setting, Module.createRequire(source)('./setting.js'));
  globalThis.window = { sabaki: { setting } };
  Module.register('./sabaki-loader.mjs', { parentURL: pathToFileURL(__filename), data: source });
  const take = (name) => import(pathToFileURL(path.join(source, 'modules', name)).href);
  const [{ default: EngineSyncer }, gametree] = await Promise.all(['enginesyncer.js', 'gametree.js'].map(take));
  const { version } = JSON.parse(fs.readFileSync(path.join(checkout, 'package.json'), 'utf8'));
  return { EngineSyncer, gametree, version };
}

/** One attached engine, as in Sabaki's sidebar. */
class Attached {
  constructor({ EngineSyncer, gametree }, command) {
    this.gametree = gametree;
    this.refused = [];
    this.analyses = [];
    const [program, ...args] = command;
    this.syncer = new EngineSyncer({ path: program, args: args.join(' '), commands: '' });
    this.syncer.controller.on('response-received', ({ command: sent, response }) => {
      if (response.error) this.refused.push(`${[sent.name, ...sent.args].join(' ')}: ? ${response.content}`);
    });
    this.syncer.on('analysis-update', () => {
      if (this.syncer.analysis != null) this.analyses.push(this.syncer.analysis);
    });
    this.syncer.start();
  }

  async ask(name, ...args) {
    const { error, content } = await this.syncer.queueCommand({ name, args });
    assert.ok(!error, `${name}: ? ${content}`);
    return content;
  }

  /** Returns the first command of one of Sabaki's lists that the engine knows. */
  async first(list) {
    while (this.syncer.commands.length === 0) await sleep(10);
    return setting.get(list).find((name) => this.syncer.commands.includes(name));
  }

  /** Makes a game tree of a list of nodes, syncs to the last one and compares the boards. */
  async sync(...nodes) {
    let id;
    const tree = this.gametree.new().mutate((draft) => {
      id = draft.root.id;
      for (const [key, values] of Object.entries(nodes[0])) draft.updateProperty(id, key, values);
      for (const node of nodes.slice(1)) id = draft.appendNode(id, node);
    });
    try {
      await this.syncer.sync(tree, id);
    } catch (error) {
      throw new Error(`${error.message} ${JSON.stringify(nodes)} ${this.refused}`);
    }
    assert.deepEqual(this.refused, []);
    const board = this.gametree.getBoard(tree, id);
    for (const [color, sign] of [
      ['B', 1],
      ['W', -1],
    ]) {
      const stones = (await this.ask('list_stones', color)).split(' ').filter(Boolean).sort();
      const vertices = board.signMap.flatMap((row, y) => row.flatMap((at, x) => (at === sign ? [[x, y]] : [])));
      assert.deepEqual(stones, vertices.map((vertex) => board.stringifyVertex(vertex)).sort());
    }
  }

  /** Analyses and returns the last analysis as Sabaki keeps it. */
  async analyze(color) {
    this.analyses.length = 0;
    const done = this.syncer.queueCommand({ name: await this.first('engines.analyze_commands'), args: [color, '10'] });
    await sleep(500);
    await this.syncer.sendAbort();
    await done;
    return this.analyses.at(-1);
  }

  /** Generates a move as Sabaki does. Returns the move and the analysis before it. */
  async genmove(color) {
    this.analyses.length = 0;
    const name = await this.first('engines.gemove_analyze_commands');
    let move;
    await this.syncer.queueCommand({ name, args: [color, '10'] }, ({ line }) => {
      if (line.startsWith('play ')) move = line.slice('play '.length);
    });
    return { move, analysis: this.analyses.at(-1) };
  }
}

/** Converts vertices such as `A1` to points of SGF. */
function points(vertices, height) {
  const letters = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
  const name = (n) => String.fromCharCode('a'.charCodeAt(0) + n);
  return vertices.map((vertex) => name(letters.indexOf(vertex[0])) + name(height - Number(vertex.slice(1))));
}

/** Checks the win rates of one player. Returns those that Sabaki shows, in percent. */
async function checkWinRates(engine) {
  const shown = {};
  const won = [{ SZ: ['9'], KM: ['7.5'] }, { B: ['ee'] }, { AB: points(stripes(9, 9), 9) }];
  for (const color of ['B', 'W']) {
    await engine.sync(...won);
    const { winrate, variations } = await engine.analyze(color);
    checkTruth(winrate, color === 'B', 'analysis');
    assert.ok(variations.every(({ scoreLead }) => (color === 'B' ? scoreLead > 0 : scoreLead < 0)));
    await engine.sync(...won);
    const { analysis } = await engine.genmove(color);
    checkTruth(analysis.winrate, color === 'B', 'move with analysis');
    shown[color === 'B' ? 'won' : 'lost'] = [winrate, analysis.winrate];
  }
  for (const size of ['9', '19']) {
    await engine.sync({ SZ: [size], KM: ['7.5'] });
    const { winrate, variations } = await engine.analyze('B');
    const { winrate: main } = variations.reduce((a, b) => (b.visits > a.visits ? b : a));
    // Sabaki takes the highest win rate of all moves for that of the position.
    assert.ok(winrate > 20 && winrate < 80 && winrate - main < 5, `${size}x${size}: ${winrate} %, main move ${main} %`);
    shown[`empty ${size}x${size}`] = [winrate];
  }
  return shown;
}

/** Checks positions that Sabaki sends in its own ways. */
async function checkSync(engine) {
  // Setup in the middle of a game, and back again. Setup that removes stones is left out:
  // Sabaki sends some stones twice then, whatever the engine.
  const start = [{ SZ: ['9'], KM: ['0.5'] }, { B: ['ee'] }, { W: ['ed'] }];
  await engine.sync(...start, { AB: ['cc', 'gc'], AW: ['cg', 'gg'] }, { B: ['aa'] });
  await engine.sync(...start, { AW: ['cc'] }, { W: ['ie'] });
  await engine.sync(...start);
  // Handicap, and a second node of setup after it.
  await engine.sync({ SZ: ['19'], KM: ['0.5'], HA: ['4'], AB: ['dd', 'pd', 'dp', 'pp'] }, { W: ['jj'] });
  await engine.sync({ SZ: ['13'], AB: ['dd:ff'], AW: ['kk'] }, { B: ['aa'] }, { W: [''] });
  for (const size of ['9:13', '25:2', '1:5']) await engine.sync({ SZ: [size] }, { B: ['ab'] });
  assert.deepEqual(engine.refused, []);
}

/** Runs all checks with a checkout of Sabaki's source. */
async function checkSabaki(ponnuki, checkout) {
  const sabaki = await loadSabaki(checkout);
  for (const [player, args] of Object.entries(PLAYERS)) {
    const engine = new Attached(sabaki, [ponnuki, '--quiet', '--seed', '1', ...args]);
    try {
      await checkSync(engine);
      const shown = Object.entries(await checkWinRates(engine));
      const rates = shown.map(([what, values]) => `${what} ${values.map((value) => value.toFixed(2)).join(' and ')} %`);
      console.log(`Sabaki ${sabaki.version}, ${player}: positions in sync; ${rates.join(', ')}`);
    } catch (error) {
      throw new Error(`Sabaki ${sabaki.version}, ${player}: ${error.message}`);
    } finally {
      await engine.syncer.stop();
    }
  }
}

module.exports = { checkSabaki };
