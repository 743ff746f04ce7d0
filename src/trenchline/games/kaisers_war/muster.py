"""What the units make of a position by where they are and how they lie: stacks, piles, bitboards.

The invariants compare it with what the state keeps. It is worked out from ``where`` and ``stacks``
alone and brought up to date hex by hex: from one choice to the next few of them change.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import compress
from operator import ne
from typing import NamedTuple

from trenchline.games.kaisers_war.components import (
    AN,
    BO,
    COUNTERS,
    FI,
    FORTS,
    GUERRILLAS,
    LAND,
    LONERS,
    OPEN_SEA,
    RUSSIA,
    UNITS_OF,
    WR,
    stack_limit,
)
from trenchline.games.kaisers_war.state import (
    HEAPS,
    OUT,
    TRACK,
    State,
    pile,
)
from trenchline.kernel.hexes import Hex, Hexes

AT_HOME_IN_RUSSIA = UNITS_OF[BO] | UNITS_OF[AN] | UNITS_OF[WR] | UNITS_OF[FI]

Regime = tuple[int, bool, int, int, int]
"""What decides how a unit counts, besides where it is: flipped counters, and who commands whom."""


class Stack(NamedTuple):
    """What a stack is by itself."""

    units: int
    under: int
    """Those that lie below another [10.1]."""
    signs: tuple[bool, ...]
    """Whether its hex is in each of ``BOARDS``."""
    is_mixed: bool
    """Whether units of two sides are in it [9.6]."""
    is_doubled: bool
    """Whether a unit lies in it twice."""


SIDES = ("Allied", "Central", "neutral")
BOARDS = (
    *(f"held {side}" for side in SIDES),
    *(f"fierce {side}" for side in SIDES),
    *(f"forts {side}" for side in SIDES),
    "posts",
    "loners",
    *(f"full {weight}" for weight in range(4)),
    "crowded",
    "overweight",
    "astray in Russia",
)


@lru_cache(maxsize=1 << 12)
def _stack(hex_: Hex, stack: tuple[int, ...], regime: Regime) -> Stack:
    state = State()
    state.flipped, state.kaiser_east, state.anarchist, state.poles, state.active = regime
    units = load = immobile = 0
    fierce = False
    for unit in stack:
        face = state.face(unit)
        units |= 1 << unit
        load += face.weight
        immobile += face.movement == 0
        # [11.1] [21.5] [30.3b]
        fierce |= bool(face.movement and not GUERRILLAS >> unit & 1 and state.is_active(unit))
    sides = {state.side_of(unit) for unit in stack}
    side = state.side_of(stack[0])
    forts = bool(units & FORTS)
    limit = stack_limit(hex_)
    return Stack(
        units,
        units & ~(1 << stack[0]),
        (
            *(side == one for one in range(3)),
            *(side == one and fierce for one in range(3)),
            *(side == one and forts for one in range(3)),
            immobile > 0,
            bool(units & LONERS),
            *(load + weight > limit for weight in range(4)),
            load > limit or immobile > 1,
            bool(LAND >> hex_ & 1) and load > limit,
            bool(RUSSIA >> hex_ & 1 and units & ~AT_HOME_IN_RUSSIA),
        ),
        len(sides) > 1,
        units.bit_count() != len(stack),
    )


NOTHING = Stack(0, 0, (False,) * len(BOARDS), False, False)


class Muster:
    """The units as they were seen last."""

    def __init__(self) -> None:
        self._begin(State())

    def _begin(self, state: State) -> None:
        self.where = [OUT] * len(COUNTERS)
        self.piles = dict.fromkeys(HEAPS, 0)
        self.nowhere = 0
        """The units in no place there is."""
        self.by_place: dict[Hex, int] = {}
        """The units in each hex, by where they say they are ..."""
        self.by_stack: dict[Hex, int] = {}
        """... and by the stacks."""
        self.regime = _regime(state)
        self.stacks: dict[Hex, tuple[int, ...]] = {}
        self.under = 0
        self.boards = [0] * len(BOARDS)
        self.mixed: Hexes = 0
        self.doubled: Hexes = 0
        self.off: Hexes = 0
        """Hexes to stand in that are none."""
        for unit in range(len(COUNTERS)):
            self._file(unit, OUT)

    def see(self, state: State) -> None:
        """Look at another position."""
        if self.regime != _regime(state):
            self._begin(state)
        if self.where != state.where:
            for unit in list(compress(range(len(COUNTERS)), map(ne, self.where, state.where))):
                self._file(unit, state.where[unit])
        if self.stacks != state.stacks:
            gone = self.stacks.keys() - state.stacks.keys()
            new = [hex_ for hex_, stack in state.stacks.items() if self.stacks.get(hex_) != stack]
            # All leave before anybody comes: a unit may have gone from one stack into another.
            for hex_ in (*gone, *new):
                if hex_ in self.stacks:
                    self.under &= ~_stack(hex_, self.stacks[hex_], self.regime).under
            for hex_ in gone:
                self._draw(hex_, ())
            for hex_ in new:
                self._draw(hex_, state.stacks[hex_])

    def _file(self, unit: int, place: int) -> None:
        old, bit = self.where[unit], 1 << unit
        self.where[unit] = place
        if not self.nowhere & bit:
            self.piles[pile(old)] &= ~bit
        if pile(place) in self.piles and place != TRACK:
            self.piles[pile(place)] |= bit
            self.nowhere &= ~bit
        else:
            self.nowhere |= bit
        if old >= 0:
            self.by_place[old] &= ~bit
            if not self.by_place[old]:
                del self.by_place[old]
        if place >= 0:
            self.by_place[place] = self.by_place.get(place, 0) | bit

    def _draw(self, hex_: Hex, stack: tuple[int, ...]) -> None:
        bit = 1 << hex_
        if self.stacks.pop(hex_, ()):
            del self.by_stack[hex_]
        told = NOTHING
        if stack:
            told = _stack(hex_, stack, self.regime)
            self.stacks[hex_] = stack
            self.by_stack[hex_] = told.units
            self.under |= told.under
        self.boards = [
            board | bit if sign else board & ~bit
            for board, sign in zip(self.boards, told.signs, strict=True)
        ]
        self.mixed = self.mixed | bit if told.is_mixed else self.mixed & ~bit
        self.doubled = self.doubled | bit if told.is_doubled else self.doubled & ~bit
        stands = stack and not (LAND | OPEN_SEA) & bit
        self.off = self.off | bit if stands else self.off & ~bit


def _regime(state: State) -> Regime:
    return (state.flipped, state.kaiser_east, state.anarchist, state.poles, state.active)


@cache
def _last() -> Muster:
    return Muster()


def muster(state: State) -> Muster:
    """What the units of a position make of it."""
    seen = _last()
    seen.see(state)
    return seen
