"""Chapter 34: they shall not pass."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table

KIEV = city("Kiev")


def attack(*dice: int, units: str = "FR 1@{Kiev}", turn: int = 2, vp: str = "60 75") -> Table:
    """A German shock army attacks Kiev: 9 against 16, half, where a six is DW."""
    t = table(
        f"""
        turn {turn} phase Central combat 1
        options no_pass
        vp {vp}
        GE Shock2@3013 1@0814
        BR 1@0714
        {units}
        """,
        *dice,
    )
    return t.declare(KIEV, "GEShock2").choose("big_push")


def test_34_1_for_three_points_an_army_does_not_retreat() -> None:
    t = attack(6)
    assert (t.asked, t.who) == ("StandFirm", "Allied")
    t.choose("stand_firm")
    assert (t.where("FR1"), t.vp[0]) == (KIEV, 57)
    assert t.asked == "CombatPhase"


def test_34_1_three_an_army_one_every_other_unit_paid_in_any_case() -> None:
    t = attack(3, units="FR 1@{Kiev} Cav1@{Kiev} Tac1@{Kiev}").choose("stand_firm")
    assert t.vp[0] == 60 - 3 - 1 - 1


def test_34_1_other_results_are_carried_out() -> None:
    # BB at half: the army dies where it stands.
    t = attack(5).choose("stand_firm")
    assert (t.where("FR1"), t.where("GEShock2")) == ("dead", "dead")
    assert t.vp[0] == 60 - 3 - 6


def test_34_1_who_does_not_swear_retreats() -> None:
    t = attack(6).choose("done")
    assert t.asked == "Retreat"


def test_34_1_nobody_swears_away_his_last_point() -> None:
    assert attack(3, vp="3 75").asked != "StandFirm"
    assert attack(vp="4 75").asked == "StandFirm"


def test_34_1_routs_are_ignored_too() -> None:
    t = table(
        """
        turn 2 phase Central combat 1
        options no_pass
        vp 60 75
        GE Shock2@3013 1@0814
        BR 1@0714
        FR 1@{Kiev}
        """,
        6,
    )
    t.declare(KIEV, "GEShock2").choose("infiltrate", "stand_firm")
    assert t.where("FR1") == KIEV


def test_34_2_only_where_offensive_supply_could_be_had() -> None:
    """[R82]"""
    cut_off = table(
        """
        turn 2 phase Central combat 1
        options no_pass
        GE Shock2@3013 1@0814
        BR 1@0714
        FR 1@3012
        """,
        3,
    )
    assert not cut_off.fed("FR1")
    cut_off.declare("3012", "GEShock2").choose("big_push")
    assert not any(line.startswith("  Allied loses 3") for line in cut_off.log)
    assert cut_off.asked != "StandFirm"
    assert attack(3, turn=5).asked != "StandFirm"


@pytest.mark.parametrize("turn", [1, 2])
def test_34_3_the_allies_may_not_swear_on_the_first_turn(turn: int) -> None:
    t = attack(3, turn=turn) if turn == 1 else attack(turn=turn)
    assert (t.asked == "StandFirm") is (turn == 2)


def test_34_3_the_central_powers_may() -> None:
    t = table(
        """
        turn 1 phase Allied combat 1
        options no_pass
        GE 1@{Kiev} 3@0814
        BR 1@3013 2@0714
        """
    )
    assert t.declare(KIEV, "BR1").choose("big_push").asked == "StandFirm"
