// An independent board with the rules, positional superko and the area count. It is as
// plain as possible and shares no code with the engine: an array of characters, flood
// fill without recursion, and whole boards compared as text.
'use strict';

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const STONE = { B: 'X', W: 'O' };
const OTHER = { X: 'O', O: 'X' };

/** A square board: the stones, and every position seen since the start. */
class Board {
  constructor(size) {
    this.size = size;
    this.cells = Array(size * size).fill('.');
    this.seen = new Set([this.cells.join('')]);
  }

  /** Returns the index of a vertex such as "D4"; row 1 is at the bottom. */
  index(vertex) {
    const column = LETTERS.indexOf(vertex[0].toUpperCase());
    const row = Number(vertex.slice(1)) - 1;
    const inside = (n) => Number.isInteger(n) && n >= 0 && n < this.size;
    if (!inside(column) || !inside(row)) throw new Error(`no such vertex: ${vertex}`);
    return row * this.size + column;
  }

  vertex(index) {
    return LETTERS[index % this.size] + (Math.floor(index / this.size) + 1);
  }

  neighbours(index) {
    const column = index % this.size;
    const found = [];
    if (column > 0) found.push(index - 1);
    if (column < this.size - 1) found.push(index + 1);
    if (index >= this.size) found.push(index - this.size);
    if (index < this.cells.length - this.size) found.push(index + this.size);
    return found;
  }

  /** Returns the connected points of the same kind as `start`, and the kinds they touch. */
  region(cells, start) {
    const members = new Set([start]);
    const touches = new Set();
    for (const point of members) {
      for (const next of this.neighbours(point)) {
        if (cells[next] === cells[start]) members.add(next);
        else touches.add(cells[next]);
      }
    }
    return { members: [...members], touches };
  }

  /** Returns the cells after a play, or the reason why it is illegal. */
  judge(color, vertex) {
    const point = this.index(vertex);
    const stone = STONE[color];
    if (this.cells[point] !== '.') return { reason: 'occupied' };
    const cells = [...this.cells];
    cells[point] = stone;
    for (const next of this.neighbours(point)) {
      if (cells[next] !== OTHER[stone]) continue;
      const { members, touches } = this.region(cells, next);
      if (!touches.has('.')) for (const member of members) cells[member] = '.';
    }
    if (!this.region(cells, point).touches.has('.')) return { reason: 'suicide' };
    if (this.seen.has(cells.join(''))) return { reason: 'superko' };
    return { cells };
  }

  /** Plays a stone, or passes. Throws when the play is illegal. */
  play(color, vertex) {
    if (vertex.toUpperCase() === 'PASS') return;
    const { cells, reason } = this.judge(color, vertex);
    if (reason) throw new Error(`illegal move (${reason}): ${color} ${vertex}`);
    this.cells = cells;
    this.seen.add(cells.join(''));
  }

  /** Places handicap stones. The resulting position becomes the start position. */
  handicap(vertices) {
    for (const vertex of vertices) this.cells[this.index(vertex)] = STONE.B;
    this.seen = new Set([this.cells.join('')]);
  }

  /** Returns all vertices where `color` may play. */
  legal(color) {
    const all = this.cells.map((_, point) => this.vertex(point));
    return all.filter((vertex) => !this.judge(color, vertex).reason);
  }

  stones(color) {
    const all = this.cells.map((cell, point) => (cell === STONE[color] ? this.vertex(point) : ''));
    return all.filter((vertex) => vertex);
  }

  /**
   * Black's area minus White's area and komi. An empty region counts for a colour if
   * it touches no other; the `dead` vertices are removed first.
   */
  score(komi, dead = []) {
    const cells = [...this.cells];
    for (const vertex of dead) cells[this.index(vertex)] = '.';
    const counted = new Set();
    let margin = -komi;
    cells.forEach((cell, point) => {
      if (cell === 'X') margin += 1;
      if (cell === 'O') margin -= 1;
      if (cell !== '.' || counted.has(point)) return;
      const { members, touches } = this.region(cells, point);
      for (const member of members) counted.add(member);
      if (touches.size !== 1) return;
      margin += touches.has('X') ? members.length : -members.length;
    });
    return margin;
  }

  toString() {
    const rows = [];
    for (let row = this.size - 1; row >= 0; row -= 1) {
      rows.push(this.cells.slice(row * this.size, (row + 1) * this.size).join(' '));
    }
    return rows.join('\n');
  }
}

/** Returns a score as GTP writes it: "B+3.5", "W+12", "0". */
function scoreText(margin) {
  if (margin === 0) return '0';
  return margin > 0 ? `B+${margin}` : `W+${-margin}`;
}

/** Reads a score that an engine printed, as a number from Black's side. */
function scoreValue(text) {
  if (text === '0') return 0;
  const match = /^([BW])\+(\d+(?:\.\d+)?)$/.exec(text);
  if (!match) throw new Error(`not a score: "${text}"`);
  return match[1] === 'B' ? Number(match[2]) : -Number(match[2]);
}

module.exports = { Board, scoreText, scoreValue };
