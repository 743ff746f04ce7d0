"""Editions: a folder with some of a game's data files, read in place of ours.

Rulebooks hold no maps and counters; ours are reconstructions. Whoever owns the box types in what is
printed there: an edition has an ``edition.toml`` that names the game, and any of the game's data
files under the names ours have. It holds no code, and nothing in it is run.

An edition is laid over our files in a folder of its own, once, before the game is loaded; from then
on the game reads that folder and knows nothing of editions. One edition of a game a process.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from trenchline.kernel.data import DataError, read_toml

NAME_FILE = "edition.toml"
COLUMNS_FILE = "columns.toml"
TEXTS = {".csv": 4 << 20, ".toml": 1 << 20, ".path": 4 << 20}
PICTURES = {".webp": 32 << 20}
LARGEST = TEXTS | PICTURES
"""How many bytes a file of each kind may have."""
NOTES = (".md", ".txt")
"""What may lie beside the data and is not read."""
NOT_DATA = (
    "rulebook.csv",
    "glossary.csv",
    "audience.csv",
    "guided.toml",
    "examples.toml",
    COLUMNS_FILE,
    "pins.csv",
    "paint.toml",
    "deployments.toml",
    "history.toml",
    "main_options.toml",
)
"""Ours that are no part of the game's box: cases, words, explanations, what maps were painted
from, the dates of the war, what is told of the balance."""
GUIDE_PICTURES = "guide_pictures"
"""The folder with the pictures of a game's guide, which are no part of the box either."""
NOT_DATA_FOLDERS = (GUIDE_PICTURES, "lessons")
MOST_FILES = 500


@dataclass(frozen=True)
class Edition:
    """An edition that has been looked at: it is of this game and holds nothing but data."""

    game: str
    title: str
    hash: str
    """Of the data files' names and contents; the title may change."""
    folder: Path

    def __str__(self) -> str:
        return f"{self.title} ({self.hash[:12]})"


def data_files(folder: Path) -> list[str]:
    """The data files of a game, by their paths within its folder."""
    return sorted(
        file.relative_to(folder).as_posix()
        for ending in LARGEST
        for file in folder.rglob(f"*{ending}")
        if file.name not in NOT_DATA
        if file.parent.name not in NOT_DATA_FOLDERS and not _is_code(folder, file)
    )


def _is_code(folder: Path, file: Path) -> bool:
    """Whether a file belongs to a part of the program, such as the staff."""
    return any(
        (inner / "__init__.py").is_file() for inner in file.parents if folder in inner.parents
    )


def open_edition(folder: Path, shelf: Path) -> Edition:
    """Look at an edition of a game on a shelf before anything of it is used.

    What does not belong there is refused.
    """
    if not folder.is_dir():
        raise DataError(folder, None, "there is no such folder")
    told = read_toml(_plain(folder / NAME_FILE))
    game, title = told.get("game"), told.get("title")
    for what, value in (("game", game), ("title", title)):
        if not isinstance(value, str) or not 0 < len(value) <= 60 or not value.isprintable():
            raise DataError(folder / NAME_FILE, None, f"{what} should be a short text")
    assert isinstance(game, str)
    assert isinstance(title, str)
    if not game.isidentifier() or not (shelf / game / "__init__.py").is_file():
        raise DataError(folder / NAME_FILE, None, f"there is no game {game!r}")
    digest = sha256()
    for name in edition_files(folder, shelf / game):
        content = (folder / name).read_bytes()
        digest.update(f"{name} {sha256(content).hexdigest()}\n".encode())
    return Edition(game, title, digest.hexdigest(), folder)


def edition_files(folder: Path, own: Path) -> list[str]:
    """The data files of an edition; links, strangers and what is too large are refused."""
    ours = set(data_files(own))
    found = []
    for file in _walk(folder):
        name = file.relative_to(folder).as_posix()
        if name == NAME_FILE or file.suffix in NOTES:
            continue
        if name not in ours:
            raise DataError(file, None, f"{own.name} has no data file {name}")
        size = file.stat().st_size
        if size > LARGEST[file.suffix]:
            raise DataError(file, None, f"{size:,} bytes; the most is {LARGEST[file.suffix]:,}")
        if file.suffix in PICTURES and not _is_picture(file):
            raise DataError(file, None, "not a picture in the WebP format")
        found.append(name)
    return sorted(found)


def _walk(folder: Path) -> Iterator[Path]:
    """All files below a folder but hidden ones; a link is refused, wherever it leads."""
    waiting, seen = [folder], 0
    while waiting:
        for entry in sorted(waiting.pop().iterdir()):
            seen += 1
            if seen > MOST_FILES:
                raise DataError(folder, None, f"more than {MOST_FILES} files are too many")
            if entry.name.startswith("."):
                continue
            if entry.is_symlink():
                raise DataError(entry, None, "a link; an edition holds its files itself")
            if entry.is_dir():
                waiting.append(entry)
            else:
                yield _plain(entry)


def _plain(file: Path) -> Path:
    """A file that can be read without waiting: no link, no pipe, no device."""
    if file.is_symlink() or (file.exists() and not file.is_file()):
        raise DataError(file, None, "not a plain file")
    return file


def _is_picture(file: Path) -> bool:
    with file.open("rb") as opened:
        head = opened.read(12)
    return head[:4] == b"RIFF" and head[8:] == b"WEBP"


# In use.


def _variable(game: str) -> str:
    """Where a process and its children find the folder that an edition was laid over ours in."""
    return f"TRENCHLINE_EDITION_{game.upper()}"


def data_folder(own: Path) -> Path:
    """Where a game reads its data: its own folder, or that with an edition laid over it."""
    laid = os.environ.get(_variable(own.name))
    return Path(laid) if laid else own


def edition_in_use(game: str) -> Edition | None:
    """The edition of a game that this process plays, if it is not ours."""
    laid = os.environ.get(_variable(game))
    if not laid:
        return None
    told = read_toml(Path(laid) / NAME_FILE)
    return Edition(game, told["title"], told["hash"], Path(told["folder"]))


def use_edition(edition: Edition, own: Path) -> None:
    """Play an edition in this process and its children; the game must not be loaded yet."""
    game = edition.game
    if os.environ.get(_variable(game)):
        raise ValueError(f"an edition of {game} is in use already")
    laid = Path(tempfile.mkdtemp(prefix=f"trenchline-{game}-"))
    atexit.register(_remove, laid, os.getpid())
    _lay_over(edition, own, laid)
    os.environ[_variable(game)] = str(laid)


def _lay_over(edition: Edition, own: Path, laid: Path) -> None:
    """Write our data files into a folder, and the edition's in place of those it has."""
    replaced = set(edition_files(edition.folder, own))
    for name in data_files(own):
        (laid / name).parent.mkdir(parents=True, exist_ok=True)
        if name in replaced:
            shutil.copyfile(edition.folder / name, laid / name)
        else:
            (laid / name).symlink_to(own / name)
    told = {"title": edition.title, "hash": edition.hash, "folder": str(edition.folder.absolute())}
    lines = "".join(f"{key} = {_quoted(value)}\n" for key, value in told.items())
    (laid / NAME_FILE).write_text(lines, encoding="utf-8")


def _quoted(text: str) -> str:
    """A TOML string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _remove(laid: Path, maker: int) -> None:
    if os.getpid() == maker:
        shutil.rmtree(laid, ignore_errors=True)
