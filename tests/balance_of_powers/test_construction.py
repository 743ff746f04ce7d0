"""Chapter 6.2: muster, procurement and repair."""

from __future__ import annotations

from dataclasses import replace

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    BE,
    BR,
    CENTRAL,
    ENTENTE,
    FR,
    FULL_NATIONS,
    GE,
    GRID,
    HOME,
    UNITS,
)
from trenchline.games.balance_of_powers.muster import Muster, Place, PlaceWorks, grounds
from trenchline.games.balance_of_powers.procurement import (
    Levy,
    Procure,
    Procurement,
    is_outdated,
    on_sale,
)
from trenchline.games.balance_of_powers.sequence import Month
from trenchline.games.balance_of_powers.state import AWAITED, CALENDAR, POOL, State
from trenchline.kernel.bits import members
from trenchline.kernel.play import settle, take


def pool(state: State, *keys: str) -> State:
    for key in keys:
        state.where[unit(key)] = POOL
    return state


def seas_too(state: State) -> State:
    """The scenario with its fleets."""
    settings = {k: v for k, v in state.scenario.settings.items() if k != "admiralty"}
    state.scenario = replace(state.scenario, settings=settings)
    return state


def infantry(nation: int, effectiveness: int, number: int) -> list[str]:
    return [
        told.key
        for told in UNITS
        if (told.nation, told.kind, told.defence) == (nation, "infantry", effectiveness)
    ][:number]


def test_6_223_the_example_of_march() -> None:
    """[E10] Two corps, two boats and a light cruiser cost 12, and come at different times."""
    state = seas_too(position({}, month=month_number("March 1915")))
    corps = [infantry(GE, score, 1)[0] for score in (2, 3)]
    boats = [told.key for told in UNITS if told.nation == GE and told.kind == "submarine"][:2]
    cruiser = next(t.key for t in UNITS if t.nation == GE and t.kind == "ship" and t.ship == "CL")
    pool(state, *corps, *boats, cruiser)
    state.points[GE] = 13
    asked = Procure(CENTRAL, GE)
    for key in (*corps, *boats, cruiser):
        assert asked.choices(state)["procure"] >> unit(key) & 1
        asked.take(state, "procure", unit(key))
    assert state.points[GE] == 1
    due = [state.due[unit(key)] for key in (*corps, *boats, cruiser)]
    april, september, march = (
        month_number(name) for name in ("April 1915", "September 1915", "March 1916")
    )
    assert due == [april, april, september, september, march]


def test_6_225_infantry_is_procured_evenly() -> None:
    """[E11] After a 3 comes one of every other effectiveness before the next 3."""
    state = position({})
    keys = {score: infantry(GE, score, 2) for score in (1, 2, 3)}
    pool(state, *(key for two in keys.values() for key in two))
    state.points[GE] = 20
    asked = Procure(CENTRAL, GE)
    asked.take(state, "procure", unit(keys[3][0]))
    assert not on_sale(state, GE) >> unit(keys[3][1]) & 1
    assert asked.why_not(state, "procure", unit(keys[3][1])).case == "6.225"
    asked.take(state, "procure", unit(keys[1][0]))
    assert not on_sale(state, GE) >> unit(keys[1][1]) & 1
    asked.take(state, "procure", unit(keys[2][0]))
    assert on_sale(state, GE) >> unit(keys[3][1]) & 1


def test_6_226_only_the_best_fighters_are_procured_or_repaired() -> None:
    """[E12] A better score shuts the others out, but beside a 7 the 6 may still be had."""
    state = position({}, entente="FR RU BR")
    fighters = {
        steps.fire: n
        for n, told in enumerate(UNITS)
        if told.nation == BR and told.kind == "fighter" and (steps := told.full)
    }
    scores = sorted(fighters)
    assert scores[-1] in (6, 7)
    for score in scores[:2]:
        state.where[fighters[score]] = POOL
    assert is_outdated(state, fighters[scores[0]])
    assert not is_outdated(state, fighters[scores[1]])
    state.points[BR] = 9
    assert Procure(ENTENTE, BR).why_not(state, "procure", fighters[scores[0]]).case == "6.226"
    for score in scores:
        state.where[fighters[score]] = POOL
    fresh = {score for score in scores if not is_outdated(state, fighters[score])}
    assert fresh == ({6, 7} & set(scores) if scores[-1] == 7 else {scores[-1]})


def test_6_222_nobody_spends_what_he_has_not() -> None:
    state = pool(position({}), "GE-I-3")
    state.points[GE] = 1
    asked = Procure(CENTRAL, GE)
    assert "procure" not in asked.choices(state)
    assert asked.why_not(state, "procure", unit("GE-I-3")).case == "2.44"
    assert asked.why_not(state, "procure", unit("FR-I-3")).case == "6.221"


def test_6_224_reduced_fortresses_are_repaired_and_ruins_are_not() -> None:
    state = position({})
    verdun, belfort = at("0922"), at("1127")
    state.batter(verdun)
    state.batter(belfort, 2)
    state.points[FR] = 3
    asked = Procure(ENTENTE, FR)
    assert asked.choices(state)["repair"] == 1 << verdun
    assert asked.why_not(state, "repair", belfort).case == "6.224"
    asked.take(state, "repair", verdun)
    assert state.fort_steps(verdun) == 2
    assert state.points[FR] == 1


def test_6_224_damaged_aircraft_are_repaired_at_once() -> None:
    plane = next(n for n, t in enumerate(UNITS) if t.nation == GE and t.kind == "bomber")
    state = position({})
    state.put(plane, at("1319"))
    state.reduced = 1 << plane
    state.points[GE] = 1
    asked = Procure(CENTRAL, GE)
    assert asked.choices(state)["mend"] == 1 << plane
    asked.take(state, "mend", plane)
    assert (state.reduced, state.points[GE]) == (0, 0)


def test_6_227_a_side_procures_one_infrastructure_a_month() -> None:
    state = position({})
    state.points[GE] = 5
    asked = Procure(CENTRAL, GE)
    assert asked.choices(state)["build"] == 1
    asked.take(state, "build", 0)
    assert "build" not in asked.choices(state)
    assert asked.why_not(state, "build", 0).case == "6.227"
    assert state.points[GE] == 4


def test_6_219_infrastructure_musters_next_month_on_supplied_land() -> None:
    state = position({})
    state.works_due[CENTRAL] = GE
    state.stack = [Muster(CENTRAL)]
    sites = settle(state, Loaded())["works"]
    assert sites >> at("1319") & 1
    assert not sites >> at("0922") & 1
    assert PlaceWorks(CENTRAL, GE).why_not(state, "works", at("0922")).case == "6.219"
    take(state, "works", at("1319"))
    assert state.infrastructure == place_set("1319")
    assert not PlaceWorks(CENTRAL, GE).choices(state)["works"] >> at("1319") & 1
    assert state.works_due[CENTRAL] == -1


def test_6_228_every_march_a_minor_raises_one_corps_for_nothing() -> None:
    state = pool(position({}, entente="FR RU BE"), "BE-I-1", "BE-I-2")
    state.month = month_number("February 1915")
    Procurement(ENTENTE).run(state)
    assert Levy(ENTENTE) not in state.stack
    state.month += 1
    state.stack = []
    Procurement(ENTENTE).run(state)
    assert state.stack[0] == Levy(ENTENTE)
    asked = Levy(ENTENTE)
    asked.take(state, "levy", unit("BE-I-1"))
    assert state.due[unit("BE-I-1")] == state.month + 1
    assert asked.choices(state) == {"end": 1}
    assert asked.why_not(state, "levy", unit("BE-I-2")).case == "6.228"
    state.levied = 0
    state.conquered = 1 << BE
    assert asked.choices(state) == {"end": 1}


def test_6_221_a_power_pays_for_minors_whose_capital_it_reaches() -> None:
    state = pool(position({}, entente="FR RU BE"), "BE-I-1")
    state.points[FR] = state.points[GE] = 2
    assert on_sale(state, FR) >> unit("BE-I-1") & 1
    assert not on_sale(state, GE) >> unit("BE-I-1") & 1


def test_6_211_what_is_due_musters_at_home_in_supply() -> None:
    state = position({"0922": "FR-I-20"})
    state.where[unit("FR-I-2")] = CALENDAR
    state.due[unit("FR-I-2")] = state.month
    state.stack = [Muster(CENTRAL), Muster(ENTENTE)]
    places = settle(state, Loaded())["place"]
    assert places & ~HOME[FR] == 0
    assert places >> at("0827") & 1
    asked = Place(unit("FR-I-2"))
    assert asked.why_not(state, "place", at("1319")).case == "6.212"
    take(state, "place", at("0827"))
    assert state.where[unit("FR-I-2")] == at("0827")
    assert unit("FR-I-2") not in state.due


def test_6_211_whoever_cannot_muster_returns_to_the_pool() -> None:
    state = position({})
    state.held[ENTENTE] &= ~HOME[FR]
    state.where[unit("FR-I-2")] = CALENDAR
    state.due[unit("FR-I-2")] = state.month
    state.stack = [Muster(ENTENTE)]
    settle(state, Loaded())
    assert state.where[unit("FR-I-2")] == POOL


def test_6_213_leaders_come_to_corps_of_their_power() -> None:
    state = position({"0922": "FR-I-20", "3717": "RU-I-15"})
    assert grounds(state, unit("FR-L-JOFFRE")) == place_set("0922")
    asked = Place(unit("FR-L-JOFFRE"))
    assert asked.why_not(state, "place", at("3717")).case == "6.213"


def test_6_214_dominions_come_in_their_own_boxes() -> None:
    state = position({}, entente="FR RU BR")
    state.scenario = replace(state.scenario, hexes=state.scenario.hexes | FULL_NATIONS)
    assert grounds(state, unit("BR-I-CANADA")) == 1 << GRID.hex("Canada")


def test_5_12_what_the_order_of_battle_lists_under_a_month_musters_then() -> None:
    state = position({"0922": "FR-I-20"}, month=1)
    joffre = unit("FR-L-JOFFRE")
    state.where[joffre] = AWAITED
    state.stack = [Muster(ENTENTE)]
    settle(state, Loaded())
    assert state.where[joffre] == at("0922")


def test_4_1_construction_follows_diplomacy_in_every_month() -> None:
    state = position({"0922": "FR-I-20"})
    state.month = 2
    Month(2).run(state)
    names = [type(step).__name__ for step in reversed(state.stack)]
    assert names[:5] == ["Diplomacy", "Muster", "Muster", "Procurement", "Procurement"]
    assert list(members(state.corps[ENTENTE])) == [at("0922")]
