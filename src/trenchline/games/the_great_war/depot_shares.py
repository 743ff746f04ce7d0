"""Rule 11B2: Army HQs share depots. No two may trace to one; where there are too few, their owner
says which of them come first [R38]. So he does where ports [11B3b.1] or another power's sources
[15E2] do not suffice for all units."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.intelligence import tell_of
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import (
    headquarters_lines,
    supplied,
    turned_away,
    wanting_depots,
)
from trenchline.kernel.bits import bit_set
from trenchline.kernel.steps import Choices, Phase, Refusal


def left_out(state: State, side: int) -> Units:
    """[11B2] Army HQs that could trace to a depot if others did not."""
    wants = wanting_depots(state, side)
    needing = bit_set(hq for hq, depots in wants.items() if depots)
    if not needing or len(wants) < 2:
        return 0
    return needing & ~headquarters_lines(state, side)


@dataclass(frozen=True, slots=True)
class ShareDepots(Phase[State]):
    """[11B2] [R38] Which Army HQs come first where they compete for depots?"""

    def prompt(self, state: State) -> str:
        if left_out(state, self.side):
            return f"{SIDES[self.side]}: which Army HQs come first at the depots? [11B2]"
        return f"{SIDES[self.side]}: who comes first where supply is short? [11B]"

    def acts(self, state: State) -> Choices:
        short = left_out(state, self.side) | turned_away(state, self.side)
        return {"favour": short & ~state.favoured}

    def act(self, state: State, verb: str, number: int) -> None:
        state.favoured |= 1 << number
        if state.kind.army_hq >> number & 1:
            state.detail("{:unit} comes first at the depots [11B2]", number)
        else:
            tell_of(state, (number,), "{} comes first where supply is short [11B]")

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "favour":
            return Refusal("11B2", "say which Army HQs come first at the depots, then be done")
        bit = 1 << number if number >= 0 else 0
        if not state.on_map(self.side) & bit:
            return Refusal("11B2", "it is not a unit of yours on the map")
        if state.favoured & bit:
            return Refusal("11B2", "it comes first already")
        if not state.kind.army_hq & bit:
            if supplied(state, self.side) & bit:
                return Refusal("11B", "it is in general supply")
            return Refusal("11B", "it would have no supply if it came first")
        if headquarters_lines(state, self.side) & bit:
            return Refusal("11B2", "it has a line of supply")
        return Refusal("11B2", "it can trace to no depot at all")
