"""What goes over a websocket: news of a table, and what people draw on its map."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Drawn = Annotated[
    str, msgspec.Meta(max_length=60, pattern=r"^[acm][\w .'/-]{1,28}(>[\w .'/-]{1,28})?\Z")
]
"""An arrow (``a0408>0510``), a circle (``c0408``) or a measured distance (``m0408>0510``)."""


class NewSketch(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody has drawn on the map and shows: to all at the table, or to his side."""

    sketch: Annotated[list[Drawn], msgspec.Meta(max_length=40)]
    to: Literal["all", "side"] = "all"


class ShownSketch(msgspec.Struct):
    """All that somebody shows now; nothing if he has wiped it out."""

    by: str
    marks: list[str]


class SketchAnswer(msgspec.Struct):
    """What the websocket tells when somebody draws."""

    sketch: ShownSketch


class NewsAnswer(msgspec.Struct):
    """What the websocket tells: enough to know that one should look again."""

    version: int
    revision: int
    who: str
    status: str
    thinking: bool
    request: bool
    ready: bool
    presence: list[str]
