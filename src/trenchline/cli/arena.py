"""``arena``: which computer player is the strongest."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trenchline.cli.app import (
    MISUSED,
    AllowMixed,
    AsJson,
    Cluster,
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
from trenchline.cli.carrying_out import carried_out
from trenchline.cli.simulate import options_from
from trenchline.studies.plan import Plan

if TYPE_CHECKING:
    from trenchline.studies.intervals import Estimate
    from trenchline.studies.ratings import Bout, Standings

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
    anchor: Annotated[
        str | None, typer.Option(metavar="A", help="Who stands at zero; if not said, the weakest.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep every game there; goes on if it is there already."),
    ] = None,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    allow_mixed: AllowMixed = False,
    edition: WithEdition = None,
    as_json: AsJson = False,
) -> None:
    """Let every computer player meet every other on both sides, and rate them.

    Ratings are on Elo's scale with intervals of nineteen in twenty. What the side is worth that
    one sits on is told apart from them.
    """
    from trenchline.studies.arena import bouts, leads, make_arena
    from trenchline.studies.mixture import mixture
    from trenchline.studies.ratings import standings

    game = called(name)
    if players is None and game.staff is None:
        fail(f"{name} has no staff, so there is nobody to rate; name --players", MISUSED)
    if cluster is not None and jobs != 1:
        fail("--jobs and --cluster exclude each other", MISUSED)
    taking_part = CONTENDERS if players is None else tuple(players.split(","))
    if anchor is not None and anchor not in taking_part:
        fail(f"{anchor} does not take part and cannot stand at zero", MISUSED)
    with about(code=MISUSED):
        plan = make_arena(
            name, taking_part, scenario, options_from(option or []), games, seed, allow_mixed
        )
    with TemporaryDirectory() as passing, about(out):
        folder, kept = out or Path(passing), out is not None
        found = carried_out(plan, folder, jobs, cluster, kept)
        fought, mixed = bouts(plan, found), mixture(plan, found)
    table, lead = standings(fought, anchor), leads(plan, found)
    if out is not None:
        with about(out):
            _keep(out, game.sides, table, fought, lead)
    _report(plan, table, fought, lead, mixed, as_json)


def _keep(
    out: Path,
    sides: tuple[str, ...],
    table: Standings,
    fought: list[Bout],
    lead: dict[str, Estimate],
) -> None:
    """The ratings as a table, and who beat whom as a picture."""
    from trenchline.studies.arena import Score, score
    from trenchline.studies.files import write_whole
    from trenchline.studies.plots import plot_cross_table

    rows = [f"player,elo,low,high,{','.join(_counted(Score()))},lead,lead_low,lead_high"]
    for name, e in table.players.items():
        told = (*_rounded(e).values(), *_counted(score(fought, name)).values())
        rows.append(",".join([name, *(f"{n:g}" for n in (*told, *_lead(lead[name]).values()))]))
    write_whole(out / "ratings.csv", ("\n".join(rows) + "\n").encode())
    names = list(table.players)
    shares = [[_share(fought, a, b) for b in names] for a in names]
    write_whole(out / "cross_table.svg", plot_cross_table(names, shares, sides).encode())


def _share(fought: list[Bout], a: str, b: str) -> tuple[float, float] | None:
    """What a player makes of his games against another, on the first and on the second side."""
    from trenchline.studies.arena import score

    if a == b:
        return None
    first, second = score(fought, a, b, seat=1), score(fought, a, b, seat=2)
    return first.points / first.games, second.points / second.games


def _report(
    plan: Plan,
    table: Standings,
    fought: list[Bout],
    lead: dict[str, Estimate],
    mixed: str,
    as_json: bool,
) -> None:
    from trenchline.studies.arena import score

    first_side = called(plan.game).sides[0]
    pairs = [(a, b, score(fought, a, b)) for a, b in combinations(table.players, 2)]
    if as_json:
        answer(
            {
                "game": plan.game,
                "scenario": plan.scenario or called(plan.game).scenarios[0].name,
                "options": plan.options,
                "seed": plan.seed,
                "made": plan.made,
                "mixed": mixed,
                "ratings": [
                    {
                        "player": name,
                        **_rounded(e),
                        **_counted(score(fought, name)),
                        **_lead(lead[name]),
                    }
                    for name, e in table.players.items()
                ],
                "seat": {"side": first_side, **_rounded(table.seat)},
                "pairs": [{"first": a, "second": b, **_counted(made)} for a, b, made in pairs],
            }
        )
        return
    for name, e in table.players.items():
        made = score(fought, name)
        typer.echo(
            f"{name:<12} {e.value:>6.0f}  ({e.low:.0f} to {e.high:.0f})"
            f"  {made.points:g} of {made.games} points, {made.won} won, {made.drawn} drawn,"
            f" leading by {lead[name].value:.1f} ({lead[name].low:.1f} to {lead[name].high:.1f})"
        )
    typer.echo(
        f"To sit on the {first_side} side is worth {table.seat.value:.0f}"
        f" ({table.seat.low:.0f} to {table.seat.high:.0f})"
    )
    for a, b, made in pairs:
        typer.echo(f"  {a} : {b}  {made.points:g} : {made.games - made.points:g}")
    if mixed:
        typer.echo(mixed)


def _rounded(e: Estimate) -> dict[str, float]:
    return {"elo": round(e.value, 1), "low": round(e.low, 1), "high": round(e.high, 1)}


def _lead(e: Estimate) -> dict[str, float]:
    """By how much a player leads in the game's own points."""
    return {
        "lead": round(e.value, 1),
        "lead_low": round(e.low, 1),
        "lead_high": round(e.high, 1),
    }


def _counted(made: Any) -> dict[str, float]:
    return {
        "points": made.points,
        "games": made.games,
        "won": made.won,
        "drawn": made.drawn,
        "lost": made.lost,
    }
