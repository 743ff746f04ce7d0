"""Section 30: cavalry."""

from __future__ import annotations

from dataclasses import replace

from tests.der_weltkrieg.battles import COMBAT, ENTENTE, MOVEMENT, declared, join, morale
from tests.der_weltkrieg.table import Sketch, counter
from trenchline.games.der_weltkrieg.cavalry import horses_die
from trenchline.games.der_weltkrieg.horses import hungry_points
from trenchline.games.der_weltkrieg.losses import loss_class
from trenchline.games.der_weltkrieg.march import allowance
from trenchline.games.der_weltkrieg.rail import hexsides_a_point
from trenchline.games.der_weltkrieg.results import attack
from trenchline.games.der_weltkrieg.trenches import builders_in

POLES = replace(counter("AHC9", (1, 1), 6, "cavalry", full=1), traits=frozenset({"yellow"}))
COSSACKS = replace(counter("RUC9", (2, 2), 6, "cavalry", full=1), traits=frozenset({"cossack"}))
SKETCH = Sketch(counters=(POLES, COSSACKS))


def test_30_2_cavalry_may_leave_before_the_combat() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nRU C1@0606 I1@0606 HQ1@0906", 1, 1)
    join(t, "0606", "DEI1")
    assert t.asked == "CavalryLeaves"
    assert t.choices("withdraw") == {"RUC1"}
    assert t.refused("withdraw RUI1") == "30-2"
    t.choose("withdraw RUC1", "retreat_to 0706")
    assert t.at("0606") == {"RUI1"}
    assert t.asked == "DecideRetreat"


def test_30_2_not_if_cavalry_attacks() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506 C1@0506\nRU C1@0606 HQ1@0906", 1, 1)
    join(t, "0606", "DEI1", "DEC1")
    assert t.asked != "CavalryLeaves"


def test_30_3_an_empty_hex_costs_nothing_and_only_who_advances_has_fought() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506 I2@0506\nRU C1@0606 I1@0507 HQ1@0906")
    join(t, "0606", "DEI1", "DEI2")
    t.choose("withdraw RUC1", "retreat_to 0706")
    assert t.asked == "Advance"
    t.choose("advance DEI1", "done")
    assert t.where("DEI1") == "0606"
    unit = t.state.theatre.unit
    assert t.state.fought == 1 << unit["DEI1"]
    assert t.state.engaged & t.state.theatre.of_side[0] == 1 << unit["DEI1"]
    assert t.choose("attack 0507").choices("with") == {"DEI2"}


def test_30_1_31_4_strong_cavalry_is_infantry_for_losses() -> None:
    strong = counter("RUC8", (3, 2), 6, "cavalry", full=3)
    t = Sketch(counters=(strong,)).table(COMBAT + "DE C1@0506\nRU C8@0606 C1@0606")
    unit = t.state.theatre.unit
    assert loss_class(t.state, unit["RUC8"]) == "infantry"
    assert loss_class(t.state, unit["RUC1"]) == "cavalry"
    assert loss_class(t.state, unit["DEC1"]) == "cavalry"


def test_30_4_far_from_fodder_cavalry_weakens_from_november_to_june() -> None:
    text = "turn 1914 Nov 1 phase Central combat\nDE C1@0101 HQ1@1001\nRU C1@0106 HQ1@0109"
    t = Sketch().table(text)
    unit = t.state.theatre.unit
    assert hungry_points(t.state, unit["DEC1"]) == 1
    assert allowance(t.state, unit["DEC1"]) == 5
    assert hungry_points(t.state, unit["RUC1"]) == 0
    assert allowance(t.state, unit["RUC1"]) == 7
    assert attack(t.state, declared(t, "0102", "DEC1")).points == 1
    summer = Sketch().table(text.replace("Nov", "Oct"))
    assert hungry_points(summer.state, unit["DEC1"]) == 0
    assert hungry_points(Sketch().table(text.replace("Nov", "Jun")).state, unit["DEC1"]) == 1


def test_30_4_horses_die_off_in_the_special_turn() -> None:
    text = "turn 1914 Dec 1 phase Central combat\nDE C1=1@0101 C2@0102 HQ1@1001\nRU I1@0909"
    t = Sketch().table(text)
    horses_die(t.state)
    assert t.where("DEC1") == "eliminated"
    assert t.where("DEC2") == "0102"
    # [26-3] They were not lost in combat.
    assert morale(t, "DE") == 0


def test_40_3_poles_and_czechs_flee_from_three_times_their_cavalry() -> None:
    t = SKETCH.table(ENTENTE + "RU C1@0606 C2=1@0606\nAH C9@0506 HQ1@0206")
    join(t, "0506", "RUC1", "RUC2")
    assert t.state.battle.leaving == (t.state.theatre.unit["AHC9"],)
    t = SKETCH.table(ENTENTE + "RU C1@0606\nAH C9@0506 HQ1@0206", 1, 1)
    assert join(t, "0506", "RUC1").may("stand")
    t = SKETCH.table(ENTENTE + "RU C1@0606 C2=1@0606\nAH C9@0506 I1@0506 HQ1@0206", 1, 1)
    assert join(t, "0506", "RUC1", "RUC2").may("stand")


def test_40_3_all_flee_from_cossacks() -> None:
    cavalry = "AH C1=1@0506 HQ1@0206"
    t = SKETCH.table(ENTENTE + f"RU C9@0606 C1=1@0606\n{cavalry}")
    join(t, "0506", "RUC9", "RUC1")
    assert t.state.battle.leaving == (t.state.theatre.unit["AHC1"],)
    t = SKETCH.table(ENTENTE + f"RU C1@0606 C2@0606\n{cavalry}", 1, 1)
    assert join(t, "0506", "RUC1", "RUC2").may("stand")


def test_40_3_six_times_in_a_column_attack() -> None:
    text = ENTENTE.replace("combat", "movement") + "RU C1@0606 C2=1@0606 C3=1@0606\n"
    t = SKETCH.table(text + "AH C9@0506 HQ1@0206", 1, 1)
    t.choose("unit RUC1", "with RUC2", "with RUC3", "attack 0506")
    assert t.may("stand")
    t = SKETCH.table(text.replace("C3=1@0606", "C3@0606 C4=1@0606") + "AH C9@0506 HQ1@0206")
    t.choose("unit RUC1", "with RUC2", "with RUC3", "with RUC4", "attack 0506")
    assert t.state.battle.leaving == (t.state.theatre.unit["AHC9"],)


STRONG = (
    replace(counter("RUC1+", (4, 3), 6, "cavalry", full=4), traits=frozenset({"strengthened"})),
    replace(counter("RUC2+", (4, 3), 6, "cavalry", full=4), traits=frozenset({"strengthened"})),
)
REST = "turn 1916 Jan 1 phase Entente recombination\n"
STABLE = Sketch(counters=STRONG, scenario={"spare": ["RUC1+", "RUC2+"]})


def test_31_1_31_2_replacements_strengthen_cavalry_from_1916() -> None:
    text = REST + "RU C1@0606 R1@0606 HQ1@0606 C1+:eliminated\nDE I1@0101"
    t = STABLE.table(text).choose("strengthen RUC1")
    assert t.choices("amount") == {"1", "2"}
    t.choose("amount 2")
    assert t.at("0606") >= {"RUC1+", "RUR1", "RUHQ1"}
    assert t.strength("RUC1+") == 4
    assert t.strength("RUR1") == 3
    assert t.where("RUC1") == "eliminated"
    early = STABLE.table(text.replace("1916 Jan", "1915 Dec"))
    assert early.refused("strengthen RUC1") == "31-1"


def test_31_2_strengthened_cavalry_takes_the_points_of_several_replacements() -> None:
    text = REST + "RU C1+=2@0606 R1=1@0606 R2@0606 I1=3@0606 HQ1@0606\nDE I1@0101"
    t = STABLE.table(text)
    assert t.choices("strengthen") == {"RUC1+"}
    t.choose("strengthen RUC1+")
    assert t.choices("amount") == {"1", "2"}
    t.choose("amount 2")
    assert (t.strength("RUC1+"), t.where("RUR1"), t.strength("RUR2")) == (4, "eliminated", 4)
    assert "strengthen" not in t.verbs
    early = STABLE.table(text.replace("1916 Jan", "1915 Dec"))
    assert "strengthen" not in early.verbs


def test_31_2_a_cavalry_division_is_strengthened_once_a_phase() -> None:
    text = REST + "RU C1@0606 R1@0606 HQ1@0606 C1+:eliminated\nDE I1@0101"
    t = STABLE.table(text).choose("strengthen RUC1", "amount 1")
    assert t.refused("strengthen RUC1+") == "23-4"
    assert t.strength("RUR1") == 4


def test_31_3_only_with_a_counter_to_become() -> None:
    text = REST + "RU C1@0606 C3@0606 R1@0606 HQ1@0606 C1+:eliminated\nDE I1@0101"
    t = STABLE.table(text)
    assert t.choices("strengthen") == {"RUC1"}
    assert t.refused("strengthen RUC3") == "31-3"


def test_31_4_strengthened_cavalry_recombines_only_with_its_like() -> None:
    text = REST + "RU C1+=3@0606 C2+=2@0606 C3=1@0606 I1=3@0606 HQ1@0606\nDE I1@0101"
    t = STABLE.table(text).choose("give RUC2+", "amount 1")
    assert t.choices("raise") == {"RUC1+"}
    assert t.choices("give") == {"RUC1+"}


def test_31_4_strengthened_cavalry_digs_and_breaks_lines_like_infantry_bug() -> None:
    """It was infantry for supply and losses only."""
    t = STABLE.table(MOVEMENT.replace("1914", "1916") + "RU C1+@0606 C2@0505\nDE I1@0303")
    infantry = t.state.theatre.infantry
    assert infantry >> t.unit("RUC1+") & 1
    assert not infantry >> t.unit("RUC2") & 1
    hex_of = t.state.theatre.board.grid.hex
    assert builders_in(t.state, hex_of("0606"), 1)
    assert not builders_in(t.state, hex_of("0505"), 1)
    assert hexsides_a_point(t.state, 1 << t.unit("RUC1+")) == 10
    assert hexsides_a_point(t.state, 1 << t.unit("RUC2")) == 6


def test_31_4_30_2_30_4_section_30_still_holds_for_it() -> None:
    later = COMBAT.replace("1914 Aug", "1916 Dec")
    t = STABLE.table(later + "DE I1@0506\nRU C1+@0606 HQ1@0906", 1, 1)
    assert join(t, "0606", "DEI1").choices("withdraw") == {"RUC1+"}
    t = STABLE.table(later + "DE I1@0506\nRU C1+@0101 HQ1@1001")
    assert hungry_points(t.state, t.unit("RUC1+")) == 1


def test_30_3_24_1_replacements_whom_cavalry_leaves_behind_are_lost() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nRU C1@0606 R1@0606 E1@0606 HQ1@0906")
    join(t, "0606", "DEI1").choose("withdraw RUC1", "retreat_to 0706")
    assert t.asked == "Advance"
    assert t.where("RUR1") == t.where("RUE1") == "eliminated"


def test_30_2_14_9_riders_who_withdraw_among_enemies_fight_there_bug() -> None:
    """The hex was found empty, and the fight of those who had left it was forgotten."""
    text = "DE I1@0506 I2@0507 I3@0806\nRU C1@0606"
    t = join(Sketch().table(COMBAT + text, 1, 1), "0606", "DEI1")
    t.choose("withdraw RUC1", "retreat_to 0706")
    assert t.state.battle.kind == "desperate"
    t.choose("stand")
    assert (t.who, t.asked) == ("Central Powers", "Advance")
    assert not t.state.desperate


def test_30_2_14_9_attackers_whom_the_riders_drive_off_have_no_part_bug() -> None:
    """They were asked to pay for an attack from a hex where they no longer stood."""
    riders = "RU C1@0606 F1@0606"
    text = "DE B1=1@0506 I2@0507 I3@0806\n" + riders
    t = join(Sketch().table(COMBAT + text, 1, 1), "0606", "DEB1")
    t.choose("withdraw RUC1", "retreat_to 0605")
    assert t.state.battle.kind == "desperate"
    t.choose("retreat")
    while t.asked == "RetreatUnit":
        t.choose(f"retreat_to {min(t.choices('retreat_to'))}")
    assert t.asked == "Advance"
    t.choose("done")
    assert not t.state.battles
    assert t.where("RUF1") == "0606"
