"""Chapter 6.43: general quarters. Each side picks one force after another to sail, until its half
of a sub-phase is over."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.beachheads import (
    TendLandings,
)
from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    ENTENTE,
    PERMISSIVE_BOXES,
    SIDES,
)
from trenchline.games.balance_of_powers.contact import (
    new_contact,
)
from trenchline.games.balance_of_powers.home_port import Recall, send_home
from trenchline.games.balance_of_powers.navy import (
    MINES,
    SHIPS,
    SUBMARINES,
    VESSELS,
    sink,
)
from trenchline.games.balance_of_powers.quarters import AtSea, taken_along
from trenchline.games.balance_of_powers.recombining import combinable, combine, why_not_combine
from trenchline.games.balance_of_powers.seaways import (
    ICE,
    frozen,
    sea_ready,
    why_not_move,
)
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.transports import (
    homeless,
)
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal

LAST = 2
"""The second sub-phase is the last [6.43]."""


@dataclass(frozen=True, slots=True)
class GeneralQuarters(Duty[State]):
    """[6.43] [4.2.2] A sub-phase: the Central Powers first, but in the second the Entente may
    choose [6.43.1]."""

    number: int

    def run(self, state: State) -> None:
        """Begin it."""
        state.phase = "admiralty"
        state.quarters = self.number
        state.forget("quarters")
        if self.number == 1:
            state.stack += [QuartersHalf(ENTENTE), QuartersHalf(CENTRAL)]
        else:
            state.stack.append(Initiative(ENTENTE))


@dataclass(frozen=True, slots=True)
class Initiative(OwnDecision[State]):
    """[6.43] Room 40 reads the enemy's signals: the Entente may move first in the second
    sub-phase."""

    def prompt(self, state: State) -> str:
        """What may be chosen."""
        return "Who moves first in General Quarters II? [6.43]"

    def choices(self, state: State) -> Choices:
        """One of the two."""
        return {"go_first": ONE, "go_second": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """The halves in their order."""
        halves = [QuartersHalf(ENTENTE), QuartersHalf(CENTRAL)]
        state.stack += halves[::-1] if verb == "go_first" else halves

    @asked("6.43", "go_first", "go_second")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """There is nothing else."""
        return Refusal("6.43", "the Entente moves first, failing that second")


@dataclass(frozen=True, slots=True)
class QuartersHalf(Duty[State]):
    """[6.43] A side's half of a sub-phase."""

    side: int

    def run(self, state: State) -> None:
        """All its units have their range before them [7.22]."""
        state.phasing = self.side
        state.forget("half")
        # [7.52.1]
        if self.side == CENTRAL:
            # [R220] One that has just returned there need not put to sea again this month.
            lying = (state.units(box, CENTRAL) for box in members(PERMISSIVE_BOXES))
            state.overdue = reduce(or_, lying, 0) & VESSELS & ~state.moored
        number = ("I", "II")[state.quarters - 1]
        state.heading(f"General Quarters {number}, {SIDES[self.side]}")
        state.stack += [EndOfHalf(self.side), Quarters(self.side), Recall()]


@dataclass(frozen=True, slots=True)
class EndOfHalf(Duty[State]):
    """[7.52.1] [7.53.1] Who had to leave where it lay, and has not, is lost."""

    side: int

    def run(self, state: State) -> None:
        """Look at neutral ports and at the ice."""
        doomed = state.overdue & state.mapped & ~state.moored
        if frozen(state) and state.quarters == 1:
            for box in members(ICE):
                # [R339] Mines cannot leave.
                doomed |= state.units(box, self.side) & (VESSELS | MINES)
        if state.quarters == LAST:
            # [7.63.1] Most powers keep no passengers at sea.
            for place in members(homeless(state, self.side)):
                state.stack.append(TakeHome(self.side, place))
        state.stack.append(TendLandings())
        for unit in members(doomed):
            state.note("{:unit} has not left {:hex} and is lost", unit, state.where[unit])
            sink(state, unit)


@dataclass(frozen=True, slots=True)
class TakeHome(Duty[State]):
    """[7.63.1] Ships with passengers at sea return to port."""

    side: int
    place: Hex

    def run(self, state: State) -> None:
        """All ships there."""
        send_home(state, state.units(self.place, self.side) & SHIPS)


@dataclass(frozen=True, slots=True)
class Quarters(OwnDecision[State]):
    """[6.43] A side picks its next force, or ends its half of the sub-phase."""

    def prompt(self, state: State) -> str:
        """What may be picked."""
        return "Pick a fleet, submarines or a single unit to sail, or end your half [6.43]"

    def choices(self, state: State) -> Choices:
        """Whoever has not finished."""
        able = sea_ready(state, self.side)
        found: Choices = {"end": ONE}
        if able:
            found["ship"] = able
        for verb, kind in (("fleet", SHIPS), ("pack", SUBMARINES)):
            places = bit_set(state.where[unit] for unit in members(able & kind))
            if places:
                found[verb] = places
        if hurt := combinable(state, state.on_map(self.side) & VESSELS):
            found["combine"] = hurt
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Form the force, or end."""
        if verb == "end":
            return
        state.stack.append(self)
        if verb == "combine":
            combine(state, number, state.on_map(self.side) & VESSELS)
            return
        if verb == "ship":
            state.force, state.force_at = 1 << number, state.where[number]
        else:
            kind = SHIPS if verb == "fleet" else SUBMARINES
            units = state.units(number, self.side) & sea_ready(state, self.side) & kind
            state.force = units | taken_along(state, units, number, self.side)
            if kind is SHIPS:
                # [7.64.1] All ships of a place carry its passengers together.
                state.force |= state.units(number, self.side) & state.passengers
            state.force_at = number
        new_contact(state)
        state.challenged = 0
        state.stack.append(AtSea())

    @asked("6.43", "end", "ship", "fleet", "pack", "combine")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Why somebody cannot sail."""
        if verb == "combine":
            return why_not_combine(state, number, state.on_map(self.side) & VESSELS)
        if verb == "ship":
            reason = why_not_move(state, number, self.side)
            assert reason is not None
            return reason
        return Refusal("6.43", "no unit of this kind has still to sail there")
