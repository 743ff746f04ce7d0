"""Which units may be lost [9D] [10] [8C2] [14H3] [14L], over bare facts of units."""

from __future__ import annotations

from itertools import combinations

import pytest

from trenchline.games.the_great_war.loss_choice import (
    Demands,
    Loser,
    Quota,
    bars,
    candidates,
    proposal,
)
from trenchline.kernel.bits import bit_set
from trenchline.kernel.exact import Exact

GUNS_LAST = Demands(guns_last=True)
INFANTRY = Demands(quotas=(Quota("14H3", "infantry"),))


def rifles(unit: int, worth: Exact, pain: Exact | None = None, size: int = 20) -> Loser:
    return Loser(unit, worth, size, worth if pain is None else pain)


def infantry(unit: int, worth: Exact, pain: Exact | None = None) -> Loser:
    return rifles(unit, worth, pain)._replace(kinds=frozenset({"infantry"}))


def tanks(unit: int, worth: Exact, size: int) -> Loser:
    return rifles(unit, worth, size=size)._replace(effects=frozenset({"AECA"}))


def guns(unit: int, worth: Exact) -> Loser:
    return rifles(unit, worth, size=4)._replace(artillery=True)


def lost(left: list[Loser], demands: Demands, due: Exact) -> Exact:
    chosen = proposal(left, [], demands, due)
    return sum(loser.worth for loser in left if loser.unit in chosen)


def test_9c2_2_sixty_of_eighty_guns_and_forty_others() -> None:
    left = [guns(n, 20) for n in range(4)] + [rifles(4 + n, 10) for n in range(4)]
    chosen = proposal(left, [], GUNS_LAST, 60)
    assert {4, 5, 6, 7} < set(chosen)
    assert lost(left, GUNS_LAST, 60) == 60
    assert chosen.index(next(n for n in chosen if n < 4)) == 4


def test_9c2_2_fifteen_of_thirty_guns_and_twenty_others() -> None:
    left = [guns(n, 10) for n in range(3)] + [rifles(3 + n, 5) for n in range(4)]
    assert set(proposal(left, [], GUNS_LAST, 15)) < {3, 4, 5, 6}


def test_9d_3_artillery_may_go_first_on_other_results() -> None:
    left = [guns(0, 5), rifles(1, 5)]
    assert candidates(left, [], Demands()) == 0b11
    assert candidates(left, [], GUNS_LAST) == 0b10


def test_9d_3_r78_units_without_strength_go_before_guns_and_else_not_at_all() -> None:
    left = [guns(0, 5), rifles(1, 0), rifles(2, 3)]
    assert candidates(left, [], Demands()) == 0b101
    assert candidates(left, [], GUNS_LAST) == 0b110
    assert candidates(left[:2], [], GUNS_LAST) == 0b010
    assert candidates([rifles(1, 0)], [], GUNS_LAST) == 0


def test_10_3_a_tank_battalion_is_not_enough_beside_a_brigade() -> None:
    left = [rifles(0, 9), tanks(1, 1, 2), tanks(2, 3, 8)]
    demands = Demands(effects=frozenset({"AECA"}))
    assert candidates(left, [], demands) == 1 << 2
    assert candidates(left[:2], [left[2]], demands) == 0b11


def test_10_3_two_battalions_suffice_together() -> None:
    left = [rifles(0, 9), tanks(1, 1, 2), tanks(2, 1, 2), tanks(3, 3, 8)]
    demands = Demands(effects=frozenset({"AECA"}))
    assert candidates(left, [], demands) == 0b1110
    assert candidates([left[0], *left[2:]], [left[1]], demands) == 0b1100


def test_10_3_where_nobody_is_left_who_used_it_anybody_goes() -> None:
    assert candidates([rifles(0, 9)], [], Demands(effects=frozenset({"EEC"}))) == 1


def test_8c2_8_overstacked_units_go_after_the_others_of_their_hex() -> None:
    below = rifles(0, 4)._replace(hex=7)
    above = rifles(1, 4)._replace(hex=7, overstacked=True)
    alone = rifles(2, 4)._replace(hex=8, overstacked=True)
    assert candidates([below, above, alone], [], Demands()) == 0b101
    assert candidates([above, alone], [below], Demands()) == 0b110


def test_14l_irregular_units_go_last() -> None:
    band = rifles(0, 2)._replace(irregular=True)
    assert candidates([band, rifles(1, 2)], [], Demands()) == 0b10
    assert candidates([band], [], Demands()) == 0b01


def test_14h3_half_of_the_losses_come_from_infantry() -> None:
    left = [infantry(0, 6), infantry(1, 3), rifles(2, 5), rifles(3, 8)]
    assert candidates(left, [], INFANTRY) == 0b0011
    assert candidates(left[1:], left[:1], INFANTRY) == 0b0110
    assert candidates(left[2:], left[:2], INFANTRY) == 0b1100


def test_15c_half_of_the_losses_of_8_res_come_from_mountain_brigades() -> None:
    mountain = [rifles(n, 3)._replace(kinds=frozenset({"adverse terrain"})) for n in range(2)]
    others = [rifles(2, 2), rifles(3, 1), rifles(4, 1)]
    demands = Demands(quotas=(Quota("15C", "adverse terrain"),))
    chosen = proposal([*mountain, *others], [], demands, 5)
    assert sum(3 for unit in chosen if unit < 2) * 2 >= 5


def test_9d_every_bar_gives_its_case() -> None:
    left = [guns(0, 5), rifles(1, 5), rifles(2, 2)._replace(irregular=True), tanks(3, 2, 4)]
    demands = Demands(guns_last=True, effects=frozenset({"AECA"}))
    found = {bar.case: bar.open for bar in bars(left, [], demands)}
    assert found["10"] == 0b1000
    assert found["9D"] == 0b1110
    assert found["14L"] == 0b1011


@pytest.mark.parametrize("demands", [Demands(), GUNS_LAST, INFANTRY])
def test_9d_the_proposal_is_legal_and_nothing_legal_hurts_less(demands: Demands) -> None:
    left = [
        infantry(0, 5, 4),
        infantry(1, 8, 11),
        rifles(2, 3, 2),
        rifles(3, 7, 12),
        guns(4, 4),
        infantry(5, 2, 3),
    ]
    for due in range(1, 29):
        chosen = proposal(left, [], demands, due)
        pain = _pain(left, chosen)
        assert _in_some_order(left, set(chosen), demands, due), (due, chosen)
        for number in range(1, len(left) + 1):
            for units in combinations(range(len(left)), number):
                if _pain(left, list(units)) < pain:
                    assert not _in_some_order(left, set(units), demands, due), (due, units, chosen)


def _pain(left: list[Loser], units: list[int]) -> Exact:
    return sum(loser.pain for loser in left if loser.unit in units)


def _in_some_order(left: list[Loser], units: set[int], demands: Demands, due: Exact) -> bool:
    """Whether some units can be lost one after the other, and are enough."""
    worth = sum(loser.worth for loser in left if loser.unit in units)
    return worth >= due and _takes(left, [], units, demands, due)


def _takes(
    left: list[Loser], gone: list[Loser], units: set[int], demands: Demands, due: Exact
) -> bool:
    if not units:
        return True
    if sum(loser.worth for loser in gone) >= due:
        return False
    able = candidates(left, gone, demands) & bit_set(units)
    return any(
        _takes(
            [o for o in left if o is not loser], [*gone, loser], units - {loser.unit}, demands, due
        )
        for loser in left
        if able >> loser.unit & 1
    )
