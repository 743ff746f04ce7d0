"""What the log tells a player who reads it afterwards."""

from __future__ import annotations

from dataclasses import replace

from tests.der_weltkrieg.battles import COMBAT, bleed, declared, join
from tests.der_weltkrieg.table import Sketch, Table, counter
from trenchline.games.der_weltkrieg.fortresses import lay_sieges, raise_sieges
from trenchline.games.der_weltkrieg.plights import told
from trenchline.games.der_weltkrieg.trenches import why_no_trench

MOVEMENT = "turn 1914 Aug 5 phase Central movement\n"
EDGES = {
    **{f"01{row:02}": {"edge": "DE"} for row in range(1, 11)},
    **{f"10{row:02}": {"edge": "RU"} for row in range(1, 11)},
}
STINTED = Sketch(scenario={"ample_supply": False})


def lines(t: Table) -> list[str]:
    """The log without its indents."""
    return [line.strip() for line in t.log]


def test_14_4_a_forced_retreat_tells_who_goes_from_where_to_where() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nRU I1@0606 HQ1@0906", 6, 1)
    join(t, "0606", "DEI1").choose("retreat_to 0706")
    assert "DEI1 attacks 0606" in lines(t)
    assert "0606 must be left [41-2]: 1 to lose instead of 2 [14-3]" in lines(t)
    assert "RUI1 retreats from 0606 to 0706" in lines(t)
    t.choose("advance DEI1")
    assert "DEI1 advances from 0506 to 0606 [15-1]" in lines(t)


def test_14_1_a_retreat_by_choice_is_told_from_standing() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506 I2@0506\nRU I1@0606 I2@0606 HQ1@0906", 1, 1)
    join(t, "0606", "DEI1", "DEI2")
    assert "DEI1, DEI2 attack 0606" in lines(t)
    gone = t.copy().choose("retreat")
    assert any(line.startswith("0606 is left by choice [14-1]") for line in lines(gone))
    assert "0606 is held" in lines(t.choose("stand"))


def test_14_14_who_cannot_retreat_is_told() -> None:
    t = Sketch(land="0506 0606").table(COMBAT + "DE I1@0506\nRU I1@0606", 6, 1)
    join(t, "0606", "DEI1")
    assert "RUI1 cannot retreat from 0606 and is lost [14-14]" in lines(t)


def test_30_2_cavalry_that_leaves_is_told() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nRU C1@0606 HQ1@0906")
    join(t, "0606", "DEI1").choose("withdraw RUC1", "retreat_to 0706")
    assert "RUC1 avoids the combat [30-2]" in lines(t)
    assert "RUC1 retreats from 0606 to 0706" in lines(t)


def test_13_20_losses_point_by_point_are_one_line() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506 I2@0506\nRU I1@0606", 6, 6)
    bleed(join(t, "0606", "DEI1", "DEI2"))
    assert len([line for line in lines(t) if "RUI1 loses" in line]) == 1


def test_26_2_the_losses_of_those_who_keep_no_count_are_told_too() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506 I2@0506\nFR I1=1@0606", 6, 1)
    join(t, "0606", "DEI1", "DEI2")
    assert "FRI1 loses 1" in lines(t)
    assert "FRI1 is destroyed" in lines(t)


def test_19_11_the_nation_that_pays_nothing_is_named() -> None:
    t = STINTED.table(COMBAT + "DE I1@0506 HQ1/9@0505\nRU I1@0606 HQ1/9@0706", 1, 1)
    join(t, "0606", "DEI1").choose("supply DEI1", "done", "done")
    assert "Central Powers: DEI1 supplied [19-2]" in lines(t)
    assert "Russia pays nothing [19-11]" in lines(t)
    assert "RUI1 at half strength [19-11]" in lines(t)
    assert "Germany pays nothing [19-11]" not in lines(t)


def test_13_8_an_attack_without_strength_says_that_nothing_is_rolled() -> None:
    t = STINTED.table(COMBAT + "DE B1=1@0506\nRU I1@0606 HQ1/9@0706", 1)
    join(t, "0606", "DEB1").choose("done")
    assert "the attack has no strength left: no die, no loss [13-8]" in lines(t)


def test_22_18_a_trench_that_does_not_count_says_why() -> None:
    text = "DE I1@0605 I2@0607\nRU I1@0606 HQ1@0906\ntrenches 0606"
    t = Sketch().table(COMBAT + text, 1, 1)
    join(t, "0606", "DEI1", "DEI2")
    why = "the trench at 0606 does not count: it is attacked from front and rear [22-18]"
    assert why in lines(t)


def test_22_2_20_12_22_17_other_reasons_why_a_trench_does_not_count() -> None:
    text = "DE I1@0506 S1@0506 A1@0506\nRU I1@0606\ntrenches 0606"
    t = Sketch().table(COMBAT.replace("1914", "1915") + text)
    battle = replace(declared(t, "0606", "DEI1"), terrain="clear")
    hex_ = battle.target
    assert why_no_trench(t.state, battle, hex_) is None
    swamp = replace(battle, terrain="swamp")
    assert why_no_trench(t.state, swamp, hex_) == ("none can be dug on swamp ground", "22-2")
    ringed = replace(battle, surrounded=(t.unit("RUI1"),))
    assert why_no_trench(t.state, ringed, hex_) == ("its defenders are surrounded", "20-12")
    shelled = replace(declared(t, "0606", "DEI1", "DES1", "DEA1"), terrain="clear")
    assert why_no_trench(t.state, shelled, hex_) == ("artillery overwhelms it", "22-17")


def test_21_10_a_siege_is_told_as_it_begins_and_ends() -> None:
    sketch = Sketch(facts=EDGES, counters=(counter("FRF9", (9, 9), 0, "fortress", ""),))
    t = sketch.table(COMBAT + "DE I1@0506 I2@0706 I3@0608\nFR F9@0606")
    lay_sieges(t.state, 0)
    assert "FRF9 is besieged since this turn [21-10]" in lines(t)
    assert told(t.state) == ["FRF9: besieged since this turn, safe for 7 [21-10]"]
    for key in ("DEI1", "DEI2", "DEI3"):
        t.state.lift(t.unit(key))
    raise_sieges(t.state)
    assert "FRF9 is relieved [21-10]" in lines(t)


def test_16_1_a_column_attack_is_told_as_one() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0506\nRU I1@0606 HQ1@0906", 1, 1)
    t.choose("unit DEI1", "attack 0606")
    assert "DEI1 attacks 0606 in column [16-1]" in lines(t)


def test_6_3_a_unit_without_a_legal_move_says_so() -> None:
    t = Sketch().table(MOVEMENT + "DE P1/3@0506 I1@0909 I2@0910\nRU I1@0303")
    t.choose("unit DEP1", "stay")
    assert "there is no legal move for DEP1 [6-3]" in lines(t)
    assert str(t.why_not("unit DEP1")) == "6-3: there is no legal move for DEP1"
    t.choose("unit DEI1", "stay")
    left = "6-3: DEI1 has been left where it is in this phase"
    assert str(t.why_not("unit DEI1")) == left
