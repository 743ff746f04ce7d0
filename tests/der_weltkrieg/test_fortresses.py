"""Section 21: fortresses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.der_weltkrieg.battles import COMBAT, MOVEMENT, bleed, declared, join, morale
from tests.der_weltkrieg.table import Sketch, counter, line_of
from tests.der_weltkrieg.test_surrounded import EDGES, RING, SKETCH
from trenchline.games.der_weltkrieg.fortresses import (
    count_sieges,
    endurance,
    neglect,
    reducible,
    turns_prone,
)
from trenchline.games.der_weltkrieg.notation import parse
from trenchline.games.der_weltkrieg.retreat import loss_in_retreat
from trenchline.games.der_weltkrieg.zones import zone

OPEN_CITY = Sketch(facts=EDGES, places={"0606": "city"})


def test_21_1_21_2_21_6_a_fort_neither_moves_nor_controls_nor_weighs() -> None:
    six = " ".join(f"I{n}@0303" for n in range(1, 7))
    t = Sketch().table(MOVEMENT + f"DE F1@0303 {six}\nRU I1@0909")
    assert t.refused("unit DEF1") == "6-1"
    assert t.where("DEF1") == "0303"
    assert not zone(Sketch().table(MOVEMENT + "DE F1@0303").state, 0)


def test_21_3_a_fort_answers_three_times_but_never_attacks() -> None:
    t = Sketch().table("turn 1914 Aug 5 phase Entente combat\nRU I1@0606\nDE F1@0506", 1, 1)
    join(t, "0506", "RUI1")
    assert t.said("36 points")
    t = Sketch().table(COMBAT + "RU I1@0606\nDE F1@0506")
    assert not t.choices("attack")


def test_21_4_a_fort_may_be_given_up_at_once_for_the_streets() -> None:
    sketch = Sketch({"0606/0506": "urban", "0606/0507": "urban"}, facts=EDGES)
    t = sketch.table(COMBAT + "DE I1@0506\nRU I1@0606 F1@0606", 1, 1)
    join(t, "0606", "DEI1")
    assert t.asked == "HoldFort"
    held = t.copy().choose("stand")
    assert held.where("RUF1") == "0606"
    assert held.asked == "DecideRetreat"
    t.choose("abandon RUF1")
    assert t.where("RUF1") == "eliminated"
    assert morale(t, "RU") == 0
    assert t.choices("terrain") == {"clear", "urban"}


def test_21_5_who_leaves_a_fort_lets_it_fall_first() -> None:
    later = COMBAT.replace("1914", "1916")
    guns = (
        " ".join(f"I{n}@0506" for n in range(1, 6))
        + " "
        + " ".join(f"I{n}=2@0507" for n in range(6, 7))
    )
    sketch = Sketch(counters=(counter("FRF9", (3, 3), 0, "fortress", ""),))
    t = sketch.table(later + f"DE {guns}\nFR I1=4@0606 I2=4@0606 F9@0606", 6, 1)
    join(t, "0606", "DEI1", "DEI2", "DEI3", "DEI4", "DEI5", "DEI6")
    assert t.state.battle.defence_loss == 9
    t.choose("retreat")
    # Nine are called for: three of the fort, and four of the other six.
    bleed(t)
    assert t.where("FRF9") == "eliminated"
    assert t.strength("FRI1") + t.strength("FRI2") == 8 - 4


def test_21_5_the_third_comes_off_what_the_fort_leaves() -> None:
    """A fort of three and two divisions of four lose ten: the fort, and five of the other seven."""
    sketch = Sketch(counters=(counter("FRF9", (3, 3), 0, "fortress", ""),))
    t = sketch.table(COMBAT + "DE I1@0506\nFR I1=4@0606 I2=4@0606 F9@0606")
    battle = replace(declared(t, "0606", "DEI1"), defence_loss=10)
    assert loss_in_retreat(t.state, battle) == 3 + 5


def test_21_8_a_fort_may_be_abandoned_unless_surrounded() -> None:
    t = SKETCH.table(MOVEMENT + "DE F1@0303\nRU I1@0909")
    t.choose("abandon DEF1")
    assert t.where("DEF1") == "eliminated"
    assert morale(t, "DE") == 0
    entente = "turn 1914 Aug 5 phase Entente movement\n"
    t = SKETCH.table(entente + RING + "RU F1@0606 I1@1009")
    assert t.refused("abandon RUF1") == "21-8"


def test_21_9_from_november_1914_a_fort_gives_replacements() -> None:
    text = "turn 1914 Nov 1 phase Central movement\nDE F1@0303\nRU I1@0909"
    assert SKETCH.table(text.replace("Nov", "Oct")).refused("reduce DEF1") == "21-9"
    t = SKETCH.table(text).choose("reduce DEF1", "reduce DEF1")
    assert t.strength("DEF1") == 6
    assert t.at("0303") == {"DEF1", "DER1"}
    assert t.strength("DER1") == 2
    t.choose("reduce DEF1", "reduce DEF1")
    assert t.at("0303") == {"DER1"}
    used = text.replace("F1@0303", "F1@0303 R1@0404 R2@0404 R3@0404 R4@0404")
    assert SKETCH.table(used).refused("reduce DEF1") == "21-9"
    assert SKETCH.table(text.replace("F1@", "F1=2@")).refused("reduce DEF1") == "21-9"
    russian = "turn 1914 Nov 1 phase Entente movement\nRU F1@0909 I1@0908"
    assert SKETCH.table(russian).refused("reduce RUF1") == "21-9"


@pytest.mark.parametrize(("strength", "turns"), [(12, 7), (13, 14), (23, 14), (24, 28)])
def test_21_10_the_strong_endure_longer(strength: int, turns: int) -> None:
    assert endurance(strength) == turns


def test_21_10_21_11_a_fort_prone_to_surrender() -> None:
    """Fifteen points, surrounded for fourteen turns: in the next phase a two makes it surrender."""
    text = COMBAT + RING + "FR F9@0606 I1@0606\nsiege FRF9-14"
    big = Sketch(
        facts=EDGES,
        scenario={"demoralization": {"tracked": ["FR"]}},
        counters=(counter("FRF9", (15, 15), 0, "fortress", ""),),
    )
    t = big.table(text, 1, 1)
    assert t.where("FRF9") == t.where("FRI1") == "surrendered"
    assert t.said("on 2 or less with two dice FRF9 surrenders")
    assert morale(t, "FR") == 15 + 2 * 7
    t = big.table(text, 1, 2)
    assert t.where("FRF9") == "0606"
    assert t.said("FRF9 holds out [21-11]")
    assert turns_prone(t.state, t.state.theatre.unit["FRF9"]) == 1
    t = big.table(text.replace("FRF9-14", "FRF9-13"))
    assert t.where("FRF9") == "0606"


def test_21_10_relief_stops_the_clock() -> None:
    t = SKETCH.table(COMBAT + "DE I1@0506\nRU F1@0606\nsiege RUF1-5")
    count_sieges(t.state, 0)
    assert not t.state.siege


def test_41_4_russian_forts_are_neglected() -> None:
    t = SKETCH.table(COMBAT + RING + "RU F1@0606")
    neglect(t.state)
    assert t.strength("RUF1") == 6
    neglect(t.state)
    assert t.where("RUF1") == "eliminated"
    assert morale(t, "RU") == 12
    free = SKETCH.table(COMBAT + "DE I1@0506\nRU F1@0606")
    neglect(free.state)
    assert free.strength("RUF1") == 12


def test_41_4_a_russian_fort_below_four_is_removed_r46_its_last_points_count() -> None:
    t = SKETCH.table(COMBAT + "DE I1@0506\nRU F1=5@0606", 6, 1)
    join(t, "0606", "DEI1")
    assert t.where("RUF1") == "eliminated"
    assert morale(t, "RU") == 5


def test_21_5_41_4_r46_a_russian_forts_last_points_count_against_the_loss_bug() -> None:
    """A fort of four fell with the first of four points, and the division beside it had to lose the
    other three."""
    sketch = Sketch(counters=(counter("RUF9", (4, 4), 0, "fortress", ""),))
    t = sketch.table(COMBAT + "DE I1@0506 I2@0506 I3@0506\nRU I1@0606 F9@0606", 3, 1)
    join(t, "0606", "DEI1", "DEI2", "DEI3")
    assert t.state.battle.defence_loss == 4
    bleed(t.choose("retreat"))
    assert t.where("RUF9") == "eliminated"
    assert t.strength("RUI1") == 5
    assert morale(t, "RU") == 4


def test_21_12_siege_guns_open_a_city() -> None:
    weak = Sketch(
        facts=EDGES,
        places={"0606": "city"},
        counters=(counter("RUF9", (8, 8), 0, "fortress", ""),),
    )
    text = MOVEMENT + "DE S1@0405 I1@0405\nRU F9@0606 I1@0606 I2@0606 HQ1@0906"
    t = weak.table(text).choose("unit DEI1", "move 0506", "stay")
    assert t.where("RUF9") == "0606"
    t.choose("unit DES1", "move 0506")
    assert t.where("RUF9") == "eliminated"
    assert morale(t, "RU") == 0
    t.choose("retreat_to 0706", "retreat_to 0707")
    assert t.at("0606") == set()
    assert t.asked == "March"


def test_21_12_more_than_three_times_the_strength_opens_a_city() -> None:
    weak = Sketch(
        facts=EDGES,
        places={"0606": "city"},
        counters=(counter("RUF9", (8, 8), 0, "fortress", ""),),
    )
    text = MOVEMENT + "DE I1@0405 I2=7@0405 B1=1@0405\nRU F9@0606 I1@0606 HQ1@0906"
    t = weak.table(text).choose("unit DEI1", "move 0506", "stay")
    assert t.where("RUF9") == "0606"
    t.choose("unit DEI2", "move 0506", "stay")
    # Fifteen are three times five, but not more.
    assert t.where("RUF9") == "0606"
    t.choose("unit DEB1", "move 0506")
    assert t.where("RUF9") == "eliminated"
    strong = OPEN_CITY.table(MOVEMENT + "DE S1@0405 I1@0506\nRU F1@0606 I1@0606 HQ1@0906")
    assert strong.choose("unit DES1", "move 0506").where("RUF1") == "0606"
    late = text.replace("Aug", "Oct")
    t = weak.table(late).choose("unit DEI1", "with DEI2", "move 0506")
    assert t.where("RUF9") == "0606"


def test_21_12_14_9_who_leaves_an_open_city_among_enemies_fights() -> None:
    weak = Sketch(places={"0606": "city"}, counters=(counter("RUF9", (8, 8), 0, "fortress", ""),))
    text = MOVEMENT + "DE I1@0506 I2@0507 I3@0806 S1@0405\nRU F9@0606 I1@0606"
    t = weak.table(text, 1, 1)
    assert t.where("RUF9") == "0606"
    t.choose("unit DES1", "move 0506")
    assert t.where("RUF9") == "eliminated"
    t.choose("retreat_to 0706")
    assert t.state.battle.kind == "desperate"
    t.choose("stand")
    assert not t.state.battles
    assert t.asked == "March"


def test_21_12_r47_a_city_cut_off_from_its_capital_opens() -> None:
    weak = Sketch(
        places={"0606": "city"},
        scenario={"capitals": {"RU": ["0909"]}},
        counters=(counter("RUF9", (8, 8), 0, "fortress", ""),),
    )
    text = MOVEMENT + "DE I1@0506 I2@0608 I3@0704\nRU F9@0606 I1@0606 I2@0606"
    t = weak.table(text).choose("unit DEI3", "move 0705", "stay")
    # Three divisions are not three times two, and 0707 is free.
    assert t.where("RUF9") == "0606"
    closed = weak.table(text.replace("I3@0704", "I3@0806 I4@0604 I5@0405"))
    closed.choose("unit DEI5", "move 0505")
    assert closed.where("RUF9") == "eliminated"


WEAK = Sketch(
    line_of("double_track", "0306", "0405", "0506"),
    facts=EDGES,
    places={"0606": "city"},
    counters=(counter("RUF9", (8, 8), 0, "fortress", ""),),
)


def test_21_12_losses_in_a_combat_open_a_city_and_everybody_leaves_bug() -> None:
    """The fort vanished when its garrison had become too weak in a combat, but nobody left."""
    text = COMBAT + "DE I1@0506 I2=3@0507\nRU F9@0606 I1=4@0606 HQ1@0906"
    t = WEAK.table(text, 6, 1)
    join(t, "0606", "DEI1").choose("stand")
    assert t.where("RUF9") == "eliminated"
    assert t.asked == "RetreatUnit"
    t.choose("retreat_to 0706")
    assert t.at("0606") == set()


def test_21_12_siege_guns_on_a_train_open_a_city() -> None:
    text = MOVEMENT + "DE S1@0306\nRU F9@0606 I1@0606 HQ1@0906\nnetwork DE 0306 0405 0506"
    t = WEAK.table(text).choose("unit DES1", "entrain", "ride 0506")
    assert t.where("RUF9") == "eliminated"
    assert t.asked == "RetreatUnit"


def test_21_10_r45_a_turn_of_siege_lasts_from_one_combat_phase_to_the_next() -> None:
    t = SKETCH.table(COMBAT + RING + "FR F1@0606")
    fort = t.unit("FRF1")
    assert fort not in t.state.siege
    t.choose("done")
    assert t.state.siege[fort] == 0
    assert t.phase == "Central movement"
    t.choose("done")
    assert t.phase == "Central combat"
    assert t.state.siege[fort] == 1


def test_21_10_relief_in_between_stops_the_clock() -> None:
    t = SKETCH.table(
        MOVEMENT.replace("Central", "Entente") + "DE I1@0506\nFR F1@0606\nsiege FRF1-5"
    )
    t.choose_while(("MovementPhase", "CombatPhase"), "done", "done")
    assert not t.state.siege


def test_21_9_r87_replacements_are_counters_that_the_scenario_has() -> None:
    text = "turn 1914 Nov 1 phase Central movement\nDE F1@0303\nRU I1@0909"
    theatre = SKETCH.theatre()
    assert reducible(parse(text, theatre), 0)
    assert not reducible(parse(text, replace(theatre, spares=frozenset())), 0)
