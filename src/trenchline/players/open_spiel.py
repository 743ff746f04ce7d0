"""Every game as a game of OpenSpiel, with explicit chance nodes.

    import pyspiel
    import trenchline.players.open_spiel  # registers the games

    game = pyspiel.load_game("trenchline_world_war_one(scenario=historical,options=tank_army:on)")
    state = game.new_initial_state()
    while not state.is_terminal():
        ...

A player is a side. Actions are numbered as in the environments (``Actions``); every die is a chance
node of its own, and outcome ``n`` is the number ``n + 1``. Tensors are what a side knows, as arrays
one after the other (``Encoder``). The string of an information state is everything that the side
has chosen and been told since the match began, and the position as it knows it. A scenario that
begins with a figure is written with an underscore:
``trenchline_kaisers_war(scenario=_1918-1919)``.

This needs the extra ``spiel``: pip install 'trenchline[spiel]'.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from trenchline.games import game_names, load_game
from trenchline.kernel.bits import members
from trenchline.kernel.game import AnyGame
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.notes import Note
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choice, Choices, is_legal
from trenchline.kernel.view import LogView
from trenchline.players.arrays import Actions, Encoder

PREFIX = "trenchline_"
LONGEST = 1_000_000
"""No match takes so many choices and dice."""
MOST_FACES = 100
"""No die has more."""


class _Die(Exception):
    """A die is wanted before the match can go on."""

    def __init__(self, sides: int) -> None:
        self.sides = sides


class _Drawn:
    """The dice that chance has drawn since the last choice."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self._left = list(values)

    def roll(self, sides: int, number: int) -> int:
        """The next of them."""
        if not self._left:
            raise _Die(sides)
        return self._left.pop(0)


class Course:
    """A match that stops at every die.

    What follows a choice is played again from there with each die that chance adds.
    """

    def __init__(self, game: AnyGame, terms: tuple[str, dict[str, str]]) -> None:
        self.game = game
        self.after: Any = game.new(*terms)
        """The position right after the last choice, before any die ..."""
        self.drawn: tuple[int, ...] = ()
        """... the dice since ..."""
        self.position: Any = self.after
        """... and what has become of it, if no die is wanted."""
        self.sides = 0
        """The sides of the die that is wanted, or none."""
        self.choices: Choices = {}
        self.told: tuple[LogView, ...] = ()
        """What has been told of each choice before the last one."""
        self.last: Choice | None = None
        self.who = -1
        """Whose the last choice was."""
        self.notes: tuple[Note, ...] = ()
        """What has been told of it."""
        self._go_on()

    def __deepcopy__(self, memo: object) -> Course:
        """Nothing in it is ever changed, only put in place of something else."""
        twin = object.__new__(Course)
        twin.__dict__.update(self.__dict__)
        return twin

    def _go_on(self) -> None:
        position, log = self.after.copy(), list[Note]()
        position.log = log
        if self.last is not None:
            take(position, *self.last)
        try:
            self.choices, self.sides = settle(position, _Drawn(self.drawn)), 0
        except _Die as wanted:
            self.choices, self.sides = {}, wanted.sides
        position.log = None
        # Before a die has fallen nobody sees more than what led to it.
        self.position = self.after if self.sides else position
        self.notes = tuple(log)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.choices and not self.sides

    def choose(self, choice: Choice) -> None:
        """Make a choice."""
        self.told = (*self.told, self._entry())
        self.after = self.position
        self.who = decision(self.after).who(self.after)
        self.last, self.drawn = choice, ()
        self._go_on()

    def draw(self, value: int) -> None:
        """Let the die that is wanted fall."""
        self.drawn = (*self.drawn, value)
        self._go_on()

    def _entry(self) -> LogView:
        game = self.game
        choice = None if self.last is None else game.format_choice(self.last)
        side = game.sides[self.who] if self.who >= 0 else ""
        return LogView(len(self.told), side, choice, self.drawn, self.notes)

    def known(self, side: int) -> Knowledge[Any]:
        """What a side knows."""
        return Knowledge(self.game, self.position, side, self.choices)

    def heard(self, side: int) -> list[str]:
        """All that a side has been told."""
        found = []
        for entry in (*self.told, self._entry()):
            told = self.game.tell(entry, side)
            dice = " ".join(map(str, told.dice))
            found.append(f"{told.side}: {told.choice or ''} [{dice}]")
            if self.game.hides:
                # Where nothing is hidden choices and dice tell everything.
                found += [f"  {note.text}" for note in told.lines]
        return found


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of our games, in a scenario and with options."""

    played: AnyGame

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given, game = dict(params or {}), self.played
        # OpenSpiel takes a scenario that begins with a figure for a number.
        scenario = str(given.get("scenario") or "").removeprefix("_")
        self.terms = game.settled(scenario or None, _options(given))
        self.actions = Actions(game)
        self.encoder = Encoder(game, self.terms[0])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.count,
            max_chance_outcomes=MOST_FACES,
            num_players=len(game.sides),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_kind(game), info, given)

    def new_initial_state(self) -> SpielState:
        """The beginning of a match."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Somebody who looks at states for a player."""
        return Observer(self, iig_obs_type, params)


def _options(given: Mapping[str, Any]) -> dict[str, str]:
    """Options as OpenSpiel writes them: ``options=tank_army:on;east:on``."""
    words = str(given.get("options") or "").split(";")
    pairs = (word.partition(":") for word in words if word)
    return {name: value or "on" for name, _, value in pairs}


def _kind(game: AnyGame) -> Any:
    kind = pyspiel.GameType
    hidden = kind.Information.IMPERFECT_INFORMATION
    return kind(
        short_name=PREFIX + game.name,
        long_name=f"Trenchline: {game.title}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=hidden if game.hides else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=len(game.sides),
        min_num_players=len(game.sides),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"scenario": "", "options": ""},
    )


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position, or a die that is about to fall."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.course = Course(game.played, game.terms)
        self.numbered = _Shared(game.actions)

    def current_player(self) -> int:
        """The side that decides, or chance."""
        course = self.course
        if course.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if course.sides:
            return int(pyspiel.PlayerId.CHANCE)
        return decision(course.position).who(course.position)

    def _legal_actions(self, player: int) -> list[int]:
        """The actions that a player may take, rising."""
        return list(members(self.numbered.actions.set(self.course.choices)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The numbers of the die, less one, with their chances."""
        sides = self.course.sides
        return [(face, 1 / sides) for face in range(sides)]

    def _apply_action(self, action: int) -> None:
        course = self.course
        if course.sides:
            if action >= course.sides:
                raise ValueError(f"a die of {course.sides} has no outcome {action}")
            course.draw(action + 1)
            return
        choice = self.numbered.actions.choice(action)
        # OpenSpiel asks nobody whether an action is legal, and rules trust whoever chooses.
        if not is_legal(course.choices, choice):
            raise ValueError(f"action {action} is not legal: {choice[0]} {choice[1]}")
        course.choose(choice)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"die {action + 1}"
        return self.course.game.format_choice(self.numbered.actions.choice(action))

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.course.over

    def returns(self) -> list[float]:
        """One for the winner, less for the others, nothing for a draw or before the end."""
        sides = range(len(self.course.game.sides))
        winner = self.course.game.outcome(self.course.position).winner if self.course.over else None
        if winner is None:
            return [0.0 for _ in sides]
        return [1.0 if side == winner else -1.0 / (len(sides) - 1) for side in sides]

    def __str__(self) -> str:
        course = self.course
        wanted = f"a die of {course.sides}: {course.drawn}\n" if course.sides else ""
        return wanted + course.game.notation(course.position)


class _Shared:
    """What copies of a state have in common."""

    def __init__(self, actions: Actions) -> None:
        self.actions = actions

    def __deepcopy__(self, memo: object) -> _Shared:
        return self


class Observer:
    """What a player sees of a state: a tensor, its parts by name, and a string."""

    def __init__(self, game: SpielGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers take no parameters; there are {params}")
        self._recalls = bool(iig_obs_type is not None and iig_obs_type.perfect_recall)
        self._encoder = game.encoder
        shapes = game.encoder.shapes
        self.tensor: NDArray[np.float32] = np.zeros(
            sum(int(np.prod(shape)) for shape in shapes.values()), np.float32
        )
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: SpielState, player: int) -> None:
        """Look at a state for a player."""
        for name, told in self._encoder.arrays(state.course.known(player)).items():
            self.dict[name][...] = told

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player knows; with perfect recall also all that it was told."""
        known = state.course.known(player)
        now = f"{known.game.sides[player]}\n{known.game.notation(known.position)}"
        return "\n".join([*state.course.heard(player), now]) if self._recalls else now


def register(game: AnyGame) -> str:
    """Let OpenSpiel load a game; returns the name it is loaded by."""
    pyspiel.register_game(_kind(game), type("SpielGame", (SpielGame,), {"played": game}))
    return PREFIX + game.name


GAMES = tuple(register(game) for name in game_names() if (game := load_game(name)).board)
"""The names of the games that OpenSpiel can load."""
