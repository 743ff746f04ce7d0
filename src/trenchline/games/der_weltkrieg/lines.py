"""Supply lines [19-4] to [19-8]: which hexes they may pass, how long they are, who may pay.

Lines to a headquarters are worked out once for each set of open hexes and remembered with it
(``routes.supply_lines``); a position that opens the same hexes shares them.
"""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.der_weltkrieg.components import CODES, NATIONS, Units, enemy_of
from trenchline.games.der_weltkrieg.flotillas import cut_lines
from trenchline.games.der_weltkrieg.order_of_battle import NORMAL
from trenchline.games.der_weltkrieg.rail_lines import operative
from trenchline.games.der_weltkrieg.routes import Ground, supply_lines, without
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import Ways, flood, step, ways
from trenchline.kernel.hexes import Hex, Hexes

FARTHEST = 60
"""Lines are traced so many movement points far: across any map."""
SMALL_CONTINGENT = 2
"""[18-13] A nation with fewer divisions and no headquarters is looked after by the main ally."""
PALESTINE = "Palestine"
"""[46-4] The front on which Ottoman headquarters serve Germans and Austro-Hungarians."""


# Where lines run.


def open_to_lines(state: State, side: int) -> Hexes:
    """[19-7] Hexes that a supply line may pass: no enemies in them, and no enemy zone unless a
    friendly combat unit or fort [21-2] stands there [R93]."""
    theatre = state.theatre
    closed = enemy_zone(state, side) & ~state.guns[side]
    if closed:
        for fort in members(state.in_play & theatre.of_kind["fortress"] & theatre.of_side[side]):
            closed &= ~(1 << state.where[fort])
    return theatre.land & ~closed & ~state.occupied[enemy_of(side)]


def length(state: State, start: Hex, headquarters: int, most: int = FARTHEST) -> int | None:
    """[19-8] The length of the supply line from a hex to a headquarters, in movement points
    without those for zones; None if there is none, or none so short as asked."""
    where = state.where[headquarters]
    if start == where:
        return 0
    theatre = state.theatre
    side = theatre.counters[headquarters].side
    free = open_to_lines(state, side)
    churned, cut = state.trenches | state.devastation, cut_lines(state, side)
    # [19-7] Nothing leads to one that stands alone in an enemy zone.
    lines = supply_lines(theatre, 1 << where & free, free, churned, FARTHEST, cut)
    if free >> start & 1:
        return lines.length_from(start, most)
    # A line may begin where none may pass.
    ground = Ground(theatre, NORMAL, theatre.land, churned=churned)
    whole = []
    passable = without(theatre, theatre.passable, cut) if cut else theatre.passable
    for there in members(step(1 << start, passable)):
        rest, first = lines.length_from(there, most), ground.cost(start, there)
        if rest is not None and first is not None and first + rest <= most:
            whole.append(first + rest)
    return min(whole, default=None)


# The headquarters' own line to the rear.


@lru_cache(maxsize=64)
def _sides_but_mountains(theatre: Theatre) -> tuple[Ways, Ways]:
    """Every hexside that can be crossed: those without mountains, and those with them."""
    plain, high = [0] * 6, [0] * 6
    for hex_ in members(theatre.land):
        for direction in range(6):
            if theatre.crossing_cost(hex_, direction) is not None:
                mountain = theatre.terrain(hex_, direction).kind == "mountain"
                (high if mountain else plain)[direction] |= 1 << hex_
    return ways(theatre.board.grid, plain), ways(theatre.board.grid, high)


@lru_cache(maxsize=1 << 10)
def _in_touch(theatre: Theatre, sources: Hexes, free: Hexes) -> Hexes:
    """[19-15] The hexes with a line to one of the sources over at most one mountain hexside."""
    plain, high = _sides_but_mountains(theatre)
    near = flood(sources & free, free, plain)
    beyond = step(near, high) & free & ~near
    return near | flood(beyond, free, plain) if beyond else near


def is_cut_off(state: State, headquarters: int) -> bool:
    """[19-15] Whether a headquarters has no line of communication to active friendly rails or a
    depot: through no enemy zone unless a friendly unit is there [R108], over one mountain at
    most."""
    theatre = state.theatre
    side = theatre.counters[headquarters].side
    free = theatre.land & ~state.occupied[enemy_of(side)]
    free &= ~enemy_zone(state, side) | state.occupied[side]
    sources = operative(state, side) | theatre.depots[side]
    return not _in_touch(theatre, sources, free) >> state.where[headquarters] & 1


# Who pays for whom.


def serves(state: State, payer: str, nation: str) -> bool:
    """Whether the headquarters of one nation may pay for units of another: its own [19-6], those
    its chapter names [37-8] [39-2] [40-7] [41-6] [42-4] [43-4] [45-3], Italians after their Shaken
    Morale [38-3] [39-2]; Ottomans serve others in Palestine only [46-4]."""
    if payer == nation:
        return True
    if payer == "OT" and state.theatre.scenario.get("front") != PALESTINE:
        return False
    if nation == "IT" and payer in ("GB", "FR"):
        return "IT shaken" in state.flags
    return nation in NATIONS[payer].serves


def main_ally(state: State, side: int) -> str:
    """[18-13] [R98] The primary nation of a side on the map: of those with headquarters the one
    that the scenario names, else the one with most combat units."""
    theatre = state.theatre
    units, posts = state.on_map(side), headquarters_of(state, side)
    staffed = [code for code in CODES if posts & theatre.of_nation[code]]
    for code in theatre.scenario.get("primary", ()):
        if code in staffed:
            return str(code)
    armies = units & theatre.combat_units
    return max(staffed, key=lambda code: (armies & theatre.of_nation[code]).bit_count())


def is_looked_after(state: State, nation: str) -> bool:
    """[18-13] Whether a nation has fewer than two divisions on the map and no headquarters."""
    theatre = state.theatre
    units = state.on_map(NATIONS[nation].side) & theatre.of_nation[nation]
    if units & theatre.of_kind["headquarters"]:
        return False
    halves = sum(theatre.half_divisions[unit] for unit in members(units & theatre.combat_units))
    return halves < 2 * SMALL_CONTINGENT


def headquarters_of(state: State, side: int) -> Units:
    """The headquarters of a side on the map."""
    theatre = state.theatre
    return state.in_play & theatre.of_kind["headquarters"] & theatre.of_side[side]


def headquarters_for(state: State, unit: int) -> Units:
    """[19-6] [18-13] The headquarters on the map that may pay for a unit: of its own nation, or of
    one that serves it."""
    counters = state.theatre.counters
    nation, side = counters[unit].nation, counters[unit].side
    posts = headquarters_of(state, side)
    found = bit_set(hq for hq in members(posts) if serves(state, counters[hq].nation, nation))
    if posts and not posts & state.theatre.of_nation[nation] and is_looked_after(state, nation):
        found |= posts & state.theatre.of_nation[main_ally(state, side)]
    return found
