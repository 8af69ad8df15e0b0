// The engine in its worker, which answers requests in order.

/** The reason why a request has no answer: the engine was stopped. */
export class Stopped extends Error {
  message = 'The engine was stopped.';
}

const FAILURE = 'The engine has failed. Reload the page to go on from here.';

let worker;
let wasm;
const waiting = new Map();
let requests = 0;

/** Returns the module that the page carries, compressed, in base64. */
async function unpacked() {
  if (!self.DecompressionStream) throw new Error('This browser is too old.');
  const packed = Uint8Array.from(atob(document.getElementById('wasm').textContent), (byte) => byte.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}

function request(name, ...values) {
  return new Promise((resolve, reject) => {
    waiting.set(++requests, { resolve, reject });
    worker.postMessage({ id: requests, name, values });
  });
}

function rejectAll(error) {
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
}

/** Stops the engine in the middle of what it does. */
export function stop() {
  worker.terminate();
  rejectAll(new Stopped());
}

export async function start() {
  wasm ??= await unpacked();
  // A page from a disk may start no worker but one of its own text.
  const script = URL.createObjectURL(new Blob([document.getElementById('worker').textContent]));
  worker = new Worker(script);
  URL.revokeObjectURL(script);
  worker.onerror = () => rejectAll(new Error(FAILURE));
  worker.onmessage = ({ data: { id, result, fault, isBroken } }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (isBroken) reject(new Error(FAILURE));
    else if (fault) reject(new Error(fault));
    else resolve(result);
  };
  await request('start', wasm, Math.floor(Math.random() * 2 ** 53));
}

/** Returns the answers to lines of GTP; throws the first failure. */
function answers(output) {
  return output
    .split('\n\n')
    .slice(0, -1)
    .map((answer) => {
      if (answer.startsWith('?')) throw new Error(answer.slice(2));
      return answer.slice(1).trim();
    });
}

export const gtp = async (...lines) => answers(await request('gtp', lines.join('\n')));

/** Loads a record up to the position after some moves, and returns what is wrong with it. */
export const load = (record, moves = -1) => request('load', record, moves < 0 ? undefined : moves + 1);

/** Returns the first game of a file as SGF, whatever its encoding. */
export const decodeSgf = (bytes) => request('decodeSgf', bytes);

export const picture = (overlay) => request('picture', JSON.stringify(overlay));

/** Asks about the position of a record after some moves; the game stays as it is. */
export const gtpIn = async (record, moves, ...lines) =>
  answers(await request('gtpIn', record, moves + 1, lines.join('\n')));

export const pictureIn = (record, moves, overlay) => request('pictureIn', record, moves + 1, JSON.stringify(overlay));
