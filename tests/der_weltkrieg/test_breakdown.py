"""Section 27: breakdown of divisions; section 28: corps."""

from __future__ import annotations

from tests.der_weltkrieg.table import Sketch, counter, opening
from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.corps import flexible, of_three_divisions, told
from trenchline.games.der_weltkrieg.stacking import as_divisions, load
from trenchline.kernel.bits import bit_set

MOVEMENT = "turn 1914 Aug 5 phase Central movement\n"
FAR = "\nRU I1@1010"
REGIMENTS = tuple(counter(f"DEG{n}", (2, 1), 5, size="regiment", full=8) for n in range(1, 6))
SKETCH = Sketch(counters=REGIMENTS)


def test_27_1_a_division_breaks_down_into_components_no_stronger_than_it() -> None:
    t = SKETCH.table(MOVEMENT + "DE I1=5@0303" + FAR).choose("break DEI1")
    assert t.refused("component DEI2") == "27-1"
    t.choose("component DEG1", "component DEG2", "component DEG3")
    assert t.at("0303") == {"DEG1", "DEG2", "DEG3"}
    assert [t.strength(f"DEG{n}") for n in (1, 2, 3)] == [2, 2, 1]
    assert t.where("DEI1") == "eliminated"
    assert t.may("unit DEG1")


def test_27_1_components_may_be_weaker_together() -> None:
    t = SKETCH.table(MOVEMENT + "DE I1@0303" + FAR).choose("break DEI1", "component DEG1", "done")
    assert t.at("0303") == {"DEG1"}
    assert (t.strength("DEI1"), t.state.lost[CODES.index("DE")]) == (0, 6)


def test_27_1_only_at_the_beginning_of_the_movement_phase() -> None:
    t = SKETCH.table(MOVEMENT + "DE I1@0303 I2@0305" + FAR).march("DEI1", "0304")
    assert t.refused("break DEI2") == "27-1"


def test_27_1_components_are_of_the_same_type_and_spare() -> None:
    t = SKETCH.table(MOVEMENT + "DE M1@0303" + FAR)
    assert t.refused("break DEM1") == "27-1"


def test_27_1_27_2_a_division_that_broke_down_may_form_again_as_the_phase_ends() -> None:
    t = SKETCH.table(MOVEMENT + "DE I1=4@0303" + FAR).choose("break DEI1")
    t.choose("component DEG1", "component DEG2").march("DEG1", "0304").march("DEG2", "0304")
    assert t.asked == "FormDivisions"
    t.choose("component DEG1", "form DEI1")
    assert (t.where("DEI1"), t.strength("DEI1")) == ("0304", 4)


def test_27_2_components_form_a_division_with_their_strength() -> None:
    t = SKETCH.table(MOVEMENT + "DE G1@0303 G2@0303 G3=1@0303 G4@0304 I1=0:eliminated" + FAR)
    t.choose("unit DEG4", "stay", "done", "component DEG1")
    assert t.refused("form DEI1") == "27-2"
    assert t.refused("with DEG4") == "27-2"
    t.choose("with DEG2", "with DEG3", "form DEI1")
    assert (t.where("DEI1"), t.strength("DEI1")) == ("0303", 5)
    assert t.where("DEG1") == "eliminated"


def test_27_2_a_division_of_those_who_moved_has_moved() -> None:
    t = SKETCH.table(MOVEMENT + "DE G1@0303 G2@0304 I1=0:eliminated" + FAR).march("DEG2", "0303")
    t.choose("done", "component DEG1", "form DEI1")
    assert t.state.moved_this_turn >> t.state.theatre.unit["DEI1"] & 1


def test_27_3_four_regiments_are_a_division_and_a_fifth_another() -> None:
    units = " ".join(f"G{n}@0303" for n in range(1, 6))
    t = SKETCH.table(MOVEMENT + f"DE {units}" + FAR)
    hex_ = t.state.theatre.board.grid.hex("0303")
    groups = as_divisions(t.state, t.state.stacks[hex_])
    assert sorted(group.bit_count() for group in groups) == [1, 4]
    assert load(t.state, hex_, 0) == (4, 0)


def test_27_3_components_worth_less_than_a_division_weigh_half_each() -> None:
    t = SKETCH.table(MOVEMENT + "DE G1@0303 G2@0303 G3@0303" + FAR)
    hex_ = t.state.theatre.board.grid.hex("0303")
    assert load(t.state, hex_, 0) == (3, 0)
    assert as_divisions(t.state, t.state.stacks[hex_]) == [
        bit_set(t.state.theatre.unit[f"DEG{n}"] for n in (1, 2, 3))
    ]


def test_28_2_units_of_a_formation_may_lie_under_one_marker() -> None:
    t = opening(scenario="tannenberg")
    hex_ = t.state.theatre.board.grid.hex("2104")
    (corps,) = flexible(t.state, hex_)
    assert corps.strength == 10
    assert any("2104" in line or "RU28" in line for line in told(t.state))


def test_28_3_28_4_three_like_divisions_or_guns_make_a_marker() -> None:
    units = "DE I1@0303 I2@0303 I3@0303 I4=6@0303 A1@0303 A2@0303 A3@0303"
    t = SKETCH.table(MOVEMENT + units + FAR)
    found = of_three_divisions(t.state, t.state.theatre.board.grid.hex("0303"))
    assert [(corps.name, corps.strength) for corps in found] == [
        ("DE corps", 24),
        ("DE artillery division", 9),
    ]


def test_28_3_a_corps_is_full_or_reduced_as_a_whole() -> None:
    t = SKETCH.table(MOVEMENT + "DE I1@0303 I2@0303 I3=6@0303 I4=5@0303" + FAR)
    hex_ = t.state.theatre.board.grid.hex("0303")
    assert of_three_divisions(t.state, hex_) == []
    reduced = SKETCH.table(MOVEMENT + "DE I1=6@0303 I2=6@0303 I3=6@0303" + FAR)
    (corps,) = of_three_divisions(reduced.state, hex_)
    assert corps.strength == 18


def test_28_1_28_5_a_marker_changes_nothing() -> None:
    t = SKETCH.table(MOVEMENT + "DE I1@0303 I2@0303 I3@0303" + FAR)
    before = t.state.facts()
    of_three_divisions(t.state, t.state.theatre.board.grid.hex("0303"))
    assert t.state.facts() == before
    assert t.at("0303") == {"DEI1", "DEI2", "DEI3"}


def test_27_2_a_division_formed_on_trains_is_on_a_train_bug() -> None:
    """It took over the trains after its hex had been looked at, and so exerted a zone of control
    from them."""
    units = "DE G1@0303 G2@0303 I1=0:eliminated" + FAR + "\nentrained DEG1 DEG2"
    t = SKETCH.table(MOVEMENT + units).choose("done", "component DEG1", "form DEI1")
    assert "0304" not in t.zone("Central Powers")


def test_27_1_tannenberg_has_spare_regiments_and_brigades() -> None:
    t = opening(scenario="tannenberg")
    t.choose("break DE1", "component DEReg1", "component DEReg2", "component DEReg3")
    t.choose("component DEReg4")
    assert {"DEReg1", "DEReg2", "DEReg3", "DEReg4"} <= t.at("1906")
    assert t.refused("break DE2") == "27-1"
