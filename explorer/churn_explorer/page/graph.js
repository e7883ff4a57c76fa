// The panel of the game graph: what is near the position, or all of a small board.

import { latest } from "./asking.js";
import { complain, element, plural, quiet, svgElement } from "./dom.js";
import { Network, nodeWords } from "./network.js";

const BACK = 2; // how many positions that were come from are shown
const LEGEND =
  "Point at a position to see more; click it to go there. Circles and R: Red wins; diamonds and B: Blue wins; the number: in how many turns. Above each column: how many turns it is from 0, and how many positions it holds.";

export class Graph {
  constructor(panel, game) {
    this.game = game;
    this.asking = latest();
    this.shown = null;
    this.svg = svgElement("svg", { class: "board network", tabindex: -1, role: "group", "aria-label": "Game graph; arrow keys move, Enter goes there, plus and minus zoom" });
    this.network = new Network(this.svg);
    this.words = element("p", { class: "note" });
    this.looked = element("p", { class: "note looked" });
    panel.append(this.#controls(), this.#filters(), this.svg, this.looked, this.words);
    this.network.addEventListener("look", ({ detail: { node } }) => this.#look(node));
    this.network.addEventListener("go", ({ detail: { node } }) => this.#go(node).catch(complain));
  }

  // Controls -------------------------------------------------------------------------------------

  #controls() {
    const again = () => this.refresh().catch(complain);
    const option = (value, text) => element("option", { value }, text);
    this.what = element("select", { id: "graph-what", onchange: again }, option("1", "1 turn ahead"), option("2", "2 turns ahead"), option("3", "3 turns ahead"), option("whole", "the whole board"));
    this.what.value = "2";
    this.merge = element("input", { type: "checkbox", checked: true, onchange: again });
    const button = (text, label, work) => element("button", { type: "button", "aria-label": label, title: label, onclick: work }, text);
    return element(
      "div",
      { class: "bar" },
      element("label", {}, "Show ", this.what),
      (this.mergeLabel = element("label", {}, this.merge, " symmetric ones as one")),
      element(
        "span",
        { class: "zoom" },
        button("+", "Zoom in", () => this.network.viewport.zoomIn()),
        button("−", "Zoom out", () => this.network.viewport.zoomOut()),
        button("▣", "Show all", () => this.network.fit()),
        button("⤢", "Larger or smaller", () => this.#resize()),
      ),
    );
  }

  #filters() {
    const filter = () => this.#filter();
    const option = (value, text) => element("option", { value }, text);
    this.wonBy = element("select", { id: "graph-won-by", onchange: filter }, option("", "anybody"), option("red", "Red"), option("blue", "Blue"), option("tie", "nobody (tie)"));
    this.forced = element("input", { type: "checkbox", id: "graph-forced", onchange: filter });
    this.depth = element("input", { type: "range", id: "graph-depth", min: 0, max: 1, value: 1, oninput: filter, "aria-label": "Depth, in turns" });
    this.depthText = element("output", { for: "graph-depth" });
    return element(
      "div",
      { class: "bar" },
      element("label", {}, "Won by ", this.wonBy),
      element("label", {}, this.forced, " one legal turn"),
      element("label", { class: "depth" }, "Up to turn ", this.depth, this.depthText),
    );
  }

  #resize() {
    document.body.classList.toggle("wide-graph");
    requestAnimationFrame(() => this.network.fit());
  }

  // Showing --------------------------------------------------------------------------------------

  async refresh() {
    quiet();
    const whole = this.what.value === "whole";
    this.mergeLabel.hidden = whole;
    const question = whole ? { sides: this.game.layout.sides } : this.#near();
    const key = JSON.stringify(question);
    if (key !== this.shown) {
      const graph = await this.asking(whole ? "whole" : "near", question);
      if (graph === null || graph.sides !== this.game.layout.sides) return;
      this.#show(graph);
      // What was not solved yet may be the next time.
      this.shown = graph.nodes[0].value === null ? null : key;
    }
    const { position } = this.game.place;
    this.network.mark(whole ? position.replace(/ swap$/, "") : position);
  }

  #near() {
    const { game } = this;
    const first = Math.max(0, game.at - BACK);
    const before = game.steps.slice(first, game.at).map((step, place) => ({ position: game.positionBefore(first + place), turn: step.turn }));
    return { position: game.place.position, ahead: Number(this.what.value), merge: this.merge.checked, before };
  }

  #show(graph) {
    this.graph = graph;
    const deepest = Math.max(...graph.nodes.map((node) => node.ply));
    const all = Number(this.depth.value) === Number(this.depth.max);
    this.depth.max = deepest;
    if (all) this.depth.value = deepest;
    this.network.show(graph, this.game.layout);
    this.#filter();
    this.#look(null);
  }

  #filter() {
    const depth = Number(this.depth.value);
    this.depthText.textContent = ` ${depth}`;
    if (!this.graph) return;
    const fits = (node) => (!this.wonBy.value || node.value === this.wonBy.value) && (!this.forced.checked || node.forced) && node.ply <= depth;
    const kept = this.network.filter(fits);
    const all = this.graph.nodes.length;
    this.words.textContent = `${this.graph.words}.${kept < all ? ` The filter leaves ${plural(kept, "position")}.` : ""}`;
  }

  #look(node) {
    this.network.light(node);
    this.looked.textContent = node ? nodeWords(node) : LEGEND;
  }

  async #go(node) {
    quiet();
    if (this.what.value === "whole") await this.game.load(`${this.game.layout.sides}\n${node.turns.join(" ")}`);
    else if (node.ply < 0) await this.game.go(this.game.at + node.ply);
    else for (const turn of node.turns) await this.game.play(turn);
  }
}
