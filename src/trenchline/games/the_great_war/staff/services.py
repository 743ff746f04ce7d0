"""Behind the front: depots for headquarters that have none, and resource points sent after them."""

from __future__ import annotations

from trenchline.games.the_great_war.combat_supply import staffs
from trenchline.games.the_great_war.depots import depots_of
from trenchline.games.the_great_war.freight import Ship, train_of_goods
from trenchline.games.the_great_war.headquarters import army_hqs
from trenchline.games.the_great_war.lines import by_rail, by_road
from trenchline.games.the_great_war.rail import destinations
from trenchline.games.the_great_war.rail_capacity import A_DEPOT, ACTIVATION, left_on, net_at
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.supply import headquarters_lines, regular_sources
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.reasons import because
from trenchline.kernel.steps import Choice, Choices

FORWARD = 2
"""A new depot is at least so many hexes nearer to the enemy than the one a headquarters has ..."""
CALM = 2
"""... and so far away from him."""
SPARE = 4
"""So many depots' worth of capacity is kept for trains."""
PLENTY = 2
"""A headquarters with so many resource points needs no more."""


def logistics(sit: Situation, choices: Choices) -> Choice:
    """[11C1] Activate a depot by the road of a headquarters that has none."""
    state, side = sit.state, sit.side
    hexes = choices.get("activate", 0)
    if hexes:
        lacking = army_hqs(state, side) & ~headquarters_lines(state, side)
        for hq in members(lacking):
            nation = sit.theatre.counters[hq].nation
            line = by_rail(state, side, nation, regular_sources(state, side, nation))
            able = hexes & by_road(state, side, state.where[hq]) & line
            if able:
                depot = max(members(able), key=lambda h: (sit.way_to_front(h), -h))
                because(state, ("activate", depot), 0.0, "{:unit} has no depot by its road", hq)
                return "activate", depot
        ahead = _forward(sit, hexes)
        if ahead is not None:
            return ahead
    because(state, ("done", 0), 0.0, "every headquarters has the depot it can have")
    return "done", 0


def _forward(sit: Situation, hexes: Hexes) -> Choice | None:
    """[11C1] A depot nearer to the front, for a headquarters that could go on: it is there when
    supply is looked at, as the next turn begins."""
    state, side = sit.state, sit.side
    left = [state.depot_at[depot] for depot in depots_of(state, side)]
    staffs_ = list(members(army_hqs(state, side)))
    for hq in sorted(staffs_, key=lambda hq: (sit.way_to_front(state.where[hq]), hq)):
        seat, nation = state.where[hq], sit.theatre.counters[hq].nation
        roads = by_road(state, side, seat)
        near = [at for at in left if roads >> at & 1]
        has = min(near, key=lambda at: (sit.way_to_front(at), at), default=None)
        if has is not None:
            left.remove(has)
        ahead = [
            hex_
            for hex_ in members(hexes & sit.stations(nation) & roads)
            if sit.way_to_front(hex_) >= CALM and hex_ not in left and _is_spared(sit, hex_)
        ]
        best = min(ahead, key=lambda h: (sit.way_to_front(h), h), default=None)
        if best is None:
            continue
        if has is None or sit.way_to_front(best) + FORWARD <= sit.way_to_front(has):
            words = "a depot nearer to the front lets {:unit} go on"
            because(state, ("activate", best), 0.0, words, hq)
            return "activate", best
    return None


def _is_spared(sit: Situation, hex_: Hex) -> bool:
    """Whether a net could carry more than one depot more."""
    net = net_at(sit.theatre, sit.side, hex_)
    return left_on(sit.state, net) >= SPARE * (A_DEPOT + ACTIVATION)


def station_to_ship(sit: Situation, choices: Choices) -> Choice | None:
    """[11H1] A stock in the rear, if a headquarters at the front has little and trains go there."""
    hexes = choices.get("ship", 0)
    if not hexes or not wanting(sit):
        return None
    state = sit.state
    rear = [hex_ for hex_ in members(hexes) if not staffs(state, hex_)]
    for start in sorted(rear, key=lambda h: (-sit.way_to_front(h), h)):
        goals = destinations(state, train_of_goods(state, sit.side, start))
        there = _station_for(sit, start, goals)
        if there is not None:
            words = "a resource point is wanted at {:hex}, not in {:hex}"
            because(state, ("ship", start), 0.0, words, there, start)
            return "ship", start
    return None


def wanting(sit: Situation) -> list[Hex]:
    """Hexes of headquarters near the enemy that have few resource points."""
    state = sit.state
    seats = {state.where[hq] for hq in members(army_hqs(state, sit.side) & ~state.inactive)}
    return sorted(
        hex_
        for hex_ in seats
        if sit.way_to_front(hex_) <= 4 and state.resources.get(hex_, 0) < PLENTY
    )


def ship(sit: Situation, asking: Ship, choices: Choices) -> Choice:
    """[11H1] To a headquarters, or the hex next to one."""
    best = _station_for(sit, asking.start, choices.get("rail", 0))
    chosen: Choice = ("rail", best) if best is not None else ("stay", 0)
    words = "a headquarters near the front has few resource points"
    because(
        sit.state, chosen, 0.0, words if best is not None else "no train goes where it is wanted"
    )
    return chosen


def _station_for(sit: Situation, start: Hex, hexes: Hexes) -> Hex | None:
    """Where a point of a stock is sent: nearer to a headquarters that wants it, or nowhere."""
    seats = wanting(sit)
    if not seats:
        return None

    def way(hex_: Hex) -> int:
        return min(sit.grid.distance(hex_, seat) for seat in seats)

    safe = [hex_ for hex_ in members(hexes) if sit.distance(hex_) > 1 or way(hex_) == 0]
    best = min(safe, key=lambda h: (way(h), h), default=None)
    return best if best is not None and way(best) <= 1 < way(start) else None
