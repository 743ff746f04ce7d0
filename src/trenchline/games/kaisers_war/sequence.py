"""Chapter 4: the sequence of play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trenchline.games.kaisers_war.attrition import SupplyAttrition
from trenchline.games.kaisers_war.combat import BeginCombat
from trenchline.games.kaisers_war.components import ALLIED, CENTRAL, SIDES, TABLES, TURNS, UNITS
from trenchline.games.kaisers_war.eastern import AnarchistRoll, KaiserMovesEast
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.mobilization import BeginMobilization
from trenchline.games.kaisers_war.movement import BeginMovement
from trenchline.games.kaisers_war.psywar import Psywar
from trenchline.games.kaisers_war.state import OUT, State
from trenchline.games.kaisers_war.victory import (
    Blockade,
    ExpandedSuddenDeath,
    ShellParis,
    VictoryCheck,
    VictoryPointSegment,
    outcome,
)
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal, Step

LONG_END: int = TABLES["turns"]["long_end"]
EARLY_END = LONG_END - 1
"""[R1] The last turn of 1919 by the text of the scenario, if the players want it so."""
SHORT_END: int = TABLES["turns"]["short_end"]
ANARCHISTS = UNITS["ANCavMakhno"]


def player_turn(side: int) -> list[Step[Any]]:
    """[4.2] The phases of a player turn."""
    return [
        BeginPlayerTurn(side),
        BeginMobilization(side),
        BeginMovement(side),
        BeginCombat(side, 1),
        BeginCombat(side, 2),
        SupplyAttrition(side),
    ]


def game_turn() -> list[Step[Any]]:
    """[4.1] The Central Powers' turn, the Allied turn, the End Phase."""
    return [
        *player_turn(CENTRAL),
        *player_turn(ALLIED),
        ShellParis(),
        VictoryPointSegment(),
        Blockade(),
        VictoryCheck(),
        EndTurn(),
    ]


@dataclass(frozen=True, slots=True)
class BeginTurn(Duty[State]):
    """A game turn begins; the Kaiser may move east [30.11]."""

    def run(self, state: State) -> None:
        state.turn_heading("Game Turn {}: {}", state.turn, TURNS[state.turn - 1])
        state.forget("game turn")
        state.stack += reversed(game_turn())
        if "east" in state.options:
            if not state.kaiser_east:
                state.stack.append(KaiserMovesEast())
            elif state.where[ANARCHISTS] != OUT:  # [30.21b]
                state.stack.append(AnarchistRoll())


@dataclass(frozen=True, slots=True)
class BeginPlayerTurn(Duty[State]):
    """The start of a player turn: sudden death by conquest [42.1], then psywar [32.1]."""

    side: int

    def run(self, state: State) -> None:
        state.phasing = self.side  # [4.2]
        state.heading("{} Player Turn", SIDES[self.side])
        if "psywar" in state.options:  # [32.1]
            if self.side == ALLIED and state.kaiser_east:  # [32.4] [30.14]
                state.stack.append(Psywar(ALLIED, free=True))
            state.stack.append(Psywar(self.side))
        state.stack.append(ExpandedSuddenDeath(self.side))


@dataclass(frozen=True, slots=True)
class EndTurn(Duty[State]):
    """[4.2] The turn marker moves on; after the last turn the game ends [25.1] [26.1]."""

    def run(self, state: State) -> None:
        if state.turn < state.last_turn:
            state.turn += 1
            state.stack.append(BeginTurn())
        elif state.turn == SHORT_END and "may_extend" in state.options:  # [27.1]
            # [27.1] Both may agree to fight on into 1919.
            state.stack.append(FightOn(ALLIED, agreed=False))
        else:
            close(state)


def close(state: State) -> None:
    """Write how it ended."""
    if state.log is not None:
        end = outcome(state)
        scores = ", ".join(f"{SIDES[s]} {n}" for s, n in enumerate(end.scores))
        state.note("The war is over: {} ({})", end.reason, scores)


@dataclass(frozen=True, slots=True)
class FightOn(OwnDecision[State]):
    """[27.1] Shall the war go on into 1919? Both must want it."""

    agreed: bool

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: fight on into 1919? [27.1]"

    def choices(self, state: State) -> Choices:
        return {"fight_on": ONE, "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            close(state)
        elif not self.agreed:
            state.stack.append(FightOn(CENTRAL, agreed=True))
        else:
            state.last_turn = EARLY_END if "ends_early" in state.options else LONG_END
            state.turn += 1
            state.stack.append(BeginTurn())

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return elsewhere(state, verb, "27.1", "say whether you want to fight on")
