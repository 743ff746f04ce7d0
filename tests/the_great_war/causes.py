"""What reasons of The Great War claim that are given because nothing else was true."""

from __future__ import annotations

from typing import Any, TypeVar

from tests.refusals import Causes
from trenchline.games.the_great_war import rations
from trenchline.games.the_great_war.advance import GoOn
from trenchline.games.the_great_war.artillery_divisions import goes_with, staffs_for
from trenchline.games.the_great_war.attackers import attackers_of
from trenchline.games.the_great_war.bombardment import BombardmentPhase, DeclareBombardment
from trenchline.games.the_great_war.breakthrough import ways_through
from trenchline.games.the_great_war.combat import DeclareAttack
from trenchline.games.the_great_war.combat_supply import Feed, has_for, hungry, sources
from trenchline.games.the_great_war.construction import SPENDING, Construction, LayLine
from trenchline.games.the_great_war.depots import Relocate, train_of_depot
from trenchline.games.the_great_war.effects import CODES, is_capable
from trenchline.games.the_great_war.engineers import (
    cities_for,
    construction_units,
    divisional_engineers,
    resources_for,
)
from trenchline.games.the_great_war.ferries import low_rail_ways
from trenchline.games.the_great_war.freight import Ship, train_of_goods
from trenchline.games.the_great_war.goods import room
from trenchline.games.the_great_war.leaders import LeaderAtCheck, Posting
from trenchline.games.the_great_war.lines import by_rail, by_road
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import ReactionPhase
from trenchline.games.the_great_war.preliminaries import eligible_leaders
from trenchline.games.the_great_war.projects import ways_on
from trenchline.games.the_great_war.rail import Train, line
from trenchline.games.the_great_war.rail_capacity import (
    A_DEPOT,
    ACTIVATION,
    MaintainDepots,
    left_on,
    net_at,
)
from trenchline.games.the_great_war.ration_trains import ShipRations
from trenchline.games.the_great_war.rations import RAILED, most_at, movable
from trenchline.games.the_great_war.readiness import ready
from trenchline.games.the_great_war.reinforcements import Reinforce
from trenchline.games.the_great_war.reserves import reserves_in
from trenchline.games.the_great_war.river import landing_hexes
from trenchline.games.the_great_war.saved_stores import SaveStores, points_saved, rations_saved
from trenchline.games.the_great_war.sections import able_to_carry
from trenchline.games.the_great_war.stacking import fits, overfull
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import open_depots, regular_sources, turned_away
from trenchline.games.the_great_war.units import QUARTERS
from trenchline.games.the_great_war.voyages import cargo_on
from trenchline.games.the_great_war.ways_out import RetreatUnit, nearest_to_depots, neighbours
from trenchline.games.the_great_war.yards import connected_yards
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.floods import flood
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.match import Match
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice

Asked = TypeVar("Asked")


def asked(match: Match, kind: type[Asked]) -> Asked:
    """The decision, which must be of a kind."""
    step: Any = decision(match.state)
    assert isinstance(step, kind)
    return step


def side_of(match: Match) -> int:
    side = match.who
    assert side is not None
    return side


def another_verb(match: Match, choice: Choice) -> bool:
    """The decision knows nothing of the kind."""
    return choice[0] not in match.choices


def has_no_regular_line(match: Match, choice: Choice) -> bool:
    return not most_at(match.state, side_of(match), choice[1])


def no_staff_takes_it(match: Match, choice: Choice) -> bool:
    return not staffs_for(match.state, side_of(match), choice[1])


def has_not_so_many(match: Match, choice: Choice) -> bool:
    return movable(match.state, asked(match, ShipRations).start, RAILED) < choice[1]


def nothing_offered(match: Match, choice: Choice) -> bool:
    return not match.choices.get(choice[0], 0)


# On the march.


def has_no_point(match: Match, choice: Choice) -> bool:
    return asked(match, March).points(match.state) < QUARTERS


def is_out_of_reach(match: Match, choice: Choice) -> bool:
    return not asked(match, March).reach(match.state) >> choice[1] & 1


def has_begun(match: Match, choice: Choice) -> bool:
    state: State = match.state
    begun = state.moved | state.halted | bit_set(state.spent)
    return bool(asked(match, March).units & begun)


def rest_is_too_dear(match: Match, choice: Choice) -> bool:
    """A hit costs a quarter of the printed points at least."""
    march = asked(match, March)
    return not march.rests(match.state) >> choice[1] & 1


def has_no_point_to_break(match: Match, choice: Choice) -> bool:
    state: State = match.state
    march = asked(match, March)
    engineers = march.units & state.kind.railroad
    return march.points(state) < (1 if engineers else 2) * QUARTERS


def has_no_engineers(match: Match, choice: Choice) -> bool:
    state: State = match.state
    able = construction_units(state) | divisional_engineers(state) | state.kind.railroad
    return not asked(match, March).units & able


def train(match: Match, choice: Choice) -> Train:
    state: State = match.state
    step: Any = decision(state)
    if isinstance(step, March):
        found = step.operational(state) if choice[0] == "rail" else step.strategic(state)
        assert found is not None
        return found
    if isinstance(step, Ship):
        return train_of_goods(state, step.side, step.start)
    if isinstance(step, Relocate):
        return train_of_depot(state, step.side, step.start)
    if isinstance(step, ShipRations):
        return step.train(state)
    return train_of_goods(state, side_of(match), choice[1])


def no_line_leads_there(match: Match, choice: Choice) -> bool:
    """Neither lines of high volume do, nor others on nets that carry it at double weight."""
    state: State = match.state
    by = train(match, choice)
    lines, start = line(state, by.side, by.units), 1 << by.start
    joined = 0
    for charges, ways in (
        (by.high, state.theatre.high_rail_ways),
        (by.low, low_rail_ways(state)),
    ):
        paid = 0
        for net, weight in charges:
            paid |= state.theatre.nets[net].hexes if weight <= left_on(state, net) else 0
        joined |= flood(start, lines & paid, ways)
    return not joined >> choice[1] & 1


def cannot_carry_so_many(match: Match, choice: Choice) -> bool:
    return room(match.state, asked(match, March).party) < choice[1]


def lengthens_lines(match: Match, choice: Choice) -> bool:
    return bool(match.state.extending >> choice[1] & 1)


def carries(match: Match, choice: Choice) -> bool:
    return not lengthens_lines(match, choice)


def net_maintains_no_more(match: Match, choice: Choice) -> bool:
    state: State = match.state
    net = net_at(state.theatre, side_of(match), choice[1])
    return not able_to_carry(state, net, A_DEPOT + ACTIVATION) >> choice[1] & 1


def has_no_way_on(match: Match, choice: Choice) -> bool:
    step = asked(match, LayLine)
    return choice[1] not in members(ways_on(match.state, step.side, step.unit, step.task))


def is_beyond_the_river(match: Match, choice: Choice) -> bool:
    step: Any = decision(match.state)
    state: State = match.state
    cargo = cargo_on(state, step) if isinstance(step, March) else step.cargo()
    return not landing_hexes(state, cargo) >> choice[1] & 1


def cannot_cart_so_many(match: Match, choice: Choice) -> bool:
    return not rations.loads(match.state, asked(match, March)).get("provision", 0) >> choice[1] & 1


# Reaction.


def is_the_last_to_be_checked(match: Match, choice: Choice) -> bool:
    waiting = asked(match, ReactionPhase).waiting(match.state)
    return waiting.bit_count() < 2


# The initial phase.


def is_no_site(match: Match, choice: Choice) -> bool:
    state: State = match.state
    side = side_of(match)
    places = state.theatre.cities | state.theatre.edges[side]
    closed = state.isolated_hexes[side] | state.besieged[side]
    return not (places & state.owned[side] & ~closed) >> choice[1] & 1


def is_not_owned(match: Match, choice: Choice) -> bool:
    return not match.state.owned[side_of(match)] >> choice[1] & 1


def entry_is_closed(match: Match, choice: Choice) -> bool:
    state: State = match.state
    step = asked(match, Reinforce)
    key = state.theatre.counters[step.unit if step.unit >= 0 else choice[1]].key
    entry: Hexes = 0
    for arrival in state.theatre.arrivals:
        if arrival.unit == key and arrival.date <= state.date:
            entry |= bit_set(arrival.entry)
    open_ = entry & state.owned[step.side] & ~state.besieged[step.side]
    return not (open_ >> choice[1] & 1 if step.unit >= 0 else open_)


def stack_is_full(match: Match, choice: Choice) -> bool:
    state: State = match.state.copy()
    step = asked(match, March)
    state.overstacked &= ~step.units
    return bool(overfull(state, step.who(state)) >> step.hex & 1)


def nobody_there_makes_room(match: Match, choice: Choice) -> bool:
    """Whoever there may still move either leaves the hex overfull or finds no room himself once the
    party has gone."""
    state: State = match.state
    march, side = asked(match, March), side_of(match)
    there = state.units(choice[1], side)
    for one in members(ready(state, side) & there & ~march.units):
        trial = state.copy()
        trial.move(march.units, choice[1])
        gone = March(goes_with(trial, one), choice[1])
        if gone.reachable(trial):
            trial.move(gone.units, gone.reachable(trial).bit_length() - 1)
            if fits(trial, choice[1], side, 0):
                return False
    return True


def has_no_room_within_reach(match: Match, choice: Choice) -> bool:
    state: State = match.state
    return not March(goes_with(state, choice[1]), state.where[choice[1]]).reachable(state)


def depots_are_out_of_reach(match: Match, choice: Choice) -> bool:
    state: State = match.state
    side, here = side_of(match), state.where[choice[1]]
    near = by_road(state, side, here)
    depots = bit_set(state.depot_at[depot] for depot in open_depots(state, side))
    nation = state.theatre.counters[choice[1]].nation
    line = by_rail(state, side, nation, regular_sources(state, side, nation))
    return not near & depots & line


def is_a_lonely_yard(match: Match, choice: Choice) -> bool:
    state: State = match.state
    joined = (connected_yards(state, net) >> choice[1] & 1 for net in range(len(state.capacity)))
    return not any(joined)


def depots_there(match: Match, choice: Choice) -> list[bool]:
    """The depots of the side in a hex: whether each works."""
    state: State = match.state
    return [
        bool(state.working >> depot & 1)
        for depot, at in enumerate(state.depot_at)
        if at == choice[1] and state.depot_side[depot] == side_of(match)
    ]


def every_depot_works(match: Match, choice: Choice) -> bool:
    return all(depots_there(match, choice))


def no_depot_works(match: Match, choice: Choice) -> bool:
    return not any(depots_there(match, choice))


def has_no_depot_of_the_net(match: Match, choice: Choice) -> bool:
    state: State = match.state
    net = asked(match, MaintainDepots).net
    depots = zip(state.depot_at, state.depot_net, strict=True)
    return (choice[1], net) not in depots


def no_depot_is_there(match: Match, choice: Choice) -> bool:
    return not depots_there(match, choice)


def saves_fewer_points(match: Match, choice: Choice) -> bool:
    step = asked(match, SaveStores)
    return not 1 <= choice[1] <= points_saved(match.state, step.unit, step.here)


def saves_fewer_rations(match: Match, choice: Choice) -> bool:
    step = asked(match, SaveStores)
    return not 1 <= choice[1] <= rations_saved(match.state, step.unit, step.here, step.loaded)


def does_not_go_along(match: Match, choice: Choice) -> bool:
    return not asked(match, GoOn).companions(match.state) >> choice[1] & 1


def is_in_no_danger(match: Match, choice: Choice) -> bool:
    """Neither is the city isolated, nor does the enemy own a hex beside it."""
    state: State = match.state
    side = side_of(match)
    near = bit_set(state.theatre.board.grid.neighbours(choice[1]))
    return not (1 << choice[1] & state.isolated_hexes[side] | near & state.owned[1 - side])


def leads_another_nation(match: Match, choice: Choice) -> bool:
    state: State = match.state
    leader = state.theatre.leaders[asked(match, Posting).leader]
    return state.theatre.counters[choice[1]].nation != leader.nation


def is_with_no_hq_checked(match: Match, choice: Choice) -> bool:
    return match.state.leaders.get(choice[1]) not in asked(match, LeaderAtCheck).hqs


def bank_is_foreign(match: Match, choice: Choice) -> bool:
    state: State = match.state
    side = side_of(match)
    return not (state.owned[side] & ~state.isolated_hexes[side]) >> choice[1] & 1


def nobody_hungry_reaches_it(match: Match, choice: Choice) -> bool:
    return not match.choices.get("feed", 0) >> choice[1] & 1


# Combat.


def feeds_no_gun(match: Match, choice: Choice) -> bool:
    state: State = match.state
    guns: tuple[int, ...] = decision(state).guns  # type: ignore[attr-defined]  # a bombardment
    return not any(
        sources(state, gun) >> choice[1] & 1 and has_for(state, gun, choice[1]) for gun in guns
    )


def suffices_for_nobody(match: Match, choice: Choice) -> bool:
    state: State = match.state
    party: tuple[int, ...] = decision(state).party(state)  # type: ignore[attr-defined]  # it feeds
    wanting = (unit for unit in party if unit not in dict(state.battle.fed))
    near = [unit for unit in wanting if sources(state, unit) >> choice[1] & 1]
    return not any(has_for(state, unit, choice[1]) for unit in near)


def points_do_not_suffice(match: Match, choice: Choice) -> bool:
    state: State = match.state
    near = members(sources(state, choice[1]))
    return not any(has_for(state, choice[1], hex_) for hex_ in near)


def has_nobody_capable(match: Match, choice: Choice) -> bool:
    state: State = match.state
    attacking: bool = decision(state).attacking  # type: ignore[attr-defined]  # it tries effects
    fighters = state.battle.fighters(attacking)
    return not any(is_capable(state, state.battle, unit, CODES[choice[1]]) for unit in fighters)


def takes_no_part(match: Match, choice: Choice) -> bool:
    battle = match.state.battle
    mine = match.state.battle.side == side_of(match)
    units = battle.attackers if mine else (*battle.defenders, *battle.bystanders)
    return choice[1] not in units


def is_theirs(match: Match, choice: Choice) -> bool:
    state: State = match.state
    return bool(state.theatre.of_side[1 - side_of(match)] >> choice[1] & 1)


def nobody_rolls_over(match: Match, choice: Choice) -> bool:
    state: State = match.state
    step = asked(match, RetreatUnit)
    return not ways_through(state, step.party(state), retreats=True) >> choice[1] & 1


def it_rolls_over_nobody(match: Match, choice: Choice) -> bool:
    unit = asked(match, GoOn).unit
    return not ways_through(match.state, 1 << unit, retreats=False) >> choice[1] & 1


def is_one_of_a_crowd(match: Match, choice: Choice) -> bool:
    tried: State = match.state.copy()
    del tried.attached[choice[1]]
    return not fits(tried, tried.where[choice[1]], side_of(match), 1 << choice[1])


def feeds_alone(match: Match, choice: Choice) -> bool:
    step = asked(match, Feed)
    wanting = hungry(match.state, step.party(match.state), match.state.battle.fed)
    serving = {
        hex_
        for unit in wanting
        for hex_ in members(sources(match.state, unit))
        if has_for(match.state, unit, hex_)
    }
    return serving == {choice[1]}


def serves_no_choice(match: Match, choice: Choice) -> bool:
    state: State = match.state
    able = Construction(side_of(match)).acts(state)
    spending = {unit for verb in SPENDING for unit in members(able.get(verb, 0))}
    near = (resources_for(state, unit) for unit in spending)
    return not any(hexes >> choice[1] & 1 and hexes & (hexes - 1) for hexes in near)


def shares_no_city(match: Match, choice: Choice) -> bool:
    state: State = match.state
    mine = cities_for(state, choice[1]) if state.where[choice[1]] >= 0 else 0
    others = construction_units(state) & state.on_map(side_of(match)) & ~(1 << choice[1])
    rest = members(others & ~state.self_reliant)
    able = construction_units(state) >> choice[1] & 1 and not state.self_reliant >> choice[1] & 1
    return not (able and any(mine & cities_for(state, other) for other in rest))


def would_go_without(match: Match, choice: Choice) -> bool:
    short = turned_away(match.state, side_of(match)) | match.state.kind.army_hq
    return not short >> choice[1] & 1


def finds_no_room_there(match: Match, choice: Choice) -> bool:
    return not fits(match.state, choice[1], side_of(match), 1 << asked(match, GoOn).unit)


def finds_no_room_beyond(match: Match, choice: Choice) -> bool:
    return not fits(match.state, match.state.battle.target, side_of(match), 1 << choice[1])


def some_are_out_of_his_zone(match: Match, choice: Choice) -> bool:
    state: State = match.state
    attacking: bool = decision(state).attacking  # type: ignore[attr-defined]  # it asks for leaders
    able = eligible_leaders(state, state.battle, attacking)
    return choice[1] not in able


def nobody_comes_from_there(match: Match, choice: Choice) -> bool:
    state: State = match.state
    return not reserves_in(state, state.battle, choice[1])


def is_no_way_out(match: Match, choice: Choice) -> bool:
    state: State = match.state
    unit = asked(match, RetreatUnit).unit
    return not neighbours(state, unit, state.where[unit]) >> choice[1] & 1


def is_farther_from_depots(match: Match, choice: Choice) -> bool:
    state: State = match.state
    best = match.choices["retreat"]
    near = nearest_to_depots(state, side_of(match), best | 1 << choice[1])
    return not near >> choice[1] & 1


def has_plans(match: Match, choice: Choice) -> bool:
    return bool(asked(match, BombardmentPhase).plans)


def has_no_plan(match: Match, choice: Choice) -> bool:
    return not asked(match, BombardmentPhase).plans


def is_no_planned_target(match: Match, choice: Choice) -> bool:
    return choice[1] not in [plan.target for plan in asked(match, BombardmentPhase).plans]


def is_no_gun_of_it(match: Match, choice: Choice) -> bool:
    return choice[1] not in asked(match, DeclareBombardment).guns


def is_no_attacker(match: Match, choice: Choice) -> bool:
    return choice[1] not in asked(match, DeclareAttack).attackers


def goes_one_way(match: Match, choice: Choice) -> bool:
    return not match.choices.get("redirect", 0) >> choice[1] & 1


def has_no_strength(match: Match, choice: Choice) -> bool:
    """Nothing is printed on the face that shows."""
    step: Any = decision(match.state)
    state: State = match.state
    if isinstance(step, DeclareAttack):
        return not state.face(choice[1]).attack
    able = attackers_of(state, step.side, choice[1])
    return not any(state.face(unit).attack for unit in members(able))


CAUSES: Causes = {
    "bombardments are planned that nobody has fired": has_plans,
    "no bombardment is planned": has_no_plan,
    "no bombardment of that hex is planned": is_no_planned_target,
    "it takes no part in this bombardment": is_no_gun_of_it,
    "it takes no part in this attack": is_no_attacker,
    "there is no other way for that unit": goes_one_way,
    "no movement point is left to go on with": has_no_point,
    "the movement points left do not suffice": is_out_of_reach,
    "a unit has spent movement points at the regular rate": has_begun,
    "the movement points left do not suffice for so much rest": rest_is_too_dear,
    "the movement points left do not suffice to break the line": has_no_point_to_break,
    "no unit of the party can do engineers' work of this kind": has_no_engineers,
    "no open line of rail hexes leads there": no_line_leads_there,
    "there is no second Army HQ to coordinate it with": is_the_last_to_be_checked,
    "that is no city of the side in supply, nor an edge it comes from": is_no_site,
    "it appears at a city in supply, if not at the edge it comes from": is_no_site,
    "the points there are not owned by the side": is_not_owned,
    "the yard is joined with no other of the side": is_a_lonely_yard,
    "the depot is operational already": every_depot_works,
    "the depot is not operational": no_depot_works,
    "no depot of that net stands there": has_no_depot_of_the_net,
    "it is neither isolated nor next to a hex of the enemy": is_in_no_danger,
    "the Army HQ is of another nation than the leader": leads_another_nation,
    "that leader is not with an Army HQ that is checked": is_with_no_hq_checked,
    "the far bank is not owned and in supply": bank_is_foreign,
    "no unit out of general supply can trace a line to it": nobody_hungry_reaches_it,
    "the unit enters play in a hex of its entry that its side owns": entry_is_closed,
    "the enemy owns every hex where it could enter": entry_is_closed,
    "there is no room in the stack of the hex": stack_is_full,
    "nobody there makes room for the units by leaving": nobody_there_makes_room,
    "no hex with room is within its reach": has_no_room_within_reach,
    "no depot of the side stands there": no_depot_is_there,
    "the unit cannot carry so many points along": saves_fewer_points,
    "the unit cannot carry so many rations along": saves_fewer_rations,
    "say what the unit carries along": another_verb,
    "only those of its hex go on with it, over an enemy": does_not_go_along,
    "it can trace to no depot at all": depots_are_out_of_reach,
    "it would have no supply if it came first": would_go_without,
    "its hex has no room for it outside its division": is_one_of_a_crowd,
    "no other points feed anybody in this combat": feeds_alone,
    "nobody who begins a work has a choice between those points and others": serves_no_choice,
    "nobody else could use the people who help it": shares_no_city,
    "those points feed none of the guns": feeds_no_gun,
    "what is left there is not enough": suffices_for_nobody,
    "the points in reach are not enough": points_do_not_suffice,
    "you have no {} there": has_nobody_capable,
    "that unit of yours takes no part in this combat": takes_no_part,
    "that unit is the enemy's: your own take your losses": is_theirs,
    "the party cannot overrun the enemy there": nobody_rolls_over,
    "the unit cannot overrun the enemy there": it_rolls_over_nobody,
    "there is no room for a second advance there": finds_no_room_there,
    "there is no room left in the hex for reserves": finds_no_room_beyond,
    "it has no attack strength": has_no_strength,
    "the units cannot carry so many resource points": cannot_carry_so_many,
    "it is in supply line mode already": lengthens_lines,
    "it is in transport mode already": carries,
    "not all your units stand in the zone of influence of his HQ": some_are_out_of_his_zone,
    "nobody there has the movement points to enter the hex": nobody_comes_from_there,
    "that hex is prohibited to the unit": is_no_way_out,
    "another hex lies nearer to a supply depot": is_farther_from_depots,
    "no supply line leads from there to a regular source": has_no_regular_line,
    "the staffs there cannot take so many REs of guns": no_staff_takes_it,
    "not so many supply points can go from there": has_not_so_many,
    "the capacity left on the net does not suffice for a depot": net_maintains_no_more,
    "the ground, lines that are there and work begun forbid it": has_no_way_on,
    "that is farther than the river carries it in this phase": is_beyond_the_river,
    "the units cannot carry so many supply points": cannot_cart_so_many,
    "say whether you roll for the tenths": another_verb,
    "say from which net, to which, and how much": another_verb,
    "say whether the attack goes on": another_verb,
    "say whether the defender gives ground": another_verb,
    "choose between the mobile and the positional table": another_verb,
    "that hex cannot be flooded": nothing_offered,
    "none of your units in this combat may advance there": nothing_offered,
    "only the side with the larger loss may retreat": nothing_offered,
}
