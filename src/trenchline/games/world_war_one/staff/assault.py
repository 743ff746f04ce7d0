"""Attacks: what each is expected to bring by the exact odds, and with whom to make it."""

from __future__ import annotations

from functools import lru_cache

from trenchline.games.world_war_one.components import (
    ATTACK,
    BESIDE,
    BUILD_COST,
    CRT,
    FORT_NATION,
    GE,
    INFILTRATORS,
    LAST_TURN,
    NATION_OF,
    RM,
    RS,
)
from trenchline.games.world_war_one.staff.fronts import ways_to
from trenchline.games.world_war_one.staff.purse import ARMY, means, price, staying_power
from trenchline.games.world_war_one.staff.stakes import ours, stakes
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.strength import (
    attackers_on,
    defence_total,
    supplied_attackers,
)
from trenchline.games.world_war_one.supply import passable, supplied
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices

WORTH_IT = -0.2
"""What an attack must promise, in victory points. Points are there to be spent: an attack that
wears both sides down is not shunned."""
INITIATIVE = 1.2
"""How much more a point of the enemy's counts than one of ours."""
FURTHER = 0.5
"""What every hex further back costs the defender."""
FOR_GOOD = 1.6
"""An army lost out of supply never comes back."""


def ground(state: State, side: int, hex_: Hex) -> float:
    """What it is worth for a side to drive the enemy from a hex: what lies there, and what lies
    behind it."""
    return _ground(tuple(stakes(state).items()), ours(state, 1 - side), hex_)


@lru_cache(maxsize=1 << 14)
def _ground(worths: tuple[tuple[Hex, float], ...], theirs: Hexes, hex_: Hex) -> float:
    value = 0.5
    for goal, worth in worths:
        if theirs >> goal & 1:
            away = ways_to(goal)[hex_]
            if away == 0:
                value += worth * 0.9
            elif away <= 5:
                value += worth * 0.18 / away
    return value


@lru_cache(maxsize=1 << 15)
def _promise(
    differential: int,
    ours_doubled: bool,
    theirs_doubled: bool,
    purse: int,
    hand: int,
    our_price: float,
    their_price: float,
    prize: float,
    stays: int,
    infiltrating: bool,
    our_army: float,
) -> float:
    """The mean of the six results. ``stays`` says what holds the defender: 0 a fort alone, 1 a
    unit with room to retreat, 2 one without, 3 and 4 the same out of supply."""
    total = 0.0
    for roll in range(1, 7):
        lost, inflicted = CRT.cell(roll, differential)
        cost = lost * (2 if ours_doubled else 1)
        total -= our_army if cost > hand else min(cost * our_price, our_army)
        pain = inflicted * (2 if theirs_doubled else 1)
        if not pain:
            continue
        if stays == 0:
            total += max(min(pain * their_price, prize), 0.3)
            continue
        cut_off, room = stays >= 3, stays in (1, 3)
        driven = infiltrating and inflicted >= 2
        if cut_off or pain > purse or (driven and not room):
            # It cannot pay: it goes back, or it dies.
            total += prize
            if not room:
                total += ARMY * (FOR_GOOD if cut_off else 1.0)
        elif driven:
            total += prize + (pain - 1) * their_price
        else:
            # It may pay and stay, or give ground; it will do what hurts less.
            total += min(pain * their_price, prize + 0.2 + FURTHER * (pain - 1))
    return total / 6


def promise(state: State, side: int, target: Hex, force: int, nations: int, shock: bool) -> float:
    """The expected gain of an attack in victory points.

    ``force`` is its strength, ``nations`` the set of nations in it; ``shock`` troops infiltrate.
    """
    differential = force - defence_total(state, target)
    if differential < 0:
        return -99.0
    defender = state.unit_at(target)
    enemy = FORT_NATION[target] if defender is None else NATION_OF[defender]
    eastern = nations >> RS & 1 or nations >> RM & 1
    if defender is None:
        stays = 0
    else:
        room = bool(BESIDE[target] & passable(state, 1 - side))
        cut_off = not supplied(state, enemy) >> target & 1
        stays = (1 if room else 2) + (2 if cut_off else 0)
    prize = ground(state, side, target)
    if state.turn == LAST_TURN:
        prize *= 1.3
    return _promise(
        min(differential, 10),
        bool(defender is not None and enemy == GE and eastern),
        bool(nations >> GE & 1 and (enemy == RS or (enemy == RM and defender is not None))),
        min(state.crp[enemy], 14),
        min(sum(state.crp[n] for n in members(nations)), 14),
        round(min(price(state, n) for n in members(nations)), 2),
        round(min(1.0, staying_power(state, enemy)) * INITIATIVE, 2),
        round(prize, 1),
        stays,
        shock,
        # Who cannot pay for a new army loses one for good.
        min(ARMY if means(state, n) >= BUILD_COST else ARMY * FOR_GOOD for n in members(nations)),
    )


def strongest_first(units: list[int]) -> list[int]:
    """In which order units join an attack."""
    return sorted(
        units, key=lambda u: (-(INFILTRATORS >> u & 1), -(NATION_OF[u] == GE), -ATTACK[u], u)
    )


def attackers_for(state: State, side: int, target: Hex) -> tuple[float, list[int]]:
    """The best force against a hex and what it promises: strongest first, as long as it helps."""
    able = supplied_attackers(state, side)
    units = strongest_first([state.at[h] for h in members(attackers_on(target, able))])
    best: tuple[float, list[int]] = (-99.0, [])
    force = nations = 0
    shock = False
    for count, unit in enumerate(units, 1):
        force += ATTACK[unit]
        nations |= 1 << NATION_OF[unit]
        shock = shock or bool(INFILTRATORS >> unit & 1)
        gain = promise(state, side, target, force, nations, shock)
        if gain > best[0] + 0.05:
            best = (gain, units[:count])
    return best


def rated(state: State, side: int, choices: Choices) -> list[tuple[float, Hex]]:
    """The attacks that can be made and what they promise, best first. Neutrals are left alone."""
    hexes = choices.get("attack", 0)
    if "done" in choices:
        hexes &= ~state.neutral_land
    return sorted(((attackers_for(state, side, h)[0], h) for h in members(hexes)), reverse=True)
