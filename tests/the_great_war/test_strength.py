"""Modified strengths: disruption [3A5], supply [11F], support [12A], guns [12B], ground and works
[9H], engineers [13] and special units [14]."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.the_great_war.battles import battle, division, laid, unit
from tests.the_great_war.fields import units
from tests.the_great_war.sketch import GRID, counter
from trenchline.games.the_great_war.components import Counter
from trenchline.games.the_great_war.ground import Ground
from trenchline.games.the_great_war.ground import ground as at
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.strength import (
    Force,
    attack,
    defence,
    overrun_attack,
    overrun_defence,
    unsupported,
)

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
FEB_16: dict[str, Any] = {"turns": ["Feb I 16"], "weather": {"Feb I 16": "clear"}}
FEB_18: dict[str, Any] = {"turns": ["Feb I 18"], "weather": {"Feb I 18": "clear"}}


def lone(mine: Counter, his: Counter | None = None, **sketched: Any) -> State:
    """A unit in 0404 beside another in 0405."""
    other = his or division("IT1")
    return laid([mine, other], {mine.key: "0404", other.key: "0405"}, **sketched)


def cases(force: Force, number: int = 0) -> dict[str, Fraction]:
    """The factors of one unit by their cases."""
    return {factor.case: factor.value for factor in force.shares[number].factors}


def test_3a5_1_3a5_2_disruption_halves_and_bad_disruption_does_worse() -> None:
    state = lone(division("AH1", "8-11-5"))
    assert attack(state, battle(state, "0405", "AH1")).total == 8
    assert defence(state, battle(state, "0405", "AH1")).total == 9
    state.disrupt(unit(state, "AH1"))
    state.disrupt(unit(state, "IT1"))
    assert attack(state, battle(state, "0405", "AH1")).total == 4
    assert defence(state, battle(state, "0405", "AH1")).total == Fraction(9, 2)
    state.disrupt(unit(state, "AH1"), badly=True)
    state.disrupt(unit(state, "IT1"), badly=True)
    assert attack(state, battle(state, "0405", "AH1")).total == 0
    assert defence(state, battle(state, "0405", "AH1")).total == Fraction(9, 4)


def test_3c1_3c2_half_of_seven_is_kept_and_halves_multiply() -> None:
    state = lone(division("AH1", "7-9-5"))
    assert attack(state, battle(state, "0405", "AH1", fed=False)).total == Fraction(7, 2)
    state.disrupt(unit(state, "AH1"))
    assert attack(state, battle(state, "0405", "AH1", fed=False)).total == Fraction(7, 4)


def test_11f_11f1_11f2_without_combat_supply_strength_is_halved_and_with_it_always_whole() -> None:
    state = lone(division("AH1", "8-11-5"))
    number = unit(state, "AH1")
    assert cases(attack(state, battle(state, "0405", "AH1", fed=False))) == {"11F": HALF}
    state.unsupplied[number] = 1
    assert cases(attack(state, battle(state, "0405", "AH1", fed=False))) == {"11F": HALF}
    state.isolated |= 1 << number
    assert cases(attack(state, battle(state, "0405", "AH1", fed=False))) == {"11F1": QUARTER}
    state.unsupplied[number], state.isolated = 2, 0
    assert cases(attack(state, battle(state, "0405", "AH1", fed=False))) == {"11F2": QUARTER}
    assert attack(state, battle(state, "0405", "AH1")).total == 8


def test_12a_12a_1_a_brigade_needs_support_from_its_own_hex_and_attack() -> None:
    state = laid(
        [
            counter("AH1", "3-4-5", size="brigade"),
            division("AH2"),
            division("AH3"),
            counter("AH4", "3-4-5", size="brigade", support="self"),
            division("IT1"),
        ],
        {"AH1": "0404", "AH2": "0404", "AH3": "0304", "AH4": "0404", "IT1": "0405"},
    )
    alone = battle(state, "0405", "AH1")
    assert cases(attack(state, alone)) == {"12A": HALF}
    assert cases(attack(state, battle(state, "0405", "AH1", "AH3"))) == {"12A": HALF}
    assert cases(attack(state, battle(state, "0405", "AH1", "AH4"))) == {"12A": HALF}
    assert cases(attack(state, battle(state, "0405", "AH4"))) == {}
    assert cases(attack(state, battle(state, "0405", "AH1", "AH2"))) == {}
    state.disrupt(unit(state, "AH2"))
    assert cases(attack(state, battle(state, "0405", "AH1", "AH2"))) == {"12A": HALF}


def test_12a_divisions_with_the_hollow_circle_are_unsupported() -> None:
    state = lone(counter("AH1", "4-7-5", support="none"))
    assert cases(attack(state, battle(state, "0405", "AH1"))) == {"12A": HALF}


def test_15e3_units_that_do_not_cooperate_support_nobody() -> None:
    state = laid(
        [counter("FR1", "3-4-5", size="brigade"), division("IT2"), division("AH1")],
        {"FR1": "0405", "IT2": "0405", "AH1": "0404"},
    )
    found = battle(state, "0405", "AH1")
    lonely = unsupported(state, found.defenders, ground(state), "mobile")
    assert lonely == units(state, "FR1")
    state.flags |= {"unified command"}
    assert not unsupported(state, found.defenders, ground(state), "mobile")


def ground(state: State) -> Ground:
    """The ground of 0405."""
    return at(state, GRID.hex("0405"))


def test_13d_combat_engineers_support_themselves_among_works() -> None:
    state = lone(counter("AH1", "1-2-5", "combat engineer", "regiment"))
    assert cases(attack(state, battle(state, "0405", "AH1"))) == {"12A": HALF}
    state.works[GRID.hex("0405")] = "entrenchment"
    assert cases(attack(state, battle(state, "0405", "AH1"))) == {}
    state.works[GRID.hex("0405")] = "fieldworks"
    assert cases(attack(state, battle(state, "0405", "AH1"))) == {"12A": HALF}


def test_14c4_fast_motors_need_no_support_in_the_open() -> None:
    car = counter("AH1", "1-2-7", "armored car", "regiment")
    assert cases(attack(lone(car), battle(lone(car), "0405", "AH1"))) == {}
    woods = lone(car, terrain={"0405": "woods"})
    assert cases(attack(woods, battle(woods, "0405", "AH1"))) == {"12A": HALF}


# Guns.


def test_12b_12b_3_three_regiments_and_a_brigade_defend_with_13_in_february_1916() -> None:
    guns = [counter(f"IT{n}", "7-8-5", "heavy artillery", "regiment") for n in (1, 2, 3)]
    rifles = counter("IT4", "3-4-5", size="brigade")
    where = dict.fromkeys(("IT1", "IT2", "IT3", "IT4"), "0405")
    state = laid([*guns, rifles, division("AH1")], {**where, "AH1": "0404"}, **FEB_16)
    assert defence(state, battle(state, "0405", "AH1")).total == 13


def test_12b_3_12b_1_a_german_regiment_defends_with_nine_and_a_half_in_february_1918() -> None:
    state = laid(
        [
            counter("GE1", "1-2-5", size="regiment"),
            counter("GE2", "5-7-5", "heavy artillery", "regiment"),
            counter("GE3", "2-2-6", "field artillery", "regiment"),
            division("IT1"),
        ],
        {"GE1": "0404", "GE2": "0404", "GE3": "0404", "IT1": "0405"},
        side=0,
        **FEB_18,
    )
    found = battle(state, "0404", "IT1")
    starving = unit(state, "GE3")
    state.unsupplied[starving] = 2
    fed = tuple((n, at) for n, at in found.fed if n != starving)
    assert defence(state, replace(found, fed=fed)).total == Fraction(19, 2)


def test_12b_1_12b_2_artillery_of_old_tactics_attacks_with_half() -> None:
    guns = counter("IT2", "5-7-5", "heavy artillery", "regiment")
    state = laid(
        [guns, division("IT1"), division("AH1")],
        {"IT2": "0405", "IT1": "0405", "AH1": "0404"},
        side=0,
    )
    force = attack(state, battle(state, "0404", "IT1", "IT2"))
    assert cases(force, 1) == {"12B": HALF}
    german = laid(
        [counter("GE2", "5-7-5", "heavy artillery", "regiment"), division("GE1"), division("IT1")],
        {"GE2": "0404", "GE1": "0404", "IT1": "0405"},
    )
    assert cases(attack(german, battle(german, "0405", "GE1", "GE2")), 1) == {}


@pytest.mark.parametrize(
    ("place", "kind", "share"),
    [
        ("old_fortress", "heavy artillery", Fraction(2)),
        ("old_fortress", "siege artillery", Fraction(3)),
        ("old_fortress", "heavy siege artillery", Fraction(4)),
        ("new_fortress", "siege artillery", Fraction(2)),
        ("new_fortress", "heavy siege artillery", Fraction(3)),
        ("new_fortress", "field artillery", HALF),
        ("great_fortress", "heavy artillery", HALF),
        ("great_fortress", "heavy siege artillery", Fraction(2)),
        ("partial_city", "siege artillery", Fraction(2)),
        ("old_fortress", "coast artillery", Fraction(2)),
    ],
)
def test_12b1_12b2_12b3_12b4_12b5_guns_against_fortresses(
    place: str, kind: str, share: Fraction
) -> None:
    state = laid(
        [division("GE1"), counter("GE2", "5-7-5", kind, "regiment"), division("IT1")],
        {"GE1": "0404", "GE2": "0404", "IT1": "0405"},
        places=[("0405", place)],
    )
    found = [v for k, v in cases(attack(state, battle(state, "0405", "GE1", "GE2")), 1).items()]
    assert found == [share]


def test_12b4_an_unimproved_fortress_is_nothing_special_to_guns() -> None:
    state = laid(
        [division("GE1"), counter("GE2", "5-7-5", "siege artillery", "regiment"), division("IT1")],
        {"GE1": "0404", "GE2": "0404", "IT1": "0405"},
        places=[("0405", "old_fortress")],
    )
    state.unimproved |= 1 << GRID.hex("0405")
    assert cases(attack(state, battle(state, "0405", "GE1", "GE2")), 1) == {}


def test_12b9_an_artillery_division_is_the_sum_of_its_parts_and_its_staff() -> None:
    state = laid(
        [
            counter("GE1", "6-6-3", "art xx hq", "artillery_hq"),
            counter("GE2", "7-8-5", "heavy artillery", "regiment"),
            counter("GE3", "5-2-4", "siege artillery", "regiment"),
            division("GE4"),
            division("IT1"),
        ],
        dict.fromkeys(("GE1", "GE2", "GE3", "GE4"), "0404") | {"IT1": "0405"},
        places=[("0405", "old_fortress")],
    )
    keys = ("GE1", "GE2", "GE3")
    force = attack(state, battle(state, "0405", *keys, "GE4"))
    assert sum(share.printed for share in force.shares[:3]) == 12
    state.attached = {
        unit(state, "GE2"): unit(state, "GE1"),
        unit(state, "GE3"): unit(state, "GE1"),
    }
    force = attack(state, battle(state, "0405", *keys, "GE4"))
    assert sum(share.printed for share in force.shares[:3]) == 18
    assert sum(share.strength for share in force.shares[:3]) == 41
    assert sum(state.re(unit(state, key)) for key in keys) == 12


def test_12b6_14f2_mountains_halve_guns_but_mortars_and_mountain_guns() -> None:
    for kind, expected in (
        ("heavy artillery", {"9H": HALF}),
        ("heavy mortar", {}),
        ("mountain field artillery", {}),
    ):
        state = laid(
            [division("GE1"), counter("GE2", "5-7-5", kind, "regiment"), division("IT1")],
            {"GE1": "0404", "GE2": "0404", "IT1": "0405"},
            terrain={"0405": "mountain"},
        )
        assert cases(attack(state, battle(state, "0405", "GE1", "GE2")), 1) == expected, kind


def test_12b7_guns_at_long_range_attack_with_half() -> None:
    state = laid(
        [
            division("GE1"),
            counter("GE2", "5-7-5", "heavy artillery", "regiment", range=2),
            division("IT1"),
        ],
        {"GE1": "0404", "GE2": "0403", "IT1": "0405"},
    )
    assert cases(attack(state, battle(state, "0405", "GE1", "GE2")), 1) == {"12B7": HALF}


def test_12c_2_guns_that_have_bombarded_fight_with_half() -> None:
    state = laid(
        [division("GE1"), counter("GE2", "5-7-5", "heavy artillery", "regiment"), division("IT1")],
        {"GE1": "0404", "GE2": "0404", "IT1": "0405"},
    )
    state.bombarded |= units(state, "GE2")
    assert cases(attack(state, battle(state, "0405", "GE1", "GE2")), 1) == {"12C": HALF}


# Ground, works and special units.


def test_9h_rivers_halve_and_major_rivers_quarter_all_but_artillery() -> None:
    for side, share in (("river", HALF), ("major_river", QUARTER)):
        state = laid(
            [
                division("GE1"),
                counter("GE2", "5-7-5", "heavy artillery", "regiment"),
                division("IT1"),
            ],
            {"GE1": "0404", "GE2": "0404", "IT1": "0405"},
            sides={"0404/0405": side},
        )
        force = attack(state, battle(state, "0405", "GE1", "GE2"))
        assert cases(force) == {"9H": share}
        assert cases(force, 1) == {}


def test_9h_improved_fortresses_halve_who_is_neither_gun_nor_engineer() -> None:
    state = lone(division("AH1"), places=[("0405", "new_fortress")])
    assert cases(attack(state, battle(state, "0405", "AH1"))) == {"9H": HALF}
    state.unimproved |= 1 << GRID.hex("0405")
    assert cases(attack(state, battle(state, "0405", "AH1"))) == {}


@pytest.mark.parametrize(
    ("place", "strength"), [("old_fortress", 3), ("new_fortress", 2), ("full_city", 2)]
)
def test_13e_assault_engineers_storm_fortresses_and_cities(place: str, strength: int) -> None:
    engineers = counter("AH1", "1-2-5", "assault engineer", "regiment")
    state = lone(engineers, places=[("0405", place)])
    assert attack(state, battle(state, "0405", "AH1")).total == strength


def test_13e_13f_13g_engineers_defend_strongholds_with_twice_their_strength() -> None:
    for kind, case in (
        ("assault engineer", "13E"),
        ("flamethrower", "13E"),
        ("siege engineer", "13G"),
    ):
        state = lone(division("AH1"), counter("IT1", "1-2-5", kind, "regiment"))
        state.works[GRID.hex("0405")] = "fort"
        assert case not in cases(defence(state, battle(state, "0405", "AH1")))
        state.works[GRID.hex("0405")] = "improved fort"
        assert cases(defence(state, battle(state, "0405", "AH1")))[case] == 2


def test_14d1_heavy_cavalry_attacks_works_with_half() -> None:
    state = lone(division("AH1", kind="heavy cavalry"))
    assert cases(attack(state, battle(state, "0405", "AH1"))) == {}
    state.works[GRID.hex("0405")] = "entrenchment"
    assert cases(attack(state, battle(state, "0405", "AH1"))) == {"14D1": HALF}


def test_14l_irregulars_fight_positional_combat_with_half() -> None:
    band = counter("AH1", "2-2-4", "irregular rifle", support="full")
    state = lone(band, terrain={"0405": "mountain"})
    assert cases(attack(state, battle(state, "0405", "AH1"))) == {"14L": HALF}
    assert cases(attack(state, battle(state, "0405", "AH1", table="mobile"))) == {}


def test_14q_elite_brigades_make_9_12_of_6_9() -> None:
    state = lone(division("AH1", "6-9-5"))
    state.elite[unit(state, "AH1")] = 3
    state.elite[unit(state, "IT1")] = 3
    assert attack(state, battle(state, "0405", "AH1")).total == 9
    assert defence(state, battle(state, "0405", "AH1")).total == 12


def test_8c2_4_8c2_7_overstacked_units_attack_with_little_and_do_not_defend() -> None:
    state = laid(
        [
            division("GE1", "8-11-5"),
            counter("GE2", "4-4-5", "heavy artillery", "regiment"),
            division("IT1"),
            division("IT2"),
        ],
        {"GE1": "0404", "GE2": "0404", "IT1": "0405", "IT2": "0405"},
    )
    state.overstacked |= units(state, "GE1", "GE2", "IT2")
    found = battle(state, "0405", "GE1", "GE2")
    force = attack(state, found)
    assert cases(force)["8C2"] == QUARTER
    assert cases(force, 1)["8C2"] == HALF
    assert found.defenders == (unit(state, "IT1"),)
    assert found.bystanders == (unit(state, "IT2"),)


def test_15b1_15b2_detached_works_give_way_to_a_concentric_attack() -> None:
    ring = GRID.labels(GRID.ring(GRID.hex("0405"), 1))
    keys = [f"AH{n}" for n in range(len(ring))]
    state = laid(
        [*(division(key) for key in keys), division("IT1")],
        {**dict(zip(keys, ring, strict=True)), "IT1": "0405"},
    )
    party = units(state, *keys)
    target = GRID.hex("0405")
    for works, left in (("fieldworks", "none"), ("entrenchment", "fieldworks"), ("fort", "fort")):
        state.works[target] = works
        assert at(state, target, party).works == left
        assert at(state, target, units(state, "AH0")).works == works
    state.works[target] = "fieldworks"
    beside = GRID.hex(ring[0])
    state.works[beside] = "fieldworks"
    state.owned[0] |= 1 << beside
    state.owned[1] &= ~(1 << beside)
    assert at(state, target, party).works == "fieldworks"


def test_15b1_hexes_held_without_a_zone_of_control_do_not_make_an_attack_concentric_bug() -> None:
    """Disrupted attackers, and those of a collapsed nation, covered the hex they stood in."""
    ring = GRID.labels(GRID.ring(GRID.hex("0405"), 1))
    keys = [f"AH{n}" for n in range(len(ring))]
    # Brigades have a zone in their own hex alone.
    forces = [counter(key, "2-3-5", size="brigade") for key in keys]
    state = laid([*forces, division("IT1")], {**dict(zip(keys, ring, strict=True)), "IT1": "0405"})
    target = GRID.hex("0405")
    state.works[target] = "fieldworks"
    party = units(state, *keys)
    assert at(state, target, party).works == "none"
    state.disrupt(unit(state, "AH0"))
    assert at(state, target, party).works == "fieldworks"
    state.recover(party)
    state.collapsed = frozenset({"AH"})
    assert at(state, target, party).works == "fieldworks"


def test_9j_4_works_in_a_contested_hex_do_not_count() -> None:
    state = lone(division("AH1"))
    state.works[GRID.hex("0405")] = "fort"
    state.contested[GRID.hex("0405")] = (0, 0)
    assert ground(state).works == "none"


def test_15a9_an_open_city_is_clear_ground() -> None:
    state = lone(division("AH1"), places=[("0405", "full_city")])
    assert ground(state).is_positional
    state.open_cities |= 1 << GRID.hex("0405")
    assert not ground(state).is_positional


def test_6f1_r82_overruns_know_no_combat_supply() -> None:
    state = lone(division("AH1", "8-11-5"))
    here, there = GRID.hex("0404"), GRID.hex("0405")
    assert overrun_attack(state, units(state, "AH1"), here, there) == 4
    assert overrun_defence(state, there, 0) == Fraction(9, 2)


def test_8c2_3_overstacked_units_bring_nothing_to_an_overrun() -> None:
    state = lone(division("AH1", "8-11-5"))
    state.overstacked |= units(state, "AH1")
    here, there = GRID.hex("0404"), GRID.hex("0405")
    assert overrun_attack(state, units(state, "AH1"), here, there) == 0
