"""Chapter 4: the sequence of play.

Nothing happens out of this order [4.0]. A turn is a list of steps laid on the stack as it begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trenchline.games.world_war_one.combat import BeginAttacks
from trenchline.games.world_war_one.components import (
    ALLIED,
    CENTRAL,
    JOINS,
    LAST_TURN,
    NATIONS,
    SIDES,
    TURNS,
)
from trenchline.games.world_war_one.movement import BeginMovement
from trenchline.games.world_war_one.neutrals import (
    JOINS_ON,
    automatic_entries,
    entries_to_roll,
    join,
)
from trenchline.games.world_war_one.resources import AllocatePoints, BeginBuilding, Lending
from trenchline.games.world_war_one.state import LOST, State
from trenchline.games.world_war_one.supply import unsupplied_forts, unsupplied_units
from trenchline.games.world_war_one.victory import outcome
from trenchline.kernel.bits import members
from trenchline.kernel.steps import Duty, Roll, Step


def phases() -> list[Step[Any]]:
    """The phases of a game turn, in order [4.0]."""
    return [
        BeginMovement(ALLIED),
        BeginMovement(CENTRAL),
        DetermineSuperior(),
        BeginAttacks(superior=True, set=1),
        BeginAttacks(superior=False, set=1),
        BeginAttacks(superior=True, set=2),
        BeginAttacks(superior=False, set=2),
        BeginAttacks(superior=True, set=3),
        BeginAttacks(superior=False, set=3),
        AllocatePoints(),
        BeginBuilding(ALLIED),
        BeginBuilding(CENTRAL),
        Lending(ALLIED),
        Lending(CENTRAL),
        EliminateUnsupplied(),
        EndTurn(),
    ]


@dataclass(frozen=True, slots=True)
class BeginTurn(Duty[State]):
    """A turn begins: nations enter the war, then the phases follow [R24]."""

    def run(self, state: State) -> None:
        state.turn_heading("Game-Turn {}: {}", state.turn, TURNS[state.turn - 1])
        # [6.43] Last turn's violations are over: everybody's zones cross those borders now.
        state.forget("turn")
        automatic_entries(state)
        state.stack += reversed(phases())
        for nation in reversed(entries_to_roll(state)):
            state.stack.append(EntryRoll(nation))


@dataclass(frozen=True, slots=True)
class EntryRoll(Roll[State]):
    """[13.11] [13.21] A nation whose entry is variable joins on one to four [13.12] [13.22]."""

    nation: int

    def purpose(self, state: State) -> str:
        return f"entry of {NATIONS[self.nation].name}"

    def rolled(self, state: State, value: int) -> None:
        state.detail("{:die} for the entry of {}", value, NATIONS[self.nation].name)
        if value <= JOINS_ON:
            side, _ = JOINS[self.nation]
            join(state, self.nation, side)


@dataclass(frozen=True, slots=True)
class DetermineSuperior(Duty[State]):
    """[4.0/3] The side with more points among its nations at war is Superior; a tie is Central's.

    [R23] Borrowed points count; nations not in the war do not.
    """

    def run(self, state: State) -> None:
        allied, central = totals(state)
        state.superior = ALLIED if allied > central else CENTRAL
        state.note(
            "{} is the Superior side: Allied {}, Central {}", SIDES[state.superior], allied, central
        )


def totals(state: State) -> tuple[int, int]:
    """The points of the nations at war on each side."""
    allied = sum(state.crp[n] for n in state.nations_of(ALLIED))
    return allied, sum(state.crp[n] for n in state.nations_of(CENTRAL))


@dataclass(frozen=True, slots=True)
class EliminateUnsupplied(Duty[State]):
    """[4.0/10e] [9.22] Everything out of supply is destroyed at once: judged first, then removed
    [R45]. Units never come back; forts may be rebuilt [9.5]."""

    def run(self, state: State) -> None:
        units = unsupplied_units(state)
        forts = unsupplied_forts(state)
        for unit in units:
            state.note("{:unit} is out of supply and lost for good [9.22]", unit)
            state.lift(unit, LOST)
        for hex_ in members(forts):
            state.note("The fort at {:hex} is out of supply and destroyed [9.5]", hex_)
            state.ruin(hex_)


@dataclass(frozen=True, slots=True)
class EndTurn(Duty[State]):
    """[4.0/end] The turn marker moves on; after the tenth turn the game is over."""

    def run(self, state: State) -> None:
        if state.turn < LAST_TURN:
            state.turn += 1
            state.stack.append(BeginTurn())
        elif state.log is not None:
            end = outcome(state)
            scores = ", ".join(f"{SIDES[s]} {n}" for s, n in enumerate(end.scores))
            state.note("The war is over: {} ({})", end.reason, scores)
