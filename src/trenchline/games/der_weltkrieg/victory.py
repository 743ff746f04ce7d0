"""How a scenario ends: by its levels of demoralization, or by a sudden death of its own [4]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trenchline.games.der_weltkrieg.components import CENTRAL, CODES, NATIONS, SIDES
from trenchline.games.der_weltkrieg.lines import length
from trenchline.games.der_weltkrieg.state import ELIMINATED, SURRENDERED, State
from trenchline.games.der_weltkrieg.supply_spending import could_pay, longest_line
from trenchline.kernel.bits import members
from trenchline.kernel.game import Outcome
from trenchline.kernel.steps import Duty


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


def standing(state: State) -> list[str]:
    """What the balance is made of, the levels of victory best for the Central Powers first, and
    what would end the scenario at once."""
    if "victory" not in state.theatre.scenario:
        return []
    rule = state.theatre.scenario["victory"]
    plus, minus = (" and ".join(NATIONS[c].adjective for c in rule[w]) for w in ("plus", "minus"))
    lines = [f"Balance: {plus} demoralization less {minus}, now {balance(state)}"]
    grid = state.theatre.board.grid
    for label, points in rule.get("ground", {}).items():
        hex_ = grid.hex(label)
        counts = "counts" if state.control[CENTRAL] >> hex_ & 1 else "not yet taken"
        lines.append(state.say("{} {:hex}: {}", points, hex_, counts))
    reached = outcome(state).reason
    for row in rule["levels"]:
        from_ = f"from {row['least']}" if "least" in row else "below"
        here = "▸ " if row["name"] == reached else ""
        lines.append(f"{here}{row['name']} {from_}")
    ways = state.theatre.scenario.get("sudden_death", {}).get("ways", ())
    return [*lines, *(f"{way['winner']} at once: {way['ending']}" for way in ways)]


@dataclass(frozen=True, slots=True)
class CheckSuddenDeath(Duty[State]):
    """[4] At the end of a phase, whether the scenario is over before its time."""

    def run(self, state: State) -> None:
        for rule in state.theatre.scenario.get("sudden_death", {}).get("ways", ()):
            winner = SIDES.index(rule["winner"])
            if (
                _holds(state, winner, rule)
                or _stands_beyond(state, winner, rule)
                or _rid(state, rule)
            ):
                state.ending, state.finished = f"{rule['winner']}: {rule['ending']}", True
                close(state)
                return


def _holds(state: State, side: int, rule: Mapping[str, Any]) -> bool:
    """[4] Whether infantry of a side is in a hex that decides the scenario."""
    theatre = state.theatre
    return any(
        state.units(theatre.board.grid.hex(label), side) & theatre.infantry
        for label in rule.get("held", ())
    )


def _stands_beyond(state: State, side: int, rule: Mapping[str, Any]) -> bool:
    """[4] Whether divisions enough of a side's infantry stand in supply behind a column of the map:
    near enough to a headquarters to counterattack at full strength [19-10]."""
    if "column" not in rule:
        return False
    theatre = state.theatre
    column_row = theatre.board.grid.column_row
    beyond = [
        unit
        for unit in members(state.on_map(side) & theatre.infantry)
        if column_row(state.where[unit])[0] <= rule["column"]
    ]
    if sum(theatre.half_divisions[unit] for unit in beyond) < 2 * rule["divisions"]:
        return False
    fed = [unit for unit in beyond if _is_fed(state, unit)]
    return sum(theatre.half_divisions[unit] for unit in fed) >= 2 * int(rule["divisions"])


def _is_fed(state: State, unit: int) -> bool:
    hex_ = state.where[unit]
    return any(
        (line := length(state, hex_, hq)) is not None
        and line <= longest_line(state, hex_, hq, attacking=False)
        for hq in members(could_pay(state, unit, attacking=False))
    )


def _rid(state: State, rule: Mapping[str, Any]) -> bool:
    """[4] Whether all headquarters that a rule names have been destroyed."""
    keys = rule.get("headquarters", ())
    places = (state.where[state.theatre.unit[key]] for key in keys)
    return bool(keys) and all(place in (ELIMINATED, SURRENDERED) for place in places)


def close(state: State) -> None:
    """Write how it ended."""
    if state.log is not None:
        state.note("The scenario is over: {}", outcome(state).reason)
