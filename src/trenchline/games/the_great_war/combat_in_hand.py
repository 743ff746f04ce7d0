"""The combat in hand: declared so far, or joined and not yet resolved, with what may still come."""

from __future__ import annotations

from msgspec import structs

from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.combat import DeclareAttack, begun
from trenchline.games.the_great_war.combat_supply import Feed, FeedSide
from trenchline.games.the_great_war.odds import expected, odds
from trenchline.games.the_great_war.river_combat import DeclareEngagement
from trenchline.games.the_great_war.state import State
from trenchline.kernel.odds import Modifier, Odds


def in_hand(state: State) -> Battle | None:
    """The combat that is fought, or declared so far."""
    step = state.stack[-1] if state.stack else None
    if isinstance(step, DeclareAttack):
        return begun(state, step.battle(state))
    if isinstance(step, DeclareEngagement):
        return step.battle(state)
    return state.battle if state.battles else None


def unfed_yet(state: State) -> tuple[bool, ...]:
    """[11D] The roles that will be asked for combat supply, but not whoever is just asked."""
    if not state.battles:
        return (True, False)
    waiting = {step.attacking for step in state.stack if isinstance(step, FeedSide)}
    return tuple(role for role in (True, False) if role in waiting)


def as_it_stands(state: State, battle: Battle) -> Battle:
    """[11D] A combat with what has been decided for it; who has not been asked for combat supply
    yet gives what he can."""
    return expected(state, battle, unfed_yet(state))


def could_be_fed(state: State, battle: Battle, standing: Battle) -> Battle:
    """[11D] A combat as it stands, with everybody supplied who can still be."""
    step = state.stack[-1]
    return expected(state, battle, (step.attacking,)) if isinstance(step, Feed) else standing


def odds_in_hand(state: State, battle: Battle) -> Odds:
    """The odds of a combat as it stands, and what supply could still make of them [11D]."""
    standing = as_it_stands(state, battle)
    found = odds(state, standing)
    if isinstance(state.stack[-1], Feed):
        best = odds(state, could_be_fed(state, standing, standing))
        said = f"with everybody supplied who can be: {best.column}"
        return structs.replace(found, notes=(*found.notes, Modifier("11D", said, 0)))
    if set(standing.fed) - set(battle.fed):
        supposed = Modifier("11D", "everybody is supplied who can be", 0)
        return structs.replace(found, notes=(*found.notes, supposed))
    return found
