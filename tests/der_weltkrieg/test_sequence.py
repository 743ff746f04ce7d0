"""Sections 4 and 5: set-up and sequence; section 25: arrivals."""

from __future__ import annotations

from tests.der_weltkrieg.table import Sketch, opening, table
from trenchline.games.der_weltkrieg.sequence import half_turn

BOTH = "\nDE I1@0303\nRU I1@0803"
ARRIVALS = "scenario tannenberg\nturn 1914 Aug 7 phase Central reinforcement\nDE 1@1605\n"


def test_5c_the_central_powers_play_first() -> None:
    t = Sketch().table("turn 1914 Aug 4 phase Central movement" + BOTH)
    found = []
    for _ in range(3):
        found.append(f"{t.state.date} {t.phase}")
        t.choose("done")
    assert found == ["Aug 4 Central movement", "Aug 4 Entente movement", "Aug 5 Central movement"]


def test_5d_5e_5f_5g_a_side_plays_its_four_phases_in_order() -> None:
    steps = [type(step).__name__ for step in half_turn(0)]
    phases = ["BeginReinforcement", "BeginMovement", "BeginCombat", "BeginRecombination"]
    assert [name for name in steps if name in phases] == phases
    t = table("turn 1914 Aug 7 phase Central reinforcement\nDE 1@1605\nRU 1@1705")
    asked = []
    while t.who == "Central Powers":
        asked.append(t.phase)
        t.choose("place 0110" if t.choices("place") else "done")
    assert list(dict.fromkeys(asked)) == [
        "Central reinforcement",
        "Central movement",
        "Central combat",
        "Central recombination",
    ]


def test_5a_5h_after_turn_seven_comes_the_special_turn_of_the_next_month() -> None:
    t = Sketch().table("turn 1914 Aug 7 phase Entente movement" + BOTH).choose("done")
    t.choose("done", "done")
    assert str(t.state.date) == "Sep 1"
    assert t.said("Sep special")


def test_4_tannenberg_is_set_up() -> None:
    t = opening(scenario="tannenberg")
    assert t.at("1608") == {"DE3R", "DE6L", "DEBoy", "DEF1608"}
    assert t.state.stock[t.state.theatre.unit["DEHQ8"]] == 60
    assert t.where("RU3G") == "reserve"


def test_25_1_25_2_arrivals_come_by_the_schedule() -> None:
    t = table(ARRIVALS + "RU 1@2304")
    assert t.choices("place") == {"0110", "0114"}
    assert t.refused("place 0407") == "25-2"
    t.choose("place 0114")
    assert t.where("DE1LD") == "0114"
    assert t.where("DEFA") == "0414"


def test_25_3_an_entry_under_enemy_control_moves_to_the_nearest_station() -> None:
    t = table(ARRIVALS + "RU 1@0111 2@0113")
    assert t.choices("place").isdisjoint({"0110", "0114"})
    assert t.refused("place 0110") == "25-3"


def test_s2_units_wait_for_their_turn_or_for_an_enemy() -> None:
    t = opening(scenario="tannenberg")
    assert t.refused("unit DE35R") == "4"
    near = table("turn 1914 Aug 4 phase Entente movement\nDE EK@1305\nRU 1C@1605\nwaiting DEEK")
    near.march("RU1C", "1505")
    assert near.state.waiting == 0


def test_s3_the_first_army_does_not_cross_the_frontier_at_once() -> None:
    t = opening(scenario="tannenberg").choose("done", "unit RU27")
    assert t.refused("move 1906") in ("4", "6-11")
    home = t.labels(t.state.theatre.of_country["RU"])
    assert t.choices("move") <= home
    later = table("turn 1914 Aug 5 phase Entente movement\nRU 27@2105").choose("unit RU27")
    assert not later.choices("move") <= home
