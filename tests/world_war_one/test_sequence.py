"""Chapter 4 of World War I: the sequence of play."""

from __future__ import annotations

import pytest

from tests.world_war_one.table import Table, opening, table

FRONT = """
    FR crp {allied} 1@0407 2@0408 3@0308
    BR 1@0304
    GE crp {central} 1@0508 2@0507 3@0506
    AH 1@1116
    ruined 0506
"""
"""Armies that can attack each other, and points on both sides to build and to lend."""


def front(phase: str, allied: int = 30, central: int = 30, turn: int = 3, extra: str = "") -> Table:
    position = FRONT.format(allied=allied, central=central)
    return table(f"turn {turn} phase {phase}\n{position}\n{extra}")


def walk(t: Table) -> list[str]:
    """The phases in which somebody had something to decide, to the end of the turn."""
    turn, seen = t.turn, [t.phase]
    while t.choose("done").turn == turn:
        if t.phase != seen[-1]:
            seen.append(t.phase)
    return seen


def test_4_0_the_phases_in_their_order() -> None:
    assert walk(front("Allied movement")) == [
        "Allied movement",
        "Central movement",
        "Central attack 1",
        "Allied attack 1",
        "Central attack 2",
        "Allied attack 2",
        "Central attack 3",
        "Allied attack 3",
        "Allied build",
        "Central build",
        "Allied lending",
        "Central lending",
    ]


def test_4_0_the_superior_player_attacks_first_whoever_he_is() -> None:
    assert walk(front("Allied movement", allied=31))[2:8] == [
        "Allied attack 1",
        "Central attack 1",
        "Allied attack 2",
        "Central attack 2",
        "Allied attack 3",
        "Central attack 3",
    ]


@pytest.mark.parametrize(
    ("phase", "choice", "case"),
    [
        ("Allied movement", "attack 0508", "8.0"),
        ("Allied movement", "build FR4", "10.2"),
        ("Allied movement", "move 0508", "5.1"),
        ("Central attack 1", "unit GE1", "5.24"),
        ("Central attack 1", "build GE4", "10.2"),
        ("Central attack 1", "with GE1", "8.2"),
        ("Central attack 1", "pay 1", "8.5"),
        ("Central attack 1", "retreat_to 0508", "8.6"),
        ("Central attack 1", "follow GE1", "8.7"),
        ("Central attack 1", "spare 2014", "12.13"),
        ("Allied build", "attack 0508", "8.0"),
        ("Allied build", "lend FR>SB", "4.0/10d"),
        ("Allied build", "place 0106", "10.2"),
        ("Allied build", "wait", "14.24"),
        ("Allied lending", "build FR4", "10.2"),
        ("Allied lending", "points 1", "10.3"),
        ("Allied lending", "unit FR1", "5.24"),
    ],
)
def test_4_0_nothing_is_done_out_of_its_phase(phase: str, choice: str, case: str) -> None:
    """Whoever asks too early, or too late, is told the case that says when."""
    assert front(phase).refused(choice).case == case


def test_4_0_1_the_allies_move_by_land_by_rail_and_by_sea() -> None:
    t = front("Allied movement", extra="FR 4@0204")
    assert t.who == "Allied"
    assert {"step", "rail", "sea", "move", "stay"} <= t.choose("unit FR4").verbs


def test_4_0_2_the_central_powers_move_next_and_never_by_sea() -> None:
    t = front("Allied movement", extra="GE 4@1004 5@1409").choose("done")
    assert (t.who, t.phase) == ("Central", "Central movement")
    assert t.copy().choose("unit GE4").refused("sea 0319").case == "5.4"
    assert {"step", "rail"} <= t.choose("unit GE5").verbs


def test_4_0_1_all_units_on_the_map_and_in_the_transit_area_get_ready() -> None:
    """[4.0/2] Those of the side whose phase begins, and nobody who waits to be built."""
    t = table("""
        turn 5 phase Central lending
        FR crp 9 1@0307 2:transit 3:lost 4:pool
        BR 1@0204
        IT allied
        GE crp 9 1@0809 2:pool
        AH crp 3
    """)
    assert t.choose("done").phase == "Allied movement"
    assert t.choices("unit") == {"FR1", "FR2", "BR1"}
    assert t.choose("done").phase == "Central movement"
    assert t.choices("unit") == {"GE1"}


@pytest.mark.parametrize(
    ("allied", "central", "superior"),
    [(31, 30, "Allied"), (30, 30, "Central"), (29, 30, "Central"), (0, 0, "Central")],
)
def test_4_0_3_more_points_make_a_side_superior_and_a_tie_is_centrals(
    allied: int, central: int, superior: str
) -> None:
    t = front("Central movement", allied, central, extra="facts superior-Allied").choose("done")
    assert t.superior == superior
    assert t.phase == f"{superior} attack 1"


def test_4_0_3_all_nations_at_war_are_counted_and_no_others() -> None:
    """[R23] Italy joins on turn 3, Rumania is neutral, the USA arrive later."""
    points = "IT crp 2\nRM crp 50\nUS crp 50\nTU crp 1"
    t = front("Central movement", 29, 29, turn=3, extra=points).choose("done")
    assert t.superior == "Allied"
    t = front("Central movement", 29, 29, turn=2, extra=points).choose("done")
    assert t.superior == "Central"


def test_4_0_3_it_is_settled_anew_each_turn_and_holds_for_the_turn() -> None:
    t = front("Central movement", 31, 30).choose("done")
    t.roll(6).attack("0508", "FR1", "FR2")
    # What is lost in the fighting changes nothing before the next turn.
    while t.turn == 3:
        assert t.superior == "Allied"
        t.choose("done" if t.may("done") else sorted(t.legal)[0])


def test_4_0_3_the_historical_game_opens_with_sixty_to_forty_six() -> None:
    t = opening()
    assert t.superior == "Central"
    assert sum(t.crp(n) for n in ("GE", "AH")) == 60
    assert sum(t.crp(n) for n in ("FR", "BR", "RS", "SB", "BL")) == 46


def test_14_22_nobody_moves_on_the_first_turn_of_the_historical_game() -> None:
    """[4.0/4] Play begins with the Superior player's first Attack Phase."""
    t = opening()
    assert (t.turn, t.phase) == (1, "Central attack 1")
    assert not t.said("Movement Phase")
    assert t.refused("unit GE1").case == "14.22"


def attacked(phase: str) -> Table:
    """Three armies against one, in some attack phase: 2/3 at +9, or at +6 in Germany 3/3.

    The attackers have paid; the defender is to choose.
    """
    side = phase.partition(" ")[0]
    french, german = "1@0207", "1@0307 2@0308 3@0208"
    if side == "Allied":
        french, german = "1@0708 2@0808 3@0809", "1@0709"
    t = table(
        f"""
        turn 3 phase {phase}
        FR crp 9 {french}
        GE crp 9 {german}
        facts superior-Central
        """,
        2,
    )
    if side == "Central":
        t.attack("0207", "GE1", "GE2", "GE3")
    else:
        t.attack("0709", "FR1", "FR2", "FR3")
    return t.choose(*(text for text in t.legal if t.who == side and text.startswith("pay")))


def test_4_0_4_no_unit_is_given_up_by_choice_in_the_first_phase() -> None:
    t = attacked("Central attack 1")
    assert t.who == "Allied"
    assert t.verbs == {"hold", "retreat"}


def test_4_0_4_attacks_come_in_any_order_each_settled_before_the_next() -> None:
    t = table(
        """
        turn 3 phase Central attack 1
        FR crp 20 1@0207 2@0204
        GE crp 20 1@0307 2@0308 3@0304 4@0305
        ruined 0306 0505
        """,
        *(2, 2),
    )
    assert {"attack 0207", "attack 0204", "done"} <= t.legal
    # 3/2 at +5: both losses are paid before the second attack is declared.
    t.attack("0204", "GE3", "GE4").choose("hold")
    assert (t.crp("FR"), t.crp("GE")) == (18, 17)
    t.attack("0207", "GE1", "GE2").choose("hold")
    assert (t.crp("FR"), t.crp("GE")) == (16, 14)


def test_4_0_4_an_attacked_fort_may_be_given_up() -> None:
    t = table("turn 3 phase Central attack 1\nFR crp 9\nGE crp 9 1@0407 2@0307 3@0508", 1)
    t.attack("0408", "GE1", "GE3")
    assert "ruin" in t.verbs
    t.choose("ruin")
    assert not t.fort("0408")


def test_4_0_5_the_inferior_player_attacks_under_the_same_limits() -> None:
    t = attacked("Allied attack 1")
    assert t.who == "Central"
    assert t.verbs == {"hold", "retreat"}


def test_4_0_6_no_unit_is_given_up_by_choice_in_the_second_phase() -> None:
    assert attacked("Central attack 2").verbs == {"hold", "retreat"}


def test_4_0_7_nor_in_that_of_the_inferior_player() -> None:
    assert attacked("Allied attack 2").verbs == {"hold", "retreat"}


def test_4_0_6_units_that_attacked_may_attack_again_in_the_second_phase() -> None:
    t = front("Central attack 1").roll(6, 6)
    t.attack("0407", "GE1", "GE2").choose("hold")
    assert t.refused("attack 0407").case == "8.14"
    t.until("Central attack 2").attack("0407", "GE1", "GE2").choose("hold")
    assert (t.crp("FR"), t.crp("GE")) == (28, 20)


def test_4_0_8_a_defender_may_be_given_up_in_the_superior_players_third_phase() -> None:
    t = attacked("Central attack 3")
    assert t.verbs == {"hold", "retreat", "destroy"}
    assert t.choose("destroy").where("FR1") == "pool"


def test_4_0_9_and_in_the_inferior_players_third_phase() -> None:
    t = attacked("Allied attack 3")
    assert t.verbs == {"hold", "retreat", "destroy"}
    assert t.choose("destroy").where("GE1") == "pool"


@pytest.mark.parametrize(
    ("turn", "points"),
    [
        (1, {"BR": 4, "FR": 20, "RS": 30, "BL": 4, "GE": 30, "AH": 20}),
        (2, {"BR": 15, "FR": 20, "RS": 40, "GE": 40, "AH": 25, "TU": 6}),
        (3, {"BR": 15, "FR": 20, "RS": 40, "IT": 15, "GE": 40, "AH": 25, "TU": 6}),
        (4, {"BR": 20, "FR": 20, "RS": 25, "IT": 15, "GE": 35, "AH": 20, "TU": 6}),
        (6, {"BR": 20, "FR": 15, "RS": 20, "IT": 15, "GE": 20, "AH": 15, "TU": 6}),
        (9, {"BR": 10, "FR": 10, "RS": 10, "IT": 10, "US": 20, "GE": 15, "AH": 10, "TU": 6}),
    ],
)
def test_4_0_10a_both_sides_receive_the_points_of_the_turn(
    turn: int, points: dict[str, int]
) -> None:
    t = table(
        f"""
        turn {turn} phase Allied attack 3
        FR 1@0104
        GE 1@1007
        invaded {"BL" if turn == 1 else ""}
        facts superior-Central
        """
    )
    assert t.phase == "Allied build"
    assert {n: t.crp(n) for n in points} == points


def test_4_0_10b_the_allies_build_first_and_pay() -> None:
    t = front("Allied build")
    t.choose("build FR4", "place 0110")
    assert (t.where("FR4"), t.crp("FR")) == ("0110", 25)
    assert t.refused("build GE4").case == "TRK/crp"


def test_4_0_10b_american_armies_arrive() -> None:
    t = table("turn 8 phase Allied attack 3\nFR 1@0104\nGE 1@1007\nfacts superior-Central")
    assert t.choices("place") == {"0105", "0106", "0107", "0108", "0109", "0110"}
    t.choose("place 0106")
    assert [t.where(unit) for unit in ("US1", "US2", "US3")].count("0106") == 1


def test_4_0_10c_then_the_central_powers_build() -> None:
    t = front("Allied build").choose("done")
    assert t.phase == "Central build"
    t.choose("build GE4", "place 1409")
    assert (t.where("GE4"), t.crp("GE")) == ("1409", 25)


def test_4_0_10d_lending_comes_after_building() -> None:
    t = front("Allied build").choose("done", "done")
    assert t.phase == "Allied lending"
    t.choose("lend FR>SB", "points 5")
    assert t.crp("SB") == 5
    t.until("Central lending").choose("lend GE>AH", "points 4")
    assert t.crp("AH") == 4


def test_4_0_10e_all_that_is_out_of_supply_is_destroyed() -> None:
    t = table("turn 3 phase supply\nFR 1@0104 2@1107\nGE 1@1106 2@1007\nAH 1@1207")
    assert (t.turn, t.where("FR1"), t.where("FR2")) == (4, "0104", "lost")


def test_4_0_end_the_turn_marker_moves_on_and_all_begins_again() -> None:
    t = front("Central lending").choose("done")
    assert (t.turn, t.phase) == (4, "Allied movement")


def test_4_0_end_after_the_tenth_turn_the_game_is_over() -> None:
    t = front("Central lending", turn=10).choose("done")
    assert (t.legal, t.asked) == (set(), "")
    assert t.said("The war is over")


def test_14_32_the_free_game_begins_with_the_first_phase() -> None:
    t = opening(scenario="free_deployment")
    while t.verbs == {"place"}:
        t.choose(sorted(t.legal)[0])
    assert (t.turn, t.phase) == (1, "Allied movement")
