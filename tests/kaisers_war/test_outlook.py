"""The outlook: what the end of the war is read from, and what chance that gives."""

from __future__ import annotations

import random

import pytest

from tests.kaisers_war.table import Table, opening, table
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.components import ALLIED, CENTRAL
from trenchline.games.kaisers_war.staff import STAFF
from trenchline.games.kaisers_war.staff.outlook import (
    EITHER_WAY,
    FORECAST,
    life,
    past,
    signs,
    weigh,
)
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.play import decision, settle, take

BOUND = 6.0
"""No sign is ever greater, whatever happens on the map."""


def war(points: str, turn: int = 2, side: str = "Allied", more: str = "") -> Table:
    """A few armies in the west."""
    return table(
        f"""turn {turn} phase {side} combat 1
        vp {points}
        FR 4@0714
        BR 1@0613
        GE 1@0814 3@0914
        {more}"""
    )


def test_every_sign_is_bounded_and_has_its_weight_all_through_a_war() -> None:
    rng, dice = random.Random(3), SeededDice("3")
    state = GAME.new(*GAME.settled(None, {}))
    choices = settle(state, dice)
    looked = 0
    while choices:
        if rng.random() < 0.02:
            for side in (ALLIED, CENTRAL):
                found = signs(state, side)
                assert found.keys() == FORECAST.weights.keys()
                assert all(abs(sign) <= BOUND for sign in found.values()), found
                assert 0.0 < weigh(state, side) < 1.0
                assert 0.0 <= past(state) <= 1.0
                looked += 1
        take(state, *STAFF.choose(state, choices, rng, "usual"))
        choices = settle(state, dice)
    assert looked > 4


def test_signs_speak_for_the_allies_but_for_those_that_may_do_either() -> None:
    for name, weights in FORECAST.weights.items():
        if name not in EITHER_WAY:
            assert min(weights) > 0, name


def test_25_2_a_war_that_is_over_leaves_no_doubt() -> None:
    t = opening()
    t.state.gain(CENTRAL, -100, "a test")
    assert (weigh(t.state, ALLIED), weigh(t.state, CENTRAL)) == (1.0, 0.0)


def test_25_1_a_war_that_ends_even_is_half_won() -> None:
    t = opening()
    t.state.stack.clear()
    t.state.vp = [60, 60]
    assert (weigh(t.state, ALLIED), weigh(t.state, CENTRAL)) == (0.5, 0.5)
    t.state.vp = [86, 60]
    assert (weigh(t.state, ALLIED), weigh(t.state, CENTRAL)) == (1.0, 0.0)


def test_both_sides_see_the_same_where_nothing_is_hidden() -> None:
    state = war("40 50").state
    assert weigh(state, ALLIED) + weigh(state, CENTRAL) == pytest.approx(1.0)
    assert signs(state, ALLIED) == signs(state, CENTRAL)


@pytest.mark.parametrize("turn", range(1, 6))
@pytest.mark.parametrize("side", ["Allied", "Central"])
def test_5_9_every_point_is_life_for_either_side(turn: int, side: str) -> None:
    """Down to the last one, in anybody's turn."""
    ours = [weigh(war(f"{n} 40", turn, side).state, ALLIED) for n in (2, 10, 20, 40, 60, 90)]
    theirs = [weigh(war(f"40 {n}", turn, side).state, CENTRAL) for n in (2, 10, 20, 40, 60, 90)]
    assert ours == sorted(set(ours))
    assert theirs == sorted(set(theirs))


def test_25_2_a_point_is_dearest_near_a_revolution() -> None:
    assert life(6) - life(3) > life(60) - life(57)
    assert life(1) == -3.0
    assert life(100) == 2.0


def test_26_5_germans_before_paris_matter_until_the_summer_is_over() -> None:
    def chance(turn: int, where: str) -> float:
        return weigh(war("40 40", turn, "Allied", f"GE 5@{where}").state, CENTRAL)

    assert chance(3, "0614") > chance(3, "0914")
    before = signs(war("40 40", 3, "Allied", "GE 5@0614").state, CENTRAL)
    after = signs(war("40 40", 4, "Allied", "GE 5@0614").state, CENTRAL)
    assert before["Germans before Paris"] < 0 == after["Germans before Paris"]


# What search makes of it.


def test_favourites_follow_the_war() -> None:
    """The Central Powers begin in Italy; the Allies spare points until the summer [26.5]."""
    assert STAFF.favourites is not None
    plans = [STAFF.favourites(war("50 50", turn).state, ALLIED) for turn in range(1, 6)]
    assert plans == [("spare",)] * 3 + [("usual",)] * 2
    assert STAFF.favourites(war("50 50").state, CENTRAL) == ("south",)


def test_only_the_allies_compare_their_attacks() -> None:
    assert STAFF.rivals is not None
    for side in ("Allied", "Central"):
        state = war("50 50", side=side).state
        choices = decision(state).choices(state)
        assert "attack" in choices
        found = STAFF.rivals(state, choices, random.Random(1), "usual")
        assert (len(found) > 1) == (side == "Allied")
