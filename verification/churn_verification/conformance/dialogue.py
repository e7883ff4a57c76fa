"""Questions to an adapter and its answers, in order, whatever happens on the way.

Many questions are under way at a time. When the adapter dies, hangs or talks nonsense, it is
started again, and the questions that had no answer yet are put one at a time, so that the one that
it cannot bear is known by name. Nothing that was answered is lost. A board on which this happens
too often is asked about no more, nor is a kind of question over which it happens on every board.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from churn_verification.conformance.faults import (
    AdapterFault,
    Failures,
    Fault,
    FaultKind,
    kinds_of,
)
from churn_verification.conformance.limits import Limits
from churn_verification.conformance.messages import (
    PROTOCOL,
    HelloQuestion,
    Identity,
    Question,
    Said,
)
from churn_verification.conformance.process import AdapterProcess
from churn_verification.conformance.replies import (
    Parcel,
    ReplyError,
    Sent,
    answers_in,
    line_of,
    quoted,
)
from churn_verification.players import NotAsked

_UNDER_WAY = 256
"""The most questions that wait for an answer at a time."""

_BATCH = 32
_OUT_OF_TIME = "the time for all questions, {:g} s, is over; --total-timeout gives more"

Asked = TypeVar("Asked")


class OutOfTimeError(Exception):
    """The time that all questions together may take is over."""


class GivenUpError(AdapterFault):
    """The adapter cannot be started again, or has failed too often on no single question."""


class Dialogue:
    """A dialogue with one adapter, over as many starts of it as are needed.

    Attributes:
        questions: how many questions have been answered, skipped ones included.
        failures: over which questions the adapter has failed, and what is asked no more.
        faults: what went wrong and cannot be laid to one question.
    """

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self._command = command
        self._limits = limits
        self._identity: Identity | None = None
        self._process: AdapterProcess | None = None
        self._ids = _uneven_ids()
        self._failures = 0  # for which no question is to blame
        self.failures = Failures(limits.restarts)
        self._deadline = time.monotonic() + limits.total
        self.questions = 0
        self.faults: list[Fault] = []

    # Beginning and end ---------------------------------------------------------------------------

    @property
    def identity(self) -> Identity:
        """What the adapter has said of itself."""
        if self._identity is None:
            raise ValueError("the dialogue was never open")
        return self._identity

    def open(self) -> Identity:
        """Start the adapter and shake hands.

        Raises:
            AdapterFault: it does not start, or answers `hello` wrongly, not at all, or otherwise
                than at its first start.
        """
        self._process = AdapterProcess(self._command, self._limits)
        try:
            identity = self._shake_hands(self._process)
            if self._identity not in (None, identity):
                sentence = "started again, it answered hello otherwise than at its first start"
                raise _fault(self._process, FaultKind.CHANGED, sentence)
        except BaseException:
            self._process.kill()
            raise
        self._identity = identity
        return identity

    def close(self) -> None:
        """End the adapter in good order: its input ends, and then it has to end.

        Raises:
            AdapterFault: it said more than it was asked, before or after, or did not end.
        """
        if self._process is None:
            return
        process, self._process = self._process, None
        try:
            _require_silence(process, process.lines(0.0))
            process.close_input()
            _require_silence(process, process.last_lines(self._limits.reply))
            if not process.has_exited:
                sentence = f"it had not ended {self._limits.reply:g} s after its input"
                raise _fault(process, FaultKind.LINGERS, sentence)
        finally:
            process.stop()

    def abandon(self) -> None:
        """End the adapter at once."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    # Asking --------------------------------------------------------------------------------------

    def ask(self, question: Question) -> Said | Fault | NotAsked:
        """Put one question and wait for its answer.

        Raises:
            GivenUpError, OutOfTimeError: as `ask_all` does.
        """
        ((_, answer),) = self.ask_all([(None, question)])
        return answer

    def ask_all(
        self,
        asked: Iterable[tuple[Asked, Question]],
        is_refused: Callable[[Asked], bool] = lambda _item: False,
    ) -> Iterator[tuple[Asked, Said | Fault | NotAsked]]:
        """Put questions, many under way at a time, and give the answers in their order.

        Args:
            asked: what each question is asked for, which comes back with the answer; the question.
            is_refused: whether what a question is asked for has an illegal turn.

        Yields:
            What the question was asked for, and the answer, or what went wrong over it.

        Raises:
            GivenUpError: the adapter has failed too often. What was yielded stands.
            OutOfTimeError: the time for all questions is over. What was yielded stands.
        """
        source = iter(asked)
        waiting: deque[Sent] = deque()
        under_way = 0
        while True:
            try:
                for parcel in self._parcels(islice(source, _UNDER_WAY - under_way)):
                    waiting.append(self._send(parcel))
                    under_way += len(parcel)
                if not waiting:
                    return
                for line in self._next_lines(waiting[0]):
                    answers = self._read(line, waiting)
                    answered = waiting.popleft()
                    under_way -= len(answers)
                    self.questions += len(answers)
                    for (item, question), answer in zip(answered.asked, answers, strict=True):
                        if self.failures.is_any:
                            self.failures.has_answered(*_about(question, is_refused(item)))
                        yield item, answer
            except AdapterFault as failure:
                unanswered = [each for sent in waiting for each in sent.asked]
                waiting.clear()
                under_way = 0
                yield from self._go_on_after(failure.fault, unanswered, is_refused)

    def _parcels(
        self, asked: Iterable[tuple[Any, Question]]
    ) -> Iterator[list[tuple[Any, Question]]]:
        """What goes into one line each."""
        size = _BATCH if "batch" in self.identity.features else 1
        source = iter(asked)
        while parcel := list(islice(source, size)):
            yield parcel

    def _next_lines(self, due: Sent) -> list[bytes]:
        """At least one line.

        Args:
            due: what waits for a reply.

        Raises:
            AdapterFault: none comes.
            OutOfTimeError: the time for all questions is over.
        """
        process, now = self._running, time.monotonic()
        if now > self._deadline:
            raise OutOfTimeError(_OUT_OF_TIME.format(self._limits.total))
        patience = self._limits.reply * due.weight
        lines = process.lines(min(patience, self._deadline - now + 0.01))
        if lines:
            return lines
        if process.ended:
            raise _end_of(process)
        if time.monotonic() > self._deadline:
            raise OutOfTimeError(_OUT_OF_TIME.format(self._limits.total))
        raise _silence_of(process, FaultKind.HUNG, f"no reply came for {patience:g} s")

    # After a failure -----------------------------------------------------------------------------

    def _go_on_after(
        self,
        fault: Fault,
        unanswered: list[tuple[Asked, Question]],
        is_refused: Callable[[Asked], bool],
    ) -> Iterator[tuple[Asked, Said | Fault | NotAsked]]:
        """Start the adapter again and put what was not answered, one question at a time."""
        to_first = unanswered and (fault.kind is FaultKind.HUNG or len(unanswered) == 1)
        failed_again = bool(to_first)
        if to_first:
            (item, question), *unanswered = unanswered
            self._count(question, fault, is_refused(item))
            yield item, fault
        self._restart()
        for item, question in unanswered:
            about = _about(question, is_refused(item))
            if (reason := self.failures.why_not(*about)) is not None:
                yield item, reason
                continue
            try:
                answer = self._ask_alone(question)
            except AdapterFault as failure:
                failed_again = True
                self._count(question, failure.fault, is_refused(item))
                yield item, failure.fault
                self._restart()
            else:
                self.questions += 1
                self.failures.has_answered(*about)
                yield item, answer
        if not failed_again:
            self.faults.append(fault)
            self._failures += 1
            if self._failures > self._limits.restarts:
                raise GivenUpError(fault)

    def _count(self, question: Question, fault: Fault, is_refused: bool) -> None:
        """Count a question over which the adapter failed."""
        self.questions += 1
        self.faults += self.failures.has_failed(*_about(question, is_refused), fault)

    def _ask_alone(self, question: Question) -> Said | Fault:
        """Put one question while nothing else is under way.

        Raises:
            AdapterFault: the adapter cannot go on after it.
        """
        waiting = deque([self._send([(None, question)])])
        line, *more = self._next_lines(waiting[0])
        (answer,) = self._read(line, waiting)
        waiting.clear()
        for each in more:
            self._read(each, waiting)
        return answer

    def _restart(self) -> None:
        self.abandon()
        try:
            self.open()
        except AdapterFault as failure:
            raise GivenUpError(failure.fault) from None

    # The line ------------------------------------------------------------------------------------

    @property
    def _running(self) -> AdapterProcess:
        if self._process is None:
            raise ValueError("the dialogue is not open")
        return self._process

    def _send(self, parcel: Parcel) -> Sent:
        sent, line = line_of(parcel, self._ids)
        self._running.send(line)
        return sent

    def _read(self, line: bytes, waiting: Sequence[Sent]) -> Sequence[Said | Fault]:
        """The answers that a line gives to the first of the lines that wait for one."""
        try:
            return answers_in(line, waiting)
        except ReplyError as error:
            raise _fault(self._running, error.kind, error.sentence) from None

    def _shake_hands(self, process: AdapterProcess) -> Identity:
        sent = self._send([(None, HelloQuestion())])
        lines = process.lines(self._limits.start)
        if not lines:
            raise _end_of(process) if process.ended else self._no_start(process, sent)
        (answer,) = self._read(lines[0], [sent])
        if not isinstance(answer, Identity):
            raise _fault(process, FaultKind.INVALID, f"hello was not answered: {answer}")
        if answer.protocol != PROTOCOL:
            sentence = f"it speaks version {answer.protocol} of the protocol, not {PROTOCOL}"
            raise _fault(process, FaultKind.PROTOCOL, sentence)
        return answer

    def _no_start(self, process: AdapterProcess, sent: Sent) -> AdapterFault:
        """Why nothing came in answer to hello: ending the input shows a forgotten flush."""
        silence = _silence_of(
            process, FaultKind.NO_START, f"no reply to hello came for {self._limits.start:g} s"
        )
        if silence.fault.kind is not FaultKind.NO_START:
            return silence
        process.close_input()
        for line in process.lines(self._limits.stop)[:1]:
            try:
                self._read(line, [sent])
            except AdapterFault:
                return silence
            sentence = (
                "hello was answered only when the input had ended: the reply was kept in a buffer,"
                " or all of the input was waited for"
            )
            return _fault(process, FaultKind.NO_FLUSH, sentence)
        return silence


def _about(question: Question, is_refused: bool) -> tuple[str, list[str]]:
    """The board that a question is about, and the kinds that it is of."""
    board = getattr(question, "position", "").partition(" ")[0]
    return board, list(kinds_of(question, is_refused=is_refused))


def _uneven_ids() -> Iterator[int]:
    """Ids rise by uneven steps, so that an adapter that counts by itself is found out."""
    number = 0
    while True:
        number += 1 + number % 7
        yield number


# What is wrong -----------------------------------------------------------------------------------


def _fault(process: AdapterProcess, kind: FaultKind, sentence: str) -> AdapterFault:
    return AdapterFault(Fault(kind, sentence, process.last_words))


def _require_silence(process: AdapterProcess, lines: Sequence[bytes]) -> None:
    said = [*lines, process.half_line]
    if said[0]:
        sentence = f"it sent {quoted(said[0])}, a reply to no request"
        raise _fault(process, FaultKind.UNASKED, sentence)


def _end_of(process: AdapterProcess) -> AdapterFault:
    half = process.half_line
    how = process.how_it_ended()
    if process.could_not_start:
        said = process.last_words
        return AdapterFault(Fault(FaultKind.CANNOT_START, said[-1] if said else how))
    if half:
        return _fault(process, FaultKind.HALF_LINE, f"it {how} after half a line, {quoted(half)}")
    return _fault(process, FaultKind.DIED, f"it {how}")


def _silence_of(process: AdapterProcess, kind: FaultKind, sentence: str) -> AdapterFault:
    if process.half_line:
        half = quoted(process.half_line)
        return _fault(process, FaultKind.HALF_LINE, f"{half} came, and no newline after it")
    return _fault(process, kind, sentence)
