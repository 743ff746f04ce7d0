"""What an attack may bring, by the exact odds: every pair of dice, both leaders, the siege guns."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from trenchline.games.balance_of_powers import modifiers as sums
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    HOLDERS,
    UNITS,
    is_interior,
)
from trenchline.games.balance_of_powers.odds import DICE, Branch, bombarded, fate, led, pointed
from trenchline.games.balance_of_powers.payment import cost
from trenchline.games.balance_of_powers.reserves import reserves
from trenchline.games.balance_of_powers.results import PAYABLE
from trenchline.games.balance_of_powers.staff.columns import opens
from trenchline.games.balance_of_powers.staff.plans import demoralization
from trenchline.games.balance_of_powers.staff.stakes import WEARS, Situation
from trenchline.games.balance_of_powers.war_plans import (
    frontier,
    has_attacked,
    has_wheeled,
    is_planned,
    liege,
)
from trenchline.kernel.bits import members
from trenchline.kernel.chance import totals
from trenchline.kernel.hexes import Hex

POINT = 0.3
"""What a resource point is worth, in corps; less and less as the end comes near."""
PLENTY = 6
"""With more points than this they are worth less."""
GROUND, BREACH = 0.35, 0.45
"""What it is worth to throw the enemy out of a hex, and to breach his trenches."""
PROGRESS = 0.8
"""How much it counts to come nearer to a prize."""
SOME_DAY = 0.4
"""What a prize is worth that need not be taken today."""
DUTY = 1.0
"""What each corps is worth that does what the plans of 1914 demand."""
_TOTALS = tuple((dice, float(chance)) for dice, chance in totals(DICE).items())


class Promise(NamedTuple):
    """What an attack brings on the average."""

    value: float
    """All in all, in corps."""
    clears: float
    """The chance that the hex is cleared."""
    killed: float = 0.0
    """Corps of the defender that are lost on the average ..."""
    lost: float = 0.0
    """... and of the attacker, those left out for whom points are paid."""
    breach: float = 0.0
    """The chance that trenches are breached."""


def price_of_point(sit: Situation) -> float:
    """What a point is worth to us."""
    price = POINT if sit.months_left > 2 else 0.15 if sit.months_left == 2 else 0.05
    return price * (min(1.0, PLENTY / max(1, sit.purse)))


def corps_price(unit: int) -> float:
    """What it means to lose a corps: good ones are missed more."""
    return 0.6 + 0.2 * UNITS[unit].defence


def duty(sit: Situation, corps: int, place: Hex) -> float:
    """[12.1] What the plans of 1914 make of corps that enter or attack a place."""
    state = sit.state
    if is_planned(state, "plan_xvii") and state.fortnight == 1 and state.phasing == sit.side == 1:
        if frontier() >> place & 1 and not has_attacked(state):
            fresh = not state.plan_hexes >> place & 1
            return DUTY * min(corps, 2) + (0.8 if fresh else 0.0)
    if is_planned(state, "schlieffen") and sit.side == 0 and place == liege(state):
        return 0.0 if has_wheeled(state) or state.plan_hexes >> place & 1 else 6.0
    return 0.0


def promise(sit: Situation, battle: Battle, *, begun: bool = False) -> Promise:
    """What an attack that is declared so brings; one that has *begun* is past its bombardment."""
    state = sit.state
    point = price_of_point(sit)
    shaken = demoralization(state.scenario)
    target = battle.target
    taken = GROUND + sit.value(target) * (SOME_DAY if sit.months_left > 1 else 1.0)
    taken += PROGRESS * max(0.0, sit.lure(target) - sit.lure(battle.origin))
    taken += opens(sit, battle.origin, target, battle.attackers)
    if is_interior(target) and not state.fallen >> target & 1:
        taken += shaken
    if not battle.attackers & HOLDERS:
        taken = GROUND
    price = sum(corps_price(u) for u in members(battle.attackers & ALL_CORPS))
    price /= max(1, (battle.attackers & ALL_CORPS).bit_count())
    theirs = sums.defenders(state, battle) & ALL_CORPS
    prey = sum(corps_price(u) for u in members(theirs)) / max(1, theirs.bit_count())
    branches = [Branch(Fraction(1), state, battle)] if begun else list(bombarded(state, battle))
    value = clears = fallen = gone = breach = 0.0
    reserve = -0.3 if battle.reserve < 0 and reserves(state, battle) else 0.0
    for before in branches:
        named = pointed(before.state, before.battle)
        if not sums.defenders(before.state, named) & ALL_CORPS:
            if not sums.fort_steps(before.state, named) and not named.inherent:
                clears += float(before.chance)
                value += float(before.chance) * taken
                continue
        strength = sums.strength_of_defence(before.state, named)
        # Who wears a garrison down comes nearer to what it guards.
        each = prey + WEARS * sit.value(target) / strength
        for branch in led(before._replace(battle=named)):
            modifier = sums.net(sums.modifiers(branch.state, branch.battle))
            weight = float(branch.chance)
            for dice, chance in _TOTALS:
                found = fate(branch.state, branch.battle, dice, modifier)
                share = weight * chance
                lost = point if found.attacker == PAYABLE else price * found.attacker
                killed = 0.2 if found.defender == PAYABLE else each * min(strength, found.defender)
                value += share * (killed - lost)
                fallen += share * (found.defender != PAYABLE) * min(strength, found.defender)
                gone += share * (found.attacker != PAYABLE) * found.attacker
                if found.ground in ("the hex is cleared", "breakthrough"):
                    clears += share
                    value += share * taken
                elif found.ground == "breach":
                    breach += share
                    value += share * BREACH
                if found.demoralizes is not None:
                    fall = share * (found.below - 1) / 6
                    value += fall * shaken * (1 if found.demoralizes == 1 else -1)
    value += reserve - point * cost(state, battle)
    return Promise(value, clears, fallen, gone, breach)


def declared(sit: Situation, origin: Hex, target: Hex, attackers: int) -> Battle:
    """The battle that a force would fight."""
    battle = Battle(
        sit.side, origin, target, attackers, benefits=bool(sit.state.benefits[sit.side])
    )
    return sums.opened(sit.state, battle)
