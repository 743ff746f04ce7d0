"""What must hold in every position, whatever has been chosen and rolled."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    COAST,
    ENTENTE,
    FORTRESSES,
    LAND_BOXES,
    NATIONS,
    NEVER_DUG_IN,
    OF_KIND,
    UNITS,
)
from trenchline.games.balance_of_powers.stacking import LEADERS, limit
from trenchline.games.balance_of_powers.state import INTACT, State
from trenchline.kernel.bits import bit_set, members


def broken(state: State) -> list[str]:
    """All that is wrong with a position, in words."""
    return [
        *_boards(state),
        *_stacks(state),
        *_points(state),
        *_trenches(state),
        *_seas(state),
    ]


def _boards(state: State) -> list[str]:
    wrong = []
    stacks: dict[int, int] = {}
    corps = [0, 0]
    for unit, place in enumerate(state.where):
        if place >= 0:
            stacks[place] = stacks.get(place, 0) | 1 << unit
            if ALL_CORPS >> unit & 1:
                corps[state.side_of(unit)] |= 1 << place
    if stacks != state.stacks:
        wrong.append("the stacks are not where the counters are")
    if corps != state.corps:
        wrong.append("the boards of corps are not where the corps are")
    if state.held[0] & state.held[1]:
        wrong.append("both sides hold a location [2.53]")
    for side in (0, 1):
        standing = bit_set(h for h in members(FORTRESSES) if state.fort_steps(h))
        if state.forts[side] & ~standing:
            wrong.append("a ruined fortress stands [1.33]")
    if any(not 0 <= lost <= INTACT for lost in state.steps_lost.values()):
        wrong.append("a fortress has lost more than it had [1.33]")
    return wrong


def _stacks(state: State) -> list[str]:
    wrong = []
    for place in state.stacks:
        for side in (0, 1):
            units = state.units(place, side)
            if (units & ALL_CORPS).bit_count() > limit(state, place):
                wrong.append(f"{state.named(place)} holds too many corps [2.62]")
            if (units & OF_KIND["army leader"]).bit_count() > LEADERS:
                wrong.append(f"{state.named(place)} holds too many leaders [2.62]")
        if (state.corps[0] & state.corps[1]) >> place & 1:
            wrong.append(f"enemies share {state.named(place)} [2.63]")
    return wrong


def _points(state: State) -> list[str]:
    wrong = []
    for nation, told in enumerate(NATIONS):
        if state.points[nation] < 0 or state.africa_points[nation] < 0:
            wrong.append(f"{told.name} has spent more than it had [2.44]")
        if told.major and state.demoralization[nation] > told.limit:
            wrong.append(f"{told.name} is demoralized beyond its limit [2.92]")
    return wrong


def _trenches(state: State) -> list[str]:
    wrong = []
    if state.entrenched & (NEVER_DUG_IN | ~ALL_CORPS):
        wrong.append("somebody is dug in who never is [1.321]")
    wrong += [
        f"{UNITS[unit].key} is off the map and dug in or in a force"
        for unit in members(state.entrenched | state.force)
        if state.where[unit] < 0
    ]
    if any(value not in (1, 2) for value in state.breaches.values()):
        wrong.append("a breach is neither 1 nor 2 [10.59]")
    return wrong


def _seas(state: State) -> list[str]:
    """[6.452] [6.453] Corps are at sea on ships of the Entente only, or on a landing counter."""
    wrong = []
    ashore = state.scenario.ground | bit_set(state.landings) | LAND_BOXES
    for side, corps in enumerate(state.corps):
        wrong += [
            f"corps walk on the water of {state.named(place)} [6.452.2]"
            for place in members(corps & ~ashore)
            if state.units(place, side) & ALL_CORPS & ~state.aboard
        ]
    for unit in members(state.aboard):
        if state.where[unit] < 0 or ashore >> state.where[unit] & 1:
            wrong.append(f"{UNITS[unit].key} is on a ship, and yet on land [6.452.2]")
        elif state.side_of(unit) != ENTENTE:
            wrong.append(f"{UNITS[unit].key} has no ships [6.451.1]")
    if any(not COAST >> coast & 1 for coast in state.landings.values()):
        wrong.append("a landing leads to no coast [6.453]")
    return wrong
