"""What a question is about, as numbers: the decision that is asked, and the battle in hand.

Which units and hexes they name is told by the names of their fields; every other field that is a
number is told as one, and of lists how long they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

from trenchline.kernel.battles import Affair
from trenchline.kernel.bits import bit_set
from trenchline.kernel.game import AnyGame
from trenchline.kernel.steps import Decision

OF_UNITS = frozenset(
    [
        *("unit", "units", "party", "group", "attackers", "defenders", "supports", "risked"),
        *("airbases", "bomber", "flotillas", "headquarters", "leader"),
        *("guns", "gas", "riders", "ready", "tried", "marked", "abstaining", "leaving", "losers"),
    ]
)
OF_HEXES = frozenset(
    [
        *("hex", "hexes", "target", "here", "start", "site", "origin", "begun"),
        *("path", "trail", "wake", "used"),
    ]
)
"""What fields of steps and battles are about, by name."""
SETS = frozenset({"units", "attackers", "defenders", "hexes", "riders", "used"})
"""Those in which one number may be a set."""


NUMBERS = frozenset({"bool", "int", "Hex", "int | None", "bool | None"})
"""The types of fields, as they are written, that are numbers."""


def questions(game: AnyGame) -> dict[str, int]:
    """The decisions that a game asks for, numbered from one."""
    names = {kind.__name__ for kind in _kinds(game, Decision)}
    return {name: number for number, name in enumerate(sorted(names), 1)}


def _kinds(game: AnyGame, base: type) -> list[type]:
    """The classes of a kind that a game's package has."""
    package = game.outcome.__module__.rpartition(".")[0]
    found: list[type] = []
    waiting: list[type] = [base]
    while waiting:
        kinds: list[type] = waiting.pop().__subclasses__()
        waiting += kinds
        found += [kind for kind in kinds if kind.__module__.startswith(f"{package}.")]
    return found


class Details:
    """What else belongs to the question and to the battle in hand: each number that one of them may
    have, and how many there are of what is listed; -1 where there is no such thing."""

    def __init__(self, game: AnyGame) -> None:
        told = [
            *(("question", kind) for kind in _kinds(game, Decision)),
            *(("battle", kind) for kind in _kinds(game, Affair)),
        ]
        names = {f"{what} {name}" for what, kind in told for name in _detailed(kind)}
        self.names = tuple(sorted(names))
        self._index = {name: number for number, name in enumerate(self.names)}
        self._known: dict[tuple[str, type[Any]], tuple[tuple[int, str], ...]] = {}

    def read(self, state: Any) -> list[float]:
        """The numbers of a position."""
        found: list[float] = [-1.0] * len(self.names)
        battles = getattr(state, "battles", ())
        for what, thing in (
            ("question", state.stack[-1] if state.stack else None),
            ("battle", battles[-1] if battles else None),
        ):
            for number, name in self._of(what, type(thing)):
                value = getattr(thing, name)
                if value is not None:
                    found[number] = len(value) if isinstance(value, tuple) else int(value)
        return found

    def _of(self, what: str, kind: type[Any]) -> tuple[tuple[int, str], ...]:
        if (what, kind) not in self._known:
            names = [(f"{what} {name}", name) for name in _detailed(kind)]
            known = tuple((self._index[full], name) for full, name in names if full in self._index)
            self._known[what, kind] = known
        return self._known[what, kind]


def _detailed(kind: type[Any]) -> list[str]:
    """The fields of a step or battle that are numbers, and those that are lists of any length."""
    if not is_dataclass(kind):
        return []
    apart = OF_UNITS | OF_HEXES | {"side"}
    return [
        f.name
        for f in fields(kind)
        if f.name not in apart and (f.type in NUMBERS or str(f.type).endswith(", ...]"))
    ]


# Units and hexes.


def subject(state: Any, step: Any) -> tuple[int, int]:
    """The units and the hexes that a decision is about."""
    if step is None:
        return 0, 0
    battles = getattr(state, "battles", ())
    units, hexes = _about(step)
    more_units, more_hexes = _about(battles[-1] if battles else getattr(step, "battle", None))
    return units | more_units, hexes | more_hexes


def _about(thing: Any) -> tuple[int, int]:
    kind: type[Any] = type(thing)
    if kind not in _READERS:
        _READERS[kind] = _readers(kind)
    units = hexes = 0
    for read, are_units in _READERS[kind]:
        if are_units:
            units |= read(thing)
        else:
            hexes |= read(thing)
    return units, hexes


Readers = tuple[tuple[Callable[[Any], int], bool], ...]
"""How to read what an object is about: sets, and whether they are of units."""
_READERS: dict[type[Any], Readers] = {}


def _readers(kind: type[Any]) -> Readers:
    if not is_dataclass(kind):
        return ()
    return tuple(
        (_reader(f.name), f.name in OF_UNITS)
        for f in fields(kind)
        if f.name in OF_UNITS or f.name in OF_HEXES
    )


def _reader(name: str) -> Callable[[Any], int]:
    def read(step: Any) -> int:
        value = getattr(step, name)
        if isinstance(value, int):
            return value if name in SETS else 1 << value if value >= 0 else 0
        return bit_set(n for n in value or () if isinstance(n, int) and n >= 0)

    return read
