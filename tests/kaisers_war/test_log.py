"""What a player reads in the log: who does what, from where to where, and why."""

from __future__ import annotations

from tests.kaisers_war.table import city, table


def test_13_1_who_retreats_from_where_to_where_and_who_pursues() -> None:
    t = table("turn 3 phase Central combat 1\nFR 1@3525\nGE 1@3524 3@3424 Shock2@3524")
    t.fight("3525", "GE1", "GE3", "GEShock2", die=5)
    t.choose(f"retreat_to {min(t.choices('retreat_to'))}", "pursue GE1")
    assert t.said("die 5 at 300%, big push: DW, the defenders retreat; one attacker may pursue")
    assert t.said("French infantry army 1 must retreat 1 hex, from 3525 to ")
    assert t.said("German infantry army 1 pursues from 3524 to 3525")


def test_13_2_who_stands_and_why_and_who_cannot_go_back() -> None:
    """In his trenches the Frenchman stands; a garrison elsewhere dies where it must go back."""
    t = table("turn 3 phase Central combat 1\nFR 1@0714\nGE 1@0814 3@0814")
    t.fight("0714", "GE1", "GE3", die=6)  # 12 against 14: 50%, DW
    assert t.said("French infantry army 1 is in its trenches and stands [13.2]")
    t = table("turn 3 phase Central combat 1\nAG 1@{Konia}\nGE 1@3525")
    t.fight(city("Konia"), "GE1", die=4)  # 6 against 2: 300%, DW
    assert t.said("must retreat 1 hex and cannot [13.2]")


def test_7_4_why_trenches_do_not_count() -> None:
    """Captured ones never; one's own do not hold against infiltration."""
    t = table("turn 3 phase Allied combat 1\nFR 1@0614\nGE 1@0714")
    t.fight("0714", "FR1", die=2)
    assert t.said("the trenches there are the attacker's and do not count [7.1]")
    t = table("turn 3 phase Central combat 1\nFR 1@0714\nGE Shock2@0814 1@{Berlin}")
    t.fight("0714", "GEShock2", die=4, table="infiltrate")
    assert t.said("trenches and forts hold nobody against infiltration [7.4]")


def test_26_5_the_shock_of_the_first_turn_is_told() -> None:
    t = table("turn 1 phase Central combat 1\nFR 1@0714\nGE Shock2@0814 Shock6@0814")
    t.declare("0714", "GEShock2", "GEShock6").roll(4).choose("infiltrate")
    assert t.said("on the first turn German infiltration turns DW into DP [26.5]")


def test_30_21a_the_nation_that_pays_nothing_is_named() -> None:
    t = table("""
        turn 3 phase Central combat 1
        options east
        facts kaiser_east east_free
        vp 60 60
        BO AGWF@2705
        GE Ost@2604 8@2605 10@2706
    """)
    t.fight("2705", "GEOst", "GE8", "GE10", die=6)
    if t.asked == "Retreat":
        t.choose(f"retreat_to {min(t.choices('retreat_to'))}")
    assert t.said("Bolshevik losses cost nobody points [30.21a]")
    assert t.vp[0] == 60


def test_15_7_what_is_supplied_is_named() -> None:
    t = table("turn 3 phase Central combat 1\nFR 1@0714\nGE 1@0814")
    t.declare("0714", "GE1").choose("supply GE1")
    assert t.said("(maximum attack supply of the German infantry army 1)")
