"""Chapter 12.9: the whole war without Africa, or without the map of the Ottoman Empire."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.campaigning import choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.arrivals import timetable
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    AB,
    AF_CORPS,
    AFRICA,
    BR,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    JP,
    NEUTRAL,
    OT,
    PE,
    PT,
    RU,
    SHEETS,
    UNIT,
    UNITS,
)
from trenchline.games.balance_of_powers.courting import purse
from trenchline.games.balance_of_powers.going import SEA, joined
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.joining import join, neutrals
from trenchline.games.balance_of_powers.muster import grounds, withdraw
from trenchline.games.balance_of_powers.navy import VESSELS
from trenchline.games.balance_of_powers.notation import notation, parse
from trenchline.games.balance_of_powers.omissions import NO_AFRICA, NO_OTTOMANS
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.package import OPTIONS
from trenchline.games.balance_of_powers.procurement import Procure, in_pools
from trenchline.games.balance_of_powers.sea_supply import lanes
from trenchline.games.balance_of_powers.seaways import course
from trenchline.games.balance_of_powers.sequence import Month
from trenchline.games.balance_of_powers.state import BOX, GONE, POOL, State
from trenchline.games.balance_of_powers.theatres import Theatres, Upkeep
from trenchline.games.balance_of_powers.victory import outcome, war_points
from trenchline.games.balance_of_powers.voyages import reach
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step
from trenchline.kernel.play import decision, settle
from trenchline.kernel.position import differences


def war(*options: str) -> State:
    """The whole war with some options, as the armies stood."""
    return new_game("great_war", {HISTORICAL: "on", **dict.fromkeys(options, "on")})


def coming(state: State) -> set[str]:
    """Who is in the order of battle."""
    return {UNITS[arrival.unit].key for arrival in timetable(state.scenario)}


def when(state: State, key: str) -> int:
    (found,) = {told.month for told in timetable(state.scenario) if told.unit == UNIT[key]}
    return found


def sailed(state: State, start: str, points: int = 18) -> int:
    """Where a British cruiser gets from a box with so many points."""
    found = course(state, ENTENTE, 1 << unit("BR-N-CC1"), at(start), points).hexes
    assert VESSELS >> unit("BR-N-CC1") & 1
    return found


def begun(state: State, month: str) -> State:
    """A month begins, and goes on to the first choice."""
    state.stack = [Month(month_number(month))]
    settle(state, Loaded())
    return state


def season(state: State, month: str) -> State:
    """What the maps that are not played cost before a month."""
    state.month = month_number(month)
    state.stack = [Theatres()]
    settle(state, Loaded())
    return state


def test_12_9_omit_africa_none_of_its_corps_and_joined_oceans() -> None:
    state, whole = war(NO_AFRICA), war()
    assert not state.scenario.hexes & AFRICA
    assert state.scenario.hexes & SHEETS["ottoman"]
    assert not {UNITS[u].key for u in members(AF_CORPS)} & coming(state)
    assert all(state.where[u] == BOX for u in members(AF_CORPS))
    # [R329] The Ottoman 7th has no Medina to stay by; nobody lives in Abyssinia.
    assert "OT-I-7" in coming(state)
    assert "OT-A-7" in coming(whole)
    assert not neutrals(state) >> AB & 1
    assert purse(state, PT) is state.points
    assert purse(whole, PT) is whole.africa_points
    join(state, BR, ENTENTE)
    join(whole, BR, ENTENTE)
    for end in ("South-Atlantic", "5768", "9371"):
        assert sailed(state, "Indian-Ocean") >> at(end) & 1, end
    assert not sailed(whole, "Indian-Ocean") >> at("South-Atlantic") & 1
    assert not sailed(whole, "Indian-Ocean", 1) >> at("5768") & 1
    assert broken(state) == []


def test_12_9_omit_africa_supply_and_transports_go_the_same_ways() -> None:
    state = war(NO_AFRICA)
    join(state, BR, ENTENTE)
    assert step(1 << at("Indian-Ocean"), joined(SEA, state.scenario.joined)) >> at("5768") & 1
    for key, place in (
        ("BR-N-CC1", "India"),
        ("BR-N-CC2", "Indian-Ocean"),
        ("BR-N-CC3", "South-Atlantic"),
        ("BR-N-CC4", "Dakar"),
    ):
        if state.where[unit(key)] >= 0:
            state.lift(unit(key))
        state.put(unit(key), at(place))
    (basin,) = (b for b in lanes(state, ENTENTE).basins if b >> at("India") & 1)
    assert basin >> at("Dakar") & 1
    waters = state.scenario.hexes
    pairs = state.scenario.joined
    assert reach(at("India"), waters, pairs) >> at("South-Atlantic") & 1
    assert reach(at("India"), waters & ~(1 << at("Indian-Ocean")), pairs) == 0


def points(state: State, name: str) -> int:
    return dict(war_points(state)).get(name, 0)


def test_12_9_omit_africa_1_a_point_in_august_1915() -> None:
    state = war(NO_AFRICA)
    for month, told in (("July 1915", 0), ("August 1915", 1), ("May 1918", 1)):
        state.month = month_number(month)
        assert points(state, "the campaigns in Africa") == told, month
    before = outcome(state).scores
    whole = war()
    whole.month = state.month
    assert before is not None
    assert points(whole, "the campaigns in Africa") == 0


def test_12_9_omit_africa_2_britain_and_the_ottomans_pay_once() -> None:
    for month, paid in (("December 1915", 0), ("March 1916", 1), ("March 1917", 0)):
        state = war(NO_AFRICA)
        state.points = [3] * len(state.points)
        state.take_side(BR, ENTENTE)
        season(state, month)
        # Who is neutral pays nothing.
        assert (state.points[BR], state.points[OT]) == (3 - paid, 3)
        state.take_side(OT, CENTRAL)
        season(state, month)
        assert (state.points[OT], state.points[FR]) == (3 - paid, 3)


def test_12_9_omit_ottoman_the_libyan_sea_leads_to_the_indian_ocean() -> None:
    state, whole = war(NO_OTTOMANS), war()
    assert not state.scenario.hexes & SHEETS["ottoman"]
    assert state.scenario.hexes & AFRICA
    assert sailed(state, "Libyan-Sea") >> at("Indian-Ocean") & 1
    assert not sailed(whole, "Libyan-Sea") >> at("Indian-Ocean") & 1
    assert not state.scenario.hexes >> at("Russia") & 1
    assert not neutrals(state) >> PE & 1
    assert state.scenario.hexes >> at("5444") & 1
    assert broken(state) == []


def test_12_9_omit_ottoman_both_maps_may_be_left_out() -> None:
    state = war(NO_AFRICA, NO_OTTOMANS)
    assert not state.scenario.hexes & (AFRICA | SHEETS["ottoman"])
    # Nothing leads to a map that is not there.
    assert sailed(state, "Indian-Ocean") >> at("Libyan-Sea") & 1
    assert not sailed(state, "Indian-Ocean") >> at("5768") & 1
    read = parse(notation(state))
    assert read.scenario is state.scenario
    assert differences(read, state) == []
    assert not coming(state) & {"OT-I-7", "OT-A-7"}


def test_12_9_omit_ottoman_1_the_british() -> None:
    state = war(NO_OTTOMANS)
    gone = {"BR-L-ALLENBY", "BR-I-EEF", "BR-C-LOA", "BR-V-CAMELANZ", "BR-I-IEF_D", "BR-A-IEF_B"}
    assert not coming(state) & {*gone, "BR-A-IEF_C", "BR-F-TIGRIS", "BR-C-IEF_E"}
    assert coming(war()) >= gone
    assert coming(state) >= {"BR-I-IEF_A", "BR-I-IEF_E", "BR-V-CAMEL"}
    assert when(state, "BR-I-ANZAC_I") == month_number("March 1916")
    assert when(war(), "BR-I-ANZAC_I") == month_number("October 1914")
    join(state, BR, ENTENTE)
    assert grounds(state, unit("BR-I-ANZAC_I")) == 1 << at("2457")
    state.put(unit("BR-I-ANZAC_I"), at("2457"))
    withdraw(state, "Winter 1916")
    assert state.where[unit("BR-I-ANZAC_I")] == at("2457")
    state.month = month_number("March 1917")
    withdraw(state, "Spring 1917")
    assert state.where[unit("BR-I-ANZAC_I")] == GONE


def test_12_9_omit_ottoman_1_indians_are_not_procured_again() -> None:
    for options, able in (((NO_OTTOMANS,), False), ((), True)):
        state = war(*options)
        state.take_side(BR, ENTENTE)
        state.points[BR] = 9
        for key in ("BR-I-IEF_A", "BR-I-IEF_E"):
            if state.where[unit(key)] >= 0:
                state.lift(unit(key))
            state.where[unit(key)] = POOL
            assert bool(in_pools(state, BR) >> unit(key) & 1) == able
        state.stack = [Procure(ENTENTE, BR)]
        settle(state, Loaded())
        if not able:
            assert refused(state, "procure BR-I-IEF_A").case == "12.9/omit-ottoman.1"


def test_12_9_omit_ottoman_2_germans_ottomans_and_the_caucasus() -> None:
    state = war(NO_OTTOMANS)
    numbers = (*range(7, 14), *range(18, 23))
    gone = {"GE-I-ASIEN", "OT-L-SANDERS", *(f"OT-I-{n}" for n in numbers)}
    assert not coming(state) & gone
    assert coming(war()) >= gone - {"OT-I-7"}
    assert coming(state) >= {f"OT-I-{n}" for n in (1, 2, 3, 4, 5, 6, 14, 15, 16, 17)}
    caucasus = {"RU-I-ARM", *(f"RU-I-CAUC_{n}" for n in range(1, 7))}
    assert coming(war()) >= caucasus
    early = {key for key in caucasus & coming(state) if when(state, key) < 3}
    assert early == caucasus & coming(state)
    begun(state, "October 1914")
    assert state.where[unit("RU-I-CAUC_1")] >= 0
    begun(state, "November 1914")
    assert {state.where[unit(key)] for key in early} == {GONE}


def test_12_9_omit_ottoman_3_each_side_pays_a_point_a_season() -> None:
    for month, asked in (("December 1914", False), ("March 1915", True), ("June 1918", True)):
        state = war(NO_OTTOMANS)
        state.points = [2] * len(state.points)
        season(state, month)
        if not asked:
            assert not state.stack
            continue
        assert decision(state) == Upkeep(CENTRAL)
        assert refused(state, "expend FR").case == "12.9/omit-ottoman.3"
        assert refused(state, "none").case == "12.9/omit-ottoman.3"
        choose(state, "expend GE")
        assert decision(state) == Upkeep(ENTENTE)
        assert offered(state, "expend") == 1 << FR | 1 << RU
        choose(state, "expend RU")
        assert (state.points[GE], state.points[RU], state.points[FR]) == (1, 1, 2)
    broke = war(NO_OTTOMANS)
    broke.points = [0] * len(broke.points)
    broke.points[GE] = 1
    assert Upkeep(ENTENTE).choices(broke) == {"none": 1}
    assert Upkeep(CENTRAL).why_not(broke, "expend", 0).case == "2.44"


def test_12_9_omit_ottoman_4_sarikamish_demoralizes_the_ottomans() -> None:
    for month, side, told in (
        ("January 1915", CENTRAL, 1),
        ("February 1915", CENTRAL, 0),
        ("January 1915", NEUTRAL, 0),
    ):
        state = war(NO_OTTOMANS)
        if side != NEUTRAL:
            state.take_side(OT, side)
        begun(state, month)
        assert state.demoralization[OT] == told
    whole = war()
    whole.take_side(OT, CENTRAL)
    begun(whole, "January 1915")
    assert whole.demoralization[OT] == 0


def test_12_9_omit_ottoman_5_a_point_each_in_november_1918() -> None:
    state = war(NO_OTTOMANS)
    for month, told in (("October 1918", 0), ("November 1918", 1), ("May 1919", 1)):
        state.month = month_number(month)
        assert points(state, "the campaigns in the East") == told
        # [R330] That of the Central Powers is told, and takes nothing away.
        scores = outcome(state).scores
        assert scores is not None
        assert scores[CENTRAL] == told
        assert scores[ENTENTE] == sum(number for _, number in war_points(state))


def test_12_9_omit_africa_12_9_omit_ottoman_are_options_of_the_table() -> None:
    offered_options = {option.name: option.case for option in OPTIONS}
    assert offered_options[NO_AFRICA] == "12.9/omit-africa"
    assert offered_options[NO_OTTOMANS] == "12.9/omit-ottoman"
    # Scenarios that do not tell of it are the same with them.
    plain = new_game("south_slavs", {})
    assert new_game("south_slavs", {NO_AFRICA: "on"}).scenario.hexes == plain.scenario.hexes


@pytest.mark.parametrize("options", [(NO_AFRICA,), (NO_OTTOMANS,), (NO_AFRICA, NO_OTTOMANS)])
def test_12_9_omit_africa_12_9_omit_ottoman_japan_still_joins(options: tuple[str, ...]) -> None:
    state = war(*options)
    join(state, JP, ENTENTE)
    settle(state, Loaded())
    assert broken(state) == []
