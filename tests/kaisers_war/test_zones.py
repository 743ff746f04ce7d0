"""Chapter 11: zones of control."""

from __future__ import annotations

from tests.kaisers_war.table import Table, city, table

RING = {"3524", "3624", "3625", "3526", "3425", "3424"}
"""The six hexes round 3525, on the Anatolian plateau; 3526 is Konia."""


def moving(text: str, side: str = "Allied") -> Table:
    """A Movement Phase; somebody else is always there, so that the phase goes on."""
    return table(f"turn 3 phase {side} movement\nvp 50 50\n{text}\nBR 5@{{Cairo}}")


def test_11_1_six_hexes_and_no_further() -> None:
    """Every unit that can move has a zone, supports too; forts, garrisons, guerrillas none."""
    assert moving("GE 1@3525").zone("Central") == RING
    assert moving("GE Tac1@3525").zone("Central") == RING
    assert moving("GE HQHL@3525").zone("Central") == RING
    assert moving("CG 1@{Konia}").zone("Central") == set()
    assert moving("TU Fort1@{Konia}").zone("Central") == set()
    assert moving("PE CavWT@{Tabriz}").zone("Central") == set()
    assert moving("AR CavNLA@4232").zone("Allied") & {"4231", "4233"} == set()


def test_11_2_no_zone_across_all_sea_sides() -> None:
    """The Channel lies between 0613 and 0612; presence of friends lifts nothing."""
    t = moving("FR 1@{Calais}")
    assert "0714" in t.zone("Allied")
    assert not {"0513", "0612"} & t.zone("Allied")
    # The zone is there with a friend in the hex, out of supply and in the enemy's turn.
    t = moving("GE 1@3525\nFR 1@3524")
    assert "3524" in t.zone("Central")
    assert "3525" in t.zone("Allied")
    # A river is no barrier.
    assert "0717" in moving("GE 1@0718").zone("Central")


def test_11_3_forts_and_trenches_keep_zones_out() -> None:
    """[R3] Other friends do not."""
    t = moving("FR Fort1@{Paris} 1@{Orleans}\nGE 1@0716")
    assert city("Paris") not in t.zone("Central")
    assert city("Orleans") in t.zone("Central")
    assert "0715" not in t.zone("Central")


def test_11_5_the_first_zone_stops_a_move() -> None:
    t = moving("FR 1@3324\nGE 1@3525")
    t.choose("unit FR1")
    # 3424 and 3425 are in the zone: they may be entered, and nothing beyond through them.
    assert {"3424", "3425"} <= t.choices("move")
    assert "3526" not in t.choices("move")
    t.choose("step 3424")
    assert t.asked == "MovementPhase"


def test_11_6_disengaging_costs_a_point_more() -> None:
    """From 3524 north into 3523, which is clear: two of three points."""
    t = moving("FR 1@3524\nGE 1@3525")
    t.choose("unit FR1")
    assert not {"3424", "3624"} & t.choices("step")
    assert t.refused("step 3424") == "11.6"
    left = t.copy().choose("step 3423")
    assert "1 movement points" in left.seen_by("Allied").prompt


def test_11_6_a_zone_may_be_entered_later() -> None:
    """3524 to 3423 (Angora) and on into 3424, under the same German's zone: three points. That
    hex is next to the start, but no direct step."""
    t = moving("FR 1@3524\nGE 1@3525")
    t.choose("unit FR1")
    assert t.may("move 3424")
    assert not t.may("step 3424")
    t.choose("step 3423", "step 3424")
    assert t.where("FR1") == "3424"
    assert t.asked == "MovementPhase"


def test_11_6_only_at_the_very_start() -> None:
    """A cavalry corps that has entered a zone stops, though it has points left."""
    t = moving("FR Cav1@3324\nGE 1@3525")
    t.choose("unit FRCav1", "step 3424")
    assert t.asked == "MovementPhase"
    assert t.refused("unit FRCav1") == "8.3"


def test_11_6_the_least_move_may_disengage() -> None:
    """[R47] A tank corps leaves a zone for rough ground: one and three of its three points."""
    t = moving("BR Tank1@0717\nGE 1@0816")
    t.choose("unit BRTank1")
    assert "0617" in t.choices("step") | t.choices("move")
    # 0618 is two hexes away and out of reach.
    assert "0618" not in t.choices("move")


def test_11_7_nobody_must_attack() -> None:
    t = table("turn 3 phase Allied combat 1\nFR 1@3524\nGE 1@3525")
    assert {"attack", "done"} == t.verbs
    t.choose("done")
    assert t.phase == "Allied combat 2"


def test_11_8_no_retreat_into_a_zone() -> None:
    """The Germans retreat from 3525; 3424 lies in the zone of a second French army."""
    t = table("turn 3 phase Allied combat 1\nvp 50 50\nFR 1@3624 2@3324\nGE Cav1@3525")
    t.fight("3525", "FR1", die=4)  # 6/2 is 300 percent: DW
    assert t.asked == "Retreat"
    assert t.choices("retreat_to") == {"3425", "3526"}
    assert t.refused("retreat_to 3424") == "11.8"
    assert t.refused("retreat_to 3624") == "9.6"


def test_11_9_zones_do_not_hinder_pursuit() -> None:
    """The cavalry goes into 3525 and out of it, past the second German's zone."""
    t = table("turn 3 phase Allied combat 1\nvp 50 50\nFR Cav1@3624 1@3624\nGE Cav1@3525 1@3325")
    t.fight("3525", "FR1", "FRCav1", die=5)  # 8/2 is 400 percent: DD
    t.choose("pursue FRCav1")
    assert t.where("FRCav1") == "3525"
    assert {"3424", "3425"} <= t.choices("pursue_to")


def test_11_10_supply_goes_into_a_zone_not_through() -> None:
    """A German in 3424 draws on Angora or Konia: with 3525 French, Konia is in a zone, and so is
    the only other way."""
    t = table("turn 3 phase Central movement\nTU 1@3325\nGE 1@3424")
    assert t.fed("GE1")
    blocked = """turn 3 phase Central movement
                 GE 1@3525
                 FR 1@3523 2@3624 3@3426 4@3325"""
    assert not table(blocked).fed("GE1")
