"""The balance of all games: who wins how often between equal players, scenario by scenario.

Every scenario is a study of its own, and so is every main option of it (``main_options.toml``
beside the game names them); all play the same seeds. They lie side by side in one folder,
DIR/GAME/SCENARIO and DIR/GAME/SCENARIO,OPTION=VALUE, and grow in rounds in which each has its turn.
So there is something to tell of each whenever the time is up, and more games are added whenever
there is time again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, repeat
from math import inf
from pathlib import Path
from time import monotonic

import polars as pl

from trenchline.games import load_game
from trenchline.kernel.data import DataError, read_toml
from trenchline.kernel.game import AnyGame
from trenchline.studies.conduct import conduct
from trenchline.studies.executors import Hands
from trenchline.studies.folder import PLAN, StudyFolder, read_plan
from trenchline.studies.plan import Plan, make_plan

ROUND = 5
"""How many games are added before the next scenario has its turn."""
TURN_SECONDS = 60.0
"""After so long no more games are begun in a turn: a campaign does not keep all others waiting."""
MAIN_OPTIONS = "main_options.toml"
"""Tells for each scenario of a game which options are played beside it, and with which value."""


@dataclass(frozen=True)
class Setting:
    """A scenario as it is, or with one option that is not as usual."""

    game: str
    scenario: str
    option: str | None = None
    value: str = ""

    @property
    def folder(self) -> Path:
        """Where its games lie under the folder of all."""
        varied = "" if self.option is None else f",{self.option}={self.value}"
        return Path(self.game) / f"{self.scenario}{varied}"

    def plan(self, player: str, games: int, seed: int, mixed: bool) -> Plan:
        """So many games of it between equal players."""
        options = {} if self.option is None else {self.option: self.value}
        players = (player,) * len(load_game(self.game).sides)
        return make_plan(
            self.game, players, self.scenario, options, games=games, seed=seed, mixed=mixed
        )


@dataclass(frozen=True)
class Wanted:
    """How many games of what."""

    games: tuple[str, ...]
    player: str = "staff"
    plain: int = 40
    """Games of each scenario as it is."""
    varied: int = 20
    """Games of each scenario with one option that is not as usual."""
    seed: int = 0
    mixed: bool = False

    def rounds(self) -> Iterator[list[tuple[Setting, int]]]:
        """Round by round each setting with the number of its games so far, those as they are before
        those with an option."""
        found = [setting for name in self.games for setting in settings(name)]
        found.sort(key=lambda setting: setting.option is not None)
        last = -(-max(self.plain, self.varied) // ROUND)
        for number in range(1, last + 1):
            goals = [(s, -(-self._most(s) * number // last)) for s in found]
            yield [(setting, goal) for setting, goal in goals if goal]

    def _most(self, setting: Setting) -> int:
        return self.plain if setting.option is None else self.varied


def settings(name: str) -> list[Setting]:
    """Every scenario of a game, and with each of its main options."""
    game = load_game(name)
    plain = [Setting(name, scenario.name) for scenario in game.scenarios]
    main = main_options(game)
    return plain + [
        Setting(name, scenario.name, option, value)
        for scenario in game.scenarios
        for option, value in main.get(scenario.name, {}).items()
    ]


def main_options(game: AnyGame) -> dict[str, dict[str, str]]:
    """The options that a game names as the main ones of each scenario, with the value that is not
    the usual one."""
    file = game.folder / MAIN_OPTIONS
    if not file.exists():
        return {}
    told = read_toml(file)
    scenarios = {scenario.name for scenario in game.scenarios}
    for name, options in told.items():
        if name not in scenarios:
            raise DataError(file, None, f"there is no scenario {name!r}")
        for option, value in options.items():
            known = next((o for o in game.options if o.name == option), None)
            if known is None or value not in known.values[1:]:
                raise DataError(file, None, f"[{name}]: {option} is never {value!r}")
    return told


def grow(root: Path, wanted: Wanted, doing: Hands, seconds: float | None) -> Iterator[Setting]:
    """Play what is missing until the time is up; tells each time which setting has grown."""
    ends = inf if seconds is None else monotonic() + seconds
    rounds = list(wanted.rounds())
    # Whoever fell behind in the rounds has more of them.
    for goals in chain(rounds, repeat(rounds[-1]) if rounds else ()):
        behind = False
        for setting, goal in goals:
            folder = _folder(root / setting.folder, setting, wanted, goal)
            before = len(folder.games())
            if before < folder.plan.games:
                for _ in conduct(folder, doing, _turn(ends)):
                    pass
                after = len(folder.finish())
                behind |= after < folder.plan.games
                if after > before:
                    yield setting
            if monotonic() > ends:
                return
        if goals is rounds[-1] and not behind:
            return


def _turn(ends: float) -> Callable[[], bool]:
    """Whether a turn is over; unless the time of all is up, it has one game at least."""
    until: float | None = None

    def over() -> bool:
        nonlocal until
        now = monotonic()
        if until is None:
            until = min(ends, now + TURN_SECONDS)
            return now > ends
        return now > until

    return over


def _folder(path: Path, setting: Setting, wanted: Wanted, games: int) -> StudyFolder:
    """The study of a setting, with so many games at least."""
    if (path / PLAN).exists():
        games = max(games, read_plan(path).games)
    folder = StudyFolder(path, setting.plan(wanted.player, games, wanted.seed, wanted.mixed))
    folder.prepare()
    return folder


@dataclass(frozen=True)
class Grown:
    """What there is of a setting."""

    setting: Setting
    plan: Plan
    games: pl.DataFrame

    @property
    def finished(self) -> pl.DataFrame:
        """The games that came to an end."""
        return self.games.filter(pl.col("crash").is_null())


def grown(root: Path, names: Iterable[str]) -> Iterator[Grown]:
    """All settings of which games have been played."""
    for name in names:
        for setting in settings(name):
            path = root / setting.folder
            if (path / PLAN).exists():
                plan = read_plan(path)
                games = StudyFolder(path, plan).games()
                if len(games):
                    yield Grown(setting, plan, games)
