"""The state of a match: flat lists, stacks by location and bitboards kept in step.

Whatever changes where a counter is goes through ``put``, ``lift`` and ``move``, which keep the
bitboards right; control goes through ``control.py``, fortresses through ``batter``.
"""

from __future__ import annotations

from typing import Any, Final

from trenchline.games.balance_of_powers.battle import Battle, SeaBattle
from trenchline.games.balance_of_powers.components import (
    AFRICA,
    ALL_CORPS,
    BOARD,
    FORTRESSES,
    GRID,
    LEADERS,
    NATIONS,
    NAVAL,
    NEUTRAL,
    OF_KIND,
    OF_NATION,
    OWNED,
    OWNER,
    UNITS,
    Nations,
    Units,
)
from trenchline.games.balance_of_powers.going import March
from trenchline.games.balance_of_powers.scenarios import Scenario
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.journeys import JourneyState
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
    >>> unit_name(UNIT["GE-N-BB1"]), unit_name(UNIT["GE-M-2"])
    ('German BB1', 'German mine 2')
    """
    told = UNITS[unit]
    if told.kind in LEADERS:
        return told.name.title()
    if told.kind in NAVAL:
        return f"{NATIONS[told.nation].adjective} {told.name.replace('MINE', 'mine')}"
    kind = "corps" if told.kind in ("infantry", "africa") else told.kind
    return f"{NATIONS[told.nation].adjective} {told.name} {kind}"


SHIPS: Final[Units] = OF_KIND["ship"]
BOATS: Final[Units] = OF_KIND["submarine"]
MINE_UNITS: Final[Units] = OF_KIND["mine"]
AFLOAT: Final[Units] = SHIPS | BOATS | MINE_UNITS
SupplyRest = tuple[
    int, int, Nations, tuple[tuple[Hex, Hex], ...], tuple[Hexes, tuple[Hexes, ...]], Hexes
]
SupplyMemo = tuple[Hexes, Hexes, Hexes, Hexes, SupplyRest, Hexes]
MarchMemo = tuple[tuple[int, ...], tuple[int, ...], March]
INTACT: Final = 2
"""The steps of a fortress [1.33]."""


@position
class State(JourneyState):
    """A position of Balance of Powers. Its journeys are those of fleets."""

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
    corps: list[Hexes] = starts([0, 0, 0])
    """Locations with a corps of each side, and of neutrals who are on the map [12.9/set-up]."""
    ships: list[Hexes] = starts([0, 0, 0])
    """Locations with a surface ship of each side, and of neutrals ..."""
    boats: list[Hexes] = starts([0, 0, 0])
    """... with a submarine ..."""
    fields: list[Hexes] = starts([0, 0, 0])
    """... and with mines."""
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
    lanes_memo: dict[int, tuple[Any, Any]] = starts({}, remembered=True)
    """Where each side is supplied over the sea, with all that it was worked out from."""
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
    extended: int = 0
    """The seasons by which the Entente has prolonged the war [12.9/duration.2]."""
    interior: int = 0
    """1 while the siege artillery moves on interior lines [6.52] ..."""
    interior_lines: int = starts(0, until="year")
    """... and 1 once it has done so this year."""
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
    unrestrained: int = starts(0, until="season")
    """1 while submarines sink without warning this season."""
    unrestricted: int = 0
    """Seasons of unrestricted submarine warfare [5.321] ..."""
    fifth_unrestricted: int = -1
    """... and the month that follows the fifth of them [6.125]."""
    # A season.
    scrapped: Nations = starts(0, until="season")
    """Powers that have given up a step of a naval unit [5.223]."""
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
    # At sea.
    passengers: Units = 0
    """Units on the ships of their location [7.61]; all of them are aboard."""
    carried: dict[int, int] = starts({}, until="month")
    """What the ships of each nation have taken on board this month, in thirds of a corps ..."""
    ferried: dict[int, int] = starts({})
    """... and the month in which those who may not every month have done so last."""
    lodged: Units = 0
    """Corps on a landing counter in a port box: a stack beside that of whoever holds it [2.63]."""
    anchorages: Hexes = 0
    """Coasts that were taken from the sea, and are ports for supply [7.74]."""
    battles: list[Battle] = starts([])
    """The land combat being fought, and under it those it interrupts."""
    sea_battle: SeaBattle | None = None
    """The naval combat being fought [8.3]; ``engaged`` are the ships in it."""
    engaged: Units = 0
    van: Units = 0
    """The ships that both sides have put into their vans [8.31]."""
    fired: Units = 0
    """Those that have fired in the salvo in hand [8.331]."""
    homing: Units = 0
    """Naval units that are on their way to port [8.5] ..."""
    moored: Units = starts(0, until="month")
    """... and those that are there, until the next month [8.5.4]."""
    unloading: Units = starts(0, until="month")
    """Ships that lie by a landing which they have placed, until the next month [7.65.1]."""
    sweeping: Units = starts(0, until="half")
    """Ships that have swept mines, and so are in no port [6.446.4]."""
    challenged: int = 0
    """Whether somebody has tried to interrupt the force where it is [7.43]."""
    overdue: Units = starts(0, until="half")
    """Naval units that must leave the neutral port in which they began, and have not [7.52.1]."""
    in_port: list[tuple[int, Hex]] = starts([])
    """The sides, and where their naval units have said that they are in port, while contact lasts
    [6.41] ..."""
    at_sea: list[tuple[int, Hex]] = starts([])
    """... and where they have said that they are at sea."""
    sought: list[tuple[int, int]] = starts([], until="quarters")
    """Who has searched for whom in the sub-phase, forces as sets of units [8.24]."""
    quarters: int = 1
    """The sub-phase of the admiralty phase [6.43]."""
    dreadnoughts_sunk: list[int] = starts([0, 0])
    """Those that each side has lost [12.3/victory.2]."""
    hunters: int = 0
    """The number on the track of anti-submarine warfare [5.324]."""
    fuelled: Nations = starts(0, until="month")
    """Nations that have paid for the moves of their dreadnoughts [7.25]."""
    raided: int = starts(0, until="season")
    """The sides, a bit each, that have made their coastal raid [7.35]."""
    # Africa.
    efforts: Nations = 0
    """Powers that have had the points which a scenario gives them once [12.8/resources.2]."""
    sailed: int = starts(0, until="season")
    """Corps for Africa that the Entente has shipped this season [12.8/sea-control.3] ..."""
    ran: int = 0
    """... and those that Germany has shipped in the whole game [12.8/sea-control.2]."""

    # Looking.

    @property
    def battle(self) -> Battle:
        """The land combat being fought."""
        return self.battles[-1]

    @battle.setter
    def battle(self, battle: Battle) -> None:
        self.battles[-1] = battle

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

    def places(self, units: Units) -> Hexes:
        """The locations in which any of some counters is."""
        return bit_set([place for place, there in self.stacks.items() if there & units])

    def on_map(self, side: int) -> Units:
        """All counters of a side that are in some location."""
        return self.mapped & self.troops[side]

    def enemy_land(self, side: int) -> Hexes:
        """[3.121.2] Locations with an enemy land unit: a corps or a fortress."""
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
        elif AFLOAT >> unit & 1:
            self._come(1 << unit, place)

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
        self.passengers &= gone
        self.lodged &= gone
        self.done &= gone
        self.force &= gone
        self.engaged &= gone
        self.homing &= gone
        self.moored &= gone
        self.unloading &= gone
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
        self.lodged &= ~units
        corps = units & ALL_CORPS & ~self.passengers
        if corps:
            side = self.sides[UNITS[corps.bit_length() - 1].nation]
            self.corps[side] |= 1 << place
        if units & AFLOAT:
            self._come(units & AFLOAT, place)

    def _come(self, vessels: Units, place: Hex) -> None:
        side = self.sides[UNITS[vessels.bit_length() - 1].nation]
        if vessels & SHIPS:
            self.ships[side] |= 1 << place
        if vessels & BOATS:
            self.boats[side] |= 1 << place
        if vessels & MINE_UNITS:
            self.fields[side] |= 1 << place

    def _gone(self, vessels: Units, left: Units, place: Hex, side: int) -> None:
        left &= self.troops[side]
        if vessels & SHIPS and not left & SHIPS:
            self.ships[side] &= ~(1 << place)
        if vessels & BOATS and not left & BOATS:
            self.boats[side] &= ~(1 << place)
        if vessels & MINE_UNITS and not left & MINE_UNITS:
            self.fields[side] &= ~(1 << place)

    def _leave(self, units: Units, place: Hex) -> None:
        left = self.stacks[place] & ~units
        if left:
            self.stacks[place] = left
        else:
            del self.stacks[place]
        corps = units & ALL_CORPS
        if corps:
            side = self.sides[UNITS[corps.bit_length() - 1].nation]
            still = left & ALL_CORPS & ~self.passengers & ~self.lodged
            if not still & self.troops[side]:
                self.corps[side] &= ~(1 << place)
        if units & AFLOAT:
            side = self.sides[UNITS[(units & AFLOAT).bit_length() - 1].nation]
            self._gone(units & AFLOAT, left, place, side)

    def off_the_board(self, place: Hex, side: int) -> None:
        """[7.61.1] [2.63] Corps have gone on board, or are lodged beside the enemy: where nobody
        else is left, no corps is."""
        if not self.units(place, side) & ALL_CORPS & ~self.passengers & ~self.lodged:
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
        # [12.9/set-up] Britain's are there already.
        there = self.mapped & ~self.passengers & ~self.lodged & ALL_CORPS & OF_NATION[nation]
        for place in {self.where[unit] for unit in members(there)}:
            self.corps[side] |= 1 << place
            self.off_the_board(place, before)
        for unit in members(self.mapped & AFLOAT & OF_NATION[nation]):
            place = self.where[unit]
            self._come(1 << unit, place)
            self._gone(1 << unit, self.stacks[place], place, before)
        own = OWNED[nation] & ~bit_set(self.holder)
        if before != NEUTRAL:
            self.held[before] &= ~own
        self.held[side] |= own
