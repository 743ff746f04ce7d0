"""How a scenario ends: by its levels of demoralization, or by a sudden death of its own [4]."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.components import CODES, NATIONS, SIDES
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.game import Outcome


def balance(state: State) -> int:
    """The demoralization of one nation less that of the other, as the scenario counts it."""
    rule = state.theatre.scenario["victory"]
    return state.dm[CODES.index(rule["plus"])] - state.dm[CODES.index(rule["minus"])]


def outcome(state: State) -> Outcome:
    """Who has won, or would if the game ended now."""
    rule = state.theatre.scenario["victory"]
    scores = [0, 0]
    for number, code in enumerate(CODES):
        scores[1 - NATIONS[code].side] += state.dm[number]
    if state.ending:
        return Outcome(SIDES.index(state.ending.partition(": ")[0]), state.ending, tuple(scores))
    points = balance(state)
    level = next(row for row in rule["levels"] if points >= row.get("least", points))
    winner = SIDES.index(level["winner"]) if level["winner"] else None
    return Outcome(winner, level["name"], tuple(scores))


def close(state: State) -> None:
    """Write how it ended."""
    if state.log is not None:
        end = outcome(state)
        state.note(f"The scenario is over: {end.reason}")
