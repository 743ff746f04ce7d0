"""What stands around a map: heading, legend, compass rose, boxes and the frame."""

from __future__ import annotations

from trenchline.atlas.ground import GROUND_MARKS, gauge_marks, ground_mark
from trenchline.atlas.layers import RAILS, SANS, SERIF
from trenchline.atlas.lines import GATES, edge_mark, gates, railway, trench
from trenchline.atlas.marks import HEX_MARKS, PLACE_MARKS
from trenchline.atlas.sheet import Sheet
from trenchline.atlas.style import Box, Mark
from trenchline.atlas.svg import Point, group, letters, line, number, tag

_PAPER = {"fill": "#f6efdc", "fill_opacity": 0.93, "stroke": "#4a3f33"}


def _panel(x: float, y: float, width: float, height: float) -> str:
    """A sheet of paper with a double rule."""
    return tag("rect", x=x, y=y, width=width, height=height, stroke_width=2.6, **_PAPER) + tag(
        "rect",
        x=x + 6,
        y=y + 6,
        width=width - 12,
        height=height - 12,
        fill="none",
        stroke="#4a3f33",
        stroke_width=1,
    )


def frame(sheet: Sheet) -> str:
    """The neat line round the map."""
    width, height = sheet.size
    rect = {"fill": "none", "stroke": "#3a3128"}
    return group(
        "frame",
        tag(
            "rect",
            x=6,
            y=6,
            width=width - 12,
            height=height - 12,
            stroke_width=12,
            fill="none",
            stroke="#e9dfc8",
        ),
        tag("rect", x=2, y=2, width=width - 4, height=height - 4, stroke_width=4, **rect),
        tag("rect", x=13, y=13, width=width - 26, height=height - 26, stroke_width=1.5, **rect),
    )


def heading(sheet: Sheet) -> str:
    """The title, what it shows, and who drew it."""
    text = sheet.style.heading
    x, y = sheet.spot(text.at)
    size = sheet.side * text.size
    wide = (
        max(
            len(text.title) * size * 0.84,
            len(text.subtitle) * size * 0.3,
            *(len(row) * size * 0.185 for row in text.lines),
            1,
        )
        + size
    )
    high = size * (1.75 + 0.42 * len(text.lines) + (0.55 if text.subtitle else 0))
    rows = [
        letters(
            text.title.upper(), (0, size * 1.25), size, font_weight=700, letter_spacing=size * 0.06
        )
    ]
    below = size * 1.25
    if text.subtitle:
        below += size * 0.62
        rows.append(letters(text.subtitle, (0, below), size * 0.46, font_style="italic"))
    for row in text.lines:
        below += size * 0.42
        rows.append(letters(row, (0, below + size * 0.08), size * 0.27, font_family=SANS))
    rows.append(
        tag(
            "path",
            d=line([(-wide * 0.3, size * 1.43), (wide * 0.3, size * 1.43)]),
            stroke="#8c3b2e",
            stroke_width=2,
        )
    )
    return group(
        "heading",
        _panel(-wide / 2, 0, wide, high),
        *rows,
        transform=f"translate({number(x)} {number(y)})",
        font_family=SERIF,
        fill=sheet.style.ink,
    )


def compass(sheet: Sheet) -> str:
    """A rose whose needle points to true north at the middle of the map."""
    panel = sheet.style.compass
    if panel is None:
        return ""
    x, y = sheet.spot(panel.at)
    reach = sheet.side * 1.15 * panel.size
    ink = sheet.style.ink
    points = []
    for turn in range(0, 360, 45):
        long = reach if turn % 90 == 0 else reach * 0.62
        wide = reach * (0.15 if turn % 90 == 0 else 0.11)
        dark = line([(0, 0), (0, -long), (wide, -wide)], closed=True)
        light = line([(0, 0), (0, -long), (-wide, -wide)], closed=True)
        about = f"rotate({turn})"
        edge = {"stroke": ink, "stroke_width": 0.8, "stroke_linejoin": "round"}
        points.append(tag("path", d=dark, fill=ink, transform=about, **edge))
        points.append(tag("path", d=light, fill="#fbf6e9", transform=about, **edge))
    points.sort(
        key=lambda path: (
            "rotate(45)" not in path
            and "rotate(135)" not in path
            and "rotate(225)" not in path
            and "rotate(315)" not in path
        )
    )
    ring = {"fill": "none", "stroke": ink}
    return group(
        "compass",
        tag("circle", r=reach * 0.74, stroke_width=1.6, **ring),
        tag("circle", r=reach * 0.68, stroke_width=0.8, **ring),
        *points,
        letters(
            "N",
            (0, -reach * 1.08),
            reach * 0.42,
            font_family=SERIF,
            font_weight=700,
            fill="#8c3b2e",
        ),
        transform=f"translate({number(x)} {number(y)}) rotate({number(sheet.north)})",
    )


def boxes(sheet: Sheet) -> str:
    """The boxes off the map."""
    return group("boxes", *(_box(sheet, box) for box in sheet.style.boxes))


def _box(sheet: Sheet, box: Box) -> str:
    x, y, width, height = sheet.area(box.at)
    side = sheet.side
    rows = [
        letters(
            box.title,
            (x + width / 2, y + side * 0.42),
            side * 0.3,
            font_weight=700,
            font_family=SERIF,
        ),
    ]
    for row, text in enumerate(box.note.split("\n") if box.note else []):
        at = (x + width / 2, y + side * (0.7 + 0.27 * row))
        rows.append(letters(text, at, side * 0.21, font_family=SANS))
    return group(
        "box", _panel(x, y, width, height), *rows, fill=sheet.style.ink, data_box=box.key or None
    )


def legend(sheet: Sheet) -> str:
    """What every sign means, drawn by the same hand as the map."""
    panel = sheet.style.legend
    if panel is None:
        return ""
    entries = _entries(sheet)
    x, y = sheet.spot(panel.at)
    side = sheet.side * panel.size
    rows = -(-len(entries) // panel.columns)
    longest = max((len(title) for _, title in entries), default=0)
    wide = side * (1.55 + longest * 0.145)
    step = side * 0.78
    parts = [
        _panel(0, 0, wide * panel.columns + side * 0.35, step * rows + side * 1.15),
        letters(
            "Legend",
            ((wide * panel.columns + side * 0.35) / 2, side * 0.62),
            side * 0.42,
            font_family=SERIF,
            font_weight=700,
            letter_spacing=side * 0.03,
        ),
    ]
    for number_, (sign, title) in enumerate(entries):
        column, row = divmod(number_, rows)
        at = (column * wide + side * 0.85, side * 1.2 + row * step)
        scale = number(panel.size)
        parts.append(
            tag("g", sign, transform=f"translate({number(at[0])} {number(at[1])}) scale({scale})")
        )
        parts.append(
            letters(
                title, (at[0] + side * 0.75, at[1] + side * 0.1), side * 0.29, text_anchor="start"
            )
        )
    return group(
        "legend",
        *parts,
        transform=f"translate({number(x)} {number(y)})",
        font_family=SANS,
        fill=sheet.style.ink,
    )


def _entries(sheet: Sheet) -> list[tuple[str, str]]:
    """Signs with their meaning, in the style's order."""
    style, side = sheet.style, sheet.side
    entries = []
    for words in style.facts.values():
        entries += [(_hex_sample(side, mark), mark.title) for mark in words.values() if mark.title]
    for mark in style.sides.values():
        if mark.title and mark.mark != "border":
            entries.append((_side_sample(side, mark), mark.title))
    if style.border:
        dashes = f"{number(side * 0.26)} {number(side * 0.1)} {number(side * 0.05)}"
        border = tag(
            "path",
            d=f"M{number(-side * 0.55)} 0H{number(side * 0.55)}",
            stroke=style.border,
            stroke_width=side * 0.05,
            stroke_dasharray=dashes + f" {number(side * 0.1)}",
        )
        entries.append((border, "Border"))
    for mark in style.places.values():
        if mark.title:
            draw, _ = PLACE_MARKS[mark.mark]
            entries.append((draw(side, mark, "#b7a98e", mark.value), mark.title))
    return entries


def _hex_sample(side: float, mark: Mark) -> str:
    corners: list[Point] = [(-0.5, -0.866), (0.5, -0.866), (1, 0), (0.5, 0.866), (-0.5, 0.866)]
    corners.append((-1, 0))
    outline = line(((x * side, y * side) for x, y in corners), closed=True)
    if mark.mark == "trench":
        edge = ((-side * 0.5, 0.0), (side * 0.5, 0.0))
        return trench([edge], side, mark)
    if mark.mark == "edge":
        return tag("path", d="M-14 -5H4V-12L18 0L4 12V5H-14Z", fill=mark.colour)
    if mark.mark == "wave":
        return tag(
            "g",
            HEX_MARKS["wave"](side, mark),
            transform=f"scale(1.6) translate({number(-side * 0.25)} {number(side * 0.735)})",
        )
    ground = tag(
        "path",
        d=outline,
        fill=mark.fill or "none",
        fill_opacity=mark.strength + 0.1,
        stroke="#4d463c",
        stroke_width=side * 0.03,
    )
    return tag("g", ground, HEX_MARKS[mark.mark](side, mark), transform="scale(0.4)")


def _side_sample(side: float, mark: Mark) -> str:
    if mark.mark in RAILS:
        return railway(f"M{number(-side * 0.55)} 0H{number(side * 0.55)}", side, mark)
    ends: list[Point] = [(-side * 0.5, 0.0), (0.0, 0.0), (side * 0.5, 0.0)]
    if mark.mark in GROUND_MARKS:
        return ground_mark([(ends[0], ends[2])], side, mark)
    if mark.mark == "gauge":
        return gauge_marks([(ends[0], ends[2])], side, mark)
    if mark.mark in GATES:
        return gates([(ends[0], ends[2])], side, mark)
    if mark.mark == "blocked":
        del ends[1]
    return edge_mark([ends], side, mark)
