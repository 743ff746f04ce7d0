"""Positions as text: ``turn 3 Blue movement``, then a line a side: ``Blue B1@0302 B2:gone``."""

from __future__ import annotations

from trenchline.kernel.notation import NotationError, placed, read_attack, read_lines
from trenchline.kernel.steps import Step

from .combat import CombatPhase
from .components import BOARD, COUNTERS, GRID, SIDES, TURNS, UNITS
from .movement import MovementPhase
from .sequence import EndTurn
from .state import GONE, PILES, State

PHASES = {"movement": MovementPhase, "combat": CombatPhase}


def parse(text: str) -> State:
    """A position at the beginning of a phase."""
    state = State()
    state.where = [GONE] * len(COUNTERS)
    for line in read_lines(text):
        if line.head == "turn":
            state.turn = line.turn(TURNS)
            side, phase = (*line.rest[1:], "", "")[:2]
            if side not in SIDES or phase not in PHASES:
                raise line.wrong("a turn reads like: turn 3 Blue movement")
            state.stack = _plan(SIDES.index(side), phase)
        elif line.head == "Pont" and line.rest and line.rest[0] in SIDES:
            state.holder = SIDES.index(line.rest[0])
        elif line.head in SIDES:
            for word in line.rest:
                key, mark, place = placed(line, word)
                unit = line.unit(UNITS, key)
                hex_ = line.hex(GRID, place, BOARD.hexes) if mark == "@" else None
                state.where[unit] = PILES.read(line, place) if hex_ is None else hex_
        else:
            raise line.not_understood()
    if not state.stack:
        raise NotationError("the line of the turn is missing")
    return state


def _plan(side: int, phase: str) -> list[Step[State]]:
    """What is left of a turn from a phase on."""
    whole = [EndTurn(), CombatPhase(1), MovementPhase(1), CombatPhase(0), MovementPhase(0)]
    return whole[: whole.index(PHASES[phase](side)) + 1]


def notation(state: State) -> str:
    """A position at the beginning of a phase, as ``parse`` reads it."""
    step = state.stack[-1] if state.stack else None
    phase = next((name for name, kind in PHASES.items() if isinstance(step, kind)), "movement")
    side = getattr(step, "side", 0)
    lines = [f"turn {state.turn} {SIDES[side]} {phase}"]
    if state.holder >= 0:
        lines.append(f"Pont {SIDES[state.holder]}")
    for number, name in enumerate(SIDES):
        units = [
            c.key + PILES.written(GRID, state.where[u])
            for u, c in enumerate(COUNTERS)
            if c.side == number
        ]
        lines.append(" ".join([name, *units]))
    return "\n".join(lines) + "\n"


def parse_attack(state: State, text: str) -> tuple[int, int]:
    """An attack: ``B1 > 0302``."""
    named, hex_, _ = read_attack(text, "B1 > 0302", GRID, UNITS)
    if hex_ not in state.where:
        raise NotationError(f"nobody is there to be attacked: {text!r}")
    return next(iter(named.values())), hex_
