"""Examples at the server: told with what the rules say to them, each with a small board."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.server.place import Browser
from trenchline.games import SHELF, game_names, load_game
from trenchline.kernel.examples import load_examples
from trenchline.server.examples import examples, marked, sheet_of

GAME = "world_war_one"


def test_examples_are_told_with_the_rules_own_answers(local: Browser) -> None:
    found = {one["name"]: one for one in local.get(f"/api/games/{GAME}/examples")}
    zone = found["zone_to_zone"]
    assert zone["cases"][0] == "6.12"
    assert zone["tries"] == [
        {
            "words": "Sideways to 0406",
            "allowed": False,
            "case": "6.12",
            "reason": "from one enemy zone straight into another",
        },
        {"words": "Back to 0507"},
    ]
    assert "0407: German 5th" in zone["described"]
    (odds,) = found["metz_in_winter"]["odds"]
    assert odds["column"] == "+0"


def test_a_small_board_stands_alone_and_is_light(local: Browser) -> None:
    (first, *_) = local.get(f"/api/games/{GAME}/examples")
    answer = local.client.get(first["picture"])
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "data:image/webp;base64," in answer.text
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    assert len(answer.content) < 150_000
    again = local.client.get(first["picture"], headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "address",
    [
        f"/api/games/{GAME}/examples/nonesuch.svg",
        f"/api/games/{GAME}/examples/..%2Fexamples.svg",
        "/api/games/nonesuch/examples",
        "/api/games/nonesuch/examples/zone_to_zone.svg",
    ],
)
def test_there_is_no_such_example(local: Browser, address: str) -> None:
    assert local.client.get(address).status_code in (400, 404)


def test_a_game_without_examples_tells_none(local: Browser) -> None:
    assert local.get("/api/games/pebbles/examples") == []


@pytest.mark.parametrize("name", game_names())
def test_every_example_is_told_and_lies_on_its_map(name: str) -> None:
    game = load_game(name)
    told = examples("trenchline.games", name)
    for example in load_examples(SHELF / name).values():
        scenario = next((s.name for s in game.scenarios if s.name in example.position), None)
        marked(sheet_of(game, example, scenario or game.scenarios[0].name), example)
        assert told[example.name].described.count(":") >= 2


def test_one_that_does_not_hold_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """With an owner's data the same position may mean something else."""
    text = (SHELF / GAME / "examples.toml").read_text("utf-8")
    (tmp_path / "examples.toml").write_text(text.replace('column = "+0"', 'column = "+1"'), "utf-8")
    monkeypatch.setattr(
        "trenchline.server.examples.load_examples", lambda folder: load_examples(tmp_path)
    )
    with caplog.at_level(logging.CRITICAL):
        found = examples.__wrapped__("trenchline.games", GAME)
    assert "metz_in_winter" not in found
    assert "zone_to_zone" in found
