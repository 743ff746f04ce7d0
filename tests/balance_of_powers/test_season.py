"""Chapter 5: the seasonal turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.air_raids import (
    AirRaids,
    Raid,
    defenders,
    raid_modifier,
    targets,
)
from trenchline.games.balance_of_powers.arrivals import season_after
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    AH,
    BE,
    BOARD,
    BR,
    CAPITALS,
    CENTRAL,
    CENTRES,
    ENTENTE,
    FR,
    GE,
    HOME,
    NL,
    OT,
    RU,
    SHEETS,
    UNITS,
    US,
)
from trenchline.games.balance_of_powers.losing import blockade_loss
from trenchline.games.balance_of_powers.opening import new_game
from trenchline.games.balance_of_powers.season import Reductions, Season
from trenchline.games.balance_of_powers.sequence import Month
from trenchline.games.balance_of_powers.state import AWAITED, CALENDAR, POOL, State
from trenchline.games.balance_of_powers.tabulation import (
    Convert,
    Posting,
    Requisition,
    Transfer,
    TransferTo,
    nominal,
    occupation,
    recipients,
    requisitions,
)
from trenchline.kernel.bits import members
from trenchline.kernel.play import settle, take


def with_season(state: State, **told: Any) -> State:
    settings = {**state.scenario.settings, "income": told.pop("income", {})}
    state.scenario = replace(state.scenario, settings=settings, special=told)
    return state


def on_all_maps(state: State) -> State:
    state.scenario = replace(state.scenario, hexes=BOARD.hexes | state.scenario.hexes)
    return state


def test_5_211_the_first_season_brings_half() -> None:
    state = position({}, central="AH GE OT", month=1)
    Posting().run(state)
    assert [state.points[n] for n in (AH, GE, FR, RU, BR)] == [6, 16, 8, 8, 0]
    Posting().run(state)
    assert [state.points[n] for n in (AH, GE, FR, RU)] == [18, 48, 24, 24]


def test_5_211_russia_has_more_while_the_straits_are_open() -> None:
    state = position({}, entente="FR RU")
    assert nominal(state, RU) == 11
    state.sides[OT] = CENTRAL
    assert nominal(state, RU) == 8
    state.held[ENTENTE] |= 1 << at("4946")
    assert nominal(state, RU) == 8
    state.held[ENTENTE] |= 1 << at("5444")
    assert nominal(state, RU) == 11


def test_5_211_america_arms_in_the_eighth_season() -> None:
    state = position({}, entente="FR US")
    entry = state.entered[US] = month_number("April 1917")
    assert nominal(state, US) == 12
    state.posted = 1 << US
    state.month = season_after(entry, 7)
    assert nominal(state, US) == 24
    state.month = season_after(entry, 8)
    assert nominal(state, US) == 48


def test_13_0_american_seasons_are_counted_from_the_entry() -> None:
    """[E26] Entry in April 1917: the third season is Winter 1917, the fourth Spring 1918."""
    entry = month_number("April 1917")
    assert season_after(entry, 3) == month_number("December 1917")
    assert season_after(entry, 4) == month_number("March 1918")


def test_5_211_a_conquered_power_posts_little_and_one_in_revolution_nothing() -> None:
    state = position({})
    state.posted = state.conquered = 1 << FR
    assert nominal(state, FR) == 4
    state.revolution = 1 << FR
    assert nominal(state, FR) == 0


def test_5_211_a_scenario_may_say_otherwise() -> None:
    state = with_season(
        position({"1319": "GE-I-5"}), income={"GE": 5, "AH": 5}, needs_a_corps="once"
    )
    assert (nominal(state, GE), nominal(state, AH)) == (5, 0)


def test_5_212_germany_and_britain_have_points_in_africa() -> None:
    state = on_all_maps(position({}, entente="FR RU BR", month=1))
    Posting().run(state)
    assert (state.africa_points[GE], state.africa_points[BR], state.africa_points[FR]) == (3, 6, 0)


def test_5_222_a_power_gives_up_a_step_of_one_fortress_but_russia_does_not() -> None:
    state = position({})
    asked = Convert(ENTENTE)
    assert asked.choices(state)["raze"] & HOME[RU] == 0
    warsaw_line = next(members(state.forts[ENTENTE] & HOME[RU]))
    assert asked.why_not(state, "raze", warsaw_line).case == "5.222"
    asked.take(state, "raze", at("0922"))
    assert state.fort_steps(at("0922")) == 1
    assert state.points[FR] == 2
    assert "raze" not in asked.choices(state)


def test_5_224_two_points_a_season_become_six_africa_points() -> None:
    state = on_all_maps(position({}))
    state.points[FR] = 5
    asked = Convert(ENTENTE)
    for _ in range(2):
        assert asked.choices(state)["convert"] == 1 << FR
        asked.take(state, "convert", FR)
    assert (state.points[FR], state.africa_points[FR]) == (3, 6)
    assert "convert" not in asked.choices(state)
    assert asked.why_not(state, "convert", FR).case == "5.224"
    assert asked.why_not(state, "convert", GE).case == "5.224"


def test_5_212_1_germany_turns_nothing_into_africa_points() -> None:
    state = on_all_maps(position({}, central="AH GE OT"))
    state.points[GE] = state.points[OT] = 5
    asked = Convert(CENTRAL)
    assert asked.choices(state)["convert"] == 1 << OT
    assert asked.why_not(state, "convert", GE).reason == "it has no use for Africa points"


def test_5_23_six_points_at_most_go_from_power_to_power() -> None:
    state = position({})
    state.points[GE] = 9
    state.stack = [Transfer(CENTRAL)]
    for _ in range(6):
        assert settle(state, Loaded())["transfer"] >> GE & 1
        take(state, "transfer", GE)
    assert not settle(state, Loaded())["transfer"] >> GE & 1
    assert (state.points[GE], state.points[AH]) == (3, 6)
    assert Transfer(CENTRAL).why_not(state, "transfer", GE).case == "5.23"
    assert TransferTo(CENTRAL, GE).why_not(state, "to", AH).case == "5.23"


def test_5_23_a_transfer_needs_a_line_between_unconquered_capitals() -> None:
    state = position({})
    state.points[GE] = 9
    assert recipients(state, GE) == 1 << AH
    state.conquered = 1 << GE
    assert recipients(state, GE) == 0


def test_6_454_without_ships_britain_always_reaches_russia() -> None:
    state = position({}, entente="FR RU BR")
    state.points[BR] = 3
    assert recipients(state, BR) >> RU & 1


def test_5_24_minors_pay_their_supporter_or_their_conqueror() -> None:
    state = position({}, entente="FR RU BE")
    state.patrons[BE] = FR
    Requisition().run(state)
    assert state.points[FR] == 1
    (brussels,) = members(CAPITALS[BE])
    state.held[ENTENTE] &= ~CAPITALS[BE]
    state.held[CENTRAL] |= CAPITALS[BE]
    state.holder[brussels] = GE
    Requisition().run(state)
    assert (state.points[FR], state.points[GE]) == (1, 0), "2.93: nobody until it is conquered"
    state.conquered = 1 << BE
    Requisition().run(state)
    assert (state.points[FR], state.points[GE]) == (1, 1)


def test_5_24_three_towns_and_a_corps_make_a_point() -> None:
    towns = list(members(HOME[FR] & CENTRES & SHEETS["north"]))[:7]
    state = position({})
    for town in towns:
        state.holder[town] = GE
        state.held[CENTRAL] |= 1 << town
        state.held[ENTENTE] &= ~(1 << town)
    assert occupation(state, GE, FR) == 0
    state.put(unit("GE-I-5"), towns[0])
    assert occupation(state, GE, FR) == 1
    state.put(unit("GE-I-13"), towns[0])
    state.put(unit("GE-I-16"), towns[0])
    assert occupation(state, GE, FR) == 2


BOMBER = next(n for n, t in enumerate(UNITS) if t.nation == GE and t.kind == "bomber")
FIGHTER = next(n for n, t in enumerate(UNITS) if t.nation == FR and t.kind == "fighter")


def raiders() -> State:
    state = position({}, month=month_number("June 1917"))
    state.put(BOMBER, at("1123"))
    state.points[FR] = 5
    return state


def test_5_311_targets_are_enemy_towns_on_railways_within_the_radius() -> None:
    state = raiders()
    found = targets(state, BOMBER)
    assert found >> at("1124") & 1
    assert found & ~state.held[ENTENTE] == 0
    asked = Raid(BOMBER)
    assert asked.why_not(state, "raid", at("1319")).case == "5.311"
    far = next(members(HOME[RU] & CENTRES & BOARD.where("rail", "rail")))
    assert asked.why_not(state, "raid", far).case == "5.312"


@pytest.mark.parametrize(("dice", "lost"), [((3, 3), 1), ((3, 4), 0)])
def test_5_313_less_than_the_last_digit_of_the_year_costs_a_point(
    dice: tuple[int, int], lost: int
) -> None:
    state = raiders()
    state.stack = [AirRaids(CENTRAL)]
    settle(state, Loaded())
    take(state, "raid", at("1124"))
    settle(state, Loaded(*dice))
    assert state.points[FR] == 5 - lost


def test_5_312_fighters_and_damage_make_a_raid_harder() -> None:
    state = raiders()
    assert raid_modifier(state, BOMBER, at("1124")) == 0
    state.put(FIGHTER, at("1124"))
    assert raid_modifier(state, BOMBER, at("1124")) == 1
    state.reduced = 1 << BOMBER
    assert raid_modifier(state, BOMBER, at("1124")) == 2


def test_5_314_one_fighter_may_hit_the_bomber() -> None:
    state = raiders()
    state.put(FIGHTER, at("1124"))
    assert defenders(state, at("1124"), ENTENTE) == 1 << FIGHTER
    state.stack = [AirRaids(CENTRAL)]
    settle(state, Loaded())
    take(state, "raid", at("1124"))
    assert settle(state, Loaded(6, 6))["intercept"] == 1 << FIGHTER
    take(state, "intercept", FIGHTER)
    full, fighter = UNITS[BOMBER].full, UNITS[FIGHTER].full
    assert full is not None
    assert fighter is not None
    settle(state, Loaded(6, 6))
    assert bool(state.reduced >> BOMBER & 1) == (12 + fighter.fire > full.armour)


def test_5_344_the_blockade_tightens_every_year() -> None:
    state = with_season(position({}, month=month_number("March 1916")), blockade=["GE"])
    state.points[GE] = 10
    Reductions().run(state)
    assert state.points[GE] == 6
    state.violated = 1 << NL
    assert blockade_loss(state, GE) == 6
    assert blockade_loss(state, OT) == 2


def test_5_3_5_36_demoralization_costs_a_point_each_but_never_more_than_there_is() -> None:
    """[5.3] Losses stop at nothing."""
    state = position({})
    state.demoralization[FR], state.points[FR] = 3, 5
    state.demoralization[GE], state.points[GE] = 3, 2
    Reductions().run(state)
    assert (state.points[FR], state.points[GE]) == (2, 0)
    state.points[FR] = 4
    state.conquered = 1 << FR
    Reductions().run(state)
    assert state.points[FR] == 4, "2.93: no further reductions"


def test_5_12_a_season_fills_the_pools_and_its_leaders_muster() -> None:
    state = position({})
    corps, leader = unit("FR-I-2"), unit("FR-L-JOFFRE")
    state.scenario = replace(state.scenario, forces={"1914 Autumn": (corps, leader)})
    state.where[corps] = state.where[leader] = AWAITED
    state.stack = [Season(1)]
    settle(state, Loaded())
    assert (state.where[corps], state.where[leader]) == (POOL, CALENDAR)
    assert state.due[leader] == 1


def test_4_1_the_season_comes_before_its_month() -> None:
    state = position({})
    Month(0).run(state)
    assert state.stack[:2] == [Month(1), Season(1)]
    state.stack = []
    Month(1).run(state)
    assert Season(2) not in state.stack


def test_12_7_russia_draws_her_last_income_in_a_named_season() -> None:
    state = with_season(position({}), income={"RU": 2}, last_income={"RU": "Summer 1917"})
    state.month = month_number("June 1917")
    assert nominal(state, RU) == 2
    state.month = month_number("September 1917")
    assert nominal(state, RU) == 0


def test_12_7_points_are_granted_in_named_seasons() -> None:
    state = with_season(position({}, month=1), grants={"Autumn 1914": {"FR": 3}})
    Posting().run(state)
    assert state.points[FR] == 11


def test_12_4_kaiserschlacht_opens_with_its_season() -> None:
    """[R104] Germany posts 32 and 4 from Russia, and loses 16 to blockade and 7 to unrest."""
    state = new_game("kaiserschlacht", {"historical_set_up": "on"})
    while True:
        choices = settle(state, Loaded())
        if "end" in choices and state.phase == "season":
            take(state, "end", 0)
        elif "none" in choices and state.phase == "season":
            take(state, "none", 0)
        elif "host" in choices:
            take(state, "host", FR)
        else:
            break
    assert state.phase != "season"
    assert state.points[GE] == 2 + 36 + requisitions(state, GE) - 16 - 7
    assert state.points[US] == 12 + 24
