"""Chapter 2.67: damaged ships and aircraft of the same scores are combined."""

from __future__ import annotations

from tests.balance_of_powers.at_sea import mediterranean, quarters, units
from tests.balance_of_powers.campaigning import choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.aerodrome import Rebase
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE
from trenchline.games.balance_of_powers.general_quarters import Quarters
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.recombining import combinable
from trenchline.games.balance_of_powers.salvos import Deploy
from trenchline.games.balance_of_powers.state import POOL
from trenchline.kernel.play import decision, settle

CRUISERS = "BR-N-CL1 BR-N-CL2"


def test_2_67_r338_damaged_ships_of_the_same_scores_become_one_bug() -> None:
    """Fighters were combined, and naval units never."""
    state = quarters({"0106": f"{CRUISERS} BR-N-PD1"}, side=ENTENTE, reduced=CRUISERS)
    assert offered(state, "combine") == units(CRUISERS)
    assert refused(state, "combine BR-N-PD1").case == "2.67"
    choose(state, "combine BR-N-CL1")
    assert state.where[unit("BR-N-CL2")] == POOL
    assert state.reduced == 0
    assert "combine" not in decision(state).choices(state)
    assert not broken(state)


def test_2_67_one_nation_one_place_and_the_same_scores() -> None:
    for stacks, reduced in (
        ({"0106": CRUISERS}, "BR-N-CL1"),
        ({"0106": "BR-N-CL1", "0107": "BR-N-CL2"}, CRUISERS),
        ({"0106": "BR-N-CL1 BR-N-PD1"}, "BR-N-CL1 BR-N-PD1"),
        ({"0106": "BR-N-SS1 BR-N-CL1"}, "BR-N-SS1 BR-N-CL1"),
    ):
        state = quarters(stacks, side=ENTENTE, reduced=reduced)
        assert not combinable(state, units(reduced)), stacks
    both = mediterranean({"2457": "BR-N-PD1 FR-N-PD1"}, reduced="BR-N-PD1 FR-N-PD1")
    assert not combinable(both, units("BR-N-PD1 FR-N-PD1"))


def test_2_67_r338_a_combined_ship_has_moved_as_far_as_either() -> None:
    state = quarters({"0106": CRUISERS}, side=ENTENTE, reduced=CRUISERS)
    state.spent[unit("BR-N-CL2")] = 7
    state.done = state.moored = state.sweeping = units("BR-N-CL2")
    state.stack = [Quarters(ENTENTE)]
    choose(state, "combine BR-N-CL1")
    assert state.spent == {unit("BR-N-CL1"): 7}
    assert state.moored == state.sweeping == units("BR-N-CL1")
    assert state.done & state.mapped == units("BR-N-CL1")


def test_2_67_1_in_combat_ships_are_combined_when_they_deploy() -> None:
    stacks = {"1007": "GE-N-PD1 GE-N-PD2", "1006": f"{CRUISERS} BR-N-PD1"}
    state = quarters(stacks, reduced=CRUISERS)
    choose(state, "fleet 1007", "search 1006", dice=Loaded(1))
    while not isinstance(decision(state), Deploy):
        choose(state, "fight")
    if decision(state) == Deploy(CENTRAL):
        choose(state, "ready")
    assert decision(state) == Deploy(ENTENTE)
    later = state.copy()
    choose(later, "main BR-N-CL1")
    assert refused(later, "combine BR-N-CL1").case == "2.67.1"
    choose(state, "combine BR-N-CL2")
    assert state.engaged & state.troops[ENTENTE] == units("BR-N-CL2 BR-N-PD1")
    assert state.van & state.troops[ENTENTE] == units("BR-N-CL2")
    assert not broken(state)


def test_2_67_r338_damaged_aircraft_are_combined_at_their_base() -> None:
    planes = "GE-V-DR1JG2 GE-V-DR1JG3"
    state = position({"1123": planes}, month=45, scenario="kaiserschlacht", central="GE")
    state.reduced = units(planes)
    state.phase = "aerodrome"
    state.stack = [Rebase(CENTRAL)]
    settle(state, Loaded())
    assert offered(state, "combine") == units(planes)
    choose(state, "combine GE-V-DR1JG3")
    assert state.where[unit("GE-V-DR1JG2")] == POOL
    assert state.where[unit("GE-V-DR1JG3")] == at("1123")
    assert not state.reduced
