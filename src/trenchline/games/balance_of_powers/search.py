"""Chapter 8.2: forces in contact search for each other, the phasing side first, and who is found
may evade; then there is combat [8.0]."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.components import UNITS, Units
from trenchline.games.balance_of_powers.contact import (
    NavalForce,
    is_in_port,
    moving,
    new_contact,
    pairing,
    quarry,
    searchers,
    standing,
    touches,
)
from trenchline.games.balance_of_powers.home_port import send_home
from trenchline.games.balance_of_powers.navy import (
    ADMIRALS,
    SHIPS,
    SUBMARINES,
    VESSELS,
    fleet,
    near,
    pack,
    radius,
)
from trenchline.games.balance_of_powers.salvos import join_battle
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.torpedoes import attack_with_torpedoes
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import (
    ONE,
    Choices,
    Duty,
    OwnDecision,
    Refusal,
    Roll,
    Throw,
)

SILENT = 2
"""The bits of a journey that tell who has given up searching come after those of interrupts."""


def look_out(state: State) -> None:
    """[8.1] Both sides see whether the force that moves has come into contact."""
    new_contact(state)
    state.stack += LOOKOUTS[state.phasing]


@dataclass(frozen=True, slots=True)
class Lookout(Duty[State]):
    """[8.23] A side is asked whether it searches, if it is in contact with anybody."""

    side: int

    def run(self, state: State) -> None:
        """Ask."""
        if not state.force & VESSELS:
            return
        if state.journeys and state.journey.passed >> SILENT + self.side & 1:
            return
        search = SEARCHES[self.side]
        if search.prey(state):
            state.stack.append(search)


@dataclass(frozen=True, slots=True)
class Search(OwnDecision[State]):
    """[8.23] A side searches with a force that is in contact, or lets it be."""

    def prompt(self, state: State) -> str:
        """Where the force is."""
        return state.say("Contact at {:hex}: search for the enemy? [8.23]", state.force_at)

    def prey(self, state: State) -> Choices:
        """What a search is possible with, or for."""
        if self.side == state.phasing:
            found = quarry(state)
            return {"search": found} if found else {}
        surface, boats = searchers(state)
        both = {"search_from": surface, "prowl": boats}
        return {verb: places for verb, places in both.items() if places}

    def choices(self, state: State) -> Choices:
        """[8.23.2] Or nothing, here or for the rest of the way."""
        found: Choices = {"none": ONE, **self.prey(state)}
        if state.journeys and state.journey.way:
            found["let_pass"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Ask whoever is in port, then roll."""
        if verb == "none":
            return
        if verb == "let_pass":
            journey = state.journey
            state.journeys[-1] = replace(journey, passed=journey.passed | 1 << SILENT + self.side)
            return
        state.stack.append(Lookout(self.side))
        begin_search(state, number, verb)

    @asked("8.23", "none", "let_pass", "search", "search_from", "prowl")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why not for that one."""
        if verb == "let_pass":
            return Refusal("8.23", "its way ends here")
        if (verb == "search") != (self.side == state.phasing):
            return Refusal("8.23", "the moving force searches for others, and they for it")
        return why_not_search(state, verb, number)


LOOKOUTS = tuple([Lookout(1 - side), Lookout(side)] for side in (0, 1))
"""The steps of every place that a force enters, by whose it is; they never change."""
SEARCHES = tuple(Search(side) for side in (0, 1))


def why_not_search(state: State, verb: str, place: Hex) -> Refusal:
    """Why there is nothing to search for, or with, in a location."""
    mover = moving(state)
    enemy = 1 - mover.side
    if place < 0 or not near(mover.place) >> place & 1:
        return Refusal("8.1", "there is no contact with anybody there")
    if verb == "prowl":
        other = NavalForce(enemy, place, pack(state, place, enemy))
    else:
        other = standing(state, place, enemy)
    if verb != "search" and mover.units & SUBMARINES:
        return Refusal("8.21", "nobody finds submarines")
    if verb == "search" and mover.units & SUBMARINES:
        other = other._replace(fort=False)
    if {(enemy, place), (mover.side, mover.place)} & set(state.in_port):
        return Refusal("8.1.1", "naval units in port have declined contact")
    if not other.strong:
        return Refusal("8.21", "no naval force of the kind is there")
    if not touches(mover, other):
        return Refusal("8.1", "the force there is not in contact")
    return Refusal("8.24", "the two forces have searched in this sub-phase")


def begin_search(state: State, place: Hex, verb: str) -> None:
    """[8.1.1] A search begins: who is in port may decline contact before, unless he has said that
    he is at sea [6.41.1]. Whoever searches is [R337]."""
    mover = moving(state)
    enemy = 1 - mover.side
    searcher, sought, units = (enemy, place), (mover.side, mover.place), mover.units
    if verb == "search":
        searcher, sought, units = sought, searcher, fleet(state, place, enemy)
    if pairing(state, place, verb)[0].units & SHIPS and searcher not in state.at_sea:
        state.at_sea.append(searcher)
    state.stack.append(Seek(place, verb))
    if units and sought not in state.at_sea and is_in_port(state, sought[1], sought[0], units):
        state.stack.append(Declare(*sought))


@dataclass(frozen=True, slots=True)
class Declare(OwnDecision[State]):
    """[6.41.1] A force declares whether it is in port, and so declines contact, or at sea."""

    place: Hex

    def prompt(self, state: State) -> str:
        """Where."""
        return state.say("Are your ships in {:hex} in port, or at sea? [6.41]", self.place)

    def choices(self, state: State) -> Choices:
        """One of the two."""
        return {"in_port": ONE, "at_sea": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """It holds while contact lasts."""
        if verb == "in_port":
            state.note("The ships in {:hex} stay in port", self.place)
            state.in_port.append((self.side, self.place))
        else:
            state.at_sea.append((self.side, self.place))

    @asked("6.41", "in_port", "at_sea")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """There is nothing else."""
        return Refusal("6.41", "naval units are in port, failing that at sea")


@dataclass(frozen=True, slots=True)
class Seek(Duty[State]):
    """[8.23] The search: certain where a fortress is concerned [8.23.1], else by a die."""

    place: Hex
    verb: str

    def run(self, state: State) -> None:
        """Nobody is left to be found if ships have stayed in port."""
        searcher, target = pairing(state, self.place, self.verb)
        if not target.strong or not searcher.strong or not touches(searcher, target):
            return
        state.sought.append((searcher.marked, target.marked))
        if searcher.fort or target.fort:
            state.note("The forces at {:hex} and {:hex} meet", searcher.place, target.place)
            found(state, self.place, self.verb)
        else:
            state.stack.append(SearchDie(self.place, self.verb))


@dataclass(frozen=True, slots=True)
class SearchDie(Roll[State]):
    """[8.23] The die less the units that search, below those that they search for."""

    place: Hex
    verb: str

    def purpose(self, state: State) -> str:
        """What for."""
        return "search"

    def rolled(self, state: State, value: int) -> None:
        """Found, or not."""
        searcher, target = pairing(state, self.place, self.verb)
        if value - searcher.strong < target.strong:
            state.note(
                "{:die}: the force at {:hex} finds the one at {:hex}",
                *(value, searcher.place, target.place),
            )
            found(state, self.place, self.verb)
        else:
            state.note("{:die}: the force at {:hex} finds nobody", value, searcher.place)


def found(state: State, place: Hex, verb: str) -> None:
    """[8.25] A force has been found: it may evade, then there is combat. The moving force goes no
    farther on its way without a new order."""
    if state.journeys:
        state.halt()
    searcher, target = pairing(state, place, verb)
    state.stack.append(Clash(place, verb))
    if swift := faster(state, target.units, searcher.units):
        state.engaged = swift
        state.stack.append(Evade(target.side))


def faster(state: State, units: Units, finders: Units) -> Units:
    """[8.25] The units whose radius exceeds that of every unit that found them."""
    most = max((radius(state, unit) for unit in members(finders & VESSELS)), default=0)
    return bit_set(u for u in members(units & VESSELS) if radius(state, u) > most)


@dataclass(frozen=True, slots=True)
class Evade(OwnDecision[State]):
    """[8.25] Faster units that were found may try to get away, all by one throw."""

    def prompt(self, state: State) -> str:
        """How many."""
        return f"{state.engaged.bit_count()} units may try to evade, and return to port [8.25]"

    def choices(self, state: State) -> Choices:
        """All who may, fewer, or nobody."""
        found: Choices = {"evade": ONE, "fight": ONE}
        if state.engaged.bit_count() > 1:
            found["keep"] = state.engaged
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Roll, or stay."""
        if verb == "keep":
            state.engaged &= ~(1 << number)
            state.stack.append(self)
        elif verb == "evade":
            state.stack.append(EvadeDice(self.side))
        else:
            state.engaged = 0

    @asked("8.25", "evade", "fight", "keep")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        if number < 0 or not state.engaged >> number & 1:
            return Refusal("8.25", "it is none of the units that may evade")
        return Refusal("8.25", "it is the last that may evade")


@dataclass(frozen=True, slots=True)
class EvadeDice(Throw[State]):
    """[8.25] Units whose radius exceeds the dice escape and return to port; the others fight
    [8.25.1]."""

    side: int

    def purpose(self, state: State) -> str:
        """What for."""
        return "evasion"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        """Who gets away."""
        escaped = bit_set(u for u in members(state.engaged) if sum(values) < radius(state, u))
        state.engaged = 0
        state.note("{:die} and {:die}: {} units evade", *values, escaped.bit_count())
        if escaped:
            send_home(state, escaped)


@dataclass(frozen=True, slots=True)
class Clash(Duty[State]):
    """[8.3] [8.4] Combat with whoever was found and has not evaded."""

    place: Hex
    verb: str

    def run(self, state: State) -> None:
        """Torpedoes or guns."""
        state.engaged = 0
        searcher, target = pairing(state, self.place, self.verb)
        if not target.strong or not searcher.strong:
            return
        if searcher.units & SUBMARINES:
            attack_with_torpedoes(state, searcher.units, target.units)
            return
        forts = [-1, -1]
        for force in (searcher, target):
            if force.fort:
                forts[force.side] = force.place
        here = state.stacks.get(searcher.place, 0) | state.stacks.get(target.place, 0)
        # [8.31.1]
        leaders = bit_set(
            leader for leader in members(here & ADMIRALS) if UNITS[leader].ship not in ("SS", "UB")
        )
        join_battle(
            state, state.phasing, searcher.units | target.units, leaders, (forts[0], forts[1])
        )
