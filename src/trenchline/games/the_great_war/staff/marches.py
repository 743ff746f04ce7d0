"""Who moves where: up to an attack, into the line, forward over open ground, back to a better line;
guns and staffs after them. On foot, in haste, by rail."""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.ground import NOTHING, works_in
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.readiness import ready
from trenchline.games.the_great_war.stacking import fits
from trenchline.games.the_great_war.staff import quarters
from trenchline.games.the_great_war.staff.operations import Operations
from trenchline.games.the_great_war.staff.pockets import Pockets, ring
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.state import MOVEMENT, REACTION_MOVEMENT, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choice, Choices

STAY = 0.04
"""What another post must be better by."""
PRESENCE = 0.5
"""The share of a front hex's worth for the first unit in it."""
RASH = 1.5
"""Nobody walks alone to where the enemy could bring so many times what he can withstand."""
RISK = 0.2
"""How much danger weighs."""
TRENCH = 0.3
"""What it is worth to stay in works that face the enemy."""
FEW = 0.3
"""Who holds a hex with less than this share of what it needs is likely to be attacked."""
ALONE = 3.0
"""What keeps guns and staffs from standing without infantry."""
RESERVES = 16.0
"""The strength of a good reserve."""
CUT_OFF, HUNGRY = 0.3, 0.03
"""What keeps units from where no line leads home, and from where no headquarters feeds them."""
EXPOSED = 0.15
"""The share of its worth that a unit is likely to lose whose way home the enemy can close."""
WARD = 0.5
"""What it is worth to keep guns or staffs from being alone near the enemy."""
PEER = 0.3
"""What keeps a Corps HQ from where there is one already."""
FAR_BEHIND = 4
"""Units so far from the enemy go in haste, or by rail."""
WORTH_A_TRAIN = 0.25
"""What a train must gain."""


class Orders(NamedTuple):
    """What everybody does in a phase of movement, worked out as it begins."""

    sit: Situation
    """The position as it will be when all have moved."""
    starts: tuple[int, ...]
    """Where everybody stood."""
    to: dict[int, Hex]
    """Where units go, in this order."""
    attackers: Units
    """Those of them who come up for an attack."""
    hurried: Units
    """Those far behind, who look for trains and long marches."""


Key = tuple[int, int, str, int, str, Units]


def orders_for(sit: Situation) -> Orders:
    """The orders of this phase: those on the desk, if they were made for this position or one from
    which it has come about by their moves, else new ones."""
    state = sit.state
    eligible = state.eligible if state.phase == REACTION_MOVEMENT else 0
    key: Key = (state.turn, state.phasing, state.phase, sit.side, sit.plan, eligible)
    known: dict[int, tuple[Key, Orders]] = state.desk
    if sit.side in known:
        made, found = known[sit.side]
        if made == key and _still_holds(state, sit.side, found.starts):
            return found
    found = _orders(sit)
    known[sit.side] = key, found
    return found


def _still_holds(state: State, side: int, starts: tuple[int, ...]) -> bool:
    """Whether a position differs from another only in units that have moved."""
    own = state.theatre.of_side[side]
    gone = state.moved | state.halted
    return all(
        now == then or (own >> unit & 1 and (gone >> unit & 1))
        for unit, (now, then) in enumerate(zip(state.where, starts, strict=True))
    )


def _orders(before: Situation) -> Orders:
    """Attackers first, then the line, guns, and staffs, each where it does most good when those
    before it have moved."""
    state = before.state.copy()
    sit = Situation(state, before.side, before.plan)
    plan = Operations(sit)
    to: dict[int, Hex] = {}
    starts = tuple(state.where)
    ready_ = ready(state, sit.side)
    bound = bit_set(plan.parties)
    for unit, hex_ in plan.parties.items():
        if state.where[unit] != hex_:
            to[unit] = hex_
            sit.relocate(unit, hex_)
    for unit, hex_ in ring(sit, plan.outriders(bound)).items():
        bound |= 1 << unit
        if state.where[unit] != hex_:
            to[unit] = hex_
            sit.relocate(unit, hex_)
    attackers = bit_set(to)
    rest = ready_ & ~bound
    line = sorted(
        members(rest & sit.line_units),
        key=lambda u: (sit.way_to_front(starts[u]), -sit.defence_of(u), u),
    )
    hurried = 0
    pockets = Pockets(sit)
    others = rest & ~sit.line_units
    reaches = {unit: sit.reach(unit) for unit in line}
    for unit, hexes in reaches.items():
        sit.expect(unit, hexes)
    for unit in (*line, *members(others & ~sit.staffs), *members(others & sit.staffs)):
        here = starts[unit]
        if unit in reaches:
            sit.expect(unit, reaches[unit], comes=False)
        hexes = reaches[unit] if unit in reaches else sit.reach(unit)
        best = destination(sit, unit, hexes, pockets)
        if state.phase == MOVEMENT and state.kind.army_hq >> unit & 1:
            found = quarters.escort(sit, unit, hexes, reaches)
            if found is not None:
                best, guard = found
                to.pop(guard, None)
                to[guard] = best
                sit.relocate(guard, best)
        if state.phase == MOVEMENT and sit.way_to_front(here) > FAR_BEHIND:
            hurried |= 1 << unit
            to[unit] = best
        elif best != here:
            to[unit] = best
        if best != here:
            sit.relocate(unit, best)
        if unit in reaches:
            sit.send(unit, best)
    _leave_guards(sit, starts, to, rest)
    return Orders(sit, starts, to, attackers, hurried)


def _leave_guards(sit: Situation, starts: tuple[int, ...], to: dict[int, Hex], rest: Units) -> None:
    """Where all would leave a depot, guns or a headquarters that riders could reach, the weakest
    stays; those who come up for an attack are not held back."""
    charges = sit.bases
    for unit in members(sit.state.on_map(sit.side) & (sit.staffs | sit.state.kind.artillery)):
        charges |= 1 << sit.state.where[unit]
    for hex_ in members(charges):
        if not sit.is_front(hex_) or sit.state.units(hex_, sit.side) & sit.line_units:
            continue
        gone = [u for u in to if starts[u] == hex_ and (rest & sit.line_units) >> u & 1]
        if gone:
            guard = min(gone, key=lambda u: (sit.defence_of(u), u))
            sit.relocate(guard, hex_)
            del to[guard]


def next_unit(sit: Situation, choices: Choices) -> Choice:
    """The next unit that has orders."""
    units = choices.get("unit", 0)
    if not units:
        return "done", 0
    orders = orders_for(sit)
    state = sit.state
    for unit, hex_ in orders.to.items():
        if units >> unit & 1 and not state.moved >> unit & 1:
            if state.where[unit] != hex_ or orders.hurried >> unit & 1:
                return "unit", unit
    return "done", 0


def destination(sit: Situation, unit: int, hexes: Hexes, pockets: Pockets | None = None) -> Hex:
    """The best of some hexes for a unit, its own if no other is better."""
    here = sit.state.where[unit]
    if not sit.state.kind.zoc_adjacent.showing(sit.state.reduced) >> unit & 1:
        pockets = None
    best, value = here, post(sit, unit, here) + STAY
    value += pockets.worth(unit, here) if pockets else 0.0
    for hex_ in members(hexes & ~(1 << here) & ~sit.state.occupied[sit.enemy]):
        worth = post(sit, unit, hex_)
        worth += pockets.worth(unit, hex_) if pockets else 0.0
        if worth > value and fits(sit.state, hex_, sit.side, 1 << unit):
            best, value = hex_, worth
    return best


def march(sit: Situation, asking: March, choices: Choices) -> Choice:
    """Go where the orders say, or as near as may be."""
    unit, here = asking.party[0], asking.hex
    if "overrun" in choices:
        worth = sit.ground
        return "overrun", max(members(choices["overrun"]), key=lambda h: (worth.get(h, 0.0), -h))
    if asking.gone:
        return _settle_down(sit, asking, choices)
    orders = orders_for(sit)
    there, moves = orders.to.get(unit, here), choices.get("move", 0)
    hurried = bool(orders.hurried >> unit & 1)
    if hurried and not asking.fast:
        ride = _by_rail(orders.sit, unit, there, choices)
        if ride is not None:
            return ride
        if "accelerate" in choices:
            return "accelerate", 0
    if asking.fast:
        calm = bit_set(hex_ for hex_ in members(moves) if sit.distance(hex_) > 2)
        there = destination(orders.sit, unit, calm | 1 << there)
    if there != here and moves >> there & 1:
        return quarters.load(sit, asking, there, choices) or ("move", there)
    if orders.attackers >> unit & 1 or hurried:
        there = destination(orders.sit, unit, moves)
        if moves >> there & 1:
            return "move", there
    return _settle_down(sit, asking, choices)


def _settle_down(sit: Situation, asking: March, choices: Choices) -> Choice:
    """Rest, or dig where the enemy is near."""
    if "rest" in choices:
        return "rest", choices["rest"].bit_length() - 1
    for verb in ("mend", "clear"):
        if verb in choices:
            return verb, 0
    if orders_for(sit).sit.distance(asking.hex) <= 2:
        for verb in ("dig", "entrench"):
            if verb in choices:
                return verb, 0
    return "stay", 0


def _by_rail(sit: Situation, unit: int, best: Hex, choices: Choices) -> Choice | None:
    """A train, if it gains enough on marching."""
    now = post(sit, unit, best)
    found: tuple[float, str, Hex] | None = None
    for verb in ("rail", "strategic"):
        for hex_ in members(choices.get(verb, 0)):
            if sit.distance(hex_) > 1:
                worth = post(sit, unit, hex_)
                if found is None or worth > found[0]:
                    found = worth, verb, hex_
    if found is not None and found[0] > now + WORTH_A_TRAIN:
        return found[1], found[2]
    return None


# What a post is worth.


def post(sit: Situation, unit: int, hex_: Hex) -> float:
    """What a unit is worth in a hex."""
    state = sit.state
    if state.kind.army_hq >> unit & 1:
        return quarters.post(sit, unit, hex_)
    if state.kind.corps_hq >> unit & 1:
        return _corps_staff(sit, unit, hex_)
    if state.kind.artillery >> unit & 1:
        return _battery(sit, unit, hex_)
    return _line(sit, unit, hex_)


def _others(sit: Situation, unit: int, hex_: Hex) -> float:
    """The strength of ours in a hex besides a unit."""
    found = sit.friends.get(hex_, 0.0)
    return found - sit.defence_of(unit) if sit.state.where[unit] == hex_ else found


def _line(sit: Situation, unit: int, hex_: Hex) -> float:
    """Those who hold and take ground."""
    others, own = _others(sit, unit, hex_), sit.defence_of(unit)
    value = sit.pull(hex_)
    worth = sit.ground.get(hex_, 0.0)
    owned = sit.state.owned[sit.side] >> hex_ & 1
    if not owned:
        if not others and sit.threat(hex_) < RASH * sit.firmness(hex_) * (own + sit.company(hex_)):
            value += worth
    else:
        back = sit.backs.get(hex_, 0.0)
        if back and others < RESERVES:
            value += back * min(own, RESERVES - others) / RESERVES
    if not sit.home >> hex_ & 1:
        value -= CUT_OFF
    elif not sit.sheltered >> hex_ & 1:
        value -= EXPOSED * sit.rates[sit.side] * own
    elif not sit.provided >> hex_ & 1:
        value -= HUNGRY
    if sit.is_front(hex_):
        if sit.distance(hex_) <= 2 and not sit.state.units(hex_, sit.side) & sit.line_units & ~(
            1 << unit
        ):
            charges = sit.wards(hex_)
            value += WARD * min(3, charges.bit_count())
        need = sit.need(hex_)
        lacks = need - others
        if lacks > 0 and (worth > 0 or sit.bases >> hex_ & 1):
            value += sit.hold(hex_) * min(own, lacks) / need
            if not others:
                value += PRESENCE * worth
        value -= _danger(sit, unit, hex_, others + own + sit.company(hex_))
        if owned and lacks > 0 and works_in(sit.state, hex_) != NOTHING:
            value += TRENCH * min(own, lacks) / need if need else 0.0
            value += TRENCH if not others else 0.0
    return value + min(others, 30.0) * 0.002


def _danger(sit: Situation, unit: int, hex_: Hex, strength: float) -> float:
    """What a unit may expect to lose where the enemy is too strong."""
    threat = sit.threat(hex_)
    if not threat:
        return 0.0
    over = threat / (sit.firmness(hex_) * max(0.5, strength)) - 1
    if over <= 0:
        return 0.0
    risk = RISK if over < 1 / FEW - 1 else 3 * RISK
    return risk * sit.rates[sit.side] * sit.defence_of(unit) * min(2.0, over)


def _battery(sit: Situation, unit: int, hex_: Hex) -> float:
    """Guns: beside infantry that has enemies before it; they do not move for little."""
    state = sit.state
    value = 0.5 * sit.pull(hex_)
    foot = state.units(hex_, sit.side) & sit.line_units & ~(1 << unit)
    held = sum(sit.defence_of(other) for other in members(foot))
    if not held:
        return value - ALONE
    if sit.distance(hex_) <= 1:
        value += 0.6
    if state.where[unit] == hex_:
        value += 0.3
    threat = sit.threat(hex_)
    if threat > 1.5 * sit.firmness(hex_) * held:
        value -= 1.0
    return value


def _corps_staff(sit: Situation, unit: int, hex_: Hex) -> float:
    """A Corps HQ: with the largest stack near, where it lets units overstack [8C2]."""
    state = sit.state
    foot = state.units(hex_, sit.side) & sit.line_units
    held = sum(sit.defence_of(other) for other in members(foot))
    value = 0.02 * min(held, 60.0) + 0.2 * sit.pull(hex_)
    peers = state.units(hex_, sit.side) & state.kind.corps_hq & ~(1 << unit)
    value -= PEER * peers.bit_count()
    if not held:
        value -= ALONE
    if sit.threat(hex_) > 1.5 * sit.firmness(hex_) * max(1.0, held):
        value -= 1.0
    return value


def fall_back(sit: Situation, unit: int, choices: Choices) -> Choice:
    """Retreat to the best post."""
    if "retreat" not in choices:
        for verb in ("overrun", "surrender"):
            if verb in choices:
                return verb, next(iter(members(choices[verb])))
        return "done", 0
    hexes: Hexes = choices["retreat"]
    return "retreat", max(members(hexes), key=lambda h: (post(sit, unit, h), -h))
