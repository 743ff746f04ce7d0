"""Sections 6, 12, 19, 20 and 23: what a side is asked, and what it is asked again."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.battles import COMBAT, MOVEMENT, join
from tests.der_weltkrieg.table import Sketch, line_of
from tests.der_weltkrieg.test_supply import supply_sketch
from tests.der_weltkrieg.test_surrounded import ENTENTE, RING, SKETCH, WIDE, cut_off, hungry

FAR = "\nRU I1@1010"


def test_12_6_attackers_are_named_and_then_join_battle() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506 I2@0506\nFR I1@0606", 1, 1).choose("attack 0606")
    assert t.verbs == {"with", "stay"}
    t.choose("with DEI1")
    assert t.choices("with") == {"DEI2"}
    assert {"join", "stay"} < t.verbs
    assert t.choose("join").asked == "DecideRetreat"
    assert t.state.battle.attackers == (t.unit("DEI1"),)


def test_12_1_a_combat_is_attack_counterattack_and_their_results() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nFR I1@0606", 6, 6)
    join(t, "0606", "DEI1").choose("stand")
    assert t.said("Central Powers with 8 points")
    assert t.said("Entente with 21 points")
    assert t.strength("DEI1") < 8
    assert t.strength("FRI1") < 7


def test_23_2_who_has_fought_on_either_side_does_not_recombine() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506 I2@0506\nFR I1@0606 I2@0707", 1, 1)
    join(t, "0606", "DEI1").choose("stand")
    assert t.state.engaged == 1 << t.unit("DEI1") | 1 << t.unit("FRI1")


def test_7_11_who_stands_an_attack_on_a_train_has_left_it() -> None:
    line = line_of("double_track", "0606", "0607")
    t = Sketch(line).table(COMBAT + "DE I1@0506\nFR I1@0606\nentrained FRI1", 1, 1)
    join(t, "0606", "DEI1").choose("stand")
    assert (t.where("FRI1"), t.state.entrained) == ("0606", 0)


WEAK = "DE HQ1@0303 I1=4@0303 I2=4@0303 I3=4@0303 I4=4@0303"


def test_23_3_recombination_follows_combat_and_is_asked_until_done() -> None:
    t = Sketch().table(COMBAT + WEAK + " C1@0506\nRU I1@0606")
    t.state.regrouped = 1 << t.unit("DEI4")
    t.choose("done")
    assert (t.phase, t.asked) == ("Central recombination", "RecombinationPhase")
    assert t.choices("give") == {"DEI1", "DEI2", "DEI3", "DEI4"}
    t.choose("give DEI1", "amount 2", "raise DEI2", "amount 2", "done")
    assert t.asked == "RecombinationPhase"
    assert t.choose("done").phase != "Central recombination"


def test_23_4_a_unit_takes_part_in_one_recombination_of_a_phase() -> None:
    t = Sketch().table(MOVEMENT.replace("movement", "recombination") + WEAK + FAR)
    t.choose("give DEI1", "amount 2", "raise DEI2", "amount 2", "done")
    assert t.choices("give") == {"DEI3", "DEI4"}
    assert t.choose("give DEI3", "amount 1").choices("raise") == {"DEI4"}


def test_23_4_23_5_nobody_gets_more_than_was_given_nor_than_its_counter_shows() -> None:
    text = MOVEMENT.replace("movement", "recombination") + "DE HQ1@0303 R1@0303 R2@0303 "
    t = Sketch().table(text + "I1=0:eliminated R3=0:eliminated" + FAR)
    t.choose("give DER1", "amount 5")
    assert t.choices("return") == {"DEI1"}
    few = t.copy().choose("return DEI1")
    assert few.choices("amount") == {str(n) for n in range(1, 6)}
    t.choose("give DER2", "amount 5", "return DEI1")
    assert t.choices("amount") == {str(n) for n in range(1, 9)}


SUPPLY = "DE I1@0506 I2@0506 A1@0506 HQ1/9@0505 HQ2/9@0406\nFR I1@0606 I2@0606 HQ1/9@0706"


def test_19_6_19_12_each_side_says_whom_it_supplies_and_who_pays() -> None:
    t = supply_sketch().table(COMBAT + SUPPLY, 1, 1)
    join(t, "0606", "DEI1", "DEI2")
    assert (t.who, t.asked) == ("Central Powers", "Pay")
    assert t.choices("pay_all") == {"DEHQ1", "DEHQ2"}
    t.choose("supply DEI1")
    assert (t.asked, t.choices("pay")) == ("ChooseHeadquarters", {"DEHQ1", "DEHQ2"})
    t.choose("pay DEHQ2", "done")
    assert t.state.battle.paid == ((t.unit("DEI1"), t.unit("DEHQ2")),)
    assert (t.who, t.asked) == ("Entente", "Pay")
    assert t.choices("pay_all") == {"FRHQ1"}
    single = t.copy().choose("supply FRI2", "done")
    assert (t.unit("FRI2"), t.unit("FRHQ1")) in single.state.battle.paid
    t.choose("pay_all FRHQ1", "done")
    assert {unit for unit, hq in t.state.battle.paid if hq == t.unit("FRHQ1")} == {
        t.unit("FRI1"),
        t.unit("FRI2"),
    }


def test_29_4_artillery_by_itself_must_be_paid_for_and_others_need_not() -> None:
    t = supply_sketch().table(COMBAT + SUPPLY, 1, 1)
    guns = join(t.copy(), "0606", "DEA1")
    assert not guns.may("done")
    guns.choose("pay_all DEHQ1")
    assert guns.may("done")
    assert join(t.copy(), "0606", "DEI1").may("done")
    assert join(t.copy(), "0606", "DEI1", "DEA1").may("done")


def test_29_4_r96_artillery_that_is_not_paid_for_stays_out() -> None:
    t = supply_sketch().table(COMBAT + SUPPLY + " A1@0606", 1, 1)
    join(t, "0606", "DEI1", "DEA1").choose("done")
    assert t.state.battle.attackers == (t.unit("DEI1"),)
    t.choose("done")
    assert t.state.battle.abstaining == (t.unit("FRA1"),)


def test_20_3_four_brigades_pay_two_points_and_a_division_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hungry(monkeypatch)
    four = " ".join(f"B{n}@0606" for n in range(1, 5))
    t = SKETCH.table(ENTENTE + RING + f"RU I1@0606 {four}", 1, 1)
    join(t, "0506", "RUI1", "RUB1", "RUB2", "RUB3", "RUB4")
    t.choose("lose RUB1")
    assert t.asked == "BreakOut"
    t.choose("lose RUB2")
    assert t.asked != "BreakOut"
    assert [t.strength(f"RU{key}") for key in ("I1", "B1", "B2", "B3", "B4")] == [4, 1, 1, 2, 2]
    assert t.state.battle.paid_to_break_out


def test_20_3_a_single_brigade_pays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    hungry(monkeypatch)
    t = SKETCH.table(ENTENTE + RING + "RU B1@0606", 1, 1)
    join(t, "0506", "RUB1")
    assert t.asked != "BreakOut"
    assert not t.said("RUB1 loses")


def test_20_1_engineers_alone_under_enemy_eyes_are_cut_off_only_inside_a_ring() -> None:
    t = SKETCH.table(COMBAT + "DE I1@0506\nRU E1@0606 I1@0909")
    assert not cut_off(t, "0606")
    assert cut_off(SKETCH.table(COMBAT + RING + "RU E1@0606"), "0606")
    assert cut_off(SKETCH.table(COMBAT + WIDE + "RU E1@0605"), "0605")


def test_20_1_20_4_both_sides_may_be_surrounded_in_a_combat() -> None:
    t = SKETCH.table(COMBAT + RING + "RU I1@0606 F1@0808", 1, 1)
    join(t, "0606", "DEI1")
    assert t.state.battle.surrounded == (t.unit("RUI1"),)
    t = SKETCH.table(COMBAT + "DE I1@0506\nRU I1@0606", 1, 1)
    join(t, "0606", "DEI1")
    assert t.state.battle.surrounded == ()


def test_6_3_who_has_moved_moves_again_in_the_next_turn() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303 F1@0303 F2@0304" + FAR).march("DEI1", "0304")
    t.choose("abandon DEF1")
    assert (t.asked, t.phase) == ("MovementPhase", "Central movement")
    assert t.choices("abandon") == {"DEF2"}
    t.choose("done")
    while t.phase != "Central movement":
        assert "unit" not in t.verbs or t.who == "Entente"
        t.choose("done")
    assert t.choices("unit") == {"DEI1"}
