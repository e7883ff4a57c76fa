// Light, dark, or as the system prefers; the choice is kept in this browser.

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

export function startTheme() {
  const kept = localStorage.getItem("theme");
  const choice = byId("theme");
  choice.value = THEMES.includes(kept) ? kept : "auto";
  put(choice.value);
  choice.addEventListener("change", () => {
    localStorage.setItem("theme", choice.value);
    put(choice.value);
  });
}
