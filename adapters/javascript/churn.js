// A plain implementation of Churn, for the template to have something to connect.

const boards = new Map();

class Game {
  constructor(text) {
    const [board, rows, mover, swap] = text.split(" ");
    this.board = board;
    this.mover = mover;
    this.swap = swap === "swap";
    if (!boards.has(board)) boards.set(board, build(board));
    ({ names: this.names, lengths: this.lengths, beside: this.beside } = boards.get(board));
    this.stones = [...rows.replaceAll("/", "")];
  }

  text() {
    const rows = [];
    let first = 0;
    for (const length of this.lengths) {
      rows.push(this.stones.slice(first, first + length).join(""));
      first += length;
    }
    return [this.board, rows.join("/"), this.mover, ...(this.swap ? ["swap"] : [])].join(" ");
  }

  // For each cell the number of its group among the mover's stones, and the groups' sizes.
  groups() {
    const group = this.stones.map(() => -1);
    const sizes = [];
    this.stones.forEach((stone, start) => {
      if (stone !== this.mover || group[start] >= 0) return;
      group[start] = sizes.length;
      const found = [start];
      for (let next = 0; next < found.length; next++) {
        for (const cell of this.beside[found[next]]) {
          if (this.stones[cell] === this.mover && group[cell] < 0) {
            group[cell] = sizes.length;
            found.push(cell);
          }
        }
      }
      sizes.push(found.length);
    });
    return { group, sizes };
  }

  legal() {
    const { group, sizes } = this.groups();
    let smallest = Infinity;
    let legal = [];
    this.stones.forEach((stone, cell) => {
      if (stone !== ".") return;
      const joined = new Set(this.beside[cell].map((each) => group[each]));
      let formed = 1;
      for (const number of joined) if (number >= 0) formed += sizes[number];
      if (formed < smallest) [smallest, legal] = [formed, []];
      if (formed === smallest) legal.push(this.names[cell]);
    });
    return this.swap ? [...legal, "swap"] : legal;
  }

  // Takes a legal turn and gives the cells whose stones were removed.
  play(turn) {
    const first = this.mover === "r" && this.stones.every((stone) => stone === ".");
    this.swap = false;
    if (turn === "swap") return [];
    const placed = this.names.indexOf(turn);
    this.stones[placed] = this.mover;
    const { group, sizes } = this.groups();
    const formed = sizes[group[placed]];
    const removed = [];
    group.forEach((number, cell) => {
      if (number >= 0 && sizes[number] < formed) {
        this.stones[cell] = ".";
        removed.push(this.names[cell]);
      }
    });
    this.mover = this.mover === "r" ? "b" : "r";
    this.swap = first && !this.over();
    return removed;
  }

  over() {
    return !this.stones.includes(".");
  }

  winner() {
    if (!this.over()) return null;
    const red = this.stones.filter((stone) => stone === "r").length;
    const lead = 2 * red - this.stones.length;
    return lead > 0 ? "red" : lead < 0 ? "blue" : "tie";
  }
}

function build(board) {
  let sides = board.split("-").map(Number);
  if (sides.length === 1) sides = Array(6).fill(sides[0]);
  const [top, upperRight, lowerRight, , , upperLeft] = sides;
  const height = upperRight + lowerRight - 1;
  const names = [];
  const lengths = [];
  const at = new Map(); // "row,column" to cell, columns in half cells
  let [begin, end] = [0, 2 * (top - 1)];
  for (let row = 0; row < height; row++) {
    lengths.push((end - begin) / 2 + 1);
    for (let place = 1; place <= lengths[row]; place++) {
      at.set(`${row},${begin + 2 * (place - 1)}`, names.length);
      names.push(letters(height - 1 - row) + place);
    }
    begin += row < upperLeft - 1 ? -1 : 1;
    end += row < upperRight - 1 ? 1 : -1;
  }
  const steps = [[0, -2], [0, 2], [-1, -1], [-1, 1], [1, -1], [1, 1]];
  const beside = names.map(() => []);
  for (const [place, cell] of at) {
    const [row, column] = place.split(",").map(Number);
    for (const [down, right] of steps) {
      const near = at.get(`${row + down},${column + right}`);
      if (near !== undefined) beside[cell].push(near);
    }
  }
  return { names, lengths, beside };
}

// a for 0, z for 25, aa for 26
function letters(number) {
  let text = "";
  for (let rest = number + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  }
  return text;
}

module.exports = { Game };
