"""Sections 12.19 to 12.21: every combat result, in the rulebook's order, and who is lost."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war.results import PURSUERS

# Round 3525: 3524 north, 3624 north-east, 3625 south-east, Konia south, 3425 south-west, 3424
# north-west. Infantry: German 6-8-3, French 6-8-3, British 8-8-3, shock 9-7-3.


def battle(text: str, side: str = "Central", turn: int = 3) -> Table:
    """A First Combat Phase."""
    return table(f"turn {turn} phase {side} combat 1\nvp 50 50\n{text}")


def test_12_19_aa_a_point_an_attacker() -> None:
    t = battle("FR 1@3525 2@3525\nGE 1@3524 Cav1@3524")
    t.fight("3525", "GE1", "GECav1", die=2)  # 8/16: 50 percent, AA
    assert t.vp == (50, 48)
    assert t.at("3524") == ["GE1", "GECav1"]
    assert t.at("3525") == ["FR1", "FR2"]


def test_12_19_ac_all_attackers_then_a_pursuer() -> None:
    """Below 50 percent a one is a catastrophe."""
    t = battle("FR 1@3525 2@3525\nGE Cav1@3524\nTU Cav1@3624")
    t.fight("3525", "GECav1", "TUCav1", die=1)
    assert t.vp == (50, 46)
    assert t.where("GECav1") == t.where("TUCav1") == "dead"
    # One defender may go into one of the hexes the attackers held.
    assert t.who == "Allied"
    assert t.choices("pursue") == {"FR1", "FR2"}
    t.choose("pursue FR1")
    assert t.choices("pursue_to") == {"3524", "3624"}
    t.choose("pursue_to 3624")
    assert t.where("FR1") == "3624"
    assert t.where("FR2") == "3525"
    assert t.asked not in ("CounterPursuit", "CounterPursuitTo")


def test_12_19_ad_the_strongest_dies_the_others_retreat() -> None:
    t = battle("FR 1@3525\nGE 1@3524\nTU 1@3524")
    # 9/8 is 100 percent: a one is AD.
    t.fight("3525", "GE1", "TU1", die=1)
    assert t.where("GE1") == "dead"
    assert t.vp == (50, 44)
    assert t.asked == "Retreat"
    assert t.who == "Central"
    assert t.choices("retreat_to") == {"3523", "3423", "3623"}
    t.choose("retreat_to 3523")
    assert t.where("TU1") == "3523"
    assert t.where("FR1") == "3525"


def test_12_19_ties_are_the_owner_s_choice() -> None:
    t = battle("FR 1@3525 2@3525\nGE 1@3524 3@3524 4@{Berlin}")
    t.fight("3525", "GE1", "GE3", die=5)  # 12/16: BB
    assert t.who == "Central"
    assert t.choices("lose") == {"GE1", "GE3"}
    t.choose("lose GE3")
    assert t.who == "Allied"
    assert t.choices("lose") == {"FR1", "FR2"}
    t.choose("lose FR1")
    assert t.vp == (44, 44)
    # No retreat and no pursuit.
    assert t.at("3524") == ["GE1"]
    assert t.at("3525") == ["FR2"]


def test_12_19_ap_attackers_rout() -> None:
    """Above its movement factor a unit dies; otherwise it runs as far as the die says."""
    t = battle("FR 1@3525 2@3525\nGE Shock2@{Konia} Cav1@{Konia}")
    t.declare("3525", "GEShock2", "GECav1")
    t.roll(1, 4, 2).choose("infiltrate")  # 11/16: AP; four kills the army, cavalry runs two
    assert t.where("GEShock2") == "dead"
    assert t.vp == (50, 44)
    assert t.asked == "Retreat"
    t.choose(f"retreat_to {min(t.choices('retreat_to'))}")
    if t.asked == "Retreat":
        t.choose(f"retreat_to {min(t.choices('retreat_to'))}")
    assert t.where("GECav1") not in ("dead", city("Konia"))
    # One defender may pursue into Konia.
    assert t.who == "Allied"
    t.choose("pursue FR1")
    assert t.where("FR1") == city("Konia")


def test_12_19_aw_attackers_retreat() -> None:
    t = battle("FR 1@3525\nGE 1@3524\nTU 1@{Berlin}")
    t.fight("3525", "GE1", die=3)  # 75 percent: AW
    assert t.asked == "Retreat"
    t.choose("retreat_to 3623")
    assert t.where("GE1") == "3623"
    assert t.vp == (50, 50)


def test_12_19_da_a_point_a_defender() -> None:
    """300 percent and a three; support units in the hex count."""
    t = battle("FR Cav1@3525 Tac1@3525\nGE 1@3524 3@3524")
    t.fight("3525", "GE1", "GE3", die=2)  # 12/3 is 400 percent: DA
    assert t.vp == (48, 50)
    assert sorted(t.at("3525")) == ["FRCav1", "FRTac1"]


def test_12_19_dc_all_defenders_and_two_pursuers() -> None:
    t = battle("FR Cav1@3525 Tac1@3525\nGE 1@3524 3@3524 4@3424")
    t.declare("3525", "GE1", "GE3", "GE4")
    t.roll(6).choose("big_push")  # 18/3: DC
    assert t.where("FRCav1") == t.where("FRTac1") == "dead"
    assert t.vp == (46, 50)
    t.choose("pursue GE1", "pursue GE4")
    assert sorted(t.at("3525")) == ["GE1", "GE4"]
    assert t.asked != "Pursuit"


def test_12_19_dd_the_strongest_defender_then_retreat() -> None:
    t = battle("FR 1@3525 Cav1@3525\nGE Shock2@3524 1@3524 3@3424")
    t.declare("3525", "GEShock2", "GE1", "GE3")
    t.roll(6).choose("big_push")  # 21/10: DD
    assert t.where("FR1") == "dead"
    assert t.vp == (44, 50)
    assert t.who == "Allied"
    t.choose(f"retreat_to {min(t.choices('retreat_to'))}")
    assert t.choices("pursue") == {"GEShock2", "GE1", "GE3"}
    t.choose("pursue GE1")
    assert t.at("3525") == ["GE1"]
    assert t.asked != "Pursuit"


def test_12_19_dp_defenders_rout_and_the_immobile_die() -> None:
    """In trench and fort alike: Infiltration drives everybody."""
    t = battle("FR 1@0715 2@0715\nGE Shock2@0814 Shock6@0814")
    t.declare("0715", "GEShock2", "GEShock6")
    # 18/32: 56 percent, a six is DP. One army rolls a four and dies, the other runs three.
    t.roll(6, 4, 3).choose("infiltrate")
    assert t.vp[0] == 44
    while t.asked == "Retreat":
        t.choose(f"retreat_to {min(t.choices('retreat_to'))}")
    assert sorted((t.where("FR1") == "dead", t.where("FR2") == "dead")) == [False, True]
    t.choose("pursue GEShock2", "pursue GEShock6")
    assert len(t.at("0715")) == 2


def test_12_19_dp_forts_and_garrisons_die_first() -> None:
    t = battle("AG 1@{Konia}\nFR Cav1@{Konia}\nGE Shock2@3525")
    t.declare(city("Konia"), "GEShock2")
    t.roll(6, 5).choose("infiltrate")  # 9/6 is 150: DP
    assert t.where("AG1") == "dead"
    assert t.where("FRCav1") == "dead"
    assert t.vp == (46, 50)


def test_12_19_dw_defenders_retreat_one_pursues() -> None:
    t = battle("FR 1@3525\nGE 1@3524 3@3524")
    t.fight("3525", "GE1", "GE3", die=5)  # 150 percent: DW
    t.choose("retreat_to 3526")
    assert t.where("FR1") == "3526"
    t.choose("pursue GE1")
    assert t.asked != "Pursuit"
    assert t.at("3525") == ["GE1"]


def test_12_19_md_defenders_go_and_a_shock_unit_is_lost() -> None:
    """In order: the immobile, the retreat, the shock unit, the pursuit by what is left."""
    t = battle("FR 1@3525\nGE Shock2@{Konia} Shock6@{Konia}")
    t.declare("3525", "GEShock2", "GEShock6")
    t.roll(2).choose("infiltrate")  # 18/8 is 225: MD
    assert t.who == "Allied"
    t.choose("retreat_to 3524")
    assert t.who == "Central"
    assert t.choices("lose") == {"GEShock2", "GEShock6"}
    t.choose("lose GEShock2")
    assert t.vp == (50, 44)
    assert t.choices("pursue") == {"GEShock6"}
    t.choose("pursue GEShock6")
    assert t.at("3525") == ["GEShock6"]


OTHERS = "\nFR 1@3524\nGE 1@3525"
"""Another pair of enemies, so that the phase goes on."""


def test_12_20_ships_are_safe_without_a_fort() -> None:
    """An eight-strength army and a six-strength fleet, AD: the army is lost."""
    t = battle("BR 1@2925 Gun1:fleet\nTU 1@{Gallipoli} 3@{Gallipoli}" + OTHERS, side="Allied")
    t.declare(city("Gallipoli"), "BR1").choose("support BRGun1")
    t.roll(1).choose("big_push")  # 14/16: AD
    assert t.where("BR1") == "dead"
    assert t.where("BRGun1") == "fleet"
    assert t.vp == (44, 50)


def test_12_20_with_a_fort_both_are_lost() -> None:
    """[R8] The fleet goes first, but six do not make up for eight."""
    t = battle("BR 1@2925 Gun1:fleet\nTU 1@{Gallipoli} Fort1@{Gallipoli}" + OTHERS, side="Allied")
    t.declare(city("Gallipoli"), "BR1").choose("support BRGun1")
    t.roll(1).choose("big_push")  # 14/16: AD
    assert t.where("BRGun1") == "dead"
    assert t.where("BR1") == "dead"
    assert t.vp == (50 - 9 - 6, 50)


def test_12_20_airbases_are_at_risk_from_airbases_only() -> None:
    """A German cavalry corps of two and an airbase of three, against an airbase or none. Three
    make up for two: the cavalry lives, and retreats."""
    for defender, cavalry, airbase in (
        ("FR 1@3525 Tac1@3525", "alive", "dead"),
        ("FR 1@3525 Cav1@3525", "dead", "alive"),
    ):
        t = battle(f"{defender}\nGE Cav1@3524 Tac1@3523 1@{{Berlin}}")
        t.declare("3525", "GECav1").choose("support GETac1")
        t.roll(1).choose("big_push")  # five against nine or ten: AD
        assert (t.where("GECav1") == "dead") == (cavalry == "dead")
        assert (t.where("GETac1") == "dead") == (airbase == "dead")


def test_12_20_attrition_counts_supports_at_risk() -> None:
    """AA: two points with an airbase in the target hex, one without."""
    for defender, points in (("FR 1@3525 Tac1@3525", 48), ("FR 1@3525 Cav1@3525", 49)):
        t = battle(f"{defender}\nGE 1@3524 Tac1@3523")
        t.declare("3525", "GE1").choose("support GETac1")
        t.roll(2).choose("big_push")  # 9/9 or 9/10: AA
        assert t.vp == (50, points)


def test_12_21_headquarters_and_airbases_defend() -> None:
    """Alone with their own factors, and lost like others: two points each."""
    t = battle("FR Tac1@3525\nBR HQAllenby@3525\nGE 1@3524")
    t.declare("3525", "GE1")
    assert "6 against 2" in t.seen_by("Central").prompt
    t.roll(6).choose("big_push")  # 300 percent: DD
    assert t.choices("lose") == {"FRTac1", "BRHQAllenby"}
    t.choose("lose BRHQAllenby")
    assert t.where("BRHQAllenby") == "out"
    assert t.vp == (48, 50)


def test_12_21_headquarters_never_suffer_in_attack() -> None:
    t = battle("FR 1@3525 2@3525\nGE Cav1@3524 HQBrM@3524")
    t.declare("3525", "GECav1").choose("support GEHQBrM")
    t.roll(1).choose("big_push")  # 7/16: AC
    assert t.where("GECav1") == "dead"
    assert t.where("GEHQBrM") == "3524"


def test_12_21_the_price_of_a_unit() -> None:
    """[43.1] Six an army or army group, nine a fleet, two everything else."""
    t = battle("IT 1@3525 Tac1@3525 AlpCG@3525\nGE Shock2@{Konia} Shock6@{Konia} HQHL@3527")
    t.declare("3525", "GEShock2", "GEShock6").choose("supply GEShock2", "supply GEShock6")
    t.choose("support GEHQHL").roll(5).choose("big_push")  # 42/10: DD
    assert t.where("IT1") == "dead"
    assert t.vp[0] == 44


def test_12_19_how_many_may_pursue() -> None:
    assert PURSUERS == {"DC": 2, "DP": 2, "DD": 1, "DW": 1, "MD": 1}


def test_12_17_12_19_the_table_chosen_is_the_table_used() -> None:
    """At 450 percent a three is DW on Big Push and DP by infiltration."""
    for table_, code in (("big_push", "DW"), ("infiltrate", "DP")):
        t = battle("GE Shock2@{Konia}\nFR Cav1@3525").declare("3525", "GEShock2")
        t.roll(3, 6).choose(table_)
        assert t.said(f": {code}, ")


def test_12_20_supports_are_given_up_one_after_the_other_until_they_are_worth_the_loss() -> None:
    """[R8] [19.3] A British army of eight and two fleets of six: both fleets for the army."""
    turks = "TU 1@{Gallipoli} 3@{Gallipoli} Fort1@{Gallipoli}"
    t = battle(f"BR 1@2925 Gun1:fleet Gun2:fleet\n{turks}{OTHERS}", side="Allied")
    t.declare(city("Gallipoli"), "BR1").choose("support BRGun1", "support BRGun2")
    t.roll(1).choose("big_push")  # 20/24: AD
    assert t.choices("lose") == {"BRGun1", "BRGun2"}
    t.choose("lose BRGun2")
    assert [t.where(unit) for unit in ("BRGun1", "BRGun2")] == ["dead", "dead"]
    assert t.where("BR1") != "dead"
    assert t.vp[0] == 50 - 9 - 9


@pytest.mark.parametrize("fleets", ["Gun1:fleet", "Gun1:fleet Gun2:fleet"])
def test_12_20_a_support_worth_exactly_the_loss_is_enough(fleets: str) -> None:
    """[R8] A French army of six and a fleet of six, perhaps with another beside it."""
    turks = "TU 1@{Gallipoli} 3@{Gallipoli} Fort1@{Gallipoli}"
    t = battle(f"FR 2@2925\nBR {fleets}\n{turks}{OTHERS}", side="Allied")
    t.declare(city("Gallipoli"), "FR2").choose("support BRGun1")
    if "Gun2" in fleets:
        t.choose("support BRGun2")
    t.roll(1).choose("big_push")
    if t.asked == "LoseSupports":
        t.choose("lose BRGun1")
    assert (t.where("BRGun1"), t.where("BRGun2")) == (
        "dead",
        "fleet" if "Gun2" in fleets else "pool",
    )
    assert t.where("FR2") != "dead"
    assert t.vp == (50 - 9, 50)
