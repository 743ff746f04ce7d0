"""What refusals of Der Weltkrieg claim where they end a chain of questions, asked of the position
afresh."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush
from math import ceil
from typing import TypeVar

from tests.refusals import Causes
from trenchline.games.der_weltkrieg.advance import Advance
from trenchline.games.der_weltkrieg.breakdown import FormDivision
from trenchline.games.der_weltkrieg.combat import DeclareAttack
from trenchline.games.der_weltkrieg.components import ANY_COLOUR, CODES, NATIONS, Counter
from trenchline.games.der_weltkrieg.deliveries import DeliverAmount, DeliverSupply
from trenchline.games.der_weltkrieg.going import gait_of
from trenchline.games.der_weltkrieg.losses import TakeLosses, loss_class, reverse_value
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.order_of_battle import MOUNTAIN
from trenchline.games.der_weltkrieg.payment import ChooseHeadquarters, Pay, in_combat
from trenchline.games.der_weltkrieg.recombination import Give, Recombine, Take
from trenchline.games.der_weltkrieg.reinforcements import PlaceArrival
from trenchline.games.der_weltkrieg.replacements import MergeReplacement, SplitReplacement
from trenchline.games.der_weltkrieg.state import BOX, ELIMINATED, State
from trenchline.games.der_weltkrieg.supply_markers import SendSupply
from trenchline.games.der_weltkrieg.supply_spending import could_pay
from trenchline.games.der_weltkrieg.ways_out import RetreatUnit, destinations
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import step, trace
from trenchline.kernel.match import Match
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice, listed

D = TypeVar("D")


def asked(match: Match, kind: type[D]) -> D:
    """The decision to be made, of the kind that gives the reason."""
    step = decision(match.state)
    assert isinstance(step, kind), step
    return step


def counters_of(state: State, nation: str, kind: str) -> list[int]:
    """The counters of a nation and a kind, wherever they are."""
    found = enumerate(state.theatre.counters)
    return [n for n, one in found if (one.nation, one.kind) == (nation, kind)]


def is_spare(state: State, unit: int) -> bool:
    """Whether a counter off the map may come into play."""
    boxed = state.where[unit] == BOX and bool(state.theatre.spare_units >> unit & 1)
    return boxed or state.where[unit] == ELIMINATED


def counter(match: Match, choice: Choice) -> Counter:
    """The counter that a choice names."""
    state: State = match.state
    return state.theatre.counters[choice[1]]


def weight(state: State, units: int) -> tuple[float, int]:
    """[11-1] [11-4] The divisions and the artillery units among some counters."""
    counters = [state.theatre.counters[unit] for unit in members(units)]
    guns = [one for one in counters if one.kind in ("artillery", "siege")]
    halves = sum(one.half_divisions for one in counters if one not in guns)
    return halves / 2, len(guns)


def is_full(state: State, hex_: int, side: int, unit: int) -> bool:
    """[11-1] [11-4] [11-9] Whether a hex has no room for a unit beside its friends."""
    land = min(3, state.theatre.land_sides[hex_])
    divisions, guns = weight(state, state.units(hex_, side) | 1 << unit)
    if state.theatre.counters[unit].kind in ("artillery", "siege"):
        return guns > land
    return divisions > 2 * land


def has_zone(state: State, unit: int) -> bool:
    """[10-2] Whether a unit on the map exerts a zone of control."""
    one = state.theatre.counters[unit]
    fights = one.kind in ("infantry", "cavalry", "mountain", "marine", "assault")
    return fights and bool(state.strength[unit]) and not state.entrained >> unit & 1


def in_enemy_zone(state: State, hex_: int, side: int) -> bool:
    """[10-1] [10-6] Whether an enemy controls a hex."""
    around = step(1 << hex_, state.theatre.zone_ways)
    return any(
        has_zone(state, unit)
        for near in members(around)
        for unit in members(state.units(near, 1 - side))
    )


# Movement.


def is_afoot(match: Match, choice: Choice) -> bool:
    return not asked(match, March).aboard


def is_aboard(match: Match, choice: Choice) -> bool:
    return asked(match, March).aboard


def was_left(match: Match, choice: Choice) -> bool:
    """Its march is over, and it has not moved."""
    state: State = match.state
    return bool(state.moved & ~state.moved_this_turn & 1 << choice[1])


def has_used_the_rails(match: Match, choice: Choice) -> bool:
    """Somebody of the stack, and whoever would join it, has moved by rail."""
    state: State = match.state
    units = asked(match, March).units
    if choice[0] == "with":
        units |= 1 << choice[1]
    return bool(units & state.railed)


def is_held_back(match: Match, choice: Choice) -> bool:
    """The scenario's date for it has not come; of an attack, for somebody who would make it."""
    state: State = match.state
    units = [choice[1]]
    if match.game.verbs[choice[0]].names is match.game.verbs["attack"].names:
        side = decision(state).who(state)
        near = state.theatre.board.grid.neighbours(choice[1])
        units = [unit for hex_ in near for unit in members(state.units(hex_, side))]
        units += getattr(decision(state), "party", ())
    keys = [state.theatre.counters[unit].key for unit in units if state.waiting >> unit & 1]
    return any(state.date < state.theatre.releases[key] for key in keys)


def nothing_leads_there(match: Match, choice: Choice) -> bool:
    """No row of open hexsides joins the two hexes."""
    state: State = match.state
    stack = asked(match, March)
    return choice[1] not in cheapest(state, stack)


def is_steep_between_zones(match: Match, choice: Choice) -> bool:
    """[6-9] From one enemy zone into another over ground of four points and more, which the stack
    has not got."""
    state: State = match.state
    step_ = decision(state)
    units = step_.party if isinstance(step_, March) else (asked(match, RetreatUnit).unit,)
    points = step_.budget(state) if isinstance(step_, March) else 0
    here, there, side = state.where[units[0]], choice[1], step_.who(state)
    if there not in state.theatre.board.grid.neighbours(here):
        return False
    gait = gait_of(state, bit_set(units))
    direction = state.theatre.board.grid.direction(here, there)
    cost = state.theatre.crossing_cost(here, direction, gait) or 0
    cost += 2 * ((state.trenches | state.devastation) >> there & 1)
    zones = in_enemy_zone(state, here, side) and in_enemy_zone(state, there, side)
    # Another way to the hex may be cheaper.
    dear = not isinstance(step_, March) or cheapest(state, step_).get(there, 99) > points
    # [32-3] Mountain units take such a step over ground of six points still.
    return cost >= (7 if gait == MOUNTAIN else 4) and dear and zones


def cheapest(state: State, stack: March) -> dict[int, int]:
    """What the cheapest way to every hex costs a stack."""
    ground, found = stack.ground(state), {stack.hex: 0}
    edge = [(0, stack.hex)]
    while edge:
        spent, here = heappop(edge)
        for there in state.theatre.board.grid.neighbours(here):
            cost = ground.cost(here, there)
            if cost is not None and spent + cost < found.get(there, 99):
                found[there] = spent + cost
                heappush(edge, (spent + cost, there))
    return found


def is_too_far_to_detrain(match: Match, choice: Choice) -> bool:
    """[37-3] Not even the shortest line leaves a point for the zone at its end."""
    state: State = match.state
    stack = asked(match, March)
    side = stack.who(state)
    journey = stack.journey(state)
    line = trace(stack.hex, 1 << choice[1], state.theatre.rails, state.theatre.rail_ways)
    kinds = {state.theatre.counters[unit].kind for unit in stack.party}
    rate = 10 if kinds <= {"infantry", "mountain", "marine", "replacement", "assault"} else 6
    rolled = stack.rolled + len(line) - 1
    return in_enemy_zone(state, choice[1], side) and -(-rolled // rate) + 1 > journey.points


def no_line_can_be_followed(match: Match, choice: Choice) -> bool:
    """[9-5] [9-8] No rails join the two hexes outside enemy zones and trenches, over lines that
    work or may be mended on the way, in one gauge."""
    state: State = match.state
    stack = asked(match, March)
    side = stack.who(state)
    works = 0
    for nation, hexes in enumerate(state.network):
        works |= hexes if NATIONS[CODES[nation]].side == side else 0
    free = (works & ~state.inoperative) | state.inoperative
    free &= ~(state.trenches | state.devastation) | 1 << stack.hex
    free = bit_set(hex_ for hex_ in members(free) if not in_enemy_zone(state, hex_, side))
    if not (state.broad >> stack.hex ^ state.broad >> choice[1]) & 1:
        free &= state.broad if state.broad >> stack.hex & 1 else ~state.broad
    return not trace(stack.hex, 1 << choice[1], free, state.theatre.rail_ways)


# Regrouping.


def is_no_spare(match: Match, choice: Choice) -> bool:
    return not is_spare(match.state, choice[1])


def alike(state: State, unit: int, sizes: tuple[str, ...]) -> list[int]:
    """The counters of some sizes that are of a unit's nation and type."""
    one = state.theatre.counters[unit]
    mine = "infantry" if one.kind == "assault" else one.kind
    return [
        n
        for n, other in enumerate(state.theatre.counters)
        if (other.nation, other.kind) == (one.nation, mine) and other.size in sizes
    ]


def has_no_spare_components(match: Match, choice: Choice) -> bool:
    state: State = match.state
    components = alike(state, choice[1], ("brigade", "regiment"))
    return not any(is_spare(state, unit) for unit in components)


def spare_divisions_hold(state: State, unit: int, points: int) -> bool:
    """Whether a spare division of a component's type can hold so many points."""
    return any(
        is_spare(state, one) and state.theatre.counters[one].front >= points
        for one in alike(state, unit, ("division",))
    )


def no_two_fit(match: Match, choice: Choice) -> bool:
    state: State = match.state
    unit = choice[1]
    fellows = [
        other
        for other in alike(state, unit, ("brigade", "regiment"))
        if other != unit and state.where[other] == state.where[unit]
    ]
    points = min(state.strength[other] for other in fellows) + state.strength[unit]
    return not spare_divisions_hold(state, unit, points)


def no_more_fits(match: Match, choice: Choice) -> bool:
    state: State = match.state
    party = asked(match, FormDivision).party
    points = sum(state.strength[unit] for unit in (*party, choice[1]))
    return not spare_divisions_hold(state, party[0], points)


def is_too_small(match: Match, choice: Choice) -> bool:
    state: State = match.state
    party = asked(match, FormDivision).party
    return counter(match, choice).front < sum(state.strength[unit] for unit in party)


def has_no_spare_replacement(match: Match, choice: Choice) -> bool:
    state: State = match.state
    replacements = counters_of(state, counter(match, choice).nation, "replacement")
    return not any(is_spare(state, unit) for unit in replacements)


def nobody_has_room(match: Match, choice: Choice) -> bool:
    state: State = match.state
    unit, points = choice[1], state.strength[choice[1]]
    return not any(
        state.strength[other] + points <= state.theatre.counters[other].front
        for other in counters_of(state, counter(match, choice).nation, "replacement")
        if other != unit
        and state.where[other] == state.where[unit]
        and not state.regrouped >> other & 1
    )


def has_no_room_for_it(match: Match, choice: Choice) -> bool:
    state: State = match.state
    points = state.strength[asked(match, MergeReplacement).unit]
    return state.strength[choice[1]] + points > counter(match, choice).front


def gives_more_than_it_has(match: Match, choice: Choice) -> bool:
    return bool(choice[1] > match.state.strength[asked(match, Give).unit])


def rises_too_high(match: Match, choice: Choice) -> bool:
    state: State = match.state
    unit = asked(match, Take).unit
    one = state.theatre.counters[unit]
    has = state.strength[unit] if state.where[unit] >= 0 else 0
    return has + choice[1] > min(one.front, one.full_strength)


def is_at_its_ceiling(match: Match, choice: Choice) -> bool:
    one = counter(match, choice)
    strength: int = match.state.strength[choice[1]]
    return strength >= min(one.front, one.full_strength)


def leaves_a_part_empty(match: Match, choice: Choice) -> bool:
    return not 0 < choice[1] < match.state.strength[asked(match, SplitReplacement).unit]


def finds_the_hex_full(match: Match, choice: Choice) -> bool:
    step_ = asked(match, Recombine)
    return is_full(match.state, step_.hex, step_.side, choice[1])


def nobody_takes_its_points(match: Match, choice: Choice) -> bool:
    """[23-1] [23-4] [23-5] Nobody of its nation and type in the hex is below its ceiling, and none
    has been eliminated that finds room there."""
    state: State = match.state
    one, hex_ = counter(match, choice), state.where[choice[1]]
    for unit, other in enumerate(state.theatre.counters):
        ceiling = min(other.front, other.full_strength)
        same = (other.nation, regular(other)) == (one.nation, regular(one))
        same = same and len({colour(one), colour(other)} - {ANY_COLOUR}) < 2
        if unit == choice[1] or other.kind == "replacement" or not same or not ceiling:
            continue
        if state.where[unit] == ELIMINATED and not is_full(state, hex_, one.side, unit):
            return False
        idle = not (state.moved_this_turn | state.engaged | state.regrouped) >> unit & 1
        if state.where[unit] == hex_ and idle and state.strength[unit] < ceiling:
            return False
    return True


def colour(one: Counter) -> str:
    """The colour of its symbol; all German infantry is the same [37-9]."""
    return "" if (one.nation, regular(one)) == ("DE", "infantry") else one.colour


def regular(one: Counter) -> str:
    """The type with which a counter recombines: replacements and assault units are infantry."""
    return "infantry" if one.kind in ("replacement", "assault") else one.kind


# Supply.


def has_no_spare_marker(match: Match, choice: Choice) -> bool:
    nation = asked(match, DeliverSupply).nation
    state: State = match.state
    return not any(is_spare(state, unit) for unit in counters_of(state, nation, "supply"))


def markers_are_in_use(match: Match, choice: Choice) -> bool:
    state: State = match.state
    markers = counters_of(state, counter(match, choice).nation, "supply")
    return not any(is_spare(state, unit) for unit in markers)


def holds_less(match: Match, choice: Choice) -> bool:
    return bool(choice[1] > match.state.stock[asked(match, SendSupply).headquarters])


def holds_all_it_can(match: Match, choice: Choice) -> bool:
    return bool(match.state.stock.get(choice[1], 0) == 100)


def has_less_room(match: Match, choice: Choice) -> bool:
    return bool(match.state.stock.get(asked(match, DeliverAmount).unit, 0) + choice[1] > 100)


def price(state: State, units: list[int], attacking: bool) -> int:
    """[19-2] [29-6] What a headquarters pays for some units."""
    siege = "siege" if not has_fort(state) else ""
    points = {False: Fraction(0), True: Fraction(0)}
    for unit in units:
        kind = state.theatre.counters[unit].kind
        share = Fraction(state.strength[unit], 2 if kind == siege else 1)
        points[kind in ("artillery", "siege")] += share
    return ceil(points[False] / (4 if attacking else 2)) + ceil(points[True] / 2)


def has_fort(state: State) -> bool:
    """Whether a fort stands in the hex under attack."""
    there = state.stacks.get(state.battle.target, 0)
    return any(state.theatre.counters[unit].kind == "fortress" for unit in members(there))


def is_too_dear(state: State, unit: int, headquarters: int, attacking: bool) -> bool:
    """Whether a headquarters cannot pay for a unit besides those it pays for."""
    mine = [one for one, hq in state.battle.paid if hq == headquarters]
    mine = [one for one in mine if (one in state.battle.attackers) == attacking]
    return price(state, [*mine, unit], attacking) > state.stock.get(headquarters, 0)


def cannot_pay_for_it(match: Match, choice: Choice) -> bool:
    step_ = asked(match, ChooseHeadquarters)
    return is_too_dear(match.state, step_.unit, choice[1], step_.attacking)


def cannot_pay_for_anybody(match: Match, choice: Choice) -> bool:
    state: State = match.state
    step_ = asked(match, Pay)
    paid = {unit for unit, _ in state.battle.paid}
    units = [unit for unit in in_combat(state, state.battle, step_.attacking) if unit not in paid]
    return all(
        is_too_dear(state, unit, choice[1], step_.attacking)
        for unit in units
        if state.theatre.counters[unit].nation == counter(match, choice).nation
        and could_pay(state, unit, step_.attacking) >> choice[1] & 1
        and unit not in state.battle.abstaining
        and state.theatre.counters[unit].kind not in ("cavalry", "fortress", "headquarters")
    )


def everybody_is_poor(match: Match, choice: Choice) -> bool:
    """[19-2] No headquarters with a line to the unit has what it costs by itself, or besides what
    it has promised in this combat."""
    state: State = match.state
    side = decision(state).who(state)
    posts = [
        unit
        for unit, one in enumerate(state.theatre.counters)
        if one.kind == "headquarters" and one.side == side and state.where[unit] >= 0
    ]
    if isinstance(decision(state), Pay):
        attacking = asked(match, Pay).attacking
        return all(
            is_too_dear(state, choice[1], hq, attacking)
            for hq in posts
            if could_pay(state, choice[1], attacking) >> hq & 1
        )
    # Guns that nobody can pay for: two points to a supply point.
    return any(state.stock.get(hq, 0) < 4 for hq in posts)


# Combat.


def has_no_part(match: Match, choice: Choice) -> bool:
    """It is not among the attackers; of the defenders, it does not fight where the attack goes."""
    state: State = match.state
    battle = state.battle
    if asked(match, TakeLosses).attacking:
        return choice[1] not in battle.attackers
    passive = ("engineer", "supply", "replacement", "headquarters")
    fights = counter(match, choice).kind not in passive and not state.retreated >> choice[1] & 1
    return not (fights and state.where[choice[1]] in battle.targets)


def is_below_its_back(match: Match, choice: Choice) -> bool:
    """[13-24] It shows no more than its reverse, and another of its class does."""
    state: State = match.state
    unit, battle = choice[1], state.battle
    there = {n for hex_ in battle.targets for n in members(state.stacks.get(hex_, 0))}
    others = set(battle.attackers) if asked(match, TakeLosses).attacking else there
    fresh = any(
        state.strength[other] > reverse_value(state, other)
        and loss_class(state, other) == loss_class(state, unit)
        for other in others - {unit}
        if state.where[other] >= 0
    )
    return fresh and state.strength[unit] <= reverse_value(state, unit)


def finds_no_room(match: Match, choice: Choice) -> bool:
    step_ = asked(match, Advance)
    return is_full(match.state, step_.target(match.state), match.state.battle.side, choice[1])


def has_nowhere_to_go(match: Match, choice: Choice) -> bool:
    """Every hex around is held by enemies, closed by water, full, or theirs to control."""
    state: State = match.state
    return not destinations(state, choice[1])


def is_neither_fort_nor_trench(match: Match, choice: Choice) -> bool:
    state: State = match.state
    step_ = decision(state)
    hex_ = step_.target if isinstance(step_, DeclareAttack) else choice[1]
    there = state.stacks.get(hex_, 0)
    forts = [u for u in members(there) if state.theatre.counters[u].kind == "fortress"]
    return state.year > 1914 and not forts and not state.trenches >> hex_ & 1


def is_a_bare_mountain(match: Match, choice: Choice) -> bool:
    """Somebody with guns stands behind a mountain without rails."""
    state: State = match.state
    step_ = decision(state)
    side = step_.who(state)
    hex_ = step_.target if isinstance(step_, DeclareAttack) else choice[1]
    theatre = state.theatre
    return any(
        theatre.terrain(near, theatre.board.grid.direction(near, hex_)).kind == "mountain"
        and state.units(near, side) & theatre.artillery
        for near in theatre.board.grid.neighbours(hex_)
        if theatre.land >> near & 1
    )


def has_nothing_to_choose(match: Match, choice: Choice) -> bool:
    state: State = match.state
    there = state.units(asked(match, DeclareAttack).target, 1 - decision(state).who(state))
    kinds = {state.theatre.counters[unit].kind for unit in members(there)}
    return kinds <= {"fortress", "artillery", "siege"}


def nobody_can_leave(match: Match, choice: Choice) -> bool:
    state: State = match.state
    there = [u for hex_ in state.battle.targets for u in members(state.stacks.get(hex_, 0))]
    kinds = {state.theatre.counters[unit].kind for unit in there}
    return kinds <= {"fortress", "artillery", "siege", "supply"}


def has_too_little_town(match: Match, choice: Choice) -> bool:
    """[13-4] No hex under attack has two urban sides, nor one with a city centre, and no attack
    comes through one."""
    state: State = match.state
    theatre, battle = state.theatre, state.battle
    for hex_ in battle.targets:
        urban = [d for d in range(6) if theatre.has_side(hex_, d, "urban")]
        through = [theatre.board.grid.direction(hex_, one) for one in battle.origins]
        enough = 1 if theatre.cities >> hex_ & 1 else 2
        if len(urban) >= enough or set(urban) & set(through):
            return False
    return True


def weighs_nothing(match: Match, choice: Choice) -> bool:
    return counter(match, choice).kind in ("headquarters", "engineer", "fortress", "supply")


def is_no_brigade_breaking_out(match: Match, choice: Choice) -> bool:
    state: State = match.state
    small = counter(match, choice).size in ("brigade", "regiment")
    return not (small and choice[1] in state.battle.attackers)


def is_behind_the_front(match: Match, choice: Choice) -> bool:
    """[22-9] [R59] No hex beside it that can be entered is the enemy's."""
    state: State = match.state
    side = decision(state).who(state)
    near = step(1 << choice[1], state.theatre.passable)
    return not near & (state.control[1 - side] | state.guns[1 - side]) & ~state.guns[side]


def keeps_nobody_out(match: Match, choice: Choice) -> bool:
    """[21-4] The fort is not under attack, or nobody beside it would fight in the streets."""
    state: State = match.state
    hex_ = state.where[choice[1]]
    kinds = {state.theatre.counters[unit].kind for unit in members(state.stacks[hex_])}
    urban = any(state.theatre.has_side(hex_, d, "urban") for d in range(6))
    alone = kinds <= {"fortress", "headquarters", "engineer", "supply", "replacement"}
    return not (hex_ in state.battle.targets and urban and not alone)


# Arrivals.


def is_not_the_nearest(match: Match, choice: Choice) -> bool:
    state: State = match.state
    arrival = asked(match, PlaceArrival).arrival(state)
    distance = state.theatre.board.grid.distance
    offered = [number for verb, number in listed(match.choices) if verb == "place"]
    best = min(distance(hex_, goal) for hex_ in offered for goal in arrival.entry)
    return min(distance(choice[1], goal) for goal in arrival.entry) > best


def is_out_of_use(match: Match, choice: Choice) -> bool:
    state: State = match.state
    side = asked(match, PlaceArrival).side
    works = 0
    for nation, hexes in enumerate(state.network):
        works |= hexes if NATIONS[CODES[nation]].side == side else 0
    return bool(state.theatre.rails & ~(works & ~state.inoperative) & 1 << choice[1])


CAUSES: Causes = {
    "it must entrain first": is_afoot,
    "it must detrain first": is_aboard,
    "{} has been left where it is in this phase": was_left,
    "{} has moved by rail in this turn": has_used_the_rails,
    "the scenario holds {} where it is until {}{}": is_held_back,
    "no way leads there": nothing_leads_there,
    "no free step over such ground from one enemy zone into another": is_steep_between_zones,
    "no movement point is left to detrain in the enemy zone": is_too_far_to_detrain,
    "no line that they can follow leads there": no_line_can_be_followed,
    "that component is no spare counter": is_no_spare,
    "there are no spare components of its type": has_no_spare_components,
    "no spare division can hold its points and those of another": no_two_fit,
    "no spare division can hold its points as well": no_more_fits,
    "that division cannot hold so many points": is_too_small,
    "its nation has no spare replacement counter": has_no_spare_replacement,
    "no replacement counter of its nation has room": has_no_spare_replacement,
    "no replacement unit of its nation in the hex has room for it": nobody_has_room,
    "that unit has no room for so many points": has_no_room_for_it,
    "it has {} points to give": gives_more_than_it_has,
    "it may be raised by {} points at most": rises_too_high,
    "it is as strong as it may become": is_at_its_ceiling,
    "it finds no room in the hex": finds_the_hex_full,
    "nobody of its type and colour can take its points": nobody_takes_its_points,
    "both parts keep at least a point": leaves_a_part_empty,
    "the nation has no spare supply marker": has_no_spare_marker,
    "all supply markers of its nation are in use": markers_are_in_use,
    "it does not hold so many supply points": holds_less,
    "that headquarters holds no more than {}": holds_all_it_can,
    "it has room for {} supply points": has_less_room,
    "it has not the supply points": cannot_pay_for_it,
    "it has not the supply points for anybody": cannot_pay_for_anybody,
    "no headquarters in reach has the supply points for {}": everybody_is_poor,
    "that unit has no part in this combat": has_no_part,
    "units above their reverse value go down to it first": is_below_its_back,
    "there is no room left in the hex": finds_no_room,
    "that cavalry has nowhere to go": has_nowhere_to_go,
    "siege artillery attacks only forts and trenches": is_neither_fort_nor_trench,
    "artillery cannot cross a mountain without rails": is_a_bare_mountain,
    "forts and artillery are alone in the hex: there is nothing to aim": has_nothing_to_choose,
    "there is nobody who could retreat": nobody_can_leave,
    "the hex has not enough of a town to fight in the streets": has_too_little_town,
    "that unit does not count for stacking": weighs_nothing,
    "that is none of the brigades that break out": is_no_brigade_breaking_out,
    "that is not the front line": is_behind_the_front,
    "that fort keeps nobody from fighting in the streets": keeps_nobody_out,
    "another operative rail hex is nearer to where it is due": is_not_the_nearest,
    "the line in the hex it is due in is not operative for its side": is_out_of_use,
}
