// The games of a results file, and the positions after each of their moves as the
// engine reports them over GTP. Independent of the page.
'use strict';

const { spawnSync } = require('node:child_process');
const { readFileSync } = require('node:fs');

/** Reads the records of a results file. */
function readRecords(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Builds the GTP commands that replay a game and list all stones after every move. */
function commands(record) {
  const [width, height] = record.size.split('x');
  const setup = ['black', 'white'].flatMap((color) => record.stones[color].map((point) => `${color} ${point}`));
  const list = ['list_stones black', 'list_stones white'];
  const lines = [`rectangular_boardsize ${width} ${height}`, `set_position ${setup.join(' ')}`, ...list];
  let color = record.first;
  for (const move of record.moves) {
    lines.push(`play ${color} ${move}`, ...list);
    color = color === 'black' ? 'white' : 'black';
  }
  return lines;
}

/**
 * Returns the stones after each number of moves, 0 included: the sorted names of
 * Black's points and of White's.
 */
function positions(engine, record) {
  const { ko, suicide } = record.rules;
  const run = spawnSync(engine, ['--quiet', '--ko', ko, '--suicide', suicide], {
    input: `${commands(record).join('\n')}\nquit\n`,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (run.status !== 0) throw new Error(`the engine failed: ${run.stderr}`);
  const refused = run.stdout.match(/^\?.*/m);
  if (refused) throw new Error(`the engine refused a move of game ${record.game}: ${refused[0]}`);
  const answers = run.stdout.split('\n\n').map((answer) => answer.slice(1).trim());
  const names = (answer) => answer.split(/\s+/).filter(Boolean).sort().join(' ');
  // Two answers come before the start position. After that, the answer to each play
  // precedes its two lists.
  return Array.from({ length: record.moves.length + 1 }, (_, number) => ({
    black: names(answers[2 + 3 * number]),
    white: names(answers[3 + 3 * number]),
  }));
}

module.exports = { readRecords, positions };
