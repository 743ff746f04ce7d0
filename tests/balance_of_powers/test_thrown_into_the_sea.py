"""Chapters 7.72 and 10.81: corps on the coast attack the landing before it."""

from __future__ import annotations

from tests.balance_of_powers.at_sea import GALLIPOLI, LEMNOS, OFF, mediterranean, units
from tests.balance_of_powers.campaigning import choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.beachheads import TendLandings
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, OT
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.sequence import Half
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.kernel.play import settle

TURKS = "OT-I-1 OT-I-2 OT-I-3"


def beachhead(*, dug_in: str = "", aboard: str = "") -> State:
    """Anzacs on a landing before Gallipoli, and Ottoman corps on the coast: their half."""
    corps = "BR-I-ANZAC_I"
    state = mediterranean({OFF: f"BR-N-PD1 BR-N-PD2 {corps} {aboard}", GALLIPOLI: TURKS})
    state.landings[at(OFF)] = at(GALLIPOLI)
    state.held[ENTENTE] |= 1 << at(OFF)
    state.entrenched = units(dug_in)
    state.passengers = state.aboard = units(aboard)
    state.points[OT] = 5
    state.stack = [Half(1, CENTRAL)]
    settle(state, Loaded())
    return state


def fought(state: State, *dice: int) -> State:
    """The Turks attack."""
    choose(state, f"stack {GALLIPOLI}", f"attack {OFF}", "pay OT")
    loaded = Loaded(*dice)
    choose(state, "point OT-I-1", dice=loaded)
    return state


def test_10_81_1_r341_a_landing_is_attacked_from_its_coast_and_not_entered_bug() -> None:
    """[7.72] A landing counter is land joined to its coast; nobody could attack one."""
    state = beachhead()
    choose(state, f"stack {GALLIPOLI}")
    assert offered(state, "attack") == 1 << at(OFF)
    choose(state, f"attack {OFF}", "pay OT", "point OT-I-1", dice=Loaded(6, 6))
    assert state.where[unit("BR-I-ANZAC_I")] == POOL
    # The point unit is lost, and the others stay where they are.
    assert state.stacks[at(GALLIPOLI)] == units("OT-I-2 OT-I-3")
    assert state.stacks[at(OFF)] == units("BR-N-PD1 BR-N-PD2")
    assert not broken(state)
    # [7.72] Without corps the counter goes.
    state.stack = [TendLandings()]
    settle(state, Loaded())
    assert not state.landings
    assert not broken(state)


def test_10_722_r341_nobody_retreats_over_the_water() -> None:
    state = beachhead()
    for key in ("BR-I-MEF", "BR-I-9"):
        state.put(unit(key), at(OFF))
    fought(state)
    # [10.62] The odds are even: two losses and ground.
    choose(state, "point BR-I-9", dice=Loaded(5, 5))
    assert state.battle.final in (9, 10)
    choose(state, "lose BR-I-MEF", dice=Loaded(6))
    assert state.where[unit("BR-I-ANZAC_I")] == POOL
    assert not state.corps[ENTENTE] >> at(OFF) & 1


def test_7_61_1_passengers_take_no_part_in_a_battle_bug() -> None:
    """Corps on ships beside the landing counted among its defenders."""
    state = beachhead(aboard="BR-I-MEF")
    fought(state, 6, 6)
    assert state.where[unit("BR-I-MEF")] == at(OFF)


def test_r163_where_no_ships_are_played_nobody_attacks_a_landing() -> None:
    state = beachhead()
    state.scenario = load_scenario("south_slavs")
    choose(state, f"stack {GALLIPOLI}")
    assert refused(state, f"attack {OFF}").case == "10.01"
    assert not offered(state, "attack")


def test_7_72_a_breach_towards_a_landing_goes_with_it() -> None:
    state = beachhead(dug_in="BR-I-ANZAC_I")
    state.breaches[at(GALLIPOLI), at(OFF)] = 1
    state.lift(unit("BR-I-ANZAC_I"))
    state.stack = [TendLandings()]
    settle(state, Loaded())
    assert not state.breaches
    assert state.where[unit("BR-N-PD1")] == at(OFF)
    assert at(LEMNOS) not in state.landings
