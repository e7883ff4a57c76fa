// Connects an implementation of Churn to `churnproof conform`: a template, to be copied.
//
// Put your own implementation in the place of `churn`, then: churnproof conform -- node adapter.js
// What is asked and answered is told in verification/PROTOCOL.md.

const readline = require("node:readline");
const { Game } = require("./churn.js"); // your implementation

const identity = {
  protocol: 1,
  name: "example in JavaScript",
  version: "1",
  language: "JavaScript",
  boards: "any", // or a list, as ["3", "3-4-3-4-3-4"]
  positions: true, // false: play begins at the empty board only
  swap: "seats", // or "colours", "recolour", "none"
  refuses: true, // false: illegal turns are not refused, only legal ones listed
};

function play(request) {
  const game = new Game(request.position);
  let removed = [];
  for (const [index, turn] of request.turns.entries()) {
    if (!game.legal().includes(turn)) return { refused: index + 1 };
    removed = game.play(turn);
  }
  return {
    position: game.text(),
    legal: game.legal(),
    over: game.over(),
    winner: game.winner(),
    removed,
  };
}

function replyTo(request) {
  const id = request.id;
  try {
    if (request.ask === "hello") return { id, result: identity };
    if (request.ask === "play") return { id, result: play(request) };
    return { id, skipped: { reason: "not known here" } };
  } catch (error) {
    return { id, error: { message: String(error), context: error.stack } };
  }
}

// readline gives whole lines, whatever the size of what arrives.
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  process.stdout.write(JSON.stringify(replyTo(JSON.parse(line))) + "\n");
});
