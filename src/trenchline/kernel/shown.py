"""How games, matches and positions show themselves where somebody only looks at them: one line at a
prompt, a small table in a notebook. What a side may not know is not in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

from trenchline.kernel.notes import lines

if TYPE_CHECKING:
    from trenchline.kernel.game import AnyGame
    from trenchline.kernel.match import Match

LAST = 6
"""So many lines of the log are shown."""


def game_of(state: Any) -> AnyGame | None:
    """The game that a position is of: the one its class is in the package of."""
    package = type(state).__module__.rpartition(".")[0]
    game: AnyGame | None = getattr(import_module(package), "GAME", None) if package else None
    return game


def position_line(state: Any) -> str:
    """A position in one line: what is asked of whom."""
    game = game_of(state)
    kind = type(state).__name__ if game is None else game.name
    if not state.stack:
        return f"<position of {kind}: over>"
    step = state.stack[-1]
    if game is None or not hasattr(step, "prompt"):
        return f"<position of {kind}: {type(step).__name__} is next>"
    return f"<position of {kind}: {game.sides[step.who(state)]} is asked {step.prompt(state)!r}>"


def game_html(game: AnyGame) -> str:
    """A game: its scenarios and options."""
    scenarios = (
        (f"<code>{escape(s.name)}</code>", escape(f"{s.title}: {s.summary}"))
        for s in game.scenarios
    )
    options = (
        (f"<code>{escape(o.name)}</code>", escape(f"{o.title} [{o.case}]: {', '.join(o.values)}"))
        for o in game.options
    )
    parts = [
        f"<b>{escape(game.title)}</b> ({game.year}), {escape(' against '.join(game.sides))}",
        escape(game.summary),
        _table("scenario", scenarios),
        _table("option", options),
    ]
    return "<br>".join(parts[:2]) + "".join(parts[2:])


def position_html(state: Any) -> str:
    """A position as those see it who look on."""
    game = game_of(state)
    if game is None:
        return escape(position_line(state))
    view = game.view(state, None)
    on_map = Counter(piece.side for piece in view.pieces)
    counted = ", ".join(f"{count} {side}" for side, count in on_map.items() if side)
    rows = [("counters", escape(counted))]
    rows += [(escape(panel.title), "<br>".join(map(escape, panel.lines))) for panel in view.panels]
    head = ", ".join(filter(None, (view.turn, view.phase)))
    asked = f"{view.who}: {view.prompt}" if state.stack else "The game is over."
    return f"<b>{escape(game.title)}</b>, {escape(head)}<br>{escape(asked)}{_table('', rows)}"


def match_html(match: Match) -> str:
    """A match: where it stands, and what was told last to everybody."""
    log = [note for turned in match.history[-LAST:] for note in turned.log if note.only is None]
    if match.game.hides and not match.over:
        # What is told of a choice may be for one side's eyes.
        log = []
    told = "".join(f"<div>{escape(line)}</div>" for line in lines(log[-LAST:]))
    outcome = match.outcome
    end = "" if outcome is None else f"<br>{escape(outcome.reason)}"
    after = f"after {len(match.history):,} choices"
    return f"{position_html(match.state)}<div>{after}{end}</div>{told}"


def _table(head: str, rows: Iterable[tuple[str, str]]) -> str:
    cells = "".join(
        f'<tr><td style="text-align:left">{name}</td><td style="text-align:left">{told}</td></tr>'
        for name, told in rows
    )
    top = f'<tr><th style="text-align:left" colspan="2">{head}</th></tr>' if head else ""
    return f"<table>{top}{cells}</table>" if cells else ""
