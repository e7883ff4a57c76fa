// A game graph as a drawing: one column a ply, each position a small board with who wins.

import { keepingFocus, plural, svgElement } from "./dom.js";
import { smallBoard, stonesOf } from "./pieces.js";
import { Viewport } from "./viewport.js";

const BOARD = 60; // the height of a small board
const ROW = 92;
const COLUMN = 78;
const GAP = 125;
const SHAPE = 1.7; // width by height
const READABLE = 0.36; // pixels a unit below which a dot says more than a small board
const WINS = { red: "Red wins", blue: "Blue wins", tie: "tie" };
const LETTERS = { red: "R", blue: "B", tie: "=" };
const DOTS = {
  red: "M-20 0a20 20 0 1 0 40 0a20 20 0 1 0 -40 0z",
  blue: "M0-26l26 26-26 26-26-26z",
  tie: "M-18-18h36v36h-36z",
  unknown: "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z",
};

export class Network extends EventTarget {
  // Events with a node in their detail: "look" (null where the reader left), "go".

  constructor(svg) {
    super();
    this.svg = svg;
    this.viewport = new Viewport(svg, (scale) => this.#zoomed(scale));
    this.groups = [];
    svg.addEventListener("click", (event) => this.#tell("go", event));
    svg.addEventListener("pointerover", (event) => this.#tell("look", event));
    svg.addEventListener("focusin", (event) => this.#tell("look", event));
    svg.addEventListener("keydown", (event) => this.#key(event));
  }

  show(graph, layout) {
    this.graph = graph;
    this.places = placesOf(graph.nodes);
    this.edges = graph.edges.map((edge) => svgElement("path", { class: `edge to-${graph.nodes[edge.target].value}`, d: curve(this.places[edge.source], this.places[edge.target]) }));
    this.groups = graph.nodes.map((node, index) => nodeGroup(node, index, this.places[index], layout));
    this.#stopAt(graph.centre);
    keepingFocus(this.svg, () =>
      this.svg.replaceChildren(
        svgElement("g", { class: "edges" }, ...this.edges),
        svgElement("g", {}, ...columnTexts(graph.nodes, this.places)),
        svgElement("g", {}, ...this.groups),
      ),
    );
    this.fit();
  }

  fit() {
    const xs = this.places.map((place) => place.x);
    const ys = this.places.map((place) => place.y);
    const x = Math.min(...xs) - ROW;
    const y = Math.min(...ys) - ROW - 30;
    this.viewport.fit({ x, y, width: Math.max(...xs) + ROW - x, height: Math.max(...ys) + ROW - y });
  }

  // Mark the position that is on the board.
  mark(position) {
    this.groups.forEach((group, index) => {
      const here = this.graph.nodes[index].position === position;
      group.classList.toggle("here", here);
      if (here) this.#stopAt(index);
    });
  }

  // Dim what a filter leaves out.
  filter(fits) {
    const kept = this.graph.nodes.map(fits);
    this.groups.forEach((group, index) => group.classList.toggle("dim", !kept[index]));
    this.graph.edges.forEach((edge, index) => this.edges[index].classList.toggle("dim", !(kept[edge.source] && kept[edge.target])));
    return kept.filter(Boolean).length;
  }

  // Show the turns that lead to a position and on from it.
  light(node) {
    const number = this.graph.nodes.indexOf(node);
    this.graph.edges.forEach((edge, index) => this.edges[index].classList.toggle("lit", number >= 0 && (edge.source === number || edge.target === number)));
  }

  #zoomed(scale) {
    this.svg.classList.toggle("far", scale < READABLE);
    this.svg.style.setProperty("--dot", Math.min(1.6, Math.max(1, 0.22 / scale)));
  }

  #tell(type, event) {
    const group = event.target.closest?.(".node");
    const node = group ? this.graph.nodes[Number(group.dataset.index)] : null;
    if (type === "look" || node) this.dispatchEvent(new CustomEvent(type, { detail: { node } }));
  }

  #key(event) {
    const group = event.target.closest(".node");
    const at = group ? this.places[Number(group.dataset.index)] : undefined;
    const zooming = { "+": () => this.viewport.zoomIn(at), "-": () => this.viewport.zoomOut(at), "0": () => this.fit() }[event.key];
    if (zooming) zooming();
    else if (!group) return;
    else if (event.key === "Enter" || event.key === " ") this.#tell("go", event);
    else {
      const next = this.#next(Number(group.dataset.index), event.key);
      if (next === null) return;
      this.#stopAt(next);
      this.groups[next].focus({ preventScroll: true });
      this.viewport.reveal(this.places[next], BOARD);
    }
    event.preventDefault();
  }

  // The nearest position in the direction of an arrow key.
  #next(index, key) {
    const here = this.places[index];
    const ahead = { ArrowLeft: (p) => p.x < here.x, ArrowRight: (p) => p.x > here.x, ArrowUp: (p) => p.x === here.x && p.y < here.y, ArrowDown: (p) => p.x === here.x && p.y > here.y }[key];
    if (!ahead) return null;
    const far = (place) => 4 * Math.abs(place.x - here.x) + Math.abs(place.y - here.y);
    const fits = this.places.map((_, other) => other).filter((other) => ahead(this.places[other]) && !this.groups[other].classList.contains("dim"));
    return fits.length ? fits.reduce((best, other) => (far(this.places[other]) < far(this.places[best]) ? other : best)) : null;
  }

  #stopAt(index) {
    this.groups.forEach((group, each) => group.setAttribute("tabindex", each === index ? 0 : -1));
  }
}

export function nodeWords(node) {
  const parts = [node.value ? `${WINS[node.value]}${node.over ? "" : ` in ${plural(node.distance, "turn")}`}` : "who wins is not known"];
  if (node.over) parts.push("the game is over");
  else if (node.forced) parts.push("one legal turn");
  if (node.turns_hidden) parts.push(`${plural(node.turns_hidden, "turn")} not drawn`);
  const way = node.ply < 0 ? `${plural(-node.ply, "turn")} back` : node.turns.join(" ") || "here";
  return `${way}: ${parts.join(", ")}. ${node.position}`;
}

// Drawing ----------------------------------------------------------------------------------------

// A ply is a block of one or more columns: as many as it takes to give the whole a fit shape.
function placesOf(nodes) {
  const counts = new Map();
  for (const node of nodes) counts.set(node.ply, (counts.get(node.ply) ?? 0) + 1);
  const plies = [...counts.keys()].sort((one, other) => one - other);
  const rows = fitRows([...counts.values()]);
  const starts = new Map();
  let x = 0;
  for (const ply of plies) {
    starts.set(ply, x);
    x += (Math.ceil(counts.get(ply) / rows) - 1) * COLUMN + GAP;
  }
  return nodes.map((node) => {
    const count = counts.get(node.ply);
    const columns = Math.ceil(count / rows);
    const rank = Math.round(((node.height + 1) / 2) * (count - 1));
    const inBlock = Math.ceil(count / columns);
    return { x: starts.get(node.ply) + (rank % columns) * COLUMN, y: (Math.floor(rank / columns) - (inBlock - 1) / 2) * ROW };
  });
}

// The fewest rows with which all blocks together are no wider than they should be.
function fitRows(counts) {
  const most = Math.max(...counts);
  for (let rows = Math.min(4, most); rows < most; rows += 1) {
    const width = counts.reduce((sum, count) => sum + (Math.ceil(count / rows) - 1) * COLUMN + GAP, 0);
    if (width <= SHAPE * rows * ROW) return rows;
  }
  return most;
}

function curve(from, to) {
  const bend = (to.x - from.x) * 0.5;
  return `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
}

function columnTexts(nodes, places) {
  const columns = new Map();
  nodes.forEach((node, index) => {
    const top = Math.min(columns.get(node.ply)?.top ?? Infinity, places[index].y);
    const column = columns.get(node.ply) ?? { left: Infinity, right: -Infinity, count: 0 };
    const left = Math.min(column.left, places[index].x);
    const right = Math.max(column.right, places[index].x);
    columns.set(node.ply, { left, right, top, count: column.count + 1 });
  });
  return [...columns].map(([ply, { left, right, top, count }]) =>
    svgElement("text", { class: "column", x: (left + right) / 2, y: top - ROW / 2 - 12 }, plyText(ply), svgElement("tspan", { class: "count" }, ` · ${count}`)));
}

const plyText = (ply) => (ply === 0 ? "0" : `${ply > 0 ? "+" : "−"}${Math.abs(ply)}`);

function nodeGroup(node, index, place, layout) {
  const scale = Math.min(BOARD / layout.height, BOARD / layout.width);
  const board = svgElement("g", { class: "card" },
    svgElement("rect", { x: -BOARD / 2 - 5, y: -BOARD / 2 - 5, width: BOARD + 10, height: BOARD + 10, rx: 9 }),
    svgElement("g", { transform: `scale(${scale}) translate(${-layout.width / 2} ${-layout.height / 2})` }, smallBoard(layout, stonesOf(node.position))),
  );
  if (node.value) board.append(svgElement("text", { class: "verdict", y: BOARD / 2 + 17 }, `${LETTERS[node.value]}${node.over ? "" : node.distance}`));
  return svgElement(
    "g",
    {
      class: `node wins-${node.value ?? "unknown"}${node.over ? " over" : ""}${node.forced ? " forced" : ""}`,
      transform: `translate(${place.x} ${place.y})`,
      "data-index": index,
      role: "button",
      tabindex: -1,
      "aria-label": nodeWords(node),
    },
    svgElement("path", { class: "dot", d: DOTS[node.value ?? "unknown"] }),
    board,
  );
}
