"""What the combat results demand [9C], by the examples of the rulebook."""

from __future__ import annotations

from fractions import Fraction

import pytest

from trenchline.games.the_great_war.results import (
    CHOOSES,
    LARGER,
    MAY,
    MUST,
    STAYS,
    demand,
    substituted,
)


@pytest.mark.parametrize("code", ["AE", "AD"])
def test_9c1_1_9c2_1_everything_of_the_attacker_goes(code: str) -> None:
    found = demand(code, 12, 7)
    assert found.attacker == (12, MUST, True)
    assert found.defender == (0, STAYS, False)


@pytest.mark.parametrize("code", ["DE", "DD"])
def test_9c1_1_9c2_1_everything_of_the_defender_goes(code: str) -> None:
    found = demand(code, 12, 7)
    assert found.attacker == (0, STAYS, False)
    assert found.defender == (7, MUST, True)


def test_9c1_2_half_is_lost_and_the_rest_retreats() -> None:
    assert demand("AH", 9, 7).attacker == (Fraction(9, 2), MUST, False)
    assert demand("DH", 9, 7).defender == (Fraction(7, 2), MUST, False)


def test_9c1_3_9c1_4_9c1_5_retreat_quarter_and_nothing() -> None:
    assert demand("AR", 9, 7).attacker == (0, MUST, False)
    assert demand("DR", 9, 7).defender == (0, MUST, False)
    assert demand("AQ", 10, 7).attacker == (Fraction(5, 2), STAYS, False)
    assert demand("AS", 10, 7) == ((0, STAYS, False), (0, STAYS, False), False)


def test_9c1_6_half_exchange_of_6_against_12() -> None:
    found = demand("HX", 6, 12)
    assert found.attacker == (6, MUST, True)
    assert found.defender == (3, STAYS, False)


def test_9c1_7_exchange_of_15_against_6() -> None:
    found = demand("EX", 15, 6)
    assert found.attacker == (6, STAYS, False)
    assert found.defender == (6, MUST, True)


def test_9c1_7_of_equal_sides_the_defender_goes() -> None:
    assert demand("EX", 6, 6).defender.everything
    assert not demand("EX", 6, 6).attacker.everything


def test_9c2_2_attacker_loss_of_120_against_50() -> None:
    found = demand("AL", 120, 50)
    assert found.attacker == (60, MUST, False)
    assert found.defender == (15, STAYS, False)
    assert found.guns_last


def test_9c2_2_defender_loss_of_120_against_50() -> None:
    found = demand("DL", 120, 50)
    assert found.defender == (25, MUST, False)
    assert found.attacker == (Fraction(25, 4), STAYS, False)


def test_9c2_3_attacker_exchange_of_120_against_50() -> None:
    found = demand("AX", 120, 50)
    assert (found.attacker.loss, found.defender.loss) == (60, 30)
    assert found.attacker.goes == found.defender.goes == LARGER


def test_9c2_3_nobody_loses_more_than_he_has() -> None:
    assert demand("AX", 120, 20).defender.loss == 20


def test_9c2_4_defender_exchange_modified_of_120_against_50() -> None:
    found = demand("DXM", 120, 50)
    assert found.defender == (25, MUST, False)
    assert found.attacker == (25, STAYS, False)


def test_9c2_5_both_exchange_of_120_against_50() -> None:
    found = demand("BX", 120, 50)
    assert found.attacker == (25, MAY, False)
    assert found.defender == (25, MAY, False)


def test_9c2_5_the_attacker_may_be_the_weaker_one() -> None:
    assert demand("BX", 20, 50).defender.loss == demand("BX", 20, 50).attacker.loss == 10


def test_9c2_6_both_exchange_modified_lets_the_defender_choose() -> None:
    found = demand("BXM", 120, 50)
    assert found.attacker == (25, STAYS, False)
    assert found.defender == (25, CHOOSES, False)


def test_8c2_8_attackers_out_of_an_overstack_lose_half_as_much_again() -> None:
    assert demand("DX", 120, 50, overstacked=True).attacker.loss == Fraction(75, 4)
    assert demand("DX", 120, 50, overstacked=True).defender.loss == 25
    assert demand("AL", 120, 50, overstacked=True).attacker.loss == 60


def test_9d_3_artillery_goes_last_on_the_half_results_of_the_positional_table_only() -> None:
    codes = ["AL", "AX", "BX", "BXM", "DX", "DXM", "DL"]
    assert all(demand(code, 9, 7).guns_last for code in codes)
    assert not any(demand(code, 9, 7).guns_last for code in ["AD", "DD", "AH", "EX", "AQ"])


def test_14h1_14r_codes_stand_for_others() -> None:
    assert substituted("AQ", frozenset({"attacker infantry"})) == "AS"
    assert substituted("AQ", frozenset({"defender infantry"})) == "AQ"
    assert substituted("BX", frozenset({"defender infantry"})) == "BXM"
    assert substituted("DX", frozenset({"attacker rifle assault"})) == "DXM"
    assert substituted("DX", frozenset()) == "DX"
