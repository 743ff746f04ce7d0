"""Rule 14C2 and 14C3: tanks."""

from __future__ import annotations

import pytest

from tests.the_great_war.battles import Fight, unit
from tests.the_great_war.fields import field, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.capabilities import assault_engineers
from trenchline.games.the_great_war.components import Counter, Face
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import EndMovement
from trenchline.games.the_great_war.production import Replacing, rebuild
from trenchline.games.the_great_war.rail_capacity import size_by_rail
from trenchline.games.the_great_war.routes import share
from trenchline.games.the_great_war.state import COMBAT, INITIAL, State
from trenchline.games.the_great_war.tanks import BreakDown
from trenchline.kernel.play import settle, take

DISABLED = Face(0, 0, 0, "battalion", "none")
TANK = Counter("FRT", "FR", "tank", Face(4, 2, 4, "battalion", "none"), DISABLED, "disabled")


def tank(phase: str = "movement", **more: str) -> State:
    """An unreliable tank battalion in 0506."""
    counters = [TANK, counter("FRE", "2-2-4", "engineer tank", "regiment"), counter("AH1")]
    return field(sketch(counters=counters, nations=["FR", "AH"]), {"FRT": "0506", **more}, phase)


def test_14c_combat_motorized_units_count_double_for_transport_and_exploit_in_full() -> None:
    state = tank()
    assert size_by_rail(state, 0) == 2 * state.re(0)
    assert share(state, 0) == 1


@pytest.mark.parametrize(
    ("die", "before", "after"),
    [
        (5, "", ""),
        (3, "", "disrupted"),
        (1, "", "badly"),
        (3, "disrupted", "badly"),
        (1, "disrupted", "disabled"),
        (1, "badly", "disabled"),
    ],
)
def test_14c2_a_tank_breaks_down_step_by_step(die: int, before: str, after: str) -> None:
    state = tank()
    if before:
        state.disrupt(0, badly=before == "badly")
    BreakDown(0).rolled(state, die)
    found = "disrupted" if state.disrupted & 1 else "badly" if state.badly_disrupted & 1 else ""
    assert ("disabled" if state.reduced & 1 else found) == after


def test_14c2_tanks_are_checked_when_they_have_moved_over_ground() -> None:
    state = tank()
    state.stack = [EndMovement(0)]
    assert settle(state, rolling()) == {}
    state.stack = [March((0,), GRID.hex("0506"))]
    take(state, "move", GRID.hex("0507"))
    state.stack = [EndMovement(0)]
    settle(state, rolling(3))
    assert state.disrupted == 1


def test_14c2_tanks_are_checked_when_a_combat_is_declared() -> None:
    state = tank(COMBAT, AH1="0505")
    fight = Fight(state, 3, 6, 6, 6, 6, side=0)
    fight.choose("attack 0505", "with FRT", "join")
    assert any("FRT breaks down" in line for line in fight.log)


def test_14c2_a_disabled_tank_is_repaired_with_equipment() -> None:
    state = tank(INITIAL)
    state.reduced = 1
    assert not Replacing(0).acts(state)["rebuild"]
    state.gear[0] = 4
    assert Replacing(0).acts(state)["rebuild"] == 1
    rebuild(state, 0)
    assert state.reduced == 0
    assert state.gear[0] == 0


def test_14c2_an_unreliable_tank_does_not_hurry() -> None:
    state = tank()
    assert March((0,), GRID.hex("0506")).why_not(state, "accelerate", 0).case == "14C2"


def test_14c3_engineer_tanks_have_the_abilities_of_engineers() -> None:
    state = tank()
    assert assault_engineers(state) & units(state, "FRE")
    assert not assault_engineers(state) >> unit(state, "FRT") & 1
