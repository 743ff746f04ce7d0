"""Many games at once.

A study plays a number of games with seeds that follow one another, so that any single game of it
can be played again: game n of seed 100 is game 0 of seed 100 + n. What a game does depends on its
seed alone, however many processes share the work and whether or not it is recorded.
"""

from __future__ import annotations

import random
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from operator import index
from pathlib import Path
from typing import Any

from trenchline.games import load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.game import AnyGame, IllegalChoice, Outcome
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import UNKNOWN, Match
from trenchline.kernel.play import decision, play_out, settle, take
from trenchline.kernel.record import record_text
from trenchline.kernel.steps import choice_of, is_legal
from trenchline.kernel.story import Story, Witness
from trenchline.players import make_player
from trenchline.players.bots import Bot, carried, found, is_bot
from trenchline.players.player import Player
from trenchline.studies.executors import process_pool
from trenchline.studies.files import write_whole
from trenchline.studies.made_by import made_by, must_repeat

RANDOM = "random"
"""In place of a scenario or an option's value: drawn anew for each game."""

LONGEST = 1_000_000
"""A game of so many choices has lost its way."""

BATCH = 4
"""How many games a process plays before it reports."""


@dataclass(frozen=True)
class Study:
    """What is to be played, how often and by whom."""

    game: str
    players: tuple[str, ...]
    scenario: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    games: int = 1
    seed: int = 0
    record: Path | None = None
    """The folder for the records, one file a game."""
    witness: bool = False
    """Whether the story of each game is wanted, where the game has a chronicle."""
    bots: tuple[Bot, ...] = ()
    """Players from elsewhere, with their code: whoever plays has it at hand."""

    def __post_init__(self) -> None:
        """Find the code of players from elsewhere; a class may stand in place of its name."""
        players: object = self.players
        if isinstance(players, str):
            raise TypeError(f"players are a tuple, one for each side, not {players!r}")
        for name, number in (("seed", self.seed), ("games", self.games)):
            if not hasattr(number, "__index__"):
                raise TypeError(f"the {name} of a study is a whole number, not {number!r}")
            # The numbers of other libraries become plain ones.
            object.__setattr__(self, name, index(number))
        given: tuple[str | type[Player], ...] = self.players
        bots = {bot.name: bot for bot in self.bots}
        classes = {player: carried(player) for player in given if not isinstance(player, str)}
        names = []
        for player in given:
            if not isinstance(player, str):
                bot = classes[player]
            elif is_bot(player) and player not in bots:
                bot = found(player)
            else:
                names.append(player)
                continue
            if bots.setdefault(bot.name, bot) != bot:
                raise ValueError(f"two players are called {bot.name}: give one another name")
            names.append(bot.name)
        object.__setattr__(self, "players", tuple(names))
        object.__setattr__(self, "bots", tuple(bots.values()))

    def check(self) -> None:
        """Raise a ValueError that says what cannot be played."""
        if self.games < 0:
            raise ValueError(f"nobody plays {self.games} games")
        game = load_game(self.game)
        if len(self.players) != len(game.sides):
            raise ValueError(
                f"{self.game} needs {len(game.sides)} players"
                f" ({', '.join(game.sides)}), not {len(self.players)}"
            )
        for name in self.players:
            must_repeat(name, self.bots)
        self.terms(game, self.seed)

    def terms(self, game: AnyGame, seed: int) -> tuple[str, dict[str, str]]:
        """The scenario and the options of the game with this seed."""
        rng = random.Random(f"terms {seed}")
        scenario, options = self.scenario, dict(self.options)
        if scenario == RANDOM:
            scenario = rng.choice(game.scenarios).name
        for name, value in sorted(options.items()):
            if value == RANDOM:
                options[name] = rng.choice(_values(game, name))
        return game.settled(scenario, options)


def _values(game: AnyGame, option: str) -> tuple[str, ...]:
    """What an option may be; an unknown one keeps its value, for the game to refuse."""
    return next((o.values for o in game.options if o.name == option), (RANDOM,))


@dataclass(frozen=True)
class Wreck:
    """What is left of a game that crashed."""

    trace: str
    """Where it happened, as Python tells it."""
    record: str
    """The record, up to the last choice before it."""


@dataclass(frozen=True)
class Played:
    """One game of a study."""

    seed: int
    scenario: str
    options: Mapping[str, str]
    choices: int
    outcome: Outcome | None
    """How it ended; None if it crashed."""
    crash: str | None = None
    """What went wrong, and where."""
    story: Story | None = None
    """What happened turn by turn, if somebody looked on."""
    code: str = ""
    """The fingerprints of the code that played it and of players from elsewhere, where that is
    kept."""
    wreck: Wreck | None = field(default=None, compare=False)
    """What is left of it, if it crashed."""


def play(study: Study, seed: int) -> Played:
    """Play the game of a study that has this seed. A crash is part of the result."""
    game = load_game(study.game)
    scenario, options = study.terms(game, seed)
    dice = SeededDice(str(seed))
    rng = random.Random(f"choices {seed}")
    players = [make_player(name, study.bots) for name in study.players]
    taken = 0
    outcome: Outcome | None = None
    crash: str | None = None
    match: Match | None = None
    witness = Witness(game) if study.witness and game.chronicle is not None else None
    story: Story | None = None
    wreck: Wreck | None = None
    try:
        if study.record is None and witness is None and set(study.players) == {"random"}:
            # Nobody looks on: no history is kept and nobody is asked.
            state = game.new(scenario, options)
            taken = play_out(state, dice, rng, LONGEST)
            outcome = game.outcome(state)
        elif study.record is None:
            state = game.new(scenario, options)
            taken = play_with(game, state, dice, players, rng, witness)
            outcome = game.outcome(state)
        else:
            match = Match(game, dice, scenario, options, study.players)
            state = match.state
            while not match.over:
                if witness is not None:
                    witness.look(match.state)
                choose(match, players, rng)
            taken, outcome = len(match.history), match.outcome
        if witness is not None:
            story = witness.story(state)
    except (Exception, SystemExit) as error:
        # A player who gives up must not take the whole study with him.
        crash = _place(error)
        wreck = Wreck(traceback.format_exc(), _remains(study, seed))
    if study.record is not None and match is not None:
        made = made_by(study.game, study.players, study.bots)
        path = study.record / f"{study.game}-{seed}.jsonl"
        write_whole(path, record_text(match, made=made).encode())
        if wreck is not None:
            write_whole(path.with_suffix(".txt"), wreck.trace.encode())
    return Played(seed, scenario, options, taken, outcome, crash, story, wreck=wreck)


def _remains(study: Study, seed: int) -> str:
    """The record of a game that crashes, played again as far as it goes."""
    game = load_game(study.game)
    scenario, options = study.terms(game, seed)
    players = [make_player(name, study.bots) for name in study.players]
    rng = random.Random(f"choices {seed}")
    try:
        match = Match(game, SeededDice(str(seed)), scenario, options, study.players)
    except Exception:
        # It crashes before there is anything to record.
        return ""
    with suppress(Exception, SystemExit):
        while not match.over:
            choose(match, players, rng)
    return record_text(match, made=made_by(study.game, study.players, study.bots))


def choose(match: Match, players: Sequence[Player], rng: random.Random) -> None:
    """Let the player on turn make a choice in a match."""
    if len(match.history) >= LONGEST:
        raise RuntimeError(f"no end after {LONGEST} choices")
    who = match.who
    assert who is not None
    known = Knowledge(match.game, match.state, who, match.choices)
    match.take(players[who].choose(known, rng))


def play_with(
    game: AnyGame,
    state: Any,
    dice: SeededDice,
    players: Sequence[Player],
    rng: random.Random,
    witness: Witness | None = None,
) -> int:
    """Let the players choose to the end of the game; returns how many choices that took."""
    taken = 0
    choices = settle(state, dice)
    while choices:
        if witness is not None:
            witness.look(state)
        step = decision(state)
        who = step.who(state)
        choice = choice_of(players[who].choose(Knowledge(game, state, who, choices), rng))
        if not is_legal(choices, choice):
            known = choice[0] in game.verbs
            raise IllegalChoice(str(choice), step.why_not(state, *choice) if known else UNKNOWN)
        take(state, *choice)
        taken += 1
        if taken >= LONGEST:
            raise RuntimeError(f"no end after {LONGEST} choices")
        choices = settle(state, dice)
    return taken


def _place(error: BaseException) -> str:
    """An error in one line, with the place in the code that raised it."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(frame.filename).name}:{frame.lineno}"
    return f"{type(error).__name__} at {place}: {error}"


def simulate(study: Study, jobs: int = 1, executor: Executor | None = None) -> Iterator[Played]:
    """Play all games of a study, in the order of their seeds.

    ``jobs`` processes share the work; or give an executor of your own, such as a cluster's.
    """
    study.check()
    if jobs < 1:
        raise ValueError(f"{jobs} processes play no games")
    if study.record is not None:
        # Better to learn now than after the first game that nothing can be written there.
        study.record.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=study.record).close()
    seeds = range(study.seed, study.seed + study.games)
    if executor is None and jobs == 1:
        return map(partial(play, study), seeds)
    return _shared(study, seeds, jobs, executor)


def _shared(study: Study, seeds: range, jobs: int, executor: Executor | None) -> Iterator[Played]:
    # Small studies are cut finer, so that every process has its share.
    size = max(1, min(BATCH, len(seeds) // (4 * jobs)))
    batches = [seeds[n : n + size] for n in range(0, len(seeds), size)]
    with ExitStack() as stack:
        if executor is None:
            executor = stack.enter_context(process_pool(jobs))
        results = executor.map(partial(_play_batch, study), batches)
        try:
            for batch in results:
                yield from batch
        finally:
            _close(results)


def _play_batch(study: Study, seeds: range) -> list[Played]:
    return [play(study, seed) for seed in seeds]


def _close(results: Iterable[Any]) -> None:
    """Call off the batches that nobody waits for any more."""
    close: Callable[[], None] | None = getattr(results, "close", None)
    if close is not None:
        close()


@dataclass
class Summary:
    """What a study shows so far."""

    sides: tuple[str, ...]
    games: int = 0
    choices: int = 0
    wins: list[int] = field(default_factory=list)
    draws: int = 0
    scores: list[int] = field(default_factory=list)
    crashed: list[Played] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wins = self.wins or [0] * len(self.sides)
        self.scores = self.scores or [0] * len(self.sides)

    def add(self, played: Played) -> None:
        """Count a game."""
        self.games += 1
        self.choices += played.choices
        if played.outcome is None:
            self.crashed.append(played)
            return
        if played.outcome.winner is None:
            self.draws += 1
        else:
            self.wins[played.outcome.winner] += 1
        self.scores = [a + b for a, b in zip(self.scores, played.outcome.scores, strict=True)]

    @property
    def finished(self) -> int:
        """Games that came to an end."""
        return self.games - len(self.crashed)

    @property
    def mean_length(self) -> float:
        """Choices in a game that came to an end."""
        return self.choices / self.finished if self.finished else 0.0

    @property
    def mean_scores(self) -> list[float]:
        """Each side's points at the end of a game."""
        return [total / self.finished if self.finished else 0.0 for total in self.scores]
