"""Sections 5.4 and 5.5 of World War I: Allied sea moves and the Franco-Italian Transit Area."""

from __future__ import annotations

import pytest

from tests.world_war_one.plain_movement import COUNTRY, HEXES
from tests.world_war_one.table import Table, table
from trenchline.games.world_war_one.components import GRID, UNITS
from trenchline.games.world_war_one.supply import is_supplied
from trenchline.kernel.play import decision


def allies(units: str, others: str = "GE 1@1007", turn: int = 5) -> Table:
    return table(f"turn {turn} phase Allied movement\n{units}\n{others}")


def clear_coasts(sea: str, *countries: str) -> set[str]:
    return {
        hex_
        for hex_, row in HEXES.items()
        if (row["sea"], row["terrain"]) == (sea, "clear") and COUNTRY[hex_] in countries
    }


MEDITERRANEAN = clear_coasts("med", "IT", "GK", "BU")
BLACK_SEA = clear_coasts("black", "BU", "TU", "RM", "RS")
STRAITS = {"1332", "1432", "1532", "1632", "1733"}


# Sea moves.


def test_5_4_one_british_french_or_american_unit_a_phase() -> None:
    t = allies("FR 1@0204\nBR 1@0304\nUS 1@0104", turn=9)
    for unit in ("FR1", "BR1", "US1"):
        assert "sea" in t.copy().choose(f"unit {unit}").verbs
    t.choose("unit BR1", "sea 0319", "unit FR1")
    assert t.refused("sea 0320").case == "5.4"
    while t.turn == 9 or t.phase != "Allied movement":
        t.choose("stay" if t.asked == "MoveUnit" else "done")
    assert t.choose("unit FR1").may("sea 0320")


@pytest.mark.parametrize("line", ["IT 1@0117", "RS 1@2326", "SB 1@0117", "BL Army@0404"])
def test_5_4_no_other_ally_moves_by_sea(line: str) -> None:
    unit = line[:2] + line[3:].partition("@")[0]
    t = allies(line, "GE 1@1007\nruined 1733").choose(f"unit {unit}")
    assert t.refused("sea 0319").case == "5.4"


def test_4_0_2_the_central_powers_never_move_by_sea() -> None:
    t = table("turn 5 phase Central movement\nGE 1@1004\nTU 1@1332\nFR 1@0104")
    assert t.copy().choose("unit GE1").refused("sea 0319").case == "5.4"
    assert t.choose("unit TU1").refused("sea 0319").case == "5.4"


def test_5_41_a_sea_move_is_the_whole_move() -> None:
    t = allies("FR 1@0204 2@0107").choose("unit FR1", "step 0304")
    assert t.refused("sea 0319").case == "5.41"
    t = allies("FR 1@0204 2@0107").choose("unit FR1", "sea 0319")
    assert (t.where("FR1"), t.asked) == ("0319", "MovementPhase")
    assert t.refused("unit FR1").case == "5.0/PR"
    t = allies("FR 1:transit 2@0107").choose("unit FR1")
    assert t.refused("sea 0319").case == "5.42"


@pytest.mark.parametrize("hex_", ["0104", "0404", "0117", "0929", "1331", "1332", "0504"])
def test_5_42_it_starts_on_a_clear_coast(hex_: str) -> None:
    """[R33] The country does not matter, once the unit is there."""
    t = allies(f"BR 1@{hex_}\nNE allied\nGK open").choose("unit BR1")
    assert t.may("sea 0320")


@pytest.mark.parametrize(
    ("hex_", "what"),
    [
        ("0107", "inland"),
        ("0116", "rough"),
        ("1004", "Germany"),
        ("2010", "Germany"),
        ("2409", "northern Russia"),
        ("2710", "northern Russia"),
    ],
)
def test_5_42_not_inland_nor_rough_nor_german_nor_north_russian(hex_: str, what: str) -> None:
    t = allies(f"BR 1@{hex_}").choose("unit BR1")
    assert t.refused("sea 0319").case == "5.42", what


def test_5_43_it_ends_on_a_clear_coast_of_six_countries() -> None:
    t = allies("FR 1@0204", "GE 1@1007\nruined 1733").choose("unit FR1")
    assert t.choices("sea") == MEDITERRANEAN | STRAITS | BLACK_SEA
    assert {"1928", "1829", "2326", "0833", "0117", "1732"} <= t.choices("sea")


@pytest.mark.parametrize(
    "hex_", ["0304", "0404", "0504", "1004", "1404", "2409", "2710", "0115", "1330", "0214"]
)
def test_5_43_and_nowhere_else(hex_: str) -> None:
    t = allies("FR 1@0204", "GE 1@1007\nruined 1733").choose("unit FR1")
    assert t.refused(f"sea {hex_}").case == "5.43"


def test_5_43_to_land_in_a_neutral_country_violates_it() -> None:
    """[R33] [11.7] [11.3] Salonika, and the Greek army is gone."""
    t = allies("FR 1@0204 2@0107\nGK 1@0833").choose("unit FR1", "sea 0929")
    assert (t.side("GK"), t.where("GK1"), t.where("FR1")) == ("open", "lost", "0929")


def test_5_44_nobody_stays_at_sea() -> None:
    t = allies("FR 1@0204 2@0107").choose("unit FR1", "sea 0117")
    assert t.where("FR1") == "0117"


def test_5_45_zones_do_not_matter_at_either_end() -> None:
    t = allies("FR 1@0204 2@0107", "GE 1@0305 2@0615")
    assert {"0204", "0616"} <= t.zone("Central")
    assert t.choose("unit FR1", "sea 0616").where("FR1") == "0616"


def test_5_45_nobody_fights_his_way_ashore() -> None:
    t = allies("FR 1@0204 2@0117\nGK 1@0833", "BU 1@1331\nGE 1@1007").choose("unit FR1")
    for held in ("1331", "0833", "0117", "1733"):
        assert t.refused(f"sea {held}").case == "5.45"


@pytest.mark.parametrize(
    ("turk", "open_hexes"),
    [
        ("1332", set()),
        ("1432", {"1332"}),
        ("1532", {"1332", "1432"}),
        ("1632", {"1332", "1432", "1532"}),
        ("1733", {"1332", "1432", "1532", "1632"}),
    ],
)
def test_5_46_a_unit_on_the_line_closes_the_sea_east_of_it(turk: str, open_hexes: set[str]) -> None:
    t = allies("FR 1@0204", f"TU 1@{turk}\nruined 1733").choose("unit FR1")
    assert t.choices("sea") == MEDITERRANEAN | open_hexes
    for closed in (STRAITS | {"1928", "1631"}) - open_hexes - {turk}:
        assert t.refused(f"sea {closed}").case == "5.46"


def test_5_46_so_does_a_neutral_one() -> None:
    t = allies("FR 1@0204", "TU neutral 1@1532\nGE 1@1007\nruined 1733", turn=2).choose("unit FR1")
    assert t.choices("sea") & (STRAITS | BLACK_SEA) == {"1332", "1432"}


def test_5_46_the_fort_closes_the_black_sea_but_not_the_straits() -> None:
    t = allies("FR 1@0204").choose("unit FR1")
    assert t.choices("sea") == MEDITERRANEAN | STRAITS - {"1733"}
    assert t.refused("sea 1928").case == "5.46"


def test_5_46_an_allied_fort_does_not() -> None:
    """[R34] Nobody could destroy it."""
    t = allies("FR 1@0204\nTU allied", turn=2).choose("unit FR1")
    assert t.choices("sea") >= STRAITS | BLACK_SEA


def test_5_46_the_straits_close_the_way_out_too() -> None:
    shut = allies("FR 1@2326").choose("unit FR1")
    assert shut.refused("sea 0319").case == "5.46"
    assert shut.refused("sea 2226").case == "5.46"
    assert allies("FR 1@2326", "GE 1@1007\nruined 1733").choose("unit FR1").may("sea 0319")
    beyond = allies("FR 1@1632", "TU 1@1432").choose("unit FR1")
    assert beyond.refused("sea 0319").case == "5.46"
    before = allies("FR 1@1332", "TU 1@1432").choose("unit FR1")
    assert before.may("sea 0319")


def test_5_47_a_unit_that_went_by_sea_attacks_the_same_turn() -> None:
    t = allies("FR crp 9 1@0204", "BU 1@1431\nGE 1@1007").choose("unit FR1", "sea 1331")
    assert t.until("Allied attack 1").may("attack 1431")


def test_5_47_and_marches_as_usual_later() -> None:
    t = allies("FR 1@0204", "GE 1@1007").choose("unit FR1", "sea 0319")
    while t.turn == 5 or t.phase != "Allied movement":
        t.choose("done")
    t.choose("unit FR1", "step 0320", "step 0321", "step 0322", "step 0321", "step 0320")
    assert t.where("FR1") == "0320"


def test_5_48_the_landing_place_becomes_a_link_with_the_west() -> None:
    # An Austrian at Bari cuts off Brindisi, until somebody lands at Taranto.
    t = allies("FR 1@0204 2@0426", "AH 1@0424")
    assert not is_supplied(t.state, UNITS["FR2"])
    t.choose("unit FR1", "sea 0425")
    assert GRID.labels(t.state.links) == ["0425"]
    assert is_supplied(t.state, UNITS["FR1"])
    assert is_supplied(t.state, UNITS["FR2"])


# The Transit Area.


def test_5_51_from_france_to_italy_takes_until_the_next_turn() -> None:
    t = allies("FR 1@0110 2@0104").choose("unit FR1", "transit")
    assert t.where("FR1") == "transit"
    while t.turn == 5:
        t.choose("done")
    assert t.where("FR1") == "transit"
    assert t.choose("unit FR1", "move 0113").where("FR1") == "0113"


def test_5_51_and_from_italy_to_france_or_back_again() -> None:
    t = allies("IT 1@0113 2@0116").choose("unit IT1", "transit")
    while t.turn == 5:
        t.choose("done")
    assert {"0110", "0113"} <= t.choose("unit IT1").choices("move")


def test_5_51_any_number_of_units_may_be_in_it() -> None:
    t = allies("FR 1@0110 2@0109 3@0108\nIT 1@0113 2@0104")
    for unit in ("FR1", "FR2", "FR3", "IT1"):
        t.choose(f"unit {unit}", "transit")
    assert {t.where(unit) for unit in ("FR1", "FR2", "FR3", "IT1")} == {"transit"}


def test_5_51_it_is_for_allied_units_while_italy_is_an_ally() -> None:
    """[11.11] [R37] Not while she is neutral, let alone an enemy."""
    t = table("turn 5 phase Central movement\nGE 1@0110\nFR 1@0104").choose("unit GE1")
    assert t.refused("transit").case == "5.51"
    for italy in ("neutral", "central"):
        t = allies(f"FR 1@0110\nIT {italy}").choose("unit FR1")
        assert t.refused("transit").case == "11.11"


def test_5_52_it_is_entered_through_the_two_doors_only() -> None:
    # On foot the last step costs a point: four to the door will do, five will not.
    assert allies("RS 1@0205").choose("unit RS1").may("transit") is False
    t = allies("RS 1@0107 2@0106").choose("unit RS1")
    assert t.may("transit")
    t.choose("step 0108", "step 0208")
    assert t.may("transit")
    t.choose("step 0108")
    assert t.refused("transit").case == "5.23"


def test_5_52_it_is_left_through_the_two_doors_only() -> None:
    t = allies("FR 1:transit 2@0104", "GE 1@0110").choose("unit FR1")
    assert {COUNTRY[hex_] for hex_ in t.choices("move")} == {"IT"}
    assert t.refused("step 0114").case == "5.52"
    shut = allies("FR 1:transit 2@0104", "GE 1@0110 2@0113")
    assert shut.refused("unit FR1").case == "5.52"


def test_5_54_a_unit_in_the_area_is_asked_while_greece_is_allied_bug() -> None:
    """What it would do by entering Greece was told by way of the coasts it could sail to: it stands
    on none, and nobody could be asked."""
    t = allies("FR 1:transit 2@0104\nGK allied 1@0833").choose("unit FR1")
    assert decision(t.state).prompt(t.state) == "Move the French 1st: 5 movement points left [5.25]"


def test_5_52_coming_out_costs_the_door_hex_and_an_enemy_zone_there_stops() -> None:
    # Marching, a Russian gets a point for the door and four more.
    t = allies("RS 1:transit 2@2822", "GE 1@1007").choose("unit RS1")
    assert t.may("move 0106")
    assert t.refused("move 0105").case == "5.33"
    held = allies("FR 1:transit 2@0104", "GE 1@0210").choose("unit FR1")
    assert {hex_ for hex_ in held.choices("move") if COUNTRY[hex_] == "FR"} == {"0110"}


def test_5_53_a_train_runs_into_the_area() -> None:
    # Nine hexsides up the coast from 0122, half a point for the area; Naples is too far.
    assert allies("IT 1@0122").choose("unit IT1").may("transit")
    assert allies("IT 1@0123").choose("unit IT1").refused("transit").case == "5.23"
    assert allies("IT 1@0424").choose("unit IT1").refused("transit").case == "5.52"


def test_5_53_a_train_runs_out_of_the_area() -> None:
    t = allies("IT 1:transit 2@0424").choose("unit IT1")
    assert t.may("move 0122")
    assert t.refused("move 0123").case == "5.23"


def test_5_54_no_unit_enters_and_leaves_in_one_phase() -> None:
    t = allies("FR 1@0110 2@0104").choose("unit FR1", "transit")
    assert t.refused("unit FR1").case == "5.0/PR"
    t = allies("FR 1:transit 2@0104").choose("unit FR1")
    assert t.refused("transit").case == "5.54"
    assert t.refused("stop").case == "5.0/PR"
    assert t.choose("stay").where("FR1") == "transit"


def test_5_54_a_unit_that_comes_out_does_not_push_a_friend_off_the_door() -> None:
    t = allies("FR 1:transit 2@0110").choose("unit FR1")
    assert t.refused("relieve 0110").case == "R60"
    assert t.refused("move 0110").case == "5.21"
    assert t.may("move 0109")


def test_5_55_nobody_attacks_out_of_the_area() -> None:
    t = table("turn 5 phase Allied attack 1\nFR 1:transit 2@0109 3@0209\nGE 1@0110")
    t.choose("attack 0110")
    assert t.refused("with FR1").case == "8.17"


def test_5_55_nobody_retreats_into_the_area() -> None:
    t = table(
        """
        turn 5 phase Central attack 1
        FR 1@0110
        GE crp 9 1@0109 2@0209 3@0210
        """,
        1,
    )
    # 12 - 3 and a 1 make 1/5; the door leads nowhere in a retreat.
    t.attack("0110", "GE1", "GE2", "GE3")
    assert t.where("FR1") == "pool"


def test_r37_units_in_the_area_are_always_in_supply() -> None:
    t = allies("FR 1:transit", "GE 1@0110 2@0113")
    assert is_supplied(t.state, UNITS["FR1"])


def test_15_1_what_a_unit_passes_on_its_way_into_the_area_counts_as_entered_bug() -> None:
    """The railway from Brescia to the door runs through Milan, a resource centre."""
    t = allies("FR 1@0315 2@0104", "GE 1@1007\nheld Central 0214")
    before = t.points
    t.choose("unit FR1", "transit")
    assert [a - b for a, b in zip(t.points, before, strict=True)] == [5, -5]


def test_6_11_a_controlled_door_stops_a_unit_before_the_area_bug() -> None:
    """[5.52] A unit that stepped into the zone at the door could still go on into the area."""
    t = allies("FR 1@0109 2@0104", "GE 1@0210")
    assert "0110" in t.zone("Central")
    t.choose("unit FR1")
    assert t.refused("transit").case == "6.11"
    assert t.choose("step 0110").where("FR1") == "0110"
    assert t.asked == "MovementPhase"
