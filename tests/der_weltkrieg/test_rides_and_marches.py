"""Who marches together, what a ride leaves behind, and what ends with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.der_weltkrieg.battles import COMBAT, MOVEMENT, declared
from tests.der_weltkrieg.table import Sketch, Table, counter, line_of
from trenchline.games.der_weltkrieg.attackers import attackers_of
from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.components import CODES, RAIL_BOUND
from trenchline.games.der_weltkrieg.losses import ORDER, order_of_losses
from trenchline.games.der_weltkrieg.march import March
from trenchline.games.der_weltkrieg.rail import barred_after_rail
from trenchline.games.der_weltkrieg.rail_capacity import capacity
from trenchline.games.der_weltkrieg.trenches import is_taken_from_behind
from trenchline.kernel.bits import members

FAR = "\nRU I1@1010"
LINE = Sketch(line_of("double_track", "0301", "0302", "0303", "0304", "0305"))


def on(t: Table, units: int) -> set[str]:
    """Those of a set of units."""
    return {t.state.theatre.counters[unit].key for unit in members(units)}


# Marches.


def test_6_5_7_11_only_those_in_the_hex_who_have_not_moved_may_join() -> None:
    units = "DE I1@0303 I2@0303 I3@0303 F1@0303 HQ1@0303 A1@0303 I4@0304 I5@0303"
    t = LINE.table(MOVEMENT + units + FAR + "\nentrained DEI5")
    t.state.moved = 1 << t.unit("DEI3")
    t.choose("unit DEI1")
    assert t.choices("with") == {"DEI2", "DEHQ1", "DEA1"}
    t.choose("with DEI2")
    assert t.choices("with") == {"DEHQ1", "DEA1"}


def test_4_6_12_18_6_who_waits_lives_on_the_rails_or_has_sent_supply_does_not_join() -> None:
    train = counter("DEZ1", (6, 3), RAIL_BOUND)
    units = "DE I1@0303 I2@0303 Z1@0303 HQ1/9@0303 HQ2/9@0303 I3@0303 I4@0304"
    t = Sketch(LINE.sides, counters=(train,)).table(MOVEMENT + units + FAR)
    t.state.waiting = 1 << t.unit("DEI3")
    t.state.transferred = {t.unit("DEHQ2"): 3}
    assert t.choose("unit DEI1").choices("with") == {"DEI2", "DEHQ1"}


def test_9_5_engineers_repair_on_their_own_only() -> None:
    t = LINE.table(MOVEMENT + "DE E1@0301 E2@0301" + FAR + "\ninoperative 0302").choose("unit DEE1")
    assert t.choices("repair") == {"0302"}
    assert not t.choose("with DEE2").choices("repair")


def test_7_11_a_train_that_has_rolled_takes_nobody_along() -> None:
    text = MOVEMENT + "DE I1@0303 I2@0303 I3@0304" + FAR + "\nentrained DEI1 DEI2 DEI3"
    t = LINE.table(text).choose("unit DEI1")
    assert t.choices("with") == {"DEI2"}
    assert not t.choose("ride 0304").choices("with")


def test_6_10_only_the_quick_join_a_column() -> None:
    t = LINE.table(MOVEMENT + "DE I1@0303 I2@0303 A1@0303 HQ1@0303 I3@0303" + FAR)
    t.state.railed = 1 << t.unit("DEI3")
    t.choose("unit DEI1", "column")
    assert t.choices("with") == {"DEI2"}


def test_7_8_who_has_once_entered_a_zone_rides_no_more() -> None:
    t = LINE.table(MOVEMENT + "AH C1@0403\nRU I1@0505")
    t.choose("unit AHC1", "move 0404")
    assert "0404" in t.zone("Entente")
    t.choose("move 0403", "move 0303")
    assert not {"0403", "0303"} & t.zone("Entente")
    assert t.refused("entrain") == "7-8"


def test_7_8_to_leave_a_zone_is_not_to_enter_one() -> None:
    t = LINE.table(MOVEMENT + "AH C1@0404\nRU I1@0505").choose("unit AHC1", "move 0303")
    assert "0404" in t.zone("Entente")
    assert t.may("entrain")


def test_7_8_r156_a_stack_is_barred_by_those_of_it_who_rode() -> None:
    t = LINE.table(MOVEMENT + "DE I1@0303\nAH I1@0303 I2@0305" + FAR)
    german, austrian, elsewhere = (1 << t.unit(key) for key in ("DEI1", "AHI1", "AHI2"))
    t.state.railed = german | elsewhere
    assert not barred_after_rail(t.state, german | austrian)
    t.state.railed |= austrian
    assert barred_after_rail(t.state, german | austrian)


# Rides.


def test_7_3_7_10_who_boards_is_on_a_train_and_has_chosen_the_rails() -> None:
    t = LINE.table(MOVEMENT + "DE I1@0303 I2@0304" + FAR).choose("unit DEI1", "entrain")
    assert on(t, t.state.entrained) == on(t, t.state.railed) == {"DEI1"}
    assert "0303" in t.labels(t.state.guns[0])
    assert "0202" not in t.zone("Central Powers")
    t.choose("detrain")
    assert on(t, t.state.entrained) == set()
    assert on(t, t.state.railed) == {"DEI1"}
    assert not t.may("column")


def test_18_6_23_2_who_has_gone_by_rail_has_moved_in_this_turn() -> None:
    t = LINE.table(MOVEMENT + "DE I1@0303 I2@0303" + FAR)
    t.choose("unit DEI1", "entrain")
    assert on(t, t.state.moved_this_turn) == set()
    assert on(t, t.choose("ride 0305").state.moved_this_turn) == {"DEI1"}


def test_18_6_23_2_who_has_marched_has_moved_in_this_turn() -> None:
    t = LINE.table(MOVEMENT + "DE I1@0303 I2@0303" + FAR).choose("unit DEI1", "move 0304")
    assert on(t, t.state.moved_this_turn) == {"DEI1"}


def test_6_9_9_5_engineers_repair_as_far_as_their_last_point_takes_them() -> None:
    row = [f"03{number:02}" for number in range(1, 10)]
    sketch = Sketch(line_of("double_track", *row))
    broken = "\ninoperative " + " ".join(row[1:])
    t = sketch.table(MOVEMENT + "DE E1@0301" + FAR + broken).choose("unit DEE1")
    assert t.choices("repair") == {"0302", "0303", "0304", "0305"}
    t.choose("repair 0304")
    assert t.choices("repair") == {"0305"}


def test_6_9_9_5_one_hexside_of_the_line_takes_all_there_is() -> None:
    sketch = Sketch(
        {**line_of("double_track", "0301", "0302", "0303"), "0301/0302": "double_track mountain"},
        counters=(counter("DEZ1", (0, 0), 1, "engineer", "regiment"),),
    )
    t = sketch.table(MOVEMENT + "DE Z1@0301" + FAR + "\ninoperative 0302 0303").choose("unit DEZ1")
    assert t.choices("repair") == {"0302"}
    assert t.choose("repair 0302").where("DEZ1") == "0302"
    assert not t.choices("repair")


# Cities and what goes with them.

TWO_CITIES = Sketch(
    line_of("double_track", "0202", "0303", "0403", "0503"),
    places={"0303": "city", "0403": "city", "0603": "city"},
    facts={
        "0202": {"country": "FR"},
        "0303": {"country": "BE"},
        "0403": {"country": "BE"},
        "0503": {"country": "BE"},
    },
    scenario={"whole_countries": ["BE", "SR"]},
)


def test_8_9_a_country_keeps_its_capacity_as_long_as_it_has_a_city() -> None:
    t = TWO_CITIES.table(MOVEMENT + "DE I1@0404 I2@0404\nRU I1@1010")
    belgium, serbia = CODES.index("BE"), CODES.index("SR")
    t.march("DEI1", "0403")
    assert capacity(t.state, belgium) > 0
    t.march("DEI2", "0304", "0303")
    assert capacity(t.state, belgium) == 0
    # Who has no city on the map loses none.
    assert t.state.without_capacity == 1 << belgium
    assert capacity(t.state, serbia) > 0


def test_8_9_capacity_is_lost_once() -> None:
    t = TWO_CITIES.table(MOVEMENT + "DE I1@0404 I2@0404 I3@0404\nRU I1@1010")
    t.march("DEI1", "0403").march("DEI2", "0304", "0303").march("DEI3", "0403")
    assert sum("loses its rail capacity" in line for line in t.log) == 1


# Combat.


def test_21_5_only_defenders_who_leave_let_a_fort_fall_first() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303\nRU I1@0304")
    battle = declared(t, "0304", "DEI1")
    leaving = replace(battle, retreat="chosen")
    assert order_of_losses(t.state, battle, attacking=True) == ORDER[True]
    assert order_of_losses(t.state, leaving, attacking=True) == ORDER[True]
    assert order_of_losses(t.state, battle, attacking=False) == ORDER[False]
    first, *others = order_of_losses(t.state, leaving, attacking=False)
    assert first == "fortress"
    assert others == [name for name in ORDER[False] if name != "fortress"]


@pytest.mark.parametrize(("one", "other"), [(a, b) for a in range(6) for b in range(a + 1, 6)])
def test_22_18_front_and_rear_are_opposite_sides(one: int, other: int) -> None:
    t = Sketch().table(COMBAT + "DE I1@0303\nRU I1@0505")
    hex_ = t.state.theatre.board.grid.hex("0505")
    near = [hex_ + shift for shift in t.state.theatre.board.grid.shifts]
    battle = Battle(0, (hex_,), origins=(near[one], near[other]))
    assert is_taken_from_behind(t.state, battle, hex_) is (other - one == 3)


def test_12_6_who_is_next_to_a_hex_and_may_fight_attacks_it() -> None:
    t = Sketch({"0506/0606": "lake"}).table(
        COMBAT + "DE I1@0507 I2@0506 HQ1@0507 I3@0505 C1@0507\nRU I1@0606\nentrained DEC1"
    )
    hex_ = t.state.theatre.board.grid.hex("0606")
    assert on(t, attackers_of(t.state, 0, hex_)) <= {"DEI1", "DEC1"}
    assert "DEI1" in on(t, attackers_of(t.state, 0, hex_))


def test_17_5_18_4_whoever_stands_by_a_full_line_is_asked_all_the_same() -> None:
    full = Sketch(LINE.sides, scenario={"rail_capacity": {"DE": 0}})
    t = full.table(MOVEMENT + "DE I1@0303" + FAR)
    unit, hex_ = t.unit("DEI1"), t.state.theatre.board.grid.hex("0303")
    beside = t.state.theatre.board.grid.hex("0403")
    assert March((unit,), hex_).must_ask(t.state)
    assert March((unit,), hex_, aboard=True).must_ask(t.state)
    assert not March((unit,), hex_, column=True).must_ask(t.state)
    assert not March((unit,), beside).must_ask(t.state)
    free = LINE.table(MOVEMENT + "DE I1@0303" + FAR)
    assert not March((unit,), hex_).must_ask(free.state)
    assert not March((unit,), hex_, entered_zone=True).must_ask(free.state)
    assert March((unit,), hex_, aboard=True).must_ask(free.state)
