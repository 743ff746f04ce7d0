"""Combat supply [11D] [11E]."""

from __future__ import annotations

from typing import Any

from tests.the_great_war.battles import Fight, division, laid, unit
from tests.the_great_war.sketch import GRID, counter
from trenchline.games.the_great_war.combat_supply import (
    Feed,
    can_sip,
    draw,
    draws,
    feeds,
    has_for,
    sources,
    spend_opened,
)
from trenchline.games.the_great_war.state import State

DEPOT = GRID.hex("0403")
RE = 4


def camp(*counters: Any, points: int = 1, **where: str) -> State:
    """An Austrian division in 0404 beside an Italian one, with resource points in 0403."""
    state = laid(
        [division("AH1"), division("IT1"), *counters], {"AH1": "0404", "IT1": "0405", **where}
    )
    state.resources[DEPOT] = points
    return state


def staff(key: str = "AH9") -> Any:
    return counter(key, "0-0-4", "army hq", "army")


def test_11d_a_point_feeds_30_res_and_150_beside_an_active_headquarters() -> None:
    assert feeds(camp(), DEPOT) == 30 * RE
    state = camp(staff(), AH9="0403")
    assert feeds(state, DEPOT) == 150 * RE
    state.inactive |= 1 << unit(state, "AH9")
    assert feeds(state, DEPOT) == 30 * RE


def test_11d_8c2_12_artillery_and_overstacked_units_draw_twice_and_both_four_times() -> None:
    guns = counter("AH2", "5-7-5", "heavy artillery", "regiment")
    state = camp(guns, AH2="0404")
    number = unit(state, "AH2")
    assert draws(state, number) == 2 * RE
    state.overstacked |= 1 << number
    assert draws(state, number) == 4 * RE


def test_11d_11b1_the_line_is_overland_and_three_hexes_long() -> None:
    state = camp()
    assert sources(state, unit(state, "AH1")) == 1 << DEPOT
    state.resources = {GRID.hex("0401"): 1}
    assert sources(state, unit(state, "AH1"))
    state.move(1 << unit(state, "AH1"), GRID.hex("0504"))
    state.resources = {GRID.hex("0101"): 1}
    assert not sources(state, unit(state, "AH1"))


def test_11e_points_with_a_foreign_headquarters_are_barred() -> None:
    state = camp(staff("GE9"), GE9="0403")
    assert not sources(state, unit(state, "AH1"))
    state = camp(staff("GE9"), staff(), GE9="0403", AH9="0403")
    assert sources(state, unit(state, "AH1"))


def test_11d_1_what_is_left_of_an_opened_point_feeds_others_and_then_is_gone() -> None:
    state = camp(points=2)
    number = unit(state, "AH1")
    draw(state, number, DEPOT)
    assert state.opened == {DEPOT: 1}
    assert state.stores == {DEPOT: 30 * RE - draws(state, number)}
    for _ in range(5):
        draw(state, number, DEPOT)
    assert state.opened == {DEPOT: 1}
    draw(state, number, DEPOT)
    assert state.opened == {DEPOT: 2}
    spend_opened(state)
    assert not state.resources
    assert not state.stores


def test_11d_2_two_res_of_a_side_drink_for_nothing_from_one_point() -> None:
    small = [counter(f"AH{n}", "1-2-5", size="regiment") for n in (2, 3, 4)]
    state = camp(*small, AH2="0404", AH3="0404", AH4="0404")
    first = unit(state, "AH2")
    assert can_sip(state, first, DEPOT)
    assert not can_sip(state, unit(state, "AH1"), DEPOT)
    state.sips[DEPOT] = 2 * RE
    assert not can_sip(state, first, DEPOT)
    # The point that is sipped from feeds nobody else.
    assert not has_for(state, first, DEPOT)
    state.resources[DEPOT] = 2
    assert has_for(state, first, DEPOT)


def test_11d_the_attacker_names_whom_he_feeds() -> None:
    state = camp(division("AH2"), AH2="0404")
    fight = Fight(state).attack("0405", "AH1", "AH2")
    assert fight.asked == "Feed"
    fight.choose("supply AH1")
    assert [u for u, _ in state.battle.fed] == [unit(state, "AH1")]
    assert fight.why_not("supply AH1").case == "11D"
    assert fight.why_not("supply IT1").case == "11D"
    assert fight.may("feed 0403")
    assert fight.why_not("feed 0402").case == "11D"


def test_11d_one_choice_feeds_all_that_a_point_reaches() -> None:
    state = camp(division("AH2"), AH2="0404")
    fight = Fight(state).attack("0405", "AH1", "AH2")
    Feed(attacking=True).take(state, "feed", GRID.hex("0403"))
    assert {u for u, _ in state.battle.fed} == {unit(state, "AH1"), unit(state, "AH2")}
    assert fight.why_not("feed 0403").case == "11D"


def test_11d_nobody_is_asked_any_more_when_all_are_fed() -> None:
    state = camp(division("AH2"), AH2="0404")
    fight = Fight(state, 3).attack("0405", "AH1", "AH2").choose("supply AH1")
    assert fight.asked == "Feed"
    fight.choose("supply AH2")
    assert fight.asked != "Feed"


def test_11d_the_defender_is_asked_too() -> None:
    state = camp()
    state.resources = {GRID.hex("0406"): 1}
    fight = Fight(state).attack("0405", "AH1")
    assert fight.asked == "Feed"
    assert fight.may("supply IT1")
    assert not fight.may("supply AH1")
