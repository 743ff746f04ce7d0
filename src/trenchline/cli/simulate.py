"""``simulate``: many games, and how they ended."""

from __future__ import annotations

from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from trenchline.cli.app import (
    MISUSED,
    WRONG,
    AsJson,
    GameName,
    Jobs,
    OptionsOfEach,
    ScenarioOfEach,
    Seated,
    WithEdition,
    about,
    answer,
    app,
    fail,
)
from trenchline.cli.app import game_called as called
from trenchline.cli.progress import progress
from trenchline.kernel.game import AnyGame
from trenchline.studies.explained import explained
from trenchline.studies.simulation import Study, Summary
from trenchline.studies.simulation import simulate as run


def options_from(pairs: list[str]) -> dict[str, str]:
    """Options as they are typed: NAME=VALUE."""
    options: dict[str, str] = {}
    for pair in pairs:
        name, mark, value = pair.partition("=")
        if not mark:
            fail(f"an option reads like NAME=VALUE, not {pair!r}", MISUSED)
        if name in options:
            fail(f"option {name} is given twice", MISUSED)
        options[name] = value
    return options


def seats_from(players: str, game: AnyGame) -> tuple[str, ...]:
    """Players as they are typed: one for each side, or one name for all."""
    seats = tuple(players.split(","))
    return seats * len(game.sides) if len(seats) == 1 else seats


@app.command()
def simulate(
    name: GameName,
    scenario: ScenarioOfEach = None,
    option: OptionsOfEach = None,
    players: Seated = "random",
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games.")] = 100,
    seed: Annotated[
        int, typer.Option(metavar="K", help="The first game's seed; the next has K+1.")
    ] = 0,
    jobs: Jobs = 1,
    record: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a record of each game there.")
    ] = None,
    edition: WithEdition = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Tell the first game choice by choice, with reasons.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play games between computer players and sum up how they ended."""
    game = called(name)
    seats, terms = seats_from(players, game), options_from(option or [])
    with about(code=MISUSED):
        study = Study(name, seats, scenario, terms, games, seed, record)
        study.check()
    if explain:
        _explain(study, as_json)
        return
    summary = Summary(game.sides)
    started = perf_counter()
    try:
        with about(f"{record}: the records cannot be written"), progress() as bar:
            task = bar.add_task("", total=games)
            for played in run(study, jobs):
                summary.add(played)
                bar.advance(task)
    except BrokenProcessPool:
        fail("a process died before its games were over; try fewer --jobs")
    seconds = perf_counter() - started
    _report(study, jobs, summary, seconds, as_json)
    for played in summary.crashed:
        again = f"--scenario {played.scenario}" + "".join(
            f" --option {key}={value}" for key, value in played.options.items()
        )
        typer.echo(
            f"trenchline: the game with --seed {played.seed} {again} crashed: {played.crash}",
            err=True,
        )
    if summary.crashed:
        raise typer.Exit(WRONG)


def _explain(study: Study, as_json: bool) -> None:
    """Tell one game: who chose what, why, and what came of it."""
    told: list[dict[str, object]] = []
    for number, one in enumerate(explained(study, study.seed), 1):
        if as_json:
            told.append(
                {
                    "choice": number,
                    "side": one.side,
                    "chosen": one.choice,
                    "reason": None if one.reason is None else str(one.reason.words),
                    "worth": None if one.reason is None else one.reason.worth,
                    "others": [
                        {"choice": choice, "reason": str(other.words), "worth": other.worth}
                        for choice, other in one.others
                    ],
                    "log": [note.text for note in one.log],
                }
            )
            continue
        if one.reason is not None:
            typer.echo(f"    {one.side}, {one.choice}: {one.reason.words}")
            for choice, other in one.others:
                typer.echo(f"      or {choice}: {other.words}")
        for note in one.log:
            typer.echo(str(note))
    if as_json:
        answer(told)


def _report(study: Study, jobs: int, summary: Summary, seconds: float, as_json: bool) -> None:
    wins = dict(zip(summary.sides, summary.wins, strict=True))
    scores = dict(zip(summary.sides, summary.mean_scores, strict=True))
    if as_json:
        answer(
            {
                "game": study.game,
                "scenario": study.scenario or called(study.game).scenarios[0].name,
                "options": study.options,
                "players": study.players,
                "seed": study.seed,
                "jobs": jobs,
                "games": summary.games,
                "choices": summary.choices,
                "seconds": seconds,
                "choices_per_second": summary.choices / seconds,
                "games_per_second": summary.games / seconds,
                "wins": wins,
                "draws": summary.draws,
                "crashes": len(summary.crashed),
                "crashed": [{"seed": p.seed, "error": p.crash} for p in summary.crashed],
                "mean_length": summary.mean_length,
                "mean_scores": scores,
            }
        )
        return
    for (side, won), player in zip(wins.items(), study.players, strict=True):
        share = won / summary.games
        typer.echo(f"{side:<10} ({player}) won {won:>6} {share:>6.1%}, scoring {scores[side]:.1f}")
    typer.echo(f"{'draws':<10} {summary.draws}")
    typer.echo(f"{'crashes':<10} {len(summary.crashed)}")
    typer.echo(
        f"{summary.games:,} games of {summary.mean_length:,.0f} choices in {seconds:.1f} s: "
        f"{summary.choices / seconds:,.0f} choices/s, {summary.games / seconds:.1f} games/s"
    )
