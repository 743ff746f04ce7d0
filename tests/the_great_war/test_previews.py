"""Rules 6 and 7: what a player is told of a way before a party goes it."""

from __future__ import annotations

import pytest

from tests.the_great_war.sketch import GRID
from tests.the_great_war.test_rail import march, railway
from trenchline.games.the_great_war.guide import GUIDE
from trenchline.games.the_great_war.rail import Ride
from trenchline.kernel.preview import Course, Leg


def told(verb: str, goal: str) -> Course:
    state = railway()
    state.stack = [march(state)]
    found = GUIDE.course(state, verb, GRID.hex(goal))
    assert found is not None
    return found


def test_7a2_a_point_is_told_where_a_train_begins_to_use_it() -> None:
    course = told("rail", "0505")
    costs = [(GRID.label(leg.place), leg.cost, leg.by) for leg in course.legs]
    assert costs == [("0507", "1", "rail"), ("0506", "", "rail"), ("0505", "", "rail")]


def test_7a2_the_ninth_hex_takes_another_point(monkeypatch: pytest.MonkeyPatch) -> None:
    far = Ride(tuple(GRID.hex(f"050{n}") for n in (8, 7, 6, 5)), False, (), (0, 8, 9, 17))
    monkeypatch.setattr("trenchline.games.the_great_war.guide.ride_to", lambda *ignored: far)
    course = told("rail", "0505")
    assert [leg.cost for leg in course.legs] == ["1", "1", "1"]


def test_7a3_a_strategic_train_takes_everything() -> None:
    course = told("strategic", "0505")
    assert course.left == "no movement points"
    assert [leg.cost for leg in course.legs] == ["", "", "all"]
    assert course.legs[-1] == Leg(GRID.hex("0505"), "all", "rail")
