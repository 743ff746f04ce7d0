"""A whole game over two maps and a sea chart, with journeys broken into and two dice at once."""

from __future__ import annotations

import pytest

from tests.fuzz import play_checked
from tests.promises import notation_reads_back
from tests.straits.game import BOARD, CHART, GAME, GRID, WATER, Chase, Half, Sally, Shot
from trenchline.kernel.floods import trace
from trenchline.kernel.game import IllegalChoice
from trenchline.kernel.match import Match


class Fixed:
    """Dice that fall as told, and six after that."""

    def __init__(self, *values: int) -> None:
        self.values = values

    def roll(self, sides: int, number: int) -> int:
        return self.values[number] if number < len(self.values) else sides


def make(match: Match, *texts: str) -> None:
    for text in texts:
        match.take(GAME.parse_choice(text))
        assert notation_reads_back(match) == []


@pytest.mark.parametrize("seed", range(25))
def test_random_games_over_several_maps_come_to_an_end(seed: int) -> None:
    played = play_checked(GAME, seed)
    assert played.choices > 10


def test_a_route_runs_over_both_maps_and_the_chart() -> None:
    route = trace(GRID.hex("S0102"), GRID.hexes("C0202"), WATER, CHART)
    assert [GRID.label(h) for h in route[-4:-1]] in (
        ["Ocean", "Roads", "C0101"],
        ["Ocean", "Roads", "C0201"],
        ["Ocean", "Roads", "C0301"],
    )
    back = [GRID.label(h) for h in trace(GRID.hex("C0202"), GRID.hexes("S0102"), WATER, CHART)]
    assert back[2:4] == ["Roads", "Bay"], "the trade winds blow one way"


def test_the_board_knows_its_sheets_and_boxes() -> None:
    assert BOARD.name(GRID.hex("Roads")) == "Cape Roads"
    assert BOARD.name(GRID.hex("C0202")) == "C0202 Capetown"
    assert {name: len(sheet.facts) for name, sheet in BOARD.sheets.items()} == {
        "strand": 16,
        "cape": 9,
    }
    assert BOARD.boxes[GRID.hex("Bay")]["kind"] == "sea"
    assert BOARD.hexes & GRID.all_boxes == 0
    assert sum(sides.bit_count() for sides in BOARD.sides["shoal"]) == 2


def test_a_journey_is_broken_into_hex_by_hex() -> None:
    match = Match(GAME, Fixed(6, 1, 6, 4, 1, 1))
    make(match, "ship A1", "to S0402")
    # The first place from which a rival is near enough.
    assert isinstance(match.state.stack[-1], Sally)
    assert match.who == 1
    come = match.state.journey.come
    make(match, "wait")
    assert match.state.journey.come == come + 1
    with pytest.raises(IllegalChoice, match=r"3\.1"):
        make(match, "break_in B3")
    make(match, "break_in B1")
    make(match, "break_in B2")
    # A six was too much: the journey went on, and B1 had had its chance. A one is enough. A1 with
    # gunnery 3 fires alone in the first tier: 6 and 4 hit.
    assert [turned.dice for turned in match.history[-2:]] == [(6,), (1, 6, 4)]
    assert match.state.where[4] == -1
    assert isinstance(match.state.stack[-1], Half)
    assert not match.state.journeys


def test_who_lets_a_party_pass_is_not_asked_again_on_its_way() -> None:
    match = Match(GAME, Fixed())
    make(match, "ship A1", "to S0402", "let_pass")
    assert isinstance(match.state.stack[-1], Half)
    assert match.state.where[0] == GRID.hex("S0402")
    make(match, "ship A2", "to S0402")
    assert isinstance(match.state.stack[-1], Sally), "it was for that way only"


def test_the_last_place_of_a_way_can_only_be_waited_out() -> None:
    match = Match(GAME, Fixed())
    make(match, "ship A1", "to S0403")
    while match.state.journey.way:
        assert "let_pass" in match.choices
        make(match, "wait")
    assert "let_pass" not in match.choices


def test_all_of_a_tier_fire_before_anybody_is_gone() -> None:
    match = Match(GAME, Fixed(1, 6, 6, 6, 6))
    make(match, "ship A1", "to S0402")
    make(match, "break_in B1")
    assert match.history[-1].dice == (1, 6, 6, 6, 6)
    assert match.state.where[0] == match.state.where[3] == -1
    assert match.state.rolls == 5
    assert Shot(0, 0, 0).dice(match.state) == (6, 6)
    assert Chase(3).sides == 6
