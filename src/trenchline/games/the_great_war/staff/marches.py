"""Who moves where: up to an attack, into the line, forward over open ground, back to a better line;
guns and staffs after them. On foot, in haste, by rail."""

from __future__ import annotations

from typing import NamedTuple

from trenchline.games.the_great_war.components import Units
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.readiness import ready
from trenchline.games.the_great_war.staff import quarters, reasons
from trenchline.games.the_great_war.staff.farewell import last_marches
from trenchline.games.the_great_war.staff.operations import Operations
from trenchline.games.the_great_war.staff.pockets import Pockets, ring
from trenchline.games.the_great_war.staff.posts import post, posting
from trenchline.games.the_great_war.staff.reasons import (
    ESCORTED,
    FAREWELL,
    RING,
    Errand,
    Ground,
)
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.state import MOVEMENT, REACTION_MOVEMENT, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.reasons import because
from trenchline.kernel.steps import Choice, Choices

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
    grounds: dict[int, Ground]
    """Why each of them goes."""


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
    to: dict[int, Hex] = {}
    starts = tuple(state.where)
    ready_ = ready(state, sit.side)
    bound = 0

    def send(posts: dict[int, Hex]) -> None:
        nonlocal bound
        for unit, hex_ in posts.items():
            bound |= 1 << unit
            if state.where[unit] != hex_:
                to[unit] = hex_
                sit.relocate(unit, hex_)

    leaving = last_marches(sit, ready_)
    send(leaving)
    grounds: dict[int, Ground] = dict.fromkeys(leaving, FAREWELL)
    plan = Operations(sit, spared=bound)
    send(plan.parties)
    for attack in plan.attacks:
        grounds |= dict.fromkeys(attack.posts, Errand("attack", attack.target, attack.promise))
    for unit, hex_ in plan.parties.items():
        sit.send(unit, hex_)
    outriders = ring(sit, plan.outriders(bound))
    send(outriders)
    grounds |= dict.fromkeys(outriders, RING)
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
        posted = grounds[unit] = posting(sit, unit, hexes, pockets)
        best = posted.best.hex
        if state.phase == MOVEMENT and state.kind.army_hq >> unit & 1:
            found = quarters.escort(sit, unit, hexes, reaches)
            if found is not None:
                best, guard = found
                grounds[unit], grounds[guard] = ESCORTED, Errand("escort", best)
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
    return Orders(sit, starts, to, attackers, hurried, grounds)


def _leave_guards(sit: Situation, starts: tuple[int, ...], to: dict[int, Hex], rest: Units) -> None:
    """Where all would leave a depot, guns or a headquarters that riders could reach, the weakest
    stays; those who come up for an attack are not held back."""
    charges = sit.bases
    for unit in members(sit.state.on_map(sit.side) & (sit.staffs | sit.state.kind.artillery)):
        charges |= 1 << sit.state.where[unit]
    for hex_ in members(charges):
        open_ = sit.wants_guard(hex_) or (sit.bases >> hex_ & 1 and sit.is_front(hex_))
        if not open_ or sit.state.units(hex_, sit.side) & sit.line_units:
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
        because(sit.state, ("done", 0), 0.0, "everybody has moved")
        return "done", 0
    orders = orders_for(sit)
    state = sit.state
    for unit, hex_ in orders.to.items():
        if units >> unit & 1 and not state.moved >> unit & 1:
            if state.where[unit] != hex_ or orders.hurried >> unit & 1:
                reasons.going(orders.sit, unit, ("unit", unit), hex_, orders.grounds.get(unit))
                return "unit", unit
    because(sit.state, ("done", 0), 0.0, "all orders are carried out; the others stand well")
    return "done", 0


def march(sit: Situation, asking: March, choices: Choices) -> Choice:
    """Go where the orders say, or as near as may be."""
    unit, here = asking.party[0], asking.hex
    state = sit.state
    if asking.relieving or asking.leaving:
        return _change_places(sit, asking, choices)
    if "overrun" in choices:
        worth = sit.ground
        hex_ = max(members(choices["overrun"]), key=lambda h: (worth.get(h, 0.0), -h))
        because(state, ("overrun", hex_), 0.0, "those in {:hex} can be run over", hex_)
        return "overrun", hex_
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
            words = "{:unit} goes in haste: the enemy is far away"
            because(state, ("accelerate", 0), 0.0, words, unit)
            return "accelerate", 0
    ground = orders.grounds.get(unit)
    if asking.fast:
        calm = bit_set(hex_ for hex_ in members(moves) if sit.distance(hex_) > 2)
        ground = posting(orders.sit, unit, calm | 1 << there)
        there = ground.best.hex
    if there != here and moves >> there & 1:
        reasons.going(orders.sit, unit, ("move", there), there, ground)
        return quarters.load(sit, asking, there, choices) or ("move", there)
    if orders.attackers >> unit & 1 or hurried:
        ground = posting(orders.sit, unit, moves)
        there = ground.best.hex
        if moves >> there & 1:
            reasons.going(orders.sit, unit, ("move", there), there, ground)
            return "move", there
    return _settle_down(sit, asking, choices)


def _settle_down(sit: Situation, asking: March, choices: Choices) -> Choice:
    """Rest, or dig where the enemy is near."""
    chosen: Choice = ("stay", 0)
    unit = asking.party[0]
    words = "{:unit} has come as far as it should"
    if "rest" in choices:
        chosen = "rest", choices["rest"].bit_length() - 1
        words = "{:unit} rests: it has nothing better to do"
    elif "mend" in choices or "clear" in choices:
        chosen = ("mend" if "mend" in choices else "clear"), 0
        words = "{:unit} works on the rail line"
    elif orders_for(sit).sit.distance(asking.hex) <= 2:
        for verb in ("entrench", "dig"):
            if verb in choices:
                chosen = verb, 0
                words = "{:unit} digs: the enemy is near"
    because(sit.state, chosen, 0.0, words, unit)
    return chosen


def _change_places(sit: Situation, asking: March, choices: Choices) -> Choice:
    """Somebody makes room for those who have come [8B]: the weakest, for the best post there is."""
    if "make_room" in choices:
        weak = min(members(choices["make_room"]), key=lambda u: (sit.attack_of(u), u))
        because(sit.state, ("make_room", weak), 0.0, "{:unit} is missed least", weak)
        return "make_room", weak
    if "move" not in choices:
        return "wait", 0
    unit = asking.party[0]
    rated = [(post(sit, unit, hex_), hex_) for hex_ in members(choices["move"])]
    best = max(rated, key=lambda one: (one[0], -one[1]))[1]
    reasons.about_places(sit, unit, "move", rated, best)
    return "move", best


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
        gain, chosen = found[0] - now, (found[1], found[2])
        words = "{:unit} takes the train to {:hex}: it gains {:+.2f} over a march"
        because(sit.state, chosen, gain, words, unit, found[2], gain)
        return chosen
    return None


def fall_back(sit: Situation, unit: int, choices: Choices) -> Choice:
    """Retreat to the best post."""
    if "retreat" not in choices:
        for verb in ("overrun", "surrender"):
            if verb in choices:
                chosen = verb, next(iter(members(choices[verb])))
                because(sit.state, chosen, 0.0, "there is no way back for {:unit}", unit)
                return chosen
        because(sit.state, ("done", 0), 0.0, "nobody must go further")
        return "done", 0
    rated = [(post(sit, unit, hex_), hex_) for hex_ in members(choices["retreat"])]
    best = max(rated, key=lambda one: (one[0], -one[1]))[1]
    reasons.about_places(sit, unit, "retreat", rated, best)
    return "retreat", best
