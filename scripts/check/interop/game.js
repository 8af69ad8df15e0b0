// One game between two programs, both driven the way Sabaki drives them. What they say
// of it is written down for judge.py, which judges every move and the score.
'use strict';

/** The engine's own view of the board is asked for each time after this many moves. */
const INSPECT_EVERY = 25;

const words = (text) => text.split(/\s+/).filter(Boolean);

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
    this.history = [];
    /** The engine's view after so many commands, and the scores. */
    this.views = [];
    this.scores = [];
    if (setup.handicap.length > 0) {
      this.history.push({ name: 'set_free_handicap', args: setup.handicap });
    }
    for (const vertex of setup.stones) this.record(setup.color, vertex);
  }

  record(color, vertex) {
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
      this.record(color, vertex);
      passes = vertex === 'PASS' ? passes + 1 : 0;
      color = color === 'B' ? 'W' : 'B';
      if (this.history.length % INSPECT_EVERY === 0) await this.inspect(color);
    }
    await this.ours.sync(this.state());
    await this.theirs.sync(this.state());
    await this.inspect('B');
    await this.inspect('W');
  }

  /** Writes down the engine's stones and legal moves. */
  async inspect(color) {
    await this.ours.sync(this.state());
    const [black, white] = [await this.ours.ask('list_stones', 'B'), await this.ours.ask('list_stones', 'W')];
    const legal = await this.ours.ask('all_legal', color);
    const view = { turns: this.history.length, color, stones: [words(black), words(white)], legal: words(legal) };
    this.views.push(view);
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
   * Returns the score with and without the stones that GNU Go considers dead. They are
   * marked dead for the engine too, as a GUI's user would do.
   */
  async score() {
    const dead = words(await this.theirs.ask('final_status_list', 'dead'));
    this.scores.push({ by: this.ours.label, dead: [], score: await this.ours.ask('final_score') });
    for (const vertex of dead) await this.ours.ask('ponnuki-mark_dead', vertex);
    const text = await this.ours.ask('final_score');
    this.scores.push({ by: this.ours.label, dead, score: text });
    this.scores.push({ by: this.theirs.label, dead, score: await this.theirs.ask('final_score') });
    return { text, dead };
  }

  /** Returns what judge.py judges. */
  transcript() {
    const { setup, history, views, scores } = this;
    return { setup, commands: history.map(({ name, args }) => [name, ...args]), views, scores };
  }

  /** Returns a report that holds everything needed to reproduce the game. */
  describe() {
    const { size, komi, color } = this.setup;
    const lines = [`boardsize ${size}`, `komi ${komi}`, 'clear_board'];
    for (const { name, args } of this.history) lines.push([name, ...args].join(' '));
    return `The engine had ${color}. The game as GTP:\n${lines.join('\n')}`;
  }
}

module.exports = { Game };
