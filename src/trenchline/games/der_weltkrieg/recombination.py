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
    helpers,
    stronger_counter,
)
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.games.der_weltkrieg.zones import enemy_zone
from trenchline.kernel.battles import resume
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import (
    ONE,
    Choices,
    Duty,
    OwnDecision,
    Phase,
    Refusal,
    UnitDecision,
)
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
        if state.is_on_map(hq) and not zone >> hex_ & 1:
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
        state.forget("recombination")
        state.stack.append(RecombinationPhase(self.side))


@dataclass(frozen=True, slots=True)
class RecombinationPhase(Phase[State]):
    """[23-3] Recombine units, hex by hex."""

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

    def acts(self, state: State) -> Choices:
        found = replacements.acts(state, self.side)  # [24-3]
        found["strengthen"] = self.strengthened(state)  # [31-2]
        found["give"] = self.givers(state)
        return found

    def act(self, state: State, verb: str, number: int) -> None:
        if verb == "strengthen":  # [31-2]
            idle_here = tuple(members(self.rested_beside(state, number)))
            state.stack.append(Strengthen(number, idle_here))
        elif verb == "give":  # [23-4]
            group = Recombine(self.side, number, state.where[number])
            state.stack += [group, Give(number)]
        else:
            replacements.act(state, verb, number)  # [24-3]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb in replacements.VERBS:
            return replacements.why_not(state, verb, number, self.side)
        if verb == "strengthen":
            return self._why_not_strengthen(state, number)
        if verb != "give":
            return Refusal("5g", "this is the Recombination Phase: recombine units, then end it")
        refusal = self._why_not_here(state, number, "23-3")
        if refusal is not None:
            return refusal
        theatre = state.theatre
        if not (theatre.combat_units | theatre.of_kind["replacement"]) >> number & 1:
            return Refusal("23-1", "only combat units and replacements recombine")
        if not theatre.counters[number].full_strength:
            return Refusal("23-1", "its counter has no full strength symbol")
        if (state.regrouped & ~theatre.of_kind["replacement"]) >> number & 1:
            return Refusal("23-4", "it has been regrouped in this phase")
        return Refusal("23-1", "nobody of its type and colour can take its points")

    def _why_not_here(self, state: State, unit: int, case: str) -> Refusal | None:
        """[23-2] [23-6] Why a unit cannot recombine where it is; None if it can."""
        foreign = why_not_yours(state, unit, self.side, case)
        if foreign is not None:
            return foreign
        key, nation = state.theatre.counters[unit].key, state.theatre.counters[unit].nation
        if enemy_zone(state, self.side) >> state.where[unit] & 1:
            return Refusal("23-6", "nobody recombines in an enemy zone of control")
        posts = state.theatre.of_kind["headquarters"] & state.theatre.of_nation[nation]
        posts &= state.stacks.get(state.where[unit], 0)
        if not posts:
            return Refusal("23-2", f"no headquarters of its nation is in the hex of {key}")
        if not posts & ~state.moved_this_turn:
            return Refusal("23-2", f"the headquarters in the hex of {key} has moved in this turn")
        if not idle(state, posts):
            return Refusal("23-2", f"the headquarters in the hex of {key} has fought in this turn")
        if state.moved_this_turn >> unit & 1:
            return Refusal("23-2", f"{key} has moved in this turn")
        if state.engaged >> unit & 1:
            return Refusal("23-2", f"{key} has fought in this turn")
        return None

    def _why_not_strengthen(self, state: State, unit: int) -> Refusal:
        """[31-2] Why a cavalry unit cannot be strengthened."""
        if state.year < FIRST_YEAR:
            return Refusal("31-1", "cavalry is strengthened from 1916 on")
        refusal = self._why_not_here(state, unit, "31-2")
        if refusal is not None:
            return refusal
        if not state.theatre.cavalry >> unit & 1:
            return Refusal("31-2", "only cavalry is strengthened")
        stronger = stronger_counter(state, unit)
        if stronger is None:
            return Refusal("31-3", "there is no spare counter of that cavalry strengthened")
        if not helpers(state, unit, self.rested_beside(state, unit)):
            return Refusal("31-2", "no replacements of its nation rest in the hex")
        if state.regrouped >> unit & 1:
            return Refusal("23-4", "that cavalry has been regrouped in this phase")
        return Refusal("31-2", "it is as strong as its counter shows")


@dataclass(frozen=True, slots=True)
class Recombine(OwnDecision[State]):
    """[23-4] One recombination: who gives, who is raised, who returns."""

    lead: int
    hex: Hex
    pool: int = 0
    """Strength points given and not yet taken."""
    gave: tuple[int, ...] = ()
    rose: tuple[int, ...] = ()

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
            on_map = (unit for unit in (*self.gave, *self.rose) if state.is_on_map(unit))
            state.regrouped |= bit_set(on_map)
            # [R87] What nobody has taken is lost.
            state.lost[CODES.index(self.group(state).nation)] += self.pool
            return
        after = Give(number) if verb == "give" else Take(number, self.pool, self.hex)
        state.stack += [self, after]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb not in ("give", "raise", "return"):
            return Refusal("23-4", "finish this recombination first")
        if verb != "give" and not self.pool:
            return Refusal("23-4", "there are no strength points to hand out")
        if number in self.gave:
            return Refusal("23-4", "it has given strength points in this recombination")
        if number in self.rose and verb == "give":
            return Refusal("23-4", "it has been raised in this recombination")
        if not 0 <= number < len(state.where):
            return Refusal("23-4", "there is no such counter in this scenario")
        counter = state.theatre.counters[number]
        if not self.group(state).takes(counter):
            return Refusal("23-1", "it is not of the nation, type and colour that recombines here")
        if verb == "return":
            return self._why_not_return(state, number)
        if state.where[number] != self.hex:
            return Refusal("23-2", "it is not in the hex where units recombine")
        if state.moved_this_turn >> number & 1:
            return Refusal("23-2", "it has moved in this turn")
        if state.engaged >> number & 1:
            return Refusal("23-2", "it has fought in this turn")
        if (state.regrouped & ~state.theatre.of_kind["replacement"]) >> number & 1:
            return Refusal("23-4", "it has been in another recombination of this phase")
        if is_pure(state, number):
            return Refusal("33-6", "what is all assault strength is never rebuilt")
        if state.theatre.of_kind["assault"] >> number & 1:
            return Refusal("33-6", "assault units are never rebuilt to assault strength")
        if state.theatre.of_kind["replacement"] >> number & 1:
            return Refusal("24-4", "replacements only give")
        return Refusal("23-4", "it is as strong as it may become")

    def _why_not_return(self, state: State, unit: int) -> Refusal:
        """[23-5] Why a unit of the type does not come back."""
        if state.where[unit] != ELIMINATED:
            return Refusal("23-5", "it has not been eliminated")
        if state.theatre.of_kind["replacement"] >> unit & 1:
            return Refusal("24-4", "replacements do not come back")
        if is_pure(state, unit):
            return Refusal("33-6", "a unit of all assault strength does not come back")
        if not ceiling(state.theatre.counters[unit]):
            return Refusal("23-5", "a counter without a full strength symbol does not come back")
        return Refusal("11-1", "it finds no room in the hex")


@dataclass(frozen=True, slots=True)
class Give(UnitDecision[State]):
    """[23-4] How many points does a unit give? All of them, and it is gone."""

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: how many points does {:unit} give? [23-4]", SIDES[self.who(state)], self.unit
        )

    def choices(self, state: State) -> Choices:
        return {"amount": (2 << state.strength[self.unit]) - 2}

    def take(self, state: State, verb: str, number: int) -> None:
        recombine = resume(state, Recombine)
        left = state.strength[self.unit] - number
        if left:
            state.set_strength(self.unit, left)
        else:
            leave_play(state, self.unit)
        gave = (*recombine.gave, self.unit)
        state.stack.append(replace(recombine, pool=recombine.pool + number, gave=gave))
        state.detail("{:unit} gives {} points [23-4]", self.unit, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "amount":
            return Refusal("23-4", "say first how many points it gives")
        if number < 1:
            return Refusal("23-4", "it gives at least one point")
        return Refusal("23-4", f"it has {state.strength[self.unit]} points to give")


@dataclass(frozen=True, slots=True)
class Take(UnitDecision[State]):
    """[23-4] How many points does a unit get?"""

    pool: int
    hex: Hex

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: how many points does {:unit} get? [23-4]", SIDES[self.who(state)], self.unit
        )

    def most(self, state: State) -> int:
        """What is there, and what it may still take."""
        has = state.strength[self.unit] if state.is_on_map(self.unit) else 0
        return min(self.pool, ceiling(state.theatre.counters[self.unit]) - has)

    def choices(self, state: State) -> Choices:
        return {"amount": (2 << self.most(state)) - 2}

    def take(self, state: State, verb: str, number: int) -> None:
        recombine = resume(state, Recombine)
        if state.is_on_map(self.unit):
            state.set_strength(self.unit, state.strength[self.unit] + number)
        else:
            # [23-5] It comes back where the recombination is made.
            enter_play(state, self.unit, self.hex, number)
        rose = (*recombine.rose, self.unit)
        state.stack.append(replace(recombine, pool=recombine.pool - number, rose=rose))
        state.detail("{:unit} gets {} points [23-4]", self.unit, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "amount":
            return Refusal("23-4", "say first how many points it gets")
        if number < 1:
            return Refusal("23-4", "it gets at least one point")
        if number > self.pool:
            return Refusal("23-4", f"only {self.pool} points have been given")
        return Refusal("23-4", f"it may be raised by {self.most(state)} points at most")
