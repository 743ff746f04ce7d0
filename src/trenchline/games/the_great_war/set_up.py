"""How a scenario begins: the ground as it is owned, units, points, depots, leaders."""

from __future__ import annotations

from collections.abc import Mapping

from trenchline.games.the_great_war.afloat import launch
from trenchline.games.the_great_war.bridges import win_bridges
from trenchline.games.the_great_war.components import CODES
from trenchline.games.the_great_war.components import QUARTERS as RES
from trenchline.games.the_great_war.goods import receive
from trenchline.games.the_great_war.manpower import count_old_losses
from trenchline.games.the_great_war.rail_capacity import NO_NET, net_at
from trenchline.games.the_great_war.scenarios import load_theatre
from trenchline.games.the_great_war.sequence import BeginTurn
from trenchline.games.the_great_war.state import RESERVE, State
from trenchline.games.the_great_war.theatre import Theatre
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.kernel.bits import bit_set


def new_game(scenario: str, options: Mapping[str, str]) -> State:
    """A match of a scenario before its first turn."""
    state = set_up(load_theatre(scenario))
    state.options = agreed(state.theatre, options)
    state.stack.append(BeginTurn())
    return state


def agreed(theatre: Theatre, options: Mapping[str, str]) -> frozenset[str]:
    """[1.1] The advanced and optional rules that are on: what the players have said, else what the
    scenario recommends."""
    usual = frozenset(theatre.scenario.get("options", {}).get("on", ()))
    told = {name: value for name, value in options.items() if value in ("off", "on")}
    return usual.difference(told) | {name for name, value in told.items() if value == "on"}


def set_up(theatre: Theatre) -> State:
    """The position a scenario begins with."""
    state = State(theatre=theatre)
    state.phasing = theatre.first_side
    lay_ground(state)
    lay_stocks(state)
    place_units(state)
    return state


def lay_ground(state: State) -> None:
    """Who owns which hex and bridge, works, rail capacity, national will."""
    theatre = state.theatre
    state.owned = list(theatre.owned)
    for side in (0, 1):
        win_bridges(state, side)
        # [11C2a] [11C2biii] What the enemy holds at the start he has owned.
        lost = theatre.home[side] & theatre.owned[1 - side]
        state.lost_sources |= theatre.major_cities & lost
        state.lost_fortresses |= bit_set(theatre.fortresses) & lost
    state.works = dict(theatre.works)
    # [15B4] Fortresses whose works have fallen into disrepair.
    state.unimproved = bit_set(
        hex_ for hex_, fortress in theatre.fortresses.items() if not fortress.improved
    )
    count_old_losses(state)
    state.capacity = [net.capacity * QUARTERS for net in theatre.nets]
    state.will = [theatre.will[code] for code in CODES]
    for arrival in theatre.arrivals:
        state.where[theatre.unit[arrival.unit]] = RESERVE


def lay_stocks(state: State) -> None:
    """Resource points, equipment, supply depots."""
    theatre = state.theatre
    for side in (0, 1):
        for hex_, points in theatre.stock("resources", side).items():
            receive(state, hex_, points)
        for hex_, points in theatre.stock("equipment", side).items():
            state.equipment[hex_] = points * RES["equipment_point"]
    for depot in theatre.depots:
        net = net_at(theatre, depot.side, depot.hex)
        assert net != NO_NET, "a depot stands on a net of its side"
        if depot.operational:
            state.working |= 1 << len(state.depot_at)
        state.depot_at.append(depot.hex)
        state.depot_side.append(depot.side)
        state.depot_net.append(net)


def place_units(state: State) -> None:
    """The units on the map, artillery divisions, elite brigades and leaders."""
    theatre = state.theatre
    for key, hex_ in theatre.set_up.items():
        state.put(theatre.unit[key], hex_)
    for key, hexside in theatre.boats.items():
        launch(state, theatre.unit[key], hexside)
    for key in theatre.backs:
        state.reduced |= 1 << theatre.unit[key]
    for key, hq in theatre.attached.items():
        state.attached[theatre.unit[key]] = theatre.unit[hq]
    for brigade in theatre.elites:
        unit = theatre.unit[brigade.division]
        state.elite[unit] = state.elite.get(unit, 0) + brigade.strength
    for number, leader in enumerate(theatre.leaders):
        if leader.headquarters and (leader.enters is None or leader.enters <= state.date):
            state.leaders[number] = theatre.unit[leader.headquarters]
    state.look_again()
    open_books(state)


def open_books(state: State) -> None:
    """What is on the map counts as fielded from now on, and nothing as lost."""
    state.fielded = [0] * len(CODES)
    state.lost = [0] * len(CODES)
    for side in (0, 1):
        left = state.present[side]
        while left:
            unit = left.bit_length() - 1
            left ^= 1 << unit
            state.fielded[CODES.index(state.theatre.counters[unit].nation)] += state.re(unit)
