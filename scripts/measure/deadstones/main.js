// Finds the dead stones of finished games with Sabaki's package and with the
// engine over GTP, and prints how often each is right and how much processor time
// it takes. Processor time is measured because a busy machine distorts it least.
// Each round has a seed of its own.
//
//   node main.js ENGINE FOLDER [ROUNDS]

const { spawn } = require('node:child_process');
const deadstones = require('@sabaki/deadstones');

const { games, points, setup } = require('./games.js');

/** Returns the stones that the players removed as dead, as "x,y". */
function truth({ board, marks }) {
  const dead = new Set();
  for (const [y, row] of board.entries()) {
    for (const [x, sign] of row.entries()) {
      if (sign !== 0 && marks[y][x] === 1) dead.add(`${x},${y}`);
    }
  }
  return dead;
}

/** The engine, driven over GTP one command at a time. */
class Engine {
  constructor(program) {
    this.process = spawn(program, ['--quiet'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.text = '';
    this.waiting = [];
    this.process.stdout.on('data', (data) => {
      this.text += data;
      const answers = this.text.split('\n\n');
      this.text = answers.pop();
      for (const answer of answers) this.waiting.shift()(answer);
    });
  }

  ask(command) {
    return new Promise((resolve, reject) => {
      this.waiting.push((answer) =>
        answer.startsWith('=') ? resolve(answer.slice(2)) : reject(Error(`${command}: ${answer}`)),
      );
      this.process.stdin.write(`${command}\n`);
    });
  }

  /** Returns the processor time used so far, in milliseconds. */
  async time() {
    return 1000 * Number(await this.ask('cputime'));
  }

  async dead(board) {
    for (const command of setup(board)) await this.ask(command);
    return points(board, await this.ask('ponnuki-estimate_dead')).map(String);
  }
}

/** Returns the processor time that this process has used so far, in milliseconds. */
async function ownTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Counts correct answers and adds up the time, game by game. */
class Tally {
  constructor(name, time) {
    Object.assign(this, { name, time, games: 0, exact: 0, stones: 0, right: 0, milliseconds: 0 });
  }

  async add(game, find) {
    const start = await this.time();
    const found = new Set(await find(game.board));
    this.milliseconds += (await this.time()) - start;
    const dead = truth(game);
    const wrong =
      [...found].filter((stone) => !dead.has(stone)).length + [...dead].filter((stone) => !found.has(stone)).length;
    const stones = game.board.flat().filter((sign) => sign !== 0).length;
    this.games += 1;
    this.exact += wrong === 0;
    this.stones += stones;
    this.right += stones - wrong;
  }

  print() {
    const time = this.milliseconds / this.games;
    const right = ((100 * this.right) / this.stones).toFixed(2);
    console.log(
      `${this.name}: ${this.exact} of ${this.games} exact, ${right} % of stones, ${time.toFixed(1)} ms of processor time per game`,
    );
    return time;
  }
}

async function main([program, folder, rounds]) {
  const all = games(folder);
  const engine = new Engine(program);
  const sabaki = (board) => deadstones.guess(board, { finished: true, iterations: 100 });
  const asked = (board) => engine.dead(board);
  // One unmeasured call each, so that both are loaded and warm.
  await sabaki(all[0].board).then((stones) => stones.length);
  await asked(all[0].board);
  for (let round = 1; round <= Number(rounds); round++) {
    await engine.ask(`set_random_seed ${round}`);
    const theirs = new Tally('@sabaki/deadstones, 100 iterations', ownTime);
    const ours = new Tally('ponnuki-estimate_dead, over GTP   ', () => engine.time());
    for (const game of all) {
      await theirs.add(game, async (board) => (await sabaki(board)).map(String));
      await ours.add(game, asked);
    }
    const ratio = theirs.print() / ours.print();
    console.log(`${ratio.toFixed(1)} times as fast`);
    if (ours.exact < 51) throw Error('fewer than 51 games exact');
  }
  await engine.ask('quit');
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
