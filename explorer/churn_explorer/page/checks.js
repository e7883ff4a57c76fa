// Who says what about each turn: asked for the turns that are listed, a few at a time.

import { ask } from "./asking.js";
import { element, withClauses } from "./dom.js";

const AT_A_TIME = 10;

export class Checks {
  constructor(game, turns) {
    this.game = game;
    this.turns = turns;
    this.busy = false;
  }

  // Ask about what is listed and not known yet, nearest first; the list is shown anew as answers come.
  async refresh() {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let steps = this.#unknown(); steps.length; steps = this.#unknown()) {
        await this.#ask(steps);
        this.turns.show();
      }
    } finally {
      this.busy = false;
    }
  }

  #unknown() {
    const { at } = this.game;
    return this.turns
      .listed()
      .filter((row) => !row.step.answers)
      .sort((one, other) => Math.abs(one.number - at) - Math.abs(other.number - at))
      .slice(0, AT_A_TIME);
  }

  async #ask(rows) {
    const { game } = this;
    const { names, answers } = await ask("check", {
      start: game.start.position,
      turns: game.steps.map((step) => step.turn),
      steps: rows.map(({ step, number }) => ({ position: game.positionBefore(number), turn: step.turn, number })),
    });
    this.turns.names = names;
    rows.forEach(({ step }, row) => (step.answers = answers[row]));
  }
}

// A counterexample that was opened by its link: what was asked, and who said what.
export function aboutElement(about) {
  const said = about.said.map(({ who, what }) => element("li", {}, element("b", {}, who), `: ${what}`));
  const clause = about.clause ? ` to ${about.clause}` : "";
  return [element("p", {}, element("b", {}, ...withClauses(`Counterexample${clause}: `)), about.question), element("ul", {}, ...said)];
}
