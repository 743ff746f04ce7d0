"""Chapters 1, 2 and 6: definitions on which other cases rest."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.at_sea import quarters, units
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.components import (
    AL,
    ALL_AIR,
    ALL_CORPS,
    ALL_LEADERS,
    BE,
    BR,
    CENTRAL,
    CODES,
    ENTENTE,
    FR,
    GE,
    GR,
    HOME,
    IT,
    NEVER_DUG_IN,
    NL,
    OF_KIND,
    OT,
    OWNED,
    PE,
    PT,
    RU,
    UNITS,
)
from trenchline.games.balance_of_powers.contact import standing
from trenchline.games.balance_of_powers.navy import ALL_AFLOAT, damage, steps, zone
from trenchline.games.balance_of_powers.neutrals import closed
from trenchline.kernel.bits import lowest, members


def test_1_32_every_counter_belongs_to_the_air_the_land_or_the_sea() -> None:
    groups = [ALL_CORPS, ALL_AIR, ALL_AFLOAT | ALL_LEADERS]
    assert sum(group.bit_count() for group in groups) == len(UNITS)
    assert OF_KIND["navy leader"] == ALL_AFLOAT & ALL_LEADERS


def test_1_321_all_land_units_but_leaders_are_corps_and_some_never_dig_in() -> None:
    kinds = {UNITS[corps].kind for corps in members(ALL_CORPS)}
    assert kinds == {"infantry", "mountain", "cavalry", "siege", "tank", "flotilla", "africa"}
    assert {UNITS[corps].kind for corps in members(NEVER_DUG_IN)} == {"cavalry", "tank", "flotilla"}
    # They have modes in place of steps.
    assert all(UNITS[corps].full is None for corps in members(ALL_CORPS))


def test_1_322_ships_and_aircraft_have_two_steps_and_mines_one() -> None:
    state = quarters({"1613": "GE-N-CL1 GE-M-1"})
    cruiser = unit("GE-N-CL1")
    assert (steps(state, cruiser), steps(state, unit("GE-M-1"))) == (2, 1)
    assert damage(state, cruiser) == 1
    assert steps(state, cruiser) == 1
    damage(state, cruiser)
    assert state.where[cruiser] < 0
    for number in members(OF_KIND["ship"] | OF_KIND["submarine"] | ALL_AIR):
        assert UNITS[number].full, UNITS[number].key
        assert UNITS[number].reduced, UNITS[number].key


@pytest.mark.parametrize(
    ("nation", "place", "home"),
    [
        (RU, "Petrograd", True),
        (FR, "Bordeaux", True),
        (BR, "Scapa-Flow", False),
        (GE, "Tsingtao", False),
        (BR, "India", True),
        (BR, "Canada", True),
        (BR, "2457", False),
    ],
)
def test_2_24_a_home_country_has_the_boxes_that_land_leads_to(
    nation: int, place: str, home: bool
) -> None:
    assert OWNED[nation] >> at(place) & 1
    assert bool(HOME[nation] >> at(place) & 1) == home


def test_2_25_colonies_belong_to_nations_and_are_no_home() -> None:
    for nation in (BE, BR, FR, GE, IT, OT, PT):
        assert OWNED[nation] & ~HOME[nation], CODES[nation]
    africa = ("AF9135", "AF7940")
    state = position({}, central="GE", entente="BR")
    for label in africa:
        for nation in (BE, BR, FR, GE, IT, OT, PT):
            assert not HOME[nation] >> at(label) & 1
    assert state.held[CENTRAL] >> at("AF9135") & 1


def test_2_61_several_units_of_a_side_in_a_place_are_a_stack_and_one_force() -> None:
    state = quarters({"1610": "GE-N-CL1", "1609": "GE-N-CL2 GE-N-CL3 GE-N-UB1"})
    alone = standing(state, at("1610"), CENTRAL)
    stack = standing(state, at("1609"), CENTRAL)
    assert (alone.strong, stack.strong) == (1, 2)
    assert stack.units == units("GE-N-CL2 GE-N-CL3")
    assert zone(at("1610"), alone.units) == 1 << at("1610")
    assert zone(at("1609"), stack.units).bit_count() > 1


def test_6_122_permissive_neutrals_let_one_side_in() -> None:
    state = position({}, central="GE", entente="BR", scenario="great_war")
    for nation in (AL, GR, PE):
        assert closed(state, CENTRAL) & OWNED[nation] == OWNED[nation]
        assert OWNED[nation] & ~closed(state, ENTENTE)
    assert closed(state, ENTENTE) & OWNED[OT] == OWNED[OT]
    assert OWNED[OT] & ~closed(state, CENTRAL)
    for side in (CENTRAL, ENTENTE):
        assert closed(state, side) >> lowest(OWNED[NL]) & 1
