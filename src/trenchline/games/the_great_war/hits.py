"""The hits of a bombardment are given to units, the larger half by him who fired [12C3]."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.tables import ARTILLERY
from trenchline.kernel.bars import Bar, first_bar, left_open
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal
from trenchline.kernel.words import counted

TO_WORSEN_A_DIVISION: int = ARTILLERY["bombardment"]["hits_a_step_division"]
"""[12C3] Hits that disrupt a division, or a disrupted one badly."""


@dataclass(frozen=True, slots=True)
class DistributeHits(Duty[State]):
    """[12C3] The hits on each hex are distributed, the larger half by him who fired."""

    side: int

    def run(self, state: State) -> None:
        for hex_, hits in sorted(state.hits.items(), reverse=True):
            state.stack.append(Distribute(1 - self.side, self.side, hex_, hits // 2, ()))
            state.stack.append(Distribute(self.side, self.side, hex_, hits - hits // 2, ()))
        state.hits = {}


@dataclass(frozen=True, slots=True)
class Distribute(OwnDecision[State]):
    """[12C3] [12C3.1] [12C3.3] A side gives hits to units in a bombarded hex, one by one."""

    firing: int
    """The side that fired."""
    hex: Hex
    left: int
    marked: tuple[int, ...] = ()
    """Divisions with a single hit that has not told yet."""

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: {} on {:hex} to give [12C3]",
            SIDES[self.side],
            counted(self.left, "bombardment hit"),
            self.hex,
        )

    def bars(self, state: State) -> list[Bar]:
        """[12C3.4] What keeps hits from units."""
        here = state.units(self.hex, 1 - self.firing)
        found = [
            Bar("12C3", "that unit is not in the bombarded hex", here),
            Bar("12C3", "badly disrupted units take no more hits", ~state.badly_disrupted),
        ]
        regular = here & ~state.overstacked & ~state.badly_disrupted
        if state.overstacked & here and regular:
            found.append(Bar("12C3", "the overstack is hit last", ~state.overstacked))
        if self.side != self.firing:
            strong = state.kind.defends.showing(state.reduced)
            found.append(Bar("12C3", "you may not give hits to units that cannot defend", strong))
        return found

    def able(self, state: State) -> Units:
        """The units that may be hit."""
        if self.left <= 0:
            return 0
        return left_open(self.bars(state), state.units(self.hex, 1 - self.firing))

    def choices(self, state: State) -> Choices:
        units = self.able(state)
        return {"hit": units} if units else {"done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            self._hand_over(state, self.marked)
            return
        marked = self.marked
        size = state.face(number).size
        if size == "division":
            if marked.count(number) + 1 >= TO_WORSEN_A_DIVISION:
                marked = tuple(unit for unit in marked if unit != number)
                worsen(state, number)
            else:
                marked = (*marked, number)
        elif is_large(state, number):
            worsen(state, number)
        else:
            state.disrupt(number, badly=True)
        _tell_hit(state, number)
        if self.left > 1:
            state.stack.append(replace(self, left=self.left - 1, marked=marked))
        else:
            self._hand_over(state, marked)

    def _hand_over(self, state: State, marked: tuple[int, ...]) -> None:
        """[12C3] Single hits of the firing side on divisions add up with those of the other."""
        if self.side == self.firing and state.stack and isinstance(state.stack[-1], Distribute):
            state.stack[-1] = replace(state.stack[-1], marked=marked)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "hit":
            return Refusal("12C3", "distribute the hits first")
        if self.left <= 0:
            return Refusal("12C3", "no hits are left")
        barred = first_bar(self.bars(state), number)
        assert barred is not None
        return barred


def worsen(state: State, unit: int) -> None:
    """[3A5] A unit is disrupted, or badly if it was already."""
    state.disrupt(unit, badly=bool(state.disrupted >> unit & 1))


def is_large(state: State, unit: int) -> bool:
    """[12C3.2] Whether a unit is a large non-divisional one: a brigade or an American cadre."""
    size = state.face(unit).size
    return size == "brigade" or (size == "cadre" and state.theatre.counters[unit].nation == "US")


def _tell_hit(state: State, unit: int) -> None:
    if state.log is None:
        return
    how = "hit"
    if state.badly_disrupted >> unit & 1:
        how = "badly disrupted"
    elif state.disrupted >> unit & 1:
        how = "disrupted"
    state.detail("{:unit} is {} [12C3]", unit, how)
