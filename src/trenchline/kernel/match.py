"""A match: a game being played, with its dice, its history and undo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from trenchline.kernel.dice import Dice, SeededDice
from trenchline.kernel.game import AnyGame, Game, IllegalChoice, Outcome
from trenchline.kernel.notes import Note
from trenchline.kernel.past import Past, Position
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.shown import match_html
from trenchline.kernel.steps import Choice, Choices, Refusal, choice_of, is_legal
from trenchline.kernel.takebacks import Act, TakeBacks, TakenBack, Turned

__all__ = ["Match", "TakenBack", "Turned"]

OVER = Refusal("-", "the game is over")
UNKNOWN = Refusal("-", "this is not being asked now")


class _Noted:
    """The dice for a choice in a match, with what they rolled."""

    def __init__(self, match: Match, choice: Choice | None) -> None:
        self._match = match
        self._choice = choice
        self.drawn: list[int] = []

    def roll(self, sides: int, number: int) -> int:
        value = self._match._roll(self._choice, sides, number)
        self.drawn.append(value)
        return value


class _Fallen:
    """Dice that fell before, and fall so again."""

    def __init__(self, drawn: tuple[int, ...]) -> None:
        self._drawn = iter(drawn)

    def roll(self, sides: int, number: int) -> int:
        return next(self._drawn)


class Match:
    """A game in progress.

    ``state`` is the position now and must not be changed from outside; ``choices`` is what may be
    chosen, empty when the game is over.
    """

    def __init__(
        self,
        game: AnyGame,
        dice: Dice,
        scenario: str | None = None,
        options: dict[str, str] | None = None,
        players: tuple[str, ...] = (),
        position: str | None = None,
    ) -> None:
        """``position`` is one in the game's notation to begin from instead of the scenario's own;
        which options hold stands in it."""
        if not isinstance(game, Game):
            raise TypeError(f"a match is of a game, like load_game({game!r})")
        if not hasattr(dice, "roll"):
            raise TypeError(f"a match has dice, like SeededDice({str(dice)!r}), not {dice!r}")
        self.game = game
        self.scenario, self.options = game.settled(scenario, options or {})
        self.start = position
        """The position that it began from, if that was not the scenario's own."""
        self.players = players
        self.dice = dice
        self.history: list[Turned] = []
        self._past = Past()
        self._takebacks = TakeBacks()
        self.state: Any
        if position is None:
            self.state = game.new(self.scenario, self.options)
        else:
            self.state, self.options = game.parse(position), {}
        self.choices: Choices = {}
        self.opening = self._run(None)

    def __repr__(self) -> str:
        who = self.who
        now = "over" if who is None else f"{self.game.sides[who]} to choose"
        return (
            f"<Match of {self.game.name}, {self.scenario}: {now} after {len(self.history)} choices>"
        )

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return match_html(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """A match is sent to another process as what was done, and is played again there."""
        fallen = [*self.opening[0], *(die for turned in self.history for die in turned.dice)]
        made = self.game, self.dice, self.scenario, self.options, self.players
        choices = [turned.choice for turned in self.history]
        return _played_again, (*made, self.acts, tuple(fallen), choices, self.start)

    def _run(self, choice: Choice | None) -> tuple[tuple[int, ...], tuple[Note, ...]]:
        noted = _Noted(self, choice)
        log: list[Note] = []
        self.state.log = log
        try:
            if choice is not None:
                take(self.state, *choice)
            self.choices = settle(self.state, noted)
        finally:
            self.state.log = None
        return tuple(noted.drawn), tuple(log)

    def _roll(self, choice: Choice | None, sides: int, number: int) -> int:
        dice = self.dice
        if choice is not None and isinstance(dice, SeededDice):
            time = self._takebacks.time(self.history, choice, number)
            if time:
                return dice.roll_anew(sides, number, time)
        return dice.roll(sides, number)

    def remember(self, acts: Iterable[Act]) -> None:
        """Remember what was taken back among the acts of this match, before it is played again
        without that."""
        assert not self.history
        self._takebacks = TakeBacks.of(acts, len(self.opening[0]))

    @property
    def acts(self) -> list[Act]:
        """All that was done, in order: the history, and dice that were taken back on the way."""
        return self._takebacks.acts(self.history)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.choices

    @property
    def who(self) -> int | None:
        """The side that decides next."""
        return None if self.over else decision(self.state).who(self.state)

    @property
    def prompt(self) -> str:
        """What is asked, in one sentence."""
        return "The game is over." if self.over else decision(self.state).prompt(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.game.outcome(self.state) if self.over else None

    def why_not(self, choice: Choice) -> Refusal | None:
        """Why a choice is not legal now, or None if it is."""
        choice = choice_of(choice)
        if self.over:
            return OVER
        if is_legal(self.choices, choice):
            return None
        verb, number = choice
        if verb not in self.game.verbs:
            return UNKNOWN
        return decision(self.state).why_not(self.state, verb, number)

    def take(self, choice: Choice) -> Turned:
        """Make a choice; an illegal one raises and changes nothing."""
        choice = choice_of(choice)
        refusal = self.why_not(choice)
        if refusal is not None:
            raise IllegalChoice(self.text(choice), refusal)
        side = decision(self.state).who(self.state)
        before = (self.state.copy(), self.choices)
        try:
            drawn, log = self._run(choice)
        except BaseException:
            self.state, self.choices = before
            raise
        self._past.add(before)
        turned = Turned(side, choice, drawn, log)
        self.history.append(turned)
        return turned

    def text(self, choice: Choice) -> str:
        """A choice in the game's words, or as it is if it names nothing in the game."""
        try:
            return self.game.format_choice(choice)
        except (LookupError, ValueError):
            return f"{choice[0]} {choice[1]}"

    def can_undo(self) -> bool:
        """Whether the last choice may be taken back freely: it drew no die."""
        return bool(self.history) and not self.history[-1].dice

    def undo(self, past_dice: bool = False) -> Turned:
        """Take the last choice back. Past a die only if told so: the players must have agreed."""
        if not self.history:
            raise ValueError("there is nothing to take back")
        if not past_dice and not self.can_undo():
            raise ValueError("a die has been rolled; it cannot be taken back")
        turned = self.history[-1]
        self.back_to(len(self.history) - 1)
        return turned

    def back_to(self, version: int) -> None:
        """Take back all choices after a version, past whatever dice: the players have agreed."""
        if version >= len(self.history):
            return
        before, self.choices = self._past.get(version, self._again)
        # Copies of this match may go back to the same position.
        self.state = before.copy()
        self._past.cut(version)
        self._takebacks.note(self.history, version, self.state.rolls)
        del self.history[version:]

    def _again(self, position: Position, number: int) -> Position:
        """Make a choice of the history once more, with the dice that fell."""
        state, turned = position[0].copy(), self.history[number]
        take(state, *turned.choice)
        return state, settle(state, _Fallen(turned.dice))

    @property
    def held(self) -> int:
        """How many positions are in memory; the others are played again when they are wanted."""
        return self._past.held + 1

    def thin(self) -> None:
        """Keep fewer positions in memory: nobody looks back for the time being."""
        self._past.thin()

    def position(self, version: int) -> Any:
        """The state after so many choices; not to be changed."""
        if version == len(self.history):
            return self.state
        return self._past.get(version, self._again)[0]

    def at(self, version: int) -> Self:
        """An independent match as this one stood after so many choices: the later ones are taken
        back in it."""
        if not 0 <= version <= len(self.history):
            raise ValueError(f"there are {len(self.history)} choices, not {version}")
        twin = self.copy()
        twin.back_to(version)
        return twin

    def copy(self) -> Self:
        """An independent match at the same point, with the same dice."""
        twin = object.__new__(type(self))
        # Field by field: copying as for another process would play the whole match again.
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        twin.history = self.history[:]
        twin._past = self._past.copy()
        twin._takebacks = self._takebacks.copy()
        return twin


def _played_again(
    game: AnyGame,
    dice: Dice,
    scenario: str,
    options: dict[str, str],
    players: tuple[str, ...],
    acts: list[Act],
    fallen: tuple[int, ...],
    choices: list[Choice],
    position: str | None,
) -> Match:
    match = Match(game, _Fallen(fallen), scenario, options, players, position)
    match.remember(acts)
    for choice in choices:
        match.take(choice)
    match.dice = dice
    return match
