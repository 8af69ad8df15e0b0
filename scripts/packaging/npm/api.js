// The functions of the package, on top of the module that wasm-bindgen writes.

import * as wasm from './wasm/ponnuki.js';

/** Returns a position as JSON; rows of signs are a position with Black to move. */
const position = (value) => JSON.stringify(Array.isArray(value) ? { board: value } : value);

/** Returns a player as JSON. Without a seed its games are different each time. */
const player = (options) => JSON.stringify({ ...options, seed: options.seed ?? Math.floor(Math.random() * 2 ** 53) });

export const deadStones = (board, options = {}) =>
  JSON.parse(wasm.deadStones(position(board), JSON.stringify(options)));

export const estimate = (board, options = {}) => JSON.parse(wasm.estimate(position(board), JSON.stringify(options)));

export const genmove = (board, options = {}) => JSON.parse(wasm.genmove(position(board), player(options)));

/** `guess` of @sabaki/deadstones. */
export const guess = async (board, { iterations } = {}) => deadStones(board, { playouts: iterations });

/** `getProbabilityMap` of @sabaki/deadstones. */
export const getProbabilityMap = async (board, iterations) => estimate(board, { playouts: iterations }).ownership;

export const decodeSgf = (bytes) => wasm.decodeSgf(bytes);

export class Engine {
  #engine;

  constructor(options = {}) {
    this.#engine = new wasm.Engine(player(options));
  }

  gtp(lines) {
    return this.#engine.gtp(lines);
  }

  command(line) {
    const answer = this.gtp(line).trimEnd();
    const [, sign, text] = answer.match(/^([=?])\d* ?([\s\S]*)$/) ?? [answer, '=', ''];
    if (sign === '?') throw new Error(`${line}: ${text}`);
    return text;
  }

  loadSgf(record, move) {
    return this.#engine.loadSgf(record, move);
  }

  picture(overlay = {}) {
    return this.#engine.picture(JSON.stringify(overlay));
  }

  free() {
    this.#engine.free();
  }
}
