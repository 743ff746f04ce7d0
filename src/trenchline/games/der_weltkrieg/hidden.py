"""What is hidden: the supply tracks of the enemy's headquarters [17-5], and what tells of them: how
far his deliveries have come, and which headquarters pays for whom."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice, product

from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import CODES, NATIONS
from trenchline.games.der_weltkrieg.deliveries import DeliverAmount, DeliverSupply, call_for
from trenchline.games.der_weltkrieg.headquarters import most_held
from trenchline.games.der_weltkrieg.lines import headquarters_for, headquarters_of, length
from trenchline.games.der_weltkrieg.payment import ChooseHeadquarters, Pay
from trenchline.games.der_weltkrieg.rail_capacity import capacity
from trenchline.games.der_weltkrieg.results import ResolveAttack
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.supply_spending import could_pay, effective, is_attacker
from trenchline.kernel.bits import bit_set, members

MOST_SUPPOSED = 400
"""Ways to pay for the units of a combat among which one is sought."""


def deal(state: State, side: int, rng: random.Random) -> State:
    """[17-5] A copy in which the enemy's stocks are drawn: of what the scenario has given to his
    nations by now some share is spent, and the rest lies with any of his headquarters."""
    twin = state.copy()
    _leave_off(twin, 1 - side)
    twin.battles = [_payers_supposed(twin, battle, 1 - side) for battle in state.battles]
    posts = headquarters_of(state, 1 - side)
    turns = state.theatre.turns
    gone = (turns.index(state.date) if state.date in turns else len(turns)) / len(turns)
    for number, code in enumerate(CODES):
        if NATIONS[code].side == side:
            continue
        own = state.theatre.of_nation[code]
        mine = list(members(posts & own & bit_set(state.stock)))
        # [18-7] Markers lie open on the map.
        lying = sum(n for unit, n in state.stock.items() if own >> unit & 1 and unit not in mine)
        given = _given(state, code)
        left = max(0, int(given * (1 - gone * rng.random())) - lying)
        held = _share_out(twin, mine, left, rng)
        twin.received[number] = max(given, held + lying)
        twin.spent[number] = twin.received[number] - held - lying
        # [18-4] What staffs carry weighs on the rails.
        railed = (state.railed & own).bit_count()
        twin.capacity_used[number] = min(railed, capacity(state, number))
    enemies = state.theatre.of_side[1 - side]
    twin.transferred = {u: n for u, n in state.transferred.items() if not enemies >> u & 1}
    _let_somebody_pay(twin, 1 - side)
    return twin


def _share_out(twin: State, posts: list[int], points: int, rng: random.Random) -> int:
    """Lay points with headquarters at random, as far as they have room; how many lie there then."""
    rng.shuffle(posts)
    left = points
    for hq in posts:
        twin.stock[hq] = rng.randint(0, min(left, most_held(twin, hq)))
        left -= twin.stock[hq]
    for hq in posts:
        more = min(left, most_held(twin, hq) - twin.stock[hq])
        twin.stock[hq] += more
        left -= more
    return points - left


def _given(state: State, code: str) -> int:
    """What a scenario has given to a nation up to now: with its units, and turn by turn [25-7]."""
    theatre = state.theatre
    turns = theatre.turns
    so_far = set(turns[: turns.index(state.date) + 1] if state.date in turns else turns)
    units = sum(
        points
        for key, points in theatre.stocks.items()
        if theatre.counters[theatre.unit[key]].nation == code
    )
    schedule: dict[str, int] = theatre.scenario.get("supply", {}).get(code, {})
    return units + sum(points for text, points in schedule.items() if theatre.date(text) in so_far)


# What the enemy is about.


def _leave_off(twin: State, enemy: int) -> None:
    """[17-5] Nobody sees how far the enemy's deliveries have come."""

    def delivers(step: object) -> bool:
        step = step.delivery if isinstance(step, DeliverAmount) else step
        return isinstance(step, DeliverSupply) and step.side == enemy

    if twin.stack and delivers(twin.stack[-1]):
        while delivers(twin.stack[-1]):
            twin.stack.pop()
        call_for(twin, enemy)


def _is_paying(state: State, enemy: int) -> bool:
    step = state.stack[-1] if state.stack else None
    return isinstance(step, Pay | ChooseHeadquarters) and step.who(state) == enemy


def _payers_supposed(state: State, battle: Battle, enemy: int) -> Battle:
    """[19-2] Who is supplied is told when all is paid for, and never by whom: the nearest
    headquarters that could, and with which attackers have the strength that the defender sees, as
    long as he does."""
    now = battle == state.battle
    paying = now and _is_paying(state, enemy)
    # [13-13] Once the attack is rolled for, only its result is seen.
    odds_seen = now and any(isinstance(step, ResolveAttack) for step in state.stack)
    attacking = paying and getattr(state.stack[-1], "attacking", False)
    theirs = state.theatre.of_side[enemy]
    told = [
        (unit, hq)
        for unit, hq in battle.paid
        if not theirs >> unit & 1 or not paying or is_attacker(battle, unit) != attacking
    ]
    battle = replace(battle, paid=tuple(told))
    wanted = _strengths(state, battle, enemy) if odds_seen else []
    posts = [_near(state, battle, unit) if theirs >> unit & 1 else [hq] for unit, hq in battle.paid]
    units = [unit for unit, _ in battle.paid]
    for supposed in islice(product(*posts), MOST_SUPPOSED):
        other = replace(battle, paid=tuple(zip(units, supposed, strict=True)))
        if not odds_seen or _strengths(state, other, enemy) == wanted:
            return other
    nearest = tuple((unit, near[0]) for unit, near in zip(units, posts, strict=True))
    return replace(battle, paid=nearest)


def _strengths(state: State, battle: Battle, enemy: int) -> list[int]:
    """[13-2] What the enemy's units that are paid for attack with."""
    if battle.side != enemy:
        return []
    return [
        effective(state, battle, unit)
        for unit, _ in battle.paid
        if is_attacker(battle, unit) and state.is_on_map(unit)
    ]


def _near(state: State, battle: Battle, unit: int) -> list[int]:
    """The headquarters that could pay for a unit, the nearest first. If none could any more, since
    the unit has retreated out of reach [14-9] or is lost: any that might have."""
    if state.is_on_map(unit):
        hex_ = state.where[unit]
        able = members(could_pay(state, unit, is_attacker(battle, unit)))
        if near := sorted((length(state, hex_, post) or 0, post) for post in able):
            return [post for _, post in near]
    theatre = state.theatre
    of_side = theatre.of_kind["headquarters"] & theatre.of_side[theatre.counters[unit].side]
    return list(members(headquarters_for(state, unit) or of_side))


def _let_somebody_pay(twin: State, enemy: int) -> None:
    """[19-6] Who is asked which headquarters pays has one that can."""
    step = twin.stack[-1] if twin.stack else None
    if (
        not isinstance(step, ChooseHeadquarters)
        or step.who(twin) != enemy
        or step.choices(twin)["pay"]
    ):
        return
    for hq in members(could_pay(twin, step.unit, step.attacking)):
        more = most_held(twin, hq) - twin.stock[hq]
        twin.stock[hq] += more
        twin.received[CODES.index(twin.theatre.counters[hq].nation)] += more
