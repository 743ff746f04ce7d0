"""The battles of a recorded game: the odds as they stood before the dice, the dice, and the result.

A battle may take many choices. It begins with odds that are told; the choice that first rolls after
that is fought by them; it goes on as long as the view says that a battle is going on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from trenchline.kernel.game import AnyGame
from trenchline.kernel.match import Match, Turned
from trenchline.kernel.notes import DETAIL, PHASE, TURN
from trenchline.kernel.odds import Odds


@dataclass
class Fought:
    """A battle, as far as it has come."""

    number: int
    """The choice that rolled first."""
    side: int
    """The side that declared it."""
    odds: Odds
    dice: list[int]
    """All dice, in the order in which they fell."""
    told: list[str] = field(default_factory=list)
    """The lines of the log."""
    last: int = 0
    """The choice that ended it."""
    code: str = ""
    """The result, where the view or the log tells it."""

    @property
    def result(self) -> str | None:
        """What came of it; None where nobody tells."""
        results = self.odds.results
        if self.code:
            return self.code
        if self.odds.pairs and len(self.dice) > 1:
            return self.odds.pairs[self.dice[0] - 1][self.dice[1] - 1]
        if len(results) == 1:
            return results[0].result
        if self.odds.shares:
            return None
        die = self.dice[self.odds.die]
        return next((r.result for r in results if die in r.rolls), None)

    @property
    def meaning(self) -> str | None:
        """The result in words, where the odds had it."""
        return next((r.meaning for r in self.odds.results if r.result == self.result), None)


class Battles:
    """Looks on as a record is played again."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._fought: list[Fought] = []
        self._declared: tuple[Odds, int] | None = None
        self._going_on: Fought | None = None

    def before(self, match: Match) -> None:
        """What is known before a choice."""
        odds = self._odds(match.state)
        if odds is not None:
            self._end()
            assert match.who is not None
            # Whoever is asked first about it has declared it.
            self._declared = odds, match.who if self._declared is None else self._declared[1]
        elif self._declared is not None and self._going_on is None:
            if not self.game.view(match.state, self._declared[1]).focus.battle:
                # It was called off.
                self._declared = None

    def after(self, match: Match, turned: Turned) -> None:
        """What a choice has brought."""
        number = len(match.history)
        if self._going_on is not None:
            self._going_on.dice += turned.dice
            self._going_on.told += _told(turned)
            rolled = match.game.format_choice(turned.choice)
            self._going_on.odds = rolled_by(self._going_on.odds, rolled)
        elif self._declared is not None and turned.dice:
            odds, side = self._declared
            odds = rolled_by(odds, match.game.format_choice(turned.choice))
            self._going_on = Fought(number, side, odds, list(turned.dice), _told(turned))
        elif self._declared is not None:
            odds, side = self._declared
            self._declared = rolled_by(odds, match.game.format_choice(turned.choice)), side
        if self._going_on is not None:
            focus = self.game.view(match.state, self._going_on.side).focus
            self._going_on.code = focus.result or self._in_the_log(turned) or self._going_on.code
            self._going_on.last = number
            if not focus.battle or match.over:
                self._end()

    def _in_the_log(self, turned: Turned) -> str:
        pattern = None if self.game.chronicle is None else self.game.chronicle.result
        if pattern is None:
            return ""
        found = (pattern.search(note.text) for note in turned.log)
        return next((one[1] for one in found if one), "")

    def all(self) -> list[Fought]:
        """All battles, when the record is at its end."""
        self._end()
        return self._fought

    def _odds(self, state: Any) -> Odds | None:
        try:
            return self.game.odds(state, None)
        except ValueError:
            return None

    def _end(self) -> None:
        if self._going_on is not None:
            self._fought.append(self._going_on)
            self._going_on = self._declared = None


def rolled_by(odds: Odds, choice: str) -> Odds:
    """The odds of the table that a choice rolls on; all of them if it does not say."""
    return next((one for one in (odds, *odds.others) if one.verb == choice), odds)


def _told(turned: Turned) -> list[str]:
    """The lines about what was chosen, up to the next heading."""
    lines = []
    for place, note in enumerate(turned.log):
        if note.rank in (TURN, PHASE) or (place and note.rank != DETAIL):
            break
        lines.append(note.text)
    return lines
