// Judges the moves of a game as `ponnuki review` does: a move loses what the position
// after the engine's first choice is worth more than the position after the move.

import { gtpIn } from './engine.js';

/**
 * The playouts of a position, and of the second look at a move that seems to lose points: half of
 * what the program takes, since a browser makes far fewer in a second.
 */
const PLAYOUTS = 30;
const SECOND_PLAYOUTS = 4 * PLAYOUTS;
const MIN_SECOND_LOSS = 1.5;

/** The playouts of hints, and of estimates. */
const HINT_PLAYOUTS = 800;
const ESTIMATE_PLAYOUTS = 200;

/** The least loss of a mistake, in points and as a share of the wins. */
const MIN_POINTS = 3;
const MIN_CHANCE = 0.01;

const MAX_MISTAKES = 8;

/** Searches the position after some moves and, if given, one more. Values and owners are Black's. */
async function search(sgf, moves, playouts, further = []) {
  const analysis = `kata-analyze 1000000 playouts ${playouts} rootInfo true ownership true`;
  const found = await gtpIn(sgf, moves, ...further, 'gogui-rules_side_to_move', analysis);
  const [turn, text] = found.slice(further.length);
  const sign = turn === 'black' ? 1 : -1;
  const [, wins, spread, lead] = text
    .match(/rootInfo .*?winrate (\S+) .*?scoreStdev (\S+) scoreLead (\S+)/)
    .map(Number);
  const value = { wins: sign > 0 ? wins : 1 - wins, lead: sign * lead, spread };
  const choices = [...text.matchAll(/info move (\S+) visits \d+ winrate (\S+)/g)];
  const [, owners] = text.match(/ ownership (.*)/);
  return {
    turn,
    value,
    choices: choices.map(([, vertex, wins]) => ({ vertex, wins: Number(wins) })),
    owners: owners
      .trim()
      .split(/\s+/)
      .map((owner) => sign * Number(owner)),
  };
}

/** Returns the value of a position, and the owners of its points, row by row from the top. */
export const glance = (sgf, moves) => search(sgf, moves, ESTIMATE_PLAYOUTS);

/** Returns the moves of a position that the search likes best, with their win rates in percent, the highest first. */
export async function hints(sgf, moves, number) {
  const { turn, choices } = await search(sgf, moves, HINT_PLAYOUTS);
  const best = choices.slice(0, number).map(({ vertex, wins }) => ({ vertex, percent: Math.round(100 * wins) }));
  return { turn, choices: best.sort((a, b) => b.percent - a.percent) };
}

/** Returns what a move loses against the first choice, for the player who moves. */
async function lossOf({ sgf, move, color, best, after }, playouts) {
  const chosen = await search(sgf, move - 1, playouts, [`play ${color} ${best}`]);
  const played = after ?? (await search(sgf, move, playouts));
  const sign = color === 'black' ? 1 : -1;
  const points = sign * (chosen.value.lead - played.value.lead);
  const chance = sign * (chosen.value.wins - played.value.wins);
  return { points: Math.max(0, points), chance: Math.max(0, chance) };
}

/**
 * Reviews a game whose moves are given. Calls `show` with the values and the mistakes after
 * each move, and ends early if it returns false.
 */
export async function review(sgf, moves, show) {
  let before = await search(sgf, 0, PLAYOUTS);
  const values = [before.value];
  const mistakes = [];
  for (const [index, { color, vertex }] of moves.entries()) {
    const move = index + 1;
    // A second pass would end the game with all dead stones on the board.
    const isPass = vertex === 'pass';
    const after = isPass ? { ...before, choices: [] } : await search(sgf, move, PLAYOUTS);
    const best = before.turn === color && before.choices[0]?.vertex;
    if (best && !isPass && best !== vertex) {
      const judged = { sgf, move, color, best };
      let loss = await lossOf({ ...judged, after }, PLAYOUTS);
      if (loss.points >= MIN_SECOND_LOSS) loss = await lossOf(judged, SECOND_PLAYOUTS);
      if (loss.points >= MIN_POINTS && loss.chance >= MIN_CHANCE) {
        mistakes.push({ move, color, vertex, best, ...loss });
        mistakes.sort((a, b) => b.chance - a.chance).splice(MAX_MISTAKES);
      }
    }
    values.push(after.value);
    before = after;
    if (!show({ values, mistakes })) return;
  }
}
