"""``map``: a game's map as a picture, alone or with counters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from trenchline.atlas.draw import draw, part_between, picture_data
from trenchline.atlas.maps import open_map
from trenchline.atlas.render import CannotRender, check_kind, save
from trenchline.atlas.sheet import Sheet
from trenchline.atlas.style import Area
from trenchline.cli.app import MISUSED, GameName, WithEdition, about, app, fail
from trenchline.cli.app import game_called as called
from trenchline.cli.records import record_at
from trenchline.games import game_names
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.match import Match


@app.command(name="map")
def map_(
    name: GameName,
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to: .svg, .png or .webp.")],
    position: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A position in the game's notation.")
    ] = None,
    scenario: Annotated[
        str | None, typer.Option(metavar="NAME", help="The beginning of a scenario.")
    ] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="A recorded game.")] = None,
    to: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="The record after so many choices.")
    ] = None,
    side: Annotated[
        str | None, typer.Option(metavar="SIDE", help="Show what this side may see.")
    ] = None,
    part: Annotated[
        str | None,
        typer.Option(metavar="HEX-HEX", help="Only what lies between two hexes, as 0204-0812."),
    ] = None,
    edition: WithEdition = None,
    width: Annotated[
        int | None, typer.Option(metavar="PIXELS", min=100, max=12000, help="For .png and .webp.")
    ] = None,
) -> None:
    """Draw the map of a game, alone or with the counters of a position."""
    with about(code=MISUSED):
        check_kind(out)
        sheet = open_map(name, scenario)
    name = name.partition("/")[0]
    given = [what for what in (position, scenario, record) if what is not None]
    if len(given) > 1:
        fail("choose one of --position, --scenario and --record", MISUSED)
    if to is not None and record is None:
        fail("--to goes with --record", MISUSED)
    if not given:
        if side is not None:
            fail("--side needs a --position, --scenario or --record to look at", MISUSED)
        drawing = draw(sheet, href=picture_data(sheet), part=_area(sheet, part))
    else:
        if name not in game_names():
            fail(f"{name} has a map, but no counters yet", MISUSED)
        game = called(name)
        if side is not None and side not in game.sides:
            fail(f"there is no side {side!r}; there are {', '.join(game.sides)}", MISUSED)
        state = _state(game, position, scenario, record, to)
        view = game.view(state, None if side is None else game.sides.index(side))
        area = _area(sheet, part)
        drawing = draw(sheet, view, picture_data(sheet), game.looks.nations, game.looks.boxes, area)
    try:
        with about(out):
            save(drawing, out, width)
    except CannotRender as error:
        fail(error)
    typer.echo(f"{out}")


def _area(sheet: Sheet, part: str | None) -> Area | None:
    """The part of a map between two hexes."""
    if part is None:
        return None
    try:
        one, other = (sheet.board.grid.hex(label) for label in part.split("-"))
    except (ValueError, LookupError):
        fail(f"--part takes two hexes of the map, as 0204-0812, not {part!r}", MISUSED)
    return part_between(sheet, one, other)


def _state(
    game: AnyGame, position: Path | None, scenario: str | None, record: Path | None, to: int | None
) -> Any:
    if position is not None:
        with about(position):
            return game.parse(position.read_text(encoding="utf-8"))
    if record is not None:
        match = record_at(record, to)
        if match.game.name != game.name:
            fail(f"{record}: a record of {match.game.name}, not of {game.name}")
        return match.state
    with about(code=MISUSED):
        return Match(game, SeededDice("map"), scenario).state
