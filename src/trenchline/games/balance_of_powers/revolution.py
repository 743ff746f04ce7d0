"""Chapter 6.8: the revolution phase."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.components import (
    AH,
    CAPITALS,
    CENTRAL,
    FI,
    FORTRESSES,
    GE,
    HELSINKI,
    NATIONS,
    OF_KIND,
    OF_NATION,
    OWNED,
    RU,
    UNIT,
    UNITS,
)
from trenchline.games.balance_of_powers.stacking import fits
from trenchline.games.balance_of_powers.state import AWAITED, BOX, GONE, INTACT, MINES, State
from trenchline.kernel.bits import members
from trenchline.kernel.steps import Duty, Roll

FRAGILE = (AH, GE, RU)
"""[6.81] Who can suffer a revolution."""
SECOND_MONTH = 2
LAST_ROLL = 5
"""[6.81] A 6 never brings it about."""
LOYAL, LOYAL_EFFECTIVENESS = 6, 2
"""[6.82] The corps that are left to Austria-Hungary or Russia."""
FINNS, FINNISH_CORPS = UNIT["RU-I-22"], UNIT["FI-I-22"]


def threshold(state: State, nation: int) -> int:
    """[6.81] [2.92.5] The highest die that brings a revolution this month; 0 if none does."""
    if nation not in state.crisis or state.revolution >> nation & 1:
        return 0
    months = state.month - state.crisis[nation]
    return min(LAST_ROLL, months - 1) if months >= SECOND_MONTH else 0


@dataclass(frozen=True, slots=True)
class RevolutionPhase(Duty[State]):
    """[6.8] Each fragile power in crisis rolls."""

    def run(self, state: State) -> None:
        """Roll for them."""
        state.phase = "revolution"
        state.stack += [RevolutionDie(n) for n in reversed(FRAGILE) if threshold(state, n)]


@dataclass(frozen=True, slots=True)
class RevolutionDie(Roll[State]):
    """[6.81] A die below the months of the crisis."""

    nation: int

    def purpose(self, state: State) -> str:
        """What brings it."""
        return f"revolution in {NATIONS[self.nation].name}, {threshold(state, self.nation)} or less"

    def rolled(self, state: State, value: int) -> None:
        """It breaks out, or not."""
        if value > threshold(state, self.nation):
            state.detail("{:die}: " + NATIONS[self.nation].name + " holds together", value)
            return
        state.note("{:die}: revolution in " + NATIONS[self.nation].name, value)
        revolt(state, self.nation)


def revolt(state: State, nation: int) -> None:
    """[6.82] Its points are gone for good; but for Germany's, so are its armies and fortresses."""
    state.revolution |= 1 << nation
    # [R98] Nothing is left to conquer.
    state.conquered &= ~(1 << nation)
    state.hosts.pop(nation, None)
    # [6.82.1] For good: it posts nothing, and nobody sends it anything.
    state.points[nation] = 0
    # [6.82.4] German troops and fortresses stay, without replacements.
    if nation != GE:
        finns = state.where[FINNS] != BOX
        _disband(state, nation)
        if nation == RU and finns:
            _secede(state)


def _disband(state: State, nation: int) -> None:
    """[6.82.2] All units but mines are gone, fortresses are ruins, six corps return [R99]."""
    side = state.sides[nation]
    loyal = [
        unit
        for unit in members(OF_NATION[nation] & OF_KIND["infantry"])
        if UNITS[unit].defence == LOYAL_EFFECTIVENESS and unit != FINNS
    ][:LOYAL]
    for unit in members(OF_NATION[nation] & ~OF_KIND["mine"]):
        if state.where[unit] >= 0:
            state.lift(unit, GONE)
        elif state.where[unit] != MINES:
            state.where[unit] = GONE
            state.due.pop(unit, None)
    for fort in members(OWNED[nation] & FORTRESSES):
        state.batter(fort, INTACT)
    capitals = list(members(CAPITALS[nation]))
    for number, unit in enumerate(loyal):
        # [6.82.3] Austria-Hungary returns three corps to each of its capitals.
        home = capitals[number * len(capitals) // len(loyal)]
        # [R197] A capital beyond the maps in play takes nobody in.
        shut = state.held[1 - side] | state.enemy_land(side) | ~state.scenario.hexes
        if not shut >> home & 1 and fits(state, home, 1 << unit, side):
            state.put(unit, home)
    state.detail(f"{NATIONS[nation].name} keeps {_left(state, nation)} corps")


def _secede(state: State) -> None:
    """[6.83.2] Finland is a true neutral from now on, with Helsinki and the Finnish corps, which
    waits as those of all neutrals do [2.22]; not while others are there [R201]."""
    if state.stacks.get(HELSINKI) or state.held[CENTRAL] >> HELSINKI & 1:
        return
    if state.scenario.hexes >> HELSINKI & 1:
        state.where[FINNISH_CORPS] = AWAITED
        state.holder[HELSINKI] = FI
        state.held[state.sides[RU]] &= ~(1 << HELSINKI)
        state.note(f"{NATIONS[FI].name} is a nation")


def _left(state: State, nation: int) -> int:
    return sum(state.where[unit] >= 0 for unit in members(OF_NATION[nation]))
