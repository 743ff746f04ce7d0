"""Fear of ruin: a price that rises as a life runs out, over everything that may happen."""

from __future__ import annotations

import pytest

from trenchline.kernel.ruin import Life, certain, struck

LIFE = Life(worth=100, danger=16, spread=6)


def test_the_same_loss_is_dearer_the_less_is_left() -> None:
    prices = [LIFE.price(left, certain(6)) for left in (90, 60, 40, 25)]
    assert prices == sorted(prices)
    assert prices[0] < 0.1 < 10 < prices[-1]


def test_a_gamble_is_priced_by_all_that_may_happen_and_not_by_its_mean() -> None:
    """One point lost on average, but by one die in six the war."""
    gamble = {0: 5 / 6, 6: 1 / 6}
    life = Life(worth=100, danger=0, spread=1, coming=50)
    assert life.price(6, gamble) == pytest.approx(100 / 6, abs=0.1)
    assert life.price(6, certain(1)) == pytest.approx(0.0, abs=0.1)
    assert life.price(7, gamble) == pytest.approx(0.0, abs=0.1)


def test_what_comes_in_takes_the_fear_but_not_the_end() -> None:
    rich = Life(worth=100, danger=16, spread=6, coming=48, most=100)
    assert rich.fall(5) < 0.01 < LIFE.fall(5)
    assert rich.fall(0) == 1.0
    # More than can be kept takes no fear away.
    assert rich.fall(80) == rich.fall(52)


def test_to_fall_by_ones_own_decision_may_cost_more_than_a_danger() -> None:
    careful = Life(worth=100, danger=16, spread=6, end=300)
    assert careful.price(6, {0: 0.5, 6: 0.5}) > LIFE.price(6, {0: 0.5, 6: 0.5}) + 90
    assert careful.price(50, certain(6)) == LIFE.price(50, certain(6))
    # Whoever has fallen has nothing left to lose.
    assert careful.price(0, certain(6)) == 0.0


def test_losses_that_strike_by_themselves_add_up_to_one() -> None:
    losses = struck([(6, 0.5), (2, 1.0), (9, 0.25), (6, 0.0)])
    assert sum(losses.values()) == pytest.approx(1.0)
    assert losses == pytest.approx({2: 0.375, 8: 0.375, 11: 0.125, 17: 0.125})
    assert struck([]) == {0: 1.0}


def test_the_enemys_life_is_ours_turned_round() -> None:
    """What brings an enemy down is worth more the nearer he is to his end."""
    prey = Life(worth=50, danger=14, spread=6)
    assert prey.price(20, certain(8)) > prey.price(40, certain(8)) > prey.price(60, certain(8)) > 0
    assert prey.price(8, certain(8)) > 10
