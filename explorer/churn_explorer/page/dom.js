// Small helpers for elements.

export const byId = (id) => document.getElementById(id);

export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svgElement(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export const capitalised = (text) => text[0].toUpperCase() + text.slice(1);

export const number = (value) => value.toLocaleString("en");

export function plural(count, one, many = `${one}s`) {
  return `${number(count)} ${count === 1 ? one : many}`;
}

// Change a part of the page; where the focus was on something in it, it is on its successor then.
export function keepingFocus(part, change) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const label = focused?.getAttribute("aria-label") ?? focused?.id;
  change();
  if (!focused || part.contains(document.activeElement)) return;
  const heirs = [...part.querySelectorAll("button, [tabindex='0']")];
  const same = heirs.find((each) => (each.getAttribute("aria-label") ?? each.id) === label);
  (same ?? heirs[0])?.focus({ preventScroll: true });
}

// A text whose clause ids lead to the clauses; see rules.js. A cell that is quoted is no clause.
export function withClauses(text) {
  const parts = text.split(/(?<!['"])\b([BTSPRE][12]|[FC]1|C2)\b/);
  return parts.map((part, place) => (place % 2 && byId(`rule-${part}`) ? element("a", { class: "clause", href: `#rule-${part}` }, part) : part));
}

// Messages ---------------------------------------------------------------------------------------

export function complain(error) {
  if (error.name === "AbortError") return;
  const box = byId("message");
  box.querySelector("p").replaceChildren(...withClauses(error.message));
  box.hidden = false;
  box.classList.remove("below");
  box.style.top = "";
  const form = document.activeElement?.closest("form");
  if (form) {
    beside(box, form.getBoundingClientRect());
    return;
  }
  const board = byId("board").getBoundingClientRect();
  box.classList.toggle("below", board.bottom > 0 && board.top < box.getBoundingClientRect().bottom);
}

// A message about a form stands below it, or above it where there is no room.
function beside(box, form) {
  const { height } = box.getBoundingClientRect();
  const below = form.bottom + 8;
  box.style.top = `${below + height < innerHeight ? below : Math.max(0, form.top - height - 8)}px`;
}

export function quiet() {
  byId("message").hidden = true;
}
