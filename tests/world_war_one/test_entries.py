"""Sections 11.1 to 11.6: how each of the neutral countries comes into the war."""

from __future__ import annotations

import pytest

from tests.world_war_one.table import Table, table
from trenchline.games.world_war_one.components import CODES, COUNTRY, GRID
from trenchline.kernel.play import decision


def halt(t: Table) -> Table:
    """End the invader's move, if enemy zones have not done so."""
    return t.choose("stop") if t.asked == "MoveUnit" else t


def awards(t: Table) -> list[tuple[int, int]]:
    """The victory points awarded: side and number."""
    return [(side, points) for _, side, points, _ in t.state.ledger]


def test_11_11_italy_joins_the_allies_on_turn_three_with_fifteen_points() -> None:
    """[R24] [15.3] When the turn starts, and nobody scores."""
    t = table("""
        turn 2 phase supply
        IT crp 15 1@0415 4@0616
        FR 1@0207
    """)
    assert (t.turn, t.phase) == (3, "Allied movement")
    assert (t.side("IT"), t.crp("IT")) == ("allied", 15)
    assert awards(t) == []
    assert t.may("unit IT1")


def test_11_11_the_transit_area_is_closed_while_italy_is_neutral() -> None:
    t = table("""
        turn 2 phase Allied movement
        FR 1@0110
    """).choose("unit FR1")
    assert t.refused("transit").case == "11.11"
    late = table("""
        turn 3 phase Allied movement
        FR 1@0110
    """).choose("unit FR1")
    assert late.may("transit")


def test_11_11_invaded_early_italy_fights_with_her_fifteen_points() -> None:
    t = table("""
        turn 2 phase Central movement
        AH crp 9 1@0515
        IT crp 15 1@0317
        FR 1@0207
    """)
    t.choose("unit AH1", "step 0516", "stop").until("Allied build")
    # On turn 2 the track gives her none yet.
    assert t.crp("IT") == 15
    assert t.may("build IT2")
    # On turn 3 she is not asked again.
    while t.turn == 2:
        t.choose("done")
    assert t.side("IT") == "allied"
    assert awards(t) == [(0, 15)]


@pytest.mark.parametrize(
    ("turn", "russian", "joins"),
    [
        (5, "2018", True),  # in Austria-Hungary
        (5, "2212", True),  # in Germany
        (5, "2017", False),  # at home
        (8, "2018", True),  # at any later start
        (4, "2018", False),  # too early
    ],
)
def test_11_12_rumania_joins_when_a_russian_stands_on_enemy_soil(
    turn: int, russian: str, joins: bool
) -> None:
    """[R24] At the start of a turn from the fifth on; no points for anybody."""
    t = table(f"""
        turn {turn - 1} phase supply
        RM 1@1727
        RS 1@{russian}
    """)
    assert t.turn == turn
    assert t.side("RM") == ("allied" if joins else "neutral")
    assert awards(t) == []
    assert t.crp("RM") == 0


def test_11_12_it_must_be_a_russian_and_there_at_the_start() -> None:
    serb = table("""
        turn 5 phase supply
        RM 1@1727
        SB 1@1222
    """)
    assert serb.side("RM") == "neutral"
    t = table("""
        turn 5 phase Allied movement
        RM 1@1727
        RS 1@2017
    """)
    t.choose("unit RS1", "step 2018", "stop")
    assert t.side("RM") == "neutral"
    while t.turn == 5:
        t.choose("done")
    assert t.side("RM") == "allied"


def test_11_12_entered_before_the_condition_is_met_she_fights_the_allies() -> None:
    for turn in (2, 6):
        t = table(f"""
            turn {turn} phase Allied movement
            RM 1@1727
            RS 1@2025
        """)
        t.choose("unit RS1", "step 2024")
        assert t.side("RM") == "central"
        assert awards(t) == [(1, 5)]


def test_11_21_turkey_joins_the_central_powers_on_turn_two_with_six_points() -> None:
    """[R24] [15.3] For no points; on turn 1, in the free game, an invasion is worth 15."""
    t = table("""
        turn 1 phase supply
        TU crp 6 1@1531 2@1532
        FR 1@0207
    """)
    assert t.turn == 2
    assert (t.side("TU"), t.crp("TU")) == ("central", 6)
    assert awards(t) == []
    assert t.choose("done").may("unit TU1")


def test_11_22_bulgaria_joins_the_central_powers_on_turn_four() -> None:
    """[R24] [15.3] With nothing on the track, and for no points."""
    early = table("turn 2 phase supply\nBU 1@1226\nFR 1@0207")
    assert (early.turn, early.side("BU")) == (3, "neutral")
    t = table("turn 3 phase supply\nBU 1@1226\nFR 1@0207")
    assert (t.turn, t.side("BU"), t.crp("BU")) == (4, "central", 0)
    assert awards(t) == []


def test_11_3_allied_entry_removes_the_greek_army_for_good() -> None:
    """[R29] Greece lies open: no army, no cities, no more points."""
    t = table("""
        turn 1 phase Allied movement
        SB 1@0928
        GK 1:pool 2@0833
        AH 1@1116
    """).choose("unit SB1", "step 0929")
    assert (t.where("GK1"), t.where("GK2")) == ("lost", "lost")
    assert t.side("GK") == "open"
    t.choose("stop", "done")
    # The Central Powers may now walk in for nothing.
    assert awards(t) == [(1, 5)]


def test_11_3_landing_in_greece_counts_as_entering() -> None:
    t = table("""
        turn 5 phase Allied movement
        FR 1@0304
        GK 1@0929 2@0833
    """)
    t.choose("unit FR1", "sea 0830")
    assert (t.where("GK1"), awards(t)) == ("lost", [(1, 5)])


@pytest.mark.parametrize("way", ["step 0929", "sea 0733"])
def test_11_3_allies_who_come_after_a_central_invasion_remove_it_all_the_same(way: str) -> None:
    """[R29] By land or sea; it costs no points a second time, and nobody can be built."""
    text = """
        turn 5 phase Allied movement
        FR 1@0304
        SB 1@0928
        GK allied crp 9 1:pool 2@0833
        AH 1@1128
        award Allied 5 4 Greece violated
    """
    t = table(text)
    t.choose("unit SB1" if way.startswith("step") else "unit FR1", way)
    assert (t.where("GK1"), t.where("GK2"), t.side("GK")) == ("lost", "lost", "open")
    assert awards(t) == [(0, 5)]
    # Greek units themselves may of course move about in Greece.
    own = table(text).choose("unit GK2", "step 0832", "stop")
    assert own.where("GK2") == "0832"


def test_11_3_allies_elsewhere_leave_the_greek_army_alone() -> None:
    """Through Paris, a resource centre, and into Russia: it is her own soil that counts."""
    t = table("""
        turn 5 phase Allied movement
        FR 1@0107
        RS 1@2713
        GK allied 1@0833
        GE 1@1007
    """)
    t.choose("unit FR1", "step 0106", "stop", "unit RS1", "step 2714", "stop")
    assert (t.side("GK"), t.where("GK1")) == ("allied", "0833")
    # Nor does a Central unit on her soil, nor she herself.
    t = table("""
        turn 5 phase Central movement
        AH 1@0928
        GK allied 1@0833
        FR 1@0107
    """)
    t.choose("unit AH1", "step 0929", "stop")
    assert (t.side("GK"), t.where("GK1")) == ("allied", "0833")
    t = table("turn 5 phase Allied movement\nGK allied 1@0833\nGE 1@1007")
    t.choose("unit GK1", "step 0832", "stop")
    assert (t.side("GK"), t.where("GK1")) == ("allied", "0832")


MONASTIR = """
    turn 5 phase Allied movement
    SB 1@0827 {more}
    GK allied 1@0833
    BU central 1@1529
"""


def test_11_3_a_straight_move_keeps_out_of_greece_where_it_can_bug() -> None:
    """[R61] The army went through Greece and removed hers, though another way was as good."""
    t = table(MONASTIR.format(more="")).choose("unit SB1", "move 1128")
    assert t.where("SB1") == "1128"
    assert t.where("GK1") == "0833"
    t = table(MONASTIR.format(more="2@1027")).choose("unit SB1", "relieve 1027", "move 1128")
    assert t.where("GK1") == "0833"


def test_11_3_the_player_is_warned_where_there_is_no_other_way() -> None:
    """[R61] The move stays legal; the question says what it costs."""
    t = table(MONASTIR.format(more="")).choose("unit SB1")
    asked = decision(t.state).prompt(t.state)
    assert "enter Greece removes her army" in asked
    assert "[11.3]" in asked
    assert "1229" in asked
    assert "1128" not in asked
    assert "Russia" not in asked
    t.choose("move 1229")
    assert t.where("GK1") == "lost"
    # Nobody is warned of what he cannot do.
    for text in (
        MONASTIR.replace("SB 1@0827", "SB 1@2810").format(more=""),
        MONASTIR.replace("GK allied", "GK neutral").format(more=""),
    ):
        t = table(text).choose("unit SB1")
        assert "Greece" not in decision(t.state).prompt(t.state)
    t = table(MONASTIR.format(more="")).choose("unit GK1")
    assert "Greece" not in decision(t.state).prompt(t.state)
    enemy = MONASTIR.replace("Allied movement", "Central movement").replace("1@1529", "1@1128")
    t = table(enemy.format(more="")).choose("unit BU1")
    assert t.may("move 1029")
    assert "Greece" not in decision(t.state).prompt(t.state)


def test_11_3_a_landing_in_greece_is_warned_of() -> None:
    t = table("""
        turn 5 phase Allied movement
        BR BEF@0304
        GK allied 1@0833
    """).choose("unit BEF")
    assert "enter Greece removes her army" in decision(t.state).prompt(t.state)


def test_11_3_each_country_is_warned_of_by_itself() -> None:
    """[R61] [12.13] From Dedeagach one marches through Greece, and sails to Russia."""
    t = table("""
        turn 8 phase Allied movement
        BR 1@1331
        GK allied 1@0833
        BU central
        captured 2014 2316 2713 2720 2710
        ruined 1733
        facts collapsed surrendered watch-1
    """).choose("unit BR1")
    _, greece, russia = decision(t.state).prompt(t.state).split("; ")
    assert "a move to 0827" in greece
    assert russia == "to enter Russia sets the garrisons free [12.13]"


def test_12_13_a_straight_move_keeps_out_of_garrisoned_russia_where_it_can() -> None:
    """[R61] Allies in Russia set the garrisons free; nobody does that by the way."""
    text = """
        turn 8 phase Allied movement
        RM allied 1@{here}
        GE 1@2014 2@2316 3@2713 4@2720
        captured 2014 2316 2713 2720 2710
        garrisons 2014 2316 2713 2720
        ruined 2014 2015 2219 2314 2316 2414 2512
        facts collapsed surrendered watch-2
    """
    seen = 0
    for here in ("1924", "1925", "2024"):
        t = table(text.format(here=here)).choose("unit RM1")
        asked = decision(t.state).prompt(t.state)
        assert "enter Russia sets the garrisons free [12.13]" in asked
        for end in sorted(t.choices("move")):
            twin = t.copy().choose(f"move {end}")
            if twin.state.garrisons:
                seen += 1
            else:
                # Nobody goes through her unless the question says so.
                assert CODES[COUNTRY[GRID.hex(end)]] == "RS" or end in asked
    assert seen > 20


def test_11_3_a_greek_army_cannot_be_attacked_by_the_allies() -> None:
    # It would leave the game before the die is rolled.
    t = table("""
        turn 5 phase Allied attack 1
        SB 1@0928
        FR crp 9 1@0828
        GK open
        BU 1@0929
    """)
    assert t.may("attack 0929")
    greek = table("""
        turn 5 phase Allied attack 1
        SB 1@0928 2@0927
        BU 1@1027
        GK 1@0929
    """)
    assert greek.refused("attack 0929").case == "11.3"


@pytest.mark.parametrize("turn", [1, 3])
def test_11_4_belgium_gets_four_points_in_the_build_phase_of_her_invasion(turn: int) -> None:
    """[R51] On whatever turn that is in the free game, and only then."""
    t = table(f"""
        turn {turn} phase Central movement
        GE crp 5 1@0508
        BL neutral crp 1 Army@0505
        FR crp 9 1@0207
        facts free
    """)
    t.choose("unit GE1", "step 0507", "stop")
    assert t.crp("BL") == 1
    t.until("Allied build")
    assert t.crp("BL") == 5
    t.choose("done")
    while t.phase != "Allied build":
        t.choose("done")
    assert (t.turn, t.crp("BL")) == (turn + 1, 5)


def test_11_4_a_belgium_driven_to_the_central_powers_gets_them_too() -> None:
    t = table("""
        turn 2 phase Allied movement
        FR crp 9 1@0304
        BL neutral crp 1 Army@0505
        GE crp 5 1@0707
        facts free
    """)
    halt(t.choose("unit FR1", "step 0404")).until("Central build")
    assert (t.side("BL"), t.crp("BL")) == ("central", 5)
    assert awards(t) == [(1, 5)]


def test_11_5_the_netherlands_are_worth_twenty_five_and_have_no_points() -> None:
    t = table("""
        turn 1 phase Central movement
        GE 1@0806
        NE Army@0705
        FR crp 9 1@0207
    """).choose("unit GE1", "step 0805")
    assert awards(t) == [(0, 25)]
    halt(t).until("Allied build")
    assert t.crp("NE") == 0
    # They stay neutral to the end if nobody comes.
    quiet = table("turn 9 phase supply\nNE Army@0705\nFR 1@0207")
    assert (quiet.turn, quiet.side("NE")) == (10, "neutral")


def test_11_6_albania_has_no_army_and_lies_open_once_violated() -> None:
    """[R30] To both sides, and for no more points."""
    t = table("""
        turn 2 phase Central movement
        AH 1@0725 2@0724
        SB 1@0827
    """).choose("unit AH1", "step 0726")
    assert (t.side("AB"), awards(t)) == ("open", [(0, 5)])
    t.choose("stop")
    assert t.side("AB") == "open"
