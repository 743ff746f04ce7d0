"""``balance``: who wins how often between equal players, in every scenario of every game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from trenchline.cli.app import INTERRUPTED, MISUSED, AllowMixed, Cluster, Jobs, about, app, fail
from trenchline.cli.app import game_called as called
from trenchline.games import game_names
from trenchline.studies.executors import hands
from trenchline.studies.made_by import must_repeat


@app.command()
def balance(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where the games are kept; goes on if there.")
    ],
    game: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="Only this game, or these.")
    ] = None,
    player: Annotated[str, typer.Option(metavar="A", help="Who plays both sides.")] = "staff",
    games: Annotated[
        int, typer.Option(metavar="N", min=0, help="Games of each scenario as it is.")
    ] = 40,
    option_games: Annotated[
        int, typer.Option(metavar="N", min=0, help="Games of it with each main option.")
    ] = 20,
    seed: Annotated[int, typer.Option(metavar="K", help="The seed of each first game.")] = 0,
    minutes: Annotated[
        float | None, typer.Option(metavar="M", min=0, help="Stop after so many minutes.")
    ] = None,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write what was found there, as Markdown.")
    ] = None,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    allow_mixed: AllowMixed = False,
) -> None:
    """Play every scenario of every game between equal players.

    Scenarios take turns, some games each, as they are and with one of their main options at a time.
    What was stopped goes on when the command is given again, with more games if more are asked for.
    """
    # These take half a second to load: no other command shall wait for them.
    from trenchline.studies.balance import Wanted, grow, grown
    from trenchline.studies.balance_page import page as written
    from trenchline.studies.files import write_whole

    names = tuple(called(name).name for name in game) if game else game_names()
    if cluster is not None and jobs != 1:
        fail("--jobs and --cluster exclude each other", MISUSED)
    with about(code=MISUSED):
        must_repeat(player)
    wanted = Wanted(tuple(names), player, games, option_games, seed, allow_mixed)
    try:
        with about(folder), hands(jobs, cluster) as doing:
            seconds = None if minutes is None else 60 * minutes
            for setting in grow(folder, wanted, doing, seconds):
                typer.echo(str(setting.folder), err=True)
    except KeyboardInterrupt:
        fail("stopped; the same command goes on", INTERRUPTED)
    if page is not None:
        with about(page):
            command = f"trenchline balance {folder.name} --page {page.as_posix()}"
            text = written(grown(folder, names), command)
            write_whole(page.absolute(), text.encode())
