"""Reasons: what whoever decides has weighed, in sentences, told only while somebody listens.

A staff says what it weighs where it weighs it, in its own numbers: of each choice that it looks at
closely what it is worth and why, in a sentence as the log has them (``notes``). Nobody listens in a
study or when something is tried out, and then nothing is put into words.

    with listening() as heard:
        choice = staff.choose(state, choices, rng, plan)
    print(heard.about(choice), heard.others(choice, choices))
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from trenchline.kernel.notes import Said
from trenchline.kernel.steps import Choice, Choices, State, is_legal

OTHERS = 2
"""So many other choices are told of, unless more are asked for."""
WEIGHTIEST = 2
"""So many of the parts of a gain are told of."""
FAINT, AGAINST = 0.05, -1.0
"""What weighs less than this is not worth a word; what weighs so much against even something good
is told of."""

T = TypeVar("T")
Parts = Iterable[tuple[str, float]]
"""What a worth is made of: each part with its name."""
Phrase = Callable[[str, bool], str | None]
"""The words for a part that speaks for something, or against it; none if it has none."""


@dataclass(frozen=True)
class Reason:
    """What speaks for a choice."""

    choice: Choice
    worth: float
    """By the reckoning of whoever weighed it, which is the same for all that he compared."""
    words: Said


@dataclass
class Heard:
    """What was said while a choice was weighed."""

    said: list[Reason] = field(default_factory=list)

    def about(self, choice: Choice) -> Reason | None:
        """What was said last about a choice."""
        return next((one for one in reversed(self.said) if one.choice == choice), None)

    def others(self, choice: Choice, choices: Choices, most: int = OTHERS) -> Sequence[Reason]:
        """What was said about the best of the other choices that may be made."""
        last = {one.choice: one for one in self.said if one.choice != choice}
        found = [one for one in last.values() if is_legal(choices, one.choice)]
        return sorted(found, key=lambda one: -one.worth)[:most]


_listener: ContextVar[Heard | None] = ContextVar("listener", default=None)


@contextmanager
def listening() -> Iterator[Heard]:
    """Listen to what is weighed."""
    heard = Heard()
    before = _listener.set(heard)
    try:
        yield heard
    finally:
        _listener.reset(before)


@contextmanager
def unheard() -> Iterator[None]:
    """Weigh what is only tried out: nobody need hear it."""
    before = _listener.set(None)
    try:
        yield
    finally:
        _listener.reset(before)


def heard() -> bool:
    """Whether somebody listens, so that it is worth while to find words."""
    return _listener.get() is not None


def because(state: State, choice: Choice, worth: float, sentence: str, *about: object) -> None:
    """Say what a choice is worth and why, to whoever listens."""
    listener = _listener.get()
    if listener is not None:
        listener.said.append(Reason(choice, worth, state.say(sentence, *about)))


def attack(state: State, choice: Choice, worth: float, sentence: str, *about: object) -> None:
    """Say what an attack is worth and why; of a unit that joins it, that it does."""
    if choice[0] == "with":
        sentence, about = "{:unit} takes part: " + sentence, (choice[1], *about)
    because(state, choice, worth, sentence, *about)


def no_attack(
    state: State, least: float, best: tuple[float, int] | None, sentence: str, *about: object
) -> None:
    """Say why nobody is attacked who need not be: nobody is there, or the best attack is worth too
    little, which the sentence tells of its hex and its worth."""
    done: Choice = ("done", 0)
    if best is None:
        because(state, done, least, "there is nobody to attack")
    elif best[0] > least:
        because(state, done, least, "attack nobody: it costs nothing, and brings nothing")
    else:
        because(state, done, least, sentence, best[1], best[0], *about)


def plainly(state: State, choice: Choice, words: str | None) -> Choice:
    """Make a choice that nothing was weighed for, and say so."""
    because(state, choice, 0.0, words or "there is nothing to gain by anything else")
    return choice


def shortlist(rated: Iterable[tuple[float, T]], chosen: T, most: int = OTHERS) -> list[T]:
    """Who is to be told of: what is chosen, and the best of the others.

    >>> shortlist([(1.0, "a"), (3.0, "b"), (2.0, "c"), (0.5, "d")], "c")
    ['c', 'b', 'a']
    """
    others = sorted((one for one in rated if one[1] != chosen), key=lambda one: -one[0])
    return [chosen, *(one for _, one in others[:most])]


class Place(NamedTuple):
    """A place as a post of a unit."""

    hex: int
    worth: float
    parts: list[tuple[str, float]]
    """What its worth is made of."""


def total(found: Parts) -> float:
    """What parts come to, added in their order, so that it is the same whoever adds them.

    >>> total([("goal", 3.0), ("risk", -1.0)])
    2.0
    """
    value = 0.0
    for _, part in found:
        value += part
    return value


def gained(there: Parts, here: Parts = ()) -> dict[str, float]:
    """What one thing has over another, part by part.

    >>> gained([("goal", 3.0), ("risk", -1.0)], [("goal", 1.0)])
    {'goal': 2.0, 'risk': -1.0}
    """
    found: defaultdict[str, float] = defaultdict(float)
    for name, worth in there:
        found[name] += worth
    for name, worth in here:
        found[name] -= worth
    return dict(found)


def weighed(state: State, parts: dict[str, float], phrase: Phrase, otherwise: str) -> Said:
    """The weightiest parts of a gain in words, and what speaks most against it."""
    order = sorted(parts.items(), key=lambda part: -part[1])
    good = [words for name, worth in order if worth > FAINT and (words := phrase(name, True))]
    against = [name for name, worth in reversed(order) if worth < AGAINST]
    bad = next((words for name in against if (words := phrase(name, False))), None)
    told: list[object] = list(good[:WEIGHTIEST])
    sentence = " and ".join("{}" for _ in told)
    if bad is not None:
        told.append(bad)
        sentence = f"{sentence}, though {{}}" if sentence else "{}"
    return state.say(sentence, *told) if told else state.say(otherwise)


def compare_places(
    state: State,
    unit: int,
    verb: str,
    rated: Sequence[tuple[float, int]],
    chosen: int,
    over: Callable[[int, int], Said],
) -> None:
    """Say why one place is better for a unit than the others, each told against the best of the
    rest; ``over`` tells what a place has over another."""
    if not heard():
        return
    worth = {hex_: value for value, hex_ in rated}
    best = shortlist(rated, chosen)
    if len(best) == 1:
        words = "{:hex} is the only place for {:unit}"
        because(state, (verb, chosen), 0.0, words, chosen, unit)
        return
    for hex_ in best:
        rival = best[1] if hex_ == chosen else chosen
        more = worth[hex_] - worth[rival]
        words = "{:unit} to {:hex}: {} ({:+.1f})"
        because(state, (verb, hex_), more, words, unit, hex_, over(hex_, rival), more)
