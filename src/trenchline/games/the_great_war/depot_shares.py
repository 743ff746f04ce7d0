"""Rule 11B2: Army HQs share depots. No two may trace to one; where there are too few, their owner
says which of them come first [R38]."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.supply import headquarters_lines, wanting_depots
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
        return f"{SIDES[self.side]}: which Army HQs come first at the depots? [11B2]"

    def acts(self, state: State) -> Choices:
        return {"favour": left_out(state, self.side) & ~state.favoured}

    def act(self, state: State, verb: str, number: int) -> None:
        state.favoured |= 1 << number
        state.detail("{:unit} comes first at the depots [11B2]", number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "favour":
            return Refusal("11B2", "say which Army HQs come first at the depots, then be done")
        bit = 1 << number if number >= 0 else 0
        if not state.on_map(self.side) & state.kind.army_hq & bit:
            return Refusal("11B2", "it is not an Army HQ of yours on the map")
        if state.favoured & bit:
            return Refusal("11B2", "it comes first already")
        if headquarters_lines(state, self.side) & bit:
            return Refusal("11B2", "it has a line of supply")
        return Refusal("11B2", "it can trace to no depot at all")
