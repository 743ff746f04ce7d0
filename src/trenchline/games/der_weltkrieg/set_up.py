"""Section 4: setting up a scenario."""

from __future__ import annotations

from collections.abc import Mapping

from trenchline.games.der_weltkrieg.components import CODES, NATIONS, enemy_of
from trenchline.games.der_weltkrieg.ledger import open_ledger
from trenchline.games.der_weltkrieg.scenarios import load_theatre
from trenchline.games.der_weltkrieg.sequence import BeginTurn
from trenchline.games.der_weltkrieg.state import BOX, RESERVE, State
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.kernel.bits import bit_set, members


def new_game(scenario: str, options: Mapping[str, str]) -> State:
    """A match at its beginning."""
    state = set_up(load_theatre(scenario))
    state.options = frozenset(name for name, value in options.items() if value == "on")
    state.stack = [BeginTurn()]
    return state


def set_up(theatre: Theatre) -> State:
    """The position a scenario begins with."""
    state = State(theatre=theatre)
    state.year, state.month, state.turn = theatre.turns[0]
    awaited = {arrival.unit for arrival in theatre.arrivals}
    for unit, counter in enumerate(theatre.counters):
        if counter.key in theatre.set_up:
            state.put(unit, theatre.set_up[counter.key])
        else:
            state.where[unit] = RESERVE if counter.key in awaited else BOX
        if counter.key in theatre.releases:
            state.waiting |= 1 << unit
    for key, points in theatre.stocks.items():
        if key in theatre.set_up:
            state.stock[theatre.unit[key]] = points
            state.received[CODES.index(theatre.counters[theatre.unit[key]].nation)] += points
    open_ledger(state)
    lay_ground(state)
    state.trenches |= bit_set(hex_ for code in CODES for hex_ in theatre.listed("trenches", code))
    state.trenches |= theatre.hindenburg_line[0] | theatre.hindenburg_line[1]
    return state


def lay_ground(state: State) -> None:
    """[4] [9-2] Everybody holds his own country and what the scenario gives him besides, and the
    lines there are operative."""
    theatre = state.theatre
    rails = theatre.rails
    for number, code in enumerate(CODES):
        country = theatre.of_country[code]
        state.control[NATIONS[code].side] |= country
        state.network[number] = country & rails
    for number, code in enumerate(CODES):
        taken = bit_set(theatre.listed("held", code))
        side = NATIONS[code].side
        state.control[side] |= taken
        state.control[enemy_of(side)] &= ~taken
        state.network = [network & ~taken for network in state.network]
        state.network[number] |= taken & rails
    for hexes in theatre.board.sides.get("broad_gauge", []):
        # [9-11] A frontier hexside is of one gauge; the hex on this side of it is of the other.
        state.broad |= hexes & theatre.of_country["RU"]
    for unit in members(state.on_map(0) | state.on_map(1)):
        side = theatre.counters[unit].side
        state.control[side] |= 1 << state.where[unit]
        state.control[enemy_of(side)] &= ~(1 << state.where[unit])
    for code in CODES:
        # [26-4] What enemies hold from the start has been counted before.
        lost = state.control[1 - NATIONS[code].side]
        home = theatre.of_country[code] & lost  # [26-4]
        state.cities_fallen |= theatre.cities & home  # [26-4]
        for hex_ in members(home):
            for there in theatre.urban_neighbours(hex_):
                if lost >> there & 1:
                    state.urban_fallen[min(hex_, there), max(hex_, there)] = 1
