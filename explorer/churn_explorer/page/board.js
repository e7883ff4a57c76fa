// The board that is played on: draws what it is told, and says which cell the reader is at.

import { svgElement } from "./dom.js";
import { nameText, piece, raised, sizeText } from "./pieces.js";

const MARGIN = 4;
const COLOURS = { r: "red", b: "blue" };
const NOTHING = { formed: new Set(), removed: new Set(), cell: null };

export class Board extends EventTarget {
  // Events, each with `cell` in its detail: "at" (null where the reader left), "choose", "key".

  constructor(svg) {
    super();
    this.svg = svg;
    this.layout = null;
    this.spots = [];
    this.preview = NOTHING;
    this.shown = null;
    this.options = { names: true, sizes: true, formed: false };
    svg.addEventListener("pointerover", (event) => this.#reach(event));
    svg.addEventListener("pointerleave", (event) => event.pointerType === "touch" || this.#leave());
    svg.addEventListener("focusin", (event) => this.#focus(event));
    svg.addEventListener("focusout", () => this.#leave());
    svg.addEventListener("click", (event) => this.#click(event));
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  setLayout(layout) {
    this.layout = layout;
    const width = layout.width + 2 * MARGIN;
    const height = layout.height + 2 * MARGIN;
    this.svg.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${width} ${height}`);
    this.spots = layout.cells.map((name, index) =>
      svgElement("g", {
        class: "spot",
        role: "button",
        tabindex: -1,
        "data-index": index,
        "data-cell": name,
        transform: `translate(${layout.x[index]} ${layout.y[index]})`,
      }, svgElement("g", { class: "look" }), svgElement("g", { class: "focus-frame" }, piece("legal").firstElementChild), hitArea()),
    );
    this.keys = layout.cells.map(() => "");
    this.ways = layout.cells.map((_, index) => this.#waysFrom(index));
    this.svg.replaceChildren(...this.spots);
    this.#stopAt(Math.floor(layout.cells.length / 2));
    this.preview = NOTHING;
  }

  // What is to be seen: a view, `last` (the cell of the last stone), `values` (cell to value and
  // whether it is best, or null), `editing` (whether cells are set up instead of played).
  show(shown) {
    this.shown = { ...shown, legal: new Set(shown.view.legal) };
    this.#draw();
  }

  setOptions(options) {
    Object.assign(this.options, options);
    if (this.shown) this.#draw();
  }

  setPreview(preview) {
    this.preview = preview
      ? { cell: preview.cell, formed: new Set(preview.formed), removed: new Set(preview.removed) }
      : NOTHING;
    if (this.shown) this.#draw();
  }

  // Let what a turn did be seen: the new stone arrives, the removed ones leave.
  celebrate(step) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.#spot(step.turn)?.querySelector(".stone")?.classList.add("arriving");
    for (const cell of step.removed) {
      const ghost = svgElement("g", { class: "leaving" }, piece(`${step.mover}-gone`), piece("cross"));
      if (this.options.names) ghost.setAttribute("transform", `translate(0 ${raised})`);
      this.#spot(cell).firstElementChild.append(ghost);
      setTimeout(() => ghost.remove(), 700);
    }
  }

  focus(cell) {
    this.#spot(cell)?.focus();
  }

  // Drawing --------------------------------------------------------------------------------------

  #draw() {
    this.layout.cells.forEach((name, index) => {
      const look = this.#look(name, index);
      const key = JSON.stringify(look);
      if (key === this.keys[index]) return;
      this.keys[index] = key;
      this.#drawSpot(this.spots[index], look);
    });
  }

  #look(name, index) {
    const { view, last, values, editing } = this.shown;
    const { preview, options } = this;
    const placing = preview.cell === name;
    const letter = view.stones[index];
    const stone = placing ? view.mover : COLOURS[letter] ?? null;
    const formed = preview.formed.has(name);
    const counted = letter === "." ? options.formed : options.sizes;
    return {
      name: options.names ? name : null,
      stone,
      legal: !editing && this.shown.legal.has(name),
      placing,
      formed,
      removed: preview.removed.has(name),
      last: last === name,
      size: formed && options.sizes ? preview.formed.size : counted && !editing ? view.sizes[index] : null,
      value: placing ? null : values?.get(name) ?? null,
      label: this.#label(name, index),
    };
  }

  #label(name, index) {
    const { view, values, editing } = this.shown;
    const stone = COLOURS[view.stones[index]];
    const size = view.sizes[index];
    if (stone) return `${name}, ${stone} stone, group of ${size}`;
    if (editing || view.over) return `${name}, empty`;
    const legal = this.shown.legal.has(name) ? ", legal" : ", not legal";
    const value = values?.get(name);
    return `${name}, empty, forms ${size}${legal}${value ? `, ${value.words}` : ""}`;
  }

  #drawSpot(spot, look) {
    const parts = [piece(look.formed ? "formed" : "cell")];
    if (look.legal) parts.push(piece(look.formed ? "legal-frame" : "legal"));
    if (look.last) parts.push(piece("last"));
    if (look.value?.best) parts.push(svgElement("g", { class: "best-frame" }, piece("last").firstElementChild));
    if (look.name !== null) parts.push(nameText(look.name));
    const raising = look.name === null ? 0 : raised;
    const middle = svgElement("g", { class: "middle", transform: `translate(0 ${raising})` });
    middle.append(...middleOf(look));
    parts.push(middle);
    spot.firstElementChild.replaceChildren(...parts);
    spot.setAttribute("aria-label", look.label);
    spot.setAttribute("aria-disabled", String(!look.legal && !this.shown.editing));
    spot.classList.toggle("playable", look.legal || this.shown.editing);
  }

  // Where the reader is --------------------------------------------------------------------------

  #spot(cell) {
    return this.spots[this.layout.cells.indexOf(cell)];
  }

  #cellOf(event) {
    return event.target.closest?.(".spot")?.dataset.cell ?? null;
  }

  #tell(type, detail) {
    return this.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
  }

  #reach(event) {
    if (event.pointerType === "touch") return;
    this.#tell("at", { cell: this.#cellOf(event) });
  }

  #focus(event) {
    const cell = this.#cellOf(event);
    if (cell === null) return;
    this.#stopAt(this.layout.cells.indexOf(cell));
    if (event.target.matches(":focus-visible")) this.#tell("at", { cell });
  }

  #leave() {
    this.#tell("at", { cell: null });
  }

  #click(event) {
    const cell = this.#cellOf(event);
    if (cell !== null) this.#tell("choose", { cell, touch: event.pointerType === "touch" });
  }

  #key(event) {
    const cell = this.#cellOf(event);
    if (cell === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const index = this.layout.cells.indexOf(cell);
    const way = this.ways[index][event.key];
    if (way !== undefined) this.spots[way].focus();
    else if (event.key === "Enter" || event.key === " ") this.#tell("choose", { cell, touch: false });
    else if (this.#tell("key", { key: event.key })) return;
    event.preventDefault();
  }

  // One cell at a time can be reached by the Tab key; the arrow keys go on from there.
  #stopAt(index) {
    this.spots.forEach((spot, each) => spot.setAttribute("tabindex", each === index ? 0 : -1));
  }

  #waysFrom(index) {
    const { x, y } = this.layout;
    const nearest = (fits) => {
      const found = x.map((_, other) => other).filter((other) => other !== index && fits(other));
      const far = (other) => Math.hypot(x[other] - x[index], y[other] - y[index]);
      return found.length ? found.reduce((best, other) => (far(other) < far(best) ? other : best)) : index;
    };
    const inRow = (other) => Math.abs(y[other] - y[index]) < 1;
    return {
      ArrowLeft: nearest((other) => inRow(other) && x[other] < x[index]),
      ArrowRight: nearest((other) => inRow(other) && x[other] > x[index]),
      ArrowUp: nearest((other) => y[other] < y[index] - 1),
      ArrowDown: nearest((other) => y[other] > y[index] + 1),
    };
  }
}

// What the pointer meets: it stays while everything above it is drawn anew.
function hitArea() {
  return svgElement("g", { class: "hit" }, piece("cell").firstElementChild);
}

function middleOf(look) {
  const parts = [];
  if (look.stone) {
    const stone = svgElement("g", { class: "stone" }, piece(look.removed ? `${look.stone}-gone` : look.stone));
    if (look.placing) stone.append(piece("placed"));
    if (look.removed) stone.append(piece(look.size === null ? "cross" : "cross-around"));
    parts.push(stone);
  }
  if (look.value) parts.push(sizeText(look.value.short, `value value-${look.value.value}`));
  else if (look.size !== null) parts.push(sizeText(look.size, sizeStyle(look)));
  return parts;
}

function sizeStyle(look) {
  if (look.removed) return "on-gone";
  if (look.stone) return `on-${look.stone}`;
  return look.legal ? "legal-size" : "size";
}
