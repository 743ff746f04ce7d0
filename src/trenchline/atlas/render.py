"""SVG into pixels, by resvg and without a browser; the optional part ``trenchline[map]``."""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO
from pathlib import Path

FONTS = ("font_source_serif_pro", "font_source_sans_pro")
WEIGHTS = (
    "-Regular.ttf",
    "-It.ttf",
    "-Semibold.ttf",
    "-SemiboldIt.ttf",
    "-Bold.ttf",
    "-BoldIt.ttf",
)


KINDS = (".svg", ".png", ".webp")


class CannotRender(RuntimeError):
    """The parts that turn a drawing into pixels are not installed."""


def font_files() -> list[str]:
    """The fonts the maps are lettered in; the system's own stand in where they are missing."""
    found = []
    for package in FONTS:
        try:
            folder = files(package) / "files"
        except ModuleNotFoundError:
            continue
        found += [str(file) for file in folder.iterdir() if file.name.endswith(WEIGHTS)]
    return sorted(found)


def png(svg: str, width: int | None = None) -> bytes:
    """A drawing as PNG, as wide as wanted."""
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError:
        raise CannotRender(
            "pictures need the optional part 'map': pip install 'trenchline[map]' "
            "(an .svg file needs nothing)"
        ) from None
    return bytes(svg_to_bytes(svg_string=svg, width=width, font_files=font_files()))


def check_kind(out: Path) -> str:
    """The kind of picture a file's name asks for."""
    kind = out.suffix.lower()
    if kind not in KINDS:
        raise ValueError(f"{out}: a map is saved as {', '.join(KINDS)}")
    return kind


def save(svg: str, out: Path, width: int | None = None) -> None:
    """Write a drawing as .svg, .png or .webp."""
    kind = check_kind(out)
    if kind == ".svg":
        out.write_text(svg, encoding="utf-8")
        return
    pixels = png(svg, width)
    if kind == ".png":
        out.write_bytes(pixels)
        return
    from PIL import Image

    with Image.open(BytesIO(pixels)) as image:
        image.convert("RGB").save(out, quality=86, method=6)
