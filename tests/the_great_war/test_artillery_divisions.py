"""Artillery divisions [12B9] [12B10]."""

from __future__ import annotations

from typing import Any

from tests.the_great_war.battles import laid, unit
from tests.the_great_war.fields import units
from tests.the_great_war.sketch import GRID, counter
from trenchline.games.the_great_war.advance import why_never
from trenchline.games.the_great_war.artillery_divisions import (
    FormDivisions,
    can_lead,
    detachable,
    loose_guns,
    why_not_detach,
)
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.combat import CombatPhase
from trenchline.games.the_great_war.movement import MovementPhase, ReactionPhase, march_of
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.readiness import ready
from trenchline.games.the_great_war.state import (
    EXPLOITATION,
    MOVEMENT,
    REACTION_COMBAT,
    REACTION_MOVEMENT,
    State,
)
from trenchline.kernel.play import take


def park(*guns: Any, staff: str = "art xx hq") -> State:
    """A German staff and guns in one hex."""
    every = [counter("GE9", "6-6-3", staff, "artillery_hq"), *guns]
    return laid(every, {one.key: "0404" for one in every})


def guns(number: int, kind: str = "heavy artillery", nation: str = "GE") -> Any:
    return counter(f"{nation}{number}", "5-7-5", kind, "regiment")


def filled(state: State, *keys: str) -> State:
    state.attached = {unit(state, key): unit(state, "GE9") for key in keys}
    return state


def test_12b9_1_four_res_or_three_with_siege_guns() -> None:
    state = filled(park(*(guns(n) for n in range(1, 6))), "GE1", "GE2", "GE3")
    assert can_lead(state, unit(state, "GE9"), unit(state, "GE4"))
    filled(state, "GE1", "GE2", "GE3", "GE4")
    assert not can_lead(state, unit(state, "GE9"), unit(state, "GE5"))
    siege = park(guns(1, "siege artillery"), guns(2), guns(3), guns(4))
    assert can_lead(filled(siege, "GE1", "GE2"), unit(siege, "GE9"), unit(siege, "GE3"))
    assert not can_lead(filled(siege, "GE1", "GE2", "GE3"), unit(siege, "GE9"), unit(siege, "GE4"))


def test_12b10_a_siege_staff_leads_six_res_of_any_kind() -> None:
    state = park(*(guns(n, "siege artillery") for n in range(1, 8)), staff="siege art xx hq")
    filled(state, *(f"GE{n}" for n in range(1, 6)))
    assert can_lead(state, unit(state, "GE9"), unit(state, "GE6"))
    filled(state, *(f"GE{n}" for n in range(1, 7)))
    assert not can_lead(state, unit(state, "GE9"), unit(state, "GE7"))


def test_12b9_1_guns_of_the_nation_in_the_hex_are_attached_and_detached() -> None:
    state = park(guns(1), guns(2, nation="AH"), counter("GE3", "6-9-5"))
    assert loose_guns(state, 1) == units(state, "GE1")
    step = FormDivisions(1)
    assert step.choices(state) == {"attach": units(state, "GE1"), "done": 1}
    assert step.why_not(state, "attach", unit(state, "AH2")).case == "12B9"
    assert step.why_not(state, "attach", unit(state, "GE3")).reason == "only artillery is attached"
    step.take(state, "attach", unit(state, "GE1"))
    assert state.attached == {unit(state, "GE1"): unit(state, "GE9")}
    again = FormDivisions(1)
    assert again.choices(state) == {"detach": units(state, "GE1"), "done": 1}
    again.take(state, "detach", unit(state, "GE1"))
    assert not state.attached


def test_r96_what_has_been_decided_stays_decided() -> None:
    state = park(guns(1))
    decided = FormDivisions(1, (unit(state, "GE1"),))
    assert decided.choices(state) == {"done": 1}
    assert decided.why_not(state, "attach", unit(state, "GE1")).case == "R96"


def test_12b9_guns_are_detached_at_any_time_of_a_turn_bug() -> None:
    """Guns were bound to their staff until the next initial phase, and in reaction could not move
    or attack although they may leave it."""
    state = filled(park(guns(1), guns(2), counter("IT1")), "GE1", "GE2")
    state.lift(unit(state, "IT1"))
    both = units(state, "GE1", "GE2")
    for phase, step in (
        (MOVEMENT, MovementPhase(1)),
        (EXPLOITATION, MovementPhase(1)),
        (REACTION_MOVEMENT, ReactionPhase(1)),
        (REACTION_COMBAT, CombatPhase(1)),
    ):
        state.phase, state.eligible = phase, 0
        if phase != MOVEMENT:
            assert "detach" not in step.choices(state)
            assert step.why_not(state, "detach", unit(state, "GE1")).case == "R96"
        if phase == REACTION_COMBAT:
            state.put(unit(state, "IT1"), GRID.hex("0405"))
        state.eligible = both
        assert step.choices(state)["detach"] == both
        assert step.why_not(state, "detach", unit(state, "GE9")).case == "12B9"
    state.stack = [MovementPhase(1)]
    state.phase = MOVEMENT
    assert not ready(state, 1) >> unit(state, "GE1") & 1
    take(state, "detach", unit(state, "GE1"))
    assert state.attached == {unit(state, "GE2"): unit(state, "GE9")}
    assert ready(state, 1) >> unit(state, "GE1") & 1


def test_12b9_a_gun_is_detached_where_there_is_room() -> None:
    """R96: alone it counts against the limit of the hex, as it did not in its division."""
    crowd = [counter(f"AH{n}") for n in range(6)]
    more = [counter(f"AHb{n}", "2-3-5", "rifle", "brigade") for n in range(3)]
    every = [counter("GE9", "6-6-3", "art xx hq", "artillery_hq"), *map(guns, range(1, 5))]
    state = laid([*every, *crowd, *more], {one.key: "0404" for one in (*every, *crowd, *more)})
    state.phase = MOVEMENT
    filled(state, "GE1", "GE2", "GE3")
    assert detachable(state, 1) == units(state, "GE1", "GE2", "GE3")
    filled(state, "GE1", "GE2")
    assert not detachable(state, 1), "two others take the room beside the division"
    assert why_not_detach(state, 1, unit(state, "GE1")).case == "8B"


def test_12b9_2_guns_advance_by_leaving_their_division() -> None:
    state = filled(park(guns(1)), "GE1")
    here = state.where[unit(state, "GE1")]
    battle = Battle(1, GRID.hex("0405"), (unit(state, "GE1"), unit(state, "GE9")), (here, here))
    assert why_never(state, battle, unit(state, "GE1")) is None
    assert why_never(state, battle, unit(state, "GE9")) is not None
    state.move(units(state, "GE1"), GRID.hex("0405"))
    settle(state)
    assert not state.attached


def test_12b9_a_division_leaves_guns_on_rails_behind() -> None:
    railway = counter("GE2", "5-2-0", "siege artillery", "regiment", limit="rail")
    state = filled(park(guns(1), railway), "GE1", "GE2")
    party = march_of(state, unit(state, "GE9")).party
    assert party == (unit(state, "GE9"), unit(state, "GE1"))
