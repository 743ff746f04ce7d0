"""What several games promise at every choice of a random game."""

from __future__ import annotations

from trenchline.kernel.match import Match


def notation_reads_back(match: Match) -> list[str]:
    """The text of a position is that position, in the middle of a phase too."""
    text = match.game.notation(match.state)
    if match.game.parse(text).facts() == match.state.facts():
        return []
    return [f"the position reads back as another one:\n{text}"]
