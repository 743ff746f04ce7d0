"""Supply in combat [19]: what supply costs, who may pay it, and what a unit is worth with or
without it.

What has been paid for is in ``Battle.paid``; ``payment`` has the decisions. Points are reckoned for
each combat, headquarters and rate by themselves [R23].
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from trenchline.games.der_weltkrieg.artillery import as_artillery
from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import INFANTRY, NATIONS, TABLES, Units
from trenchline.games.der_weltkrieg.headquarters import is_corps
from trenchline.games.der_weltkrieg.lines import (
    FARTHEST,
    headquarters_for,
    is_cut_off,
    length,
)
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.winter import is_winter
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Refusal

NOBODY = -1
SUPPLY = TABLES["supply"]
INFANTRY_RATE: dict[bool, int] = {
    True: TABLES["classes"]["infantry"]["attack"],
    False: TABLES["classes"]["infantry"]["counterattack"],
}
"""[19-2] Strength points to a supply point, by whether they attack."""
ARTILLERY_RATE: int = TABLES["classes"]["artillery"]["attack"]
"""[29-6] The same for artillery, in attack and counterattack."""
ARTILLERY_REACH: int = SUPPLY["artillery"]
"""[29-4] Artillery does not fire if its line is longer."""
CORPS_SHARE = {True: 2, False: 4}
"""[18-18] What corps headquarters may spend on one attack, and on one counterattack."""
COMPONENTS = ("brigade", "regiment")
"""[27-3] What divisions are made of."""


# What is known of a battle.


def is_attacker(battle: Battle, unit: int) -> bool:
    """Whether a unit attacks; else it answers."""
    return unit in battle.attackers


def payer(battle: Battle, unit: int) -> int | None:
    """[14-7] The headquarters that has paid for a unit in this combat, if any has."""
    for paid, headquarters in battle.paid:
        if paid == unit:
            return headquarters
    return None


def paid_by(battle: Battle, headquarters: int, attacking: bool) -> list[int]:
    """The attackers, or the others, for whom a headquarters pays."""
    return [
        unit
        for unit, hq in battle.paid
        if hq == headquarters and is_attacker(battle, unit) == attacking
    ]


def with_payer(battle: Battle, unit: int, headquarters: int) -> Battle:
    """The battle with a unit paid for."""
    return replace(battle, paid=(*battle.paid, (unit, headquarters)))


# Who needs supply, and who can give it.


def needs_none(state: State, battle: Battle, unit: int) -> bool:
    """Whether a unit fights supplied for nothing: light cavalry [30-1], forts [21-3], headquarters
    [R52], and nations that counterattack so: Serbs before 1916 [43-1] [43-2], Montenegrins
    and Ottomans always [46-1]."""
    if state.theatre.ample_supply:
        return True
    counter = state.theatre.counters[unit]
    nation = NATIONS[counter.nation]
    if counter.kind == "cavalry":
        # [30-1] [13-23] Stronger cavalry is infantry for supply.
        return counter.full_strength <= nation.light_cavalry
    if counter.kind in ("fortress", "headquarters", "flotilla"):
        return True
    lasts = nation.free_counterattack
    if not lasts or is_attacker(battle, unit):
        return False
    return lasts == "always" or state.year <= int(lasts)


def is_adjacent(state: State, hex_: Hex, headquarters: int) -> bool:
    """[19-13] [R94] Whether a headquarters is in a hex or next to it."""
    return state.theatre.board.grid.distance(hex_, state.where[headquarters]) <= 1


def can_expend(state: State, headquarters: int) -> bool:
    """[19-15] [18-14] A headquarters may always pay, unless it is cut off and in an enemy zone."""
    zone = enemy_zone(state, state.theatre.counters[headquarters].side)
    return not zone >> state.where[headquarters] & 1 or not is_cut_off(state, headquarters)


def reaches(state: State, unit: int, headquarters: int, attacking: bool) -> bool:
    """[19-4] Whether a headquarters has a supply line to a unit along which it can be supplied;
    artillery needs a short one [29-4], or to attack from next to it [19-14]."""
    hex_ = state.where[unit]
    far = not state.theatre.artillery >> unit & 1 or (
        attacking and is_adjacent(state, hex_, headquarters)
    )
    most = FARTHEST if far else ARTILLERY_REACH
    return length(state, hex_, headquarters, most) is not None


def can_supply(state: State, unit: int, headquarters: int, attacking: bool) -> bool:
    """[19-4] [19-15] Whether a headquarters may pay at all, and has a line to a unit."""
    return can_expend(state, headquarters) and reaches(state, unit, headquarters, attacking)


def could_pay(state: State, unit: int, attacking: bool) -> Units:
    """[19-6] [19-4] [19-15] The headquarters that could pay for a unit if they have the points:
    what both sides can see."""
    return bit_set(
        hq
        for hq in members(headquarters_for(state, unit))
        if can_supply(state, unit, hq, attacking)
    )


def points_to_pay(state: State, battle: Battle, unit: int) -> Fraction:
    """[19-9] [R41] The strength that must be paid for: neither length nor terrain nor column
    attacks matter; siege artillery used as artillery counts half [29-15]."""
    return as_artillery(state, battle.target, unit)


def price(state: State, battle: Battle, units: Iterable[int], attacking: bool) -> int:
    """[19-2] [29-6] [R23] What a headquarters pays for some units in one combat: infantry and
    artillery each by their rate, a broken point as a whole one."""
    guns = state.theatre.artillery
    infantry = artillery = Fraction(0)
    for unit in units:
        points = points_to_pay(state, battle, unit)
        if guns >> unit & 1:
            artillery += points
        else:
            infantry += points
    return -int(-infantry // INFANTRY_RATE[attacking]) - int(-artillery // ARTILLERY_RATE)


def affords(state: State, battle: Battle, unit: int, headquarters: int) -> bool:
    """[R24] Whether a headquarters has the points to supply a unit besides those it already pays
    for; corps headquarters together spend little on one combat [18-18]."""
    attacking = is_attacker(battle, unit)
    mine = [*paid_by(battle, headquarters, attacking), unit]
    cost = price(state, battle, mine, attacking)
    if cost > state.stock.get(headquarters, 0):
        return False
    return not exceeds_corps_share(state, battle, unit, headquarters)


def exceeds_corps_share(state: State, battle: Battle, unit: int, headquarters: int) -> bool:
    """[18-18] Whether corps headquarters would spend too much on one combat if one of them paid for
    a unit as well."""
    if not is_corps(state, headquarters):
        return False
    attacking = is_attacker(battle, unit)
    paid = {hq: paid_by(battle, hq, attacking) for _, hq in battle.paid if is_corps(state, hq)}
    paid[headquarters] = [*paid.get(headquarters, []), unit]
    cost = sum(price(state, battle, units, attacking) for units in paid.values())
    return cost > CORPS_SHARE[attacking]


# What a unit is worth.


def longest_line(state: State, hex_: Hex, headquarters: int, attacking: bool) -> int:
    """[19-9] [19-10] The length from which on a line costs strength: shorter in winter [34-2]
    [34-3], shorter still if the headquarters is cut off [19-15]."""
    what = "attack" if attacking else "counterattack"
    if is_cut_off(state, headquarters):
        return int(SUPPLY["cut_off"][what])
    return int(SUPPLY["winter" if is_winter(state, hex_) else "normal"][what])


def length_loss(state: State, battle: Battle, unit: int, headquarters: int) -> int:
    """[19-9] [19-10] The strength that too long a line costs a unit; attackers lose none if the
    headquarters is next to them [19-13] and not cut off [19-15]."""
    attacking = is_attacker(battle, unit)
    hex_ = state.where[unit]
    line = length(state, hex_, headquarters)
    if line is None:
        return 0
    if attacking and is_adjacent(state, hex_, headquarters) and not is_cut_off(state, headquarters):
        return 0
    return max(0, line - longest_line(state, hex_, headquarters, attacking))


def division_of(state: State, battle: Battle, unit: int, headquarters: int) -> list[int]:
    """[27-3] [R105] The units that count as one division with this one: smaller units of its nation
    in its hex and paid for by the same headquarters, as many as make up a full division."""
    counters = state.theatre.counters
    counter = counters[unit]
    alike = [
        other
        for other in paid_by(battle, headquarters, is_attacker(battle, unit))
        if state.where[other] == state.where[unit]
        and counters[other].nation == counter.nation
        and counters[other].size in COMPONENTS
        and counters[other].kind in INFANTRY
    ]
    division: list[int] = []
    total = 0
    for other in sorted(alike):
        if total + counters[other].front > counters[other].full_strength:
            if unit in division:
                break
            division, total = [], 0
        division.append(other)
        total += counters[other].front
    return division if unit in division else [unit]


def unsupplied(state: State, battle: Battle, unit: int) -> int:
    """[19-11] [19-12] What a unit is worth for which nothing is paid: half, fractions dropped;
    artillery nothing."""
    return 0 if state.theatre.artillery >> unit & 1 else state.strength[unit] // 2


def effective(state: State, battle: Battle, unit: int) -> int:
    """[13-2] [12-13] The strength a unit fights with, before terrain and multiplication: supplied
    less what the length of its line costs, but never less than the half it has for nothing
    [R25]."""
    points = state.strength[unit]
    if needs_none(state, battle, unit):
        return points
    headquarters = payer(battle, unit)
    if headquarters is None:
        return unsupplied(state, battle, unit)
    loss = length_loss(state, battle, unit, headquarters)
    if not loss:
        return points
    if state.theatre.artillery >> unit & 1:
        return max(0, points - loss)
    together = division_of(state, battle, unit, headquarters)
    total = sum(state.strength[other] for other in together)
    left = max(total - loss, total // 2)
    # [27-3] The last of a division bear what its line costs.
    for other in together:
        share = min(left, state.strength[other])
        if other == unit:
            return share
        left -= share
    raise AssertionError("a unit outside its own division")


def is_supplied(state: State, battle: Battle, unit: int) -> bool:
    """[19-2] Whether a unit fights supplied."""
    return needs_none(state, battle, unit) or payer(battle, unit) is not None


def must_be_supplied(state: State, unit: int) -> bool:
    """[R96] Whether a unit does not attack at all without supply: artillery [29-4] [19-11], and
    nations whose morale is shaken or whose economy has collapsed [26-6]."""
    nation = state.theatre.counters[unit].nation
    return bool(state.theatre.artillery >> unit & 1) or bool(
        {f"{nation} shaken", f"{nation} collapse"} & state.flags
    )


def why_supplied(state: State, unit: int) -> str:
    """The case by which a unit does not attack without supply."""
    return "29-4" if state.theatre.artillery >> unit & 1 else "26-6"


def may_attack(state: State, unit: int, target: Hex) -> bool:
    """[29-4] [19-14] [26-6] Whether a unit that must be supplied to attack could be."""
    if not must_be_supplied(state, unit):
        return True
    side = state.theatre.counters[unit].side
    battle = Battle(side, (target,), (unit,), (state.where[unit],))
    return needs_none(state, battle, unit) or any(
        affords(state, battle, unit, hq) and can_supply(state, unit, hq, attacking=True)
        for hq in members(headquarters_for(state, unit))
    )


def why_no_supply(state: State, battle: Battle, unit: int) -> Refusal:
    """Why nobody can pay for a unit in a combat: there is no headquarters for it, no line, no line
    short enough for guns, none that may spend, or none with the points."""
    key = state.theatre.counters[unit].key
    attacking = is_attacker(battle, unit)
    posts = list(members(headquarters_for(state, unit)))
    if not posts:
        return Refusal("19-6", f"no headquarters on the map may pay for {key}")
    joined = [hq for hq in posts if length(state, state.where[unit], hq) is not None]
    if not joined:
        return Refusal("19-4", f"no supply line leads from {key} to a headquarters")
    near = [hq for hq in joined if reaches(state, unit, hq, attacking)]
    if not near:
        return Refusal("29-4", f"the supply line of {key} is longer than {ARTILLERY_REACH} points")
    able = [hq for hq in near if can_expend(state, hq)]
    if not able:
        return Refusal("19-15", f"the headquarters of {key} is cut off in an enemy zone of control")
    if all(exceeds_corps_share(state, battle, unit, hq) for hq in able):
        most = CORPS_SHARE[attacking]
        return Refusal("18-18", f"corps headquarters spend no more than {most} on this combat")
    return Refusal("19-2", f"no headquarters in reach has the supply points for {key}")


def why_no_attack(state: State, unit: int, target: Hex) -> Refusal:
    """[29-4] [26-6] Why a unit that attacks only with supply cannot get it."""
    side = state.theatre.counters[unit].side
    why = why_no_supply(state, Battle(side, (target,), (unit,), (state.where[unit],)), unit)
    if state.theatre.artillery >> unit & 1:
        return why
    return Refusal("26-6", f"a shaken nation attacks only with supply, and {why.reason}")


def expected(state: State, battle: Battle, units: Iterable[int], reader: int | None) -> Battle:
    """The battle as it may be paid for, for odds: each of the units by the nearest headquarters
    that could pay."""
    for unit in units:
        if needs_none(state, battle, unit) or payer(battle, unit) is not None:
            continue
        # [17-5] Only the reader's own stocks are looked at.
        own = state.theatre.counters[unit].side == reader
        lines = [
            (length(state, state.where[unit], hq) or 0, hq)
            for hq in members(could_pay(state, unit, is_attacker(battle, unit)))
            if not own or affords(state, battle, unit, hq)
        ]
        if lines:
            battle = with_payer(battle, unit, min(lines)[1])
    return battle
