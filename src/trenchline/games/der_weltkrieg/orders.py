"""What a scenario itself forbids: standing orders and closed hexes [4]."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.components import Units
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes


def may_move(state: State, unit: int) -> bool:
    """[S2] Whether a unit may move and attack yet: some wait for a date, or for an enemy."""
    return not state.waiting >> unit & 1


def off_limits(state: State, units: Units) -> Hexes:
    """[S1] [S3] The hexes that the scenario closes to any of these units on this turn."""
    closed = 0
    for order in state.theatre.closures:
        if units & order.units and (order.until is None or state.date < order.until):
            closed |= order.hexes
    return closed


def release_due(state: State) -> None:
    """[S2] Units whose turn has come are free to move."""
    today = state.date
    for unit in members(state.waiting):
        if state.theatre.releases[state.theatre.counters[unit].key] <= today:
            state.waiting &= ~(1 << unit)


def alarm(state: State, side: int, hex_: Hex) -> None:
    """[S2] An enemy who comes near frees the units that wait."""
    near = state.theatre.scenario.get("S2", {}).get("freed_within", 0)
    grid = state.theatre.board.grid
    for unit in members(state.waiting & state.theatre.of_side[1 - side]):
        if grid.distance(state.where[unit], hex_) <= near:
            state.waiting &= ~(1 << unit)
            if state.log is not None:
                state.note(f"  {state.theatre.counters[unit].key} is released")
