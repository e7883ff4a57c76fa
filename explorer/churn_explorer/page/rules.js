// The rules in their panel: shown on the first visit, and wherever a message names a clause.

import { byId } from "./dom.js";
import { showPanel } from "./tabs.js";

export function startRules() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.clause");
    if (!link) return;
    event.preventDefault(); // the address shows the game
    showClause(link.hash.slice(1));
  });
  if (isFirstVisit()) showPanel("panel-rules");
}

function showClause(id) {
  showPanel("panel-rules");
  for (const marked of document.querySelectorAll(".clauses .here")) marked.classList.remove("here");
  byId(id).classList.add("here");
  byId(id).focus({ preventScroll: true });
  byId(id).scrollIntoView({ block: "nearest" });
}

// A browser that blocks the data of sites cannot tell, and has the rules in their tab.
function isFirstVisit() {
  try {
    if (localStorage.getItem("rules") !== null) return false;
    localStorage.setItem("rules", "shown");
    return true;
  } catch {
    return false;
  }
}
