"""A map in a notebook: one call, and small enough to keep.

show_map(match)
show_map(game, "tannenberg")
show_map(state, side="Allied", width=1400)
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from trenchline.atlas.draw import draw, picture_data
from trenchline.atlas.maps import open_map
from trenchline.atlas.render import CannotRender, png, save
from trenchline.kernel.game import Game
from trenchline.kernel.match import Match
from trenchline.kernel.shown import game_of

WIDTH = 900
"""Pixels: as wide as the page of a notebook."""
QUALITY = 82


@dataclass(frozen=True, repr=False)
class MapPicture:
    """A drawn map, which shows itself in a notebook."""

    title: str
    painted: str
    """The drawing with its painted ground, for pixels."""
    bare: str
    """The drawing without it: where there is nothing to make pixels with."""
    width: int = WIDTH

    def __repr__(self) -> str:
        return f"<map of {self.title}>"

    def _repr_jpeg_(self) -> bytes | None:
        """As a notebook shows it: some hundred kilobytes."""
        from PIL import Image

        try:
            pixels = png(self.painted, self.width)
        except CannotRender:
            return None
        written = BytesIO()
        with Image.open(BytesIO(pixels)) as image:
            image.convert("RGB").save(written, "JPEG", quality=QUALITY, optimize=True)
        return written.getvalue()

    def _repr_svg_(self) -> str | None:
        """What is shown without the optional part ``trenchline[map]``."""
        try:
            png('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
        except CannotRender:
            return self.bare
        # A notebook keeps every form that it is given.
        return None

    def save(self, out: Path | str, width: int | None = None) -> None:
        """Write it as .svg, .png or .webp."""
        save(self.painted, Path(out), width)


def show_map(
    what: Any,
    scenario: str | None = None,
    *,
    side: str | None = None,
    width: int = WIDTH,
) -> MapPicture:
    """The map of a match or a position with its counters, or of a game without any.

    ``side`` shows what that side may see; else it is what everybody may. ``scenario`` is needed for
    a position of a game that has several maps.
    """
    state: Any = None
    if isinstance(what, Match):
        game, state, scenario = what.game, what.state, scenario or what.scenario
    elif isinstance(what, Game):
        game, scenario = what, scenario or what.scenarios[0].name
    else:
        found = game_of(what) if hasattr(what, "stack") else None
        if found is None:
            raise TypeError(f"a map is of a match, a position or a game, not of {what!r}")
        game, state = found, what
    if side is not None and side not in game.sides:
        raise ValueError(f"there is no side {side!r}; there are {', '.join(game.sides)}")
    sheet = open_map(game.name, scenario)
    view = None
    if state is not None:
        view = game.view(state, None if side is None else game.sides.index(side))
    looks = game.looks.nations, game.looks.boxes
    return MapPicture(
        f"{game.title}" if scenario is None else f"{game.title}, {scenario}",
        draw(sheet, view, picture_data(sheet), *looks),
        draw(sheet, view, None, *looks),
        width,
    )
