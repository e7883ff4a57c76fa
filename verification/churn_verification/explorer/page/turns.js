// The list of turns: what each did, and who says what about it.

import { element, keepingFocus, number } from "./dom.js";

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

  // The rows: each with its step and how many turns came before it. A turn that the loaded record
  // goes on with and that is illegal comes last.
  listed() {
    const { steps, at, refused } = this.game;
    const first = Math.max(0, at - SHOWN_AROUND);
    const rows = steps.slice(first, at + SHOWN_AROUND).map((step, place) => ({ step, number: first + place }));
    if (refused && first + rows.length === steps.length) rows.push({ step: refused, number: steps.length });
    return rows;
  }

  show() {
    const { steps } = this.game;
    const listed = this.listed();
    const heads = ["#", "turn", "forms", "removes", ...this.names.map(shortName)];
    this.heads.replaceChildren(...heads.map((head) => element("th", { scope: "col" }, head)));
    const rows = listed.map(({ step, number: before }) => (step.refusal ? this.#refusedRow(step) : this.#row(step, before)));
    if (!listed.length || listed[0].number === 0) rows.unshift(this.#startRow());
    keepingFocus(this.body, () => this.body.replaceChildren(...rows));
    const hidden = steps.length - listed.filter(({ step }) => !step.refusal).length;
    this.note.hidden = rows.length > 1 && hidden === 0;
    this.note.textContent = rows.length === 1
      ? "No turn has been taken. Click a green cell, or type its name."
      : `${number(hidden)} turns further away are not listed.`;
    this.body.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  #startRow() {
    return element("tr", this.#current(0), element("td", {}, this.#button("start", 0)), element("td", { colspan: 3 + this.names.length }));
  }

  #refusedRow(step) {
    return element(
      "tr",
      { class: "refused", title: step.refusal },
      element("td", {}, "illegal"),
      element("td", { class: "what" }, step.turn),
      element("td", { colspan: 2 }, step.refusal.match(/illegal by (\w+)/)?.[1] ?? ""),
      ...this.names.map((_, who) => answerCell(step.answers?.[who])),
    );
  }

  #row(step, before) {
    const mark = element("span", { class: `mark ${step.mover}`, "aria-hidden": "true" });
    return element(
      "tr",
      this.#current(before + 1),
      element("td", {}, this.#button(String(step.number), before + 1)),
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

const shortName = (name) => ({ specification: "spec", "stepping engine": "engine" })[name] ?? name;

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
