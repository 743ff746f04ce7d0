"""The guides: written for every game, true to its rulebook, and pages that read by themselves."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from tests.server.place import Browser
from trenchline.games import SHELF, game_names, load_game
from trenchline.kernel.editions import GUIDE_PICTURES, data_files
from trenchline.kernel.rulebook import load_rulebook
from trenchline.server.guide import CITED, FILE

CHAPTERS = (
    "What it is about",
    "How to win",
    "A turn at a glance",
    "Ten things beginners get wrong",
    "Where to begin",
    "What is reconstructed",
)
IMAGE = re.compile(r"!\[([^\]]*)\]\(([^ )]+)[^)]*\)")


def text_of(game: str) -> str:
    """What is written about a game."""
    return (SHELF / game / FILE).read_text("utf-8")


@pytest.mark.parametrize("game", game_names())
def test_a_guide_has_its_chapters_in_order(game: str) -> None:
    found = re.findall(r"^## (.+)$", text_of(game), re.MULTILINE)
    assert tuple(found) == CHAPTERS
    mistakes = text_of(game).split("## Ten things")[1].split("\n## ")[0]
    assert len(re.findall(r"^\d+\. \*\*", mistakes, re.MULTILINE)) == 10


@pytest.mark.parametrize("game", game_names())
def test_a_guide_cites_cases_that_there_are(game: str) -> None:
    book = load_rulebook(SHELF / game)
    cited = CITED.findall(IMAGE.sub("", text_of(game)))
    assert len(cited) >= 20
    assert [case for case in cited if case not in book] == []


@pytest.mark.parametrize("game", game_names())
def test_a_guide_shows_pictures_with_captions(game: str) -> None:
    shown = IMAGE.findall(text_of(game))
    assert len(shown) >= 2
    for caption, name in shown:
        assert caption.endswith("."), caption
        file = SHELF / game / name
        assert file.parent.name == GUIDE_PICTURES
        with Image.open(file) as picture:
            assert picture.format == "WEBP"
        assert file.stat().st_size < 200_000


def test_a_guide_is_a_page_with_pictures(local: Browser) -> None:
    page = local.client.get("/guide/world_war_one")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<title>World War I: a guide · Trenchline</title>" in page.text
    assert "<script" not in page.text
    # What is cited is told under the pointer.
    assert '<abbr title="Winning the game: After ten turns' in page.text
    (first, *_) = re.findall(r'<img src="([^"]+)"', page.text)
    assert local.client.get(first).headers["content-type"] == "image/webp"
    for at in re.findall(r'href="#([^"]+)"', page.text):
        assert f'id="{at}"' in page.text


@pytest.mark.parametrize(
    "address", ["/guide/pebbles", "/guide/nonesuch", "/guide/world_war_one/nonesuch.webp"]
)
def test_there_is_no_guide_where_nobody_wrote_one(local: Browser, address: str) -> None:
    assert local.client.get(address).status_code == 404


def test_no_file_but_a_picture_is_had(local: Browser) -> None:
    for name in ("guide.md", "..%2Fguide.md", "march_1918.txt"):
        assert local.client.get(f"/guide/kaisers_war/{name}").status_code in (400, 404)


def test_positions_of_pictures_can_be_read() -> None:
    for game in game_names():
        for file in (SHELF / game / GUIDE_PICTURES).glob("*.txt"):
            load_game(game).parse(file.read_text("utf-8"))


def test_a_guide_is_no_part_of_the_box() -> None:
    for game in game_names():
        assert not [name for name in data_files(SHELF / game) if "guide" in name]
