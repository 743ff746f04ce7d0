"""A table at which a test plays any game: a position in a few lines, dice told beforehand.

Each game's ``table.py`` adds the words for what its players look at.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, Self, TypeVar

from trenchline.kernel.game import AnyGame, IllegalChoice, Outcome
from trenchline.kernel.notes import Note, lines
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choice, Choices, Refusal, State, is_legal, listed

S = TypeVar("S", bound=State)


class ToldDice:
    """Dice that fall as the test says; a roll nobody told is a mistake in the test or the rules."""

    def __init__(self) -> None:
        self.told: list[int] = []

    def roll(self, sides: int, number: int) -> int:
        """The next number told."""
        assert self.told, "a die is rolled that the test did not tell"
        return self.told.pop(0)


class GameTable(Generic[S]):
    """A position being played. Every choice is checked, and so is every position after it."""

    game: ClassVar[AnyGame]

    def __init__(self, state: S, dice: Iterable[int] = ()) -> None:
        self.state: S = state
        self.dice = ToldDice()
        self.dice.told += dice
        self.notes: list[Note] = []
        self._options: Choices = {}
        self._settle()

    @classmethod
    def laid(cls, text: str, *dice: int) -> Self:
        """A table with a position in the game's notation, and the first dice."""
        words = (line.strip() for line in text.strip().splitlines())
        return cls(cls.game.parse("\n".join(words)), dice)

    @classmethod
    def opening(cls, *dice: int, scenario: str | None = None, **options: str) -> Self:
        """A table at the start of a game."""
        return cls(cls.game.new(*cls.game.settled(scenario, options)), dice)

    def _settle(self) -> None:
        self.state.log = self.notes
        self._options = settle(self.state, self.dice)
        wrong = self.game.broken(self.state)
        assert not wrong, wrong

    # Playing.

    def roll(self, *values: int) -> Self:
        """Tell the next dice."""
        self.dice.told += values
        return self

    def choose(self, *texts: str) -> Self:
        """Make choices, each as a record writes it: ``unit GE5``, ``move 0408``, ``done``."""
        for text in texts:
            choice = self.game.parse_choice(text)
            if not is_legal(self._options, choice):
                raise IllegalChoice(text, self._why_not(choice))
            take(self.state, *choice)
            self._settle()
        return self

    def choose_while(self, asked: tuple[str, ...], *texts: str) -> Self:
        """Make those of some choices that are still asked; what goes unasked need not be."""
        for text in texts:
            if self.asked in asked and self.may(text):
                self.choose(text)
        return self

    def copy(self) -> Self:
        """The same position, to be played otherwise."""
        twin = type(self)(_copied(self.state), self.dice.told)
        twin.notes = self.notes[:]
        twin.state.log = twin.notes
        return twin

    # What may be chosen.

    @property
    def legal(self) -> set[str]:
        """Everything that may be chosen."""
        return {self.game.format_choice(choice) for choice in listed(self._options)}

    def choices(self, verb: str) -> set[str]:
        """What may go with a verb: ``{"0408", "0409"}``; with a verb alone, ``{""}`` if it may."""
        pairs = (text.partition(" ") for text in self.legal)
        return {object_ for found, _, object_ in pairs if found == verb}

    @property
    def verbs(self) -> set[str]:
        """The verbs that may be chosen."""
        return set(self._options)

    def may(self, text: str) -> bool:
        """Whether a choice is legal."""
        return is_legal(self._options, self.game.parse_choice(text))

    def why_not(self, text: str) -> Refusal:
        """Why a choice is not legal; one that is legal fails the test."""
        choice = self.game.parse_choice(text)
        assert not is_legal(self._options, choice), f"{text} is legal"
        return self._why_not(choice)

    def _why_not(self, choice: Choice) -> Refusal:
        assert self.state.stack, "the game is over"
        return decision(self.state).why_not(self.state, *choice)

    # What is to be seen.

    @property
    def phase(self) -> str:
        """The phase, in the words of the notation: ``Allied movement``, ``Central attack 2``."""
        return self.game.notation(self.state).partition("\n")[0].partition(" phase ")[2]

    @property
    def who(self) -> str:
        """The side that decides."""
        return self.game.sides[decision(self.state).who(self.state)]

    @property
    def asked(self) -> str:
        """The name of the decision to be made: ``MoveUnit``."""
        return type(decision(self.state)).__name__ if self.state.stack else ""

    @property
    def outcome(self) -> Outcome:
        """How the game ended, or would if it ended now."""
        return self.game.outcome(self.state)

    @property
    def log(self) -> list[str]:
        """The log as text."""
        return lines(self.notes, self.game.sides)

    def said(self, words: str) -> bool:
        """Whether the log has a line with these words."""
        return any(words in line for line in self.log)


def _copied(state: Any) -> Any:
    return state.copy()
