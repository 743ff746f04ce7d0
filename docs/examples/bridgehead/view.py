"""What a side may see: here, everything."""

from __future__ import annotations

from trenchline.kernel.steps import Decision
from trenchline.kernel.view import FocusView, PieceView, TrackView, View

from .components import COUNTERS, GRID, SIDES
from .state import GONE, State

PHASES = ("Movement", "Combat")


def view(state: State, side: int | None) -> View:
    """The position for the table."""
    step = state.stack[-1] if state.stack else None
    asking = step if isinstance(step, Decision) else None
    unit = getattr(step, "unit", None)
    pieces = tuple(
        PieceView(
            c.key,
            c.name,
            SIDES[c.side],
            SIDES[c.side],
            "infantry",
            "XX",
            str(c.strength),
            GRID.label(state.where[u]),
        )
        for u, c in enumerate(COUNTERS)
        if state.where[u] != GONE
    )
    return View(
        turn=str(state.turn),
        phase="Combat" if type(step).__name__ in ("CombatPhase", "Target") else "Movement",
        who=SIDES[asking.who(state)] if asking else "",
        prompt=asking.prompt(state) if asking else "",
        pieces=pieces,
        tracks=tuple(
            TrackView("Units", len(state.of_side(n)), name) for n, name in enumerate(SIDES)
        ),
        panels=(),
        overlays={},
        focus=FocusView(units=(COUNTERS[unit].key,)) if unit is not None else FocusView(),
    )
