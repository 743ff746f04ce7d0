"""Section 23: recombination. Strength points pass from some units to others beside a headquarters.

A recombination is made unit by unit: some give points, others are raised or brought back from the
eliminated; what is left over is lost [R87].
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from trenchline.games.der_weltkrieg import replacements
from trenchline.games.der_weltkrieg.assault import is_pure
from trenchline.games.der_weltkrieg.components import (
    ANY_COLOUR,
    CODES,
    SIDES,
    STRENGTHENED,
    Counter,
    Units,
)
from trenchline.games.der_weltkrieg.regrouping import (
    enter_play,
    infantry_class,
    leave_play,
    spare,
)
from trenchline.games.der_weltkrieg.stacking import has_room
from trenchline.games.der_weltkrieg.state import ELIMINATED, State
from trenchline.games.der_weltkrieg.strengthening import (
    FIRST_YEAR,
    Strengthen,
    can_be_strengthened,
)
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, Refusal
from trenchline.kernel.words import counted


class Group(NamedTuple):
    """[23-1] Who may recombine: a nation, a type and the colour of the Full Strength Symbol."""

    nation: str
    kind: str
    colour: str

    def takes(self, counter: Counter) -> bool:
        """Whether a counter may join; some go with every colour [R109]."""
        other = recombines_as(counter)
        return self[:2] == other[:2] and (
            self.colour == other.colour or ANY_COLOUR in (self.colour, other.colour)
        )


def recombines_as(counter: Counter) -> Group:
    """[23-1] With whom a unit recombines. All German infantry is of one type [37-9]."""
    kind = infantry_class(counter)
    if STRENGTHENED in counter.traits:
        # [31-4] Strengthened cavalry keeps to itself; replacements join it by section 31.
        kind = STRENGTHENED
    colour = "" if counter.nation == "DE" and kind == "infantry" else counter.colour
    return Group(counter.nation, kind, colour)


def ceiling(counter: Counter) -> int:
    """[23-4] How far a unit may be raised: to its printed strength or the number in its symbol,
    whichever is lower."""
    return min(counter.front, counter.full_strength)


def idle(state: State, units: Units) -> Units:
    """[23-2] Units that have neither moved nor fought in this turn."""
    return units & ~state.moved_this_turn & ~state.engaged


def places(state: State, side: int) -> dict[Hex, set[str]]:
    """[23-2] [23-6] The hexes where recombination may take place, with the nations that have an
    idle headquarters there: no enemy zone."""
    theatre = state.theatre
    zone = enemy_zone(state, side)
    found: dict[Hex, set[str]] = {}
    for hq in members(idle(state, theatre.of_kind["headquarters"] & theatre.of_side[side])):
        hex_ = state.where[hq]
        if hex_ >= 0 and not zone >> hex_ & 1:
            found.setdefault(hex_, set()).add(theatre.counters[hq].nation)
    return found


def able(state: State, hex_: Hex, nations: set[str]) -> Units:
    """The units in a hex that may take part: combat units and replacements of a nation whose
    headquarters is there."""
    theatre = state.theatre
    units = state.stacks[hex_] & (theatre.combat_units | theatre.of_kind["replacement"])
    return bit_set(
        unit
        # Replacements only give, and so may give again.
        for unit in members(
            idle(state, units) & (~state.regrouped | theatre.of_kind["replacement"])
        )
        if theatre.counters[unit].nation in nations and theatre.counters[unit].full_strength
    )


def can_rise(state: State, units: Units) -> Units:
    """[23-4] Those of some units that are below their ceiling; replacements are never raised."""
    counters = state.theatre.counters
    return bit_set(
        unit
        for unit in members(units & ~state.theatre.of_kind["replacement"])
        # [33-6] What is all assault strength is never rebuilt.
        if state.strength[unit] < ceiling(counters[unit]) and not is_pure(state, unit)
    )


def can_return(state: State, side: int, hex_: Hex, group: Group) -> Units:
    """[23-5] Eliminated units of a type that find room in a hex. Spare counters that were never in
    play, and replacements, do not return."""
    theatre = state.theatre
    units = theatre.of_nation[group.nation] & theatre.combat_units
    return bit_set(
        unit
        for unit in members(spare(state, units))
        if state.where[unit] == ELIMINATED
        and group.takes(theatre.counters[unit])
        and ceiling(theatre.counters[unit])
        and not is_pure(state, unit)
        and has_room(state, hex_, side, unit)
    )


@dataclass(frozen=True, slots=True)
class BeginRecombination(Duty[State]):
    """[5] [23-3] The Replacement/Recombination Phase begins."""

    side: int

    def run(self, state: State) -> None:
        state.phase = "recombination"
        state.regrouped = 0
        state.stack.append(RecombinationPhase(self.side))


@dataclass(frozen=True, slots=True)
class RecombinationPhase(Decision[State]):
    """[23-3] Recombine units, hex by hex."""

    side: int

    def who(self, state: State) -> int:
        return self.side

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: recombine units, or end the phase [23-4]"

    def givers(self, state: State) -> Units:
        """Units with which a recombination may begin: somebody can take what they give."""
        found = 0
        counters = state.theatre.counters
        for hex_, nations in places(state, self.side).items():
            units = able(state, hex_, nations)
            rising = can_rise(state, units)
            for unit in members(units):
                group = recombines_as(counters[unit])
                others = (other for other in members(rising & ~(1 << unit)))
                if any(group.takes(counters[other]) for other in others) or can_return(
                    state, self.side, hex_, group
                ):
                    found |= 1 << unit
        return found

    def rested_beside(self, state: State, unit: int) -> Units:
        """The units in the hex of one that may recombine there."""
        hex_ = state.where[unit]
        return able(state, hex_, places(state, self.side).get(hex_, set()))

    def strengthened(self, state: State) -> Units:
        """[31-2] Cavalry that replacements beside it can strengthen."""
        found = 0
        if state.year >= FIRST_YEAR:
            for hex_, nations in places(state, self.side).items():
                found |= can_be_strengthened(state, able(state, hex_, nations))
        return found

    def choices(self, state: State) -> Choices:
        found = replacements.acts(state, self.side)
        riders = self.strengthened(state)
        if riders:
            found["strengthen"] = riders
        units = self.givers(state)
        if units:
            found["give"] = units
        return {**found, "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        state.stack.append(self)
        if verb == "strengthen":
            idle_here = tuple(members(self.rested_beside(state, number)))
            state.stack.append(Strengthen(number, idle_here))
        elif verb == "give":
            group = Recombine(self.side, number, state.where[number])
            state.stack += [group, Give(number)]
        else:
            replacements.act(state, verb, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb in replacements.VERBS:
            return replacements.why_not(state, verb, number, self.side)
        if verb == "strengthen":
            if state.year < FIRST_YEAR:
                return Refusal("31-1", "cavalry is strengthened from 1916 on")
            return Refusal("31-3", "no stronger counter, replacements or headquarters for it here")
        if verb != "give" or number >= len(state.where) or state.where[number] < 0:
            return Refusal("23-3", "name a unit on the map that gives strength points")
        counter = state.theatre.counters[number]
        if counter.side != self.side:
            return Refusal("23-3", "only your own units recombine in your phase")
        if enemy_zone(state, self.side) >> state.where[number] & 1:
            return Refusal("23-6", "not in an enemy zone of control")
        if counter.nation not in places(state, self.side).get(state.where[number], set()):
            return Refusal("23-2", "no headquarters of its nation rests in the hex")
        if not idle(state, 1 << number):
            return Refusal("23-2", "it has moved or fought in this turn")
        return Refusal("23-1", "nobody of its type and colour can take its points")


@dataclass(frozen=True, slots=True)
class Recombine(Decision[State]):
    """[23-4] One recombination: who gives, who is raised, who returns."""

    side: int
    lead: int
    hex: Hex
    pool: int = 0
    """Strength points given and not yet taken."""
    gave: tuple[int, ...] = ()
    rose: tuple[int, ...] = ()

    def who(self, state: State) -> int:
        return self.side

    def prompt(self, state: State) -> str:
        pool = counted(self.pool, "strength point")
        return f"{SIDES[self.side]}: {pool} to hand out [23-4]"

    def group(self, state: State) -> Group:
        """Who takes part: once a colour is in, no other joins it [R109]."""
        counters = state.theatre.counters
        groups = [recombines_as(counters[u]) for u in (self.lead, *self.gave, *self.rose)]
        return next((one for one in groups if one.colour != ANY_COLOUR), groups[0])

    def others(self, state: State) -> Units:
        """The units of the type in the hex."""
        counters = state.theatre.counters
        group = self.group(state)
        units = able(state, self.hex, {group.nation})
        return bit_set(unit for unit in members(units) if group.takes(counters[unit]))

    def choices(self, state: State) -> Choices:
        units = self.others(state)
        gave, rose = bit_set(self.gave), bit_set(self.rose)
        found: Choices = {"give": units & ~gave & ~rose}
        if self.pool:
            found["raise"] = can_rise(state, units & ~gave)
            found["return"] = can_return(state, self.side, self.hex, self.group(state)) & ~gave
        return {**{verb: mask for verb, mask in found.items() if mask}, "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            on_map = (unit for unit in (*self.gave, *self.rose) if state.where[unit] >= 0)
            state.regrouped |= bit_set(on_map)
            # [R87] What nobody has taken is lost.
            state.lost[CODES.index(self.group(state).nation)] += self.pool
            return
        after = Give(number) if verb == "give" else Take(number, self.pool, self.hex)
        state.stack += [self, after]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb in ("raise", "return") and not self.pool:
            return Refusal("23-4", "no strength points have been given yet")
        if number in self.gave:
            return Refusal("23-4", "it has given strength points in this recombination")
        if number in self.rose:
            return Refusal("23-4", "it has been raised in this recombination")
        if verb == "return":
            return Refusal("23-5", "it was not eliminated, is of another type, or finds no room")
        if verb == "raise" and state.theatre.of_kind["assault"] >> number & 1:
            return Refusal("33-6", "assault units are never rebuilt to assault strength")
        if verb == "raise":
            return Refusal("23-4", "it is of another type, or as strong as it may become")
        return Refusal("23-1", "only units of this type in this hex recombine together")


@dataclass(frozen=True, slots=True)
class Give(Decision[State]):
    """[23-4] How many points does a unit give? All of them, and it is gone."""

    unit: int

    def who(self, state: State) -> int:
        return state.theatre.counters[self.unit].side

    def prompt(self, state: State) -> str:
        key = state.theatre.counters[self.unit].key
        return f"{SIDES[self.who(state)]}: how many points does {key} give? [23-4]"

    def choices(self, state: State) -> Choices:
        return {"amount": (2 << state.strength[self.unit]) - 2}

    def take(self, state: State, verb: str, number: int) -> None:
        recombine = state.stack.pop()
        assert isinstance(recombine, Recombine)
        left = state.strength[self.unit] - number
        if left:
            state.set_strength(self.unit, left)
        else:
            leave_play(state, self.unit)
        gave = (*recombine.gave, self.unit)
        state.stack.append(replace(recombine, pool=recombine.pool + number, gave=gave))
        if state.log is not None:
            state.note(f"  {state.theatre.counters[self.unit].key} gives {number} points [23-4]")

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return Refusal("23-4", f"it has {state.strength[self.unit]} points to give")


@dataclass(frozen=True, slots=True)
class Take(Decision[State]):
    """[23-4] How many points does a unit get?"""

    unit: int
    pool: int
    hex: Hex

    def who(self, state: State) -> int:
        return state.theatre.counters[self.unit].side

    def prompt(self, state: State) -> str:
        key = state.theatre.counters[self.unit].key
        return f"{SIDES[self.who(state)]}: how many points does {key} get? [23-4]"

    def most(self, state: State) -> int:
        """What is there, and what it may still take."""
        has = state.strength[self.unit] if state.where[self.unit] >= 0 else 0
        return min(self.pool, ceiling(state.theatre.counters[self.unit]) - has)

    def choices(self, state: State) -> Choices:
        return {"amount": (2 << self.most(state)) - 2}

    def take(self, state: State, verb: str, number: int) -> None:
        recombine = state.stack.pop()
        assert isinstance(recombine, Recombine)
        if state.where[self.unit] >= 0:
            state.set_strength(self.unit, state.strength[self.unit] + number)
        else:
            # [23-5] It comes back where the recombination is made.
            enter_play(state, self.unit, self.hex, number)
        rose = (*recombine.rose, self.unit)
        state.stack.append(replace(recombine, pool=recombine.pool - number, rose=rose))
        if state.log is not None:
            state.note(f"  {state.theatre.counters[self.unit].key} gets {number} points [23-4]")

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return Refusal("23-4", f"it may get at most {self.most(state)} points")
