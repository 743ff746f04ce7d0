"""What would be left undone if a phase ended now, for whoever may end it."""

from __future__ import annotations

from trenchline.games.world_war_one.combat import AttackPhase
from trenchline.games.world_war_one.components import COUNTERS, GRID
from trenchline.games.world_war_one.movement import MovementPhase
from trenchline.games.world_war_one.resources import Building, buildable, repairable
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.strength import (
    attackers_on,
    legal_targets,
    supplied_attackers,
)
from trenchline.kernel.bits import members
from trenchline.kernel.view import EndingView


def ending(state: State, side: int | None) -> EndingView:
    """Who could still move [5.11], attack [8.11] or be built [10.2]."""
    match state.stack[-1] if state.stack else None:
        case MovementPhase(side=who) if who == side:
            return EndingView({"move": _keys(state.ready)})
        case AttackPhase(side=who) if who == side:
            return EndingView({"attack": _keys(_attackers(state, who))})
        case Building(side=who) if who == side:
            forts = tuple(GRID.labels(repairable(state, who)))
            return EndingView({"be built": _keys(buildable(state, who)), "be rebuilt": forts})
    return EndingView()


def _attackers(state: State, side: int) -> int:
    """The units that could take part in an attack on something."""
    able = supplied_attackers(state, side)
    hexes = 0
    for target in members(legal_targets(state, side)):
        hexes |= attackers_on(target, able)
    return sum(1 << state.at[hex_] for hex_ in members(hexes))


def _keys(units: int) -> tuple[str, ...]:
    return tuple(COUNTERS[unit].key for unit in members(units))
