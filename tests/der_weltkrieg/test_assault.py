"""Section 33: assault units."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.der_weltkrieg.battles import COMBAT, bleed, declared, join
from tests.der_weltkrieg.table import Sketch, counter
from trenchline.games.der_weltkrieg.assault import assault_points, meet, storm_points
from trenchline.games.der_weltkrieg.losses import ORDER, may_lose, reverse_value
from trenchline.games.der_weltkrieg.retreat import must_retreat, share_to_hold, storms_strong_ground

LATE = COMBAT.replace("1914 Aug 5", "1918 Mar 3")
JAGER = replace(counter("DEJgr1", (6, 4), 5, "assault", full=6), traits=frozenset({"pure_assault"}))
HUNTERS = Sketch(counters=(JAGER,))


def test_33_4_assault_points_are_lost_first() -> None:
    """A 12-5 loses four before anybody else does; then it is an 8-5 like the others."""
    t = Sketch().table(LATE + "DE X1@0506 I1@0506 I2=6@0506 C1@0506\nFR F1@0606 F2@0606", 1, 1)
    join(t, "0606", "DEX1", "DEI1", "DEI2", "DEC1")
    # Ten in all: four of the assault unit, two of the cavalry [13-23], four to reverses [13-24].
    assert t.state.battle.attack_loss == 4
    assert (t.strength("DEX1"), t.where("DEC1")) == (8, "eliminated")
    assert t.choices("lose") == {"DEX1", "DEI1"}
    assert t.refused("lose DEI2") == "13-24"


def test_33_4_of_eight_points_four_are_the_assault_units() -> None:
    t = Sketch().table(LATE + "DE X1@0506 I1@0506 I2@0506\nFR F1@0606", 1, 1)
    t.choose("attack 0606", *(f"with DE{key}" for key in ("X1", "I1", "I2")), "join")
    fresh = t.state.battle
    t.state.battle = replace(fresh, attack_loss=8)
    t = t.copy()
    for key, points in (("DEX1", 12), ("DEI1", 8)):
        t.state.gain(t.unit(key), points - t.strength(key))
    t = t.copy()
    assert t.strength("DEX1") == 8
    assert t.state.battle.attack_loss == 4
    assert t.choices("lose") == {"DEX1", "DEI1", "DEI2"}


def test_33_4_13_24_r157_a_reverted_unit_goes_down_to_the_back_of_a_regular_one_bug() -> None:
    """Its own back, eight points, held it where it was until all others were at theirs."""
    t = Sketch().table(LATE + "DE X1=8@0506 I1@0506 I2=6@0506 X2=9@0506\nFR I1@0606")
    unit = t.state.theatre.unit
    assert reverse_value(t.state, unit["DEX1"]) == 6
    assert reverse_value(t.state, unit["DEX2"]) == 8
    units = sum(1 << unit[f"DE{key}"] for key in ("X1", "I1", "I2"))
    ready = may_lose(t.state, units, ORDER[True])
    assert ready == 1 << unit["DEX1"] | 1 << unit["DEI1"]
    hunter = HUNTERS.table(LATE + "DE Jgr1@0506\nFR I1@0606")
    assert reverse_value(hunter.state, hunter.unit("DEJgr1")) == 4


def test_r157_r55_without_a_regular_counter_the_front_counts() -> None:
    marines = Sketch(counters=(counter("DEX9", (9, 7), 5, "assault", full=7),))
    t = marines.table(LATE + "DE X9=7@0506\nFR I1@0606")
    assert reverse_value(t.state, t.unit("DEX9")) == 7


def test_33_5_jager_never_revert() -> None:
    t = HUNTERS.table(LATE + "DE Jgr1=4@0506 X1=7@0506\nFR I1@0606")
    unit = t.state.theatre.unit
    assert storm_points(t.state, unit["DEJgr1"]) == 4
    assert storm_points(t.state, unit["DEX1"]) == 0


def test_33_9_only_what_exceeds_a_regular_division_is_assault_strength() -> None:
    t = HUNTERS.table(LATE + "DE X1@0506 Jgr1@0506 I1@0506\nFR I1@0606")
    assert assault_points(t.state, declared(t, "0606", "DEX1")) == 4
    battle = declared(t, "0606", "DEX1", "DEJgr1", "DEI1")
    assert assault_points(t.state, battle) == 4 + 6
    assert storms_strong_ground(t.state, battle)
    assert not storms_strong_ground(t.state, declared(t, "0606", "DEX1"))


def test_33_3_the_first_turn_of_assault_units_drives_out_even_of_cities() -> None:
    city = Sketch(places={"0606": "city"})
    text = LATE + "DE X1@0506 X2@0506 I1@0507 I2@0507 I3@0507\nFR I1@0606 I2@0607 HQ1@0906"
    t = city.table(text, 6, 1)
    bleed(join(t, "0606", "DEX1", "DEX2"))
    assert t.asked == "RetreatUnit"
    assert t.state.battle.retreat == "forced"
    assert set(t.state.assault_met) == {"FR"}
    met = city.table(text + "\nassault_met FR-1", 6, 1)
    assert join(met, "0606", "DEX1", "DEX2").may("stand")
    t = city.table(text.replace("X1@", "X1=11@").replace("X2@", "X2=11@"), 6, 1)
    assert join(t, "0606", "DEX1", "DEX2").may("stand")


def test_33_8_a_fort_does_not_hold_against_full_assault_units() -> None:
    text = LATE + "DE X1@0506 I1@0506\nFR I1@0606 F1=1@0606\nassault_met FR-1"
    t = Sketch().table(text)
    battle = replace(declared(t, "0606", "DEX1"), defence_loss=4)
    assert share_to_hold(t.state, battle) == 1 / 2
    assert must_retreat(t.state, battle)
    assert share_to_hold(t.state, declared(t, "0606", "DEI1")) is None


def test_33_7_assault_units_enter_an_empty_hex_as_if_they_attacked() -> None:
    t = Sketch().table(LATE + "DE X1@0506 I1@0506\nFR I1@0909")
    assert "0606" in t.choices("attack")
    t.choose("attack 0606")
    assert t.choices("with") == {"DEX1"}
    t.choose("with DEX1", "join", "advance DEX1")
    assert t.where("DEX1") == "0606"
    assert t.phase != "Central combat"
    plain = Sketch().table(LATE + "DE X1=8@0506\nFR I1@0507")
    assert plain.choices("attack") == {"0507"}


def test_33_1_33_2_assault_units_leave_a_zone_for_nothing_until_they_revert() -> None:
    move = LATE.replace("combat", "movement")
    t = Sketch().table(move + "DE X1@0506 I1@0506\nFR I1@0606")
    assert (t.cost("DEX1", "0505"), t.cost("DEI1", "0505")) == (1, 2)
    t = Sketch().table(move + "DE X1=8@0506 I1@0506\nFR I1@0606")
    assert t.cost("DEX1", "0505") == t.cost("DEI1", "0505")


def test_33_6_pure_assault_units_are_not_rebuilt() -> None:
    text = "turn 1918 Mar 3 phase Central recombination\n"
    t = HUNTERS.table(text + "DE Jgr1=4@0303 I1=5@0303 X1=7@0303 HQ1@0303\nFR I1@0909")
    t.choose("give DEI1", "amount 3")
    assert t.choices("raise") == {"DEX1"}


def test_33_1_a_strong_guard_division_is_no_assault_unit() -> None:
    guards = Sketch(counters=(counter("DE1G", (9, 7), 5, full=8),))
    t = guards.table(LATE + "DE 1G@0506\nFR I1@0606")
    assert assault_points(t.state, declared(t, "0606", "DE1G")) == 0


def test_33_9_as_many_assault_points_as_defenders_are_not_enough() -> None:
    for defenders, storms in ((4, False), (3, True)):
        t = Sketch().table(LATE + f"DE X1@0506\nFR I1={defenders}@0606")
        assert storms_strong_ground(t.state, declared(t, "0606", "DEX1")) is storms


def test_33_3_a_mixed_stack_is_appalled_if_most_of_it_never_saw_assault_units() -> None:
    british = Sketch(
        places={"0606": "city"},
        counters=(counter("GBI1", (6, 4), 5, full=6), counter("BEI1", (6, 4), 4, full=6)),
    )
    text = LATE + "DE X1@0506 X2@0506\nFR I1=4@0606\nGB I1=3@0606{}\nassault_met GB-1 BE-1"
    for belgians, appalled in (("\nBE I1=1@0606", False), ("", True)):
        t = british.table(text.format(belgians))
        battle = declared(t, "0606", "DEX1", "DEX2")
        meet(t.state, battle)
        assert (share_to_hold(t.state, battle) == 1 / 2) is appalled


def test_33_8_r30_the_city_of_a_fort_is_not_left() -> None:
    text = LATE + "DE X1@0506\nFR I1@0606 F1=1@0606\nassault_met FR-1"
    t = Sketch(places={"0606": "city"}).table(text)
    assert share_to_hold(t.state, declared(t, "0606", "DEX1")) is None
    first = Sketch(places={"0606": "city"}).table(text.replace("\nassault_met FR-1", ""))
    battle = declared(first, "0606", "DEX1")
    meet(first.state, battle)
    assert share_to_hold(first.state, battle) == 1 / 2


def test_33_8_r132_the_loss_is_compared_with_the_units_beside_the_fort() -> None:
    text = LATE + "DE X1@0506\nFR I1@0606 F1@0606\nassault_met FR-1"
    t = Sketch().table(text)
    battle = declared(t, "0606", "DEX1")
    assert must_retreat(t.state, replace(battle, defence_loss=4))
    assert not must_retreat(t.state, replace(battle, defence_loss=3))


@pytest.mark.parametrize(
    ("year", "works", "terrain", "driven"),
    [
        (1918, "\ntrenches 0606", "clear", False),
        (1918, "", "woods", False),
        (1918, "", "broken", True),
    ],
)
def test_33_8_not_where_a_trench_or_strong_ground_helps(
    year: int, works: str, terrain: str, driven: bool
) -> None:
    text = LATE + "DE X1@0506\nFR I1@0606 F1=1@0606\nassault_met FR-1" + works
    t = Sketch({"0506/0606": terrain} if terrain != "clear" else {}).table(text)
    battle = replace(declared(t, "0606", "DEX1"), terrain=terrain, defence_loss=4)
    assert must_retreat(t.state, battle) is driven


def test_33_1_33_2_33_6_mountain_assault_units_are_mountain_units() -> None:
    alpine = replace(counter("DEAK1", (9, 6), 5, "assault", full=6), traits=frozenset({"mountain"}))
    sketch = Sketch({"0506/0606": "wooded_rough"}, "0506 0606 0909", counters=(alpine,))
    t = sketch.table(LATE.replace("combat", "movement") + "DE AK1@0506\nFR I1@0909")
    assert t.cost("DEAK1", "0606") == 3
    text = "turn 1918 Mar 3 phase Central recombination\nDE AK1=5@0303 M1=3@0303 I1=3@0303 "
    t = Sketch(counters=(alpine,)).table(text + "HQ1@0303\nFR I1@0909")
    assert t.choose("give DEM1", "amount 1").choices("raise") == {"DEAK1"}


def test_33_3_nobody_is_steadied_by_terror_bug() -> None:
    """The half of 33-3 took the place of the third and the quarter at which some must go anyway."""
    russians = LATE.replace("1918", "1915") + "DE X1@0506\nRU I1@0606"
    t = Sketch().table(russians)
    battle = declared(t, "0606", "DEX1")
    meet(t.state, battle)
    assert share_to_hold(t.state, battle) == Fraction(1, 3)
    assert share_to_hold(t.state, replace(battle, surrounded=(t.unit("RUI1"),))) == Fraction(1, 4)


def test_33_7_who_is_no_assault_unit_attacks_no_empty_hex() -> None:
    t = Sketch().table(LATE + "DE X1@0506 I1@0506\nFR I1@0909").choose("attack 0606")
    assert t.refused("with DEI1") == "33-7"
