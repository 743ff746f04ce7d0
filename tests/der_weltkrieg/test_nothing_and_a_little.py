"""Where nothing is due, nobody is there, or a point decides."""

from __future__ import annotations

import pytest

from tests.der_weltkrieg.battles import MOVEMENT
from tests.der_weltkrieg.table import Sketch, counter, line_of
from tests.der_weltkrieg.test_rail import BELGIUM
from trenchline.games.der_weltkrieg import headquarters, replacements
from trenchline.games.der_weltkrieg.breakdown import mergeable
from trenchline.games.der_weltkrieg.column_attack import column_targets
from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.deliveries import due
from trenchline.games.der_weltkrieg.entry import entered
from trenchline.games.der_weltkrieg.fortresses import abandonable
from trenchline.games.der_weltkrieg.horses import is_lean_season
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.set_up import lay_ground
from trenchline.games.der_weltkrieg.strengthening import most_points
from trenchline.games.der_weltkrieg.winter import is_winter

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
    assert headquarters.acts(t.state, 0) == {"send": 1 << t.unit("DEHQ2")}


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


def test_4_16_1_nobody_attacks_in_column_where_he_may_not_go() -> None:
    t = Sketch(scenario={"S1": {"closed": ["0605"]}}).table(MOVEMENT + "DE C1@0504\nRU I1@0605")
    assert column_targets(t.state, (t.unit("DEC1"),), t.state.where[t.unit("DEC1")], False) == 0
