"""Who moves where: up to an attack, into the line, forward over open ground, back to a better line;
guns and staffs after them. On foot, in haste, by rail."""

from __future__ import annotations

from trenchline.games.the_great_war.headquarters import INFLUENCE, led_by
from trenchline.games.the_great_war.lines import by_road
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.stacking import fits
from trenchline.games.the_great_war.staff.operations import Operations
from trenchline.games.the_great_war.staff.stakes import Situation
from trenchline.games.the_great_war.state import MOVEMENT
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choice, Choices

STAY = 0.04
"""What another post must be better by."""
PRESENCE = 0.5
"""The share of a front hex's worth for the first unit in it."""
RISK = 1.0
"""How much danger weighs."""
ALONE = 3.0
"""What keeps guns and staffs from standing without infantry."""
FAR_BEHIND = 4
"""Units so far from the enemy go in haste, or by rail."""
WORTH_A_TRAIN = 0.25
"""What a train must gain."""


def next_unit(sit: Situation, choices: Choices) -> Choice:
    """Attackers first, then the line, guns, and staffs."""
    ready = choices.get("unit", 0)
    if not ready:
        return "done", 0
    plan = Operations(sit)
    state = sit.state
    for unit, hex_ in plan.parties.items():
        if ready >> unit & 1 and state.where[unit] != hex_:
            return "unit", unit
    bound = bit_set(plan.parties)
    line = ready & sit.line_units & ~bound
    for unit in sorted(members(line), key=lambda u: (sit.way_to_front(state.where[u]), u)):
        if wants(sit, plan, unit):
            return "unit", unit
    rest = ready & ~line & ~bound
    for unit in (*members(rest & ~sit.staffs), *members(rest & sit.staffs)):
        if wants(sit, plan, unit):
            return "unit", unit
    return "done", 0


def wants(sit: Situation, plan: Operations, unit: int) -> bool:
    """Whether a unit has anything better to do than to stay."""
    here = sit.state.where[unit]
    best = destination(sit, plan, unit, sit.reach(unit))
    if best != here:
        return True
    far = sit.state.phase == MOVEMENT and sit.way_to_front(here) > FAR_BEHIND
    return far and not sit.state.moved >> unit & 1


def destination(sit: Situation, plan: Operations, unit: int, hexes: Hexes) -> Hex:
    """The best of some hexes for a unit, its own if no other is better."""
    here = sit.state.where[unit]
    party = plan.parties.get(unit)
    if party is not None:
        return party if hexes >> party & 1 else here
    best, value = here, post(sit, unit, here) + STAY
    for hex_ in members(hexes & ~(1 << here) & ~sit.state.occupied[sit.enemy]):
        worth = post(sit, unit, hex_)
        if worth > value and fits(sit.state, hex_, sit.side, 1 << unit):
            best, value = hex_, worth
    return best


def march(sit: Situation, asking: March, choices: Choices) -> Choice:
    """Go where the unit does most good."""
    unit, here = asking.party[0], asking.hex
    if "overrun" in choices:
        return "overrun", max(members(choices["overrun"]), key=lambda h: (sit.ground.get(h, 0.0), -h))
    if asking.gone:
        return _settle_down(sit, asking, choices)
    plan = Operations(sit)
    moves = choices.get("move", 0)
    if asking.fast:
        moves = bit_set(h for h in members(moves) if sit.distance(h) > 2)
    best = destination(sit, plan, unit, moves | 1 << here)
    if unit in plan.parties and best != here:
        return "move", best
    if not asking.fast and sit.way_to_front(here) > FAR_BEHIND:
        ride = _by_rail(sit, unit, here, best, choices)
        if ride is not None:
            return ride
        if "accelerate" in choices:
            return "accelerate", 0
    if best != here:
        return "move", best
    return _settle_down(sit, asking, choices)


def _settle_down(sit: Situation, asking: March, choices: Choices) -> Choice:
    """Rest, or dig where the enemy is near."""
    if "rest" in choices:
        return "rest", choices["rest"].bit_length() - 1
    if sit.distance(asking.hex) <= 2:
        for verb in ("dig", "entrench"):
            if verb in choices:
                return verb, 0
    return "stay", 0


def _by_rail(sit: Situation, unit: int, here: Hex, best: Hex, choices: Choices) -> Choice | None:
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
        return _army_staff(sit, unit, hex_)
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
        value += worth if not others else 0.0
    if sit.is_front(hex_):
        need = sit.need(hex_)
        lacks = need - others
        if lacks > 0 and worth > 0:
            value += sit.hold(hex_) * min(own, lacks) / need
            if not others:
                value += PRESENCE * worth
        value -= _danger(sit, unit, hex_, others + own)
    return value + min(others, 30.0) * 0.002


def _danger(sit: Situation, unit: int, hex_: Hex, strength: float) -> float:
    """What a unit may expect to lose where the enemy is too strong."""
    threat = sit.threat(hex_)
    if not threat:
        return 0.0
    over = threat / (sit.firmness(hex_) * max(0.5, strength)) - 1
    if over <= 0:
        return 0.0
    return RISK * sit.rates[sit.side] * sit.defence_of(unit) * min(1.5, over)


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


def _army_staff(sit: Situation, unit: int, hex_: Hex) -> float:
    """[14M1] [11B2] An Army HQ: with infantry, near as many of its units as may be, by a road to its
    depot, beside resource points [11D]; never alone, nor in the front line if it can be helped."""
    state = sit.state
    foot = state.units(hex_, sit.side) & sit.line_units
    held = sum(sit.defence_of(other) for other in members(foot))
    value = 0.0
    led = led_by(state, unit) & state.on_map(sit.side) & sit.line_units
    near = sum(
        1
        for other in members(led)
        if sit.grid.distance(state.where[other], hex_) <= INFLUENCE
    )
    value += 0.1 * min(near, 30)
    roads = by_road(state, sit.side, hex_)
    depots = bit_set(
        at for at, side in zip(state.depot_at, state.depot_side, strict=True) if at >= 0 and side == sit.side
    )
    if roads & (depots | sit.theatre.edges[sit.side]):
        value += 1.5
    value += 0.3 * min(3, state.resources.get(hex_, 0))
    if not held:
        value -= ALONE
    if sit.distance(hex_) <= 1:
        value -= 0.8
    if sit.threat(hex_) > sit.firmness(hex_) * max(1.0, held):
        value -= 2.0
    return value


def _corps_staff(sit: Situation, unit: int, hex_: Hex) -> float:
    """A Corps HQ: with the largest stack near, where it lets units overstack [8C2]."""
    state = sit.state
    foot = state.units(hex_, sit.side) & sit.line_units
    held = sum(sit.defence_of(other) for other in members(foot))
    value = 0.02 * min(held, 60.0) + 0.2 * sit.pull(hex_)
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
