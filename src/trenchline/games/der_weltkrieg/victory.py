"""How a scenario ends: by its levels of demoralization, or by a sudden death of its own [4]."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.components import CENTRAL, CODES, NATIONS, SIDES
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.game import Outcome


def balance(state: State) -> int:
    """The demoralization of some nations less that of others, as the scenario counts it, and its
    points for ground that the Central Powers hold."""
    rule = state.theatre.scenario["victory"]
    grid = state.theatre.board.grid
    ground = sum(
        points
        for label, points in rule.get("ground", {}).items()
        if state.control[CENTRAL] >> grid.hex(label) & 1
    )
    plus, minus = (sum(state.dm[CODES.index(c)] for c in rule[what]) for what in ("plus", "minus"))
    return int(plus - minus + ground)


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
