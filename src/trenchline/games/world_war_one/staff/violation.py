"""Neutrals: when it pays to march through one [11.7].

The enemy gets its points [15.3], its army and its resource centres [R32]; we get the way to what
lies open on its soil and behind it. So nobody touches the Netherlands, Italy or the Balkan states,
which hide nothing worth the price, and Belgium only while northern France is empty.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.world_war_one.components import (
    CENTRE_POINTS,
    COUNTRY,
    MARCH,
    NEUTRAL_POINTS,
    PLAY,
    RESOURCES,
    TERRITORY,
)
from trenchline.games.world_war_one.staff.stakes import CENTRE
from trenchline.games.world_war_one.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes

NEAR = 3
"""How far from a neutral's border armies count."""
GUARDED = 2
"""How near an army must stand to a centre to guard it."""
MARGIN = 3.0
"""What must be left over when everything has been paid."""


@lru_cache(maxsize=1024)
def around(hexes: Hexes, away: int) -> Hexes:
    """The hexes within a distance of some others."""
    for _ in range(away):
        hexes |= step(hexes, MARCH) & PLAY
    return hexes


def gain_of_violating(state: State, side: int, nation: int) -> float:
    """What it is worth to march into a neutral country, in victory points."""
    land = TERRITORY[nation]
    near = around(land, NEAR)
    mine = (state.armies[side] & near).bit_count()
    theirs = (state.armies[1 - side] & near).bit_count() + state.held[nation].bit_count()
    guarded = around(state.armies[1 - side], GUARDED)
    own_centres = (RESOURCES & land).bit_count()
    open_centres = (state.centres[1 - side] & near & ~land & ~guarded).bit_count()
    chance = (mine / (mine + theirs)) ** 2 if mine else 0.0
    price = NEUTRAL_POINTS[nation] + CENTRE_POINTS * own_centres
    return CENTRE * (own_centres + open_centres) * chance - price


def way_in(state: State, side: int, steps: Hexes) -> Hex | None:
    """The step over a neutral border that is worth its price."""
    for hex_ in members(steps & state.neutral_land):
        if gain_of_violating(state, side, COUNTRY[hex_]) > MARGIN:
            return hex_
    return None
