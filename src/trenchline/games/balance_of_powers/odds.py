"""The odds of an attack, exactly: every pair of dice, both leaders' checks, siege guns [10.0].

What has not been chosen yet is taken to be chosen well: each side names its best point unit. The
reserve that may come up [10.4] is told beside, because its die is rolled before the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from trenchline.games.balance_of_powers import modifiers as sums
from trenchline.games.balance_of_powers.battle import FORTRESS, NOBODY, Battle
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    GRID,
    NATIONS,
    OF_KIND,
    RED_FORTRESSES,
    SIEGE,
    TABLES,
    UNIT,
    UNITS,
)
from trenchline.games.balance_of_powers.inherent import guarded, in_reach
from trenchline.games.balance_of_powers.leading import leader
from trenchline.games.balance_of_powers.losses import shaken
from trenchline.games.balance_of_powers.reserves import reserves
from trenchline.games.balance_of_powers.results import PAYABLE, final, refunded, result
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.chance import totals
from trenchline.kernel.notation import NotationError, split_attack
from trenchline.kernel.odds import Cost, Modifier, Odds, Result, Share

DIE = 6
DICE = (DIE, DIE)
RESERVE: int = TABLES["modifiers"]["reserves"]
CLEARED, BREAKTHROUGH = "the hex is cleared", "breakthrough"
"""How a hex is won [10.72] [10.73]."""


class Branch(NamedTuple):
    """A way that what comes before the dice can go."""

    chance: Fraction
    state: State
    battle: Battle


class Fate(NamedTuple):
    """What becomes of both sides."""

    attacker: int
    defender: int
    ground: str
    demoralizes: int | None
    below: int


# Describing an attack.


def parse_attack(state: State, text: str) -> Battle:
    """An attack described as ``GE-I-3 GE-I-5 > 1124``."""
    keys, right = split_attack(text, "GE-I-3 GE-I-5 > 1124")
    for key in keys:
        if key not in UNIT:
            raise NotationError(f"there is no counter {key!r}")
    try:
        target = GRID.hex(right[0])
    except ValueError as error:
        raise NotationError(str(error)) from None
    units = bit_set(UNIT[key] for key in keys)
    places = {state.where[unit] for unit in members(units)}
    if len(places) > 1 or min(places) < 0:
        raise NotationError("the attackers stand in one location [10.2]")
    if not units & ALL_CORPS & ~SIEGE:
        raise NotationError("siege artillery does not attack alone [10.533]")
    side, origin = state.side_of(UNIT[keys[0]]), places.pop()
    enemies = state.enemy_land(side) | guarded(state, side, origin)
    if not enemies >> target & 1:
        raise NotationError(f"no enemy land unit is in {right[0]} [9.14]")
    alpine = not units & ALL_CORPS & ~OF_KIND["mountain"]
    if not in_reach(state, side, origin, alpine) >> target & 1:
        raise NotationError(f"{right[0]} is not beside the attackers [10.1]")
    battle = Battle(side, origin, target, units, benefits=bool(state.benefits[side]))
    return sums.opened(state, battle)


# What comes before the dice.


def bombarded(state: State, battle: Battle) -> Iterator[Branch]:
    """[10.21] What siege artillery makes of the fortress before the combat."""
    guns, steps = sums.siege_guns(state, battle.attackers), sums.fort_steps(state, battle)
    if not guns or not steps:
        yield Branch(Fraction(1), state, battle)
        return
    broken = state.copy()
    if not RED_FORTRESSES >> battle.target & 1:
        broken.batter(battle.target, steps)
        yield Branch(Fraction(1), broken, battle)
        return
    hit = Fraction(min(DIE, guns - 1), DIE)
    if hit:
        broken.batter(battle.target)
        yield Branch(hit, broken, battle)
    if hit < 1:
        yield Branch(1 - hit, state, battle)


def pointed(state: State, battle: Battle) -> Battle:
    """[10.531] The battle with the best point units, where none have been named."""
    point, defending = battle.point, battle.defending_point
    if point == NOBODY:
        able = battle.attackers & ALL_CORPS & ~SIEGE
        point = max(
            members(able), key=lambda u: (sums.attack_effectiveness(state, u, battle.target), -u)
        )
    if defending == NOBODY:
        corps = list(members(sums.defenders(state, battle) & ALL_CORPS))
        forts = [FORTRESS] if sums.fort_steps(state, battle) else []
        worth = {u: sums.defence_effectiveness(state, battle, u) for u in (*corps, *forts)}
        defending = max(worth, key=lambda u: (worth[u], u), default=NOBODY)
    return replace(battle, point=point, defending_point=defending)


def led(branch: Branch) -> Iterator[Branch]:
    """[10.54] Whether each leader, if there is one, passes his check."""
    state, battle = branch.state, branch.battle
    chances = []
    for role in (0, 1):
        found = leader(state, battle, role)
        if found == NOBODY:
            chances.append(Fraction(0))
        else:
            rating = UNITS[found].attack if role == 0 else UNITS[found].defence
            chances.append(Fraction(max(0, min(DIE, rating - 1)), DIE))
    for attacker in (False, True):
        for defender in (False, True):
            chance = branch.chance
            chance *= chances[0] if attacker else 1 - chances[0]
            chance *= chances[1] if defender else 1 - chances[1]
            if chance:
                yield Branch(chance, state, replace(battle, led=(attacker, defender)))


# What the dice bring.


def fate(state: State, battle: Battle, dice: int, modifier: int) -> Fate:
    """[10.6] [10.7] What a throw brings."""
    corps = (sums.defenders(state, battle) & ALL_CORPS).bit_count()
    attackers = (battle.attackers & ALL_CORPS).bit_count()
    major = min(attackers, corps) >= 2
    found = result(final(dice, modifier), major)
    strengths = attackers, sums.strength_of_defence(state, battle)
    losses = refunded((found.attacker, found.defender), strengths, modifier)
    ground = ""
    if battle.inherent and losses[1]:
        # [1.25] It has a single step, and nobody pays for it.
        ground = CLEARED
    elif found.ground:
        ground = given(state, battle, losses[1], found.breakthrough)
    demoralizes = found.demoralizes if major else None
    if demoralizes is not None:
        nation = shaken(state, battle, demoralizes)
        if nation == NOBODY or nation in state.crisis:
            demoralizes = None
    return Fate(*losses, ground, demoralizes, found.below)


def given(state: State, battle: Battle, losses: int, breakthrough: bool) -> str:
    """[10.72] [10.73] What giving ground comes to, if trenches are spared as far as may be."""
    corps = sums.defenders(state, battle) & ALL_CORPS
    dug_in = (corps & state.entrenched).bit_count() + sums.fort_steps(state, battle)
    loose = (corps & ~state.entrenched).bit_count()
    point = battle.defending_point
    if losses > 0 and (point == FORTRESS or (point >= 0 and state.entrenched >> point & 1)):
        # The point unit is lost first.
        dug_in, losses = dug_in - 1, losses - 1
    dug_in -= max(0, losses - loose)
    along = sums.breach_between(state, battle.origin, battle.target)
    if dug_in > 0:
        if battle.counterattack:
            return "the breach shrinks"
        return BREAKTHROUGH if along >= 2 else "breach"
    if battle.counterattack:
        return CLEARED
    return BREAKTHROUGH if breakthrough else CLEARED


def odds(state: State, battle: Battle, begun: bool) -> Odds:
    """What an attack may bring. One that has *begun* has its bombardment behind it."""
    before = [Branch(Fraction(1), state, battle)] if begun else list(bombarded(state, battle))
    branches = [
        one
        for branch in before
        for one in led(branch._replace(battle=pointed(branch.state, branch.battle)))
    ]
    fates: dict[Fate, Fraction] = {}
    rolls: dict[Fate, set[int]] = {}
    for branch in branches:
        modifier = sums.net(sums.modifiers(branch.state, branch.battle))
        if _is_empty(branch):
            walks_in = Fate(0, 0, CLEARED, None, 0)
            fates[walks_in] = fates.get(walks_in, Fraction(0)) + branch.chance
            rolls.setdefault(walks_in, set())
            continue
        for dice, chance in totals(DICE).items():
            found = fate(branch.state, branch.battle, dice, modifier)
            fates[found] = fates.get(found, Fraction(0)) + branch.chance * chance
            rolls.setdefault(found, set()).add(dice)
    shown = branches[0]
    told = sums.modifiers(shown.state, shown.battle)
    return Odds(
        title=state.say("{:hex} from {:hex}", battle.target, battle.origin),
        attack=tuple(Modifier(m.case, m.reason, m.value) for m in told if m.value > 0),
        defence=tuple(Modifier(m.case, m.reason, -m.value) for m in told if m.value < 0),
        column=f"{sums.net(told):+}",
        results=_results(fates, rolls),
        notes=tuple(_notes(state, battle, branches)),
        shares=tuple(_shares(state, pointed(shown.state, battle), fates)),
        losses_in="loss points",
    )


def _is_empty(branch: Branch) -> bool:
    """[10.22] Whether the guns alone have cleared the hex."""
    corps = sums.defenders(branch.state, branch.battle) & ALL_CORPS
    had = sums.fort_steps(branch.state, branch.battle)
    return not corps and not had and not branch.battle.inherent


def _loss(points: int) -> str:
    return "RP" if points == PAYABLE else str(points)


def _results(fates: dict[Fate, Fraction], rolls: dict[Fate, set[int]]) -> tuple[Result, ...]:
    found: dict[tuple[str, str], tuple[Fraction, set[int]]] = {}
    costs: dict[tuple[str, str], Cost] = {}
    for one, chance in fates.items():
        words = f"{_loss(one.attacker)}/{_loss(one.defender)}"
        key = words + (f" {one.ground}" if one.ground else ""), _meaning(one)
        costs[key] = cost(one)
        so_far, dice = found.get(key, (Fraction(0), set()))
        found[key] = so_far + chance, dice | rolls[one]
    return tuple(
        Result(words, float(chance), tuple(sorted(dice)), meaning, costs[words, meaning])
        for (words, meaning), (chance, dice) in found.items()
    )


def cost(one: Fate) -> Cost:
    """[10.71] What a fate costs in loss points; one that may be bought off [10.711] is one."""
    lost = [1 if points == PAYABLE else points for points in (one.attacker, one.defender)]
    return Cost(lost[0], lost[1], float(one.ground in (CLEARED, BREAKTHROUGH)))


def _meaning(one: Fate) -> str:
    def loses(who: str, points: int) -> str:
        if points == PAYABLE:
            return f"{who} pays a point or loses 1"
        return f"{who} loses {points}"

    told = f"{loses('the attacker', one.attacker)}, {loses('the defender', one.defender)}"
    if one.ground:
        told += f"; {one.ground}"
    if one.demoralizes is not None:
        who = ("attacker", "defender")[one.demoralizes]
        told += f"; the {who} is demoralized by a die below {one.below}"
    return told


def _notes(state: State, battle: Battle, branches: list[Branch]) -> Iterator[Modifier]:
    for role, word in ((0, "attack"), (1, "defence")):
        if leader(state, battle, role) != NOBODY:
            likely = sum((b.chance for b in branches if b.battle.led[role]), Fraction(0))
            yield Modifier("10.54", f"the leader of the {word} helps in {likely} of all cases", 0)
    if battle.reserve == NOBODY and reserves(state, battle):
        yield Modifier("10.58", "if a reserve comes up", RESERVE)


def _shares(state: State, battle: Battle, fates: dict[Fate, Fraction]) -> Iterator[Share]:
    def share(title: str, told: dict[str, Fraction]) -> Share:
        rows = (Result(word, float(chance), (), "") for word, chance in sorted(told.items()))
        return Share(title, tuple(rows))

    losses: tuple[dict[str, Fraction], dict[str, Fraction]] = ({}, {})
    ground: dict[str, Fraction] = {}
    shaken_by: dict[int, Fraction] = {}
    for one, chance in fates.items():
        for role in (0, 1):
            word = _loss((one.attacker, one.defender)[role])
            losses[role][word] = losses[role].get(word, Fraction(0)) + chance
        if one.ground:
            ground[one.ground] = ground.get(one.ground, Fraction(0)) + chance
        if one.demoralizes is not None:
            falls = chance * Fraction(one.below - 1, DIE)
            shaken_by[one.demoralizes] = shaken_by.get(one.demoralizes, Fraction(0)) + falls
    yield share("The attacker loses", losses[0])
    yield share("The defender loses", losses[1])
    if ground:
        yield share("The defender gives ground", ground)
    for role, chance in sorted(shaken_by.items()):
        nation = shaken(state, battle, role)
        yield share(f"Demoralization of {NATIONS[nation].name}", {"demoralized": chance})
