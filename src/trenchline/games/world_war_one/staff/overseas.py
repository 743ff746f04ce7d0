"""The western armies that France has no room for: to Italy by the Transit Area, or over the sea.

A ship carries one army a phase, to the front itself [5.4]; by the Transit Area any number may go,
and lose a turn [5.5]. Ships land only where no neutral is violated and the army can be fed [5.48].
"""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    ALLIED,
    BESIDE,
    CENTRAL,
    DOORS,
    FR,
    GRID,
    NATION_OF,
    TERRITORY,
    WESTERN,
)
from trenchline.games.world_war_one.sea import SAILING_COASTS
from trenchline.games.world_war_one.staff.fronts import FRONT_OF, ITALY, WEST, Course, ways_to
from trenchline.games.world_war_one.staff.posts import Map, fronts_of
from trenchline.games.world_war_one.state import State
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choice, Choices

FRENCH_DOOR: Hex = lowest(DOORS & TERRITORY[FR])
"""Where the way to Italy begins [5.52]."""
PORT: Hex = GRID.hex("0104")
"""The clear coast on the western edge: who is built here may sail at once [10.21] [5.42]."""


def can_be_spared(state: State, unit: int, course: Course) -> bool:
    """Whether a western army in France may go to Italy: not one that stands in the line."""
    here = state.where[unit]
    if here < 0 or state.side_of(unit) != ALLIED or FRONT_OF[here] != WEST:
        return False
    if BESIDE[here] & state.armies[CENTRAL]:
        return False
    return fronts_of(state, unit, course)[ITALY] == 1.0


def may_sail(state: State, unit: int, course: Course) -> bool:
    """Whether an army that can be spared stands where a ship can take it on [5.42]."""
    here = state.where[unit]
    if here < 0 or not SAILING_COASTS >> here & 1 or NATION_OF[unit] not in WESTERN:
        return False
    return can_be_spared(state, unit, course)


def voyage(state: State, unit: int, safe: Hexes, choices: Choices, course: Course) -> Choice:
    """By sea to where the army does most good, else by the Transit Area, else on its way there."""
    coasts = choices.get("sea", 0) & ~state.neutral_land
    if coasts:
        view = Map(state, ALLIED, unit, course)
        return "sea", max(members(coasts), key=lambda h: (view.landing(h), -h))
    if "transit" in choices:
        return "transit", 0
    return "move", min(members(safe), key=lambda h: (ways_to(FRENCH_DOOR)[h], h))


def embarks(state: State, unit: int, hexes: Hexes, course: Course) -> bool:
    """Whether a new army is placed where next turn's ship can take it on."""
    if NATION_OF[unit] not in WESTERN or not hexes >> PORT & 1:
        return False
    return max(range(4), key=lambda f: fronts_of(state, unit, course)[f]) == ITALY
