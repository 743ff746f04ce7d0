"""Draws the pictures of a game's guide: ``python -m tools.guide_pictures GAME``.

An image in ``guide.md`` tells in its title how ``trenchline map`` draws it::

    ![The west](guide_pictures/west.webp "--scenario historical --part 0204-0810")

A position it names is a file beside the picture. Pictures are kept in the repository, so that the
guide can be read where no game is installed; draw them again when map or style change.
"""

from __future__ import annotations

import re
import shlex
import sys
from io import BytesIO

from PIL import Image

from trenchline.cli.app import app
from trenchline.games import SHELF, game_names

IMAGE = re.compile(r'!\[[^\]]*\]\((?P<file>[\w/.-]+) "(?P<drawn>[^"]+)"\)')
WIDTH = 800
QUALITY = 72


def draw(game: str) -> None:
    """Draw every picture that the guide of a game shows."""
    folder = SHELF / game
    for image in IMAGE.finditer((folder / "guide.md").read_text("utf-8")):
        out = folder / image["file"]
        words = shlex.split(image["drawn"])
        if "--position" in words:
            at = words.index("--position") + 1
            words[at] = str(out.parent / words[at])
        # A game of several maps names the one that is meant.
        name = game if words[0].startswith("--") else words.pop(0)
        out.parent.mkdir(exist_ok=True)
        sharp = out.with_suffix(".png")
        command = ["map", name, *words, "--width", str(WIDTH), "--out", str(sharp)]
        app(command, standalone_mode=False)
        with Image.open(BytesIO(sharp.read_bytes())) as picture:
            picture.convert("RGB").save(out, quality=QUALITY, method=6)
        sharp.unlink()
        print(f"{out}: {out.stat().st_size:,} bytes")


if __name__ == "__main__":
    for name in sys.argv[1:] or game_names():
        draw(name)
