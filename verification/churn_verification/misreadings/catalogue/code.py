"""Slips in code that no single game comes to: random play, solver, game graphs, runs in parts.

Each is tried with the checks that speak of that code; see `edited_code`.
"""

from churn_verification.misreadings.edited_code import EditedCode
from churn_verification.misreadings.mutant import Mutant, Origin


def _slip(
    mutant_id: str, clauses: str, module: str, change: tuple[str, str], checks: str, *texts: str
) -> Mutant:
    """One line changed; the texts are the source and the sentence."""
    source, sentence = texts
    old, new = change
    return Mutant(
        id=mutant_id,
        clauses=tuple(clauses.split()),
        sentence=sentence,
        origin=Origin.SLIP,
        source=f"{source}; {module}: `{old.strip()}` became `{new.strip()}`",
        tried=EditedCode(f"mutant {mutant_id}", module, old, new, tuple(checks.split())),
    )


_KERNELS = "churn_engine.kernels"
_INSTRUCTIONS = f"{_KERNELS}.instructions"
_GAMES = f"{_KERNELS}.random_games"
_PHILOX = f"{_KERNELS}.philox"
_RANDOM_PLAY = "churn_engine.random_play"
_SOLVER = "churn_engine.solver"
_GRAPH = "churn_verification.stategraph"
_SIMULATION = "churn_verification.simulation"
_NOTATION = "churn_engine.notation"

_RANDOM = (
    _slip(
        "kernel-cell-of-a-rank-from-the-third-word",
        "P1 P2",
        _INSTRUCTIONS,
        (
            "            base = builder.select(beyond, _number(BITS * index), base)",
            "            base = builder.select(beyond, _number(BITS * min(index, 1)), base)",
        ),
        "large-boards/sets-of-cells",
        "an offset for two machine words",
        "From the 129th cell on random play places on another cell than the one it chose.",
    ),
    _slip(
        "kernel-lowest-cell-from-the-sixth-word",
        "P1 P2",
        _INSTRUCTIONS,
        (
            "            base = builder.select(here, _number(BITS * index), base)",
            "            base = builder.select(here, _number(BITS * min(index, 4)), base)",
        ),
        "large-boards/sets-of-cells",
        "an offset for five machine words",
        "The lowest cell of a set is misread in the sixth machine word.",
    ),
    _slip(
        "random-play-without-rejection",
        "P1 P2",
        _GAMES,
        ("low >= bound or low >= (U(1) << _HALF) % bound", "low >= U(0)"),
        "random-play/generator",
        "a bias taken for small enough",
        "Draws that make some choices likelier than others are not drawn again.",
    ),
    _slip(
        "random-play-counter-in-32-bits",
        "P1 P2",
        _PHILOX,
        ("number & _LOW, number >> _HALF", "number & _LOW, U(0)"),
        "random-play/generator",
        "half of a number dropped",
        "After 2**34 draws a game begins to repeat its random numbers.",
    ),
    _slip(
        "random-play-stream-in-32-bits",
        "P1 P2",
        _PHILOX,
        ("stream & _LOW, stream >> _HALF", "stream & _LOW, U(0)"),
        "random-play/generator",
        "half of a number dropped",
        "Games whose numbers differ by 2**32 are the same.",
    ),
    _slip(
        "random-play-seed-in-32-bits",
        "P1 P2",
        _PHILOX,
        ("seed & _LOW, seed >> _HALF", "seed & _LOW, U(0)"),
        "random-play/generator",
        "half of a number dropped",
        "Seeds that differ by 2**32 give the same games.",
    ),
    _slip(
        "random-play-nine-rounds",
        "P1 P2",
        _PHILOX,
        ("_ROUNDS = 10", "_ROUNDS = 9"),
        "random-play/generator",
        "a loop that ends one early",
        "The random numbers are mixed in one round less than the published generator has.",
    ),
    _slip(
        "random-play-fills-from-the-middle",
        "P1 P2",
        _GAMES,
        ("U((drawn & ~(DRAWS_AT_A_TIME - 1)) // 4)", "U(drawn // 4)"),
        "random-play/generator",
        "a beginning not rounded down",
        "A game that is gone on with takes other random numbers than one played at a stretch.",
    ),
    _slip(
        "random-play-sizes-after-2000-turns",
        "P2",
        _GAMES,
        ("        all_formed += size\n", "        all_formed += size + (turns >= 2000)\n"),
        "random-play/long-games",
        "a sum that was tried on short games",
        "After 2,000 turns one too much is added to the sum of the sizes formed.",
    ),
    _slip(
        "random-play-choices-after-2000-turns",
        "P2",
        _GAMES,
        ("        all_choices += choices\n", "        all_choices += choices * (turns < 2000)\n"),
        "random-play/long-games",
        "a sum that was tried on short games",
        "After 2,000 turns the numbers of legal placements are not added up.",
    ),
    _slip(
        "random-play-forced-turns-after-2000-turns",
        "P2",
        _GAMES,
        ("forced += choices == 1\n", "forced += choices == 1 and turns < 2000\n"),
        "random-play/long-games",
        "a sum that was tried on short games",
        "After 2,000 turns forced turns are not counted.",
    ),
    _slip(
        "random-play-lead-of-the-mover",
        "E2",
        _GAMES,
        ("return lead if game.mover.bottom == 0 else -lead", "return lead"),
        "random-play/long-games",
        "the side to move taken for Red",
        "The lead at the end of a random game is that of the side that would be to move.",
    ),
    _slip(
        "random-play-draws-not-carried-on",
        "P1 P2",
        _RANDOM_PLAY,
        ("int(unfinished.drawn[0]), sums", "0, sums"),
        "random-play/parts",
        "a field left at its default",
        "A game that is gone on with begins with its first random number again.",
    ),
    _slip(
        "random-play-number-not-carried-on",
        "P1 P2",
        _RANDOM_PLAY,
        ("UnfinishedGame(start.number + finished,", "UnfinishedGame(start.number,"),
        "random-play/parts",
        "the number of the first game taken for that of the last",
        "A game that is gone on with takes the random numbers of an earlier one.",
    ),
    _slip(
        "random-play-mover-not-carried-on",
        "T1",
        _RANDOM_PLAY,
        ('mover="blue" if unfinished.blue_moves[0] else "red"', 'mover="red"'),
        "random-play/long-games",
        "a field left at its default",
        "In a game that is gone on with Red is always to move.",
    ),
)

_PARTS = (
    _slip(
        "parts-begin-at-the-number-of-the-batch",
        "P1 P2",
        f"{_SIMULATION}.run",
        ("first_game=batch * self._games_a_batch", "first_game=batch"),
        "random-play/parts",
        "numbers of batches taken for numbers of games",
        "The batches that workers play have games in common.",
    ),
    _slip(
        "parts-replace-what-was-counted",
        "P1 P2",
        f"{_SIMULATION}.run",
        ("statistics=before.statistics + played.statistics", "statistics=played.statistics"),
        "random-play/parts",
        "= for +=",
        "Of a batch that comes back in several parts only the last part is counted.",
    ),
    _slip(
        "parts-sums-exchanged",
        "P2",
        f"{_SIMULATION}.parts",
        (
            "stored.turns, stored.formed, stored.choices, stored.forced",
            "stored.turns, stored.choices, stored.formed, stored.forced",
        ),
        "random-play/parts",
        "arguments exchanged",
        "A game that another worker goes on with has two of its sums exchanged.",
    ),
    _slip(
        "parts-draws-forgotten",
        "P1 P2",
        f"{_SIMULATION}.parts",
        ("parse_position(stored.position), stored.draws,", "parse_position(stored.position), 0,"),
        "random-play/parts",
        "a field left at its default",
        "A game that another worker goes on with begins with its first random number again.",
    ),
)

_SOLUTIONS = (
    _slip(
        "tablebase-other-stones-not-moved",
        "E2",
        f"{_SOLVER}.tablebase",
        (
            "_packed(self.board.full & ~owner, _image(symmetry, mover))",
            "_packed(self.board.full & ~owner, mover)",
        ),
        "solution/tablebase",
        "a symmetry applied to one of two sets",
        "A position is looked up with the mover's stones where they stood.",
    ),
    _slip(
        "tablebase-blue-as-red",
        "E2",
        f"{_SOLVER}.tablebase",
        ("return position.blue, position.red", "return position.red, position.blue"),
        "solution/tablebase",
        "the side to move taken for Red",
        "With Blue to move a position is looked up as if Red were.",
    ),
    _slip(
        "tablebase-block-before",
        "E2",
        f"{_SOLVER}.tablebase",
        ("int(self._offsets[blocks[0]] - self", "int(self._offsets[max(0, blocks[0] - 1)] - self"),
        "solution/tablebase",
        "an index one too low",
        "A position is looked up in the block before its own.",
    ),
    _slip(
        "tablebase-ties-lost",
        "B2",
        f"{_SOLVER}.tablebase",
        (
            "return int(cost(self._store.element(shard, COST, place)))",
            "return int(self._store.element(shard, COST, place))",
        ),
        "solution/tablebase",
        "boards taken to be odd",
        "Ties are read from a tablebase with the opposite sign.",
    ),
    _slip(
        "solver-equal-groups-removed",
        "R2",
        f"{_SOLVER}.patterns",
        ("if sizes[group] >= size:", "if sizes[group] > size:"),
        "solution/every-position",
        "> for >=",
        "In the solver's tables groups of the formed group's size are removed too.",
    ),
    _slip(
        "solver-winner-delays",
        "E2",
        f"{_SOLVER}.scores",
        ("return -least - 1", "return -least + 1"),
        "solution/every-position",
        "a sign",
        "In the solver's values a won position counts its own turn the wrong way round.",
    ),
    _slip(
        "solver-shortest-game-without-the-turn",
        "F1",
        f"{_SOLVER}.sweep",
        (
            "return least + 1 if column == SHORTEST else least - 1",
            "return least if column == SHORTEST else least - 1",
        ),
        "graph/counts",
        "the turn itself not counted",
        "The shortest game that the solver finds is too short.",
    ),
)

_GRAPHS = (
    _slip(
        "graph-turns-misnamed",
        "T1",
        f"{_GRAPH}.graph",
        ("(self.board.names[cell], int(target))", "(self.board.names[::-1][cell], int(target))"),
        "graph/specification-and-engine",
        "cells counted from the end",
        "Turns of the game graph are called by the cell on the opposite side of the board.",
    ),
    _slip(
        "graph-mover-exchanged",
        "T1",
        f"{_GRAPH}.graph",
        ('"red" if self.states.mover[state] == RED', '"red" if self.states.mover[state] != RED'),
        "graph/specification-and-engine",
        "!= for ==",
        "Positions of the game graph have the other side to move.",
    ),
    _slip(
        "graph-ply-by-depth-first-search",
        "T1",
        f"{_GRAPH}.convert",
        ("ply=int(graph.states.ply[state])", "ply=int(graph.states.ply[state - 1])"),
        "graph/specification-and-engine",
        "an index one too low",
        "Positions of the game graph have the distance from the start that another one has.",
    ),
    _slip(
        "graph-ends-counted-as-forced",
        "P2",
        f"{_GRAPH}.facts",
        ("np.sum(degrees == 1)", "np.sum(degrees <= 1)"),
        "graph/counts",
        "<= for ==",
        "Ends of games count as positions with a single turn.",
    ),
    _slip(
        "graph-moves-counted-by-target",
        "T1",
        f"{_GRAPH}.facts",
        ("moves=len(graph.edges.target)", "moves=len(set(graph.edges.target.tolist()))"),
        "graph/counts",
        "a set where things were to be counted",
        "Of several turns that lead to one position the count of turns has one.",
    ),
)

_TEXTS = (
    _slip(
        "notation-comments-read-as-turns",
        "T1",
        _NOTATION,
        ('line.partition("#")[0].strip', "line.strip"),
        "texts",
        "comments not thought of",
        "Comments in a record are taken for turns.",
    ),
    _slip(
        "notation-leading-zeros-read",
        "B1",
        _NOTATION,
        ('if text.startswith("0") and text != "0":', 'if text == "":'),
        "texts",
        "numbers read as the language reads them",
        "A board may be written with zeros in front.",
    ),
    _slip(
        "notation-foreign-digits-read",
        "B1",
        _NOTATION,
        ("text.isascii() and text.isdigit()", "text.isdecimal()"),
        "texts",
        "what the language calls a digit",
        "A board may be written with the digits of any script.",
    ),
    _slip(
        "notation-swap-read-anywhere",
        "S1",
        _NOTATION,
        (
            "if self.swap_on_offer and not self._may_offer_swap():",
            "if not self.swap_on_offer and 0:",
        ),
        "texts",
        "a condition that is left for later",
        "The swap may be on offer in any position.",
    ),
    _slip(
        "notation-turns-wrapped-away",
        "T1",
        _NOTATION,
        ("for number, line in lines:", "for number, line in list(lines)[:1]:"),
        "texts",
        "a record taken to have one line",
        "Only the first line of a record's turns is read.",
    ),
)

MUTANTS: tuple[Mutant, ...] = (*_RANDOM, *_PARTS, *_SOLUTIONS, *_GRAPHS, *_TEXTS)
