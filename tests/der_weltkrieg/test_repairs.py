"""Section 9: what engineers can reach along a line, to the point."""

from __future__ import annotations

from tests.der_weltkrieg.table import Sketch, line_of
from tests.der_weltkrieg.test_rail_lines import AUGUST_5, BROAD, CUT, FAR, TRACK, network
from trenchline.games.der_weltkrieg.rail_lines import (
    changes_gauge,
    may_convert,
    operative,
    repair,
    stand_still,
)

LONG = ("0301", "0302", "0303", "0304", "0305", "0306", "0307")
HOME = Sketch(line_of("double_track", *LONG))
BROKEN = "\ninoperative 0302 0303 0304 0305 0306 0307"


def test_9_1_9_2_a_side_uses_the_lines_of_all_its_nations_that_are_not_broken() -> None:
    sketch = Sketch(
        line_of("double_track", *LONG), facts={hex_: {"country": "AH"} for hex_ in LONG[:2]}
    )
    t = sketch.table(AUGUST_5 + "DE I1@0303\nRU I1@1010\ninoperative 0304")
    assert t.labels(operative(t.state, 0)) == {"0301", "0302", "0303", "0305", "0306", "0307"}
    assert operative(t.state, 1) == 0


def test_9_3_only_rail_hexes_are_broken() -> None:
    t = TRACK.table(AUGUST_5 + "DE I1@0502" + FAR).march("DEI1", "0602")
    assert t.state.inoperative == 0


def test_9_5_engineers_repair_as_far_as_their_points_go() -> None:
    t = HOME.table(AUGUST_5 + "DE E1@0301" + FAR + BROKEN).choose("unit DEE1")
    assert t.choices("repair") == {"0302", "0303", "0304", "0305"}
    t.choose("repair 0303")
    assert t.spent == 2
    assert t.choices("repair") == {"0304", "0305"}


def test_9_5_the_cheaper_way_along_the_lines_counts() -> None:
    """Two lines lead to 0304: one straight over mountains, one around."""
    sides = line_of("double_track mountain", "0302", "0303", "0304") | line_of(
        "double_track", "0302", "0402", "0403", "0304"
    )
    t = Sketch(sides).table(AUGUST_5 + "DE E1@0302" + FAR + "\ninoperative 0303 0304 0402 0403")
    t.choose("unit DEE1")
    assert "0304" in t.choices("repair")
    t.choose("repair 0304")
    assert t.labels(t.state.inoperative) == {"0303"}


def test_9_5_6_11_engineers_do_not_follow_a_line_through_an_enemy_fort() -> None:
    t = HOME.table(AUGUST_5 + "DE E1@0301\nRU I1@1010 F1@0303" + BROKEN).choose("unit DEE1")
    assert t.choices("repair") == {"0302"}


def test_6_9_9_5_one_hexside_may_always_be_repaired_and_takes_everything() -> None:
    steep = line_of("single_track mountain", "0301", "0302", "0303")
    t = Sketch(steep).table(AUGUST_5 + "DE E1@0301" + FAR + "\ninoperative 0302 0303")
    t.choose("unit DEE1")
    assert t.choices("repair") == {"0302"}
    t.choose("repair 0302")
    assert t.where("DEE1") == "0302"
    assert t.labels(t.state.inoperative) == {"0303"}
    begun = Sketch(steep | line_of("double_track", "0401", "0301")).table(
        AUGUST_5 + "DE E1@0401" + FAR + "\ninoperative 0302"
    )
    assert begun.choose("unit DEE1", "move 0301").choices("repair") == set()


def test_9_5_a_line_that_works_keeps_its_owner_when_engineers_pass() -> None:
    facts = {hex_: {"country": "AH"} for hex_ in ("0302", "0303")}
    t = Sketch(line_of("double_track", *LONG), facts=facts).table(
        AUGUST_5 + "DE E1@0301" + FAR + "\ninoperative 0303"
    )
    t.choose("unit DEE1", "repair 0303")
    assert "0302" in network(t, "AH")
    assert "0303" in network(t, "DE")


def test_9_11_a_converted_line_has_the_gauge_of_the_network_it_joins() -> None:
    t = TRACK.table(AUGUST_5 + "DE E1@0503\nRU E1@0903" + FAR + CUT + BROAD)
    grid = t.state.theatre.board.grid
    german, border, russian = (grid.hex(label) for label in ("0503", "0603", "0703"))
    assert changes_gauge(t.state, german, border)
    assert not changes_gauge(t.state, border, russian)
    repair(t.state, t.unit("DEE1"), german, border)
    assert not changes_gauge(t.state, german, border)
    assert changes_gauge(t.state, border, russian)
    repair(t.state, t.unit("RUE1"), grid.hex("0903"), grid.hex("0803"))
    assert not changes_gauge(t.state, grid.hex("0803"), grid.hex("0903"))


def test_9_11_a_scenario_may_list_the_turns_of_conversion() -> None:
    sketch = Sketch(TRACK.sides, scenario={"S6": {"conversion": ["Aug 6"]}})
    assert not may_convert(sketch.table(AUGUST_5 + "DE E1@0503" + FAR).state)
    assert may_convert(sketch.table(AUGUST_5.replace("Aug 5", "Aug 6") + "DE E1@0503" + FAR).state)


def test_9_7_only_where_trenches_lie_on_a_broken_line_engineers_stand_still_to_work() -> None:
    t = HOME.table(AUGUST_5 + "DE E1@0303 E2@0304 E3@0305 E4@0101" + FAR)
    grid = t.state.theatre.board.grid
    t.state.inoperative = 1 << grid.hex("0303") | 1 << grid.hex("0304")
    t.state.devastation = 1 << grid.hex("0304") | 1 << grid.hex("0305")
    t.state.stationary[t.unit("DEE1")] = 1
    stand_still(t.state, 0)
    assert t.state.stationary == {t.unit("DEE2"): 1}
