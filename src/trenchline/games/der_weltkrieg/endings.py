"""What would be left undone if a phase ended now, for whoever may end it."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.attackers import attackers_of, targets
from trenchline.games.der_weltkrieg.breakdown import BreakDown
from trenchline.games.der_weltkrieg.combat import CombatPhase
from trenchline.games.der_weltkrieg.components import NATIONS
from trenchline.games.der_weltkrieg.deliveries import DeliverSupply
from trenchline.games.der_weltkrieg.movement import MovementPhase, ready
from trenchline.games.der_weltkrieg.payment import Pay
from trenchline.games.der_weltkrieg.recombination import Recombine
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.trenches import Dig
from trenchline.kernel.bits import members
from trenchline.kernel.play import decision
from trenchline.kernel.view import EndingView
from trenchline.kernel.words import counted


def ending(state: State, side: int | None) -> EndingView:
    """Who could still act and which points would be lost; stocks are secret [17-5]."""
    asking = decision(state) if state.stack else None
    if asking is None or asking.who(state) != side:
        return EndingView()
    match asking:
        case MovementPhase():
            return EndingView({"move": _keys(state, ready(state, side))})
        case CombatPhase():
            units = 0
            for target in members(targets(state, side)):
                units |= attackers_of(state, side, target)
            return EndingView({"attack": _keys(state, units)})
        case Pay():
            return EndingView({"be supplied": _keys(state, asking.choices(state).get("supply", 0))})
        case Dig():
            hexes = asking.choices(state).get("dig", 0)
            return EndingView({"be dug": tuple(state.theatre.board.grid.labels(hexes))})
        case DeliverSupply(nation=nation, left=left):
            return _lost(left, f"{NATIONS[nation].adjective} supply point", "25-7")
        case Recombine(pool=pool):
            return _lost(pool, "strength point", "R87")
        case BreakDown(left=left) if asking.begun(state):
            return _lost(left, "strength point", "27-1")
    return EndingView()


def _lost(points: int, what: str, case: str) -> EndingView:
    """Points that nobody takes."""
    if not points:
        return EndingView()
    return EndingView(lost=(f"{counted(points, what)} would be lost [{case}].",))


def _keys(state: State, units: int) -> tuple[str, ...]:
    return tuple(state.theatre.counters[unit].key for unit in members(units))
