"""Section 9.1: what each nation draws its supply from, and supply by sea."""

from __future__ import annotations

import pytest

from tests.world_war_one.table import fed, table, would_be_fed
from trenchline.games.world_war_one.components import GRID

GERMAN_CITIES = ("0707", "0713", "0809", "1206", "1210", "1409", "1513", "2010")
AUSTRIAN_CITIES = ("0818", "1116", "1212", "1319")


def garrisons(*labels: str) -> str:
    """Russian armies in some hexes, to take them from the Central Powers."""
    return "RS " + " ".join(f"{n}@{label}" for n, label in enumerate(labels, start=1))


# Cities and edges.


def test_9_1_a_source_feeds_any_number_and_a_unit_may_stand_in_it() -> None:
    t = table("""
        turn 5 phase Allied movement
        FR 1@0104 2@0204 3@0304
        GE 1@0105 2@0205 3@0305
    """)
    assert all(fed(t, unit) for unit in ("FR1", "FR2", "FR3"))


def test_9_1_no_source_feeds_whom_no_path_joins_to_it() -> None:
    """Each kind of source, with the way to it open and barred."""
    for nation, unit, open_, shut in (
        ("FR", "FR 1@0207", "GE 1@1007", "GE 1@0107 2@0206 3@0308 4@0109"),
        ("RS", "RS 1@2722", "GE 1@1007", "GE 1@2721 2@2723 3@2621 4@2821 5@2824"),
        ("SB", "SB 1@0827", "GE 1@1007", "GE 1@0926 2@0929 3@0828 4@0727"),
        ("TU", "TU 1@1630", "RS 1@2610", "RS 1@1629 2@1631 3@1530 4@1730 5@1531"),
    ):
        land = "GK open\nAB open\nBU central\nruined 0106 0310 0408 0409 1531"
        fine = table(f"turn 5 phase Allied movement\n{unit}\n{open_}\n{land}")
        cut = table(f"turn 5 phase Allied movement\n{unit}\n{shut}\n{land}")
        assert (fed(fine, f"{nation}1"), fed(cut, f"{nation}1")) == (True, False), nation


def test_9_1_a_city_that_was_lost_and_left_again_feeds_as_before() -> None:
    """[R56] The rules know no control of cities."""
    t = table("""
        turn 5 phase Allied movement
        FR 1@1408
        GE 1@1210
    """)
    t.choose("unit FR1", "step 1409", "step 1410", "step 1411", "stop")
    assert would_be_fed(t, "GE", "1409")


def test_9_11_germans_need_two_cities_that_are_connected() -> None:
    # Danzig is at hand, but one Russian shuts it off from all the others.
    alone = table("""
        turn 5 phase Central movement
        GE 8@2010
        RS 1@1911
    """)
    assert not fed(alone, "GE8")
    joined = table("""
        turn 5 phase Central movement
        GE 8@2010
        RS 1@2013
    """)
    assert fed(joined, "GE8")


@pytest.mark.parametrize("kept", GERMAN_CITIES)
def test_9_11_one_city_is_not_enough_any_two_are(kept: str) -> None:
    """[R38] A city counts only while it is connected with a second one."""
    others = [city for city in GERMAN_CITIES if city != kept]
    text = "turn 5 phase Central movement\nGE 1@1117\nAH 1@1118\n"
    t = table(text + garrisons(*others))
    assert not fed(t, "GE1")
    # Her ally is fed by his own cities, which do not serve her.
    assert fed(t, "AH1")
    assert fed(table(text + garrisons(*others[1:])), "GE1") == would_be_fed(
        table(text + garrisons(*others[1:])), "GE", others[0]
    )


def test_9_11_the_two_cities_must_be_joined_to_each_other() -> None:
    # Danzig and Cologne are both free, but a unit that reaches only one of them starves.
    t = table(
        "turn 5 phase Central movement\nGE 1@1117 8@2010\n"
        + garrisons("0713", "0809", "1206", "1210", "1409", "1513", "1911")
    )
    assert would_be_fed(t, "GE", "0707") is False
    assert not fed(t, "GE1")
    assert not fed(t, "GE8")


@pytest.mark.parametrize("kept", AUSTRIAN_CITIES)
def test_9_12_austrians_need_two_cities_of_their_own(kept: str) -> None:
    others = [city for city in AUSTRIAN_CITIES if city != kept]
    text = "turn 5 phase Central movement\nGE 1@1408\nAH 1@1407\n"
    t = table(text + garrisons(*others))
    assert not fed(t, "AH1")
    assert fed(t, "GE1")
    for spared in others:
        pair = table(text + garrisons(*(city for city in others if city != spared)))
        assert fed(pair, "AH1")


def test_9_13_turks_and_bulgarians_need_one_city_at_home() -> None:
    # All German and Austrian cities but one each are gone; that feeds nobody.
    cut = (
        "turn 5 phase Central movement\n"
        + garrisons(*AUSTRIAN_CITIES[1:], *GERMAN_CITIES[1:])
        + "\nTU 1@1631\nBU 1@1429\n"
    )
    t = table(cut)
    assert fed(t, "TU1")
    assert fed(t, "BU1")
    without_home = table(cut + "FR 1@1733 2@1531 3@1328 4@1226\nruined 1531 1733")
    assert not fed(without_home, "TU1")
    assert not fed(without_home, "BU1")
    # One city is enough, and only the own one.
    sofia_free = table(cut + "FR 1@1733 2@1531 3@1328\nruined 1531 1733")
    assert fed(sofia_free, "BU1")
    assert not fed(sofia_free, "TU1")


@pytest.mark.parametrize("nation", ["GE", "AH"])
def test_9_13_minors_may_draw_on_a_connected_pair_of_either_great_power(nation: str) -> None:
    """[R59] A lone dependent city is no source for them either."""
    pair = {"GE": ("1210", "1409"), "AH": ("1116", "1319")}[nation]
    lone = {"GE": "1116", "AH": "1409"}[nation]
    taken = [city for city in GERMAN_CITIES + AUSTRIAN_CITIES if city not in (*pair, lone)]
    text = "turn 5 phase Central movement\nBU 1@1418\nFR 1@1226 2@1328\n"
    assert fed(table(text + garrisons(*taken)), "BU1")
    assert not fed(table(text + garrisons(*taken, pair[0])), "BU1")


def test_9_14_french_british_and_american_units_live_on_the_western_edge() -> None:
    edge = [f"01{row:02}" for row in range(4, 11)]
    t = table("""
        turn 9 phase Allied movement
        FR 1@0305
        BR 1@0306
        US 1@0307
        GE 1@1409
        IT neutral
    """)
    for unit in ("FR1", "BR1", "US1"):
        assert fed(t, unit)
    # Covered from 0104 to 0110, the edge feeds nobody; the eastern edge never does.
    covered = table("""
        turn 9 phase Allied movement
        FR 1@0305
        BR 1@0306
        US 1@0307
        SB 1@0308
        GE 1@0105 2@0107 3@0109
        IT neutral
        ruined 0106
    """)
    for label in edge:
        assert not would_be_fed(covered, "FR", label)
    for unit in ("FR1", "BR1", "US1"):
        assert not fed(covered, unit)
    assert fed(covered, "SB1")


def test_9_14_the_italian_edge_counts_while_italy_is_an_ally() -> None:
    """[R55] On the Central side it feeds nobody."""
    text = """
        turn 9 phase Allied movement
        FR 1@0218
        BR 1@0306
        IT {side}
    """
    assert fed(table(text.format(side="allied")), "FR1")
    assert not fed(table(text.format(side="central")), "FR1")


def test_9_14_italy_feeds_the_western_allies_by_her_edge_alone() -> None:
    # Apulia is Italian, but cut off from the edge it feeds nobody from the west.
    t = table("""
        turn 9 phase Allied movement
        FR 1@0426
        IT allied 1@0425
        GE 1@0324
    """)
    assert not fed(t, "FR1")
    assert fed(table("turn 9 phase Allied movement\nFR 1@0426\nIT allied 1@0425\nGE 1@0314"), "FR1")


def test_9_15_russians_live_on_the_eastern_edge_only() -> None:
    covered = """
        turn 9 phase Allied movement
        RS 1@0305 2@2610
        SB 1@2611
        GE 1@2909 2@2912 3@2915 4@2918 5@2921 6@2924 7@2926
        IT neutral
    """
    t = table(covered)
    assert not fed(t, "RS1")
    assert not fed(t, "RS2")
    assert fed(t, "SB1")
    assert fed(table(covered.replace("5@2921", "5@2721")), "RS1")


def test_9_16_other_allies_use_their_cities_or_either_edge() -> None:
    closed = """
        turn 9 phase Allied movement
        SB 1@0926 2@0305
        GE 1@2909 2@2912 3@2915 4@2918 5@2921 6@2924 7@2926 8@0105 9@0107 10@0109
        IT neutral
        ruined 0106 1223
        AH {austrians}
    """
    assert fed(table(closed.format(austrians="1@1014")), "SB1")
    # Nish, Skopje and Belgrade gone: nothing is left.
    cities = table(closed.format(austrians="1@1223 2@1225 3@0927"))
    assert not fed(cities, "SB1")
    assert not fed(cities, "SB2")
    for edge in ("10@0109", "7@2926"):
        opened = table(closed.replace(edge, "").format(austrians="1@1223 2@1225 3@0927"))
        assert fed(opened, "SB2")


def test_9_16_nobody_uses_another_countrys_cities() -> None:
    # Athens feeds the Greeks in Attica, not the Serbs beside them.
    t = table("""
        turn 9 phase Allied movement
        GK allied 1@0833
        SB 1@0733
        BU 1@0732 2@0831
        AH 1@0632
    """)
    assert fed(t, "GK1")
    assert not fed(t, "SB1")


# The sea.

LANDED = """
    turn 5 phase Allied movement
    FR 1@0304
    BR 1@0204
    SB 1@0928
    AH 1@0927 2@1027 3@1226
    BU 1@1129 2@1128
    GK open
"""


def test_9_17_a_landing_links_with_the_western_edge_for_all_who_may_use_it() -> None:
    """[5.48] For Serbs, too, who may trace to that edge."""
    t = table(LANDED)
    assert not would_be_fed(t, "FR", "0929")
    assert not fed(t, "SB1")
    t.choose("unit FR1", "sea 0929")
    assert fed(t, "FR1")
    assert fed(t, "SB1")
    assert would_be_fed(t, "BR", "0929")
    assert not would_be_fed(t, "RS", "0929")


ATTICA = """
    turn 5 phase {phase}
    FR 1@0833
    SB 1@0832
    AH 1@0831
    BU {bulgarian}
    GK open
    links 0733
"""


def test_9_14_where_no_edge_is_near_a_landing_place_feeds_the_western_allies() -> None:
    """[9.17] [R55]"""
    landed = ATTICA.format(phase="Allied movement", bulgarian="")
    assert fed(table(landed), "FR1")
    assert not fed(table(landed.replace("links 0733", "")), "FR1")


def test_9_17_the_enemy_cuts_a_link_by_passing_and_an_ally_restores_it() -> None:
    """[R35] Whoever was the last to enter decides."""
    t = table(ATTICA.format(phase="Central movement", bulgarian="1@0533"))
    assert fed(t, "FR1")
    assert fed(t, "SB1")
    t.choose("unit BU1", "step 0633", "step 0733")
    assert not fed(t, "FR1")
    assert not fed(t, "SB1")
    left = table(ATTICA.format(phase="Allied movement", bulgarian="") + "silenced 0733")
    assert not fed(left, "FR1")
    # A Serb on foot will do.
    left.choose("unit SB1", "step 0733", "stop")
    assert fed(left, "FR1")
    assert left.state.silenced == 0


def test_9_17_passing_through_is_enough_to_cut_a_link() -> None:
    t = table("""
        turn 5 phase Central movement
        FR 1@0532
        AH 1@0832
        GK open
        links 0733
    """)
    assert fed(t, "FR1") is False  # the link is vacant and in the Austrian's zone
    t.choose("unit AH1", "step 0733", "step 0833", "stop")
    assert GRID.labels(t.state.silenced) == ["0733"]


@pytest.mark.parametrize(("bulgarian", "open_"), [("1@0632", False), ("1@0532", True)])
def test_9_17_a_vacant_link_in_an_enemy_zone_cannot_be_traced_into(
    bulgarian: str, open_: bool
) -> None:
    """[R35] It is not cut for good."""
    t = table(ATTICA.format(phase="Allied movement", bulgarian=bulgarian))
    assert fed(t, "FR1") == open_


@pytest.mark.parametrize(
    ("turkish", "ruins", "links", "open_"),
    [
        ("", "1733", "2027", True),
        ("", "", "2027", False),  # the fort on the Bosporus stands
        ("2@1332", "1733", "2027", False),
        ("2@1632", "1733", "2027", False),
        ("2@1632", "1733", "1332", True),  # west of the Turk ships still come
        ("2@1532", "1733", "1632", False),
        ("2@1431", "1733", "2027", True),  # beside the line is not on it
    ],
)
def test_9_17_beyond_the_straits_a_link_needs_them_open(
    turkish: str, ruins: str, links: str, open_: bool
) -> None:
    """[R34] The test is that of sea movement."""
    t = table(f"""
        turn 5 phase Allied movement
        FR 1@{links}
        IT neutral
        RM allied
        TU {turkish}
        GE 1@0105 2@0107 3@0109
        links {links}
        ruined {ruins} 0106
    """)
    assert would_be_fed(t, "FR", links) == open_
