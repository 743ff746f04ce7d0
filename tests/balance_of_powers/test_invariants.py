"""What must hold: each fault is found, in a position by itself and as a change from a sound one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers import invariants
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, FR, GE
from trenchline.games.balance_of_powers.state import CALENDAR, State

ARMY = "GE-I-3 GE-I-5 GE-L-KLUCK"


def sound() -> State:
    return position({"1224": ARMY, "1124": "FR-I-1", "1123": "FR-I-2"})


def _elsewhere(state: State) -> None:
    state.where[unit("GE-I-3")] = at("1225")


def _nowhere(state: State) -> None:
    del state.stacks[at("1224")]


def _twice(state: State) -> None:
    state.stacks[at("1225")] = 1 << unit("GE-I-3")


def _dropped(state: State) -> None:
    state.stacks[at("1224")] &= ~(1 << unit("GE-I-3"))


def _off_the_map(state: State) -> None:
    state.mapped &= ~(1 << unit("GE-I-3"))


def _no_board(state: State) -> None:
    state.corps[CENTRAL] = 0


def _ghosts(state: State) -> None:
    state.corps[ENTENTE] |= 1 << at("1225")


def _deserters(state: State) -> None:
    state.troops[ENTENTE] ^= 1 << unit("FR-I-9")


def _crowd(state: State) -> None:
    for number in (1, 2, 4, 6, 7):
        state.put(unit(f"GE-I-{number}"), at("1224"))


def _two_leaders(state: State) -> None:
    state.put(unit("GE-L-LUDNDRF"), at("1224"))


def _together(state: State) -> None:
    state.move(1 << unit("FR-I-1"), at("1224"))


def _both_hold(state: State) -> None:
    state.held[CENTRAL] |= state.held[ENTENTE]


def _ruin(state: State) -> None:
    hex_ = state.forts[CENTRAL].bit_length() - 1
    state.steps_lost[hex_] = 2


def _beyond_ruin(state: State) -> None:
    state.steps_lost[at("1224")] = 3


def _debts(state: State) -> None:
    state.points[GE] = -1


def _despair(state: State) -> None:
    state.demoralization[FR] = 99


def _dug_in_leader(state: State) -> None:
    state.entrenched |= 1 << unit("GE-L-KLUCK")


def _dug_in_nowhere(state: State) -> None:
    state.entrenched |= 1 << unit("GE-I-9")


def _wide_breach(state: State) -> None:
    state.breaches[at("1224"), at("1124")] = 3


def _walks_on_water(state: State) -> None:
    state.move(1 << unit("FR-I-1"), at("Norwegian-Sea"))


def _beyond_the_map(state: State) -> None:
    state.move(1 << unit("GE-I-3"), at("6271"))


def _lost_to_the_world(state: State) -> None:
    state.lift(unit("GE-I-3"), -77)


def _forgotten(state: State) -> None:
    state.lift(unit("GE-I-3"), CALENDAR)


FAULTS: list[tuple[Callable[[State], None], str]] = [
    (_elsewhere, "the stacks are not where"),
    (_nowhere, "the stacks are not where"),
    (_twice, "the stacks are not where"),
    (_dropped, "the stacks are not where"),
    (_off_the_map, "is on the map, and yet not"),
    (_no_board, "the boards of corps"),
    (_ghosts, "the boards of corps"),
    (_deserters, "the troops of a side"),
    (_crowd, "too many corps"),
    (_two_leaders, "too many leaders"),
    (_together, "enemies share"),
    (_both_hold, "both sides hold"),
    (_ruin, "a ruined fortress stands"),
    (_beyond_ruin, "lost more than it had"),
    (_debts, "spent more than it had"),
    (_despair, "demoralized beyond"),
    (_dug_in_leader, "dug in who never is"),
    (_dug_in_nowhere, "off the map and dug in"),
    (_wide_breach, "neither 1 nor 2"),
    (_walks_on_water, "walk on the water"),
    (_beyond_the_map, "beyond the maps in play"),
    (_lost_to_the_world, "is nowhere"),
    (_forgotten, "not on the calendar"),
]


@pytest.mark.parametrize(("spoil", "told"), FAULTS)
def test_a_fault_is_found_whatever_was_looked_at_before(
    spoil: Callable[[State], None], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = sound()
    monkeypatch.setattr(invariants, "_last", invariants.NOTHING)
    assert not invariants.broken(state)
    twin = state.copy()
    spoil(twin)
    for _ in range(2):
        # A fault is no less one when it was seen before.
        assert any(told in fault for fault in invariants.broken(twin))
    monkeypatch.setattr(invariants, "_last", invariants.NOTHING)
    assert any(told in fault for fault in invariants.broken(twin))
    assert not invariants.broken(state)
