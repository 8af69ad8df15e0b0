// Compares the WebAssembly package in Node and in a browser with the program.
//
//   node main.js ENGINE PACKAGE FOLDER CHROMIUM [--quick]

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const { launch } = require('../browser.js');
const { games, points, setup } = require('../../measure/deadstones/games.js');

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Whole games and single commands, with the arguments that give the program the same player. */
function sessions() {
  const game = (moves) => Array.from({ length: moves }, (_, n) => `genmove ${n % 2 ? 'w' : 'b'}\n`).join('');
  const setup = (size) => `boardsize ${size}\nkomi 7\n`;
  const end = 'showboard\nfinal_score\nprintsgf\nlist_commands\nname\n';
  const session = (options, args, input) => ({ options: { ...options, seed: 7 }, args, input });
  const rest = '1 foo\n\n# comment\nplay b\nkata-set-rules chinese\nloadsgf /no/file\nundo\nquit';
  return [
    session({}, [], setup(9) + game(140) + end + rest),
    session({ level: 3 }, ['--level', '3'], setup(7) + game(60) + end),
    session({ level: 8 }, ['--level', '8'], `${setup(9) + game(12)}undo\nreg_genmove w\n${end}`),
    session({ playouts: 400 }, ['--playouts', '400'], setup('13 9') + game(8) + end),
    // The network, whose answers have the same bits with every processor's instructions.
    session({ playouts: 40 }, ['--playouts', '40'], `${setup(9) + game(30)}kata-raw-nn all\n${end}`),
  ];
}

/** With --quick, only each of so many positions is judged. */
const QUICK_STEP = 9;

/** Leaves out what WebAssembly lacks: commands for the processor time, and the reason why there is no file. */
const withoutSystem = (text) =>
  text.replace(/^(cputime|gomill-cpu_time)\n/gm, '').replace(/(cannot load file): .*/g, '$1');

const program = (engine, args, input) =>
  execFileSync(engine, ['--quiet', ...args], { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] });

/** Returns what the program says of a position: dead stones, owners, score, a move. */
function judged(engine, board) {
  const asked = 'ponnuki-estimate_dead\nponnuki-ownership 1000\nestimate_score\n';
  const answers = program(engine, ['--seed', '1'], [...setup(board), asked].join('\n')).split('\n\n');
  const [dead, owners, score] = answers.slice(2).map((answer) => answer.slice(1).trim());
  return {
    dead: points(board, dead),
    ownership: owners.split('\n').map((row) => row.trim().split(/\s+/).map(Number)),
    score,
  };
}

const sorted = (vertices) => vertices.map(String).sort();

/** Compares the results of the package with the program. */
function compare(where, engine, { boards, sessions }, found) {
  boards.forEach((board, index) => {
    const [wanted, estimate] = [judged(engine, board), found.estimates[index]];
    assert.deepEqual(sorted(found.dead[index]), sorted(wanted.dead), `${where}: dead in ${index}`);
    const owners = estimate.ownership.flat();
    assert.equal(owners.length, wanted.ownership.flat().length);
    for (const [n, value] of wanted.ownership.flat().entries()) assert(Math.abs(value - owners[n]) < 0.00501);
    const score = Number(wanted.score.match(/^[BW]\+([\d.]+)|^0/)[1] ?? 0);
    const lead = wanted.score.startsWith('W') ? -score : score;
    assert(Math.abs(lead - estimate.score) < 0.0501, `${where}: ${wanted.score} in ${index}`);
  });
  assert.deepEqual(found.guessed, found.dead[0]);
  assert.equal(found.map.length, boards[0].length);
  sessions.forEach(({ args, input }, index) => {
    const wanted = program(engine, [...args, '--seed', '7'], input);
    assert.notEqual(withoutSystem(wanted), wanted);
    assert.equal(withoutSystem(found.sessions[index]), withoutSystem(wanted), `${where}: session ${index}`);
  });
  for (const move of found.moves) {
    assert(move === 'pass' || move === 'resign' || move.length === 2, `${where}: ${move}`);
  }
  for (const [message, wanted] of found.refusals) {
    assert(message.includes(wanted), `${where}: '${message}' instead of '${wanted}'`);
  }
  assert.equal(found.decoded, '(;FF[4]CA[GB18030]SZ[9]PB[碁])');
  assert.equal(found.prisoners, '1');
  assert.equal(found.loaded.history, 'black A1');
  assert.deepEqual(found.loaded.defects, []);
  assert.match(found.mended.join('; '), /^move 2 is illegal.*no last '\)'/);
  for (const part of ['opacity=".4"', 'r=".34"', '>&lt;</text>', 'fill-opacity="0.60"']) {
    assert(found.loaded.picture.includes(part), `${where}: no ${part} in ${found.loaded.picture}`);
  }
  const { move, spent, chosen, analysis, endless } = found.timed;
  assert(Array.isArray(move) && spent < 5000, `${where}: ${move} after ${spent} ms`);
  assert.match(chosen, /^[A-J]\d$/);
  assert.match(analysis, /^=\ninfo move .*\n\n$/s);
  assert.match(endless, /^=\n.*\n$/s);
  const stones = found.dead.reduce((sum, dead) => sum + dead.length, 0);
  console.log(
    `${where}: ${boards.length} positions with ${stones} dead stones, ${sessions.length} sessions, ` +
      `${found.refusals.length} refusals`,
  );
}

/** Serves the files of some folders, each below its name. */
function serve(folders) {
  const server = http.createServer((request, response) => {
    const [, name, file] = request.url.match(/^\/(\w+)\/([\w./]+)$/) ?? [];
    const found = name in folders && path.join(folders[name], file);
    if (!found || !fs.existsSync(found)) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'text/plain' });
    response.end(fs.readFileSync(found));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function inBrowser(chromium, folders, task) {
  const server = await serve(folders);
  const browser = await launch(chromium);
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/checks/page.html`);
    const run = async (task) => {
      const ponnuki = await import('/package/browser.js');
      const { results } = await import('/checks/checks.mjs');
      return JSON.stringify(await results(ponnuki, task));
    };
    return JSON.parse(await page.evaluate(run, task));
  } finally {
    await browser.close();
    server.close();
  }
}

async function main([engine, folder, data, chromium, quick]) {
  const boards = games(data).map(({ board }) => board);
  const task = { boards: boards.filter((_, n) => !quick || n % QUICK_STEP === 0), sessions: sessions() };
  const ponnuki = await import(pathToFileURL(path.join(folder, 'node.js')));
  const { results } = await import(pathToFileURL(path.join(__dirname, 'checks.mjs')));
  const found = JSON.parse(JSON.stringify(await results(ponnuki, task)));
  compare('Node', engine, task, found);
  const folders = { package: folder, checks: __dirname };
  compare('Chromium', engine, task, await inBrowser(chromium, folders, task));
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});
