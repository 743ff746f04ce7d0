"""What reasons of Balance of Powers claim that are given because nothing else was true."""

from __future__ import annotations

from typing import Any

from tests.refusals import Causes
from trenchline.games.balance_of_powers.admiralty import berths, corps_left
from trenchline.games.balance_of_powers.aerodrome import bases, new_bases
from trenchline.games.balance_of_powers.allowance import idle
from trenchline.games.balance_of_powers.aviation import refuges
from trenchline.games.balance_of_powers.blockade_runner import goals
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    ARMY_LEADERS,
    CENTRAL,
    CODES,
    MAJORS,
    NEUTRAL,
    OF_NATION,
    OWNED,
    OWNER,
    PORT_BOXES,
    PORTS,
    UNITS,
    Nations,
    Units,
)
from trenchline.games.balance_of_powers.conquest import shelters
from trenchline.games.balance_of_powers.courting import near, opportunists, purse
from trenchline.games.balance_of_powers.deployment import ground, recruits
from trenchline.games.balance_of_powers.efforts import worth
from trenchline.games.balance_of_powers.flight import strength, within
from trenchline.games.balance_of_powers.forces import has_moved, may_go, movable
from trenchline.games.balance_of_powers.going import beside
from trenchline.games.balance_of_powers.home_port import nearest
from trenchline.games.balance_of_powers.interrupts import interrupters
from trenchline.games.balance_of_powers.landings import ahead
from trenchline.games.balance_of_powers.losses import majors_in, may_attrit
from trenchline.games.balance_of_powers.minefields import can_spend_lump, sweepers
from trenchline.games.balance_of_powers.modifiers import defenders, fort_steps
from trenchline.games.balance_of_powers.muster import grounds
from trenchline.games.balance_of_powers.navy import (
    FORT_NUMBERS,
    SCOUTS,
    SHIPS,
    SUBMARINES,
    VESSELS,
    commands,
)
from trenchline.games.balance_of_powers.neutrals import closed
from trenchline.games.balance_of_powers.payment import nations_of, supporters
from trenchline.games.balance_of_powers.procurement import COSTS, clients, in_pools
from trenchline.games.balance_of_powers.rail import stations
from trenchline.games.balance_of_powers.recombining import partner
from trenchline.games.balance_of_powers.retreat import retreats
from trenchline.games.balance_of_powers.seaways import course, points_left, sea_ready
from trenchline.games.balance_of_powers.sickness import in_the_rain
from trenchline.games.balance_of_powers.stacking import fits
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.games.balance_of_powers.supply import unsupplied
from trenchline.games.balance_of_powers.tabulation import recipients
from trenchline.games.balance_of_powers.transports import may_carry
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.match import Match
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice


def step_of(match: Match) -> Any:
    """The decision that was asked."""
    return decision(match.state)


def side_of(match: Match) -> int:
    """The side that decides."""
    return decision(match.state).who(match.state)


def no_major_of_the_side(match: Match, choice: Choice) -> bool:
    powers = bit_set(n for n, side in enumerate(match.state.sides) if side == side_of(match))
    return not (powers & MAJORS) >> choice[1] & 1


def no_neutral_with_land(match: Match, choice: Choice) -> bool:
    state: State = match.state
    told = state.scenario.settings.get("neutrals", CODES)
    concerned = CODES[choice[1]] in told and state.sides[choice[1]] == NEUTRAL
    return not (concerned and OWNED[choice[1]] & state.scenario.ground)


def has_no_room(match: Match, choice: Choice) -> bool:
    state, step = match.state, step_of(match)
    units: Units = 1 << step.unit if hasattr(step, "unit") else state.force
    return not fits(state, choice[1], units, side_of(match))


def musters_elsewhere(match: Match, choice: Choice) -> bool:
    step = step_of(match)
    return not grounds(match.state, step.unit, setting_up=step.setting_up) >> choice[1] & 1


def has_moved_already(match: Match, choice: Choice) -> bool:
    state, unit = match.state, choice[1]
    if ARMY_LEADERS >> unit & 1:
        return bool(state.done >> unit & 1)
    fresh = movable(state, state.phasing) & ~bit_set(state.spent)
    return not fresh >> unit & 1


def leads_nobody(match: Match, choice: Choice) -> bool:
    state, step = match.state, step_of(match)
    battle = state.battle
    force = defenders(state, battle) if step.role else battle.attackers
    return not (force & ALL_CORPS) >> choice[1] & 1


def beyond_the_radius(match: Match, choice: Choice) -> bool:
    state, unit = match.state, step_of(match).unit
    return not within(state, state.where[unit], strength(state, unit).radius) >> choice[1] & 1


def target_beyond(match: Match, choice: Choice) -> bool:
    state, (_, unit) = match.state, choice
    reach = within(state, state.where[unit], strength(state, unit).radius)
    return not reach >> step_of(match).target & 1


def crowded(match: Match, choice: Choice) -> bool:
    """[6.225] More of its effectiveness have been procured than of another in the pools."""
    state, (_, unit), nation = match.state, choice, step_of(match).nation
    scores = {
        UNITS[n].defence
        for n in range(len(UNITS))
        if in_pools(state, nation) >> n & 1 and UNITS[n].kind == "infantry"
    }
    bought = {score: state.bought.get((nation, score), 0) for score in scores}
    return UNITS[unit].kind == "infantry" and bought[UNITS[unit].defence] > min(bought.values())


def minors_without_losses(match: Match, choice: Choice) -> bool:
    state, role = match.state, step_of(match).role
    return not may_attrit(state, state.battle, role) >> choice[1] & 1


def another_powers_fortress(match: Match, choice: Choice) -> bool:
    state, nation = match.state, step_of(match).nation
    own = clients(state, nation) >> OWNER[choice[1]] & 1
    return not (own and state.held[side_of(match)] >> choice[1] & 1)


def not_mobilized(match: Match, choice: Choice) -> bool:
    told = match.state.scenario.settings.get("mobilizes", CODES)
    august = match.state.month == match.state.scenario.first and match.state.fortnight == 1
    return august and CODES[UNITS[choice[1]].nation] not in told


def command_stays(match: Match, choice: Choice) -> bool:
    state = match.state
    command = state.stacks[state.where[choice[1]]] & ALL_CORPS
    return not (command & movable(state, side_of(match)) | unsupplied(state, command))


def supports_nobody_here(match: Match, choice: Choice) -> bool:
    state = match.state
    present: Nations = nations_of(state.battle.attackers & ALL_CORPS)
    by_minors = not present & MAJORS
    return by_minors and not supporters(state, state.battle.side, present) >> choice[1] & 1


def declared_already(match: Match, choice: Choice) -> bool:
    step = step_of(match)
    return bool((step.central if step.side == CENTRAL else step.entente) >> choice[1] & 1)


def mixed_modes(match: Match, choice: Choice) -> bool:
    corps = match.state.force & ALL_CORPS
    return bool(corps & match.state.entrenched and corps & ~match.state.entrenched)


# At sea.


def vessels_ready(match: Match, choice: Choice) -> bool:
    """Nobody of the kind that is meant is still to sail from there."""
    state, side = match.state, side_of(match)
    kind = SHIPS if choice[0] == "fleet" else SUBMARINES
    there = state.stacks.get(choice[1], 0) & state.troops[side] & kind
    return not there & sea_ready(state, side)


def too_far(match: Match, choice: Choice) -> bool:
    """More than the points of the force."""
    state = match.state
    side, force = state.phasing, state.force
    found = course(state, side, force, state.force_at, points_left(state, force))
    return found.cost(choice[1]) is None


def cannot_spend(match: Match, choice: Choice) -> bool:
    """Three times its radius are more than it has."""
    return not can_spend_lump(match.state, choice[1])


def not_engaged(match: Match, choice: Choice) -> bool:
    """It is not among those in the combat."""
    return choice[1] not in set(members(match.state.engaged))


def searched_before(match: Match, choice: Choice) -> bool:
    """The two have searched for each other, whoever has joined them since."""
    state, (verb, place) = match.state, choice
    enemy, mover = 1 - state.phasing, state.phasing

    def marked(side: int, here: int, vessels: Units) -> Units:
        fort = here in FORT_NUMBERS and state.forts[side] >> here & 1
        return vessels | (1 << FORT_NUMBERS[here] if fort else 0)

    mine = marked(mover, state.force_at, state.force & VESSELS)
    lying = state.units(place, enemy)
    if verb == "prowl":
        theirs = lying & SUBMARINES
    else:
        theirs = marked(enemy, place, lying & SHIPS)
    if verb == "search":
        return any(one & mine and other & theirs for one, other in state.sought)
    return any(one & theirs and other & mine for one, other in state.sought)


AT_SEA: Causes = {
    "no unit of this kind has still to sail there": vessels_ready,
    "its range does not lead there": too_far,
    "it has not three times its radius left to lay mines": cannot_spend,
    "it has not three times its radius left to sweep": cannot_spend,
    "no ship of the force has three times its radius left to spend": (
        lambda match, choice: not sweepers(match.state)
    ),
    "the force goes no farther": lambda match, choice: not match.state.journey.way,
    "its way ends here": lambda match, choice: (
        not match.state.journeys or not match.state.journey.way
    ),
    "nobody is shot at twice before every enemy there has been once": lambda match, choice: bool(
        match.state.targeted >> choice[1] & 1
    ),
    "it is in no port of its own country that is unconquered": lambda match, choice: (
        match.state.conquered >> UNITS[choice[1]].nation & 1 == 1
        or OWNER.get(match.state.where[choice[1]]) != UNITS[choice[1]].nation
        or not match.state.held[match.state.side_of(choice[1])] >> match.state.where[choice[1]] & 1
        or not (PORTS | PORT_BOXES) >> match.state.where[choice[1]] & 1
    ),
    "it is the last that may evade": lambda match, choice: match.state.engaged.bit_count() == 1,
    "it is none of the units that may evade": not_engaged,
    "a port can be reached": lambda match, choice: bool(nearest(match.state, side_of(match))),
    "another port is nearer": (
        lambda match, choice: not nearest(match.state, side_of(match)) >> choice[1] & 1
    ),
    "a ship waits for his flag": (
        lambda match, choice: bool(commands(step_of(match).leader, match.state.engaged))
    ),
    "a leader sails on a ship of his own class that is in the combat": (
        lambda match, choice: (
            choice[1] not in set(members(commands(step_of(match).leader, match.state.engaged)))
        )
    ),
    "no path within its radius leads there unblocked": (
        lambda match, choice: (
            not interrupters(match.state, match.state.force_at, side_of(match)) >> choice[1] & 1
        )
    ),
    "the two forces have searched in this sub-phase": searched_before,
    "the main force of the enemy comes before his van": (
        lambda match, choice: bool(match.state.van >> choice[1] & 1)
    ),
    "the fortress has been fired at, and others have not": (
        lambda match, choice: bool(match.state.sea_battle.fort_targeted)
    ),
    "there is no main force to join": (
        lambda match, choice: not match.state.engaged & match.state.troops[side_of(match)] & ~SCOUTS
    ),
    "it is none of the ships that were found": not_engaged,
    "it is none of the submarines that are hunted": (
        lambda match, choice: choice[1] not in set(members(match.state.homing))
    ),
    "a submarine is left to lose it": (lambda match, choice: bool(match.state.homing & SUBMARINES)),
    "it is no passenger of these ships": (
        lambda match, choice: choice[1] not in set(members(match.state.passengers))
    ),
    "the ships cannot carry all passengers of the force now": (
        lambda match, choice: not may_carry(match.state)
    ),
    "a force needs one naval unit": (
        lambda match, choice: (match.state.force & (SHIPS | SUBMARINES)).bit_count() <= 1
    ),
    "corps could march there from where the force is": (
        lambda match, choice: bool(beside(match.state.force_at) >> choice[1] & 1)
    ),
}

CAUSES: Causes = {
    **AT_SEA,
    "no other damaged unit of its nation and scores is with it": lambda match, choice: (
        partner(match.state, choice[1], match.state.on_map(side_of(match))) is None
    ),
    "{} corps have been shipped this month": lambda match, choice: not corps_left(match.state),
    "there is a way out": lambda match, choice: bool(
        retreats(match.state, match.state.battle, step_of(match).unit)
    ),
    "no way of one to three hexes leads there": lambda match, choice: (
        not retreats(match.state, match.state.battle, step_of(match).unit) >> choice[1] & 1
    ),
    "a major power of its side can support it": lambda match, choice: (
        sum(n for n in (match.state.sides[m] == side_of(match) for m in members(MAJORS))) > 0
    ),
    "there is a place for it": lambda match, choice: bool(
        step_of(match)._sites(match.state) & ~match.state.infrastructure
    ),
    "real units lead the defence": lambda match, choice: bool(
        defenders(match.state, match.state.battle) & ALL_CORPS
        | fort_steps(match.state, match.state.battle)
    ),
    "a power can take it in": lambda match, choice: bool(
        shelters(match.state, step_of(match).nation)
    ),
    "there are corps to destroy": lambda match, choice: bool(
        match.state.mapped & OF_NATION[step_of(match).nation] & ALL_CORPS
    ),
    "it can break off": lambda match, choice: bool(refuges(match.state, step_of(match).unit)),
    "it can land": lambda match, choice: bool(
        bases(match.state, step_of(match).unit, strength(match.state, step_of(match).unit).radius)
    ),
    "loss points are left to suffer": lambda match, choice: (
        match.state.battle.losses[step_of(match).role] > 0
    ),
    "real units defend the place": lambda match, choice: not match.state.battle.inherent,
    "no loss is left to suffer": lambda match, choice: (
        match.state.battle.losses[step_of(match).role] <= 0
    ),
    "it takes two corps of a major power in supply, and a point": minors_without_losses,
    "there is no room for another corps": lambda match, choice: (
        not fits(match.state, match.state.battle.target, 1 << choice[1], side_of(match))
    ),
    "it goes to a major power of its own side": no_major_of_the_side,
    "it has no part in this scenario": no_neutral_with_land,
    "there is no room": has_no_room,
    "it musters in supplied population centres of its home country": musters_elsewhere,
    "it needs friendly land with a path of supply to who paid": lambda match, choice: (
        not (step_of(match)._sites(match.state) >> choice[1] & 1)
    ),
    "this power repairs its own fortresses": another_powers_fortress,
    "this power repairs its own air units on the map": lambda match, choice: (
        not (OF_NATION[step_of(match).nation] & match.state.mapped) >> choice[1] & 1
    ),
    "there are no points left": lambda match, choice: (
        match.state.points[step_of(match).nation] < COSTS["infrastructure"]
    ),
    "corps of another effectiveness come first": crowded,
    "it is in no force pool": lambda match, choice: match.state.where[choice[1]] != POOL,
    "no coast lies before it to which it could lead": lambda match, choice: (
        not ahead(match.state, choice[1])
    ),
    "the country is neutral, and nobody declared its violation": lambda match, choice: bool(
        closed(match.state, side_of(match)) >> choice[1] & 1
    ),
    "the country is neutral": lambda match, choice: bool(
        closed(match.state, side_of(match)) >> choice[1] & 1
    ),
    "no corps there has still to move": lambda match, choice: (
        not (match.state.stacks.get(choice[1], 0) & movable(match.state, side_of(match)))
    ),
    "only an Ottoman corps out of supply can be declared in supply": lambda match, choice: (
        not (
            unsupplied(match.state, OF_NATION[CODES.index("OT")] & match.state.mapped & ALL_CORPS)
            >> choice[1]
            & 1
        )
    ),
    "his command has moved, and is in supply": command_stays,
    "it has not mobilized yet": not_mobilized,
    "the corps are not all of one mode": mixed_modes,
    "the force has moved, and closes no breach": lambda match, choice: has_moved(match.state),
    "the last corps stays in the force": lambda match, choice: (
        (match.state.force & ALL_CORPS) == 1 << choice[1]
    ),
    "it has moved": has_moved_already,
    "it is farther than the movement points reach": lambda match, choice: (
        not (may_go(match.state).reached >> choice[1] & 1)
    ),
    "a trench battle was fought there in this half": lambda match, choice: bool(
        match.state.trench_battles >> choice[1] & 1
    ),
    "nobody enters bad weather in the second fortnight": lambda match, choice: bool(
        idle(match.state) >> choice[1] & 1
    ),
    "it is at sea": lambda match, choice: bool(match.state.aboard >> choice[1] & 1),
    "no line of the length that is left leads there": lambda match, choice: (
        not ((stations(match.state) | 1 << match.state.force_at) >> choice[1] & 1)
    ),
    "its free attack of the year is over": lambda match, choice: bool(
        match.state.free_attacks & nations_of(match.state.battle.attackers & ALL_CORPS)
    ),
    "{} does not support those who attack": supports_nobody_here,
    "{} has no points": lambda match, choice: (
        not match.state.purse(match.state.force_at)[choice[1]]
    ),
    "it is not on the map of Africa": lambda match, choice: (
        not in_the_rain(match.state) >> choice[1] & 1
    ),
    "nothing more is given to it": lambda match, choice: CODES[choice[1]] not in worth(match.state),
    "no friendly port with room is in reach": lambda match, choice: (
        not goals(match.state, choice[1])
    ),
    "it has no points": lambda match, choice: not match.state.points[choice[1]],
    "its power has given up a step this season": lambda match, choice: bool(
        match.state.razed >> OWNER[choice[1]] & 1
    ),
    "it has no line of supply to another power of your side": lambda match, choice: (
        not recipients(match.state, choice[1])
    ),
    "there is no line of supply to its capital": lambda match, choice: (
        not (recipients(match.state, step_of(match).donor) >> choice[1] & 1)
    ),
    "the point unit is a corps of the force": leads_nobody,
    "no fortress defends here": lambda match, choice: (
        not fort_steps(match.state, match.state.battle)
    ),
    "whoever pays has a unit in the force": lambda match, choice: (
        not (majors_in(match.state, match.state.battle, step_of(match).role) >> choice[1] & 1)
    ),
    "it lies beyond the bomber's radius": beyond_the_radius,
    "the target is beyond its radius": target_beyond,
    "its radius does not lead there": beyond_the_radius,
    "it cannot fly so far": lambda match, choice: (
        not (refuges(match.state, step_of(match).unit) >> choice[1] & 1)
    ),
    "it lies beyond the radius": lambda match, choice: (
        not (
            bases(
                match.state, step_of(match).unit, strength(match.state, step_of(match).unit).radius
            )
            >> choice[1]
            & 1
        )
    ),
    "it has nowhere to go": lambda match, choice: not new_bases(match.state, choice[1]),
    "no way past enemy air units leads so far": lambda match, choice: (
        not (new_bases(match.state, step_of(match).unit) >> choice[1] & 1)
    ),
    "it is not in your hands": lambda match, choice: (
        not (match.state.held[side_of(match)] >> choice[1] & 1)
    ),
    "it goes to a major power of its side that is not conquered": lambda match, choice: (
        not (shelters(match.state, step_of(match).nation) >> choice[1] & 1)
    ),
    "it is no opportunistic neutral": lambda match, choice: (
        not (opportunists(match.state) >> choice[1] & 1)
    ),
    "it has nothing to pay with": lambda match, choice: (
        not purse(match.state, step_of(match).nation)[choice[1]]
    ),
    "it lies too far from the border": lambda match, choice: (
        not (near(step_of(match).nation) >> choice[1] & 1)
    ),
    "it is on offer already": declared_already,
    "it is not there to be destroyed": lambda match, choice: match.state.where[choice[1]] < 0,
    "no place in reach has room for it": lambda match, choice: not berths(match.state, choice[1]),
    "a marker lies there already": lambda match, choice: bool(
        match.state.infrastructure >> choice[1] & 1
    ),
    "leaders join units of their own power: place those first": lambda match, choice: (
        not ground(match.state, choice[1])
    ),
    "the location is full": lambda match, choice: (
        not fits(match.state, choice[1], 1 << step_of(match).unit, side_of(match))
    ),
    "{} corps worth {} are wanted": lambda match, choice: not step_of(match)._enough(match.state),
    "those set aside would be worth less than {}": lambda match, choice: (
        not (step_of(match)._able(match.state) >> choice[1] & 1)
    ),
    "an infantry corps of effectiveness {} is wanted": lambda match, choice: (
        not (recruits(match.state.scenario) >> choice[1] & 1)
    ),
    "the scenario names others": lambda match, choice: not step_of(match).units >> choice[1] & 1,
}
