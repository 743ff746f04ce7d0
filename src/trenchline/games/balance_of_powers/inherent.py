"""Chapter 1.25: the defence that coasts and canals have of themselves.

An empty hex of the enemy beyond a canal, or before a landing counter, is not walked into: a force
attacks it. So both change where a force may march from some locations; nothing else does.
"""

from __future__ import annotations

from trenchline.games.balance_of_powers.calendar import bad_weather
from trenchline.games.balance_of_powers.components import GRID, SHEETS
from trenchline.games.balance_of_powers.going import CANALS, Turns, beside
from trenchline.games.balance_of_powers.lodgements import (
    UNDEFENDED,
    has_landing,
    is_lodgement,
)
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step
from trenchline.kernel.hexes import Hex, Hexes

ROUGH: Hexes = SHEETS["north"] | SHEETS["africa"]
"""[6.512.3] Where no landing succeeds in bad weather."""
FAR = 8
"""Beyond so many hexes no march of a fortnight begins that crosses a canal."""
OPPOSITE: dict[Hex, Hexes] = {
    bank: over
    for bank in members(SHEETS["north"] | SHEETS["ottoman"])
    if (over := step(1 << bank, CANALS))
}
"""What lies beyond the canal from each of its banks."""
BANKS: Hexes = bit_set(OPPOSITE)


def _around(banks: Hexes) -> Hexes:
    found = banks
    for _ in range(FAR):
        found |= bit_set(n for h in members(found) for n in GRID.neighbours(h))
    return found


NEAR_CANALS: Hexes = _around(BANKS)


def coast_of(state: State, side: int, origin: Hex) -> Hexes:
    """[6.453] The coast to which a landing counter leads, if there is one where a force is."""
    return 1 << state.landings[origin] if has_landing(state, side, origin) else 0


def in_reach(state: State, side: int, origin: Hex, alpine: bool) -> Hexes:
    """[10.1] Where a force could go in one step: by land, or from a landing counter; who is lodged
    in a port box has no other way [2.63]."""
    if is_lodgement(state, origin) and has_landing(state, side, origin):
        return 1 << origin
    found = beside(origin, alpine) | coast_of(state, side, origin)
    return found | beaches_before(state, side, origin) if state.landings else found


def beaches_before(state: State, side: int, origin: Hex) -> Hexes:
    """[7.72] [10.81.1] The landings of the enemy that lead to where a force is: land joined to it
    [R341]. Where no fleets are played nobody attacks them [R163]."""
    if state.scenario.settings.get("admiralty") != "fleets":
        return 0
    return bit_set(
        site
        for site, coast in state.landings.items()
        if coast == origin and site != coast and has_landing(state, 1 - side, site)
    )


def guarded(state: State, side: int, origin: Hex) -> Hexes:
    """[1.25] [1.25.2] The empty hexes of the enemy that a force from a location must fight for:
    those beyond a canal [1.25.1], not beyond a river [R64], and the coast before a landing."""
    found = coast_of(state, side, origin)
    if BANKS >> origin & 1:
        found |= OPPOSITE[origin]
    # [1.25.3] Where there is a real unit, that one defends. [1.25.4] In the Carolines nobody else.
    return found & state.held[1 - side] & ~state.enemy_land(side) & ~UNDEFENDED


def turns(state: State, side: int, origin: Hex) -> Turns:
    """How marches that begin in a location differ from what the map says: who would go ashore or
    over a canal must fight, and the way back to the ships is open [6.453]. Either way takes all
    movement points that are left [7.75]."""
    found: dict[Hex, tuple[Hexes, Hexes]] = {}
    if NEAR_CANALS >> origin & 1 and state.held[1 - side] & BANKS:
        for bank in members(BANKS):
            if shut := guarded(state, side, bank):
                found[bank] = 0, shut
    for beach, coast in state.landings.items():
        if beach != coast and state.held[side] >> beach & 1:
            shut = guarded(state, side, beach)
            found[beach] = 1 << coast & ~shut, shut
            more, less = found.get(coast, (0, 0))
            found[coast] = more | 1 << beach, less
    return tuple((place, more, less) for place, (more, less) in found.items())


def is_assault(state: State, side: int, origin: Hex, target: Hex) -> bool:
    """Whether an attack goes ashore from a landing counter."""
    return bool(coast_of(state, side, origin) >> target & 1)


def stormy(state: State, target: Hex) -> bool:
    """[6.512.3] Whether bad weather forbids landings there."""
    return bool(bad_weather(state.month) & ROUGH) and bool(ROUGH >> target & 1)
