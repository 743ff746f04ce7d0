"""Attacks: what each would bring by the exact odds of both tables, and with which force.

What the results bring (``clash``), less what supply and support cost, says whether an attack is
worth making, and which table is the better one.
"""

from __future__ import annotations

from dataclasses import replace

from trenchline.games.kaisers_war.attackers import attackers_on, companions
from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.combat import CombatPhase, DeclareAttack, PlanBattle
from trenchline.games.kaisers_war.components import (
    AIR,
    ALLIED,
    BR,
    CENTRAL,
    COUNTERS,
    EAST,
    GE,
    GRID,
    MECHANIZED,
    NATION_OF,
    NATIONS,
    WET,
)
from trenchline.games.kaisers_war.odds import column, shifted
from trenchline.games.kaisers_war.staff import reasons
from trenchline.games.kaisers_war.staff.clash import NOTHING, STIRRING, Clash, Offer
from trenchline.games.kaisers_war.staff.knowledge import Situation
from trenchline.games.kaisers_war.staff.skies import next_flight
from trenchline.games.kaisers_war.strength import concentric
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.games.kaisers_war.support import MOST_SHIPS, ship_reaches, within_range
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.reasons import because, heard, shortlist
from trenchline.kernel.steps import Choice, Choices, pick

WORTHWHILE = 0.8
"""The least gain for which an attack is made."""
SUPPORT = 0.25
"""What it costs to use up a support unit for this phase."""
SUPPORTS: tuple[tuple[int, ...], ...] = tuple(
    tuple(u for u, c in enumerate(COUNTERS) if c.is_support and NATIONS[c.nation].side == side)
    for side in (ALLIED, CENTRAL)
)


def defence_against(sit: Situation, target: Hex, attackers: tuple[int, ...]) -> int:
    """The defence of a hex as we know it, against these attackers [12.16]."""
    total = sit.defence(target, sit.enemy)
    if not sit.strong_ground(target, sit.enemy) and _across_water(sit, target, attackers):
        total *= 2
    return max(total, 1)


def _across_water(sit: Situation, target: Hex, attackers: tuple[int, ...]) -> bool:
    for unit in attackers:
        place = sit.state.where[unit]
        if unit in sit.state.assault or place < 0:
            return False
        if not WET[GRID.direction(target, place)] >> target & 1:
            return False
    return True


def best_means(
    sit: Situation,
    battle: Battle,
    supports: list[tuple[int, bool]],
    feedable: list[int],
) -> Offer:
    """The supports and the supply that bring most with these attackers, and the table.

    ``supports`` are the units that may be added, each with whether it may be doubled too.
    """
    state = sit.state
    target, attackers = battle.target, battle.attackers
    everywhere = _may_surround(sit, battle) and concentric(state, battle)
    strength = 0
    for unit in (*attackers, *battle.supports):
        factor = state.face(unit).attack
        strength += factor * (2 if everywhere or unit in battle.doubled else 1)
    defence = defence_against(sit, target, attackers)
    # What each step adds, the points it costs, and what else it takes from other attacks.
    steps: list[tuple[int, int, float, Choice]] = []
    for unit, fed in supports:
        factor = state.face(unit).attack
        twice = 2 if fed or everywhere else 1
        steps.append((factor * twice, int(fed and not everywhere), SUPPORT, ("support", unit)))
    if not everywhere:
        steps += [(state.face(u).attack, 1, 0.0, ("supply", u)) for u in feedable]
    steps.sort(key=lambda s: (-s[0], s[3]))
    infiltrating = any(state.face(u).shock and in_general_supply(state, u) for u in attackers)
    clash, ledger = Clash(sit, target, attackers), sit.ledger
    values = clash.values()
    best = NOTHING
    spent, effort = 0, 0.0
    for count in range(len(steps) + 1):
        if count:
            factor, points, toil, _ = steps[count - 1]
            strength += factor
            spent += points
            effort += toil
            if points and ledger.tight:
                values = clash.values(spent)
        number = shifted(state, sit.side, column(strength, defence))
        value, table = clash.prospect(values, number, infiltrating)
        gain = value - ledger.cost(spent) - effort
        if gain > best.gain:
            best = Offer(gain, table, attackers, tuple(s[3] for s in steps[:count]), number)
    return best


def _may_surround(sit: Situation, battle: Battle) -> bool:
    places = {sit.state.where[u] for u in battle.attackers}
    return len(places) > 1


def supports_for(sit: Situation, battle: Battle) -> list[tuple[int, bool]]:
    """Our headquarters (one), airbases (one, or a pair) and ships (two) for an attack [12.14]."""
    state = sit.state
    target = battle.target
    used = state.supported | state.naval_used
    able: dict[str, list[int]] = {"hq": [], "air": [], "ship": []}
    for unit in SUPPORTS[sit.side]:
        if used >> unit & 1 or sit.idle(unit):
            continue
        kind = COUNTERS[unit].front.type
        if kind == "bombardment":
            if not state.forts[sit.enemy] >> target & 1 and ship_reaches(state, unit, target):
                able["ship"].append(unit)
        elif within_range(state, unit, target):
            able["air" if kind in AIR else "hq"].append(unit)
    for units in able.values():
        units.sort(key=lambda u: (-COUNTERS[u].front.attack, u))
    chosen = able["hq"][:1] + able["ship"][:MOST_SHIPS]
    flights = able["air"]
    pairs = [[u for u in flights if NATION_OF[u] == nation][:2] for nation in (GE, BR)]
    chosen += max([flights[:1], *pairs], key=lambda us: sum(COUNTERS[u].front.attack for u in us))
    slow = battle.phase == 2 and "mechanized" in state.options
    return [(u, not slow and sit.may_double(u, target)) for u in chosen]


def feedable(sit: Situation, battle: Battle) -> list[int]:
    """The attackers that could be put in maximum supply, strongest first."""
    state = sit.state
    slow = battle.phase == 2 and "mechanized" in state.options
    return [
        u
        for u in battle.attackers
        if (not slow or state.face(u).type in MECHANIZED) and sit.may_double(u, battle.target)
    ]


def best_attack(sit: Situation, target: Hex, phase: int) -> Offer:
    """The best force against a hex: the strongest first, shock units before others, as long as
    more of them help."""
    state = sit.state
    units = list(members(attackers_on(state, sit.side, target)))
    units.sort(
        key=lambda u: (u not in state.assault, not state.face(u).shock, -state.face(u).attack, u)
    )
    best = NOTHING
    must = sum(1 for u in units if u in state.assault)
    penalty = 0.0
    if sit.side == ALLIED and EAST >> target & 1 and not state.east_free:
        penalty = STIRRING
    force: tuple[int, ...] = ()
    for unit in units:
        if not companions(unit, force):
            continue
        force = (*force, unit)
        if len(force) < must:
            continue
        battle = Battle(sit.side, phase, target, force)
        offer = best_means(sit, battle, supports_for(sit, battle), feedable(sit, battle))
        # Those who attack here cannot attack elsewhere.
        gain = offer.gain - penalty - 0.1 * len(force)
        if gain > best.gain:
            best = replace(offer, gain=gain, force=force)
    return best


# The decisions.


def next_attack(sit: Situation, phase: CombatPhase, choices: Choices) -> Choice:
    """The most promising attack, if any promises enough."""
    offers = {t: best_attack(sit, t, phase.phase) for t in members(choices.get("attack", 0))}
    rated = [(offer.gain, target) for target, offer in offers.items()]
    # [20.10] A force at sea must attack: first of all, while the ships' guns are free.
    landing = {aim for aim, _ in sit.state.assault.values()}
    rated = [offer for offer in rated if offer[1] in landing] or rated
    least = WORTHWHILE * sit.doctrine.reluctance
    if heard():
        _explain(sit, offers, rated, least)
    if rated:
        gain, target = max(rated)
        if gain > least or "done" not in choices:
            return "attack", target
    flown = next_flight(sit, phase.phase, choices)
    if flown is not None:
        return flown
    return ("done", 0) if "done" in choices else pick(choices, 0)


def _explain(
    sit: Situation, offers: dict[Hex, Offer], rated: list[tuple[float, Hex]], least: float
) -> None:
    """Say what the best attacks promise, and what speaks for none."""
    best = max(rated, default=None)
    if best is not None:
        for target in shortlist(rated, best[1]):
            reasons.about_attack(sit, ("attack", target), target, offers[target])
    reasons.no_attack(sit, least, best)


def declare(sit: Situation, asking: DeclareAttack, choices: Choices) -> Choice:
    """Bring up the force that was planned, then join battle."""
    battle = asking.battle
    offer = best_attack(sit, battle.target, battle.phase)
    for unit in offer.force:
        if choices.get("with", 0) >> unit & 1:
            reasons.about_attack(sit, ("with", unit), battle.target, offer)
            return "with", unit
    if "join" in choices:
        reasons.about_attack(sit, ("join", 0), battle.target, offer)
        return "join", 0
    unit = lowest(choices["with"])
    reasons.about_attack(sit, ("with", unit), battle.target, offer)
    return "with", unit


def prepare(sit: Situation, asking: PlanBattle, choices: Choices) -> Choice:
    """Support, supply and the table, now that the enemy is known."""
    battle = asking.battle
    if battle.bombardment:
        chosen: Choice = ("big_push", 0)
        if "support" in choices and not battle.supports:
            chosen = "support", next(members(choices["support"]))
        because(sit.state, chosen, 0.0, "ships alone fire on {:hex}", battle.target)
        return chosen
    able = choices.get("support", 0)
    supports = [(u, fed) for u, fed in supports_for(sit, battle) if able >> u & 1]
    hungry = list(members(choices.get("supply", 0)))
    offer = best_means(sit, battle, supports, hungry)
    for verb, unit in offer.order:
        if choices.get(verb, 0) >> unit & 1:
            reasons.about_means(sit, (verb, unit), battle.target, offer)
            return verb, unit
    table = offer.table if offer.table in choices else "big_push"
    reasons.about_tables(sit, table, battle.target, offer, choices)
    return table, 0
