"""Counters: nation colour, the standard symbol in its box, the size above it, strengths below."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from trenchline.atlas.layers import SANS
from trenchline.atlas.sheet import Sheet
from trenchline.atlas.style import Country
from trenchline.atlas.svg import Point, group, letters, number, tag
from trenchline.kernel.looks import Box, NationLook
from trenchline.kernel.view import PieceView, View

_UNKNOWN = Country("", "#b9b3a8")

# The symbols in a box 36 wide and 24 high about (0, 0).
_CROSS = "M-18 -12L18 12M-18 12L18 -12"
_SLASH = "M-18 12L18 -12"
_TRACK = "M-8 -6H8A6 6 0 0 1 8 6H-8A6 6 0 0 1 -8 -6Z"
SYMBOLS: dict[str, tuple[str, str]] = {
    # What is drawn as lines, what is filled.
    "infantry": (_CROSS, ""),
    "cavalry": (_SLASH, ""),
    "artillery": ("", "M-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0Z"),
    "armour": (_TRACK, ""),
    "mechanized": (_CROSS + _TRACK, ""),
    "mountain": (_CROSS, "M-6 12L0 2L6 12Z"),
    "engineer": ("M-9 6V-5H9V6M0 -5V6", ""),
    "headquarters": ("M-18 -4H18", ""),
    "hq": ("M-18 -4H18", ""),
    "siege": ("M-9 8H9", "M-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0Z"),
    "air": ("M0 0C-6 -7 -14 -7 -14 0S-6 7 0 0C6 -7 14 -7 14 0S6 7 0 0Z", ""),
    "naval": ("M0 -8V8M-5 -4H5M-9 2Q-8 8 0 8Q8 8 9 2", ""),
    "fort": ("M-12 8V-4H-7V-8H-2V-4H2V-8H7V-4H12V8Z", ""),
    "assault": (_CROSS, "M-18 -12H-10V12H-18Z"),
    "guerrilla": ("", "M-7 -8H7L0 1L7 9H-7L0 1Z"),
    "supply": ("M-18 6H18", ""),
}


def symbol(name: str, ink: str = "#1c1a17", paper: str = "#fbf6e9") -> str:
    """A symbol in its box, 36 by 24 about (0, 0); an unknown one is an empty box."""
    lines, filled = SYMBOLS.get(name, ("", ""))
    parts = [tag("rect", x=-18, y=-12, width=36, height=24, fill=paper, stroke=ink, stroke_width=2)]
    if lines:
        parts.append(
            tag("path", d=lines, fill="none", stroke=ink, stroke_width=2, stroke_linejoin="round")
        )
    if filled:
        parts.append(tag("path", d=filled, fill=ink))
    return "".join(parts)


def counter(piece: PieceView, country: Country | NationLook | None = None) -> str:
    """A counter, 64 by 64 about (0, 0)."""
    country = country or _UNKNOWN
    ink = country.ink
    spent = "ready" not in piece.marks and "spent" in piece.marks
    parts = [
        tag("rect", x=-30.5, y=-29.5, width=64, height=64, rx=5, fill="#000", opacity=0.28),
        tag("rect", x=-32, y=-32, width=64, height=64, rx=5, fill=country.colour),
        # Light from above left, as on die-cut board.
        tag(
            "path",
            d="M-31 26V-27A4 4 0 0 1 -27 -31H26",
            fill="none",
            stroke="#fff",
            stroke_width=2,
            opacity=0.45,
        ),
        tag(
            "rect",
            x=-32,
            y=-32,
            width=64,
            height=64,
            rx=5,
            fill="none",
            stroke="#2b2621",
            stroke_width=1.2,
        ),
        tag("g", symbol(piece.symbol), transform="translate(0 -4.5)"),
        letters(piece.size, (0, -20), 10.5, fill=ink, font_weight=700, letter_spacing=0.5),
        letters(piece.strengths, (0, 27.5), 20, fill=ink, font_weight=700),
    ]
    if piece.name:
        close = min(1.0, 8 / max(1, len(piece.name)))
        side_on = f"translate(-21 -4.5) rotate(-90) scale({number(close)} 1)"
        parts.append(
            letters(piece.name, (0, 0), 10.5, fill=ink, font_weight=600, transform=side_on)
        )
    if "out of supply" in piece.marks:
        parts.append(tag("circle", cx=25, cy=-25, r=7, fill="#b3261e", stroke="#fff"))
        parts.append(letters("!", (25, -21), 11, fill="#fff", font_weight=700))
    return group(
        "counter",
        *parts,
        data_piece=piece.key,
        font_family=SANS,
        opacity=0.75 if spent else None,
    )


def counters(sheet: Sheet, view: View, nations: Mapping[str, NationLook] | None = None) -> str:
    """All pieces of a view that stand in a hex or in a box drawn on the map."""
    stacks: dict[str, list[PieceView]] = defaultdict(list)
    for piece in view.pieces:
        stacks[piece.place].append(piece)
    drawn = []
    for hex_ in sheet.board.facts:
        stack = stacks.get(sheet.label(hex_), [])
        shift = min(8.0, 24.0 / max(1, len(stack) - 1)) if len(stack) > 1 else 0.0
        x, y = sheet.centre(hex_)
        for number_, piece in enumerate(stack):
            offset = (number_ - (len(stack) - 1) / 2) * shift
            drawn.append(_placed(sheet, piece, (x + offset, y - offset), nations))
    for box in sheet.style.boxes:
        x, y, width, _ = sheet.area(box.at)
        step = sheet.style.counter * sheet.side * 1.08
        across = max(1, int((width - step * 0.2) // step))
        for number_, piece in enumerate(stacks.get(box.key, []) if box.key else []):
            row, column = divmod(number_, across)
            at = (x + step * (0.65 + column), y + sheet.side * 0.7 + step * (0.5 + row))
            drawn.append(_placed(sheet, piece, at, nations))
    return group("counters", *drawn)


def tray(
    sheet: Sheet,
    view: View,
    boxes: Sequence[Box],
    nations: Mapping[str, NationLook] | None = None,
) -> tuple[str, float]:
    """The game's boxes below the map, those with pieces in them, and how deep they reach."""
    on_map = {box.key for box in sheet.style.boxes}
    step = sheet.style.counter * sheet.side * 1.06
    width, top = sheet.size
    across = int((width - step) // step)
    drawn: list[str] = []
    y = top + step * 0.2
    for box in boxes:
        stack = [piece for piece in view.pieces if piece.place == box.name]
        if not stack or box.name in on_map:
            continue
        at = (step * 0.6, y + step * 0.35)
        drawn.append(
            letters(
                box.title, at, step * 0.36, text_anchor="start", font_weight=700, font_family=SANS
            )
        )
        for order, piece in enumerate(stack):
            row, column = divmod(order, across)
            middle = (step * (1.1 + column), y + step * (1.05 + row))
            drawn.append(_placed(sheet, piece, middle, nations))
        y += step * (-(-len(stack) // across) + 0.75)
    if not drawn:
        return "", 0.0
    deep = y - top + step * 0.1
    paper = tag("rect", y=top, width=width, height=deep, fill="#efe6d2")
    return group("tray", paper, *drawn, fill="#2f2a24"), deep


def _placed(
    sheet: Sheet, piece: PieceView, at: Point, nations: Mapping[str, NationLook] | None
) -> str:
    scale = sheet.style.counter * sheet.side / 64
    place = f"translate({number(at[0])} {number(at[1])}) scale({scale:.4f})"
    look = (nations or {}).get(piece.nation) or sheet.style.countries.get(piece.nation)
    return tag("g", counter(piece, look), transform=place)
