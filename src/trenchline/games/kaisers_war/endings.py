"""What would be left undone if a phase ended now, for whoever may end it."""

from __future__ import annotations

from trenchline.games.kaisers_war.attackers import attackers_on, targets
from trenchline.games.kaisers_war.combat import CombatPhase
from trenchline.games.kaisers_war.components import COUNTERS
from trenchline.games.kaisers_war.mobilization import Mobilization
from trenchline.games.kaisers_war.movement import MovementPhase
from trenchline.games.kaisers_war.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.view import EndingView


def ending(state: State, side: int | None) -> EndingView:
    """Who could still arrive [6.3], move [8.1] or attack [12.2]."""
    asking = state.stack[-1] if state.stack else None
    match asking:
        case Mobilization(side=who) if who == side:
            return EndingView({"arrive": _keys(asking.arrivals(state))})
        case MovementPhase(side=who) if who == side:
            return EndingView({"move": _keys(state.ready)})
        case CombatPhase(side=who) if who == side:
            units = 0
            for target in members(targets(state, who)):
                units |= attackers_on(state, who, target)
            return EndingView({"attack": _keys(units)})
    return EndingView()


def _keys(units: int) -> tuple[str, ...]:
    return tuple(COUNTERS[unit].key for unit in members(units))
