"""Chapters 5.32 and 5.33: the sums of submarines and raiders, by the examples of the rulebook."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.table import at
from trenchline.games.balance_of_powers.components import BR, NATIONS
from trenchline.games.balance_of_powers.war_at_sea import (
    MEDITERRANEAN,
    MID,
    NORTH,
    british_loss,
    hunting_modifier,
    raiders_succeed,
)


def test_5_323_example_1_two_steps_in_the_mid_atlantic() -> None:
    """[E6] Ostend is held and it is the second season of unrestricted warfare: a 2 is a 1."""
    assert british_loss(2, 2, hunting_modifier(MID, season=2)) == 1


def test_5_323_example_2_six_steps_off_the_heel_of_italy() -> None:
    """[E7] Without unrestricted warfare: a 3 is a 2."""
    assert british_loss(6, 3, hunting_modifier(MEDITERRANEAN)) == 4


@pytest.mark.parametrize(
    ("box", "dice", "costs"),
    [
        ("South-Atlantic", 8, True),
        ("South-Atlantic", 9, False),
        ("Terra-del-Fuego", 2, False),
        ("South-Pacific", 8, True),
    ],
)
def test_5_33_a_light_cruiser_preys_where_a_british_port_is_near(
    box: str, dice: int, costs: bool
) -> None:
    """[E8] With a radius of nine, beside Gibraltar or Australia, not off Terra del Fuego."""
    assert raiders_succeed(at(box), 9, dice) == costs


def test_5_323_the_fifth_season_of_unrestricted_warfare_takes_six_points_more() -> None:
    """[E27] Two more in each of three places, and nothing more in the seasons after."""
    places = (NORTH, MID, MEDITERRANEAN)
    plain = sum(british_loss(6, 4, hunting_modifier(place)) for place in places)
    fifth = sum(british_loss(6, 4, hunting_modifier(place, season=5)) for place in places)
    sixth = sum(british_loss(6, 4, hunting_modifier(place, season=6)) for place in places)
    assert (fifth - plain, sixth) == (6, plain)


def test_5_3_what_germany_hoped_to_sink_is_what_britain_has() -> None:
    """[E28] 750,000 tons a month at 100,000 tons a point come to all that Britain posts."""
    assert int(750_000 * 3 / 100_000) == NATIONS[BR].income[1]


def test_5_323_final_dice_and_steps_have_their_bounds() -> None:
    assert british_loss(9, 1, -3) == 6
    assert british_loss(1, 6, 0) == 0
    assert hunting_modifier(MID, port=False, antwerp=True, ace=True) == -1
    assert hunting_modifier(NORTH, port=False) == 1
