// Connects AbstractPlay's implementation of Churn (class ChurnGame of its gameslib, which is not part
// of this project) to `churnproof conform`. The argument is the module that holds the class, built by
// whoever runs this; docs/conformance.md tells how.
//
//     churnproof conform -- node adapters/abstractplay/adapter.cjs PATH/TO/churn.js
//
// ChurnGame begins at the empty board; its site does the swap.

const path = require("node:path");
const readline = require("node:readline");

const modulePath = process.argv[2];
if (modulePath === undefined) {
  console.error("usage: node adapter.cjs PATH/TO/churn.js (the built module with ChurnGame)");
  process.exit(2);
}
const { ChurnGame } = require(path.resolve(modulePath));

const VARIANTS = new Map([
  ["3", []],
  ["4", ["hex4"]],
  ["5", ["hex5"]],
  ["3-4-3-4-3-4", ["limping-34"]],
  ["5-3-3-5-3-3", ["limping-335"]],
  ["6-4-4-6-4-4", ["limping-446"]],
]);

const identity = {
  protocol: 1,
  name: "AbstractPlay gameslib, ChurnGame",
  version: ChurnGame.gameinfo.version,
  language: "TypeScript",
  boards: [...VARIANTS.keys()],
  positions: false,
  swap: "site",
  refuses: true,
};

// The last game, so that a question which goes on from it need not play it again.
let last = { board: "", turns: [], game: null, removed: [] };

function goesOn(board, turns) {
  return (
    board === last.board &&
    last.turns.length <= turns.length &&
    last.turns.every((turn, index) => turn === turns[index])
  );
}

function begin(board) {
  last = { board, turns: [], game: new ChurnGame(undefined, VARIANTS.get(board)), removed: [] };
}

function take(turn) {
  const { game } = last;
  game.move(turn);
  last.turns.push(turn);
  last.removed = game.results.filter((each) => each.type === "take").map((each) => each.from);
  game.stack.splice(0, game.stack.length - 1); // its past is not needed, and grows
}

function play({ position, turns }) {
  const board = position.split(" ", 1)[0];
  if (!goesOn(board, turns)) begin(board);
  for (let number = last.turns.length; number < turns.length; number++) {
    // It takes capitals and spaces too, as people type them; the notation does not.
    const legal = !last.game.gameover && last.game.moves().includes(turns[number]);
    if (!legal) return { refused: number + 1 };
    take(turns[number]);
  }
  return stateOf(board, last.game, last.removed);
}

function stateOf(board, game, removed) {
  const stone = { 1: "r", 2: "b" };
  const rows = game.graph
    .listCells(true)
    .map((row) => row.map((cell) => stone[game.board.get(cell)] ?? ".").join(""));
  const outcome = game.winner.length > 1 ? "tie" : { 1: "red", 2: "blue" }[game.winner[0]];
  return {
    position: `${board} ${rows.join("/")} ${stone[game.currplayer]}`,
    legal: game.moves(),
    over: game.gameover,
    winner: game.gameover ? outcome : null,
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

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  process.stdout.write(JSON.stringify(replyTo(JSON.parse(line))) + "\n");
});
