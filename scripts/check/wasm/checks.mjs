// Calls the package with positions and sessions. The same code runs in Node and in a
// browser, so it returns everything as JSON.

/** A record whose name is 碁 in an encoding of its own. */
const GB18030_RECORD = Uint8Array.from(
  [...'(;FF[4]CA[GB18030]SZ[9]PB[', 0xb3, 0x9e, ...'])'].map((c) => (typeof c === 'string' ? c.charCodeAt(0) : c)),
);

/** What the package must refuse, with a part of the message. */
const REFUSED = [
  [(p) => p.deadStones([]), 'each be 1 to 25'],
  [(p) => p.deadStones([[0, 1], [0]]), 'row 1'],
  [(p) => p.deadStones([[0, 2]]), '2 is no sign'],
  [(p) => p.deadStones([[1, -1]]), 'libert'],
  [(p) => p.deadStones([[0.5]]), 'position: '],
  [(p) => p.deadStones(null), 'position: '],
  [(p) => p.deadStones([[0]], { playouts: 0 }), '1 to 20000'],
  [(p) => p.deadStones([[0]], { playouts: 20001 }), '1 to 20000'],
  [(p) => p.deadStones([[0]], { plyouts: 1 }), 'plyouts'],
  [(p) => p.estimate({ board: [[0]], toMove: 0 }), 'toMove'],
  [(p) => p.estimate({ board: [[0]], rules: 'chess' }), "unknown rules 'chess'"],
  [(p) => p.genmove([[0]], { level: 10 }), '0 to 9'],
  [(p) => p.genmove([[0]], { level: 1, playouts: 5 }), 'a level has no'],
  [(p) => p.genmove([[0]], { playouts: 0 }), 'playouts'],
  [(p) => p.genmove([[0]], { timePerMove: -1 }), 'timePerMove'],
  [(p) => p.genmove([[0]], { playouts: 5, memory: 0 }), 'memory'],
  [(p) => new p.Engine({ seed: -1 }), 'options: '],
  [(p) => new p.Engine({ level: 'high' }), 'options: '],
  [(p) => new p.Engine().command('play b'), 'syntax error'],
  [(p) => new p.Engine().loadSgf('no game'), 'no game'],
  [(p) => p.decodeSgf(new Uint8Array(5)), 'no game'],
  [(p) => new p.Engine().picture({ dead: ['Z9'] }), "'Z9' is no point"],
  [(p) => new p.Engine().picture({ owners: [[1]] }), '19x19'],
];

/** Returns the message of a call that throws an Error. */
function refusal(call, ponnuki) {
  try {
    return `accepted: ${JSON.stringify(call(ponnuki))}`;
  } catch (error) {
    return error instanceof Error ? error.message : `no Error: ${error}`;
  }
}

/** Moves that need a clock: on its own, by GTP, and an analysis that ends by itself. */
function timed(ponnuki) {
  const board = Array.from({ length: 9 }, () => Array(9).fill(0));
  const begin = Date.now();
  const move = ponnuki.genmove(board, { timePerMove: 0.2 });
  const spent = Date.now() - begin;
  const engine = new ponnuki.Engine({ playouts: 100000000, seed: 1 });
  engine.command('boardsize 9');
  engine.command('time_settings 2 0 0');
  const chosen = engine.command('genmove b');
  const analysis = engine.gtp('lz-analyze w 1 playouts 500');
  const endless = engine.gtp('lz-analyze w 1');
  engine.free();
  return { move, spent, chosen, analysis, endless };
}

/** Loads a record up to its second move, and draws the position. */
function loaded(ponnuki, record) {
  const engine = new ponnuki.Engine();
  const defects = engine.loadSgf(record, 2);
  const picture = engine.picture({
    owners: [
      [1, -1],
      [0, 0],
    ],
    dead: ['A1'],
    labels: [['B2', '<']],
  });
  return { history: engine.command('move_history'), picture, defects };
}

/** Counts the prisoners of a record that sets up stones after a capture. */
function prisoners(ponnuki) {
  const engine = new ponnuki.Engine();
  engine.loadSgf('(;SZ[5];B[ba];W[aa];B[ab];AB[cc];W[dd])');
  return engine.command('captures black');
}

export async function results(ponnuki, { boards, sessions }) {
  return {
    dead: boards.map((board) => ponnuki.deadStones(board, { seed: 1 })),
    guessed: await ponnuki.guess(boards[0], { finished: true }),
    map: await ponnuki.getProbabilityMap(boards[0], 50),
    estimates: boards.map((board) => ponnuki.estimate(board, { seed: 1 })),
    sessions: sessions.map(({ options, input }) => {
      const engine = new ponnuki.Engine(options);
      const output = engine.gtp(input);
      engine.free();
      return output;
    }),
    moves: sessions.map(({ options }) => ponnuki.genmove(boards[0], options)),
    refusals: REFUSED.map(([call, wanted]) => [refusal(call, ponnuki), wanted]),
    decoded: ponnuki.decodeSgf(GB18030_RECORD),
    prisoners: prisoners(ponnuki),
    loaded: loaded(ponnuki, '(;SZ[2];B[ab];W[ba])'),
    mended: new ponnuki.Engine().loadSgf('(;SZ[9];B[aa];W[aa]'),
    timed: timed(ponnuki),
  };
}
