"""Where nothing is due, nobody is there, or a point decides."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.battles import COMBAT, MOVEMENT, bleed, join
from tests.der_weltkrieg.table import Sketch, counter, line_of
from tests.der_weltkrieg.test_rail import BELGIUM
from trenchline.games.der_weltkrieg import replacements, supply_markers
from trenchline.games.der_weltkrieg.breakdown import mergeable
from trenchline.games.der_weltkrieg.column_attack import column_targets
from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.deliveries import due
from trenchline.games.der_weltkrieg.entry import entered
from trenchline.games.der_weltkrieg.fortresses import abandonable
from trenchline.games.der_weltkrieg.horses import hungry_points, is_lean_season
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.set_up import lay_ground
from trenchline.games.der_weltkrieg.state import SURRENDERED
from trenchline.games.der_weltkrieg.strengthening import can_be_strengthened, most_points
from trenchline.games.der_weltkrieg.winter import is_winter
from trenchline.kernel.bits import members

FAR = "\nRU I1@1010"


def test_25_7_a_nation_that_has_surrendered_gets_nothing() -> None:
    sketch = Sketch(scenario={"supply": {"DE": {"Aug 5": 7}}})
    t = sketch.table(MOVEMENT + "DE I1@0303" + FAR)
    assert due(t.state, "DE") == 7
    t.state.flags = frozenset({"DE surrendered"})
    assert due(t.state, "DE") == 0


def test_21_8_who_has_no_fort_gives_none_up() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303" + FAR)
    assert abandonable(t.state, 0) == 0


def test_18_6_a_headquarters_with_an_empty_store_sends_nothing() -> None:
    t = Sketch().table(MOVEMENT + "DE HQ1@0303 HQ2/5@0304 HQ3/0@0305" + FAR)
    assert supply_markers.acts(t.state, 0) == {"send": 1 << t.unit("DEHQ2")}


def test_8_9_broken_lines_lead_to_no_heir() -> None:
    t = BELGIUM.table(MOVEMENT + "DE I1@0404\nRU I1@1010\ninoperative 0503")
    t.choose("unit DEI1", "move 0403", "stay")
    assert not t.choices("heir")
    assert t.labels(t.state.network[CODES.index("FR")]) == {"0202", "0303"}


def test_24_3_replacements_of_two_points_may_split() -> None:
    t = Sketch().table(MOVEMENT + "DE R1=2@0303 R2=1@0304" + FAR)
    assert replacements.acts(t.state, 0) == {"split": 1 << t.unit("DER1")}


def test_27_2_a_lone_component_forms_no_division() -> None:
    t = Sketch().table(MOVEMENT + "DE B1@0303 B2@0304 B3@0304 I1=0:eliminated" + FAR)
    assert mergeable(t.state, 0) == 1 << t.unit("DEB2") | 1 << t.unit("DEB3")


def test_31_2_cavalry_without_a_stronger_counter_gains_nothing() -> None:
    t = Sketch().table(MOVEMENT + "DE C1@0303 R1@0303" + FAR)
    assert most_points(t.state, t.unit("DEC1"), 1 << t.unit("DER1")) == 0


def test_9_11_only_the_russian_side_of_a_frontier_is_broad() -> None:
    t = Sketch({"0503/0603": "broad_gauge"}).table(MOVEMENT + "DE I1@0303" + FAR)
    t.state.broad = 0
    lay_ground(t.state)
    assert t.labels(t.state.broad) == {"0603"}


def test_4_9_2_everybody_holds_the_hex_he_stands_in() -> None:
    rails = line_of("double_track", "0503", "0603", "0703")
    t = Sketch(rails).table(MOVEMENT + "DE I1@0703\nRU I1@0303")
    t.state.control[:] = [0, 0]
    lay_ground(t.state)
    central, entente = (t.labels(hexes) for hexes in t.state.control)
    assert {"0703", "0503"} <= central
    assert {"0303", "0603"} <= entente
    assert not central & entente
    assert t.labels(t.state.network[CODES.index("DE")]) == {"0503"}
    assert t.labels(t.state.network[CODES.index("RU")]) == {"0603", "0703"}


def test_9_7_engineers_who_leave_have_not_stood_still() -> None:
    t = Sketch().table(MOVEMENT + "DE E1@0303 E2@0304" + FAR)
    grid = t.state.theatre.board.grid
    t.state.stationary = {t.unit("DEE1"): 2, t.unit("DEE2"): 2}
    entered(t.state, 1 << t.unit("DEE1"), [grid.hex("0303"), grid.hex("0302")])
    assert t.state.stationary == {t.unit("DEE2"): 2}


def test_6_4_6_5_a_march_begins_with_nothing_spent() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303 I2@0303" + FAR).choose("unit DEI1")
    assert t.spent == 0
    assert not March((t.unit("DEI1"),), 1).has_begun
    assert t.may("stay")
    assert t.choose("stay").where("DEI1") == "0303"


def test_7_5_6_9_who_has_ridden_has_no_free_hexside_left() -> None:
    sides = {**line_of("double_track", "0301", "0302", "0303"), "0303/0304": "alpine"}
    brigade = counter("DEZ1", (2, 1), 2, size="brigade")
    t = Sketch(sides, counters=(brigade,)).table(MOVEMENT + "DE Z1@0301" + FAR)
    t.choose("unit DEZ1", "entrain", "ride 0303")
    if t.may("detrain"):
        t.choose("detrain")
    assert not t.choices("move")


@pytest.mark.parametrize("month", range(1, 13))
def test_34_1_30_4_winter_and_the_lean_season_by_month(month: int) -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303" + FAR)
    t.state.month = month
    assert is_winter(t.state, t.state.theatre.board.grid.hex("0303")) is (month in {12, 1, 2})
    assert is_lean_season(t.state) is (month not in {7, 8, 9, 10})


@pytest.mark.parametrize("month", range(1, 13))
def test_34_1_34_5_34_6_sheets_with_a_winter_of_their_own(month: int) -> None:
    winter = {}
    for sheet in ("6-4", "7-9", "8-8"):
        t = Sketch(scenario={"sheet": sheet}).table(MOVEMENT + "DE I1@0303" + FAR)
        t.state.month = month
        winter[sheet] = is_winter(t.state, t.state.theatre.board.grid.hex("0303"))
    assert winter == {"6-4": month in {12, 1, 2, 3, 4}, "7-9": False, "8-8": month in {12, 1, 2}}


def test_30_4_r26_horses_off_the_map_need_no_fodder() -> None:
    t = Sketch().table("turn 1914 Nov 1 phase Central combat\nDE C1@0101 C2=0:eliminated" + FAR)
    assert hungry_points(t.state, t.unit("DEC1")) == 2
    assert [hungry_points(t.state, t.unit(f"DEC{n}")) for n in (2, 3)] == [0, 0]


@pytest.mark.parametrize("ground", ["trenches", "devastation"])
def test_30_4_22_15_churned_ground_is_a_longer_way_to_fodder(ground: str) -> None:
    t = Sketch().table("turn 1914 Nov 1 phase Central combat\nDE C1@0101 HQ1@0901" + FAR)
    assert hungry_points(t.state, t.unit("DEC1")) == 0
    setattr(t.state, ground, t.state.theatre.land)
    assert hungry_points(t.state, t.unit("DEC1")) > 0


def test_16_1_nobody_attacks_in_column_where_he_may_not_go() -> None:
    for closed, may in (("0707", True), ("0606", False)):
        sketch = Sketch(scenario={"S1": {"closed": [closed]}})
        t = sketch.table(MOVEMENT + "DE C1@0506\nRU I1@0606")
        unit = t.unit("DEC1")
        assert bool(column_targets(t.state, (unit,), t.state.where[unit], False)) is may


def test_15_1_15_3_15_4_each_of_those_outside_advances_once_and_no_artillery() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303 I2@0303 A1@0303\nRU B1=1@0304 HQ1@1010", 6, 1)
    join(t, "0304", "DEI1", "DEI2", "DEA1")
    t.choose_while(("CavalryLeaves", "DecideRetreat"), "stand")
    bleed(t)
    assert t.choices("advance") == {"DEI1", "DEI2"}
    assert t.choose("advance DEI1").choices("advance") == {"DEI2"}
    assert t.choose("advance DEI2").asked != "Advance"


def test_15_1_who_advances_holds_the_hex() -> None:
    t = Sketch().table(COMBAT + "DE I1@0503 I2@0503\nRU B1=1@0603 E1@0603 HQ1@1010", 6, 1)
    join(t, "0603", "DEI1", "DEI2")
    t.choose_while(("CavalryLeaves", "DecideRetreat"), "stand")
    bleed(t)
    while t.asked != "Advance":
        t.choose(min(t.legal))
    t.choose("advance DEI1")
    assert "0603" in t.labels(t.state.control[0])
    assert "0603" not in t.labels(t.state.control[1])
    assert t.at("0603") == {"DEI1"}


def test_27_2_without_a_spare_division_none_is_formed() -> None:
    t = Sketch().table(MOVEMENT + "DE B1@0303 B2@0303" + FAR)
    assert mergeable(t.state, 0)
    for unit in members(t.state.theatre.divisions):
        if not t.state.is_on_map(unit):
            t.state.where[unit] = SURRENDERED
    assert mergeable(t.state, 0) == 0


def test_26_4_what_enemies_hold_from_the_start_has_been_counted() -> None:
    places = {"0303": "city", "0304": "city", "0703": "city"}
    t = Sketch(places=places).table(MOVEMENT + "DE I1@0309\nRU I1@0303")
    t.state.cities_fallen = 0
    t.state.control[:] = [0, 0]
    lay_ground(t.state)
    assert t.labels(t.state.cities_fallen) == {"0303"}


def test_31_1_31_2_cavalry_is_not_strengthened_in_1914() -> None:
    t = Sketch().table(MOVEMENT + "DE C1=1@0303 R1@0303" + FAR)
    both = 1 << t.unit("DEC1") | 1 << t.unit("DER1")
    assert can_be_strengthened(t.state, both) == 0


def test_16_4_16_5_a_column_attack_is_fought_at_once() -> None:
    t = Sketch().table(MOVEMENT + "DE C1@0303 C2@0305\nRU C1@0304", 1, 1).choose("unit DEC1")
    t.choose("attack 0304")
    assert t.said("0304")
    assert t.state.moved >> t.unit("DEC1") & 1
    assert t.state.column_attacked == 1 << t.unit("DEC1")
    assert [battle.kind for battle in t.state.battles] == ["column"]
