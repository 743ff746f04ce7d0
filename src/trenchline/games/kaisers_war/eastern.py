"""Chapters 24, 30 and 40: the Eastern Front.

Without the optional rules nobody enters Russia [24.1] and the Central Powers' eastern armies stand
still until Allied units come [24.2]. With them, the Kaiser may move east [30.11], and Bolsheviks,
nationalists, Czechs, Anarchists and Poles take part. The countries of the old Empire are separate
ones [30.1]; these rules stand in for chapter 24 [30.0] [R29].
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.components import (
    ALLIED,
    AN,
    BA,
    BO,
    CENTRAL,
    CITY,
    COUNTRY,
    CZ,
    DESERT,
    EAST,
    EASTERN,
    FI,
    GRID,
    LAND,
    LINE,
    MARCH,
    NATION_OF,
    NATIONS,
    PO,
    RUSSIA,
    SIDES,
    TC,
    TERRITORY,
    UK,
    UNITS,
    UNITS_OF,
    WR,
)
from trenchline.games.kaisers_war.control import enemy_zone, enterable
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.state import ON_MAP, POOL, TRACK, State, due, pile
from trenchline.games.kaisers_war.supply import within
from trenchline.kernel.bits import members
from trenchline.kernel.floods import flood
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Refusal, Roll

LAWRENCE, WASSMUSS = UNITS["ARCavNLA"], UNITS["PECavWT"]


def _land(*codes: str) -> Hexes:
    hexes = 0
    for code in codes:
        hexes |= TERRITORY[code]
    return hexes


_FINNISH_STEP: Hexes = GRID.hexes("2502")
"""[30.4] The one Russian hex west of Petrograd that Finns may enter."""

_BOUNDS: dict[int, Hexes] = {
    # [30.4] [30.13] [R59] Where nationalists, Bolsheviks and Anarchists may go.
    WR: _land("RU", "UK", "PO", "BA", "FI", "TC"),
    FI: _land("FI") | _FINNISH_STEP,
    BA: _land("BA"),
    UK: _land("UK", "RU"),
    BO: _land("RU", "FI", "BA", "PO", "UK", "TC"),
    AN: _land("UK", "RU"),
    # [21.6] The Trans-Caucasian corps keeps to its country and the Allied part of north-east
    # Turkey.
    TC: flood(_land("TC"), _land("TC") | TERRITORY["TU"] & LINE[ALLIED], MARCH),
}
_POLES = {
    # [30.4] [40.3] Poles, by the side that commands them [40.1].
    CENTRAL: _land("PO", "UK", "RU"),
    ALLIED: _land("FR", "BE", "GE", "AH", "PO"),
}


def allowed_land(state: State, unit: int) -> Hexes:
    """Where a unit may ever be: guerrillas [21.5], restricted nations, and everybody else [8.7]."""
    if unit == LAWRENCE:
        return TERRITORY["TU"]
    if unit == WASSMUSS:
        return TERRITORY["PE"]
    nation = NATION_OF[unit]
    if nation == PO:
        return _POLES[state.poles]
    # [30.21b] Anarchists do not leave the Ukraine again [R59].
    if nation == AN and state.where[unit] >= 0 and TERRITORY["UK"] >> state.where[unit] & 1:
        return TERRITORY["UK"]
    return _BOUNDS.get(nation, LAND)


def may_stack(state: State, unit: int, hex_: Hex) -> bool:
    """[9.5] All units of a side stack, except that Bolsheviks keep to themselves, nationalists do
    not mix with other nationalists [30.16], and Anarchists stay alone [30.21b]."""
    others = [u for u in state.stacks.get(hex_, ()) if u != unit]
    nation = NATION_OF[unit]
    group = NATIONS[nation].group
    for other in others:
        there = NATION_OF[other]
        if there == nation and nation != AN:
            continue
        kinds = {group, NATIONS[there].group}
        if "anarchist" in kinds or "bolshevik" in kinds:
            return False
        if kinds == {"nationalist"}:
            return False
    return True


def allies_stir_the_east(state: State, side: int, hex_: Hex) -> None:
    """[24.2] [30.2] [30.3a] An Allied unit enters or attacks into the east, which it may at any
    time: the armies there are free, and the nationalists of that country fight [30.3b]."""
    if side != ALLIED or not EAST >> hex_ & 1:
        return
    if not state.east_free:
        state.east_free = True
        state.note("Allied units in the east: the Central Powers' eastern armies are free [24.2]")
    bit = 1 << EASTERN.index(COUNTRY[hex_])
    if "east" in state.options and not state.active & bit:
        state.active |= bit
        state.look_again()


def frozen(state: State, unit: int) -> bool:
    """[24.2] [30.2] The Central Powers' eastern armies neither move nor attack until released."""
    return bool(stuck(state) >> unit & 1)


def stuck(state: State) -> int:
    """[24.2] [30.2] The eastern armies that have not been released."""
    return 0 if state.east_free else state.eastern


def near_bolshevik_capital(state: State, unit: int) -> bool:
    """[30.19] Whether a Bolshevik can trace a line to a Bolshevik Moscow or Petrograd."""
    capitals = 0
    for name in ("Moscow", "Petrograd"):
        stack = state.stacks.get(CITY[name], ())
        if any(NATION_OF[u] == BO for u in stack):
            capitals |= 1 << CITY[name]
    land = enterable(state, ALLIED)
    through = land & ~(enemy_zone(state, ALLIED) | DESERT)
    reached = within(capitals, state.face(unit).movement, through, land)
    return bool(reached >> state.where[unit] & 1)


# The Kaiser moves east.


@dataclass(frozen=True, slots=True)
class KaiserMovesEast(Decision[State]):
    """[30.11] At the start of a game turn the Central Powers may go to war with the Bolsheviks."""

    def who(self, state: State) -> int:
        return CENTRAL

    def prompt(self, state: State) -> str:
        return "Shall the Kaiser move east against the Bolsheviks? [30.11]"

    def choices(self, state: State) -> Choices:
        return {"move_east": ONE, "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "move_east":
            move_east(state)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return elsewhere(state, verb, "30.11", "say first whether the Kaiser moves east")


def move_east(state: State) -> None:
    """[30.11] War in the east: Bolsheviks to the Allies, nationalists to the Central Powers."""
    state.kaiser_east = True
    state.east_free = True  # [30.2]
    state.note("The Kaiser moves east")
    # [40.2] Allied Poles leave; the Central Powers raise Poles from now on.
    if "poles" in state.options and state.poles == ALLIED:
        disband_poles(state)  # [40.2]
        state.poles = CENTRAL
    state.look_again()
    # [30.21b] [30.5] [30.8] The Allied player receives the Anarchists and the Czech Legion.
    state.stack.append(EasternArrival(UNITS["ANCavMakhno"]))
    state.stack.append(EasternArrival(UNITS["CZExpCL"]))


def disband_poles(state: State) -> None:
    """[40.2] [40.4] All Polish units leave the map and the track, at no cost [R22]."""
    for unit in members(UNITS_OF[PO]):
        state.ready &= ~(1 << unit)
        if pile(state.where[unit]) in (ON_MAP, TRACK):
            state.lift(unit, POOL)


@dataclass(frozen=True, slots=True)
class EasternArrival(Decision[State]):
    """[30.8] [30.21b] The Czech Legion or the Anarchists appear on an empty hex."""

    unit: int

    def who(self, state: State) -> int:
        return ALLIED

    def prompt(self, state: State) -> str:
        return state.say("Place the {:unit} [30.8]", self.unit)

    def land(self) -> Hexes:
        """Russia, for Anarchists the Ukraine too [30.21b]."""
        return RUSSIA if NATION_OF[self.unit] == CZ else RUSSIA | TERRITORY["UK"]

    def choices(self, state: State) -> Choices:
        free = self.land() & ~(state.held[0] | state.held[1] | state.held[2])
        return {"place": free} if free else {"wait": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "place":
            state.put(self.unit, number)
            state.detail("{:unit} appears at {:hex}", self.unit, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "place":
            return elsewhere(state, verb, "30.8", "the unit that has come is placed first")
        if not self.land() >> number & 1:
            return Refusal("30.8", "the unit does not appear in that country")
        return Refusal("30.8", "the unit appears in an empty hex")


@dataclass(frozen=True, slots=True)
class BolshevikRoll(Roll[State]):
    """[30.12] Half a die, rounded up: so many turns later a Bolshevik unit comes, at no cost."""

    unit: int

    def purpose(self, state: State) -> str:
        return "arrival of a revolutionary unit"

    def rolled(self, state: State, value: int) -> None:
        turn = state.turn + (value + 1) // 2
        if state.log is not None:
            nation = NATIONS[NATION_OF[self.unit]]
            state.detail("{:die}: a {} unit comes on turn {}", value, nation.adjective, turn)
            state.whisper(state.side_of(self.unit), "it is the {:unit}", self.unit)
        state.lift(self.unit, due(turn))


@dataclass(frozen=True, slots=True)
class AnarchistRoll(Roll[State]):
    """[30.21b] On even the Allies command the Anarchists this turn, on odd the Central Powers."""

    def purpose(self, state: State) -> str:
        return "control of the Anarchists"

    def rolled(self, state: State, value: int) -> None:
        state.anarchist = ALLIED if value % 2 == 0 else CENTRAL
        state.look_again()
        side = SIDES[state.anarchist]
        state.detail("{:die}: the Anarchists fight for the {} side", value, side)


def white_russians_in_poland(state: State, unit: int, hex_: Hex) -> None:
    """[40.4] A White Russian in Poland drives the Poles to the Allies for the rest of the game."""
    if (
        "poles" in state.options
        and NATION_OF[unit] == WR
        and TERRITORY["PO"] >> hex_ & 1
        and state.poles == CENTRAL
    ):
        disband_poles(state)
        state.poles = ALLIED
        state.note("White Russians in Poland: the Poles go over to the Allies [40.4]")
