"""A table at which a test plays Der Weltkrieg, on a scenario's map or on one made for the test.

A sketch is a small map in clear country, columns 01 to 10 and rows 01 to 10, German to the west of
column 06 and Russian from there on. What is not clear is told by hexsides and places:

>>> sketch = Sketch({"0303/0403": "wooded_rough river single_track"})
>>> t = sketch.table('''
...     turn 1914 Aug 5 phase Central movement
...     DE I1@0303
... ''')
>>> t.march("DEI1", "0403").where("DEI1")
'0403'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Any, Self

from tests.table import GameTable
from trenchline.games.der_weltkrieg.components import SIDES, Counter
from trenchline.games.der_weltkrieg.face import GAME
from trenchline.games.der_weltkrieg.going import ground_for
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.notation import parse
from trenchline.games.der_weltkrieg.package import verbs
from trenchline.games.der_weltkrieg.routes import cost_of, march
from trenchline.games.der_weltkrieg.scenarios import load_theatre
from trenchline.games.der_weltkrieg.state import PILES, State
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.games.der_weltkrieg.zones import zone
from trenchline.kernel.bits import members
from trenchline.kernel.board import Board, Place
from trenchline.kernel.hexes import Grid

_SPAN = (1, 10)
_FIRST_RUSSIAN = 6


class Table(GameTable[State]):
    """A position of Der Weltkrieg being played."""

    game = GAME

    @property
    def _theatre(self) -> Theatre:
        return self.state.theatre

    def march(self, unit: str, *hexes: str) -> Self:
        """Move a unit hex by hex and leave it there."""
        self.choose(f"unit {unit}", *(f"move {hex_}" for hex_ in hexes))
        return self.choose("stay") if self.asked == "March" else self

    def reach(self, unit: str) -> set[str]:
        """Where a unit may go if it is picked up now."""
        return self.copy().choose(f"unit {unit}").choices("move")

    @property
    def spent(self) -> int:
        """What the march being made has cost so far."""
        step = self.state.stack[-1]
        assert isinstance(step, March)
        return step.spent

    def cost(self, unit: str, label: str) -> int | None:
        """What a unit pays for the cheapest way to a hex, however many points it has."""
        number = self._theatre.unit[unit]
        ground = ground_for(self.state, 1 << number)
        layers = march(ground, self.state.where[number], 20)
        return cost_of(layers, self._theatre.board.grid.hex(label))

    def unit(self, key: str) -> int:
        """The number of a counter."""
        return self._theatre.unit[key]

    def refused(self, text: str) -> str:
        """The case by which a choice is not legal."""
        return self.why_not(text).case

    def where(self, unit: str) -> str:
        """A unit's hex, or the pile it lies on."""
        place = self.state.where[self._theatre.unit[unit]]
        return PILES.label(self._theatre.board.grid, place)

    def strength(self, unit: str) -> int:
        """A unit's strength points."""
        return self.state.strength[self._theatre.unit[unit]]

    def at(self, label: str) -> set[str]:
        """The units in a hex."""
        units = self.state.stacks.get(self._theatre.board.grid.hex(label), 0)
        return {self._theatre.counters[unit].key for unit in members(units)}

    def zone(self, side: str) -> set[str]:
        """The hexes a side controls by its zones."""
        return self.labels(zone(self.state, SIDES.index(side)))

    def labels(self, hexes: int) -> set[str]:
        """The numbers of some hexes."""
        return set(self._theatre.board.grid.labels(hexes))


def table(text: str, *dice: int) -> Table:
    """A table on the map of a scenario."""
    return Table.laid(text, *dice)


opening = Table.opening


def counter(
    key: str,
    strength: tuple[int, int],
    movement: int,
    kind: str = "infantry",
    size: str = "division",
    full: int = 0,
) -> Counter:
    """A counter for a sketch; its key begins with the code of its nation."""
    bracketed = kind == "headquarters"
    return Counter(
        key, key[:2], kind, size, *strength, movement, full_strength=full, defends_only=bracketed
    )


def _some(nation: str, strength: tuple[int, int], movement: int) -> Iterator[Counter]:
    full = strength[0]
    for n in range(1, 10):
        yield counter(f"{nation}I{n}", strength, movement, full=full)
    for n in range(1, 5):
        yield counter(f"{nation}B{n}", (2, 1), 4, size="brigade", full=full)
        yield counter(f"{nation}C{n}", (2, 1), 7, "cavalry", full=2 if nation == "DE" else 1)
        yield counter(f"{nation}A{n}", (3, 1), 4, "artillery", "regiment", 3)
        yield counter(f"{nation}S{n}", (4, 2), 3, "siege", "regiment", 4)
        yield counter(f"{nation}M{n}", (6, 4), 5, "mountain", full=6)
        yield counter(f"{nation}E{n}", (0, 0), 4, "engineer", "regiment")
        yield counter(f"{nation}R{n}", (5, 5), 4, "replacement", full=full)
        yield counter(f"{nation}X{n}", (12, 8), 5, "assault", full=8)
        yield counter(f"{nation}HQ{n}", (1, 1), 5, "headquarters", "army")
        yield counter(f"{nation}F{n}", (12, 12), 0, "fortress", "")
        yield counter(f"{nation}P{n}", (0, 0), 4, "supply", "")
        yield counter(f"{nation}W{n}", (6, 3), 0, "flotilla", "")


_NATIONS = {
    "DE": ((8, 6), 5),
    "RU": ((5, 3), 4),
    "AH": ((6, 4), 4),
    "FR": ((7, 5), 5),
    "OT": ((4, 2), 4),
    "SR": ((5, 3), 4),
}
COUNTERS = tuple(c for nation, values in _NATIONS.items() for c in _some(nation, *values))
"""A few of every kind: infantry I, brigades B, cavalry C, artillery A, siege S, mountain M,
engineers E, replacements R, assault X, headquarters HQ, forts F, supply markers P, flotillas W."""

SCENARIO: Mapping[str, Any] = {
    "year": 1914,
    "turns": ["Aug 4", "Aug 5", "Aug 6", "Aug 7", "Sep special", "Sep 1"],
    "victory": load_theatre("tannenberg").scenario["victory"],
    "demoralization": {"tracked": ["DE", "RU"]},
    "ample_supply": True,
}


@dataclass(frozen=True)
class Sketch:
    """A small map made for a test."""

    sides: Mapping[str, str] = field(default_factory=dict)
    """What lies on hexsides: ``{"0303/0304": "woods river"}``."""
    land: str = ""
    """The hexes that are land, if not all."""
    places: Mapping[str, str] = field(default_factory=dict)
    """What stands in hexes: ``{"0303": "city port"}``."""
    facts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What a hex is if not clear land of its column: ``{"0303": {"country": "FR"}}``."""
    scenario: Mapping[str, Any] = field(default_factory=dict)
    counters: tuple[Counter, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    """What places are called, if not by the numbers of their hexes."""

    def theatre(self) -> Theatre:
        """The theatre this sketch shows."""
        grid = Grid("flat", "even", "CCRR", _SPAN, _SPAN)
        facts = {}
        for hex_ in members(grid.everywhere):
            label = grid.label(hex_)
            facts[hex_] = {
                "hex": label,
                "country": "DE" if grid.column_row(hex_)[0] < _FIRST_RUSSIAN else "RU",
                "terrain": "sea" if self.land and label not in self.land.split() else "land",
                "edge": "",
                "land_sides": "",
                **self.facts.get(label, {}),
            }
        sides: dict[str, list[int]] = {}
        for pair, kinds in self.sides.items():
            a, b = (grid.hex(label) for label in pair.split("/"))
            direction = grid.direction(a, b)
            for kind in kinds.split():
                leave = sides.setdefault(kind, [0] * 6)
                leave[direction] |= 1 << a
                leave[(direction + 3) % 6] |= 1 << b
        places = [
            Place(grid.hex(label), kind, self.names.get(label, label), "", 0, "reconstructed", "")
            for label, kinds in self.places.items()
            for kind in kinds.split()
        ]
        board = Board(grid, facts, sides, {}, places)
        return Theatre("sketch", board, (*COUNTERS, *self.counters), {**SCENARIO, **self.scenario})

    def table(self, text: str, *dice: int) -> Table:
        """A table on this map."""
        theatre = self.theatre()
        here = replace(
            GAME,
            verbs=verbs(theatre.board.grid, theatre.unit),
            parse=partial(parse, theatre=theatre),
            board=theatre.board,
        )

        class SketchTable(Table):
            game = here

        return SketchTable.laid(text, *dice)


def line_of(kinds: str, *hexes: str) -> dict[str, str]:
    """Hexsides of some kinds along a line of hexes."""
    return {f"{a}/{b}": kinds for a, b in pairwise(hexes)}
