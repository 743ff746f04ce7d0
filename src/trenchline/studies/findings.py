"""What a study shows, as tables: each becomes a CSV file and a part of the report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import polars as pl

from trenchline.games import load_game
from trenchline.studies.files import write_whole
from trenchline.studies.intervals import (
    NO_SHIFT,
    Estimate,
    difference,
    mean,
    share,
    share_difference,
)
from trenchline.studies.plan import SCENARIO, Plan

DRAW = "draw"
QUANTILES = {"p5": 0.05, "p25": 0.25, "median": 0.5, "p75": 0.75, "p95": 0.95}


@dataclass(frozen=True)
class Findings:
    """The tables, named as their files are."""

    games: pl.DataFrame
    win_rates: pl.DataFrame
    turns: pl.DataFrame
    events: pl.DataFrame
    endings: pl.DataFrame
    lengths: pl.DataFrame
    options: pl.DataFrame

    def write(self, folder: Path) -> None:
        """Write each table as a CSV file."""
        for field in fields(self):
            table: pl.DataFrame = getattr(self, field.name)
            write_whole(folder / f"{field.name}.csv", table.write_csv().encode())


def find(plan: Plan, games: pl.DataFrame) -> Findings:
    """All tables of a study."""
    finished = games.filter(pl.col("crash").is_null())
    return Findings(
        games.drop("pages", "events"),
        win_rates(plan, finished),
        turns(finished),
        events(finished),
        endings(finished),
        lengths(finished),
        options(plan, finished),
    )


def _parts(games: pl.DataFrame, *by: str) -> list[tuple[tuple[object, ...], pl.DataFrame]]:
    return list(games.partition_by(by, maintain_order=True, as_dict=True).items())


def _bounds(estimate: Estimate, digits: int = 6) -> dict[str, float]:
    return {key: round(value, digits) for key, value in estimate._asdict().items()}


def win_rates(plan: Plan, games: pl.DataFrame) -> pl.DataFrame:
    """How often each side won in each variant."""
    rows = []
    for (variant,), part in _parts(games, "variant"):
        won = dict(part["winner"].fill_null(DRAW).value_counts().iter_rows())
        for side in (*load_game(plan.game).sides, DRAW):
            times = won.get(side, 0)
            bounds = _bounds(share(times, len(part)))
            rows.append({"variant": variant, "winner": side, "games": len(part), "won": times})
            rows[-1] |= {"share": bounds["value"], "low": bounds["low"], "high": bounds["high"]}
    return pl.DataFrame(rows, infer_schema_length=None)


def turns(games: pl.DataFrame) -> pl.DataFrame:
    """How each number is spread over the games that came so far, turn by turn."""
    pages = games.select("variant", "pages").explode("pages").drop_nulls("pages").unnest("pages")
    return (
        pages.group_by("variant", "what", "side", "turn")
        .agg(
            pl.len().alias("games"),
            pl.col("value").mean().round(4).alias("mean"),
            *(pl.col("value").quantile(q, "linear").alias(name) for name, q in QUANTILES.items()),
        )
        .sort("variant", "what", "side", "turn")
    )


def events(games: pl.DataFrame) -> pl.DataFrame:
    """In which turns the great events happened, and in how many games by the end of each turn."""
    played = dict(games["variant"].value_counts().iter_rows())
    told = games.select("variant", "events").explode("events").drop_nulls("events")
    counted = (
        told.unnest("events")
        .group_by("variant", "what", "turn")
        .agg(pl.len().alias("games"))
        .sort("variant", "what", "turn")
        .with_columns(pl.col("games").cum_sum().over("variant", "what").alias("so_far"))
    )
    shares = [share(n, played[v]) for v, n in counted.select("variant", "so_far").iter_rows()]
    return counted.with_columns(*_columns("share_so_far", shares))


def endings(games: pl.DataFrame) -> pl.DataFrame:
    """How the games ended, whatever the margin."""
    reason = pl.col("reason").str.replace_all(r"\d+", "n")
    played = dict(games["variant"].value_counts().iter_rows())
    counted = (
        games.group_by("variant", reason)
        .agg(pl.len().alias("games"))
        .sort(["variant", "games", "reason"], descending=[False, True, False])
    )
    shares = [share(n, played[v]) for v, n in counted.select("variant", "games").iter_rows()]
    return counted.with_columns(*_columns("share", shares))


def _columns(name: str, estimates: list[Estimate]) -> list[pl.Series]:
    """Estimates as three columns."""
    return [
        pl.Series(name, [round(e.value, 6) for e in estimates], pl.Float64),
        pl.Series("low", [round(e.low, 6) for e in estimates], pl.Float64),
        pl.Series("high", [round(e.high, 6) for e in estimates], pl.Float64),
    ]


def lengths(games: pl.DataFrame) -> pl.DataFrame:
    """How long the games were, in choices and in turns."""
    parts = []
    for what in ("choices", "turns"):
        value = pl.col(what)
        parts.append(
            games.filter(value.is_not_null())
            .group_by("variant")
            .agg(
                pl.lit(what).alias("what"),
                pl.len().alias("games"),
                value.mean().round(4).alias("mean"),
                value.min().cast(pl.Float64).alias("least"),
                *(value.quantile(q, "linear").alias(name) for name, q in QUANTILES.items()),
                value.max().cast(pl.Float64).alias("most"),
            )
        )
    return pl.concat(parts).sort("variant", "what")


def options(plan: Plan, games: pl.DataFrame) -> pl.DataFrame:
    """How scenarios and options shift the balance, each value beside the first of its kind.

    The balance is the share of the games that the first side won, a draw being half a win, and its
    margin in points. Variants play the same seeds, so they are compared game by game.
    """
    first, second = (f"score {side}" for side in load_game(plan.game).sides[:2])
    balanced = games.with_columns(
        pl.when(pl.col("winner").is_null())
        .then(0.5)
        .otherwise((pl.col("winner") == load_game(plan.game).sides[0]).cast(pl.Float64))
        .alias("won"),
        (pl.col(first) - pl.col(second)).cast(pl.Float64).alias("margin"),
    )
    rows: list[dict[str, object]] = []
    for column in (SCENARIO, *(name for name in games.columns if name.startswith("option "))):
        name = column.removeprefix("option ")
        parts = {str(value): part for (value,), part in _parts(balanced, column)}
        if len(parts) < 2:
            continue
        # The values in the order in which they were asked for, or in which the game lists them.
        order = plan.vary.get(name) or tuple(sorted(parts))
        values = [value for value in order if value in parts]
        for value in values:
            here, there = parts[value], parts[values[0]]
            row: dict[str, object] = {"option": name, "value": value, "games": len(here)}
            paired = name in plan.vary
            for what, measured, shifted in (
                ("won", _share_of, share_difference),
                ("margin", mean, _mean_difference),
            ):
                one, other = _beside(there, here, what, paired)
                row |= {f"{what}_{k}": v for k, v in _bounds(measured(other)).items()}
                shift = NO_SHIFT if here is there else shifted(one, other, paired)
                row |= {f"{what}_shift_{k}": v for k, v in _bounds(shift).items()}
            rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)


def _share_of(won: Sequence[float]) -> Estimate:
    return share(sum(won), len(won))


def _mean_difference(first: Sequence[float], second: Sequence[float], paired: bool) -> Estimate:
    if paired:
        return mean([b - a for a, b in zip(first, second, strict=True)])
    return difference(first, second)


def _beside(
    there: pl.DataFrame, here: pl.DataFrame, what: str, paired: bool
) -> tuple[list[float], list[float]]:
    """What was measured there and here; seed by seed where the same seeds were played, whatever
    else is varied taken together."""
    if not paired:
        return there[what].to_list(), here[what].to_list()
    both = _by_seed(there, what).join(_by_seed(here, what), on="seed", suffix="_here")
    return both[what].to_list(), both[f"{what}_here"].to_list()


def _by_seed(games: pl.DataFrame, what: str) -> pl.DataFrame:
    return games.group_by("seed").agg(pl.col(what).mean()).sort("seed")
