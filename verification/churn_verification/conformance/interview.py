"""Items put to an adapter, and what came of each."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from churn_verification.conformance.cases import Item
from churn_verification.conformance.comparing import Deviation, deviations
from churn_verification.conformance.dialect import Dialect, NotAskedError
from churn_verification.conformance.dialogue import Dialogue
from churn_verification.conformance.faults import Fault
from churn_verification.conformance.messages import (
    Answer,
    Identity,
    PerftCount,
    PerftQuestion,
    PlayQuestion,
    Refusal,
    Skipped,
    State,
    Trouble,
)
from churn_verification.conformance.oracle import confirmed

_MOST_RIGHT_ITEMS = 50


@dataclass(frozen=True)
class Difference:
    """An answer that is not the right one.

    Attributes:
        item: what was asked, as the adapter was asked.
        answer: what it answered, in this project's words.
        deviations: in which respects that is wrong, the most telling first.
    """

    item: Item
    answer: Answer
    deviations: tuple[Deviation, ...]

    @property
    def clause(self) -> str:
        """The clause of the most telling respect."""
        return self.deviations[0].clause


@dataclass
class Tally:
    """What came of the items of one check.

    Attributes:
        right: how many answers were right.
        right_items: the first of those that were answered rightly.
        asked_by_clause: how many items that a clause decides were answered, rightly or not.
        differences: the wrong answers.
        known: the issues of wrong answers that are known, and how many.
        not_asked: why items were not asked, and how many.
        skipped: the adapter's reasons for not answering (with its link), and how many.
        troubles: items that the adapter answered with an error, and its message.
        faults: items over which it died, hung or talked nonsense.
    """

    right: int = 0
    right_items: list[Item] = field(default_factory=list)
    asked_by_clause: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)
    known: Counter[str] = field(default_factory=Counter)
    not_asked: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    troubles: list[tuple[Item, Trouble]] = field(default_factory=list)
    faults: list[tuple[Item | None, Fault]] = field(default_factory=list)

    @property
    def answered(self) -> int:
        """How many answers could be compared."""
        return self.right + len(self.differences) + self.known.total()


LinkOf = Callable[[Difference, Dialect], str | None]
"""The issue of a wrong answer that is known; None where it is not."""


def _nothing_is_known(_difference: Difference, _dialect: Dialect) -> None:
    """Say of every wrong answer that it has no issue."""


class Interview:
    """Puts items to an adapter over a dialogue, and compares its answers.

    Attributes:
        dialogue: the dialogue; it is open.
        dialect: how the adapter words things.
    """

    def __init__(self, dialogue: Dialogue, link_of: LinkOf = _nothing_is_known) -> None:
        self.dialogue = dialogue
        self.dialect = Dialect(dialogue.identity)
        self._link_of = link_of

    def put(self, items: Iterable[Item], tally: Tally) -> Iterator[Item]:
        """Put items and record in a tally what comes of them.

        Yields:
            Each item when it is done with, so that progress can be shown.

        Raises:
            GivenUpError, OutOfTimeError: the tally holds what came before.
        """
        for (item, worded), answer in self.dialogue.ask_all(self._askable(items, tally)):
            if not isinstance(answer, Identity | State | Refusal | PerftCount):
                _record_no_answer(worded, answer, tally)
            elif not self._is_right(worded, answer, tally):
                confirmed(item.case, item.right)
            yield item

    def differs(self, item: Item) -> Difference | None:
        """Put one item; the difference where its answer is wrong, None in any other case."""
        tally = Tally()
        for _ in self.put([item], tally):
            pass
        return tally.differences[0] if tally.differences else None

    def _askable(
        self, items: Iterable[Item], tally: Tally
    ) -> Iterator[tuple[tuple[Item, Item], PlayQuestion | PerftQuestion]]:
        for item in items:
            try:
                worded = self.dialect.item(item)
            except NotAskedError as reason:
                tally.not_asked[str(reason)] += 1
            else:
                yield (item, worded), self.dialect.question(worded.case)

    def _is_right(self, item: Item, answer: Answer, tally: Tally) -> bool:
        tally.asked_by_clause.update(item.clauses)
        said = self.dialect.in_our_words(item.case, answer)
        found = deviations(item, said)
        if not found:
            tally.right += 1
            if len(tally.right_items) < _MOST_RIGHT_ITEMS:
                tally.right_items.append(item)
            return True
        difference = Difference(item, said, found)
        link = self._link_of(difference, self.dialect)
        if link is not None:
            tally.known[link] += 1
        else:
            tally.differences.append(difference)
        return False


def _record_no_answer(item: Item, answer: Skipped | Trouble | Fault, tally: Tally) -> None:
    if isinstance(answer, Fault):
        tally.faults.append((item, answer))
    elif isinstance(answer, Skipped):
        link = f" ({answer.link})" if answer.link else ""
        tally.skipped[f"{answer.reason}{link}"] += 1
    else:
        tally.troubles.append((item, answer))
