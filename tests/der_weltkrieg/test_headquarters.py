"""Sections 17 and 18: supply points, headquarters, transfers, markers, corps staffs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.der_weltkrieg.table import Sketch, Table, counter, line_of
from trenchline.games.der_weltkrieg.components import CODES
from trenchline.games.der_weltkrieg.headquarters import front_total
from trenchline.games.der_weltkrieg.rail_capacity import weight
from trenchline.games.der_weltkrieg.stacking import load

MOVEMENT = "turn 1914 Aug 5 phase Central movement\n"
COMBAT = "turn 1914 Aug 5 phase Central combat\n"
RAILS = line_of("double_track", *(f"01{row:02}" for row in range(1, 11)))
FAR = "\nRU I1@1010"


def sketch(scenario: Mapping[str, Any] | None = None, **more: Any) -> Sketch:
    """A map with a German line along its western edge, on which supply counts."""
    return Sketch(RAILS, scenario={"ample_supply": False, **(scenario or {})}, **more)


def stock(t: Table, key: str) -> int:
    """The supply points of a headquarters or marker."""
    return t.state.stock.get(t.state.theatre.unit[key], 0)


# What headquarters are.


def test_18_2_18_5_no_zone_and_no_weight_in_a_stack() -> None:
    t = sketch().table(MOVEMENT + "DE HQ1@0303 P1/5@0303" + FAR)
    assert t.zone("Central Powers") == set()
    hex_ = t.state.theatre.board.grid.hex("0303")
    assert load(t.state, hex_, 0) == (0, 0)


@pytest.mark.parametrize(("points", "divisions"), [(0, 1), (10, 1), (20, 2), (42, 5)])
def test_18_4_8_8_what_a_headquarters_weighs_on_the_rails(points: int, divisions: int) -> None:
    t = sketch().table(MOVEMENT + f"DE HQ1/{points}@0101" + FAR)
    assert weight(t.state, t.state.theatre.unit["DEHQ1"]) == divisions


def test_18_3_trenches_only_by_rail_or_with_engineers_out_of_enemy_zones() -> None:
    text = MOVEMENT + "DE HQ1@0204 E1@0304\ndevastation 0104 0304 0305\ntrenches 0205" + FAR
    t = sketch().table(text + "\nDE I1@0205")
    assert t.reach("DEHQ1") >= {"0104", "0304"}
    assert not t.reach("DEHQ1") & {"0205", "0305"}
    t = sketch().table(MOVEMENT + "DE HQ1@0204 E1@0304\ndevastation 0304\nRU I1@0404")
    assert "0304" in t.zone("Entente")
    assert "0304" not in t.reach("DEHQ1")


def test_18_15_18_16_a_headquarters_defends_itself_with_one_and_loses_everything() -> None:
    t = sketch().table(COMBAT + "DE I1@0303 I2@0303 I3@0303\nRU HQ1/30@0304", 6, 1)
    t.choose("attack 0304", "with DEI1", "with DEI2", "with DEI3", "join")
    t.choose("done")
    while t.asked in ("DecideRetreat", "RetreatUnit"):
        t.choose(min(t.legal))
    assert stock(t, "RUHQ1") == 0
    assert t.state.spent[CODES.index("RU")] == 30


def test_18_16_a_headquarters_made_to_retreat_loses_its_stock() -> None:
    text = COMBAT + "DE I1@0303 I2@0303 I3@0303\nRU I1=2@0304 HQ1/30@0304"
    t = sketch().table(text, 6, 1)
    t.choose("attack 0304", "with DEI1", "with DEI2", "with DEI3", "join", "done")
    while t.asked in ("DecideRetreat", "RetreatUnit", "TakeLosses"):
        t.choose("retreat" if t.may("retreat") else min(t.legal))
    assert t.where("RUHQ1") != "0304"
    assert stock(t, "RUHQ1") == 0


def test_18_14_even_a_headquarters_that_waits_may_pay() -> None:
    t = sketch().table(COMBAT + "DE I1@0303 HQ1/9@0302\nRU I1@0304\nwaiting DEHQ1")
    t.choose("attack 0304", "with DEI1", "join")
    assert t.choices("supply") == {"DEI1"}


# Transfers.


def test_18_6_18_7_ten_points_a_phase_go_on_a_marker() -> None:
    t = sketch().table(MOVEMENT + "DE HQ1/30@0303 HQ2/3@0505 HQ3@0506" + FAR)
    assert t.choices("send") == {"DEHQ1", "DEHQ2"}
    assert t.refused("send DEHQ3") == "17-3"
    t.choose("send DEHQ1")
    assert t.refused("points 11") == "18-6"
    t.choose("points 6")
    assert (stock(t, "DEHQ1"), stock(t, "DEP1")) == (24, 6)
    assert t.where("DEP1") == "0303"
    t.choose("send DEHQ1")
    assert t.choices("points") == {"1", "2", "3", "4"}
    t.choose("points 4")
    assert t.refused("send DEHQ1") == "18-6"
    assert t.choose("send DEHQ2").refused("points 4") == "17-3"


def test_18_6_who_moves_does_not_transfer_and_who_transfers_does_not_move() -> None:
    t = sketch().table(MOVEMENT + "DE HQ1/30@0303 HQ2/30@0505" + FAR)
    t.march("DEHQ1", "0304")
    assert t.refused("send DEHQ1") == "18-6"
    t.choose("send DEHQ2", "points 5")
    assert t.refused("unit DEHQ2") == "18-6"


def test_18_8_18_10_the_marker_marches_four_points_and_is_taken_in() -> None:
    t = sketch().table(MOVEMENT + "DE HQ1/30@0303 HQ2/5@0307" + FAR)
    t.choose("send DEHQ1", "points 8")
    assert "0308" not in t.reach("DEP1")
    t.march("DEP1", "0307").choose("done")
    assert t.asked == "TakeIn"
    t.choose("take_in DEP1")
    assert (stock(t, "DEHQ1"), stock(t, "DEHQ2")) == (22, 13)
    assert t.where("DEP1") == "box"


def test_18_8_6_10_like_a_division_a_marker_marches_in_column() -> None:
    t = sketch().table(MOVEMENT + "DE HQ1/30@0303 P1/5@0303" + FAR)
    t.choose("unit DEP1", "column")
    assert "0309" in t.choices("move")
    assert "0310" not in t.choices("move")


def test_18_10_a_marker_may_be_left_where_it_is() -> None:
    t = sketch().table(MOVEMENT + "DE HQ1/30@0303 P1/5@0303" + FAR).choose("done", "done")
    assert (t.where("DEP1"), stock(t, "DEP1")) == ("0303", 5)


def test_18_6_received_points_count_too_and_17_4_a_hundred_is_all() -> None:
    t = sketch().table(MOVEMENT + "DE HQ1/30@0303 P1/8@0303 P2/5@0303" + FAR)
    t.choose("done", "take_in DEP1")
    assert stock(t, "DEHQ1") == 38
    assert t.where("DEP2") == "0303"
    assert t.asked != "TakeIn"
    t = sketch().table(MOVEMENT + "DE HQ1/95@0303 P1/8@0303" + FAR).choose("done")
    assert t.refused("take_in DEP1") == "17-4"
    t = sketch().table(MOVEMENT + "DE HQ1/30@0302 P1/8@0303" + FAR).march("DEHQ1", "0303")
    assert t.choose("done").asked != "TakeIn"


def test_18_10_at_the_end_of_the_enemys_phase_too() -> None:
    text = MOVEMENT.replace("Central", "Entente") + "DE HQ1/30@0303 P1/8@0303" + FAR
    t = sketch().table(text).choose("done")
    assert (t.who, t.asked) == ("Central Powers", "TakeIn")


def test_18_9_off_the_rails_only_from_or_to_a_headquarters() -> None:
    t = sketch().table(MOVEMENT + "DE HQ1@0305 P1/8@0303" + FAR)
    assert t.reach("DEP1") == {"0305"}
    assert t.choose("unit DEP1").refused("move 0304") == "18-9"
    t = sketch().table(MOVEMENT + "DE HQ1@0909 P1/8@0303" + FAR)
    assert t.reach("DEP1") == set()
    t = sketch().table(MOVEMENT + "DE HQ1@0909 P1/8@0103" + FAR).choose("unit DEP1", "entrain")
    assert "0110" in t.choices("ride")


def test_18_11_markers_are_lost_when_enemies_enter() -> None:
    t = sketch().table(MOVEMENT + "DE I1@0303\nRU P1/8@0304 I1@1010")
    assert t.zone("Entente") & {"0303", "0305"} == set()
    t.march("DEI1", "0304")
    assert t.where("RUP1") != "0304"
    assert stock(t, "RUP1") == 0


def test_18_11_markers_are_lost_when_attacked_alone_or_made_to_retreat() -> None:
    t = sketch().table(COMBAT + "DE I1@0303 I2@0303\nRU I1=1@0304 P1/8@0304", 6, 1)
    t.choose("attack 0304", "with DEI1", "with DEI2", "join", "done")
    while t.asked in ("DecideRetreat", "RetreatUnit", "TakeLosses"):
        t.choose("retreat" if t.may("retreat") else min(t.legal))
    assert t.where("RUP1") == "eliminated"


@pytest.mark.parametrize(
    ("giver", "taker", "does"),
    [
        ("DE", "AH", True),
        ("AH", "DE", False),
        ("OT", "DE", False),
        ("RU", "SR", True),
        ("FR", "RU", True),
        ("SR", "FR", False),
    ],
)
def test_17_3_37_8_39_2_41_6_points_go_to_ones_own_and_to_some_allies(
    giver: str, taker: str, does: bool
) -> None:
    side = "Central" if giver in ("DE", "AH", "OT") else "Entente"
    text = f"turn 1914 Aug 5 phase {side} movement\n{giver} P1/5@0303\n{taker} HQ1/5@0303 I1@0303"
    t = sketch({"front": "Palestine"}).table(text).choose("done")
    assert (t.asked == "TakeIn") == does
    if does:
        t.choose(f"take_in {giver}P1")
        # [17-2] They belong to whoever holds them.
        assert stock(t, f"{taker}HQ1") == 10
        assert front_total(t.state, giver) == 0


def test_18_12_markers_count_for_a_front() -> None:
    t = sketch().table(MOVEMENT + "DE HQ1/30@0303 P1/8@0404" + FAR)
    assert front_total(t.state, "DE") == 38


# Corps.

CORPS = tuple(counter(f"DEK{n}", (1, 1), 5, "headquarters", "corps") for n in (1, 2))


def linked(text: str, *dice: int, **scenario: Any) -> Table:
    facts = {"linked": True, **scenario}
    return sketch(facts, counters=CORPS).table(text, *dice)


def test_18_17_corps_staffs_are_created_beside_army_staffs_in_linked_games() -> None:
    text = "turn 1914 Aug 4 phase Entente recombination\nDE HQ1/30@0303" + FAR
    t = linked(text)
    assert t.asked == "FormCorps"
    assert t.refused("create RUHQ1") == "18-17"
    t.choose("create DEHQ1")
    assert (t.where("DEK1"), stock(t, "DEK1")) == ("0303", 0)
    t = sketch(counters=CORPS).table(text)
    assert t.asked == "MovementPhase"


def test_18_18_corps_hold_ten_points() -> None:
    t = linked(MOVEMENT + "DE K1/4@0303 P1/6@0303 P2/7@0303" + FAR).choose("done")
    assert t.choices("take_in") == {"DEP1"}


def test_18_18_overland_only_on_the_turn_of_creation() -> None:
    t = linked(MOVEMENT + "DE K1/4@0303 P1/4@0303" + FAR)
    assert t.reach("DEP1") == set()
    t = linked(MOVEMENT + "DE K1/4@0303 P1/4@0303\ncreated DEK1" + FAR)
    assert "0304" in t.reach("DEP1")


def test_18_18_no_corps_takes_in_what_has_come_overland_to_it() -> None:
    text = MOVEMENT + "DE K1/4@0304 HQ1/9@0303 P1/4@0303"
    t = linked(text + FAR).march("DEP1", "0304").choose("done")
    assert t.asked != "TakeIn"
    t = linked(text + "\ncreated DEK1" + FAR).march("DEP1", "0304").choose("done")
    assert t.choices("take_in") == {"DEP1"}
    there = linked(text.replace("P1/4@0303", "P1/4@0304") + FAR).choose("done")
    assert there.choices("take_in") == {"DEP1"}


def test_18_18_nor_what_has_come_overland_after_a_ride_bug() -> None:
    """A marker that had used the rails was taken in whatever way it had gone from the station."""
    text = MOVEMENT + "DE K1/4@0205 HQ1/9@0103 P1/4@0103"
    ride = ("unit DEP1", "entrain", "ride 0105", "detrain", "move 0205", "stay", "done")
    assert linked(text + FAR).choose(*ride).asked != "TakeIn"
    assert linked(text + "\ncreated DEK1" + FAR).choose(*ride).choices("take_in") == {"DEP1"}


def test_18_18_what_came_by_rail_may_be_taken_in_after_the_enemys_march_bug() -> None:
    """The ride was forgotten as the enemy's movement phase began."""
    text = MOVEMENT + "DE K1/4@0105 HQ1/9@0103 P1/4@0103" + FAR
    t = linked(text).choose("unit DEP1", "entrain", "ride 0105", "detrain", "stay", "done")
    assert t.choices("take_in") == {"DEP1"}
    while t.state.phasing == 0 or t.asked != "TakeIn":
        t.choose("done")
        assert t.state.turn == 5
    assert t.choices("take_in") == {"DEP1"}


def test_18_18_what_a_corps_sends_goes_by_rail_alone_bug() -> None:
    """An army headquarters within reach could fetch it with its carts."""
    text = MOVEMENT + "DE K1/8@0103 HQ1/9@0204" + FAR
    t = linked(text).choose("send DEK1", "points 4", "unit DEP1")
    assert t.choices("move") == set()
    assert t.refused("move 0204") == "18-18"
    assert "0105" in t.choose("entrain").choices("ride")
    new = linked(text + "\ncreated DEK1").choose("send DEK1", "points 4", "unit DEP1")
    assert "0204" in new.choices("move")


def test_18_18_corps_spend_two_on_an_attack_and_four_on_an_answer() -> None:
    text = "DE I1@0303 I2=1@0303 K1/10@0302 K2/10@0302\nRU I1@0304"
    t = linked(COMBAT + text, 1, 1).choose("attack 0304", "with DEI1", "with DEI2", "join")
    t.choose("supply DEI1", "pay DEK1")
    assert t.refused("supply DEI2") == "18-18"
    t = linked(COMBAT.replace("Central", "Entente") + text, 1, 1)
    t.choose("attack 0303", "with RUI1", "join")
    t.choose("supply DEI1", "pay DEK1")
    assert t.refused("supply DEI2") == "18-18"


def test_18_9_a_ride_does_not_change_where_the_movement_began_bug() -> None:
    """After a ride the station counted as the hex where the marker had begun to move."""
    t = sketch().table(MOVEMENT + "DE HQ1@0106 P1/8@0103" + FAR)
    t.choose("unit DEP1", "entrain", "ride 0106", "detrain")
    assert t.choices("move") == set()
    t = sketch().table(MOVEMENT + "DE HQ1@0103 P1/8@0103" + FAR)
    t.choose("unit DEP1", "entrain", "ride 0106", "detrain")
    assert "0206" in t.choices("move")
