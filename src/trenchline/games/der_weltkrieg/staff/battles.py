"""What attacks promise by the exact odds, and how to bear those of the enemy.

An attack is weighed by what both sides may expect to lose, in points of demoralization [26-3], by
the ground it may win, and by the supply points it takes.
"""

from __future__ import annotations

from dataclasses import replace

from trenchline.games.der_weltkrieg.advance import Advance
from trenchline.games.der_weltkrieg.attackers import attackers_of
from trenchline.games.der_weltkrieg.battle import ATTACK, COLUMN, Battle
from trenchline.games.der_weltkrieg.column_attack import may_attack_in_column
from trenchline.games.der_weltkrieg.combat import DeclareAttack, begun
from trenchline.games.der_weltkrieg.components import TABLES, Units
from trenchline.games.der_weltkrieg.lines import headquarters_of
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.odds import DIE, likely_terrain, supplied
from trenchline.games.der_weltkrieg.results import (
    attack,
    counterattack,
    defenders,
    losses,
    table_in_force,
)
from trenchline.games.der_weltkrieg.retreat import (
    loss_in_retreat,
    must_retreat,
    retreaters,
    strength_to_hold,
)
from trenchline.games.der_weltkrieg.staff import reasons
from trenchline.games.der_weltkrieg.staff.posts import post
from trenchline.games.der_weltkrieg.staff.reasons import Prospect
from trenchline.games.der_weltkrieg.staff.stakes import Situation, turns_left, worth_of_point
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.supply_spending import payer, price
from trenchline.games.der_weltkrieg.victory import outcome
from trenchline.games.der_weltkrieg.ways_out import destinations
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.reasons import OTHERS, because, heard
from trenchline.kernel.steps import Choice, Choices

SHELLS = 1.5
"""What a supply point is worth, divided by those that we have for each turn to come."""
GROUND = 1.5
"""What any hex is worth that the enemy must leave."""
WORTH_IT = {"press": -1.0, "stand": 1.5}
"""What an attack must promise by the plan, else nothing ..."""
CALM, PRESS = 3.0, 1.5
"""... and more the better things stand: who is ahead waits, who is behind must press."""
LATE, EAGER = 2, 1.0
"""In the last turns nobody is content with less than victory."""
PROGRESS = 0.5
"""What it is worth to wear down those who keep a prize, as a share of it."""
SURRENDER = 1.0
"""What each point is worth beyond itself that surrenders [26-3]."""
WORTH_A_COLUMN = 3.0
"""What a column attack must promise."""
DESTROYED = 0.3
"""A point that dies with its unit hurts the enemy more than on paper."""
EFFORT = 0.01
"""What a point of strength could do elsewhere."""
RIVALS, DOUBTFUL = 3, -1.5
"""How many attacks are compared, and how little they may promise."""
STAFF_LOST: int = TABLES["demoralization"]["headquarters"]
STOCK_LOST = 3
"""What it is worth that a headquarters must flee."""
RESCUE = 0.3
"""What each point is worth that an attack may free."""
LOTH = 2.0
"""By so much a post may be better than the hex that has been won."""
BOLD = 2.0
"""An advance is too bold where the enemy can bring so many times its strength."""


def mean_loss(state: State, points: int, modifier: int) -> float:
    """What so many strength points take on average."""
    cells = table_in_force(state)
    rows = (max(-1, min(8, die + modifier)) for die in DIE)
    return sum(losses(cells, points, row) for row in rows) / len(DIE) if points else 0.0


def promise(sit: Situation, target: Hex, attackers: Units, kind: str = ATTACK) -> Prospect:
    """What an attack may be expected to bring."""
    state = sit.state
    party = tuple(members(attackers))
    battle = supplied(state, begun(state, Battle(sit.side, (target,), party, kind=kind)))
    battle = replace(battle, terrain=likely_terrain(state, battle))
    fire = attack(state, battle)
    cells = table_in_force(state)
    whole = sum(state.strength[unit] for unit in members(defenders(state, battle)))
    ground = GROUND
    if not state.control[sit.side] >> target & 1:
        ground += sit.prize(target) + sit.beyond(target)
    ringed = SURRENDER if sit.is_ringed(target) else 0.0
    relief = _relief(sit, target)
    staffs = (state.units(target, 1 - sit.side) & sit.theatre.of_kind["headquarters"]).bit_count()
    dear = _dearness(state, battle)
    answers: dict[str, float] = {}
    gain = -len(DIE) * _price_of_breaking_out(state, battle)
    theirs = ours = 0.0
    leaves = 0
    for die in DIE:
        after = replace(battle, defence_loss=losses(cells, fire.points, fire.row(die)))
        if must_retreat(state, after):
            loss = loss_in_retreat(state, after)
            after = replace(after, retreat="forced", defence_loss=loss)
        if after.retreat not in answers:
            answer = counterattack(state, after)
            answers[after.retreat] = mean_loss(state, answer.points, answer.modifier)
        loss = min(after.defence_loss, whole)
        theirs, ours = theirs + loss, ours + answers[after.retreat]
        gain += loss * (1 + ringed) - answers[after.retreat] * dear
        if after.retreat and ringed:
            # [20-8] [20-10] Who must leave a ring surrenders.
            gain += 2 * (whole - loss)
        if after.retreat or loss >= whole:
            leaves += 1
            gain += ground + relief + (DESTROYED * whole if loss >= whole else 0)
            # [18-16] [26-3] A staff dies with its troops, or flees without its supply points.
            gain += staffs * (STAFF_LOST if loss >= whole else STOCK_LOST)
        elif whole and kind == ATTACK:
            gain += PROGRESS * loss / whole * (ground - GROUND)
    cost = price(state, battle, [unit for unit, _ in battle.paid if unit in party], attacking=True)
    gain = gain / len(DIE) - _price_of_shells(sit) * cost
    return Prospect(gain, theirs / len(DIE), ours / len(DIE), leaves / len(DIE), cost)


def _price_of_shells(sit: Situation) -> float:
    """What a supply point is worth: little if more are left than can be spent."""
    state = sit.state
    left = sum(state.stock.get(hq, 0) for hq in members(headquarters_of(state, sit.side)))
    return SHELLS / (1 + left / turns_left(state))


def _relief(sit: Situation, target: Hex) -> float:
    """[20-13] What it is worth to break a ring: our strength around a hex that is cut off."""
    near = (target + shift for shift in sit.grid.shifts)
    return RESCUE * sum(
        points for h in near if (points := sit.friends.get(h, 0)) and sit.is_cut_off(h)
    )


def _dearness(state: State, battle: Battle) -> float:
    """What a point that the attacker loses costs: cavalry loses first [13-23], and what surrounded
    units lose has surrendered [20-4]."""
    first = [unit for unit in battle.attackers if state.theatre.cavalry >> unit & 1]
    worth = float(worth_of_point(state, first[0])) if first else 1.0
    return worth * (1 + SURRENDER if battle.surrounded and _is_ringed(battle) else 1)


def _is_ringed(battle: Battle) -> bool:
    return any(unit in battle.surrounded for unit in battle.attackers)


def _price_of_breaking_out(state: State, battle: Battle) -> float:
    """[20-3] What those who break out without supply lose beforehand."""
    hungry = [
        unit
        for unit in battle.attackers
        if unit in battle.surrounded and payer(battle, unit) is None
    ]
    return (1 + SURRENDER) * sum(state.theatre.half_divisions[unit] for unit in hungry) / 2


def best_party(sit: Situation, target: Hex) -> tuple[float, Units]:
    """The best attackers of a hex: all who can, or without the guns or the cavalry, and no more of
    them than it takes; the others may be wanted elsewhere."""
    theatre, strength = sit.theatre, sit.state.strength
    able = attackers_of(sit.state, sit.side, target)
    tries = {able, able & ~theatre.artillery, able & ~theatre.cavalry, able & theatre.infantry}
    strongest = sorted(members(able & theatre.infantry), key=lambda u: (-strength[u], u))
    tries |= {bit_set(strongest[: len(strongest) * part // 4]) for part in (1, 2, 3)}
    rated = [(promise(sit, target, some).gain - _effort(sit, some), some) for some in tries if some]
    return max(rated, default=(-99.0, 0))


def _effort(sit: Situation, units: Units) -> float:
    """What it costs that units cannot attack elsewhere."""
    return EFFORT * sum(sit.state.strength[unit] for unit in members(units))


def wanted_gain(sit: Situation) -> float:
    """What an attack must promise now."""
    ahead = sit.outlook - 0.5
    wanted = WORTH_IT.get(sit.plan, 0.0) + (CALM if ahead > 0 else PRESS) * ahead
    if turns_left(sit.state) <= LATE and outcome(sit.state).winner != sit.side:
        wanted -= EAGER
    return wanted


def rated_attacks(sit: Situation, choices: Choices) -> list[tuple[float, Hex]]:
    """The attacks that can be made, by how much they promise beyond what they must, best first."""
    wanted = wanted_gain(sit)
    hexes = members(choices.get("attack", 0))
    return sorted(((best_party(sit, hex_)[0] - wanted, hex_) for hex_ in hexes), reverse=True)


def next_attack(sit: Situation, choices: Choices) -> Choice:
    """The attack that promises most, if it is worth it."""
    rated = rated_attacks(sit, choices)
    if heard():
        _explain(sit, rated)
    return ("attack", rated[0][1]) if rated and rated[0][0] > 0 else ("done", 0)


def _explain(sit: Situation, rated: list[tuple[float, Hex]]) -> None:
    """Say what the best attacks promise, and what speaks for none."""
    wanted = wanted_gain(sit)
    for gain, hex_ in rated[: OTHERS + 1]:
        _, party = best_party(sit, hex_)
        if party:
            seen, worth = promise(sit, hex_, party), gain + wanted
            reasons.about_attack(sit, ("attack", hex_), hex_, party, seen, worth)
    best = (rated[0][0] + wanted, rated[0][1]) if rated else None
    reasons.no_attack(sit, wanted, best)


def rival_attacks(sit: Situation, choices: Choices) -> list[Choice]:
    """The staff's attack, and what else might be done: another that is nearly worth it, or none."""
    first = next_attack(sit, choices)
    others: list[Choice] = [
        ("attack", hex_) for worth, hex_ in rated_attacks(sit, choices)[:RIVALS] if worth > DOUBTFUL
    ]
    return list(dict.fromkeys([first, *others, ("done", 0)])) if others else [first]


def declare(sit: Situation, asking: DeclareAttack, choices: Choices) -> Choice:
    """Name the attackers of the plan, then join battle."""
    worth, party = best_party(sit, asking.target)
    fleet = choices.get("with", 0) & sit.theatre.flotillas
    left = choices.get("with", 0) & (party | fleet) & ~bit_set(asking.attackers)
    chosen: Choice = ("join", 0) if "join" in choices else ("stay", 0)
    if left:
        chosen = "with", max(members(left), key=lambda u: (sit.state.strength[u], -u))
    if heard() and party:
        seen = promise(sit, asking.target, party)
        reasons.about_attack(sit, chosen, asking.target, party, seen, worth)
    elif not party:
        because(sit.state, chosen, 0.0, "no attack on {:hex} is worth it", asking.target)
    return chosen


def column_attack(sit: Situation, asking: March, choices: Choices) -> Choice | None:
    """[16-1] A whole stack falls on those beside it who are too weak to matter: riders, a staff,
    the last of a ring."""
    targets = choices.get("attack", 0)
    if not targets or sit.is_cut_off(asking.hex):
        return None
    fit = bit_set(
        unit
        for unit in members(asking.companions(sit.state) & sit.line_units)
        if may_attack_in_column(sit.state, unit, asking.column)
    )
    party = bit_set(asking.party)
    rated = [(promise(sit, hex_, party | fit, COLUMN).gain, hex_) for hex_ in members(targets)]
    best, target = max(rated)
    if best <= WORTH_A_COLUMN + CALM * max(0.0, sit.outlook - 0.5):
        return None
    chosen: Choice = ("with", lowest(fit)) if fit else ("attack", target)
    if heard():
        seen = promise(sit, target, party | fit, COLUMN)
        reasons.about_attack(sit, chosen, target, party | fit, seen, best)
    return chosen


# Under attack.


def stand_or_go(sit: Situation, choices: Choices) -> Choice:
    """[14-1] Three times our strength in the answer and the hex, against twice and a third off."""
    if len(choices) == 1:
        verb = next(iter(choices))
        because(sit.state, (verb, 0), 0.0, "there is no choice")
        return verb, 0
    state = sit.state
    battle = state.battle
    whole = max(1, strength_to_hold(state, battle))
    going = replace(battle, retreat="chosen", defence_loss=loss_in_retreat(state, battle))
    stay, leave = counterattack(state, battle), counterattack(state, going)
    standing = mean_loss(state, stay.points, stay.modifier) - min(battle.defence_loss, whole)
    retiring = mean_loss(state, leave.points, leave.modifier) - min(going.defence_loss, whole)
    retiring -= GROUND + sit.prize(battle.target)
    away = retreaters(state, battle)
    for unit in members(away):
        if not destinations(state, unit):
            retiring -= 2 * state.strength[unit]
        if unit in state.stock:
            # [18-16] Its supply points are lost.
            retiring -= SHELLS * state.stock[unit]
    guns = state.units(battle.target, sit.side) & sit.theatre.artillery & ~away
    retiring -= sum(2 * state.strength[unit] for unit in members(guns))
    if battle.defence_loss >= whole:
        standing -= 0.5 * whole
    reasons.about_standing(sit, battle.target, min(battle.defence_loss, whole), standing, retiring)
    return ("retreat", 0) if retiring > standing else ("stand", 0)


def fall_back(sit: Situation, unit: int, choices: Choices) -> Choice:
    """Retreat to the best post."""
    if "retreat_to" not in choices:
        verb = next(iter(choices))
        chosen = verb, choices[verb].bit_length() - 1
        because(sit.state, chosen, 0.0, "there is no way back for {:unit}", unit)
        return chosen
    rated = [(post(sit, unit, hex_), hex_) for hex_ in members(choices["retreat_to"])]
    best = max(rated, key=lambda one: (one[0], -one[1]))[1]
    reasons.about_places(sit, unit, "retreat_to", rated, best)
    return "retreat_to", best


def follow_up(sit: Situation, asking: Advance, choices: Choices) -> Choice:
    """Advance where it pays: always for a prize, else unless the enemy would fall upon us."""
    units = choices.get("advance", 0)
    if not units:
        because(sit.state, ("done", 0), 0.0, "nobody can go forward")
        return "done", 0
    state, target = sit.state, asking.target(sit.state)
    unit = max(members(units), key=lambda u: (state.strength[u], -u))
    left = sum(
        state.strength[u]
        for u in state.battle.attackers
        if state.where[u] >= 0 and not sit.theatre.artillery >> u & 1
    )
    reasons.advancing(sit, unit, target, left)
    if sit.prize(target):
        return "advance", unit
    if sit.threat(target) <= BOLD * left:
        here = post(sit, unit, state.where[unit]) - LOTH
        if post(sit, unit, target) + sit.beyond(target) > here:
            return "advance", unit
    return "done", 0


def cavalry_leaves(sit: Situation, choices: Choices) -> Choice:
    """[30-2] Riders do not wait for a division."""
    units, state = choices.get("withdraw", 0), sit.state
    leave: Choice = ("withdraw", units.bit_length() - 1)
    if "stand" not in choices:
        because(state, leave, 0.0, "{:unit} must leave", leave[1])
        return leave
    if not units:
        because(state, ("stand", 0), 0.0, "there is nowhere to ride to")
        return "stand", 0
    against = sum(state.strength[unit] for unit in state.battle.attackers)
    ours = sum(state.strength[unit] for unit in members(defenders(state, state.battle)))
    goes = against > 2 * ours and not sit.prize(state.battle.target)
    words = "{} come against our {}"
    because(state, leave, 0.0, words + ": riders do not wait for them", against, ours)
    words += ", and {:hex} matters" if sit.prize(state.battle.target) else ""
    because(state, ("stand", 0), 0.0, words, against, ours, state.battle.target)
    return leave if goes else ("stand", 0)
