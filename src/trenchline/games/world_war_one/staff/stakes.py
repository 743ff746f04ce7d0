"""What is at stake where: the hexes that decide the war, and what the enemy can get at.

Everything is counted in victory points: a resource centre that changes hands is worth ten, five
less here and five more there [15.1]; a Russian city its share of the surrender [15.2].
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.world_war_one.components import (
    AH,
    ALLIED,
    BESIDE,
    BU,
    CENTRE_POINTS,
    CITIES_OF,
    COLLAPSE_CITIES,
    GE,
    GRID,
    IT,
    JOINS,
    LAST_TURN,
    MARCH,
    NEUTRAL,
    PLAY,
    RESOURCES,
    RUSSIAN_CITIES,
    SB,
    SURRENDER_POINTS,
    TERRITORY,
    TU,
)
from trenchline.games.world_war_one.neutrals import rolls_for_entry
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.zones import zone
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes

CENTRE = 2.0 * CENTRE_POINTS
SOURCE = 2.0
"""A supply city: no points, but armies live on it."""
LONG_MARCH = 7
"""How far an army may get in one phase: five hexes on foot, more where the railways run."""
_CITIES: Hexes = (
    CITIES_OF[GE] | CITIES_OF[AH] | CITIES_OF[IT] | CITIES_OF[SB] | CITIES_OF[BU] | CITIES_OF[TU]
)


def stakes(state: State) -> dict[Hex, float]:
    """The hexes worth having and how much, for either side."""
    return _stakes(state.red_cities, state.surrendered, state.turn, state.neutral_land)


@lru_cache(maxsize=256)
def _stakes(red: Hexes, surrendered: bool, turn: int, neutral: Hexes) -> dict[Hex, float]:
    found: dict[Hex, float] = {}
    for hex_ in members(_CITIES & ~neutral):
        found[hex_] = SOURCE
    for hex_ in members(RESOURCES & ~neutral):
        found[hex_] = found.get(hex_, 0.0) + CENTRE
    if not surrendered:
        for hex_ in members(RUSSIAN_CITIES):
            found[hex_] = city_share(hex_, red, turn)
    return found


def cities_wanted(red: Hexes) -> int:
    """How many Russian cities must still fall for the surrender [12.11] [12.12]."""
    four = (COLLAPSE_CITIES & ~red).bit_count()
    return four + (0 if red & RUSSIAN_CITIES & ~COLLAPSE_CITIES else 1)


def city_share(hex_: Hex, red: Hexes, turn: int) -> float:
    """A Russian city's part in the surrender, the greater the fewer are missing.

    It will not come at once, so it pays what a later turn pays.
    """
    wanted = cities_wanted(red)
    when = min(LAST_TURN, turn + (wanted - 1) // 2)
    prize = float(SURRENDER_POINTS[when - 1])
    if red >> hex_ & 1:
        # Retaking it sets the enemy back by one.
        return prize / (wanted + 1)
    if COLLAPSE_CITIES >> hex_ & 1:
        return prize / max(wanted, 1)
    # Any one of the other three will do.
    return 2.0 if red & RUSSIAN_CITIES & ~COLLAPSE_CITIES else prize / max(wanted, 1) * 0.6


def ours(state: State, side: int) -> Hexes:
    """The stakes a side holds now."""
    held = state.centres[side]
    for nation, status in enumerate(state.status):
        if status == side:
            held |= CITIES_OF[nation] & _CITIES & ~state.armies[1 - side]
    if side == ALLIED:
        held |= RUSSIAN_CITIES & ~state.red_cities
    else:
        held |= RUSSIAN_CITIES & state.red_cities
    return held


def hostile(state: State, side: int) -> Hexes:
    """The enemy's armies, and those of neutrals that may be his when he moves next [11.0]."""
    enemies = state.armies[1 - side]
    for nation, (joins, turn) in JOINS.items():
        if joins != side and state.status[nation] == NEUTRAL:
            if turn <= state.turn + 1 or rolls_for_entry(state, nation):
                enemies |= state.held[nation]
    return enemies


def enemy_reach(state: State, side: int, without: Hexes, wall: Hex | None = None) -> Hexes:
    """The hexes the enemy can march to in his next Movement Phase, if one of our hexes were empty
    and one more were held: he stops where our zones begin [5.22]."""
    enemies = hostile(state, side)
    armies = state.armies[side] & ~without
    zone_ = zone(state, side, without)
    if wall is not None:
        armies |= 1 << wall
        zone_ |= BESIDE[wall]
    free = PLAY & ~(armies | state.forts[side] | state.neutral_land)
    first = step(enemies & ~zone_, MARCH) | step(enemies & zone_, MARCH) & ~zone_
    reached = first & free
    frontier = reached & ~zone_
    for _ in range(LONG_MARCH - 1):
        frontier = step(frontier, MARCH) & free & ~reached
        if not frontier:
            break
        reached |= frontier
        frontier &= ~zone_
    return reached


@lru_cache(maxsize=256)
def near_stakes(held: Hexes) -> Hexes:
    """The hexes within two of the stakes a side holds."""
    found = held
    for _ in range(2):
        found |= step(found, MARCH)
    return found


@lru_cache(maxsize=64)
def home(status: tuple[int, ...], side: int) -> Hexes:
    """The land of a side's nations."""
    land = 0
    for nation, whose in enumerate(status):
        if whose == side:
            land |= TERRITORY[nation]
    return land


@lru_cache(maxsize=1 << 16)
def nearest(hex_: Hex, hexes: Hexes) -> int:
    """How far the nearest of some hexes is."""
    for radius in range(1, 12):
        if GRID.ring(hex_, radius) & hexes:
            return radius
    return 12
