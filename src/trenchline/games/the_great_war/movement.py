"""Rule 6: the phases in which units move: movement, reaction [6D] and exploitation [6E]."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war import freight
from trenchline.games.the_great_war.acceleration import tire
from trenchline.games.the_great_war.artillery_divisions import (
    detach,
    detachable,
    goes_with,
    why_not_detach,
)
from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.contested import tick
from trenchline.games.the_great_war.depots import Relocate, depots_of, movable, where
from trenchline.games.the_great_war.goods import destroy, destructible, why_not_destroy
from trenchline.games.the_great_war.gunboats import (
    Cruise,
    under_fire,
    under_way,
    why_not_under_way,
)
from trenchline.games.the_great_war.headquarters import COORDINATION, army_hqs
from trenchline.games.the_great_war.intelligence import pick_up
from trenchline.games.the_great_war.leaders import check
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.moved_guns import shake_guns
from trenchline.games.the_great_war.overstacks import shed
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.projects import give_up, work_on
from trenchline.games.the_great_war.rail_capacity import deactivate
from trenchline.games.the_great_war.ration_trains import ShipRations, shippable, why_not_ship
from trenchline.games.the_great_war.rations import spoil
from trenchline.games.the_great_war.readiness import exploiting, ready, why_not_ready
from trenchline.games.the_great_war.relief import relieve
from trenchline.games.the_great_war.sieges import surrounded
from trenchline.games.the_great_war.state import (
    EXPLOITATION,
    MOVEMENT,
    REACTION_MOVEMENT,
    State,
)
from trenchline.games.the_great_war.tanks import check_moved
from trenchline.games.the_great_war.works import abandon
from trenchline.games.the_great_war.yards import boost, boosting_sites, why_not_boost
from trenchline.kernel.bits import bit_set
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Phase, Refusal


def march_of(state: State, unit: int) -> March:
    """The march of a unit."""
    return March(goes_with(state, unit), state.where[unit])


@dataclass(frozen=True, slots=True)
class BeginMovement(Duty[State]):
    """[4A2] The phasing player moves his units."""

    side: int

    def run(self, state: State) -> None:
        begin(state, MOVEMENT)
        spoil(state)
        state.surrounded = surrounded(state, self.side)
        work_on(state, self.side)
        state.stack += [EndMovement(self.side), MovementPhase(self.side), *under_fire(state)]


@dataclass(frozen=True, slots=True)
class BeginReaction(Duty[State]):
    """[4A4] The reacting player moves units that his Army HQs lead."""

    side: int

    def run(self, state: State) -> None:
        keep_up(state)
        begin(state, REACTION_MOVEMENT)
        state.stack += [EndMovement(self.side), ReactionPhase(self.side), *under_fire(state)]


@dataclass(frozen=True, slots=True)
class BeginExploitation(Duty[State]):
    """[4A6] The phasing player moves again, at the rates of exploitation [6E]."""

    side: int

    def run(self, state: State) -> None:
        keep_up(state)
        begin(state, EXPLOITATION)
        state.eligible = exploiting(state, self.side)
        state.stack += [EndMovement(self.side), MovementPhase(self.side), *under_fire(state)]


def keep_up(state: State) -> None:
    """[13A1a] [13A1c] [13A7] At the end of a phase works, projects and pontoon bridges stand or
    fall with those who look after them."""
    abandon(state)
    give_up(state)


def begin(state: State, phase: str) -> None:
    """A phase of movement begins: what the last one used up is there again [3C4]."""
    state.phase = phase
    state.forget("move")
    state.capacity_used = [0] * len(state.capacity_used)
    state.heading("{}: {} phase", SIDES[state.moving], phase)


@dataclass(frozen=True, slots=True)
class EndMovement(Duty[State]):
    """[6B3] [6B4] At the end of the phase accelerated units get their fatigue, and their zones of
    control back; guns that have moved are disrupted [12B2]."""

    side: int

    def run(self, state: State) -> None:
        shake_guns(state, self.side)
        check_moved(state, self.side)
        if state.accelerated:
            tire(state)
            state.accelerated = 0
            state.look_again()
        settle(state)
        if state.contested:
            # [9J.7] Clocks that began in this phase a game turn ago have run out.
            tick(state)
        keep_up(state)
        relieve(state)
        state.sallied &= ~state.theatre.of_side[self.side]
        for side in (0, 1):
            shed(state, side)


@dataclass(frozen=True, slots=True)
class MovementPhase(Phase[State]):
    """[6] [6E] Move any or all of your units."""

    def prompt(self, state: State) -> str:
        case = "6E" if state.phase == EXPLOITATION else "6"
        return f"{SIDES[self.side]}: pick a unit to move, or end the {state.phase} phase [{case}]"

    def acts(self, state: State) -> Choices:
        found = {"unit": ready(state, self.side), "destroy": destructible(state, self.side)}
        found["detach"] = detachable(state, self.side)
        if state.afloat:
            found["boat"] = under_way(state, self.side)
        if state.phase == MOVEMENT:
            found |= freight.acts(state, self.side)
            found["ship_rations"] = shippable(state, self.side)
            # [7A5a] [11C1] What may be done for the railways.
            found["boost"] = boosting_sites(state, self.side)
            found["relocate"] = movable(state, self.side)
        if any(found.values()):
            # [11C1.5] [R165] Depots are given up in all phases of their side; nobody is asked for
            # that alone.
            found["deactivate"] = where(state, depots_of(state, self.side))
        return found

    def act(self, state: State, verb: str, number: int) -> None:
        if verb == "unit":
            pick_up(state, number)
            state.stack.append(march_of(state, number))
        elif verb == "destroy":
            destroy(state, self.side, number)
        elif verb == "detach":
            detach(state, number)
        elif verb == "deactivate":
            deactivate(state, self.side, number)
        elif verb == "boat":
            state.stack.append(Cruise(self.side, number))
        elif verb == "boost":
            boost(state, self.side, number)
        elif verb == "ship_rations":
            state.stack.append(ShipRations(self.side, number))
        elif verb == "relocate":
            state.stack.append(Relocate(self.side, number))
        else:
            freight.act(state, self.side, verb, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "destroy":
            return why_not_destroy(state, self.side, number)
        if verb == "detach":
            return why_not_detach(state, self.side, number)
        if verb == "deactivate":
            return Refusal("11C1", "no depot of the side stands there")
        if verb == "boat":
            return why_not_under_way(state, self.side, number)
        if state.phase == MOVEMENT:
            if verb in freight.VERBS:
                return freight.why_not(state, self.side, verb, number)
            if verb == "ship_rations":
                return why_not_ship(state, self.side, number)
            if verb == "boost":
                return why_not_boost(state, self.side, number)
            if verb == "relocate":
                return Refusal("11C1", "no depot that is closed and has not moved stands there")
        if verb != "unit":
            return Refusal("4C", f"this is the {state.phase} phase: pick a unit, then end it")
        return why_not_ready(state, self.side, number)


@dataclass(frozen=True, slots=True)
class ReactionPhase(OwnDecision[State]):
    """[6D] [14M1] Check your Army HQs one after another, and move the units that each leads before
    the next is checked."""

    group: tuple[int, ...] = ()
    """Army HQs that are to be checked together [14M3]."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: check an Army HQ, or move a unit that one leads [6D]"

    def waiting(self, state: State) -> Units:
        """The Army HQs that have not been checked."""
        return army_hqs(state, self.side) & ~state.checked & ~state.inactive

    def choices(self, state: State) -> Choices:
        found: Choices = {}
        waiting = self.waiting(state) & ~bit_set(self.group)
        if self.group:
            if waiting:
                found["coordinate"] = waiting
            found["check"] = 1 << self.group[-1]
            return found
        units = ready(state, self.side)
        if units:
            found["unit"] = units
        if waiting:
            found["check"] = waiting
            if COORDINATION in state.options and waiting & (waiting - 1):
                found["coordinate"] = waiting
        if stores := destructible(state, self.side):
            found["destroy"] = stores
        if guns := detachable(state, self.side):
            found["detach"] = guns
        if state.afloat and (fleet := under_way(state, self.side)):
            found["boat"] = fleet
        if found and (depots := where(state, depots_of(state, self.side))):
            found["deactivate"] = depots
        found["done"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "unit":
            pick_up(state, number)
            state.stack += [self, march_of(state, number)]
        elif verb == "destroy":
            state.stack.append(self)
            destroy(state, self.side, number)
        elif verb == "detach":
            state.stack.append(self)
            detach(state, number)
        elif verb == "deactivate":
            state.stack.append(self)
            deactivate(state, self.side, number)
        elif verb == "boat":
            state.stack += [self, Cruise(self.side, number)]
        elif verb == "coordinate":
            state.stack.append(ReactionPhase(self.side, (*self.group, number)))
        elif verb == "check":
            # [6D.1] All movement under the last HQ is over.
            state.halted |= state.eligible
            hqs = tuple(dict.fromkeys((*self.group, number)))
            state.stack.append(ReactionPhase(self.side))
            check(state, self.side, hqs)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "destroy" and not self.group:
            return why_not_destroy(state, self.side, number)
        if verb == "detach" and not self.group:
            return why_not_detach(state, self.side, number)
        if verb == "deactivate" and not self.group:
            return Refusal("11C1", "no depot of the side stands there")
        if verb == "boat" and not self.group:
            return why_not_under_way(state, self.side, number)
        if verb == "coordinate" and COORDINATION not in state.options:
            return Refusal("14M3", "the option of coordinating Army HQs is off")
        if verb in ("check", "coordinate"):
            bit = 1 << number if number >= 0 else 0
            if not army_hqs(state, self.side) & bit:
                return Refusal("14M1", "it is not an Army HQ of the reacting side on the map")
            if state.inactive & bit:
                return Refusal("14M1", "the Army HQ is inactive")
            if state.checked & bit:
                return Refusal("14M1", "the Army HQ has been checked in this phase")
            if bit & bit_set(self.group):
                return Refusal("14M3", "it is in the group that is to be checked")
            if self.group:
                return Refusal("14M3", "the group is checked by the Army HQ that was named last")
            return Refusal("14M3", "there is no second Army HQ to coordinate it with")
        if self.group:
            return Refusal("14M3", "check the group of Army HQs first")
        if verb != "unit":
            return Refusal("6D", "check Army HQs and move those whom they lead, then end the phase")
        return why_not_ready(state, self.side, number)
