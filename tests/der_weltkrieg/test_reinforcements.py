"""Section 25: supply that arrives, withdrawals, arrivals on the march; what scenarios add [S4]."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.der_weltkrieg.table import Sketch, Table, counter, line_of, table
from trenchline.games.der_weltkrieg.reinforcements import entry_hexes, may_come
from trenchline.games.der_weltkrieg.theatre import Arrival
from trenchline.games.der_weltkrieg.threat import assess_threat, divisions_near

PHASE = "turn 1914 Aug 5 phase Central reinforcement\n"
LINE = line_of("double_track", "0101", "0201", "0302", "0402")
SUPPLY = {"supply": {"DE": {"Aug 5": 8}, "RU": {"Aug 5": 6, "Aug 6": 4}}}
SKETCH = Sketch(LINE, facts={"0101": {"edge": "DE"}}, scenario=SUPPLY)
FAR = "\nRU I1@1010"


def stock(t: Table, unit: str) -> int:
    """The supply points of a headquarters or marker."""
    return t.state.stock.get(t.state.theatre.unit[unit], 0)


def test_25_7_supply_goes_to_headquarters_on_operative_lines() -> None:
    t = SKETCH.table(PHASE + "DE HQ1/5@0302 HQ2@0402 HQ3@0505 I1@0303" + FAR)
    assert t.choices("deliver") == {"DEHQ1", "DEHQ2"}
    assert t.refused("deliver DEHQ3") == "25-7"
    t.choose("deliver DEHQ1", "points 5")
    t.choose("deliver DEHQ2")
    assert t.refused("points 4") == "25-7"
    t.choose("points 3")
    assert (stock(t, "DEHQ1"), stock(t, "DEHQ2")) == (10, 3)
    assert t.asked == "MovementPhase"


def test_25_7_a_broken_line_brings_nothing() -> None:
    t = SKETCH.table(PHASE + "DE HQ1@0302 HQ2@0402" + FAR + "\ninoperative 0302")
    assert t.refused("deliver DEHQ1") == "25-7"


def test_25_7_or_to_a_marker_on_a_line_at_the_friendly_edge() -> None:
    t = SKETCH.table(PHASE + "DE HQ1@0302" + FAR)
    assert t.choices("unload") == {"0101"}
    assert t.refused("unload 0201") == "25-7"
    t.choose("unload 0101", "points 8")
    (marker,) = t.at("0101")
    assert stock(t, marker) == 8


def test_25_3_25_7_no_marker_is_put_down_in_an_enemy_zone() -> None:
    t = SKETCH.table(PHASE + "DE HQ1@0302 HQ2@0402\nRU I1@0102")
    assert t.refused("unload 0101") == "25-3"


def test_17_4_no_headquarters_holds_more_than_a_hundred() -> None:
    t = SKETCH.table(PHASE + "DE HQ1/95@0302 HQ2/100@0402" + FAR)
    assert t.refused("deliver DEHQ2") == "17-4"
    assert t.choose("deliver DEHQ1").refused("points 6") == "17-4"


def test_25_7_what_nobody_can_take_is_lost() -> None:
    bare = Sketch(LINE, scenario=SUPPLY)
    t = bare.table(PHASE + "DE HQ1@0505" + FAR).choose("done")
    assert t.said("8 supply points reach nobody")
    assert t.asked == "MovementPhase"


def test_25_7_each_side_gets_its_own_in_its_own_phase() -> None:
    t = Sketch(line_of("double_track", "0803", "0804"), scenario=SUPPLY).table(
        "turn 1914 Aug 6 phase Entente reinforcement\nRU HQ1@0803\nDE I1@0101"
    )
    assert t.choose("deliver RUHQ1").refused("points 5") == "25-7"
    assert stock(t.choose("points 4"), "RUHQ1") == 4


def test_25_7_the_schedule_of_tannenberg() -> None:
    t = table(
        "scenario tannenberg\nturn 1914 Aug 6 phase Central reinforcement\nDE HQ8@1207\nRU 1@2304"
    )
    assert t.choose("deliver DEHQ8").choices("points") == {str(n) for n in range(1, 9)}


def test_25_4_25_5_arrivals_may_march_in_column_at_once() -> None:
    t = table(
        "scenario tannenberg\nturn 1914 Aug 7 phase Central reinforcement\nDE HQ8@1207\nRU 1@2304"
    )
    while t.asked == "PlaceArrival":
        t.choose(sorted(t.legal)[0])
    t.choose("deliver DEHQ8", "points 8")
    assert t.choose("unit DE1LD").may("column")


def test_25_6_new_headquarters_bring_what_the_schedule_states() -> None:
    t = table(
        "scenario tannenberg\nturn 1914 Sep 2 phase Entente reinforcement\nDE 1@1605\nRU HQ1@2204"
    )
    while t.asked == "PlaceArrival":
        t.choose(sorted(t.legal)[0])
    assert stock(t, "RUHQ10") == 10


def withdrawing(strength: int) -> Sketch:
    rows = [{"turn": "Aug 5", "unit": "DEI1", "strength": strength}]
    return Sketch(scenario={"withdrawals": rows})


def test_25_8_a_unit_at_its_strength_is_withdrawn() -> None:
    t = withdrawing(8).table(PHASE + "DE I1@0303 I2@0303" + FAR)
    assert t.where("DEI1") == "surrendered"
    assert t.strength("DEI2") == 8
    assert t.asked == "MovementPhase"


def test_25_8_what_it_lacks_leaves_with_replacements_or_others() -> None:
    t = withdrawing(8).table(PHASE + "DE I1=6@0303 I2@0303 R1=1@0304\nAH I1@0101" + FAR)
    assert t.choices("lose") == {"DEI2", "DER1"}
    assert t.refused("lose AHI1") == "25-8"
    t.choose("lose DER1")
    assert t.where("DER1") == "eliminated"
    assert t.strength("DEI2") == 7


def test_25_8_an_eliminated_unit_is_made_up_whole() -> None:
    t = withdrawing(3).table(PHASE + "DE I1=0:eliminated I2@0303 I3@0303" + FAR)
    t.choose("lose DEI2", "lose DEI3", "lose DEI2")
    assert (t.strength("DEI2"), t.strength("DEI3")) == (6, 7)
    assert t.where("DEI1") == "surrendered"


WEST = Sketch(scenario={"front": "West"}, counters=(counter("AHZ1", (2, 1), 4, size="brigade"),))


@pytest.mark.parametrize(
    ("unit", "flags", "already", "expected"),
    [
        ("AHS1", "", "", True),
        ("AHI1", "", "", False),
        ("AHI1", "\nflags DE_collapse", "", True),
        ("AHI5", "\nflags DE_collapse", "\nAH I1@0101 I2@0101 I3@0101 I4@0101", False),
        ("AHI5", "\nflags DE_collapse", "\nAH I1@0101 I2@0101 I3@0101 Z1@0101", False),
        ("AHI4", "\nflags DE_collapse", "\nAH I1@0101 I2@0101 Z1@0101", True),
        ("DEI1", "", "", True),
    ],
)
def test_40_8_austrians_on_the_western_front(
    unit: str, flags: str, already: str, expected: bool
) -> None:
    t = WEST.table("turn 1918 Aug 5 phase Central movement\nDE I9@0303" + already + FAR + flags)
    assert may_come(t.state, t.state.theatre.unit[unit]) == expected


def test_40_8_other_fronts_are_open_to_them() -> None:
    t = replace(WEST, scenario={"front": "Italy"}).table(PHASE + "DE I9@0303" + FAR)
    assert may_come(t.state, t.state.theatre.unit["AHI1"])


KOENIGSBERG = "scenario tannenberg\nturn 1914 Aug 6 phase Entente movement\nDE 1@0407\n"


@pytest.mark.parametrize(
    ("russians", "near", "called"),
    [
        ("RU 1@1205 2@1205", 2, set()),
        ("RU 1@1205 2@1205 4@1206 2C@1306", 3, {"XI Corps", "8th Cavalry Division"}),
        ("RU 1@1205 2@1205 1Rf@1205", 2.5, set()),
    ],
)
def test_s4_a_threat_to_koenigsberg_calls_the_guard(
    russians: str, near: float, called: set[str]
) -> None:
    t = table(KOENIGSBERG + russians)
    assert divisions_near(t.state) == near
    assess_threat(t.state)
    assert t.state.flags == called
    assert t.state.dm[0] == (15 if called else 0)


def test_25_2_25_3_a_stated_hex_without_rails_has_no_line_to_lose_bug() -> None:
    """Units that land where there is no railway were sent to the nearest station instead."""
    for entry, russians, inoperative, placed in (
        ("0505", "RU I1@1010", "", {"0505"}),
        ("0505", "RU I1@0604", "", {"0402"}),
        ("0302", "RU I1@1010", "", {"0302"}),
        ("0302", "RU I1@1010", "\ninoperative 0302", {"0201", "0402"}),
    ):
        t = SKETCH.table(PHASE + f"DE I1@0110\n{russians}{inoperative}")
        arrival = Arrival(t.state.date, "DEI2", (t.state.theatre.board.grid.hex(entry),), "")
        assert t.labels(entry_hexes(t.state, arrival)) == placed


def test_25_3_who_cannot_arrive_where_he_is_due_may_come_elsewhere_or_wait() -> None:
    text = "scenario tannenberg\nturn 1914 Aug 7 phase Entente reinforcement\nRU HQ1@2304\nDE 1@{}"
    t = table(text.format("2604"))
    while t.asked == "PlaceArrival":
        t.choose("stay")
    assert t.where("RU54") == t.where("RU72") == "reserve"
    assert t.where("RU2HA") == "1319"
    elsewhere = table(text.format("2604"))
    place = min(elsewhere.choices("place"))
    assert place != "2604"
    assert elsewhere.choose(f"place {place}").at(place)
    free = table("scenario tannenberg\nturn 1914 Aug 7 phase Central reinforcement\nDE HQ8@1207")
    assert free.choices("place") == {"0110", "0114"}
    assert free.refused("stay") == "25-2"
