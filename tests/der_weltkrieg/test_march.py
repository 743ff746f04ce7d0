"""Section 6: what a stack may still do on its march."""

from __future__ import annotations

from tests.der_weltkrieg.table import Sketch, line_of

CENTRAL = "turn 1914 Aug 5 phase Central movement\n"
ENTENTE = "turn 1914 Aug 5 phase Entente movement\n"
LINE = Sketch(line_of("double_track", "0301", "0302", "0303", "0304", "0305"))


def test_6_5_nobody_joins_a_stack_that_has_spent_movement() -> None:
    t = LINE.table(CENTRAL + "DE I1@0303 I2@0303\nRU I1@1010").choose("unit DEI1")
    assert t.choices("with") == {"DEI2"}
    t.choose("entrain")
    assert t.choices("with") == set()
    t.choose("detrain")
    assert t.choices("with") == set()
    assert t.refused("with DEI2") == "6-5"


def test_6_9_30_4_riders_who_outrun_their_fodder_have_no_points_left() -> None:
    """Seven points at first, five when hungry, and six are spent."""
    t = Sketch().table("turn 1914 Nov 1 phase Central movement\nDE C1@0107 HQ1@0101\nRU I1@1001")
    assert t.cost("DEC1", "0610") == 6
    t.choose("unit DEC1", "move 0610")
    assert (t.where("DEC1"), t.asked) == ("0610", "MovementPhase")


def test_6_6_a_stack_goes_as_far_as_its_points_and_never_to_where_it_is() -> None:
    t = Sketch({"0305/0306": "woods"}, "0303 0304 0305 0306 0307").table(CENTRAL + "DE B1@0303")
    assert t.reach("DEB1") == {"0304", "0305", "0306"}


def test_7_8_who_came_on_foot_may_enter_an_enemy_zone() -> None:
    t = Sketch().table(ENTENTE + "RU I1@0805\nDE I1@1006").choose("unit RUI1")
    assert t.may("move 0906")


def test_7_10_6_10_who_has_marched_in_column_takes_no_train_and_attacks_nobody() -> None:
    t = LINE.table(CENTRAL + "DE I1@0202\nRU I1@0404")
    t.choose("unit DEI1", "column", "move 0302")
    assert t.refused("entrain") == "7-10"
    assert t.state.columned == 1 << t.unit("DEI1")


def test_40_2_austrians_march_in_column_where_no_enemy_is_and_on_foot_towards_him() -> None:
    t = Sketch().table(CENTRAL + "AH I1@0303").choose("unit AHI1", "column")
    assert t.may("move 0803")
    t = Sketch().table(CENTRAL + "AH I1@0303\nRU I1@0903").choose("unit AHI1")
    assert t.may("move 0403")
