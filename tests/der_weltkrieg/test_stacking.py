"""Section 11: stacking."""

from __future__ import annotations

from tests.der_weltkrieg.table import Sketch, counter
from trenchline.games.der_weltkrieg.stacking import has_room, limits, load

AUGUST = "turn 1914 Aug 5 phase Central movement\n"
SIX = "I1@0303 I2@0303 I3@0303 I4@0303 I5@0303 I6@0303"


def test_11_1_11_3_the_owner_gives_up_what_is_more_than_six_divisions() -> None:
    t = Sketch().table(AUGUST + f"DE {SIX} I7@0304")
    t.march("DEI7", "0303").choose("done")
    assert t.asked == "EliminateExcess"
    assert t.who == "Central Powers"
    assert t.refused("eliminate DEI8") == "11-3"
    t.choose("eliminate DEI2")
    assert t.where("DEI2") == "eliminated"
    assert len(t.at("0303")) == 6


def test_11_2_reduced_divisions_count_whole() -> None:
    t = Sketch().table(AUGUST + f"DE {SIX} I7=1@0304").march("DEI7", "0303").choose("done")
    assert t.asked == "EliminateExcess"


def test_11_4_three_artillery_units_besides() -> None:
    t = Sketch().table(AUGUST + f"DE {SIX} A1@0303 A2@0303 S1@0303\nRU I1@0909").choose("done")
    assert t.asked != "EliminateExcess"
    t = Sketch().table(AUGUST + "DE A1@0303 A2@0303 S1@0303 A3@0304")
    t.march("DEA3", "0303").choose("done")
    assert t.choices("eliminate") == {"DEA1", "DEA2", "DEA3", "DES1"}


def test_11_5_forts_engineers_headquarters_and_markers_are_free() -> None:
    free = "F1@0303 E1@0303 HQ1@0303 P1@0303"
    t = Sketch().table(AUGUST + f"DE {SIX} {free}\nRU I1@0909").choose("done")
    assert t.asked != "EliminateExcess"


def test_11_6_brigades_weigh_half_and_24_2_replacements_whole() -> None:
    t = Sketch().table("DE I1@0303 B1@0303 B2@0303 B3@0303 R1@0303")
    assert load(t.state, t.state.theatre.board.grid.hex("0303"), 0) == (7, 0)


def test_11_7_friends_of_all_nations_stack() -> None:
    t = Sketch().table(AUGUST + "DE I1@0303\nAH I1@0304")
    t.march("AHI1", "0303")
    assert t.at("0303") == {"DEI1", "AHI1"}


def test_11_9_few_land_sides_hold_less() -> None:
    t = Sketch(facts={"0303": {"land_sides": "2"}, "0304": {"land_sides": "1"}}).table("DE I1@0303")
    grid = t.state.theatre.board.grid
    assert limits(t.state, grid.hex("0303")) == (8, 2)
    assert limits(t.state, grid.hex("0304")) == (4, 1)
    assert limits(t.state, grid.hex("0305")) == (12, 3)


def test_49_1_americans_weigh_double() -> None:
    assert counter("US1", (12, 8), 5).half_divisions == 4
    assert counter("US2", (6, 3), 5, size="brigade").half_divisions == 2


def test_11_3_23_5_what_is_given_up_keeps_no_strength() -> None:
    t = Sketch().table(AUGUST + f"DE {SIX} I7@0304").march("DEI7", "0303")
    t.choose("done", "eliminate DEI2")
    assert t.strength("DEI2") == 0


def test_11_1_11_3_every_overfull_hex_is_cleared_before_the_game_goes_on() -> None:
    more = "C1@0305 C2@0305 C3@0305 C4@0305 M1@0305 M2@0305"
    t = Sketch().table(AUGUST + f"DE {SIX} I7@0304 {more} I8@0304\nRU I1@0306")
    t.march("DEI7", "0303").march("DEI8", "0305").choose("done")
    t.choose("eliminate DEI2")
    assert "DEI8" in t.choices("eliminate")
    t.choose("eliminate DEI8")
    assert t.asked == "CombatPhase"


def test_11_3_11_9_even_three_units_may_be_too_many_at_the_coast() -> None:
    sketch = Sketch(facts={"0304": {"land_sides": "1"}})
    t = sketch.table(AUGUST + "DE I1@0304 I2@0304 I3@0303").march("DEI3", "0304")
    assert t.choose("done").choices("eliminate") == {"DEI1", "DEI2", "DEI3"}


def test_27_3_parts_of_two_divisions_and_of_none_are_weighed_apart() -> None:
    """Eight brigades of two are two divisions of eight; brigades and mountain brigades that make up
    none weigh half a division each."""
    brigades = [counter(f"DEQ{n}", (2, 1), 4, size="brigade", full=8) for n in range(1, 9)]
    climbers = [counter(f"DEK{n}", (1, 1), 4, "mountain", "brigade", 6) for n in range(1, 4)]
    sketch = Sketch(counters=(*brigades, *climbers))
    eight = " ".join(f"Q{n}@0303" for n in range(1, 9))
    t = sketch.table(AUGUST + f"DE {eight}\nRU I1@0909")
    hex_ = t.state.theatre.board.grid.hex("0303")
    assert load(t.state, hex_, 0) == (4, 0)
    t = sketch.table(AUGUST + f"DE {eight} B1@0303\nRU I1@0909")
    assert load(t.state, hex_, 0) == (6, 0)
    t = sketch.table(AUGUST + "DE Q1@0303 K1@0303 K2@0303 K3@0303\nRU I1@0909")
    assert load(t.state, hex_, 0) == (4, 0)


def test_27_3_a_battalion_as_strong_as_it_ever_is_weighs_half_a_division() -> None:
    guides = counter("DEK1", (1, 1), 4, "mountain", "battalion", 1)
    t = Sketch(counters=(guides,)).table(
        AUGUST + "DE B1@0303 B2@0303 B3@0303 B4@0303 K1@0303\nRU I1@0909"
    )
    assert load(t.state, t.state.theatre.board.grid.hex("0303"), 0) == (3, 0)


def test_27_3_14_10_the_last_component_of_a_division_finds_room() -> None:
    """Five divisions and four brigades would weigh seven, did not four brigades of two make
    a division of eight."""
    five = " ".join(f"I{n}@0303" for n in range(1, 6))
    t = Sketch().table(AUGUST + f"DE {five} B1@0303 B2@0303 B3@0304 B4@0305\nRU I1@0909")
    hex_ = t.state.theatre.board.grid.hex("0303")
    t.state.move(1 << t.unit("DEB3"), hex_)
    assert has_room(t.state, hex_, 0, t.unit("DEB4"))
    assert not has_room(t.state, hex_, 0, t.unit("DEI6"))
