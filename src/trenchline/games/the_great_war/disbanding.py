"""Rule 16C1 and 16C2: a side disbands units on the map and scraps eliminated ones for what is left
of them [16A1i] [16A1v]. The points come with the next initial phase [16C13]."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from trenchline.games.the_great_war.components import CODES, NATIONS
from trenchline.games.the_great_war.manpower import leave_men
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.replacements import EIGHTHS, Cost, prices
from trenchline.games.the_great_war.state import (
    ELIMINATED,
    ELIMINATED_ISOLATED,
    WITHDRAWN,
    State,
)
from trenchline.games.the_great_war.tables import REPLACEMENTS
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import QUARTERS, Faces
from trenchline.kernel.bars import Bar
from trenchline.kernel.bits import bit_set, members

DISBANDED = "disbanded"
"""What the month's list of replaced units calls them [16B3f]."""
LEAST_MOVEMENT = 5
_TOLD = REPLACEMENTS["disbanding"]
SHARE = Fraction(_TOLD["scrapping_share"])
"""[16A1v] What a unit is worth as scrap, of its price."""


def scrap_value(state: State, unit: int) -> Cost:
    """[16A1v] What a unit brings as scrap, in halves of points."""
    men, gear = prices(state.theatre)[unit][0] or (0, 0)
    return int(men * SHARE), int(gear * SHARE)


def limit(nation: str) -> int:
    """[16C1] How much a nation may disband in a month, in eighths of an RE."""
    power = "minor" if NATIONS[nation].power == "minor" else "major"
    return int(_TOLD[power]) * EIGHTHS


def disband_bars(state: State, side: int) -> list[Bar]:
    """[16C1] What keeps units from being disbanded."""
    here = state.on_map(side)
    quick, worth = (faces.showing(state.reduced) for faces in _disbandable(state.theatre))
    few = 0
    for code, own in state.theatre.of_nation.items():
        able = here & quick & worth & own
        if able:
            left = limit(code) - state.replaced.get((code, DISBANDED), 0)
            few |= bit_set(unit for unit in members(able) if _weight(state, unit) <= left)
    return [
        Bar("16C1", "it is not a unit of the side on the map", here),
        Bar("16C1", "its printed movement rating is below 5", quick),
        Bar("16C1", "units of its kind are worth nothing", worth),
        Bar("16C1", "its nation has disbanded as many in this month as it may", few),
    ]


@lru_cache(maxsize=16)
def _disbandable(theatre: Theatre) -> tuple[Faces, Faces]:
    """[16C1] The units that are quick enough to be disbanded, and those that are worth anything."""
    quick, worth = [0, 0], [0, 0]
    for unit, (counter, costs) in enumerate(zip(theatre.counters, prices(theatre), strict=True)):
        for side, (face, cost) in enumerate(zip(counter.faces, costs, strict=False)):
            if face.movement >= LEAST_MOVEMENT and not counter.limit:
                quick[side] |= 1 << unit
            if cost:
                worth[side] |= 1 << unit
    return Faces(*quick), Faces(*worth)


def _weight(state: State, unit: int) -> int:
    return state.re(unit) * EIGHTHS // QUARTERS


def _counted(state: State, unit: int) -> int:
    return state.replaced.get((state.theatre.counters[unit].nation, DISBANDED), 0)


def scrap_bars(state: State, side: int) -> list[Bar]:
    """[16C2] What keeps units from being scrapped: any in the replacement pool may be, once."""
    pool = [
        unit
        for unit in members(state.theatre.of_side[side] & ~state.on_map(side))
        if state.where[unit] in (ELIMINATED, ELIMINATED_ISOLATED)
    ]
    return [
        Bar("16C2", "only units in the replacement pool of the side are scrapped", bit_set(pool)),
        Bar("16C2", "it has been scrapped already", ~state.scrapped),
    ]


def disband(state: State, unit: int) -> None:
    """[16C1] [16A1i] A unit is disbanded for its price and its scrap; if it is isolated, its
    equipment and its men stay in the hex [R167] [R177]."""
    counter = state.theatre.counters[unit]
    key = (counter.nation, DISBANDED)
    state.replaced[key] = _counted(state, unit) + _weight(state, unit)
    price = prices(state.theatre)[unit][state.reduced >> unit & 1] or (0, 0)
    men, gear = (a + b for a, b in zip(price, scrap_value(state, unit), strict=True))
    if state.isolated >> unit & 1:
        hex_ = state.where[unit]
        if gear:
            state.equipment[hex_] = state.equipment.get(hex_, 0) + gear
        leave_men(state, counter.nation, hex_, men)
        men = gear = 0
    state.lift(unit, WITHDRAWN)
    _promise(state, unit, men, gear)
    settle(state)
    state.note("{:unit} is disbanded [16C1]", unit)


def scrap(state: State, unit: int) -> None:
    """[16C2] [16A1v] An eliminated unit is scrapped."""
    _promise(state, unit, *scrap_value(state, unit))
    state.scrapped |= 1 << unit
    state.note("{:unit} is scrapped [16C2]", unit)


def _promise(state: State, unit: int, men: int, gear: int) -> None:
    """[16C13] What is not to be used before the next initial phase."""
    counter = state.theatre.counters[unit]
    state.men_promised[CODES.index(counter.nation)] += men
    state.gear_promised[counter.side] += gear


def redeem(state: State) -> None:
    """[16C13] A new initial phase begins: what was promised is there."""
    for number, men in enumerate(state.men_promised):
        state.manpower[number] += men
    for side, gear in enumerate(state.gear_promised):
        state.gear[side] += gear
    state.men_promised = [0] * len(CODES)
    state.gear_promised = [0, 0]
