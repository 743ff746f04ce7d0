"""Positions that somebody makes up: looked at, refused with their line, and played on from."""

from __future__ import annotations

import json
import random
import time
from dataclasses import replace
from typing import Any

import pytest

from tests.server.place import Browser, Json, play_hot_seat
from trenchline.games import load_game
from trenchline.kernel.record import RecordError, parse_record, verify
from trenchline.kernel.record import replay as play_again
from trenchline.server import readers, survey
from trenchline.server.wire.table_answers import WrongLine

GAME = "world_war_one"
BOTH = {"Allied": "me", "Central": "me"}
POSITION = """turn 3 phase Central attack 1
FR crp 12 1@0409 Lorraine@0408
GE crp 20 5@0508 6@0509 Stoss1:pool
"""


def look(browser: Browser, text: str, expect: int = 200, game: str = GAME, **other: Any) -> Any:
    return browser.post("/api/positions", {"game": game, "text": text, **other}, expect)


def test_a_position_is_told_with_its_choices(alice: Browser) -> None:
    told = look(alice, POSITION)
    assert told["wrong"] is None
    assert told["broken"] == []
    assert told["who"] == "Central"
    assert told["choices"]["attack"]
    assert {p["key"]: p["place"] for p in told["pieces"]}["GE5"] == "0508"
    assert "Central attack 1" in told["phases"]
    assert "Allied movement" in told["phases"]
    # What it is written as says the same.
    again = look(alice, told["text"])
    assert again == told


def test_an_attack_in_it_is_told_with_its_odds(alice: Browser) -> None:
    told = look(alice, POSITION, attack="GE5 GE6 > 0408")
    assert told["odds"]["results"]
    assert look(alice, POSITION, attack="GE5 > 9999")["no_odds"]
    assert look(alice, POSITION, attack="nonsense")["no_odds"]


def test_supply_in_it_is_told_to_who_asks_for_it(alice: Browser) -> None:
    assert look(alice, POSITION)["supply"] == []
    told = look(alice, POSITION, supply=True)["supply"]
    assert [one["side"] for one in told] == ["Allied", "Central"]
    for one, unit in zip(told, ("FR1", "GE5"), strict=True):
        assert one["sources"]
        assert one["reach"]
        assert unit in {*one["lines"], *one["cut"]}
    assert look(alice, "turn 3 phase tea", supply=True)["supply"] == []
    assert look(alice, POSITION, 400, supply="perhaps")["code"] == "malformed"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("turn 3 phase Central attack 1\nFR 1@9999", 2, "9999"),
        ("turn 99 phase Central attack 1", 1, "no turn 99"),
        ("turn 3 phase tea", 1, "tea"),
        ("FR 1@0409\n\nnonsense here", 3, "nonsense"),
        ("FR 1@0409 1@0408", 1, "twice"),
        ("FR 1@0409\nGE 5@0409", 2, "two units"),
        ("step Nothing {}\nsteps 1", 1, "not a step"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(
    alice: Browser, text: str, line: int, reason: str
) -> None:
    told = look(alice, text)
    assert told["wrong"]["line"] == line
    assert reason in told["wrong"]["reason"]
    assert told["text"] == text
    assert told["pieces"] == []


def test_invariants_that_do_not_hold_are_told(
    alice: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = survey.survey("tests.server.shelf", GAME, POSITION, None)
    assert told.broken == []
    game = load_game(GAME)
    monkeypatch.setattr(survey, "open_shelf", lambda _: _Shelf(game, ["the war is over [1.1]"]))
    assert survey.survey("", GAME, POSITION, None).broken == ["the war is over [1.1]"]
    found = survey.prove("", GAME, POSITION)
    assert isinstance(found, WrongLine)
    assert found.reason == "the war is over [1.1]"


class _Shelf:
    """One game, with whose invariants something is wrong."""

    def __init__(self, game: Any, wrong: list[str]) -> None:
        self.game, self.wrong = game, wrong

    def load_game(self, name: str) -> Any:
        return replace(self.game, broken=lambda state: self.wrong)


def test_one_plays_on_from_it_and_the_record_says_so(alice: Browser) -> None:
    begun = alice.begin(GAME, BOTH, position=POSITION)
    assert begun["from_position"]
    match = begun["id"]
    table = alice.table(match, "Central")
    assert {p["key"]: p["place"] for p in table["pieces"]}["FRLorraine"] == "0408"
    play_hot_seat(alice, match, random.Random(3), 60)
    text = alice.client.get(f"/api/matches/{match}/record").text
    record = parse_record(text.encode())
    assert isinstance(record.header.position, str)
    assert "Lorraine@0408" in record.header.position
    game = load_game(GAME)
    played = play_again(game, record)
    assert len(played.history) == alice.table(match)["version"]
    # Another position under the same choices is not believed.
    record.header.position = "turn 3 phase Allied movement\nFR 1@0409"
    with pytest.raises(RecordError):
        play_again(game, record)
    record.header.position = "turn 3 phase tea"
    with pytest.raises(RecordError, match="line 1"):
        play_again(game, record)


def test_a_finished_match_from_a_position_verifies(alice: Browser) -> None:
    match = alice.begin(GAME, BOTH, position="turn 10 phase Central attack 3\nFR 1@0409\nGE 5@0508")
    over = play_hot_seat(alice, match["id"], random.Random(5))
    assert over["over"]
    text = alice.client.get(f"/api/matches/{match['id']}/record").text
    verify(load_game(GAME), parse_record(text.encode()))
    kind = {"Content-Type": "application/x-ndjson"}
    taken = alice.client.post("/api/replays", content=text.encode(), headers=kind)
    assert taken.status_code == 201, taken.text
    assert alice.table(taken.json()["id"])["version"] == over["version"]
    # With another position it is refused.
    lines = text.splitlines()
    head = json.loads(lines[0])
    for wrong in ("turn 3 phase tea", "x" * 10_000, "FR crp " + "9" * 5000, "step X {}", "\x00"):
        body = "\n".join([json.dumps({**head, "position": wrong}), *lines[1:]]).encode()
        answer = alice.client.post("/api/replays", content=body, headers=kind)
        assert answer.status_code == 400, (wrong[:20], answer.text)


def test_the_computer_plays_on_from_it(alice: Browser) -> None:
    seats = {"Allied": "me", "Central": "computer:random"}
    match = alice.begin(GAME, seats, position=POSITION)["id"]
    deadline = time.monotonic() + 60
    while alice.table(match)["version"] == 0:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert alice.table(match)["status"] == "playing"


def test_a_position_is_taken_from_a_match(alice: Browser, bob: Browser, stranger: Browser) -> None:
    match = alice.begin(GAME, BOTH)["id"]
    told = stranger.get(f"/api/matches/{match}/position")
    assert look(alice, told["text"])["wrong"] is None
    # Of a game that hides something, only what a side knows.
    hidden = alice.begin("sealed", {"North": "me", "South": "me"})["id"]
    alice.choose(alice.table(hidden, "North"), "write 4")
    path = f"/api/matches/{hidden}/position"
    assert stranger.client.get(path).status_code == 403
    assert bob.client.get(path, params={"side": "South"}).status_code == 403
    assert "[4, 0]" in alice.get(path, side="North")["text"]
    assert "[4, 0]" not in alice.get(path, side="South")["text"]


HOSTILE = [
    "x" * 20_000,
    "FR 1@0409\n" * 2_000,
    "turn " + "9" * 5_000,
    "FR crp " + "9" * 300,
    "steps 0\nstep DeclareAttack " + "[" * 3_000,
    "steps 0\nstep DeclareAttack " + '{"a":' * 100,
    'steps 0\nstep MovementPhase {"side":99}',
    'steps 0\nstep Retreat {"unit":' + "9" * 400 + "}",
    'steps 999\nstep MovementPhase {"side":-1}',
    "steps 0",
    "steps 0\nin_hand GE5 GE5\nGE 5@0508",
    "\x00\x01",
    "\u202eFR 1@0409",
    "facts " + " ".join(["free"] * 2_000),
    "award Central 5 2 " + "reason " * 1_000,
    "turn 3 phase Central attack 1\nscenario historical\nscenario historical",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_positions(alice: Browser, text: str) -> None:
    told = look(alice, text)
    assert told["wrong"] is None or told["wrong"]["reason"]
    before = len(alice.get("/api/matches"))
    body = {"game": GAME, "seats": BOTH, "position": text}
    response = alice.client.post("/api/matches", json=body)
    if told["wrong"] is not None or told["over"]:
        assert response.status_code == 422, response.text
        assert response.json()["error"]["code"] == "position"
        assert len(alice.get("/api/matches")) == before
    else:
        assert response.status_code in (201, 422), response.text


def test_malformed_questions(alice: Browser, stranger: Browser) -> None:
    assert look(alice, "", 400)["code"] == "malformed"
    assert look(alice, "x" * 24_001, 400)["code"] == "malformed"
    assert look(alice, "x" * 40_000, 413)["code"] == "too_large"
    assert look(alice, POSITION, 404, game="no_such_game")["code"] == "not_found"
    assert look(alice, POSITION, 400, attack="x" * 401)["code"] == "malformed"
    # Whoever follows a link need not be anybody; but nobody plays without being somebody.
    assert look(stranger, POSITION)["wrong"] is None
    stranger.post("/api/matches", {"game": GAME, "seats": BOTH, "position": POSITION}, 401)
    error = alice.post(
        "/api/matches",
        {"game": GAME, "seats": BOTH, "position": POSITION, "options": {"x": "on"}},
        400,
    )
    assert "position" in error["message"]


def test_a_position_that_takes_too_long_is_refused_and_the_next_is_looked_at(
    alice: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as hurry:
        hurry.setattr(readers, "SURVEY_SECONDS", 0.0)
        assert look(alice, POSITION, 422)["code"] == "too_long"
    assert look(alice, POSITION)["wrong"] is None


def test_every_game_gives_its_own_positions_back(alice: Browser) -> None:
    """The start of every game is read, whole, with everybody in his place."""
    for name in ("kaisers_war", "der_weltkrieg", "balance_of_powers", "the_great_war"):
        game = load_game(name)
        match = alice.begin(name, dict.fromkeys(game.sides, "me"))["id"]
        side = alice.get(f"/api/matches/{match}/summary")["who"]
        text = alice.get(f"/api/matches/{match}/position", side=side)["text"]
        told: Json = look(alice, text, game=name, supply=True)
        assert told["wrong"] is None, (name, told["wrong"])
        assert told["broken"] == []
        assert told["pieces"]
        assert told["phases"], name
        assert [one["side"] for one in told["supply"]] == list(game.sides)
