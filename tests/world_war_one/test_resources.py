"""Sections 10.0 to 10.2: points received, armies built and arriving, forts rebuilt."""

from __future__ import annotations

import pytest

from tests.world_war_one.table import Table, table
from trenchline.games.world_war_one.components import COUNTERS, GRID, NATION
from trenchline.games.world_war_one.resources import AllocatePoints, appearance_hexes
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


def places(t: Table, nation: str) -> set[str]:
    """Where a nation's new armies may appear."""
    return set(GRID.labels(appearance_hexes(t.state, NATION[nation])))


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


# Where new armies appear.


def test_10_21_western_armies_appear_on_the_edge_in_france() -> None:
    t = table("""
        turn 9 phase Allied build
        FR crp 10
        BR crp 10
        US crp 10
    """)
    edge = {"0104", "0105", "0106", "0107", "0108", "0109", "0110"}
    for nation in ("FR", "BR", "US"):
        assert places(t, nation) == edge
    t.choose("build BR1")
    # Italy's edge feeds them, but nobody appears there.
    assert t.refused("place 0114").case == "10.21"
    assert t.refused("place 0204").case == "10.21"


def test_10_22_russians_appear_on_the_eastern_edge() -> None:
    t = table("""
        turn 3 phase Allied build
        RS crp 10
    """)
    assert places(t, "RS") == {f"29{row:02}" for row in range(8, 27)}
    assert t.choose("build RS1").refused("place 2810").case == "10.22"


@pytest.mark.parametrize(
    ("nation", "cities"),
    [
        ("GE", "0707 0713 0809 1206 1210 1409 1513 2010"),
        ("AH", "0818 1116 1212 1319"),
        ("IT", "0121 0214 0317"),
        ("SB", "0927 1223 1225"),
        ("RM", "1727 2024"),
        ("GK", "0833 0929"),
        ("BL", "0405 0505"),
        ("NE", "0704"),
        ("TU", "1531 1733"),
        ("BU", "1226 1328"),
    ],
)
def test_10_23_the_others_appear_on_a_supply_source_at_home(nation: str, cities: str) -> None:
    side = "Central" if nation in ("GE", "AH", "TU", "BU") else "Allied"
    army = {"BL": "BLArmy", "NE": "NEArmy"}.get(nation, f"{nation}1")
    t = table(f"""
        turn 4 phase {side} build
        {nation} {side.lower()} crp 5
        ruined 1223
    """)
    assert places(t, nation) == set(cities.split())
    t.choose(f"build {army}")
    if len(cities.split()) > 1:
        assert t.refused("place 1020").case == "10.23"


def test_10_23_a_lone_dependent_city_is_no_source_to_build_in() -> None:
    """[R43] Danzig cut off from the rest, though it is free itself."""
    t = table("""
        turn 3 phase Central build
        GE crp 5 1@2009
        RS 1@1810 2@1912 3@2112 4@2013
        ruined 2211 1812
    """)
    assert "2010" not in t.zone("Allied")
    assert "2010" not in places(t, "GE")
    assert "1409" in places(t, "GE")
    assert t.choose("build GE2").refused("place 2010").case == "10.23"


def test_10_24_not_on_an_occupied_hex_nor_in_an_enemy_zone() -> None:
    t = table("""
        turn 3 phase Allied build
        FR crp 10 1@0110
        BR crp 5
        GE 1@0204
    """)
    # The German in 0204 controls 0104 and 0105.
    assert places(t, "FR") == {"0106", "0107", "0108", "0109"}
    t.choose("build FR2")
    assert t.refused("place 0110").case == "10.24"
    assert t.refused("place 0104").case == "6.6"


def test_10_24_armies_that_find_no_place_are_not_built() -> None:
    t = table("""
        turn 4 phase Central build
        GE crp 5
        TU crp 5
        FR 1@1631 2@1430
        ruined 1531
    """)
    # Adrianople is controlled; the fort does not help Constantinople's neighbour either.
    assert places(t, "TU") == {"1733"}
    shut = table("""
        turn 4 phase Central build
        GE crp 5
        TU crp 5
        FR 1@1732 2@1430
    """)
    assert places(shut, "TU") == set()
    assert shut.refused("build TU1").case == "10.24"


def test_6_6_a_fort_does_not_lift_the_zone_for_a_new_army() -> None:
    t = table("""
        turn 4 phase Central build
        GE crp 5
        TU crp 5
        FR 1@1430 2@1732
    """)
    assert t.fort("1531")
    assert t.fort("1733")
    assert places(t, "TU") == set()


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
        RS crp 50 2:lost 3:pool
    """)
    assert "RS3" in t.choices("build")
    refusal = t.refused("build RS2")
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
        ("build FRTank", "13.31"),  # not in this match
        ("build BEF", "10.26"),  # on the map
        ("build BR5", "10.26"),  # in transit
        ("build SB1", "10.2"),  # no points
        ("lend FR>RS", "4.0"),
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
    assert t.choose("build FR1").refused("build FR2").case == "4.0"


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


# The Americans.


def american_turn(turn: int, us: str = "", germans: str = "1@0707", facts: str = "") -> Table:
    return table(f"""
        turn {turn} phase Allied attack 3
        FR crp 5
        US crp 20 {us}
        GE crp 20 {germans}
        {facts}
    """)


def arrive(game: str) -> None:
    """One American army on turn 8, two on turn 9."""
    assert american_turn(7, facts=game).asked == "Building"
    t = american_turn(8, facts=game)
    assert (t.asked, t.side("US")) == ("AmericanArrival", "neutral")
    t.choose("place 0108")
    assert t.asked == "Building"
    assert (t.where("US1"), t.where("US2"), t.side("US")) == ("0108", "waiting", "allied")
    two = american_turn(9, "1@0108 2:waiting 3:waiting", facts=game)
    assert two.refused("place 0108").case == "10.24"
    two.choose("place 0107", "place 0106")
    assert two.asked == "Building"
    assert (two.where("US2"), two.where("US3")) == ("0107", "0106")


def test_14_24_one_american_army_arrives_on_turn_eight_and_two_on_nine() -> None:
    arrive("")


def test_14_34_so_it_is_in_the_free_game() -> None:
    arrive("facts free")


def test_14_24_no_more_come_on_turn_ten() -> None:
    t = american_turn(10, "1@0106 2@0107 3@0108")
    assert t.asked == "Building"


def test_trk_turn_the_united_states_enter_with_their_first_army() -> None:
    """[TRK/crp] Until then their points are frozen; they have 20 and receive 20 on turn 8."""
    t = american_turn(8)
    assert t.crp("US") == 40
    t.choose("place 0104")
    # From now on they build and lend.
    assert t.refused("build US2").case == "14.24"
    t.until("Allied lending")
    assert "US>FR" in t.choices("lend")


def test_14_24_americans_wait_when_no_hex_is_free() -> None:
    """[R50] [12.2] They come in a later Build Phase."""
    t = american_turn(8, germans="1@0105 2@0107 3@0109", facts="ruined 0106")
    assert (t.asked, t.state.arrivals) == ("Building", 1)
    assert t.side("US") == "neutral"
    later = table("""
        turn 9 phase Allied attack 3
        FR crp 5
        US neutral crp 40
        GE crp 20 1@0707
        facts arrivals-1
    """)
    later.choose("place 0104", "place 0105", "place 0106")
    assert [later.where(f"US{n}") for n in (1, 2, 3)] == ["0104", "0105", "0106"]
    assert later.state.arrivals == 0


def test_14_24_the_place_of_an_arrival_is_refused_with_its_case() -> None:
    t = american_turn(8, germans="1@0204")
    assert t.refused("place 0104").case == "6.6"
    assert t.refused("place 0208").case == "10.21"
    assert t.refused("wait").case == "14.24"
    assert t.refused("build FR1").case == "4.0"


# Builds in order.


def test_4_0_10b_the_allies_build_before_the_central_powers() -> None:
    """[4.0/10c] [4.0/10d] Then both lend, the Allies first."""
    t = table("""
        turn 2 phase Allied attack 3
        FR crp 5 1@0207
        GE crp 5 1@0707
    """)
    seen = []
    while t.turn == 2:
        seen.append(t.phase)
        t.choose("done")
    assert seen == ["Allied build", "Central build", "Allied lending", "Central lending"]


def test_4_0_10c_the_central_powers_cannot_build_in_the_allied_segment() -> None:
    t = table("""
        turn 2 phase Allied build
        FR crp 5
        GE crp 5
    """)
    assert t.refused("build GE1").case == "TRK/crp"
    t.choose("done")
    assert t.may("build GE1")
