"""The layers of a map, from the ground up. Each is a fragment of SVG."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from math import atan2, degrees

from trenchline.atlas.ground import GROUND_MARKS, gauge_marks, ground_mark
from trenchline.atlas.lines import GATES, chains, edge_mark, gates, railway, trench
from trenchline.atlas.marks import HEX_MARKS, PLACE_MARKS, ruin
from trenchline.atlas.sheet import Sheet
from trenchline.atlas.style import Mark
from trenchline.atlas.svg import Point, group, letters, line, number, tag, towards
from trenchline.kernel.bits import members
from trenchline.kernel.board import Place
from trenchline.kernel.hexes import Hex

SERIF = "'Source Serif Pro', 'Source Serif 4', Georgia, 'DejaVu Serif', serif"
SANS = "'Source Sans Pro', 'Source Sans 3', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"

RAILS = ("rail", "double_rail", "road")
HALO = {
    "paint_order": "stroke",
    "stroke": "#f6efdd",
    "stroke_linejoin": "round",
    "stroke_opacity": 0.8,
}


def picture(sheet: Sheet, href: str | None) -> str:
    """The painted background, or plain paper with land and sea where there is none."""
    width, height = sheet.size
    if href is not None:
        return tag("image", href=href, width=width, height=height, preserveAspectRatio="none")
    land = "".join(sheet.outline(hex_) for hex_ in sheet.board.facts if not is_water(sheet, hex_))
    ground = land_shape(sheet, fill=sheet.style.paper, stroke="#3f5f6b", stroke_width=2)
    return group(
        "paper",
        tag("rect", width=width, height=height, fill=sheet.style.sea),
        ground or tag("path", d=land, fill=sheet.style.paper),
        on_land(sheet, washes(sheet)),
    )


def land_shape(sheet: Sheet, **look: object) -> str:
    """The land as the coast bounds it, or nothing where no coast has been drawn."""
    if sheet.coast is None:
        return ""
    offset = number(sheet.style.margin * sheet.side)
    return tag(
        "path",
        d=sheet.coast,
        fill_rule="evenodd",
        clip_rule="evenodd",
        transform=f"translate({offset} {offset}) scale({number(sheet.side / 100)})",
        **look,
    )


def on_land(sheet: Sheet, drawing: str) -> str:
    """A drawing kept off the water."""
    return (
        tag("g", drawing, clip_path=f"url(#{sheet.ids}land)")
        if sheet.coast and drawing
        else drawing
    )


def land_clip(sheet: Sheet) -> str:
    """What ``on_land`` refers to."""
    return tag("clipPath", land_shape(sheet), id=f"{sheet.ids}land") if sheet.coast else ""


def is_water(sheet: Sheet, hex_: Hex) -> bool:
    """Whether a hex is open sea."""
    return sheet.board.facts[hex_].get("terrain") in sheet.style.water


def washes(sheet: Sheet) -> str:
    """A breath of each country's colour over its land."""
    land: dict[str, str] = defaultdict(str)
    for hex_, facts in sheet.board.facts.items():
        if not is_water(sheet, hex_):
            land[facts.get("country", "")] += sheet.outline(hex_)
    countries = sheet.style.countries
    return group(
        "washes",
        *(
            tag("path", d=data, fill=countries[code].colour)
            for code, data in land.items()
            if code in countries
        ),
        opacity=sheet.style.wash,
    )


def terrain(sheet: Sheet) -> str:
    """Tints and signs of the hexes: mountains, forests, coasts ..."""
    drawn = []
    for column, words in sheet.style.facts.items():
        for word, mark in words.items():
            if mark.mark not in HEX_MARKS:
                continue
            hexes = list(members(sheet.board.where(column, word)))
            if mark.fill and hexes:
                data = "".join(sheet.outline(hex_) for hex_ in hexes)
                tint = tag("path", d=data, fill=mark.fill, fill_opacity=mark.strength)
                drawn.append(on_land(sheet, tint))
            sign = HEX_MARKS[mark.mark](sheet.side, mark)
            if sign:
                name = f"{sheet.ids}{column}-{word}"
                drawn.append(tag("defs", tag("g", sign, id=name)))
                signs = "".join(
                    tag("use", href=f"#{name}", x=x, y=y)
                    for x, y in (sheet.centre(hex_) for hex_ in hexes)
                )
                drawn.append(on_land(sheet, signs) if mark.fill else signs)
    return group("terrain", *drawn)


def borders(sheet: Sheet) -> str:
    """Borders along hexsides, each country's colour on its own side of the line.

    Where the facts list the hexsides of borders there are no others: none runs through a strait.
    """
    told = sheet.board.sides.get("border", [])
    listed = told if any(told) else None
    facts, countries = sheet.board.facts, sheet.style.countries
    bands: dict[str, list[str]] = defaultdict(list)
    lines: list[tuple[Point, Point]] = []
    for hex_ in facts:
        if is_water(sheet, hex_):
            continue
        here = facts[hex_].get("country", "")
        for direction in range(6):
            other = sheet.facts_over(hex_, direction)
            if other is None or other.get("terrain") in sheet.style.water:
                continue
            if other.get("country", "") == here:
                continue
            if listed is not None and not listed[direction] >> hex_ & 1:
                continue
            start, end = sheet.edge(hex_, direction)
            inner_start, inner_end = sheet.edge(hex_, direction, inset=0.2)
            bands[here].append(line([start, end, inner_end, inner_start], closed=True))
            if direction < 3 or sheet.neighbour(hex_, direction) is None:
                lines.append((start, end))
    tints = [
        tag("path", d="".join(parts), fill=countries[code].colour)
        for code, parts in bands.items()
        if code in countries
    ]
    ink = "".join(line(points) for points in chains(lines))
    side = sheet.side
    return group(
        "borders",
        on_land(sheet, group("bands", *tints, opacity=sheet.style.band)),
        tag(
            "path",
            d=ink,
            fill="none",
            stroke=sheet.style.border,
            stroke_width=side * 0.05,
            stroke_linejoin="round",
            stroke_dasharray=f"{number(side * 0.26)} {number(side * 0.1)}"
            f" {number(side * 0.05)} {number(side * 0.1)}",
        ),
    )


def grid(sheet: Sheet) -> str:
    """The hexes."""
    return group(
        "grid",
        tag(
            "path",
            d="".join(sheet.outline(hex_) for hex_ in sheet.board.facts),
            fill="none",
            stroke=sheet.style.grid,
            stroke_width=sheet.side * 0.02,
            stroke_opacity=0.55,
        ),
    )


def numbers(sheet: Sheet) -> str:
    """The number of each hex, to the left of its upper edge, where no railway runs."""
    side = sheet.side
    drawn = []
    for hex_ in sheet.board.facts:
        x, y = sheet.centre(hex_)
        at = (x - side * 0.28, y - side * 0.67)
        drawn.append(letters(sheet.board.grid.label(hex_), at, side * 0.195))
    return group(
        "numbers",
        *drawn,
        fill=sheet.style.grid,
        font_family=SANS,
        stroke_width=side * 0.04,
        **HALO,
    )


def hexsides(sheet: Sheet) -> str:
    """Railways, rivers, blocked hexsides and front lines."""
    return group(
        "hexsides",
        *(
            group(f"side-{kind}", side_mark(sheet, kind, mark))
            for kind, mark in sheet.style.sides.items()
        ),
    )


def side_mark(sheet: Sheet, kind: str, mark: Mark) -> str:
    """All hexsides of a kind."""
    if mark.mark in RAILS:
        return railway(railway_data(sheet, kind), sheet.side, mark)
    edges = [sheet.edge(hex_, direction) for hex_, direction in sheet.hexsides(kind)]
    if mark.mark in GROUND_MARKS:
        return ground_mark(edges, sheet.side, mark)
    if mark.mark == "gauge":
        return gauge_marks(edges, sheet.side, mark)
    if mark.mark in GATES:
        return gates(edges, sheet.side, mark)
    if mark.mark == "border":
        return ""  # drawn with the countries' colours
    return edge_mark(chains(edges), sheet.side, mark)


def railway_data(sheet: Sheet, kind: str) -> str:
    """Railways from hexside to hexside, bending through the middle of each hex."""
    ways: dict[Hex, list[int]] = defaultdict(list)
    for direction, hexes in enumerate(sheet.board.sides.get(kind, [])):
        for hex_ in members(hexes):
            ways[hex_].append(direction)
    stops = {place.hex for place in sheet.board.places}
    stops.update(hex_ for hex_ in ways if _rails_through(sheet, hex_) > 2)
    data = []
    for hex_, directions in ways.items():
        centre = sheet.centre(hex_)
        gates = [towards(*sheet.edge(hex_, direction), 0.5) for direction in directions]
        if len(gates) == 2 and (hex_ not in stops or abs(directions[0] - directions[1]) == 3):
            (ax, ay), (bx, by) = gates
            data.append(
                f"M{number(ax)} {number(ay)}Q{number(centre[0])} {number(centre[1])}"
                f" {number(bx)} {number(by)}"
            )
        else:
            data += [line([gate, centre]) for gate in gates]
    return "".join(data)


def _rails_through(sheet: Sheet, hex_: Hex) -> int:
    """How many hexsides of a hex a railway of any kind crosses."""
    return sum(
        hexes >> hex_ & 1
        for kind, mark in sheet.style.sides.items()
        if mark.mark in RAILS
        for hexes in sheet.board.sides.get(kind, [])
    )


def lines_of_facts(sheet: Sheet) -> str:
    """Facts of a hex that are drawn along its sides: trenches behind the front, supply edges."""
    drawn = []
    for column, words in sheet.style.facts.items():
        for word, mark in words.items():
            if mark.mark not in ("trench", "edge"):
                continue
            hexes = sheet.board.where(column, word)
            if mark.mark == "trench":
                kinds = sheet.board.sides[mark.along]
                edges = [
                    sheet.edge(hex_, direction, inset=0.17)
                    for direction in range(6)
                    for hex_ in members(hexes & kinds[direction])
                ]
                drawn.append(trench(edges, sheet.side, mark))
            else:
                drawn.append(supply_edge(sheet, list(members(hexes)), mark))
    return group("lines", *drawn)


def supply_edge(sheet: Sheet, hexes: Collection[Hex], mark: Mark) -> str:
    """Arrows that come in over the edge of the map."""
    arrows = []
    for hex_ in hexes:
        (x, y), turn = _entry(sheet, hex_, mark.along)
        place = f"translate({number(x)} {number(y)}) rotate({number(turn)})"
        arrows.append(tag("path", d=_ARROW, fill=mark.colour, transform=place))
    return group("edge", *arrows)


_OUTER_SIDES = {"east": (1, 2), "west": (5, 4)}
"""The two hexsides of a flat-top hex that face an edge of the sheet."""


def _entry(sheet: Sheet, hex_: Hex, along: str) -> tuple[Point, float]:
    """Where an arrow into a hex stands, and how it is turned: off the map, never on a neighbour."""
    x, y = sheet.centre(hex_)
    side, grid = sheet.side, sheet.board.grid
    if along == "north":
        return (x, y - side * 1.08), 90
    if along not in _OUTER_SIDES:
        return (x, y + side * 1.08), 270
    sides = _OUTER_SIDES[along] if grid.orientation == "flat" else ()
    free = [d for d in sides if hex_ + grid.shifts[d] not in sheet.board.facts]
    if len(free) == 1:
        middle = towards(*sheet.edge(hex_, free[0]), 0.5)
        at = towards((x, y), middle, 1.35)
        return at, degrees(atan2(y - at[1], x - at[0]))
    return ((x + side * 1.3, y), 180) if along == "east" else ((x - side * 1.3, y), 0)


_ARROW = "M-14 -5H4V-12L18 0L4 12V5H-14Z"


def places(sheet: Sheet, standing: Mapping[str, Collection[str]] | None = None) -> str:
    """Cities, forts and resources with their names.

    ``standing`` holds overlays of a view: a kind of place whose mark names one of them (as forts
    name those still intact) is crossed out in every hex that is not in it.
    """
    here: dict[Hex, list[Place]] = defaultdict(list)
    for place in sheet.board.places:
        if place.kind in sheet.style.places:
            here[place.hex].append(place)
    signs, names = [], []
    marks = sheet.style.places
    for hex_, found in here.items():
        x, y = sheet.centre(hex_)
        found.sort(key=lambda place: marks[place.kind].rank)
        centred = [p for p in found if PLACE_MARKS[marks[p.kind].mark][1] == (0, 0)]
        for place in found:
            mark = marks[place.kind]
            if place in centred[:-1]:
                continue
            draw, (dx, dy) = PLACE_MARKS[mark.mark]
            country = sheet.style.countries.get(place.owner)
            sign = draw(sheet.side, mark, country.colour if country else "#999", place.value)
            if standing is not None and mark.intact in standing:
                if sheet.label(hex_) not in standing[mark.intact]:
                    sign += ruin(sheet.side, mark)
            spot = f"translate({number(x + dx * sheet.side)} {number(y + dy * sheet.side)})"
            signs.append(tag("g", sign, transform=spot))
        named = [place for place in found if place.name and marks[place.kind].label]
        if named and not centred and marks[named[-1].kind].label != "note":
            dot = Mark("town")
            sign = PLACE_MARKS["town"][0](sheet.side, dot, "", 0)
            signs.append(tag("g", sign, transform=f"translate({number(x)} {number(y)})"))
        if named:
            names.append(_name(sheet, named[-1]))
    return group("places", group("signs", *signs, font_family=SANS), group("names", *names, **HALO))


def _name(sheet: Sheet, place: Place) -> str:
    x, y = sheet.centre(place.hex)
    side = sheet.side
    look = sheet.style.places[place.kind].label
    size = {"capital": 0.29, "city": 0.265, "town": 0.24}.get(look, 0.22)
    weight = 700 if look in ("capital", "city") else 400
    # A long name is set closer rather than running into the next hex.
    close = 1.75 / max(1.75, len(place.name) * size * 0.52)
    # A pointy hex is narrow at its foot, where the numbers of the next row stand.
    below = 0.735 if sheet.board.grid.orientation == "flat" else 0.5
    return letters(
        place.name,
        (x, y + side * below),
        side * size * max(0.8, close),
        font_family=SERIF,
        font_weight=weight,
        font_style="italic" if look == "note" else None,
        fill=sheet.style.ink,
        stroke_width=side * 0.075,
    )


def lettering(sheet: Sheet) -> str:
    """The names of countries, seas and ranges."""
    drawn = [
        _spread(sheet, country.name.upper(), country.at, country.turn, country.size, "land")
        for country in sheet.style.countries.values()
        if country.at is not None
    ]
    drawn += [
        _spread(sheet, name.name, name.at, name.turn, name.size, name.kind)
        for name in sheet.style.names
    ]
    return group("lettering", *drawn, font_family=SERIF)


def _spread(sheet: Sheet, text: str, at: Point, turn: float, size: float, kind: str) -> str:
    x, y = sheet.spot(at)
    side = sheet.side
    looks = {
        "land": {"fill": "#3f3427", "fill_opacity": 0.5, "font_weight": 600},
        "sea": {"fill": "#3d6377", "fill_opacity": 0.85, "font_style": "italic"},
        "range": {"fill": "#5d4326", "fill_opacity": 0.65, "font_style": "italic"},
    }
    spacing = {"land": 0.24, "sea": 0.1, "range": 0.12}[kind]
    height = side * size * (0.62 if kind == "land" else 0.5 if kind == "sea" else 0.36)
    rows = text.split("\n")
    return group(
        kind,
        *(
            letters(row, (0, height * 1.15 * (n - (len(rows) - 1) / 2)), height)
            for n, row in enumerate(rows)
        ),
        transform=f"translate({number(x)} {number(y)}) rotate({number(turn)})",
        letter_spacing=height * spacing,
        **looks[kind],
    )
