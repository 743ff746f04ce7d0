"""Section 26: demoralization points."""

from __future__ import annotations

from trenchline.games.der_weltkrieg.state import State


def suffer(state: State, nation: str, points: int, reason: str) -> None:
    """[26-1] A nation takes demoralization points."""
    state.demoralize(nation, points, reason)
