"""Maps are drawn from their facts: every layer, whole sheets, and pictures of them."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from trenchline.atlas import counters, layers, lines
from trenchline.atlas.draw import draw, overlay, picture_box
from trenchline.atlas.furniture import compass, legend
from trenchline.atlas.maps import map_folders, open_map
from trenchline.atlas.marks import HEX_MARKS, LINE_MARKS, PLACE_MARKS, SIDE_MARKS
from trenchline.atlas.render import CannotRender, png, save
from trenchline.atlas.sheet import SIDE, Sheet, open_sheet
from trenchline.atlas.style import Country, load_style
from trenchline.atlas.svg import Point, number
from trenchline.kernel.data import DataError
from trenchline.kernel.looks import Box, NationLook
from trenchline.kernel.view import PieceView, View

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=sorted(map_folders()))
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return open_map(request.param)


@pytest.fixture(scope="module")
def europe() -> Sheet:
    return open_map("world_war_one")


def view(*pieces: PieceView, **overlays: tuple[str, ...]) -> View:
    return View(
        "1", "", "", "", pieces, (), (), {k.replace("_", " "): v for k, v in overlays.items()}
    )


def army(place: str, **marks: str) -> PieceView:
    return PieceView("GE5", "5th", "GE", "Central", "infantry", "XXXX", "4-6", place, tuple(marks))


def test_every_map_is_a_drawing_that_can_be_read(sheet: Sheet) -> None:
    root = ElementTree.fromstring(draw(sheet))
    assert root.tag == f"{SVG}svg"
    texts = {element.text for element in root.iter(f"{SVG}text")}
    assert {sheet.board.grid.label(hex_) for hex_ in sheet.board.facts} <= texts
    assert sheet.style.heading.title.upper() in texts


def test_a_drawing_repeats_itself(sheet: Sheet) -> None:
    assert draw(sheet) == draw(open_sheet(sheet.folder))


def test_every_style_names_countries_marks_and_words_that_exist(sheet: Sheet) -> None:
    style, words = sheet.style, sheet.board.settings["words"]
    assert set(words["country"]) - {""} <= style.countries.keys()
    for column, marks in style.facts.items():
        assert marks.keys() <= set(words[column])
        for mark in marks.values():
            assert mark.mark in HEX_MARKS or mark.mark in LINE_MARKS
            assert mark.mark != "trench" or mark.along in words["side"]
    assert style.sides.keys() == set(words["side"])
    assert {mark.mark for mark in style.sides.values()} <= set(SIDE_MARKS)
    assert style.places.keys() == set(words["place"])
    assert {mark.mark for mark in style.places.values()} <= PLACE_MARKS.keys()


def test_every_fact_that_a_rule_depends_on_has_a_sign(sheet: Sheet) -> None:
    told = legend(sheet)
    for marks in sheet.style.facts.values():
        assert any(mark.title for mark in marks.values())
    for mark in (*sheet.style.sides.values(), *sheet.style.places.values()):
        assert f">{mark.title}<" in told


def test_a_hexside_is_drawn_once(europe: Sheet) -> None:
    drawn = layers.side_mark(europe, "blocked", europe.style.sides["blocked"])
    (data,) = set(re.findall(r'd="([^"]*)"', drawn))
    assert data.count("M") == len(list(europe.hexsides("blocked"))) == 13


def test_lines_meet_where_hexsides_do() -> None:
    ring: list[tuple[Point, Point]] = [
        ((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 0)), ((5, 5), (6, 6)),
    ]  # fmt: skip
    paths = sorted(lines.chains(ring), key=len)
    assert [len(path) for path in paths] == [2, 4]
    assert paths[1][0] == paths[1][-1]


def test_the_rose_of_1975_points_to_the_upper_right(europe: Sheet) -> None:
    # The top of the map lies to the north-west, so that north is to the right of it.
    assert 36 <= europe.north <= 41
    assert f"rotate({europe.north:g})" in compass(europe)


def test_counters_stand_in_their_hexes(europe: Sheet) -> None:
    x, y = europe.centre(europe.board.grid.hex("0509"))
    nations = {"GE": NationLook("Germany", "#123456", "#fedcba")}
    drawn = counters.counters(europe, view(army("0509")), nations)
    assert f"translate({number(x)} {number(y)})" in drawn
    assert "#123456" in drawn
    assert 'data-piece="GE5"' in drawn
    assert ">XXXX<" in drawn
    assert ">4-6<" in drawn


def test_a_stack_is_fanned_out(europe: Sheet) -> None:
    drawn = counters.counters(europe, view(army("0509"), army("0509")))
    assert len(set(re.findall(r"translate\([\d. ]+\) scale", drawn))) == 2


def test_a_unit_out_of_supply_is_marked() -> None:
    country = Country("Germany", "#8f9a98")
    starving = PieceView(
        "GE5", "5th", "GE", "Central", "infantry", "XXXX", "4-6", "0509", ("out of supply",)
    )
    assert ">!<" in counters.counter(starving, country)
    assert ">!<" not in counters.counter(army("0509"), country)


@pytest.mark.parametrize("symbol", [*counters.SYMBOLS, "something else"])
def test_every_symbol_stands_in_its_box(symbol: str) -> None:
    ElementTree.fromstring(f"<g>{counters.symbol(symbol)}</g>")


def test_fallen_forts_are_crossed_out(europe: Sheet) -> None:
    forts = [place for place in europe.board.places if place.kind == "fort"]
    labels = tuple(europe.board.grid.label(fort.hex) for fort in forts)
    standing = layers.places(europe, {"intact forts": labels})
    fallen = layers.places(europe, {"intact forts": labels[1:]})
    assert standing == layers.places(europe)
    assert fallen.count("#a8322a") == standing.count("#a8322a") + 1


def test_pieces_off_the_map_stand_in_boxes(europe: Sheet) -> None:
    pool = Box("pool", "Force pool", 0, 60, 28, 6)
    bare, full = (
        draw(europe, view(army("0509"))),
        draw(europe, view(army("pool"), army("transit")), boxes=(pool,)),
    )
    assert "Force pool" not in bare
    assert "Force pool" in full
    assert full.count('data-piece="GE5"') == 2
    heights = [float(ElementTree.fromstring(svg).attrib["height"]) for svg in (bare, full)]
    assert heights[0] < heights[1]


def test_the_overlay_of_the_table_is_in_its_units(sheet: Sheet) -> None:
    root = ElementTree.fromstring(overlay(sheet, unit=40))
    x, y, width, height = picture_box(sheet, unit=40)
    assert root.attrib["viewBox"].split()[:2] == ["0", "0"]
    assert x == y == -sheet.style.margin * 40
    assert width / height == pytest.approx(sheet.size[0] / sheet.size[1])
    assert f"scale({40 / SIDE:.6f})" in root[0].attrib["transform"]
    assert not list(root.iter(f"{SVG}image"))


def test_pictures_have_the_width_they_should(europe: Sheet, tmp_path: Path) -> None:
    drawing = draw(europe, view(army("0509")))
    with Image.open(BytesIO(png(drawing, 300))) as image:
        assert image.size[0] == 300
    for name in ("map.png", "map.webp", "map.svg"):
        save(drawing, tmp_path / name, 200)
    with Image.open(tmp_path / "map.webp") as image:
        assert (image.format, image.size[0]) == ("WEBP", 200)
    assert (tmp_path / "map.svg").read_text(encoding="utf-8") == drawing
    with pytest.raises(ValueError, match=r"saved as \.svg, \.png, \.webp"):
        save(drawing, tmp_path / "map.jpeg")


def test_a_missing_renderer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(CannotRender, match=r"trenchline\[map\]"):
        png("<svg/>")


def test_an_unknown_map(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no map of 'chess'"):
        open_map("chess")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[countries]", "Object missing required field `heading`"),
        ("[heading]\ntitle='x'\nat=[1,1]\n[countries]\nFR={name='France'}", "`colour`"),
        ("colour='red'\n[heading]\ntitle='x'\nat=[1,1]\n[countries]", "unknown field `colour`"),
    ],
)
def test_a_mistake_in_a_style_is_told(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "style.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        load_style(tmp_path)


def test_the_painted_picture_is_as_large_as_it_should_be(sheet: Sheet) -> None:
    file = sheet.folder / sheet.style.picture
    assert isinstance(file, Path)
    assert file.stat().st_size <= 3_000_000
    with Image.open(file) as picture:
        assert 3000 <= max(picture.size) <= 5000
        assert picture.size[0] / picture.size[1] == pytest.approx(
            sheet.size[0] / sheet.size[1], rel=0.002
        )


def test_arrows_over_the_edge_stand_off_the_map(sheet: Sheet) -> None:
    arrows = re.findall(r"translate\(([\d.-]+) ([\d.-]+)\) rotate", layers.lines_of_facts(sheet))
    signs = {mark.mark for marks in sheet.style.facts.values() for mark in marks.values()}
    assert bool(arrows) == ("edge" in signs)
    inside = sheet.side  # an arrow is long: its middle keeps off the corners too
    for x, y in arrows:
        for hex_ in sheet.board.facts:
            middle = sheet.centre(hex_)
            away = ((middle[0] - float(x)) ** 2 + (middle[1] - float(y)) ** 2) ** 0.5
            assert away > inside, sheet.board.grid.label(hex_)


def test_scenarios_may_have_maps_of_their_own() -> None:
    """A winter start is played on another scenario's map; a game with several wants one named."""
    galicia = open_map("der_weltkrieg/gorlice").folder
    assert open_map("der_weltkrieg", "gorlice").folder == galicia
    assert open_map("der_weltkrieg", "limanowa").folder == galicia
    with pytest.raises(ValueError, match="has several maps; name one of der_weltkrieg/gorlice"):
        open_map("der_weltkrieg")
    with pytest.raises(ValueError, match="there is no map of 'der_weltkrieg/verdun'"):
        open_map("der_weltkrieg", "verdun")


def test_scenarios_may_be_played_on_one_of_several_sheets() -> None:
    assert open_map("balance_of_powers", "south_slavs") == open_map("balance_of_powers/south")
    with pytest.raises(ValueError, match="has several maps; name one of balance_of_powers/africa"):
        open_map("balance_of_powers")


def test_no_border_is_drawn_through_a_strait() -> None:
    south = open_map("balance_of_powers/south")
    grid = south.board.grid
    corsica, sardinia = grid.hex("1443"), grid.hex("1444")
    assert grid.direction(corsica, sardinia) == 3
    drawn = layers.borders(south)
    start, end = south.edge(corsica, 3)
    for point in (start, end):
        assert f"{number(point[0])} {number(point[1])}" not in drawn


def test_terrain_on_hexsides_is_drawn_along_each_of_them() -> None:
    prussia = open_map("der_weltkrieg/tannenberg")
    for kind in ("woods", "swamp", "hilly", "rough", "wooded_rough", "broken"):
        mark = prussia.style.sides[kind]
        drawn = layers.side_mark(prussia, kind, mark)
        leaves = re.findall(r'd="([^"]*)"', drawn)[0]
        assert leaves.count("M") == len(list(prussia.hexsides(kind)))
        assert mark.fill in drawn
        assert mark.colour in drawn


def test_terrain_on_the_rim_of_the_map_is_drawn_too() -> None:
    prussia = open_map("der_weltkrieg/tannenberg")
    grid = prussia.board.grid
    drawn = {(grid.label(hex_), direction) for hex_, direction in prussia.hexsides("woods")}
    assert {("0110", 4), ("0110", 5), ("2616", 1), ("2616", 2)} <= drawn


def test_a_double_track_shows_two_rails() -> None:
    prussia = open_map("der_weltkrieg/tannenberg")
    one, two = (
        layers.side_mark(prussia, kind, prussia.style.sides[kind])
        for kind in ("single_track", "double_track")
    )
    assert two.count("<path") == one.count("<path") + 1
