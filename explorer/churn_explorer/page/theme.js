// Light, dark, or as the system prefers; the choice is kept in this browser, where it lets us.

import { byId } from "./dom.js";

const THEMES = ["auto", "light", "dark"];

export const theme = () => document.documentElement.dataset.theme;

function put(name) {
  document.documentElement.dataset.theme = name;
  for (const drawing of document.querySelectorAll("svg.board")) {
    drawing.classList.remove(...THEMES.map((each) => `churn-${each}`));
    drawing.classList.add(`churn-${name}`);
  }
}

// A browser that blocks the data of sites refuses the storage itself, not only what is in it.
function kept() {
  try {
    return localStorage.getItem("theme");
  } catch {
    return null;
  }
}

function keep(name) {
  try {
    localStorage.setItem("theme", name);
  } catch {
    // The choice holds as long as the page is open.
  }
}

export function startTheme() {
  const choice = byId("theme");
  choice.value = THEMES.includes(kept()) ? kept() : "auto";
  put(choice.value);
  choice.addEventListener("change", () => {
    keep(choice.value);
    put(choice.value);
  });
}
