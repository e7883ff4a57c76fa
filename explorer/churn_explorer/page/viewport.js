// Pan and zoom of a drawing: drag, wheel, two fingers, keys and buttons.

const LARGEST = 8;
const WHEEL = 0.0015;
const STEP = 1.35;

export class Viewport {
  // `onzoom` is told the scale, in pixels a unit, whenever it changes.

  constructor(svg, onzoom) {
    this.svg = svg;
    this.onzoom = onzoom;
    this.content = { x: 0, y: 0, width: 1, height: 1 };
    this.pointers = new Map();
    this.dragged = false;
    svg.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      svg.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    }
    // A drag is no click on what it ends on.
    svg.addEventListener("click", (event) => this.dragged && event.stopPropagation(), { capture: true });
    new ResizeObserver(() => this.#resized()).observe(svg);
  }

  // Show all of a rectangle, in whatever room there is from now on, until it is zoomed or moved.
  fit(content) {
    this.content = content;
    this.moved = false;
    this.#fill();
  }

  zoom(factor, at = this.#middle()) {
    this.moved = true;
    const scale = Math.min(LARGEST, this.#scale() * factor);
    const real = Math.max(scale, this.#least()) / this.#scale();
    const { box } = this;
    this.box = {
      x: at.x - (at.x - box.x) / real,
      y: at.y - (at.y - box.y) / real,
      width: box.width / real,
      height: box.height / real,
    };
    this.#show();
  }

  zoomIn(at = undefined) {
    this.zoom(STEP, at);
  }

  zoomOut(at = undefined) {
    this.zoom(1 / STEP, at);
  }

  // Bring a point into sight, if it is not.
  reveal(point, margin) {
    const { box } = this;
    const within = (value, start, size) => value > start + margin && value < start + size - margin;
    if (within(point.x, box.x, box.width) && within(point.y, box.y, box.height)) return;
    this.moved = true;
    this.box = { ...box, x: point.x - box.width / 2, y: point.y - box.height / 2 };
    this.#show();
  }

  #fill() {
    this.box = { ...this.content };
    this.#widen();
    this.#show();
  }

  // What was zoomed or moved keeps its scale and its middle.
  #resized() {
    if (!this.box) return;
    const { width, height } = this.svg.getBoundingClientRect();
    if (!this.moved) this.#fill();
    else if (width && height) {
      const middle = this.#middle();
      const size = { width: width / this.scale, height: height / this.scale };
      this.box = { x: middle.x - size.width / 2, y: middle.y - size.height / 2, ...size };
      this.#show();
    }
  }

  #least() {
    const { width, height } = this.svg.getBoundingClientRect();
    return 0.7 * Math.min(width / this.content.width, height / this.content.height);
  }

  #scale() {
    return (this.svg.getBoundingClientRect().width || 1) / this.box.width;
  }

  #middle() {
    return { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 };
  }

  // Give the box the shape of the drawing's place on the page.
  #widen() {
    const { width, height } = this.svg.getBoundingClientRect();
    if (!width || !height) return;
    const { box } = this;
    const middle = this.#middle();
    const size = Math.max(box.width / width, box.height / height);
    this.box = { x: middle.x - (size * width) / 2, y: middle.y - (size * height) / 2, width: size * width, height: size * height };
  }

  #show() {
    this.scale = this.#scale();
    const { x, y, width, height } = this.box;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.onzoom(this.scale);
  }

  #pointAt(event) {
    const place = this.svg.getBoundingClientRect();
    return {
      x: this.box.x + ((event.clientX - place.left) / place.width) * this.box.width,
      y: this.box.y + ((event.clientY - place.top) / place.height) * this.box.height,
    };
  }

  #wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * WHEEL), this.#pointAt(event));
  }

  #down(event) {
    this.dragged = false;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  #move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const moved = Math.hypot(now.x - before.x, now.y - before.y);
    if (!this.dragged && moved < 4) return;
    this.dragged = true;
    const others = [...this.pointers.entries()].filter(([id]) => id !== event.pointerId);
    this.pointers.set(event.pointerId, now);
    const scale = this.#scale();
    if (others.length === 0) {
      this.moved = true;
      this.box = { ...this.box, x: this.box.x - (now.x - before.x) / scale, y: this.box.y - (now.y - before.y) / scale };
      this.#show();
    } else {
      const other = others[0][1];
      const apart = (point) => Math.hypot(point.x - other.x, point.y - other.y);
      this.zoom(apart(now) / Math.max(1, apart(before)), this.#pointAt({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }));
    }
  }
}
