"""The state of a match: flat lists, stacks by hex and bitboards, and what keeps them in step."""

from __future__ import annotations

from typing import Any, Final

from trenchline.games.kaisers_war.components import (
    ALLIED,
    AN,
    BO,
    BOARD,
    BOXES,
    CENTRAL,
    COUNTERS,
    EASTERN,
    FIRST_OF_1919,
    FORTS,
    GRID,
    GUERRILLAS,
    IMMOBILE,
    LONERS,
    NATION_OF,
    NATIONS,
    NEUTRAL,
    PO,
    POINTS,
    SIDES,
    UNITS_OF,
    Face,
    stack_limit,
)
from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.notes import Names
from trenchline.kernel.piles import Pile, Piles, Track
from trenchline.kernel.position import position, starts
from trenchline.kernel.rosters import Units
from trenchline.kernel.steps import State as KernelState

POOL: Final = -2
"""In the reinforcement pool: may be mobilized [6.2]."""
DEAD: Final = -1
"""In the dead pile: may be mobilized again [6.8]."""
BOX: Final = (-3, -4, -5)
"""In the USA, British Empire and French Empire boxes [6.4]."""
FLEET: Final = -6
"""A naval unit ready for use [19.5]."""
OUT: Final = -7
"""Not in this match, or never to return: optional units, eliminated headquarters [6.8] [24.4]."""
TRACK: Final = -100
"""On the turn track: due on turn t is TRACK - t [6.3]."""
PILES: Final = Piles(
    Pile(POOL, "pool", "the pool"),
    Pile(DEAD, "dead", "the dead pile", "dead pile"),
    Pile(FLEET, "fleet", "the fleet"),
    Pile(OUT, "out", "out of play"),
    *(
        Pile(place, name.split()[0].lower(), f"the {name} box", name)
        for place, name in zip(BOX, BOXES, strict=True)
    ),
    track=Track(TRACK, "turn", "due on turn {}"),
)
NAMES: Final = Names(
    key=lambda unit: COUNTERS[unit].key,
    unit=lambda unit: COUNTERS[unit].title,
    label=GRID.label,
    hex=BOARD.name,
    pile=PILES.words,
)


ON_MAP: Final = 0
"""The pile of the units on the map, wherever they stand."""

# What is remembered, for each side: see ``State.memo``.
ZONE, CONTROL, SEAS, SOURCES, RAIL_CITIES, SUPPLY, MARCH_OF = range(0, 14, 2)
Memo = tuple[object, Any]
"""What an answer was worked out from, and the answer."""
_NOTHING: Final[Memo] = (None, 0)


def pile(place: int) -> int:
    """The pile a place belongs to: the map, the turn track, or the place itself."""
    return ON_MAP if place >= 0 else max(place, TRACK)


def due(turn: int) -> int:
    """The place of a unit that arrives on a turn."""
    return TRACK - turn


HEAPS: Final = (ON_MAP, POOL, DEAD, *BOX, FLEET, OUT, TRACK)
_FRONT: Final = tuple(counter.front for counter in COUNTERS)
_BACK: Final = tuple(counter.back or counter.front for counter in COUNTERS)
_LOYAL_TO: Final = tuple(
    None if nation in (BO, AN, PO) else NATIONS[nation].side for nation in NATION_OF
)
"""The side of each unit that keeps to one; Bolsheviks, Anarchists and Poles do not [30.9]."""
_LOYAL: Final = tuple(
    bit_set(unit for unit, loyal in enumerate(_LOYAL_TO) if loyal == side)
    for side in (ALLIED, CENTRAL)
)
_EVERYBODY: Final = (1 << len(COUNTERS)) - 1
_AT_WAR: Final = bit_set(
    unit for unit, nation in enumerate(NATION_OF) if NATIONS[nation].group in ("power", "garrison")
)
_NATIONALISTS: Final = tuple(
    bit_set(unit for unit, nation in enumerate(NATION_OF) if NATIONS[nation].home == (code,))
    for code in EASTERN
)
"""The units whose home each eastern country is [30.3b]."""


@position
class State(KernelState):
    """A position of The Kaiser's War."""

    turn: int = 1
    last_turn: int = 5
    phasing: int = CENTRAL
    options: frozenset[str] = frozenset()
    # [5.1] [26.2] What both sides begin with, in every scenario [27.2].
    vp: list[int] = starts([POINTS["start"]["Allied"], POINTS["start"]["Central"]])
    ending: str = ""
    """How the game ended, if not on points after the last turn: "SIDE reason"."""
    # Units.
    where: list[int] = starts([POOL] * len(COUNTERS))
    stacks: dict[Hex, tuple[int, ...]] = starts({})
    """The units in each occupied hex, top first [10.1]."""
    flipped: Units = 0
    """Tank and mechanized corps turned to their army side [6.12]."""
    held: list[Hexes] = starts([0, 0, 0])
    """The hexes with Allied, Central and neutral units."""
    fierce: list[Hexes] = starts([0, 0, 0])
    """Those with a unit that exerts a zone of control [11.1]."""
    forts: list[Hexes] = starts([0, 0, 0])
    """Those with a fortified zone."""
    posts: Hexes = 0
    """Hexes with a unit that cannot move; one to a hex [9.3]."""
    loners: Hexes = 0
    """Hexes with units that do not stack with everybody [30.16]."""
    full: list[Hexes] = starts([0, 0, 0, 0])
    """Hexes without room for another unit of weight none, one, two, three [9.4]."""
    crowded: Hexes = 0
    """Over-stacked hexes [9.3] [9.4]."""
    under: Units = 0
    """Units that lie below another [10.1]."""
    piles: dict[int, int] = starts(dict.fromkeys(HEAPS, 0))
    """The units of each pile, of the track, and on the map."""
    trenches: list[Hexes] = starts([0, 0])
    """Trenchlines built during play [37.1]."""
    # This phase, this player turn.
    ready: Units = 0
    """Units that may still move in this phase."""
    shuffled: Hexes = starts(0, until="movement")
    """Stacks whose order has been changed in this phase."""
    fought: Units = starts(0, until=("combat", "player turn"))
    """Units that have attacked in this Combat Phase [12.7]."""
    supported: Units = starts(0, until=("combat", "player turn"))
    """Support units used in this Combat Phase [17.1] [18.2] [19.5]."""
    struck: Hexes = starts(0, until=("combat", "player turn"))
    """Hexes attacked in this Combat Phase [12.8]."""
    shelled: Hexes = starts(0, until="combat")
    """Forts bombarded by ships alone in this Combat Phase [19.2]."""
    assault: dict[int, tuple[Hex, int]] = starts({})
    """Units at sea for an amphibious assault: their target and their transport [20.10]."""
    cargo: dict[int, int] = starts({}, until=("movement", "player turn"))
    """What each amphibious transport has carried in this phase, in corps equivalents [20.2]."""
    voyage: dict[int, int] = starts({}, until="movement")
    """Where the units at sea for an assault have embarked [36.1]."""
    naval_used: Units = starts(0, until="player turn")
    """Ships and airbases whose mission bars them from any other in this player turn: transports
    that supply a coast [36.4] or were turned back [36.1], airbases that strike [38.2]."""
    raided: Hexes = starts(0, until="combat")
    """Cities bombed from the air in this Combat Phase [38.4]."""
    rail_used: dict[str, int] = starts({}, until="movement")
    """Rail capacity used in Zone 2 countries, in corps equivalents [16.5]."""
    mobilized_at: Hexes = starts(0, until="mobilization")
    """Hexes in which a unit has been placed in this Mobilization Phase [6.4]."""
    box_placed: tuple[int, int, int] = starts((0, 0, 0), until="mobilization")
    arrived: Units = starts(0, until="mobilization")
    """Units placed on the map in this Mobilization Phase [21.1]."""
    demobilized: Units = starts(0, until="mobilization")
    """Units taken off the map in this player turn; they may not come back in it [6.9]."""
    supplied_by_sea: Hexes = starts(0, until="player turn")
    """Coastal hexes supplied by an amphibious transport [36.4]."""
    # This game turn.
    contested: list[bool] = starts([False, False], until="game turn")
    """Whether each side has contested a naval mission this game turn [36.1]."""
    served: Units = starts(0, until="game turn")
    """Fleets and airbases that have had a mission in this game turn [36.1] [38.2] [38.3]."""
    # For good.
    fallen: Units = 0
    """Tank and mechanized corps that were lost as armies [21.1]."""
    eastern: Units = 0
    """Central Powers units that stand still in the east [24.2] [30.2]."""
    east_free: bool = False
    kaiser_east: bool = False
    """Whether the Kaiser has moved east [30.11]."""
    active: int = 0
    """Countries (by bit of EASTERN) whose nationalists fight because Allies came [30.3b]."""
    anarchist: int = ALLIED
    poles: int = CENTRAL
    annihilated: dict[int, int] = starts({})
    """The earliest turn an annihilated unit may be mobilized again [35.1]."""
    occupied_once: Hexes = 0
    """Cities whose first capture has been paid for [31.1] [31.3]."""
    liberated: Hexes = 0
    """Cities of occupied countries that their friends have come to since [6.11]."""
    paris_shelled: bool = False
    airlanded: bool = False
    lookers: dict[int, Hexes] = starts({}, until="player turn")
    """Enemy stacks each side has been allowed to look at this turn (psywar, recon)."""
    memo: list[Memo] = starts([_NOTHING] * 14, remembered=True)
    """What has been worked out last. An entry holds what it was worked out from, and is not
    used for anything else: it is never out of date."""

    # What a unit is.

    def face(self, unit: int) -> Face:
        """The side of a counter that lies up."""
        return _BACK[unit] if self.flipped >> unit & 1 else _FRONT[unit]

    def side_of(self, unit: int) -> int:
        """The side that commands a unit now; Bolsheviks may belong to neither [30.9], Anarchists to
        either [30.21b], and so may Poles [40.1]."""
        side = _LOYAL_TO[unit]
        if side is not None:
            return side
        nation = NATION_OF[unit]
        if nation == BO:
            return ALLIED if self.kaiser_east else NEUTRAL
        return self.anarchist if nation == AN else self.poles

    def forces(self, side: int) -> int:
        """All units that a side commands now."""
        found = _LOYAL[side]
        if self.poles == side:
            found |= UNITS_OF[PO]
        if self.anarchist == side:
            found |= UNITS_OF[AN]
        if self.kaiser_east and side == ALLIED:
            found |= UNITS_OF[BO]
        return found

    def is_active(self, unit: int) -> bool:
        """Whether a unit may act and exert a zone: eastern nationalists wait [30.3b] [30.9]."""
        return bool(self.awake >> unit & 1)

    @property
    def awake(self) -> int:
        """The units that may act and exert a zone [30.3b] [30.9]."""
        if self.kaiser_east:
            return _EVERYBODY
        found = _AT_WAR
        if self.poles == ALLIED:
            found |= UNITS_OF[PO]  # [40.1]
        if self.active:
            for country, nationalists in enumerate(_NATIONALISTS):
                if self.active >> country & 1:
                    found |= nationalists
        return found

    @property
    def boxed(self) -> int:
        """The units in the boxes off the map [6.4] [20.6]."""
        piles = self.piles
        return piles[BOX[0]] | piles[BOX[1]] | piles[BOX[2]]

    def turn_due(self, unit: int) -> int:
        """The turn on which a unit on the track arrives [6.3]."""
        return TRACK - self.where[unit]

    # Moving pieces about. Everything that changes where units are goes through these.

    def put(self, unit: int, hex_: Hex, on_top: bool = True) -> None:
        """Place a unit in a hex, on top of its stack or under it."""
        self._file(unit, hex_)
        others = self.stacks.get(hex_, ())
        self.stacks[hex_] = (unit, *others) if on_top else (*others, unit)
        self.look_at(hex_)

    def lift(self, unit: int, to: int) -> None:
        """Take a unit off its hex (if it is on the map), to a box, a pile or the track."""
        hex_ = self.where[unit]
        self._file(unit, to)
        if to < 0:
            # [24.2] Only who was set up in the east waits there; what comes back is free [R86].
            self.eastern &= ~(1 << unit)
        if hex_ >= 0 and unit in self.stacks.get(hex_, ()):
            rest = tuple(other for other in self.stacks[hex_] if other != unit)
            self.under &= ~(1 << unit)
            if rest:
                self.stacks[hex_] = rest
            else:
                del self.stacks[hex_]
            self.look_at(hex_)

    def shift(self, unit: int, hex_: Hex) -> None:
        """Move a unit from hex to hex; it comes to lie on top."""
        self.lift(unit, hex_)
        self.put(unit, hex_)

    def leave_the_sea(self, unit: int) -> None:
        """[20.10] A unit is at sea for an assault no longer: landed, turned back or lost."""
        self.assault.pop(unit, None)
        self.voyage.pop(unit, None)

    def bring_up(self, unit: int) -> None:
        """[10.1] Lay a unit on top of its stack."""
        hex_ = self.where[unit]
        self.stacks[hex_] = (unit, *(other for other in self.stacks[hex_] if other != unit))
        self.look_at(hex_)

    def _file(self, unit: int, place: int) -> None:
        """Write down where a unit is."""
        old, new = pile(self.where[unit]), pile(place)
        self.where[unit] = place
        if old != new:
            self.piles[old] &= ~(1 << unit)
            self.piles[new] |= 1 << unit

    def look_at(self, hex_: Hex) -> None:
        """Bring the bitboards up to date for one hex."""
        bit = 1 << hex_
        others = ~bit
        stack = self.stacks.get(hex_)
        side = self.side_of(stack[0]) if stack else None
        for master, held in enumerate(self.held):
            if held & bit and master != side:
                self.held[master] &= others
                self.fierce[master] &= others
                self.forts[master] &= others
        self.posts &= others
        self.loners &= others
        self.crowded &= others
        if stack is None or side is None:
            self.full = [board & others for board in self.full]
            # [37.3] A built trenchline vanishes when nobody is in it.
            self.trenches[0] &= others
            self.trenches[1] &= others
            return
        if side != NEUTRAL:
            # [37.3] Nor does it outlast a change of masters.
            self.trenches[1 - side] &= others
        units = load = 0
        flipped = self.flipped
        for unit in stack:
            units |= 1 << unit
            load += _BACK[unit].weight if flipped >> unit & 1 else _FRONT[unit].weight
        self.under = self.under & ~units | units & ~(1 << stack[0])
        self.held[side] |= bit
        self.forts[side] = self.forts[side] | bit if units & FORTS else self.forts[side] & others
        # [11.1] Every unit that can move exerts a zone, guerrillas excepted [21.5].
        fierce = units & ~(IMMOBILE | GUERRILLAS) & self.awake
        self.fierce[side] = self.fierce[side] | bit if fierce else self.fierce[side] & others
        posts = units & IMMOBILE
        if posts:
            self.posts |= bit
        if units & LONERS:
            self.loners |= bit
        room = stack_limit(hex_) - load
        self.full = [
            board | bit if weight > room else board & others
            for weight, board in enumerate(self.full)
        ]
        if room < 0 or posts & (posts - 1):
            self.crowded |= bit

    def look_again(self) -> None:
        """Bring all bitboards and piles up to date, after units have changed sides."""
        self.held, self.fierce, self.forts = [0, 0, 0], [0, 0, 0], [0, 0, 0]
        self.full = [0, 0, 0, 0]
        self.posts = self.loners = self.crowded = self.under = 0
        self.piles = dict.fromkeys(HEAPS, 0)
        for unit, place in enumerate(self.where):
            self.piles[pile(place)] |= 1 << unit
        for hex_ in list(self.stacks):
            self.look_at(hex_)

    def turn_over(self, unit: int) -> None:
        """[6.12] Flip a tank or mechanized corps to its army side, where it stands."""
        self.flipped |= 1 << unit
        self.look_at(self.where[unit])

    # Stacking.

    def weight(self, hex_: Hex) -> int:
        """What a stack counts, in corps equivalents [9.1]; markers are no part of it [9.7]."""
        return sum(self.face(unit).weight for unit in self.stacks.get(hex_, ()))

    @property
    def names(self) -> Names:
        """What the log calls units and hexes."""
        return NAMES

    # Points.

    def gain(self, side: int, points: int, reason: str) -> None:
        """[5.7] [5.9] Points are gained or (negative) lost at once, between none and a hundred."""
        if not points:
            return
        self.vp[side] = max(0, min(POINTS["most"], self.vp[side] + points))
        self.detail(
            "{} {} {} VP ({}), {} now",
            SIDES[side],
            "gains" if points > 0 else "loses",
            abs(points),
            reason,
            self.vp[side],
        )
        if self.vp[side] == 0 and not self.finished:
            # [5.9] [25.2] At zero the game ends at once.
            self.finished = True
            self.ending = "revolution"
            self.note("The game is over: revolution, the {} side is at zero", SIDES[side])

    def can_spend(self, side: int, points: int) -> bool:
        """[5.5] Nobody may spend himself down to zero."""
        return bool(self.vp[side] > points)

    def spend(self, side: int, points: int, reason: str) -> None:
        """[5.6] Pay victory points for something."""
        assert self.can_spend(side, points)
        self.gain(side, -points, reason)

    @property
    def is_1919(self) -> bool:
        """Whether the turn lies in 1919."""
        return self.turn >= FIRST_OF_1919
