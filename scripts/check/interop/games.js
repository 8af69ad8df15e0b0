// The list of games against GNU Go, and the checks on each.
'use strict';

const fs = require('node:fs');

const { Engine } = require('./engine.js');
const { Game } = require('./game.js');

const GNU_GO = ['--mode', 'gtp', '--chinese-rules', '--positional-superko', '--never-resign'];

/** Six stones in a corner with two eyes, which live without another move. */
const LIVING = ['A2', 'B2', 'C2', 'D2', 'D1', 'B1'];

/**
 * With `clean`, GNU Go captures all dead stones before it passes, so the score needs
 * no judgement. Otherwise the dead stones stay on the board and are marked.
 */
function plan() {
  const game = (size, color, more = {}) => {
    const base = { size, color, komi: 7.5, first: 'B', handicap: [], stones: [], clean: true };
    return { ...base, ...more };
  };
  const living = (color) => ({ stones: LIVING, first: color === 'B' ? 'W' : 'B' });
  return [
    game(9, 'B'),
    game(9, 'W'),
    game(9, 'B', { ...living('B'), komi: 7 }),
    game(9, 'W', { ...living('W'), komi: -0.5 }),
    game(9, 'B', { ...living('B'), komi: 0 }),
    game(9, 'W', { ...living('W'), komi: 6.5 }),
    game(9, 'B', { clean: false }),
    game(9, 'W', { clean: false }),
    game(9, 'B', { handicap: LIVING, first: 'W', komi: 0.5 }),
    game(13, 'B'),
    game(13, 'W'),
    game(13, 'B', living('B')),
    game(13, 'W', living('W')),
    game(19, 'B'),
    game(19, 'W'),
  ];
}

function title({ size, color, komi, handicap, stones, clean }) {
  const words = [`${size}x${size}`.padEnd(5), color === 'B' ? 'black' : 'white', `komi ${komi}`];
  if (handicap.length > 0) words.push(`handicap ${handicap.length}`);
  if (stones.length > 0) words.push(`${stones.length} stones set up`);
  if (!clean) words.push('dead stones left');
  return words.join(', ');
}

/** Plays one game with fresh programs and writes it down. Returns the line to print about it. */
async function playOne(setup, number, { ponnuki, gnugo, seed, games }) {
  const started = Date.now();
  const random = String(seed + number);
  // GNU Go gives White a point for each handicap stone under Chinese rules.
  const rules = setup.handicap.length > 0 ? 'chinese-ogs' : 'cgos';
  const ours = new Engine('Ponnuki', [ponnuki, '--rules', rules, '--seed', random]);
  const capture = setup.clean ? ['--capture-all-dead'] : [];
  const theirs = new Engine('GNU Go', [gnugo, ...GNU_GO, ...capture, '--level', '0', '--seed', random]);
  let game;
  try {
    game = new Game(ours, theirs, setup);
    await game.play();
    const { text, dead } = await game.score();
    await game.browse();
    for (const engine of [ours, theirs]) {
      engine.throwIfRefused();
      const { code } = await engine.quit();
      if (code !== 0) throw new Error(`${engine.label} ended with status ${code}`);
    }
    const about = `${title(setup)}, seed ${random}\n${game.describe()}`;
    fs.appendFileSync(games, `${JSON.stringify({ about, ...game.transcript() })}\n`);
    const marked = dead.length > 0 ? `, ${dead.length} stones marked dead` : '';
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    return `${game.history.length} moves, ${text}${marked} (${seconds} s)`;
  } catch (error) {
    ours.kill();
    theirs.kill();
    const about = `${title(setup)}, seed ${random}: ${error.message}`;
    throw new Error(game ? `${about}\n${game.describe()}` : about);
  }
}

/** Plays all games, two at a time from the last, which takes longest. Throws at the first fault. */
async function playGames(programs) {
  const games = plan();
  const left = [...games.entries()];
  const playLeft = async () => {
    while (left.length > 0) {
      const [index, setup] = left.pop();
      const line = await playOne(setup, index, programs);
      console.log(`game ${String(index + 1).padStart(2)}: ${title(setup)}: ${line}`);
    }
  };
  await Promise.all([playLeft(), playLeft()]);
  console.log(`${games.length} games: no move refused`);
}

module.exports = { playGames };
