"""Section 9: the status of rail lines."""

from __future__ import annotations

from tests.der_weltkrieg.table import Sketch, Table, line_of, table
from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.face import GAME
from trenchline.games.der_weltkrieg.rail_lines import railheads
from trenchline.games.der_weltkrieg.state import AMOUNTS_REMEMBERED, UNITS_REMEMBERED

AUGUST_5 = "turn 1914 Aug 5 phase Central movement\n"
AUGUST_6 = "turn 1914 Aug 6 phase Central movement\n"
LINE = ("0403", "0503", "0603", "0703", "0803", "0903")
"""From Germany into Russia, whose hexes begin in column 06."""
TRACK = Sketch(line_of("double_track", *LINE))
CUT = "\ninoperative 0603 0703 0803"
FAR = "\nRU I1@1010"


def network(t: Table, code: str) -> set[str]:
    """The rail hexes of a nation."""
    return t.labels(t.state.network[CODES.index(code)])


def test_9_1_9_2_lines_are_operative_and_belong_to_their_country() -> None:
    t = TRACK.table(AUGUST_5 + "DE I1@0403" + FAR)
    assert network(t, "DE") == {"0403", "0503"}
    assert network(t, "RU") == {"0603", "0703", "0803", "0903"}
    assert t.state.inoperative == 0


def test_9_3_a_division_breaks_the_enemys_line() -> None:
    t = TRACK.table(AUGUST_5 + "DE I1@0503" + FAR).march("DEI1", "0603")
    assert t.labels(t.state.inoperative) == {"0603"}
    home = TRACK.table(AUGUST_5 + "DE I1@0404" + FAR).march("DEI1", "0503")
    assert home.state.inoperative == 0


def test_9_3_r13_several_brigades_break_it_and_one_or_cavalry_does_not() -> None:
    t = TRACK.table(AUGUST_5 + "DE B1@0503 B2@0503 C1@0503" + FAR)
    t.march("DEC1", "0603").march("DEB1", "0603")
    assert t.state.inoperative == 0
    t.march("DEB2", "0603")
    assert t.labels(t.state.inoperative) == {"0603"}


def test_9_3_every_hex_of_the_way_is_broken() -> None:
    t = TRACK.table(AUGUST_5 + "DE I1@0503" + FAR).march("DEI1", "0603", "0703")
    assert t.labels(t.state.inoperative) == {"0603", "0703"}


def test_r14_a_line_that_its_owner_enters_again_stays_broken() -> None:
    t = TRACK.table("turn 1914 Aug 5 phase Entente movement\nRU I1@0803\nDE I1@0101" + CUT)
    t.march("RUI1", "0703")
    assert "0703" in t.labels(t.state.inoperative)


def test_9_4_9_5_the_repair_of_figure_5() -> None:
    """Engineers walk three hexes of clear ground along a broken line: it joins their network."""
    t = TRACK.table(AUGUST_5 + "DE E1@0503" + FAR + CUT).choose("unit DEE1")
    assert t.choices("repair") == {"0603", "0703", "0803"}
    t.choose("repair 0803")
    assert t.spent == 3
    assert t.state.inoperative == 0
    assert network(t, "DE") == {"0403", "0503", "0603", "0703", "0803"}


def test_9_4_only_engineers_repair() -> None:
    t = TRACK.table(AUGUST_5 + "DE B1@0503" + FAR + CUT).choose("unit DEB1")
    assert t.refused("repair 0603") == "9-4"
    t.choose("move 0603")
    assert "0603" in t.labels(t.state.inoperative)


def test_9_5_engineers_must_begin_on_the_line_and_follow_it() -> None:
    t = TRACK.table(AUGUST_5 + "DE E1@0504" + FAR + CUT).choose("unit DEE1")
    assert t.refused("repair 0603") == "9-6"
    strayed = TRACK.table(AUGUST_5 + "DE E1@0503" + FAR + CUT).choose("unit DEE1", "move 0502")
    assert strayed.refused("repair 0603") == "9-5"
    column = TRACK.table(AUGUST_5 + "DE E1@0503" + FAR + CUT).choose("unit DEE1", "column")
    assert column.refused("repair 0603") == "9-5"


def test_9_5_nobody_begins_on_a_line_repaired_in_the_same_phase() -> None:
    t = TRACK.table(AUGUST_5 + "DE E1@0503 E2@0603" + FAR + CUT)
    t.choose("unit DEE1", "repair 0603", "stay", "unit DEE2")
    assert t.refused("repair 0703") == "9-5"


def test_9_6_engineers_extend_the_network_of_their_own_nation() -> None:
    t = TRACK.table(AUGUST_5 + "AH E1@0503" + FAR + CUT).choose("unit AHE1")
    assert t.refused("repair 0603") == "9-6"


def test_9_7_r15_under_trenches_it_takes_two_turns_on_the_spot() -> None:
    t = TRACK.table(AUGUST_5 + "DE E1@0603" + FAR + CUT + "\ndevastation 0603")
    for _ in range(2):
        assert "0603" in t.labels(t.state.inoperative)
        t.choose("done", "done")
    assert "0603" not in t.labels(t.state.inoperative)
    assert "0603" in network(t, "DE")


def test_9_7_engineers_that_leave_begin_anew_and_do_not_repair_in_passing() -> None:
    t = TRACK.table(AUGUST_5 + "DE E1@0603 I1@0101" + FAR + CUT + "\ndevastation 0603")
    t.choose("done", "done")
    t.march("DEE1", "0604").choose("done", "done")
    t.march("DEE1", "0603").choose("done", "done")
    assert "0603" in t.labels(t.state.inoperative)
    passing = TRACK.table(AUGUST_5 + "DE E1@0503" + FAR + CUT + "\ndevastation 0603")
    assert passing.choose("unit DEE1").refused("repair 0603") == "9-7"


def test_9_8_engineers_do_not_enter_an_enemy_zone_to_repair() -> None:
    near = TRACK.table(AUGUST_5 + "DE E1@0503\nRU I1@0604" + CUT).choose("unit DEE1")
    assert near.refused("repair 0603") == "9-8"


def two_turns(facts: str) -> Table:
    """Engineers stand still at 0603 for two turns."""
    t = TRACK.table(AUGUST_5 + "DE E1@0603 I1@0603 I2@0101" + facts)
    for _ in range(2):
        t.choose("done")
        while t.phase != "Central movement":
            t.choose("done")
    return t


def test_9_8_in_an_enemy_zone_they_work_under_a_trench_only() -> None:
    enemy = "\nRU I1@0704" + CUT
    open_ground = two_turns(enemy + "\ndevastation 0603")
    assert "0603" in open_ground.labels(open_ground.state.inoperative)
    dug_in = two_turns(enemy + "\ntrenches 0603")
    assert "0603" not in dug_in.labels(dug_in.state.inoperative)


def test_r86_a_standing_repair_joins_the_line_to_its_network() -> None:
    t = two_turns(FAR + "\ninoperative 0503 0603 0703\ndevastation 0603")
    assert "0603" in t.labels(t.state.inoperative)


def test_r86_a_standing_conversion_keeps_to_its_season() -> None:
    """Two turns from August 5 end with August 6, an even turn; the next is odd."""
    t = two_turns(FAR + CUT + "\ndevastation 0603\nbroad 0603 0703 0803 0903")
    assert "0603" in t.labels(t.state.inoperative)
    t.choose("done")
    while t.phase != "Central movement":
        t.choose("done")
    assert "0603" not in t.labels(t.state.inoperative)


def test_9_9_engineers_alone_die_when_an_enemy_enters() -> None:
    t = TRACK.table(AUGUST_5 + "DE I1@0503\nRU E1@0603 I1@1010").march("DEI1", "0603")
    assert t.where("RUE1") == "eliminated"


def test_9_10_railheads_show_how_far_a_network_goes() -> None:
    t = TRACK.table(AUGUST_5 + "DE I1@0403" + FAR + CUT)
    assert t.labels(railheads(t.state, CODES.index("DE"))) == {"0503"}
    assert t.labels(railheads(t.state, CODES.index("RU"))) == {"0903"}


BROAD = "\nbroad 0603 0703 0803 0903"


def test_9_11_gauge_is_converted_on_odd_turns_from_april_to_october() -> None:
    odd = TRACK.table(AUGUST_5 + "DE E1@0503" + FAR + CUT + BROAD).choose("unit DEE1")
    assert odd.choices("repair") == {"0603"}
    even = TRACK.table(AUGUST_6 + "DE E1@0503" + FAR + CUT + BROAD).choose("unit DEE1")
    assert even.refused("repair 0603") == "9-11"
    winter = "turn 1914 Dec 1 phase Central movement\n"
    cold = TRACK.table(winter + "DE E1@0503" + FAR + CUT + BROAD).choose("unit DEE1")
    assert cold.refused("repair 0603") == "9-11"


def test_9_11_a_line_of_the_same_gauge_is_repaired_at_any_time() -> None:
    t = TRACK.table(AUGUST_6 + "DE E1@0503" + FAR + CUT).choose("unit DEE1")
    assert t.may("repair 0703")


def test_9_12_conversion_takes_the_whole_allowance() -> None:
    t = TRACK.table(AUGUST_5 + "DE E1@0503 I1@0101" + FAR + CUT + BROAD).choose(
        "unit DEE1", "repair 0603"
    )
    assert t.refused("unit DEE1") == "6-3"
    assert "0603" not in t.labels(t.state.broad)
    late = TRACK.table(AUGUST_5 + "DE E1@0403" + FAR + CUT + BROAD).choose("unit DEE1")
    assert late.refused("repair 0603") == "9-12"


def test_9_13_a_line_is_converted_one_hex_a_turn() -> None:
    t = TRACK.table(AUGUST_5 + "DE E1@0503 E2@0603" + FAR + CUT + BROAD)
    t.choose("unit DEE1", "repair 0603", "unit DEE2")
    assert t.refused("repair 0703") == "9-5"


def test_s6_tannenberg_lists_its_turns_of_conversion() -> None:
    """Germans at Eydtkuhnen, before the Russian broad gauge."""
    place = "\nDE E1@1905\nRU 1@2410\ninoperative 2005"
    odd = table("scenario tannenberg\nturn 1914 Aug 7 phase Central movement" + place)
    even = table("scenario tannenberg\nturn 1914 Aug 6 phase Central movement" + place)
    assert odd.choose("unit DEE1").may("repair 2005")
    assert even.choose("unit DEE1").refused("repair 2005") == "9-11"


def test_9_14_an_urban_hexside_has_a_double_track() -> None:
    t = Sketch({"0303/0304": "urban"}).table(AUGUST_5 + "DE I1@0303 I2@0303 I3@0303" + FAR)
    for unit in ("DEI1", "DEI2", "DEI3"):
        t.choose(f"unit {unit}", "entrain", "ride 0304", "stay")
    assert t.at("0304") == {"DEI1", "DEI2", "DEI3"}


def test_9_14_the_track_of_an_urban_hexside_saves_a_point_over_a_great_river() -> None:
    sketch = Sketch({"0303/0304": "urban major_river"}, land="0303 0304 1010")
    t = sketch.table(AUGUST_5 + "DE I1@0303" + FAR)
    assert t.cost("DEI1", "0304") == 1 + 3 - 1


def test_9_7_engineers_lost_with_their_division_stand_nowhere_bug() -> None:
    """Engineers who had stood under a trench for a turn were lost with the division beside them,
    and went on being counted as standing still."""
    edges = {"0101": {"edge": "DE"}, "1010": {"edge": "RU"}}
    sketch = Sketch(line_of("double_track", *LINE), facts=edges)
    facts = "\nstationary RUE1-1\ninoperative 0703\ndevastation 0703"
    ring = "DE I1@0603 I2@0803 I3@0702 I4@0704\nRU I1=1@0703 E1@0703"
    t = sketch.table("turn 1914 Aug 5 phase Central combat\n" + ring + facts, 6, 1)
    t.choose("attack 0703", *(f"with DEI{n}" for n in range(1, 5)), "join")
    assert t.where("RUE1") == "surrendered"
    assert t.state.stationary == {}


def test_9_7_nothing_is_remembered_of_who_leaves_the_map_bug() -> None:
    """A counter that left the map and came back in the same turn was still held to what it had
    done before: it had moved, was on a train, or had stood still."""
    t = TRACK.table(AUGUST_5 + "DE B1@0503 E1@0503" + FAR)
    brigade = t.unit("DEB1")
    for name in UNITS_REMEMBERED:
        setattr(t.state, name, 1 << brigade)
    for name in AMOUNTS_REMEMBERED:
        getattr(t.state, name)[brigade] = 1
    t.state.lift(brigade)
    assert GAME.broken(t.state) == []
