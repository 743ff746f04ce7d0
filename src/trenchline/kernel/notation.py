"""Reading positions as text: lines of words, and errors that name the line.

Every game writes its positions a line a nation or a fact, each unit as ``name@hex`` or
``name:pile``. What the words mean is the game's; how they are taken apart stands here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from msgspec import MsgspecError, json

from trenchline.kernel.exact import read_exact, say
from trenchline.kernel.hexes import Grid, Hex, Hexes
from trenchline.kernel.position import declared
from trenchline.kernel.steps import Step

T = TypeVar("T")


class NotationError(ValueError):
    """A position that cannot be read; the message names the line."""


@dataclass(frozen=True)
class Line:
    """One line of a position: its first word and the rest.

    >>> line = read_lines("turn 3 phase Central attack")[0]
    >>> line.head, line.amount(line.rest[:1])
    ('turn', 3)
    >>> raise line.wrong("there is no turn 3")
    Traceback (most recent call last):
    trenchline.kernel.notation.NotationError: line 1: there is no turn 3
    """

    number: int
    head: str
    rest: list[str]

    def wrong(self, problem: str) -> NotationError:
        """The error to raise for a problem in this line."""
        return NotationError(f"line {self.number}: {problem}")

    def not_understood(self) -> NotationError:
        """The error to raise for a line that begins with a word of no meaning."""
        return self.wrong(f"{self.head!r} is not understood")

    def amount(self, words: list[str]) -> int:
        """The number that stands first among some words."""
        if not words or not words[0].isdecimal():
            raise self.wrong("a number is missing")
        return int(words[0])

    def turn(self, last: int) -> int:
        """The number of a turn, after the word ``turn``."""
        turn = self.amount(self.rest)
        if not 1 <= turn <= last:
            raise self.wrong(f"there is no turn {turn}")
        return turn

    def hexes(
        self, grid: Grid, labels: Iterable[str], among: Hexes = -1, what: str = "in play"
    ) -> Hexes:
        """The hexes that some words label; one that is not among those allowed is refused."""
        try:
            hexes = grid.hexes(*labels)
        except ValueError as error:
            raise self.wrong(str(error)) from None
        if strangers := grid.labels(hexes & ~among):
            raise self.wrong(f"hex {strangers[0]} is not {what}")
        return hexes

    def unit(self, units: Mapping[str, int], key: str) -> int:
        """The counter that a word names."""
        if key not in units:
            raise self.wrong(f"there is no counter {key!r}")
        return units[key]

    def amounts(self) -> list[tuple[str, int]]:
        """The words of the line with a number each: ``GE5-4``."""
        found = []
        for word in self.rest:
            name, mark, number = word.rpartition("-")
            if not mark:
                raise self.wrong(f"a number is missing behind {word!r}")
            found.append((name, self.amount([number])))
        return found

    def scenario(self, load: Callable[[str], T]) -> T:
        """What is loaded of the scenario that the line names."""
        try:
            return load(self.rest[0])
        except LookupError:
            raise self.wrong(f"there is no scenario {' '.join(self.rest)!r}") from None

    def hex(self, grid: Grid, label: str, among: Hexes = -1, what: str = "in play") -> Hex:
        """The hex that a word labels."""
        return self.hexes(grid, [label], among, what).bit_length() - 1


def read_lines(text: str) -> list[Line]:
    """The lines of a position that say something.

    >>> [(line.number, line.head, line.rest) for line in read_lines("FR 1@0409\\n\\nfacts free")]
    [(1, 'FR', ['1@0409']), (3, 'facts', ['free'])]
    """
    if not isinstance(text, str):
        raise TypeError(f"a position is a text, not {text!r}")
    split = ((n, line.split()) for n, line in enumerate(text.strip().splitlines(), start=1))
    return [Line(number, words[0], words[1:]) for number, words in split if words]


def named_scenario(text: str, names: Sequence[str]) -> str:
    """The scenario that a position names, else the first.

    >>> named_scenario("scenario liege\\nBE 3@1118", ["gorizia", "liege"])
    'liege'
    """
    said = [line.rest[0] for line in read_lines(text) if line.head == "scenario" and line.rest]
    return said[0] if said and said[0] in names else names[0]


def placed(line: Line, word: str) -> tuple[str, str, str]:
    """A unit and its place taken apart: the name, ``@`` for a hex or ``:`` for a pile, the place.

    >>> placed(read_lines("GE")[0], "5@0508"), placed(read_lines("GE")[0], "Stoss1:pool")
    (('5', '@', '0508'), ('Stoss1', ':', 'pool'))
    """
    name, mark, place = word.partition("@") if "@" in word else word.partition(":")
    if not mark:
        raise line.wrong(f"{word!r} is not a unit and its place")
    return name, mark, place


def split_attack(text: str, example: str) -> tuple[list[str], list[str]]:
    """An attack's left and right: who attacks, then the target and what else is said.

    >>> split_attack("GE5 GE6 > 0408 infiltrating", "GE5 > 0408")
    (['GE5', 'GE6'], ['0408', 'infiltrating'])
    """
    if not isinstance(text, str):
        raise TypeError(f"an attack is a text, like {example!r}, not {text!r}")
    left, _, right = text.partition(">")
    if not left.split() or not right.split():
        raise NotationError(f"an attack reads like {example!r}, not {text!r}")
    return left.split(), right.split()


def read_attack(
    text: str, example: str, grid: Grid, units: Mapping[str, int]
) -> tuple[dict[str, int], Hex, list[str]]:
    """An attack's units by their keys, its target, and what else is said.

    >>> grid = Grid("flat", "even", "CCRR", (1, 5), (1, 9))
    >>> attackers, target, words = read_attack("GE5 > 0408 woods", "", grid, {"GE5": 7})
    >>> attackers, grid.label(target), words
    ({'GE5': 7}, '0408', ['woods'])
    """
    keys, right = split_attack(text, example)
    for key in keys:
        if key not in units:
            raise NotationError(f"there is no counter {key!r}")
    try:
        target = grid.hex(right[0])
    except ValueError as error:
        raise NotationError(str(error)) from None
    return {key: units[key] for key in keys}, target, right[1:]


def write_step(step: Step[Any]) -> str:
    """A step of the stack: its name and what it knows, what is usual left out, fractions as people
    write them."""
    told = {
        field.name: getattr(step, field.name)
        for field in fields(cast(Any, step))
        if getattr(step, field.name) != field.default
    }
    return f"{type(step).__name__} {json.encode(told, enc_hook=_said).decode()}"


def _said(value: object) -> str:
    if isinstance(value, Fraction):
        return say(value)
    raise TypeError(f"{value!r} is nothing that a step can be written with")


def _meant(kind: type, said: object) -> Fraction:
    if kind is Fraction and isinstance(said, str):
        return Fraction(read_exact(said))
    raise ValueError(f"{said!r} is not a number like 3 1/2")


def read_step(line: Line, words: list[str], package: str) -> Step[Any]:
    """A step of a game's package, as ``write_step`` wrote it."""
    kinds = _kinds(package)
    if not words or words[0] not in kinds:
        raise line.wrong(f"{' '.join(words[:1])!r} is not a step of the game")
    try:
        step: Step[Any] = json.decode(" ".join(words[1:]), type=kinds[words[0]], dec_hook=_meant)
    except MsgspecError as error:
        raise line.wrong(f"the step {words[0]} cannot be read: {error}") from None
    return step


def other_facts(kind: type[Any], told: Collection[str]) -> dict[str, Any]:
    """The facts of a state that have no lines of their own, with the types JSON is read as: dicts
    are lists of pairs."""
    hints = get_type_hints(kind)
    found = {}
    for field in declared(kind):
        if field.is_fact and field.name not in told:
            hint = hints[field.name]
            if get_origin(hint) is dict:
                key, value = get_args(hint)
                hint = list[tuple[key, value]]  # type: ignore[valid-type]  # built for msgspec
            found[field.name] = hint
    return found


def write_fact(state: object, name: str) -> str:
    """A fact as JSON, after its name."""
    value = getattr(state, name)
    told = sorted(value.items()) if isinstance(value, dict) else value
    if isinstance(value, frozenset):
        told = sorted(value)
    return f"{name} {json.encode(told).decode()}"


def read_fact(line: Line, state: object, kinds: dict[str, Any]) -> None:
    """A fact as ``write_fact`` wrote it, after the word ``fact``; ``kinds`` are ``other_facts``."""
    if not line.rest or line.rest[0] not in kinds:
        raise line.not_understood()
    name = line.rest[0]
    value = read_json(line, " ".join(line.rest[1:]), kinds[name])
    setattr(state, name, dict(value) if isinstance(getattr(state, name), dict) else value)


def read_json(line: Line, text: str, kind: Any) -> Any:
    """What JSON in a line says, as something of a kind."""
    try:
        return json.decode(text, type=kind)
    except MsgspecError as error:
        raise line.wrong(f"{text[:30]!r} cannot be read: {error}") from None


@cache
def _kinds(package: str) -> dict[str, type[Step[Any]]]:
    """The steps of a game by their names."""
    found: dict[str, type[Step[Any]]] = {}
    waiting = Step.__subclasses__()
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        # A dataclass with slots leaves its unfinished self behind.
        own = kind is getattr(sys.modules[kind.__module__], kind.__name__, None)
        if own and kind.__module__.startswith(f"{package}."):
            found[kind.__name__] = kind
    return found
