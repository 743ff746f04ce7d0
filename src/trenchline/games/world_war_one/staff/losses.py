"""Losses and retreats: what is held and what is given up."""

from __future__ import annotations

from trenchline.games.world_war_one.components import FORT_STRENGTH
from trenchline.games.world_war_one.losses import DefenderLoss, FortLoss
from trenchline.games.world_war_one.staff import reasons
from trenchline.games.world_war_one.staff.assault import FURTHER, ground
from trenchline.games.world_war_one.staff.fronts import Course
from trenchline.games.world_war_one.staff.purse import ARMY, price
from trenchline.games.world_war_one.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.reasons import because, heard
from trenchline.kernel.steps import Choice, Choices


def bear_loss(state: State, loss: DefenderLoss, choices: Choices, course: Course) -> Choice:
    """Hold what matters, give ground where it costs little, lose no army for nothing."""
    ways = ways_to_bear(state, loss, choices, course)
    if heard():
        given = ground(state, loss.battle.side, loss.battle.target) * course.caution
        for cost, choice in ways:
            reasons.bearing(state, choice, cost, loss.battle.loss, given)
    return min(ways)[1]


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
        because(state, ("ruin", 0), 0.0, "it cannot be paid for")
        return "ruin", 0
    worth = ground(state, battle.side, battle.target) * course.caution
    point = min((price(state, n) for n in battle.payers), default=1.0)
    cost = battle.loss * point
    words = "the fort of {:hex} bars the way to {:.1f} points; to pay for it costs {:.1f}"
    for choice, gain in ((("hold", 0), worth - cost), (("ruin", 0), cost - worth)):
        because(state, choice, gain, words, battle.target, worth, cost)
    return ("hold", 0) if cost < worth else ("ruin", 0)
