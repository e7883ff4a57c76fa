// Tabs: one panel at a time; arrow keys move between the tabs.

import { byId } from "./dom.js";

const tabs = () => [...byId("tabs").querySelectorAll("[role=tab]")];
const panelOf = (tab) => byId(tab.getAttribute("aria-controls"));

export const shownPanel = () => panelOf(tabs().find((tab) => tab.getAttribute("aria-selected") === "true")).id;

export function showPanel(id) {
  for (const tab of tabs()) {
    const chosen = tab.getAttribute("aria-controls") === id;
    tab.setAttribute("aria-selected", String(chosen));
    tab.setAttribute("tabindex", chosen ? 0 : -1);
    panelOf(tab).hidden = !chosen;
  }
  byId("tabs").dispatchEvent(new CustomEvent("shown", { detail: { id } }));
}

export function startTabs() {
  byId("tabs").addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) showPanel(tab.getAttribute("aria-controls"));
  });
  byId("tabs").addEventListener("keydown", (event) => {
    const all = tabs();
    const place = all.indexOf(document.activeElement);
    const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: all.length - 1 }[event.key];
    if (place < 0 || next === undefined) return;
    event.preventDefault();
    const tab = all[(next + all.length) % all.length];
    tab.focus();
    showPanel(tab.getAttribute("aria-controls"));
  });
}
