// Copying positions, records, links and pictures; loading what was copied elsewhere.

import { addressOf } from "./address.js";
import { PLACE_OF_LINKS } from "./answering.js";
import { ask } from "./asking.js";
import { byId, complain, quiet } from "./dom.js";
import { theme } from "./theme.js";

const TEXTS = {
  "copy-position": (game) => game.place.position,
  "copy-record": async (game) => {
    const turns = game.steps.slice(0, game.at).map((step) => step.turn);
    return (await ask("record", { start: game.start.position, turns })).text;
  },
  "copy-link": (game) => addressOf(game, PLACE_OF_LINKS),
  "copy-picture": async (game) =>
    (await ask("picture", { position: game.place.position, last: game.lastCell, theme: theme() })).text,
};

export function startTexts(game) {
  for (const [id, textOf] of Object.entries(TEXTS)) {
    byId(id).addEventListener("click", () => copy(byId(id), textOf, game).catch(complain));
  }
  byId("load-form").addEventListener("submit", (event) => {
    event.preventDefault();
    quiet();
    load(game).catch(complain);
  });
}

async function copy(button, textOf, game) {
  quiet();
  const text = await textOf(game);
  byId("copied").value = text;
  byId("copied").hidden = false;
  try {
    await navigator.clipboard.writeText(text);
    button.classList.add("done");
    setTimeout(() => button.classList.remove("done"), 1500);
  } catch {
    byId("copied").select(); // the browser does not let us: the reader can copy it from here
  }
}

async function load(game) {
  const loaded = await game.load(byId("to-load").value);
  if (loaded.refusal) throw new Error(loaded.refusal);
}
