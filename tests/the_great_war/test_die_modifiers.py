"""What modifies the combat die [9A7]: ground [9H], capabilities [14H] [14R] [15C], morale [15D],
cooperation [15E], staffs [14M2] and fatigue [6B4]."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.the_great_war.battles import battle, division, laid, unit
from tests.the_great_war.sketch import GRID, counter
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.capabilities import (
    infantry,
    is_assault_capable,
    is_infantry_capable,
    is_mountain_capable,
    is_terrain_capable,
    quotas,
)
from trenchline.games.the_great_war.components import CODES
from trenchline.games.the_great_war.cooperation import cooperate
from trenchline.games.the_great_war.die_modifiers import die_terms, shift_terms, will
from trenchline.games.the_great_war.preliminaries import eligible_leaders
from trenchline.games.the_great_war.state import State

FRONT = {"AH1": "0404", "IT1": "0405"}


def terms(state: State, found: Battle) -> dict[str, int]:
    """The modifiers by their names."""
    return {term.name: term.value for term in die_terms(state, found)}


def duel(mine: str = "rifle", his: str = "rifle", **sketched: Any) -> State:
    return laid([division("AH1", kind=mine), division("IT1", kind=his)], FRONT, **sketched)


@pytest.mark.parametrize(
    ("works", "rifles", "stormers"),
    [
        ("fieldworks", -1, 0),
        ("entrenchment", -1, 0),
        ("fort", -2, -1),
        ("improved fort", -2, -1),
    ],
)
def test_9h_14h1_works_weigh_less_on_infantry(works: str, rifles: int, stormers: int) -> None:
    for kind, value in (("rifle", rifles), ("infantry", stormers)):
        state = duel(kind)
        state.works[GRID.hex("0405")] = works
        assert terms(state, battle(state, "0405", "AH1")).get(works, 0) == value


def test_9h_a_full_city_with_a_fort_is_three_less() -> None:
    state = duel(places=[("0405", "full_city")])
    state.works[GRID.hex("0405")] = "fort"
    assert sum(terms(state, battle(state, "0405", "AH1")).values()) == -3


def test_9j_6_15a8_contested_ground_and_devastated_hexes() -> None:
    state = duel()
    state.contested[GRID.hex("0405")] = (0, 0)
    state.devastated |= 1 << GRID.hex("0404")
    found = terms(state, battle(state, "0405", "AH1"))
    assert found == {"contested hex": -1, "out of a devastated hex": -2}


def test_14h1_infantry_helps_either_side() -> None:
    state = duel("infantry")
    assert terms(state, battle(state, "0405", "AH1")) == {"infantry attacks": 1}
    state = duel("rifle", "infantry")
    assert terms(state, battle(state, "0405", "AH1")) == {"infantry defends": -1}


def test_14h1_half_of_the_res_without_artillery_must_be_infantry() -> None:
    state = laid(
        [
            counter("AH1", "2-3-6", "infantry", "brigade"),
            counter("AH2", "2-3-5", "rifle", "brigade"),
            counter("AH3", "5-7-5", "heavy artillery", "brigade"),
            counter("AH4", "1-2-5", "rifle", "regiment"),
            division("IT1"),
        ],
        dict.fromkeys(("AH1", "AH2", "AH3", "AH4"), "0404") | {"IT1": "0405"},
    )
    keys = [unit(state, key) for key in ("AH1", "AH2", "AH3", "AH4")]
    assert is_infantry_capable(state, keys[:3])
    assert not is_infantry_capable(state, keys)


def test_14h1_15e3_units_that_do_not_cooperate_are_not_added_up() -> None:
    state = laid(
        [
            counter("FR1", "2-3-6", "infantry", "regiment"),
            counter("BR1", "2-3-6", "infantry", "regiment"),
            counter("FR2", "2-3-5", "rifle", "brigade"),
            division("AH1"),
        ],
        dict.fromkeys(("FR1", "BR1", "FR2"), "0405") | {"AH1": "0404"},
    )
    units = [unit(state, key) for key in ("FR1", "BR1", "FR2")]
    assert not is_infantry_capable(state, units)
    state.flags |= {"unified command"}
    assert is_infantry_capable(state, units)


def test_14h_movement_rating_8_and_engineers_of_6_are_infantry() -> None:
    state = laid(
        [
            counter("AH1", "2-3-8", "bike", "regiment"),
            counter("AH2", "1-2-6", "assault engineer", "regiment"),
            counter("AH3", "1-2-5", "assault engineer", "regiment"),
        ],
        {},
    )
    assert [bool(infantry(state) >> unit(state, f"AH{n}") & 1) for n in (1, 2, 3)] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ("Jan II 19", (False, False, False)),
        ("Feb I 19", (True, False, False)),
        ("Apr I 19", (True, True, False)),
        ("Jun I 19", (True, True, True)),
    ],
)
def test_14h_more_units_become_infantry_in_1919(date: str, expected: tuple[bool, ...]) -> None:
    state = laid(
        [
            counter("AH1", "2-3-7", "mounted rifle", "regiment"),
            counter("AH2", "2-3-6", "light rifle", "regiment"),
            division("AH3", "9-12-5"),
        ],
        {"AH1": "0404", "AH2": "0404", "AH3": "0404"},
        turns=[date],
        weather={date: "clear"},
    )
    assert tuple(bool(infantry(state) >> n & 1) for n in range(3)) == expected


def test_14h2_mountain_capable_is_another_status_without_a_bonus() -> None:
    state = duel("mountain rifle", terrain={"0405": "mountain"})
    found = battle(state, "0405", "AH1", table="positional")
    assert is_mountain_capable(state, found.attackers)
    assert "infantry attacks" not in terms(state, found)


def test_14r_rifle_assault_counts_in_positional_combat_without_engineers() -> None:
    state = laid(
        [
            counter("AH1", "2-3-5", "rifle assault", "brigade"),
            counter("AH2", "2-3-5", "rifle", "brigade"),
            counter("AH3", "2-3-5", "combat engineer", "brigade"),
            division("IT1"),
        ],
        dict.fromkeys(("AH1", "AH2", "AH3"), "0404") | {"IT1": "0405"},
    )
    found = battle(state, "0405", "AH1", "AH2", "AH3", table="positional")
    assert is_assault_capable(state, found)
    assert terms(state, found)["rifle assault"] == 1
    assert not is_assault_capable(state, replace(found, table="mobile"))
    assert [quota.case for quota in quotas(state, found, True)] == ["14R"]


def test_15c_four_of_eight_res_know_wooded_rough_in_winter() -> None:
    state = laid(
        [
            counter("AH1", "2-3-5", "mountain rifle", "brigade"),
            counter("AH2", "2-3-5", "mountain rifle", "brigade"),
            counter("AH3", "2-3-6", "light rifle", "brigade"),
            counter("AH4", "1-2-5", "rifle", "regiment"),
            counter("AH5", "1-2-5", "rifle", "regiment"),
            *(counter(f"AH{n}", "5-7-5", "heavy artillery", "regiment") for n in (6, 7, 8)),
            division("IT1"),
        ],
        dict.fromkeys((f"AH{n}" for n in range(1, 9)), "0404") | {"IT1": "0405"},
        terrain={"0405": "wooded rough"},
        weather={"Oct II 17": "winter", "Nov I 17": "mud"},
    )
    keys = [f"AH{n}" for n in range(1, 9)]
    found = battle(state, "0405", *keys)
    assert is_terrain_capable(state, found)
    assert terms(state, found)["adverse terrain expertise"] == 1
    # Half of them are mountain units, and so half of the losses must be by 14H3 as well.
    assert [quota.case for quota in quotas(state, found, True)] == ["14H3", "15C"]
    assert not is_terrain_capable(state, battle(state, "0405", *keys, table="positional"))
    state.turn = 1
    assert not is_terrain_capable(state, battle(state, "0405", *keys))


def test_14h3_mobile_losses_come_half_from_the_capable_kind() -> None:
    state = duel("infantry", "mountain rifle")
    found = battle(state, "0405", "AH1")
    assert [quota.kind for quota in quotas(state, found, True)] == ["infantry"]
    assert [quota.kind for quota in quotas(state, found, False)] == ["mountain and infantry"]
    assert not quotas(state, replace(found, table="positional"), True)


# Morale, cooperation, staffs.


def test_15d_15d1_the_lowest_will_of_a_side_counts() -> None:
    state = laid(
        [division("FR1"), division("BE1"), division("AH1")],
        {"FR1": "0405", "BE1": "0405", "AH1": "0404"},
    )
    state.will[CODES.index("FR")], state.will[CODES.index("BE")] = 3, 1
    found = battle(state, "0405", "AH1")
    assert will(state, found.defenders, found.target) == 1
    for austria, value in ((0, -1), (1, None), (2, 1)):
        state.will[CODES.index("AH")] = austria
        assert terms(state, found).get("morale") == value


def test_15d2_near_home_a_nation_is_firmer() -> None:
    state = duel(places=[("0408", "capital"), ("0401", "capital")])
    found = battle(state, "0405", "AH1")
    assert will(state, found.defenders, found.target) == 2
    assert will(state, found.attackers, found.target) == 0


def test_15e_15e1_who_cooperates() -> None:
    assert cooperate("BE", "FR")
    assert cooperate("AH", "GE")
    assert not cooperate("BR", "FR")
    assert not cooperate("IT", "FR")
    assert not cooperate("AH", "OT")


def test_15e3_1_15e3_2_who_does_not_cooperate_fights_worse() -> None:
    state = laid(
        [division("IT1"), division("FR1"), division("AH1")],
        {"IT1": "0405", "FR1": "0405", "AH1": "0404"},
    )
    assert terms(state, battle(state, "0405", "AH1"))["defenders do not cooperate"] == 1
    assert terms(state, battle(state, "0404", "IT1", "FR1"))["attackers do not cooperate"] == -1
    state.flags |= {"unified command"}
    assert not terms(state, battle(state, "0405", "AH1"))


def test_14m2_supply_from_a_disrupted_headquarters() -> None:
    state = laid(
        [division("AH1"), division("IT1"), counter("AH9", "0-0-4", "army hq", "army")],
        {**FRONT, "AH9": "0403"},
    )
    found = replace(battle(state, "0405", "AH1"), fed=((unit(state, "AH1"), GRID.hex("0403")),))
    assert not terms(state, found)
    state.disrupt(unit(state, "AH9"))
    assert list(terms(state, found).values()) == [-1]


def test_6b4_1_6b4_2_the_most_tired_unit_or_staff_shifts_the_odds() -> None:
    state = laid(
        [division("AH1"), division("IT1"), counter("AH9", "0-0-4", "army hq", "army")],
        {**FRONT, "AH9": "0403"},
    )
    found = replace(battle(state, "0405", "AH1"), fed=((unit(state, "AH1"), GRID.hex("0403")),))
    state.fatigue = {unit(state, "AH1"): 1, unit(state, "IT1"): 3}
    assert sum(term.value for term in shift_terms(state, found)) == 1
    state.fatigue[unit(state, "AH9")] = 3
    assert sum(term.value for term in shift_terms(state, found)) == 0


def test_14p2_a_leader_needs_all_units_in_the_zone_of_his_headquarters() -> None:
    state = laid(
        [
            division("AH1"),
            division("AH2"),
            division("IT1"),
            counter("AH9", "0-0-4", "army hq", "army"),
        ],
        {**FRONT, "AH2": "0304", "AH9": "0403"},
    )
    state.leaders = {0: unit(state, "AH9")}
    found = battle(state, "0405", "AH1")
    assert eligible_leaders(state, found, True) == [0]
    assert eligible_leaders(state, found, False) == []
    state.move(1 << unit(state, "AH9"), GRID.hex("0602"))
    assert eligible_leaders(state, found, True) == []
    state.move(1 << unit(state, "AH9"), GRID.hex("0403"))
    state.inactive |= 1 << unit(state, "AH9")
    assert eligible_leaders(state, found, True) == []
