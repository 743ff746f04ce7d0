"""The state of a match: flat lists, stacks by location and bitboards kept in step.

Whatever changes where a counter is goes through ``put``, ``lift`` and ``move``, which keep the
bitboards right; control goes through ``control.py``, fortresses through ``batter``.
"""

from __future__ import annotations

from typing import Any, Final

from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.components import (
    AFRICA,
    ALL_CORPS,
    BOARD,
    FORTRESSES,
    GRID,
    LEADERS,
    NATIONS,
    NEUTRAL,
    OF_NATION,
    OWNED,
    OWNER,
    UNITS,
    Nations,
    Units,
)
from trenchline.games.balance_of_powers.going import March
from trenchline.games.balance_of_powers.scenarios import Scenario
from trenchline.kernel.battles import BattleState
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.notes import Names
from trenchline.kernel.piles import Pile, Piles
from trenchline.kernel.position import position, starts
from trenchline.kernel.rosters import Unit

BOX: Final = -1
"""Not in this scenario."""
AWAITED: Final = -2
"""Comes by the order of battle [5.12], or waits until its nation enters the war [5.13]."""
POOL: Final = -3
"""In the force pool [5.11]: what the order of battle brings, and what is lost [5.11.1]."""
CALENDAR: Final = -4
"""Procured or under repair: musters in the month that ``due`` tells [6.223]."""
GONE: Final = -5
"""Removed for good."""
MINES: Final = -6
"""In the mine pool [6.218]."""

PILES = Piles(
    Pile(BOX, "box", "the box"),
    Pile(AWAITED, "awaited", "those awaited"),
    Pile(POOL, "pool", "the force pool"),
    Pile(CALENDAR, "calendar", "the calendar"),
    Pile(GONE, "gone", "those removed for good"),
    Pile(MINES, "mines", "the mine pool"),
)

NAMES = Names(
    key=lambda unit: UNITS[unit].key,
    unit=lambda unit: unit_name(unit),
    label=GRID.label,
    hex=BOARD.name,
    pile=PILES.words,
)


def unit_name(unit: int) -> str:
    """What people call a counter.

    >>> unit_name(UNIT["GE-I-3"]), unit_name(UNIT["FR-C-SORDET"]), unit_name(UNIT["GE-L-KLUCK"])
    ('German 3 corps', 'French SORDET cavalry', 'Kluck')
    """
    told = UNITS[unit]
    if told.kind in LEADERS:
        return told.name.title()
    kind = "corps" if told.kind in ("infantry", "africa") else told.kind
    return f"{NATIONS[told.nation].adjective} {told.name} {kind}"


SupplyRest = tuple[int, int, Nations, tuple[tuple[Hex, Hex], ...]]
SupplyMemo = tuple[Hexes, Hexes, Hexes, Hexes, SupplyRest, Hexes]
MarchMemo = tuple[tuple[int, ...], tuple[int, ...], March]
INTACT: Final = 2
"""The steps of a fortress [1.33]."""


@position
class State(BattleState[Battle]):
    """A position of Balance of Powers."""

    scenario: Scenario
    options: frozenset[str] = frozenset()
    month: int = 0
    """Counted from August 1914."""
    fortnight: int = 1
    phasing: int = 0
    phase: str = ""
    # Counters.
    where: list[int] = starts([BOX] * len(UNITS))
    due: dict[Unit, int] = starts({})
    """The month in which a counter musters."""
    stacks: dict[Hex, Units] = starts({})
    """The counters in each location."""
    corps: list[Hexes] = starts([0, 0])
    """Locations with a corps of each side."""
    mapped: Units = 0
    """The counters in any location."""
    troops: list[Units] = starts([0, 0, (1 << len(UNITS)) - 1])
    """The counters of each side's nations and of neutrals, wherever they are."""
    entrenched: Units = 0
    reduced: Units = 0
    """Air and naval units that show their damaged side [1.322]."""
    upstream: dict[Unit, Hex] = starts({})
    """Where a flotilla came from, which tells what river it is on [9.5]."""
    steps_lost: dict[Hex, int] = starts({})
    """What fortresses have lost: 1 is reduced, 2 is ruined [1.33]."""
    forts: list[Hexes] = starts([0, 0, 0])
    """Fortresses that stand, of each side and of neutrals."""
    infrastructure: Hexes = 0
    """One at most in a location [2.62.4]."""
    landings: dict[Hex, Hex] = starts({})
    """The coast to which each landing counter leads [6.453] [7.7]."""
    landed: int = starts(0, until="year")
    """Landing counters that the Entente has placed this year [6.453]."""
    aboard: Units = 0
    """Units on ships, in the waters where they are [6.452]."""
    # Nations.
    sides: list[int] = starts([NEUTRAL] * len(NATIONS))
    violated: Nations = 0
    """Neutrals whose territory either side has ever declared that it would enter [6.11]."""
    held: list[Hexes] = starts([0, 0])
    """Land locations that each side controls [2.53]."""
    holder: dict[Hex, int] = starts({})
    """The nation that controls a location which is not its own."""
    points: list[int] = starts([0] * len(NATIONS))
    """Resource points [2.4]."""
    africa_points: list[int] = starts([0] * len(NATIONS))
    demoralization: list[int] = starts([0] * len(NATIONS))
    crisis: dict[int, int] = starts({})
    """The month in which each nation went into crisis [2.92]."""
    revolution: Nations = 0
    conquered: Nations = 0
    hosts: dict[int, int] = starts({})
    """The power that shelters the government of a conquered nation [2.93]."""
    patrons: dict[int, int] = starts({})
    """The major power to which a minor's capital is allocated [2.42]."""
    posted: Nations = 0
    """Majors that have had their first season [5.211]."""
    free_attacks: Nations = starts(0, until="year")
    """Minors that have made their free attack of the year [10.3], and a revolutionary Germany."""
    innovation: list[int] = starts([0, 0])
    benefits: list[int] = starts([0, 0])
    """1 for a side that has the benefits of tactical innovation [2.84]."""
    # Trenches.
    breaches: dict[tuple[Hex, Hex], int] = starts({})
    """The value of each breach, by where it lies and where it points [10.59]."""
    trench_battles: Hexes = starts(0, until="half")
    breakthroughs: Hexes = starts(0, until="half")
    # A half of a fortnight.
    spent: dict[Unit, int] = starts({}, until="half")
    """Movement points that corps have spent."""
    done: Units = starts(0, until="half")
    """Corps whose move is over."""
    railed: list[int] = starts([0] * len(NATIONS), until="half")
    """Corps that each nation has moved by rail [9.24]."""
    by_rail: dict[Unit, int] = starts({}, until="half")
    """Movement points that corps have spent on the railway [9.23]."""
    train: int = starts(-1, until="half")
    """The nation that paid for the train the force is on [9.21.2] ..."""
    train_hexes: int = starts(0, until="half")
    """... and the hexes left of the last movement point spent on it."""
    # The force that moves.
    force: Units = 0
    force_at: Hex = -1
    fallen: Hexes = 0
    """Interior fortresses whose fall has demoralized their country [2.91]."""
    reroll: int = -1
    """The side that may have the dice of a combat rolled again [11.5]."""
    unconditional: int = starts(-1, until="month")
    """The Ottoman corps that is in supply whatever happens [3.13]."""
    supply_memo: dict[int, SupplyMemo] = starts({}, remembered=True)
    """Where each nation is in supply, with all that it was worked out from."""
    march_memo: MarchMemo | None = starts(None, remembered=True)
    """Where the force may march, with all that it was worked out from."""
    desk: Any = starts(None, remembered=True)
    """The orders that the staffs have made for the position; all copies of it lie on the same
    desk."""
    plan_corps: Units = 0
    """Corps that have done what the plans of 1914 demand [12.1/plan-xvii] [12.1/schlieffen] ..."""
    plan_hexes: Hexes = 0
    """... and where."""
    july: tuple[str, ...] = ()
    """What the Crisis of July has brought about [11.5]."""
    guilt: int = 0
    """The war guilt that its choices add up to: above zero that of the Central Powers ..."""
    guilty: int = -1
    """... and the side that is found guilty."""
    decided: int = -1
    """The side that has won before the end, whatever it holds then [12.1/schlieffen]."""

    # Diplomacy.
    entered: dict[int, int] = starts({})
    """The month in which each former neutral joined a side [6.1]."""
    aloof: Nations = 0
    """Neutrals that the table has made true neutrals [6.13]."""
    spoils: Hexes = 0
    """Bargaining chips that have been given away [6.124]."""
    british_south: int = 0
    """1 once British troops have gone into or attacked a Central home country on the map of South
    Europe [6.124]."""
    unrestricted: int = 0
    """Seasons of unrestricted submarine warfare [5.321] ..."""
    fifth_unrestricted: int = -1
    """... and the month that follows the fifth of them [6.125]."""
    # A season.
    razed: Nations = starts(0, until="season")
    """Powers that have given up a step of a fortress [5.222]."""
    converted: list[int] = starts([0] * len(NATIONS), until="season")
    """Resource points that each power has turned into Africa points [5.224]."""
    given: list[int] = starts([0] * len(NATIONS), until="season")
    """Resource points that each power has transferred [5.23] ..."""
    received: list[int] = starts([0] * len(NATIONS), until="season")
    """... and received."""
    # In the air.
    flown: Units = starts(0, until=("month", "aerodrome"))
    """Fighters that have patrolled [6.312]; in the aerodrome phase, who has changed base [6.72]."""
    targeted: Units = 0
    """Fighters that have been shot at in the dogfight in hand [6.323]."""
    struck: dict[Unit, int] = starts({})
    """Hits of the tier in hand, which count at its end [6.324]."""
    # Construction.
    works_due: list[int] = starts([-1, -1])
    """For each side the power that paid for the infrastructure of next month [6.227]."""
    bought: dict[tuple[int, int], int] = starts({}, until="month")
    """Infantry corps that each power has procured this month, by effectiveness [6.225]."""
    shipped: Units = starts(0, until="month")
    """Units that have gone by sea this month [6.452]."""
    levied: Nations = starts(0, until="month")
    """Minors that have raised their free corps [6.228]."""

    # Looking.

    def units(self, place: Hex, side: int) -> Units:
        """The counters of a side in a location."""
        return self.stacks.get(place, 0) & self.troops[side]

    def corps_at(self, place: Hex) -> Units:
        """The corps in a location: of one side, but for a landing in a port box [2.63]."""
        return self.stacks.get(place, 0) & ALL_CORPS

    def fort_steps(self, hex_: Hex) -> int:
        """[1.33] The steps that a fortress has left; none where there is none. A ruin has no scores
        [1.33/ruined] and is in nobody's way [1.331]."""
        if not FORTRESSES >> hex_ & 1:
            return 0
        return INTACT - self.steps_lost.get(hex_, 0)

    def on_map(self, side: int) -> Units:
        """All counters of a side that are in some location."""
        return self.mapped & self.troops[side]

    def enemy_land(self, side: int) -> Hexes:
        """[3.121] Locations with an enemy land unit: a corps or a fortress."""
        return self.corps[1 - side] | self.forts[1 - side]

    def controller(self, place: Hex) -> int | None:
        """The nation that controls a land location [2.53]."""
        return self.holder.get(place, OWNER.get(place))

    def purse(self, place: Hex) -> list[int]:
        """[2.41] [2.43] What is paid with in a location: resource points, in Africa its own."""
        return self.africa_points if AFRICA >> place & 1 else self.points

    def side_of(self, unit: int) -> int:
        """The side that commands a unit."""
        return self.sides[UNITS[unit].nation]

    @property
    def names(self) -> Names:
        """What units and locations are called in the log."""
        return NAMES

    def called(self, unit: int) -> str:
        """What people call a unit."""
        return NAMES.unit(unit)

    def named(self, place: Hex) -> str:
        """What people call a location."""
        return NAMES.hex(place)

    # Changing.

    def put(self, unit: int, place: Hex) -> None:
        """A counter appears in a location."""
        assert self.where[unit] < 0, UNITS[unit].key
        self.where[unit] = place
        self.mapped |= 1 << unit
        self.due.pop(unit, None)
        self.stacks[place] = self.stacks.get(place, 0) | 1 << unit
        if ALL_CORPS >> unit & 1:
            self.corps[self.sides[UNITS[unit].nation]] |= 1 << place

    def lift(self, unit: int, pile: int = POOL) -> None:
        """A counter leaves the map, for its force pool unless a rule says otherwise [1.32.4];
        whatever it did there is forgotten."""
        place = self.where[unit]
        assert place >= 0, UNITS[unit].key
        self.where[unit] = pile
        gone = ~(1 << unit)
        self.mapped &= gone
        self.entrenched &= gone
        self.reduced &= gone
        self.aboard &= gone
        self.done &= gone
        self.force &= gone
        self.spent.pop(unit, None)
        self.by_rail.pop(unit, None)
        self.upstream.pop(unit, None)
        self._leave(1 << unit, place)

    def move(self, units: Units, place: Hex) -> None:
        """Counters in one location go to another."""
        origin = self.where[units.bit_length() - 1]
        for unit in members(units):
            assert self.where[unit] == origin
            self.where[unit] = place
        self._leave(units, origin)
        self.stacks[place] = self.stacks.get(place, 0) | units
        corps = units & ALL_CORPS
        if corps:
            side = self.sides[UNITS[corps.bit_length() - 1].nation]
            self.corps[side] |= 1 << place

    def _leave(self, units: Units, place: Hex) -> None:
        left = self.stacks[place] & ~units
        if left:
            self.stacks[place] = left
        else:
            del self.stacks[place]
        corps = units & ALL_CORPS
        if corps:
            side = self.sides[UNITS[corps.bit_length() - 1].nation]
            still = left & ALL_CORPS
            if not still & self.troops[side]:
                self.corps[side] &= ~(1 << place)

    def batter(self, hex_: Hex, steps: int = 1) -> None:
        """[1.33] A fortress loses steps; without any it is ruined for good [1.32.5], and belongs to
        nobody's fortresses any more [1.333]."""
        lost = min(INTACT, self.steps_lost.get(hex_, 0) + steps)
        self.steps_lost[hex_] = lost
        if lost == INTACT:
            self.forts[self.sides[OWNER[hex_]]] &= ~(1 << hex_)

    def take_side(self, nation: int, side: int) -> None:
        """A nation joins a side [2.21]: its lands and fortresses go with it, its counters later."""
        before = self.sides[nation]
        standing = self.forts[before] & OWNED[nation]
        self.forts[before] &= ~standing
        self.sides[nation] = side
        self.troops[before] &= ~OF_NATION[nation]
        self.troops[side] |= OF_NATION[nation]
        self.forts[side] |= standing
        own = OWNED[nation] & ~bit_set(self.holder)
        if before != NEUTRAL:
            self.held[before] &= ~own
        self.held[side] |= own
