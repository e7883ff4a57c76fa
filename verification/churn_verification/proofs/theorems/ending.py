"""Theorems about the swap and the end of the game: S1, E1, E2, B2."""

from collections.abc import Sequence

import churn_spec as spec
from churn_verification.proofs import mistakes
from churn_verification.proofs.algebra import Truth, contains, implies, is_empty
from churn_verification.proofs.grid import Grid
from churn_verification.proofs.rules import Position, Rules
from churn_verification.proofs.theorem import (
    Case,
    Given,
    Statement,
    Theorem,
    any_placement,
    any_position,
    only,
)
from churn_verification.proofs.values import OneCell, Record

_RED, _BLUE = spec.Colour.RED, spec.Colour.BLUE
_FIRST, _SECOND = spec.Seat.FIRST, spec.Seat.SECOND

# The end -----------------------------------------------------------------------------------------


def _is_full(rules: Rules, position: Position) -> Truth:
    algebra = rules.algebra
    return algebra.same(position.own | position.enemy, algebra.word(rules.grid.full))


def _ends_when_full_after_removal(rules: Rules, given: Given) -> Statement:
    algebra = given.algebra
    placement = any_placement(given)
    position, placed = placement.position, placement.placed
    after = rules.after(position, placed)
    fills = _is_full(rules, Position(position.own | placed, position.enemy, position.red_moves))
    nothing_goes = is_empty(algebra, rules.removed(position, placed))
    return Statement(
        hypotheses=placement.conditions,
        conclusion=algebra.every(
            [
                algebra.same(rules.is_over(after), algebra.every([fills, nothing_goes])),
                algebra.negation(rules.is_over(position)),
            ]
        ),
    )


def _over_exactly_when_full(rules: Rules, given: Given) -> Statement:
    position, conditions = any_position(given)
    return Statement(
        hypotheses=conditions,
        conclusion=given.algebra.same(rules.is_over(position), _is_full(rules, position)),
    )


def _majority_wins(rules: Rules, given: Given) -> Statement:
    """Colours win by the specification's `winner`, and seats by its `winning_seat`."""
    algebra = given.algebra
    position, conditions = any_position(given)
    game = _any_game(rules, given, position)
    red, blue = (rules.foundation.size(game["position"][each].word) for each in ("red", "blue"))
    is_full = _is_full(rules, position)
    outcome = rules.winner(position)
    seat, raised = rules.source.ask(spec.winning_seat, game)
    red_wins = algebra.every([is_full, algebra.below(blue, red)])
    blue_wins = algebra.every([is_full, algebra.below(red, blue)])
    tie = algebra.every([is_full, algebra.same(red, blue)])
    first_is_red = rules.is_one(game["red_seat"], _FIRST)
    first_is_blue = algebra.negation(first_is_red)
    first_wins = algebra.some(
        [algebra.every([red_wins, first_is_red]), algebra.every([blue_wins, first_is_blue])]
    )
    second_wins = algebra.some(
        [algebra.every([red_wins, first_is_blue]), algebra.every([blue_wins, first_is_red])]
    )
    return Statement(
        hypotheses=conditions,
        conclusion=algebra.every(
            [
                algebra.same(rules.is_one(outcome, spec.Outcome.RED), red_wins),
                algebra.same(rules.is_one(outcome, spec.Outcome.BLUE), blue_wins),
                algebra.same(rules.is_one(outcome, spec.Outcome.TIE), tie),
                algebra.same(rules.is_one(outcome, None), algebra.negation(is_full)),
                algebra.same(rules.is_one(seat, _FIRST), first_wins),
                algebra.same(rules.is_one(seat, _SECOND), second_wins),
                *(algebra.negation(each.where) for each in raised),
            ]
        ),
    )


def _majority_exists(rules: Rules, given: Given) -> Statement:
    algebra = given.algebra
    position, conditions = any_position(given)
    record = rules.as_record(position)
    red, blue = record["red"].word, record["blue"].word
    size, rest = rules.foundation.size, algebra.complement(record["red"].word)
    outcome = rules.winner(position)
    return Statement(
        hypotheses=[*conditions, _is_full(rules, position)],
        conclusion=algebra.some(
            [rules.is_one(outcome, spec.Outcome.RED), rules.is_one(outcome, spec.Outcome.BLUE)]
        ),
        hints=[
            rules.facts.complement_has_the_rest(size(red), size(rest)),
            rules.facts.sizes_follow_inclusion(rest, size(rest), blue, size(blue)),
        ],
    )


def _tie_exists(rules: Rules, given: Given) -> Statement:
    position, conditions = any_position(given)
    return Statement(
        hypotheses=[*conditions, rules.is_over(position)],
        conclusion=rules.is_one(rules.winner(position), spec.Outcome.TIE),
    )


# The swap ----------------------------------------------------------------------------------------


def _any_game(
    rules: Rules, given: Given, position: Position, swap_on_offer: Truth = False
) -> Record:
    """A game at any of its turns, either player holding Red."""
    seat = rules.source.operations.choose(given.truth("first_is_red"), _FIRST, _SECOND)
    return Record(
        spec.Game,
        {
            "position": rules.as_record(position, swap_on_offer),
            "turn_number": given.number("turn_number"),
            "red_seat": seat,
        },
    )


def _swap_on_second_turn(rules: Rules, given: Given) -> Statement:
    """By induction over the turns of a game.

    The start is the position before the first turn. If before a turn the position is the start
    exactly where the turn is the first, then after it the position is not the start, as the next
    turn is not the first; and the swap was offered exactly where it was the first turn and left
    the board with an empty cell.
    """
    algebra = given.algebra
    position, conditions = any_position(given)
    placed, is_first_turn = given.cell("cell"), given.truth("is_first_turn")
    played = rules.played(position, placed)
    after = rules.seen_by(algebra.negation(position.red_moves), played)
    is_offered = played["swap_on_offer"]
    expected = algebra.every([is_first_turn, algebra.negation(_is_full(rules, after))])
    return Statement(
        hypotheses=[
            *conditions,
            contains(algebra, rules.empty(position), placed),
            algebra.same(is_first_turn, rules.is_start(position)),
        ],
        conclusion=algebra.every(
            [
                rules.source.operations.same(is_offered, expected),
                algebra.negation(rules.is_start(after)),
            ]
        ),
    )


def _swap_exchanges_the_seats(rules: Rules, given: Given) -> Statement:
    algebra, same = given.algebra, rules.source.operations.same
    position, conditions = any_position(given)
    placed, is_offered = given.cell("cell"), given.truth("is_offered")
    game = _any_game(rules, given, position, is_offered)
    swapped, refused = rules.turn_taken(game, spec.SWAP)
    played = rules.source.call(spec.take_turn, game, OneCell(placed))
    next_turn = algebra.plus(given.number("turn_number"), algebra.number(1))
    is_refused = algebra.some(each.where for each in refused)
    before, after = game["position"], swapped["position"]
    first_is_red = rules.is_one(game["red_seat"], _FIRST)
    return Statement(
        hypotheses=[
            *conditions,
            contains(algebra, rules.empty(position), placed),
            implies(algebra, is_offered, _is_after_first_turn(rules, position)),
            algebra.below(given.number("turn_number"), algebra.number(rules.grid.cells)),
        ],
        conclusion=algebra.every(
            [
                algebra.same(is_refused, algebra.negation(is_offered)),
                algebra.same(rules.is_one(swapped["red_seat"], _SECOND), first_is_red),
                algebra.negation(
                    algebra.same(rules.is_one(swapped["red_seat"], _FIRST), first_is_red)
                ),
                *(same(after[each], before[each]) for each in ("red", "blue", "mover")),
                algebra.negation(after["swap_on_offer"]),
                algebra.same(swapped["turn_number"], next_turn),
                algebra.same(rules.is_one(played["red_seat"], _FIRST), first_is_red),
                algebra.same(played["turn_number"], next_turn),
            ]
        ),
    )


def _is_after_first_turn(rules: Rules, position: Position) -> Truth:
    """Whether one red stone is on the board, no blue one, and Blue is to move."""
    algebra, red = rules.algebra, position.enemy
    return algebra.every(
        [
            algebra.negation(position.red_moves),
            is_empty(algebra, position.own),
            algebra.negation(is_empty(algebra, red)),
            algebra.same(algebra.lowest(red), red),
            algebra.negation(_is_full(rules, position)),
        ]
    )


def _illegal_turns_are_refused(rules: Rules, given: Given) -> Statement:
    """Each turn that is refused is refused with the clause it breaks."""
    algebra = given.algebra
    position, conditions = any_position(given)
    placed = given.cell("cell")
    game = _any_game(rules, given, position)
    taken, refused = rules.turn_taken(game, OneCell(placed))
    red = taken["position"]["red"].word
    by_clause = {
        clause: algebra.some(
            each.where
            for each in refused
            if each.error is spec.IllegalTurn and each.arguments[0] == clause
        )
        for clause in spec.CLAUSES
    }
    is_over = _is_full(rules, position)
    lasts, is_free = (
        algebra.negation(is_over),
        is_empty(algebra, placed & (position.own | position.enemy)),
    )
    isolated, legal = rules.isolated(position), rules.legal(position)
    none_isolated = is_empty(algebra, isolated)
    stray = algebra.every([lasts, is_free, algebra.negation(contains(algebra, legal, placed))])
    expected = {
        "E1": is_over,
        "T1": algebra.every([lasts, algebra.negation(is_free)]),
        "P1": algebra.every([stray, algebra.negation(none_isolated)]),
        "P2": algebra.every([stray, none_isolated]),
    }
    never = algebra.truth(False)
    others = [each.where for each in refused if each.error is not spec.IllegalTurn]
    accepted = algebra.negation(algebra.some(list(by_clause.values())))
    return Statement(
        hypotheses=conditions,
        conclusion=algebra.every(
            [
                *(
                    algebra.same(where, expected.get(clause, never))
                    for clause, where in by_clause.items()
                ),
                *(implies(algebra, accepted, algebra.negation(each)) for each in others),
            ]
        ),
        hints=[rules.facts.single_has_size_one(red, rules.foundation.size(red))],
    )


def _where_no_tie_can_be(grid: Grid) -> Sequence[Case]:
    return () if spec.can_tie(grid.board) else (Case("", _majority_exists),)


def _where_a_tie_can_be(grid: Grid) -> Sequence[Case]:
    return (Case("", _tie_exists),) if spec.can_tie(grid.board) else ()


def _ending_cases(_grid: Grid) -> Sequence[Case]:
    return (Case("turn", _ends_when_full_after_removal), Case("position", _over_exactly_when_full))


THEOREMS = (
    Theorem(
        id="game_ends_exactly_when_full_after_removal",
        sentence="A game is over exactly if the board is full: so after a placement exactly if that"
        " filled the board and removed nothing, and never before one.",
        clauses=("E1",),
        cases=_ending_cases,
        rests_on=("flood_fill_finds_the_groups", "counting_is_sound"),
        controls=(mistakes.OVER_BEFORE_REMOVAL, mistakes.OVER_ONE_CELL_EARLY),
    ),
    Theorem(
        id="the_majority_wins",
        sentence="On a full board the colour with more stones wins, and with it the player who"
        " holds it; with equally many it is a tie; nobody has won before that.",
        clauses=("E2", "B2", "S1"),
        cases=only(_majority_wins),
        rests_on=("counting_is_sound",),
        controls=(
            mistakes.THE_MINORITY_WINS,
            mistakes.TIES_GO_TO_RED,
            mistakes.COLOURS_WIN_AND_NOT_SEATS,
        ),
    ),
    Theorem(
        id="odd_board_has_a_majority",
        sentence="On a board that cannot tie (`can_tie`) one colour wins in every full position.",
        clauses=("E2", "B2"),
        cases=_where_no_tie_can_be,
        rests_on=("counting_is_sound",),
        controls=(mistakes.MAJORITY_OF_TWO,),
    ),
    Theorem(
        id="even_board_can_tie",
        sentence="On a board that can tie (`can_tie`) there is a full position that is a tie.",
        clauses=("B2", "E2"),
        cases=_where_a_tie_can_be,
        is_computed=True,
        exists=True,
        controls=(mistakes.TIES_GO_TO_RED,),
    ),
    Theorem(
        id="swap_is_offered_exactly_on_the_second_turn",
        sentence="A placement is answered by the offer of the swap exactly if it was the first"
        " turn of the game and left a cell empty.",
        clauses=("S1",),
        cases=only(_swap_on_second_turn),
        rests_on=("flood_fill_finds_the_groups", "counting_is_sound"),
        controls=(mistakes.SWAP_OFFERED_AGAIN,),
    ),
    Theorem(
        id="swap_exchanges_the_seats",
        sentence="The swap may be taken exactly where it is on offer. It exchanges the players"
        " and leaves stones and side to move as they are, it is one turn, and it is not on offer"
        " after it; a placement leaves the players where they are.",
        clauses=("S1",),
        cases=only(_swap_exchanges_the_seats),
        rests_on=("counting_is_sound",),
        controls=(
            mistakes.SWAP_PASSES_THE_MOVE,
            mistakes.SWAP_STAYS_ON_OFFER,
            mistakes.SEATS_STAY,
            mistakes.SWAP_AT_ANY_TIME,
        ),
    ),
    Theorem(
        id="illegal_turns_are_refused",
        sentence="A placement is refused exactly if it is not legal, with the clause that it"
        " breaks: E1 after the end, T1 on a stone, P1 beside friendly stones for nothing, P2 for a"
        " group larger than need be.",
        clauses=("T1", "P1", "P2", "E1"),
        cases=only(_illegal_turns_are_refused),
        rests_on=("flood_fill_finds_the_groups", "counting_is_sound"),
        controls=(mistakes.OCCUPIED_CELLS_TOO, mistakes.OVER_ONE_CELL_EARLY),
    ),
)
