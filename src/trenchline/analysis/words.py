"""What an analysis says in words."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from trenchline.analysis.findings import Analysis
from trenchline.kernel.notes import PHASE, TURN, Note

EVEN = 0.03
"""Luck below this favours nobody."""


def told_of(notes: Iterable[Note], most: int) -> tuple[str, ...]:
    """The first lines of a log that tell what was done, without headings."""
    lines: list[str] = []
    for note in notes:
        if note.rank in (TURN, PHASE):
            if lines:
                break
            continue
        lines.append(note.text)
    if len(lines) > most > 1:
        lines = [*lines[: most - 1], f"… and {len(lines) - most + 1} more lines"]
    return tuple(lines[:most])


def percent(chance: float) -> str:
    """A chance as people say it.

    >>> percent(0.997), percent(0.5), percent(0.001)
    ('over 99%', '50%', 'under 1%')
    """
    if 0 < chance < 0.01:
        return "under 1%"
    if 0.99 < chance < 1:
        return "over 99%"
    return f"{100 * chance:.0f}%"


def summary(found: Analysis) -> Analysis:
    """The analysis with who won and why in sentences."""
    said = [_end(found), *_course(found), _luck(found), *_turn(found)]
    return replace(found, summary=tuple(one for one in said if one))


def _end(found: Analysis) -> str:
    if not found.over:
        return f"The game was not over after {found.choices} choices."
    reason = found.reason[:1].upper() + found.reason[1:]
    if found.winner is None:
        return f"Nobody won: {found.reason}."
    won = f"{found.winner} won"
    return f"{won}: {found.reason}." if won.lower() not in reason.lower() else f"{reason}."


def _course(found: Analysis) -> list[str]:
    """When whoever won, or led at the end, was ahead for good, and when he was worst off."""
    if len(found.turns) < 2:
        return []
    leader = found.winner or found.sides[0 if found.curve[-1].chance >= 0.5 else 1]
    chances = [t.chance if leader == found.sides[0] else 1 - t.chance for t in found.turns]
    ahead = len(chances)
    while ahead and chances[ahead - 1] > 0.5:
        ahead -= 1
    if ahead == len(chances):
        return []
    worst = min(range(len(chances)), key=lambda n: chances[n])
    first = (
        f"{leader} led at the end of every turn"
        if not ahead
        else f"{leader} led for good from {found.turns[ahead].name} on"
    )
    low = f"the chance was lowest, {percent(chances[worst])}, at the end of"
    return [f"{first}; {low} {found.turns[worst].name}."]


def _luck(found: Analysis) -> str:
    if not found.rolls:
        return "No die was rolled."
    total = sum(roll.luck for roll in found.rolls)
    dice = sum(len(roll.dice) for roll in found.rolls)
    if abs(total) < EVEN:
        return f"The {dice} dice favoured nobody."
    side = found.sides[0 if total > 0 else 1]
    by = f"{100 * abs(total):.0f} points of the chance to win"
    return f"The {dice} dice favoured {side}, by {by}."


def _turn(found: Analysis) -> list[str]:
    if not found.turning:
        return []
    most = max(found.turning, key=lambda one: abs(one.after - one.before))
    first = most.after > most.before
    side = found.sides[0 if first else 1]
    was, came = (most.before, most.after) if first else (1 - most.before, 1 - most.after)
    what = f": {most.words[0]}" if most.words else ""
    return [
        f"The war turned most in {most.turn or most.phase}, when the chance of {side} rose from "
        f"{percent(was)} to {percent(came)}{what}."
    ]
