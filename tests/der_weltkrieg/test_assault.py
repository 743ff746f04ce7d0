"""Section 33: assault units."""

from __future__ import annotations

from dataclasses import replace

from tests.der_weltkrieg.battles import COMBAT, bleed, declared, join
from tests.der_weltkrieg.table import Sketch, counter
from trenchline.games.der_weltkrieg.assault import assault_points, storm_points
from trenchline.games.der_weltkrieg.retreat import must_retreat, share_to_hold, storms_strong_ground

LATE = COMBAT.replace("1914 Aug 5", "1918 Mar 3")
JAGER = replace(counter("DEJgr1", (6, 4), 5, "assault", full=6), traits=frozenset({"pure_assault"}))
HUNTERS = Sketch(counters=(JAGER,))


def test_33_4_assault_points_are_lost_first() -> None:
    """A 12-5 loses four before anybody else does; then it is an 8-5 like the others."""
    t = Sketch().table(LATE + "DE X1@0506 I1@0506 I2=6@0506 C1@0506\nFR F1@0606 F2@0606", 1, 1)
    join(t, "0606", "DEX1", "DEI1", "DEI2", "DEC1")
    # Ten in all: four of the assault unit, two of the cavalry [13-23], two to a reverse [13-24].
    assert t.state.battle.attack_loss == 2
    assert (t.strength("DEX1"), t.where("DEC1"), t.strength("DEI1")) == (8, "eliminated", 6)
    assert t.choices("lose") == {"DEX1", "DEI1", "DEI2"}


def test_33_4_of_eight_points_four_are_the_assault_units() -> None:
    t = Sketch().table(LATE + "DE X1@0506 I1@0506 I2@0506\nFR F1@0606", 1, 1)
    t.choose("attack 0606", *(f"with DE{key}" for key in ("X1", "I1", "I2")), "join")
    fresh = t.state.battle
    t.state.battle = replace(fresh, attack_loss=8)
    t = t.copy()
    for unit in ("DEX1", "DEI1"):
        t.state.set_strength(t.state.theatre.unit[unit], 12 if unit == "DEX1" else 8)
    t = t.copy()
    assert t.choices("lose") == {"DEI1", "DEI2"}
    assert t.strength("DEX1") == 8
    assert t.state.battle.attack_loss == 4


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
