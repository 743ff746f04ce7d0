"""``arena``: which computer player is the strongest."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from itertools import combinations
from typing import Annotated

import typer

from trenchline.cli.app import (
    MISUSED,
    AsJson,
    GameName,
    Jobs,
    OptionsOfEach,
    ScenarioOfEach,
    WithEdition,
    about,
    answer,
    app,
    fail,
)
from trenchline.cli.app import game_called as called
from trenchline.cli.progress import progress
from trenchline.cli.simulate import options_from
from trenchline.studies.arena import Arena, Bout, fight, standings
from trenchline.studies.executors import hands

CONTENDERS = ("random", "greedy", "staff", "search")
"""One of each kind of thinking."""


@app.command()
def arena(
    name: GameName,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...", help=f"Who takes part; if not said, {', '.join(CONTENDERS)}."
        ),
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="Games of each pair on each side.")
    ] = 10,
    scenario: ScenarioOfEach = None,
    option: OptionsOfEach = None,
    seed: Annotated[
        int, typer.Option(metavar="K", help="The seed of each pair's first game; then K+1.")
    ] = 0,
    jobs: Jobs = 1,
    edition: WithEdition = None,
    as_json: AsJson = False,
) -> None:
    """Let every computer player meet every other on both sides, and rate them.

    Ratings are on Elo's scale with intervals of nineteen in twenty; the weakest stands at zero.
    """
    game = called(name)
    if players is None and game.staff is None:
        fail(f"{name} has no staff, so there is nobody to rate; name --players", MISUSED)
    taking_part = CONTENDERS if players is None else tuple(players.split(","))
    contest = Arena(name, taking_part, scenario, options_from(option or []), games, seed)
    with about(code=MISUSED):
        contest.check()
    bouts: list[Bout] = []
    try:
        with hands(jobs) as doing, progress() as bar:
            task = bar.add_task("", total=games * len(contest.studies()))
            for bout in fight(contest, doing):
                bouts.append(bout)
                bar.advance(task)
    except BrokenExecutor:
        fail("a process died before its games were over; try fewer --jobs")
    except RuntimeError as error:
        fail(error)
    _report(contest, bouts, as_json)


def _report(contest: Arena, bouts: list[Bout], as_json: bool) -> None:
    table = standings(bouts, contest.seed)
    pairs = [(a, b, _points(bouts, a, b), 2 * contest.games) for a, b in combinations(table, 2)]
    if as_json:
        answer(
            {
                "game": contest.game,
                "scenario": contest.scenario or called(contest.game).scenarios[0].name,
                "options": contest.options,
                "seed": contest.seed,
                "ratings": [
                    {
                        "player": name,
                        "elo": round(e.value, 1),
                        "low": round(e.low, 1),
                        "high": round(e.high, 1),
                    }
                    for name, e in table.items()
                ],
                "pairs": [
                    {"first": a, "second": b, "points": points, "games": of}
                    for a, b, points, of in pairs
                ],
            }
        )
        return
    for name, e in table.items():
        typer.echo(f"{name:<12} {e.value:>6.0f}  ({e.low:.0f} to {e.high:.0f})")
    for a, b, points, of in pairs:
        typer.echo(f"  {a} : {b}  {points:g} : {of - points:g}")


def _points(bouts: list[Bout], a: str, b: str) -> float:
    """What one player made of all games against another."""
    return sum(bout.points for bout in bouts if (bout.first, bout.second) == (a, b)) + sum(
        1 - bout.points for bout in bouts if (bout.first, bout.second) == (b, a)
    )
