"""What must hold at every choice of every match; ``broken`` lists what does not.

Tests play many random games and ask after every choice. A unit on its way (moving, or about to be
displaced) is in hand and not in its hex.
"""

from __future__ import annotations

from trenchline.games.world_war_one.components import (
    ALLIED,
    CENTRAL,
    COUNTERS,
    FORTS_OF,
    GRID,
    NATION_OF,
    NATIONS,
    OPEN,
    PLAY,
    RESOURCES,
    RS,
    TERRITORY,
    TU,
    UNITS_OF,
)
from trenchline.games.world_war_one.moves import MoveUnit
from trenchline.games.world_war_one.retreat import Displacement
from trenchline.games.world_war_one.state import ABSENT, EMPTY, State
from trenchline.kernel.bits import members


def broken(state: State) -> list[str]:
    """Everything that is wrong with a position."""
    return [*_pieces(state), *_land(state), *_points(state)]


def in_hand(state: State) -> int | None:
    """The unit that is travelling or being displaced right now."""
    for step in reversed(state.stack):
        if isinstance(step, Displacement) or (isinstance(step, MoveUnit) and step.lifted):
            return step.unit
    return None


def _pieces(state: State) -> list[str]:
    wrong = []
    moving = in_hand(state)
    armies = [0, 0, 0]
    held = [0] * len(NATIONS)
    for unit, place in enumerate(state.where):
        key = COUNTERS[unit].key
        if not ABSENT <= place < GRID.size:
            wrong.append(f"{key} is nowhere ({place})")
            continue
        if place < 0 or unit == moving:
            continue
        if not PLAY >> place & 1:
            wrong.append(f"{key} is off the map at {place}")
        if state.at[place] != unit:
            wrong.append(f"{key} is not in its hex {GRID.label(place)}")
        status = state.status[NATION_OF[unit]]
        if status == OPEN:
            wrong.append(f"{key} belongs to a country without an army")
            continue
        if armies[status] >> place & 1:
            wrong.append(f"{GRID.label(place)} is stacked [7.0]")
        armies[status] |= 1 << place
        held[NATION_OF[unit]] |= 1 << place
        if status <= CENTRAL and state.neutral_land >> place & 1:
            wrong.append(f"{key} stands on neutral soil [11.7]")
    if armies != state.armies or held != state.held:
        wrong.append("the bitboards of the armies do not match the units")
    if sum(unit != EMPTY for unit in state.at) != sum(a.bit_count() for a in armies):
        wrong.append("a hex holds a unit that is not there")
    for side in (ALLIED, CENTRAL):
        if armies[side] & (armies[1 - side] | armies[2]):
            wrong.append("enemies share a hex [5.21]")
        if armies[side] & state.forts[1 - side]:
            wrong.append("a unit stands in an enemy fort [R19]")
    if state.surrendered and any(state.where[u] >= 0 for u in members(UNITS_OF[RS])):
        wrong.append("a Russian unit is on the map after the surrender [12.12]")
    return wrong


def _land(state: State) -> list[str]:
    wrong = []
    forts = [0, 0, 0]
    neutral = 0
    for nation, status in enumerate(state.status):
        if status != OPEN:
            forts[status] |= FORTS_OF[nation] & state.intact
        if status == 2:
            neutral |= TERRITORY[nation]
    if forts != state.forts:
        wrong.append("the forts are not their owners'")
    if neutral != state.neutral_land:
        wrong.append("the neutral land is not the neutrals'")
    if state.centres[ALLIED] & state.centres[CENTRAL]:
        wrong.append("a resource centre is held by both sides [15.1]")
    if (state.centres[ALLIED] | state.centres[CENTRAL]) & ~RESOURCES:
        wrong.append("a held centre is none")
    if state.silenced & ~state.links:
        wrong.append("a silenced link is none")
    return wrong


def _points(state: State) -> list[str]:
    wrong = [
        f"{nation.name} has {points} points"
        for nation, points in zip(NATIONS, state.crp, strict=True)
        if points < 0
    ]
    if not 0 <= state.borrowed <= state.crp[TU]:
        wrong.append("Turkey has borrowed more than she has")
    if state.crp[TU] - state.borrowed > 6:
        wrong.append("Turkey has more than six points of her own [12.6]")
    if state.collapsed and state.crp[RS]:
        wrong.append("a collapsed Russia has points [12.11]")
    return wrong
