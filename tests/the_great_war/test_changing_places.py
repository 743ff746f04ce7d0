"""Rule 8B: the limit is looked at as a phase ends, so units change places in full hexes."""

from __future__ import annotations

from tests.the_great_war.battles import unit
from tests.the_great_war.fields import field, labels, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import EndMovement, MovementPhase
from trenchline.games.the_great_war.stacking import overfull
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Refusal

HERE, THERE = "0506", "0507"
OVERFULL = "the hex is overfull: say who makes room"


def lines(spare: bool = False) -> State:
    """Two full hexes of six divisions each, and nothing around them that holds anybody: every other
    hex is glacier, or a single one is clear."""
    keys = [f"IT{n}" for n in range(12)]
    others = {
        label: "glacier" for label in GRID.labels(GRID.everywhere) if label not in (HERE, THERE)
    }
    if spare:
        del others["0606"]
    theatre = sketch(others, counters=[counter(key) for key in keys])
    state = field(theatre, dict.fromkeys(keys[:6], HERE) | dict.fromkeys(keys[6:], THERE))
    state.stack = [EndMovement(0), MovementPhase(0)]
    return state


def why_not(state: State, verb: str, number: int) -> Refusal:
    return decision(state).why_not(state, verb, number)


def pick_up(state: State, key: str) -> None:
    settle(state, rolling())
    take(state, "unit", unit(state, key))
    settle(state, rolling())


def test_8b_two_full_hexes_change_a_unit() -> None:
    state = lines()
    pick_up(state, "IT0")
    offered = settle(state, rolling())
    assert "move" not in offered, "there is no room anywhere"
    assert labels(offered["relieve"]) == [THERE]
    take(state, "relieve", GRID.hex(THERE))
    offered = settle(state, rolling())
    assert list(offered) == ["make_room"], "nothing else is done before somebody leaves"
    assert offered["make_room"] == units(state, *(f"IT{n}" for n in range(6, 12)))
    take(state, "make_room", unit(state, "IT7"))
    settle(state, rolling())
    assert state.where[unit(state, "IT7")] == GRID.hex(HERE), "the only room is where IT0 was"
    assert not overfull(state, 0)
    assert isinstance(asked := decision(state), March)
    assert asked.party == (unit(state, "IT0"),), "the march of who has come goes on"
    assert not state.halted


def test_8b_who_makes_room_says_where_he_goes() -> None:
    state = lines(spare=True)
    pick_up(state, "IT6")
    take(state, "relieve", GRID.hex(HERE))
    settle(state, rolling())
    take(state, "make_room", unit(state, "IT2"))
    offered = settle(state, rolling())
    assert sorted(labels(offered["move"])) == [THERE, "0606"]
    assert list(offered) == ["move"]
    assert why_not(state, "stay", 0).case == "8B"
    take(state, "move", GRID.hex("0606"))
    settle(state, rolling())
    assert not overfull(state, 0)


def test_8b_nobody_is_relieved_who_cannot_leave() -> None:
    state = lines()
    state.halted = units(state, *(f"IT{n}" for n in range(6, 12)))
    pick_up(state, "IT0")
    assert "relieve" not in settle(state, rolling())
    refusal = why_not(state, "relieve", GRID.hex(THERE))
    assert refusal.reason == "nobody there makes room for the units by leaving"


def test_8b_several_relieve_a_whole_stack_one_after_the_other() -> None:
    state = lines()
    for n in range(6):
        pick_up(state, f"IT{n}")
        take(state, "relieve", GRID.hex(THERE))
        settle(state, rolling())
        take(state, "make_room", unit(state, f"IT{n + 6}"))
        settle(state, rolling())
        take(state, "stay", 0)
    assert state.stacks[GRID.hex(THERE)] == units(state, *(f"IT{n}" for n in range(6)))
    assert state.stacks[GRID.hex(HERE)] == units(state, *(f"IT{n}" for n in range(6, 12)))


def test_8b_one_who_has_come_does_not_make_room_himself() -> None:
    state = lines()
    pick_up(state, "IT0")
    take(state, "relieve", GRID.hex(THERE))
    settle(state, rolling())
    for one, reason in (
        ("IT0", "it has come to relieve another"),
        ("IT1", "it does not stand in the full hex"),
    ):
        assert why_not(state, "make_room", unit(state, one)).reason == reason
    assert (
        why_not(state, "move", GRID.hex(HERE)).reason == "the hex is overfull: say who makes room"
    )
    assert len(list(members(state.stacks[GRID.hex(THERE)]))) == 7
