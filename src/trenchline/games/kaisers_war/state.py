"""The state of a match: flat lists, stacks by hex and bitboards, and what keeps them in step."""

from __future__ import annotations

from typing import Final

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
    GUERRILLAS,
    LONERS,
    NATION_OF,
    NATIONS,
    NEUTRAL,
    PO,
    POINTS,
    SIDES,
    Face,
)
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import State as KernelState

POOL: Final = -1
"""In the reinforcement pool: may be mobilized [6.2]."""
DEAD: Final = -2
"""In the dead pile: may be mobilized again [6.8]."""
BOX: Final = (-3, -4, -5)
"""In the USA, British Empire and French Empire boxes [6.4]."""
FLEET: Final = -6
"""A naval unit ready for use [19.5]."""
OUT: Final = -7
"""Not in this match, or never to return: optional units, eliminated headquarters [6.8] [24.4]."""
TRACK: Final = -100
"""On the turn track: due on turn t is TRACK - t [6.3]."""


def due(turn: int) -> int:
    """The place of a unit that arrives on a turn."""
    return TRACK - turn


def due_turn(place: int) -> int | None:
    """The turn a unit on the track arrives, or None if it is not on the track."""
    return TRACK - place if place < TRACK else None


class State(KernelState):
    """A position of The Kaiser's War."""

    __slots__ = (
        "active",
        "airlanded",
        "anarchist",
        "annihilated",
        "arrived",
        "assault",
        "box_placed",
        "cargo",
        "contested",
        "demobilized",
        "east_free",
        "eastern",
        "ending",
        "fallen",
        "fierce",
        "finished",
        "flipped",
        "forts",
        "fought",
        "held",
        "kaiser_east",
        "last_turn",
        "loads",
        "loners",
        "lookers",
        "marched",
        "mobilized_at",
        "naval_used",
        "occupied_once",
        "options",
        "paris_shelled",
        "phasing",
        "poles",
        "posts",
        "raided",
        "rail_used",
        "ready",
        "served",
        "shuffled",
        "stacks",
        "struck",
        "supplied_by_sea",
        "supported",
        "trenches",
        "turn",
        "voyage",
        "vp",
        "where",
    )

    def __init__(self) -> None:
        super().__init__()
        self.turn = 1
        self.last_turn = 5
        self.phasing = CENTRAL
        self.options: frozenset[str] = frozenset()
        # [5.1] [26.2] What both sides begin with, in every scenario [27.2].
        self.vp = [POINTS["start"]["Allied"], POINTS["start"]["Central"]]
        self.finished = False
        self.ending = ""
        """How the game ended, if not on points after the last turn: "SIDE reason"."""
        # Units.
        self.where = [POOL] * len(COUNTERS)
        self.stacks: dict[Hex, tuple[int, ...]] = {}
        """The units in each occupied hex, top first [10.1]."""
        self.flipped = 0
        """Tank and mechanized corps turned to their army side [6.12]."""
        self.held: list[Hexes] = [0, 0, 0]
        """The hexes with Allied, Central and neutral units."""
        self.fierce: list[Hexes] = [0, 0, 0]
        """Those with a unit that exerts a zone of control [11.1]."""
        self.forts: list[Hexes] = [0, 0, 0]
        """Those with a fortified zone."""
        self.posts: Hexes = 0
        """Hexes with a unit that cannot move; one to a hex [9.3]."""
        self.loners: Hexes = 0
        """Hexes with units that do not stack with everybody [30.16]."""
        self.loads: dict[Hex, int] = {}
        """What each stack weighs, in corps equivalents [9.2]."""
        self.trenches: list[Hexes] = [0, 0]
        """Trenchlines built during play [37.1]."""
        # This phase, this player turn.
        self.ready = 0
        """Units that may still move in this phase."""
        self.marched = 0
        """Units on forced march in this phase [15.7]."""
        self.shuffled: Hexes = 0
        """Stacks whose order has been changed in this phase."""
        self.fought = 0
        """Units that have attacked in this Combat Phase [12.7]."""
        self.supported = 0
        """Support units used in this Combat Phase [17.1] [18.2] [19.5]."""
        self.struck: Hexes = 0
        """Hexes attacked in this Combat Phase [12.8]."""
        self.assault: dict[int, tuple[Hex, int]] = {}
        """Units at sea for an amphibious assault: their target and their transport [20.10]."""
        self.cargo: dict[int, int] = {}
        """What each amphibious transport has carried in this phase, in corps equivalents [20.2]."""
        self.voyage: dict[int, int] = {}
        """Where the units at sea for an assault have embarked [36.1]."""
        self.naval_used = 0
        """Ships and airbases whose mission bars them from any other in this player turn: transports
        that supply a coast [36.4] or were turned back [36.1], airbases that strike [38.2]."""
        self.raided: Hexes = 0
        """Cities bombed from the air in this Combat Phase [38.4]."""
        self.rail_used: dict[str, int] = {}
        """Rail capacity used in Zone 2 countries, in corps equivalents [16.5]."""
        self.mobilized_at: Hexes = 0
        """Hexes in which a unit has been placed in this Mobilization Phase [6.4]."""
        self.box_placed = (0, 0, 0)
        self.arrived = 0
        """Units placed on the map in this Mobilization Phase [21.1]."""
        self.demobilized = 0
        """Units taken off the map in this player turn; they may not come back in it [6.9]."""
        self.supplied_by_sea: Hexes = 0
        """Coastal hexes supplied by an amphibious transport [36.4]."""
        # This game turn.
        self.contested = [False, False]
        """Whether each side has contested a naval mission this game turn [36.1]."""
        self.served = 0
        """Fleets and airbases that have had a mission in this game turn [36.1] [38.2] [38.3]."""
        # For good.
        self.fallen = 0
        """Tank and mechanized corps that were lost as armies [21.1]."""
        self.eastern = 0
        """Central Powers units that stand still in the east [24.2] [30.2]."""
        self.east_free = False
        self.kaiser_east = False
        """Whether the Kaiser has moved east [30.11]."""
        self.active = 0
        """Countries (by bit of EASTERN) whose nationalists fight because Allies came [30.3b]."""
        self.anarchist = ALLIED
        self.poles = CENTRAL
        self.annihilated: dict[int, int] = {}
        """The earliest turn an annihilated unit may be mobilized again [35.1]."""
        self.occupied_once: Hexes = 0
        """Cities whose first capture has been paid for [31.1] [31.3]."""
        self.paris_shelled = False
        self.airlanded = False
        self.lookers: dict[int, Hexes] = {}
        """Enemy stacks each side has been allowed to look at this turn (psywar, recon)."""

    def copy(self) -> State:
        """An independent copy."""
        twin = object.__new__(State)
        for name in _PLAIN:
            setattr(twin, name, getattr(self, name))
        for name in _LISTS:
            setattr(twin, name, getattr(self, name)[:])
        for name in _DICTS:
            setattr(twin, name, getattr(self, name).copy())
        twin.log = None
        return twin

    # What a unit is.

    def face(self, unit: int) -> Face:
        """The side of a counter that lies up."""
        counter = COUNTERS[unit]
        if counter.back is not None and self.flipped >> unit & 1:
            return counter.back
        return counter.front

    def side_of(self, unit: int) -> int:
        """The side that commands a unit now; Bolsheviks may belong to neither [30.9]."""
        nation = NATION_OF[unit]
        if nation == BO:
            return ALLIED if self.kaiser_east else NEUTRAL
        if nation == AN:
            return self.anarchist
        if nation == PO:
            return self.poles
        return NATIONS[nation].side

    def is_active(self, unit: int) -> bool:
        """Whether a unit may act and exert a zone: eastern nationalists wait [30.3b] [30.9]."""
        nation = NATION_OF[unit]
        group = NATIONS[nation].group
        if group in ("power", "garrison") or self.kaiser_east:
            return True
        if nation == PO and self.poles == ALLIED:
            return True
        home = NATIONS[nation].home
        return bool(home) and home[0] in EASTERN and bool(self.active >> EASTERN.index(home[0]) & 1)

    # Moving pieces about. Everything that changes where units are goes through these.

    def put(self, unit: int, hex_: Hex, on_top: bool = True) -> None:
        """Place a unit in a hex, on top of its stack or under it."""
        self.where[unit] = hex_
        others = self.stacks.get(hex_, ())
        self.stacks[hex_] = (unit, *others) if on_top else (*others, unit)
        self._look_at(hex_)

    def lift(self, unit: int, to: int) -> None:
        """Take a unit off its hex (if it is on the map), to a box, a pile or the track."""
        hex_ = self.where[unit]
        self.where[unit] = to
        if hex_ >= 0 and unit in self.stacks.get(hex_, ()):
            rest = tuple(other for other in self.stacks[hex_] if other != unit)
            if rest:
                self.stacks[hex_] = rest
            else:
                del self.stacks[hex_]
            self._look_at(hex_)

    def shift(self, unit: int, hex_: Hex) -> None:
        """Move a unit from hex to hex; it comes to lie on top."""
        self.lift(unit, hex_)
        self.put(unit, hex_)

    def _look_at(self, hex_: Hex) -> None:
        """Bring the bitboards up to date for one hex."""
        bit = 1 << hex_
        for board in (self.held, self.fierce, self.forts):
            board[0] &= ~bit
            board[1] &= ~bit
            board[2] &= ~bit
        self.posts &= ~bit
        self.loners &= ~bit
        stack = self.stacks.get(hex_)
        if not stack:
            self.loads.pop(hex_, None)
            # [37.3] A built trenchline vanishes when nobody is in it.
            self.trenches[0] &= ~bit
            self.trenches[1] &= ~bit
            return
        side = self.side_of(stack[0])
        self.held[side] |= bit
        if side != NEUTRAL:
            # [37.3] Nor does it outlast a change of masters.
            self.trenches[1 - side] &= ~bit
        if any(FORTS >> unit & 1 for unit in stack):
            self.forts[side] |= bit
        load = 0
        for unit in stack:
            face = self.face(unit)
            load += face.weight
            if not face.movement:
                self.posts |= bit
            # [11.1] Every unit that can move exerts a zone, guerrillas excepted [21.5].
            elif not GUERRILLAS >> unit & 1 and self.is_active(unit):
                self.fierce[side] |= bit
            if LONERS >> unit & 1:
                self.loners |= bit
        self.loads[hex_] = load

    def look_again(self) -> None:
        """Bring all bitboards up to date, after units have changed sides."""
        self.held, self.fierce, self.forts = [0, 0, 0], [0, 0, 0], [0, 0, 0]
        self.posts = self.loners = 0
        for hex_ in list(self.stacks):
            self._look_at(hex_)

    def turn_over(self, unit: int) -> None:
        """[6.12] Flip a tank or mechanized corps to its army side, where it stands."""
        self.flipped |= 1 << unit
        self._look_at(self.where[unit])

    # Stacking.

    def weight(self, hex_: Hex) -> int:
        """What a stack counts, in corps equivalents [9.1]; markers are no part of it [9.7]."""
        return self.loads.get(hex_, 0)

    # What only one side may read.

    def whisper(self, side: int, line: str) -> None:
        """[10.2] Write a line to the log that is for one side's eyes."""
        if self.log is not None:
            self.log.append(f"  ({SIDES[side]} only) {line}")

    # Points.

    def gain(self, side: int, points: int, reason: str) -> None:
        """[5.7] [5.9] Points are gained or (negative) lost at once, between none and a hundred."""
        if not points:
            return
        self.vp[side] = max(0, min(POINTS["most"], self.vp[side] + points))
        if self.log is not None:
            name = SIDES[side]
            verb = "gains" if points > 0 else "loses"
            self.note(f"  {name} {verb} {abs(points)} VP ({reason}), {self.vp[side]} now")
        if self.vp[side] == 0 and not self.finished:
            # [5.9] [25.2] At zero the game ends at once.
            self.finished = True
            self.ending = "revolution"
            self.note(f"The game is over: revolution, the {SIDES[side]} side is at zero")

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


_LISTS = ("contested", "fierce", "forts", "held", "stack", "trenches", "vp", "where")
_DICTS = ("annihilated", "assault", "cargo", "loads", "lookers", "rail_used", "stacks", "voyage")
_PLAIN = tuple(name for name in (*State.__slots__, "rolls") if name not in (*_LISTS, *_DICTS))


def describe_place(place: int) -> str:
    """Where a unit is, in words."""
    if place >= 0:
        return BOARD.name(place)
    turn = due_turn(place)
    if turn is not None:
        return f"due on turn {turn}"
    if place in BOX:
        return f"the {BOXES[BOX.index(place)]} box"
    return {POOL: "the pool", DEAD: "the dead pile", FLEET: "the fleet", OUT: "out of play"}[place]
