"""Chapters 11 and 12: how a scenario begins, and the free set-up at the table."""

from __future__ import annotations

import random

import pytest

from trenchline.games.balance_of_powers import set_up as setting_up
from trenchline.games.balance_of_powers.components import (
    AH,
    ALL_CORPS,
    BE,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    NEUTRAL,
    OF_NATION,
    RU,
    UNITS,
)
from trenchline.games.balance_of_powers.conquest import Shelter
from trenchline.games.balance_of_powers.deployment import (
    beginners,
    ground,
    historical,
    set_aside_already,
    waiting,
)
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.joining import Allocate
from trenchline.games.balance_of_powers.opening import new_game
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.sequence import Month
from trenchline.games.balance_of_powers.set_up import PlaceAt, SetUp
from trenchline.games.balance_of_powers.state import AWAITED, BOX, POOL, State
from trenchline.games.balance_of_powers.supply import sources
from trenchline.kernel.bits import members
from trenchline.kernel.steps import Decision, count, is_legal, pick

from .table import at, unit

NAMES = (
    *("before_the_leaves_fall", "fire_in_the_east", "kaiserschlacht"),
    *("south_slavs", "asian_treasure_house"),
)


def top(state: State) -> Decision[State]:
    step = state.stack[-1]
    assert isinstance(step, Decision)
    return step


def choose(state: State, verb: str, number: int = 0) -> None:
    step = top(state)
    assert is_legal(step.choices(state), (verb, number)), step.why_not(state, verb, number)
    state.stack.pop()
    step.take(state, verb, number)


def deploy(state: State, key: str, label: str, verb: str = "place") -> None:
    choose(state, "deploy", unit(key))
    choose(state, verb, at(label))


def refused(state: State, verb: str, number: int) -> str:
    step = top(state)
    assert not is_legal(step.choices(state), (verb, number))
    return step.why_not(state, verb, number).case


def in_stack(state: State, label: str, nation: int) -> int:
    return (state.corps_at(at(label)) & OF_NATION[nation]).bit_count()


def play_at_random(state: State, seed: int, rest: float = 0.0) -> None:
    """Set up by chance, never asking for help but with the probability ``rest``."""
    chance = random.Random(seed)
    while isinstance(state.stack[-1], Decision):
        choices = dict(top(state).choices(state))
        assert count(choices), top(state).prompt(state)
        if len(choices) > 1 and chance.random() >= rest:
            choices.pop("rest", None)
        choose(state, *pick(choices, chance.randrange(count(choices))))


# The beginning


def test_11_3_the_entente_sets_up_first_and_neutrals_do_not() -> None:
    state = new_game("before_the_leaves_fall", {})
    assert top(state).who(state) == ENTENTE
    assert state.where[unit("BE-I-1")] == AWAITED
    assert refused(state, "deploy", unit("BE-I-1")) == "11.3"
    assert refused(state, "deploy", unit("GE-I-1")) == "11.3"
    choose(state, "rest")
    assert top(state).who(state) == CENTRAL
    choose(state, "rest")
    assert state.stack == [Month(0)]
    assert state.where[unit("BE-I-1")] == AWAITED


def test_12_1_tracks_points_sides_and_the_neutral_belgians() -> None:
    state = new_game("before_the_leaves_fall", {})
    assert [state.points[n] for n in (AH, GE, FR, RU)] == [3, 8, 4, 5]
    assert [state.sides[n] for n in (GE, FR, BE)] == [CENTRAL, ENTENTE, NEUTRAL]
    assert state.forts[NEUTRAL] >> at("1119") & 1
    assert state.forts[ENTENTE] >> at("0922") & 1


def test_11_4_a_side_holds_its_set_up_area() -> None:
    state = new_game("fire_in_the_east", {})
    assert state.held[CENTRAL] >> at("3419") & 1, "Lodz"
    assert not state.held[ENTENTE] >> at("3419") & 1
    assert state.controller(at("3419")) == GE
    assert state.controller(at("4322")) == RU, "Lemberg"
    assert state.held[ENTENTE] >> at("4322") & 1
    assert state.held[CENTRAL] & state.held[ENTENTE] == 0


def test_12_2_adjustments_4_przemysl_is_a_ruin() -> None:
    state = new_game("fire_in_the_east", {})
    assert state.fort_steps(at("4023")) == 0
    assert state.fort_steps(at("3617")) == 2
    assert not broken(state)


def test_12_4_ti_and_crisis_from_the_start() -> None:
    state = new_game("kaiserschlacht", {})
    assert state.benefits == [1, 0]
    assert state.innovation == [38, 35]
    assert FR in state.crisis
    assert state.fort_steps(at("1119")) == 0


# Zones, quotas and caps


def test_12_1_set_up_france_every_border_hex_has_two_corps() -> None:
    state = new_game("before_the_leaves_fall", {})
    deploy(state, "FR-I-19", "0827")
    choose(state, "deploy", unit("FR-I-1"))
    assert refused(state, "place", at("0423")) == "12.1/set-up.france"
    choose(state, "place", at("0922"))
    others = members(waiting(state, ENTENTE) & OF_NATION[FR] & ALL_CORPS)
    spare = [u for u in others if UNITS[u].key != "FR-I-ALPINE"]
    for number, other in enumerate(spare[: len(spare) - 14]):
        choose(state, "deploy", other)
        choose(state, "place", at(("0922", "0923", "0924")[number % 3]))
    choose(state, "deploy", spare[-1])
    assert refused(state, "place", at("0922")) == "12.1/set-up.france"
    assert "everybody who is left" in top(state).why_not(state, "place", at("0922")).reason
    choose(state, "place", at("1022"))
    choose(state, "rest")
    for label in ("1022", "1023", "1024", "1124", "1125", "1126", "1127"):
        assert in_stack(state, label, FR) >= 2, label


def test_12_1_set_up_germany_nine_corps_stand_beside_liege_and_six_in_the_east() -> None:
    state = new_game("before_the_leaves_fall", {})
    choose(state, "rest")
    east = ["GE-I-1", "GE-I-2", "GE-I-3", "GE-I-4", "GE-I-5", "GE-I-6"]
    for key in east:
        deploy(state, key, "3614")
    choose(state, "deploy", unit("GE-I-7"))
    assert refused(state, "place", at("3611")) == "12.1/set-up.germany"
    choose(state, "place", at("2516"))
    play_at_random(state, 3)
    assert in_stack(state, "1219", GE) + in_stack(state, "1220", GE) >= 9


def test_12_1_set_up_russia_stands_in_towns_and_the_guard_at_petrograd() -> None:
    state = new_game("before_the_leaves_fall", {})
    choose(state, "deploy", unit("RU-I-GD_1"))
    assert refused(state, "place", at("3717")) == "12.1/set-up.russia"
    choose(state, "place", at("Petrograd"))
    choose(state, "deploy", unit("RU-I-1"))
    assert refused(state, "place", at("3419")) == "12.1/set-up.russia", "Lodz is west of Warsaw"
    assert refused(state, "dug_in", at("3717")) == "12.1/set-up.russia"


def test_6_213_leaders_wait_for_their_corps() -> None:
    state = new_game("before_the_leaves_fall", {})
    assert refused(state, "deploy", unit("RU-L-SAMSONOV")) == "6.213"
    deploy(state, "RU-I-1", "3717")
    choose(state, "deploy", unit("RU-L-SAMSONOV"))
    assert refused(state, "place", at("4105")) == "6.213"
    choose(state, "place", at("3717"))


def test_2_62_a_full_hex_takes_no_more() -> None:
    state = new_game("before_the_leaves_fall", {})
    for number in range(1, 7):
        deploy(state, f"RU-I-{number}", "3717")
    choose(state, "deploy", unit("RU-I-7"))
    assert refused(state, "place", at("3717")) == "2.62"


def test_12_2_set_up_in_either_mode() -> None:
    state = new_game("fire_in_the_east", {})
    choose(state, "rest")
    deploy(state, "RU-I-1", "3717", "dug_in")
    assert state.entrenched >> unit("RU-I-1") & 1
    choose(state, "deploy", unit("RU-C-1"))
    assert "dug_in" not in top(state).choices(state)


def test_9_5_flotillas_begin_on_rivers() -> None:
    state = new_game("south_slavs", {})
    choose(state, "rest")
    choose(state, "deploy", unit("AH-F-DANUBE"))
    assert refused(state, "place", at("2435")) == "9.5", "Pola"


def test_12_7_forces_include_one_infrastructure_marker() -> None:
    state = new_game("asian_treasure_house", {})
    choose(state, "rest")
    choose(state, "works", at("8363"))
    assert refused(state, "works", at("6662")) == "2.62"
    choose(state, "rest")
    assert state.infrastructure == 1 << at("8363")


def test_12_2_adjustments_3_the_south_edge_supplies_austria_hungary() -> None:
    state = new_game("fire_in_the_east", {})
    assert sources(state, AH) >> at("4128") & 1
    assert not sources(state, GE) >> at("4128") & 1


def test_12_7_muster_2_damascus_supplies_the_germans() -> None:
    state = new_game("asian_treasure_house", {})
    assert sources(state, GE) >> at("6662") & 1
    state.held[CENTRAL] &= ~(1 << at("6662"))
    assert not sources(state, GE) >> at("6662") & 1


# Those who were lost before


def test_12_2_set_aside_six_russian_corps_worth_eleven() -> None:
    state = new_game("fire_in_the_east", {})
    weak = [u for u in members(OF_NATION[RU]) if UNITS[u].effectiveness == 1 and UNITS[u].is_corps]
    weak = [u for u in weak if beginners(state.scenario) >> u & 1]
    while is_legal(top(state).choices(state), ("set_aside", weak[0])):
        choose(state, "set_aside", weak.pop(0))
    assert refused(state, "set_aside", weak[0]) == "12.2/set-aside"
    play_at_random(state, 1)
    gone = set_aside_already(state, RU)
    assert gone.bit_count() == 6
    assert sum(UNITS[u].effectiveness for u in members(gone)) >= 11
    assert all(state.where[u] == POOL for u in members(gone))


def test_12_4_set_aside_by_britain_france_and_germany() -> None:
    state = new_game("kaiserschlacht", {"historical_set_up": "on"})
    for told in state.scenario.set_asides:
        gone = set_aside_already(state, told.nation)
        assert gone.bit_count() >= 4
        assert sum(UNITS[u].effectiveness for u in members(gone)) >= 7


def test_12_4_ah_corps_one_corps_of_effectiveness_two_comes_west() -> None:
    state = new_game("kaiserschlacht", {})
    while state.stack[-1].__class__.__name__ != "Enlist":
        choose(state, "rest")
    assert refused(state, "enlist", unit("AH-I-3")) == "12.4/ah-corps"
    choose(state, "enlist", unit("AH-I-1"))
    play_at_random(state, 5, rest=1.0)
    assert state.where[unit("AH-I-1")] >= 0
    assert state.where[unit("AH-I-2")] == BOX


# The whole of it


@pytest.mark.parametrize("name", NAMES)
def test_11_3_the_historical_set_up_is_told_for_everybody_and_legal(name: str) -> None:
    scenario = load_scenario(name)
    told = historical(scenario)
    assert not [UNITS[u].key for u in members(beginners(scenario)) if u not in told]
    state = new_game(name, {"historical_set_up": "on"})
    assert not broken(state)
    assert state.stack[0] == Month(scenario.first)
    assert all(isinstance(step, (Allocate, Shelter)) for step in state.stack[1:])
    if name == "before_the_leaves_fall":
        assert all(state.where[u] == place for u, (place, _) in told.items())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", NAMES)
def test_11_3_no_set_up_ends_in_a_dead_end(name: str, seed: int) -> None:
    state = new_game(name, {})
    play_at_random(state, seed, rest=0.01 * seed)
    assert not broken(state)
    assert not waiting(state, CENTRAL)
    assert not waiting(state, ENTENTE)
    scenario = state.scenario
    for quota in scenario.quotas:
        missing, _ = quota.short(state.stacks)
        assert missing == 0, quota.name
    for cap in scenario.caps:
        inside = sum((state.corps_at(h) & cap.units).bit_count() for h in members(cap.hexes))
        assert inside <= cap.at_most
    for zone in scenario.zones:
        for u in members(zone.units & beginners(scenario)):
            assert state.where[u] == POOL or zone.hexes >> state.where[u] & 1


def test_the_steps_say_what_they_want() -> None:
    state = new_game("before_the_leaves_fall", {})
    left = waiting(state, ENTENTE).bit_count()
    assert f"{left} units to place" in SetUp(ENTENTE).prompt(state)
    assert "Dijon" in PlaceAt(ENTENTE, unit("FR-I-19")).prompt(state)


def test_1_323_2_a_leader_without_a_command_waits_in_the_pool_bug(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """[R198] Others led all American corps, and Pershing could not be set up with the rest."""
    state = new_game("kaiserschlacht", {})
    pershing = unit("US-L-PERSHING")
    monkeypatch.setattr(
        setting_up, "ground", lambda state, who: 0 if who == pershing else ground(state, who)
    )
    setting_up.by_history(state, ENTENTE)
    assert state.where[pershing] == POOL
    assert not waiting(state, ENTENTE)
