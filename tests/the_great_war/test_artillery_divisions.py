"""Artillery divisions [12B9] [12B10]."""

from __future__ import annotations

from typing import Any

from tests.the_great_war.battles import laid, unit
from tests.the_great_war.fields import units
from tests.the_great_war.sketch import counter
from trenchline.games.the_great_war.artillery_divisions import FormDivisions, can_lead, loose_guns
from trenchline.games.the_great_war.state import State


def park(*guns: Any, staff: str = "art xx hq") -> State:
    """A German staff and guns in one hex."""
    every = [counter("GE9", "6-6-3", staff, "artillery_hq"), *guns]
    return laid(every, {one.key: "0404" for one in every})


def guns(number: int, kind: str = "heavy artillery", nation: str = "GE") -> Any:
    return counter(f"{nation}{number}", "5-7-5", kind, "regiment")


def filled(state: State, *keys: str) -> State:
    state.attached = {unit(state, key): unit(state, "GE9") for key in keys}
    return state


def test_12b9_1_four_res_or_three_with_siege_guns() -> None:
    state = filled(park(*(guns(n) for n in range(1, 6))), "GE1", "GE2", "GE3")
    assert can_lead(state, unit(state, "GE9"), unit(state, "GE4"))
    filled(state, "GE1", "GE2", "GE3", "GE4")
    assert not can_lead(state, unit(state, "GE9"), unit(state, "GE5"))
    siege = park(guns(1, "siege artillery"), guns(2), guns(3), guns(4))
    assert can_lead(filled(siege, "GE1", "GE2"), unit(siege, "GE9"), unit(siege, "GE3"))
    assert not can_lead(filled(siege, "GE1", "GE2", "GE3"), unit(siege, "GE9"), unit(siege, "GE4"))


def test_12b10_a_siege_staff_leads_six_res_of_any_kind() -> None:
    state = park(*(guns(n, "siege artillery") for n in range(1, 8)), staff="siege art xx hq")
    filled(state, *(f"GE{n}" for n in range(1, 6)))
    assert can_lead(state, unit(state, "GE9"), unit(state, "GE6"))
    filled(state, *(f"GE{n}" for n in range(1, 7)))
    assert not can_lead(state, unit(state, "GE9"), unit(state, "GE7"))


def test_12b9_1_guns_of_the_nation_in_the_hex_are_attached_and_detached() -> None:
    state = park(guns(1), guns(2, nation="AH"), counter("GE3", "6-9-5"))
    assert loose_guns(state, 1) == units(state, "GE1")
    step = FormDivisions(1)
    assert step.choices(state) == {"attach": units(state, "GE1"), "done": 1}
    assert step.why_not(state, "attach", unit(state, "AH2")).case == "12B9"
    assert step.why_not(state, "attach", unit(state, "GE3")).reason == "only artillery is attached"
    step.take(state, "attach", unit(state, "GE1"))
    assert state.attached == {unit(state, "GE1"): unit(state, "GE9")}
    again = FormDivisions(1)
    assert again.choices(state) == {"detach": units(state, "GE1"), "done": 1}
    again.take(state, "detach", unit(state, "GE1"))
    assert not state.attached


def test_r96_what_has_been_decided_stays_decided() -> None:
    state = park(guns(1))
    decided = FormDivisions(1, (unit(state, "GE1"),))
    assert decided.choices(state) == {"done": 1}
    assert decided.why_not(state, "attach", unit(state, "GE1")).case == "R96"
