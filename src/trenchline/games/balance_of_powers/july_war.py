"""Chapter 11.5: the war that follows from the Crisis of July.

What the powers chose is kept in the state as words (``State.july``). A scenario and these words
make another scenario: other months, other sides, other zones. ``war`` is the last of the words; as
long as it is missing nothing has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from trenchline.games.balance_of_powers.arrivals import read_when
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    AH,
    FR,
    GRID,
    HOME,
    IT,
    ME,
    NATIONS,
    OF_NATION,
    RO,
    RS,
    RU,
    SE,
    UNIT,
    UNITS,
)
from trenchline.games.balance_of_powers.components import GE as GERMANY
from trenchline.games.balance_of_powers.flotillas import RIVERSIDE
from trenchline.games.balance_of_powers.scenarios import Scenario, order_of_battle
from trenchline.games.balance_of_powers.variants import has_naval_zones, naval_zones
from trenchline.games.balance_of_powers.zones import Zone, near

WAR = "war"
"""The word that ends the crisis."""
JULY = month_number("July 1914")
MAY = month_number("May 1915")
LIBAU = GRID.hexes("3706")
COAST_TOWNS = GRID.hexes("2635", "2738")
"""Fiume and Zara."""
KEG = "11.5/peace-keeping-table"


@lru_cache(maxsize=64)
def altered(scenario: Scenario, july: tuple[str, ...]) -> Scenario:
    """A scenario as the crisis leaves it."""
    if WAR not in july:
        return scenario
    # The guilty side alone has the reroll now [11.5.1].
    special = {key: told for key, told in scenario.special.items() if key != "reroll"}
    settings = dict(scenario.settings)
    first = scenario.first
    sides = [list(nations) for nations in scenario.sides]
    if "powder_keg" in july:
        first = MAY
        special |= {"peace": True, "others": {"RU": 19}}
        # [R173] The plans of August 1914 are waste paper.
        special = _without(special, "plan_xvii", "schlieffen")
        sides[1] = [n for n in sides[1] if n not in (RS, ME)]
        if "sweden" in july:
            sides[0].append(SE)
        if "italy" in july:
            sides[1].append(IT)
        if "romania" in july:
            sides[1].append(RO)
    else:
        if "ultimatum" in july:
            first = JULY
            special["one_fortnight"] = "July 1914"
        if "partial" in july:
            # [11.5/s14.a1] [11.5/s14.a2] [R171] France waits; no plan binds her or the Germans.
            sides[1] = [n for n in sides[1] if n != FR]
            special = _without(special, "plan_xvii", "schlieffen")
            special |= {"courted": ["FR"], "sweden_joins": "October 1914"}
        halted = [code for code, word in (("FR", "unready"), ("GE", "partial")) if word in july]
        if halted:
            special["halted"] = halted
        if "unready" in july:
            special["unready"] = "FR"
    _neutrals(settings, scenario, sides)
    last = scenario.last
    if last < first:
        last += first - scenario.first
    changed = replace(
        scenario,
        first=first,
        last=last,
        sides=(tuple(sides[0]), tuple(sides[1])),
        forces=_forces(scenario, sides, july),
        settings=settings,
        special=special,
    )
    return replace(changed, zones=_zones(changed, july), quotas=_quotas(changed))


def _without(special: Mapping[str, Any], *words: str) -> dict[str, Any]:
    return {key: told for key, told in special.items() if key not in words}


def _neutrals(settings: dict[str, Any], scenario: Scenario, sides: list[list[int]]) -> None:
    """Who has left a side is a neutral of the scenario, who has joined one is none."""
    if "neutrals" not in settings:
        return
    before = {nation for nations in scenario.sides for nation in nations}
    after = {nation for nations in sides for nation in nations}
    left = [NATIONS[nation].code for nation in sorted(before - after)]
    settings["neutrals"] = [*settings["neutrals"], *left]


def _forces(
    scenario: Scenario, sides: list[list[int]], july: tuple[str, ...]
) -> dict[str, tuple[int, ...]]:
    """Who comes when: those who joined come by the common order of battle [13.0]; what a year of
    peace has held up comes in June 1915 [11.5/peace-keeping-table.1]."""
    forces = {when: list(units) for when, units in scenario.forces.items()}
    told = {UNITS[unit].nation for units in forces.values() for unit in units}
    new = {nation for nations in sides for nation in nations} - told
    if "partial" in july:
        new |= {SE} - told
    for when, units in order_of_battle().items():
        for unit in units:
            home = HOME[UNITS[unit].nation] & scenario.ground
            if UNITS[unit].kind == "flotilla":
                # [9.5] It needs a river.
                home &= RIVERSIDE
            if UNITS[unit].nation in new and home:
                forces.setdefault(when, []).append(unit)
    if "italy" in july and COAST_TOWNS & scenario.hexes:
        # [11.5/peace-keeping-table/3-4] The 30th corps is there from the start.
        for units in forces.values():
            if UNIT["IT-I-30"] in units:
                units.remove(UNIT["IT-I-30"])
        forces[scenario.set_up].append(UNIT["IT-I-30"])
    if "powder_keg" not in july:
        return {when: tuple(units) for when, units in forces.items()}
    found: dict[str, list[int]] = {}
    for when, units in forces.items():
        month, seasonal, american = read_when(when, scenario.first)
        late = american < 0 and not seasonal and month < MAY and when != scenario.set_up
        found.setdefault("1915 June" if late else when, []).extend(units)
    return {when: tuple(units) for when, units in found.items()}


def _zones(scenario: Scenario, july: tuple[str, ...]) -> tuple[Zone, ...]:
    """Where everybody sets up: rebels keep some places free and hold them for others."""
    zones = list(scenario.zones)
    placed = 0
    for zone in zones:
        placed |= zone.units
    for nation in (nation for nations in scenario.sides for nation in nations):
        ground = HOME[nation] & scenario.ground
        if ground and not placed & OF_NATION[nation]:
            if has_naval_zones(scenario):
                zones += naval_zones(scenario, nation)
            name = NATIONS[nation].name
            zones.append(Zone(name, KEG, OF_NATION[nation], ground, False, None))
    if "courland" in july and LIBAU & scenario.hexes:
        # [11.5/peace-keeping-table/1-2] No Russians near Libau, Germans in it.
        shunned = near(LIBAU, 1, scenario.ground & ~scenario.boxes)
        zones = [_kept_out(zone, RU, shunned) for zone in zones]
        own = 1 << UNIT["GE-I-LWO"]
        zones.insert(0, Zone("Libau", f"{KEG}/1-2", own, LIBAU, False, GERMANY))
    if "italy" in july and (towns := COAST_TOWNS & scenario.hexes):
        zones = [_kept_out(zone, AH, towns) for zone in zones]
        own = 1 << UNIT["IT-I-30"]
        zones.insert(0, Zone("Fiume or Zara", f"{KEG}/3-4", own, towns, False, IT))
    return tuple(zones)


def _kept_out(zone: Zone, nation: int, places: int) -> Zone:
    """A zone of a nation without some places."""
    return replace(zone, hexes=zone.hexes & ~places) if zone.units & OF_NATION[nation] else zone


def _quotas(scenario: Scenario) -> tuple[Any, ...]:
    """The duties of those who set up."""
    fighting = 0
    for nations in scenario.sides:
        for nation in nations:
            fighting |= OF_NATION[nation]
    return tuple(quota for quota in scenario.quotas if quota.units & fighting)
