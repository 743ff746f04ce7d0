"""Chapter 2.6: how many units a location holds."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ARMY_LEADERS,
    CENTRES,
    RAIL,
    TABLES,
    WASTE,
    Units,
)
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes

USUAL: int = TABLES["stacking"]["usual"]
IN_WASTE: int = TABLES["stacking"]["waste"]
LEADERS: int = TABLES["stacking"]["leaders"]
BARE: Hexes = WASTE & ~RAIL & ~CENTRES
"""Desert and marsh where only infrastructure lets more than one corps stand."""
_BARE = frozenset(members(BARE))


def limit(state: State, place: Hex) -> int:
    """[2.62] How many corps of a side a location holds: one in a desert or marsh without a road
    [2.62.1]."""
    return IN_WASTE if place in _BARE and not state.infrastructure >> place & 1 else USUAL


def fits(state: State, place: Hex, units: Units, side: int) -> bool:
    """[2.62] Whether units could join what their side has in a location, of whatever nation
    [2.65]; who is on board a ship there is not ashore [7.61.1]."""
    there = state.stacks.get(place, 0) & state.troops[side] & ~state.passengers | units
    if (there & ARMY_LEADERS).bit_count() > LEADERS:
        return False
    ours, theirs = state.scenario.apart
    if there & ours and there & theirs:
        # [12.1/britain.1] [R155] British and French corps keep to themselves.
        return False
    corps = (there & ALL_CORPS).bit_count()
    return corps <= IN_WASTE or (corps <= USUAL and corps <= limit(state, place))


def full_for(state: State, units: Units, side: int, within: Hexes) -> Hexes:
    """[2.62.2] The locations among ``within`` that a force cannot even pass through. Enemies
    are not asked: they may attack [2.62.3]."""
    corps = (units & ALL_CORPS).bit_count()
    bare = BARE & within & ~state.infrastructure
    full = bare if corps > IN_WASTE else 0
    friends = state.corps[side]
    if units & ARMY_LEADERS:
        # A leader may stand alone in a fortress [R37], or wait where his corps have left him.
        for leader in members(state.on_map(side) & ARMY_LEADERS):
            friends |= 1 << state.where[leader]
    near = within & friends & ~full
    if not near:
        return full
    if bare or units & ARMY_LEADERS:
        for place in members(near):
            if not fits(state, place, units, side):
                full |= 1 << place
        return full
    # Only numbers count, and who keeps to himself.
    stacks, ours = state.stacks, state.troops[side] & ALL_CORPS & ~state.passengers
    one, other = state.scenario.apart
    strangers = (other if units & one else 0) | (one if units & other else 0)
    for place in members(near):
        there = stacks[place] & ours
        if there.bit_count() + corps > USUAL or there & strangers:
            full |= 1 << place
    return full
