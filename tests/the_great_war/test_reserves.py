"""Reserve commitment [6C] and retreat before combat [9I]."""

from __future__ import annotations

from typing import Any

import pytest

from tests.the_great_war.battles import Fight, battle, division, laid, unit
from tests.the_great_war.fields import labels, units
from tests.the_great_war.sketch import counter
from trenchline.games.the_great_war.preliminaries import (
    RollSlip,
    SlipAway,
    must_slip,
    slippery,
)
from trenchline.games.the_great_war.reserves import can_reach, stacks
from trenchline.games.the_great_war.state import State

HILL = {"terrain": {"0405": "mountain"}}


def line(*behind: Any, where: dict[str, str], **sketched: Any) -> State:
    """An attack on 0405 with Italians behind it."""
    return laid(
        [division("AH1", "14-16-5"), division("IT1"), *behind],
        {"AH1": "0404", "IT1": "0405", **where},
        **sketched,
    )


def test_6c_reserves_come_in_positional_combat_only() -> None:
    light = counter("IT2", "2-3-6", "light rifle", "regiment")
    fight = Fight(line(light, where={"IT2": "0406"}, terrain={"0405": "clear"}), 4)
    assert fight.attack("0405", "AH1").asked != "CallReserves"
    state = line(light, where={"IT2": "0406"})
    state.works[state.where[unit(state, "IT1")]] = "entrenchment"
    assert Fight(state).attack("0405", "AH1").asked == "CallReserves"


def test_6c_1_one_stack_within_two_hexes_and_out_of_enemy_zones() -> None:
    cars = [counter(f"IT{n}", "1-1-8", "armored car", "battalion") for n in (2, 3, 4, 5)]
    state = line(*cars, where={"IT2": "0406", "IT3": "0407", "IT4": "0408", "IT5": "0505"})
    state.works[state.where[unit(state, "IT1")]] = "entrenchment"
    found = battle(state, "0405", "AH1")
    assert labels(stacks(state, found)) == ["0406", "0407"]


@pytest.mark.parametrize(
    ("kind", "rating", "comes"),
    [
        ("rifle", "3-4-5", True),
        ("rifle", "3-4-4", False),
        ("light rifle", "2-3-6", True),
        ("heavy artillery", "5-7-4", False),
    ],
)
def test_6c_3_6c_4_who_has_not_a_point_does_not_move(kind: str, rating: str, comes: bool) -> None:
    unit_ = counter("IT2", rating, kind, "regiment")
    state = line(unit_, where={"IT2": "0406"})
    assert can_reach(state, unit(state, "IT2"), state.where[unit(state, "IT1")]) == comes


def test_6c_4_a_mountain_is_too_dear_for_a_fifth_of_five_points() -> None:
    state = line(counter("IT2", "3-4-5", size="regiment"), where={"IT2": "0406"}, **HILL)
    assert not can_reach(state, unit(state, "IT2"), state.where[unit(state, "IT1")])


def test_6c_2_6c_5_two_better_next_to_the_hex_and_disrupted_on_arrival() -> None:
    for die, comes in ((2, False), (3, True)):
        state = line(counter("IT2", "2-3-6", "light rifle", "regiment"), where={"IT2": "0406"})
        state.works[state.where[unit(state, "IT1")]] = "entrenchment"
        fight = Fight(state, die).attack("0405", "AH1")
        fight.roll(3).choose("reserve 0406")
        if comes:
            assert fight.asked == "MoveReserves"
            fight.choose("commit IT2")
            assert state.disrupted & units(state, "IT2")
            assert "IT2 enters" in " ".join(fight.log)
        else:
            assert fight.at("IT2") == "0406"


def test_6c_refusals_give_their_reasons() -> None:
    state = line(
        counter("IT2", "2-3-6", "light rifle", "regiment"),
        division("IT3"),
        where={"IT2": "0406", "IT3": "0408"},
    )
    state.works[state.where[unit(state, "IT1")]] = "entrenchment"
    fight = Fight(state).attack("0405", "AH1")
    reasons = {h: fight.why_not(f"reserve {h}").reason for h in ("0407", "0408", "0405")}
    assert reasons["0407"] == "you have no units there"
    assert "within two hexes" in reasons["0408"]


# Retreat before combat.


def test_9i_fast_cavalry_irregulars_and_skiers_in_snow_may_slip_away() -> None:
    state = line(
        counter("IT2", "1-2-7", "mounted rifle", "regiment"),
        counter("IT3", "1-2-6", "mounted rifle", "regiment"),
        counter("IT4", "1-2-4", "irregular rifle", "regiment"),
        counter("IT5", "1-2-7", "ski", "battalion"),
        counter("IT6", "1-1-7", "armored car", "battalion"),
        where=dict.fromkeys((f"IT{n}" for n in range(2, 7)), "0405"),
        weather={"Oct II 17": "clear", "Nov I 17": "snow"},
    )
    found = battle(state, "0405", "AH1")
    assert slippery(state, found) == units(state, "IT2", "IT4", "IT6")
    state.turn = 1
    assert slippery(state, found) == units(state, "IT2", "IT4", "IT5", "IT6")


def test_9i_a_five_gets_away_and_a_four_does_not() -> None:
    riders = counter("IT2", "1-2-7", "mounted rifle", "regiment")
    for die, away in ((5, True), (4, False)):
        fight = Fight(line(riders, where={"IT2": "0405"}), die, 3)
        fight.attack("0405", "AH1").choose("slip IT2")
        assert ("gets away" in " ".join(fight.log)) == away
        assert (fight.asked == "RetreatUnit") == away


def test_9i_1_where_all_have_left_the_attackers_may_enter() -> None:
    state = laid(
        [division("AH1"), counter("IT2", "1-2-7", "mounted rifle", "regiment")],
        {"AH1": "0404", "IT2": "0405"},
    )
    fight = Fight(state, 6).attack("0405", "AH1").choose("slip IT2")
    if fight.asked == "RetreatUnit":
        fight.go_on("Advance")
    assert fight.asked == "Advance"
    assert fight.choose("advance AH1").at("AH1") == "0405"


def test_14l_irregulars_must_try_to_leave_at_three_to_one_or_are_disrupted() -> None:
    band = counter("IT2", "1-2-4", "irregular rifle", "regiment")
    state = laid([division("AH1", "14-16-5"), band], {"AH1": "0404", "IT2": "0405"})
    assert must_slip(state, battle(state, "0405", "AH1")) == units(state, "IT2")
    state.battles.append(battle(state, "0405", "AH1"))
    asked = SlipAway()
    assert asked.choices(state) == {"slip": units(state, "IT2")}
    assert asked.why_not(state, "done", 0).case == "14L"
    RollSlip(unit(state, "IT2"), must=True).rolled(state, 2)
    assert state.disrupted == units(state, "IT2")


def test_14l_irregulars_do_not_attack_below_three_to_one_alone() -> None:
    band = counter("AH1", "2-2-4", "irregular rifle", support="full")
    state = laid(
        [band, division("AH2"), division("IT1")], {"AH1": "0404", "AH2": "0404", "IT1": "0405"}
    )
    fight = Fight(state).choose("attack 0405", "with AH1")
    assert fight.why_not("join").case == "14L"
    assert fight.choose("with AH2").may("join")
