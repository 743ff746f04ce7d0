"""Sections 8.6 and 8.7: why a unit cannot retreat, be displaced or advance into a hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from trenchline.games.world_war_one.components import (
    BESIDE,
    COUNTERS,
    COUNTRY,
    GRID,
    NATION_OF,
    PLAY,
)
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.supply import fed
from trenchline.games.world_war_one.zones import enemy_zone
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Refusal

if TYPE_CHECKING:
    from trenchline.games.world_war_one.advance import Advance, AdvanceTo, FollowUp


@dataclass(frozen=True)
class Retreat:
    """A retreat as far as it has come."""

    unit: int
    start: Hex
    length: int
    done: tuple[Hex, ...] = ()
    used: Hexes = 0
    """Hexes that are closed because this chain of displacements has used them [R12]."""


class Worth(NamedTuple):
    """How good a retreat is, the first count first [R10] [R12]."""

    ends_alone: bool
    at_home: bool
    away: int
    supplied: bool


def of_retreat(state: State, retreat: Retreat, hex_: Hex) -> Refusal:
    """Why a hex cannot be the next of a retreat."""
    side = state.side_of(retreat.unit)
    here = retreat.done[-1] if retreat.done else retreat.start
    bit = 1 << hex_ if hex_ >= 0 else 0
    if not bit & PLAY:
        return Refusal("8.61c", "no retreat off the map")
    if GRID.distance(here, hex_) != 1:
        return Refusal("8.6", "a retreat goes from hex to neighbouring hex")
    if not BESIDE[here] & bit:
        return Refusal("8.61c", "no retreat across a blocked hexside")
    if bit & state.armies[1 - side]:
        return Refusal("8.61a", "no retreat into an enemy unit")
    if bit & state.forts[1 - side]:
        return Refusal("8.61a", "no retreat into an enemy fort")
    if state.neutral_land & bit:
        return Refusal("8.61c", "no retreat into a neutral country")
    if hex_ in (retreat.start, *retreat.done):
        return Refusal("8.61b", "a retreat may not double back")
    if retreat.used & bit:
        return Refusal("8.63", "the units displaced before have used that hex")
    if enemy_zone(state, side) & bit & ~(state.armies[side] | state.forts[side]):
        return Refusal("8.61a", "the hex is vacant and in an enemy zone of control")
    return _of_better_ways(state, retreat, hex_)


def _of_better_ways(state: State, retreat: Retreat, hex_: Hex) -> Refusal:
    """A hex that may be entered, but not as part of this retreat."""
    from trenchline.games.world_war_one.retreat import chosen_way

    ways = _ways_on(state, retreat, (*retreat.done, hex_))
    through = max((_worth(state, retreat, way) for way in ways), default=None)
    if through is None:
        return Refusal("8.61", "the retreat could not be finished from there")
    best = _worth(state, retreat, chosen_way(state, retreat))
    if through.ends_alone < best.ends_alone:
        return Refusal("8.63", "it would end on a friend, and another way ends in an empty hex")
    if through.at_home < best.at_home:
        return Refusal("8.61d", "the unit must stay in its own country while it can")
    if through.away < best.away:
        return Refusal("8.6", "another way leads farther away from where the unit stood")
    return Refusal("8.6", "another way ends in supply, and this one does not")


def _worth(state: State, retreat: Retreat, way: tuple[Hex, ...]) -> Worth:
    from trenchline.games.world_war_one.retreat import ground

    nation, end = NATION_OF[retreat.unit], way[-1]
    side = state.status[nation]
    return Worth(
        not state.armies[side] >> end & 1,
        COUNTRY[retreat.start] == nation and all(COUNTRY[hex_] == nation for hex_ in way),
        GRID.distance(retreat.start, end),
        bool(fed(state, nation, ground(state, retreat.unit)) >> end & 1),
    )


def _ways_on(state: State, retreat: Retreat, way: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
    """All the ways on which a retreat could be finished, whichever are to be preferred."""
    from trenchline.games.world_war_one.retreat import displaceable, ground

    side = state.side_of(retreat.unit)
    start = 1 << retreat.start
    land = ground(state, retreat.unit) & ~(start | retreat.used)
    zone = enemy_zone(state, side)
    friends = displaceable(state, side, land & state.armies[side], retreat.used | start, zone)
    ends = land & ~state.armies[side] | friends
    trail = [way]
    while trail:
        way = trail.pop()
        if len(way) == retreat.length:
            if ends >> way[-1] & 1:
                yield way
            continue
        trail += [(*way, hex_) for hex_ in members(BESIDE[way[-1]] & land) if hex_ not in way]


# Advance.


def of_advance(state: State, advance: Advance, verb: str, unit: int) -> Refusal:
    """Why a unit cannot advance."""
    if verb != "advance":
        return Refusal("8.76", "advances are made before anything else")
    if unit not in advance.battle.attackers:
        return Refusal("8.7", "only units that took part in the attack may advance")
    if state.where[unit] < 0:
        return Refusal("8.7", "the unit was lost in the attack")
    if unit not in advance.units:
        return Refusal("8.71", "the unit has advanced already")
    return Refusal("12.13", "a garrison in Russia stays where it is")


def of_pursuit(state: State, advance: AdvanceTo, verb: str, hex_: Hex) -> Refusal:
    """Why a unit cannot advance to a hex."""
    if verb != "advance_to":
        return Refusal("8.71", "first say how far the unit advances")
    enemy = 1 - advance.battle.side
    bit = 1 << hex_ if hex_ >= 0 else 0
    if hex_ in advance.wake:
        return Refusal("8.71", "a friendly unit holds that hex")
    if hex_ not in advance.path:
        return Refusal("8.71", "the hex is not on the way of retreat")
    if state.armies[enemy] & bit:
        return Refusal("5.21", "an enemy unit holds that hex")
    if state.forts[enemy] & bit:
        return Refusal("8.75", "no advance into a fort that had no part in the combat")
    last = advance.wake[-1]
    if BESIDE[advance.path[-1]] >> last & 1:
        return Refusal("8.71", "the advance ends next to the unit that retreated")
    after = (advance.battle.target, *advance.path)[len(advance.wake)]
    if (state.armies[enemy] | state.forts[enemy]) >> after & 1:
        return Refusal("8.75", "the enemy holds a hex of the way before it")
    return Refusal("8.71", "the zone of another enemy ends the advance before it")


def of_follower(state: State, follow: FollowUp, verb: str, unit: int) -> Refusal:
    """Why a unit cannot step into the hex that Stosstruppen have left [12.36]."""
    if verb != "follow":
        return Refusal("12.36", "first say who follows up")
    if not 0 <= unit < len(COUNTERS):
        return Refusal("3.2", "there is no such unit")
    if state.side_of(unit) != follow.side:
        return Refusal("12.36", "only friends follow up")
    place = state.where[unit]
    if place < 0 or not BESIDE[follow.vacated] >> place & 1:
        return Refusal("12.36", "the unit is not next to the vacated hex")
    if (state.fought | state.attacked) >> unit & 1:
        return Refusal("12.36", "the unit has been in combat in this phase")
    return Refusal("12.13", "a garrison in Russia does not follow up")
