"""Rule 4: the sequence of play.

A game turn is half a month: the player turn of the Entente, then that of the Central Powers [4].
Nothing happens outside this order [4C].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trenchline.games.the_great_war.combat import BeginCombat
from trenchline.games.the_great_war.components import CENTRAL, ENTENTE, SIDES
from trenchline.games.the_great_war.initial import InitialPhase
from trenchline.games.the_great_war.movement import (
    BeginExploitation,
    BeginMovement,
    BeginReaction,
)
from trenchline.games.the_great_war.national_will import fall, rally
from trenchline.games.the_great_war.state import (
    COMBAT,
    EXPLOITATION,
    INITIAL,
    MOVEMENT,
    REACTION_COMBAT,
    REACTION_MOVEMENT,
    State,
)
from trenchline.games.the_great_war.supply import check_isolation
from trenchline.games.the_great_war.victory import Tally, close
from trenchline.kernel.steps import Duty, Step


def player_turn(side: int) -> list[Step[Any]]:
    """[4A] The phases of a player turn."""
    return [
        BeginPlayerTurn(side),
        InitialPhase(side),
        BeginMovement(side),
        BeginCombatPhase(side, reaction=False),
        BeginReaction(1 - side),
        BeginCombatPhase(1 - side, reaction=True),
        BeginExploitation(side),
        EndPlayerTurn(side),
    ]


def game_turn(first: int = ENTENTE) -> list[Step[Any]]:
    """[4] The player turns of a game turn, beginning with that of a side."""
    later = [] if first == CENTRAL else player_turn(CENTRAL)
    return [*player_turn(first), *later, Tally(), EndTurn()]


@dataclass(frozen=True, slots=True)
class BeginTurn(Duty[State]):
    """[4] A game turn begins."""

    def run(self, state: State) -> None:
        state.turn_heading("{}", str(state.date))
        # A scenario may begin with the second player turn.
        first = state.theatre.first_side if state.turn == 0 else ENTENTE
        state.stack += reversed(game_turn(first))


@dataclass(frozen=True, slots=True)
class BeginPlayerTurn(Duty[State]):
    """[4B] A player turn begins: one side is phasing, the other is not."""

    side: int

    def run(self, state: State) -> None:
        state.phasing = self.side
        state.forget("player turn")
        rally(state, self.side)
        state.heading("{} player turn", SIDES[self.side])


@dataclass(frozen=True, slots=True)
class BeginCombatPhase(Duty[State]):
    """[4A3] [4A5] [3G] [3G.1] Combat begins with a look at who is isolated."""

    side: int
    reaction: bool

    def run(self, state: State) -> None:
        state.phase = REACTION_COMBAT if self.reaction else COMBAT
        state.forget("combat")
        check_isolation(state)
        state.heading("{}: {} phase", SIDES[self.side], state.phase)
        state.stack.append(BeginCombat(self.side, self.reaction))


@dataclass(frozen=True, slots=True)
class EndPlayerTurn(Duty[State]):
    """[7A5a] [7A5d] At the end of a player turn temporary capacity is gone, and what has been
    transferred can be used."""

    side: int

    def run(self, state: State) -> None:
        nets = len(state.capacity)
        state.boosted = [0] * nets
        state.barred_capacity = [0] * nets
        fall(state)


@dataclass(frozen=True, slots=True)
class EndTurn(Duty[State]):
    """[4] The next half of a month; after the scenario's last turn the game ends."""

    def run(self, state: State) -> None:
        if state.turn + 1 < len(state.theatre.turns):
            state.turn += 1
            state.stack.append(BeginTurn())
        else:
            state.finished = True
            close(state)


PHASE_STEPS: dict[str, type[Step[Any]]] = {
    INITIAL: InitialPhase,
    MOVEMENT: BeginMovement,
    COMBAT: BeginCombatPhase,
    REACTION_MOVEMENT: BeginReaction,
    REACTION_COMBAT: BeginCombatPhase,
    EXPLOITATION: BeginExploitation,
}
"""The step that begins each phase."""
