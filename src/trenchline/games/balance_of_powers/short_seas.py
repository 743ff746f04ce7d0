"""Chapter 12.9: what stands for blockade and submarines in the whole war where no ships are played
[12.9/no-navy.1] [12.9/no-navy.2]."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.balance_of_powers.components import BR, CENTRAL, ENTENTE, NATION
from trenchline.games.balance_of_powers.losing import blockade_loss, lose
from trenchline.games.balance_of_powers.scenarios import opens
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.trade_war import FIFTH, Unrestricted
from trenchline.kernel.steps import Duty

TOLD = "short_seas"
"""The special rule of a scenario that tells of it."""


@dataclass(frozen=True, slots=True)
class ShortSeas(Duty[State]):
    """[12.9/no-navy.1] From spring 1915 the Entente blockades two powers; the Central Powers say
    how their submarines sink, until they have done so without warning five times."""

    def run(self, state: State) -> None:
        """Take it from them, and ask."""
        told = state.scenario.special[TOLD]
        if state.month < opens(told["from"]):
            return
        for code in told["blockade"]:
            nation = NATION[code]
            if state.sides[nation] == CENTRAL:
                lose(state, nation, blockade_loss(state, nation), "blockade")
        if state.sides[BR] == ENTENTE:
            state.stack.append(Sinkings())
            if state.unrestricted < FIFTH:
                state.stack.append(Unrestricted(CENTRAL))


@dataclass(frozen=True, slots=True)
class Sinkings(Duty[State]):
    """[12.9/no-navy.2] What Britain loses to submarines: most in the fifth season without warning,
    and no more than usual after it."""

    def run(self, state: State) -> None:
        """Take it from her."""
        told = state.scenario.special[TOLD]
        word = "submarines"
        if state.unrestrained:
            word = "fifth" if state.unrestricted == FIFTH else "unrestricted"
        lose(state, BR, told[word], "submarines")
