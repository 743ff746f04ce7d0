"""Chapters 7.53, 7.64 and 8.5: who is lost at sea without a shot."""

from __future__ import annotations

from tests.balance_of_powers.at_sea import MARSEILLES, OFF, laden, mediterranean, quarters, units
from tests.balance_of_powers.campaigning import choose
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE
from trenchline.games.balance_of_powers.general_quarters import EndOfHalf
from trenchline.games.balance_of_powers.home_port import send_home
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.navy import damage
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.kernel.play import settle


def returning(state: State, keys: str) -> State:
    """Naval units must return to port."""
    state.force = 0
    state.stack = []
    send_home(state, units(keys))
    settle(state, Loaded())
    return state


def test_8_5_4_who_is_driven_out_of_his_port_before_the_month_is_over_is_lost() -> None:
    for moored, lost in (("FR-N-PD1 FR-N-CC1", True), ("", False)):
        state = mediterranean({MARSEILLES: "FR-N-PD1 FR-N-CC1"}, moored=units(moored))
        # The enemy has come by land.
        state.held[ENTENTE] &= ~(1 << at(MARSEILLES))
        state.held[CENTRAL] |= 1 << at(MARSEILLES)
        returning(state, "FR-N-PD1 FR-N-CC1")
        assert (state.where[unit("FR-N-PD1")] == POOL) == lost
        assert (state.where[unit("FR-N-CC1")] == POOL) == lost
        assert not broken(state)


def test_8_5_4_in_a_port_that_is_still_friendly_he_stays() -> None:
    state = returning(mediterranean({MARSEILLES: "FR-N-PD1"}, moored=units("FR-N-PD1")), "FR-N-PD1")
    assert state.where[unit("FR-N-PD1")] == at(MARSEILLES)


def test_8_5_4_whoever_lay_beside_them_returns() -> None:
    state = mediterranean({MARSEILLES: "FR-N-PD1 FR-N-CC1"}, moored=units("FR-N-PD1"))
    state.held[ENTENTE] &= ~(1 << at(MARSEILLES))
    returning(state, "FR-N-PD1 FR-N-CC1")
    assert state.where[unit("FR-N-PD1")] == POOL
    assert state.where[unit("FR-N-CC1")] not in (POOL, at(MARSEILLES))


def test_7_64_1_passengers_of_ships_that_find_no_port_are_lost_bug() -> None:
    """[8.5.3] The ships were lost, and their passengers stayed on the water."""
    state = laden({OFF: "FR-N-PD1 FR-I-1 FR-V-MS3 FR-L-JOFFRE"}, "FR-I-1 FR-V-MS3 FR-L-JOFFRE")
    state.held[ENTENTE] = 0
    returning(state, "FR-N-PD1")
    for key in ("FR-N-PD1", "FR-I-1", "FR-V-MS3", "FR-L-JOFFRE"):
        assert state.where[unit(key)] == POOL, key
    assert not state.passengers | state.aboard


def test_7_64_1_a_leader_whose_command_is_lost_on_board_goes_back() -> None:
    """[1.323] A damaged ship carries one corps."""
    keys = "FR-I-1 FR-V-MS3 FR-L-JOFFRE"
    state = laden({OFF: f"FR-N-PD1 {keys}"}, keys)
    state.reduced = units("FR-V-MS3")
    state.stack = []
    damage(state, unit("FR-N-PD1"))
    settle(state, Loaded())
    choose(state, "lose FR-I-1")
    assert state.where[unit("FR-V-MS3")] == at(OFF)
    assert state.where[unit("FR-L-JOFFRE")] == POOL


def test_7_53_1_passengers_and_mines_in_the_ice_are_lost_with_their_ships() -> None:
    white = at("White-Sea")
    state = quarters(
        {"White-Sea": "BR-N-PD1 BR-I-1 BR-M-1"},
        side=ENTENTE,
        scenario="great_war",
        month="November 1916",
        passengers=units("BR-I-1"),
        aboard=units("BR-I-1"),
    )
    state.off_the_board(white, ENTENTE)
    state.stack = [EndOfHalf(ENTENTE)]
    settle(state, Loaded())
    # [3.1.1] Mines are naval units too, and cannot leave [R339].
    assert white not in state.stacks
    assert state.where[unit("BR-M-1")] == POOL
