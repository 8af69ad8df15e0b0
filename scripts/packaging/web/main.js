// The page: what the controls do, and what it shows of the game.

import { describe, onChoice } from './board.js';
import { markHere, setUpCourse } from './course.js';
import { decodeSgf, gtp, picture, pictureIn, Stopped, start, stop } from './engine.js';
import * as play from './game.js';
import { glance, hints } from './review.js';

const byId = (id) => document.getElementById(id);
const { game, view } = play;

const HINTS = 3;

/** The win rate from which on the library calls a position decided. */
const DECIDED = 0.99;

/** The komi of handicap games, as servers have it: White wins a tie. */
const HANDICAP_KOMI = 0.5;

/** In milliseconds: browsers refuse to change the address more than 100 times in 10 seconds. */
const ADDRESS_DELAY = 120;

let queue = Promise.resolve();
let pending = 0;
let addressTimer;
let isThinking = false;

/** Whether the board shows the position that an illegal move would repeat. */
let isElsewhere = false;

/** Whether the user has filled in a komi, which a handicap then leaves alone. */
let isKomiChosen = false;

/** The button that lost the focus because it was disabled. */
let unfocused = null;

/** Additions to the picture until the next change: owners and labels. */
let overlay = {};

const say = (text) => {
  byId('message').textContent = text;
};

const titled = (color) => color[0].toUpperCase() + color.slice(1);
const counted = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;
const opponent = () => ({ black: 'white', white: 'black' })[byId('you').value];

/** Does one thing after the other, and `whenStopped` if the engine is stopped; an error becomes the message. */
function act(work, whenStopped = () => draw()) {
  pending++;
  enable();
  queue = queue.then(async () => {
    say('');
    try {
      await work().catch((error) => recover(error, whenStopped));
    } catch (error) {
      say(error.message);
    }
    pending--;
    enable();
  });
}

/** Starts the engine again if it was stopped. */
async function recover(error, whenStopped) {
  if (!(error instanceof Stopped)) throw error;
  await start();
  await configure();
  await play.restore();
  await whenStopped();
}

function enable() {
  const isBusy = pending > 0;
  byId('table').ariaBusy = String(isBusy);
  const isAtEnd = game.at === game.total;
  const disabled = {
    pass: isBusy || view.isOver,
    reply: isBusy || view.isOver,
    hint: isBusy || view.isOver,
    resign: isBusy || view.isOver || !isAtEnd,
    estimate: isBusy || view.isCounted,
    undo: !isThinking && (isBusy || (game.at === 0 && !view.isResigned)),
    first: game.at === 0,
    back: game.at === 0,
    forward: isAtEnd,
    last: isAtEnd,
  };
  for (const [id, isDisabled] of Object.entries(disabled)) {
    if (isDisabled && document.activeElement === byId(id)) unfocused = byId(id);
    byId(id).disabled = isDisabled;
  }
  if (!isBusy) {
    if ([document.body, unfocused].includes(document.activeElement)) unfocused?.focus({ preventScroll: true });
    unfocused = null;
  }
  byId('return').hidden = !game.main;
  document.body.classList.toggle('thinking', isThinking);
}

/** Describes the last move and the turn. */
function status() {
  const { last, turn, isOver, result } = view;
  const moves = game.at < game.total ? `Move ${game.at} of ${game.total}` : `Move ${game.at}`;
  const action = last?.vertex === 'pass' ? 'passes' : `plays ${last?.vertex}`;
  const taken = last?.captured ? ` and captures ${counted(last.captured, 'stone')}` : '';
  const move = last ? `${moves}: ${titled(last.color)} ${action}${taken}.` : 'The start of the game.';
  if (isOver) return `${move} ${result}.`;
  return isThinking ? `${move} The engine thinks …` : `${move} ${titled(turn)} to move.`;
}

function facts() {
  const names = [game.tags.PB, game.tags.PW].map((name) => name?.replace(/\\(.)/g, '$1'));
  const [black, white] = view.prisoners;
  const players = names.some(Boolean) ? `${names[0] ?? 'Black'} – ${names[1] ?? 'White'}` : '';
  const result = game.tags.RE && !view.isOver ? ` (${game.tags.RE})` : '';
  const prisoners = `Black has captured ${black}, White ${white}.`;
  return [players + result, rulesInShort(), prisoners].filter(Boolean).join('. ');
}

/** Names the rules as the list of them does, and the komi. */
function rulesInShort() {
  const { rules, komi } = view;
  if (!game.rulesAreNamed) return `Rules not named, ${rules.match(/\w+ scoring/)[0]}, komi ${komi}`;
  const [option] = byId('rules').querySelectorAll(`[value="${rules.split(':')[0]}"]`);
  return `${option?.text ?? 'Other rules'}, komi ${komi}`;
}

/** Keeps the game in the address, so that a reload or another reader finds it there. */
function writeAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    const { sgf, at, dead } = game;
    const state = { sgf, at, you: byId('you').value, level: byId('level').value };
    if (dead) state.dead = dead.join(' ');
    history.replaceState(null, '', `#${new URLSearchParams(state)}`);
  }, ADDRESS_DELAY);
}

/** Shows the position, with owners, dead stones and labels on top. */
async function draw(additions = {}) {
  overlay = additions;
  isElsewhere = false;
  const { owners, dead } = view;
  byId('picture').innerHTML = await picture({ owners, dead, ...overlay });
  describe(view);
  byId('status').textContent = status();
  byId('facts').textContent = facts();
  const rules = game.rulesAreNamed ? view.rules : view.rules.replace(/^[\w-]+: /, 'not named in the record; ');
  byId('terms').textContent = `Rules: ${rules}.`;
  byId('estimate').ariaPressed = String(Boolean(overlay.owners));
  Object.assign(byId('at'), { max: game.total, value: game.at });
  if (view.isCounted) say('Click a stone to change whether it is dead. Undo goes on with the game.');
  markHere(game.sgf, game.at);
  enable();
  writeAddress();
}

/** Lets the engine move. */
async function think() {
  isThinking = true;
  byId('status').textContent = status();
  enable();
  try {
    await play.reply();
  } finally {
    isThinking = false;
    enable();
  }
  await draw();
  if (view.last?.vertex !== 'pass' || view.isOver) return;
  const isLast = !/^(japanese-playout|aga-button)\b/.test(view.rules);
  say(`The engine passes.${isLast ? ' If you pass too, the game ends.' : ''}`);
}

/** Shows the position, and lets the engine move if it is its turn. */
async function answer() {
  await draw();
  if (!view.isOver && view.turn === opponent()) await think();
}

/** Sets up the player, which a new worker does not know. */
function configure() {
  const settings = { pass: 'settled', dead_stones: 'estimate', level: Number(byId('level').value) };
  return gtp(`kata-set-params ${JSON.stringify(settings)}`);
}

const REASONS = {
  occupied: (at) => `There is a stone on ${at}.`,
  suicide: (at) => `${at} would be suicide: the stone would have no liberty, and the rules forbid that.`,
  ko: (at) => `${at} would take the ko back at once`,
  superko: (at) => `${at} is forbidden by superko`,
};

/** Says why a move is illegal; the board shows the position that it would repeat. */
async function explain({ reason, repeats = game.at - 1, vertex }) {
  const says = REASONS[reason]?.(vertex) ?? `${vertex}: ${reason}.`;
  if (reason !== 'ko' && reason !== 'superko') return say(says);
  byId('picture').innerHTML = await pictureIn(game.sgf, repeats, { labels: [[vertex, '?']] });
  const position = repeats ? `the position after move ${repeats}` : 'the start of the game';
  say(`${says} and would repeat ${position}, which the board shows now. Any key or click goes back.`);
  isElsewhere = true;
}

/** Plays a move of the user. */
async function move(vertex) {
  if (view.turn === opponent()) return say("It is the engine's turn: choose “Let the engine move”.");
  const verdict = await play.check(vertex);
  if (!verdict.isLegal) return explain(verdict);
  await play.play(vertex);
  await answer();
}

/** Plays on a point, or changes the dead stones after the game. */
async function choose(vertex) {
  if (view.isCounted) {
    if (!view.stones.has(vertex)) return;
    await play.turnRegion(vertex);
    return draw();
  }
  if (view.isOver) return say('The game is over. Undo goes on.');
  await move(vertex);
}

/** Takes back the last move of the user, and the reply, or a resignation. */
async function takeBack() {
  const isAnswered = view.turn === byId('you').value;
  if (view.isResigned) await play.takeResignationBack();
  else await play.undo(opponent() && isAnswered ? 2 : 1);
  await answer();
}

async function hint() {
  say('Searching …');
  const { turn, choices } = await hints(game.sgf, game.at, HINTS);
  const labels = choices.filter(({ vertex }) => vertex !== 'pass').map(({ vertex }, n) => [vertex, 'ABC'[n]]);
  await draw({ labels });
  const letters = new Map(labels);
  const named = (vertex) => (letters.has(vertex) ? `${letters.get(vertex)} (${vertex})` : vertex);
  const words = choices.map(({ vertex, percent }) => `${named(vertex)} wins ${percent} %`);
  say(`For ${titled(turn)}, the best first: ${words.join(', ')}.`);
}

async function estimate() {
  if (overlay.owners) return draw();
  say('Searching …');
  const { value, owners } = await glance(game.sgf, game.at);
  await draw({ owners: [owners] });
  const { lead, wins, spread } = value;
  const leader = lead < 0 ? 'White' : 'Black';
  const percent = Math.round(100 * (lead < 0 ? 1 - wins : wins));
  const isDecided = Math.max(wins, 1 - wins) >= DECIDED;
  say(
    `${leader} leads by ${Math.abs(lead).toFixed(1)} points, give or take ${Math.round(spread)}, and wins ${percent} %` +
      `${isDecided ? ': decided' : ''}. Dark points are likely to be Black's, light ones White's.`,
  );
}

function read() {
  const of = (color) =>
    [...view.stones]
      .filter(([, each]) => each === color)
      .map(([at]) => at)
      .join(' ') || 'none';
  say(`Black: ${of('black')}. White: ${of('white')}.`);
}

async function go(moves) {
  await play.go(moves);
  await draw();
}

/** Says what is wrong with a record that was read as far as it goes. */
function tell(defects) {
  if (defects.length) say(`The record is not in order: ${defects.join('; ')}.`);
}

async function open(sgf) {
  const defects = await play.open(sgf);
  await draw();
  tell(defects);
}

/** The property that names the engine, and its value, if the engine plays. */
function engineName() {
  const tag = { black: 'PB', white: 'PW' }[opponent()];
  return tag && [tag, `Ponnuki level ${byId('level').value}`];
}

/** Names the engine anew after a change of the level or of its colour. */
function rename() {
  const name = engineName();
  if (name) play.rename(name);
}

async function begin() {
  const [rules, komi, handicap] = ['rules', 'komi', 'handicap'].map((id) => byId(id).value);
  const size = (byId('size').value || byId('shape').value).replace('x', ' ');
  await play.begin({ size, rules, komi, handicap }, Object.fromEntries([engineName()].filter(Boolean)));
  await answer();
}

/** Fills in the komi of the rules, or of a handicap game. */
function proposeKomi() {
  isKomiChosen = false;
  const isHandicap = Number(byId('handicap').value) > 0;
  byId('komi').value = isHandicap ? HANDICAP_KOMI : byId('rules').selectedOptions[0].dataset.komi;
}

/** Opens or closes the settings of a new game. */
function showSetup(isShown) {
  byId('new').hidden = !isShown;
  byId('setup').ariaExpanded = String(isShown);
  if (isShown) byId('size').focus();
}

/** Restores the game in the address; returns false if there is none. */
async function readAddress() {
  const state = new URLSearchParams(location.hash.slice(1));
  if (!state.has('sgf')) return false;
  for (const id of ['you', 'level']) {
    const value = state.get(id);
    if ([...byId(id).options].some((option) => option.value === value)) byId(id).value = value;
  }
  await configure();
  const at = Number(state.get('at') ?? -1);
  let defects;
  try {
    defects = await play.open(state.get('sgf'), Number.isInteger(at) ? at : -1, state.get('dead')?.split(' '));
  } finally {
    if (game.sgf) await draw();
  }
  tell(defects);
  if (game.at === game.total) await answer();
  return true;
}

const actions = {
  pass: () => move('pass'),
  hint,
  estimate,
  reply: think,
  resign: async () => {
    await play.resign(opponent() ? byId('you').value : view.turn);
    await draw();
  },
  return: async () => {
    await play.comeBack();
    await draw();
  },
  first: () => go(0),
  back: () => go(game.at - 1),
  forward: () => go(game.at + 1),
  last: () => go(game.total),
  read: () => open(byId('sgf').value),
  share: async () => {
    if (!navigator.clipboard) return say('This browser copies only from its address bar.');
    await navigator.clipboard.writeText(location.href);
    say('The link is in the clipboard.');
  },
};

/** The button that each key presses, except on fields; the board has its own arrows. */
const KEYS = {
  p: 'pass',
  u: 'undo',
  h: 'hint',
  e: 'estimate',
  g: 'reply',
  ',': 'back',
  '.': 'forward',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  Home: 'first',
  End: 'last',
};

function onKey(event) {
  const { key, target } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || target.closest('input, select, textarea')) return;
  if (event.repeat && KEYS[key] !== 'back' && KEYS[key] !== 'forward') return;
  if (key === 'r') read();
  else if (key === 'b') byId('points').querySelector('[tabindex="0"]').focus();
  else if (KEYS[key]) byId(KEYS[key]).click();
  else return;
  event.preventDefault();
}

function listen() {
  for (const [id, action] of Object.entries(actions)) {
    byId(id).addEventListener('click', () => act(action, id === 'pass' ? takeBack : undefined));
  }
  byId('undo').addEventListener('click', () => (isThinking ? stop() : act(takeBack)));
  onChoice((vertex) => pending || act(() => choose(vertex), takeBack), say);
  byId('at').addEventListener('input', ({ target }) => {
    const moves = Number(target.value);
    act(() => go(moves));
  });
  byId('you').addEventListener('change', () =>
    act(async () => {
      rename();
      await answer();
    }),
  );
  byId('level').addEventListener('change', () =>
    act(async () => {
      await configure();
      rename();
      await draw();
    }),
  );
  byId('size').addEventListener('change', () => {
    const isOther = !byId('size').value;
    byId('shape').parentElement.hidden = !isOther;
    byId('shape').required = isOther;
  });
  byId('rules').addEventListener('change', () => proposeKomi());
  byId('handicap').addEventListener('change', () => isKomiChosen || proposeKomi());
  byId('komi').addEventListener('input', () => {
    isKomiChosen = true;
  });
  byId('setup').addEventListener('click', () => showSetup(byId('new').hidden));
  byId('new').addEventListener('submit', (event) => {
    event.preventDefault();
    showSetup(false);
    act(begin);
  });
  byId('file').addEventListener('change', ({ target }) =>
    act(async () => {
      const [file] = target.files;
      if (file) await open(await decodeSgf(new Uint8Array(await file.arrayBuffer())));
      target.value = '';
    }),
  );
  byId('save').addEventListener('click', ({ target }) => {
    URL.revokeObjectURL(target.href);
    target.href = URL.createObjectURL(new Blob([game.sgf], { type: 'application/x-go-sgf' }));
  });
  addEventListener('paste', (event) => {
    const text = event.clipboardData.getData('text').trim();
    if (text.startsWith('(') && !event.target.closest?.('input, textarea')) act(() => open(text));
  });
  addEventListener('hashchange', () => act(readAddress));
  addEventListener('keydown', onKey);
  for (const kind of ['keydown', 'click']) addEventListener(kind, () => isElsewhere && act(() => draw()), true);
  setUpCourse({
    current: () => [game.sgf, game.total],
    say: (text) => {
      byId('progress').textContent = text;
    },
    shown: () => markHere(game.sgf, game.at),
    go: (sgf, moves, best) =>
      act(async () => {
        if (sgf !== game.sgf) await play.visit(sgf);
        await play.go(moves);
        if (!best || best === 'pass') return draw();
        await draw({ labels: [[best, 'A']] });
        say(`A (${best}) was better.`);
      }),
  });
}

listen();
act(async () => {
  await start();
  await configure();
  try {
    if (await readAddress()) return;
  } catch (error) {
    if (error instanceof Stopped) throw error;
    await begin();
    throw new Error(`The address holds no game that can be read: ${error.message}`);
  }
  await begin();
});
