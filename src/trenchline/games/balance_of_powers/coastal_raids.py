"""Chapter 7.35: ships that pass an enemy coast bombard it, once a season for each side."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.calendar import name_of
from trenchline.games.balance_of_powers.components import CENTRES, COAST, HOME, NATIONS, UNITS
from trenchline.games.balance_of_powers.flight import strength
from trenchline.games.balance_of_powers.navy import SHIPS
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal, Throw

LEAST = 2
"""[7.35] The gunnery that a raid takes."""


def victim(state: State, place: Hex, side: int) -> int | None:
    """[7.35] The nation that a raid on a coast would hurt: that of a population centre at home,
    else that of an enemy unit on a coast that its side holds [R222]."""
    if not COAST >> place & 1:
        return None
    if CENTRES >> place & 1:
        for nation, of in enumerate(state.sides):
            if of == 1 - side and HOME[nation] >> place & 1:
                return nation
    enemies = state.units(place, 1 - side)
    if not enemies or not state.held[1 - side] >> place & 1:
        return None
    return UNITS[lowest(enemies)].nation


def may_raid(state: State) -> bool:
    """[7.35] Whether the force may raid the coast where it is."""
    if state.raided >> state.phasing & 1:
        return False
    if victim(state, state.force_at, state.phasing) is None:
        return False
    return any(strength(state, ship).fire >= LEAST for ship in members(state.force & SHIPS))


@dataclass(frozen=True, slots=True)
class RaidCoast(OwnDecision[State]):
    """[7.35] A side declares its coastal raid of the season, or not here."""

    def prompt(self, state: State) -> str:
        """Where."""
        return state.say("Bombard the coast of {:hex}? [7.35]", state.force_at)

    def choices(self, state: State) -> Choices:
        """One of the two."""
        return {"spare": ONE, "bombard": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Roll; the ships sail on as if nothing had been [7.35.1]."""
        if verb == "bombard":
            state.raided |= 1 << self.side
            nation = victim(state, state.force_at, self.side)
            assert nation is not None
            state.stack.append(CoastalRaidDice(nation))

    @asked("7.35", "spare", "bombard")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """There is nothing else."""
        return Refusal("7.35", "the coast is bombarded, failing that spared")


@dataclass(frozen=True, slots=True)
class CoastalRaidDice(Throw[State]):
    """[7.35.1] [5.3.2] Doubles above the last digit of the year cost a point, there and then."""

    nation: int

    def purpose(self, state: State) -> str:
        """What for."""
        return "coastal raid"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        """A point, if there is one."""
        year = int(name_of(state.month)[-1])
        name = NATIONS[self.nation].name
        if values[0] == values[1] and sum(values) > year and state.points[self.nation]:
            state.points[self.nation] -= 1
            state.note("{:die} and {:die}: the raid costs " + name + " a point", *values)
        else:
            state.note("{:die} and {:die}: the raid does little harm", *values)
