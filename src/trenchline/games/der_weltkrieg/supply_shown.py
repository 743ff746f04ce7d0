"""Sections 18 and 19 for whoever draws it: lines of units to headquarters that could pay for them,
and of headquarters to railways and depots.

What headquarters have in stock shows nowhere here [17-5]."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.components import Units, enemy_of
from trenchline.games.der_weltkrieg.flotillas import cut_lines
from trenchline.games.der_weltkrieg.lines import (
    FARTHEST,
    headquarters_for,
    headquarters_of,
    is_cut_off,
    length,
    open_to_lines,
)
from trenchline.games.der_weltkrieg.order_of_battle import NORMAL
from trenchline.games.der_weltkrieg.rail_lines import operative
from trenchline.games.der_weltkrieg.routes import Ground, supply_lines, without
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.supply_spending import can_expend, could_pay
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import Ways, flood, step
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.supply import Line, Supply, Way, breaks, long, may_cut, shortest
from trenchline.kernel.words import counted


def supply(state: State, side: int) -> Supply:
    """[19-4] [19-6] [19-15] The supply of a side."""
    theatre = state.theatre
    free, posts = open_to_lines(state, side), headquarters_of(state, side)
    cut_rivers = cut_lines(state, side)
    ways_ = without(theatre, theatre.passable, cut_rivers) if cut_rivers else theatre.passable
    found, cut = _rear(state, side, posts)
    served: dict[Units, list[int]] = {}
    for unit in members(state.on_map(side) & theatre.combat_units):
        payers = could_pay(state, unit, attacking=False)
        if payers:
            served.setdefault(payers, []).append(unit)
        else:
            cut.append(unit)
    for payers, units in served.items():
        for unit, line in _forward(state, payers, units, free, ways_).items():
            found[unit] = line
    able = bit_set(state.where[hq] for hq in members(posts) if can_expend(state, hq)) & free
    reach = flood(able, free, ways_)
    return Supply(_springs(state, side), reach | step(reach, ways_) & theatre.land, found, cut)


def _springs(state: State, side: int) -> Hexes:
    """Where supply comes from: depots, and the headquarters that hand it out."""
    posts = bit_set(state.where[hq] for hq in members(headquarters_of(state, side)))
    return state.theatre.depots[side] | posts


def _rear(state: State, side: int, posts: Units) -> tuple[dict[int, Line], list[int]]:
    """[19-15] Lines of communication of headquarters to railways in use, or to a depot; that they
    lead over one mountain at most is looked at by ``is_cut_off``."""
    theatre = state.theatre
    free = theatre.land & ~state.occupied[enemy_of(side)]
    free &= ~enemy_zone(state, side) | state.occupied[side]
    goals = (operative(state, side) | theatre.depots[side]) & free
    touch = [hq for hq in members(posts) if not is_cut_off(state, hq)]
    places = bit_set(state.where[hq] for hq in touch)
    ways = shortest(places, goals, lambda hexes: step(hexes, theatre.passable), free)
    lines = {}
    for hq in touch:
        way = ways.get(state.where[hq], ())
        told = f"{long(way)} to the railways" if len(way) > 1 else "on the railways"
        lines[hq] = Line(way, said=told)
    return lines, [hq for hq in members(posts) if hq not in touch]


def _forward(
    state: State, payers: Units, units: list[int], free: Hexes, ways: Ways
) -> dict[int, Line]:
    """[19-7] [19-8] The lines of units to the nearest headquarters that could pay for them."""
    hqs = {unit: _nearest(state, payers, unit) for unit in units}
    lines = {unit: _way(state, unit, hq, free) for unit, hq in hqs.items()}

    def gone(unit: int) -> tuple[Hex, ...]:
        # Whoever could pay from elsewhere, if this line were lost, counts as well.
        others = members(headquarters_for(state, unit))
        goals = bit_set(state.where[hq] for hq in others if can_expend(state, hq))

        def fed_without(hex_: Hex) -> Hexes:
            left = free & ~(1 << hex_)
            near = flood(goals & left, left, ways)
            return near | step(near, ways)

        def tried(hex_: Hex) -> bool:
            return bool(goals >> hex_ & 1) or may_cut(hex_, free, ways)

        way = lines[unit]
        return breaks([way], fed_without, tried)[way[0]]

    known: dict[tuple[Hex, Units], tuple[Hex, ...]] = {}
    found = {}
    for unit, way in lines.items():
        key = state.where[unit], headquarters_for(state, unit)
        if key not in known:
            known[key] = gone(unit)
        points = length(state, state.where[unit], hqs[unit]) or 0
        far = f"{counted(points, 'movement point')} to " if points else "with "
        said = f"{far}{state.theatre.counters[hqs[unit]].name}"
        found[unit] = Line(way, known[key], said)
    return found


def _nearest(state: State, payers: Units, unit: int) -> int:
    def far(hq: int) -> tuple[int, int]:
        return length(state, state.where[unit], hq) or 0, hq

    return min(members(payers), key=far)


def _way(state: State, unit: int, headquarters: int, free: Hexes) -> Way:
    """The way of the shortest line, hex by hex: each step costs what the line is shorter then."""
    theatre = state.theatre
    side = theatre.counters[headquarters].side
    churned, cut = state.trenches | state.devastation, cut_lines(state, side)
    end = state.where[headquarters]
    lines = supply_lines(theatre, 1 << end & free, free, churned, FARTHEST, cut)
    ground = Ground(theatre, NORMAL, theatre.land, churned=churned)
    way = [state.where[unit]]
    while way[-1] != end:
        here = way[-1]
        rests = {
            there: (ground.cost(here, there) or 0) + rest
            for there in members(step(1 << here, theatre.passable) & free)
            if (rest := lines.length_from(there)) is not None and there not in way
        }
        if not rests:
            break
        way.append(min(rests, key=lambda there: (rests[there], there)))
    return tuple(way)
