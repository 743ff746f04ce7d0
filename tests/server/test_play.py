"""Playing at a local server: begin, look, choose, look back, download, replay."""

from __future__ import annotations

import random
import time
from pathlib import Path

from tests.kernel.pebbles import GAME
from tests.server.place import Browser, any_choice, play_hot_seat, wait_for_end
from trenchline.games import game_names, load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.record import parse_record, verify
from trenchline.server import command

BOTH = {"Near": "me", "Far": "me"}


def test_games_are_listed_and_one_that_cannot_be_loaded_is_left_out(local: Browser) -> None:
    games = {game["name"]: game for game in local.get("/api/games")}
    assert list(games) == ["pebbles", "sealed", "brittle", "crowded", "daring", "world_war_one"]
    assert games["pebbles"]["options"][0]["default"] == "3"
    assert games["pebbles"]["sides"] == ["Near", "Far"]
    assert [level["name"] for level in games["pebbles"]["players"]] == ["recruit"]
    levels = games["world_war_one"]["players"]
    assert [level["name"] for level in levels if level["usual"]] == ["captain"]
    assert all(level["title"] and level["summary"] for level in levels)


def test_the_board_is_in_map_units_and_known_by_its_tag(local: Browser) -> None:
    response = local.client.get("/api/games/world_war_one/board")
    board = response.json()
    assert board["unit"] == 40
    first = board["hexes"][0]
    assert (first["label"], first["x"], first["y"]) == ("0104", 40.0, 242.49)
    assert all(
        0 <= h["x"] <= board["width"] and 0 <= h["y"] <= board["height"] for h in board["hexes"]
    )
    assert board["nations"]["GE"]["name"] == "Germany"
    assert board["charts"][0]["columns"][0] == "Die"
    assert board["said"]["reconstructed"] == "our reconstruction"
    assert {box["name"] for box in board["boxes"]} >= {"pool", "lost"}
    again = local.client.get(
        "/api/games/world_war_one/board", headers={"If-None-Match": response.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")


def test_the_drawing_of_the_map_is_svg(local: Browser) -> None:
    response = local.client.get("/api/games/world_war_one/board.svg")
    assert response.status_code == 200
    assert response.headers["content-type"] == "image/svg+xml"
    assert response.text.startswith("<svg")


def test_a_game_without_a_board_has_none(local: Browser) -> None:
    for what in ("board", "board.svg", "background.webp"):
        assert local.client.get(f"/api/games/pebbles/{what}").status_code == 404
    assert local.client.get("/api/games/nonesuch/board").status_code == 404


def test_the_words_of_a_game_are_explained(local: Browser) -> None:
    words = local.get("/api/games/world_war_one/glossary")
    crp = next(word for word in words if word["term"] == "CRP")
    assert "combat resource point" in crp["forms"]
    assert crp["case"] in {case["case"] for case in local.get("/api/games/world_war_one/rules")}


def test_rules_are_cases_and_rulings(local: Browser) -> None:
    rules = local.get("/api/games/world_war_one/rules")
    assert {"rule", "ruling"} <= {case["kind"] for case in rules}
    assert local.get("/api/games/pebbles/rules") == []


def test_a_whole_game_is_played_and_its_record_verifies(local: Browser) -> None:
    summary = local.begin("pebbles", BOTH, scenario="long", options={"most": "2"})
    match = summary["id"]
    assert summary["my_turn"]
    running = parse_record(local.client.get(f"/api/matches/{match}/record").content)
    assert running.closing.seed is None
    table = play_hot_seat(local, match, random.Random(1))
    assert table["status"] == "over"
    assert table["outcome"]["reason"] == "the heaps are gone"
    assert table["choices"] == {}
    response = local.client.get(f"/api/matches/{match}/record")
    assert response.headers["content-disposition"].startswith("attachment")
    record = parse_record(response.content)
    assert record.header.commitment == summary["commitment"] == table["commitment"]
    assert record.closing.seed == table["seed"]
    assert SeededDice(table["seed"]).commitment == summary["commitment"]
    played = verify(GAME, record)
    assert len(played.history) == table["version"] == table["revision"]
    assert local.get("/api/matches")[0]["id"] == match
    assert local.choose({**table, "you": "Near"}, "stand", 409)["code"] == "over"


def test_the_seed_is_nowhere_while_a_match_goes_on(local: Browser) -> None:
    match = local.begin("pebbles", BOTH)["id"]
    table = local.table(match, "Near")
    assert table["seed"] is None
    for path in ("", "/summary", "/log", "/record", "/at/0", "/dice"):
        assert 'seed":"' not in local.client.get(f"/api/matches/{match}{path}").text


def test_earlier_moments_can_be_seen_again(local: Browser) -> None:
    match = local.begin("pebbles", BOTH)["id"]
    seen = [local.table(match)]
    rng = random.Random(2)
    while not seen[-1]["over"]:
        who = seen[-1]["who"]
        local.choose(local.table(match, who), any_choice(local.table(match, who), rng))
        seen.append(local.table(match))
    for version, then in enumerate(seen):
        again = local.get(f"/api/matches/{match}/at/{version}")
        same = ("version", "who", "tracks", "pieces", "over", "turn", "phase", "last", "outcome")
        assert [again[key] for key in same] == [then[key] for key in same]
        assert again["choices"] == {}
    assert local.client.get(f"/api/matches/{match}/at/{len(seen)}").status_code == 404
    log = local.get(f"/api/matches/{match}/log")
    assert [entry["version"] for entry in log] == list(range(len(seen)))
    assert log[0]["choice"] is None
    assert log[0]["lines"][0]["text"].endswith(f"begins on a {log[0]['dice'][0]}")
    assert local.get(f"/api/matches/{match}/log", **{"from": 3}) == log[3:]
    dice = local.get(f"/api/matches/{match}/dice")
    assert sum(dice["counts"]) == dice["rolls"] == sum(len(entry["dice"]) for entry in log)


def test_why_not_names_the_case(local: Browser) -> None:
    match = local.begin("pebbles", BOTH)["id"]
    side = local.table(match)["who"]
    other = ({"Near", "Far"} - {side}).pop()
    path = f"/api/matches/{match}/why"
    assert local.post(path, {"side": side, "choice": "stand"})["legal"]
    answer = local.post(path, {"side": side, "choice": "take 2"})
    assert answer == {"legal": False, "case": "2.2", "reason": "a heap that is not there or empty"}
    assert not local.post(path, {"side": other, "choice": "stand"})["legal"]


def test_odds_are_shown_with_the_table(local: Browser) -> None:
    match = local.begin("pebbles", BOTH)["id"]
    odds = local.get(f"/api/matches/{match}/odds")
    assert odds["title"] == "challenge"
    assert local.table(match)["odds"] == odds


def test_a_record_can_be_stepped_through(local: Browser) -> None:
    match = local.begin("pebbles", BOTH)["id"]
    running = local.client.get(f"/api/matches/{match}/record").content
    table = play_hot_seat(local, match, random.Random(3))
    finished = local.client.get(f"/api/matches/{match}/record").content
    kind = {"Content-Type": "application/x-ndjson"}
    for text, version, seed in ((running, 0, None), (finished, table["version"], table["seed"])):
        response = local.client.post("/api/replays", content=text, headers=kind)
        assert response.status_code == 201, response.text
        shown = local.table(response.json()["id"], "Far")
        assert (shown["status"], shown["version"], shown["seed"]) == ("replay", version, seed)
        assert shown["choices"] == {}
        assert local.choose(shown, "stand", 403)["code"] == "not_your_seat"
    last = local.get(f"/api/matches/{response.json()['id']}/at/{table['version'] - 1}")
    assert last["tracks"] == local.get(f"/api/matches/{match}/at/{table['version'] - 1}")["tracks"]
    for bad in (b"", b"{}", finished.replace(b'"take ', b'"grab '), finished[:-20], b"\xff\n"):
        response = local.client.post("/api/replays", content=bad, headers=kind)
        assert response.status_code == 400, bad


def test_a_real_game_is_shown_with_its_verbs(local: Browser) -> None:
    match = local.begin("world_war_one", {"Allied": "me", "Central": "me"})["id"]
    who = local.table(match)["who"]
    table = local.table(match, who)
    assert table["verbs"]["move"] == {"takes": "hex", "label": "Move", "means": "move"}
    assert table["verbs"]["unit"]["takes"] == "unit"
    assert table["verbs"]["pay"]["takes"] == "amount"
    assert table["verbs"]["done"] == {"takes": "nothing", "label": "Done", "ends": True}
    assert table["choices"]["done"] == [""]
    assert len(table["pieces"]) > 70
    play_hot_seat(local, match, random.Random(4), limit=150)
    assert local.table(match)["version"] == 150


def test_computer_players_decide_and_play_to_the_end(local: Browser) -> None:
    seats = {"Near": "computer:random", "Far": "computer:random"}
    match = local.begin("pebbles", seats, scenario="long")["id"]
    table = wait_for_end(local, match)
    record = parse_record(local.client.get(f"/api/matches/{match}/record").content)
    assert record.header.players == ["computer:random"] * 2
    assert len(verify(GAME, record).history) == table["version"]


def test_a_computer_player_answers_a_person(local: Browser) -> None:
    match = local.begin("pebbles", {"Near": "me", "Far": "computer:random"})["id"]
    rng = random.Random(5)
    deadline = time.monotonic() + 60
    while not (table := local.table(match, "Near"))["over"]:
        assert time.monotonic() < deadline
        assert table["thinking"] == (table["who"] == "Far")
        if table["who"] == "Near":
            local.choose(table, any_choice(table, rng))
        else:
            time.sleep(0.01)


def test_files_have_types_and_tags_and_wrong_addresses_a_page(local: Browser) -> None:
    page = local.client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    again = local.client.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304
    for path in ("/no/such/page", "/..%2f..%2fpyproject.toml", "/css/"):
        missing = local.client.get(path)
        assert missing.status_code == 404
        assert "text/html" in missing.headers["content-type"]
    wrong = local.client.get("/api/nothing")
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (404, "not_found")
    assert local.client.put("/api/games").status_code == 405


def test_no_game_is_named_in_the_server_or_the_page() -> None:
    names = {name for game in game_names() for name in (game, load_game(game).title)}
    for part in ("server", "web"):
        for file in (Path(command.__file__).parent.parent / part).rglob("*.*"):
            if file.suffix in (".py", ".js", ".html", ".css", ".mako"):
                text = file.read_text(encoding="utf-8")
                assert not [name for name in names if name in text], file


def test_the_local_person_needs_no_account(local: Browser) -> None:
    assert local.get("/api/me") == {"kind": "local", "name": "Me", "local": True}
