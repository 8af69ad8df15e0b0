// A GTP program driven by Sabaki's own client: its controller, its state tracker,
// and a list of all commands that the program refused.
'use strict';

const { ControllerStateTracker } = require('@sabaki/gtp');

/** The time limit for one answer, in milliseconds. */
const PATIENCE = 60000;

/** Settles like `promise`, or fails if that takes longer than `PATIENCE`. */
function inTime(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer to ${what} in ${PATIENCE} ms`)), PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

class Engine {
  /** Starts `command`, an array of a program and its arguments. */
  constructor(label, command) {
    this.label = label;
    this.refused = [];
    this.tracker = ControllerStateTracker.fromController(command[0], command.slice(1));
    this.controller = this.tracker.controller;
    this.controller.on('response-received', ({ command: sent, response }) => {
      if (!response.error) return;
      this.refused.push(`${[sent.name, ...sent.args].join(' ')}: ? ${response.content}`);
    });
    this.controller.start();
    this.exited = new Promise((resolve, reject) => {
      this.controller.process.once('exit', (code, signal) => resolve({ code, signal }));
      this.controller.process.once('error', reject);
    });
    this.exited.catch(() => {});
  }

  async send(name, ...args) {
    const sent = this.controller.sendCommand({ name, args: args.map(String) });
    return inTime(sent, `${this.label}: ${[name, ...args].join(' ')}`);
  }

  /** Returns the text of a successful answer. Throws if the command fails. */
  async ask(name, ...args) {
    const { error, content } = await this.send(name, ...args);
    if (error) throw new Error(`${this.label} refused "${[name, ...args].join(' ')}": ? ${content}`);
    return content;
  }

  /** Sends a command that must fail with `text`, which a colon and a reason may follow. */
  async mustRefuse(text, name, ...args) {
    const { error, content } = await this.send(name, ...args);
    this.refused.pop();
    if (!error || (content !== text && !content.startsWith(`${text}: `))) {
      const sign = error ? '?' : '=';
      throw new Error(
        `${this.label} answered "${[name, ...args].join(' ')}" with "${sign} ${content}", not "? ${text}"`,
      );
    }
  }

  /** Brings the program into a state (komi, board size, history) as Sabaki does. */
  async sync(state) {
    try {
      await inTime(this.tracker.sync(state), `${this.label}: a new position`);
    } finally {
      this.throwIfRefused();
    }
  }

  /** Brings the program into a state and lets it generate a move. */
  async genmove(color, state) {
    await this.sync(state);
    return (await this.ask('genmove', color)).toUpperCase();
  }

  /** Throws if the program refused any command: the tracker hides refusals. */
  throwIfRefused() {
    if (this.refused.length === 0) return;
    throw new Error(`${this.label} refused ${this.refused.join('; ')}`);
  }

  /** Quits as Sabaki does. Returns the exit code, the signal and the seconds it took. */
  async quit() {
    const start = process.hrtime.bigint();
    await this.controller.stop(3000);
    const { code, signal } = await this.exited;
    return { code, signal, seconds: Number(process.hrtime.bigint() - start) / 1e9 };
  }

  kill() {
    this.controller.kill();
  }
}

module.exports = { Engine };
