"""Chapter 35: units cut off when they die take long to return."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, table

BATTLE = """
    turn 2 phase Central combat 1
    options annihilation
    vp 60 75
    GE Shock2@3111 Shock6@3113 1@0814
    BR 1@0714
    FR {}
"""


def slain(place: str, *dice: int) -> Table:
    """A French corps destroyed by two shock armies."""
    t = table(BATTLE.format(f"ExpCER@{place}"), *dice)
    return t.declare(place, "GEShock2", "GEShock6").choose("big_push", "done")


@pytest.mark.parametrize("die", [1, 6])
def test_35_1_a_unit_out_of_supply_waits_for_a_die_of_turns(die: int) -> None:
    t = slain("3112", 6, die)
    assert t.where("FRExpCER") == "dead"
    assert list(t.state.annihilated.values()) == [2 + die]


@pytest.mark.parametrize(("turn", "back"), [(3, False), (4, True)])
def test_35_1_until_then_it_is_not_mobilized(turn: int, back: bool) -> None:
    t = table(
        f"""
        turn {turn} phase Allied mobilization
        options annihilation
        FR ExpCER:dead ExpCOL@0714 ExpCEO@0714
        annihilated FRExpCER-4
        """
    )
    assert t.may("mobilize FRExpCER") is back
    if not back:
        assert t.refused("mobilize FRExpCER") == "35.1"


def test_35_1_nor_do_bolsheviks_roll_for_it() -> None:
    t = table(
        """
        turn 3 phase Allied mobilization
        options annihilation east
        facts kaiser_east east_free
        BO Fort1:out Fort2:out ShockRG:out AGNF:out AGWF:out AGSF:out AGUkF:out AGUrF:out
        BO CavAKonA:dead
        AN CavMakhno:out
        annihilated BOCavAKonA-4
        """
    )
    assert t.where("BOCavAKonA") == "dead"


def test_35_1_a_supplied_unit_does_not_wait() -> None:
    t = table(BATTLE.format("ExpCER@{Kiev}").replace("@3111", "@3013").replace("@3113", "@2914"), 6)
    t.choose("attack 2913", "with GEShock2", "with GEShock6")
    if t.asked == "DeclareAttack":
        t.choose("join")
    t.choose("big_push", "done")
    assert (t.where("FRExpCER"), t.state.annihilated) == ("dead", {})


def test_35_2_starvation_is_no_annihilation() -> None:
    t = table(
        """
        turn 5 phase Allied attrition
        options annihilation
        vp 60 75
        GE 1@0814
        FR ExpCER@3112
        """,
        1,
    )
    assert (t.where("FRExpCER"), t.state.annihilated) == ("dead", {})


def test_35_2_32_5_deserters_are_not_annihilated() -> None:
    """Nor a garrison removed by saboteurs: no die is rolled for them."""
    text = """
        turn 2 phase Central attrition
        options psywar annihilation
        vp 60 30
        FR 1@0714
        GE 1@1126
        CG 1@{Liege}
    """
    t = table(text, 3)
    assert not t.fed("GE1")
    t.choose("psywar_b", "give_up GE1")
    assert (t.where("GE1"), t.state.annihilated) == ("dead", {})


def test_35_1_30_12_annihilated_bolsheviks_roll_again_when_their_turn_has_come() -> None:
    reds = "BO Fort1:out Fort2:out ShockRG:out AGNF:out AGWF:out AGSF:out AGUkF:out AGUrF:out\n"
    text = (
        "turn 3 phase Allied mobilization\noptions east annihilation\nfacts kaiser_east east_free\n"
        "annihilated BOCavAKonA-{}\n" + reds + "BO CavAKonA:dead\nAN CavMakhno:out\nFR 1@0615\n"
    )
    assert table(text.format(3), 2).where("BOCavAKonA") == "turn4"
    assert table(text.format(4)).where("BOCavAKonA") == "dead"
