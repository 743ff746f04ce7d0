"""Dice that were taken back, remembered, so that none is spent on another act.

A die that has been seen and taken back falls the same again for the same act: for the same choices
from the beginning of the match. For any other act the roll of that number falls anew, and anew
again for the next. Which of these it is depends on how many other acts have had a roll of this
number, and not on what the acts are: so nobody who knows the seed can look for an act, or an order
of idle choices, that the dice favour. A record that leaves a take-back out does not verify.

Choices that drew no die, or one that was known already, are taken back without a trace.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from trenchline.kernel.notes import Note
from trenchline.kernel.steps import Choice


@dataclass(frozen=True)
class Turned:
    """One choice as it happened: who chose what, the dice it drew, and what the log says."""

    side: int
    choice: Choice
    dice: tuple[int, ...]
    log: tuple[Note, ...]


@dataclass(frozen=True)
class TakenBack:
    """All choices after a version were taken back, and dice with them."""

    to: int


Act = Turned | TakenBack
Line = bytes
"""A line of play, from the beginning of the match: its hash."""


class TakeBacks:
    """What has been taken back in a match, beside its history."""

    def __init__(self) -> None:
        self._gone: list[Act] = []
        # The history up to here stands among those.
        self._since = 0
        self._rolled: dict[int, list[Line]] = {}
        self._lines: list[Line] = [b""]

    def acts(self, history: list[Turned]) -> list[Act]:
        """All that was done, in order: the history, and what it took to come to it."""
        return [*self._gone, *history[self._since :]]

    def note(self, history: list[Turned], to: int, number: int) -> None:
        """The history is cut to a version; ``number`` is the number of the next roll there."""
        last = None
        for n in range(to, len(history)):
            for _ in history[n].dice:
                lines = self._rolled.setdefault(number, [])
                line = self._line(history, n + 1)
                if line not in lines:
                    lines.append(line)
                    last = n
                number += 1
        if last is not None and last >= self._since:
            self._gone += [*history[self._since : last + 1], TakenBack(to)]
            self._since = to
        elif to < self._since:
            # What follows is gone already; only the way back is longer.
            self._gone[-1] = TakenBack(to)
            self._since = to
        del self._lines[to + 1 :]

    def time(self, history: list[Turned], choice: Choice, number: int) -> int:
        """How many other acts had the roll of this number before a choice first did."""
        lines = self._rolled.get(number)
        if lines is None:
            return 0
        line = _longer(self._line(history, len(history)), choice)
        return lines.index(line) if line in lines else len(lines)

    def _line(self, history: list[Turned], version: int) -> Line:
        lines = self._lines
        while len(lines) <= version:
            lines.append(_longer(lines[-1], history[len(lines) - 1].choice))
        return lines[version]

    @classmethod
    def of(cls, acts: Iterable[Act], opening: int) -> Self:
        """The memory of a match with these acts, whose opening drew so many dice."""
        memory = cls()
        history: list[Turned] = []
        for act in acts:
            if isinstance(act, Turned):
                history.append(act)
            else:
                rolled = sum(len(turned.dice) for turned in history[: act.to])
                memory.note(history, act.to, opening + rolled)
                del history[act.to :]
        return memory

    def copy(self) -> Self:
        """The same memory, independent."""
        twin = self.__class__()
        if self._rolled:
            twin._gone = self._gone[:]
            twin._since = self._since
            twin._rolled = {number: lines[:] for number, lines in self._rolled.items()}
        return twin


def _longer(line: Line, choice: Choice) -> Line:
    return sha256(b"%b %b %d" % (line, choice[0].encode(), choice[1])).digest()
