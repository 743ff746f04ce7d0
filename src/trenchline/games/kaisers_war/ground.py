"""Why a unit may not enter a hex, or not stay in it, whichever way it comes."""

from __future__ import annotations

from trenchline.games.kaisers_war.components import (
    ALLIED,
    AN,
    BO,
    CENTRAL,
    GRID,
    LAND,
    MARCH,
    NATION_OF,
    OPEN_SEA,
    PO,
    TC,
)
from trenchline.games.kaisers_war.control import closed
from trenchline.games.kaisers_war.eastern import LAWRENCE, WASSMUSS, allowed_land
from trenchline.games.kaisers_war.stacking import roomy
from trenchline.games.kaisers_war.state import State
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Refusal

BOUND_BY = {
    AN: ("30.21b", "Anarchists keep to Russia and the Ukraine, and once there to the Ukraine"),
    BO: ("30.13", "Bolsheviks keep to the countries of the old Empire and the Trans-Caucasus"),
    TC: ("21.6", "the Trans-Caucasian corps keeps to its country and the Allied part of Turkey"),
}
"""The nations that keep to some countries; those not named here are nationalists."""
NATIONALISTS_KEEP = ("30.4", "the unit's nation keeps to its own part of the east")
POLES_KEEP = {
    ALLIED: ("40.3", "Allied Poles keep to the west, Germany, Austria-Hungary and Poland"),
    CENTRAL: ("30.4", "Poles keep to Poland, the Ukraine and Russia"),
}


def bounds_of(state: State, unit: int) -> tuple[str, str]:
    """The case and the words of what keeps a unit where it is."""
    if unit == LAWRENCE:
        return "21.5", "Lawrence never leaves the Ottoman Empire"
    if unit == WASSMUSS:
        return "21.5", "Wassmuss never leaves Persia"
    nation = NATION_OF[unit]
    if nation == PO:
        return POLES_KEEP[state.poles]
    return BOUND_BY.get(nation, NATIONALISTS_KEEP)


def why_not_ground(number: int) -> Refusal | None:
    """Sea and neutral countries are no ground for anybody."""
    if number < 0 or OPEN_SEA >> number & 1:
        return Refusal("8.5", "land units do not enter the sea")
    if not LAND >> number & 1:
        return Refusal("23.2", "nobody enters a neutral country")
    return None


def why_not_russia(state: State, number: int) -> Refusal | None:
    """[24.1] [30.10] Russia is closed, for the whole game or for the time being."""
    shut = closed(state) >> number & 1
    if shut and "east" not in state.options:
        return Refusal("24.1", "nobody enters Russia without the rules of the Russian front")
    if shut:
        return Refusal("30.10", "nobody enters Russia before the Kaiser moves east")
    return None


def why_not_enter(state: State, unit: int, number: int) -> Refusal | None:
    """Why a unit may not be in a hex at all, stacking aside."""
    if (found := why_not_ground(number)) is not None:
        return found
    if state.held[1 - state.side_of(unit)] >> number & 1:
        return Refusal("9.6", "an enemy holds the hex")
    if (found := why_not_russia(state, number)) is not None:
        return found
    case, reason = bounds_of(state, unit)
    if not allowed_land(state, unit) >> number & 1:
        return Refusal(case, reason)
    return None


def why_not_stay(state: State, unit: int, number: int) -> Refusal | None:
    """Why a unit may not stay in a hex of its own side: no room, or no welcome."""
    if state.full[state.face(unit).weight] >> number & 1:
        return Refusal("9.4", "the hex would be over-stacked")
    posted = not state.face(unit).movement and state.posts >> number & 1
    if posted:
        return Refusal("9.3", "a unit that cannot move is there already")
    if not roomy(state, unit, 1 << number):
        return Refusal("30.16", "the unit does not stack with those in the hex")
    return None


def why_not_beside(here: Hex, number: int) -> Refusal | None:
    """Why one hex is not next to another."""
    if number < 0 or GRID.distance(here, number) != 1:
        return Refusal("8.2", "the hex is not next to the unit")
    if not step(1 << here, MARCH) >> number & 1:
        return Refusal("R14", "an all-sea hexside lies between")
    return None
