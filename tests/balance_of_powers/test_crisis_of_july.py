"""Chapter 11.5: the Crisis of July, and the war that follows from it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from tests.balance_of_powers.campaigning import choose
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from trenchline.games.balance_of_powers.arrivals import timetable
from trenchline.games.balance_of_powers.calendar import month_number, name_of
from trenchline.games.balance_of_powers.combat_dice import may_reroll
from trenchline.games.balance_of_powers.components import (
    AH,
    ALL_CORPS,
    BR,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    HOME,
    IT,
    JP,
    ME,
    NEUTRAL,
    OF_NATION,
    RO,
    RS,
    RU,
    SE,
)
from trenchline.games.balance_of_powers.courting import opportunists
from trenchline.games.balance_of_powers.crisis_of_july import Choose
from trenchline.games.balance_of_powers.deployment import beginners, ground
from trenchline.games.balance_of_powers.diplomacy import Diplomacy
from trenchline.games.balance_of_powers.forces import movable
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.joining import RANDOM_ENTRY
from trenchline.games.balance_of_powers.july_war import WAR, altered
from trenchline.games.balance_of_powers.march import Campaign
from trenchline.games.balance_of_powers.modifiers import modifiers
from trenchline.games.balance_of_powers.notation import notation, parse
from trenchline.games.balance_of_powers.odds import parse_attack
from trenchline.games.balance_of_powers.opening import CRISIS, HISTORICAL, deployed, new_game
from trenchline.games.balance_of_powers.rail import no_trains
from trenchline.games.balance_of_powers.random_entry import rollers, rows
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.sequence import Half
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.games.balance_of_powers.tabulation import nominal
from trenchline.kernel.bits import members
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.position import differences
from trenchline.kernel.steps import count, pick

USUAL = "before_the_leaves_fall"
STEPS = 14


def july(*, set_up: str = "on") -> State:
    """The crisis at its beginning."""
    state = new_game(USUAL, {CRISIS: "on", HISTORICAL: set_up})
    state.log = []
    settle(state, Loaded())
    return state


def played(others: Iterable[int] = (), *dice: int) -> State:
    """The crisis with the other way at some steps, and the dice as they fall."""
    state, loaded = july(), Loaded(*dice)
    while isinstance(asked := decision(state), Choose):
        verb = "alternative" if asked.number in set(others) else "historical"
        choose(state, verb, dice=loaded)
    return state


def war(*words: str, scenario: str = USUAL) -> State:
    """The war that follows from some words."""
    state = deployed(altered(load_scenario(scenario), (*words, WAR)), frozenset({HISTORICAL}))
    state.july = (*words, WAR)
    return state


def at_step(number: int) -> State:
    """The crisis before one of its steps."""
    state = july()
    for _ in range(number - 1):
        choose(state, "historical", dice=Loaded())
    assert decision(state) == Choose(number)
    return state


def test_11_5_3_11_5_all_as_in_1914_comes_to_two_and_the_war_of_august() -> None:
    """[11.5/s0] [11.5/s15] [11.5.3] [11.5/war-guilt]"""
    state = played((), 3, 3)
    assert state.guilt == 2
    assert state.guilty == CENTRAL
    assert state.reroll == CENTRAL
    assert name_of(state.month) == "August 1914"
    assert not broken(state)


def test_11_5_2_each_step_has_its_power_and_its_guilt() -> None:
    """[11.5/s1] [11.5/s2] [11.5/s3] [11.5/s4] [11.5/s5] [11.5/s6] [11.5/s7] [11.5/s8] [11.5/s9]
    [11.5/s10] [11.5/s11] [11.5/s12] [11.5/s13] [11.5/s14]"""
    told = "C+1+0 C+2+0 C+0+1 E+0-1 E-1+0 E+0+1 C+0-1 C+1-1 E-1+0 C-1+1 E-1+1 C+2-1 E-1+2 C+1-2"
    for number, words in enumerate(told.split(), 1):
        side, first, second = words[0], int(words[1:3]), int(words[3:])
        state = at_step(number)
        asked = decision(state)
        assert asked.who(state) == "CE".index(side)
        assert f"({first:+})" in asked.prompt(state)
        for verb, guilt in (("historical", first), ("alternative", second)):
            after, before = state.copy(), state.guilt
            take(after, verb, 0)
            assert after.guilt - before == guilt, number


def test_11_5_s1_a_russia_acts_or_lets_it_fester() -> None:
    state = july()
    choose(state, "alternative")
    assert state.stack[-1].who(state) == ENTENTE  # type: ignore[attr-defined]
    acts = state.copy()
    choose(acts, "act")
    assert decision(acts) == Choose(5)
    choose(state, "fester", dice=Loaded(5, 3, 4))
    assert name_of(state.month) == "May 1915"
    assert state.guilt == 0


@pytest.mark.parametrize("number", [2, 8])
def test_11_5_s2_a_11_5_s8_a_11_5_4_the_powder_keg_ends_the_sequence(number: int) -> None:
    state = at_step(number)
    choose(state, "alternative", dice=Loaded(6, 2, 2))
    assert "powder_keg" in state.july
    assert state.month == month_number("May 1915")
    assert state.sides[RO] == ENTENTE


def test_11_5_s3_a_the_war_begins_in_july_with_one_fortnight() -> None:
    state = played([3], 3, 4)
    assert name_of(state.month) == "July 1914"
    fortnights = [step for step in state.stack if isinstance(step, Half)]
    assert fortnights == [Half(1, ENTENTE), Half(1, CENTRAL)]
    state.stack = [Half(1, CENTRAL)]
    settle(state, Loaded())
    assert not movable(state, CENTRAL) & OF_NATION[AH]
    assert movable(state, CENTRAL) & OF_NATION[GE]
    assert no_trains(state)
    state.month = month_number("August 1914")
    assert movable(state, CENTRAL) & OF_NATION[AH]
    assert not no_trains(state)


def test_11_5_s3_a_july_has_no_second_fortnight() -> None:
    state = played([3], 3, 4)
    # Whoever passes sees one half of each side.
    halves = 0
    while state.month < 0:
        choices = settle(state, Loaded(*[6] * 50))
        asked = decision(state)
        if type(asked).__name__ == "Campaign":
            halves += 1
        for verb in ("end", "none", "stand"):
            if verb in choices:
                take(state, verb, 0)
                break
        else:
            take(state, *pick(choices, 0))
    assert halves == 2


def test_11_5_s4_a_11_5_s11_a_russia_has_three_points_more_or_less() -> None:
    usual = played((), 3, 4).points[RU]
    assert played([4], 3, 4).points[RU] == usual + 3
    assert played([11], 3, 4).points[RU] == usual - 3
    assert played([4, 11], 3, 4).points[RU] == usual


@pytest.mark.parametrize(("number", "nation"), [(6, BR), (7, AH)])
def test_2_91_2_11_5_s6_a_11_5_s7_a_a_die_below_three_demoralizes(number: int, nation: int) -> None:
    """[2.91.2]"""
    assert played([number], 2, 3, 4).demoralization[nation] == 1
    assert played([number], 3, 3, 4).demoralization[nation] == 0


@pytest.mark.parametrize("number", [5, 9])
def test_11_5_s5_a_11_5_s9_a_russia_loses_face_and_the_keg_goes_off(number: int) -> None:
    state = played([number], 2, 5, 3, 4)
    assert state.demoralization[RU] == 1
    assert state.sides[RO] == ENTENTE


def test_11_5_s9_a_sweden_stays_out_after_russia_waited() -> None:
    # Courland without a die for Sweden: two dice are left for the guilt.
    state = played([9], 6, 1, 3, 4)
    assert state.sides[SE] == NEUTRAL
    assert "courland" in state.july


def test_11_5_s13_a_the_french_stand_and_the_germans_have_an_advantage() -> None:
    state = war("unready")
    state.stack = [Half(1, ENTENTE)]
    settle(state, Loaded())
    assert not movable(state, ENTENTE) & OF_NATION[FR]
    french = next(members(OF_NATION[FR] & ALL_CORPS & state.mapped))
    assert Campaign(ENTENTE).why_not(state, "unit", french).case == "11.5/s13.a"
    border = position({"1123": "GE-I-5", "1023": "FR-I-4"}, month=0)
    border.scenario = state.scenario
    attack = parse_attack(border, "GE-I-5 > 1023")
    told = {modifier.case: modifier.value for modifier in modifiers(border, attack)}
    assert told["11.5/s13.a"] == 1
    border.fortnight = 2
    assert "11.5/s13.a" not in {modifier.case for modifier in modifiers(border, attack)}


def test_11_5_s14_a1_the_germans_wait_and_are_free_of_their_plan() -> None:
    state = war("partial")
    state.stack = [Half(1, CENTRAL)]
    settle(state, Loaded())
    assert not movable(state, CENTRAL)
    assert "schlieffen" not in state.scenario.special
    beside = [q for q in state.scenario.quotas if q.units & OF_NATION[GE]]
    assert beside
    state.fortnight = 2
    assert movable(state, CENTRAL) & OF_NATION[GE]


def test_11_5_s14_a2_france_is_neutral_and_courted_at_once() -> None:
    state = war("partial")
    assert state.sides[FR] == NEUTRAL
    assert not beginners(state.scenario) & OF_NATION[FR]
    assert opportunists(state) == 1 << FR
    assert not broken(state)


def test_11_5_s14_a3_france_and_britain_roll_with_japan() -> None:
    state = war("partial")
    state.options |= {RANDOM_ENTRY}
    state.month = month_number("August 1914")
    assert not rollers(state)
    state.month = month_number("September 1914")
    assert {rows(state)[row]["nation"] for row in rollers(state)} == {"FR", "BR"}
    state.scenario = replace(
        state.scenario, settings={**state.scenario.settings, "neutrals": ["JP", "FR", "BR"]}
    )
    assert {rows(state)[row]["nation"] for row in rollers(state)} == {"JP", "FR", "BR"}
    state.stack = [Diplomacy()]
    settle(state, Loaded())
    choose(state, "end", "end", dice=Loaded(6, 5, 5))
    while state.sides[BR] == NEUTRAL:
        # The French set up before the British roll.
        take(state, *pick(settle(state, Loaded(5)), 0))
        settle(state, Loaded(5))
    # No modifier: five is enough although nobody has violated Belgium.
    assert state.sides[FR] == ENTENTE
    assert state.aloof == 1 << JP


@pytest.mark.parametrize(("britain", "sweden"), [(ENTENTE, NEUTRAL), (NEUTRAL, CENTRAL)])
def test_11_5_s14_a4_sweden_joins_if_britain_stays_out(britain: int, sweden: int) -> None:
    state = war("partial")
    state.month = month_number("October 1914")
    if britain == ENTENTE:
        state.take_side(BR, ENTENTE)
    state.stack = [Diplomacy()]
    settle(state, Loaded())
    assert state.sides[SE] == sweden


def test_11_5_peace_keeping_table_the_war_of_may_1915() -> None:
    """[11.5/peace-keeping-table.1] [11.5/peace-keeping-table.2] [11.5/peace-keeping-table.4]"""
    state = war("powder_keg", "romania")
    assert name_of(state.month) == "May 1915"
    when = {arrival.unit: arrival for arrival in timetable(state.scenario)}
    joffre = when[unit("FR-L-JOFFRE")]
    assert name_of(joffre.month) == "June 1915"
    assert nominal(state, RU) == 8 + 3
    state.posted |= 1 << RU
    assert nominal(state, RU) == 19 + 3
    assert not {"plan_xvii", "schlieffen"} & state.scenario.special.keys()
    south = war("powder_keg", "romania", scenario="south_slavs")
    assert south.sides[RS] == south.sides[ME] == NEUTRAL
    assert south.where[unit("AH-I-RAYON")] == POOL


def test_11_5_peace_keeping_table_3_the_dice_of_peace_are_thrown_in_may() -> None:
    state = war("powder_keg", "courland")
    state.options |= {RANDOM_ENTRY}
    assert {rows(state)[row]["nation"] for row in rollers(state)} == {"BR"}
    table = {told["nation"]: told["month"] for told in rows(state)}
    assert table["JP"] == table["OT"] == "May 1915"
    assert table["RS"] == table["RO"] == "August 1916"
    assert next(told for told in rows(state) if told["nation"] == "RS")["with"] == ["ME"]


def test_11_5_peace_keeping_table_5_three_powers_move_first() -> None:
    state = war("powder_keg", "courland")
    state.stack = [Half(1, ENTENTE)]
    settle(state, Loaded())
    assert movable(state, ENTENTE) & OF_NATION[FR]
    assert not movable(state, ENTENTE) & OF_NATION[RU]
    assert no_trains(state)
    state.fortnight = 2
    assert movable(state, ENTENTE) & OF_NATION[RU]
    assert not no_trains(state)


def test_11_5_peace_keeping_table_1_2_courland_rises() -> None:
    state = war("powder_keg", "courland")
    assert state.where[unit("GE-I-LWO")] == at("3706")
    assert state.held[CENTRAL] >> at("3706") & 1
    fresh = deployed(state.scenario, frozenset())
    russian = unit("RU-I-1")
    assert not ground(fresh, russian) & place_set("3706", "3705", "3707", "3606", "3806")
    joins = played([2], 2, 2, 3, 4)
    assert joins.sides[SE] == CENTRAL
    assert HOME[SE] >> joins.where[unit("SE-I-1")] & 1
    assert not broken(joins)
    assert played([2], 2, 3, 3, 4).sides[SE] == NEUTRAL


def test_11_5_peace_keeping_table_3_4_italy_takes_the_coast() -> None:
    state = war("powder_keg", "italy", scenario="south_slavs")
    assert state.sides[IT] == ENTENTE
    assert place_set("2635", "2738") >> state.where[unit("IT-I-30")] & 1
    assert state.held[ENTENTE] >> at("2635") & 1
    fresh = deployed(state.scenario, frozenset())
    assert not ground(fresh, unit("AH-I-8")) & place_set("2635", "2738")
    assert not broken(state)


def test_11_5_peace_keeping_table_5_6_romania_is_with_the_entente() -> None:
    state = war("powder_keg", "romania", scenario="south_slavs")
    assert state.sides[RO] == ENTENTE
    assert HOME[RO] >> state.where[unit("RO-I-1")] & 1
    assert played([2], 5, 3, 4).sides[RO] == ENTENTE


@pytest.mark.parametrize(
    ("dice", "guilty"),
    [((2, 2), ENTENTE), ((2, 3), -1), ((3, 3), CENTRAL)],
)
def test_11_5_1_11_5_war_guilt_table_under_7_11_5_war_guilt_table_7(
    dice: tuple[int, int], guilty: int
) -> None:
    """[11.5/war-guilt-table/over-7] [11.5.1] The sum of all that happened is two."""
    state = played((), *dice)
    assert state.guilty == guilty
    assert state.reroll == guilty


def test_11_5_reroll_the_guilty_side_has_it_in_the_first_fortnight() -> None:
    state = played([3], 1, 1)
    assert state.guilty == ENTENTE
    state.fortnight = 1
    assert may_reroll(state)
    state.month += 1
    assert not may_reroll(state)


@pytest.mark.parametrize("dice", [(3, 3), (3, 3, 3)])
def test_11_5_s15_the_war_goes_on_where_the_crisis_ends_bug(dice: tuple[int, ...]) -> None:
    """The game was over with the last choice of July: nobody ran on with the steps of the war."""
    others = (2,) if len(dice) > 2 else ()
    state = july()
    match_dice = Loaded(*dice)
    choices = settle(state, match_dice)
    while isinstance(asked := decision(state), Choose):
        take(state, "alternative" if asked.number in others else "historical", 0)
        choices = settle(state, match_dice)
    assert "violate" in choices
    assert state.phase == "diplomacy"
    assert name_of(state.month) == ("May 1915" if others else "August 1914")


@pytest.mark.parametrize("seed", range(6))
def test_11_5_random_crises_lead_into_a_war_that_can_be_written_down(seed: int) -> None:
    rng = random.Random(seed)
    state, dice = july(), PlannersDice(random.Random(seed))
    for taken in range(150):
        choices = settle(state, dice)
        assert choices
        if taken % 5 == 0 or taken < STEPS:
            read = parse(notation(state))
            read.rolls = state.rolls
            assert differences(read, state) == []
            assert not broken(state)
        take(state, *pick(choices, rng.randrange(count(choices))))
    assert WAR in state.july
