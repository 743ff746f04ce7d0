"""Chapter 6 from construction to revolution, case by case."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.balance_of_powers.campaigning import choose
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from trenchline.games.balance_of_powers.aerodrome import Bases, bases
from trenchline.games.balance_of_powers.allowance import idle
from trenchline.games.balance_of_powers.aviation import (
    Abort,
    Aviation,
    Shot,
    Tier,
    bonus,
    refuges,
)
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.calendar import bad_weather, month_number
from trenchline.games.balance_of_powers.commissariat import Commissariat, Dismantle, SurvivalOf
from trenchline.games.balance_of_powers.components import (
    AH,
    ALL_CORPS,
    BE,
    BOARD,
    BR,
    CAPITALS,
    CENTRAL,
    CENTRES,
    ENTENTE,
    FORTRESSES,
    FR,
    GE,
    GRID,
    HOME,
    MARMARA,
    OF_NATION,
    OWNED,
    PORT_BOXES,
    PORTS,
    PT,
    RU,
    SHEETS,
    UNITS,
    US,
    WATER,
)
from trenchline.games.balance_of_powers.flight import within
from trenchline.games.balance_of_powers.forces import movable
from trenchline.games.balance_of_powers.modifiers import air_superiority
from trenchline.games.balance_of_powers.muster import Place, PlaceWorks, grounds
from trenchline.games.balance_of_powers.payment import cost as price
from trenchline.games.balance_of_powers.payment import is_free
from trenchline.games.balance_of_powers.procurement import (
    COSTS,
    Procure,
    clients,
    cost,
    levies,
    procure,
)
from trenchline.games.balance_of_powers.revolution import revolt
from trenchline.games.balance_of_powers.season import Season
from trenchline.games.balance_of_powers.sequence import Half
from trenchline.games.balance_of_powers.state import CALENDAR, INTACT, POOL, State
from trenchline.games.balance_of_powers.supply import supplied
from trenchline.games.balance_of_powers.tabulation import nominal, recipients, requisitions
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.play import decision, settle, take

GERMAN, FRENCH = "GE-V-ALBDII", "FR-V-NPRT11"


# Muster.


def test_6_211_1_whoever_cannot_muster_goes_back_to_the_pool() -> None:
    state = position({}, held_by={"GE": " ".join(GRID.labels(HOME[FR] & CENTRES))}, month=1)
    french = unit("FR-I-2")
    state.where[french], state.due[french] = CALENDAR, 1
    asked = Place(french)
    assert asked.choices(state) == {"to_pool": 1}
    asked.take(state, "to_pool", 0)
    assert state.where[french] == POOL
    assert french not in state.due


def test_6_212_corps_muster_in_supplied_towns_at_home() -> None:
    state = position({}, held_by={"GE": "0922"}, month=1)
    found = grounds(state, unit("FR-I-2"))
    assert found
    assert not found & ~(HOME[FR] & (CENTRES | PORT_BOXES))
    assert not found & place_set("0922")
    assert found & ~supplied(state, FR) == 0


def test_6_212_1_a_shadow_government_musters_with_its_host() -> None:
    state = position({}, entente="FR RU BR BE", month=1)
    before = grounds(state, unit("BE-I-1"))
    state.hosts[BE] = BR
    found = grounds(state, unit("BE-I-1"))
    assert found & ~before & ~(CAPITALS[BR] | HOME[BR] & (PORTS | PORT_BOXES)) == 0
    assert found & CAPITALS[BR]


def test_6_214_1_portuguese_and_american_machines_come_to_france_or_britain() -> None:
    state = position(
        {},
        central="GE",
        entente="BR FR PT US",
        month=month_number("April 1918"),
    )
    state.patrons[PT] = BR
    for key in ("PT-I-EXP_PRT", "US-V-S-XIII", "US-T-FT-17"):
        assert grounds(state, unit(key)) & HOME[FR]
        assert grounds(state, unit(key)) & HOME[BR]
    assert not grounds(state, unit("US-I-2")) & (HOME[FR] | HOME[BR])
    state.conquered |= 1 << FR
    assert not grounds(state, unit("PT-I-EXP_PRT")) & HOME[FR]


def test_6_216_6_216_1_lawrence_rises_behind_the_lines_at_aqaba() -> None:
    state = position(
        {"6271": "OT-I-8"},
        central="GE OT",
        entente="BR RU",
        scenario="asian_treasure_house",
        month=month_number("April 1917"),
    )
    lawrence = unit("BR-C-LOA")
    found = grounds(state, lawrence)
    aqaba = at("6271")
    assert found
    assert not found >> aqaba & 1
    assert found & ~state.held[CENTRAL] == 0
    assert all(GRID.distance(place, aqaba) == 1 for place in members(found))
    assert Place(lawrence).why_not(state, "place", aqaba).case == "6.216"


def test_6_217_r175_the_tigris_flotilla_musters_in_abidan() -> None:
    state = position({}, central="GE OT", entente="BR RU", scenario="asian_treasure_house")
    flotilla, abidan = unit("BR-F-TIGRIS"), at("9270")
    state.held[ENTENTE] |= 1 << abidan
    assert grounds(state, flotilla) == 1 << abidan
    state.held[ENTENTE] &= ~(1 << abidan)
    assert not grounds(state, flotilla)


def test_6_219_1_one_infrastructure_in_a_place() -> None:
    state = position({"1123": "GE-I-5"}, month=1)
    asked = PlaceWorks(CENTRAL, GE)
    assert asked.choices(state)["works"] >> at("1123") & 1
    state.infrastructure = place_set("1123")
    assert not asked.choices(state)["works"] >> at("1123") & 1
    assert asked.why_not(state, "works", at("1123")).case == "6.219.1"


# Procurement.


@pytest.mark.parametrize(
    ("key", "points"),
    [
        ("GE-L-KLUCK", 0),
        ("AH-M-1", 1),
        ("BR-T-MKIV", 1),
        ("GE-I-3", 2),
        ("GE-C-1", 2),
        ("GE-S-1", 2),
        ("BR-F-TIGRIS", 2),
        ("GE-V-ALBDII", 2),
        ("GE-N-UB1", 2),
        ("GE-N-CL1", 4),
        ("GE-N-BB1", 6),
    ],
)
def test_6_222_leader_and_all_others_cost_what_the_chart_says(key: str, points: int) -> None:
    """[6.222/mine] [6.222/tank] [6.222/corps] [6.222/air] [6.222/submarine] [6.222/ship]
    [6.222/bb] [6.221.1] Whoever has two steps is bought with both."""
    assert cost(unit(key)) == points


def test_6_222_infrastructure_6_222_fortress_repair_are_paid_at_once() -> None:
    state = position({}, month=1)
    state.points[GE] = 5
    asked = Procure(CENTRAL, GE)
    asked.take(state, "build", 0)
    assert state.points[GE] == 4
    fort = lowest(FORTRESSES & HOME[GE])
    state.batter(fort)
    asked.take(state, "repair", fort)
    assert state.points[GE] == 2
    assert state.fort_steps(fort) == INTACT
    assert COSTS["infrastructure"] == 1


def test_6_222_minor_corps_one_a_year_is_free() -> None:
    state = position({}, entente="FR RU BE", month=month_number("March 1915"))
    for key in ("BE-I-1", "BE-I-2"):
        state.where[unit(key)] = POOL
    assert levies(state, ENTENTE) == bit_set((unit("BE-I-1"), unit("BE-I-2")))
    state.levied = 1 << BE
    assert not levies(state, ENTENTE)


def test_6_221_1_aircraft_are_bought_whole() -> None:
    state = position({}, month=month_number("April 1917"))
    plane = unit(GERMAN)
    state.where[plane], state.points[GE] = POOL, 5
    procure(state, GE, plane)
    assert state.points[GE] == 3
    assert not state.reduced >> plane & 1


def test_6_221_2_a_power_buys_for_minors_whose_capital_it_reaches() -> None:
    state = position({}, entente="FR RU BE", month=1)
    assert clients(state, FR) >> BE & 1
    state.held[ENTENTE] &= ~CAPITALS[BE]
    assert not clients(state, FR) >> BE & 1
    assert clients(state, FR) >> FR & 1


# In the air.


def test_6_311_1_fighters_reach_port_boxes_beyond_the_edge_and_no_oceans() -> None:
    state = position({}, entente="BR FR RU", month=month_number("April 1917"))
    radius = 4
    edge = at("0120")
    found = within(state, edge, radius)
    assert found >> at("Bordeaux") & 1
    assert not found >> at("Mid-Atlantic") & 1
    # The last point takes it into the box, none is left to go on.
    assert not within(state, edge, 0) >> at("Bordeaux") & 1
    out = within(state, at("Bordeaux"), 1)
    assert out >> edge & 1
    assert not out & ~(1 << at("Bordeaux") | BOARD.hexes)
    assert within(state, at("Bordeaux"), 3) & ~out


def dogfight(german: str, french: str) -> State:
    return position(
        {"1123": f"GE-I-5 {german} {french}", "1124": "FR-I-20"},
        month=month_number("April 1917"),
    )


def test_6_32_fighters_fight_until_one_side_is_left() -> None:
    state = dogfight(GERMAN, FRENCH)
    state.stack = [Aviation()]
    dice = Loaded(*[6] * 60)
    while choices := settle(state, dice):
        take(state, next(iter(choices)), lowest(next(iter(choices.values()))))
    planes = bit_set((unit(GERMAN), unit(FRENCH)))
    assert not all(state.units(at("1123"), side) & planes for side in (0, 1))


def test_6_323_1_6_323_3_nobody_twice_before_everybody_once_but_an_ace() -> None:
    state = dogfight("GE-V-ALBDII GE-V-ALBDIII", FRENCH)
    first, second = unit("GE-V-ALBDII"), unit("GE-V-ALBDIII")
    shot = Shot(unit(FRENCH), False)
    assert shot.choices(state)["shoot"] == 1 << first | 1 << second
    state.targeted = 1 << first
    assert shot.choices(state)["shoot"] == 1 << second
    assert shot.why_not(state, "shoot", first).case == "6.323"
    assert Shot(unit(FRENCH), True).choices(state)["shoot"] == 1 << first | 1 << second


def test_6_323_3_an_ace_fires_twice() -> None:
    state = dogfight("GE-V-ALBDII GE-L-RICHTFN", FRENCH)
    state.stack = []
    Tier(at("1123"), None).run(state)
    while not any(isinstance(step, Shot) and step.ace for step in state.stack):
        Tier(at("1123"), UNITS[unit(FRENCH)].full.fire).run(state)  # type: ignore[union-attr]
    assert state.stack.count(Shot(unit(GERMAN), True)) == 2


def test_6_323_2_a_whole_fighter_has_one_more_at_a_damaged_one() -> None:
    state = dogfight(GERMAN, FRENCH)
    whole = bonus(state, unit(GERMAN), unit(FRENCH))
    state.reduced = 1 << unit(FRENCH)
    assert bonus(state, unit(GERMAN), unit(FRENCH)) == whole + 1
    state.reduced |= 1 << unit(GERMAN)
    damaged = UNITS[unit(GERMAN)].reduced
    assert damaged is not None
    assert bonus(state, unit(GERMAN), unit(FRENCH)) == damaged.fire


def test_6_324_1_6_324_2_a_damaged_fighter_flees_to_friends_without_enemies() -> None:
    state = dogfight(GERMAN, FRENCH)
    found = refuges(state, unit(FRENCH))
    assert found
    assert found & ~state.held[ENTENTE] == 0
    assert not found >> at("1123") & 1
    state.held[ENTENTE] = 0
    assert Abort(unit(FRENCH)).choices(state) == {"perish": 1}


def test_6_327_6_33_who_is_alone_over_a_place_has_superiority() -> None:
    state = dogfight(GERMAN, FRENCH)
    assert air_superiority(state, at("1123")) is None
    state.lift(unit(GERMAN))
    assert air_superiority(state, at("1123")) == ENTENTE


def test_6_33_1_patrols_are_in_nobodys_way() -> None:
    bare, watched = dogfight("", ""), dogfight("", FRENCH)
    assert supplied(bare, GE) == supplied(watched, GE)
    assert bare.enemy_land(CENTRAL) == watched.enemy_land(CENTRAL)


def test_6_73_bases_are_friendly_and_past_no_enemy_aircraft() -> None:
    state = dogfight("", FRENCH)
    found = bases(state, unit(FRENCH), 4)
    assert found & ~state.held[ENTENTE] == 0
    Bases(ENTENTE).run(state)
    assert state.phasing == ENTENTE
    state.held[ENTENTE] = 0
    assert not bases(state, unit(FRENCH), 4)


# At sea and in bad weather.


def test_6_451_2_the_sea_of_marmara() -> None:
    middle = at("5245")
    near = bit_set(h for h in members(WATER & SHEETS["south"]) if GRID.distance(h, middle) <= 2)
    assert near | place_set("5544") == MARMARA


def test_6_454_1_britain_sends_points_to_russia_whatever_the_sea() -> None:
    state = position({}, entente="BR FR RU", month=1)
    state.points[BR] = 3
    assert recipients(state, BR) >> RU & 1
    state.points[FR] = 3
    # The Baltic lies behind the coasts of Denmark and Germany.
    assert not recipients(state, FR) >> RU & 1


def test_6_511_6_511_2_6_511_3_heat_and_snow() -> None:
    hot, cold = at("6271"), at("6258")
    for name in ("June", "July", "August"):
        found = bad_weather(month_number(f"{name} 1916"))
        assert found >> hot & 1
        assert not found >> cold & 1
    for name in ("November", "December", "January", "February"):
        found = bad_weather(month_number(f"{name} 1916"))
        assert not found >> hot & 1
        assert found >> cold & 1
        assert found & (SHEETS["north"] | SHEETS["south"]) == SHEETS["north"] | SHEETS["south"]
    assert not bad_weather(month_number("October 1916"))


def test_6_512_1_nobody_enters_bad_weather_in_the_second_fortnight() -> None:
    state = position(
        {"6660": "OT-I-8", "6659": "OT-I-9"},
        central="GE OT",
        entente="BR RU",
        scenario="asian_treasure_house",
        month=month_number("December 1914"),
    )
    state.fortnight = 1
    assert not idle(state)
    assert movable(state, CENTRAL) >> unit("OT-I-9") & 1
    state.fortnight = 2
    assert not movable(state, CENTRAL) >> unit("OT-I-9") & 1
    assert movable(state, CENTRAL) >> unit("OT-I-8") & 1
    state.stack = [Half(2, CENTRAL)]
    settle(state, Loaded())
    choose(state, "unit OT-I-8")
    assert decision(state).why_not(state, "march", at("6659")).case == "6.512"


def test_6_512_2_attacks_in_bad_weather_cost_double() -> None:
    state = position({"1123": "GE-I-5", "1023": "FR-I-4"}, month=1)
    battle = Battle(CENTRAL, at("1123"), at("1023"), 1 << unit("GE-I-5"))
    fair = price(state, battle)
    state.month = month_number("November 1914")
    assert price(state, battle) == 2 * fair


# Commissariat.


def test_6_53_1_6_53_2_each_side_ends_its_half_with_its_commissariat() -> None:
    state = position({"1123": "GE-I-5"}, month=1)
    Half(1, CENTRAL).run(state)
    assert Commissariat(CENTRAL) in state.stack
    state.trench_battles = state.breakthroughs = place_set("1023")
    Commissariat(CENTRAL).run(state)
    assert not state.trench_battles
    assert not state.breakthroughs


@pytest.mark.parametrize(("value", "lives"), [(1, True), (2, False)])
def test_6_6_1_a_die_below_its_effectiveness_saves_a_corps(value: int, lives: bool) -> None:
    state = position({"0922": "GE-I-LWO"}, month=1)
    corps = next(u for u in (unit("GE-I-3"),) if UNITS[u].defence)
    state.put(corps, at("0922"))
    worth = UNITS[corps].defence
    SurvivalOf(corps).rolled(state, worth - 1 if lives else worth)
    assert (state.where[corps] == at("0922")) == lives
    assert value


def test_6_6_2_at_home_a_corps_holds_out_longer() -> None:
    state = position({"0922": "GE-I-3"}, month=1)
    paris = lowest(CAPITALS[FR])
    worth = UNITS[unit("FR-I-2")].defence
    for place, lives in ((paris, True), (at("1224"), False)):
        lost = state.copy()
        lost.put(unit("FR-I-2"), place)
        # Nothing of France is left to supply it.
        lost.held = [lost.held[0] | lost.held[1], 0]
        SurvivalOf(unit("FR-I-2")).rolled(lost, worth)
        assert (lost.where[unit("FR-I-2")] == place) == lives


def test_6_6_2_2_93_3_so_it_does_where_its_government_has_fled_to_bug() -> None:
    """A shadow capital is as good as one's own for all purposes."""
    belgian, paris = unit("BE-I-1"), lowest(CAPITALS[FR])
    state = position({}, month=1, entente="FR RU BE")
    state.put(belgian, paris)
    state.held = [state.held[0] | state.held[1], 0]
    for hosts, lives in (({BE: FR}, True), ({}, False)):
        left = state.copy()
        left.hosts = hosts
        SurvivalOf(belgian).rolled(left, UNITS[belgian].defence)
        assert (left.where[belgian] == paris) == lives


def test_6_6_3_infrastructure_in_hand_may_be_taken_up() -> None:
    state = position({}, month=1)
    state.infrastructure = place_set("1123", "0922")
    state.stack = [Commissariat(CENTRAL)]
    assert settle(state, Loaded())["dismantle"] == place_set("1123")
    assert Dismantle(CENTRAL).why_not(state, "dismantle", at("0922")).case == "6.6.3"
    take(state, "dismantle", at("1123"))
    assert state.infrastructure == place_set("0922")
    assert settle(state, Loaded()) == {}


# Revolution.


def test_6_82_1_a_revolution_takes_all_points_for_good() -> None:
    state = position({}, entente="FR RU BR BE", month=month_number("October 1917"))
    state.points[RU] = 9
    state.points[BR] = 3
    state.patrons[BE] = RU
    revolt(state, RU)
    assert state.points[RU] == 0
    assert nominal(state, RU) == 0
    assert not recipients(state, BR) >> RU & 1
    assert not (1 << RU) & ~state.revolution
    assert requisitions(state, FR) == 0


def test_6_82_2_6_82_3_armies_dissolve_but_for_six_corps() -> None:
    state = position({"4023": "AH-I-1 AH-C-1"}, month=month_number("October 1918"))
    state.scenario = replace(state.scenario, hexes=BOARD.hexes)
    state.where[unit("AH-M-1")] = -6
    revolt(state, AH)
    left = [u for u in members(OF_NATION[AH] & ALL_CORPS) if state.where[u] >= 0]
    assert len(left) == 6
    assert {UNITS[u].defence for u in left} == {2}
    for capital in members(CAPITALS[AH]):
        assert sum(state.where[u] == capital for u in left) == 3
    assert not state.forts[CENTRAL] & OWNED[AH]
    assert state.where[unit("AH-M-1")] == -6


def test_6_82_4_german_troops_stay_and_get_no_replacements() -> None:
    state = position({"1123": "GE-I-5"}, month=month_number("October 1918"))
    forts = state.forts[CENTRAL] & OWNED[GE]
    revolt(state, GE)
    assert state.where[unit("GE-I-5")] == at("1123")
    assert state.forts[CENTRAL] & OWNED[GE] == forts
    assert nominal(state, GE) == 0
    assert US != GE


def test_6_83_1_one_german_attack_a_season_is_free() -> None:
    state = position({"1123": "GE-I-5", "1023": "FR-I-4"}, month=month_number("October 1918"))
    battle = Battle(CENTRAL, at("1123"), at("1023"), 1 << unit("GE-I-5"))
    assert not is_free(state, battle)
    revolt(state, GE)
    assert is_free(state, battle) == 1 << GE
    state.free_attacks |= 1 << GE
    assert not is_free(state, battle)
    Season(month_number("December 1918")).run(state)
    assert is_free(state, battle) == 1 << GE
