"""Overruns after combat [9F5]."""

from __future__ import annotations

from tests.the_great_war.battles import division, laid, unit
from tests.the_great_war.fields import labels, units
from tests.the_great_war.sketch import GRID, counter
from trenchline.games.the_great_war.breakthrough import ways_through
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.ways_out import RetreatUnit


def trapped(*more: str, weak: str = "1-1-5", strong: str = "12-12-5") -> State:
    """An Italian division in 0405 with a weak battalion in 0404 and others around it."""
    state = laid(
        [
            division("IT1", strong),
            division("IT2", strong),
            counter("AH1", weak, size="battalion", support="self"),
            *(division(f"AH{n}") for n in range(2, 2 + len(more))),
        ],
        {"IT1": "0405", "IT2": "0405", "AH1": "0404"}
        | {f"AH{n}": label for n, label in enumerate(more, start=2)},
    )
    state.owned[1] |= 1 << GRID.hex("0404")
    state.owned[0] &= ~(1 << GRID.hex("0404"))
    state.stack = []
    return state


def test_9f5_a_unit_that_must_retreat_may_roll_over_the_enemy_in_its_way() -> None:
    state = trapped()
    assert labels(ways_through(state, units(state, "IT1"), retreats=True)) == ["0404"]
    step = RetreatUnit(0, unit(state, "IT1"), beaten=True)
    assert step.choices(state)["overrun"] == 1 << GRID.hex("0404")
    step.take(state, "overrun", GRID.hex("0404"))
    assert state.where[unit(state, "IT1")] == GRID.hex("0404")
    assert state.where[unit(state, "AH1")] < 0
    assert state.retreated == units(state, "IT1")


def test_9f5_ten_to_one_is_needed_and_a_stack_may_bring_it_together() -> None:
    state = trapped(weak="2-2-5")
    assert not ways_through(state, units(state, "IT1"), retreats=True)
    step = RetreatUnit(0, unit(state, "IT1"), beaten=True)
    assert "overrun" not in step.choices(state)
    assert step.why_not(state, "overrun", GRID.hex("0404")).case == "9F5"
    state.stack = [RetreatUnit(0, unit(state, "IT2"), beaten=True)]
    assert step.party(state) == units(state, "IT1", "IT2")
    step.take(state, "overrun", GRID.hex("0404"))
    assert state.where[unit(state, "IT2")] == GRID.hex("0404")
    assert not state.stack


def test_9f5_9i_r183_only_who_must_retreat_by_a_combat_breaks_out() -> None:
    state = trapped()
    beaten = RetreatUnit(0, unit(state, "IT1"), beaten=True)
    leaves = RetreatUnit(0, unit(state, "IT1"))
    assert "overrun" in beaten.choices(state)
    assert "overrun" not in leaves.choices(state)
    refusal = leaves.why_not(state, "overrun", GRID.hex("0404"))
    assert (refusal.case, refusal.reason) == (
        "9F5",
        "only who must retreat by a combat breaks out",
    )


def test_9f5_enemy_zones_are_paid_for_before_the_odds() -> None:
    # A division beside 0404 covers it: the two arrive as unsupported cadres, 6 each against 1.
    state = trapped("0403", strong="24-24-5")
    both = units(state, "IT1", "IT2")
    assert not ways_through(state, units(state, "IT1"), retreats=True)
    assert labels(ways_through(state, both, retreats=True)) == ["0404"]
    assert labels(ways_through(state, units(state, "IT1"), retreats=False)) == ["0404"]
    state.stack = [RetreatUnit(0, unit(state, "IT2"), beaten=True)]
    RetreatUnit(0, unit(state, "IT1"), beaten=True).take(state, "overrun", GRID.hex("0404"))
    assert state.reduced == both
