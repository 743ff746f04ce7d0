"""Chapters 26 to 29: the orders of battle, and where each unit may be set up."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import (
    AH,
    AIR,
    ALLIED,
    CENTRAL,
    CITIES,
    CITY,
    COUNTERS,
    DESERT,
    GE,
    GRID,
    IT,
    LAND,
    LINE,
    MARCH,
    NATION_OF,
    NATIONS,
    RUSSIA,
    STRAITS,
    TERRITORY,
)
from trenchline.games.kaisers_war.stacking import roomy
from trenchline.games.kaisers_war.state import POOL, State
from trenchline.kernel.bits import members
from trenchline.kernel.floods import flood, step
from trenchline.kernel.hexes import Hexes


def _lands(*codes: str) -> Hexes:
    hexes = 0
    for code in codes:
        hexes |= TERRITORY[code]
    return hexes


def around(city: str, radius: int) -> Hexes:
    """The land within so many hexes of a city."""
    hexes = 1 << CITY[city]
    for away in range(1, radius + 1):
        hexes |= GRID.ring(CITY[city], away)
    return hexes & LAND


def _near_line(side: int, radius: int) -> Hexes:
    """A side's land within so many hexes of the initial front line."""
    hexes = front = LINE[1 - side]
    for _ in range(radius):
        front = step(front, MARCH)
        hexes |= front
    return hexes & LINE[side]


_BALKANS = ("SB", "GK", "AL")
_FREE = ("BE", "LU", "FR", "GE", "AH", "IT", "AL", "SB", "RM", "BU")
AREAS: dict[str, Hexes] = {
    # [26.3] The Allied order of battle.
    "London": 1 << CITY["London"],
    "France": _lands("FR"),
    "Italy": _lands("IT"),
    "Greece": _lands("GK"),
    "Greece/Albania": _lands("GK", "AL"),
    "Greece or Albania": _lands("GK", "AL"),
    "Egypt": _lands("EG"),
    "Belgium": _lands("BE"),
    "Jerusalem": around("Jerusalem", 1),
    "Baghdad": around("Baghdad", 1),
    "Jerusalem or Baghdad": around("Jerusalem", 1) | around("Baghdad", 1),
    "Persia": _lands("PE"),
    "French cities": _lands("FR") & CITIES,
    "Italian cities": _lands("IT") & CITIES,
    "Allied cities": CITIES,
    "Ottoman desert": _lands("TU") & DESERT,
    "Kars or Baku": 1 << CITY["Kars"] | 1 << CITY["Baku"],
    # [26.4] The Central Powers' order of battle.
    "German cities": _lands("GE") & CITIES,
    "AH cities": _lands("AH") & CITIES,
    "Ottoman cities": _lands("TU") & CITIES,
    "CP cities": CITIES,
    "West": _lands("BE", "LU", "FR", "GE") & _near_line(CENTRAL, 2),
    "Free": _lands(*_FREE),
    "Helsinki": 1 << CITY["Helsinki"],
    "Baltic": _lands("BA"),
    "Poland": _lands("PO"),
    "Ukraine": _lands("UK"),
    "Poland/Ukraine": _lands("PO", "UK"),
    "Romania": _lands("RM"),
    "Balkans": _lands(*_BALKANS),
    "Bulgaria/Romania/Serbia/Greece/Albania": _lands("BU", "RM", *_BALKANS),
    "Ottoman Empire": _lands("TU"),
    "AH/Italy": _lands("AH", "IT"),
    "Constantinople": around("Constantinople", 3),
    "Erzincan": around("Erzincan", 3),
    "Damascus": around("Damascus", 3),
    "Mosul": around("Mosul", 2),
    # [28.1] [28.2] Additional forces.
    "Petrograd": 1 << CITY["Petrograd"],
    "Moscow": 1 << CITY["Moscow"],
    "Russian cities": RUSSIA & CITIES & ~(1 << CITY["Narva"]),
    "Narva": 1 << CITY["Narva"],
    "Finland": _lands("FI"),
}
_THRACE: Hexes = (
    flood(TERRITORY["BU"], (TERRITORY["BU"] | TERRITORY["TU"]) & ~STRAITS, MARCH) & TERRITORY["TU"]
    | STRAITS
)
ASIA: Hexes = TERRITORY["TU"] & ~_THRACE | _lands("PE", "TC", "EG")
EUROPE: Hexes = LAND & ~ASIA & ~RUSSIA
EAST_SLOTS = ("Petrograd", "Moscow", "Russian cities", "Narva", "Finland")


def area(state: State, unit: int) -> Hexes:
    """[3.2] Where a unit may be set up."""
    counter = COUNTERS[unit]
    side = NATIONS[counter.nation].side
    hexes = AREAS[counter.slot]
    # [28.3] With the Russian front the free German forces may start in the east.
    if counter.slot == "Free" and "east" in state.options:
        hexes |= _lands("BA", "PO", "UK")
    if "free_deployment" in state.options:  # [29.3] [29.4]
        hexes |= free_area(state, unit)
    if counter.slot in EAST_SLOTS:
        return hexes
    return hexes & LINE[side]


def free_area(state: State, unit: int) -> Hexes:
    """[29.3] [29.4] What the free deployment variant adds."""
    counter = COUNTERS[unit]
    kind = counter.front.type
    key = counter.key
    if counter.nation == GE and kind in ("shock_army", "hq", *AIR):
        one_in_asia = kind == "shock_army" and not any(
            COUNTERS[u].front.type == "shock_army" and NATION_OF[u] == GE
            for h in members(TERRITORY["TU"] & ASIA & state.held[CENTRAL])
            for u in state.stacks[h]
        )
        return EUROPE | (TERRITORY["TU"] & ASIA if one_in_asia else 0)
    if key == "AHShockIso" or (counter.nation == AH and kind in AIR):
        return EUROPE
    if key == "TUAlpAIsl":
        return TERRITORY["TU"]
    if key in ("BR5", "BRTac2"):
        return _lands("IT", "GK", "EG")
    if key in ("FR8", "FRTac2"):
        return _lands("IT", "GK")
    if counter.nation == IT and kind == "expeditionary_corps":
        return _lands("AL", "GK", "EG")
    return 0


_DEPLOYED = tuple(
    sorted(
        (
            u
            for u, counter in enumerate(COUNTERS)
            if counter.slot in AREAS and NATIONS[counter.nation].side == side
        ),
        key=lambda u: (AREAS[COUNTERS[u].slot].bit_count(), u),
    )
    for side in (ALLIED, CENTRAL)
)
"""Each side's units that start on the map; the most confined come first."""


def to_deploy(state: State, side: int) -> list[int]:
    """[26.3] [26.4] A side's units that still have to be placed."""
    left = state.piles[POOL] & ~state.demobilized
    return [u for u in _DEPLOYED[side] if left >> u & 1]


def open_hexes(state: State, unit: int) -> Hexes:
    """The hexes of its area where a unit may still be set up [3.1] [3.2] [9.9]."""
    side = NATIONS[NATION_OF[unit]].side
    free = area(state, unit) & ~(state.held[1 - side] | (0 if unit_is_red(unit) else state.held[2]))
    return roomy(state, unit, free)


def unit_is_red(unit: int) -> bool:
    """Whether a unit is Bolshevik: placed by the Allied player, though not his yet [28.1]."""
    return NATIONS[NATION_OF[unit]].group == "bolshevik"
