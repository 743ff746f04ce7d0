"""Rule 16B: production, replacements and special replacements."""

from __future__ import annotations

import pytest

from tests.the_great_war.fields import field, labels
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.casualties import eliminate
from trenchline.games.the_great_war.components import CODES
from trenchline.games.the_great_war.notation import notation, parse
from trenchline.games.the_great_war.production import (
    BeginReplacing,
    PlacePoints,
    PlaceReplaced,
    Produce,
    Replacing,
)
from trenchline.games.the_great_war.replacements import (
    categories,
    cost_of_face,
    cost_to_replace,
    limit,
    receive_special,
    weight,
    within_limits,
)
from trenchline.games.the_great_war.set_up import open_books
from trenchline.games.the_great_war.state import ELIMINATED, ELIMINATED_ISOLATED, INITIAL, State
from trenchline.kernel.play import decision, take

COUNTERS = [
    counter("IT1", "6-9-5", back="2-4-5"),
    counter("IT2", "9-12-5", back="4-5-5"),
    counter("ITg", "4-3-5", "heavy artillery", "regiment"),
    counter("ITs", "8-6-4", "siege artillery", "regiment"),
    counter("ITf", "4-3-5", "field artillery", "regiment"),
    counter("ITe", "1-2-5", "construction engineer", "regiment"),
    counter("ITk", "1-2-5", "combat engineer", "regiment"),
    counter("ITt", "2-2-4", "engineer tank", "regiment"),
    counter("ITm", "2-3-6", "mountain rifle", "brigade"),
    counter("ITA", "0-0-4", "army hq", "army"),
    counter("BE1", "2-3-8", "mounted rifle", "brigade"),
    counter("FR1", "8-11-5", back="3-5-5"),
    counter("AH1", "6-9-5", back="2-4-5"),
]
PRODUCTION = {"Nov I 17": {"IT": [12, 6.5, 3], "AH": [8, 8, 6]}}


def home(where: dict[str, str] | None = None, **more: object) -> State:
    """A city in 0507, an edge in 0508, and full pools of Italian points."""
    theatre = sketch(
        counters=COUNTERS,
        places=[("0507", "full_city")],
        edges={"0508": "IT"},
        nations=["IT", "AH", "FR", "BE"],
        production=PRODUCTION,
        **more,  # type: ignore[arg-type]  # as the sketch has it
    )
    state = field(theatre, where or {}, INITIAL)
    open_books(state)
    state.manpower = [20] * len(CODES)
    state.gear = [20, 20]
    state.stack = [Replacing(0)]
    return state


def unit(state: State, key: str) -> int:
    return state.theatre.unit[key]


def men(state: State, code: str = "IT") -> int:
    return state.manpower[CODES.index(code)]


def why_not(state: State, verb: str, key: str) -> tuple[str, str]:
    number = unit(state, key)
    assert not decision(state).choices(state).get(verb, 0) >> number & 1
    refusal = decision(state).why_not(state, verb, number)
    return refusal.case, refusal.reason


def test_16b1a_production_comes_in_the_first_turn_of_a_cycle() -> None:
    state = home()
    state.stack = []
    Produce(0).run(state)
    assert (men(state), state.gear[0]) == (20, 20), "Oct II"
    assert state.stack == []
    state.turn = 1
    Produce(0).run(state)
    assert (men(state), state.gear) == (20 + 24, [20 + 13, 20])
    assert men(state, "AH") == 20, "the enemy's come in his own initial phase"
    assert state.stack == [PlacePoints(0, 3)]


def test_16b1a_resource_points_are_placed_at_cities() -> None:
    state = home()
    state.stack = [PlacePoints(0, 2)]
    assert labels(decision(state).choices(state)["place"]) == ["0507", "0508"]
    take(state, "place", GRID.hex("0507"))
    take(state, "place", GRID.hex("0508"))
    assert state.resources == {GRID.hex("0507"): 1, GRID.hex("0508"): 1}
    assert state.stack == []
    state.isolated_hexes[0] = GRID.everywhere
    state.turn = 1
    Produce(0).run(state)
    assert state.stack == [], "nowhere to put them [R128]"


def test_16b3a_costs_by_kind_and_strength() -> None:
    by_key = {told.key: told for told in COUNTERS}
    assert cost_of_face(by_key["IT1"], back=False) == (8, 5)
    assert cost_of_face(by_key["IT2"], back=False) == (8, 6)
    assert cost_of_face(by_key["IT1"], back=True) == (3, 2)
    assert cost_of_face(by_key["ITg"], back=False) == (1, 6)
    assert cost_of_face(by_key["ITs"], back=False) == (1, 8)
    assert cost_of_face(by_key["ITA"], back=False) is None


def test_16b3a_lost_while_isolated_costs_twice() -> None:
    state = home()
    state.where[unit(state, "IT1")] = ELIMINATED
    assert cost_to_replace(state, unit(state, "IT1")) == (3, 2)
    state.where[unit(state, "IT1")] = ELIMINATED_ISOLATED
    assert cost_to_replace(state, unit(state, "IT1")) == (6, 4)


def test_16b3c_a_division_is_replaced_as_a_cadre_at_a_city() -> None:
    state = home({"IT1": "0505", "ITA": "0505"})
    lost = unit(state, "IT1")
    assert why_not(state, "replace", "IT1") == (
        "16B2",
        "it is not in the replacement pool of the side",
    )
    state.lift(lost, ELIMINATED)
    state.lift(unit(state, "ITA"), ELIMINATED)
    assert why_not(state, "replace", "ITA")[0] == "16B3a"
    take(state, "replace", lost)
    assert decision(state) == PlaceReplaced(0, lost)
    take(state, "place", GRID.hex("0507"))
    assert state.where[lost] == GRID.hex("0507")
    assert state.reduced == 1 << lost
    assert (men(state), state.gear[0]) == (17, 18)
    here = CODES.index("IT")
    assert state.fielded[here] - state.lost[here] == state.re(lost)


def test_16b3b_manpower_is_of_the_nation_and_equipment_of_all() -> None:
    state = home({"IT1": "0506", "FR1": "0506"})
    for key in ("IT1", "FR1"):
        state.reduce(unit(state, key))
    state.manpower[CODES.index("IT")] = 4
    assert why_not(state, "rebuild", "IT1")[0] == "16B3b"
    take(state, "rebuild", unit(state, "FR1"))
    assert (men(state, "FR"), state.gear[0]) == (15, 17)
    state.manpower[CODES.index("IT")] = 5
    state.gear[0] = 2
    assert why_not(state, "rebuild", "IT1")[0] == "16B3b"


def test_16b3c_in_ones_own_phase_only_and_16b3d_in_any() -> None:
    state = home({"IT1": "0506"})
    state.reduce(unit(state, "IT1"))
    state.where[unit(state, "IT2")] = ELIMINATED
    state.phasing = 1
    assert why_not(state, "replace", "IT2") == (
        "16B3c",
        "units are replaced in one's own initial phase",
    )
    take(state, "rebuild", unit(state, "IT1"))
    assert not state.reduced
    assert (men(state), state.gear[0]) == (15, 17)
    here = CODES.index("IT")
    assert state.fielded[here] - state.lost[here] == state.re(unit(state, "IT1"))


def test_16b3d_not_near_the_enemy_without_works_nor_out_of_supply() -> None:
    state = home({"IT1": "0506", "AH1": "0505"})
    assert why_not(state, "rebuild", "IT1")[1].startswith("it is no weakened unit")
    state.reduce(unit(state, "IT1"))
    assert why_not(state, "rebuild", "IT1")[1].startswith("it is in an enemy zone")
    state.works[GRID.hex("0506")] = "fieldworks"
    assert why_not(state, "rebuild", "IT1")[1].startswith("it is in an enemy zone")
    state.works[GRID.hex("0506")] = "entrenchment"
    assert "rebuild" in decision(state).choices(state)
    state.hunger[unit(state, "IT1")] = 1
    assert why_not(state, "rebuild", "IT1")[1] == "it is not in regular general supply"


@pytest.mark.parametrize(
    ("key", "kinds", "eighths"),
    [
        ("ITg", ["artillery"], 8),
        ("ITf", ["artillery"], 4),
        ("ITs", ["artillery"], 16),
        ("ITe", ["engineers"], 4),
        ("ITk", ["engineers"], 8),
        ("ITt", ["cm", "engineers"], 8),
        ("ITm", ["light_mountain"], 16),
        ("BE1", ["cavalry"], 16),
        ("IT1", [], 24),
    ],
)
def test_16b3f_what_counts_against_limits(key: str, kinds: list[str], eighths: int) -> None:
    """The engineer tank regiment is the rulebook's example: it counts for both."""
    state = home()
    told = state.theatre.counters[unit(state, key)]
    assert categories(told) == tuple(kinds)
    res = state.kind.re[0][unit(state, key)]
    if kinds:
        assert weight(state, unit(state, key), res) == eighths
    state.where[unit(state, key)] = ELIMINATED_ISOLATED
    if kinds:
        assert weight(state, unit(state, key), res) == 2 * eighths


def test_16b3f_limits_by_month_nation_and_date() -> None:
    state = home(
        turns=["Jan II 16", "Feb I 16", "Feb I 18", "Feb I 19"],
        weather=dict.fromkeys(["Jan II 16", "Feb I 16", "Feb I 18", "Feb I 19"], "clear"),
    )
    found = []
    for turn in range(4):
        state.turn = turn
        found.append([limit(state, code, "cm") // 8 for code in ("IT", "AH")])
    assert found == [[1, 1], [1, 1], [2, 1], [4, 1]]
    assert limit(state, "BE", "cm") == 4, "half for minor powers, and never more"
    state.turn = 0
    assert [limit(state, code, "artillery") // 8 for code in ("IT", "AH")] == [3, 6]
    assert limit(state, "BE", "artillery") == 12
    assert within_limits(state, unit(state, "ITs"), 4)
    state.replaced["IT", "artillery"] = 9
    assert not within_limits(state, unit(state, "ITs"), 4)
    state.where[unit(state, "ITs")] = ELIMINATED
    assert why_not(state, "replace", "ITs")[0] == "16B3f"
    state.stack = []
    state.turn = 1
    Produce(1).run(state)
    assert state.replaced, "the enemy's month"
    Produce(0).run(state)
    assert not state.replaced


def test_16b4a_a_share_of_the_lost_comes_back() -> None:
    """The rulebook's example: 8 equipment, 14 French and 5 British points lost."""
    state = home()
    state.manpower, state.gear = [0] * len(CODES), [0, 0]
    state.gear_lost = [16, 0]
    for code, points in (("FR", 28), ("BR", 10), ("US", 11)):
        state.men_lost[CODES.index(code)] = points
    receive_special(state)
    assert state.gear == [4, 0]
    assert [men(state, code) for code in ("FR", "BR", "US")] == [9, 2, 2]
    assert state.gear_lost == [0, 0]
    assert not any(state.men_lost)


def test_16b4a_losses_are_what_units_would_cost() -> None:
    state = home({"IT1": "0506", "ITg": "0506"})
    number = CODES.index("IT")
    eliminate(state, unit(state, "IT1"))
    assert (state.men_lost[number], state.gear_lost[0]) == (5, 3), "the difference to its cadre"
    eliminate(state, unit(state, "IT1"))
    assert (state.men_lost[number], state.gear_lost[0]) == (8, 5)
    state.isolated |= 1 << unit(state, "ITg")
    eliminate(state, unit(state, "ITg"))
    assert (state.men_lost[number], state.gear_lost[0]) == (8, 5), "not while isolated"


def test_16b3_nobody_is_asked_who_can_do_nothing() -> None:
    state = home()
    state.stack = []
    BeginReplacing(0).run(state)
    assert state.stack == []
    state.where[unit(state, "IT1")] = ELIMINATED
    BeginReplacing(0).run(state)
    assert state.stack == [Replacing(0)]


def test_16b3_points_are_written_down() -> None:
    state = parse("scenario caporetto\nturn Nov I 17 phase Entente initial\nIT C1@4507\n")
    state.manpower[2], state.gear, state.replaced = 7, [3, 4], {("IT", "cm"): 8}
    again = parse(notation(state))
    assert (again.manpower, again.gear, again.replaced) == (
        state.manpower,
        state.gear,
        state.replaced,
    )


def test_16b1_half_points_are_kept_for_later_turns() -> None:
    state = home()
    state.stack = []
    state.turn = 1
    for _ in range(2):
        Produce(0).run(state)
    assert state.gear[0] == 20 + 13 + 13


def test_16b2_the_lost_lie_in_two_parts_of_the_pool() -> None:
    state = home({"IT1": "0506", "IT2": "0506", "AH1": "0502"})
    state.isolated |= 1 << unit(state, "IT2")
    for key in ("IT1", "IT2", "AH1"):
        eliminate(state, unit(state, key), total=True)
    assert [state.where[unit(state, key)] for key in ("IT1", "IT2")] == [
        ELIMINATED,
        ELIMINATED_ISOLATED,
    ]
    there = decision(state).choices(state)["replace"]
    assert there == 1 << unit(state, "IT1") | 1 << unit(state, "IT2"), "each side has its own"
