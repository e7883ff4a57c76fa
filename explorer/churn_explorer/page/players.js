// Who plays: by hand, at random, by looking a few turns ahead, or perfectly where the board is solved.

import { ask } from "./asking.js";
import { byId, complain } from "./dom.js";

export class Players {
  constructor(game) {
    this.game = game;
    this.paused = false;
    this.waiting = null;
    game.addEventListener("change", () => this.#go());
    for (const seat of ["first", "second"]) {
      byId(seat).addEventListener("change", () => {
        this.paused = false;
        this.#go(true);
        if (byId(seat).value === "perfect") this.#requireSolved().catch(complain);
      });
    }
    byId("pace").addEventListener("change", () => this.#go());
    byId("pause").addEventListener("click", () => {
      this.paused = !this.paused;
      this.#go(true);
    });
  }

  // Look who is to move, and have the turn taken if it is not a person's. A reader who has gone back
  // to look is not carried away, but where they ask for it play goes on from there.
  #go(asked = false) {
    clearTimeout(this.waiting);
    this.#show();
    const { view } = this.game;
    if (!view || view.over || this.paused || document.body.classList.contains("setting-up")) return;
    if (this.game.at < this.game.steps.length && !asked) return;
    const by = byId(view.mover_seat).value;
    if (by === "hand") return;
    this.waiting = setTimeout(() => this.#play(by), Number(byId("pace").value));
  }

  // Say at once that perfect play is not to be had; what is solved unasked begins to be.
  async #requireSolved() {
    const { view, place } = this.game;
    const { state } = await ask("values", { position: place.position });
    if (state === "ready" || state === "working") return;
    throw new Error(`perfect play needs the solution of board ${view.sides}: see Values`);
  }

  async #play(by) {
    const { place } = this.game;
    try {
      const { turn } = await ask("choose", { place, by });
      await this.game.playFrom(place, turn);
    } catch (error) {
      this.paused = true;
      this.#show();
      complain(error);
    }
  }

  #show() {
    const { view } = this.game;
    const automatic = ["first", "second"].some((seat) => byId(seat).value !== "hand");
    byId("pause").hidden = !automatic;
    byId("pause").textContent = this.paused ? "Go on" : "Pause";
    byId("pace-label").hidden = !automatic;
    if (!view) return;
    const other = view.red_seat === "first" ? "second" : "first";
    byId(`${view.red_seat}-colour`).textContent = "(Red)";
    byId(`${other}-colour`).textContent = "(Blue)";
  }
}
