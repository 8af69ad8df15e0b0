// One game between two programs, both driven the way Sabaki drives them. An
// independent board judges every move and the score.
'use strict';

const { Board, scoreText, scoreValue } = require('./board.js');

/** The engine's own view is compared with the board each time after this many moves. */
const INSPECT_EVERY = 25;

class Game {
  /**
   * `setup` holds size, komi, color (ours), first (the colour to move), handicap (the
   * vertices of Black's handicap stones) and stones (vertices that our colour plays in
   * a row, as GUIs send setup stones).
   */
  constructor(ours, theirs, setup) {
    this.ours = ours;
    this.theirs = theirs;
    this.setup = setup;
    this.board = new Board(setup.size);
    this.history = [];
    if (setup.handicap.length > 0) {
      this.board.handicap(setup.handicap);
      this.history.push({ name: 'set_free_handicap', args: setup.handicap });
    }
    for (const vertex of setup.stones) this.record(setup.color, vertex);
  }

  record(color, vertex) {
    this.board.play(color, vertex);
    this.history.push({ name: 'play', args: [color, vertex] });
  }

  state(length = this.history.length) {
    const { komi, size } = this.setup;
    return { komi, boardsize: [size, size], history: this.history.slice(0, length) };
  }

  /** Plays until two passes in a row. */
  async play() {
    let color = this.setup.first;
    let passes = 0;
    const limit = 5 * this.setup.size ** 2;
    while (passes < 2) {
      if (this.history.length > limit) throw new Error(`no end after ${limit} moves`);
      const mover = color === this.setup.color ? this.ours : this.theirs;
      const vertex = await mover.genmove(color, this.state());
      try {
        this.record(color, vertex);
      } catch (error) {
        throw new Error(`${mover.label} played an ${error.message}`);
      }
      passes = vertex === 'PASS' ? passes + 1 : 0;
      color = color === 'B' ? 'W' : 'B';
      if (this.history.length % INSPECT_EVERY === 0) await this.inspect(color);
    }
    await this.ours.sync(this.state());
    await this.theirs.sync(this.state());
    await this.inspect('B');
    await this.inspect('W');
  }

  /** Compares the engine's stones and legal moves with the board. */
  async inspect(color) {
    await this.ours.sync(this.state());
    const differ = (what, engine, board) => {
      const sorted = engine.split(/\s+/).filter(Boolean).sort().join(' ');
      if (sorted === board.sort().join(' ')) return;
      throw new Error(`${what}: the engine says "${sorted}", the board "${board.join(' ')}"`);
    };
    for (const side of ['B', 'W']) {
      differ(`stones of ${side}`, await this.ours.ask('list_stones', side), this.board.stones(side));
    }
    differ(`legal moves of ${color}`, await this.ours.ask('all_legal', color), this.board.legal(color));
  }

  /** Steps back to the middle and forward again, as a GUI's user does. */
  async browse() {
    // Stepping back clears dead marks, because they belong to the position.
    await this.ours.ask('ponnuki-clear_dead');
    const before = await this.ours.ask('showboard');
    await this.ours.sync(this.state(Math.ceil(this.history.length * 0.6)));
    await this.ours.sync(this.state(Math.ceil(this.history.length * 0.8)));
    await this.ours.sync(this.state());
    const after = await this.ours.ask('showboard');
    if (before !== after) throw new Error(`stepping back and forth changed the board:\n${after}`);
  }

  /**
   * Returns the score, after checking that both programs and the board agree on it.
   * GNU Go's score leaves out the stones that it considers dead. Such stones are marked
   * dead for the engine too, as a GUI's user would do.
   */
  async score() {
    const dead = (await this.theirs.ask('final_status_list', 'dead')).split(/\s+/).filter(Boolean);
    this.agree('before marking', await this.ours.ask('final_score'), []);
    for (const vertex of dead) await this.ours.ask('ponnuki-mark_dead', vertex);
    const text = await this.ours.ask('final_score');
    this.agree('after marking', text, dead);
    const theirs = await this.theirs.ask('final_score');
    if (scoreValue(theirs) !== scoreValue(text)) {
      throw new Error(`scores differ: ${text} by the engine, ${theirs} by GNU Go, dead: ${dead}`);
    }
    return { text, dead };
  }

  /** Throws unless `score` is the board's own count without the dead stones. */
  agree(when, score, dead) {
    const { komi, handicap } = this.setup;
    const counted = scoreText(this.board.score(komi + handicap.length, dead));
    if (score === counted) return;
    throw new Error(`scores differ ${when}: ${score} by the engine, ${counted} by count`);
  }

  /** Returns a report that holds everything needed to reproduce the game. */
  describe() {
    const { size, komi, color } = this.setup;
    const lines = [`boardsize ${size}`, `komi ${komi}`, 'clear_board'];
    for (const { name, args } of this.history) lines.push([name, ...args].join(' '));
    return `The engine had ${color}. The game as GTP:\n${lines.join('\n')}\n${this.board}`;
  }
}

module.exports = { Game };
