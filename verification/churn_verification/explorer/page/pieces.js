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
  const height = Number(places[`height-${Math.min(String(text).length, 3)}`] ?? places.height_3);
  return svgElement("g", { class: style }, svgElement("text", { "y": 0.36 * height, "font-size": height }, String(text)));
}

// A whole small board without anything to click: stones only.
export function smallBoard(layout, stones) {
  const drawn = svgElement("g", { class: "small" });
  layout.cells.forEach((_, index) => {
    const spot = svgElement("g", { transform: `translate(${layout.x[index]} ${layout.y[index]})` }, piece("cell"));
    if (stones[index] !== ".") spot.append(piece(stones[index] === "r" ? "red" : "blue"));
    drawn.append(spot);
  });
  return drawn;
}

// The letters of a position's text in the order of the cells.
export const stonesOf = (position) => position.split(" ")[1].replaceAll("/", "");
