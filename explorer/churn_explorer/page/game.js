// The game that is shown: where it began, its turns, and which of them is being looked at.

import { ask } from "./asking.js";

export class Game extends EventTarget {
  // Event "change": something else is to be seen. Its detail has `step` where a turn was taken,
  // and `loaded` where another game was loaded.

  constructor() {
    super();
    this.layout = null;
    this.start = null;
    this.beginning = null; // the start as a row of the list, which has answers but no turn
    this.steps = [];
    this.refused = null; // the illegal turn that a loaded record goes on with
    this.about = null; // what is told of it where it is a counterexample
    this.at = 0;
    this.view = null;
    this.busy = Promise.resolve();
  }

  // One thing after the other: what is asked for while another answer is awaited comes after it.
  #inTurn(work) {
    const done = this.busy.then(work);
    this.busy = done.catch(() => {});
    return done;
  }

  load(text) {
    return this.#load("load", { text });
  }

  open(link, { at = null, about = null } = {}) {
    return this.#load("open", link, at, about);
  }

  #load(how, what, at = null, about = null) {
    return this.#inTurn(async () => {
      const loaded = await ask(how, what);
      if (loaded.view.sides !== this.layout?.sides) {
        this.layout = await ask("board", { sides: loaded.view.sides });
      }
      this.start = loaded.start;
      this.beginning = { turn: null };
      this.steps = loaded.steps;
      this.refused = loaded.refused ? { turn: loaded.refused, refusal: loaded.refusal } : null;
      this.about = about;
      this.at = this.steps.length;
      this.view = loaded.view;
      if (at !== null && at >= 0 && at < this.at) await this.#look(at);
      this.#changed({ loaded: true });
      return loaded;
    });
  }

  play(turn) {
    return this.#inTurn(() => this.#play(turn));
  }

  // Take a turn only if the game still stands where it was decided on.
  playFrom(place, turn) {
    return this.#inTurn(() => (place === this.place ? this.#play(turn) : undefined));
  }

  async #play(turn) {
    const next = this.steps[this.at];
    if (next?.turn === turn) {
      await this.#look(this.at + 1);
      this.#changed({ step: next });
      return;
    }
    const { step, view } = await ask("play", { place: this.place, turn });
    this.steps = [...this.steps.slice(0, this.at), step];
    this.refused = null;
    this.at += 1;
    this.view = view;
    this.#changed({ step });
  }

  go(at) {
    return this.#inTurn(() => this.#go(at));
  }

  undo() {
    return this.#inTurn(() => this.#go(this.at - 1));
  }

  redo() {
    return this.#inTurn(() => this.#go(this.at + 1));
  }

  async #go(at) {
    const wanted = Math.max(0, Math.min(at, this.steps.length));
    if (wanted === this.at) return;
    const step = wanted === this.at + 1 ? this.steps[this.at] : null;
    await this.#look(wanted);
    this.#changed(step ? { step } : {});
  }

  async #look(at) {
    this.view = await ask("view", { place: this.#placeAt(at) });
    this.at = at;
  }

  get place() {
    return this.#placeAt(this.at);
  }

  #placeAt(at) {
    return at === 0 ? this.start : this.steps[at - 1].place;
  }

  // The position before a turn.
  positionBefore(number) {
    return this.#placeAt(number).position;
  }

  get lastCell() {
    const step = this.steps[this.at - 1];
    return step && step.turn !== "swap" ? step.turn : null;
  }

  #changed(detail) {
    this.dispatchEvent(new CustomEvent("change", { detail }));
  }
}
