"""What a scenario itself forbids: standing orders and closed hexes [4]."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.components import Units, enemy_of
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Refusal


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


def why_barred(state: State, units: Units, hex_: Hex) -> Refusal | None:
    """[S1] [S3] Why the scenario closes a hex to a stack, and until when; None if it does not."""
    theatre = state.theatre
    for order in theatre.closures:
        barred = units & order.units
        if not barred or not order.hexes >> hex_ & 1:
            continue
        if order.until is None:
            return Refusal("4", f"the scenario closes {theatre.board.name(hex_)} to the enemy")
        if state.date < order.until:
            key = theatre.counters[lowest(barred)].key
            return Refusal(
                "4", f"the scenario keeps {key} out of enemy country until {order.until}"
            )
    return None


def why_waiting(state: State, unit: int) -> Refusal | None:
    """[S2] Why a unit may neither move nor attack yet, and until when; None if it may."""
    if may_move(state, unit):
        return None
    key = state.theatre.counters[unit].key
    until = state.theatre.releases.get(key, "it is released")
    near = state.theatre.scenario.get("S2", {}).get("freed_within", 0)
    unless = f", unless enemies come within {near} hexes" if near else ""
    return Refusal("4", f"the scenario holds {key} where it is until {until}{unless}")


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
    for unit in members(state.waiting & state.theatre.of_side[enemy_of(side)]):
        if grid.distance(state.where[unit], hex_) <= near:
            state.waiting &= ~(1 << unit)
            state.detail("{:unit} is released", unit)
