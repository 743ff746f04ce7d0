"""The state of a match: flat lists and bitboards, and the few moves that keep them in step."""

from __future__ import annotations

from collections.abc import Sequence
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
from trenchline.kernel.notes import Names, Note
from trenchline.kernel.piles import Pile, Piles
from trenchline.kernel.position import position, starts
from trenchline.kernel.rosters import Units
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

PILES: Final = Piles(
    Pile(POOL, "pool", "the pool"),
    Pile(LOST, "lost", "lost for good"),
    Pile(TRANSIT, "transit", "the Franco-Italian Transit Area"),
    Pile(WAITING, "waiting", "overseas"),
    Pile(ABSENT, "absent", "not in this game"),
)
NAMES: Final = Names(
    key=lambda unit: COUNTERS[unit].key,
    unit=lambda unit: COUNTERS[unit].title,
    label=GRID.label,
    hex=BOARD.name,
    pile=PILES.words,
)

NO_WATCH, LOCKED, FROZEN, RELEASED = range(4)
"""Garrison duty in Russia: none yet; units may not leave; four garrisons stay put; over."""

Memo = tuple[object, object, object, object, object, int]
"""What an answer was worked out from, and the answer."""
NOTHING: Final[Memo] = (None, None, None, None, None, 0)
ZONES: Final = 0
LINES: Final = 2
ATTACKERS: Final = 4
ROOM: Final = 6
OUTLETS: Final = 8
SUPPLY: Final = 10
STATIONS: Final = SUPPLY + len(NATIONS)
"""Where the answers are kept: the first five for each side, the others for each nation."""

EMPTY: Final = 255
_BARE = bytes([EMPTY]) * GRID.size


@position
class State(KernelState):
    """A position of World War I."""

    turn: int = 1
    historical: bool = True
    options: frozenset[str] = frozenset()
    superior: int = CENTRAL
    # Nations.
    status: list[int] = starts([NEUTRAL] * len(NATIONS))
    crp: list[int] = starts([nation.crp for nation in NATIONS])
    borrowed: int = 0
    """Turkey's borrowed points, part of her pool [12.6]."""
    fresh: int = starts(0, until="turn")
    """Countries (a set of nations) violated by the Central Powers this turn [6.43]."""
    invaded: int = starts(0, until="turn")
    """Countries violated this turn by either side."""
    # Units.
    where: list[int] = starts([POOL] * len(COUNTERS))
    at: bytearray = starts(bytearray(_BARE))
    armies: list[Hexes] = starts([0, 0, 0])
    """The hexes held by Allied, Central and neutral units."""
    held: list[Hexes] = starts([0] * len(NATIONS))
    """The hexes held by each nation's units."""
    ready: Units = 0
    """Units of the phasing side that may still move in this phase."""
    fought: Units = starts(0, until="attacks")
    """Units that have attacked in this phase, or followed up [8.14] [R21]."""
    attacked: Units = starts(0, until="attacks")
    """Units that have been attacked in this phase [8.14]."""
    arrivals: Units = 0
    # Forts.
    intact: Hexes = FORTS
    forts: list[Hexes] = starts([0, 0, 0])
    """Intact forts of the Allies, the Central Powers and neutrals."""
    struck_forts: Hexes = starts(0, until="attacks")
    """Forts attacked in this phase [8.14] [R22]."""
    # Land.
    neutral_land: Hexes = 0
    centres: list[Hexes] = starts([0, 0])
    """The resource centres each side was the last to enter [15.1]."""
    red_cities: Hexes = 0
    """Russian cities the Central Powers were the last to enter [12.11]."""
    links: Hexes = 0
    """Coastal hexes that link with the western edge by sea [9.17]."""
    silenced: Hexes = 0
    """Links that a Central Powers unit has passed [9.17]."""
    # Once-only facts.
    sea_used: bool = False
    stoss_built: bool = False
    french_attacks: int = 0
    collapsed: bool = False
    surrendered: bool = False
    watch: int = NO_WATCH
    """How far garrison duty in Russia has got [12.13]."""
    garrisons: Hexes = 0
    ledger: list[tuple[int, int, int, str]] = starts([])
    """Victory points awarded: turn, side, points, for what."""
    memo: list[Memo] = starts([NOTHING] * (STATIONS + len(NATIONS)), remembered=True)
    """What has been worked out last. An entry holds the very objects it was worked out from, so it
    is never out of date."""

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

    def pile(self, place: int) -> list[int]:
        """The units that lie together off the map."""
        found: list[int] = []
        unit = -1
        for _ in range(self.where.count(place)):
            unit = self.where.index(place, unit + 1)
            found.append(unit)
        return found

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

    @property
    def names(self) -> Names:
        """What the log calls units and hexes."""
        return NAMES


def way_told(state: State, start: int, hexes: Sequence[Hex]) -> Note:
    """A way in the words of the log: from where, to where, and through what."""
    way = state.phrase("from {:hex} to {:hex}", start, hexes[-1])
    return state.phrase("{} through {:hexes}", way, hexes[:-1]) if hexes[:-1] else way


def code_of(nation: int) -> str:
    """The nation's two letters."""
    return CODES[nation]
