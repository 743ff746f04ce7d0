"""Chapters 11, 12 and 13 case by case: what each scenario says of itself."""

from __future__ import annotations

import re
from collections import Counter
from functools import reduce
from operator import or_

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from trenchline.games.balance_of_powers.arrivals import reinforcements, season_after, timetable
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.calendar import month_number, name_of
from trenchline.games.balance_of_powers.combat_dice import may_reroll
from trenchline.games.balance_of_powers.components import (
    AH,
    ALL_AIR,
    ALL_LEADERS,
    BE,
    BR,
    CENTRAL,
    CENTRES,
    COAST,
    ENTENTE,
    FOLDER,
    FR,
    GE,
    HOME,
    IT,
    LAND,
    NATIONS,
    NEUTRAL,
    OF_NATION,
    OT,
    PORTS,
    RAIL,
    RO,
    RU,
    SHEETS,
    SIN,
    UNITS,
    US,
)
from trenchline.games.balance_of_powers.courting import modifier, on_offer
from trenchline.games.balance_of_powers.deployment import beginners, zone_of
from trenchline.games.balance_of_powers.diplomacy import Diplomacy, Violate
from trenchline.games.balance_of_powers.forces import movable
from trenchline.games.balance_of_powers.joining import join, violable
from trenchline.games.balance_of_powers.modifiers import naval_gunfire
from trenchline.games.balance_of_powers.muster import grounds, withdraw
from trenchline.games.balance_of_powers.neutrals import closed
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game, opening
from trenchline.games.balance_of_powers.package import OPTIONS
from trenchline.games.balance_of_powers.procurement import await_muster
from trenchline.games.balance_of_powers.rail import no_trains
from trenchline.games.balance_of_powers.scenarios import load_scenario, order_of_battle
from trenchline.games.balance_of_powers.season import Reductions
from trenchline.games.balance_of_powers.sequence import Month
from trenchline.games.balance_of_powers.state import AWAITED, State
from trenchline.games.balance_of_powers.supply import sources
from trenchline.games.balance_of_powers.tabulation import Posting, grant, nominal
from trenchline.kernel.bits import members
from trenchline.kernel.play import settle
from trenchline.kernel.rulebook import load_rulebook

LEAVES, EAST, KAISER = "before_the_leaves_fall", "fire_in_the_east", "kaiserschlacht"
STEEL = "storm_of_steel"
SLAVS, ASIA, AFRICA = "south_slavs", "asian_treasure_house", "africa"
NAMES = {
    "12.1": LEAVES,
    "12.2": EAST,
    "12.3": STEEL,
    "12.4": KAISER,
    "12.5": SLAVS,
    "12.7": ASIA,
    "12.8": AFRICA,
}


def begun(name: str) -> State:
    """A scenario with everybody where he stood."""
    return new_game(name, {HISTORICAL: "on"})


# Forces.


def kind(number: int) -> str:
    """What the catalogue calls a counter."""
    told = UNITS[number].kind
    if ALL_LEADERS >> number & 1:
        return "leader"
    if ALL_AIR >> number & 1:
        return "air"
    names = {"mountain": "infantry", "africa": "AF", "ship": "naval", "submarine": "naval"}
    return names.get(told, told)


MONTHS = "January February March April May June July August September October November December"
CODE = {nation.name.lower().replace(" ", "-"): nation.code for nation in NATIONS}
LISTED = re.compile(r"(12\.[1234578]|13\.0)/forces\.(?:(\d{4})-(\w+)\.)?([a-z-]+)")
COUNTED = re.compile(r"(\d+) (leader|cavalry|infantry|siege|tank|AF|air|naval|flotilla|mine)")
NO_LISTS = ("neutrals", "remove", "british-rp", "german-rp")


def test_11_3_2_forces_are_those_of_the_lists() -> None:
    """Counted by kind, as the catalogue of cases tells.

    [12.1/forces.1914-08.austria-hungary] [12.1/forces.1914-08.belgium]
    [12.1/forces.1914-08.britain] [12.1/forces.1914-08.denmark] [12.1/forces.1914-08.france]
    [12.1/forces.1914-08.germany] [12.1/forces.1914-08.netherlands] [12.1/forces.1914-08.russia]
    [12.1/forces.1914-08.switzerland] [12.1/forces.1914-09.austria-hungary]
    [12.1/forces.1914-09.britain] [12.1/forces.1914-09.france] [12.1/forces.1914-09.germany]
    [12.1/forces.1914-09.russia] [12.1/forces.1914-10.britain] [12.1/forces.1914-10.germany]
    [12.1/forces.1914-10.russia] [12.2/forces.austria-hungary] [12.2/forces.germany]
    [12.2/forces.russia] [12.3/forces.austria-hungary] [12.3/forces.belgium]
    [12.3/forces.britain] [12.3/forces.france] [12.3/forces.germany] [12.3/forces.russia]
    [12.4/forces.belgium] [12.4/forces.britain] [12.4/forces.france]
    [12.4/forces.germany] [12.4/forces.portugal] [12.4/forces.united-states]
    [12.5/forces.1914-08.austria-hungary] [12.5/forces.1914-08.france]
    [12.5/forces.1914-08.montenegro] [12.5/forces.1914-08.serbia]
    [12.5/forces.1914-11.ottoman-empire] [12.5/forces.1914-winter.austria-hungary]
    [12.5/forces.1915-01.austria-hungary] [12.5/forces.1915-01.britain]
    [12.5/forces.1915-spring.austria-hungary] [12.5/forces.1915-spring.britain]
    [12.5/forces.1915-spring.germany] [12.5/forces.1915-spring.ottoman-empire]
    [12.5/forces.1915-05.austria-hungary] [12.5/forces.1915-05.france]
    [12.5/forces.1915-autumn.britain] [12.5/forces.1915-09.germany] [12.5/forces.1915-09.france]
    [12.5/forces.1916-spring.austria-hungary] [12.5/forces.1916-spring.ottoman-empire]
    [12.5/forces.1916-06.germany] [12.7/forces.1914-11.britain]
    [12.7/forces.1914-11.ottoman-empire] [12.7/forces.1914-11.russia]
    [12.7/forces.1914-12.britain] [12.7/forces.1915-spring.ottoman-empire]
    [12.7/forces.1915-autumn.britain] [12.7/forces.1915-autumn.russia]
    [12.7/forces.1915-winter.britain] [12.7/forces.1916-spring.britain]
    [12.7/forces.1916-autumn.ottoman-empire] [12.7/forces.1917-spring.britain]
    [12.7/forces.1917-spring.ottoman-empire] [12.7/forces.1917-summer.germany]
    [12.7/forces.1918-spring.britain] [12.7/forces.1918-spring.ottoman-empire]
    [12.8/forces.1914-08.britain] [12.8/forces.1914-08.france] [12.8/forces.1914-08.portugal]
    [12.8/forces.1914-09.germany] [12.8/forces.1914-10.britain] [12.8/forces.1915-04.britain]
    [12.8/forces.1914-08.abyssinia] [12.8/forces.1914-08.belgium] [12.8/forces.1914-08.germany]
    [12.8/forces.1914-08.ottoman-empire] [12.8/forces.1914-10.germany]
    [12.8/forces.1914-winter.britain] [12.8/forces.1915-spring.britain]
    [12.8/forces.1915-spring.germany] [12.8/forces.1915-winter.britain]
    [12.8/forces.1916-spring.belgium] [12.8/forces.1916-spring.britain]
    [12.8/forces.1916-spring.italy] [12.8/forces.1916-spring.ottoman-empire]
    [12.8/forces.1917-spring.britain]
    [13.0/forces.1914-08.bulgaria] [13.0/forces.1914-08.greece] [13.0/forces.1914-08.italy]
    [13.0/forces.1914-08.romania] [13.0/forces.1915-summer.austria-hungary]
    [13.0/forces.1915-summer.germany] [13.0/forces.1915-summer.italy]
    [13.0/forces.1915-autumn.germany] [13.0/forces.1915-autumn.italy]
    [13.0/forces.1915-autumn.russia] [13.0/forces.1916-spring.italy]
    [13.0/forces.1916-summer.italy] [13.0/forces.1918-spring.britain]
    [13.0/forces.1918-spring.france] [13.0/forces.1918-spring.germany]
    [13.0/forces.1918-summer.britain] [13.0/forces.1918-summer.france]
    [13.0/forces.1914-08.abyssinia] [13.0/forces.1914-08.austria-hungary]
    [13.0/forces.1914-08.belgium] [13.0/forces.1914-08.britain] [13.0/forces.1914-08.denmark]
    [13.0/forces.1914-08.france] [13.0/forces.1914-08.germany] [13.0/forces.1914-08.japan]
    [13.0/forces.1914-08.montenegro] [13.0/forces.1914-08.netherlands]
    [13.0/forces.1914-08.ottoman-empire] [13.0/forces.1914-08.portugal]
    [13.0/forces.1914-08.russia] [13.0/forces.1914-08.serbia] [13.0/forces.1914-08.sweden]
    [13.0/forces.1914-08.switzerland] [13.0/forces.1914-09.austria-hungary]
    [13.0/forces.1914-09.britain] [13.0/forces.1914-09.france] [13.0/forces.1914-09.germany]
    [13.0/forces.1914-09.russia] [13.0/forces.1914-10.britain] [13.0/forces.1914-10.germany]
    [13.0/forces.1914-10.russia] [13.0/forces.1914-winter.austria-hungary]
    [13.0/forces.1914-winter.britain] [13.0/forces.1914-winter.germany]
    [13.0/forces.1914-winter.ottoman-empire] [13.0/forces.1914-winter.russia]
    [13.0/forces.1915-spring.austria-hungary] [13.0/forces.1915-spring.britain]
    [13.0/forces.1915-spring.france] [13.0/forces.1915-spring.germany]
    [13.0/forces.1915-spring.ottoman-empire] [13.0/forces.1915-spring.russia]
    [13.0/forces.1915-03.germany] [13.0/forces.1915-03.russia]
    [13.0/forces.1915-05.austria-hungary] [13.0/forces.1915-05.britain]
    [13.0/forces.1915-05.france] [13.0/forces.1915-05.germany] [13.0/forces.1915-summer.britain]
    [13.0/forces.1915-summer.france] [13.0/forces.1915-autumn.britain]
    [13.0/forces.1915-winter.britain] [13.0/forces.1915-winter.germany]
    [13.0/forces.1915-winter.sweden] [13.0/forces.1916-spring.austria-hungary]
    [13.0/forces.1916-spring.belgium] [13.0/forces.1916-spring.britain]
    [13.0/forces.1916-spring.france] [13.0/forces.1916-spring.germany]
    [13.0/forces.1916-spring.ottoman-empire] [13.0/forces.1916-spring.russia]
    [13.0/forces.1916-summer.germany] [13.0/forces.1916-summer.russia]
    [13.0/forces.1916-autumn.britain] [13.0/forces.1916-autumn.france]
    [13.0/forces.1916-autumn.ottoman-empire] [13.0/forces.1916-winter.austria-hungary]
    [13.0/forces.1916-winter.britain] [13.0/forces.1916-winter.france]
    [13.0/forces.1916-winter.germany] [13.0/forces.1917-spring.austria-hungary]
    [13.0/forces.1917-spring.britain] [13.0/forces.1917-spring.france]
    [13.0/forces.1917-spring.germany] [13.0/forces.1917-spring.italy]
    [13.0/forces.1917-spring.ottoman-empire] [13.0/forces.1917-spring.russia]
    [13.0/forces.1917-summer.britain] [13.0/forces.1917-summer.france]
    [13.0/forces.1917-summer.germany] [13.0/forces.1917-summer.ottoman-empire]
    [13.0/forces.1917-autumn.britain] [13.0/forces.1917-autumn.germany]
    [13.0/forces.1917-autumn.italy] [13.0/forces.1917-winter.germany]
    [13.0/forces.1917-winter.italy] [13.0/forces.1917-winter.russia]
    [13.0/forces.1918-spring.italy] [13.0/forces.1918-spring.ottoman-empire]
    [13.0/forces.1918-winter.britain] [13.0/forces.1918-winter.france]
    [13.0/forces.1918-winter.germany]
    """
    seen = 0
    for case in load_rulebook(FOLDER).values():
        found = LISTED.fullmatch(case.number)
        if not found or case.kind != "rule" or found[4] in NO_LISTS:
            continue
        when = "start"
        if found[2]:
            name = MONTHS.split()[int(found[3]) - 1] if found[3].isdecimal() else found[3].title()
            when = f"{found[2]} {name}"
        listed = (
            order_of_battle()[when]
            if found[1] == "13.0"
            else load_scenario(NAMES[found[1]]).forces[when]
        )
        code = CODE[found[4]]
        own = [u for u in listed if NATIONS[UNITS[u].nation].code == code]
        wanted = {word: int(n) for n, word in COUNTED.findall(case.summary)}
        if case.number == "12.4/forces.germany":
            # One corps is Austro-Hungarian, and chosen at set-up [12.4/ah-corps]; two stand in the
            # list under two numbers [13.0.1].
            wanted["infantry"] -= 3
        if case.number == "12.3/forces.germany":
            # Two stand in that list under two numbers as well.
            wanted["infantry"] -= 2
        assert Counter(map(kind, own)) == wanted, case.number
        seen += 1
    assert seen > 70


def test_13_0_1_r181_no_corps_fights_twice_under_two_numbers_bug() -> None:
    """The list of 1918 names both the Saxons and the corps that they are: both set up."""
    twins = [(n, unit(told.instead_of)) for n, told in enumerate(UNITS) if told.instead_of]
    assert {UNITS[n].key for pair in twins for n in pair} >= {"GE-I-12", "GE-I-1_SAX", "GE-I-19"}
    for name in NAMES.values():
        listed = {u for units in load_scenario(name).forces.values() for u in units}
        assert not any(one in listed and other in listed for one, other in twins)


@pytest.mark.parametrize(
    ("season", "keys"),
    [(4, "US-I-2"), (5, "US-I-3 US-I-4 US-I-5"), (6, "US-T-FT-17 US-V-S-XIII")],
)
def test_13_0_usa_4_13_0_usa_5_13_0_usa_6_american_seasons(season: int, keys: str) -> None:
    """[12.4/arrivals] [12.4/muster.2] Spring 1918 is the fourth season after April 1917."""
    state = opening(load_scenario(KAISER))
    state.month = season_after(month_number("April 1917"), season)
    if season == 4:
        assert name_of(state.month) == "March 1918"
    arriving = {u for u in reinforcements(state, True) if UNITS[u].nation == US}
    assert arriving == {unit(key) for key in keys.split()}


def test_13_0_fort_rupel_13_0_iron_gate_begin_reduced() -> None:
    state = opening(load_scenario(SLAVS))
    assert [state.fort_steps(at(label)) for label in ("4344", "4236")] == [1, 1]


# What all scenarios tell.


@pytest.mark.parametrize(
    ("name", "sheet", "first", "last"),
    [
        (LEAVES, "north", "August 1914", "October 1914"),
        (EAST, "north", "May 1915", "October 1915"),
        (KAISER, "north", "March 1918", "November 1918"),
        (SLAVS, "south", "September 1914", "November 1916"),
        (ASIA, "ottoman", "November 1914", "November 1918"),
    ],
)
def test_12_2_12_5_12_1_map_and_the_others(name: str, sheet: str, first: str, last: str) -> None:
    """[12.2/map] [12.4/map] [12.5/map] [12.7/map] [12.1/duration] [12.2/duration] [12.4/duration]
    [12.5/duration] [12.7/duration] [12.2] [12.5]"""
    scenario = load_scenario(name)
    on_map = reduce(or_, SHEETS.values()) & scenario.hexes
    assert on_map & ~SHEETS[sheet] == 0
    assert (name_of(scenario.first), name_of(scenario.last)) == (first, last)


TRACKS = {
    LEAVES: ({AH: 3, GE: 8, FR: 4, RU: 5}, (0, 0), {}),
    EAST: ({AH: 2, GE: 4, RU: 1}, (6, 6), {AH: 2, GE: 1, RU: 3}),
    KAISER: ({GE: 2, BR: 2, FR: 2, US: 12}, (38, 35), {GE: 7, BR: 5, FR: 7}),
    SLAVS: ({AH: 5, FR: 4}, (0, 0), {}),
    ASIA: ({OT: 3, BR: 1, RU: 1}, (0, 0), {}),
}


@pytest.mark.parametrize("name", TRACKS)
def test_12_1_tracks_and_the_others(name: str) -> None:
    """[12.2/tracks] [12.4/tracks] [12.5/tracks] [12.7/tracks]"""
    points, innovation, demoralized = TRACKS[name]
    state = opening(load_scenario(name))
    assert {n: p for n, p in enumerate(state.points) if p} == points
    assert tuple(state.innovation) == innovation
    assert {n: p for n, p in enumerate(state.demoralization) if p} == demoralized
    if name == KAISER:
        assert set(state.crisis) == {FR}


def test_11_1_1_what_a_scenario_says_goes_before_the_rest() -> None:
    state = begun(EAST)
    assert (nominal(state, GE), nominal(state, RU)) == (17, 21)


def test_11_2_players_choose_the_rules_of_diplomacy_before_they_set_up() -> None:
    assert {option.case for option in OPTIONS} >= {"6.13", "11.3"}


def test_11_3_1_months_bring_to_the_map_and_seasons_to_the_pool() -> None:
    when = {arrival.unit: arrival for arrival in timetable(load_scenario(SLAVS))}
    assert not when[unit("AH-I-LSTRUM")].seasonal
    assert when[unit("AH-I-RAYON")].seasonal
    assert when[unit("GE-L-MCKNSN")].month == month_number("September 1915")


# Before the Leaves Fall.


def test_12_1_set_up_everybody_begins_at_home_in_manoeuvre_mode() -> None:
    state = begun(LEAVES)
    assert not state.entrenched
    for number in members(beginners(state.scenario)):
        assert HOME[UNITS[number].nation] >> state.where[number] & 1
    assert {UNITS[u].nation for u in members(beginners(state.scenario))} == {AH, FR, GE, RU}


def test_12_1_britain_lands_in_french_ports() -> None:
    state = opening(load_scenario(LEAVES))
    join(state, BR, ENTENTE)
    for key in ("BR-C-1", "BR-I-1", "BR-I-2"):
        assert grounds(state, unit(key), setting_up=True) == PORTS & HOME[FR] & state.scenario.hexes
    assert not grounds(state, unit("BR-I-3"), setting_up=True) & ~HOME[BR]
    assert (state.points[BR], state.demoralization[BR]) == (5, 0)


def test_12_1_ief_the_indians_come_to_french_ports_in_october() -> None:
    state = opening(load_scenario(LEAVES))
    state.take_side(BR, ENTENTE)
    state.month = month_number("October 1914")
    assert unit("BR-I-IEF_A") in reinforcements(state, False)
    assert grounds(state, unit("BR-I-IEF_A")) == PORTS & HOME[FR] & state.scenario.hexes


def test_12_1_mobilization_three_powers_move_and_nobody_by_rail() -> None:
    state = begun(LEAVES)
    state.month, state.fortnight = 0, 1
    assert movable(state, CENTRAL) & ~OF_NATION[GE] == 0
    assert movable(state, ENTENTE) & ~(OF_NATION[FR] | OF_NATION[BR]) == 0
    assert no_trains(state)
    state.fortnight = 2
    assert movable(state, CENTRAL) & OF_NATION[AH]
    assert movable(state, ENTENTE) & OF_NATION[RU]
    assert not no_trains(state)


def test_12_1_reroll_the_central_powers_have_it_in_the_first_fortnight() -> None:
    state = begun(LEAVES)
    assert state.reroll == CENTRAL
    state.fortnight = 1
    assert may_reroll(state)
    state.fortnight = 2
    assert not may_reroll(state)


def test_12_1_resources_are_the_nominal_ones() -> None:
    state = begun(LEAVES)
    assert [nominal(state, n) for n in (AH, GE, FR, RU)] == [6, 16, 8, 11]


# Fire in the East.


def test_12_2_naval_gunfire_is_german() -> None:
    state = position({"3706": "RU-I-1", "3607": "GE-I-3"}, entente="RU", scenario=EAST)
    attack = Battle(CENTRAL, at("3607"), at("3706"), 1 << unit("GE-I-3"))
    assert COAST >> at("3706") & 1
    assert naval_gunfire(state, attack) == 1
    back = Battle(ENTENTE, at("3706"), at("3607"), 1 << unit("RU-I-1"))
    assert naval_gunfire(state, back) == 0


def test_12_2_adjustments_1_neither_diplomacy_nor_revolution() -> None:
    state = begun(EAST)
    state.stack = []
    Month(state.scenario.first).run(state)
    assert not {"Diplomacy", "RevolutionPhase"} & {type(step).__name__ for step in state.stack}


def test_12_2_resources_are_told_and_nothing_is_lost_at_sea() -> None:
    state = begun(EAST)
    assert [nominal(state, n) for n in (AH, GE, RU)] == [5, 17, 21]
    state.points[GE] = 10
    state.demoralization[GE] = 0
    Reductions().run(state)
    assert state.points[GE] == 10


# Kaiserschlacht.


def test_12_4_set_up_12_4_set_up_ep_both_modes_on_either_side_of_the_front() -> None:
    scenario = load_scenario(KAISER)
    french = zone_of(scenario, unit("FR-I-1"))
    assert french.modes
    assert french.hexes & place_set("0520", "0521") == place_set("0520", "0521")
    german = zone_of(scenario, unit("GE-I-1"))
    assert not german.hexes & french.hexes
    assert not german.hexes & place_set("0520", "0521")
    assert french.hexes & HOME[BR]
    assert not french.hexes & HOME[GE]


def test_12_4_east_1_nobody_enters_austria_hungary_or_russia() -> None:
    assert not load_scenario(KAISER).hexes & (HOME[AH] | HOME[RU]) & LAND


def test_12_4_east_2_12_4_resources_12_4_strategic_warfare() -> None:
    state = begun(KAISER)
    before = list(state.points)
    Posting().run(state)
    assert state.points[GE] - before[GE] == 32 + 4
    assert state.points[BR] - before[BR] == 22
    state.points[GE], state.points[BR] = 40, 40
    state.demoralization = [0] * len(NATIONS)
    Reductions().run(state)
    assert (state.points[GE], state.points[BR]) == (24, 36)


def test_12_4_muster_3_dominions_come_to_britain_and_anzacs_take_three_months() -> None:
    state = begun(KAISER)
    for key, delay in (("BR-I-ANZAC_I", 3), ("BR-I-CANADA", 1)):
        number = unit(key)
        if state.where[number] >= 0:
            state.lift(number)
        found = grounds(state, number)
        assert found
        assert not found & ~(HOME[BR] & (CENTRES | reduce(or_, [PORTS])))
        await_muster(state, number)
        assert state.due[number] == state.month + delay


# The South Slavs.


def test_12_5_muster_2_germans_come_over_the_northern_edge() -> None:
    state = begun(SLAVS)
    places = state.scenario.musters[GE]
    assert places
    assert places & ~(HOME[AH] & RAIL) == 0
    assert sources(state, GE) & places == places
    assert grounds(state, unit("GE-I-3")) & places


def test_12_5_diplomacy_1_britain_is_in_and_the_ottomans_join_in_november() -> None:
    state = begun(SLAVS)
    assert state.sides[BR] == ENTENTE
    assert state.sides[OT] == NEUTRAL
    state.month = month_number("November 1914")
    state.stack = [Diplomacy()]
    settle(state, Loaded())
    assert state.sides[OT] == CENTRAL


def test_12_5_resources_1_12_5_resources_2_12_5_resources_3() -> None:
    state = begun(SLAVS)
    assert [nominal(state, n) for n in (AH, FR, GE, BR)] == [5, 2, 0, 0]
    join(state, IT, ENTENTE)
    assert nominal(state, IT) == 5
    state.posted |= 1 << IT
    assert nominal(state, IT) == 10
    state.points[AH] = 9
    Reductions().run(state)
    assert state.points[AH] == 9


def test_12_5_british_rp_three_in_january_1915() -> None:
    state = begun(SLAVS)
    grant(state, "January 1915")
    assert state.points[BR] == 3


def test_12_5_june1916_czernowitz_counts_two() -> None:
    state = begun(SLAVS)
    state.month = month_number("May 1916")
    before = modifier(state, RO, 0, 0)
    state.month = month_number("June 1916")
    assert modifier(state, RO, 0, 0) == before - 2
    assert on_offer(state, ENTENTE, RO) >> at("4726") & 1


# Asian Treasure House.


def test_12_7_sinai_is_a_true_neutral() -> None:
    state = begun(ASIA)
    assert state.sides[SIN] == NEUTRAL
    assert closed(state, CENTRAL) & HOME[SIN] == HOME[SIN]
    assert closed(state, ENTENTE) & HOME[SIN] == HOME[SIN]


def test_r176_only_who_has_land_in_play_is_violated() -> None:
    state = begun(ASIA)
    assert violable(state) >> SIN & 1
    assert not violable(state) >> US & 1
    assert not violable(state) >> BE & 1
    assert Violate(CENTRAL).choices(state)["violate"] == violable(state)


def test_12_7_muster_1_the_british_muster_at_the_canal_and_in_abidan() -> None:
    state = begun(ASIA)
    wanted = place_set("9270", "5765", "5768")
    assert state.scenario.musters[BR] == wanted
    assert grounds(state, unit("BR-I-ANZAC_I")) & wanted
    assert sources(state, BR) & wanted == wanted & state.held[ENTENTE]


def test_12_7_ti_both_sides_have_learnt_in_march_1918() -> None:
    state = begun(ASIA)
    assert state.benefits == [0, 0]
    state.stack = []
    Month(month_number("February 1918")).run(state)
    assert state.benefits == [0, 0]
    Month(month_number("March 1918")).run(state)
    assert state.benefits == [1, 1]


def test_12_7_resources_1_12_7_resources_2_12_7_resources_3() -> None:
    state = begun(ASIA)
    assert [nominal(state, n) for n in (OT, BR, RU, GE)] == [3, 2, 2, 0]
    state.month = month_number("June 1917")
    assert nominal(state, RU) == 2
    state.month = month_number("September 1917")
    assert nominal(state, RU) == 0
    state.points[OT] = 7
    Reductions().run(state)
    assert state.points[OT] == 7


def test_12_7_forces_remove_12_7_forces_british_rp_12_7_forces_german_rp() -> None:
    state = begun(ASIA)
    withdraw(state, "Spring 1915")
    assert state.where[unit("BR-I-ANZAC_I")] == AWAITED
    before = list(state.points)
    grant(state, "Spring 1917")
    grant(state, "Summer 1917")
    assert state.points[BR] - before[BR] == 3
    assert state.points[GE] - before[GE] == 2
