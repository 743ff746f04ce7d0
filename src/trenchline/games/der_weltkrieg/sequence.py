"""Section 5: the sequence of play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trenchline.games.der_weltkrieg.cavalry import horses_die
from trenchline.games.der_weltkrieg.combat import BeginCombat
from trenchline.games.der_weltkrieg.components import CENTRAL, ENTENTE, SIDES
from trenchline.games.der_weltkrieg.demoralization import CheckSurrender
from trenchline.games.der_weltkrieg.fortresses import neglect, raise_sieges
from trenchline.games.der_weltkrieg.headquarters import FormCorps
from trenchline.games.der_weltkrieg.movement import BeginMovement
from trenchline.games.der_weltkrieg.orders import release_due
from trenchline.games.der_weltkrieg.rail_lines import finish_standing_repairs, stand_still
from trenchline.games.der_weltkrieg.recombination import BeginRecombination
from trenchline.games.der_weltkrieg.reinforcements import BeginReinforcement
from trenchline.games.der_weltkrieg.stacking import CheckStacking
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.surrounded import mark_pockets, pockets_surrender
from trenchline.games.der_weltkrieg.threat import assess_threat
from trenchline.games.der_weltkrieg.trenches import (
    SEVEN_TURNS,
    CompleteConstruction,
    Dig,
    TendTrenches,
    complete_in_time,
    keep_to_the_front,
)
from trenchline.games.der_weltkrieg.victory import CheckSuddenDeath, close
from trenchline.kernel.steps import Duty, Step


def half_turn(side: int) -> list[Step[Any]]:
    """[5c] The four phases of a side: reinforcement [5d], movement [5e], combat [5f], recombination
    [5g]; stacking is checked after each of them [11-1]."""
    return [
        BeginHalf(side),
        FormCorps(side),
        BeginDigging(side),
        BeginReinforcement(side),
        CheckStacking(),
        TendTrenches(),
        BeginMovement(side),
        CheckStacking(),
        CheckSurrender(),
        TendTrenches(),
        CheckSuddenDeath(),
        BeginCombat(side),
        CheckStacking(),
        CheckSurrender(),
        TendTrenches(),
        CheckSuddenDeath(),
        BeginRecombination(side),
        CheckStacking(),
        EndHalf(side),
        CheckSurrender(),
        TendTrenches(),
        CheckSuddenDeath(),
    ]


def special_turn(state: State) -> list[Step[Any]]:
    """[5] Trenches are completed, then new ones begun; the Central Powers choose first [R2]. By
    the optional rule trenches are dug in other turns [22-22]."""
    digging = [] if SEVEN_TURNS in state.options else [Dig(CENTRAL), Dig(ENTENTE)]
    return [CompleteConstruction(), *digging]


@dataclass(frozen=True, slots=True)
class BeginTurn(Duty[State]):
    """[5a] [5c] A month begins with its special turn; the Central Powers play first in the
    others."""

    def run(self, state: State) -> None:
        state.turn_heading("{} {}", state.date, state.year)
        release_due(state)  # [4]
        keep_to_the_front(state)  # [22-9]
        # [23-2] What units have done in this turn: on either side, in either half.
        state.forget("turn")
        if state.is_special:
            state.phase = "special"
            horses_die(state)  # [30-4]
            state.stack += reversed([*special_turn(state), EndTurn()])
        else:
            state.stack += reversed([*half_turn(CENTRAL), *half_turn(ENTENTE), EndTurn()])


@dataclass(frozen=True, slots=True)
class BeginHalf(Duty[State]):
    """A side's half of the turn begins."""

    side: int

    def run(self, state: State) -> None:
        state.phasing = self.side
        state.phase = "reinforcement"
        mark_pockets(state, self.side)
        state.heading(SIDES[self.side])


@dataclass(frozen=True, slots=True)
class BeginDigging(Duty[State]):
    """[22-22] By the optional rule a side finishes and begins trenches as its part of a turn
    begins."""

    side: int

    def run(self, state: State) -> None:
        if SEVEN_TURNS in state.options:
            complete_in_time(state, self.side)
            state.stack.append(Dig(self.side))


@dataclass(frozen=True, slots=True)
class EndHalf(Duty[State]):
    """The end of a side's half of the turn."""

    side: int

    def run(self, state: State) -> None:
        stand_still(state, self.side)
        raise_sieges(state)
        pockets_surrender(state, self.side)
        state.forget("half")


@dataclass(frozen=True, slots=True)
class EndTurn(Duty[State]):
    """[5h] The turn marker moves on; after the scenario's last turn the game ends."""

    def run(self, state: State) -> None:
        finish_standing_repairs(state)  # [9-7]
        assess_threat(state)  # [S4]
        if not state.is_special:  # [41-4]
            neglect(state)
        turns = state.theatre.turns
        place = turns.index(state.date) + 1
        if place < len(turns):
            state.year, state.month, state.turn = turns[place]
            state.stack.append(BeginTurn())
        else:
            close(state)
