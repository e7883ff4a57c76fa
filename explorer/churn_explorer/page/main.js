// The page: puts its parts together.

import { addressOf, readAddress, writeAddress } from "./address.js";
import { rememberPlace } from "./answering.js";
import { latest } from "./asking.js";
import { Board } from "./board.js";
import { aboutElement, Checks } from "./checks.js";
import { byId, complain, quiet } from "./dom.js";
import { Game } from "./game.js";
import { Graph } from "./graph.js";
import { piece } from "./pieces.js";
import { Players } from "./players.js";
import { startRules } from "./rules.js";
import { Setup } from "./setup.js";
import { Statistics } from "./statistics.js";
import { showPanel, shownPanel, startTabs } from "./tabs.js";
import { startTexts } from "./texts.js";
import { startTheme } from "./theme.js";
import { Turns } from "./turns.js";
import { Values } from "./values.js";
import { Zoom } from "./zoom.js";

const game = new Game();
const board = new Board(byId("board"));
const zoom = new Zoom(byId("board"));
const turns = new Turns(byId("panel-turns"), game);
const checks = new Checks(game, turns);
const values = new Values(byId("panel-values"), game);
const graph = new Graph(byId("panel-graph"), game);
const statistics = new Statistics(byId("panel-statistics"), game);
const setup = new Setup(board, game);
new Players(game);

startTheme();
startTabs();
startRules();
startTexts(game);

const attempt = (work) => async (...given) => {
  quiet();
  try {
    await work(...given);
  } catch (error) {
    complain(error);
  }
};

// What is seen -----------------------------------------------------------------------------------

let previewed = { cell: null, words: "" };
const askForPreview = latest();

function show() {
  const { view } = game;
  showBoard();
  showStatus(view);
  document.title = `Churn ${view.sides}: ${view.headline}`;
  byId("undo").disabled = game.at === 0;
  byId("restart").disabled = game.at === 0;
  byId("redo").disabled = game.at === game.steps.length;
  byId("swap").disabled = !view.swap;
  byId("swap").classList.toggle("main", view.swap);
  showScrub();
  hint("");
  turns.show();
}

function showStatus(view) {
  byId("headline").textContent = view.headline;
  byId("reason").textContent = view.reason;
  byId("mover").replaceChildren(...stoneOf(view));
}

function showAbout(about) {
  byId("about").hidden = about === null;
  byId("about").replaceChildren(...(about ? aboutElement(about) : []));
}

function showBoard() {
  board.show({ view: game.view, last: game.lastCell, values: shownValues(), editing: false });
}

const shownValues = () => (byId("show-values").checked ? values.onBoard() : null);
const valuesLegend = () =>
  `R, B: who wins by that turn${values.withoutSwap ? " without the swap" : ""}, and in how many, itself counted; dashed: the best.`;

function stoneOf(view) {
  const colour = view.over ? view.winner : view.mover;
  return colour === "tie" ? [] : [piece(colour)];
}

function showScrub() {
  const last = game.steps.length;
  byId("scrub-bar").hidden = last === 0;
  byId("scrub").max = last;
  byId("scrub").value = game.at;
  byId("scrub-text").textContent = `${game.at} of ${last}`;
}

function hint(words) {
  const { view } = game;
  const groups = `Groups: Red ${view.red_groups}; Blue ${view.blue_groups}.`;
  byId("hint").textContent = words || (shownValues() ? `${groups} ${valuesLegend()}` : groups);
}

function say(words) {
  byId("said").textContent = words;
}

setup.addEventListener("shown", ({ detail: { view } }) => showStatus(view));

game.addEventListener("change", ({ detail }) => {
  previewed = { cell: null, words: "" };
  board.setPreview(null);
  if (detail.loaded) {
    board.setLayout(game.layout);
    zoom.reset();
    showAbout(game.about);
    byId("turn").placeholder = game.layout.cells[Math.floor(game.layout.cells.length / 2)];
  }
  byId("sides").value = game.layout.sides;
  show();
  if (detail.step) {
    board.celebrate(detail.step);
    say(`${detail.step.words} ${game.view.headline}. ${game.view.reason}`);
  } else {
    say(`${game.view.headline}. ${game.view.reason}`);
  }
  writeAddress(game);
  learn();
});

// What is known of the position is asked for where it is seen.
const learn = attempt(async () => {
  if (game.view === null || setup.active) return;
  const panel = shownPanel();
  statistics.leave();
  const asked = [];
  if (panel === "panel-turns") asked.push(checks.refresh());
  if (panel === "panel-values" || byId("show-values").checked) asked.push(values.refresh());
  if (panel === "panel-graph") asked.push(graph.refresh());
  if (panel === "panel-statistics") asked.push(statistics.refresh());
  await Promise.all(asked);
});

byId("tabs").addEventListener("shown", learn);
// Where nothing is known, the panel says why, and what can be done about it.
byId("show-values").addEventListener("change", attempt(async () => {
  showBoard();
  hint("");
  await learn();
  if (byId("show-values").checked && !values.known) showPanel("panel-values");
}));
values.addEventListener("known", () => {
  if (setup.active) return;
  showBoard();
  if (previewed.cell === null) hint("");
});

// What the reader does ---------------------------------------------------------------------------

// To look about takes no message away.
board.addEventListener("at", ({ detail: { cell } }) => {
  if (setup.active || cell === previewed.cell) return;
  preview(cell).catch(complain);
});

async function preview(cell) {
  previewed = { cell, words: "" };
  const { view } = game;
  const index = game.layout.cells.indexOf(cell);
  if (cell === null || view.over || view.stones[index] !== ".") {
    board.setPreview(null);
    hint(cell === null ? "" : stoneWords(cell, index));
    return;
  }
  const found = await askForPreview("preview", { position: game.place.position, cell });
  if (!found || previewed.cell !== cell) return;
  board.setPreview(found);
  const value = shownValues()?.get(cell);
  hint(value ? `${found.words} So ${value.words}.` : found.words);
}

function stoneWords(cell, index) {
  const colour = { r: "red", b: "blue" }[game.view.stones[index]];
  return colour ? `${cell}: a ${colour} stone in a group of ${game.view.sizes[index]}.` : "";
}

board.addEventListener("choose", attempt(async ({ detail: { cell, touch } }) => {
  if (setup.active) {
    await setup.put(cell);
  } else if (touch && previewed.cell !== cell) {
    await preview(cell);
    if (game.view.legal.includes(cell)) hint(`${byId("hint").textContent} Tap again to play.`);
  } else {
    await game.play(cell);
  }
}));

const actions = {
  u: () => game.undo(),
  r: () => game.redo(),
  s: () => game.play("swap"),
  Home: () => game.go(0),
  End: () => game.go(game.steps.length),
};

board.addEventListener("key", (event) => {
  const action = actions[event.detail.key];
  if (!action || setup.active) return;
  event.preventDefault();
  attempt(action)();
});

byId("restart").addEventListener("click", attempt(() => game.go(0)));
byId("undo").addEventListener("click", attempt(() => game.undo()));
byId("redo").addEventListener("click", attempt(() => game.redo()));
byId("swap").addEventListener("click", attempt(() => game.play("swap")));
byId("scrub").addEventListener("input", attempt(() => game.go(Number(byId("scrub").value))));
byId("message").querySelector("button").addEventListener("click", quiet);

byId("turn-form").addEventListener("submit", attempt(async (event) => {
  event.preventDefault();
  const turn = byId("turn").value.trim().toLowerCase();
  if (!turn) return;
  await game.play(turn);
  byId("turn").value = "";
}));

byId("board-form").addEventListener("submit", attempt(async (event) => {
  event.preventDefault();
  await game.load(byId("sides").value);
}));

for (const [id, option] of [["show-names", "names"], ["show-sizes", "sizes"], ["show-formed", "formed"]]) {
  byId(id).addEventListener("change", () => board.setOptions({ [option]: byId(id).checked }));
}

// Where it begins --------------------------------------------------------------------------------

async function open() {
  const { link, at, about, remarks } = readAddress();
  const loaded = await game.open(link, { at, about });
  const expected = about && loaded.refused; // an illegal turn may be what a counterexample is about
  const said = [...(loaded.refusal && !expected ? [loaded.refusal] : []), ...remarks(loaded.steps.length)];
  if (said.length) complain(new Error(said.join(" ")));
}

// Where the address shows nothing, there is a board all the same, and the reason.
async function begin() {
  try {
    await open();
  } catch (error) {
    await game.open({}).catch(() => (byId("headline").textContent = "No board can be shown"));
    complain(error);
  }
}

window.addEventListener("hashchange", attempt(async () => {
  if (location.href !== addressOf(game)) await open();
}));

rememberPlace();
begin();
