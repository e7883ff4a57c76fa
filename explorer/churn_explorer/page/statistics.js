// Random play on the board, live, with the designer's claims as lines.

import { ask } from "./asking.js";
import { complain, element, number, plural, quiet, svgElement, withClauses } from "./dom.js";

const WIDTH = 480;
const HEIGHT = 240;
const MARGIN = { left: 44, right: 16, top: 30, bottom: 40 };
const FEWEST_TO_JUDGE_BY = 30;
const MILLISECONDS_BETWEEN_LOOKS = 250;

export class Statistics {
  constructor(panel, game) {
    this.game = game;
    this.waiting = null;
    this.begin = element("button", { type: "button", class: "main", id: "begin-random" }, "Play at random");
    this.stop = element("button", { type: "button", id: "stop-random" }, "Stop");
    this.words = element("p", { class: "note", id: "random-words" });
    this.chart = svgElement("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    this.facts = element("dl", { class: "facts" });
    this.claims = element("div", {});
    const ordering = (what) => () => {
      quiet();
      this.#order(what);
    };
    this.begin.addEventListener("click", ordering("begin-statistics"));
    this.stop.addEventListener("click", ordering("stop-statistics"));
    panel.append(element("div", { class: "bar" }, this.begin, this.stop), this.words, this.chart, this.facts, this.claims);
  }

  refresh() {
    return this.#order("statistics");
  }

  leave() {
    clearTimeout(this.waiting);
  }

  async #order(what) {
    clearTimeout(this.waiting);
    try {
      const { sides } = this.game.layout;
      this.#show(await ask(what, { sides }));
    } catch (error) {
      complain(error);
    }
  }

  #show(run) {
    if (run.sides !== this.game.layout.sides) return;
    this.words.textContent = run.words;
    this.stop.disabled = !run.running;
    this.begin.textContent = run.games ? "Begin again" : "Play at random";
    this.chart.toggleAttribute("hidden", run.games === 0 && run.claims.length === 0);
    drawChart(this.chart, run);
    this.facts.replaceChildren(...factsOf(run).flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
    this.claims.replaceChildren(...run.claims.map((claim) => element("p", { class: "note claim" }, ...withClauses(claimText(claim, run)))));
    if (run.running) this.waiting = setTimeout(() => this.refresh(), MILLISECONDS_BETWEEN_LOOKS);
  }
}

function lengthOf(bar) {
  const last = bar.end - 1;
  return bar.start === last ? plural(last, "turn") : `${number(bar.start)} to ${plural(last, "turn")}`;
}

// A claim, and what the games so far say of it.
function claimText(claim, run) {
  return `${claim.id}. ${claim.words} ${verdictOn(claim, run)}`;
}

function verdictOn(claim, run) {
  if (!run.games && run.unfinished_turns) {
    return `No game has ended here yet, so nothing is said of it; the first has ${plural(run.unfinished_turns, "turn")} so far.`;
  }
  if (run.standard_error === null) return "";
  const difference = run.mean - claim.turns;
  const share = `${shortened((100 * Math.abs(difference)) / claim.turns, 1)} %`;
  const apart = Math.abs(difference) > half(run);
  const verdict = apart ? `${share} ${difference < 0 ? "fewer" : "more"} than claimed` : "which the claim lies within";
  const words = run.games < FEWEST_TO_JUDGE_BY ? "of too few games to judge by" : verdict;
  return `Here: ${interval(run)} turns on average (${CONFIDENCE}), ${words}.`;
}

// The mean with the half width of its interval: one kind of ± wherever there is one.
const CONFIDENCE = "95 % confidence";
const half = (run) => 1.96 * run.standard_error;
const shortened = (value, digits) => value.toLocaleString("en", { maximumFractionDigits: digits });

function interval(run) {
  const digits = half(run) < 1 ? 2 : 1;
  return `${shortened(run.mean, digits)} ± ${shortened(half(run), digits)}`;
}

function factsOf(run) {
  if (!run.games) return run.unfinished_turns ? [["First game", `${plural(run.unfinished_turns, "turn")} so far`]] : [];
  const share = (wins) => `${number(wins)} (${((100 * wins) / run.games).toFixed(1)}%)`;
  return [
    ["Games", number(run.games)],
    ["Turns per second", number(Math.round(run.turns_per_second))],
    ["Mean length", run.standard_error === null ? shortened(run.mean, 2) : `${interval(run)} (${CONFIDENCE})`],
    ["Shortest, longest", `${number(run.least)}, ${number(run.most)}`],
    ["Red wins", share(run.red_wins)],
    ["Blue wins", share(run.blue_wins)],
    ...(run.ties ? [["Ties", share(run.ties)]] : []),
    ["Seed", String(run.seed)],
  ];
}

// The chart --------------------------------------------------------------------------------------

function drawChart(chart, run) {
  const claimed = run.claims.map((claim) => claim.turns);
  // A bar reaches half a turn further than its whole numbers on each side, and so stands above them.
  const least = Math.min((run.bars[0]?.start ?? Infinity) - 0.5, ...claimed.map((turns) => turns * 0.9));
  const most = Math.max((run.bars.at(-1)?.end ?? 0) - 0.5, ...claimed.map((turns) => turns * 1.1));
  if (!Number.isFinite(least)) return;
  const tallest = Math.max(1, ...run.bars.map((bar) => bar.games));
  const x = (turns) => MARGIN.left + ((turns - least) / (most - least)) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (games) => HEIGHT - MARGIN.bottom - (games / tallest) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const summary = run.games ? `Histogram of the lengths of ${plural(run.games, "game")}, from ${number(run.least)} to ${number(run.most)} turns, ${number(Math.round(run.mean))} on average` : "No game has been finished yet";
  chart.setAttribute("aria-label", summary);
  chart.replaceChildren(
    ...run.bars.map((bar) =>
      svgElement("rect", { class: "bar-of-games", x: x(bar.start - 0.5), y: y(bar.games), width: Math.max(0.5, x(bar.end) - x(bar.start) - 0.6), height: y(0) - y(bar.games) },
        svgElement("title", {}, `${lengthOf(bar)}: ${plural(bar.games, "game")}`)),
    ),
    svgElement("path", { class: "axis", d: `M${MARGIN.left} ${y(0)}H${WIDTH - MARGIN.right}` }),
    ...ticks(least, most).map((turns) => svgElement("text", { class: "tick", x: x(turns), y: y(0) + 16, "text-anchor": "middle" }, number(turns))),
    svgElement("text", { class: "tick", x: (MARGIN.left + WIDTH - MARGIN.right) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, "turns in a game"),
    svgElement("text", { class: "tick", x: MARGIN.left - 6, y: y(tallest) + 4, "text-anchor": "end" }, number(tallest)),
    svgElement("text", { class: "tick", x: MARGIN.left - 6, y: y(tallest) + 17, "text-anchor": "end" }, "games"),
    ...(run.mean === null ? [] : marker("mean-line", x(run.mean), `mean ${number(Math.round(run.mean))}`, run.mean > (claimed[0] ?? 0))),
    ...run.claims.flatMap((claim) => marker("claim-line", x(claim.turns), `${claim.id}: about ${number(claim.turns)}`, run.mean === null || claim.turns >= run.mean)),
  );
}

// A line with its words on one side of it.
function marker(style, x, words, onRight) {
  return [
    svgElement("path", { class: style, d: `M${x} 8V${HEIGHT - MARGIN.bottom}` }),
    svgElement("text", { class: `${style}-text`, x: x + (onRight ? 5 : -5), y: 16, "text-anchor": onRight ? "start" : "end" }, words),
  ];
}

function ticks(least, most) {
  const raw = (most - least) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(raw, 1)));
  const step = Math.max(1, [1, 2, 5, 10].map((each) => each * magnitude).find((each) => each >= raw) ?? 1);
  const found = [];
  for (let turns = Math.ceil(least / step) * step; turns <= most; turns += step) found.push(turns);
  return found;
}
