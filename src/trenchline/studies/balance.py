"""The balance of all games: who wins how often between equal players, scenario by scenario.

Every scenario is a study of its own, and so is every option of it that is not left as usual; all
play the same seeds. They lie side by side in one folder, DIR/GAME/SCENARIO and
DIR/GAME/SCENARIO,OPTION=VALUE, and grow in rounds: first every scenario by itself, then with each
of its options. So there is something to tell of each whenever the time is up, and more games are
added whenever there is time again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import polars as pl

from trenchline.games import load_game
from trenchline.studies.conduct import conduct
from trenchline.studies.executors import Hands
from trenchline.studies.folder import PLAN, StudyFolder, read_plan
from trenchline.studies.plan import Plan, make_plan

ROUND = 5
"""How many games are added before the next scenario has its turn."""


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

    def rounds(self) -> Iterator[tuple[Setting, int]]:
        """Each setting with the number of its games so far, round by round."""
        for option, most in ((False, self.plain), (True, self.varied)):
            for games in (*range(ROUND, most, ROUND), most):
                for name in self.games:
                    for setting in settings(name):
                        if (setting.option is not None) == option and games:
                            yield setting, games


def settings(name: str) -> list[Setting]:
    """Every scenario of a game, and with every value of an option besides the usual one."""
    game = load_game(name)
    plain = [Setting(name, scenario.name) for scenario in game.scenarios]
    return plain + [
        Setting(name, scenario.name, option.name, value)
        for scenario in game.scenarios
        for option in game.options
        for value in option.values[1:]
    ]


def grow(root: Path, wanted: Wanted, doing: Hands, seconds: float | None) -> Iterator[Setting]:
    """Play what is missing until the time is up; tells each time which setting has grown."""
    until = None if seconds is None else monotonic() + seconds
    for setting, games in wanted.rounds():
        path = root / setting.folder
        if (path / PLAN).exists():
            games = max(games, read_plan(path).games)
        folder = StudyFolder(path, setting.plan(wanted.player, games, wanted.seed, wanted.mixed))
        folder.prepare()
        if len(folder.games()) < games:
            for _ in conduct(folder, doing):
                if until is not None and monotonic() > until:
                    folder.finish()
                    return
            folder.finish()
            yield setting


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
