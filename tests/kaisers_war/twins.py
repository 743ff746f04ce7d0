"""Twins: two positions that differ only in what one side may not know. Whatever is played, that
side must be told the same of both: the map, the panels, who is asked, its own choices and odds, why
not, and the log."""

from __future__ import annotations

from tests.kaisers_war.table import Table, table
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.components import SIDES
from trenchline.kernel.odds import Odds
from trenchline.kernel.play import decision
from trenchline.kernel.steps import is_legal
from trenchline.kernel.view import LogView


def everything_told(t: Table, side: str, asked: tuple[str, ...] = ()) -> tuple[object, ...]:
    """All that a side is told of a position, and why it may not do what it asks for."""
    number = SIDES.index(side)
    if not t.state.stack:
        return (GAME.outcome(t.state),)
    mine = decision(t.state).who(t.state) == number
    odds: Odds | None = None
    if mine or GAME.open_odds(t.state):
        try:
            odds = GAME.odds(t.state, None)
        except ValueError:
            odds = None
    refusals = [
        str(t.why_not(text))
        for text in asked
        if mine and not is_legal(t.state.stack[-1].choices(t.state), GAME.parse_choice(text))  # type: ignore[attr-defined]
    ]
    return (GAME.view(t.state, number), sorted(t.legal) if mine else None, odds, refusals)


def told_of(t: Table, choice: str, side: str) -> LogView:
    """Make a choice, and what a side reads of it."""
    who, start = t.who, len(t.notes)
    t.choose(choice)
    return GAME.tell(LogView(1, who, choice, (), tuple(t.notes[start:])), SIDES.index(side))


def assert_told_alike(
    side: str,
    one: str,
    other: str,
    *acts: str | tuple[str, str],
    dice: tuple[int, ...] = (),
    asked: tuple[str, ...] = (),
) -> tuple[Table, Table]:
    """Play the same acts on two positions (or the act of each, where a secret unit is named), and
    see that a side is told the same of both all the way."""
    tables = table(one, *dice), table(other, *dice)
    first, second = tables
    assert everything_told(first, side, asked) == everything_told(second, side, asked)
    for act in acts:
        pair = (act, act) if isinstance(act, str) else act
        read = [told_of(t, text, side) for t, text in zip(tables, pair, strict=True)]
        assert read[0] == read[1]
        assert everything_told(first, side, asked) == everything_told(second, side, asked)
    return tables
