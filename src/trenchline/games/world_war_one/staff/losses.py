"""Losses and retreats: what is held and what is given up."""

from __future__ import annotations

from trenchline.games.world_war_one.components import FORT_STRENGTH
from trenchline.games.world_war_one.losses import DefenderLoss, FortLoss
from trenchline.games.world_war_one.staff.assault import FURTHER, ground
from trenchline.games.world_war_one.staff.fronts import Course
from trenchline.games.world_war_one.staff.purse import ARMY, price
from trenchline.games.world_war_one.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.steps import Choice, Choices


def bear_loss(state: State, loss: DefenderLoss, choices: Choices, course: Course) -> Choice:
    """Hold what matters, give ground where it costs little, lose no army for nothing."""
    return min(ways_to_bear(state, loss, choices, course))[1]


def ways_to_bear(
    state: State, loss: DefenderLoss, choices: Choices, course: Course
) -> list[tuple[float, Choice]]:
    """What each way to bear a loss costs."""
    battle = loss.battle
    assert battle.unit is not None
    target = battle.target
    lost_ground = ground(state, battle.side, target) * course.caution
    if battle.fort:
        lost_ground += 0.4 * FORT_STRENGTH[target]
    point = min((price(state, n) for n in battle.payers), default=1.0)
    found: list[tuple[float, Choice]] = []
    if "hold" in choices:
        found.append((battle.loss * point, ("hold", 0)))
    for length in members(choices.get("retreat", 0)):
        cost = (battle.loss - length) * point + lost_ground + FURTHER * (length - 1)
        found.append((cost, ("retreat", length)))
    if "destroy" in choices:
        found.append((ARMY + lost_ground, ("destroy", 0)))
    return found


def fort_loss(state: State, loss: FortLoss, choices: Choices, course: Course) -> Choice:
    """A lone fort is paid for while it bars the way to something."""
    battle = loss.battle
    if "hold" not in choices:
        return "ruin", 0
    worth = ground(state, battle.side, battle.target) * course.caution
    point = min((price(state, n) for n in battle.payers), default=1.0)
    return ("hold", 0) if battle.loss * point < worth else ("ruin", 0)
