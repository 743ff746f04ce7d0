"""Section 10: zones of control."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.table import Sketch

AROUND = {"0302", "0402", "0403", "0304", "0203", "0202"}
CENTRAL = "Central Powers"


def test_10_1_a_zone_is_the_six_hexes_around() -> None:
    t = Sketch().table("DE I1@0303")
    grid = t.state.theatre.board.grid
    assert t.zone(CENTRAL) == {grid.label(h) for h in grid.neighbours(grid.hex("0303"))}


@pytest.mark.parametrize("counter", ["I1", "C1", "M1", "X1", "B1"])
def test_10_2_infantry_and_cavalry_exert_zones(counter: str) -> None:
    assert len(Sketch().table(f"DE {counter}@0303").zone(CENTRAL)) == 6


@pytest.mark.parametrize("counter", ["A1", "S1", "E1", "HQ1", "F1", "P1"])
def test_10_2_nobody_else_does(counter: str) -> None:
    assert Sketch().table(f"DE {counter}@0303").zone(CENTRAL) == set()


def test_10_3_replacements_exert_none() -> None:
    assert Sketch().table("DE R1@0303").zone(CENTRAL) == set()


def test_10_4_10_5_zones_reach_into_occupied_hexes_and_overlap() -> None:
    t = Sketch().table("DE I1@0303 I2@0304\nRU I1@0403")
    assert {"0303", "0304"} <= t.zone(CENTRAL)
    assert {"0303", "0304"} <= t.zone("Entente")


def test_10_6_zones_stop_at_the_sea_at_alpine_sides_and_at_neutral_borders() -> None:
    sides = {"0303/0302": "sea", "0303/0304": "neutral_border", "0303/0403": "alpine"}
    open_zone = Sketch().table("DE I1@0303").zone(CENTRAL)
    t = Sketch(sides).table("DE I1@0303")
    assert open_zone - t.zone(CENTRAL) == {"0302", "0304", "0403"}


def test_10_6_r16_zones_reach_over_lakes() -> None:
    t = Sketch({"0303/0302": "lake", "0303/0304": "lake clear"}).table("DE I1@0303")
    assert t.zone(CENTRAL) == AROUND


def test_7_11_no_zone_from_a_train() -> None:
    assert Sketch().table("DE I1@0303\nentrained DEI1").zone(CENTRAL) == set()
