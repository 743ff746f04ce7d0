"""``trenchline map``: a game's map as a picture, alone or with counters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import trenchline.games
from trenchline.atlas.draw import draw, picture_data
from trenchline.atlas.render import CannotRender, save
from trenchline.atlas.sheet import Sheet, open_sheet
from trenchline.games import game_names, load_game
from trenchline.kernel.view import View


def map_names() -> list[str]:
    """The games that have a map to draw, also those whose rules are still to come."""
    return sorted(
        folder.name
        for root in trenchline.games.__path__
        for folder in Path(root).iterdir()
        if (folder / "map" / "style.toml").is_file()
    )


def open_map(name: str) -> Sheet:
    """The sheet of a game's map."""
    if name not in map_names():
        raise ValueError(f"there is no map {name!r}; there are {', '.join(map_names())}")
    for root in trenchline.games.__path__:
        folder = Path(root) / name / "map"
        if folder.is_dir():
            return open_sheet(folder)
    raise AssertionError(name)


def seen(name: str, side: str | None, position: Path | None, scenario: str | None) -> View | None:
    """What a side sees of a position or a scenario's beginning; None if neither is given."""
    if position is None and scenario is None:
        if side is not None:
            raise ValueError("--side says who looks at a position; give --position or --scenario")
        return None
    if name not in game_names():
        raise ValueError(f"{name} has a map but no counters yet")
    game = load_game(name)
    if side is not None and side not in game.sides:
        raise ValueError(f"there is no side {side!r}; there are {', '.join(game.sides)}")
    if position is not None:
        state = game.parse(position.read_text(encoding="utf-8"))
    else:
        chosen, options = game.settled(scenario, {})
        state = game.new(chosen, options)
    return game.view(state, None if side is None else game.sides.index(side))


def map_command(
    game: Annotated[str, typer.Argument(help="The game, such as world_war_one.")],
    out: Annotated[Path, typer.Option(help="The file to write: .svg, .png or .webp.")],
    side: Annotated[str | None, typer.Option(help="Show what this side may see.")] = None,
    position: Annotated[
        Path | None, typer.Option(help="A position in the game's notation.", dir_okay=False)
    ] = None,
    scenario: Annotated[
        str | None, typer.Option(help="Show how a scenario begins instead.")
    ] = None,
    width: Annotated[
        int | None, typer.Option(help="The width of a .png or .webp in pixels.", min=100, max=12000)
    ] = None,
) -> None:
    """Draw a game's map, alone or with the counters of a position."""
    try:
        sheet = open_map(game)
        view = seen(game, side, position, scenario)
        save(draw(sheet, view, picture_data(sheet)), out, width)
    except (CannotRender, OSError, ValueError) as error:
        typer.echo(f"trenchline map: {error}", err=True)
        raise typer.Exit(1) from None
