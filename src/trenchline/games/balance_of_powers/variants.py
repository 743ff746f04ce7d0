"""Chapters 11.2 and 12: a scenario as players have agreed to play it: with fleets or without, set
up freely or as it is told."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    ENTENTE,
    FULL_NATIONS,
    GRID,
    HOME,
    LAND,
    NATION,
    NATIONS,
    OF_KIND,
    OF_NATION,
    OWNED,
    PORT_BOXES,
    PORTS,
    RU,
    UNITS,
    WATER,
    Units,
)
from trenchline.games.balance_of_powers.omissions import OMITTING
from trenchline.games.balance_of_powers.scenarios import (
    FLEETS,
    Scenario,
    gunfire,
    load_scenario,
)
from trenchline.games.balance_of_powers.zones import Zone, off
from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hexes

FREE = "optional_set_up"
"""The option by which everybody sets up anywhere at home, and no plan binds anybody."""
WITH_FLEETS = "fleets"
"""The option by which ships are played where the optional rule would do [11.2]."""
SHORT = "short_admiralty"
"""The option by which the optional rule is played where there would be ships [11.2]."""
FRIENDLY = "friendly ports"
"""Where ships set up in a scenario without any country at home [12.8/set-up.2]."""
PLANS = ("plan_xvii", "schlieffen")
"""The special rules that bind the powers to their plans of 1914."""
AT_SEA = 3
"""[12.5/set-up.naval] [12.9/set-up.mines] How far from friendly land mines set up."""
CRUISERS: Units = bit_set(
    n
    for n, unit in enumerate(UNITS)
    if unit.kind == "ship" and unit.ship in ("BC", "CA", "CC", "CL")
)
"""[12.9/set-up.naval] The ships that may be anywhere as the war begins."""
GULF = GRID.hexes("Gulf-of-Finland")
VESSELS: Units = OF_KIND["ship"] | OF_KIND["submarine"]


@lru_cache
def played(name: str, options: frozenset[str]) -> Scenario:
    """A scenario with what players have agreed on."""
    omitted = options & OMITTING
    scenario = load_scenario(name, omitted) if omitted else load_scenario(name)
    if SHORT in options:
        scenario = without_fleets(scenario)
    scenario = with_naval_zones(scenario)
    if FREE in options:
        scenario = freely(scenario)
    return with_fleets(scenario) if WITH_FLEETS in options else scenario


def load_freely(name: str) -> Scenario:
    """A scenario by its name, set up freely."""
    return played(name, frozenset((FREE,)))


def freely(scenario: Scenario) -> Scenario:
    """[12.1/optional-set-up] [12.9/optional-set-up] A scenario in which everybody sets up anywhere
    at home in manoeuvre mode and no plan binds anybody, but ships and those for Africa as they
    always do; one without plans stays as it is."""
    if not scenario.special.keys() & set(PLANS):
        return scenario
    case = f"{scenario.case}/optional-set-up"
    fixed = [zone for zone in scenario.zones if zone.fixed]
    placed = reduce(or_, (zone.units for zone in fixed), 0)
    free = [
        Zone(
            f"{NATIONS[nation].name}, anywhere",
            case,
            OF_NATION[nation] & ~placed,
            # [R323] Nobody waits in the boxes of full nations.
            HOME[nation] & scenario.ground & ~FULL_NATIONS,
            False,
            None,
        )
        for nation in _deployed(scenario)
    ]
    special = {key: told for key, told in scenario.special.items() if key not in PLANS}
    special["secret"] = True
    return replace(scenario, zones=(*fixed, *free), quotas=(), caps=(), special=special)


def _deployed(scenario: Scenario) -> tuple[int, ...]:
    """The nations that set up, those of neutrals included [12.9/set-up]."""
    told: dict[str, Any] = scenario.settings.get("deploys", {})
    guests = tuple(NATION[code] for codes in told.values() for code in codes)
    return (*scenario.sides[CENTRAL], *scenario.sides[ENTENTE], *guests)


def _friendly(scenario: Scenario, nations: Collection[int]) -> Hexes:
    """The land of a side as a scenario begins: where it sets up, and its own that nobody else
    does [11.4]."""
    own = taken = home = 0
    units = reduce(or_, (OF_NATION[nation] for nation in nations))
    for zone in scenario.zones:
        if zone.units & units:
            own |= zone.hexes
        else:
            taken |= zone.hexes
    for nation in nations:
        home |= HOME[nation]
    return (own | home & ~taken) & scenario.hexes


@lru_cache
def with_fleets(scenario: Scenario) -> Scenario:
    """[11.2] The same scenario with its fleets instead of the optional admiralty rule, if it has
    any. Ships set up in the ports of their country [12.3/set-up.naval] [12.5/set-up.naval], mines
    off the coasts of their side."""
    if not scenario.settings.get("fleets"):
        return scenario
    zones = []
    case = f"{scenario.case}/set-up.naval"
    if scenario.settings["fleets"] == FRIENDLY:
        case = f"{scenario.case}/set-up.2"
    for nations in scenario.sides:
        friendly = _friendly(scenario, nations)
        for nation in nations:
            home = HOME[nation] & scenario.hexes
            ports = home & (PORTS | PORT_BOXES) or scenario.musters.get(nation, 0) & PORTS
            if scenario.settings["fleets"] == FRIENDLY:
                # [12.8/set-up.2]
                ports = reduce(or_, (OWNED[friend] for friend in nations)) & scenario.hexes
                ports &= PORTS | PORT_BOXES
            waters = off(friendly & LAND, AT_SEA) & scenario.hexes
            name = NATIONS[nation].adjective
            leaders, mines = OF_NATION[nation] & OF_KIND["navy leader"], OF_KIND["mine"]
            ships = OF_NATION[nation] & VESSELS | leaders
            zones += [
                Zone(f"{name} ports", case, ships, ports, False, None),
                Zone(f"{name} waters", case, OF_NATION[nation] & mines, waters, False, None),
            ]
    settings = {**scenario.settings, "admiralty": FLEETS}
    return replace(
        scenario,
        settings=settings,
        zones=(*zones, *scenario.zones),
        gunfire_of=None,
        no_gunfire=0,
    )


@lru_cache
def with_naval_zones(scenario: Scenario) -> Scenario:
    """[12.9/set-up.naval] [12.9/set-up.mines] The same scenario with the zones of its ships and
    mines, if it has any."""
    if not has_naval_zones(scenario):
        return scenario
    zones = [zone for nation in _deployed(scenario) for zone in naval_zones(scenario, nation)]
    return replace(scenario, zones=(*zones, *scenario.zones))


def has_naval_zones(scenario: Scenario) -> bool:
    """Whether ships set up as in the whole war."""
    settings = scenario.settings
    return bool(settings.get("naval_zones")) and settings.get("admiralty") == FLEETS


def naval_zones(scenario: Scenario, nation: int) -> list[Zone]:
    """[12.9/set-up.naval] [R324] Ships begin in ports at home, but cruisers anywhere on a map or in
    a friendly port box, and mines near home or in such a box [12.9/set-up.mines], those of Russia
    in the Gulf of Finland too."""
    side = CENTRAL if nation in scenario.sides[CENTRAL] else ENTENTE
    friends = {*scenario.sides[side], nation}
    if side == ENTENTE:
        friends.update(_deployed(scenario)[sum(map(len, scenario.sides)) :])
    owned = reduce(or_, (OWNED[friend] for friend in friends))
    boxes = PORT_BOXES & owned & scenario.hexes
    ports = HOME[nation] & (PORTS | PORT_BOXES) & scenario.hexes
    waters = WATER & scenario.hexes & ~(PORTS & ~owned)
    mined = off(HOME[nation] & scenario.hexes & LAND, AT_SEA) & scenario.hexes | boxes
    if nation == RU:
        mined |= GULF
    own, name = OF_NATION[nation], NATIONS[nation].adjective
    admirals = own & OF_KIND["navy leader"]
    told = (
        ("cruisers at sea or in port", own & CRUISERS, waters | boxes),
        ("home ports", own & VESSELS & ~CRUISERS, ports),
        ("flagships", admirals, waters | boxes | ports),
    )
    case = "12.9/set-up.naval"
    zones = [
        Zone(f"{name} {words}", case, units, hexes, False, None, fixed=True)
        for words, units, hexes in told
    ]
    mines = own & OF_KIND["mine"]
    near = f"{name} waters"
    return [*zones, Zone(near, "12.9/set-up.mines", mines, mined, False, None, fixed=True)]


@lru_cache
def without_fleets(scenario: Scenario) -> Scenario:
    """[12.9/no-navy.1] [12.9/no-navy.2] The same scenario by the optional admiralty rule, if it
    tells what stands for blockade and submarines then."""
    if "short_seas" not in scenario.special:
        return scenario
    settings = {**scenario.settings, "admiralty": "optional"}
    of, besides = gunfire(settings)
    return replace(scenario, settings=settings, gunfire_of=of, no_gunfire=besides)
