"""Chapter 6: what units cost, when they may be had, and where they appear [43.2]."""

from __future__ import annotations

from typing import Any

from trenchline.games.kaisers_war.components import (
    ALLIED,
    AN,
    BO,
    BOXES,
    CENTRAL,
    CITIES,
    COAST,
    COUNTERS,
    CZ,
    DESERT,
    JA,
    LANDING_EDGE,
    LINE,
    NATION_OF,
    NATIONS,
    NAVAL_BASES,
    OCCUPIED,
    OF_CLASS,
    PO,
    POINTS,
    RUSSIA,
    TABLES,
    TERRITORY,
    TWINS,
    US,
    WR,
)
from trenchline.games.kaisers_war.control import controlled
from trenchline.games.kaisers_war.eastern import LAWRENCE, WASSMUSS, may_stack
from trenchline.games.kaisers_war.naval import CENTRAL_SEAS, usable_seas
from trenchline.games.kaisers_war.stacking import roomy
from trenchline.games.kaisers_war.state import DEAD, POOL, State
from trenchline.games.kaisers_war.supply import supply_points
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hexes

ROWS: dict[str, dict[str, Any]] = {
    kind: row for kind, row in TABLES["mobilization"].items() if kind != "source"
}
SPECIAL: dict[str, dict[str, Any]] = TABLES["mobilization_of"]
CONVERSION: dict[str, int] = TABLES["conversion"]
BOX_LIMIT = tuple(TABLES["boxes"][name]["most"] for name in BOXES)
BOX_NATIONS = tuple(tuple(TABLES["boxes"][name]["nations"]) for name in BOXES)
TRENCH_COST = 3
GROWTH = 2
"""[9.2] By how many corps equivalents an army is more than a corps."""
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


NEVER_BOUGHT = bit_set(
    unit
    for unit, nation in enumerate(NATION_OF)
    if NATIONS[nation].group in ("bolshevik", "anarchist") or nation == CZ
)
"""The units that come by other ways than mobilization [30.8] [30.12]."""
NOT_BEFORE_1919 = bit_set(
    unit
    for unit, nation in enumerate(NATION_OF)
    if nation == JA or row_of(unit).get("year") == 1919
)
PAID_WITH = tuple(
    bit_set(unit for unit in range(len(COUNTERS)) if row_of(unit) and cost(unit) < points)
    for points in range(POINTS["most"] + 1)
)
"""The units that a side can pay for, by the points it has: nobody spends his last [5.5]."""


def supplied_cities(state: State, side: int) -> Hexes:
    """[R67] Controlled cities in general supply: sources, or with a rail line to one."""
    return CITIES & supply_points(state, side)


def _territory(countries: tuple[str, ...]) -> Hexes:
    hexes = 0
    for code in countries:
        hexes |= TERRITORY[code]
    return hexes


HOME = tuple(_territory(nation.home) for nation in NATIONS)


def _cities_of(unit: int) -> Hexes:
    wanted = 0
    for letter in row_of(unit).get("cities", ""):
        if letter in CLASS_OF:
            wanted |= OF_CLASS[CLASS_OF[letter]]
    return wanted & HOME[NATION_OF[unit]]


CITIES_OF = tuple(_cities_of(unit) for unit in range(len(COUNTERS)))
"""The cities of each unit's country in which the table lets it appear."""


def home_hexes(state: State, unit: int) -> Hexes:
    """[6.4] [6.5] The hexes in which a unit may appear, before stacking is looked at. A capital of
    the table is a major capital [R23]."""
    side = state.side_of(unit)
    if unit == LAWRENCE:
        return TERRITORY["TU"] & DESERT & ~state.held[CENTRAL]  # [6.6]
    if unit == WASSMUSS:
        return TERRITORY["PE"] & ~state.held[ALLIED]  # [6.6]
    classes = row_of(unit).get("cities", "")
    nation = NATION_OF[unit]
    group = NATIONS[nation].group
    if group in ("bolshevik", "anarchist"):
        return _red_hexes(state, unit)
    # [6.10] [7.5] Garrisons and forts go to cities in general supply.
    if classes == "C":
        cities = supplied_cities(state, side)
        if group == "garrison":
            return cities & ~RUSSIA if side == ALLIED else cities  # [30.16]
        return cities & HOME[nation]
    if classes == "N":
        bases = NAVAL_BASES & controlled(state, side) & HOME[nation]
        coasts = 0
        for sea in usable_seas(state, side):
            if side == ALLIED or CENTRAL_SEAS.get(sea) == nation:
                coasts |= COAST[sea]
        return bases & coasts
    if group == "nationalist":
        return _nationalist_hexes(state, unit)
    if not set_free(state, nation):
        return 0
    # [6.5] Enemy zones do not matter behind the side's own initial front line; [6.11] a city beyond
    # it must be under control again [R65], and an occupied country have been set free [R90].
    found = CITIES_OF[unit]
    return found & controlled(state, side) | found & LINE[side] if found & ~LINE[side] else found


def set_free(state: State, nation: int) -> bool:
    """[6.11] Whether a nation mobilizes: not if all its mobilization hexes began in enemy hands and
    no friend has come to one since [R90]."""
    captive = HOME[nation] & OCCUPIED
    return not captive or bool(captive & (state.liberated | state.held[ALLIED]))


def _nationalist_hexes(state: State, unit: int) -> Hexes:
    """[30.6] [30.7] [40.2] Where nationalists appear."""
    nation = NATION_OF[unit]
    side = state.side_of(unit)
    if nation == PO and side == ALLIED:
        wanted = OF_CLASS["major_capital"] | OF_CLASS["resource"] | OF_CLASS["political"]
        return wanted & TERRITORY["FR"] & controlled(state, ALLIED)
    if nation == WR:
        return (CITIES & RUSSIA | LANDING_EDGE["russia"]) & ~(state.held[ALLIED] | state.held[2])
    home = HOME[nation] & CITIES & state.held[side]
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
    """[6.4] [6.5] The hexes where a unit may be placed now: one a hex and phase [R25], no enemy,
    room [9.4]."""
    if NATION_OF[unit] == CZ:
        return 0  # [30.8]
    side = state.side_of(unit)
    free = home_hexes(state, unit) & ~(state.mobilized_at | state.held[1 - side] | state.held[2])
    return free if COUNTERS[unit].is_naval else roomy(state, unit, free)


def boxes(state: State, unit: int) -> int:
    """[6.4] The off-map boxes a unit may be placed in now."""
    return bit_set(n for n in _BOXES_OF[unit] if state.box_placed[n] < BOX_LIMIT[n])


def _boxes_of(unit: int) -> tuple[int, ...]:
    names = row_of(unit).get("boxes", ())
    if NATION_OF[unit] == JA:
        names = ("British Empire",)  # [21.7]
    code = NATIONS[NATION_OF[unit]].code
    return tuple(n for n, name in enumerate(BOXES) if name in names and code in BOX_NATIONS[n])


_BOXES_OF = tuple(_boxes_of(unit) for unit in range(len(COUNTERS)))


def has_home(state: State, unit: int) -> bool:
    """[6.11] Whether a unit's country has a place left for it to appear in at all."""
    return bool(_BOXES_OF[unit] or home_hexes(state, unit))


def for_sale(state: State, side: int) -> int:
    """[6.2] [2.11] The units that may be mobilized, as far as there are counters; of several
    alike the first [3.2]."""
    # [26.5] The Central Powers mobilize nothing on the first turn.
    if side == CENTRAL and state.turn == 1:
        return 0
    left = (state.piles[POOL] | state.piles[DEAD]) & state.forces(side)
    left &= state.awake & PAID_WITH[state.vp[side]]  # [30.3b] [5.5]
    left &= ~(NEVER_BOUGHT | state.demobilized)  # [6.9]
    if not state.is_1919:
        left &= ~NOT_BEFORE_1919
    for unit, turn in state.annihilated.items():
        if turn > state.turn:  # [35.1]
            left &= ~(1 << unit)
    found = 0
    while left:
        unit = lowest(left)
        left &= ~(TWINS[unit] | 1 << unit)
        # What comes later needs a country then; what comes at once, a hex now.
        later = row_of(unit)["delay"]
        if has_home(state, unit) if later else places(state, unit):
            found |= 1 << unit
    return found
