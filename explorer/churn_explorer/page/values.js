// Who wins from here, in how many turns; the solution of the board where there is none yet.

import { ask, latest } from "./asking.js";
import { capitalised, complain, element, keepingFocus, plural, quiet } from "./dom.js";

const LETTERS = { red: "R", blue: "B", tie: "=" };
const WINS = { red: "Red wins", blue: "Blue wins", tie: "it is a tie" };

export class Values extends EventTarget {
  // Event "known": there is something new to be shown on the board.

  constructor(panel, game) {
    super();
    this.panel = panel;
    this.game = game;
    this.asking = latest();
    this.values = null;
    this.waiting = null;
  }

  get known() {
    return this.values?.state === "ready" && this.place === this.game.place;
  }

  // Whether the values leave out the swap, which comes on offer with the next turn.
  get withoutSwap() {
    return this.known && this.values.without_swap;
  }

  // The values of the turns by cell, for the board; null where none are known.
  onBoard() {
    if (!this.known) return null;
    return new Map(
      this.values.turns.map((turn) => [
        turn.turn,
        {
          value: turn.value,
          best: turn.best,
          short: `${LETTERS[turn.value]}${turn.distance}`,
          words: `${WINS[turn.value]} in ${plural(turn.distance, "turn")}${turn.best ? ", best" : ""}`,
        },
      ]),
    );
  }

  async refresh() {
    clearTimeout(this.waiting);
    const { place } = this.game;
    const values = await this.asking("values", { position: place.position });
    if (values === null || place !== this.game.place) return;
    this.place = place;
    this.values = values;
    this.#show();
    this.dispatchEvent(new CustomEvent("known"));
    if (values.state === "working") {
      this.waiting = setTimeout(() => this.refresh().catch(complain), 300);
    }
  }

  #show() {
    const { values } = this;
    const parts = [element("p", { class: "verdict" }, values.words)];
    if (values.note) parts.push(element("p", { class: "note" }, values.note));
    if (values.state === "working") parts.push(...this.#working());
    if (values.state === "offered" || values.state === "failed") parts.push(this.#offer());
    if (values.state === "ready" && values.turns.length) parts.push(...this.#turns());
    keepingFocus(this.panel, () => this.panel.replaceChildren(...parts));
  }

  #working() {
    const stop = () => this.#order("stop-tablebase", this.values.solving);
    return [
      element("progress", { value: this.values.done, max: 1, "aria-label": "How much is solved" }),
      element("p", { class: "note" }, `${Math.floor(100 * this.values.done)}%`),
      element("button", { type: "button", onclick: stop }, "Stop"),
    ];
  }

  #offer() {
    const make = () => this.#order("make-tablebase", this.game.layout.sides);
    return element("button", { type: "button", class: "main", onclick: make, id: "make-tablebase" }, "Solve this board and keep its tablebase");
  }

  async #order(what, sides) {
    quiet();
    try {
      await ask(what, { sides });
      await this.refresh();
    } catch (error) {
      complain(error);
    }
  }

  #turns() {
    const swap = this.values.turns.some((turn) => turn.seat !== null);
    const heads = ["Turn", "Wins", "in turns", ...(swap ? ["so wins"] : [])];
    const rows = this.values.turns.map((turn) => this.#row(turn, swap));
    return [
      element(
        "table",
        {},
        element("caption", { class: "unseen" }, "What becomes of each legal turn, the best first"),
        element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
        element("tbody", {}, ...rows),
      ),
      this.#line(),
    ];
  }

  #row(turn, swap) {
    const play = () => this.game.play(turn.turn).catch(complain);
    return element(
      "tr",
      turn.best ? { class: "best" } : {},
      element("td", {}, element("button", { type: "button", class: "plain", onclick: play, "aria-label": `Play ${turn.turn}` }, turn.turn), turn.best ? "★" : ""),
      element("td", {}, element("span", { class: `value-text ${turn.value}` }, turn.value === "tie" ? "tie" : capitalised(turn.value))),
      element("td", {}, String(turn.distance)),
      swap ? element("td", {}, turn.seat === "tie" ? "nobody" : `${turn.seat} player`) : null,
    );
  }

  #line() {
    const list = element("p", { class: "line", "aria-live": "polite" });
    const show = async () => {
      quiet();
      try {
        const { turns, complete, without_swap: withoutSwap } = await ask("line", { position: this.place.position });
        list.textContent = `${withoutSwap ? "Without the swap: " : ""}${turns.join(" ")}${complete ? "" : " …"}`;
        list.scrollIntoView({ block: "nearest" });
      } catch (error) {
        complain(error);
      }
    };
    return element("div", {}, element("button", { type: "button", id: "best-line", onclick: show }, "Show a line of best play"), list);
  }
}
