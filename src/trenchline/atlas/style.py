"""How a map looks: ``style.toml`` beside its hex facts, read and checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, ValidationError, convert

from trenchline.kernel.data import DataError, File, read_toml
from trenchline.kernel.joined import is_joined

Spot = tuple[float, float]
"""A place on the map as column and row, not counting that every second column is pushed down."""

Area = tuple[float, float, float, float]
"""A rectangle on the map: its upper left spot, and how many columns and rows it covers."""


class Country(Struct, frozen=True, forbid_unknown_fields=True):
    """A country: how it is called and coloured, on the map and on its counters."""

    name: str
    colour: str
    ink: str = "#1c1a17"
    at: Spot | None = None
    turn: float = 0.0
    size: float = 1.0


class Mark(Struct, frozen=True, forbid_unknown_fields=True):
    """How a fact is drawn, and what the legend calls it, if it is to be in the legend."""

    mark: str
    title: str = ""
    colour: str = "#3b332b"
    fill: str = ""
    strength: float = 0.25
    """How strongly the fill covers."""
    along: str = ""
    """The hexsides that a trench follows, or the edge over which arrows come in."""
    rank: int = 0
    """Of several places in a hex the highest gives the name and the sign in the middle."""
    label: str = ""
    """How the name is written: capital, city, town or note; not at all if empty."""
    intact: str = ""
    """The overlay of a view that lists those still standing."""
    value: int = 0
    """The number that the legend shows on the sign."""


class Sea(Struct, frozen=True, forbid_unknown_fields=True):
    """A stretch of water, or any other name written over the map."""

    name: str
    at: Spot
    turn: float = 0.0
    size: float = 1.0
    kind: str = "sea"


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """A box off the map that holds counters."""

    title: str
    at: Area
    note: str = ""
    key: str = ""


class Panel(Struct, frozen=True, forbid_unknown_fields=True):
    """Where something stands."""

    at: Spot
    size: float = 1.0
    columns: int = 1


class Heading(Struct, frozen=True, forbid_unknown_fields=True):
    """The map's title."""

    title: str
    at: Spot
    subtitle: str = ""
    lines: tuple[str, ...] = ()
    size: float = 1.0


class Style(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything ``style.toml`` says."""

    heading: Heading
    countries: dict[str, Country]
    facts: dict[str, dict[str, Mark]] = {}
    sides: dict[str, Mark] = {}
    places: dict[str, Mark] = {}
    names: tuple[Sea, ...] = ()
    boxes: tuple[Box, ...] = ()
    legend: Panel | None = None
    compass: Panel | None = None
    margin: float = 0.6
    picture: str = "background.webp"
    paper: str = "#efe6d2"
    sea: str = "#c3d3d6"
    ink: str = "#2f2a24"
    grid: str = "#4d463c"
    border: str = "#8c3b2e"
    wash: float = 0.35
    """How strongly countries are coloured where there is no painted picture."""
    band: float = 0.5
    counter: float = 1.06
    water: tuple[str, ...] = ("sea",)


def load_style(folder: File) -> Style:
    """Read and check the ``style.toml`` of a ``map/`` folder."""
    try:
        return convert(told_style(folder), Style)
    except ValidationError as error:
        raise DataError(folder / "style.toml", None, str(error)) from None


def told_style(folder: File) -> dict[str, Any]:
    """What the ``style.toml`` of a ``map/`` folder says.

    Sheets of one game share what stands in the ``style.toml`` beside their ``sheets.toml``.
    """
    told = read_toml(folder / "style.toml")
    if isinstance(folder, Path) and is_joined(folder.parent):
        common = folder.parent / "style.toml"
        return _laid_over(read_toml(common), told) if common.is_file() else told
    return told


def _laid_over(common: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """What all sheets share, and what one says of its own in place of it or besides."""
    both = {
        key: _laid_over(common[key], own[key])
        for key in common.keys() & own.keys()
        if isinstance(common[key], Mapping) and isinstance(own[key], Mapping)
    }
    return {**common, **own, **both}
