"""Chapters 6.41, 6.42, 8.1 and 8.2: contact, search and evasion."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.balance_of_powers.at_sea import quarters, units
from tests.balance_of_powers.campaigning import choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE
from trenchline.games.balance_of_powers.contact import is_in_port, quarry
from trenchline.games.balance_of_powers.navy import in_contact, zone
from trenchline.games.balance_of_powers.quarters import AtSea
from trenchline.games.balance_of_powers.salvos import AfterCombat
from trenchline.games.balance_of_powers.search import Declare, Evade, Search
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.play import decision

ONE, TWO = "GE-N-PD1", "GE-N-PD1 GE-N-PD2"


def touch(germans: str, there: str, british: str) -> bool:
    """Whether Germans in 1006 are in contact with British in another hex."""
    return in_contact(at("1006"), units(germans), at(there), units(british))


def test_6_42_stacks_patrol_the_hexes_around_them() -> None:
    assert zone(at("1006"), units(TWO)).bit_count() == 7
    assert zone(at("1006"), units(ONE)) == 1 << at("1006")
    # [R210] A leader makes no stack.
    assert zone(at("1006"), units("GE-N-BB1 GE-L-SCHEER")) == 1 << at("1006")


def test_6_42_only_water_is_patrolled() -> None:
    assert not zone(at("1611"), units(TWO)) >> at("1614") & 1
    assert zone(at("1612"), units(TWO)) & 1 << at("1613")
    assert not zone(at("1512"), units(TWO)) & 1 << at("1414")


def test_6_42_nobody_patrols_on_the_chart_or_off_africa() -> None:
    for place in ("Norwegian-Sea", "AF7938"):
        assert zone(at(place), units(TWO)) == 1 << at(place)


@pytest.mark.parametrize(
    ("case", "germans", "there", "british", "met"),
    [
        ("8.1.2 same hex", ONE, "1006", "BR-N-PD1", True),
        ("8.1.4 unit and stack", ONE, "1007", "BR-N-PD1 BR-N-PD2", True),
        ("8.1.4 stack and unit", TWO, "1007", "BR-N-PD1", True),
        ("8.1.4 two units", ONE, "1007", "BR-N-PD1", False),
        ("8.1.5 two stacks", TWO, "1008", "BR-N-PD1 BR-N-PD2", True),
        ("8.1.5 three hexes", TWO, "1009", "BR-N-PD1 BR-N-PD2", False),
        ("8.1.5 unit at two hexes", ONE, "1008", "BR-N-PD1 BR-N-PD2", False),
    ],
)
def test_8_1_contact(case: str, germans: str, there: str, british: str, met: bool) -> None:
    """[8.1.2] [8.1.4] [8.1.5] On the maps."""
    assert touch(germans, there, british) == met, case


def test_8_1_3_contact_in_a_box() -> None:
    box = at("Norwegian-Sea")
    assert in_contact(box, units(ONE), box, units("BR-N-PD1"))


def meeting(british: str = "BR-N-PD1", germans: str = "GE-N-PD1", **more: object) -> State:
    """The Germans sail into a hex with British ships."""
    stacks = {"1007": germans, "1006": british}
    state = quarters(stacks, **more)  # type: ignore[arg-type]  # whatever a test tells
    choose(state, "pack 1007" if "UB" in germans else "fleet 1007", "steam 1006")
    return state


def test_8_23_the_phasing_side_searches_first() -> None:
    state = meeting()
    assert decision(state) == Search(CENTRAL)
    choose(state, "none")
    assert decision(state) == Search(ENTENTE)
    choose(state, "none")
    # [8.23.2] Nobody searches: the force goes on.
    assert isinstance(decision(state), AtSea)


@pytest.mark.parametrize(("die", "found"), [(1, True), (2, False)])
def test_8_23_the_die_less_those_who_search(die: int, found: bool) -> None:
    state = meeting()
    choose(state, "search 1006", dice=Loaded(die, 6, 6, 1, 1, 1, 1, 6, 6))
    assert isinstance(decision(state), AfterCombat) == found


def test_8_23_many_find_many() -> None:
    state = meeting("BR-N-PD1 BR-N-PD2", "GE-N-PD1 GE-N-PD2")
    # 3 less 2 is below 2.
    choose(state, "search 1006", dice=Loaded(3, *[1] * 10, *[6] * 4))
    assert state.sea_battle is not None


def test_8_24_a_pair_searches_once_each() -> None:
    state = meeting()
    choose(state, "search 1006", dice=Loaded(6))
    assert decision(state) == Search(ENTENTE)
    choose(state, "search_from 1006", dice=Loaded(6))
    assert isinstance(decision(state), AtSea)
    assert refused(state, "search 1006").case == "8.24"
    # Whoever has joined, it is the same force.
    state.put(unit("BR-N-PD2"), at("1006"))
    assert not quarry(state)


def test_8_24_the_next_sub_phase_begins_anew() -> None:
    state = meeting()
    choose(state, "search 1006", dice=Loaded(6))
    assert state.sought
    state.forget("quarters")
    assert not state.sought


def test_8_21_nobody_finds_submarines() -> None:
    state = meeting(germans="GE-N-UB1")
    assert decision(state) == Search(CENTRAL)
    choose(state, "none")
    assert isinstance(decision(state), AtSea)
    other = quarters({"1007": "BR-N-PD1", "1006": "GE-N-UB1"}, side=ENTENTE)
    choose(other, "fleet 1007", "steam 1006")
    assert decision(other) == Search(CENTRAL)
    assert set(decision(other).choices(other)) == {"none", "prowl"}


def test_8_22_ships_and_submarines_search_apart() -> None:
    state = meeting("BR-N-PD1 BR-N-SS1")
    choose(state, "none")
    assert set(decision(state).choices(state)) == {"none", "search_from", "prowl"}
    choose(state, "search_from 1006", dice=Loaded(6))
    assert set(decision(state).choices(state)) == {"none", "prowl"}
    assert refused(state, "search 1006").case == "8.23"


def raid_on_newcastle(**more: object) -> State:
    """German cruisers before a port with British ships."""
    stacks = {"0406": "GE-N-CL1 GE-N-CL2", "0106": "BR-N-PD1"}
    state = quarters(stacks, **more)  # type: ignore[arg-type]  # whatever a test tells
    choose(state, "fleet 0406", "steam 0206")
    return state


def test_8_1_1_ships_in_port_decline_contact() -> None:
    state = raid_on_newcastle()
    choose(state, "search 0106")
    assert decision(state) == Declare(ENTENTE, at("0106"))
    choose(state, "in_port")
    # [6.41] It holds while contact lasts, for both.
    assert isinstance(decision(state), AtSea)
    assert refused(state, "search 0106").case == "8.1.1"


def test_6_41_ships_in_port_may_be_at_sea() -> None:
    state = raid_on_newcastle()
    choose(state, "search 0106")
    choose(state, "at_sea", dice=Loaded(6))
    assert state.sought


def test_6_41_another_contact_asks_again() -> None:
    state = raid_on_newcastle()
    choose(state, "search 0106", "in_port", "steam 0207")
    assert decision(state) == Search(CENTRAL)


def run_into_newcastle() -> State:
    """A British ship comes into port, past German cruisers and submarines."""
    stacks = {"0105": "BR-N-PD1", "0206": "GE-N-CL1 GE-N-CL2 GE-N-UB1 GE-N-UB2"}
    state = quarters(stacks, side=ENTENTE)
    choose(state, "ship BR-N-PD1", "steam 0106")
    assert decision(state) == Search(ENTENTE)
    return state


def test_6_41_1_who_is_at_sea_stays_there_while_contact_lasts_bug() -> None:
    """The submarines asked again where the cruisers had asked, and found the ship in port."""
    state = run_into_newcastle()
    choose(state, "none", "search_from 0206")
    assert decision(state) == Declare(ENTENTE, at("0106"))
    choose(state, "at_sea", dice=Loaded(6))
    assert len(state.sought) == 1
    choose(state, "prowl 0206", dice=Loaded(6))
    assert len(state.sought) == 2


def test_6_41_1_who_is_in_port_does_not_search_bug() -> None:
    """A moving force declined contact, and searched in it."""
    state = run_into_newcastle()
    choose(state, "none", "search_from 0206", "in_port")
    assert isinstance(decision(state), AtSea)
    assert not quarry(state)
    assert refused(state, "search 0206").case == "8.1.1"


def test_6_41_1_r337_who_searches_from_a_port_is_at_sea() -> None:
    state = run_into_newcastle()
    choose(state, "search 0206", dice=Loaded(6))
    choose(state, "search_from 0206", dice=Loaded(6))
    assert len(state.sought) == 2


def test_6_41_1_r337_submarines_search_for_themselves() -> None:
    """Whoever lies in port beside them is not at sea by it."""
    state = quarters({"0106": "BR-N-PD1 BR-N-SS1", "0406": "GE-N-CL1 GE-N-CL2"})
    choose(state, "fleet 0406", "steam 0106", "none", "prowl 0106", dice=Loaded(6))
    assert state.at_sea == []


def test_6_41_1_ships_in_port_hide_nobody_but_themselves_bug() -> None:
    """Cruisers that entered a port whose ships declined contact could not be found by others."""
    stacks = {"0106": "BR-N-PD1", "0206": "BR-N-CL1 BR-N-CL2", "0306": "GE-N-CL1 GE-N-CL2"}
    state = quarters(stacks)
    choose(state, "fleet 0306", "steam 0106", "search 0106", "in_port", "none")
    assert decision(state) == Search(ENTENTE)
    assert offered(state, "search_from") == 1 << at("0206")


def test_7_51_1_in_an_enemy_port_ships_are_at_sea() -> None:
    state = quarters({"0801": "GE-N-CL1", "Scapa-Flow": "BR-N-PD1"})
    choose(state, "ship GE-N-CL1", "steam Scapa-Flow", "none")
    choose(state, "search_from Scapa-Flow", dice=Loaded(6))
    assert state.sought


def test_7_52_both_sides_may_be_in_port_in_a_neutral_box() -> None:
    box = at("South-America")
    state = quarters({})
    state.scenario = replace(state.scenario, hexes=state.scenario.hexes | 1 << box)
    assert is_in_port(state, box, CENTRAL, units("GE-N-CL1"))
    assert is_in_port(state, box, ENTENTE, units("BR-N-CL1"))


def test_8_23_1_a_fortress_finds_and_is_found_without_a_die() -> None:
    state = quarters({"1611": "BR-N-PD1 BR-N-PD2"}, side=ENTENTE)
    choose(state, "fleet 1611", "steam 1612")
    choose(state, "none")
    assert decision(state) == Search(CENTRAL)
    assert offered(state, "search_from") == 1 << at("1613") | 1 << at("1712")
    choose(state, "search_from 1613")
    choose(state, "fight", dice=Loaded(1, 1, 1, 1))
    assert state.sea_battle is not None


def test_8_25_faster_units_evade_and_return_to_port() -> None:
    state = meeting("BR-N-BC1 BR-N-PD1")
    choose(state, "search 1006", dice=Loaded(1))
    assert decision(state) == Evade(ENTENTE)
    # A radius of eight against five; the other is no faster.
    assert state.engaged == units("BR-N-BC1")
    choose(state, "evade", dice=Loaded(3, 4, 6, 6, 1, 1, 1, 1, 6, 6))
    assert state.where[unit("BR-N-BC1")] == at("Scapa-Flow")
    assert state.moored >> unit("BR-N-BC1") & 1
    assert state.where[unit("BR-N-PD1")] == at("1006")


def test_8_25_1_who_fails_to_evade_fights() -> None:
    state = meeting("BR-N-BC1")
    choose(state, "search 1006", dice=Loaded(1))
    choose(state, "evade", dice=Loaded(4, 4, 6, 6, 1, 1, 1, 1, 6, 6))
    assert state.sea_battle is not None
    assert state.engaged == units("BR-N-BC1 GE-N-PD1")


def test_8_25_some_may_be_kept_back() -> None:
    state = meeting("BR-N-BC1 BR-N-BC2")
    choose(state, "search 1006", dice=Loaded(1))
    choose(state, "keep BR-N-BC1")
    assert state.engaged == units("BR-N-BC2")
    assert refused(state, "keep BR-N-BC2").case == "8.25"
