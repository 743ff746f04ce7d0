"""The state of a match: flat lists and bitboards, and the few moves that keep them in step."""

from __future__ import annotations

from typing import Final

from trenchline.games.world_war_one.components import (
    ALLIED,
    BOARD,
    CENTRAL,
    CODES,
    COUNTERS,
    FORTS,
    FORTS_OF,
    GRID,
    NATION_OF,
    NATIONS,
    NEUTRAL,
    OPEN,
    TERRITORY,
    TU,
)
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import State as KernelState

POOL: Final = -1
"""Not on the map, may be built [10.26]."""
LOST: Final = -2
"""Permanently eliminated [9.22]."""
TRANSIT: Final = -3
"""In the Franco-Italian Transit Area [5.51]."""
WAITING: Final = -4
"""American armies that have not arrived yet [14.24]."""
ABSENT: Final = -5
"""Not part of this match: the Tank Army without its option."""

NO_WATCH, LOCKED, FROZEN, RELEASED = range(4)
"""Garrison duty in Russia: none yet; units may not leave; four garrisons stay put; over."""

Memo = tuple[object, object, object, object, object, int]
"""What an answer was worked out from, and the answer."""
NOTHING: Final[Memo] = (None, None, None, None, None, 0)

EMPTY: Final = 255
_BARE = bytes([EMPTY]) * GRID.size


class State(KernelState):
    """A position of World War I."""

    __slots__ = (
        "armies",
        "arrivals",
        "at",
        "attacked",
        "borrowed",
        "centres",
        "collapsed",
        "crp",
        "forts",
        "fought",
        "french_attacks",
        "fresh",
        "garrisons",
        "held",
        "historical",
        "intact",
        "invaded",
        "ledger",
        "links",
        "memo",
        "neutral_land",
        "options",
        "ready",
        "red_cities",
        "sea_used",
        "silenced",
        "status",
        "stoss_built",
        "struck_forts",
        "superior",
        "surrendered",
        "turn",
        "watch",
        "where",
    )
    remembered = frozenset({"memo"})

    def __init__(self) -> None:
        super().__init__()
        self.turn = 1
        self.historical = True
        self.options: frozenset[str] = frozenset()
        self.superior = CENTRAL
        # Nations.
        self.status = [NEUTRAL] * len(NATIONS)
        self.crp = [nation.crp for nation in NATIONS]
        self.borrowed = 0
        """Turkey's borrowed points, part of her pool [12.6]."""
        self.fresh = 0
        """Countries (a set of nations) violated by the Central Powers this turn [6.43]."""
        self.invaded = 0
        """Countries violated this turn by either side."""
        # Units.
        self.where = [POOL] * len(COUNTERS)
        self.at = bytearray(_BARE)
        self.armies: list[Hexes] = [0, 0, 0]
        """The hexes held by Allied, Central and neutral units."""
        self.held: list[Hexes] = [0] * len(NATIONS)
        """The hexes held by each nation's units."""
        self.ready = 0
        """Units of the phasing side that may still move in this phase."""
        self.fought = 0
        """Units that have attacked in this phase, or followed up [8.14] [R21]."""
        self.attacked = 0
        """Units that have been attacked in this phase [8.14]."""
        self.arrivals = 0
        # Forts.
        self.intact: Hexes = FORTS
        self.forts: list[Hexes] = [0, 0, 0]
        """Intact forts of the Allies, the Central Powers and neutrals."""
        self.struck_forts: Hexes = 0
        """Forts attacked in this phase [8.14] [R22]."""
        # Land.
        self.neutral_land: Hexes = 0
        self.centres: list[Hexes] = [0, 0]
        """The resource centres each side was the last to enter [15.1]."""
        self.red_cities: Hexes = 0
        """Russian cities the Central Powers were the last to enter [12.11]."""
        self.links: Hexes = 0
        """Coastal hexes that link with the western edge by sea [9.17]."""
        self.silenced: Hexes = 0
        """Links that a Central Powers unit has passed [9.17]."""
        # Once-only facts.
        self.sea_used = False
        self.stoss_built = False
        self.french_attacks = 0
        self.collapsed = False
        self.surrendered = False
        self.watch = NO_WATCH
        """How far garrison duty in Russia has got [12.13]."""
        self.garrisons: Hexes = 0
        self.ledger: list[tuple[int, int, int, str]] = []
        """Victory points awarded: turn, side, points, for what."""
        self.memo: list[Memo] = [NOTHING] * (4 + len(NATIONS))
        """What has been worked out last: each side's zone and lines, each nation's supply. An entry
        holds the very objects it was worked out from, so it is never out of date."""

    def copy(self) -> State:
        """An independent copy."""
        twin = object.__new__(State)
        twin.stack = self.stack[:]
        twin.rolls = self.rolls
        twin.log = None
        twin.turn = self.turn
        twin.historical = self.historical
        twin.options = self.options
        twin.superior = self.superior
        twin.status = self.status[:]
        twin.crp = self.crp[:]
        twin.borrowed = self.borrowed
        twin.fresh = self.fresh
        twin.invaded = self.invaded
        twin.where = self.where[:]
        twin.at = self.at[:]
        twin.armies = self.armies[:]
        twin.held = self.held[:]
        twin.ready = self.ready
        twin.fought = self.fought
        twin.attacked = self.attacked
        twin.arrivals = self.arrivals
        twin.intact = self.intact
        twin.forts = self.forts[:]
        twin.struck_forts = self.struck_forts
        twin.neutral_land = self.neutral_land
        twin.centres = self.centres[:]
        twin.red_cities = self.red_cities
        twin.links = self.links
        twin.silenced = self.silenced
        twin.sea_used = self.sea_used
        twin.stoss_built = self.stoss_built
        twin.french_attacks = self.french_attacks
        twin.collapsed = self.collapsed
        twin.surrendered = self.surrendered
        twin.watch = self.watch
        twin.garrisons = self.garrisons
        twin.ledger = self.ledger[:]
        twin.memo = self.memo[:]
        return twin

    # Whose is what.

    def side_of(self, unit: int) -> int:
        """The side a unit is on: Allied, Central or neutral."""
        return self.status[NATION_OF[unit]]

    def unit_at(self, hex_: Hex) -> int | None:
        """The unit in a hex."""
        unit = self.at[hex_]
        return None if unit == EMPTY else unit

    def at_war(self, nation: int) -> bool:
        """Whether a nation fights: its side is Allied or Central."""
        return self.status[nation] <= CENTRAL

    def nations_of(self, side: int) -> list[int]:
        """The nations that fight on a side."""
        return [n for n, status in enumerate(self.status) if status == side]

    # Moving pieces about. Everything that changes where units are goes through these.

    def put(self, unit: int, hex_: Hex) -> None:
        """Place a unit that is not on the map in a hex."""
        assert self.at[hex_] == EMPTY, "no stacking"
        self.where[unit] = hex_
        self.at[hex_] = unit
        nation = NATION_OF[unit]
        self.held[nation] |= 1 << hex_
        self.armies[self.status[nation]] |= 1 << hex_

    def lift(self, unit: int, to: int) -> None:
        """Take a unit off the map, to the pool or somewhere else."""
        hex_ = self.where[unit]
        self.where[unit] = to
        self.ready &= ~(1 << unit)
        if hex_ >= 0:
            self.vacate(unit, hex_)
            # [12.13] It was the unit that had to stay, not whoever enters the city after it.
            self.garrisons &= ~(1 << hex_)

    def vacate(self, unit: int, hex_: Hex) -> None:
        """Take a unit in hand: its hex is empty, though it is still accounted for there."""
        self.at[hex_] = EMPTY
        nation = NATION_OF[unit]
        self.held[nation] &= ~(1 << hex_)
        self.armies[self.status[nation]] &= ~(1 << hex_)

    def shift(self, unit: int, hex_: Hex) -> None:
        """Move a unit from hex to hex."""
        old = self.where[unit]
        self.where[unit] = hex_
        self.at[old] = EMPTY
        self.at[hex_] = unit
        nation = NATION_OF[unit]
        both = 1 << old | 1 << hex_
        self.held[nation] ^= both
        self.armies[self.status[nation]] ^= both

    def set_status(self, nation: int, status: int) -> None:
        """Put a nation on a side (or open it), with its units and forts."""
        old = self.status[nation]
        stand = self.held[nation]
        if old != OPEN:
            self.armies[old] &= ~stand
        if status != OPEN:
            self.armies[status] |= stand
        self.status[nation] = status
        self.sort_out()

    def sort_out(self) -> None:
        """Work out whose forts are whose and which land is neutral."""
        forts = [0, 0, 0]
        neutral = 0
        for nation, status in enumerate(self.status):
            if status != OPEN:
                forts[status] |= FORTS_OF[nation] & self.intact
            if status == NEUTRAL:
                neutral |= TERRITORY[nation]
        self.forts = forts
        self.neutral_land = neutral

    def ruin(self, hex_: Hex) -> None:
        """Destroy a fort [12.46]."""
        self.intact &= ~(1 << hex_)
        for side in (ALLIED, CENTRAL, NEUTRAL):
            self.forts[side] &= ~(1 << hex_)

    # Points.

    def spend(self, nation: int, points: int) -> None:
        """Take points from a nation's pool; Turkey spends her own before borrowed ones [R41]."""
        assert 0 <= points <= self.crp[nation]
        self.crp[nation] -= points
        if nation == TU:
            self.borrowed = min(self.borrowed, self.crp[TU])

    def award(self, side: int, points: int, reason: str) -> None:
        """Write victory points to the ledger."""
        self.ledger.append((self.turn, side, points, reason))

    @property
    def winter(self) -> bool:
        """Even turns are winter turns [8.35]."""
        return self.turn % 2 == 0

    def __repr__(self) -> str:
        stand = " ".join(
            f"{COUNTERS[u].key}@{GRID.label(h)}" for u, h in enumerate(self.where) if h >= 0
        )
        return f"<turn {self.turn}: {stand}>"


def describe_place(place: int) -> str:
    """Where a unit is, in words."""
    if place >= 0:
        return BOARD.name(place)
    return {
        POOL: "the pool",
        LOST: "lost for good",
        TRANSIT: "the Franco-Italian Transit Area",
        WAITING: "overseas",
        ABSENT: "not in this game",
    }[place]


def code_of(nation: int) -> str:
    """The nation's two letters."""
    return CODES[nation]
