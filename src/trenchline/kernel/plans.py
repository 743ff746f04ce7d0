"""Plans: a turn laid out in acts before anything of it is done, and tried on what a side knows.

An act is a few choices that belong together: a unit and where it goes, an attack and who takes
part in it. A plan is tried act by act on a copy of a position, without dice. Where a die would be
rolled, or another side would have to decide, the act is told with the odds that it would be fought
at, and what comes after it is tried as if it had not been begun: so the attacks of a phase all
stand before the same position, the one that the moves have led to. Past the end of a phase that is
not the side's own to go through, nothing is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from trenchline.kernel.board import Board
from trenchline.kernel.odds import Odds
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.preview import NoDice, PreviewView, Rolled, preview
from trenchline.kernel.steps import Choice, Choices, Refusal, is_legal

if TYPE_CHECKING:
    from trenchline.kernel.game import AnyGame

Act = tuple[Choice, ...]

GOOD = "good"
"""It can be done."""
REVEALS = "reveals"
"""It can be done, and shows something that is hidden now: what follows is supposed."""
DIE = "die"
"""It ends with a die."""
WAITS = "waits"
"""It ends with a decision of another side."""
MEANT = "meant"
"""It is begun, and not gone through with."""
ILLEGAL = "illegal"
UNTRIED = "untried"
"""Nobody can tell: it comes after what cannot be foreseen."""

DONE = (GOOD, REVEALS)
"""After these, whatever follows is tried on what they lead to."""


class Tried(NamedTuple):
    """What came of an act when it was tried."""

    fate: str
    refusal: Refusal | None = None
    failed: int = 0
    """Which of its choices was refused."""
    ways: tuple[PreviewView, ...] = ()
    """The ways that units would go."""
    attackers: tuple[str, ...] = ()
    """The units of the attack that it comes to."""
    target: str = ""
    odds: Odds | None = None


class Moment(NamedTuple):
    """A position that a plan has led to, and what may be chosen there; nothing is chosen by
    others."""

    state: Any
    choices: Choices
    open: bool = True
    """Whether what follows can be tried from here."""


Forbids = Callable[[Any, Choice], Refusal | None]
"""Why a legal choice is not for whoever plans, where people share a side."""


def _anything(state: Any, choice: Choice) -> Refusal | None:
    return None


@dataclass(frozen=True)
class Trial:
    """Tries the acts of a side's plan."""

    game: AnyGame
    board: Board | None
    side: int
    forbids: Forbids = _anything
    ahead: bool = False
    """Whether the way of an act's last choice is told with the enemies who could march up: of all
    ways of a plan that would take too long."""

    def act(self, start: Moment, act: Sequence[Choice], last: bool) -> tuple[Tried, Moment]:
        """Try an act, and say from where to go on; ``last`` says that none follows it."""
        if not start.open or not start.choices:
            return Tried(UNTRIED), start
        here = start
        ways: list[PreviewView] = []
        for number, choice in enumerate(act):
            if not is_legal(here.choices, choice):
                here = self._rested(here, choice)
            if refusal := self._refusal(here, choice):
                return Tried(ILLEGAL, refusal, number, tuple(ways)), start
            if way := self._way(here, choice, ahead=number == len(act) - 1):
                ways.append(way)
            found = _after(here, choice)
            if isinstance(found, str) or not self._ours(found):
                fate = found if isinstance(found, str) else WAITS
                onward = start._replace(open=not self.game.verbs[choice[0]].ends)
                return self._battle(here, Tried(fate, ways=tuple(ways))), onward
            here = found
        if not last and self._begun(here):
            return self._battle(here, Tried(MEANT, ways=tuple(ways))), start
        told = self.game.reveals(start.state, here.state, self.side)
        tried = Tried(REVEALS if told else GOOD, ways=tuple(ways))
        return self._battle(here, tried), here

    def _way(self, here: Moment, choice: Choice, ahead: bool) -> PreviewView | None:
        ahead = ahead and self.ahead
        return preview(self.game, self.board, here.state, self.side, choice, ahead)

    def _ours(self, moment: Moment) -> bool:
        state = moment.state
        return bool(state.stack) and decision(state).who(state) == self.side

    def _refusal(self, here: Moment, choice: Choice) -> Refusal | None:
        if not is_legal(here.choices, choice):
            return decision(here.state).why_not(here.state, *choice)
        return self.forbids(here.state, choice)

    def _rested(self, here: Moment, choice: Choice) -> Moment:
        """Whoever is in hand stays where he is, if he can, and makes way for the next."""
        rest = resting(self.game, here.state, here.choices, self.side)
        if rest is None or not picks_up(self.game, choice) or self.forbids(here.state, rest):
            return here
        found = _after(here, rest)
        return here if isinstance(found, str) or not self._ours(found) else found

    def _begun(self, here: Moment) -> bool:
        """Whether something is begun that cannot be left by taking up something else."""
        focus = self.game.view(here.state, self.side).focus
        if focus.battle:
            return True
        return bool(focus.units) and resting(self.game, here.state, here.choices, self.side) is None

    def _battle(self, here: Moment, tried: Tried) -> Tried:
        """With the odds of the attack that is being declared, if one is."""
        focus = self.game.view(here.state, self.side).focus
        if not focus.battle or not focus.hexes:
            return tried
        try:
            odds = self.game.odds(here.state, None)
        except ValueError:
            odds = None
        return tried._replace(attackers=focus.units, target=focus.hexes[0], odds=odds)


def _after(here: Moment, choice: Choice) -> Moment | str:
    """The moment after a legal choice, or what cannot be foreseen."""
    state = here.state.copy()
    take(state, *choice)
    try:
        return Moment(state, settle(state, NoDice()))
    except Rolled:
        return DIE


def resting(game: AnyGame, state: Any, choices: Choices, side: int) -> Choice | None:
    """What ends the move of whoever is in hand, if it can be ended now."""
    focus = game.view(state, side).focus
    if not focus.units or focus.battle:
        return None
    for verb in choices:
        told = game.verbs[verb]
        if told.means == "idle" and told.names is None and not told.ends:
            return verb, 0
    return None


def picks_up(game: AnyGame, choice: Choice) -> bool:
    """Whether a choice names a unit."""
    names = game.verbs[choice[0]].names
    return names is not None and names.takes == "unit"
