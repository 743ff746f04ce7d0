"""The folder of a study: its plan, its games as Parquet, and what was found.

Games are written in parts, each as a whole or not at all, as they are played; when all are there,
one sorted file takes the place of the parts. So a study that was killed loses the last seconds and
no more, and the finished file is the same whoever did the work.

    study.json       the plan
    parts/*.parquet  games so far
    games.parquet    all games
    records/         on request
    crashes/         what is left of games that crashed: a traceback, and the record up to there
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import msgspec
import polars as pl

from trenchline.games import load_game
from trenchline.kernel.game import AnyGame
from trenchline.studies.files import write_whole
from trenchline.studies.plan import Plan
from trenchline.studies.simulation import Played

PLAN = "study.json"
PARTS = "parts"
CRASHES = "crashes"
GAMES = "games.parquet"

Numbered = tuple[int, Played]
"""A game with the number of its variant."""


class StudyFolder:
    """A folder that one plan is carried out in."""

    def __init__(self, path: Path, plan: Plan) -> None:
        # Those who do the work may stand elsewhere.
        self.path = path.absolute()
        self.plan = plan
        self.schema = schema(load_game(plan.game))

    def prepare(self) -> None:
        """Make the folder, or find that it already holds this very study, or fewer games of it."""
        self.path.mkdir(parents=True, exist_ok=True)
        written = self.path / PLAN
        if written.exists():
            found = read_plan(self.path)
            if found.games < self.plan.games:
                # Game k has the same seed however many there are: the study just goes on.
                found = msgspec.structs.replace(found, games=self.plan.games)
            differences = found.differences(self.plan)
            if differences:
                mixed = msgspec.structs.replace(self.plan, mixed=True)
                anyway = (
                    ""
                    if found.differences(mixed)
                    else ", or say that results may be mixed (--allow-mixed)"
                )
                raise ValueError(
                    f"there is another study here ({'; '.join(differences)}):"
                    f" name another folder{anyway}"
                )
            if found.made != self.plan.made:
                # It was begun by others, and says so from now on.
                found = msgspec.structs.replace(found, mixed=True)
            if read_plan(self.path) != found:
                write_whole(written, found.text())
        elif any(self.path.iterdir()):
            raise ValueError("there is something else in this folder: name a new or empty one")
        else:
            write_whole(written, self.plan.text())
        (self.path / PARTS).mkdir(exist_ok=True)
        for variant in self.plan.variants(self.path):
            if variant.record is not None:
                variant.record.mkdir(parents=True, exist_ok=True)

    def append(self, played: Iterable[Numbered]) -> None:
        """Keep some more games."""
        played = list(played)
        for variant, game in played:
            if game.wreck is not None:
                (self.path / CRASHES).mkdir(exist_ok=True)
                name = self.path / CRASHES / f"{variant}-{game.seed}"
                write_whole(name.with_suffix(".txt"), game.wreck.trace.encode())
                write_whole(name.with_suffix(".jsonl"), game.wreck.record.encode())
        rows = [row(variant, game, self.plan) for variant, game in played]
        if rows:
            frame = pl.DataFrame(rows, schema=self.schema, orient="row")
            # No two of those who may be at work on the study choose the same name.
            write_whole(self.path / PARTS / f"{uuid4().hex}.parquet", self._parquet(frame))

    def games(self) -> pl.DataFrame:
        """All games so far, sorted."""
        frames = [pl.DataFrame(schema=self.schema)]
        frames += [self._read(path) for path in self._files()]
        return pl.concat(frames).unique(["variant", "game"], keep="any").sort("variant", "game")

    def _files(self) -> list[Path]:
        return [*self.path.glob(GAMES), *sorted((self.path / PARTS).glob("*.parquet"))]

    def _read(self, path: Path) -> pl.DataFrame:
        try:
            frame = pl.read_parquet(path.read_bytes())
        except pl.exceptions.PolarsError as error:
            reason = str(error).splitlines()[0]
            raise ValueError(
                f"{path.relative_to(self.path)} is damaged ({reason}): {AGAIN}"
            ) from None
        if dict(frame.schema) != self.schema:
            raise ValueError(f"{path.relative_to(self.path)} is not of this study: {AGAIN}")
        return frame

    def finish(self) -> pl.DataFrame:
        """Put all games into one file, in the place of the parts."""
        files = self._files()
        games = self.games()
        if files != [self.path / GAMES]:
            write_whole(self.path / GAMES, self._parquet(games))
            for path in files:
                if path.name != GAMES:
                    path.unlink()
        return games

    def _parquet(self, frame: pl.DataFrame) -> bytes:
        """Games as a file that says by itself what it is of."""
        written = BytesIO()
        frame.write_parquet(written, metadata={"trenchline": self.plan.text().decode()})
        return written.getvalue()


AGAIN = "remove it and run the command again, and its games are played anew"


def read_plan(folder: Path) -> Plan:
    """The plan of the study in a folder."""
    text = (folder / PLAN).read_bytes()
    try:
        return msgspec.json.decode(text, type=Plan)
    except msgspec.DecodeError as error:
        raise ValueError(f"{PLAN} is damaged ({error}): name another folder") from None


def schema(game: AnyGame) -> dict[str, pl.DataType]:
    """The columns of a game."""
    page = pl.Struct({"turn": pl.Int32, "what": pl.String, "side": pl.String, "value": pl.Float64})
    event = pl.Struct({"turn": pl.Int32, "what": pl.String})
    return {
        "variant": pl.Int32(),
        "game": pl.Int64(),
        "seed": pl.Int64(),
        "scenario": pl.String(),
        **{f"option {option.name}": pl.String() for option in game.options},
        "winner": pl.String(),
        "reason": pl.String(),
        **{f"score {side}": pl.Int64() for side in game.sides},
        "choices": pl.Int64(),
        "turns": pl.Int32(),
        "crash": pl.String(),
        "code": pl.String(),
        "pages": pl.List(page),
        "events": pl.List(event),
    }


def row(variant: int, played: Played, plan: Plan) -> tuple[object, ...]:
    """A game as a row of those columns."""
    game = load_game(plan.game)
    outcome, story = played.outcome, played.story
    winner = None if outcome is None or outcome.winner is None else game.sides[outcome.winner]
    return (
        variant,
        played.seed - plan.seed,
        played.seed,
        played.scenario,
        *(played.options[option.name] for option in game.options),
        winner,
        None if outcome is None else outcome.reason,
        *((None,) * len(game.sides) if outcome is None else outcome.scores),
        played.choices,
        None if story is None else story.turns,
        played.crash,
        played.code,
        [] if story is None else msgspec.to_builtins(story.pages),
        [] if story is None else msgspec.to_builtins(story.events),
    )
