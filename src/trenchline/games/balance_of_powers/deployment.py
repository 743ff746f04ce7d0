"""Chapters 11.3 and 12: where units may set up, and where their owners had them in the war.

Zones, quotas and caps belong to the scenario. A placement is offered only if whoever still waits
can meet every quota after it, so a set-up never ends in a position that breaks one.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_

from trenchline.games.balance_of_powers.components import (
    ALL_AIR,
    ALL_CORPS,
    ALL_LEADERS,
    CENTRAL,
    CENTRES,
    ENTENTE,
    FOLDER,
    GRID,
    LAND_BOXES,
    NATION,
    NAVAL,
    NEVER_DUG_IN,
    OF_KIND,
    OF_NATION,
    UNIT,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.flotillas import RIVERSIDE
from trenchline.games.balance_of_powers.scenarios import Scenario
from trenchline.games.balance_of_powers.stacking import fits
from trenchline.games.balance_of_powers.state import AWAITED, POOL, State
from trenchline.games.balance_of_powers.zones import Cap, Quota, Zone
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.data import DataError, read_csv
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Refusal

AFLOAT: Units = reduce(or_, (OF_KIND[kind] for kind in NAVAL), OF_KIND["navy leader"])
"""Counters that are not used under the optional admiralty rule [6.451]."""
FAR = 9_999


@lru_cache
def beginners(scenario: Scenario) -> Units:
    """The counters that set up before play begins: those of the sides, not of neutrals [11.3]."""
    fighting = {*scenario.sides[CENTRAL], *scenario.sides[ENTENTE]}
    units = bit_set(u for u in scenario.forces[scenario.set_up] if UNITS[u].nation in fighting)
    # [1.1.1] Where the short rule stands for chapters 7 and 8 there are no fleets.
    if scenario.settings.get("admiralty") == "optional":
        units &= ~AFLOAT
    return units


@lru_cache
def recruits(scenario: Scenario) -> Units:
    """[12.4/ah-corps] The foreign corps of which one may be enlisted."""
    told = scenario.special.get("enlists")
    if told is None:
        return 0
    return bit_set(
        unit
        for unit in members(OF_NATION[NATION[told["nation"]]] & OF_KIND["infantry"])
        if UNITS[unit].effectiveness == told["effectiveness"]
    )


def waiting(state: State, side: int) -> Units:
    """The counters of a side that have still to be set up."""
    scenario = state.scenario
    enlisted = recruits(scenario)
    left = (beginners(scenario) | enlisted) & state.troops[side] & ~state.mapped
    # Some are not wanted, were lost before, or found no command.
    return bit_set(unit for unit in members(left) if state.where[unit] == AWAITED)


def set_aside_already(state: State, nation: int) -> Units:
    """The corps of a nation that are in the pool before the first turn."""
    own = beginners(state.scenario) & OF_NATION[nation] & ALL_CORPS
    return bit_set(unit for unit in members(own) if state.where[unit] == POOL)


def zone_of(scenario: Scenario, unit: int) -> Zone:
    """The zone of a unit."""
    return next(zone for zone in scenario.zones if zone.units >> unit & 1)


@lru_cache
def _meant(scenario: Scenario) -> tuple[tuple[Quota, Units], ...]:
    """Who can meet each quota: the units it wants whose zone has part of it."""
    return tuple(
        (
            quota,
            bit_set(
                unit
                for unit in members(quota.units & (beginners(scenario) | recruits(scenario)))
                if zone_of(scenario, unit).hexes & quota.hexes
            ),
        )
        for quota in scenario.quotas
    )


def _capped(state: State, unit: int) -> tuple[Hexes, Cap | None]:
    """Where a cap that is reached keeps a unit out."""
    for cap in state.scenario.caps:
        if cap.units >> unit & 1:
            corps = state.corps[state.side_of(unit)] & cap.hexes
            there = sum((state.stacks[h] & cap.units).bit_count() for h in members(corps))
            if there >= cap.at_most:
                return cap.hexes, cap
    return 0, None


def _pressed(state: State, unit: int) -> tuple[Hexes, Quota] | None:
    """Where a unit must go because a quota needs everybody who is left."""
    for quota, meant in _meant(state.scenario):
        if meant >> unit & 1:
            left = waiting(state, state.side_of(unit)) & meant
            missing, where = quota.short(state.stacks)
            if missing >= left.bit_count():
                return where, quota
    return None


def ground(state: State, unit: int) -> Hexes:
    """Where a unit may set up now."""
    side = state.side_of(unit)
    found = zone_of(state.scenario, unit).hexes
    if ALL_LEADERS >> unit & 1:
        # [6.213] Leaders join units of their own power.
        own = OF_NATION[UNITS[unit].nation] & (ALL_CORPS | ALL_AIR)
        found &= bit_set(h for h, stack in state.stacks.items() if stack & own)
    if OF_KIND["flotilla"] >> unit & 1:
        # [9.5] Flotillas lie on rivers.
        found &= RIVERSIDE
    if ALL_CORPS >> unit & 1:
        found &= ~_capped(state, unit)[0]
        pressed = _pressed(state, unit)
        if pressed is not None:
            found &= pressed[0]
    for place in state.stacks:
        if found >> place & 1 and not fits(state, place, 1 << unit, side):
            found &= ~(1 << place)
    return found


def may_dig_in(state: State, unit: int) -> bool:
    """Whether a unit may begin in its trenches."""
    return zone_of(state.scenario, unit).modes and bool((ALL_CORPS & ~NEVER_DUG_IN) >> unit & 1)


def why_not_there(state: State, unit: int, place: Hex) -> Refusal:
    """Why a unit cannot set up in a location."""
    zone = zone_of(state.scenario, unit)
    if not zone.hexes >> place & 1:
        return Refusal(zone.case, f"it sets up in {zone.name}")
    capped, cap = _capped(state, unit)
    if cap is not None and capped >> place & 1:
        return Refusal(cap.case, f"{cap.name} at most")
    pressed = _pressed(state, unit)
    if pressed is not None and not pressed[0] >> place & 1:
        return Refusal(pressed[1].case, f"{pressed[1].name} need everybody who is left")
    if ALL_LEADERS >> unit & 1 and fits(state, place, 1 << unit, state.side_of(unit)):
        return Refusal("6.213", "a leader joins units of his own power")
    if OF_KIND["flotilla"] >> unit & 1 and not RIVERSIDE >> place & 1:
        return Refusal("9.5", "a flotilla lies on a river")
    return Refusal("2.62", "the location is full")


# Where they stood.


@lru_cache
def historical(scenario: Scenario) -> dict[int, tuple[Hex, bool]]:
    """Where each unit stood in the war, and whether it was dug in; not all are known."""
    file = FOLDER / "scenarios" / scenario.name / "deployments.csv"
    found: dict[int, tuple[Hex, bool]] = {}
    for row in read_csv(file, ("army", "units", "hexes", "mode", "source", "note")):
        places = []
        for label in row["hexes"].split():
            try:
                places.append(GRID.hex(label))
            except (KeyError, ValueError):
                raise row.wrong(f"there is no location {label}") from None
        dug_in = row.one_of("mode", ("", "entrenched")) == "entrenched"
        for number, key in enumerate(row["units"].split()):
            if key not in UNIT:
                raise row.wrong(f"there is no unit {key}")
            if UNIT[key] in found:
                raise row.wrong(f"{key} stands somewhere else already")
            found[UNIT[key]] = places[number % len(places)], dug_in
    listed = bit_set(scenario.forces[scenario.set_up]) | recruits(scenario)
    if strangers := [u for u in found if not listed >> u & 1]:
        raise DataError(file, None, f"{UNITS[strangers[0]].key} does not set up")
    return found


def _distance(a: Hex, b: Hex) -> int:
    if a == b:
        return 0
    boxes = LAND_BOXES >> a & 1 or LAND_BOXES >> b & 1
    return FAR if boxes else GRID.distance(a, b)


def placed_by_history(state: State, unit: int) -> tuple[Hex, bool]:
    """The location, among those that a unit may have, nearest to where it stood in the war.

    Whoever is not told of joins the fewest friends in a population centre.
    """
    free = ground(state, unit)
    told = historical(state.scenario).get(unit)
    if told is not None:
        place, dug_in = told
        if not free >> place & 1:
            place = min(members(free), key=lambda h: (_distance(h, place), h))
        return place, dug_in and may_dig_in(state, unit)
    towns = free & CENTRES or free
    return min(members(towns), key=lambda h: (state.corps_at(h).bit_count(), h)), False


def next_by_history(state: State, side: int) -> int | None:
    """Whom to set up next: corps, then aircraft, then leaders."""
    left = waiting(state, side)
    for kind in (ALL_CORPS, ALL_AIR, ALL_LEADERS):
        if left & kind:
            return lowest(left & kind)
    return None
