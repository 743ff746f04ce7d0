"""Knowledge as arrays of a fixed shape, for whoever learns.

The shape follows from how the game declares its positions and from the scenario, so it is the same
from the first choice to the last, and a field that a game adds is seen at once. Sets of hexes are
planes, sets of units are rows, and everything else that is a number is one. All of it is read from
``Knowledge.position``: what the side may not know is not there, and units that stand somewhere by
supposition only are marked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trenchline.kernel.game import AnyGame
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.position import Declared, declared
from trenchline.kernel.steps import Choice, Choices
from trenchline.kernel.verbs import Names
from trenchline.players.questions import Details, questions, subject

AMOUNTS = 1024
"""Amounts below this may be chosen; whoever may pay more may also pay less."""
FARTHEST = 1_000_000_000
"""No number is told that is larger."""

ROOM = 64
"""So many numbers are told of a list that may grow, such as depots; where there are fewer, -1."""

Arrays = dict[str, NDArray[Any]]
Mask = NDArray[np.int8]

APART = frozenset({"stack", "log", "rolls", "finished", "where", "at", "stacks", "piles"})
"""Fields that are told otherwise, or follow from others."""


class Actions:
    """The choices of a game as numbers from 0: verb by verb, as ``Game.verbs`` lists them."""

    def __init__(self, game: AnyGame) -> None:
        self.start: dict[str, int] = {}
        self.size: dict[str, int] = {}
        self.count = 0
        for verb, told in game.verbs.items():
            self.start[verb] = self.count
            self.size[verb] = 1 if told.names is None else reach(told.names, game)
            self.count += self.size[verb]
        self._all = {verb: (1 << size) - 1 for verb, size in self.size.items()}

    def number(self, choice: Choice) -> int:
        """The action that makes a choice."""
        verb, object_ = choice
        if not 0 <= object_ < self.size[verb]:
            raise ValueError(f"{verb} {object_} is out of range")
        return self.start[verb] + object_

    def choice(self, action: int) -> Choice:
        """The choice that an action makes."""
        for verb, start in self.start.items():
            if start <= action < start + self.size[verb]:
                return verb, action - start
        raise ValueError(f"there is no action {action}; there are {self.count}")

    def set(self, choices: Choices) -> int:
        """The actions that are legal, as a set."""
        start, everything = self.start, self._all
        found = 0
        for verb, numbers in choices.items():
            found |= (numbers & everything[verb]) << start[verb]
        return found

    def mask(self, choices: Choices) -> Mask:
        """A one for each action that is legal."""
        mask: Mask = unpacked([self.set(choices)], self.count)[0]
        return mask


def reach(names: Names, game: AnyGame) -> int:
    """How many numbers a verb may take."""
    if names.takes == "amount":
        return AMOUNTS
    if names.takes == "hex" and game.board is not None:
        return game.board.grid.size
    number = 0
    while True:
        try:
            names.format(number)
        except LookupError:
            return number
        number += 1


def unpacked(sets: list[int], size: int) -> NDArray[np.int8]:
    """Sets of numbers below ``size`` as rows of noughts and ones.

    >>> unpacked([0b101, 0b010], 4).tolist()
    [[1, 0, 1, 0], [0, 1, 0, 0]]
    """
    length = -(-size // 8)
    octets = b"".join([numbers.to_bytes(length, "little") for numbers in sets])
    packed = np.frombuffer(octets, np.uint8).reshape(len(sets), length)
    bits = np.unpackbits(packed, axis=1, count=size, bitorder="little")
    return bits.view(np.int8)


class Encoder:
    """Turns knowledge of one scenario into arrays.

    ``names`` tells what each row of each array is.
    """

    def __init__(self, game: AnyGame, scenario: str | None = None) -> None:
        self.game = game
        chosen, options = game.settled(scenario, {})
        state = game.new(chosen, options)
        told = game.map_of(chosen)
        assert told is not None, f"{game.name} has no map"
        self.size = told.board.grid.size
        self.units = len(state.where)
        facts = [f for f in declared(type(state)) if f.is_fact and f.name not in APART]
        self._boards = _Sets(state, facts, "hexes")
        self._rows = _Sets(state, facts, "units")
        self._by_hex = [f.name for f in facts if f.container is dict and f.kind[0] == "hex"]
        self._by_unit = [f.name for f in facts if _is_by_unit(f)]
        self._strengths = [f.name for f in facts if _is_list(f) and self._is_of_units(state, f)]
        self._lists = {
            f.name: len(f.start) or ROOM
            for f in facts
            if _is_list(f) and not self._is_of_units(state, f)
        }
        self._numbers = [f.name for f in facts if f.container is None and _is_number(state, f)]
        self._read_numbers, self._read_lists = all_of(self._numbers), all_of(self._lists)
        self.questions = questions(game)
        self._details = Details(game)
        sides = [f"{side} points" for side in game.sides]
        self.names: dict[str, tuple[str, ...]] = {
            "observation": (*self._boards.names, "what the question is about"),
            "pieces": (*self._rows.names, "what the question is about", "supposed"),
            "amounts": tuple(self._by_hex),
            "strengths": (*self._strengths, *self._by_unit),
            "numbers": (
                *sides,
                *self._numbers,
                *(f"{name} {n}" for name, long in self._lists.items() for n in range(long)),
                *self._details.names,
            ),
            "asked": ("side", "who decides", "phase", "question"),
        }
        self.shapes: dict[str, tuple[int, ...]] = {
            "observation": (len(self.names["observation"]), self.size),
            "places": (self.units,),
            "pieces": (len(self.names["pieces"]), self.units),
            "amounts": (len(self.names["amounts"]), self.size),
            "strengths": (len(self.names["strengths"]), self.units),
            "numbers": (len(self.names["numbers"]),),
            "asked": (4,),
        }
        for name in ("amounts", "strengths"):
            if not self.names[name]:
                del self.names[name], self.shapes[name]

    def _is_of_units(self, state: Any, field: Declared) -> bool:
        return len(getattr(state, field.name)) == self.units

    def arrays(self, known: Knowledge[Any]) -> Arrays:
        """All that a side knows."""
        return self.told(known.position, known.side, known.hidden)

    def told(self, state: Any, side: int, hidden: int = 0) -> Arrays:
        """A position as arrays, for a side, with some units marked as supposed."""
        step = state.stack[-1] if state.stack else None
        units, hexes = subject(state, step)
        hexes &= (1 << self.size) - 1
        found: Arrays = {
            "observation": unpacked([*self._boards.read(state), hexes], self.size),
            "places": np.array(state.where, np.int32),
            "pieces": unpacked([*self._rows.read(state), units, hidden], self.units),
            "numbers": self._told_numbers(state),
            "asked": np.array(self._asked(state, step, side), np.int32),
        }
        if "amounts" in self.shapes:
            found["amounts"] = self._told_amounts(state)
        if "strengths" in self.shapes:
            found["strengths"] = self._told_strengths(state)
        return found

    def _asked(self, state: Any, step: Any, side: int) -> tuple[int, int, int, int]:
        if step is None:
            return side, -1, 0, 0
        phase, phases = self.game.phase(state), self.game.phases
        return (
            side,
            step.who(state),
            phases.index(phase) + 1 if phase in phases else 0,
            self.questions.get(type(step).__name__, 0),
        )

    def _told_numbers(self, state: Any) -> NDArray[np.float64]:
        numbers: list[float] = [*self.game.outcome(state).scores, *self._read_numbers(state)]
        for told, long in zip(self._read_lists(state), self._lists.values(), strict=True):
            numbers += told if len(told) == long else [*told, *[-1] * long][:long]
        numbers += self._details.read(state)
        return np.array(numbers, np.float64)

    def _told_amounts(self, state: Any) -> NDArray[np.float32]:
        amounts = np.zeros(self.shapes["amounts"], np.float32)
        for row, name in enumerate(self._by_hex):
            for hex_, amount in getattr(state, name).items():
                amounts[row, hex_] = _amount(amount)
        return amounts

    def _told_strengths(self, state: Any) -> NDArray[np.float32]:
        strengths = np.zeros(self.shapes["strengths"], np.float32)
        for row, name in enumerate(self._strengths):
            strengths[row] = getattr(state, name)
        for row, name in enumerate(self._by_unit, len(self._strengths)):
            for unit, amount in getattr(state, name).items():
                strengths[row, unit] = _amount(amount)
        return strengths


def all_of(names: Iterable[str]) -> Callable[[Any], tuple[Any, ...]]:
    """What reads all of some fields at once, however many there are.

    >>> all_of(["real"])(3), all_of([])(3)
    ((3,), ())
    """
    names = tuple(names)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda state: tuple(getattr(state, name) for name in names)


class _Sets:
    """The fields of a position that are sets of one kind, or lists of such sets."""

    def __init__(self, state: Any, facts: Iterable[Declared], kind: str) -> None:
        mine = [f for f in facts if f.kind == (kind,)]
        self._single = [f.name for f in mine if f.container is None]
        self._lists = [f.name for f in mine if f.container is list]
        self._read_single, self._read_lists = all_of(self._single), all_of(self._lists)
        self.names = (
            *self._single,
            *(f"{name} {n}" for name in self._lists for n in range(len(getattr(state, name)))),
        )

    def read(self, state: Any) -> list[int]:
        """The sets of a position."""
        found = [*self._read_single(state)]
        for sets in self._read_lists(state):
            found += sets
        return found


def _is_by_unit(field: Declared) -> bool:
    return field.container is dict and (field.kind[0] == "unit" or field.kind == ("by unit",))


def _is_list(field: Declared) -> bool:
    return field.container is list and field.kind == ("int",)


def _is_number(state: Any, field: Declared) -> bool:
    return field.kind == ("int",) or isinstance(getattr(state, field.name), bool)


def _amount(value: object) -> float:
    """An amount, or one for whatever else is there."""
    return min(value, FARTHEST) if isinstance(value, int) else 1
