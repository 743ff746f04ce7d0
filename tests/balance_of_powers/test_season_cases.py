"""Chapters 4 and 5 case by case: the order of turns, and what powers gain and lose."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from trenchline.games.balance_of_powers.air_raids import raid_modifier
from trenchline.games.balance_of_powers.aviation import Patrol
from trenchline.games.balance_of_powers.calendar import month_number, name_of
from trenchline.games.balance_of_powers.components import (
    AH,
    BE,
    BR,
    CAPITALS,
    CENTRAL,
    CENTRES,
    ENTENTE,
    FORTRESSES,
    FR,
    GE,
    HOME,
    IT,
    NL,
    OT,
    OWNED,
    RS,
    RU,
    SHEETS,
    US,
)
from trenchline.games.balance_of_powers.joining import join
from trenchline.games.balance_of_powers.losing import blockade_loss, lose
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game, opening
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.season import Reductions, Season
from trenchline.games.balance_of_powers.sequence import Half, Month
from trenchline.games.balance_of_powers.state import AWAITED, POOL, State
from trenchline.games.balance_of_powers.tabulation import (
    Convert,
    Posting,
    nominal,
    occupation,
    recipients,
    requisitions,
)
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.play import settle, take


def names(steps: list[object]) -> list[str]:
    """The steps of a stack, the next one first, without what is alike and follows."""
    found: list[str] = []
    for step in reversed(steps):
        name = type(step).__name__
        if not found or found[-1] != name:
            found.append(name)
    return found


# The order of play.


def test_4_0_a_season_comes_before_march_june_september_and_december() -> None:
    state = new_game("south_slavs", {HISTORICAL: "on"})
    seen = []
    for month in range(state.scenario.first, state.scenario.first + 12):
        state.stack = []
        Month(month).run(state)
        if any(isinstance(step, Season) for step in state.stack):
            seen.append(name_of(month + 1).split()[0])
    assert seen == ["December", "March", "June", "September"]


def test_4_0_1_6_0_4_1_monthly_4_1_campaign_the_phases_of_a_month_follow_each_other() -> None:
    """[4.0.1] [6.0]"""
    state = new_game("before_the_leaves_fall", {HISTORICAL: "on"})
    state.stack = []
    Month(1).run(state)
    order = names(list(state.stack))
    told = "Diplomacy Muster Procurement Aviation Admiralty Weather Half Aerodrome RevolutionPhase"
    assert order[:9] == told.split()
    halves = [step for step in reversed(state.stack) if isinstance(step, Half)]
    # [4.2] In each fortnight the Central Powers come first.
    assert [(half.fortnight, half.side) for half in halves] == [(1, 0), (1, 1), (2, 0), (2, 1)]
    Half(1, CENTRAL).run(state)
    assert names(list(state.stack))[:2] == ["Campaign", "Commissariat"]


def test_4_2_the_central_powers_are_first_in_most_phases() -> None:
    state = new_game("before_the_leaves_fall", {HISTORICAL: "on"})
    state.stack = []
    Month(1).run(state)
    for name in ("Muster", "Procurement"):
        sides = [s.side for s in reversed(state.stack) if type(s).__name__ == name]
        assert sides == [CENTRAL, ENTENTE]


def test_4_1_seasonal_5_0_the_phases_of_a_season_follow_each_other() -> None:
    state = new_game("before_the_leaves_fall", {HISTORICAL: "on"})
    state.stack = []
    Season(1).run(state)
    assert names(list(state.stack)) == (
        ["Posting", "Convert", "Transfer", "Requisition", "AirRaids", "Reductions"]
    )


def test_4_2_3_in_patrols_the_sides_take_turns() -> None:
    state = position(
        {"1319": "GE-V-EINDKR", "0922": "FR-V-MS3"},
        scenario="kaiserschlacht",
        central="GE",
        entente="FR",
        month=month_number("April 1918"),
    )
    state.stack = [Patrol(CENTRAL, False)]
    settle(state, Loaded())
    take(state, "none", 0)
    assert state.stack == [Patrol(ENTENTE, True)]


# The pools.


def test_5_11_1_what_is_lost_goes_to_the_pool_and_so_does_a_leader_who_returns() -> None:
    state = position({"1319": "GE-I-5 GE-L-KLUCK"})
    state.lift(unit("GE-I-5"))
    state.lift(unit("GE-L-KLUCK"))
    assert state.where[unit("GE-I-5")] == state.where[unit("GE-L-KLUCK")] == POOL


def test_5_11_a_season_brings_units_to_the_pool() -> None:
    state = new_game("kaiserschlacht", {HISTORICAL: "on"})
    state.stack = [Season(month_number("June 1918"))]
    whippets = unit("BR-T-WHIPPETS")
    assert state.where[whippets] == AWAITED
    settle(state, Loaded())
    assert state.where[whippets] == POOL


def test_5_13_a_neutral_gathers_units_until_it_joins() -> None:
    state = opening(load_scenario("south_slavs"))
    state.month = month_number("November 1915")
    assert state.where[unit("IT-I-1")] == AWAITED
    join(state, IT, ENTENTE)
    # What seasons brought is in the pool, the rest waits to be placed.
    assert state.where[unit("IT-I-23")] == POOL
    assert state.where[unit("IT-I-20")] == AWAITED
    placed = {getattr(step, "unit", None) for step in state.stack}
    assert unit("IT-I-1") in placed


# Gains.


COLUMNS = {AH: (6, 12, 3), BR: (11, 22, 5), FR: (8, 16, 4), GE: (16, 32, 8), IT: (5, 10, 2)}
COLUMNS |= {OT: (4, 8, 2), RU: (8, 16, 4), US: (12, 24, 0)}


@pytest.mark.parametrize(("nation", "told"), COLUMNS.items())
def test_5_211_1_each_power_posts_by_its_column(nation: int, told: tuple[int, int, int]) -> None:
    """[5.211/austria-hungary] [5.211/britain] [5.211/france] [5.211/germany] [5.211/italy]
    [5.211/ottoman] [5.211/russia] [5.211/usa]"""
    state = position({}, central="AH GE OT", entente="BR FR IT RU US", month=1)
    assert nominal(state, nation) == told[0]
    state.posted |= 1 << nation
    assert nominal(state, nation) == told[1]
    state.conquered |= 1 << nation
    assert nominal(state, nation) == told[2]


def test_5_211_russia_star_gallipoli_and_constantinople_open_the_straits() -> None:
    state = position({}, central="AH GE OT", entente="FR RU")
    assert nominal(state, RU) == 8
    state.held[ENTENTE] |= place_set("4946")
    assert nominal(state, RU) == 8
    state.held[ENTENTE] |= place_set("5444")
    assert nominal(state, RU) == 11
    state.conquered |= 1 << RU
    assert nominal(state, RU) == 4


def test_5_211_usa_plus_forty_eight_from_the_eighth_season() -> None:
    state = position({}, entente="FR US")
    state.entered[US] = month_number("April 1917")
    state.posted = 1 << US
    state.month = month_number("December 1918")
    assert nominal(state, US) == 24
    state.month = month_number("March 1919")
    assert nominal(state, US) == 48


def test_5_2_points_add_to_what_is_left() -> None:
    state = position({}, month=1)
    state.points[GE] = 5
    Posting().run(state)
    assert state.points[GE] == 21


def test_5_221_2_5_221_5_222_1_a_fortress_given_up_counts_at_once_but_none_of_russia() -> None:
    """[5.221.2] Nothing but fortresses of its own is given up."""
    state = position({})
    asked = Convert(ENTENTE)
    offered = asked.choices(state)
    assert offered.keys() <= {"raze", "end", "convert"}
    assert offered["raze"] & ~FORTRESSES == 0
    assert not offered["raze"] & OWNED[RU]
    assert asked.why_not(state, "raze", lowest(FORTRESSES & OWNED[RU])).case == "5.222"
    fort, before = lowest(offered["raze"] & OWNED[FR]), state.points[FR]
    asked.take(state, "raze", fort)
    assert state.points[FR] == before + 2
    assert state.fort_steps(fort) == 1


def test_5_23_1_points_follow_the_supply_from_capital_to_capital() -> None:
    state = position({}, central="GE", entente="FR BE")
    state.points[GE] = state.points[FR] = 3
    state.take_side(AH, CENTRAL)
    assert recipients(state, GE) >> AH & 1
    # Without its capital a power has nowhere to send from.
    state.held[CENTRAL] &= ~CAPITALS[GE]
    assert not recipients(state, GE)
    # A shadow capital will do for who receives.
    state.held[CENTRAL] |= CAPITALS[GE]
    state.held[CENTRAL] &= ~CAPITALS[AH]
    assert not recipients(state, GE) >> AH & 1
    state.conquered |= 1 << AH
    state.hosts[AH] = GE
    assert recipients(state, GE) >> AH & 1


def test_5_23_2_six_points_out_and_six_in() -> None:
    state = position({})
    state.points[GE] = 20
    state.given[GE] = 5
    assert recipients(state, GE) >> AH & 1
    state.received[AH] = 6
    assert not recipients(state, GE) >> AH & 1
    state.received[AH], state.given[GE] = 0, 6
    assert not recipients(state, GE)


def occupied(nation: int, enemy: int, sheet: str, towns: int, corps: int) -> State:
    """So many towns of an enemy in hand, and so many corps among them."""
    state = position({}, central="AH GE OT", entente="BR FR RU", month=1)
    found = list(members(OWNED[enemy] & CENTRES & SHEETS[sheet]))[:towns]
    assert len(found) == towns
    side = state.sides[nation]
    for town in found:
        state.held[side] |= 1 << town
        state.held[1 - side] &= ~(1 << town)
        state.holder[town] = nation
    keys = {GE: "GE-I-3 GE-I-5", BR: "BR-I-1 BR-I-2"}[nation].split()
    for key, town in zip(keys[:corps], found, strict=False):
        state.put(unit(key), town)
    return state


@pytest.mark.parametrize(
    ("towns", "corps", "points"), [(2, 2, 0), (3, 1, 1), (6, 1, 1), (6, 2, 2), (8, 2, 2), (3, 0, 0)]
)
def test_5_24_3_three_towns_in_europe_and_a_corps(towns: int, corps: int, points: int) -> None:
    assert occupation(occupied(GE, RU, "north", towns, corps), GE, RU) == points


@pytest.mark.parametrize(("towns", "points"), [(5, 0), (6, 1), (11, 1), (12, 2)])
def test_5_24_4_six_towns_on_the_ottoman_map(towns: int, points: int) -> None:
    assert occupation(occupied(BR, OT, "ottoman", towns, 2), BR, OT) == points


def test_5_24_1_5_24_2_capitals_of_minors_pay_a_supporter_or_a_conqueror() -> None:
    state = position({}, central="AH GE", entente="FR RU RS BE", month=1)
    state.patrons[RS] = RU
    assert requisitions(state, RU) == 1
    capital = lowest(CAPITALS[RS])
    state.held[ENTENTE] &= ~(1 << capital)
    state.held[CENTRAL] |= 1 << capital
    state.holder[capital] = AH
    # The conquest is not complete: nobody draws on it.
    assert requisitions(state, RU) == requisitions(state, AH) == 0
    state.conquered |= 1 << RS
    assert requisitions(state, AH) == 1
    assert requisitions(state, RU) == 0


# Losses.


def test_5_3_1_nobody_loses_what_he_has_not() -> None:
    state = position({})
    state.points[FR] = 2
    lose(state, FR, 5, "a test")
    assert state.points[FR] == 0


def test_5_312_1_5_312_2_5_312_3_each_makes_a_raid_harder() -> None:
    state = position(
        {"0922": "FR-V-MS3", "1319": "GE-V-GOTHA GE-V-ZEPPELIN"},
        central="GE",
        entente="FR",
        month=month_number("April 1918"),
    )
    gotha, zeppelin = unit("GE-V-GOTHA"), unit("GE-V-ZEPPELIN")
    far = at("0422")
    assert raid_modifier(state, gotha, far) == 0
    assert raid_modifier(state, zeppelin, far) == 1
    assert raid_modifier(state, gotha, at("0922")) == 1
    state.reduced |= 1 << gotha
    assert raid_modifier(state, gotha, far) == 1


@pytest.mark.parametrize(
    ("year", "great", "small"),
    [(1914, 1, 0), (1915, 2, 1), (1916, 4, 2), (1917, 8, 4), (1918, 16, 8), (1919, 32, 16)],
)
def test_5_344_blockades_by_year(year: int, great: int, small: int) -> None:
    """[5.344/1914] [5.344/1915] [5.344/1916] [5.344/1917] [5.344/1918] [5.344/1919]
    [5.344/star]"""
    state = position({}, central="AH GE OT IT")
    state.month = month_number(f"{'December' if year == 1914 else 'March'} {year}")
    assert [blockade_loss(state, n) for n in (GE, AH, IT, OT)] == [great, great, small, small]
    state.violated |= 1 << NL
    assert [blockade_loss(state, n) for n in (GE, AH, IT, OT)] == [great + 2, great, small, small]


def test_5_35_2_whoever_has_stockholm_has_the_ore() -> None:
    state = position({}, month=1)
    state.points[GE] = 5
    Reductions().run(state)
    assert state.points[GE] == 5
    state.held[ENTENTE] |= place_set("Stockholm")
    Reductions().run(state)
    assert state.points[GE] == 2
    assert HOME[BE]
