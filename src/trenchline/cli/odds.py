"""``odds``: the exact chances of an attack, and what they rest on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from trenchline.cli.app import MISUSED, AsJson, GameName, WithEdition, about, answer, app, fail
from trenchline.cli.app import game_called as called
from trenchline.cli.records import record_at
from trenchline.kernel.exact import Exact, say
from trenchline.kernel.game import AnyGame
from trenchline.kernel.odds import Modifier, Odds

LARGEST = 1024 * 1024
"""No position comes near this many bytes."""


@app.command()
def odds(
    name: GameName,
    position: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="A position in the game's notation; - is standard input."
        ),
    ] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="A recorded game.")] = None,
    to: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="The record after so many choices.")
    ] = None,
    attack: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="The attack in the game's notation: 'GE5 GE6 > 0408'."),
    ] = None,
    edition: WithEdition = None,
    as_json: AsJson = False,
) -> None:
    """Tell the chances of an attack, or of the one being declared in a record."""
    game = called(name)
    if (position is None) == (record is None):
        fail("name a position with --position FILE, or a record with --record FILE", MISUSED)
    if record is None:
        if to is not None:
            fail("--to goes with --record", MISUSED)
        assert position is not None
        source, state = position, _position(game, position)
    else:
        match = record_at(record, to)
        if match.game.name != game.name:
            fail(f"{record}: a record of {match.game.name}, not of {game.name}")
        source, state = str(record), match.state
    with about(attack or source):
        found = game.odds(state, attack)
    if as_json:
        answer(_for_programs(found))
    else:
        _show(found)


def _position(game: AnyGame, source: str) -> Any:
    with about("standard input" if source == "-" else source):
        if source == "-":
            text = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(source).open("rb") as file:
                text = file.read(LARGEST + 1)
        if len(text) > LARGEST:
            raise ValueError(f"more than {LARGEST:,} bytes is too large for a position")
        return game.parse(text.decode())


def _for_programs(odds: Odds) -> dict[str, object]:
    return {
        "title": odds.title,
        "attack": odds.attack,
        "attack_total": _number(odds.attack_total),
        "defence": odds.defence,
        "defence_total": _number(odds.defence_total),
        "column": odds.column,
        "results": odds.results,
        "hidden": odds.hidden,
        "notes": odds.notes,
        "table": odds.chart,
        "others": [_for_programs(other) for other in odds.others],
    }


def _show(odds: Odds) -> None:
    typer.echo(typer.style(f"Attack on {odds.title}", bold=True))
    _modifiers("attack", odds.attack_total, odds.attack)
    _modifiers("defence", odds.defence_total, odds.defence)
    for what in odds.hidden:
        typer.echo(f"   ?  {what}")
    typer.echo(f"column {odds.column}")
    for note in odds.notes:
        typer.echo(f"  {note.what} [{note.case}]")
    for one in (odds, *odds.others):
        if odds.others:
            typer.echo(typer.style(one.chart, bold=True))
        for result in one.results:
            rolls = " ".join(map(str, result.rolls))
            chance = f"{result.probability:>7.1%}  {result.result:<6}"
            typer.echo(f"{chance} {result.meaning} (die {rolls})")


def _modifiers(what: str, total: Exact, modifiers: tuple[Modifier, ...]) -> None:
    typer.echo(f"{what} {say(total)}")
    for modifier in modifiers:
        sign = "" if modifier.value < 0 else "+"
        typer.echo(f"  {sign}{say(modifier.value)}  {modifier.what} [{modifier.case}]")


def _number(total: Exact) -> int | float:
    return total if isinstance(total, int) else float(total)
