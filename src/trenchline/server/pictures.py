"""Pictures at the size a screen needs, made from the one a map is painted on."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image

from trenchline.server.packing import stamp_of

WIDTHS = (480, 740, 960, 1600, 2400)
"""In pixels; what is wider is the painter's own."""
QUALITY = 80


@lru_cache(maxsize=16)
def widths(file: Path) -> tuple[int, ...]:
    """The widths that a picture is to be had in, its own last."""
    with Image.open(file) as picture:
        own = picture.width
    return (*(width for width in WIDTHS if width < own), own)


@lru_cache(maxsize=16)
def stamp(file: Path) -> str:
    """A name for a picture in all its sizes that changes when any of them would."""
    return stamp_of(file.read_bytes(), repr((WIDTHS, QUALITY)).encode())


@lru_cache(maxsize=64)
def scaled(file: Path, width: int | None) -> bytes:
    """A picture in one of its widths; without one, as it was painted."""
    if width is None or width == widths(file)[-1]:
        return file.read_bytes()
    with Image.open(file) as picture:
        size = (width, round(picture.height * width / picture.width))
        small = picture.convert("RGB").resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
    made = BytesIO()
    small.save(made, "WEBP", quality=QUALITY)
    return made.getvalue()
