"""What those do who are withdrawn as our next turn begins [16A1]: a town that they enter still
counts when they are gone, so each makes for one that nobody holds."""

from __future__ import annotations

from trenchline.games.the_great_war.routes import rating, reserve_rating
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.staff.stakes import prizes
from trenchline.games.the_great_war.state import MOVEMENT
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes


def last_marches(sit: Situation, able: int) -> dict[int, Hex]:
    """Where units go who leave, each to the nearest town that the enemy owns and nobody holds: into
    it, or as near as lets them come there in exploitation [6E]."""
    state = sit.state
    towns = [
        hex_
        for hex_, worth in prizes(sit.theatre, state.turn).items()
        if worth > 0 and not (state.owned[sit.side] | state.occupied[sit.enemy]) >> hex_ & 1
    ]
    units = able & sit.leaving & sit.line_units
    if not towns or not units:
        return {}
    ways = sorted(
        (sit.way(state.where[unit], town), town, unit)
        for unit in members(units)
        if not sit.is_last_guard(unit)
        for town in towns
        if sit.way(state.where[unit], town) <= _days_march(sit, unit)
    )
    found: dict[int, Hex] = {}
    reached: set[Hex] = set()
    for _, town, unit in ways:
        if town in reached or unit in found:
            continue
        hexes: Hexes = sit.reach(unit) & ~state.occupied[sit.enemy]
        best = min(members(hexes), key=lambda h: (sit.way(h, town), h))
        if sit.way(best, town) <= _later(sit, unit):
            found[unit] = best
            reached.add(town)
    return found


def _days_march(sit: Situation, unit: int) -> int:
    """The movement points that a unit has left in this turn."""
    return rating(sit.state, unit) // QUARTERS + _later(sit, unit)


def _later(sit: Situation, unit: int) -> int:
    """[6E] The points that it has in exploitation after this phase."""
    state = sit.state
    if state.phase != MOVEMENT:
        return 0
    return reserve_rating(state, unit, rating(state, unit)) // QUARTERS
