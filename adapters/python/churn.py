"""A plain implementation of Churn, for the template to have something to connect."""

OTHER = {"r": "b", "b": "r"}


class Game:
    """A game of Churn: stones by cell name, who is to move, whether the swap is on offer."""

    def __init__(self, text):
        self.board, rows, self.mover, *swap = text.split(" ")
        self.swap = swap == ["swap"]
        self.rows, self.beside = cells_of(self.board)
        letters = zip(self.cells(), rows.replace("/", ""), strict=True)
        self.stones = {cell: letter for cell, letter in letters if letter != "."}

    def cells(self):
        """All cells, top row first."""
        return [cell for row in self.rows for cell in row]

    def text(self):
        """The position as text."""
        rows = "/".join("".join(self.stones.get(cell, ".") for cell in row) for row in self.rows)
        return f"{self.board} {rows} {self.mover}" + (" swap" if self.swap else "")

    def group(self, cell):
        """The mover's group that a stone on a cell is in, the cell itself included."""
        group, found = set(), [cell]
        while found:
            here = found.pop()
            if here not in group:
                group.add(here)
                found += [each for each in self.beside[here] if self.stones.get(each) == self.mover]
        return group

    def legal(self):
        """The legal turns: where the smallest group is formed, and the swap where on offer."""
        sizes = {cell: len(self.group(cell)) for cell in self.cells() if cell not in self.stones}
        smallest = min(sizes.values(), default=0)
        return [cell for cell in sizes if sizes[cell] == smallest] + ["swap"] * self.swap

    def play(self, turn):
        """Take a legal turn and give the cells whose stones were removed."""
        first = not self.stones and self.mover == "r"
        self.swap = False
        if turn == "swap":
            return []
        self.stones[turn] = self.mover
        formed = len(self.group(turn))
        own = [cell for cell, colour in self.stones.items() if colour == self.mover]
        removed = [cell for cell in own if len(self.group(cell)) < formed]
        for cell in removed:
            del self.stones[cell]
        self.mover = OTHER[self.mover]
        self.swap = first and not self.over()
        return removed

    def over(self):
        """Whether the board is full."""
        return len(self.stones) == len(self.beside)

    def winner(self):
        """red, blue or tie; None while the game lasts."""
        if not self.over():
            return None
        colours = list(self.stones.values())
        lead = colours.count("r") - colours.count("b")
        return "red" if lead > 0 else "blue" if lead < 0 else "tie"


BOARDS = {}


def cells_of(board):
    """The rows of a board, from the top, and for each cell those beside it."""
    if board not in BOARDS:
        BOARDS[board] = build(board)
    return BOARDS[board]


def build(board):
    """Rows by where they begin and end, in half cells."""
    sides = [int(side) for side in board.split("-")]
    top, upper_right, lower_right, _, _, upper_left = sides * (6 // len(sides))
    rows, at = [], {}
    begin, end = 0, 2 * (top - 1)
    height = upper_right + lower_right - 1
    for row in range(height):
        letters = letters_of(height - 1 - row)
        columns = range(begin, end + 1, 2)
        rows.append([f"{letters}{place}" for place, _ in enumerate(columns, start=1)])
        at.update({(row, column): cell for column, cell in zip(columns, rows[-1], strict=True)})
        begin += -1 if row < upper_left - 1 else 1
        end += 1 if row < upper_right - 1 else -1
    steps = [(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)]
    beside = {
        cell: [
            at[row + down, column + right]
            for down, right in steps
            if (row + down, column + right) in at
        ]
        for (row, column), cell in at.items()
    }
    return rows, beside


def letters_of(number):
    """a for 0, z for 25, aa for 26."""
    letters = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return letters
