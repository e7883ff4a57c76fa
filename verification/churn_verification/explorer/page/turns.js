// The list of turns: what each did, and who says what about it.

import { element, number } from "./dom.js";

const SHOWN_AROUND = 60;

export class Turns {
  constructor(panel, game) {
    this.panel = panel;
    this.game = game;
    this.body = element("tbody");
    this.note = element("p", { class: "note" });
    this.table = element(
      "table",
      { class: "turns" },
      element("caption", { class: "unseen" }, "Turns"),
      element("thead", {}, (this.heads = element("tr"))),
      this.body,
    );
    panel.append(this.note, this.table);
    this.names = [];
  }

  show() {
    const { steps, at } = this.game;
    const first = Math.max(0, at - SHOWN_AROUND);
    const end = Math.min(steps.length, at + SHOWN_AROUND);
    const heads = ["Turn", "", "forms", "removes", ...this.names];
    this.heads.replaceChildren(...heads.map((head) => element("th", { scope: "col" }, head)));
    const rows = first === 0 ? [this.#startRow()] : [];
    for (let index = first; index < end; index += 1) rows.push(this.#row(index));
    this.body.replaceChildren(...rows);
    const hidden = steps.length - (end - first);
    this.note.hidden = steps.length > 0 && hidden === 0;
    this.note.textContent = steps.length === 0
      ? "No turn has been taken. Click a green cell, or type its name."
      : `${number(hidden)} turns further away are not listed.`;
    this.body.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  #startRow() {
    return element("tr", this.#current(0), element("td", {}, this.#button("start", 0)), element("td", { colspan: 3 + this.names.length }));
  }

  #row(index) {
    const step = this.game.steps[index];
    const mark = element("span", { class: `mark ${step.mover}`, "aria-hidden": "true" });
    return element(
      "tr",
      this.#current(index + 1),
      element("td", {}, this.#button(String(step.number), index + 1)),
      element("td", { class: "what" }, mark, element("span", { class: "unseen" }, `${step.mover} `), step.turn),
      element("td", {}, step.formed ? String(step.formed) : "–"),
      element("td", { class: "removed" }, step.removed.length ? `${step.removed.length}` : "–"),
      ...this.names.map((_, who) => answerCell(step.answers?.[who])),
    );
  }

  #button(text, at) {
    return element("button", { type: "button", class: "plain", onclick: () => this.game.go(at), "aria-label": at ? `Go to turn ${text}` : "Go to the start" }, text);
  }

  #current(at) {
    return at === this.game.at ? { "aria-current": "step" } : {};
  }
}

const SIGNS = { agrees: "✓", differs: "✗", silent: "?" };

function answerCell(answer) {
  if (!answer) return element("td", { class: "answer" }, "·");
  return element(
    "td",
    { class: `answer ${answer.status}`, title: answer.words },
    element("span", { "aria-hidden": "true" }, SIGNS[answer.status]),
    element("span", { class: "unseen" }, `${answer.status}: ${answer.words}`),
  );
}
