"""``edition``: the box a player owns, typed in and put in place of our reconstructions."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from trenchline.cli.app import MISUSED, WRONG, GameName, about, app, fail
from trenchline.games import SHELF, game_names, load_game, use_edition
from trenchline.kernel import audit, editions
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.game import AnyGame
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import count, pick

edition = typer.Typer(help="Play with your own counters, maps and tables.", no_args_is_help=True)
app.add_typer(edition, name="edition")

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the edition.")]

TRIED = 3
"""How many random games of each scenario an edition must bear."""
LOOKED_AT = 16
"""Every so many choices of it what must always hold is looked at."""


@edition.command()
def new(
    name: GameName,
    folder: Folder,
    title: Annotated[str, typer.Option(help="What to call it.")] = "My own copy",
) -> None:
    """Write a copy of a game's data files to edit, with every column explained."""
    if name not in game_names():
        fail(f"there is no game {name!r}; there are {', '.join(game_names())}", MISUSED)
    if not 0 < len(title) <= 60 or not title.isprintable():
        fail("a title is a short text", MISUSED)
    own = SHELF / name
    with about(folder):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            fail(f"{folder}: is there already, and not empty")
        texts = [file for file in editions.data_files(own) if file.endswith((".csv", ".toml"))]
        for file in texts:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(own / file, folder / file)
        quoted = title.replace("\\", "\\\\").replace('"', '\\"')
        settings = f'game = "{name}"\ntitle = "{quoted}"\n'
        (folder / editions.NAME_FILE).write_text(settings, encoding="utf-8")
        (folder / "README.md").write_text("\n".join(_guide(name, texts)), encoding="utf-8")
    typer.echo(f"{folder}: {len(texts)} files of {name}; README.md there explains them")


def _guide(name: str, texts: list[str]) -> Iterator[str]:
    """What the writer of an edition has to know."""
    told = audit.explanations(SHELF / name)
    yield f"# An edition of {name}\n"
    yield "Change what differs from your copy, and delete the files you do not change: ours are"
    yield "read in their place. Give a changed row the source `rulebook`, `history`,"
    yield "`reconstructed` or `tuned`, as it is; rows that have `rulebook` in ours are facts of"
    yield "the rulebook's text and stay as they are. A picture goes beside its map as"
    yield "`background.webp`.\n"
    yield "    trenchline edition check DIR\n    trenchline play --edition DIR\n"
    for file in texts:
        if not file.endswith(".csv"):
            continue
        yield f"## {file}\n\n| column | what it says | what may stand there |\n|---|---|---|"
        for column, says in audit.columns_of(file, told).items():
            yield f"| {column} | {says.get('says', '')} | {_allowed(says)} |"
        yield ""


def _allowed(says: audit.Says) -> str:
    if "words" in says:
        return ", ".join(word or "(empty)" for word in says["words"])
    empty = " or nothing" if says.get("empty") else ""
    if "least" in says:
        most = f" to {says['most']}" if "most" in says else " and up"
        return f"{says['least']}{most}{empty}"
    return f"a text{empty}" if "form" not in says else f"`{says['form']}`{empty}"


@edition.command()
def check(folder: Folder) -> None:
    """Tell what is wrong with an edition, file by file and line by line, and how it differs."""
    with about(folder):
        found = editions.open_edition(folder, SHELF)
    own = SHELF / found.game
    wrong = [str(error) for error in audit.problems(found, own)]
    if not wrong:
        with about(folder):
            use_edition(folder)
        wrong = list(_unplayable(found.game))
    for problem in wrong:
        typer.echo(f"trenchline: {problem}", err=True)
    if wrong:
        raise typer.Exit(WRONG)
    unlike = list(audit.differences(found, own))
    for difference in unlike:
        typer.echo(str(difference))
    typer.echo(f"OK {found}: {len(unlike)} differences from ours")


def _unplayable(name: str) -> Iterator[str]:
    """What goes wrong when the game is loaded, set up and played with the edition."""
    try:
        game = load_game(name)
    except Exception as error:  # whatever a loader trips over is the edition's fault
        yield str(error) if isinstance(error, ValueError) else f"cannot be loaded: {error!r}"
        return
    yield from game.unsound()
    for scenario in game.scenarios:
        for seed in range(TRIED):
            problem = _tried(game, scenario.name, seed)
            if problem:
                yield f"{scenario.name}: {problem}"
                break


def _tried(game: AnyGame, scenario: str, seed: int) -> str | None:
    """What goes wrong in a random game, if anything: a set-up over the limit, a name not found."""
    rng = random.Random(seed)
    dice = PlannersDice(rng)
    try:
        state = game.new(*game.settled(scenario, {}))
        choices = settle(state, dice)
        taken = 0
        while choices:
            broken = [] if taken % LOOKED_AT else game.broken(state)
            if broken:
                return f"after {taken} choices: {'; '.join(broken)}"
            take(state, *pick(choices, int(rng.random() * count(choices))))
            taken += 1
            choices = settle(state, dice)
    except Exception as error:  # whatever the rules trip over is the edition's fault
        return f"cannot be played: {error!r}"
    return None
