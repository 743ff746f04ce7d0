"""Chapter 12.9: the whole war, from its set-up and the plans of 1914 to its last season."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, unit
from trenchline.games.balance_of_powers.arrivals import reinforcements, season_after
from trenchline.games.balance_of_powers.calendar import month_number, name_of
from trenchline.games.balance_of_powers.combat_dice import may_reroll
from trenchline.games.balance_of_powers.components import (
    AH,
    ALL_CHIPS,
    BOARD,
    BR,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    GRID,
    HOME,
    JP,
    NEUTRAL,
    OF_KIND,
    OF_NATION,
    OT,
    RU,
    SHEETS,
    SIEGE,
    UNITS,
    US,
)
from trenchline.games.balance_of_powers.deployment import beginners, waiting, zone_of
from trenchline.games.balance_of_powers.diplomacy import StandardDiplomacy
from trenchline.games.balance_of_powers.forces import free_for, movable
from trenchline.games.balance_of_powers.interior_lines import InteriorLines, Invoke
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.joining import join, violate
from trenchline.games.balance_of_powers.march import Campaign
from trenchline.games.balance_of_powers.muster import PlaceWorks, grounds
from trenchline.games.balance_of_powers.navy import SHIPS
from trenchline.games.balance_of_powers.notation import notation, parse
from trenchline.games.balance_of_powers.opening import CRISIS, HISTORICAL, new_game
from trenchline.games.balance_of_powers.rail import no_trains
from trenchline.games.balance_of_powers.scenarios import order_of_battle
from trenchline.games.balance_of_powers.sequence import Month
from trenchline.games.balance_of_powers.set_up import PlaceAt, SetUp
from trenchline.games.balance_of_powers.short_seas import ShortSeas, Sinkings
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.table_maps import table_map
from trenchline.games.balance_of_powers.tabulation import Posting, nominal
from trenchline.games.balance_of_powers.the_last_act import LastAct, Prolong
from trenchline.games.balance_of_powers.trade_war import Unrestricted
from trenchline.games.balance_of_powers.variants import FREE, SHORT, played
from trenchline.games.balance_of_powers.victory import outcome, war_points
from trenchline.games.balance_of_powers.war_plans import JudgePlanXVII, JudgeSchlieffen
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.play import decision, settle, take

WAR = "great_war"


def begun(*options: str) -> State:
    return new_game(WAR, dict.fromkeys((HISTORICAL, *options), "on"))


def at_month(name: str, *options: str) -> State:
    state = begun(*options)
    state.month = month_number(name)
    state.stack = []
    return state


# How it begins.


def test_12_9_has_every_map_every_counter_and_the_whole_war() -> None:
    """[12.9/maps] [12.9/duration.1] [12.9/tracks]"""
    state = begun()
    scenario = state.scenario
    for sheet in SHEETS.values():
        assert sheet & ~scenario.hexes == 0
    assert scenario.boxes.bit_count() == 29
    assert (name_of(scenario.first), name_of(scenario.last)) == ("August 1914", "May 1919")
    listed = {u for units in scenario.forces.values() for u in units}
    whole = {u for units in order_of_battle().values() for u in units}
    assert {UNITS[u].key for u in whole ^ listed} == {"OT-I-7", "OT-A-7"}, "[R322]"
    powers = {AH: 3, GE: 8, FR: 4, RU: 5}
    assert {n: p for n, p in enumerate(state.points) if p} == powers
    assert state.innovation == [0, 0]
    assert not any(state.demoralization)
    join(state, BR, ENTENTE)
    assert state.points[BR] == 5


def test_12_9_set_up_britain_is_neutral_and_on_the_map() -> None:
    state = begun()
    assert state.sides[BR] == NEUTRAL
    own = state.mapped & OF_NATION[BR]
    assert own.bit_count() == 52
    assert broken(state) == []
    assert not movable(state, ENTENTE) & own
    assert not state.corps[ENTENTE] >> at("0415") & 1
    text = notation(state)
    assert notation(parse(text)) == text
    assert parse(text).corps == state.corps
    violate(state, next(n for n in range(len(state.sides)) if n == 11), CENTRAL)
    assert state.sides[BR] == ENTENTE
    assert state.corps[ENTENTE] >> at("0415") & 1
    assert not state.corps[NEUTRAL] & HOME[BR]
    assert broken(state) == []


def test_12_9_set_up_the_entente_places_the_british() -> None:
    state = new_game(WAR, {})
    step = decision(state)
    assert isinstance(step, SetUp)
    assert step.side == ENTENTE
    assert step.choices(state)["deploy"] >> unit("BR-I-1") & 1
    assert not waiting(state, CENTRAL) & OF_NATION[BR]
    place = PlaceAt(ENTENTE, unit("BR-I-1"))
    assert place.choices(state)["place"] & ~HOME[BR] == 0
    place.take(state, "place", at("0415"))
    assert state.where[unit("BR-I-1")] == at("0415")
    assert SetUp(CENTRAL).why_not(state, "deploy", unit("BR-I-2")).case == "11.3"


def test_12_9_set_up_corps_begin_at_home_in_maneuver_mode() -> None:
    state = begun()
    assert not state.entrenched
    for key in ("RS-I-1", "ME-I-SANJAK", "AH-I-8", "GE-I-1", "RU-I-1", "FR-I-1"):
        assert HOME[UNITS[unit(key)].nation] >> state.where[unit(key)] & 1, key


@pytest.mark.parametrize(
    ("key", "inside", "outside"),
    [
        ("FR-I-1", "1124 1022", "0423 1034 0838"),
        ("FR-I-ALPINE", "1034", "1124 0423"),
        ("FR-I-19", "1453", "1124 0838"),
        ("GE-I-1", "1219 2516", "Tsingtao AF9135 1119"),
        ("AH-I-1", "4023 2927 3537", "4321 4322 4522 4624"),
        ("RU-I-1", "3717 4721", "3419 Petrograd 4206"),
        ("RU-I-GD_1", "Petrograd", "3717"),
        ("RS-I-1", "3638", "3537"),
        ("BR-I-IEF_A", "India", "0415"),
    ],
)
def test_12_9_set_up_france_germany_austria_hungary_russia(
    key: str, inside: str, outside: str
) -> None:
    """[12.9/set-up.france] [12.9/set-up.germany] [12.9/set-up.austria-hungary]
    [12.9/set-up.russia]"""
    zone = zone_of(played(WAR, frozenset()), unit(key))
    assert place_set(*inside.split()) & ~zone.hexes == 0
    assert place_set(*outside.split()) & zone.hexes == 0


def test_12_9_set_up_france_fills_the_border_and_germany_the_west() -> None:
    """[12.9/set-up.france] [12.9/set-up.germany]"""
    state = begun()
    for label in ("1022", "1023", "1024", "1124", "1125", "1126", "1127"):
        assert (state.corps_at(at(label)) & OF_NATION[FR]).bit_count() >= 2, label
    scenario = state.scenario
    liege = next(quota for quota in scenario.quotas if quota.all)
    there = sum(state.corps_at(h).bit_count() for h in members(liege.hexes))
    assert there >= liege.all == 9
    (cap,) = scenario.caps
    assert sum(state.corps_at(h).bit_count() for h in members(cap.hexes)) <= cap.at_most == 6


def test_12_9_set_up_af_corps_begin_where_they_muster() -> None:
    scenario = played(WAR, frozenset())
    africans = beginners(scenario) & OF_KIND["africa"]
    assert africans.bit_count() == 14
    state = begun()
    for corps in members(africans & OF_NATION[GE]):
        assert grounds(state, corps) & zone_of(scenario, corps).hexes
    arabs = zone_of(scenario, unit("BR-A-ARAB")).hexes
    assert arabs >> at("AF9134") & 1, "British East Africa"
    assert not zone_of(scenario, unit("BR-A-WAFF")).hexes >> at("AF9134") & 1


def test_12_9_set_up_naval_units_in_home_ports_and_cruisers_anywhere() -> None:
    scenario = played(WAR, frozenset())
    battleships = zone_of(scenario, unit("GE-N-BB1")).hexes
    assert battleships & ~HOME[GE] == 0
    assert battleships >> at("1613") & 1
    assert not battleships >> at("Tsingtao") & 1
    cruisers = zone_of(scenario, unit("GE-N-CC1")).hexes
    for label in ("Tsingtao", "Carolines", "0903", "AF9135", "1613"):
        assert cruisers >> at(label) & 1, label
    for label in ("India", "Mid-Atlantic", "0415", "2516"):
        assert not cruisers >> at(label) & 1, label
    british = zone_of(scenario, unit("BR-N-CC1")).hexes
    for label in ("Scapa-Flow", "India", "Bordeaux", "2457"):
        assert british >> at(label) & 1, label
    assert not zone_of(scenario, unit("BR-N-BB1")).hexes >> at("Scapa-Flow") & 1
    state = begun()
    assert (state.mapped & SHIPS).bit_count() == 77


def test_12_9_set_up_mines_near_home_or_in_boxes() -> None:
    scenario = played(WAR, frozenset())
    russian = zone_of(scenario, unit("RU-M-1")).hexes
    assert russian >> at("Gulf-of-Finland") & 1
    assert russian >> at("4003") & 1
    german = zone_of(scenario, unit("GE-M-1")).hexes
    assert german >> at("1411") & 1
    assert german >> at("Tsingtao") & 1
    for label in ("Gulf-of-Finland", "0514", "0903"):
        assert not german >> at(label) & 1, label


def test_12_9_optional_set_up_frees_corps_but_not_ships_and_binds_nobody_to_plans() -> None:
    scenario = played(WAR, frozenset((FREE,)))
    assert zone_of(scenario, unit("FR-I-1")).hexes >> at("0423") & 1
    assert zone_of(scenario, unit("AH-I-1")).hexes >> at("4322") & 1
    assert zone_of(scenario, unit("GE-N-BB1")).hexes & ~HOME[GE] == 0
    assert not zone_of(scenario, unit("GE-A-KAM_1")).hexes >> at("AF9135") & 1
    assert not scenario.quotas
    assert not {"plan_xvii", "schlieffen"} & scenario.special.keys()
    assert scenario.settings["mobilizes"] == ["BR", "FR", "GE"]
    assert "secret" in scenario.special


def test_12_9_crisis_of_july_may_come_before_it() -> None:
    state = new_game(WAR, {CRISIS: "on", HISTORICAL: "on"})
    while (choices := settle(state, Loaded(6, 6, 6))) and "historical" in choices:
        take(state, "historical", 0)
    assert state.phase != "crisis"
    assert state.guilty == CENTRAL
    assert dict(war_points(state))["the guilt of the Central Powers"] == 1
    assert (state.mapped & OF_NATION[BR]).bit_count() == 52
    assert broken(state) == []


def test_12_9_reroll_belongs_to_the_central_powers_without_a_crisis() -> None:
    state = begun()
    assert state.reroll == CENTRAL
    state.fortnight = 1
    assert may_reroll(state)
    state.fortnight = 2
    assert not may_reroll(state)


# The plans of 1914.


def test_12_9_mobilization_only_three_powers_move_at_first_and_nobody_by_rail() -> None:
    state = begun()
    join(state, BR, ENTENTE)
    state.fortnight = 1
    assert movable(state, CENTRAL) & ~OF_NATION[GE] == 0
    assert movable(state, CENTRAL) & OF_NATION[GE]
    assert movable(state, ENTENTE) & ~(OF_NATION[FR] | OF_NATION[BR]) == 0
    assert no_trains(state)
    state.fortnight = 2
    assert movable(state, CENTRAL) & OF_NATION[AH]
    assert not no_trains(state)


def test_12_9_plan_xvii_and_12_9_schlieffen_bind_as_in_12_1() -> None:
    """[12.9/plan-xvii] [12.9/schlieffen]"""
    state = begun()
    state.stack = []
    state.fortnight = 2
    JudgePlanXVII().run(state)
    assert state.stack
    state.stack = []
    JudgeSchlieffen().run(state)
    assert state.finished
    assert outcome(state).winner == ENTENTE


# Interior lines.


def test_6_52_interior_lines_once_a_year_from_1915() -> None:
    """[12.9/interior-lines]"""
    early = at_month("October 1914")
    InteriorLines().run(early)
    assert early.stack == []
    state = at_month("February 1915")
    InteriorLines().run(state)
    assert state.stack == [Invoke(CENTRAL)]
    step = Invoke(CENTRAL)
    state.stack = []
    assert step.choices(state) == {"wait": 1, "invoke": 1}
    step.take(state, "wait", 0)
    assert not state.interior_lines
    step.take(state, "invoke", 0)
    assert movable(state, CENTRAL) & ~SIEGE == 0
    assert movable(state, CENTRAL) >> unit("GE-S-1") & 1
    assert Campaign(CENTRAL).why_not(state, "unit", unit("GE-I-1")).case == "6.52"
    state.stack = []
    InteriorLines().run(state)
    assert state.stack == [], "once a year"
    state.forget("year")
    InteriorLines().run(state)
    assert state.stack


def test_6_52_1_guns_enter_nothing_of_the_enemy_and_are_free_afterwards() -> None:
    state = at_month("February 1915")
    french = at("1126")
    for corps in members(state.corps_at(french)):
        state.lift(corps)
    Invoke(CENTRAL).take(state, "invoke", 0)
    assert not free_for(state, CENTRAL) >> french & 1
    assert free_for(state, CENTRAL) >> at("1226") & 1
    state.spent[unit("GE-S-1")] = 2
    state.done |= 1 << unit("GE-S-1")
    assert isinstance(state.stack.pop(), Campaign)
    settle(state, Loaded())
    assert not state.interior
    assert not state.done
    assert not state.spent


def test_6_52_comes_between_the_weather_and_the_first_fortnight() -> None:
    state = at_month("March 1915")
    Month(state.month).run(state)
    names = [type(step).__name__ for step in reversed(state.stack)]
    assert names.index("Weather") + 1 == names.index("InteriorLines")
    assert names.index("InteriorLines") + 1 == names.index("Half")


# How it goes on.


def test_12_9_ottoman_corps_of_medina_is_one_for_africa() -> None:
    """[R322] [12.9/ottoman]"""
    state = begun()
    listed = {u for units in state.scenario.forces.values() for u in units}
    assert unit("OT-A-7") in listed
    assert unit("OT-I-7") not in listed
    allowed = state.scenario.leash(1 << unit("OT-A-7"))
    assert allowed >> at("AF9027") & 1
    assert not allowed >> at("AF8926") & 1


def test_12_9_resources_are_nominal() -> None:
    state = at_month("September 1914")
    state.points = [0 for _ in state.points]
    Posting().run(state)
    for nation in (AH, GE, FR, RU):
        assert state.points[nation] > 0
    assert state.points[BR] == 0, "still neutral"
    assert nominal(state, GE) > nominal(state, AH)


def test_6_123_britain_japan_and_the_ottoman_empire_follow_one_another() -> None:
    state = at_month("August 1914")
    violate(state, 11, CENTRAL)
    state.stack = []
    for month, nation, side in (("September 1914", JP, ENTENTE), ("October 1914", OT, CENTRAL)):
        state.month = month_number(month)
        StandardDiplomacy().run(state)
        assert state.sides[nation] == side
        works = [step for step in state.stack if isinstance(step, PlaceWorks)]
        assert len(works) == (nation == OT)
        state.stack = []


@pytest.mark.parametrize(
    ("season", "keys"),
    [
        (1, "US-N-BB2 US-N-SS1 US-N-SS2 US-M-1 US-M-2 US-M-3"),
        (7, "US-I-6 US-T-FORD3T US-S-1"),
    ],
)
def test_13_0_usa_1_13_0_usa_7_american_seasons(season: int, keys: str) -> None:
    state = begun()
    state.take_side(US, ENTENTE)
    state.entered[US] = month_number("April 1917")
    state.month = season_after(state.entered[US], season)
    arriving = {u for u in reinforcements(state, True) if UNITS[u].nation == US}
    assert arriving == {unit(key) for key in keys.split()}


def test_13_0_usa_0_13_0_usa_3_13_0_usa_8_entry_pershing_and_income() -> None:
    """[13.0/usa.0] [13.0/usa.3] [13.0/usa.8]"""
    state = begun()
    forces = state.scenario.forces
    entry = {UNITS[u].key for u in forces["US entry"]}
    assert entry == {f"US-N-{n}" for n in ("BB1", "PD1", "PD2", "PD3", "CA1", "CC1", "CC2")}
    third = [UNITS[u] for u in forces["US season 3"]]
    assert {u.key for u in third if u.kind != "mine"} == {"US-L-PERSHING", "US-I-1", "US-N-SS3"}
    assert sum(u.kind == "mine" for u in third) == 8
    state.take_side(US, ENTENTE)
    state.entered[US] = month_number("April 1917")
    state.posted |= 1 << US
    state.month = season_after(state.entered[US], 8)
    assert nominal(state, US) == 48


# How it ends.


def test_12_9_victory_adds_up_from_chips_guilt_and_revolutions() -> None:
    """[12.9/victory.1] [12.9/victory.2] [12.9/victory.3] [12.9/victory.4] [12.9/victory.5]
    [12.9/victory.6] [12.9/victory.7]"""
    state = begun()
    europe = SHEETS["north"] | SHEETS["south"]
    state.held[ENTENTE] &= ~ALL_CHIPS
    assert outcome(state).scores == (0, 0)
    assert outcome(state).winner == CENTRAL

    def hold(chips: int, count: int) -> None:
        for _ in range(count):
            chip = lowest(chips & ~state.held[ENTENTE])
            state.held[ENTENTE] |= 1 << chip

    hold(ALL_CHIPS & europe, 12)
    assert outcome(state).scores == (0, 12)
    assert outcome(state).winner == CENTRAL, "more than twelve are wanted"
    hold(ALL_CHIPS & ~europe, 5)
    assert outcome(state).scores == (0, 12)
    state.held[ENTENTE] |= 1 << at("Tsingtao")
    assert outcome(state).scores == (0, 13)
    assert outcome(state).winner == ENTENTE
    state.guilty = CENTRAL
    assert outcome(state).scores == (0, 14)
    state.guilty = ENTENTE
    assert outcome(state).scores == (0, 13)
    for nation, points in ((GE, 15), (AH, 17), (RU, 15)):
        state.revolution |= 1 << nation
        assert outcome(state).scores == (0, points)
    state.extended = 3
    assert outcome(state).scores == (0, 12)


@pytest.mark.parametrize("month", ["August 1918", "November 1918", "February 1919"])
def test_12_9_duration_2_the_entente_ends_the_war_or_goes_on_for_a_season(month: str) -> None:
    state = at_month(month)
    LastAct().run(state)
    assert state.stack == [Prolong(ENTENTE)]
    step = Prolong(ENTENTE)
    assert "victory points" in step.prompt(state)
    step.take(state, "fight_on", 0)
    assert state.extended == 1
    assert not state.finished
    ended = at_month(month)
    step.take(ended, "make_peace", 0)
    assert ended.finished
    other = at_month("July 1918")
    LastAct().run(other)
    assert other.stack == []


def test_12_9_duration_1_may_1919_is_the_last_month() -> None:
    state = at_month("May 1919")
    Month(state.month).run(state)
    assert not any(isinstance(step, Month) for step in state.stack)
    state = at_month("August 1918")
    Month(state.month).run(state)
    names = [type(step).__name__ for step in reversed(state.stack)]
    assert names.index("RevolutionPhase") < names.index("LastAct") < names.index("Season")


# Without ships.


def test_12_9_no_navy_1_two_powers_are_blockaded_from_spring_1915() -> None:
    state = at_month("December 1914", SHORT)
    assert not state.mapped & SHIPS
    assert state.scenario.gunfire_of == ENTENTE
    state.points = [30 for _ in state.points]
    ShortSeas().run(state)
    assert set(state.points) == {30}
    state.month = month_number("March 1915")
    ShortSeas().run(state)
    assert state.points[AH] < 30
    assert state.points[GE] < 30
    assert state.points[FR] == 30
    assert state.stack == [], "Britain is neutral"


def test_12_9_no_navy_2_submarines_cost_britain_four_eight_or_twelve() -> None:
    state = at_month("March 1915", SHORT)
    join(state, BR, ENTENTE)
    state.stack = []
    ShortSeas().run(state)
    assert state.stack == [Sinkings(), Unrestricted(CENTRAL)]
    lost = []
    for season in range(7):
        state.points[BR] = 40
        state.unrestrained = 0
        if 0 < season < 6:
            Unrestricted(CENTRAL).take(state, "unrestrict", 0)
        Sinkings().run(state)
        lost.append(40 - state.points[BR])
    assert lost == [4, 8, 8, 8, 8, 12, 4]
    assert state.fifth_unrestricted == state.month
    state.stack = []
    ShortSeas().run(state)
    assert state.stack == [Sinkings()], "no sixth time"


# At the table.


def test_1_23_the_sea_chart_lies_below_the_maps() -> None:
    told = table_map(WAR)
    assert told.boxes is not None
    assert {box.name for box in told.boxes} == {GRID.label(box) for box in BOARD.boxes}
    for one, other in combinations(told.boxes, 2):
        apart = abs(one.x - other.x) >= one.width or abs(one.y - other.y) >= one.height
        assert apart, (one.name, other.name)
