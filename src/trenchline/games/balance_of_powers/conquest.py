"""Chapter 2.93: conquest, shadow governments and liberation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import (
    ALL_CHIPS,
    CAPITALS,
    FORTRESSES,
    HOME,
    MAJORS,
    NATIONS,
    NEUTRAL,
    OWNED,
    Nations,
)
from trenchline.games.balance_of_powers.joining import majors_of
from trenchline.games.balance_of_powers.morale import enter_crisis
from trenchline.games.balance_of_powers.state import INTACT, State
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Choices, OwnDecision, Refusal


def is_fallen(state: State, nation: int) -> bool:
    """[2.93] Whether the enemy has a capital, one of two in Austria-Hungary [2.93.1], and, where
    there are any, a bargaining chip of a nation's home country. A revolution leaves nothing to be
    conquered [2.93.2]."""
    if state.sides[nation] == NEUTRAL or state.revolution >> nation & 1:
        return False
    enemy = state.held[1 - state.sides[nation]]
    chips = HOME[nation] & ALL_CHIPS & state.scenario.hexes
    return bool(CAPITALS[nation] & enemy) and (not chips or bool(chips & enemy))


VITAL: tuple[Hexes, ...] = tuple(
    CAPITALS[nation] | home & ALL_CHIPS for nation, home in enumerate(HOME)
)
"""The capitals and bargaining chips of each nation."""
ANY_VITAL: Hexes = reduce(or_, VITAL)


def judge(state: State, place: Hex) -> None:
    """A location has changed hands: its country may be conquered, or free again."""
    if not ANY_VITAL >> place & 1:
        return
    for nation, vital in enumerate(VITAL):
        if vital >> place & 1:
            if not state.conquered >> nation & 1:
                if is_fallen(state, nation):
                    conquer(state, nation)
            elif not CAPITALS[nation] & state.held[1 - state.sides[nation]]:
                liberate(state, nation)


def conquer(state: State, nation: int) -> None:
    """[2.93] A power goes into crisis [2.93.5], a minor's fortresses are ruined [2.93.6]; the
    government flees. The nation stays in play with what it has [2.93.4]."""
    state.conquered |= 1 << nation
    state.note(f"{NATIONS[nation].name} is conquered")
    if MAJORS >> nation & 1:
        if nation not in state.crisis:
            enter_crisis(state, nation)
    else:
        for fort in members(OWNED[nation] & FORTRESSES):
            state.batter(fort, INTACT)
    state.stack.append(Shelter(state.sides[nation], nation))


def liberate(state: State, nation: int) -> None:
    """[2.93.10] Whoever has all of his capitals again is conquered no longer, but stays in
    crisis."""
    state.conquered &= ~(1 << nation)
    state.hosts.pop(nation, None)
    state.note(f"{NATIONS[nation].name} is liberated")


def shelters(state: State, nation: int) -> Nations:
    """The powers that can take a government in."""
    side = state.sides[nation]
    return majors_of(state, side) & ~state.conquered & ~state.revolution & ~(1 << nation)


@dataclass(frozen=True, slots=True)
class Shelter(OwnDecision[State]):
    """[2.93.3] A conquered nation names the power that hosts its government."""

    nation: int

    def prompt(self, state: State) -> str:
        """Whose."""
        return f"Where does the government of {NATIONS[self.nation].name} go? [2.93]"

    def choices(self, state: State) -> Choices:
        """Powers of its side."""
        found = shelters(state, self.nation)
        return {"host": found} if found else {"none": 1}

    def take(self, state: State, verb: str, number: int) -> None:
        """It goes there."""
        if verb == "host":
            state.hosts[self.nation] = number
            host, guest = NATIONS[number].name, NATIONS[self.nation].name
            state.detail(f"{host} shelters the government of {guest}")

    @asked("2.93", "host", "none")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        if verb == "none":
            return Refusal("2.93", "a power can take it in")
        return Refusal("2.93", "it goes to a major power of its side that is not conquered")
