"""Movement after combat [9F]: retreats, two-hex retreats, what becomes of who cannot go."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.the_great_war.battles import Fight, battle, division, laid, unit
from tests.the_great_war.fields import labels, units
from tests.the_great_war.sketch import GRID, counter
from trenchline.games.the_great_war.advance import advancers, why_never
from trenchline.games.the_great_war.results import LARGER, MAY
from trenchline.games.the_great_war.retreat import (
    Declarations,
    Declare,
    Leave,
    is_long,
    may_withdraw,
)
from trenchline.games.the_great_war.state import ELIMINATED, ELIMINATED_ISOLATED, State
from trenchline.games.the_great_war.ways_out import RetreatUnit, ignores_zones, way_out

ROUND = list(GRID.labels(GRID.ring(GRID.hex("0405"), 1)))


def alone(
    rating: str = "6-9-5", *others: Any, where: dict[str, str] | None = None, **sketched: Any
) -> State:
    """An Italian division in 0405 that must retreat, and whoever else is there."""
    return laid([division("IT1", rating), *others], {"IT1": "0405", **(where or {})}, **sketched)


def hold(state: State, side: int, *places: str) -> None:
    """Let a side own some hexes."""
    for label in places:
        state.owned[side] |= 1 << GRID.hex(label)
        state.owned[1 - side] &= ~(1 << GRID.hex(label))


def ways(state: State, key: str = "IT1") -> list[str]:
    return labels(way_out(state, unit(state, key)).hexes)


def rank(state: State, key: str = "IT1") -> int:
    return way_out(state, unit(state, key)).rank


def test_9f2_1_of_equal_ways_the_one_nearest_to_a_depot() -> None:
    state = alone()
    assert ways(state) == ROUND
    state.depot_at, state.depot_side, state.depot_net, state.working = (
        [GRID.hex("0407")],
        [0],
        [0],
        1,
    )
    assert ways(state) == ["0406"]
    # Another as near, but not operational.
    state.depot_at.append(GRID.hex("0403"))
    state.depot_side.append(0)
    state.depot_net.append(0)
    assert ways(state) == ["0406"]
    state.working = 3
    assert ways(state) == ["0404", "0406"]


def test_9f2_ways_without_enemy_zones_come_first() -> None:
    state = alone("6-9-5", division("AH1"), where={"AH1": "0403"})
    assert "0404" not in ways(state)
    assert rank(state) == 1


def test_9f2_into_a_zone_a_unit_goes_as_a_cadre_and_a_cadre_not_at_all() -> None:
    ring = {
        f"AH{n}": label for n, label in enumerate(["0403", "0407", "0205", "0206", "0605", "0606"])
    }
    state = alone("6-9-5", *(division(key) for key in ring), where=ring)
    assert rank(state) == 3
    here = GRID.hex(ways(state)[0])
    RetreatUnit(0, unit(state, "IT1")).take(state, "retreat", here)
    assert state.reduced & units(state, "IT1")
    assert state.where[unit(state, "IT1")] == here
    again = way_out(state, unit(state, "IT1"))
    if again.rank == 3:
        RetreatUnit(0, unit(state, "IT1")).take(state, "retreat", again.hexes.bit_length() - 1)
        assert state.where[unit(state, "IT1")] == ELIMINATED


def test_9f2_5_strong_and_quick_units_pass_enemy_zones_into_their_own_hexes() -> None:
    ring = {
        f"AH{n}": label for n, label in enumerate(["0403", "0407", "0205", "0206", "0605", "0606"])
    }
    friend = counter("IT9", "0-1-5", "rifle", "battalion")
    for rating, ignores in (("8-11-5", True), ("7-11-5", False), ("2-3-6", True)):
        state = alone(rating, friend, *(division(key) for key in ring), where=ring)
        hold(state, 0, "0406")
        assert ignores_zones(state, unit(state, "IT1")) == ignores
        assert rank(state) == 3, "R181: nobody stands there"
        state.put(unit(state, "IT9"), GRID.hex("0406"))
        assert (rank(state) == 1) == ignores
        hold(state, 1, "0406")
        assert rank(state) == 3, "R181: it is not his side's"
    state = alone("8-11-5", *(division(key) for key in ring), where=ring)
    state.reduce(unit(state, "IT1"))
    assert not ignores_zones(state, unit(state, "IT1"))


def test_9f2_5_strong_artillery_does_not() -> None:
    state = laid([counter("IT1", "9-8-4", "heavy artillery", "brigade")], {"IT1": "0405"})
    assert not ignores_zones(state, unit(state, "IT1"))


def test_9f2_3_without_a_way_out_a_unit_is_lost_cadre_and_all() -> None:
    ring = {f"AH{n}": label for n, label in enumerate(ROUND)}
    state = alone("6-9-5", *(division(key) for key in ring), where=ring)
    hold(state, 1, *ROUND)
    assert rank(state) == 0
    step = RetreatUnit(0, unit(state, "IT1"))
    assert step.choices(state) == {"surrender": 1}
    state.isolated |= units(state, "IT1")
    step.take(state, "surrender", 0)
    assert state.where[unit(state, "IT1")] == ELIMINATED_ISOLATED
    assert not state.reduced


def test_9f2_2_a_unit_that_finds_no_room_goes_on() -> None:
    many = [division(f"IT{n}") for n in range(2, 8)]
    where = dict.fromkeys((f"IT{n}" for n in range(2, 8)), "0406")
    state = alone("6-9-5", *many, where=where)
    state.depot_at, state.depot_side, state.depot_net, state.working = (
        [GRID.hex("0406")],
        [0],
        [0],
        1,
    )
    # Hexes with room come before the full one beside the depot.
    assert "0406" not in ways(state)
    blocked = {f"AH{n}": label for n, label in enumerate(ROUND) if label != "0406"}
    state = laid(
        [division("IT1"), *many, *(division(key) for key in blocked)],
        {"IT1": "0405", **where, **blocked},
    )
    for key, label in blocked.items():
        state.disrupt(unit(state, key))
        hold(state, 1, label)
    assert (rank(state), ways(state)) == (2, ["0406"])
    state.stack = []
    RetreatUnit(0, unit(state, "IT1")).take(state, "retreat", GRID.hex("0406"))
    assert isinstance(state.stack[-1], RetreatUnit)
    assert state.stack[-1].trail == (GRID.hex("0405"),)


def test_8c2_8c2_2_beside_a_corps_headquarters_the_excess_is_overstacked() -> None:
    many = [division(f"IT{n}") for n in range(2, 8)]
    where = dict.fromkeys((*(f"IT{n}" for n in range(2, 8)), "ITK"), "0406")
    blocked = {f"AH{n}": label for n, label in enumerate(ROUND) if label != "0406"}
    state = laid(
        [
            division("IT1"),
            *many,
            counter("ITK", "0-0-8", "corps hq", "corps"),
            *(division(key) for key in blocked),
        ],
        {"IT1": "0405", **where, **blocked},
    )
    state.options = frozenset({"overstacking"})
    for key, label in blocked.items():
        state.disrupt(unit(state, key))
        hold(state, 1, label)
    assert rank(state) == 1
    RetreatUnit(0, unit(state, "IT1")).take(state, "retreat", GRID.hex("0406"))
    assert state.overstacked == units(state, "IT1")


def test_12b4_r90_heavy_siege_guns_do_not_retreat() -> None:
    state = laid([counter("IT1", "9-8-4", "heavy siege artillery", "regiment")], {"IT1": "0405"})
    assert rank(state) == 0


def test_15a4_who_retreats_over_a_major_river_is_disrupted() -> None:
    for sides, wet in (("major_river", True), ("major_river road", False), ("river", False)):
        state = alone(sides={"0405/0406": sides})
        RetreatUnit(0, unit(state, "IT1")).take(state, "retreat", GRID.hex("0406"))
        assert bool(state.disrupted) == wet, sides


def test_9f2_4_who_has_retreated_counts_for_nothing_in_a_later_defence() -> None:
    state = alone("6-9-5", division("IT2"), division("AH1"), where={"IT2": "0406", "AH1": "0404"})
    RetreatUnit(0, unit(state, "IT1")).take(state, "retreat", GRID.hex("0406"))
    state.move(units(state, "AH1"), GRID.hex("0405"))
    found = battle(state, "0406", "AH1")
    assert found.defenders == (unit(state, "IT2"),)
    assert found.bystanders == (unit(state, "IT1"),)


@pytest.mark.parametrize(
    ("date", "code", "long"),
    [
        ("Jan II 15", "DH", True),
        ("Jan II 15", "DR", False),
        ("Feb I 15", "DH", False),
        ("Aug I 14", "AE", True),
    ],
)
def test_9f4_two_hexes_in_the_war_of_movement(date: str, code: str, long: bool) -> None:
    state = laid(
        [division("AH1"), division("IT1")],
        {"AH1": "0404", "IT1": "0405"},
        turns=[date],
        weather={date: "clear"},
    )
    found = replace(battle(state, "0405", "AH1"), code=code)
    assert is_long(state, found) == long


def test_9f4_outside_the_west_the_war_of_movement_lasts_a_year_longer_bug() -> None:
    """The scenario's front was asked for by another name, so that all were of the West."""
    for front, long in (("West", False), ("East", True)):
        state = laid(
            [division("AH1"), division("IT1")],
            {"AH1": "0404", "IT1": "0405"},
            turns=["Aug I 15"],
            weather={"Aug I 15": "clear"},
            front=front,
        )
        assert is_long(state, replace(battle(state, "0405", "AH1"), code="DE")) is long


def test_9f4_retreat_advance_retreat_advance() -> None:
    state = laid(
        [division("AH1", "14-16-5"), division("IT1", "2-2-5")],
        {"AH1": "0404", "IT1": "0405"},
        turns=["Aug I 14"],
        weather={"Aug I 14": "clear"},
    )
    state.depot_at, state.depot_side, state.depot_net, state.working = (
        [GRID.hex("0408")],
        [0],
        [0],
        1,
    )
    fight = Fight(state, 6).attack("0405", "AH1").choose("pursue")
    # DE at 6:1: the cadre goes back one hex, AH1 follows, the cadre goes back again.
    assert fight.at("IT1") == "0407"
    assert fight.at("AH1") == "0405"
    assert fight.asked == "AdvanceAgain"
    fight.choose("go_on AH1", "enter 0406")
    assert fight.at("AH1") == "0406"


def test_9f1_declarations_are_asked_where_a_hex_would_be_vacant() -> None:
    """Attackers in two hexes must retreat; in one of them others stay."""
    state = laid(
        [division("AH1"), division("AH2"), division("AH3"), division("IT1")],
        {"AH1": "0404", "AH2": "0305", "AH3": "0305", "IT1": "0405"},
    )
    assert GRID.distance(GRID.hex("0305"), GRID.hex("0405")) == 1
    found = replace(battle(state, "0405", "AH1", "AH2"), goes=("must", ""))
    state.battles.append(found)
    state.stack = []
    Declarations(attacking=True).run(state)
    assert [step.hex for step in state.stack if isinstance(step, Declare)] == [GRID.hex("0404")]
    state.stack.pop().take(state, "decline", 0)  # type: ignore[attr-defined]
    Leave(attacking=True).run(state)
    assert [step.unit for step in state.stack if isinstance(step, RetreatUnit)] == [
        unit(state, "AH2")
    ]


def test_9c2_3_9c2_5_who_may_retreat_as_he_likes() -> None:
    state = laid([division("AH1"), division("IT1")], {"AH1": "0404", "IT1": "0405"})
    found = replace(battle(state, "0405", "AH1"), goes=(LARGER, LARGER), lost=(60, 30))
    assert may_withdraw(found, True)
    assert not may_withdraw(found, False)
    assert not may_withdraw(replace(found, lost=(30, 30)), True)
    both = replace(found, goes=(MAY, MAY), lost=(10, 20))
    assert may_withdraw(both, True)
    assert may_withdraw(both, False)


def test_8c2_9_9f2_6_attackers_out_of_an_overstack_are_lost_instead_of_retreating() -> None:
    state = laid(
        [division("AH1"), counter("AH2", "2-3-5", size="brigade"), division("IT1")],
        {"AH1": "0404", "AH2": "0404", "IT1": "0405"},
    )
    state.overstacked |= units(state, "AH1", "AH2")
    state.battles.append(replace(battle(state, "0405", "AH1", "AH2"), goes=("must", "")))
    state.stack = []
    Leave(attacking=True).run(state)
    assert state.where[unit(state, "AH2")] == ELIMINATED
    assert state.reduced == units(state, "AH1")
    assert [step.unit for step in state.stack if isinstance(step, RetreatUnit)] == [
        unit(state, "AH1")
    ]


@pytest.mark.parametrize(
    ("made", "case"),
    [
        (counter("AH2", "5-2-4", "siege artillery", "regiment"), "12B3"),
        (counter("AH2", "5-2-4", "heavy siege artillery", "regiment"), "12B4"),
        (counter("AH2", "5-2-0", "heavy artillery", "regiment"), "14B3"),
        (counter("AH2", "5-2-4", "heavy artillery", "regiment", limit="rail"), "14B1"),
    ],
)
def test_12b3_12b4_14b1_14b3_who_never_advances(made: Any, case: str) -> None:
    state = laid(
        [division("AH1"), made, division("IT1")], {"AH1": "0404", "AH2": "0404", "IT1": "0405"}
    )
    found = battle(state, "0405", "AH1", "AH2")
    refusal = why_never(state, found, unit(state, "AH2"))
    assert refusal is not None
    assert refusal.case == case
    assert advancers(state, found, True, found.target) == units(state, "AH1")


def test_8c2_10_12b9_2_neither_overstacks_nor_artillery_divisions_advance() -> None:
    state = laid(
        [
            division("AH1"),
            counter("AH2", "6-6-3", "art xx hq", "artillery_hq"),
            counter("AH3", "5-7-5", "heavy artillery", "regiment"),
            division("IT1"),
        ],
        {"AH1": "0404", "AH2": "0404", "AH3": "0404", "IT1": "0405"},
    )
    state.attached = {unit(state, "AH3"): unit(state, "AH2")}
    state.overstacked |= units(state, "AH1")
    found = battle(state, "0405", "AH1", "AH2", "AH3")
    cases = [why_never(state, found, unit(state, key)) for key in ("AH1", "AH2", "AH3")]
    assert [refusal.case for refusal in cases if refusal] == ["8C2", "12B9"]
