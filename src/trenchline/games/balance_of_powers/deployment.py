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
    ARMY_LEADERS,
    CENTRAL,
    CENTRES,
    ENTENTE,
    FOLDER,
    GRID,
    NATION,
    NAVAL,
    NEUTRAL,
    NEVER_DUG_IN,
    OF_KIND,
    OF_NATION,
    UNIT,
    UNITS,
    Units,
    apart,
)
from trenchline.games.balance_of_powers.flotillas import waters_of
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


@lru_cache
def beginners(scenario: Scenario) -> Units:
    """The counters that set up before play begins: those of the sides, not of neutrals [11.3]."""
    fighting = {*scenario.sides[CENTRAL], *scenario.sides[ENTENTE]}
    listed = scenario.forces[scenario.set_up]
    units = bit_set(u for u in listed if UNITS[u].nation in fighting)
    # [12.9/set-up] And those of a neutral who will not stay one.
    units |= bit_set(listed) & (scenario.guests[CENTRAL] | scenario.guests[ENTENTE])
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
    own = state.troops[side] if side != NEUTRAL else 0
    if side != NEUTRAL:
        own |= scenario.guests[side] & state.troops[NEUTRAL]
    left = (beginners(scenario) | enlisted) & own & ~state.mapped
    # Some are not wanted, were lost before, or found no command.
    return bit_set(unit for unit in members(left) if state.where[unit] == AWAITED)


def placer(state: State, unit: int) -> int:
    """The side that sets a unit up: its own, or that of a neutral's friends [12.9/set-up]."""
    side = state.side_of(unit)
    if side == NEUTRAL:
        for other in (CENTRAL, ENTENTE):
            if state.scenario.guests[other] >> unit & 1:
                return other
    return side


def set_aside_already(state: State, nation: int, among: Units = ALL_CORPS) -> Units:
    """The corps of a nation that are in the pool before the first turn."""
    own = beginners(state.scenario) & OF_NATION[nation] & among
    return bit_set(unit for unit in members(own) if state.where[unit] == POOL)


def is_secret(scenario: Scenario, unit: int) -> bool:
    """[12.1/optional-set-up] Whether a unit is written down in secret; naval forces set up as usual
    [12.9/optional-set-up]."""
    return "secret" in scenario.special and not AFLOAT >> unit & 1


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
        if OF_KIND["navy leader"] >> unit & 1:
            own = OF_NATION[UNITS[unit].nation] & (OF_KIND["ship"] | OF_KIND["submarine"])
        found &= bit_set(h for h, stack in state.stacks.items() if stack & own)
    if OF_KIND["flotilla"] >> unit & 1:
        # [9.5] Flotillas lie on rivers, or on lakes [9.5.2].
        found &= waters_of(unit)
    if OF_KIND["mine"] >> unit & 1:
        found &= ~_mined(state, side)
    if ALL_CORPS >> unit & 1:
        found &= ~_capped(state, unit)[0]
        pressed = _pressed(state, unit)
        if pressed is not None:
            found &= pressed[0]
    if (ALL_CORPS | ARMY_LEADERS) >> unit & 1:
        # [2.62] Any number of others finds room.
        for place in state.stacks:
            if found >> place & 1 and not fits(state, place, 1 << unit, side):
                found &= ~(1 << place)
    return found


def _mined(state: State, side: int) -> Hexes:
    """[6.44] Where a side has a mine already: one to a hex."""
    laid = state.on_map(side) & OF_KIND["mine"]
    return bit_set(state.where[mine] for mine in members(laid))


def may_dig_in(state: State, unit: int) -> bool:
    """Whether a unit may begin in its trenches."""
    return zone_of(state.scenario, unit).modes and bool((ALL_CORPS & ~NEVER_DUG_IN) >> unit & 1)


def must_dig_in(state: State, unit: int) -> bool:
    """[12.3/set-up] Whether a unit begins in its trenches."""
    return zone_of(state.scenario, unit).trenches and may_dig_in(state, unit)


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
    if OF_KIND["mine"] >> unit & 1:
        return Refusal("6.44", "a mine of your side lies there")
    if OF_KIND["flotilla"] >> unit & 1 and not waters_of(unit) >> place & 1:
        return Refusal("9.5", "a flotilla lies on a river, in Africa on a lake")
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
    gone = bit_set(UNIT[key] for key in scenario.settings.get("gone", ()))
    found = {unit: told for unit, told in found.items() if not gone >> unit & 1}
    if strangers := [u for u in found if not listed >> u & 1]:
        raise DataError(file, None, f"{UNITS[strangers[0]].key} does not set up")
    if gone:
        # [12.9/omit-ottoman] Who stood on a map that is not played finds another place.
        found = {u: told for u, told in found.items() if scenario.hexes >> told[0] & 1}
    return found


def placed_by_history(state: State, unit: int) -> tuple[Hex, bool]:
    """The location, among those that a unit may have, nearest to where it stood in the war.

    Whoever is not told of joins the fewest friends in a population centre.
    """
    free = ground(state, unit)
    told = historical(state.scenario).get(unit)
    if told is not None:
        place, dug_in = told
        if not free >> place & 1:
            place = min(members(free), key=lambda h: (apart(h, place), h))
        return place, (dug_in or must_dig_in(state, unit)) and may_dig_in(state, unit)
    if OF_KIND["mine"] >> unit & 1:
        return lowest(free), False
    towns = free & CENTRES or free
    fewest = min(members(towns), key=lambda h: (state.corps_at(h).bit_count(), h))
    return fewest, must_dig_in(state, unit)


def next_by_history(state: State, side: int) -> int | None:
    """Whom to set up next: corps, then aircraft, then naval units, then leaders."""
    left = waiting(state, side)
    for kind in (ALL_CORPS, ALL_AIR, AFLOAT & ~ALL_LEADERS, ALL_LEADERS):
        if left & kind:
            return lowest(left & kind)
    return None
