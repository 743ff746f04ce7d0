"""Rule 15E4: whether the Entente comes to a unified command. When the conditional reinforcements
that it hangs on have come is for the scenario to say [R160]."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.calendar import read_date
from trenchline.games.the_great_war.components import ENTENTE
from trenchline.games.the_great_war.cooperation import UNIFIED
from trenchline.games.the_great_war.state import State
from trenchline.kernel.steps import Roll

NEEDED = 6


def seek_unity(state: State, side: int) -> None:
    """[15E4] In each initial phase of the Entente from a turn on a die is rolled for it."""
    since = state.theatre.scenario.get("unified_command", {}).get("from")
    if side == ENTENTE and since and UNIFIED not in state.flags:
        if state.date >= read_date(since):
            state.stack.append(SeekUnity())


@dataclass(frozen=True, slots=True)
class SeekUnity(Roll[State]):
    """[15E4] On a six the penalties for not cooperating are over for the Entente."""

    def purpose(self, state: State) -> str:
        return "do the Entente come to a unified command? [15E4]"

    def rolled(self, state: State, value: int) -> None:
        if value == NEEDED:
            state.flags |= {UNIFIED}
            state.note("The Entente have a unified command [15E4]")
