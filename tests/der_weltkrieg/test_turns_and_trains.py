"""What begins and ends with a turn, and who acts beside a railway, a river and in the snow."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.battles import COMBAT, MOVEMENT, declared
from tests.der_weltkrieg.danube_map import RIVER
from tests.der_weltkrieg.table import Sketch, line_of
from tests.der_weltkrieg.test_supply import supply_sketch
from tests.der_weltkrieg.test_surrounded import RING, SKETCH
from trenchline.games.der_weltkrieg import winter
from trenchline.games.der_weltkrieg.attackers import could_cross
from trenchline.games.der_weltkrieg.column_attack import may_attack_in_column
from trenchline.games.der_weltkrieg.flotillas import under_flotillas
from trenchline.games.der_weltkrieg.supply_spending import could_pay, is_adjacent

FAR = "\nRU I1@1010"
LINE = Sketch(line_of("double_track", "0301", "0302", "0303", "0304", "0305"))


def test_7_11_those_on_one_train_go_on_together() -> None:
    t = LINE.table(MOVEMENT + "DE I1@0303 I2@0303 I3@0303" + FAR + "\nentrained DEI1 DEI2")
    t.choose("unit DEI1")
    assert t.choices("with") == {"DEI2"}
    t.choose("with DEI2", "ride 0305")
    assert t.at("0305") == {"DEI1", "DEI2"}


def test_5a_the_special_turn_is_a_phase_of_its_own() -> None:
    scenario = {"turns": ["Aug 7", "Sep special", "Sep 1", "Oct special", "Oct 1"]}
    t = Sketch(scenario=scenario).table("turn 1914 Aug 7 phase Entente movement\nDE I1@0303" + FAR)
    while t.asked != "Dig":
        t.choose("done")
    assert t.state.phase == "special"


def test_41_4_a_turn_ends_with_the_neglect_of_surrounded_russian_forts() -> None:
    t = SKETCH.table(COMBAT + RING + "RU F1@0606 I1@1010")
    while t.state.turn == 5:
        t.choose("done" if t.may("done") else min(t.legal))
    assert t.strength("RUF1") == 6


def test_19_13_r94_a_headquarters_two_hexes_away_is_not_adjacent() -> None:
    t = supply_sketch().table(COMBAT + "DE I1@0506 HQ1@0506 HQ2@0505 HQ3@0504" + FAR)
    hex_ = t.state.theatre.board.grid.hex("0506")
    near = [is_adjacent(t.state, hex_, t.unit(f"DEHQ{n}")) for n in (1, 2, 3)]
    assert near == [True, True, False]


def test_19_6_19_15_a_headquarters_cut_off_under_enemy_eyes_pays_nobody() -> None:
    cut = "\ninoperative " + " ".join(f"01{row:02}" for row in range(1, 11))
    t = supply_sketch().table(COMBAT + "DE I1@0506 HQ1/9@0506 HQ2/9@0406\nRU I1@0606" + cut)
    assert could_pay(t.state, t.unit("DEI1"), attacking=True) == 1 << t.unit("DEHQ2")


def test_r40_7_8_after_a_ride_only_germans_and_british_attack_in_column() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303 I2@0303\nAH I1@0303 I2@0303" + FAR)
    t.state.railed = 1 << t.unit("DEI1") | 1 << t.unit("AHI1")
    may = [
        may_attack_in_column(t.state, t.unit(u), False) for u in ("DEI1", "DEI2", "AHI1", "AHI2")
    ]
    assert may == [True, True, False, True]


def test_12_5_nobody_attacks_over_a_lake() -> None:
    t = Sketch({"0506/0606": "lake"}).table(COMBAT + "DE I1@0506\nRU I1@0606 I2@0507")
    grid = t.state.theatre.board.grid
    assert not could_cross(t.state, t.unit("DEI1"), grid.hex("0606"))
    assert could_cross(t.state, t.unit("DEI1"), grid.hex("0507"))


def test_36_7_the_banks_under_the_eyes_of_a_flotilla_are_known() -> None:
    t = RIVER.table(MOVEMENT + "AH W1@0105 I1@0101\nSR I1@1009")
    banks = t.labels(under_flotillas(t.state, 1))
    assert {"0105", "0106", "0305", "0306"} <= banks
    assert not banks & {"0905", "0906", "0104"}
    assert under_flotillas(t.state, 0) == 0


def test_34_6_only_the_south_of_syria_has_no_winter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(winter, "SEA_OF_GALILEE", 6)
    december = "turn 1914 Dec 1 phase Central combat\nDE I1@0506\nRU I1@0606"
    for sheet, row, cold in (("8-8", 5, True), ("8-8", 6, False), ("6-8", 6, True)):
        t = Sketch(scenario={"sheet": sheet}).table(december)
        hex_ = t.state.theatre.board.grid.hex(f"05{row:02}")
        assert winter.is_winter(t.state, hex_) is cold


def test_15_4_declared_attackers_know_where_they_came_from() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506 I2@0507\nRU I1@0606")
    came = declared(t, "0606", "DEI1", "DEI2").came_from
    assert t.labels(sum(1 << hex_ for hex_ in came.values())) == {"0506", "0507"}


def test_24_3_replacements_are_split_in_the_recombination_phase_too() -> None:
    text = MOVEMENT.replace("movement", "recombination") + "DE R1@0303 HQ1@0303"
    t = Sketch().table(text + FAR).choose("split DER1", "amount 2")
    assert sorted(t.strength(unit) for unit in t.at("0303") - {"DEHQ1"}) == [2, 3]
