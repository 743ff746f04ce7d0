"""``study``: many games, kept and looked at, with a report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trenchline.cli.app import (
    MISUSED,
    WRONG,
    AllowMixed,
    AsJson,
    Cluster,
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
from trenchline.cli.carrying_out import carried_out
from trenchline.cli.simulate import options_from, seats_from
from trenchline.studies.plan import Plan, make_plan

if TYPE_CHECKING:
    from trenchline.studies.findings import Findings


def varied_from(pairs: list[str]) -> dict[str, tuple[str, ...]]:
    """What is varied as it is typed: NAME=V1,V2."""
    return {name: tuple(values.split(",")) for name, values in options_from(pairs).items()}


@app.command()
def study(
    name: GameName,
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="The folder of the study; goes on if it is there.")
    ],
    players: Seated = "random",
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many games, of each variant.")
    ] = 100,
    scenario: ScenarioOfEach = None,
    option: OptionsOfEach = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=V1,V2",
            help="Play all games with each value of an option, or of `scenario`.",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="K", help="The seed of each variant's first game; then K+1.")
    ] = 0,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    records: Annotated[
        bool, typer.Option("--records", help="Keep a record of each game in DIR.")
    ] = False,
    allow_mixed: AllowMixed = False,
    edition: WithEdition = None,
    as_json: AsJson = False,
) -> None:
    """Play many games, keep every result, and write a report with plots.

    A study that was stopped goes on when the same command is given again. Game k has seed K+k,
    whatever the variant and whoever does the work; `trenchline simulate` with that --seed,
    --games 1 and the same scenario, options and players plays it again.
    """
    game = called(name)
    if cluster is not None and jobs != 1:
        fail("--jobs and --cluster exclude each other", MISUSED)
    with about(code=MISUSED):
        plan = make_plan(
            name,
            seats_from(players, game),
            scenario,
            options_from(option or []),
            varied_from(vary or []),
            games,
            seed,
            records,
            allow_mixed,
        )
    with about(out):
        crashes, found, mixed = _carry_out(plan, out, jobs, cluster)
    if as_json:
        answer({**_for_programs(plan, out, found), "mixed": mixed})
    else:
        _show(plan, out, found)
        if mixed:
            typer.echo(mixed)
    if crashes:
        typer.echo(f"trenchline: {crashes} games crashed; games.csv tells which", err=True)
        raise typer.Exit(WRONG)


def _carry_out(plan: Plan, out: Path, jobs: int, cluster: str | None) -> tuple[int, Findings, str]:
    """Play what is missing, then look at it; tells how many games crashed, what was found, and
    whether games of other code are among them."""
    # These take half a second to load: no other command shall wait for them.
    from trenchline.studies.files import write_whole
    from trenchline.studies.findings import find
    from trenchline.studies.mixture import mixture
    from trenchline.studies.report import report

    games = carried_out(plan, out, jobs, cluster)
    found = find(plan, games)
    found.write(out)
    write_whole(out / "report.html", report(plan, found, games).encode())
    return games["crash"].count(), found, mixture(plan, games)


def _for_programs(plan: Plan, out: Path, found: Findings) -> dict[str, object]:
    return {
        "plan": plan,
        "report": str(out / "report.html"),
        "win_rates": [
            {"variant": plan.title(row.pop("variant")), **row}
            for row in found.win_rates.iter_rows(named=True)
        ],
        "options": found.options.to_dicts(),
    }


def _show(plan: Plan, out: Path, found: Findings) -> None:
    for row in found.win_rates.iter_rows(named=True):
        typer.echo(
            f"{plan.title(row['variant'])}: {row['winner']:<10} {row['won']:>6} of {row['games']}"
            f" {row['share']:>6.1%} ({row['low']:.1%} to {row['high']:.1%})"
        )
    typer.echo(f"The report: {out / 'report.html'}")
