"""Knowledge: what a side knows of a match, as one object.

Players, search, environments and tables are handed this and never the position itself. Its
``position`` is a whole one, of the game's own kind, that agrees with everything the side knows.
Where nothing is hidden it is the very position, and costs nothing. Where something is, it is dealt
by the game's ``Secrets`` from what is public alone, always in the same way: two positions that a
side cannot tell apart give it the same knowledge, whatever is read from it. ``hidden`` are the
units that stand there by supposition only, and ``sample`` deals them at random.

    known = Knowledge(game, state, side, choices)
    known.phase, known.asked, known.choices, known.view().prompt
    supposed = known.sample(rng)        # a copy to try something out on
"""

from __future__ import annotations

import random
from typing import Any, Generic, TypeVar

from trenchline.kernel.game import Game
from trenchline.kernel.odds import Odds
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice, Choices, Refusal, State
from trenchline.kernel.view import View

S = TypeVar("S", bound=State)


class Knowledge(Generic[S]):
    """What one side knows now. It is worked out when it is first asked for: whoever wants to keep
    it beyond the next choice keeps ``kept()``."""

    __slots__ = ("_given", "_supposed", "choices", "game", "side")

    def __init__(self, game: Game[S], state: S, side: int, choices: Choices | None = None) -> None:
        """``choices`` are those of whoever decides, if the caller has them at hand."""
        self.game = game
        self.side = side
        self._given: S | None = state
        self._supposed: S | None = state if game.secrets is None else None
        self.choices: Choices
        """What the side may choose; nothing if it is not asked."""
        if not state.stack or decision(state).who(state) != side:
            self.choices = {}
        else:
            self.choices = decision(state).choices(state) if choices is None else choices

    @property
    def position(self) -> S:
        """A whole position that agrees with all that the side knows. It is not the player's to
        change: whoever wants to try something out takes a ``sample``."""
        if self._supposed is None:
            given, secrets = self._given, self.game.secrets
            assert given is not None
            assert secrets is not None
            if secrets.hides(given, self.side):
                self._supposed = secrets.deal(given, self.side, random.Random(0))
                self._given = None
            else:
                self._supposed = given
        return self._supposed

    @property
    def hidden(self) -> int:
        """The units of which the side does not know where they are, as a set: in ``position`` they
        stand where they might."""
        secrets, position = self.game.secrets, self.position
        if secrets is None or not secrets.hides(position, self.side):
            return 0
        return secrets.hidden(position, self.side)

    def sample(self, rng: random.Random) -> S:
        """A position of its own in which all that the side may not know is drawn at random from
        what it may suppose."""
        secrets, position = self.game.secrets, self.position
        if secrets is None or not secrets.hides(position, self.side):
            return position.copy()
        return secrets.deal(position, self.side, rng)

    def kept(self) -> Knowledge[S]:
        """The same knowledge, which stays as it is while the match goes on."""
        return Knowledge(self.game, self.position.copy(), self.side, dict(self.choices))

    @property
    def who(self) -> int | None:
        """The side that decides; nobody at the end."""
        position = self.position
        return decision(position).who(position) if position.stack else None

    @property
    def asked(self) -> bool:
        """Whether this side decides."""
        return bool(self.choices)

    @property
    def phase(self) -> str:
        """The phase, as the sequence of play calls it."""
        return self.game.phase(self.position)

    def view(self) -> View:
        """All of it as people see it: pieces with their places, tracks, panels, the prompt."""
        return self.game.view(self.position, self.side)

    def odds(self, attack: str | None = None) -> Odds | None:
        """The odds of the attack being declared, or of one that is described; None if there is
        none, or if the side may not know them."""
        position = self.position
        if attack is None and not self.asked and not self.game.open_odds(position):
            return None
        try:
            return self.game.odds(position, attack)
        except ValueError:
            if attack is not None:
                raise
            return None

    def why_not(self, choice: Choice) -> Refusal:
        """The case and the reason that forbid a choice which is not legal."""
        return decision(self.position).why_not(self.position, *choice)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Knowledge):
            return NotImplemented
        return (
            self.game.name == other.game.name
            and self.side == other.side
            and self.choices == other.choices
            and self.position == other.position
        )

    __hash__ = None  # type: ignore[assignment]  # positions change

    def __repr__(self) -> str:
        return f"<Knowledge of {self.game.sides[self.side]} in {self.game.name}: {self.phase}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Only what is known leaves the process."""
        return Knowledge, (self.game, self.position, self.side, self.choices)
