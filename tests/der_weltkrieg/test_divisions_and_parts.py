"""Section 27: who may break down, and who may form a division."""

from __future__ import annotations

from tests.der_weltkrieg.table import Sketch, counter
from trenchline.games.der_weltkrieg.components import CODES

MOVEMENT = "turn 1914 Aug 5 phase Central movement\n"
FAR = "\nRU I1@1010"
STRONG = tuple(counter(f"DEQ{n}", (7, 3), 4, size="brigade", full=8) for n in (1, 2))
GERMANS = Sketch(counters=STRONG)
GONE = "B1=0:eliminated B2=0:eliminated B3=0:eliminated"


def test_27_1_divisions_break_down_not_their_parts() -> None:
    t = GERMANS.table(MOVEMENT + f"DE I1@0303 B4@0303 {GONE}" + FAR)
    assert t.choices("break") == {"DEI1"}


def test_27_1_nobody_breaks_down_once_a_unit_has_been_left_where_it_is() -> None:
    t = GERMANS.table(MOVEMENT + f"DE I1@0303 I2@0304 {GONE}" + FAR).choose("unit DEI2", "stay")
    assert "break" not in t.verbs
    assert t.refused("break DEI1") == "27-1"


def test_27_1_a_division_that_gives_up_no_part_stays_whole() -> None:
    t = GERMANS.table(MOVEMENT + f"DE I1@0303 {GONE}" + FAR).choose("break DEI1", "done")
    assert (t.where("DEI1"), t.strength("DEI1")) == ("0303", 8)


def test_27_1_what_finds_no_part_is_lost_and_the_parts_share_the_divisions_lot() -> None:
    t = GERMANS.table(MOVEMENT + f"DE I1@0303 {GONE}" + FAR)
    lost = t.state.lost[CODES.index("DE")]
    t.state.isolated = 1 << t.unit("DEI1")
    t.choose("break DEI1", "component DEB1", "component DEB2", "done")
    assert t.at("0303") == {"DEB1", "DEB2"}
    assert t.state.lost[CODES.index("DE")] == lost + 4
    assert t.state.isolated == 1 << t.unit("DEB1") | 1 << t.unit("DEB2")


def test_27_2_components_of_a_side_in_one_hex_form_a_division() -> None:
    units = "DE B1@0303 B2@0303 B3@0404 C1@0404 I1=0:eliminated\nRU B1@0909 B2@0909"
    t = GERMANS.table(MOVEMENT + units + " I1=0:eliminated I2@1010").choose("done")
    assert t.choices("component") == {"DEB1", "DEB2"}


def test_27_2_eight_points_go_into_a_division_of_eight_but_fourteen_into_none() -> None:
    four = " ".join(f"B{n}@0303" for n in range(1, 5))
    t = GERMANS.table(MOVEMENT + f"DE {four} I1=0:eliminated" + FAR).choose("done")
    t.choose("component DEB1", "with DEB2", "with DEB3", "with DEB4", "form DEI1")
    assert (t.strength("DEI1"), t.at("0303")) == (8, {"DEI1"})
    t = GERMANS.table(MOVEMENT + "DE Q1@0303 Q2@0303 I1=0:eliminated" + FAR).choose("done")
    assert t.asked != "FormDivisions"
    t = GERMANS.table(MOVEMENT + "DE Q1@0303 Q2=4@0303 B1@0303 I1=0:eliminated" + FAR)
    t.choose("done", "component DEQ1")
    assert t.choices("with") == {"DEQ2", "DEB1"}
    assert t.choose("with DEQ2").choices("with") == set()
