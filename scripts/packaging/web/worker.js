// Runs in the worker, after the script of wasm-bindgen. One engine plays the game; the
// other one looks at other positions, so that the game never notices.

const MEMORY = 64; // MiB for the tree of each engine

let game;
let analyst;

const newEngine = (options) => new wasm_bindgen.Engine(JSON.stringify({ ...options, memory: MEMORY }));

/** Runs a function on the analyst in the position of a record before a move. */
const inPosition = (work) => (record, move, argument) => {
  analyst.loadSgf(record, move);
  return work(argument);
};

const requests = {
  start(wasm, seed) {
    wasm_bindgen.initSync({ module: wasm });
    game = newEngine({ level: 0, seed });
    analyst = newEngine({ playouts: 1, seed: 1 });
  },
  gtp: (lines) => game.gtp(lines),
  load: (record, move) => game.loadSgf(record, move),
  decodeSgf: (bytes) => wasm_bindgen.decodeSgf(bytes),
  picture: (overlay) => game.picture(overlay),
  gtpIn: inPosition((lines) => analyst.gtp(lines)),
  pictureIn: inPosition((overlay) => analyst.picture(overlay)),
};

self.onmessage = ({ data: { id, name, values } }) => {
  try {
    self.postMessage({ id, result: requests[name](...values) });
  } catch (error) {
    self.postMessage({ id, fault: error.message, isBroken: error instanceof WebAssembly.RuntimeError });
  }
};
