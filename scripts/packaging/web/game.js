// The game. The engine holds the position; the page keeps a record of the whole game and
// the number of moves that the board shows.

import { LETTERS } from './board.js';
import { gtp, gtpIn, load } from './engine.js';

/** The state that the address of the page holds too. */
export const game = {
  /** The record, with all moves. */
  sgf: '',
  /** The names and, until the next move, the result in the record that was loaded. */
  tags: {},
  /** Whether the record that was loaded names its rules. */
  rulesAreNamed: true,
  /** The moves on the board, and all moves. */
  at: 0,
  total: 0,
  /** The dead stones that the user has decided on. */
  dead: null,
  /** The record that a variation or a review has left, its moves on the board and dead stones. */
  main: null,
};

/** The position on the board, as the engine describes it. */
export const view = {};

const words = (answer) => answer.split(/\s+/).filter(Boolean);

/** A property of a record: its name and its first value, as it is written. */
const PROPERTY = /([A-Za-z]+)\s*\[([^\]\\]*(?:\\[\s\S][^\]\\]*)*)\](?:\s*\[[^\]\\]*(?:\\[\s\S][^\]\\]*)*\])*/g;

/** Returns the first value of a property of a record, as it is written there. */
function property(sgf, name) {
  for (const [, each, value] of sgf.matchAll(PROPERTY)) if (each === name) return value;
  return undefined;
}

/** Returns a record with another text in place of the properties of a name; values that look like one stay. */
const rewritten = (sgf, name, text) => sgf.replace(PROPERTY, (former, each) => (each === name ? text : former));

const count = (history) => words(history).length / 2;

/** Reads the position from the engine. */
export async function look() {
  const [black, white, turn, legal, prisoners, size, history, captured, rules, komi] = await gtp(
    'list_stones black',
    'list_stones white',
    'gogui-rules_side_to_move',
    'gogui-rules_legal_moves',
    'gogui-rules_captured_count',
    'query_boardsize',
    'move_history',
    'ponnuki-last_captures',
    'ponnuki-rules',
    'get_komi',
  );
  const [width, height = width] = words(size).map(Number);
  const [color, vertex, , before] = words(history);
  const isOver = legal === '';
  const isCounted = isOver && vertex === 'pass' && before === 'pass';
  Object.assign(view, {
    turn,
    rules,
    komi,
    width,
    height,
    isOver,
    isCounted,
    isResigned: isOver && !isCounted,
  });
  view.stones = new Map([...words(black).map((at) => [at, 'black']), ...words(white).map((at) => [at, 'white'])]);
  view.prisoners = words(prisoners).map(Number);
  view.last = color && { color, vertex, captured: words(captured).length };
  view.dead = [];
  view.owners = [];
  view.result = '';
  if (isOver) [view.result] = await gtp('gogui-rules_final_result');
  if (view.isCounted) {
    const [dead, territory] = await gtp('ponnuki-dead', 'ponnuki-territory');
    view.dead = words(dead);
    // A living stone shows its owner by itself.
    const isAlive = (at) => view.stones.has(at) && !view.dead.includes(at);
    const shade = (owner, at) => (isAlive(at) ? 0 : ({ B: 1, W: -1 }[owner] ?? 0));
    view.owners = territory
      .split('\n')
      .map((row, y) => words(row).map((owner, x) => shade(owner, LETTERS[x] + (height - y))));
  }
}

/** Writes the game of the engine as the record. */
async function write() {
  const [sgf] = await gtp('printsgf');
  const tags = Object.entries(game.tags).filter(([name, value]) => value && property(sgf, name) === undefined);
  game.sgf = sgf.replace('(;', () => `(;${tags.map(([name, value]) => `${name}[${value}]`).join('')}`);
  if (!game.rulesAreNamed) game.sgf = rewritten(game.sgf, 'RU', '');
}

/** Takes the game of the engine for the record after a change. */
async function record() {
  await write();
  const [history] = await gtp('move_history');
  game.at = game.total = count(history);
  game.dead = null;
  await look();
}

/** Begins a game; changes nothing if the engine refuses a setting. */
export async function begin({ size, rules, komi, handicap }, tags) {
  const lines = [`boardsize ${size}`, `kata-set-rules ${rules}`, `komi ${komi}`];
  if (handicap > 1) lines.push(`fixed_handicap ${handicap}`);
  await gtpIn('(;)', 0, ...lines);
  await gtp(...lines);
  Object.assign(game, { tags, rulesAreNamed: true, main: null });
  await record();
}

/** Loads a record with decided dead stones, and goes to the position after some moves; returns what is wrong with it. */
export async function open(sgf, moves = -1, dead = null) {
  const defects = await load(sgf);
  const tags = ['PB', 'PW', 'RE'].map((name) => [name, property(sgf, name)]);
  const rulesAreNamed = property(sgf, 'RU') !== undefined;
  Object.assign(game, { tags: Object.fromEntries(tags), rulesAreNamed, main: null });
  await record();
  if (dead && view.isCounted) await decide(dead.filter((vertex) => view.stones.has(vertex)));
  if (moves >= 0 && moves < game.total) await go(moves);
  return defects;
}

/** Shows the position after some moves. */
export async function go(moves) {
  game.at = Math.max(0, Math.min(game.total, moves));
  await load(game.sgf, game.at);
  await look();
  if (game.dead && game.at === game.total) await decide(game.dead);
}

/** Restores the position in an engine that was started again. */
export const restore = () => go(game.at);

const bookmark = () => ({ sgf: game.sgf, at: game.at, dead: game.dead });

/** Keeps the rest of the game before a change in its middle. */
function leave() {
  if (game.at < game.total) game.main ??= bookmark();
  delete game.tags.RE;
}

/** Opens another record, and keeps the game for the way back. */
export async function visit(sgf) {
  const main = game.main && game.main.sgf !== sgf ? game.main : bookmark();
  await open(sgf);
  game.main = main;
}

/** Returns to the game that a variation or a review has left. */
export async function comeBack() {
  const { sgf, at, dead } = game.main;
  await open(sgf, at, dead);
}

/** Renews the name that the page gave the engine; names of other records stay. */
export function rename([name, value]) {
  const former = ['PB', 'PW'].find((each) => /^Ponnuki level \d$/.test(property(game.sgf, each)));
  if (!former || (former !== name && game.tags[name])) return;
  game.sgf = rewritten(game.sgf, former, `${name}[${value}]`);
  delete game.tags[former];
  game.tags[name] = value;
}

/** Returns whether a move is legal, or why it is not. */
export const check = async (vertex) => JSON.parse((await gtp(`kata-check-move ${view.turn} ${vertex}`))[0]);

export async function play(vertex) {
  await gtp(`play ${view.turn} ${vertex}`);
  leave();
  await record();
}

/** Lets the engine move. */
export async function reply() {
  await gtp(`genmove ${view.turn}`);
  leave();
  await record();
}

export async function undo(moves) {
  await gtp(`gg-undo ${Math.min(moves, game.at)}`);
  leave();
  await record();
}

export async function resign(color) {
  const winner = color === 'black' ? 'W' : 'B';
  const [sgf] = await gtp('printsgf');
  await load(sgf.replace('(;', `(;RE[${winner}+R]`));
  leave();
  await record();
}

export async function takeResignationBack() {
  await load(rewritten(game.sgf, 'RE', ''));
  delete game.tags.RE;
  await record();
}

/** Decides on the dead stones, which change the result in the record. */
async function decide(dead) {
  await gtp('ponnuki-clear_dead', ...dead.map((vertex) => `ponnuki-mark_dead ${vertex}`));
  game.dead = dead;
  if (game.at === game.total) await write();
  await look();
}

/** Returns the points beside a point. */
function neighbours(vertex) {
  const x = LETTERS.indexOf(vertex[0]);
  const y = Number(vertex.slice(1));
  const beside = [
    [x - 1, y],
    [x + 1, y],
    [x, y - 1],
    [x, y + 1],
  ];
  const isOnBoard = ([x, y]) => x >= 0 && x < view.width && y > 0 && y <= view.height;
  return beside.filter(isOnBoard).map(([x, y]) => LETTERS[x] + y);
}

/** Returns the stones of a region, which stones of its colour and empty points join, and those around it. */
function regionOf(stone) {
  const enemy = view.stones.get(stone) === 'black' ? 'white' : 'black';
  const region = new Set([stone]);
  const around = new Set();
  for (const at of region) {
    for (const next of neighbours(at)) (view.stones.get(next) === enemy ? around : region).add(next);
  }
  return { stones: [...region].filter((at) => view.stones.has(at)), around: [...around] };
}

/** Turns the region of a stone from alive to dead, or back. The stones around a dead region live, as its owner's. */
export async function turnRegion(stone) {
  const dead = new Set(view.dead);
  const { stones, around } = regionOf(stone);
  if (dead.has(stone)) for (const at of stones) dead.delete(at);
  else {
    const revived = around.filter((at) => dead.has(at)).flatMap((at) => regionOf(at).stones);
    for (const at of stones) dead.add(at);
    for (const at of revived) dead.delete(at);
  }
  await decide([...dead]);
}
