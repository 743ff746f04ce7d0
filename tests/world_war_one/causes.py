"""What the reasons claim that end a chain of questions, asked of the position afresh."""

from __future__ import annotations

from typing import Any

from tests.refusals import Causes
from tests.world_war_one.plain_movement import (
    CITIES,
    COUNTRY,
    HEXES,
    MARCH,
    RAIL,
    Position,
    Walk,
)
from tests.world_war_one.plain_movement import _flood as flood
from tests.world_war_one.plain_retreat import PlainRetreat
from tests.world_war_one.plain_supply import PlainSupply
from trenchline.games.world_war_one.components import CODES, COUNTERS, FORT_NATION, GRID
from trenchline.games.world_war_one.components import COUNTRY as COUNTRY_OF
from trenchline.games.world_war_one.state import EMPTY, TRANSIT, State
from trenchline.kernel.bits import members
from trenchline.kernel.match import Match
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice

PHASES = ("Deployment", "MovementPhase", "AttackPhase", "Building", "Lending")
LOSSES = ("AttackerLoss", "DefenderLoss", "FortLoss")
CLOSED_TO_AUSTRIANS = ("GE", "BL", "FR", "NE")


def asked(match: Match) -> str:
    """What is being decided."""
    return type(decision(match.state)).__name__


def phase(match: Match) -> str:
    """The phase in which it is decided."""
    names = (type(step).__name__ for step in reversed(match.state.stack))
    return next(name for name in names if name in PHASES)


def step(match: Match) -> Any:
    """The decision itself, for what it is about."""
    return decision(match.state)


def code(unit: int) -> str:
    return CODES[COUNTERS[unit].nation]


def enemy_zone(state: State, nation: str) -> set[str]:
    position = Position(state)
    return position.zone("central" if position.status[nation] == "allied" else "allied")


# Losses.


def others_are_too_poor(match: Match, choice: Choice) -> bool:
    paying = step(match)
    others = sum(match.state.crp[nation] for nation in paying.nations[1:])
    return bool(paying.loss - choice[1] > others)


def not_in_the_third_phases(match: Match, choice: Choice) -> bool:
    """It is the first set of phases, a second at most, and the loss can be settled otherwise."""
    return step(match).battle.set < 3 and bool(match.choices.keys() - {choice[0]})


def owner_is_too_poor(match: Match, choice: Choice) -> bool:
    battle = step(match).battle
    return bool(match.state.crp[FORT_NATION[battle.target]] < battle.loss)


def fort_is_occupied(match: Match, choice: Choice) -> bool:
    target = step(match).battle.target
    return match.state.at[target] != EMPTY and bool(match.state.intact >> target & 1)


def no_such_retreat(match: Match, choice: Choice) -> bool:
    return not PlainRetreat(match.state, step(match).battle.unit).paths(choice[1])


def others_end_in_supply(match: Match, choice: Choice) -> bool:
    """All the ways that may be taken end in supply, and none of them leads through the hex."""
    retreat = step(match)
    done: tuple[str, ...] = ()
    if asked(match) == "Displacement":
        used = frozenset(GRID.labels(retreat.used))
        plain, length = PlainRetreat(match.state, retreat.unit, used), 1
    else:
        plain = PlainRetreat(match.state, retreat.battle.unit)
        done, length = tuple(map(GRID.label, retreat.done)), retreat.length
    way = (*done, GRID.label(choice[1]))
    paths = plain.paths(length)
    fed = plain.plain.supplied(plain.nation)
    return all(path[: len(way)] != way and path[-1] in fed for path in paths)


def another_zone_ends_it(match: Match, choice: Choice) -> bool:
    """The last hex of the wake is in the zone of enemies who took no part."""
    advance = step(match)
    others = match.state.copy()
    others.lift(advance.battle.unit, -1)
    others.intact &= ~(1 << advance.battle.target)
    others.sort_out()
    attacker = code(advance.battle.attackers[0])
    halted = GRID.label(advance.wake[-1]) in enemy_zone(others, attacker)
    return halted and choice[1] not in advance.wake


# Attacks.


def french_attacks_are_due(match: Match, choice: Choice) -> bool:
    """It is the Allies' last chance of the first turn, and a Frenchman can still attack."""
    state, now = match.state, step(match)
    able = {
        GRID.label(place)
        for unit, place in enumerate(state.where)
        if code(unit) == "FR" and place >= 0 and not state.fought >> unit & 1
    } & PlainSupply(state).supplied("FR")
    targets = {GRID.label(hex_) for hex_ in members(match.choices.get("attack", 0))}
    last = (now.side, now.set, state.turn, state.historical) == (0, 3, 1, True)
    return last and state.french_attacks < 2 and any(MARCH[hex_] & able for hex_ in targets)


def too_weak_against_the_neutral(match: Match, choice: Choice) -> bool:
    """With the country at war, what is in supply next to the hex is weaker than what holds it."""
    side, target = step(match).side, choice[1]
    after = match.state.copy()
    country = COUNTRY_OF[target]
    if side == 1:
        after.fresh |= 1 << country
    after.set_status(country, 1 - side)
    supply = PlainSupply(after)
    force = sum(
        COUNTERS[unit].attack
        for unit, place in enumerate(after.where)
        if place >= 0
        and after.side_of(unit) == side
        and GRID.label(place) in MARCH[GRID.label(target)]
        and not after.fought >> unit & 1
        and GRID.label(place) in supply.supplied(code(unit))
    )
    neutral = Position(match.state).is_neutral(GRID.label(target))
    return neutral and force < _resistance(after, target, supply)


def _resistance(state: State, target: int, supply: PlainSupply) -> int:
    label, total = GRID.label(target), 0
    if state.at[target] != EMPTY:
        unit = COUNTERS[state.at[target]]
        fed = label in supply.supplied(CODES[unit.nation])
        total += unit.defence if fed else -(-unit.defence // 2)
    if label in Position(state).forts:
        strength, owner = Position(state).forts[label]
        total += strength if label in supply.supplied(owner) else -(-strength // 2)
    return total + (HEXES[label]["terrain"] == "rough") + 2 * (state.turn % 2 == 0)


def no_shock_troops(match: Match, choice: Choice) -> bool:
    return all(COUNTERS[unit].kind == "army" for unit in step(match).attackers)


def out_of_supply(match: Match, choice: Choice) -> bool:
    place = GRID.label(match.state.where[choice[1]])
    return place not in PlainSupply(match.state).supplied(code(choice[1]))


# Building and lending.


def connected(state: State, nation: str) -> set[str]:
    """The cities of a nation that are linked with a second one."""
    free = Position(state).passable("central")
    return {c for c in CITIES[nation] if len(flood({c}, free, MARCH) & CITIES[nation]) > 1}


def no_city_is_free(match: Match, choice: Choice) -> bool:
    nation = code(choice[1])
    position = Position(match.state)
    cities = connected(match.state, nation) if nation in ("GE", "AH") else CITIES[nation]
    builds_in_cities = nation not in ("FR", "BR", "US", "RS")
    free = cities - position.army.keys() - enemy_zone(match.state, nation)
    return builds_in_cities and not free


def city_is_alone(match: Match, choice: Choice) -> bool:
    return GRID.label(choice[1]) not in connected(match.state, code(step(match).unit))


def ruin_is_out_of_supply(match: Match, choice: Choice) -> bool:
    rebuilt = match.state.copy()
    rebuilt.intact |= 1 << choice[1]
    rebuilt.sort_out()
    owner = CODES[FORT_NATION[choice[1]]]
    return GRID.label(choice[1]) not in PlainSupply(rebuilt).supplied(owner)


def edge_is_free(match: Match, choice: Choice) -> bool:
    edge = {label for label in HEXES if label.startswith("01") and COUNTRY[label] == "FR"}
    return bool(edge - Position(match.state).army.keys() - enemy_zone(match.state, "FR"))


def all_was_borrowed(match: Match, choice: Choice) -> bool:
    lender = choice[1] // len(CODES)
    return bool(0 < match.state.crp[lender] <= step(match).received[lender])


def would_lend_on(match: Match, choice: Choice) -> bool:
    loan = step(match)
    own = match.state.crp[loan.lender] - loan.lending.received[loan.lender]
    return bool(own < choice[1])


# Movement.


def walk(match: Match) -> Walk:
    """The unit in hand, as it goes on from where it is."""
    mover = step(match)
    return Walk(match.state, mover.unit, mover.here, mover.spent, mover.way)


def no_room_within_reach(match: Match, choice: Choice) -> bool:
    return not Walk(match.state, choice[1]).ends()


def closed_to_austrians(match: Match, choice: Choice) -> bool:
    mover = step(match)
    return code(mover.unit) == "AH" and COUNTRY[GRID.label(mover.here)] in CLOSED_TO_AUSTRIANS


def austrian_is_stuck_there(match: Match, choice: Choice) -> bool:
    """In the closed country next to him he would find no way on to an open one."""
    mover, label = step(match), GRID.label(choice[1])
    if choice[0] == "rail":
        spent, way = mover.spent + 1, 1
    else:
        spent = mover.spent + mover.spent % 2 * bool(mover.way)
        spent += 4 if HEXES[label]["terrain"] == "rough" else 2
        way = 2 * bool(mover.way)
    there = Walk(match.state, mover.unit, choice[1], spent, way)
    return COUNTRY[label] in CLOSED_TO_AUSTRIANS and not there.ends()


def doors_are_out_of_reach(match: Match, choice: Choice) -> bool:
    return not walk(match).passed() & {"0110", "0113"}


def straits_are_closed(match: Match, choice: Choice) -> bool:
    label = GRID.label(choice[1])
    waters = HEXES[label]["sea"] in ("black", "straits")
    return waters and label not in Position(match.state).open_straits()


def line_is_cut(match: Match, choice: Choice) -> bool:
    """Without the enemy there would be a line from here, and with him there is none."""
    mover = step(match)
    nation, here = code(mover.unit), GRID.label(mover.here)
    position = Position(match.state)
    if match.state.at[mover.here] != mover.unit:
        position.army.pop(GRID.label(match.state.where[mover.unit]), None)
    peace = {label for label in HEXES if not position.is_neutral(label)}
    lines = flood(position.sources(nation, peace), peace, RAIL)
    return here in lines and here not in position.rail_links(nation, {here})


def too_far(match: Match, choice: Choice) -> bool:
    """Even if nobody were in the way and every train ran, the points would not do."""
    mover, end = step(match), GRID.label(choice[1])
    if mover.here == TRANSIT:
        edge = [("0110", 1, 1), ("0113", 1, 1), ("0110", 2, 0), ("0113", 2, 0)]
    else:
        edge = [(GRID.label(mover.here), mover.spent, 0)]
    seen = set(edge)
    while edge:
        label, spent, way = edge.pop()
        steps = [(near, spent + 1, 1) for near in RAIL[label] if way < 2]
        marched = spent + spent % 2 * bool(way)
        for near in MARCH[label]:
            cost = 4 if HEXES[near]["terrain"] == "rough" else 2
            steps.append((near, marched + cost, 2 * bool(way)))
        fresh = {place for place in steps if place[1] <= 10} - seen
        seen |= fresh
        edge += fresh
    return all(label != end for label, _, _ in seen)


def only_through_a_city(match: Match, choice: Choice) -> bool:
    """The hex is out of reach without passing a Russian city that has not fallen yet."""
    cities = {label for label in MARCH if _may_fall(match.state, label)}
    around = walk(match)
    around.barred |= cities
    return not match.state.surrendered and GRID.label(choice[1]) not in around.passed() | cities


def _may_fall(state: State, label: str) -> bool:
    names = ("2014", "2316", "2720", "2713", "2710", "2718", "2326")
    return label in names and not state.red_cities >> GRID.hex(label) & 1


def garrison(match: Match, choice: Choice) -> bool:
    place = match.state.where[choice[1]]
    return place >= 0 and bool(match.state.garrisons >> place & 1)


CAUSES: Causes = {
    # The order of things.
    "units move in the Movement Phase of their own side only": lambda match, choice: (
        phase(match) != "MovementPhase"
    ),
    "attacks are made in the Attack Phases": lambda match, choice: phase(match) != "AttackPhase",
    "armies and forts are built in the Build Phase": lambda match, choice: (
        phase(match) != "Building"
    ),
    "points are lent when both sides have built": lambda match, choice: phase(match) != "Lending",
    "there is no loss to bear now": lambda match, choice: asked(match) in PHASES,
    "no unit is retreating now": lambda match, choice: asked(match) in PHASES,
    "no hex has just been vacated": lambda match, choice: asked(match) in PHASES,
    "no garrison in Russia is to be chosen now": lambda match, choice: (
        asked(match) != "SpareGarrison"
    ),
    "no American army is arriving now": lambda match, choice: asked(match) != "AmericanArrival",
    "the losses are settled before anybody advances": lambda match, choice: asked(match) in LOSSES,
    "a retreat is decided on before it is made": lambda match, choice: asked(match) in LOSSES,
    "first the losses of this attack must be settled": lambda match, choice: asked(match) in LOSSES,
    "first pick the army to build": lambda match, choice: asked(match) == "Building",
    "first name lender and borrower": lambda match, choice: asked(match) == "Lending",
    # Losses and what follows.
    "an attacker never gives up a fort of his own": lambda match, choice: (
        asked(match) == "AttackerLoss"
    ),
    "attackers never retreat": lambda match, choice: asked(match) == "AttackerLoss",
    "the attacker says how much he pays and which unit he loses": lambda match, choice: (
        asked(match) == "AttackerLoss"
    ),
    "units are given up by choice only in the third phases": not_in_the_third_phases,
    "a fort without a unit pays points and can be given up": lambda match, choice: (
        match.state.at[step(match).battle.target] == EMPTY
    ),
    "the defender holds, retreats and pays the rest of his loss": lambda match, choice: (
        asked(match) == "DefenderLoss"
    ),
    "the other nations cannot pay the remaining {}": others_are_too_poor,
    "the fort's owner has not enough points": owner_is_too_poor,
    "giving up an occupied fort pays nothing": fort_is_occupied,
    "there is no legal retreat of that length": no_such_retreat,
    "another way ends in supply, and this one does not": others_end_in_supply,
    "the zone of another enemy ends the advance before it": another_zone_ends_it,
    "a garrison in Russia stays where it is": garrison,
    "a garrison in Russia does not follow up": garrison,
    "no garrison is there to be spared": lambda match, choice: (
        not match.state.garrisons >> choice[1] & 1
    ),
    # Attacks.
    "two attacks with French units must be made on the first turn": french_attacks_are_due,
    "{} against {} once the neutral is at war: too weak": too_weak_against_the_neutral,
    "neither Stosstruppen nor tanks take part": no_shock_troops,
    "the unit is out of supply": out_of_supply,
    # Building and lending.
    "no supply city of the nation is free of units and enemy zones": no_city_is_free,
    "the fort would be out of supply": ruin_is_out_of_supply,
    "the city is not connected with a second one": city_is_alone,
    "a hex of the western edge is free: the army arrives now": edge_is_free,
    "all the points of {} were borrowed this turn": all_was_borrowed,
    "points borrowed this turn are not lent on": would_lend_on,
    "another unit is there already": lambda match, choice: match.state.at[choice[1]] != EMPTY,
    # Movement.
    "the unit has no legal move: friends fill every hex within its reach": no_room_within_reach,
    "the unit has set out and cannot stay where it was": lambda match, choice: step(match).lifted,
    "Austro-Hungarian units may not end a Movement Phase here": closed_to_austrians,
    "the unit could not move on to where an Austrian may end": austrian_is_stuck_there,
    "neither door of the area, 0110 and 0113, is within reach": doors_are_out_of_reach,
    "the straits are closed": straits_are_closed,
    "the enemy cuts every line from here to a supply source": line_is_cut,
    "it is farther away than {}": too_far,
    "the way would bring down Russia by {}; take it hex by hex": only_through_a_city,
}
