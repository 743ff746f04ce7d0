"""What a decision is about: the units and hexes in question, how far a combat has come, and what is
drawn on the map to be confirmed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from trenchline.games.the_great_war.advance import Advance, AdvanceAgain, GoOn
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.bombardment import BombardmentPhase, DeclareBombardment
from trenchline.games.the_great_war.combat import DeclareAttack
from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.fall_back import FallBack, drawn
from trenchline.games.the_great_war.fire_plans import FirePlan
from trenchline.games.the_great_war.hits import Distribute
from trenchline.games.the_great_war.losses import TakeLosses
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.reinforcements import Reinforce
from trenchline.games.the_great_war.resolution import GiveGround, Lose
from trenchline.games.the_great_war.retreat import Leave, Withdraw
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.ways_out import RetreatUnit
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.view import ArrowView, FocusView


def focus(state: State, unseen: Units = 0) -> FocusView:
    """The units and hexes that the next decision is about, how far a combat has come, and what is
    drawn to be confirmed."""
    units: tuple[int, ...] = ()
    hexes: tuple[Hex, ...] = ()
    stage = ""
    if state.battles:
        # Once the die has fallen it is no longer about those who attack.
        units = () if state.battle.code else state.battle.attackers
        hexes, stage = (state.battle.target,), _stage(state, state.battle)
    match state.stack[-1] if state.stack else None:
        case March(party=party) if not bit_set(party) & unseen:
            # [14N2] With hidden units in hand, nothing is: the enemy sees the phase alone.
            units, hexes = party, ()
        case Reinforce(unit=unit) if unit >= 0:
            units = (unit,)
        case DeclareAttack(target=target, attackers=attackers):
            units, hexes, stage = attackers, (target,), "declare"
        case TakeLosses() as asking:
            units, stage = tuple(asking.proposed(state)), "losses"
        case Withdraw(attacking=attacking):
            units = _left(state, state.battle.fighters(attacking))
        case RetreatUnit(unit=unit):
            units, stage = (unit,), "retreat"
        case FallBack() as asking:
            units, stage = tuple(step.unit for step in asking.retreats(state)), "retreat"
        case Advance() | AdvanceAgain():
            units, stage = (), "advance"
        case GoOn(unit=unit):
            units, stage = (unit,), "advance"
        case DeclareBombardment(target=target, guns=guns):
            units, hexes, stage = guns, (target,), "declare"
        case Distribute(hex=hex_):
            hexes, stage = (hex_,), "losses"
    counters, label = state.theatre.counters, state.theatre.board.grid.label
    units = tuple(unit for unit in units if not unseen >> unit & 1)
    return FocusView(
        tuple(counters[u].key for u in units),
        tuple(map(label, hexes)),
        stage,
        tuple(_arrows(state, unseen)),
        state.battle.code if state.battles else "",
    )


def _stage(state: State, battle: Battle) -> str:
    """How far a combat has come: what lies on the stack is still to be done."""
    if not battle.code:
        return "declare"
    for step in reversed(state.stack):
        if isinstance(step, (GiveGround, Lose, TakeLosses)):
            return "losses"
        if isinstance(step, (Withdraw, Leave)):
            return "retreat"
    return "advance"


def _left(state: State, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of a party who are still there."""
    return tuple(unit for unit in units if state.where[unit] >= 0)


def _arrows(state: State, unseen: Units) -> Iterator[ArrowView]:
    """Retreats [9F2] and bombardments [12C] as they are proposed or planned."""
    label = state.theatre.board.grid.label
    found: dict[tuple[str, Hex, Hex, bool], None] = {}
    match state.stack[-1] if state.stack else None:
        case FallBack() as asking:
            for unit, way in drawn(state, asking.retreats(state)):
                if not unseen >> unit & 1:
                    found |= {("retreat", a, b, True): None for a, b in pairwise(way)}
        case RetreatUnit(unit=unit) as asking if state.where[unit] >= 0 and not unseen >> unit & 1:
            here = state.where[unit]
            for hex_ in members(asking.choices(state).get("retreat", 0)):
                found["retreat", here, hex_, False] = None
        case BombardmentPhase(plans=plans):
            found |= _fire(state, plans, unseen)
        case DeclareBombardment(others=others) as asking:
            found |= _fire(state, (*others, asking.plan), unseen)
    return (ArrowView(kind, label(a), label(b), sure) for kind, a, b, sure in found)


def _fire(
    state: State, plans: tuple[FirePlan, ...], unseen: Units
) -> dict[tuple[str, Hex, Hex, bool], None]:
    """From where to where guns are laid."""
    return {
        ("fire", state.where[gun], plan.target, True): None
        for plan in plans
        for gun in plan.guns
        if not unseen >> gun & 1
    }
