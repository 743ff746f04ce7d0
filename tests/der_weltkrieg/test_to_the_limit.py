"""Sections 11 and 13: limits of stacking, of losses and of the table, met exactly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.der_weltkrieg.battles import COMBAT, ENTENTE, MOVEMENT, declared, join, morale
from tests.der_weltkrieg.table import Sketch, counter, line_of
from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.losses import in_danger, order_of_losses
from trenchline.games.der_weltkrieg.results import (
    answering,
    attack,
    counterattack,
    losses,
    table_in_force,
)
from trenchline.games.der_weltkrieg.stacking import as_divisions, can_all_attack, excess, weight_of

FAR = "\nRU I1@1010"
SIX = " ".join(f"I{n}@0303" for n in range(1, 7))
SMALL = tuple(counter(f"DEY{n}", (2, 1), 5, size="regiment", full=8) for n in range(1, 9))


def test_11_3_six_divisions_and_three_artillery_units_are_not_too_many() -> None:
    t = Sketch().table(MOVEMENT + f"DE {SIX} A1@0303 A2@0303 S1@0303" + FAR)
    assert excess(t.state, 0) is None


def test_11_3_11_4_only_artillery_of_the_hex_goes_where_artillery_is_too_many() -> None:
    guns = "A1@0303 A2@0303 A3@0303 S1@0303 A4@0304"
    t = Sketch().table(MOVEMENT + f"DE I1@0303 {guns}" + FAR).choose("done")
    assert t.choices("eliminate") == {"DEA1", "DEA2", "DEA3", "DES1"}


def test_11_1_11_3_two_divisions_too_many_are_given_up_one_by_one() -> None:
    t = Sketch().table(MOVEMENT + f"DE {SIX} I7@0303 I8@0303" + FAR).choose("done")
    t.choose("eliminate DEI1", "eliminate DEI2")
    assert len(t.at("0303")) == 6
    assert t.asked != "EliminateExcess"


def test_27_3_11_6_components_weigh_as_the_divisions_they_make_up() -> None:
    t = Sketch(counters=SMALL).table(MOVEMENT + "DE Y1@0303" + FAR)
    y = [1 << t.unit(f"DEY{n}") for n in range(1, 9)]
    weights = [weight_of(t.state, sum(y[:n]))[0] for n in range(1, 9)]
    assert weights == [1, 2, 3, 2, 4, 4, 6, 4]
    assert [group.bit_count() for group in as_divisions(t.state, sum(y))] == [4, 4]


def test_27_3_three_brigades_worth_a_division_weigh_no_more_than_one() -> None:
    brigades = tuple(counter(f"DEZ{n}", (3, 1), 4, size="brigade", full=8) for n in range(1, 4))
    t = Sketch(counters=brigades).table(MOVEMENT + "DE Z1@0303" + FAR)
    z = [1 << t.unit(f"DEZ{n}") for n in range(1, 4)]
    assert [weight_of(t.state, sum(z[:n]))[0] for n in range(1, 4)] == [1, 2, 2]


@pytest.mark.parametrize(
    ("sides", "divisions", "guns", "may"),
    [
        ("", 13, 8, True),
        ("3", 13, 8, True),
        ("2", 8, 4, True),
        ("2", 9, 0, False),
        ("2", 0, 5, False),
        ("1", 4, 2, True),
        ("1", 0, 3, False),
    ],
)
def test_11_10_how_much_may_attack_a_hex_by_its_land_sides(
    sides: str, divisions: int, guns: int, may: bool
) -> None:
    t = Sketch(facts={"0304": {"land_sides": sides}}).table(MOVEMENT + "DE I1@0303" + FAR)
    infantry = [f"DEI{n}" for n in range(1, 10)] + [f"DEM{n}" for n in range(1, 5)]
    artillery = [f"DEA{n}" for n in range(1, 5)] + [f"DES{n}" for n in range(1, 5)]
    units = sum(1 << t.unit(key) for key in (*infantry[:divisions], *artillery[:guns]))
    assert can_all_attack(t.state, t.state.theatre.board.grid.hex("0304"), units) is may


def test_13_19_r53_every_fifty_points_and_the_rest_have_their_columns() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nRU I1@0606")
    cells = table_in_force(t.state)
    for row in range(-1, 9):
        fifty, rest = cells[49][row + 1], cells[34][row + 1]
        assert losses(cells, 135, row) == 2 * fifty + rest
        assert losses(cells, 100, row) == 2 * fifty
        assert losses(cells, 0, row) == 0


def test_13_9_13_11_13_15_terrain_goes_off_the_die_of_the_attack_and_onto_the_answer() -> None:
    t = Sketch({"0506/0606": "rough"}).table(COMBAT + "DE I1@0506\nRU I1@0606")
    battle = replace(declared(t, "0606", "DEI1"), terrain="rough")
    assert attack(t.state, battle).modifier == -3
    assert counterattack(t.state, battle).modifier == 1


def test_13_9_13_14_both_dice_are_told() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nFR I1@0606", 2, 5)
    join(t, "0606", "DEI1").choose("stand")
    assert t.said("die 2: Central Powers with 8 points")
    assert t.said("die 5: Entente with 21 points")


def test_29_2_siege_artillery_takes_no_part_in_an_answer() -> None:
    t = Sketch().table(ENTENTE + "RU I1@0606\nDE S1@0506 A1@0506 I1@0506")
    answer = answering(t.state, declared(t, "0506", "RUI1"))
    assert set(answer) == {t.unit("DEA1"), t.unit("DEI1")}


def test_41_4_a_russian_fort_of_four_points_still_stands() -> None:
    t = Sketch().table(COMBAT + "DE A1@0506\nRU F1=5@0606", 3)
    join(t, "0606", "DEA1")
    assert (t.where("RUF1"), t.strength("RUF1")) == ("0606", 4)
    assert morale(t, "RU") == 1


def test_14_14_24_1_engineers_and_replacements_go_to_the_pile_of_the_eliminated() -> None:
    t = Sketch(land="0506 0606").table(COMBAT + "DE I1@0506\nRU I1@0606 E1@0606 R1@0606", 6, 1)
    join(t, "0606", "DEI1")
    assert {t.where(f"RU{key}") for key in ("I1", "E1", "R1")} == {"eliminated"}
    # Five points and the engineers; replacements weigh nothing.
    assert morale(t, "RU") == 5 + 2


def test_29_7_13_18_fire_aimed_at_guns_takes_nothing_from_the_others() -> None:
    t = Sketch().table(COMBAT + "DE A1@0506 I1@0506\nRU F1@0606 A1@0606 I1@0606")
    aimed = declared(t, "0606", "DEA1", aim="guns")
    assert in_danger(t.state, aimed, attacking=False) == 1 << t.unit("RUF1") | 1 << t.unit("RUA1")
    assert order_of_losses(t.state, aimed, attacking=False) == ("artillery", "fortress")
    assert "infantry" in order_of_losses(t.state, aimed, attacking=True)
    plain = declared(t, "0606", "DEI1")
    assert in_danger(t.state, plain, attacking=False) >> t.unit("RUI1") & 1


def test_21_5_13_23_the_fort_falls_first_only_for_those_who_leave_it() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nRU F1@0606 I1@0606")
    battle = declared(t, "0606", "DEI1")
    left = replace(battle, retreat="chosen")
    assert order_of_losses(t.state, left, attacking=False)[0] == "fortress"
    assert order_of_losses(t.state, battle, attacking=False)[0] == "infantry"
    assert order_of_losses(t.state, left, attacking=True)[0] == "cavalry"


def test_20_4_14_9_only_surrounded_units_and_desperate_stacks_surrender() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nRU I1=1@0606 I2@0606", 6, 6)
    join(t, "0606", "DEI1")
    while t.asked in ("DecideRetreat", "TakeLosses"):
        t.choose("stand" if t.may("stand") else min(t.legal))
    assert t.where("RUI1") in ("eliminated", "0606")
    assert morale(t, "DE") == 8 - t.strength("DEI1")


def test_13_21_what_leaves_the_map_has_lost_its_strength() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nRU I1=1@0606 I2@0606", 6, 1)
    lost = t.state.lost[CODES.index("RU")]
    t.state.lift(t.unit("RUI1"))
    assert (t.where("RUI1"), t.strength("RUI1")) == ("eliminated", 0)
    assert t.state.lost[CODES.index("RU")] == lost + 1


def test_7_7_who_leaves_a_train_is_on_it_no_more() -> None:
    line = line_of("double_track", "0303", "0304", "0305")
    t = Sketch(line).table(MOVEMENT + "DE I1@0303" + FAR).choose("unit DEI1", "entrain")
    assert t.state.entrained == 1 << t.unit("DEI1")
    assert t.choose("ride 0305", "detrain").state.entrained == 0
