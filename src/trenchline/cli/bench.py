"""``bench``: how fast the engine runs."""

from __future__ import annotations

from typing import Annotated

import typer

from trenchline.cli.app import MISUSED, AsJson, ScenarioOfEach, about, answer, app, fail
from trenchline.cli.app import game_called as called
from trenchline.studies.bench import Bench, GameBench
from trenchline.studies.bench import bench as measure
from trenchline.studies.learning_bench import environment_of
from trenchline.studies.player_bench import bench_players


@app.command()
def bench(
    seconds: Annotated[
        float,
        typer.Option(metavar="S", min=0.1, max=3600, help="How long random play is measured."),
    ] = 10.0,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="The game that --players play.")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...",
            help="Measure these players instead; your own as path/to/bot.py:Class.",
        ),
    ] = None,
    scenario: ScenarioOfEach = None,
    as_json: AsJson = False,
) -> None:
    """Measure the speed of the engine, beside random chess in the same run; or that of players, in
    games of each against itself."""
    if players is not None:
        if game is None:
            fail("name the game that they play with --game", MISUSED)
        _players(called(game).name, tuple(players.split(",")), scenario, seconds, as_json)
        return
    measured = measure(seconds)
    if as_json:
        answer(measured)
    else:
        _show(measured)


def _players(
    game: str, players: tuple[str, ...], scenario: str | None, seconds: float, as_json: bool
) -> None:
    with about(code=MISUSED):
        paces = bench_players(game, players, scenario, seconds)
    if as_json:
        answer({"game": game, "scenario": scenario, "players": paces})
        return
    for player, pace in paces.items():
        _line(player, pace.choices_per_second, "choices/s", 0)
        _line("", 1000 / pace.choices_per_second, "ms a choice", 2)
        _line("", 1 / pace.games_per_second, "s a game", 2)


def _show(measured: Bench) -> None:
    typer.echo(typer.style(f"{measured.python}, {measured.machine}", bold=True))
    chess = measured.chess_choices_per_second
    if chess is None:
        typer.echo("python-chess is not installed (pip install chess): no yardstick")
    else:
        _line("random play, python-chess", chess, "choices/s", 0)
    if environment_of() is None:
        typer.echo("PettingZoo is not installed (pip install 'trenchline[learn]'): no steps of it")
    for game in measured.games.values():
        _show_game(game)
    copies = measured.copies
    typer.echo(typer.style("\nA position of 220 counters", bold=True))
    _line("copy, fields declared once", copies.declared_us, "µs", 2)
    _line("copy, written by hand", copies.by_hand_us, "µs", 2)
    large = measured.large
    typer.echo(typer.style(f"\nA board of {large.hexes:,} hexes", bold=True))
    _line("flood of the whole map", large.flood_us, "µs", 1)
    _line("reach of five points", large.reach_us, "µs", 1)
    _line("listing 250 hexes", large.members_us, "µs", 1)
    _line("matching 60 units with 40 depots", large.matching_us, "µs", 1)


def _show_game(game: GameBench) -> None:
    typer.echo(typer.style(f"\n{game.title}", bold=True))
    for scenario, pace in game.random_play.items():
        _line(f"random play, {scenario}", pace.choices_per_second, "choices/s", 0)
        _line("", pace.games_per_second, "games/s", 1)
    parts = game.parts
    _line("to python-chess", game.ratio, "times", 2)
    _line("copy of a state", parts.state_copy_us, "µs", 1)
    _line("facts of a state", parts.state_facts_us, "µs", 1)
    _line("flood of the whole map", parts.flood_us, "µs", 1)
    _line("reach of five points", parts.reach_us, "µs", 1)
    _line("exact odds of an attack", parts.odds_ms, "ms", 3)
    _line("legal choices and view, mean", parts.choices_view_ms_mean, "ms", 2)
    _line("legal choices and view, p99", parts.choices_view_ms_p99, "ms", 2)
    _line("observed as arrays", parts.observed_per_second, "choices/s", 0)
    _line("steps through PettingZoo, best", parts.steps_per_second, "steps/s", 0)
    _line("steps through PettingZoo, mean", parts.steps_per_second_mean, "steps/s", 0)
    _line("replay of a whole record", parts.replay_s, "s", 3)


def _line(what: str, number: float | None, unit: str, digits: int) -> None:
    """A line of the table, if it was measured at all."""
    if number is not None:
        typer.echo(f"{what:<34}{number:>12,.{digits}f} {unit}")
