"""Boards on the wire: a game's own, or one a scenario."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import cast

import pytest
from PIL import Image

from tests.server.place import Browser
from tests.straits.game import GAME as STRAITS
from trenchline.atlas import draw
from trenchline.atlas.sheet import open_sheet
from trenchline.games import game_names, load_game
from trenchline.games.der_weltkrieg.face import GAME as DER_WELTKRIEG
from trenchline.games.world_war_one import GAME as WORLD_WAR_ONE
from trenchline.kernel.game import AnyGame, Map
from trenchline.kernel.joined import load_joined
from trenchline.kernel.looks import Looks
from trenchline.kernel.sheets import SheetGrid
from trenchline.server.board import background, board, overlay


def test_a_game_with_one_map_uses_it_for_every_scenario() -> None:
    boards = [board(WORLD_WAR_ONE, scenario.name) for scenario in WORLD_WAR_ONE.scenarios]
    assert boards[0] == boards[1]
    assert boards[0].background is not None
    assert boards[0].background.url.startswith("/api/games/world_war_one/background.webp?stamp=")


def test_scenarios_with_maps_of_their_own_get_them() -> None:
    tannenberg, gorlice = (board(DER_WELTKRIEG, name) for name in ("tannenberg", "gorlice"))
    assert tannenberg.hexes != gorlice.hexes
    assert background(DER_WELTKRIEG, "tannenberg") != background(DER_WELTKRIEG, "gorlice")
    assert overlay(DER_WELTKRIEG, "tannenberg") != overlay(DER_WELTKRIEG, "gorlice")
    assert gorlice.background is not None
    assert "?scenario=gorlice&" in gorlice.background.url


def test_a_game_without_a_board_has_no_map() -> None:
    bare = replace(WORLD_WAR_ONE, board=None)
    assert bare.map_of() is None
    assert background(bare) is None
    assert overlay(bare) is None


@pytest.mark.parametrize("what", ["board", "board.svg", "background.webp"])
def test_a_board_may_be_asked_for_by_scenario(local: Browser, what: str) -> None:
    address = f"/api/games/world_war_one/{what}"
    plain = local.client.get(address)
    assert (
        local.client.get(address, params={"scenario": "free_deployment"}).content == plain.content
    )
    refused = local.client.get(address, params={"scenario": "verdun"})
    assert refused.status_code == 404
    assert "scenario" in refused.text


def test_pictures_come_in_the_widths_that_screens_need(local: Browser) -> None:
    picture = local.get("/api/games/world_war_one/board")["background"]
    *small, own = picture["widths"]
    weights = []
    for width in small:
        answer = local.client.get(f"{picture['url']}&width={width}")
        assert Image.open(BytesIO(answer.content)).width == width
        weights.append(len(answer.content))
    whole = local.client.get(picture["url"])
    assert Image.open(BytesIO(whole.content)).width == own
    assert sorted(weights) == weights
    assert weights[-1] < len(whole.content) / 2
    assert local.client.get(f"{picture['url']}&width=481").status_code == 404


def test_what_is_asked_for_by_its_stamp_is_kept(local: Browser) -> None:
    board = local.get("/api/games/world_war_one/board")
    for url in (board["background"]["url"], board["overlay"]["url"]):
        assert "immutable" in local.client.get(url).headers["cache-control"]
        other = url.replace("stamp=", "stamp=0")
        assert local.client.get(other).headers["cache-control"] == "no-cache"


def test_what_is_large_is_packed(local: Browser) -> None:
    begun = local.begin("world_war_one", {"Central": "me", "Allied": "me"})
    for path in ("/api/games/world_war_one/board.svg", f"/api/matches/{begun['id']}"):
        packed = local.client.get(path)
        plain = local.client.get(path, headers={"Accept-Encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.text == plain.text
        assert packed.headers["vary"] == "Accept-Encoding"
        assert packed.num_bytes_downloaded < plain.num_bytes_downloaded / 3


def test_the_page_names_its_files_by_their_stamp(local: Browser) -> None:
    page = local.client.get("/").text
    names = re.findall(r'(?:href|src)="(kept/[0-9a-f]+/[^"]+)"', page)
    assert any(name.endswith("/js/main.js") for name in names)
    assert not re.search(r'(?:href|src)="(?:css|js)/', page)
    for name in names:
        answer = local.client.get(f"/{name}")
        assert answer.status_code == 200
        assert "immutable" in answer.headers["cache-control"]
    # A page of yesterday still finds its files, but nobody keeps them.
    old = re.sub(r"kept/[0-9a-f]+", "kept/0123", names[0])
    assert local.client.get(f"/{old}").headers["cache-control"] == "no-cache"
    assert local.client.get("/js/main.js").headers["cache-control"] == "no-cache"


# Several maps on one table.


def test_the_maps_of_a_board_lie_side_by_side_on_one_table() -> None:
    told = board(STRAITS, "war")
    strand, cape = told.maps
    assert (strand.name, strand.title, strand.scale) == ("strand", "The Strand", "20 km")
    assert (strand.x, strand.y) == (0, 0)
    assert cape.y >= strand.y + strand.height
    assert told.height >= cape.y + cape.height
    assert told.width >= max(strand.width, cape.width)
    lying = {hex_.label: hex_ for hex_ in told.hexes}
    roads = lying.pop("Roads")
    assert (roads.x, roads.y) == (400, 380)
    assert roads.facts == {"title": "Cape Roads", "kind": "roads"}
    assert lying.pop("Bay").y < lying.pop("Ocean").y
    for label, hex_ in lying.items():
        its = strand if label.startswith("S") else cape
        assert its.x < hex_.x < its.x + its.width
        assert its.y < hex_.y < its.y + its.height
    assert {box.name for box in told.boxes} == {"Bay", "Ocean", "Roads"}
    assert told.background is None
    assert strand.background is None
    assert board(WORLD_WAR_ONE, "historical").maps == []


def test_each_map_has_its_own_picture_and_drawing(tmp_path: Path) -> None:
    folder = tmp_path / "map"
    folder.mkdir()
    maps: dict[str, AnyGame] = {"west": WORLD_WAR_ONE, "east": DER_WELTKRIEG}
    lines = []
    for n, (name, game) in enumerate(maps.items()):
        ground = game.map_of()
        assert ground is not None
        (folder / name).symlink_to(ground.folder)
        lines += ["[[sheets]]", f'name = "{name}"', f'title = "{name}"', f'prefix = "{name[0]}"']
        lines += [f"moved = [{n * 80}, 0]", f'scale = "{n}"']
    (folder / "sheets.toml").write_text("\n".join(lines))
    (folder / "boxes.csv").write_text("box,title,source,note\n")
    (folder / "links.csv").write_text("from,to,kind,one_way,source,note\n")
    both = replace(STRAITS, folder=tmp_path, board=load_joined(folder), looks=Looks())
    told = board(both, "war")
    for laid, (name, game) in zip(told.maps, maps.items(), strict=True):
        alone = board(game, game.scenarios[0].name)
        assert laid.background is not None
        assert alone.background is not None
        assert f"sheet={name}&" in laid.background.url
        assert laid.background.x == pytest.approx(alone.background.x + laid.x)
        assert laid.background.widths == alone.background.widths
        assert laid.overlay is not None
        assert f"sheet={name}&" in laid.overlay.url
        assert background(both, "war", name) == folder / name / "background.webp"
        drawing = overlay(both, "war", name)
        assert drawing is not None
        assert "<svg" in drawing
        # All drawings stand on one page: what one refers to must not be another's.
        ids = re.findall(r'[" ]id="([^"]+)"|href="#([^"]+)"|url\(#([^)]+)\)', drawing)
        assert {"".join(found).partition("-")[0] for found in ids} == {name}
        at = {hex_.label: (hex_.x, hex_.y) for hex_ in told.hexes}
        first = alone.hexes[0]
        assert at[name[0] + first.label] == pytest.approx((first.x + laid.x, first.y + laid.y))
    assert background(both, "war", "north") is None
    assert overlay(both, "war", "north") is None


def test_sheets_that_players_leave_out_are_not_on_the_table() -> None:
    whole = STRAITS.map_of()
    assert whole is not None
    here = cast(SheetGrid, whole.board.grid).on("strand")
    facts = {hex_: told for hex_, told in whole.board.facts.items() if here >> hex_ & 1}
    strand = replace(whole.board, facts=facts, sheets={"strand": whole.board.sheets["strand"]})
    bay = STRAITS.looks.boxes[:1]
    left = frozenset(("strand",))
    ground = replace(whole, smaller={left: Map(strand, whole.folder, bay)})
    game = replace(
        STRAITS,
        maps={"war": ground},
        sheets_of=lambda state: left if state.turn > 1 else ("strand", "cape"),
    )
    state = game.new("war", {})
    assert game.sheets_left(state, "war") == ()
    assert STRAITS.sheets_left(state, "war") == ()
    state.turn = 2
    assert game.sheets_left(state, "war") == ("strand",)
    told, all_of_it = board(game, "war", left), board(game, "war")
    assert [map_.name for map_ in told.maps] == ["strand"]
    assert [map_.name for map_ in all_of_it.maps] == ["strand", "cape"]
    assert {hex_.label[0] for hex_ in told.hexes} == {"S", "B"}
    assert [box.name for box in told.boxes] == ["Bay"]
    assert told.height < all_of_it.height


def test_a_board_is_asked_for_by_the_sheets_that_are_left(local: Browser) -> None:
    options = {"without_africa": "on", "historical_set_up": "on"}
    seats = {"Central Powers": "me", "Entente Powers": "me"}
    match = local.begin("balance_of_powers", seats, scenario="great_war", options=options)["id"]
    table = local.table(match, "Entente Powers")
    assert table["sheets"] == ["north", "ottoman", "south"]
    address = "/api/games/balance_of_powers/board"
    told = local.get(address, scenario="great_war", sheets=",".join(table["sheets"]))
    assert [map_["name"] for map_ in told["maps"]] == ["north", "south", "ottoman", "chart"]
    # The boxes have no picture.
    for map_ in told["maps"][:-1]:
        for file in (map_["background"], map_["overlay"]):
            assert local.client.get(file["url"]).status_code == 200
    places = {hex_["label"] for hex_ in told["hexes"]}
    assert not any(label.startswith("AF") for label in places)
    on_the_map = {piece["place"] for piece in table["pieces"] if piece["place"][0].isdigit()}
    assert on_the_map
    assert on_the_map <= places
    # A position tells it as well, and a match that goes on from there.
    text = local.get(f"/api/matches/{match}/position", side="Entente Powers")["text"]
    looked = local.post("/api/positions", {"game": "balance_of_powers", "text": text})
    assert looked["sheets"] == table["sheets"]
    whole = local.get(address, scenario="great_war")
    every = ["north", "south", "ottoman", "africa", "chart"]
    assert [map_["name"] for map_ in whole["maps"]] == every
    for sheets in ("north", "africa,north,south,ottoman", "moon", ","):
        answer = local.client.get(address, params={"scenario": "great_war", "sheets": sheets})
        assert answer.status_code == 404, sheets
        assert "sheets" in answer.text
    alone = local.client.get("/api/games/world_war_one/board", params={"sheets": "north"})
    assert alone.status_code == 404


def test_a_map_without_countries_is_drawn_too(tmp_path: Path) -> None:
    ground = STRAITS.map_of()
    assert ground is not None
    shutil.copytree(ground.folder, tmp_path / "map")
    style = '[heading]\ntitle = "The Strand"\nat = [1, 1]\n[countries]\n'
    (tmp_path / "map" / "strand" / "style.toml").write_text(style)
    game = replace(STRAITS, folder=tmp_path)
    drawing = overlay(game, "war", "strand")
    assert drawing is not None
    assert "THE STRAND" in drawing
    assert "<svg" in draw.draw(open_sheet(tmp_path / "map" / "strand"))
    assert overlay(game, "war", "cape") is None


def test_a_sheet_that_is_not_there_has_no_picture(local: Browser) -> None:
    for file in ("board.svg", "background.webp"):
        answer = local.client.get(f"/api/games/world_war_one/{file}", params={"sheet": "north"})
        assert answer.status_code == 404


@pytest.mark.parametrize("name", game_names())
def test_every_hex_lies_on_the_picture_of_its_map(name: str) -> None:
    game = load_game(name)
    for scenario in game.scenarios:
        told = board(game, scenario.name)
        maps = [shown for shown in told.maps if shown.name != "chart"]
        pictures = [shown.background for shown in maps] if maps else [told.background]
        boxes = {box.name for box in told.boxes}
        assert None not in pictures
        for hex_ in (hex_ for hex_ in told.hexes if hex_.label not in boxes):
            assert any(
                picture.x < hex_.x < picture.x + picture.width
                and picture.y < hex_.y < picture.y + picture.height
                for picture in pictures
                if picture is not None
            ), (scenario.name, hex_.label)


def test_the_boxes_of_a_sea_chart_are_a_map_to_go_to() -> None:
    told = board(load_game("balance_of_powers"), "great_war")
    chart = told.maps[-1]
    assert (chart.name, chart.title, chart.background) == ("chart", "The Sea Chart", None)
    for box in told.boxes:
        assert chart.x <= box.x
        assert chart.y <= box.y
        assert box.x + box.width <= chart.x + chart.width + 0.1
        assert box.y + box.height <= chart.y + chart.height + 0.1
