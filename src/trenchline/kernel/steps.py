"""Steps: the places in a sequence of play where something must be decided, rolled or done.

A match is a stack of steps; the top one is next. A *decision* names a side, says what may be
chosen and takes a choice. A *roll* takes a die, a *throw* several at once. A *duty* just does what
the rules command. Steps are small frozen dataclasses; whoever runs the stack pops a step before it
acts, and a step that has more to ask pushes itself (or what follows) again.

A choice is a verb and one number: a hex, a piece, an amount. The legal choices of a step are one
set of numbers (an int) for each verb, so that enumerating, testing and drawing at random are all
cheap, and nobody ever lists subsets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from operator import index
from typing import Any, ClassVar, Generic, NoReturn, Self, TypeVar

from msgspec.structs import replace

from trenchline.kernel.bits import members, nth
from trenchline.kernel.frozen import swift
from trenchline.kernel.notes import (
    ACT,
    DETAIL,
    NUMBERS,
    PHASE,
    TURN,
    Names,
    Note,
    Said,
    add,
    said,
    told,
)
from trenchline.kernel.position import position, starts, unchanging
from trenchline.kernel.shown import position_html, position_line

Choices = dict[str, int]
"""What may be chosen: for each verb the set of numbers that may go with it. No verb is empty."""

Choice = tuple[str, int]
"""A verb and its number; verbs without an object take 0."""

ONE = 1
"""The set {0}, for verbs without an object."""


def count(choices: Choices) -> int:
    """How many choices there are.

    >>> count({"unit": 0b101, "done": 1})
    3
    """
    total = 0
    for mask in choices.values():
        total += mask.bit_count()
    return total


def listed(choices: Choices) -> Iterator[Choice]:
    """All choices, one by one.

    >>> list(listed({"unit": 0b101, "done": 1}))
    [('unit', 0), ('unit', 2), ('done', 0)]
    """
    for verb, mask in choices.items():
        for number in members(mask):
            yield verb, number


def choice_of(answer: object) -> Choice:
    """What somebody has answered as a choice; the numbers of other libraries become plain ones.

    >>> choice_of(["unit", True])
    ('unit', 1)
    """
    match answer:
        case (str(verb), number) if hasattr(number, "__index__"):
            return verb, index(number)
    raise TypeError(
        f"a choice is a verb and a number, like ('done', 0), not {answer!r};"
        " game.parse_choice makes one of text"
    )


def is_legal(choices: Choices, choice: Choice) -> bool:
    """Whether a choice is among the choices.

    >>> is_legal({"unit": 0b101}, ("unit", 1))
    False
    """
    verb, number = choice
    return number >= 0 and bool(choices.get(verb, 0) >> number & 1)


def pick(choices: Choices, number: int) -> Choice:
    """Choice ``number`` in the order of ``listed``.

    >>> pick({"unit": 0b101, "done": 1}, 1)
    ('unit', 2)
    """
    for verb, mask in choices.items():
        here = mask.bit_count()
        if number < here:
            return verb, nth(mask, number)
        number -= here
    raise IndexError("there are not so many choices")


def offered(**verbs: int) -> Choices:
    """What may be chosen, without the verbs that have nothing to choose.

    >>> offered(build=0b100, rebuild=0, done=ONE)
    {'build': 4, 'done': 1}
    """
    return {verb: numbers for verb, numbers in verbs.items() if numbers}


def until_done(verb: str, numbers: int) -> Choices:
    """One of a set, again and again, until whoever chooses is done or nothing is left.

    >>> until_done("unit", 0b101), until_done("unit", 0)
    ({'unit': 5, 'done': 1}, {'done': 1})
    """
    return {verb: numbers, "done": ONE} if numbers else {"done": ONE}


@dataclass(frozen=True)
class Refusal:
    """Why a choice is not legal: the case of the rulebook and a sentence."""

    case: str
    reason: str

    def __str__(self) -> str:
        return f"{self.case}: {self.reason}"


class Kind(IntEnum):
    """What a step waits for."""

    DUTY = 0
    DECISION = 1
    ROLL = 2
    THROW = 3


S = TypeVar("S", bound="State", contravariant=True)


@unchanging
class Step(Generic[S]):
    """One step of a sequence of play."""

    __slots__ = ()
    kind: ClassVar[Kind]

    def __init_subclass__(cls) -> None:
        if "__dataclass_fields__" in cls.__dict__:
            swift(cls)


@position
class State:
    """What every game's state has: the stack, the number of dice rolled, and a log if wanted.

    A game's own state adds its fields and is declared by ``@position`` as well.
    """

    stack: list[Step[Any]] = starts([])
    rolls: int = 0
    finished: bool = False
    """A game that ends in the middle of a turn sets this; the rest of the stack is dropped."""
    log: list[Note] | None = starts(None, apart=True)
    """None when nobody reads along."""

    remembered: ClassVar[frozenset[str]] = frozenset()
    """Fields that hold what has been worked out from the others, and so are no facts."""

    def __init_subclass__(cls) -> None:
        # A class with slots is made twice, and the plain ``super()`` knows only the first.
        super(State, cls).__init_subclass__()  # noqa: UP008  # the reason stands above
        # What it inherits knows nothing of its own fields; ``@position`` writes these anew.
        for name in ("copy", "facts", "__eq__", "forget"):
            if name not in cls.__dict__:
                setattr(cls, name, _undeclared)

    def __repr__(self) -> str:
        return position_line(self)

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return position_html(self)

    def copy(self) -> Self:
        """An independent position, which nobody reads along with."""
        raise NotImplementedError

    def facts(self) -> tuple[object, ...]:
        """Everything that makes a position as it is now, for comparing and keeping."""
        raise NotImplementedError

    def forget(self, moment: str) -> None:
        """Let every field that lasts until a moment of play start again."""
        raise NotImplementedError

    def side_of(self, unit: int) -> int:
        """The side that commands a unit."""
        raise NotImplementedError

    @property
    def names(self) -> Names:
        """What units and hexes are called in the log."""
        return NUMBERS

    def note(self, sentence: str, *about: object) -> None:
        """Tell in the log, if there is one, what is done: a sentence and what it names. One that
        begins with two spaces is a detail."""
        if self.log is not None:
            text = sentence.removeprefix("  ")
            add(self.log, told(self.names, ACT if text == sentence else DETAIL, text, about))

    def detail(self, sentence: str, *about: object) -> None:
        """Tell what came of it."""
        if self.log is not None:
            add(self.log, told(self.names, DETAIL, sentence, about))

    def heading(self, sentence: str, *about: object) -> None:
        """Tell that a phase begins."""
        if self.log is not None:
            self.log.append(told(self.names, PHASE, sentence, about))

    def turn_heading(self, sentence: str, *about: object) -> None:
        """Tell that a turn begins."""
        if self.log is not None:
            self.log.append(told(self.names, TURN, sentence, about))

    def phrase(self, words: str, *about: object) -> Note:
        """A part of a sentence, to stand in a note."""
        return told(self.names, DETAIL, words, about)

    def say(self, sentence: str, *about: object) -> Said:
        """A question, a line of a panel or an entry of a battle: a sentence and what it names."""
        return said(self.names, sentence, about)

    def whisper(self, side: int, sentence: str, *about: object) -> None:
        """Tell a detail that one side alone may read."""
        if self.log is not None:
            self.log.append(replace(told(self.names, DETAIL, sentence, about), only=side))


def _undeclared(state: object, *_: object) -> NoReturn:
    raise TypeError(f"{type(state).__name__} lacks @position")


class Duty(Step[S]):
    """Something the rules command, with nothing to decide."""

    __slots__ = ()
    kind = Kind.DUTY

    def run(self, state: S) -> None:
        """Do it."""
        raise NotImplementedError


class Roll(Step[S]):
    """A die to be rolled."""

    __slots__ = ()
    kind = Kind.ROLL
    sides: ClassVar[int] = 6

    def purpose(self, state: S) -> str:
        """What the die is for, in a few words."""
        raise NotImplementedError

    def rolled(self, state: S, value: int) -> None:
        """Go on with the number rolled."""
        raise NotImplementedError


class Throw(Step[S]):
    """Several dice to be rolled at once; a record has a number for each of them."""

    __slots__ = ()
    kind = Kind.THROW

    def dice(self, state: S) -> tuple[int, ...]:
        """How many sides each of the dice has."""
        return (6, 6)

    def purpose(self, state: S) -> str:
        """What the dice are for, in a few words."""
        raise NotImplementedError

    def thrown(self, state: S, values: tuple[int, ...]) -> None:
        """Go on with the numbers rolled."""
        raise NotImplementedError


class Decision(Step[S]):
    """A side must choose."""

    __slots__ = ()
    kind = Kind.DECISION
    deliberate: ClassVar[frozenset[str]] = frozenset()
    """Verbs that are never taken unasked, even when nothing else can be chosen: nobody's dice are
    rolled before he has seen the odds."""

    def who(self, state: S) -> int:
        """The side that decides."""
        raise NotImplementedError

    def prompt(self, state: S) -> str:
        """One sentence for the player: what is asked, and by which case."""
        raise NotImplementedError

    def choices(self, state: S) -> Choices:
        """What may be chosen; never nothing."""
        raise NotImplementedError

    def must_ask(self, state: S) -> bool:
        """Whether even a single answer is asked for: where something hidden has closed the others,
        whoever looks on must not see that there was nothing to decide."""
        return False

    def take(self, state: S, verb: str, number: int) -> None:
        """Carry a legal choice out."""
        raise NotImplementedError

    def why_not(self, state: S, verb: str, number: int) -> Refusal:
        """The case and the reason that forbid a choice which is not legal."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class OwnDecision(Decision[S]):
    """A decision of the side that it names."""

    side: int

    def who(self, state: S) -> int:
        """The side that decides."""
        return self.side


@dataclass(frozen=True, slots=True)
class UnitDecision(Decision[S]):
    """A decision about a unit, of the side that commands it."""

    unit: int

    def who(self, state: S) -> int:
        """The side that decides."""
        return state.side_of(self.unit)


@dataclass(frozen=True, slots=True)
class Phase(OwnDecision[S]):
    """A side does one thing after another until it is done.

    After each act it is asked again. What an act asks for in its turn lies above the phase on the
    stack, and so comes first.
    """

    def acts(self, state: S) -> Choices:
        """What may be done now; verbs with nothing to choose may stand in it."""
        raise NotImplementedError

    def act(self, state: S, verb: str, number: int) -> None:
        """Do one thing, or push what asks for the rest of it."""
        raise NotImplementedError

    def end(self, state: S) -> None:
        """What follows when the side is done."""

    def can_act(self, state: S) -> bool:
        """Whether there is anything to do."""
        return any(self.acts(state).values())

    def choices(self, state: S) -> Choices:
        """One of the acts, or to be done."""
        return offered(**self.acts(state), done=ONE)

    def take(self, state: S, verb: str, number: int) -> None:
        """Do one thing and ask again, or end."""
        if verb == "done":
            self.end(state)
        else:
            state.stack.append(self)
            self.act(state, verb, number)
