"""Chapter 11: a scenario begins; the Entente sets up first, then the Central Powers [11.3]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.balance_of_powers.arrivals import timetable
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    ALL_AIR,
    ALL_CORPS,
    ALL_LEADERS,
    CAPITALS,
    CENTRAL,
    ENTENTE,
    FORTRESSES,
    GRID,
    MAJORS,
    NATION,
    NEUTRAL,
    OWNED,
    RU,
    TABLES,
)
from trenchline.games.balance_of_powers.conquest import conquer, is_fallen
from trenchline.games.balance_of_powers.crisis_of_july import Sarajevo, WarGuilt
from trenchline.games.balance_of_powers.deployment import (
    AFLOAT,
    ground,
    placer,
    recruits,
    waiting,
)
from trenchline.games.balance_of_powers.joining import Allocate
from trenchline.games.balance_of_powers.july_war import WAR, altered
from trenchline.games.balance_of_powers.omissions import OMITTING
from trenchline.games.balance_of_powers.scenarios import Scenario
from trenchline.games.balance_of_powers.sequence import Month
from trenchline.games.balance_of_powers.set_aside import Enlist, Losses
from trenchline.games.balance_of_powers.set_up import SetUp, Unveil
from trenchline.games.balance_of_powers.state import AWAITED, INTACT, POOL, State
from trenchline.games.balance_of_powers.variants import FREE, SHORT, WITH_FLEETS, played
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.position import declared
from trenchline.kernel.steps import Duty

HISTORICAL = "historical_set_up"
"""The option by which everybody begins where he stood in the war."""
FIRST_SEASON = month_number("September 1914")
"""The month that the first season of the war opens."""
REDUCED: Hexes = GRID.hexes(*TABLES["fortress"]["reduced"])
"""[13.0] Fortresses that are no better than reduced when the war begins."""
CRISIS = "crisis_of_july"
"""The option by which the Crisis of July is played before the war."""
VARYING = frozenset((FREE, SHORT, WITH_FLEETS)) | OMITTING
"""The options that make another scenario of it."""


def new_game(scenario: str, options: Mapping[str, str]) -> State:
    """A match at its beginning."""
    state = _begun(scenario, frozenset(n for n, value in options.items() if value == "on")).copy()
    state.desk = {}
    return state


@lru_cache(maxsize=64)
def _begun(name: str, chosen: frozenset[str]) -> State:
    """The beginning is always the same."""
    scenario = played(name, chosen & VARYING)
    if CRISIS not in chosen or "reroll" not in scenario.special:
        # [11.5] Only a war that begins in August 1914 begins with the crisis.
        return deployed(scenario, chosen)
    state = opening(scenario)
    state.options = chosen
    # The powers set up when they know what war it is ...
    state.stack = [ToArms(), WarGuilt(), Sarajevo()]
    if "secret" in scenario.special and HISTORICAL not in chosen:
        # [R172] ... but those who write it down do so before.
        state.stack += [SetUp(CENTRAL), SetUp(ENTENTE)]
    return state


@dataclass(frozen=True, slots=True)
class ToArms(Duty[State]):
    """[11.5/s15] War has come: the powers set up as the crisis left them."""

    def run(self, state: State) -> None:
        """Begin anew with what the crisis has changed, and its memory."""
        july = (*state.july, WAR)
        begun = deployed(altered(state.scenario, july), state.options).copy()
        _stand_as_written(begun, state)
        begun.july, begun.guilt, begun.guilty = july, state.guilt, state.guilty
        begun.reroll = state.guilty
        begun.demoralization = state.demoralization
        loan = TABLES["crisis_of_july"]["loan"] * (july.count("loan") - july.count("bungled"))
        begun.points[RU] = max(0, begun.points[RU] + loan)
        for fact in declared(State):
            if fact.is_fact and fact.name not in ("rolls", "log", "stack"):
                setattr(state, fact.name, getattr(begun, fact.name))
        # Whoever runs the stack goes on with the same one.
        state.stack += begun.stack


def _stand_as_written(begun: State, written: State) -> None:
    """[R172] Whoever can stands where his side wrote it down before the crisis; sides with others
    to set up are asked."""
    for kind in (ALL_CORPS, ALL_AIR, AFLOAT & ~ALL_LEADERS, ALL_LEADERS):
        for unit in members(written.mapped & kind):
            place = written.where[unit]
            side = placer(begun, unit)
            if waiting(begun, side) >> unit & 1 and ground(begun, unit) >> place & 1:
                begun.put(unit, place)
    begun.stack = [
        step
        for step in begun.stack
        if not isinstance(step, SetUp) or waiting(begun, step.side) or not written.mapped
    ]


def deployed(scenario: Scenario, chosen: frozenset[str]) -> State:
    """A scenario with everybody about to set up, or set up by history."""
    state = opening(scenario)
    state.options = chosen
    state.stack = [Month(state.scenario.first)]
    settle_nations(state)
    if "secret" in scenario.special:
        state.stack.append(Unveil())
    for side in (CENTRAL, ENTENTE):
        # The top of the stack is next.
        state.stack.append(SetUp(side))
        state.stack += [
            Losses(told)
            for told in reversed(state.scenario.set_asides)
            if state.sides[told.nation] == side
        ]
        if any(state.side_of(unit) == side for unit in members(recruits(state.scenario))):
            state.stack.append(Enlist(side))
    if HISTORICAL in state.options:
        _all_by_history(state)
    return state


def opening(scenario: Scenario) -> State:
    """The position before anybody is on the map."""
    state = State(scenario=scenario)
    state.month = scenario.first
    state.phase = "set-up"
    state.forts[NEUTRAL] = FORTRESSES
    for side, nations in enumerate(scenario.sides):
        for nation in nations:
            state.take_side(nation, side)
            state.points[nation] = scenario.points.get(nation, 0)
    for nation, suffered in scenario.demoralization.items():
        state.demoralization[nation] = suffered
    # [2.81]
    state.innovation = list(scenario.innovation)
    special = scenario.special
    for side, name in enumerate(("central", "entente")):
        state.benefits[side] = int(name in special.get("benefits", ()))
    for code in special.get("crisis", ()):
        state.crisis[NATION[code]] = scenario.first
    for code, when in special.get("entered", {}).items():
        state.entered[NATION[code]] = month_number(when)
    if scenario.first > FIRST_SEASON and "peace" not in special:
        # [5.211] [R104] Their first season is past.
        state.posted = bit_set(nation for nations in scenario.sides for nation in nations)
    if "reroll" in special:
        state.reroll = ("central", "entente").index(special["reroll"])
    # [12.6/set-up.3]
    state.hunters = special.get("hunters", 0)
    if "enlists" in special:
        state.take_side(NATION[special["enlists"]["nation"]], CENTRAL)
    hold_areas(state)
    for hex_ in members(REDUCED & scenario.hexes):
        state.batter(hex_)
    for hex_ in members(scenario.reduced):
        # [12.3/set-up.reduced]
        state.batter(hex_)
    for hex_ in members(scenario.ruins):
        state.batter(hex_, INTACT)
    for units in scenario.forces.values():
        for unit in units:
            state.where[unit] = AWAITED
    for unit in members(scenario.lost):
        # [12.3/set-aside.2]
        state.where[unit] = POOL
    if "peace" in special:
        # [11.5/peace-keeping-table.2] What the seasons of peace have brought is in the pools.
        for arrival in timetable(scenario):
            if arrival.seasonal and arrival.american < 0 and arrival.month <= scenario.first:
                if state.side_of(arrival.unit) != NEUTRAL:
                    state.where[arrival.unit] = POOL
    return state


def settle_nations(state: State) -> None:
    """[2.42] [2.93] Who is conquered as a scenario begins names his host, every other minor at war
    the power that supports it; both are asked once everybody has set up [R154]."""
    for nation, side in enumerate(state.sides):
        if side == NEUTRAL or not CAPITALS[nation] & state.scenario.hexes:
            continue
        if is_fallen(state, nation):
            conquer(state, nation)
        elif not MAJORS >> nation & 1:
            state.stack.append(Allocate(side, nation))


def hold_areas(state: State) -> None:
    """[11.4] A side controls wherever it may set up, whether it has units there or not. The rest
    of the countries at war stays with its owners [R1]."""
    for zone in state.scenario.zones:
        if zone.holder is None:
            continue
        side = state.sides[zone.holder]
        for nation, of in enumerate(state.sides):
            foreign = zone.hexes & OWNED[nation]
            if of == side or not foreign:
                continue
            state.held[side] |= foreign
            state.held[1 - side] &= ~foreign
            for hex_ in members(foreign):
                state.holder[hex_] = zone.holder


def _all_by_history(state: State) -> None:
    while isinstance(step := state.stack[-1], (SetUp, Losses, Enlist)):
        state.stack.pop()
        step.take(state, "rest", 0)
