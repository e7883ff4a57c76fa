// The list of turns: what each did, and who says what about it.

import { element, keepingFocus, number, plural, withClauses } from "./dom.js";

const SHOWN_AROUND = 60;
const MOST_REMARKS = 4;

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
    this.remarks = element("ul", { class: "remarks" });
    panel.append(this.note, this.remarks, this.table);
    this.names = [];
  }

  // The rows: each with its step and how many turns came before it. A turn that the loaded record
  // goes on with and that is illegal comes last.
  listed() {
    const { steps, at, refused } = this.game;
    const first = Math.max(0, at - SHOWN_AROUND);
    const rows = steps.slice(first, at + SHOWN_AROUND).map((step, place) => ({ step, number: first + place }));
    if (refused && first + rows.length === steps.length) rows.push({ step: refused, number: steps.length });
    if (first === 0) rows.unshift({ step: this.game.beginning, number: 0 });
    return rows;
  }

  show() {
    const { steps } = this.game;
    const listed = this.listed();
    const heads = ["#", "turn", "forms", "removes"].map((head) => element("th", { scope: "col" }, head));
    const who = this.names.map((name) => element("th", { scope: "col", class: "who" }, element("span", {}, shortName(name))));
    this.heads.replaceChildren(...heads, ...who);
    const rows = listed.map(({ step, number: before }) => this.#row(step, before));
    keepingFocus(this.body, () => this.body.replaceChildren(...rows));
    const hidden = steps.length - listed.filter(({ step }) => step.number).length;
    this.note.hidden = steps.length > 0 && hidden === 0;
    this.note.textContent = steps.length === 0
      ? "No turn has been taken. Click a green cell, or type its name."
      : `${plural(hidden, "turn")} further away ${hidden === 1 ? "is" : "are"} not listed.`;
    this.#showRemarks(listed);
    this.#reveal(this.body.querySelector("[aria-current]"));
  }

  // In words, what is not as it should be.
  #showRemarks(listed) {
    const remarks = listed.flatMap(({ step }) =>
      (step.answers ?? []).flatMap((answer, who) => (answer.status === "agrees" ? [] : [{ step, who: this.names[who], answer }])),
    );
    const shown = remarks.slice(0, MOST_REMARKS);
    const more = remarks.length - shown.length;
    this.remarks.replaceChildren(
      ...shown.map(({ step, who, answer }) => element("li", { class: answer.status }, element("b", {}, `${nameOf(step)}, ${who}`), ": ", ...withClauses(answer.words), ".", ...moreOf(answer))),
      ...(more > 0 ? [element("li", {}, `and ${number(more)} more.`)] : []),
    );
  }

  // Scroll the list, and not the page.
  #reveal(row) {
    const { panel } = this;
    if (!row || panel.scrollHeight <= panel.clientHeight) return;
    const top = row.offsetTop - 2 * row.offsetHeight;
    const bottom = row.offsetTop + 2 * row.offsetHeight;
    if (top < panel.scrollTop) panel.scrollTop = top;
    else if (bottom > panel.scrollTop + panel.clientHeight) panel.scrollTop = bottom - panel.clientHeight;
  }

  #row(step, before) {
    if (step.refusal) return this.#refusedRow(step);
    return step.turn === null ? this.#startRow(step) : this.#turnRow(step, before);
  }

  #startRow(step) {
    return element("tr", this.#current(0), element("td", { colspan: 4 }, this.#button("start", 0)), ...this.#answers(step));
  }

  #refusedRow(step) {
    return element(
      "tr",
      { class: "refused", title: step.refusal },
      element("td", {}, "illegal"),
      element("td", { class: "what" }, step.turn),
      element("td", { colspan: 2 }, ...withClauses(step.refusal.match(/illegal by (\w+)/)?.[1] ?? "")),
      ...this.#answers(step),
    );
  }

  #turnRow(step, before) {
    const mark = element("span", { class: `mark ${step.mover}`, "aria-hidden": "true" });
    return element(
      "tr",
      this.#current(before + 1),
      element("td", {}, this.#button(String(step.number), before + 1)),
      element("td", { class: "what" }, mark, element("span", { class: "unseen" }, `${step.mover} `), step.turn),
      element("td", {}, step.formed ? String(step.formed) : "–"),
      element("td", { class: "removed" }, step.removed.length ? `${step.removed.length}` : "–"),
      ...this.#answers(step),
    );
  }

  #answers(step) {
    return this.names.map((_, who) => answerCell(step.answers?.[who]));
  }

  #button(text, at) {
    return element("button", { type: "button", class: "plain", onclick: () => this.game.go(at), "aria-label": at ? `Go to turn ${text}` : "Go to the start" }, text);
  }

  #current(at) {
    return at === this.game.at ? { "aria-current": "step" } : {};
  }
}

const shortName = (name) => ({ specification: "spec", "stepping engine": "engine" })[name] ?? name;

const nameOf = (step) => (step.refusal ? `Illegal turn ${step.turn}` : step.turn === null ? "Start" : `Turn ${step.number} (${step.turn})`);

// The further differences, for whoever wants to see them.
function moreOf({ more }) {
  if (!more?.length) return [];
  const items = more.map((words) => element("li", {}, ...withClauses(`${words}.`)));
  return [element("details", {}, element("summary", {}, plural(more.length, "more difference")), element("ul", {}, ...items))];
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
