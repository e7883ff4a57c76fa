// Enlarges the board where its cells are small; an enlarged board is scrolled in its place.

import { byId } from "./dom.js";

const STEP = 1.5;
const MOST = 6;
const EASY_TO_HIT = 44; // pixels
const HEIGHT = 0.7; // of the window, where a board is enlarged

export class Zoom {
  constructor(svg) {
    this.svg = svg;
    this.place = svg.parentElement;
    this.factor = 1;
    this.width = 0;
    byId("enlarge").addEventListener("click", () => this.#to(this.factor * STEP));
    byId("shrink").addEventListener("click", () => this.#to(this.factor / STEP));
    new ResizeObserver(() => {
      if (this.place.offsetWidth !== this.width) this.reset();
    }).observe(this.place.parentElement);
  }

  // Show all of the board.
  reset() {
    this.factor = 1;
    for (const each of [this.svg, this.place]) each.removeAttribute("style");
    this.place.classList.remove("enlarged");
    this.width = this.place.offsetWidth;
    const { width, height } = this.svg.viewBox.baseVal;
    const room = this.svg.getBoundingClientRect();
    const scale = Math.min(room.width / width, room.height / height);
    this.whole = { width: scale * width, height: scale * height, place: room.height };
    this.#showButtons();
  }

  #to(factor) {
    const middle = this.#middle();
    this.reset();
    this.factor = Math.min(MOST, Math.max(1, factor));
    if (this.factor > 1) {
      const { width, height, place } = this.whole;
      this.place.classList.add("enlarged");
      this.place.style.height = `${Math.min(height * this.factor, Math.max(place, HEIGHT * innerHeight))}px`;
      this.svg.style.width = `${width * this.factor}px`;
      this.svg.style.height = `${height * this.factor}px`;
      this.place.scrollLeft = middle.x * this.place.scrollWidth - this.place.clientWidth / 2;
      this.place.scrollTop = middle.y * this.place.scrollHeight - this.place.clientHeight / 2;
    }
    this.#showButtons();
  }

  // What is in the middle, as a share of the board.
  #middle() {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = this.place;
    return { x: (scrollLeft + clientWidth / 2) / scrollWidth, y: (scrollTop + clientHeight / 2) / scrollHeight };
  }

  #showButtons() {
    const cell = this.svg.querySelector(".hit")?.getBoundingClientRect().width ?? EASY_TO_HIT;
    byId("zoom-bar").hidden = this.factor === 1 && cell >= EASY_TO_HIT;
    byId("enlarge").disabled = this.factor >= MOST;
    byId("shrink").disabled = this.factor === 1;
  }
}
