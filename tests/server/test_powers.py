"""Several people a side: each decides for the powers of his seat, and the side acts as one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from tests.server.place import Browser, Json, serving, settings

ALLIES = ("Allied: France, Russia", "Allied: Britain, Italy")
GAME = "world_war_one"
COUNT = count(1)


@pytest.fixture(scope="module")
def online(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with accounts."""
    with serving(settings(tmp_path_factory.mktemp("powers"))) as address:
        yield address


class Three:
    """Two people for the Allies and one for the Central Powers."""

    def __init__(self, online: str, stack: ExitStack) -> None:
        self.france, self.britain, self.germany = (
            stack.enter_context(Browser(online)) for _ in range(3)
        )
        for name, browser in (("fr", self.france), ("br", self.britain), ("ge", self.germany)):
            browser.register(f"{name} {next(COUNT)}")
        seats = {ALLIES[0]: "me", ALLIES[1]: "open", "Central": "open"}
        self.summary: Json = self.france.begin(GAME, seats, scenario="free_deployment")
        self.match: str = self.summary["id"]
        sitting = self.summary["seats"]
        self.britain.post(f"/api/join/{sitting[ALLIES[1]]['invitation']}")
        self.germany.post(f"/api/join/{sitting['Central']['invitation']}")

    def until(self, *phases: str) -> Json:
        """Everybody takes the first thing offered until the Allies are asked in a phase."""
        for _ in range(400):
            table = self.france.table(self.match)
            if table["who"] == "Allied" and any(phase in table["phase"] for phase in phases):
                return table
            self.anything(table["who"])
        raise AssertionError(f"{phases} does not come")

    def anything(self, side: str, allies: tuple[str, ...] = ("france", "britain")) -> str:
        """One of a side takes the first thing offered to him; who it was."""
        for who in ("germany",) if side == "Central" else allies:
            person: Browser = getattr(self, who)
            table = person.table(self.match, side)
            if table["choices"]:
                verb = "done" if "done" in table["choices"] else next(iter(table["choices"]))
                person.choose(table, f"{verb} {table['choices'][verb][0]}".strip())
                return who
        raise AssertionError("nobody may choose")


@pytest.fixture
def three(online: str) -> Iterator[Three]:
    with ExitStack() as stack:
        yield Three(online, stack)


def test_seats_are_named_by_their_powers(three: Three) -> None:
    seats = three.france.table(three.match, "Allied")["seats"]
    assert list(seats) == [*ALLIES, "Central"]
    assert seats[ALLIES[0]]["kind"] == "me"
    assert seats[ALLIES[1]]["powers"] == ["Britain", "Italy"]
    assert {seat["side"] for seat in seats.values()} == {"Allied", "Central"}


def test_each_is_offered_what_is_his_and_refused_what_is_not(three: Three) -> None:
    three.until("ovement")
    french = three.france.table(three.match, "Allied")
    british = three.britain.table(three.match, "Allied")
    assert french["choices"]["unit"]
    assert all(unit.startswith(("FR", "RS", "BL", "SB")) for unit in french["choices"]["unit"])
    assert set(british["choices"]["unit"]).isdisjoint(french["choices"]["unit"])
    assert "done" in french["choices"]
    assert "done" not in british["choices"]
    unit = french["choices"]["unit"][0]
    body = {"side": "Allied", "choice": f"unit {unit}", "version": british["version"]}
    refused = three.britain.post(f"/api/matches/{three.match}/choices", body, 422)
    assert "to decide" in refused["message"] + str(refused.get("reason"))
    why = three.britain.post(
        f"/api/matches/{three.match}/why", {"side": "Allied", "choice": f"unit {unit}"}
    )
    assert not why["legal"]


def test_who_waits_is_told_for_whom(three: Three) -> None:
    three.until("ovement")
    french = three.france.table(three.match, "Allied")
    three.france.choose(french, f"unit {french['choices']['unit'][0]}")
    british = three.britain.table(three.match, "Allied")
    assert british["choices"] == {}
    assert british["others_choose"] == [ALLIES[0]]
    # The side sees what the side sees.
    french = three.france.table(three.match, "Allied")
    assert british["pieces"] == french["pieces"]


def test_one_of_the_side_takes_back_what_the_side_chose(three: Three) -> None:
    three.until("ovement")
    french = three.france.table(three.match, "Allied")
    three.france.choose(french, f"unit {french['choices']['unit'][0]}")
    body = {"side": "Allied", "to": french["version"]}
    table = three.britain.post(f"/api/matches/{three.match}/undo", body)
    assert table["version"] == french["version"]


def test_nobody_sits_where_he_does_not(three: Three) -> None:
    three.until("ovement")
    table = three.germany.client.get(f"/api/matches/{three.match}", params={"side": "Allied"})
    assert table.status_code == 403


@pytest.mark.parametrize(
    ("seats", "problem"),
    [
        ({"Allied: France": "me", "Central": "open"}, "Allied is divided among France, Britain"),
        ({"Allied": "me", "Allied: France": "open", "Central": "open"}, "is divided among"),
        (
            {"Allied: France, Russia, Britain, Italy": "computer:captain", "Central": "me"},
            "a computer player takes a whole side",
        ),
        ({"Allied": "me"}, "there must be one for each"),
        ({"Allied": "me", "Central": "me", "Neutral": "me"}, "there must be one for each"),
    ],
)
def test_wrong_divisions_are_refused(online: str, seats: dict[str, str], problem: str) -> None:
    with Browser(online) as browser:
        browser.register(f"wrong {next(COUNT)}")
        body = {"game": GAME, "seats": seats}
        assert problem in browser.post("/api/matches", body, 400)["message"]


def test_a_game_without_powers_cannot_be_divided(online: str) -> None:
    with Browser(online) as browser:
        browser.register("pebbler")
        seats = {"Near: A": "me", "Near: B": "open", "Far": "open"}
        body = {"game": "pebbles", "seats": seats}
        assert "nobody to share it" in browser.post("/api/matches", body, 400)["message"]


def test_games_tell_their_powers(online: str) -> None:
    with Browser(online) as browser:
        games = {game["name"]: game for game in browser.get("/api/games")}
    assert games[GAME]["powers"]["Central"] == ["Germany", "Austria-Hungary", "Turkey"]
    assert games["pebbles"]["powers"] == {}


def test_the_record_names_all_players_of_a_side(three: Three, tmp_path: Path) -> None:
    text = three.france.client.get(f"/api/matches/{three.match}/record").text
    assert text.splitlines()[0].count(" and ") == 1


@pytest.mark.slow
def test_a_divided_side_plays_a_match_to_its_end(three: Three) -> None:
    chose: set[str] = set()
    for number in range(3_000):
        table = three.france.table(three.match, "Allied")
        if table["over"]:
            break
        # Britain comes first for a while; then France ends the phases for both.
        allies = ("britain", "france") if number < 60 else ("france", "britain")
        chose.add(three.anything(table["who"], allies))
    assert table["over"]
    assert table["outcome"]["winner"] in ("Allied", "Central", None)
    assert chose == {"france", "britain", "germany"}


def test_plans_are_for_ones_own_powers_and_for_nobody_else(three: Three) -> None:
    three.until("Allied movement")
    units = {
        who: getattr(three, who).table(three.match, "Allied")["choices"]["unit"][0]
        for who in ("france", "britain")
    }
    path = f"/api/matches/{three.match}/plan"
    acts = [[f"unit {units['france']}"], [f"unit {units['britain']}"]]
    told = three.britain.post(path, {"side": "Allied", "acts": acts})
    assert [act["fate"] for act in told["acts"]] == ["illegal", "good"]
    assert "to decide" in told["acts"][0]["reason"]
    assert told["table"]["focus"]["units"] == [units["britain"]]
    # Whoever shares the side has a plan of his own.
    assert three.france.get(path, side="Allied")["acts"] == []
    assert len(three.britain.get(path, side="Allied")["acts"]) == 2
