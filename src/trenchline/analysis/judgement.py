"""The chance to win of a position that nobody hides anything in.

The game's staff weighs a position as each side sees it; the judge takes the mean of both, and
stretches or narrows it as finished games have taught (``calibration.toml`` beside the staff, which
``python -m tools.calibrate`` writes). A draw counts half.

In the middle of an act, as when a die has fallen and losses are still to be taken, a position says
little. So it is played on first, with the staff's answers on both sides, until the act is over: the
stack of steps is then no higher than it was when the phase asked its question. Where there is no
time to ask the staff for each of these answers, the *hasty* judge does the least there is to do.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from itertools import chain
from typing import Any

from trenchline.kernel.bits import lowest
from trenchline.kernel.data import read_toml
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.play import settle, take
from trenchline.kernel.staff import Staff
from trenchline.kernel.steps import Choice, Choices

SUREST = 0.999
"""Nobody's chance is better than this before the end."""


LONGEST = 40
"""So many choices an act under way may take to its end."""


class CannotAnalyse(ValueError):
    """There is nobody to judge the positions of a game."""


@dataclass(frozen=True)
class Calibration:
    """How much to make of a staff's chances.

    >>> Calibration(0.5).apply(0.9)
    0.75
    >>> Calibration().apply(1.0)
    0.999
    """

    slope: float = 1.0
    """By what the logarithm of the odds is multiplied."""
    shift: float = 0.0
    """What is added to it then, in favour of the first side."""
    games: int = 0
    """How many games have taught it; none where the staff is taken at its word."""
    elsewhere: bool = False
    """Whether these were games of other scenarios only."""

    def apply(self, chance: float) -> float:
        """The chance, calibrated."""
        least = 1 - SUREST
        inside = max(least, min(SUREST, chance))
        odds: float = (inside / (1 - inside)) ** self.slope * math.exp(self.shift)
        return max(least, min(SUREST, round(odds / (1 + odds), 9)))


def read_calibration(game: AnyGame, scenario: str | None) -> Calibration:
    """What finished games have taught: of this scenario where it has been played by itself, else
    of all that were played."""
    file = game.folder / "staff" / "calibration.toml"
    if not file.is_file():
        return Calibration()
    told = read_toml(file)
    each = told.get("scenario", {})
    fit = each.get(scenario, told)
    elsewhere = bool(each) and scenario is not None and scenario not in each
    return Calibration(float(fit["slope"]), float(fit["shift"]), int(fit["games"]), elsewhere)


class Judge:
    """Weighs positions of a game."""

    def __init__(
        self,
        game: AnyGame,
        scenario: str | None = None,
        hasty: bool = False,
        calibration: Calibration | None = None,
    ) -> None:
        if game.staff is None:
            raise CannotAnalyse(f"{game.title} has no staff that could weigh its positions")
        self.game = game
        self.staff: Staff[Any] = game.staff
        self.hasty = hasty
        self.calibration = calibration or read_calibration(game, scenario)

    def chance(self, state: Any) -> float:
        """The first side's chance to win, as the position stands."""
        if not state.stack or state.finished:
            winner = self.game.outcome(state).winner
            return 0.5 if winner is None else float(winner == 0)
        weigh = self.staff.weigh
        seen = weigh(state, 0)
        if self.game.hides:
            # Each side knows only its own part of it.
            seen = (seen + 1 - weigh(state, 1)) / 2
        return self.calibration.apply(seen)

    def at_rest(self, state: Any, choices: Choices, floor: int, luck: float) -> float:
        """The first side's chance when the act in hand is over. The position is played on."""
        self.end_act(state, choices, floor, random.Random(luck))
        return self.chance(state)

    def end_act(self, state: Any, choices: Choices, floor: int, rng: random.Random) -> Choices:
        """Play a position on to the end of the act in hand; returns what may be chosen then."""
        dice = PlannersDice(rng)
        for _ in range(LONGEST):
            if not choices or len(state.stack) <= floor:
                break
            take(state, *self._answer(state, choices, rng))
            choices = settle(state, dice)
        return choices

    def _answer(self, state: Any, choices: Choices, rng: random.Random) -> Choice:
        if not self.hasty:
            choice: Choice = self.staff.choose(state, choices, rng, self.staff.plans[0])
            return choice
        verbs = self.game.verbs
        ends = (verb for verb in choices if verbs[verb].ends)
        idle = (verb for verb in choices if verbs[verb].means == "idle")
        verb = next(chain(ends, idle, choices))
        return verb, lowest(choices[verb])

    @property
    def told(self) -> str:
        """How the chance was found, for whoever reads it."""
        taught = self.calibration.games
        where = " of other scenarios" if self.calibration.elsewhere else ""
        how = (
            f"the staff's forecast, calibrated by {taught} finished games{where}"
            if taught
            else "the staff's own forecast, which no games have calibrated"
        )
        answers = "the least there was to do" if self.hasty else "the staff's answers"
        return (
            f"The chance to win is {how}; a draw counts half. "
            f"Acts under way were played out first, with {answers}."
        )
