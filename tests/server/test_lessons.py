"""Lessons at the server: told with the games, begun as matches whose dice are always the same."""

from __future__ import annotations

import pytest

from tests.server.place import Browser
from trenchline.games import SHELF, game_names, load_game
from trenchline.kernel.lessons import load_lessons, play

GAME, NAME = "world_war_one", "1_first_battle"
SEATS = {"Allied": "me", "Central": "me"}


def test_a_lesson_is_played_over_the_wire_as_it_is_meant(local: Browser) -> None:
    told = next(game for game in local.get("/api/games") if game["name"] == GAME)["lessons"][0]
    assert told["name"] == NAME
    answer = local.client.post(
        "/api/matches", json={"game": GAME, "lesson": NAME, "seats": {"Central": "me"}}
    )
    assert answer.status_code == 201, answer.text
    match = answer.json()["id"]
    game = load_game(GAME)
    meant = play(game, load_lessons(SHELF / GAME, game.sides)[NAME])
    for turned in meant.history:
        table = local.get(f"/api/matches/{match}?side=Central")
        side = table["who"]
        body = {
            "side": side,
            "choice": game.format_choice(turned.choice),
            "version": table["version"],
        }
        made = local.client.post(f"/api/matches/{match}/choices", json=body)
        assert made.status_code == 200, made.text
        assert tuple(made.json()["last"]["dice"]) == turned.dice
    places = {p["key"]: p["place"] for p in local.get(f"/api/matches/{match}")["pieces"]}
    assert places["GE4"] == "0407"


@pytest.mark.parametrize("name", game_names())
def test_every_lesson_can_be_begun(local: Browser, name: str) -> None:
    for lesson in load_lessons(SHELF / name, load_game(name).sides):
        wish = {"game": name, "lesson": lesson, "seats": {}}
        begun = local.client.post("/api/matches", json=wish)
        assert begun.status_code == 201, (lesson, begun.text)


def test_there_is_no_such_lesson(local: Browser) -> None:
    wish = {"game": GAME, "lesson": "nonesuch", "seats": SEATS}
    assert local.client.post("/api/matches", json=wish).status_code == 404


def test_a_lesson_is_told_whole_and_with_the_one_after_it(local: Browser) -> None:
    told = local.get(f"/api/games/{GAME}/lessons/{NAME}")
    assert told["title"] == "The first battle"
    assert told["moments"][1]["choose"] == ["unit GE5"]
    assert local.client.get(f"/api/games/{GAME}/lessons/nonesuch").status_code == 404


def test_an_adviser_is_told_and_whom_to_play_against(local: Browser) -> None:
    game = next(game for game in local.get("/api/games") if game["name"] == GAME)
    assert game["guided"] == {"scenario": "historical", "side": "Central", "level": "cadet"}
    told = local.get(f"/api/games/{GAME}/guided")
    assert told["side"] == "Central"
    assert told["advice"][0]["phase"] == "*first attacks"


def test_games_and_lessons_are_read_once_however_often_they_are_asked_for(
    local: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody may ask, and nobody counts how often."""
    addresses = ("/api/games", f"/api/games/{GAME}/lessons/{NAME}", f"/api/games/{GAME}/guided")
    before = [local.get(address) for address in addresses]
    monkeypatch.setattr("trenchline.kernel.data.read_toml", None)
    monkeypatch.setattr("trenchline.kernel.lessons.read_toml", None)
    monkeypatch.setattr("trenchline.kernel.guided.read_toml", None)
    monkeypatch.setattr("trenchline.server.routes.games.load_audience", None)
    assert [local.get(address) for address in addresses] == before
