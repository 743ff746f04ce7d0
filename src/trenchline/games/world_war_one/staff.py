"""How the computer weighs a position and decides: a staff officer's reasoning, in the open.

He asks what is threatened and what can be taken, puts armies where they hold or threaten most, and
attacks where the exact odds promise more than they cost. Points (CRPs) are his currency: a victory
point is worth two of them, a lost army what it costs to build and the time to bring it up. He looks
at the position only, never at the dice.
"""

from __future__ import annotations

import math
import random
from functools import lru_cache

from trenchline.games.world_war_one.combat import AttackPhase, DeclareAttack
from trenchline.games.world_war_one.components import (
    ALLIED,
    ATTACK,
    BESIDE,
    BUILD_COST,
    CITIES_OF,
    COUNTRY,
    CRT,
    DEFENCE,
    FORT_STRENGTH,
    FR,
    GE,
    GRID,
    INFILTRATORS,
    LAST_TURN,
    NATION_OF,
    RESOURCES,
    RM,
    ROUGH,
    RS,
    RUSSIAN_CITIES,
    STOSS,
    SURRENDER_POINTS,
)
from trenchline.games.world_war_one.losses import DefenderLoss
from trenchline.games.world_war_one.movement import MovementPhase, MoveUnit
from trenchline.games.world_war_one.resources import (
    Building,
    Lending,
    LoanAmount,
    Placement,
    parties,
)
from trenchline.games.world_war_one.retreat import RetreatPath, plan
from trenchline.games.world_war_one.set_up import Deployment
from trenchline.games.world_war_one.state import TRANSIT, State
from trenchline.games.world_war_one.strength import (
    attackers_on,
    defence_total,
    supplied_attackers,
)
from trenchline.games.world_war_one.supply import supplied
from trenchline.games.world_war_one.victory import score
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.play import decision
from trenchline.kernel.staff import Staff
from trenchline.kernel.steps import Choice, Choices, pick

POINT = 2.0
"""What a victory point is worth in CRPs."""
ARMY = 9.0
"""What an army is worth: its price and the way back to the front."""
CENTRE = 10 * POINT
"""A resource centre that changes hands: five points fewer here, five more there."""
WANTED = 0.5
"""How strongly a prize draws armies, whoever stands near it."""
CROWDING = 0.5
"""How much each army near a prize lessens its pull on the next."""
EASTERN_PRIZE = 1.5
"""Russian cities count for more than their share: one alone is worth nothing."""
RICH = 18
"""Above so many points a nation spends freely."""
RESERVE = {GE: 12, FR: 10, RS: 12}
"""Points a nation keeps for losses before it builds another army."""
USUAL_RESERVE = 6


def choose(state: State, choices: Choices, rng: random.Random, course: str) -> Choice:
    """The staff's decision."""
    asking = decision(state)
    side = asking.who(state)
    if isinstance(asking, Deployment):
        return "place", max(members(choices["place"]), key=lambda h: (post(state, side, h), -h))
    if isinstance(asking, MovementPhase):
        # Those nearest to the enemy move last, when the others' places are known.
        if "unit" not in choices:
            return "done", 0
        return "unit", max(members(choices["unit"]), key=lambda u: _remoteness(state, side, u))
    if isinstance(asking, MoveUnit):
        return march(state, asking, choices)
    if isinstance(asking, AttackPhase):
        return next_attack(state, asking, choices)
    if isinstance(asking, DeclareAttack):
        return commit(state, asking, choices)
    if isinstance(asking, DefenderLoss):
        return bear_loss(state, asking, choices)
    if isinstance(asking, RetreatPath):
        return "retreat_to", max(members(choices["retreat_to"]), key=lambda h: post(state, side, h))
    if isinstance(asking, Building):
        return build(state, choices)
    if isinstance(asking, Placement):
        return "place", max(members(choices["place"]), key=lambda h: urgency(state, side, h))
    if isinstance(asking, Lending):
        return lend(state, choices)
    if isinstance(asking, LoanAmount):
        most = choices["points"].bit_length() - 1
        return "points", max(1, min(most, max(most - 15, 1)))
    return _plain(state, side, choices, rng)


def _plain(state: State, side: int, choices: Choices, rng: random.Random) -> Choice:
    """Everything that needs no deep thought."""
    if "advance" in choices:
        return advance(state, side, choices)
    if "advance_to" in choices:
        return "advance_to", max(members(choices["advance_to"]), key=lambda h: post(state, side, h))
    if "pay" in choices:
        return pay(choices)
    for verb in ("hold", "follow", "place", "displace_to", "spare", "done"):
        if verb in choices:
            return verb, lowest(choices[verb])
    return pick(choices, 0)


# What is at stake.


def stakes(state: State, side: int) -> dict[Hex, float]:
    """The hexes worth having, and how much: centres on both sides, Russian cities, the edges."""
    return _stakes(state.centres[side], state.red_cities, state.surrendered, state.turn, side)


@lru_cache(maxsize=64)
def _stakes(mine: Hexes, red: Hexes, surrendered: bool, turn: int, side: int) -> dict[Hex, float]:
    found: dict[Hex, float] = {}
    for hex_ in members(RESOURCES):
        found[hex_] = CENTRE
    if not surrendered:
        # Five cities bring Russia down; each is worth its share of the surrender.
        share = SURRENDER_POINTS[turn - 1] * POINT * EASTERN_PRIZE / 5
        for hex_ in members(RUSSIAN_CITIES):
            if side == ALLIED or not red >> hex_ & 1:
                found[hex_] = found.get(hex_, 0.0) + share
    return found


@lru_cache(maxsize=1 << 16)
def _pull(hex_: Hex, goal: Hex) -> float:
    return 1.0 / (1.0 + GRID.distance(hex_, goal))


def urgency(state: State, side: int, hex_: Hex) -> float:
    """How close a hex is to where things are decided: stakes with enemies near them."""
    heat = _heat(
        state.armies[1 - side],
        state.armies[side],
        state.centres[side],
        state.red_cities,
        state.surrendered,
        state.turn,
        side,
    )
    return sum(weight * _pull(hex_, goal) for goal, weight in heat)


@lru_cache(maxsize=256)
def _heat(
    enemies: Hexes,
    friends: Hexes,
    mine: Hexes,
    red: Hexes,
    surrendered: bool,
    turn: int,
    side: int,
) -> tuple[tuple[Hex, float], ...]:
    """The stakes: what we hold weighs as much as the enemy is near it, what we want always; both
    the less, the more armies stand about there already."""
    if not enemies:
        return ()
    ours = mine | (RUSSIAN_CITIES & ~red if side == ALLIED else 0)
    heat = []
    for goal, worth in _stakes(mine, red, surrendered, turn, side).items():
        weight = worth / (1.0 + _nearest(goal, enemies)) if ours >> goal & 1 else worth * WANTED
        crowd = (_vicinity(goal) & friends).bit_count()
        heat.append((goal, weight / (1.0 + CROWDING * crowd)))
    return tuple(heat)


@lru_cache(maxsize=1024)
def _vicinity(hex_: Hex) -> Hexes:
    return 1 << hex_ | GRID.ring(hex_, 1) | GRID.ring(hex_, 2)


def threat(state: State, side: int, hex_: Hex) -> int:
    """The attack strength the enemy can bring against a hex at once."""
    return sum(ATTACK[state.at[h]] for h in members(BESIDE[hex_] & state.armies[1 - side]))


def post(state: State, side: int, hex_: Hex) -> float:
    """What it is worth to have an army in a hex."""
    bit = 1 << hex_
    enemies = state.armies[1 - side]
    value = urgency(state, side, hex_)
    goals = stakes(state, side)
    if hex_ in goals:
        held = state.centres[side] >> hex_ & 1
        danger = _nearest(hex_, enemies)
        # Take what is not ours; sit on what is ours and in danger.
        value += goals[hex_] * (1.5 if not held else 1.2 if danger <= 2 else 0.1)
    if BESIDE[hex_] & enemies:
        value += 4.0
        if ROUGH & bit:
            value += 3.0
        if state.forts[side] & bit:
            value += 3.0 + 2 * FORT_STRENGTH[hex_]
    # An army in the way of the enemy bars him from what lies behind.
    for goal in goals:
        if state.centres[side] >> goal & 1 and GRID.distance(hex_, goal) == 1:
            value += 2.0 if _nearest(goal, enemies) <= 3 else 0.0
    # Keep touch with friends, without crowding.
    friends = (BESIDE[hex_] & state.armies[side]).bit_count()
    value += (0.0, 1.5, 2.0, 1.0, 0.0, -1.0, -2.0)[friends]
    value -= 0.25 * max(0, threat(state, side, hex_) - 8)
    return value


@lru_cache(maxsize=1 << 16)
def _nearest(hex_: Hex, hexes: Hexes) -> int:
    return min((GRID.distance(hex_, other) for other in members(hexes)), default=99)


def _remoteness(state: State, side: int, unit: int) -> int:
    place = state.where[unit]
    return 99 if place == TRANSIT else _nearest(place, state.armies[1 - side])


# Movement.


def march(state: State, mover: MoveUnit, choices: Choices) -> Choice:
    """Where a unit does most good; never out of supply, never off a post that must be held."""
    side = mover.who(state)
    unit = mover.unit
    if "stop" in choices:
        return "stop", 0
    here = mover.here
    safe = choices.get("move", 0) & supplied(state, NATION_OF[unit])
    if not safe:
        return ("stay", 0) if "stay" in choices else pick(choices, 0)
    best = max(members(safe), key=lambda h: (post(state, side, h), -h))
    if here == TRANSIT or "stay" not in choices:
        return "move", best
    # Its own hex counts without itself as a neighbour's friend.
    worth_staying = post(state, side, here) + 0.5
    return ("move", best) if post(state, side, best) > worth_staying else ("stay", 0)


# Attacks.


def exchange(state: State, side: int, target: Hex, units: list[int], infiltrating: bool) -> float:
    """The expected gain of an attack, in points: what the enemy loses less what it costs us."""
    force = sum(ATTACK[u] for u in units)
    differential = force - defence_total(state, target)
    if differential < 0:
        return -99.0
    defender = state.unit_at(target)
    enemy = None if defender is None else NATION_OF[defender]
    nations = {NATION_OF[u] for u in units}
    theirs = 2 if GE in nations and enemy in (RS, RM) else 1
    ours = 2 if enemy == GE and nations & {RS, RM} else 1
    purse = 0 if enemy is None else state.crp[enemy]
    # Points a nation has in plenty are there to be spent.
    wealth = max(state.crp[nation] for nation in nations)
    frugality = max(0.25, min(1.0, RICH / (wealth + 1)))
    starving = defender is not None and not supplied(state, NATION_OF[defender]) >> target & 1
    room = defender is not None and plan(state, defender, 1) is not None
    total = 0.0
    for roll in range(1, 7):
        lost, inflicted = CRT.cell(roll, differential)
        total -= min(lost * ours, ARMY) * frugality
        pain = inflicted * theirs
        if not pain:
            continue
        driven = infiltrating and inflicted >= 2
        if defender is None:
            total += min(pain, FORT_STRENGTH.get(target, 1)) + ground(state, side, target) * 0.5
        elif starving or pain > purse or (driven and not room):
            # It cannot pay: it goes back, or it dies.
            dies = not room
            total += (ARMY * (1.6 if starving else 1.0) if dies else 1.0) + ground(
                state, side, target
            )
        elif driven:
            total += pain * 0.8 + ground(state, side, target)
        else:
            # It may pay and stay, or give ground; it will do what hurts less.
            total += min(pain, 2.0 + 0.8 * ground(state, side, target))
    return total / 6


def ground(state: State, side: int, hex_: Hex) -> float:
    """What it is worth to drive the enemy from a hex."""
    worth = stakes(state, side).get(hex_, 0.0)
    if state.centres[side] >> hex_ & 1:
        worth *= 0.3
    near = max((w * _pull(hex_, goal) for goal, w in stakes(state, side).items()), default=0.0)
    last_chance = 1.5 if state.turn == LAST_TURN else 1.0
    return worth * last_chance + near * 0.3


def attackers_for(state: State, side: int, target: Hex) -> tuple[float, list[int]]:
    """The best force against a hex and its expected gain: strongest first, as long as it helps."""
    able = supplied_attackers(state, side)
    units = [state.at[h] for h in members(attackers_on(target, able))]
    units.sort(key=lambda u: (-(INFILTRATORS >> u & 1), -(NATION_OF[u] == GE), -ATTACK[u], u))
    best: tuple[float, list[int]] = (-99.0, [])
    for count in range(1, len(units) + 1):
        force = units[:count]
        infiltrating = any(INFILTRATORS >> u & 1 for u in force)
        gain = exchange(state, side, target, force, infiltrating)
        if gain > best[0]:
            best = (gain, force)
    return best


def next_attack(state: State, phase: AttackPhase, choices: Choices) -> Choice:
    """The most promising attack, if any promises a gain."""
    if "attack" not in choices:
        return "done", 0
    # Never drag a neutral in.
    hexes = choices["attack"] & ~state.neutral_land or (
        0 if "done" in choices else choices["attack"]
    )
    rated = [(attackers_for(state, phase.side, h)[0], h) for h in members(hexes)]
    if not rated:
        return "done", 0
    gain, target = max(rated)
    if gain > 0.3 or "done" not in choices:
        return "attack", target
    return "done", 0


def commit(state: State, attack: DeclareAttack, choices: Choices) -> Choice:
    """Bring up the force that was planned, then roll."""
    if "infiltrate" in choices:
        return "infiltrate", 0
    _, force = attackers_for(state, attack.side, attack.target)
    missing = [u for u in force if choices.get("with", 0) >> u & 1]
    if missing:
        return "with", missing[0]
    if "roll" in choices:
        return "roll", 0
    return "with", lowest(choices["with"])


def advance(state: State, side: int, choices: Choices) -> Choice:
    """Follow up where the new post is better than the old one."""
    asking = decision(state)
    target = asking.battle.target  # type: ignore[attr-defined]
    for unit in members(choices["advance"]):
        old = post(state, side, state.where[unit])
        if post(state, side, target) + 1.0 >= old or stakes(state, side).get(target):
            return "advance", unit
    return "done", 0


# Losses.


def pay(choices: Choices) -> Choice:
    """Points rather than armies, unless the bill is higher than an army."""
    dearest = choices["pay"].bit_length() - 1
    if "lose" in choices and dearest > ARMY:
        return "lose", lowest(choices["lose"])
    return "pay", dearest


def bear_loss(state: State, loss: DefenderLoss, choices: Choices) -> Choice:
    """Hold what matters, give ground where it costs little, never lose an army for nothing."""
    battle = loss.battle
    assert battle.unit is not None
    side = 1 - battle.side
    target = battle.target
    nation = NATION_OF[battle.unit]
    if "hold" not in choices and "retreat" not in choices:
        return "destroy", 0
    lengths = choices.get("retreat", 0)
    if "hold" not in choices:
        return "retreat", lowest(lengths)
    if not lengths:
        return _hold_or_die(battle.loss, choices)
    precious = stakes(state, side).get(target, 0.0) > 0 or bool(CITIES_OF[nation] >> target & 1)
    at_home = COUNTRY[target] == nation
    fort = bool(state.forts[side] >> target & 1)
    wealth = state.crp[nation]
    # Ground is worth paying for where something lies behind it; poor nations cannot afford it.
    price_limit = 3.0 if at_home else 1.5
    price_limit += 12.0 if precious else 0.0
    price_limit += 4.0 if fort else 0.0
    price_limit *= min(1.5, wealth / 10)
    if battle.loss <= price_limit:
        return _hold_or_die(battle.loss, choices)
    return "retreat", lengths.bit_length() - 1


def _hold_or_die(loss: int, choices: Choices) -> Choice:
    if "destroy" in choices and loss > ARMY:
        return "destroy", 0
    return "hold", 0


# The Build Phase.


def build(state: State, choices: Choices) -> Choice:
    """Stosstruppen first, then armies while the purse allows, then forts near the enemy."""
    if "build" in choices:
        units = sorted(members(choices["build"]), key=lambda u: (-(STOSS >> u & 1), -DEFENCE[u], u))
        for unit in units:
            nation = NATION_OF[unit]
            if state.crp[nation] - BUILD_COST >= reserve(state, nation):
                return "build", unit
    if "rebuild" in choices:
        for hex_ in members(choices["rebuild"]):
            nation = COUNTRY[hex_]
            near = _nearest(hex_, state.armies[1 - state.status[nation]])
            if near <= 3 and state.crp[nation] - FORT_STRENGTH[hex_] >= reserve(state, nation):
                return "rebuild", hex_
    return "done", 0


def reserve(state: State, nation: int) -> int:
    """What a nation keeps back; nothing on the last turn, when points win no more wars."""
    if state.turn == LAST_TURN:
        return 0
    return RESERVE.get(nation, USUAL_RESERVE)


def lend(state: State, choices: Choices) -> Choice:
    """Help an ally whose purse is empty, out of a full one."""
    best: tuple[int, int] | None = None
    for number in members(choices.get("lend", 0)):
        lender, borrower = parties(number)
        fights = bool(state.held[borrower])
        if fights and state.crp[lender] >= 20 and state.crp[borrower] <= 6:
            need = (state.crp[lender] - state.crp[borrower], number)
            best = max(best, need) if best else need
    return ("lend", best[1]) if best else ("done", 0)


# The whole war.


def weigh(state: State, side: int) -> float:
    """The chance to win: victory points as they stand, with purses and armies for what may come."""
    lead = 0.0
    for who, sign in ((side, 1), (1 - side, -1)):
        wealth = sum(state.crp[n] for n in range(len(state.crp)) if state.status[n] == who)
        lead += sign * (score(state, who) * POINT + 0.3 * wealth)
        lead += sign * ARMY * 0.3 * state.armies[who].bit_count()
    return 1 / (1 + math.exp(-lead / 20))


def imagine(state: State, side: int, rng: random.Random) -> State:
    """Nothing is hidden in this game."""
    return state.copy()


STAFF = Staff(choose, weigh, imagine)
