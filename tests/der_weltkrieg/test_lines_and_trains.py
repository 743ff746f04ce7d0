"""Sections 7, 8 and 19: trains and supply lines where they end."""

from __future__ import annotations

from dataclasses import replace

from tests.der_weltkrieg.battles import COMBAT, ENTENTE, MOVEMENT, declared, morale
from tests.der_weltkrieg.table import Sketch, Table, counter, line_of
from trenchline.games.der_weltkrieg.cavalry import is_cossack, must_withdraw
from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.lines import is_cut_off, is_looked_after, length
from trenchline.games.der_weltkrieg.losses import lose_points

FAR = "\nRU I1@1010"
ROW = tuple(f"03{row:02}" for row in range(1, 11))
SNAKE = (*ROW, *(f"04{row:02}" for row in range(9, 0, -1)))
LINE = Sketch(line_of("double_track", *SNAKE))


def line(t: Table, label: str, headquarters: str) -> int | None:
    """The length of a supply line."""
    return length(t.state, t.state.theatre.board.grid.hex(label), t.unit(headquarters))


def test_19_8_a_line_may_begin_but_not_pass_in_an_enemy_zone() -> None:
    t = Sketch().table(COMBAT + "DE HQ1@0302\nRU I1@0305\ndevastation 0303")
    assert line(t, "0302", "DEHQ1") == 0
    assert "0304" in t.zone("Entente")
    # Onto the churned ground for three, and one point more.
    assert line(t, "0304", "DEHQ1") == min(3 + 1, 1 + 1 + 1)
    assert line(t, "0303", "DEHQ1") == 1


LANE = "0102 0202 0302 0402 0301"
"""A lane from a railway in the west to 0402, with a hex beside it."""


def lane(text: str) -> bool:
    """Whether a headquarters at the end of the lane is cut off."""
    t = Sketch({"0102/0202": "double_track"}, LANE).table(MOVEMENT + "DE HQ1@0402 " + text)
    t.state.inoperative = 1 << t.state.theatre.board.grid.hex("0202")
    return is_cut_off(t.state, t.unit("DEHQ1"))


def test_19_15_r108_a_line_to_the_rear_passes_enemy_zones_only_where_friends_stand() -> None:
    assert not lane("I1@0302")
    assert lane("\nRU I1@0301")
    assert not lane("I1@0302 I2@0202\nRU I1@0301")
    assert not lane("E1@0302 E2@0202\nRU I1@0301")
    assert lane("\nRU F1@0202")


def test_18_13_who_has_a_headquarters_is_looked_after_by_nobody() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303\nAH I1@0304")
    assert is_looked_after(t.state, "AH")
    t = Sketch().table(MOVEMENT + "DE I1@0303\nAH I1@0304 HQ1@0304")
    assert not is_looked_after(t.state, "AH")


def test_6_11_7_6_a_train_does_not_roll_through_an_enemy() -> None:
    t = LINE.table(MOVEMENT + "DE I1@0301\nRU HQ1@0305 I1@1010").choose("unit DEI1", "entrain")
    assert t.choices("ride") == {"0302", "0303", "0304"}


def test_37_3_the_last_step_takes_the_last_two_points_and_no_more() -> None:
    """A brigade that has walked one hex has two points left on its train: ten hexsides and the
    zone of the Russians beside 0310."""
    sketch = Sketch(line_of("double_track", "0202", "0201", *ROW))
    for start, station, may in (("0101", "0201", True), ("0102", "0202", False)):
        t = sketch.table(MOVEMENT + f"DE B1@{start}\nRU I1@0410")
        t.choose("unit DEB1", f"move {station}", "entrain")
        assert "0309" in t.choices("ride")
        assert ("0310" in t.choices("ride")) is may


def test_8_4_a_train_is_counted_once_in_a_network_however_often_it_halts() -> None:
    t = LINE.table(MOVEMENT + "DE I1@0301" + FAR).choose("unit DEI1", "entrain")
    t.choose("ride 0303", "ride 0305")
    assert t.state.capacity_used[CODES.index("DE")] == 1


def test_26_1_lost_points_shake_a_nations_morale() -> None:
    t = Sketch().table(COMBAT + "DE I1@0506\nRU I1@0606")
    lose_points(t.state, t.unit("RUI1"), 2)
    assert (morale(t, "RU"), morale(t, "DE")) == (2, 0)


RIDERS = Sketch(
    counters=(
        replace(counter("RUK1", (4, 2), 7, "cavalry", full=1), traits=frozenset({"cossack"})),
        replace(counter("AHY1", (2, 1), 7, "cavalry", full=1), traits=frozenset({"yellow"})),
        replace(counter("DEK1", (2, 1), 7, "cavalry", full=2), traits=frozenset({"cossack"})),
    )
)


def test_50_5_cossacks_are_russian_units_so_marked() -> None:
    t = RIDERS.table(COMBAT + "DE K1@0506\nRU K1@0606 C1@0606")
    assert [is_cossack(t.state, t.unit(key)) for key in ("RUK1", "RUC1", "DEK1")] == [
        True,
        False,
        False,
    ]


def test_40_3_three_times_their_strength_drives_yellow_riders_off() -> None:
    for russians, flees in (
        ("C1@0606 C2@0606 C3=1@0606", False),
        ("C1@0606 C2@0606 C3@0606", True),
    ):
        t = RIDERS.table(ENTENTE + f"RU {russians}\nAH Y1@0506")
        battle = declared(t, "0506", "RUC1", "RUC2", "RUC3")
        assert bool(must_withdraw(t.state, battle)) is flees


def test_40_3_all_riders_flee_only_where_more_than_half_are_cossacks() -> None:
    for others, flees in (("C1@0606 C2@0606", False), ("C1@0606 C2=1@0606", True)):
        t = RIDERS.table(ENTENTE + f"RU K1@0606 {others}\nAH C1@0506")
        battle = declared(t, "0506", "RUK1", "RUC1", "RUC2")
        assert bool(must_withdraw(t.state, battle)) is flees
