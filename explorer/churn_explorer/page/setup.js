// Setting a position up by hand: each change is made by the server, which knows the notation.

import { ask } from "./asking.js";
import { byId, complain, quiet } from "./dom.js";

export class Setup extends EventTarget {
  // Event "shown": the position that is set up is another; its view is in the detail.

  constructor(board, game) {
    super();
    this.board = board;
    this.game = game;
    this.active = false;
    this.view = null;
    this.busy = Promise.resolve();
    const on = (id, work) => byId(id).addEventListener("click", () => this.#attempt(work));
    on("set-up", () => this.begin());
    on("set-cancel", () => this.#end());
    on("set-done", () => this.#done());
    on("set-clear", () => this.#change(() => ({ position: this.#cleared(), swap: false })));
    for (const radio of document.querySelectorAll("[name=to-move]")) {
      radio.addEventListener("change", () => this.#attempt(() => this.#change(() => ({ mover: radio.value }))));
    }
    byId("set-swap").addEventListener("change", () => {
      const swap = byId("set-swap").checked;
      this.#attempt(() => this.#change(() => ({ swap })));
    });
  }

  begin() {
    this.active = true;
    this.#toggle();
    this.#show(this.game.view);
  }

  put(cell) {
    const wanted = document.querySelector("[name=put]:checked").value;
    const index = this.game.layout.cells.indexOf(cell);
    return this.#change(() => {
      const present = { r: "red", b: "blue", ".": "none" }[this.view.stones[index]];
      return { cell, stone: present === wanted ? "none" : wanted };
    });
  }

  // One change after the other, each made to what the one before it left.
  #change(changeOf) {
    const done = this.busy.then(async () => {
      this.#show(await ask("change", { position: this.view.place.position, ...changeOf() }));
    });
    this.busy = done.catch(() => {});
    return done;
  }

  #cleared() {
    const [sides, rows, mover] = this.view.place.position.split(" ");
    return `${sides} ${rows.replaceAll(/[rb]/g, ".")} ${mover}`;
  }

  #show(view) {
    this.view = view;
    document.querySelector(`[name=to-move][value=${view.mover}]`).checked = true;
    byId("set-swap").checked = view.swap;
    this.board.setPreview(null);
    this.board.show({ view, last: null, values: null, editing: true });
    this.dispatchEvent(new CustomEvent("shown", { detail: { view } }));
  }

  async #done() {
    await this.busy;
    const position = this.view.place.position;
    this.#end();
    await this.game.load(position);
  }

  #end() {
    this.active = false;
    this.#toggle();
    this.game.dispatchEvent(new CustomEvent("change", { detail: {} }));
  }

  #toggle() {
    byId("setup-bar").hidden = !this.active;
    byId("game-bar").hidden = this.active;
    document.body.classList.toggle("setting-up", this.active);
  }

  #attempt(work) {
    quiet();
    Promise.resolve()
      .then(work)
      .catch((error) => {
        byId("set-swap").checked = this.view?.swap ?? false;
        complain(error);
      });
  }
}
