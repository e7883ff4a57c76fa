// The pieces of a board: copies of what the renderer drew, and texts where it puts them.

import { byId, svgElement } from "./dom.js";

const glyphs = new Map();
for (const group of byId("glyphs").content.querySelectorAll("[data-glyph]")) {
  glyphs.set(group.dataset.glyph, group.firstElementChild);
}

const places = byId("text-places").dataset;
export const raised = Number(places.raise);

export function piece(name) {
  return glyphs.get(name).cloneNode(true);
}

export function nameText(text) {
  return svgElement(
    "g",
    { class: "name" },
    svgElement("text", { "y": Number(places.nameY) + 0.36 * places.nameHeight, "font-size": places.nameHeight }, text),
  );
}

export function sizeText(text, style) {
  const height = Number(places[`height-${Math.min(String(text).length, 3)}`]);
  return svgElement("g", { class: style }, svgElement("text", { "y": 0.36 * height, "font-size": height }, String(text)));
}

// A whole small board without anything to click: all cells as one outline, and the stones.
export function smallBoard(layout, stones) {
  const drawn = svgElement("g", { class: "small" });
  const cells = piece("cell");
  cells.firstElementChild.setAttribute("d", outlineOf(layout));
  drawn.append(cells);
  [...stones].forEach((letter, index) => {
    if (letter === ".") return;
    const stone = piece(letter === "r" ? "red" : "blue");
    stone.setAttribute("transform", `translate(${layout.x[index]} ${layout.y[index]})`);
    drawn.append(stone);
  });
  return drawn;
}

const outlines = new WeakMap();

function outlineOf(layout) {
  if (!outlines.has(layout)) {
    const around = piece("cell").firstElementChild.getAttribute("d").slice(1); // after its M
    outlines.set(layout, layout.cells.map((_, index) => `M${layout.x[index]} ${layout.y[index]}m${around}`).join(""));
  }
  return outlines.get(layout);
}

// The letters of a position's text in the order of the cells.
export const stonesOf = (position) => position.split(" ")[1].replaceAll("/", "");
