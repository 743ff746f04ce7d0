"""How battles are fought out: who leads, who pays, who comes up, who is lost, who retreats."""

from __future__ import annotations

from trenchline.games.balance_of_powers import modifiers as sums
from trenchline.games.balance_of_powers.battle import FORTRESS
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    NATIONS,
    UNITS,
)
from trenchline.games.balance_of_powers.going import MARCHABLE
from trenchline.games.balance_of_powers.results import PAYABLE, final, result
from trenchline.games.balance_of_powers.staff.plans import demoralization
from trenchline.games.balance_of_powers.staff.posts import Objectives, post
from trenchline.games.balance_of_powers.staff.promises import duty, promise
from trenchline.games.balance_of_powers.staff.stakes import Situation
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step
from trenchline.kernel.steps import Choice, Choices

CALLED_OFF = -0.4
"""An attack that promises less than this after the bombardment is called off."""
BAD_ROLL = -0.8
"""A roll that costs us so much is rolled again."""


def pay(sit: Situation, choices: Choices) -> Choice:
    """Pay for the attack, unless it has lost its sense."""
    state = sit.state
    battle = state.battle
    corps = (battle.attackers & ALL_CORPS).bit_count()
    value = promise(sit, battle, begun=True).value + duty(sit, corps, battle.target)
    if value < CALLED_OFF:
        return "call_off", 0
    if "free" in choices:
        return "free", 0
    if "pay" in choices:
        return "pay", max(members(choices["pay"]), key=lambda n: (state.points[n], -n))
    return "call_off", 0


def commit(sit: Situation, choices: Choices) -> Choice:
    """A reserve from where more than one stand, the best that can be spared."""
    state = sit.state
    best, worth = -1, 0.0
    for unit in members(choices.get("reserve", 0)):
        place = state.where[unit]
        company = (state.units(place, sit.side) & ALL_CORPS).bit_count()
        engaged = bool(step(1 << place, MARCHABLE) & state.corps[sit.enemy] & ~(1 << place))
        if company < 2 and engaged:
            continue
        value = UNITS[unit].defence + 0.1 * company + (0.5 if not engaged else 0.0)
        if UNITS[unit].defence > 1 and value > worth:
            best, worth = unit, value
    return ("reserve", best) if best >= 0 else ("none", 0)


def point(sit: Situation, role: int, choices: Choices) -> Choice:
    """The best lead; of equals the one who is missed least."""
    state, battle = sit.state, sit.state.battle
    units = choices.get("point", 0)
    if role == 0:
        return "point", max(
            members(units),
            key=lambda u: (
                sums.attack_effectiveness(state, u, battle.target),
                -UNITS[u].defence,
                -u,
            ),
        )
    if not units:
        return ("fortress", 0) if "fortress" in choices else ("inherent", 0)
    best = max(members(units), key=lambda u: (sums.defence_effectiveness(state, battle, u), -u))
    if "fortress" in choices:
        fort = sums.defence_effectiveness(state, battle, FORTRESS)
        if fort >= sums.defence_effectiveness(state, battle, best):
            return "fortress", 0
    return "point", best


def reroll(sit: Situation) -> Choice:
    """Have bad dice of ours rolled again, or good ones of the enemy's."""
    battle = sit.state.battle
    found = result(final(battle.raw, battle.modifier), battle.major)
    lost = 0.3 if found.attacker == PAYABLE else found.attacker
    killed = 0.3 if found.defender == PAYABLE else found.defender
    value = killed - lost + (1.0 if found.ground else 0.0)
    if battle.side != sit.side:
        value = -value
    return ("reroll", 0) if value <= BAD_ROLL else ("stand", 0)


def buy_off(sit: Situation, choices: Choices) -> Choice:
    """A point is less than a corps."""
    able = choices.get("buy_off", 0)
    if not able:
        return "suffer", 0
    return "buy_off", max(members(able), key=lambda n: (sit.state.points[n], -n))


def suffer(sit: Situation, role: int, choices: Choices) -> Choice:
    """Lose what is missed least: recruits, where morale allows it, walls that others can hold, the
    weakest."""
    state = sit.state
    for verb in ("enough", "inherent"):
        if verb in choices:
            return verb, 0
    if "attrition" in choices and demoralization(state.scenario) < 1:
        able = [
            n
            for n in members(choices["attrition"])
            if state.points[n] > 1 and state.demoralization[n] + 2 < NATIONS[n].limit
        ]
        if able:
            return "attrition", max(able, key=lambda n: (state.points[n], -n))
    corps = choices.get("lose", 0)
    if not corps:
        return "lose_step", 0
    weakest = min(members(corps), key=lambda u: (UNITS[u].defence, state.entrenched >> u & 1, u))
    if "lose_step" in choices:
        steps = state.fort_steps(state.battle.target)
        if steps > 1 or UNITS[weakest].defence >= 2:
            return "lose_step", 0
    return "lose", weakest


def retreat(sit: Situation, unit: int, choices: Choices) -> Choice:
    """Back to where the corps does most good."""
    if "perish" in choices:
        return "perish", 0
    aims = Objectives(sit)
    aims.assign(unit, sit.state.where[unit])
    places = choices["retreat"]
    return "retreat", max(members(places), key=lambda h: (post(sit, aims, unit, h), -h))
