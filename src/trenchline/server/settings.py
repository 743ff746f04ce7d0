"""What a server is told when it starts, and where it keeps its data."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import msgspec

from trenchline.kernel.game import AnyGame

ENVIRONMENT = "TRENCHLINE_SERVER"
"""Carries the settings to worker processes."""


class Shelf(Protocol):
    """Where the games stand."""

    def game_names(self) -> list[str]:
        """The names of all games."""
        ...

    def load_game(self, name: str) -> AnyGame:
        """The game with this name."""
        ...


class Settings(msgspec.Struct, frozen=True):
    """How a server runs."""

    database: str
    local: bool = False
    """One person at this computer: no accounts, only loopback."""
    shelf: str = "trenchline.games"
    """The module that offers the games."""
    web: str = str(Path(__file__).parent.parent / "web")
    pace: float = 0.0
    """Seconds between a computer player's choices; the page shows them at its own."""
    thinkers: int = 1
    """Processes in which computer players think."""
    warm: bool = False
    """Whether such a process is started before it is needed."""
    limited: bool = True
    """Whether clients are held to the rate limits."""

    @property
    def on_postgresql(self) -> bool:
        """Whether other workers may serve the same matches."""
        return self.database.startswith("postgresql")


def open_shelf(module: str) -> Shelf:
    """The games that a module offers."""
    return cast(Shelf, import_module(module))


def data_folder() -> Path:
    """Where this user's matches are kept; ``TRENCHLINE_DATA`` overrides it."""
    if chosen := os.environ.get("TRENCHLINE_DATA"):
        return Path(chosen).expanduser()
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "trenchline"


def sqlite_url(folder: Path, name: str) -> str:
    """A database file in a folder that is made if it is missing, for its owner alone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{(folder / name).absolute()}"


def to_environment(settings: Settings) -> None:
    """Leave the settings where worker processes find them."""
    os.environ[ENVIRONMENT] = msgspec.json.encode(settings).decode()


def from_environment() -> Settings:
    """The settings as a worker process finds them."""
    return msgspec.json.decode(os.environ[ENVIRONMENT].encode(), type=Settings)
