"""Where and when new armies appear: chapter 10's builds and the Americans of 14.24."""

from __future__ import annotations

import pytest

from tests.world_war_one.table import Table, table
from trenchline.games.world_war_one.components import GRID, NATION
from trenchline.games.world_war_one.resources import appearance_hexes


def places(t: Table, nation: str) -> set[str]:
    """Where a nation's new armies may appear."""
    return set(GRID.labels(appearance_hexes(t.state, NATION[nation])))


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
    # An enemy on the edge itself is not in his own zone, but in the way.
    t = table("turn 3 phase Allied build\nFR crp 10\nGE 1@0204 2@0107\nruined 0106")
    assert t.choose("build FR2").choices("place") == {"0109", "0110"}
    assert t.refused("place 0107").case == "10.24"


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
    assert t.refused("build FR1").case == "14.24"


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
