"""Kinds of entries in the charts of ``tables``, and how a mistake in one is found: it is told with
its file and line as the game is loaded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from trenchline.kernel.data import SOURCES, DataError, File, read_text

WEATHERS = ("clear", "frost", "mud", "winter", "snow")
"""The kinds of weather, in the order of the Terrain Effects Chart [36]."""
SIDED = ("Entente", "Central Powers")


@dataclass(frozen=True)
class Kind:
    """A kind of entry: what it is called, and whether something is one."""

    name: str
    fits: Callable[[Any], bool]


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_share(value: Any) -> bool:
    try:
        return isinstance(value, str) and Fraction(value) >= 0
    except (ValueError, ZeroDivisionError):
        return False


def one_of(*words: str) -> Kind:
    """One of some words."""
    return Kind(f"one of {', '.join(words)}", lambda value: value in words)


_DATE = re.compile(r"(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) II? \d\d")
WORD = Kind("a text", lambda value: isinstance(value, str))
FLAG = Kind("true or false", lambda value: isinstance(value, bool))
WHOLE = Kind("a whole number", _is_whole)
COUNT = Kind("a whole number that is not below 0", lambda value: _is_whole(value) and value >= 0)
SHARE = Kind("a share like '1/2'", _is_share)
DATE = Kind("a turn like 'Oct II 17'", lambda v: isinstance(v, str) and bool(_DATE.fullmatch(v)))
WEATHER = one_of(*WEATHERS)
SIDE = one_of(*SIDED)
ZONE = Kind(
    "a zone of weather, a capital letter",
    lambda v: isinstance(v, str) and len(v) == 1 and "A" <= v <= "Z",
)

Shape = Kind | list[Any] | dict[Any, Any]
"""A kind; a list of a shape; or shapes by key. A key that ends in ``?`` may be left out, and a kind
in place of a key stands for any number of keys that fit it."""


def each(keys: Iterable[str], shape: Shape) -> dict[Any, Shape]:
    """One shape for several keys."""
    return {key: shape for key in keys}  # noqa: C420 # shapes are only read


def counts(*keys: str) -> dict[Any, Shape]:
    """Numbers by key."""
    return each(keys, COUNT)


def by_weather(shape: Shape) -> dict[Any, Shape]:
    """One shape for each kind of weather."""
    return each(WEATHERS, shape)


def check_tables(file: File, tables: Mapping[str, Any], shape: Shape) -> None:
    """Look through the tables of a file; the first mistake is raised with its line."""
    for path, problem in _mistakes((), tables, shape):
        told = ".".join(path[1:])
        words = f"[{path[0]}] {told} {problem}" if told else f"[{path[0]}] {problem}"
        raise DataError(file, line_of(file, path), words)


Path = tuple[str, ...]


def _mistakes(path: Path, value: Any, shape: Shape) -> Iterator[tuple[Path, str]]:
    """What is wrong with an entry and all that is in it, each with the way there."""
    if isinstance(shape, Kind):
        if not shape.fits(value):
            yield path, f"is {value!r}, not {shape.name}"
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield path, f"is {value!r}, not a list"
            return
        for one in value:
            yield from _mistakes(path, one, shape[0])
    elif not isinstance(value, Mapping):
        yield path, f"is {value!r}, not a table"
    else:
        yield from _entries(path, value, shape)


def _entries(path: Path, value: Mapping[str, Any], shapes: dict[Any, Any]) -> Iterator[Any]:
    any_key = next((shapes[key] for key in shapes if isinstance(key, Kind)), None)
    for key in shapes:
        if isinstance(key, str) and not key.endswith("?") and key not in value:
            yield (*path, key), "is missing"
    for key, inside in value.items():
        shape = shapes.get(key, shapes.get(f"{key}?", any_key))
        if key == "source":
            shape = one_of(*SOURCES)
        if shape is None:
            known = ", ".join(str(one).rstrip("?") for one in shapes)
            yield (*path, key), f"is not known: it should be one of {known}"
        else:
            yield from _mistakes((*path, key), inside, shape)


def line_of(file: File, path: Path) -> int:
    """The line of an entry, of the table it should stand in, or the last of the file."""
    lines = read_text(file).splitlines()
    found = len(lines)
    depth = 0
    for number, line in enumerate(lines, 1):
        words = line.split("#")[0].strip()
        if words.startswith("[") and words.endswith("]") and "=" not in words:
            title = tuple(words.strip("[]").replace('"', "").split("."))
            depth = len(title) if path[: len(title)] == title else 0
            if depth:
                found = number
        elif depth and len(path) > depth:
            key, _, _ = words.partition("=")
            if key.strip().replace('"', "").split(".")[0] == path[depth]:
                return number
    return found
