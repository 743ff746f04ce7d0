"""Chapters 6 and 37: mobilizing, converting and demobilizing units; digging trenches."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.components import (
    ALLIED,
    AN,
    BO,
    CENTRAL,
    CITY,
    CONVERTIBLE,
    COUNTERS,
    SIDES,
    UNITS_OF,
)
from trenchline.games.kaisers_war.control import trench
from trenchline.games.kaisers_war.eastern import BolshevikRoll
from trenchline.games.kaisers_war.elimination import check_all_stacks
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.mobilization_refusals import why_not_dig, why_not_mobilize
from trenchline.games.kaisers_war.placement import Placement
from trenchline.games.kaisers_war.recruits import (
    CONVERSION,
    GROWTH,
    TRENCH_COST,
    boxes,
    cost,
    for_sale,
    places,
    row_of,
)
from trenchline.games.kaisers_war.state import DEAD, ON_MAP, POOL, TRACK, State, due
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal


@dataclass(frozen=True, slots=True)
class BeginMobilization(Duty[State]):
    """[4.2] A Mobilization Phase begins."""

    side: int

    def run(self, state: State) -> None:
        state.heading("{} Mobilization Phase", SIDES[self.side])
        state.forget("mobilization")
        state.stack.append(EndMobilization())  # [9.4]
        state.stack.append(Mobilization(self.side))
        if self.side == ALLIED and state.kaiser_east:  # [30.9] [30.12]
            capitals = 1 << CITY["Petrograd"] | 1 << CITY["Moscow"]
            # [31.4] While the Central Powers hold both capitals no Bolsheviks are raised.
            lost = "critical_cities" in state.options and not capitals & ~state.held[CENTRAL]
            # [30.12] The others roll for their return, Anarchists too [R81].
            for unit in members(UNITS_OF[AN] if lost else UNITS_OF[BO] | UNITS_OF[AN]):
                waits = state.annihilated.get(unit, 0) > state.turn  # [35.1]
                # [30.12] [35.1]
                if state.where[unit] in (POOL, DEAD) and not waits:
                    state.stack.append(BolshevikRoll(unit))


@dataclass(frozen=True, slots=True)
class EndMobilization(Duty[State]):
    """[9.4] Stacking limits apply in the Mobilization Phase."""

    def run(self, state: State) -> None:
        check_all_stacks(state)


@dataclass(frozen=True, slots=True)
class Mobilization(OwnDecision[State]):
    """[6.1] Place arrivals, mobilize, convert, demobilize, dig in; or finish. No scenario has
    withdrawals [R72]."""

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
        if arriving:  # [6.3] [6.7]
            found["arrive"] = arriving
        offered = for_sale(state, self.side)
        if offered:  # [6.2]
            found["mobilize"] = offered
        standing = self.standing(state)
        if standing:  # [6.9]
            found["demobilize"] = ONE
        # [6.12] [21.1] Corps that may become armies.
        ready = bit_set(u for u in members(CONVERTIBLE & standing) if self.may_convert(state, u))
        if ready:  # [6.12] [21.1]
            found["convert"] = ready
        if "trenches" in state.options:  # [37.1]
            diggable = self.diggable(state)
            if diggable:
                found["entrench"] = diggable
        found["done"] = ONE
        return found

    def standing(self, state: State) -> int:
        """A side's units on the map, which it may convert [6.12] or demobilize [6.9]."""
        return state.piles[ON_MAP] & state.forces(self.side) & state.awake

    def may_convert(self, state: State, unit: int) -> bool:
        """[6.12] [21.1] A supplied tank or mechanized corps becomes an army in 1919, where there is
        room for one [9.4]; one that was lost as an army, not on the turn it returns."""
        price = CONVERSION[COUNTERS[unit].front.type]
        return (
            state.is_1919
            and not (state.arrived & state.fallen) >> unit & 1
            and not state.flipped >> unit & 1
            and not state.full[GROWTH] >> state.where[unit] & 1
            and in_general_supply(state, unit)
            and state.can_spend(self.side, price)
        )

    def diggable(self, state: State) -> Hexes:
        """[37.1] [37.2] [R56] Hexes with a supplied land unit and no trenchline yet."""
        if not state.can_spend(self.side, TRENCH_COST):
            return 0
        free = state.held[self.side] & ~(trench(state, ALLIED) | trench(state, CENTRAL))
        return bit_set(
            h
            for h in members(free)
            if any(state.is_active(u) and in_general_supply(state, u) for u in state.stacks[h])
        )

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        state.stack.append(self)
        if verb == "arrive":
            state.stack.append(Placement(number))
        elif verb == "mobilize":  # [6.2]
            state.spend(self.side, cost(number), "mobilization")  # [6.2]
            delay = row_of(number)["delay"]
            if delay:  # [6.3]
                state.lift(number, due(state.turn + delay))
                state.detail("a unit is mobilized for turn {}", state.turn + delay)
            else:
                state.stack.append(Placement(number))
        elif verb == "demobilize":  # [6.9]
            state.stack.append(Demobilize(self.side))
        elif verb == "convert":  # [6.12] [21.1]
            state.spend(self.side, CONVERSION[COUNTERS[number].front.type], "conversion")
            state.turn_over(number)
            state.detail("a corps becomes an army")
            state.whisper(self.side, "it is the {:unit}", number)
        else:
            # [37.1] Three points a trench.
            state.spend(self.side, TRENCH_COST, "trenches")
            state.trenches[self.side] |= 1 << number  # [37.1] [37.2]
            state.detail("trenches are dug at {:hex}", number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "entrench" and "trenches" in state.options:
            return why_not_dig(state, self.side, number)
        if verb not in ("mobilize", "arrive", "demobilize", "convert"):
            return elsewhere(state, verb, "4.2", "units are mobilized in this phase, nothing else")
        return why_not_mobilize(state, self.side, verb, number)


@dataclass(frozen=True, slots=True)
class Demobilize(OwnDecision[State]):
    """[6.9] A unit is taken off the map, at no cost; it may come back on a later turn at its full
    price [R70], a headquarters too [R45]."""

    def prompt(self, state: State) -> str:
        return "Which unit is demobilized? [6.9]"

    def choices(self, state: State) -> Choices:
        return {"dismiss": Mobilization(self.side).standing(state), "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "dismiss":
            state.flipped &= ~(1 << number)
            state.lift(number, POOL)
            state.demobilized |= 1 << number
            state.detail("a unit is demobilized")
            state.whisper(self.side, "it is the {:unit}", number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "dismiss":
            return elsewhere(state, verb, "6.9", "say first which unit is demobilized")
        if not 0 <= number < len(COUNTERS) or state.side_of(number) != self.side:
            return Refusal("6.9", "only your own units are demobilized")
        if not state.piles[ON_MAP] >> number & 1:
            return Refusal("6.9", "only units on the map are demobilized")
        return Refusal("30.3b", "nationalists who do not fight yet are not yours to demobilize")
