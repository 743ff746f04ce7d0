"""The app itself, and what its commands share: games by name, answers, and errors in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, NoReturn

import msgspec
import typer

from trenchline.games import load_game, use_edition
from trenchline.kernel.game import AnyGame

app = typer.Typer(
    help="Board wargames of the First World War, each played by its whole rulebook.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

WRONG = 1
"""The exit code when something that was read, written or played is wrong."""
MISUSED = 2
"""The exit code when the command itself asks for what there is not."""
INTERRUPTED = 130
"""The exit code after an interrupt, as shells have it."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name that `games` lists.")]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]
ScenarioOfEach = Annotated[
    str | None, typer.Option(metavar="S", help="A scenario, or `random` for any in each game.")
]
OptionsOfEach = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="An option of the game; `random` draws a value."),
]
Seated = Annotated[
    str,
    typer.Option(
        metavar="A,B",
        help="A player for each side, or one name for all; your own as path/to/bot.py:Class.",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="tcp://...", help="The scheduler of a Dask cluster to play on."),
]
AllowMixed = Annotated[
    bool, typer.Option("--allow-mixed", help="Go on although code or players have changed since.")
]


def _use_edition(folder: Path | None) -> None:
    if folder is not None:
        with about(folder, MISUSED):
            use_edition(folder)


WithEdition = Annotated[
    Path | None,
    typer.Option(
        "--edition", metavar="DIR", callback=_use_edition, help="Data to read in place of ours."
    ),
]
Jobs = Annotated[int, typer.Option(metavar="J", min=1, max=1024, help="Processes.")]


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"trenchline {version('trenchline')}")
        raise typer.Exit


@app.callback()
def _options(
    show_version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """What may stand before the command."""


def fail(problem: object, code: int = WRONG) -> NoReturn:
    """Say in one line what is wrong, and end."""
    typer.echo(f"trenchline: {problem}", err=True)
    raise typer.Exit(code)


@contextmanager
def about(what: object = None, code: int = WRONG) -> Iterator[None]:
    """Tell of a mistake that a person can make in one line, with what it is about before it."""
    try:
        yield
    except (ValueError, OSError) as error:
        text = error.strerror if isinstance(error, OSError) and error.strerror else error
        fail(text if what is None else f"{what}: {text}", code)


def game_called(name: str) -> AnyGame:
    """The game with this name."""
    with about(code=MISUSED):
        return load_game(name)


def answer(data: Any) -> None:
    """Write an answer for programs."""
    typer.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
