"""Positions as sides see them, and what each side saw of a match last.

What a game hides from a side is dealt once for all that is shown of a position, and what was shown
is kept until the next choice: whoever chooses is told what is new since, and whoever plans asks
many questions of one moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from trenchline.kernel.game import AnyGame
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.odds import Odds
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choices
from trenchline.kernel.view import View

POSITIONS_IN_A_SIGHT = 4
"""What is kept of a sight weighs about as much as so many positions."""


class Sight:
    """A position as a side sees it, made from nothing but what it knows, or as a spectator does."""

    def __init__(
        self, game: AnyGame, state: Any, side: int | None, choices: Choices | None = None
    ) -> None:
        """``choices`` are those of whoever decides, if the caller has them at hand."""
        self._game, self._state, self._side = game, state, side
        self._known = None if side is None else Knowledge(game, state, side, choices)

    @cached_property
    def view(self) -> View:
        """All of it as people see it."""
        known = self._known
        return self._game.view(self._state, None) if known is None else known.view()

    @property
    def position(self) -> Any:
        """A whole position that agrees with all that the side knows; not to be changed."""
        assert self._known is not None
        return self._known.position

    def odds(self) -> Odds | None:
        """The odds of the attack being declared, for whoever may know them."""
        state = self._state
        if not state.stack:
            return None
        secret = not self._game.open_odds(state)
        if secret and decision(state).who(state) != self._side:
            return None
        if self._known is not None:
            return self._known.odds()
        try:
            return self._game.odds(state, None)
        except ValueError:
            return None


@dataclass(frozen=True)
class _Last:
    revision: int
    version: int
    sight: Sight


class Sights:
    """What each side, and those who look on, saw of a match last."""

    def __init__(self) -> None:
        self._last: dict[int | None, _Last] = {}

    @property
    def size(self) -> int:
        """How many positions they weigh."""
        return POSITIONS_IN_A_SIGHT * len(self._last)

    def now(self, match: Match, revision: int, side: int | None) -> Sight:
        """The position of a match that stands at a revision, as a side sees it."""
        last = self._last.get(side)
        if last is not None and last.revision == revision:
            return last.sight
        sight = Sight(match.game, match.state, side, match.choices)
        # The match goes on in the same position; what is looked at later is made now.
        _ = sight.view
        self._last[side] = _Last(revision, len(match.history), sight)
        return sight

    def then(self, match: Match, version: int, side: int | None) -> View:
        """What a side saw after so many choices."""
        last = self._last.get(side)
        if last is not None and last.version == version:
            return last.sight.view
        return Sight(match.game, match.position(version), side).view

    def cut(self, version: int) -> None:
        """Forget what came after a version: it has been taken back."""
        self._last = {side: last for side, last in self._last.items() if last.version <= version}

    def clear(self) -> None:
        """Forget everything."""
        self._last = {}
