"""Section 20: surrounded units. The friendly edge of both sides lies in column 01 or 10."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.der_weltkrieg.battles import COMBAT, bleed, declared, join, morale
from tests.der_weltkrieg.table import Sketch, Table, counter
from trenchline.games.der_weltkrieg import supply_spending
from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.results import attack, quarter
from trenchline.games.der_weltkrieg.retreat import breaking_point, must_retreat
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.surrounded import in_pockets, is_cut_off, is_surrounded
from trenchline.games.der_weltkrieg.ways_out import governors, ways_out

EDGES = {
    **{f"01{row:02}": {"edge": "DE"} for row in range(1, 11)},
    **{f"10{row:02}": {"edge": "RU"} for row in range(1, 11)},
}
SKETCH = Sketch(facts=EDGES)
RING = "DE I1@0506 I2@0706 I3@0608\n"
"""Around 0606: all its neighbours lie in German zones."""
WIDE = "DE I1@0503 I2@0506 I3@0706 I4@0703 I5@0602 I6@0608\n"
"""Around 0605 and 0604, which no zone reaches."""
ENTENTE = "turn 1914 Aug 5 phase Entente combat\n"


def cut_off(t: Table, label: str, side: int = 1) -> bool:
    return is_cut_off(t.state, t.state.theatre.board.grid.hex(label), side)


def hungry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is supplied."""

    def never(state: State, battle: Battle, unit: int) -> bool:
        return False

    monkeypatch.setattr(supply_spending, "is_supplied", never)


def test_20_1_no_line_to_an_edge_or_interior() -> None:
    t = SKETCH.table(COMBAT + RING + "RU I1@0606")
    assert cut_off(t, "0606")
    t = SKETCH.table(COMBAT + RING + "RU I1@0606 I2@0605")
    assert not cut_off(t, "0606")
    inside = Sketch(facts=EDGES, scenario={"S5": {"interior": {"RU": ["0606"]}}})
    assert not cut_off(inside.table(COMBAT + RING + "RU I1@0606"), "0606")


def test_r70_a_map_without_edges_cuts_nobody_off() -> None:
    assert not cut_off(Sketch().table(COMBAT + RING + "RU I1@0606"), "0606")


def test_20_9_nobody_is_surrounded_beside_a_fort() -> None:
    t = SKETCH.table(COMBAT + RING + "RU I1@0606 F1@0606")
    hex_ = t.state.theatre.board.grid.hex("0606")
    assert not is_surrounded(t.state, hex_, 1)
    assert cut_off(t, "0606")


def test_20_2_an_unsupplied_break_out_counts_a_quarter(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [quarter(n) for n in range(1, 9)] == [0, 1, 1, 1, 1, 2, 2, 2]
    t = SKETCH.table(ENTENTE + RING + "RU I1@0606 I2@0606")
    battle = declared(t, "0506", "RUI1", "RUI2")
    assert attack(t.state, battle).points == 10
    hungry(monkeypatch)
    # [20-3] Each division pays a point first; a quarter of four is one.
    assert attack(t.state, battle).points == 2
    paid = replace(battle, paid_to_break_out=True)
    assert attack(t.state, paid).points == 2
    t.state.set_strength(t.state.theatre.unit["RUI1"], 6)
    assert (attack(t.state, battle).points, attack(t.state, paid).points) == (2, 3)


def test_20_3_a_break_out_costs_a_point_of_each_division_and_of_two_brigades(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hungry(monkeypatch)
    t = SKETCH.table(ENTENTE + RING + "RU I1@0606 I2@0606 B1@0606 B2@0606", 1, 1)
    join(t, "0506", "RUI1", "RUI2", "RUB1", "RUB2")
    assert t.asked == "BreakOut"
    assert t.choices("lose") == {"RUB1", "RUB2"}
    assert t.refused("lose RUI1") == "20-3"
    t.choose("lose RUB1")
    assert [t.strength(key) for key in ("RUI1", "RUI2", "RUB1", "RUB2")] == [4, 4, 1, 2]
    assert morale(t, "RU") == 3 * 2
    # A quarter of each, to the nearest.
    assert t.said("RUI1, RUI2, RUB1, RUB2 try to break out")
    assert t.said("Entente with 3 points")


def test_20_4_26_3_losses_of_surrounded_units_have_surrendered() -> None:
    t = SKETCH.table(ENTENTE + RING + "RU I1@0606 C1@0606", 1, 6)
    bleed(join(t, "0506", "RUI1", "RUC1").choose("stand"))
    # 24 points with a six: five lost, the cavalry's two first.
    assert t.where("RUC1") == "surrendered"
    assert morale(t, "RU") == 2 * 4 + 3 * 2


def test_20_5_in_a_joint_attack_the_surrounded_take_all_losses() -> None:
    t = SKETCH.table(ENTENTE + RING + "RU I1@0606 I2@0606 I3@0406", 1, 4)
    grid = t.state.theatre.board.grid
    assert not is_surrounded(t.state, grid.hex("0406"), 0)
    battle = declared(t, "0506", "RUI1", "RUI2", "RUI3")
    outside = t.state.theatre.unit["RUI3"]
    inside = tuple(u for u in battle.surrounded if u != outside)
    t.choose("attack 0506", "with RUI1", "with RUI2", "with RUI3", "join", "stand")
    t.state.battle = replace(t.state.battle, surrounded=inside)
    t = t.copy()
    assert t.choices("lose") == {"RUI1", "RUI2"}
    assert t.refused("lose RUI3") == "20-5"


def test_20_7_20_8_20_10_driven_out_at_a_quarter_into_no_other_zone() -> None:
    t = SKETCH.table(COMBAT + RING + "RU I1@0606 I2=3@0606", 6, 1)
    bleed(join(t, "0606", "DEI1"))
    # Two of eight is a quarter; every neighbour lies in a zone.
    assert t.where("RUI1") == t.where("RUI2") == "surrendered"
    assert morale(t, "RU") == 2 * 8


def test_20_10_a_friendly_fort_takes_them_in() -> None:
    t = SKETCH.table(COMBAT + RING + "RU I1@0606 F1@0605", 6, 1)
    join(t, "0606", "DEI1")
    assert t.where("RUI1") == "0605"


def test_20_7_inside_a_wide_ring_the_way_is_free_whatever_the_distance() -> None:
    t = SKETCH.table(COMBAT + WIDE + "RU I1@0605 HQ1@0906", 6, 1)
    assert cut_off(t, "0605")
    join(t, "0605", "DEI2")
    assert t.where("RUI1") == "0604"


def test_20_7_the_way_out_of_a_ring_does_not_ask_for_a_headquarters() -> None:
    """Two free hexes inside a wide ring: the farther one is as good as the closer."""
    ring = "DE I1@0602 I2@0804 I3@0806 I4@0608 I5@0406 I6@0404\n"
    t = SKETCH.table(COMBAT + ring + "RU I1@0605 HQ1@0604")
    assert cut_off(t, "0605")
    unit = t.unit("RUI1")
    joined = declared(t, "0605", "DEI3")
    t.state.battles = [replace(joined, surrounded=())]
    assert governors(t.state, unit) == [t.unit("RUHQ1")]
    t.state.battles = [joined]
    assert governors(t.state, unit) == [None]
    assert set(ways_out(t.state, unit, None)) == {1, 7}


@pytest.mark.parametrize(
    ("points", "loss", "goes"), [(5, 1, False), (5, 2, True), (4, 1, True), (3, 0, False)]
)
def test_20_7_a_quarter_of_the_strength_drives_surrounded_units_out(
    points: int, loss: int, goes: bool
) -> None:
    t = SKETCH.table(COMBAT + RING + f"RU I1={points}@0606")
    battle = replace(declared(t, "0606", "DEI1"), defence_loss=loss)
    assert t.unit("RUI1") in battle.surrounded
    assert must_retreat(t.state, battle) is goes
    assert breaking_point(t.state, battle) == (Fraction(1, 4), "20-7")


def test_20_13_20_14_a_pocket_is_destroyed_after_a_whole_half_turn() -> None:
    before = "turn 1914 Aug 5 phase Central combat\n"
    t = SKETCH.table(before + RING + "RU I1@0606 E1@0606 HQ1/9@0606")
    assert in_pockets(t.state, 1)
    t.choose("done")
    assert t.phase == "Entente movement"
    assert t.state.isolated
    t.choose("done")
    if t.asked == "CombatPhase":
        t.choose("done")
    assert {t.where(key) for key in ("RUI1", "RUE1", "RUHQ1")} == {"surrendered"}
    assert morale(t, "RU") == 2 * 5 + 2 + 10


def test_20_13_not_with_a_fort_20_14_nor_a_port_nor_an_interior_hex() -> None:
    assert not in_pockets(SKETCH.table(COMBAT + RING + "RU I1@0606 F1@0606").state, 1)
    port = Sketch(facts=EDGES, places={"0606": "port"})
    assert not in_pockets(port.table(COMBAT + RING + "RU I1@0606").state, 1)
    t = SKETCH.table(COMBAT + WIDE + "RU I1@0605")
    assert cut_off(t, "0605")
    assert not in_pockets(t.state, 1)


def test_20_13_who_breaks_the_ring_lives() -> None:
    t = SKETCH.table(COMBAT + RING + "RU I1@0606 I2@0906 I3@0906")
    t.choose("done")
    assert t.state.isolated
    t.choose("unit RUI2", "move 0707")
    t.choose_while(("March", "MovementPhase", "CombatPhase"), "stay", "done", "done")
    assert t.where("RUI1") == "0606"
    assert not t.state.isolated


def test_20_13_who_was_not_in_the_pocket_for_the_whole_half_lives() -> None:
    rings = RING.strip() + " I4@0306 I5@0408\n"
    t = SKETCH.table(COMBAT + rings + "RU I1@0707 I2@0906 I3@0406")
    t.choose("done")
    assert t.state.isolated == 1 << t.unit("RUI3")
    t.march("RUI1", "0606").choose("done", "done")
    assert in_pockets(t.state, 1)
    assert (t.where("RUI1"), t.where("RUI3")) == ("0606", "surrendered")
    assert t.phase == "Central movement"


def test_37_7_germans_hold_out_around_a_core_of_three_hexes() -> None:
    ring = "RU I1@0406 I2@0605 I3@0608 I4@0806 I5@0504 I6@0508 I7@0807\n"
    text = COMBAT + ring + "DE I1@0506 I2@0606 I3@0507\n"
    t = SKETCH.table(text + "AH I1@0506")
    doomed = in_pockets(t.state, 0)
    keys = {t.state.theatre.counters[u].key for u in range(len(t.state.where)) if doomed >> u & 1}
    assert keys == {"AHI1"}
    t = SKETCH.table(COMBAT + ring + "DE I1@0506 I2@0606")
    assert in_pockets(t.state, 0).bit_count() == 2


def test_20_12_surrounded_units_have_nothing_from_their_trenches() -> None:
    t = SKETCH.table(COMBAT + RING + "RU I1@0606\ntrenches 0606")
    assert attack(t.state, declared(t, "0606", "DEI1")).modifier == 0
    t = SKETCH.table(COMBAT + "DE I1@0506\nRU I1@0606\ntrenches 0606")
    assert attack(t.state, declared(t, "0606", "DEI1")).modifier == -2


def test_20_7_20_10_a_fort_outside_enemy_zones_is_no_worse_than_other_free_ground() -> None:
    lost = Sketch(scenario={"S5": {"interior": {"RU": ["1010"]}}})
    t = lost.table(COMBAT + "DE I1@0507 I2@1010\nRU I1@0606 F1@0706", 6, 1)
    join(t, "0606", "DEI1")
    assert "RUI1" in {t.state.theatre.counters[u].key for u in t.state.battle.surrounded}
    assert t.choices("retreat_to") == {"0605", "0706", "0707"}


def test_20_3_49_1_an_american_brigade_is_a_brigade_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hungry(monkeypatch)
    brigades = tuple(counter(f"US{n}", (6, 3), 4, size="brigade", full=12) for n in (1, 2))
    sketch = Sketch(facts=EDGES, counters=brigades)
    t = sketch.table(ENTENTE + RING + "US 1@0606 2@0606", 1, 1)
    join(t, "0506", "US1", "US2")
    assert t.choices("lose") == {"US1", "US2"}
    t.choose("lose US1")
    assert (t.strength("US1"), t.strength("US2")) == (5, 6)
