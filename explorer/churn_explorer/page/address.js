// The state in the address: where the game begins, its turns, which of them is shown, and the
// counterexample that it is, if it is one.

import { plural } from "./dom.js";

const KNOWN = ["board", "position", "turns", "at", "clause", "question", "said"];

// What is named, and remarks on what is not as it should be.
export function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const turns = (given.get("turns") ?? "").split(/[.\s]+/).filter(Boolean);
  return {
    link: { board: given.get("board"), position: given.get("position"), turns },
    at: /^\d+$/.test(given.get("at")) ? Number(given.get("at")) : null,
    about: readAbout(given),
    remarks: (turnCount) => [...remarksOnNames(given), ...remarksOnPlace(given.get("at"), turnCount)],
  };
}

function remarksOnNames(given) {
  const names = [...new Set(given.keys())];
  const strange = names.filter((name) => !KNOWN.includes(name));
  const whole = !names.length || names.includes("board") || names.includes("position");
  return [
    ...strange.map((name) => `The link says "${name}", which means nothing here.`),
    ...(whole ? [] : ["It names neither a board nor a position."]),
  ];
}

function remarksOnPlace(at, turnCount) {
  if (at === null || (/^\d+$/.test(at) && Number(at) <= turnCount)) return [];
  return [`at=${at}: the game has ${plural(turnCount, "turn")}; the last is shown.`];
}

// What a counterexample's link tells besides: the clause, the question, who said what.
function readAbout(given) {
  if (!given.has("question")) return null;
  const said = given.getAll("said").map((text) => {
    const colon = text.indexOf(":");
    return { who: text.slice(0, colon), what: text.slice(colon + 1) };
  });
  return { clause: given.get("clause") ?? "", question: given.get("question"), said };
}

// Below the place of this explorer, which is its key; links for others go without it.
export function addressOf(game, place = location.pathname) {
  const pairs = [isStart(game) ? ["board", game.layout.sides] : ["position", game.start.position]];
  const turns = [...game.steps, ...(game.refused ? [game.refused] : [])].map((step) => step.turn);
  if (turns.length) pairs.push(["turns", turns.join(".")]);
  if (game.at < game.steps.length) pairs.push(["at", String(game.at)]);
  const text = [...pairs.map(written(encodeURI)), ...aboutPairs(game.about).map(written(encodeURIComponent))];
  return `${location.origin}${place}#${text.join("&")}`;
}

function aboutPairs(about) {
  if (about === null) return [];
  const said = about.said.map(({ who, what }) => ["said", `${who}:${what}`]);
  return [["clause", about.clause], ["question", about.question], ...said];
}

const written = (encode) => ([name, value]) => `${name}=${encode(value).replaceAll("%20", "+")}`;

const isStart = (game) => /^[./]*$/.test(game.start.position.split(" ")[1]) && game.start.position.endsWith(" r");

let waiting = null;

// Browsers do not let the address change at any pace, so it follows a little later.
export function writeAddress(game) {
  clearTimeout(waiting);
  waiting = setTimeout(() => history.replaceState(null, "", addressOf(game)), 150);
}
