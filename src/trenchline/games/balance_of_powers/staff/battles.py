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
from trenchline.games.balance_of_powers.staff import reasons
from trenchline.games.balance_of_powers.staff.plans import demoralization
from trenchline.games.balance_of_powers.staff.posts import Objectives, post
from trenchline.games.balance_of_powers.staff.promises import duty, promise
from trenchline.games.balance_of_powers.staff.stakes import Situation
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step
from trenchline.kernel.reasons import because
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
    words = "the attack on {:hex} is worth {:+.1f} as it stands"
    chosen: Choice = ("call_off", 0)
    if value >= CALLED_OFF and "free" in choices:
        chosen, words = ("free", 0), words + ", and costs nothing"
    elif value >= CALLED_OFF and "pay" in choices:
        chosen = "pay", max(members(choices["pay"]), key=lambda n: (sit.points[n], -n))
        words += f": {NATIONS[chosen[1]].name} has most to pay with"
    because(state, chosen, value, words, battle.target, value)
    return chosen


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
    because(state, ("none", 0), 0.0, "nobody near can be spared")
    if best < 0:
        return "none", 0
    because(state, ("reserve", best), worth, "{:unit} can be spared, and fights well", best)
    return "reserve", best


def point(sit: Situation, role: int, choices: Choices) -> Choice:
    """The best lead; of equals the one who is missed least."""
    state, battle = sit.state, sit.state.battle
    units = choices.get("point", 0)
    if role == 0:
        first = max(
            members(units),
            key=lambda u: (
                sums.attack_effectiveness(state, u, battle.target),
                -UNITS[u].defence,
                -u,
            ),
        )
        because(state, ("point", first), 0.0, "{:unit} attacks best", first)
        return "point", first
    if not units:
        walls: Choice = ("fortress", 0) if "fortress" in choices else ("inherent", 0)
        because(state, walls, 0.0, "nobody else is there")
        return walls
    best = max(members(units), key=lambda u: (sums.defence_effectiveness(state, battle, u), -u))
    if "fortress" in choices:
        fort = sums.defence_effectiveness(state, battle, FORTRESS)
        if fort >= sums.defence_effectiveness(state, battle, best):
            because(state, ("fortress", 0), 0.0, "the walls are as good as the best corps")
            return "fortress", 0
    because(state, ("point", best), 0.0, "{:unit} defends best", best)
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
    words = "the roll is worth {:+.1f} corps to us"
    because(sit.state, ("reroll", 0), BAD_ROLL, words + ": another can only be better", value)
    because(sit.state, ("stand", 0), value, words, value)
    return ("reroll", 0) if value <= BAD_ROLL else ("stand", 0)


def buy_off(sit: Situation, choices: Choices) -> Choice:
    """A point is less than a corps."""
    able = choices.get("buy_off", 0)
    if not able:
        because(sit.state, ("suffer", 0), 0.0, "nobody can pay")
        return "suffer", 0
    nation = max(members(able), key=lambda n: (sit.points[n], -n))
    words = "{} pays a point, which is less than a corps"
    because(sit.state, ("buy_off", nation), 0.0, words, NATIONS[nation].name)
    return "buy_off", nation


def suffer(sit: Situation, role: int, choices: Choices) -> Choice:
    """Lose what is missed least: recruits, where morale allows it, walls that others can hold, the
    weakest."""
    state = sit.state
    for verb in ("enough", "inherent"):
        if verb in choices:
            words = "enough is lost" if verb == "enough" else "the garrison bears it"
            because(state, (verb, 0), 0.0, words)
            return verb, 0
    if "attrition" in choices and demoralization(state.scenario) < 1:
        able = [
            n
            for n in members(choices["attrition"])
            if state.points[n] > 1 and state.demoralization[n] + 2 < NATIONS[n].limit
        ]
        if able:
            nation = max(able, key=lambda n: (sit.points[n], -n))
            words = "{} can bear it without losing a corps: it has points and morale left"
            because(state, ("attrition", nation), 0.0, words, NATIONS[nation].name)
            return "attrition", nation
    corps = choices.get("lose", 0)
    if not corps:
        because(state, ("lose_step", 0), 0.0, "only the walls are left")
        return "lose_step", 0
    weakest = min(members(corps), key=lambda u: (UNITS[u].defence, state.entrenched >> u & 1, u))
    if "lose_step" in choices:
        steps = state.fort_steps(state.battle.target)
        if steps > 1 or UNITS[weakest].defence >= 2:
            words = "the walls bear it: {:unit} is worth more"
            because(state, ("lose_step", 0), 0.0, words, weakest)
            return "lose_step", 0
    because(state, ("lose", weakest), 0.0, "{:unit} is missed least", weakest)
    return "lose", weakest


def retreat(sit: Situation, unit: int, choices: Choices) -> Choice:
    """Back to where the corps does most good."""
    if "perish" in choices:
        because(sit.state, ("perish", 0), 0.0, "there is no way back for {:unit}", unit)
        return "perish", 0
    aims = Objectives(sit)
    aims.assign(unit, sit.state.where[unit])
    rated = [(post(sit, aims, unit, place), place) for place in members(choices["retreat"])]
    best = max(rated, key=lambda one: (one[0], -one[1]))[1]
    reasons.falling_back(sit, aims, unit, rated, best)
    return "retreat", best
