"""Chapter 6 and 37: mobilizing, placing, converting and demobilizing units; digging trenches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trenchline.games.kaisers_war.components import (
    ALLIED,
    AN,
    BO,
    BOXES,
    CENTRAL,
    CITIES,
    CITY,
    COAST,
    CONVERTIBLE,
    COUNTERS,
    CZ,
    DESERT,
    JA,
    LANDING_EDGE,
    LINE,
    NATION_OF,
    NATIONS,
    NAVAL_BASES,
    OF_CLASS,
    PO,
    RUSSIA,
    SIDES,
    TABLES,
    TERRITORY,
    TWINS,
    UNITS_OF,
    US,
    WR,
    hexname,
)
from trenchline.games.kaisers_war.control import controlled, enemy_zone, trench
from trenchline.games.kaisers_war.eastern import LAWRENCE, WASSMUSS, may_stack
from trenchline.games.kaisers_war.elimination import check_all_stacks
from trenchline.games.kaisers_war.naval import CENTRAL_SEAS, usable_seas
from trenchline.games.kaisers_war.retreat import roomy
from trenchline.games.kaisers_war.state import BOX, DEAD, FLEET, ON_MAP, POOL, TRACK, State, due
from trenchline.games.kaisers_war.supply import in_general_supply, supplied, supply_points
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal, Roll

ROWS: dict[str, dict[str, Any]] = {
    kind: row for kind, row in TABLES["mobilization"].items() if kind != "source"
}
SPECIAL: dict[str, dict[str, Any]] = TABLES["mobilization_of"]
CONVERSION: dict[str, int] = TABLES["conversion"]
BOX_LIMIT = tuple(TABLES["boxes"][name]["most"] for name in BOXES)
BOX_NATIONS = tuple(tuple(TABLES["boxes"][name]["nations"]) for name in BOXES)
TRENCH_COST = 3
SLOWEST = min(counter.front.movement for counter in COUNTERS if counter.front.movement)
CLASS_OF = {"K": "major_capital", "R": "resource", "P": "political"}


def row_of(unit: int) -> dict[str, Any]:
    """[43.2] The line of the Mobilization Table for a unit."""
    return _ROW_OF[unit]


def _row_of(unit: int) -> dict[str, Any]:
    counter = COUNTERS[unit]
    if counter.key in SPECIAL:
        return SPECIAL[counter.key]
    if counter.nation == US and counter.front.type == "infantry_army":
        return SPECIAL["US_infantry_army"]
    return ROWS.get(counter.front.type, {})


_ROW_OF = tuple(_row_of(unit) for unit in range(len(COUNTERS)))


def cost(unit: int) -> int:
    """[6.2] What a unit costs; nationalists half, rounded up [30.6]."""
    full = int(row_of(unit)["cost"])
    return (full + 1) // 2 if NATIONS[NATION_OF[unit]].group == "nationalist" else full


def supplied_cities(state: State, side: int) -> Hexes:
    """[R67] Controlled cities in general supply: sources, or with a rail line to one."""
    return CITIES & controlled(state, side) & supply_points(state, side)


def _territory(countries: tuple[str, ...]) -> Hexes:
    hexes = 0
    for code in countries:
        hexes |= TERRITORY[code]
    return hexes


_HOME = tuple(_territory(nation.home) for nation in NATIONS)


def home_hexes(state: State, unit: int) -> Hexes:
    """[6.4] [6.5] The hexes in which a unit may appear, before stacking is looked at. A capital of
    the table is a major capital [R23]."""
    side = state.side_of(unit)
    if unit == LAWRENCE:
        return TERRITORY["TU"] & DESERT & ~state.held[CENTRAL]  # [6.6]
    if unit == WASSMUSS:
        return TERRITORY["PE"] & ~state.held[ALLIED]  # [6.6]
    classes = row_of(unit).get("cities", "")
    mine = controlled(state, side)
    nation = NATION_OF[unit]
    group = NATIONS[nation].group
    if group in ("bolshevik", "anarchist"):
        return _red_hexes(state, unit)
    if classes == "C":
        # [6.10] [7.5] Garrisons and forts go to cities in general supply.
        cities = supplied_cities(state, side)
        if group == "garrison":
            return cities & ~RUSSIA if side == ALLIED else cities  # [30.16]
        return cities & _HOME[nation]
    if classes == "N":
        bases = NAVAL_BASES & mine & _HOME[nation]
        coasts = 0
        for sea in usable_seas(state, side):
            if side == ALLIED or CENTRAL_SEAS.get(sea) == nation:
                coasts |= COAST[sea]
        return bases & coasts
    if group == "nationalist":
        return _nationalist_hexes(state, unit)
    wanted = 0
    for letter in classes:
        wanted |= OF_CLASS[CLASS_OF[letter]]
    # [6.5] Enemy zones do not matter behind the side's own initial front line; [6.11] a city beyond
    # it must be under control again [R65].
    return wanted & (mine | LINE[side]) & _HOME[nation]


def _nationalist_hexes(state: State, unit: int) -> Hexes:
    """[30.6] [30.7] [40.2] Where nationalists appear."""
    nation = NATION_OF[unit]
    side = state.side_of(unit)
    if nation == PO and side == ALLIED:
        wanted = OF_CLASS["major_capital"] | OF_CLASS["resource"] | OF_CLASS["political"]
        return wanted & TERRITORY["FR"] & controlled(state, ALLIED)
    if nation == WR:
        return (CITIES & RUSSIA | LANDING_EDGE["russia"]) & ~(state.held[ALLIED] | state.held[2])
    home = _HOME[nation] & CITIES & state.held[side]
    return bit_set(h for h in members(home) if may_stack(state, unit, h))


def _red_hexes(state: State, unit: int) -> Hexes:
    """[30.12] Where Bolsheviks appear: Bolshevik cities of the old Empire, and Russian hexes
    without Central Powers units [R60]; forts in cities only [7.5]. Anarchists return where they
    first came [30.21b] [R81]."""
    if NATION_OF[unit] == AN:
        held = state.held[0] | state.held[1] | state.held[2]
        return (RUSSIA | TERRITORY["UK"]) & ~held
    cities = 0
    for hex_ in members(CITIES & state.held[ALLIED] & _territory(("RU", "FI", "BA", "UK", "TC"))):
        if any(NATION_OF[u] == BO for u in state.stacks[hex_]):
            cities |= 1 << hex_
    ground = cities | RUSSIA & ~state.held[CENTRAL]
    return ground if state.face(unit).movement else ground & CITIES


def places(state: State, unit: int) -> Hexes:
    """[6.4] The hexes where a unit may be placed now: one a hex and phase [R25], no enemy, room."""
    if NATION_OF[unit] == CZ:
        return 0
    side = state.side_of(unit)
    free = home_hexes(state, unit) & ~(state.mobilized_at | state.held[1 - side] | state.held[2])
    return free if COUNTERS[unit].is_naval else roomy(state, unit, free)


def boxes(state: State, unit: int) -> int:
    """[6.4] The off-map boxes a unit may be placed in now."""
    names = list(row_of(unit).get("boxes", ()))
    if NATION_OF[unit] == JA:
        names = ["British Empire"]  # [21.7]
    code = NATIONS[NATION_OF[unit]].code
    return bit_set(
        n
        for n, name in enumerate(BOXES)
        if name in names and code in BOX_NATIONS[n] and state.box_placed[n] < BOX_LIMIT[n]
    )


def has_home(state: State, unit: int) -> bool:
    """[6.11] Whether a unit's country has a place left for it to appear in at all."""
    return _HAS_BOX[unit] or bool(home_hexes(state, unit))


def _has_box(unit: int) -> bool:
    code = NATIONS[NATION_OF[unit]].code
    names = row_of(unit).get("boxes", ())
    return NATION_OF[unit] == JA or any(
        code in BOX_NATIONS[n] and name in names for n, name in enumerate(BOXES)
    )


_HAS_BOX = tuple(_has_box(unit) for unit in range(len(COUNTERS)))


def may_buy(state: State, unit: int) -> bool:
    """Whether a unit that is at hand may be mobilized now."""
    side = state.side_of(unit)
    group = NATIONS[NATION_OF[unit]].group
    if group in ("bolshevik", "anarchist") or NATION_OF[unit] == CZ:
        return False  # [30.8] [30.12]
    if group == "nationalist" and not state.is_active(unit):
        return False
    row = row_of(unit)
    year = 1919 if NATION_OF[unit] == JA else row.get("year", 1918)
    if year == 1919 and not state.is_1919:
        return False
    if not state.can_spend(side, cost(unit)):
        return False
    return bool(places(state, unit)) if row["delay"] == 0 else has_home(state, unit)


@dataclass(frozen=True, slots=True)
class BeginMobilization(Duty[State]):
    """[4.2] A Mobilization Phase begins."""

    side: int

    def run(self, state: State) -> None:
        state.note(f"{SIDES[self.side]} Mobilization Phase")
        state.mobilized_at = 0
        state.box_placed = (0, 0, 0)
        state.demobilized = 0
        state.arrived = 0
        state.stack.append(EndMobilization())
        state.stack.append(Mobilization(self.side))
        if self.side == ALLIED and state.kaiser_east:
            # [31.4] While the Central Powers hold both capitals no Bolsheviks are raised.
            capitals = 1 << CITY["Petrograd"] | 1 << CITY["Moscow"]
            lost = "critical_cities" in state.options and not capitals & ~state.held[CENTRAL]
            for unit in members(UNITS_OF[AN] if lost else UNITS_OF[BO] | UNITS_OF[AN]):
                waits = state.annihilated.get(unit, 0) > state.turn  # [35.1]
                if state.where[unit] in (POOL, DEAD) and not waits:
                    state.stack.append(BolshevikRoll(unit))


@dataclass(frozen=True, slots=True)
class BolshevikRoll(Roll[State]):
    """[30.12] Half a die, rounded up: so many turns later a Bolshevik unit comes, at no cost."""

    unit: int

    def purpose(self, state: State) -> str:
        return f"arrival of the {COUNTERS[self.unit].title}"

    def rolled(self, state: State, value: int) -> None:
        state.lift(self.unit, due(state.turn + (value + 1) // 2))


@dataclass(frozen=True, slots=True)
class EndMobilization(Duty[State]):
    """[9.4] Stacking limits apply in the Mobilization Phase."""

    def run(self, state: State) -> None:
        check_all_stacks(state)


@dataclass(frozen=True, slots=True)
class Mobilization(Decision[State]):
    """[6.1] Place arrivals, mobilize, convert, demobilize, dig in; or finish. No scenario has
    withdrawals [R72]."""

    side: int

    def who(self, state: State) -> int:
        return self.side

    def prompt(self, state: State) -> str:
        points = state.vp[self.side]
        return f"{SIDES[self.side]} mobilization, {points} victory points to spend from [6.2]"

    def arrivals(self, state: State) -> int:
        """[6.3] [6.7] Units that are due and have somewhere to go."""
        return bit_set(
            unit
            for unit in members(state.piles[TRACK] & state.forces(self.side))
            if state.where[unit] >= due(state.turn) and (places(state, unit) or boxes(state, unit))
        )

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        arriving = self.arrivals(state)
        if arriving:
            found["arrive"] = arriving
        for_sale = self.for_sale(state)
        if for_sale:
            found["mobilize"] = for_sale
        standing = self.standing(state)
        if standing:
            found["demobilize"] = ONE
        ready = bit_set(u for u in members(CONVERTIBLE & standing) if self.may_convert(state, u))
        if ready:
            found["convert"] = ready
        if "trenches" in state.options:
            diggable = self.diggable(state)
            if diggable:
                found["entrench"] = diggable
        found["done"] = ONE
        return found

    def for_sale(self, state: State) -> int:
        """[6.2] [2.11] The units that may be mobilized, as far as there are counters; of several
        alike the first [3.2]."""
        # [26.5] The Central Powers mobilize nothing on the first turn.
        if self.side == CENTRAL and state.turn == 1:
            return 0
        left = (state.piles[POOL] | state.piles[DEAD]) & state.forces(self.side)
        left &= ~state.demobilized
        for unit, turn in state.annihilated.items():
            if turn > state.turn:
                left &= ~(1 << unit)  # [35.1]
        found = 0
        while left:
            unit = lowest(left)
            left &= ~(TWINS[unit] | 1 << unit)
            if may_buy(state, unit):
                found |= 1 << unit
        return found

    def standing(self, state: State) -> int:
        """A side's units on the map."""
        return state.piles[ON_MAP] & state.forces(self.side) & state.awake

    def may_convert(self, state: State, unit: int) -> bool:
        """[6.12] [21.1] A supplied tank or mechanized corps becomes an army in 1919; one that was
        lost as an army, not on the turn it returns."""
        price = CONVERSION[COUNTERS[unit].front.type]
        return (
            state.is_1919
            and not (state.arrived & state.fallen) >> unit & 1
            and not state.flipped >> unit & 1
            and in_general_supply(state, unit)
            and state.can_spend(self.side, price)
        )

    def diggable(self, state: State) -> Hexes:
        """[37.1] [37.2] [R56] Hexes with a supplied land unit and no trenchline yet."""
        if not state.can_spend(self.side, TRENCH_COST):
            return 0
        free = state.held[self.side] & ~(trench(state, 0) | trench(state, 1))
        # Where even the slowest march in supply, nobody has to be asked.
        fed = CITIES | supplied(state, self.side, SLOWEST, enemy_zone(state, self.side))
        sure = free & state.fierce[self.side] & fed
        return sure | bit_set(
            h
            for h in members(free & ~sure)
            if any(state.is_active(u) and in_general_supply(state, u) for u in state.stacks[h])
        )

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        state.stack.append(self)
        if verb == "arrive":
            state.stack.append(Placement(number))
        elif verb == "mobilize":
            state.spend(self.side, cost(number), "mobilization")
            delay = row_of(number)["delay"]
            if delay:
                state.lift(number, due(state.turn + delay))
                state.note(f"  a unit is mobilized for turn {state.turn + delay}")
            else:
                state.stack.append(Placement(number))
        elif verb == "demobilize":
            state.stack.append(Demobilize(self.side))
        elif verb == "convert":
            state.spend(self.side, CONVERSION[COUNTERS[number].front.type], "conversion")
            state.turn_over(number)
            state.note("  a corps becomes an army")
            state.whisper(self.side, f"it is the {COUNTERS[number].title}")
        else:
            state.spend(self.side, TRENCH_COST, "trenches")
            state.trenches[self.side] |= 1 << number
            state.note(f"  trenches are dug at {hexname(number)}")

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return why_not_mobilize(state, self, verb, number)


@dataclass(frozen=True, slots=True)
class Demobilize(Decision[State]):
    """[6.9] A unit is taken off the map, at no cost; it may come back on a later turn at its full
    price [R70], a headquarters too [R45]."""

    side: int

    def who(self, state: State) -> int:
        return self.side

    def prompt(self, state: State) -> str:
        return "Which unit is demobilized? [6.9]"

    def choices(self, state: State) -> Choices:
        return {"dismiss": Mobilization(self.side).standing(state), "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "dismiss":
            state.flipped &= ~(1 << number)
            state.lift(number, POOL)
            state.demobilized |= 1 << number
            state.note("  a unit is demobilized")
            state.whisper(self.side, f"it is the {COUNTERS[number].title}")

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return Refusal("6.9", "only your units on the map are demobilized")


@dataclass(frozen=True, slots=True)
class Placement(Decision[State]):
    """[6.4] Where a new unit appears: a mobilization hex or a box."""

    unit: int

    def who(self, state: State) -> int:
        return state.side_of(self.unit)

    def prompt(self, state: State) -> str:
        return f"Place the {COUNTERS[self.unit].title} [6.4]"

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        hexes = places(state, self.unit)
        if hexes:
            found["place"] = hexes
        off_map = boxes(state, self.unit)
        if off_map:
            found["box"] = off_map
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        unit = self.unit
        naval = COUNTERS[unit].is_naval
        if verb == "box":
            placed = list(state.box_placed)
            placed[number] += 1
            state.box_placed = (placed[0], placed[1], placed[2])
            state.lift(unit, FLEET if naval else BOX[number])
            return
        state.mobilized_at |= 1 << number
        state.arrived |= 1 << unit
        if naval:
            # [R73] The base is only where it enters play.
            state.lift(unit, FLEET)
        else:
            state.lift(unit, number)
            state.put(unit, number)
        if state.log is not None:
            state.note(f"  {COUNTERS[unit].title} appears at {hexname(number)}")

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "box":
            return Refusal("6.4", "the box is not for this unit, or is full for this phase")
        if number >= 0 and state.mobilized_at >> number & 1:
            return Refusal("6.4", "one unit a hex and phase")
        if number >= 0 and home_hexes(state, self.unit) >> number & 1:
            return Refusal("9.4", "the hex is held by the enemy or would be over-stacked")
        return Refusal("6.5", "not a mobilization hex of this unit's country")


def why_not_mobilize(state: State, phase: Mobilization, verb: str, number: int) -> Refusal:
    """Why something cannot be mobilized, placed, converted or dug."""
    side = phase.side
    if verb == "entrench":
        return Refusal("37.1", "trenches need a supplied unit, three points and fresh ground")
    if verb not in ("mobilize", "arrive", "demobilize", "convert"):
        return Refusal("4.2", "that is not what this phase is for")
    if verb == "demobilize":
        return Refusal("6.9", "only units on the map are demobilized")
    if not 0 <= number < len(COUNTERS) or state.side_of(number) != side:
        return Refusal("6.1", "not a unit of yours")
    if verb == "arrive":
        return Refusal("6.7", "the unit is not due, or has nowhere to appear")
    if verb == "convert":
        return Refusal("6.12", "only supplied tank and mechanized corps, in 1919, at their price")
    if state.demobilized >> number & 1:
        return Refusal("6.9", "not on the turn it was demobilized")
    if state.where[number] not in (POOL, DEAD):
        return Refusal("6.2", "the unit is in play, or will never return")
    if phase.for_sale(state) & TWINS[number]:
        return Refusal("3.2", "another counter just like it is offered")
    if side == CENTRAL and state.turn == 1:
        return Refusal("26.5", "the Central Powers mobilize nothing on the first turn")
    if not state.can_spend(side, cost(number)):
        return Refusal("5.5", f"it costs {cost(number)}, and nobody spends his last point")
    if state.annihilated.get(number, 0) > state.turn:
        return Refusal("35.1", "the unit was annihilated and is not back yet")
    year = row_of(number).get("year", 1918)
    if (year == 1919 or NATION_OF[number] == JA) and not state.is_1919:
        return Refusal("6.3", "not before 1919")
    return Refusal("6.11", "its country has no place for it to appear")
