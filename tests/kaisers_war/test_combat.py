"""Sections 12.1 to 12.18, 12.22 and 12.23: who attacks whom, with what strength, on which table."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.odds import CRT, column


def battle(text: str, side: str = "Central", phase: int = 1, turn: int = 3) -> Table:
    """A Combat Phase; the field is the plateau round 3525, Konia 3526 to its south."""
    return table(f"turn {turn} phase {side} combat {phase}\nvp 50 50\n{text}")


def sums(t: Table) -> str:
    """The strengths as the attacker reads them."""
    return t.seen_by(t.who).prompt.split(": ")[1].split(";")[0]


def test_12_1_two_combat_phases() -> None:
    """The same army attacks in both, and could leave it in either."""
    t = battle("FR 1@3525 2@3525\nGE 1@3524")
    # 6/16 is below 50 percent: four is attrition, a point.
    t.fight("3525", "GE1", die=4)
    assert t.vp == (50, 49)
    assert t.phase == "Central combat 2"
    t.fight("3525", "GE1", die=4)
    assert t.vp == (50, 48)
    # The Allies do not attack in the Central Powers' turn.
    assert t.phase == "Allied mobilization"
    t = battle("FR 1@3525\nGE 1@3524")
    assert t.refused("attack 3524") == "12.2"


def test_12_2_attackers_stand_next_to_the_target() -> None:
    t = battle("FR 1@3525\nGE 3@3523 1@3624 4@3424")
    assert t.who == "Central"
    t.choose("attack 3525")
    assert t.choices("with") == {"GE1", "GE4"}
    assert t.refused("with GE3") == "12.2"
    # Voluntary: the phase may be ended at once.
    assert battle("FR 1@3525\nGE 1@3524").may("done")


def test_12_3_the_steps_of_an_attack() -> None:
    """[R10] Declared, revealed, supported and supplied, then a table, a die and its result."""
    t = battle("FR 1@3525\nGE 1@3524 3@3524 HQHL@3523")
    t.choose("attack 3525", "with GE1", "join")
    assert t.asked == "PlanBattle"
    assert sums(t) == "6 against 7"
    t.choose("support GEHQHL")
    assert sums(t) == "12 against 7"
    t.roll(5).choose("big_push")  # 150 percent: DW
    assert t.said("die 5 at 150%, big push: DW")
    assert t.asked == "Retreat"


def test_12_4_a_printed_factor_is_needed() -> None:
    """Garrisons and forts have none; airbases and headquarters only support."""
    t = battle("FR 1@3525\nCG 1@{Konia}\nGE Tac1@3524 HQHL@3524 1@3424 3@3424\nTU Fort1@{Angora}")
    t.choose("attack 3525")
    assert t.choices("with") == {"GE1", "GE3"}
    for unit in ("GETac1", "GEHQHL", "CG1"):
        assert t.refused(f"with {unit}") == "12.4"
    # Alone they attack nobody.
    alone = battle("FR 1@3525\nCG 1@{Konia}\nGE Tac1@3524")
    assert not alone.choices("attack")


def test_12_5_attacks_in_any_order() -> None:
    text = "FR 1@3525 2@3525\nBR 1@3325 2@3325\nGE 1@3524 3@3324"
    for first, second in (("3525", "3325"), ("3325", "3525")):
        t = battle(text)
        assert t.choices("attack") == {"3525", "3325"}
        attackers = {"3525": "GE1", "3325": "GE3"}
        t.fight(first, attackers[first], die=4)
        t.fight(second, attackers[second], die=4)
        assert t.vp == (50, 48)


def test_12_6_from_all_six_sides() -> None:
    ring = "GE 1@3524 3@3624 4@3625 5@{Konia} 19@3425 12@3424"
    t = battle(f"FR 1@3525\n{ring}")
    t.declare("3525", "GE1", "GE3", "GE4", "GE5", "GE19", "GE12")
    # Six times six, doubled for the ring round the defender.
    assert sums(t) == "72 against 7"


def test_12_7_a_unit_attacks_once_a_phase() -> None:
    t = battle("FR 1@3525 2@3525\nBR 1@3623 2@3623\nGE 1@3524 3@3524")
    t.fight("3525", "GE1", die=4)
    # Only the other army is left for the second attack.
    t.choose("attack 3623")
    assert t.legal == {"with GE3", "call_off"}
    t.choose("with GE3", "join")
    assert sums(t) == "6 against 14"
    t = battle("FR 1@3525 2@3525\nBR 1@3623 2@3623\nGE 1@3524 3@3524 4@3624")
    t.fight("3525", "GE1", die=4).choose("attack 3623")
    assert t.refused("with GE1") == "12.7"


def test_12_8_a_hex_is_attacked_once_a_phase() -> None:
    t = battle("FR 1@3525 2@3525\nBR 1@3623\nGE 1@3524 3@3524")
    t.fight("3525", "GE1", die=4)
    assert t.refused("attack 3525") == "12.8"
    t.choose("done")
    assert t.may("attack 3525")


def test_12_9_one_target_all_strength_together() -> None:
    """Two armies in two hexes make one attack; a third next to two enemies chooses one."""
    t = battle("FR 1@3525\nBR 1@3325\nGE 1@3524 3@3424 4@3224")
    t.declare("3525", "GE1", "GE3")
    assert sums(t) == "12 against 7"
    t.roll(3).choose("big_push")  # 150 percent: BB
    t.choose("lose GE1", "attack 3325", "join")
    # The army in 3424 has had its attack.
    assert sums(t) == "6 against 7"


def test_12_10_the_column_is_not_reduced() -> None:
    """There is a table to choose, and nothing else."""
    t = battle("FR Cav1@3525\nGE 1@3524 3@3524")
    t.declare("3525", "GE1", "GE3")
    assert not {"reduce", "column"} & t.verbs
    t.roll(6).choose("big_push")
    assert t.said("die 6 at 600% or more")


def test_12_11_factors_are_whole() -> None:
    """A unit in the attack brings all it has, and cannot be added twice."""
    t = battle("FR 1@3525\nGE 1@3524 3@3524 4@3424")
    t.choose("attack 3525", "with GE1")
    assert t.refused("with GE1") == "12.11"


def test_12_12_a_stack_may_split_its_attacks() -> None:
    """One army of the stack attacks 3525, the other 3623; or one of them stays out."""
    t = battle("FR 1@3525 2@3525\nBR 1@3623 2@3623\nGE 1@3524 3@3524")
    t.choose("attack 3525", "with GE1", "join").roll(4).choose("big_push")
    t.fight("3623", "GE3", die=4)
    assert t.vp == (50, 48)


def test_12_13_a_stack_defends_as_one() -> None:
    t = battle("FR 1@3525 Cav1@3525 Tac1@3525\nGE 1@3524")
    t.declare("3525", "GE1")
    assert sums(t) == "6 against 10"


def test_12_14_maximum_supply_doubles() -> None:
    t = battle("FR 1@3525\nGE 1@{Konia} Tac1@{Konia}")
    t.declare("3525", "GE1").choose("support GETac1")
    assert sums(t) == "9 against 7"
    t.choose("supply GE1", "supply GETac1")
    assert sums(t) == "18 against 7"
    assert t.vp == (50, 48)


def test_12_14_two_opposite_attackers_surround() -> None:
    """[R13] [R63] From 3524 and 3526 their zones fill the ring; the airbase is doubled too."""
    t = battle("FR 1@3525\nGE 1@3524 3@{Konia} Tac1@3523")
    t.declare("3525", "GE1", "GE3").choose("support GETac1")
    assert sums(t) == "30 against 7"
    # Two neighbours leave the far side open.
    t = battle("FR 1@3525\nGE 1@3524 3@3624 4@{Konia}")
    t.declare("3525", "GE1", "GE3")
    assert sums(t) == "12 against 7"


def test_12_14_bystanders_do_not_surround() -> None:
    """The army in Konia does not attack, so it does not count; nor do enemies nearby."""
    t = battle("FR 1@3525 2@3624\nGE 1@3524 3@{Konia}")
    t.declare("3525", "GE1")
    assert sums(t) == "6 against 7"
    t = battle("FR 1@3525 2@3624\nGE 1@3524 3@{Konia}")
    t.declare("3525", "GE1", "GE3")
    assert sums(t) == "24 against 7"


def test_12_14_no_ring_round_trenches_and_forts() -> None:
    """Konia with a fort: the city doubles 4 + 8, the ring does not double the attack."""
    t = battle("GE 1@{Konia}\nTU Fort1@{Konia}\nFR 1@3525 2@3527", side="Allied")
    t.declare(city("Konia"), "FR1", "FR2")
    assert sums(t) == "12 against 24"


def test_12_14_the_sea_counts_as_open_ground() -> None:
    """Gallipoli has sea to its north-east and south-west: the zones of two attackers reach it."""
    t = battle("TU 1@{Gallipoli}\nFR 1@2923 2@2925", side="Allied")
    t.declare(city("Gallipoli"), "FR1", "FR2")
    assert sums(t) == "24 against 8"


def test_12_15_never_more_than_doubled() -> None:
    """[R12] Ring and maximum supply together still double."""
    t = battle("FR 1@3525\nGE 1@3524 3@{Konia} HQHL@3523")
    t.declare("3525", "GE1", "GE3").choose("supply GE3")
    assert sums(t) == "24 against 7"


@pytest.mark.parametrize(
    ("attack", "strengths"),
    [
        ("GE1 > 3525", (6, 7)),  # clear
        ("GE3 > 0618", (6, 14)),  # rough
        ("GE4 > 0615", (6, 14)),  # a city
    ],
)
def test_12_16_terrain_doubles_once(attack: str, strengths: tuple[int, int]) -> None:
    t = battle("FR 1@3525 2@0618 3@{Paris}\nGE 1@3524 3@0617 4@0716")
    found = GAME.odds(t.state, attack)
    assert (sum(p.amount for p in found.attack), sum(p.amount for p in found.defence)) == strengths


def test_12_16_water_helps_only_if_all_cross_it() -> None:
    """0717 and 0617 have the river between them; 0816 and 0717 have not. [R21]"""
    text = "FR 1@0717\nGE 1@0617 3@0716"
    t = battle(text)
    t.declare("0717", "GE1")
    assert sums(t) == "6 against 14"
    t = battle(text)
    t.declare("0717", "GE1", "GE3")
    assert sums(t) == "12 against 7"
    # A city behind a river is doubled once.
    t = battle("FR 1@{Paris}\nGE 1@{Amiens}")
    t.declare(city("Paris"), "GE1")
    assert sums(t) == "6 against 14"


def test_12_17_infiltration_needs_a_supplied_shock_unit() -> None:
    """[R11] Big Push is always free to choose."""
    t = battle("FR 1@3525\nGE 1@{Konia} Shock2@3424")
    t.declare("3525", "GE1", "GEShock2")
    assert {"big_push", "infiltrate"} <= t.verbs
    t = battle("FR 1@3525\nGE 1@{Konia} Shock2@3424")
    t.declare("3525", "GE1")
    assert t.refused("infiltrate") == "12.17"
    # In Paris's suburbs, cut off from everywhere.
    t = battle("FR 1@0617 2@{Orleans} 3@{Bordeaux}\nGE Shock2@0518")
    assert not t.fed("GEShock2")
    t.declare("0617", "GEShock2")
    assert "infiltrate" not in t.verbs


def test_12_18_percentages() -> None:
    """[R4] [R5] 20 against 12 and against 13; 10 against 12; and just under a column."""
    headings = ["<50", "50", "100", "150", "200", "300", "400", "500", "600"]
    cases = {
        (20, 12): "150",
        (20, 13): "150",
        (10, 12): "50",
        (1, 2): "50",
        (49, 100): "<50",
        (99, 100): "50",
        (299, 150): "150",
        (300, 150): "200",
        (599, 100): "500",
        (6, 1): "600",
        (60, 1): "600",
    }
    assert {pair: headings[column(*pair)] for pair in cases} == cases


def test_12_18_the_tables() -> None:
    """[43.4] Some corners of both."""
    push, creep = CRT["big_push"], CRT["infiltration"]
    assert (push[1][0], push[1][8], push[6][0], push[6][8]) == ("AC", "BB", "AW", "DC")
    assert push[2] == ("AC", "AA", "AA", "AW", "AW", "BB", "DA", "DA", "DW")
    assert creep[1] == ("AC", "AP", "AP", "AA", "AA", "MD", "MD", "MD", "MD")
    assert creep[5] == ("AW", "MD", "DP", "DP", "DP", "DP", "DP", "DP", "DC")


def test_12_22_supply_does_not_last_and_targets_change() -> None:
    t = battle("FR 1@3525 2@3525\nBR 1@3425 2@3425\nGE 1@{Konia} 3@{Konia}")
    t.declare("3525", "GE1").choose("supply GE1")
    t.roll(2).choose("big_push")  # 12/16: AA
    t.choose("done")
    t.declare("3425", "GE1")
    assert sums(t) == "6 against 14"
    assert t.may("supply GE1")


def test_12_23_all_nations_of_a_side_fight_together() -> None:
    t = battle("FR 1@3525\nIT 1@3525\nGE 1@3524\nTU 1@3524\nBU 1@3424")
    t.declare("3525", "GE1", "TU1", "BU1")
    assert sums(t) == "13 against 13"


def test_12_17_the_odds_on_both_tables_are_known_before_one_is_chosen() -> None:
    t = battle("FR 1@3525\nGE 1@{Konia} Shock2@3424").declare("3525", "GE1", "GEShock2")
    found = GAME.odds(t.state, None)
    assert (found.verb, found.chart) == ("big_push", "Big Push results")
    (other,) = found.others
    assert (other.verb, other.chart) == ("infiltrate", "Infiltration results")
    assert other.attack == found.attack
    assert {r.result for r in other.results} != {r.result for r in found.results}
    without = battle("FR 1@3525\nGE 1@{Konia}").declare("3525", "GE1")
    assert GAME.odds(without.state, None).others == ()
