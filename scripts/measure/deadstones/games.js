// The finished games of gtp-tests/data/deadstones, and their boards over GTP.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/**
 * Reads a file: some lines of text, then the board from the top row down, then the
 * marks in the same order, both as numbers.
 */
function read(file) {
  const rows = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((row) => row.length > 1 && row.every(Number.isInteger));
  return { board: rows.slice(0, rows.length / 2), marks: rows.slice(rows.length / 2) };
}

/** Reads all finished games below a folder, without those that end with an empty board. */
function games(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.game'));
  const all = files.sort().map((name) => read(path.join(folder, name)));
  const found = all.filter(({ board }) => board.flat().some(Boolean));
  if (found.length !== 53) throw Error(`expected 53 games in ${folder}, found ${found.length}`);
  return found;
}

/** Returns the commands that set a board up. */
function setup(board) {
  const height = board.length;
  const stones = board.flatMap((row, y) =>
    row.flatMap((sign, x) => (sign === 0 ? [] : [`${sign > 0 ? 'b' : 'w'} ${COLUMNS[x]}${height - y}`])),
  );
  return [`boardsize ${board[0].length} ${height}`, `set_position ${stones.join(' ')}`];
}

/** Returns the points of a list of vertices, as columns and rows from the top left. */
function points(board, vertices) {
  const names = vertices.split(' ').filter(Boolean);
  return names.map((name) => [COLUMNS.indexOf(name[0]), board.length - name.slice(1)]);
}

module.exports = { games, points, setup };
