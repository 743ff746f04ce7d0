"""Chapter 12: who wins each scenario."""

from __future__ import annotations

from trenchline.games.balance_of_powers.components import (
    AH,
    BE,
    CENTRAL,
    ENTENTE,
    GE,
    RU,
)
from trenchline.games.balance_of_powers.opening import new_game
from trenchline.games.balance_of_powers.scenarios import VICTORIES
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.victory import RULES, chips_of, outcome

from .table import place_set


def take(state: State, side: int, *labels: str) -> None:
    taken = place_set(*labels)
    state.held[side] |= taken
    state.held[1 - side] &= ~taken


def test_every_way_to_win_that_a_scenario_may_name_is_there() -> None:
    assert set(RULES) == set(VICTORIES)


def test_12_1_victory_4_thirteen_chips_against_six_is_a_draw() -> None:
    state = new_game("before_the_leaves_fall", {})
    assert chips_of(state, CENTRAL) == 13
    assert outcome(state).winner is None
    state.take_side(BE, ENTENTE)
    assert chips_of(state, ENTENTE) == 6
    assert outcome(state).winner is None


def test_12_1_victory_2_one_more_chip_wins_for_the_central_powers() -> None:
    state = new_game("before_the_leaves_fall", {})
    take(state, CENTRAL, "0619")
    assert outcome(state).winner == CENTRAL


def test_12_1_victory_3_seven_chips_win_for_the_entente() -> None:
    state = new_game("before_the_leaves_fall", {})
    state.take_side(BE, ENTENTE)
    take(state, ENTENTE, "4322")
    assert outcome(state).winner == ENTENTE


def test_12_1_victory_1_both_capitals_go_before_chips() -> None:
    state = new_game("before_the_leaves_fall", {})
    take(state, ENTENTE, "2516")
    take(state, CENTRAL, "0619", "0418")
    assert outcome(state).winner == ENTENTE
    take(state, CENTRAL, "0423")
    assert outcome(state).winner == CENTRAL, "one capital each: chips decide"


def test_12_1_schlieffen_a_plan_not_carried_out_loses() -> None:
    state = new_game("before_the_leaves_fall", {})
    take(state, CENTRAL, "0619")
    state.decided = ENTENTE
    assert outcome(state).winner == ENTENTE


def test_12_2_victory_below_nine_against_more_than_nine() -> None:
    """Otherwise nobody wins [R3]."""
    state = new_game("fire_in_the_east", {})
    assert outcome(state).winner is None
    state.demoralization[RU] = 9
    assert outcome(state).winner is None
    state.demoralization[RU] = 10
    assert outcome(state).winner == CENTRAL
    state.demoralization[AH], state.demoralization[GE] = 5, 4
    assert outcome(state).winner is None
    state.demoralization[RU], state.demoralization[AH] = 8, 6
    assert outcome(state).winner == ENTENTE


def test_12_4_victory_berlin_and_two_chips_in_france_or_paris() -> None:
    state = new_game("kaiserschlacht", {})
    assert outcome(state).winner == ENTENTE, "Lille alone is not enough"
    take(state, CENTRAL, "0418")
    assert outcome(state).winner == CENTRAL
    take(state, ENTENTE, "2516")
    assert outcome(state).winner == ENTENTE
    take(state, CENTRAL, "2516", "0423")
    take(state, ENTENTE, "0418", "0619")
    assert outcome(state).winner == CENTRAL


def test_12_5_victory_ten_chips() -> None:
    """Boxes do not count [R2]: Tsingtao is no part of the map."""
    state = new_game("south_slavs", {})
    begun = chips_of(state, CENTRAL)
    assert begun < 10
    assert outcome(state).winner == ENTENTE
    gains = ["3939", "3942", "3945", "4246", "4545", "3647"][: 10 - begun]
    take(state, CENTRAL, *gains[:-1])
    assert outcome(state).winner == ENTENTE
    take(state, CENTRAL, *gains)
    assert outcome(state).winner == CENTRAL


def test_12_7_victory_the_greater_number_of_chips() -> None:
    """A tie is a draw [R3]."""
    state = new_game("asian_treasure_house", {})
    assert outcome(state).winner == CENTRAL
    for label in ("6365", "8363", "9169", "7749", "7447", "8057", "6956"):
        if chips_of(state, CENTRAL) > chips_of(state, ENTENTE):
            take(state, ENTENTE, label)
    assert chips_of(state, CENTRAL) <= chips_of(state, ENTENTE)
    take(state, ENTENTE, "6662", "8057", "6956")
    assert outcome(state).winner == ENTENTE
