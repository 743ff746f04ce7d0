"""The maps there are: every game's folder that has a ``map/`` with a style."""

from __future__ import annotations

from pathlib import Path

import trenchline.games
from trenchline.atlas.sheet import Sheet, open_sheet
from trenchline.kernel.data import read_toml
from trenchline.kernel.editions import data_folder
from trenchline.kernel.joined import is_joined


def map_folders() -> dict[str, Path]:
    """The map folder of each game, also of games whose rules are still to come.

    A game whose scenarios have maps of their own keeps them in the scenarios' folders; they are
    called ``game/scenario``. Where several sheets join, they are called ``game/sheet``.
    """
    games = [folder for root in trenchline.games.__path__ for folder in Path(root).iterdir()]
    found = {
        (Path(game.name) / style.parents[1].relative_to(data_folder(game))).as_posix(): style.parent
        for game in games
        for pattern in ("map/style.toml", "*/map/style.toml")
        for style in data_folder(game).glob(pattern)
        if not is_joined(style.parent)
    }
    found |= {
        f"{game.name}/{style.parent.name}": style.parent
        for game in games
        for style in data_folder(game).glob("map/*/style.toml")
        if is_joined(style.parents[1])
    }
    return dict(sorted(found.items()))


def open_map(name: str, scenario: str | None = None) -> Sheet:
    """The sheet of a game's map, or of the scenario's where each has its own.

    An unknown name gets a clear error.
    """
    folders = map_folders()
    own = [folder for folder in folders if folder.startswith(f"{name}/")]
    if own and scenario is not None:
        name = f"{name}/{_map_of(folders[own[0]], scenario)}"
    elif own:
        raise ValueError(f"{name} has several maps; name one of {', '.join(own)}")
    if name not in folders:
        raise ValueError(f"there is no map of {name!r}; there are {', '.join(folders)}")
    return open_sheet(folders[name])


def _map_of(map_: Path, scenario: str) -> str:
    """The map a scenario is played on: its own, that of the scenario it names, or the first of the
    sheets it names."""
    if is_joined(map_.parent):
        file = map_.parents[1] / "scenarios" / scenario / "scenario.toml"
        return str(read_toml(file)["sheets"][0]) if file.is_file() else scenario
    file = map_.parents[1] / scenario / "scenario.toml"
    return str(read_toml(file).get("map", scenario)) if file.is_file() else scenario
