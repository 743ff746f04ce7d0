"""Sections 10.0 to 10.2: points received, armies built and arriving, forts rebuilt."""

from __future__ import annotations

import pytest

from tests.world_war_one.table import table
from trenchline.games.world_war_one.components import COUNTERS, NATION
from trenchline.games.world_war_one.resources import AllocatePoints
from trenchline.kernel.play import decision

# The turn record track as it is printed; AH on turn 4 by ruling R1.
TRACK = """
BR  4 15 15 20 20 20 20 10 10 10
FR 20 20 20 20 20 15 15 10 10 10
RS 30 40 40 25 25 20 20 10 10 10
IT  0  0 15 15 15 15 15 10 10 10
US  0  0  0  0  0  0  0 20 20 20
BL  4  0  0  0  0  0  0  0  0  0
GE 30 40 40 35 35 20 20 15 15 15
AH 20 25 25 20 20 15 15 10 10 10
TU  0  6  6  6  6  6  6  6  6  6
"""
SCHEDULE = {
    line.split()[0]: [int(word) for word in line.split()[1:]] for line in TRACK.split("\n") if line
}
POOLS = ["FR", "BR", "US", "RS", "SB", "IT", "RM", "GK", "BL", "NE", "GE", "AH", "TU", "BU"]


def allocated(text: str) -> dict[str, int]:
    """Every nation's points after segment a of the Build Phase."""
    state = table(text).state
    AllocatePoints().run(state)
    return {code: state.crp[NATION[code]] for code in POOLS}


# What the track gives.


@pytest.mark.parametrize("turn", range(1, 11))
def test_4_0_10a_every_turn_gives_what_its_box_says(turn: int) -> None:
    """[TRK/turn] [R1] [R4] Fourteen pools; those without a line never receive any."""
    got = allocated(f"""
        turn {turn} phase Allied movement
        FR 1@0207
        IT allied
        TU central
        US allied
        invaded {"BL" if turn == 1 else ""}
    """)
    assert got == {code: SCHEDULE.get(code, [0] * 10)[turn - 1] for code in POOLS}


def test_4_0_10a_a_neutral_receives_nothing() -> None:
    """[TRK/crp] Only the United States' points come before their army does."""
    got = allocated("""
        turn 8 phase Allied movement
        FR 1@0207
        IT neutral crp 15
        TU neutral crp 2
        US neutral crp 20
    """)
    assert (got["IT"], got["TU"], got["US"]) == (15, 2, 40)


def test_4_0_10a_points_are_added_in_the_build_phase() -> None:
    t = table("""
        turn 2 phase Allied attack 3
        FR crp 3 1@0207
        GE crp 1 1@0707
    """)
    assert t.asked == "Building"
    assert (t.crp("FR"), t.crp("GE"), t.crp("BR")) == (23, 41, 15)


def test_10_0_points_pile_up_without_limit() -> None:
    got = allocated("""
        turn 2 phase Allied movement
        FR 1@0207
        RS crp 95
        GE crp 340
    """)
    assert (got["RS"], got["GE"]) == (135, 380)


def test_10_0_resource_centres_have_nothing_to_do_with_points() -> None:
    got = allocated("""
        turn 2 phase Allied movement
        FR 1@0207
        held Central 0106 0304 0305 0306 0207 0407 0409
    """)
    assert (got["FR"], got["GE"]) == (20, 40)


def test_10_1_a_nations_points_pay_for_its_own_units_only() -> None:
    # The Austrians have nothing, so their attack costs them an army though Germany is rich.
    t = table("""
        turn 3 phase Central attack 1
        GE crp 50 1@0707
        AH crp 0 1@1817 2@1918
        RS crp 9 1@1917
    """).roll(5)
    t.fight("1917", "AH1", "AH2")
    assert t.legal == {"lose AH1", "lose AH2"}
    t.choose("lose AH1")
    assert t.crp("GE") == 50


# Building.


def test_10_2_a_new_army_costs_its_nation_five_points() -> None:
    t = table("""
        turn 3 phase Allied build
        FR crp 11
        BR crp 4
    """)
    assert t.choices("build") == {
        *("FR1", "FR2", "FR3", "FR4", "FR5", "FR6", "FR9"),
        *("FRAlsace", "FRLorraine", "FROrient"),
    }
    t.choose("build FR1", "place 0106")
    assert (t.crp("FR"), t.where("FR1")) == (6, "0106")
    assert t.refused("build BR1").case == "10.2"
    t.choose("build FR2", "place 0107")
    assert t.crp("FR") == 1
    # One point is left, so nobody can build and the phase is over.
    assert t.phase != "Allied build"


def test_10_2_the_bef_is_rebuilt_like_any_army() -> None:
    t = table("""
        turn 3 phase Allied build
        BR crp 5
    """)
    t.choose("build BEF", "place 0104")
    assert (t.where("BEF"), t.crp("BR")) == ("0104", 0)


@pytest.mark.parametrize("fort", ["0509", "0510", "1611"])
def test_10_2_a_fort_costs_a_point_for_each_of_its_strength(fort: str) -> None:
    """[12.46] Of its printed strength: three for Metz, two for the others."""
    t = table(f"""
        turn 3 phase Central build
        GE crp 4
        ruined {fort}
    """)
    t.choose(f"rebuild {fort}")
    assert t.fort(fort)
    assert t.crp("GE") == (1 if fort == "0509" else 2)


def test_10_2_a_fort_must_be_in_supply_to_be_rebuilt() -> None:
    """[9.5] [R44] Königsberg with Russians on all its ways."""
    t = table("""
        turn 3 phase Central build
        GE crp 9 1@1409
        RS 1@2112 2@2212 3@2311 4@2810
        ruined 2211
    """)
    assert t.refused("rebuild 2211").case == "10.2"
    assert "supply" in t.refused("rebuild 2211").reason


def test_10_2_enemy_zones_do_not_keep_a_fort_from_being_rebuilt() -> None:
    """[R44] [6.6] Only units are barred from enemy zones; once up, the fort lifts the zone."""
    t = table("""
        turn 3 phase Allied build
        FR crp 3 1@0308
        GE 1@0508 2@0509
        ruined 0408
    """)
    assert "0408" in t.zone("Central")
    t.choose("rebuild 0408")
    assert t.fort("0408")
    assert t.crp("FR") == 0


def test_12_46_rebuilding_is_refused_with_its_case() -> None:
    t = table("""
        turn 3 phase Central build
        GE crp 5 1@1610
        TU crp 1 1@1531
        FR 1@1611
        ruined 0408 1611 1733
    """)
    cases = {
        "0106": "12.46",  # intact
        "0408": "12.46",  # French
        "0707": "10.25",  # no fort was ever there
        "1611": "10.2",  # the enemy is in it
        "1733": "10.2",  # two points are too many for Turkey
    }
    for hex_, case in cases.items():
        assert t.refused(f"rebuild {hex_}").case == case


def test_10_25_forts_are_rebuilt_where_they_stood_and_nowhere_else() -> None:
    t = table("""
        turn 3 phase Central build
        GE crp 50
        AH crp 50
        ruined 0509 1616 2014
    """)
    assert t.choices("rebuild") == {"0509", "1616"}
    assert t.refused("rebuild 1409").case == "10.25"


# Counters.

MIX = {
    "FR": 10,
    "BR": 7,
    "US": 3,
    "RS": 12,
    "SB": 2,
    "IT": 8,
    "RM": 2,
    "GK": 2,
    "BL": 1,
    "NE": 1,
    "GE": 19,
    "AH": 11,
    "TU": 2,
    "BU": 2,
}


def test_10_26_there_are_no_more_armies_than_counters() -> None:
    """[R3] The Tank Army is one more French counter, in the game only by its option."""
    counted = {code: sum(u.nation == NATION[code] for u in COUNTERS) for code in POOLS}
    assert counted == {**MIX, "FR": 11}
    t = table("""
        turn 4 phase Allied build
        SB crp 50 1@1124
        FR crp 5
    """)
    t.choose("build SB2", "place 1225")
    assert t.crp("SB") == 45
    assert not any(key.startswith("SB") for key in t.choices("build"))
    assert t.refused("build SB1").case == "10.26"


def test_10_26_armies_lost_out_of_supply_never_return() -> None:
    t = table("""
        turn 4 phase Allied build
        RS crp 50 4:lost 3:pool
    """)
    assert "RS3" in t.choices("build")
    refusal = t.refused("build RS4")
    assert (refusal.case, "never" in refusal.reason) == ("10.26", True)


def test_10_26_a_fort_lost_out_of_supply_is_rebuilt_once_it_is_supplied() -> None:
    cut = """
        turn 5 phase Central lending
        GE crp 20 1@1409
        AH crp 3
        RS 1@2212 2@2112 3@2311 4@2810
    """
    t = table(cut).choose("done")
    assert not t.fort("2211")
    t.choose("unit RS1", "move 2313", "unit RS2", "move 2113", "unit RS3", "move 2411")
    t.until("Central build")
    assert t.may("rebuild 2211")


@pytest.mark.parametrize(
    ("build", "case"),
    [
        ("build IT1", "TRK/crp"),  # neutral
        ("build GE1", "TRK/crp"),  # not his
        ("build FRTank", "13.3"),  # not in this match
        ("build BEF", "10.26"),  # on the map
        ("build BR5", "10.26"),  # in transit
        ("build SB1", "10.2"),  # no points
        ("lend FR>RS", "4.0/10d"),
    ],
)
def test_10_2_what_cannot_be_built_says_why(build: str, case: str) -> None:
    t = table("""
        turn 2 phase Allied build
        FR crp 5
        BR crp 5 BEF@0206 5:transit
        IT crp 15 1@0415
    """)
    assert t.refused(build).case == case
    assert decision(t.state).why_not(t.state, "build", 999).case == "10.26"
    assert t.choose("build FR1").refused("build FR2").case == "10.2"


@pytest.mark.parametrize(
    ("turn", "facts", "army", "case"),
    [
        (5, "", "GEStoss1", "12.31"),
        (6, "stoss_built", "GEStoss2", "12.31"),
        (8, "option-tank_army", "FRTank", "13.31"),
    ],
)
def test_10_2_special_armies_have_their_own_limits(
    turn: int, facts: str, army: str, case: str
) -> None:
    """[12.31] [13.31]"""
    side = "Allied" if army == "FRTank" else "Central"
    t = table(f"""
        turn {turn} phase {side} build
        FR crp 5
        GE crp 5
        facts {facts}
    """)
    assert t.refused(f"build {army}").case == case


def test_trk_crp_points_of_a_nation_not_at_war_are_frozen() -> None:
    """[R23] They build nothing, lend nothing and do not count for the Superior player."""
    t = table("""
        turn 2 phase Allied build
        FR crp 5
        IT crp 15
        US crp 20
    """)
    assert t.choices("build") >= {"FR1"}
    assert not any(key[:2] in ("IT", "US") for key in t.choices("build"))
    count = table("""
        turn 2 phase Central movement
        FR crp 20 1@0207
        IT crp 15
        US crp 20
        GE crp 20 1@0710
        AH 1@1116
    """)
    assert count.choose("done").superior == "Central"
