"""Sections 8.1 and 8.2: who may attack whom; attacks on neutrals; the mandatory ones [14.23]."""

from __future__ import annotations

import pytest

from tests.world_war_one.battles import assault
from tests.world_war_one.table import opening, table
from trenchline.games.world_war_one import GAME

# Who may attack, and when.


def test_8_0_the_phasing_player_is_the_attacker() -> None:
    t = table("""turn 3 phase Central attack 1
                 FR crp 9 1@0307 2@0308
                 BR crp 9 1@0207
                 GE crp 9 5@0407 6@0508""")
    assert t.who == "Central"
    assert t.choices("attack") == {"0307", "0308", "0408"}
    t.choose("done")
    assert t.who == "Allied"
    assert t.choices("attack") == {"0407"}


def test_8_0_pr_each_result_is_applied_before_the_next_attack() -> None:
    """[9.4] Supply is judged anew: driving the French off 0407 opens the line to the 7th Army."""
    t = table(
        """turn 3 phase Central attack 1
           FR crp 0 1@0407 2@0207
           GE crp 9 5@0508 6@0507 7@0307""",
        1,
    )
    assert t.refused("attack 0207").case == "8.15"
    assault(t, "GE5 GE6 > 0407")
    assert t.said("at +5")
    while t.asked == "RetreatPath":
        t.choose(min(t.legal))
    t.choose("done")
    assert t.phase == "Central attack 1"
    assert t.may("attack 0207")


def test_8_11_only_adjacent_units_take_part() -> None:
    t = table("""turn 3 phase Central attack 1
                 FR crp 9 1@0407
                 GE crp 9 5@0508 6@0507 3@0509 4@0607 1:pool""")
    t.choose("attack 0407")
    assert t.choices("with") == {"GE5", "GE6"}
    for stranger in ("GE3", "GE4", "GE1", "FR1"):
        assert t.refused(f"with {stranger}").case == "8.11"
    assert t.refused("done").case == "8.0/PR"


def test_8_11_all_adjacent_enemies_may_be_attacked_and_nobody_else() -> None:
    t = table("""turn 3 phase Central attack 1
                 FR crp 9 1@0307 2@0105 3@0208
                 GE crp 9 5@0206 6@0306 7@0406
                 ruined 0306 0506""")
    # The fort of Paris, 0106, stands next to the 5th Army.
    assert t.choices("attack") == {"0307", "0106"}
    for label in ("0107", "0406", "0105", "0208", "0408"):
        assert t.refused(f"attack {label}").case == "8.11"
    assert t.refused("move 0307").case == "5.24"
    assert t.refused("with GE5").case == "8.2"


def test_8_12_attacks_are_voluntary_and_may_be_made_in_every_phase() -> None:
    """[6.2] Nor does an enemy zone compel anybody."""
    t = table(
        """turn 3 phase Central attack 1
           FR crp 0 1@0407
           GE crp 12 5@0508 6@0507
           ruined 0408 0506""",
        *(6, 6, 6),
    )
    for rank in "123":
        assert t.phase == f"Central attack {rank}"
        assert t.may("done")
        # The 6th Army need not join.
        assault(t, "GE5 > 0407")
    t.choose("pay 4")
    assert t.said("Germany pays 4, 0 left")
    assert t.where("FR1") == "0407"


def test_8_13_one_hex_and_one_attacker_from_each_side_of_it() -> None:
    t = table("""turn 3 phase Central attack 1
                 FR crp 9 1@0407 2@0207
                 GE crp 9 1@0307 2@0308 3@0406 4@0408 5@0507 6@0508 7@0607 8@0509
                 ruined 0408""")
    t.choose("attack 0407")
    everybody = {"GE1", "GE2", "GE3", "GE4", "GE5", "GE6"}
    assert t.choices("with") == everybody
    t.choose(*(f"with {key}" for key in sorted(everybody)[:5]))
    assert t.verbs == {"with", "roll"}
    # The French are surrounded: 24 against half of 3.
    t.choose("with GE6")
    assert t.legal == {"roll"}
    assert GAME.odds(t.state, None).column == "+10+"
    t.roll(6).choose("roll")
    assert t.said("at +22")


def test_8_14_a_unit_attacks_once_and_is_attacked_once_a_phase() -> None:
    t = table(
        """turn 3 phase Central attack 1
           FR crp 9 1@0307 2@0407
           GE crp 9 5@0406 6@0507 7@0508""",
        5,
    )
    assault(t, "GE5 > 0307").choose("hold")
    assert t.refused("attack 0307").case == "8.14"
    t.choose("attack 0407")
    assert t.choices("with") == {"GE6", "GE7"}
    assert t.refused("with GE5").case == "8.14"
    t.choose("with GE6")
    assert t.refused("with GE6").case == "8.14"


def test_8_14_a_unit_that_retreats_has_been_attacked_until_the_next_phase() -> None:
    t = table(
        """turn 3 phase Central attack 1
           FR crp 0 1@0407
           GE crp 9 5@0508 6@0406 7@0509
           ruined 0505 0506""",
        4,
    )
    assault(t, "GE6 > 0407").choose("retreat_to 0408", "done")
    assert t.refused("attack 0408").case == "8.14"
    t.choose("done")
    assert t.phase == "Central attack 2"
    assert t.may("attack 0408")


def test_8_14_so_is_a_fort_without_a_unit() -> None:
    """[R22] Verdun holds against the 5th army, and has peace from the 6th until the next phase."""
    t = table("turn 3 phase Central attack 1\nFR crp 9 9@0104\nGE crp 9 5@0508 6@0509 7@0407", 1)
    t.attack("0408", "GE5").choose("hold")
    assert t.fort("0408")
    assert t.refused("attack 0408").case == "8.14"


def test_8_14_who_has_fallen_hinders_nobody() -> None:
    """The attacker and the defender of the first attack are gone; the second is made as usual."""
    t = table(
        """turn 3 phase Central attack 3
           FR crp 9 1@0307 2@0407
           GE crp 9 5@0406 6@0507 7@0508
           ruined 0306""",
        4,
    )
    assault(t, "GE5 > 0307").choose("lose GE5", "destroy")
    assert (t.where("GE5"), t.where("FR1")) == ("pool", "pool")
    assert t.choose("attack 0407").choices("with") == {"GE6", "GE7"}


def test_8_15_unsupplied_units_do_not_attack() -> None:
    """[8.31] Their strength is zero. [8.11] Only supplied units take part."""
    t = table("""turn 3 phase Central attack 1
                 FR crp 9 1@0307 2@0308 3@0208
                 GE crp 9 5@0207 6@0406 7@0407 8@0508""")
    assert t.refused("attack 0208").case == "8.15"
    t.choose("attack 0307")
    assert t.choices("with") == {"GE6", "GE7"}
    assert t.refused("with GE5").case == "8.15"


def test_8_16_no_attack_across_a_blocked_hexside() -> None:
    t = table("""turn 3 phase Allied attack 1
                 IT crp 9 4@0616 3@0716
                 AH crp 9 7@0617 1@0717""")
    assert t.refused("attack 0617").case == "8.16"
    t.choose("attack 0717")
    assert t.choices("with") == {"IT3", "IT4"}
    t = table("""turn 3 phase Allied attack 1
                 IT crp 9 4@0616 3@0717 2@0718
                 AH crp 9 7@0617""")
    t.choose("attack 0617")
    assert t.choices("with") == {"IT2", "IT3"}
    assert t.refused("with IT4").case == "8.16"


def test_8_17_no_attack_out_of_or_into_the_transit_area() -> None:
    t = table("""turn 3 phase Allied attack 1
                 FR crp 9 1:transit 2@0209 3@0210
                 AH crp 9 1@0110""")
    t.choose("attack 0110")
    assert t.choices("with") == {"FR2", "FR3"}
    assert t.refused("with FR1").case == "8.17"
    t = table("""turn 3 phase Central attack 1
                 FR crp 9 1:transit
                 GE crp 9 5@0110 6@0109""")
    assert t.phase != "Central attack 1"


def test_8_21_a_unit_next_to_several_enemies_attacks_one() -> None:
    t = table(
        """turn 3 phase Central attack 1
           FR crp 9 1@0307 2@0308
           GE crp 9 5@0407 6@0508""",
        5,
    )
    assert t.choices("attack") == {"0307", "0308", "0408"}
    assault(t, "GE5 > 0307").choose("hold")
    assert t.choices("attack") == {"0408"}
    assert t.refused("attack 0308").case == "8.14"


def test_8_22_a_unit_and_its_fort_are_one_target() -> None:
    """[R22] The fort counts as attacked, even when its garrison has gone."""
    t = table("""turn 3 phase Central attack 1
                 FR crp 0 1@0408 2@0307
                 GE crp 9 5@0508 6@0509 7@0407""")
    assert GAME.odds(t.state, "GE5 GE6 GE7 > 0408").defence_total == 3 + 3
    # Where no fort stands, the unit is all there is.
    assert GAME.odds(t.state, "GE7 > 0307").defence_total == 3
    t.choose("attack 0408", "with GE5")
    assert t.refused("roll").case == "8.3"
    t.roll(5).choose("with GE6", "roll", "retreat_to 0309", "done")
    assert t.fort("0408")
    assert t.refused("attack 0408").case == "8.14"
    t.choose("done")
    assert t.phase == "Central attack 2"
    assert t.may("attack 0408")


# Neutrals and mandatory attacks.

DUTCH = """turn 3 phase Central attack 1
           FR crp 9 {french}
           GE crp 9 1@{german} 2@0608
           NE crp 0 Army@0705
           ruined 0605"""


def test_11_7_an_attack_violates_the_neutral_as_it_is_declared() -> None:
    """[15.3] The points are awarded and the army fights for the other side before the die [R25]."""
    t = table(DUTCH.format(french="1@0208", german="0706"))
    before = t.points
    assert GAME.odds(t.state, "GE1 > 0705").column == "+1"
    assert GAME.odds(t.state, "GE1 > 0705").attack_total == 4
    assert t.side("NE") == "neutral"
    assault(t.roll(6), "GE1 > 0705")
    assert t.side("NE") == "allied"
    assert t.fresh == {"NE"}
    assert (t.points[0] - before[0], t.points[1] - before[1]) == (25, 0)
    assert t.said("die 6: 4/0")


def test_8_15_an_attack_that_the_violation_makes_impossible_is_not_offered() -> None:
    """The French close 0606, the Dutch at war 0706: nothing would feed the 1st Army at Liege."""
    t = table(DUTCH.format(french="1@0507", german="0605"))
    assert t.refused("attack 0705").case == "8.15"
    t = table(DUTCH.format(french="1@0208", german="0605"))
    assert t.may("attack 0705")


def test_8_3_a_neutral_too_strong_to_be_attacked_is_left_in_peace() -> None:
    """[8.35] The 1st Army is an even match in summer, and too weak in winter."""
    text = """turn {turn} phase Central attack 1
              GE crp 9 1@0706 5@0407 6@0508
              FR crp 9 1@0308
              NE Army@0705"""
    assert table(text.format(turn=4)).refused("attack 0705").case == "8.3"
    assert table(text.format(turn=3)).may("attack 0705")


def test_11_3_allies_do_not_attack_greeks() -> None:
    """The Greek army would leave the game at the declaration, and nobody be there to fight."""
    t = table("""turn 3 phase Allied attack 1
                 SB crp 9 1@0928 2@1027
                 RS crp 9 1@1816 2@1917
                 AH crp 9 1@1817
                 GK neutral 1@0929""")
    assert t.refused("attack 0929").case == "11.3"
    with pytest.raises(ValueError, match=r"8\.11"):
        GAME.odds(t.state, "SB1 > 0929")


def test_14_23_two_french_attacks_are_made_on_the_first_turn() -> None:
    """[R49] The last attack phase does not end before, while one is possible."""
    t = opening().until("Allied attack 3")
    assert t.refused("done").case == "14.23"
    t = table(
        """turn 1 phase Allied attack 3
           FR crp 20 1@0307 2@0308 3@0208 4@0209
           RS crp 9 1@1816 2@1917
           GE crp 9 5@0407 6@0309
           AH crp 9 1@1817
           ruined 0310 0408 0409""",
        *(6, 6),
    )
    assault(t, "FR3 FR4 > 0309").choose("pay 4")
    assert t.refused("done").case == "14.23"
    assault(t, "FR1 FR2 > 0407").choose("pay 4")
    assert t.may("done")


def test_14_23_attacks_in_any_of_the_phases_count() -> None:
    t = opening(6, 6).until("Allied attack 1")
    assault(t, "FR3 FRLorraine > 0508")
    t.until("Allied attack 2")
    assault(t, "FR3 FRLorraine > 0508")
    t.until("Allied attack 3")
    assert t.may("done")


def test_14_23_nothing_is_due_when_no_french_attack_is_possible() -> None:
    """Nor on later turns, nor in the free game [14.33]."""
    stand = """turn {turn} phase Allied attack 3
               FR crp 9 1@{french}
               BR crp 9 BEF@0307
               RS crp 9 1@1816 2@1917
               GE crp 9 5@0407
               AH crp 9 1@1817
               facts {facts}"""
    near, far = "0408", "0208"
    assert not table(stand.format(turn=1, french=near, facts="french_attacks-1")).may("done")
    assert table(stand.format(turn=1, french=near, facts="french_attacks-2")).may("done")
    assert table(stand.format(turn=3, french=near, facts="french_attacks-0")).may("done")
    assert table(stand.format(turn=1, french=near, facts="free")).may("done")
    assert table(stand.format(turn=1, french=far, facts="french_attacks-0")).may("done")
