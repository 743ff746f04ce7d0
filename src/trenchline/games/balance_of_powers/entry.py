"""What follows when land units enter a location, by whatever means: control, and morale."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import ALL_AIR, UNITS, Units
from trenchline.games.balance_of_powers.conquest import judge
from trenchline.games.balance_of_powers.control import loses_interior_fortress, occupy
from trenchline.games.balance_of_powers.flotillas import FLOTILLAS
from trenchline.games.balance_of_powers.joining import march_in
from trenchline.games.balance_of_powers.morale import demoralize
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.war_plans import advance
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex


def enter(state: State, units: Units, place: Hex) -> None:
    """Units go to a location and take it, if they can [2.53]."""
    if units & FLOTILLAS:
        for unit in members(units & FLOTILLAS):
            state.upstream[unit] = state.where[unit]
    state.move(units, place)
    march_in(state, units, place)
    advance(state, units, place, enters=True)
    before = state.controller(place)
    if not occupy(state, place, units):
        return
    after = state.controller(place)
    state.detail("{:hex} is taken", place)
    judge(state, place)
    side = state.sides[UNITS[lowest(units & ~ALL_AIR)].nation]
    loser = loses_interior_fortress(state, place)
    if loser is not None and state.sides[loser] != side and before == loser and after != loser:
        # [2.91.6] An interior fortress in enemy hands demoralizes, once; what was a ruin when the
        # game began is none [1.334.1] [R31].
        if not (state.fallen | state.scenario.ruins) >> place & 1:
            state.fallen |= 1 << place
            demoralize(state, loser)
