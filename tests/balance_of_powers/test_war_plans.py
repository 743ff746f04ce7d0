"""What binds the powers as a scenario begins: plans, patrons, conquests, forts."""

from __future__ import annotations

from dataclasses import replace

from tests.balance_of_powers.campaigning import begun, choose
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    BE,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    HOME,
    NATION,
    RO,
    RS,
)
from trenchline.games.balance_of_powers.courting import modifier, on_offer
from trenchline.games.balance_of_powers.joining import join
from trenchline.games.balance_of_powers.losses import BuyOff, Demoralize, may_attrit
from trenchline.games.balance_of_powers.morale import MoraleDie
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game, opening
from trenchline.games.balance_of_powers.payment import is_free
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.season import Season
from trenchline.games.balance_of_powers.sequence import Half, Month
from trenchline.games.balance_of_powers.stacking import fits
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.games.balance_of_powers.variants import FREE
from trenchline.games.balance_of_powers.victory import outcome
from trenchline.games.balance_of_powers.war_plans import JudgePlanXVII, JudgeSchlieffen, advance
from trenchline.kernel.bits import bit_set
from trenchline.kernel.play import decision, settle

FOUR = "FR-I-7 FR-I-14 FR-I-20 FR-I-21"


def corps(keys: str) -> int:
    return bit_set(unit(key) for key in keys.split())


def august(*entered: tuple[str, str]) -> State:
    """August 1914, and what French corps have entered."""
    state = position({"1126": FOUR}, month=0)
    for keys, label in entered:
        advance(state, corps(keys), at(label), enters=True)
    state.fortnight = 2
    return state


def test_12_1_plan_xvii_four_corps_go_into_two_hexes_of_germany() -> None:
    kept = august(("FR-I-7 FR-I-14", "1226"), ("FR-I-20 FR-I-21", "1224"))
    for state, judged in (
        (kept, False),
        (august(("FR-I-7 FR-I-14", "1226"), ("FR-I-20", "1224")), True),
        (august((FOUR, "1226")), True),
        (august((FOUR, "1226"), ("FR-I-7", "1023")), True),
    ):
        state.stack = [JudgePlanXVII()]
        assert bool(settle(state, Loaded())) == judged


def test_12_1_plan_xvii_1_the_central_powers_destroy_four_french_corps() -> None:
    state = august()
    state.put(unit("FR-I-9"), at("1124"))
    state.put(unit("GE-I-21"), at("1224"))
    state.stack = [JudgePlanXVII()]
    settle(state, Loaded())
    assert decision(state).who(state) == CENTRAL
    assert decision(state).why_not(state, "destroy", unit("GE-I-21")).case == "12.1/plan-xvii"
    choose(state, *(f"destroy {key}" for key in FOUR.split()))
    assert all(state.where[unit(key)] == POOL for key in FOUR.split())
    assert state.where[unit("FR-I-9")] == at("1124")
    assert not state.stack


def test_12_1_plan_xvii_an_attack_that_is_called_off_is_none() -> None:
    for paid in (True, False):
        state = position({"1126": "FR-I-7 FR-I-14", "1226": "GE-I-14"}, month=0)
        state.points[FR] = 3
        begun(state, ENTENTE)
        choose(state, "stack 1126", "attack 1226", "pay FR" if paid else "call_off")
        assert bool(state.plan_corps) == paid


def test_12_1_plan_xvii_is_judged_as_the_second_fortnight_begins() -> None:
    state = position({"1126": FOUR}, month=0)
    state.stack = [Half(2, CENTRAL)]
    settle(state, Loaded())
    assert "destroy" in decision(state).choices(state)
    later = position({"1126": FOUR}, month=1)
    later.stack = [Half(2, CENTRAL)]
    settle(later, Loaded())
    assert not later.stack or "destroy" not in decision(later).choices(later)


NINE = "GE-I-3 GE-I-4 GE-I-5 GE-I-7 GE-I-8 GE-I-9 GE-I-10 GE-I-13 GE-I-16"


def test_12_1_schlieffen_nine_corps_go_through_liege_or_the_entente_wins() -> None:
    for through, keys, lost in (
        ("1119", NINE, False),
        ("1119", NINE.removesuffix(" GE-I-16"), True),
        ("1020", NINE, True),
    ):
        state = position({}, entente="BE FR RU", month=0)
        advance(state, corps(keys), at(through), enters=True)
        state.stack = [Month(1), JudgeSchlieffen()]
        settle(state, Loaded())
        assert state.finished == lost
        assert (outcome(state).winner == ENTENTE) == lost


def test_12_1_schlieffen_liege_is_attacked_or_entered() -> None:
    state = position({}, entente="BE FR RU", month=0)
    advance(state, corps(NINE), at("1119"), enters=False)
    assert not state.plan_corps
    advance(state, corps(NINE), at("1020"), enters=True)
    state.stack = [JudgeSchlieffen()]
    settle(state, Loaded())
    assert not state.finished


def test_12_1_britain_1_british_and_french_corps_do_not_stack() -> None:
    state = position({"0720": "FR-I-1"}, entente="BR FR RU", month=1)
    assert not fits(state, at("0720"), corps("BR-I-1"), ENTENTE)
    assert fits(state, at("0720"), corps("FR-I-2"), ENTENTE)
    assert fits(state, at("0721"), corps("BR-I-1"), ENTENTE)
    east = position({"3717": "FR-I-1"}, entente="BR FR", scenario="kaiserschlacht")
    assert fits(east, at("3717"), corps("BR-I-1"), ENTENTE)


def test_13_0_fort_rupel_and_the_iron_gate_begin_reduced() -> None:
    state = opening(load_scenario("south_slavs"))
    assert [state.fort_steps(at(label)) for label in ("4344", "4236")] == [1, 1]


def test_2_42_minors_at_war_from_the_start_are_allocated() -> None:
    state = new_game("south_slavs", {HISTORICAL: "on"})
    settle(state, Loaded())
    asked = decision(state)
    assert "allocate" in asked.choices(state)
    while "allocate" in (asked := decision(state)).choices(state):
        choose(state, "allocate FR")
    assert state.patrons[RS] == FR


def test_2_93_who_has_lost_his_capital_as_a_scenario_begins_is_conquered() -> None:
    state = new_game("kaiserschlacht", {HISTORICAL: "on"})
    assert state.conquered >> BE & 1
    settle(state, Loaded())
    assert "host" in decision(state).choices(state)
    choose(state, "host FR")
    assert state.hosts[BE] == FR


def test_6_83_a_revolutionary_germany_has_a_free_attack_a_season() -> None:
    state = position({"1224": "GE-I-21", "1124": "FR-I-20"}, month=month_number("November 1918"))
    battle = Battle(CENTRAL, at("1224"), at("1124"), corps("GE-I-21"))
    assert not is_free(state, battle)
    state.revolution = 1 << GE
    assert is_free(state, battle) == 1 << GE
    state.free_attacks = 1 << GE
    assert not is_free(state, battle)
    Month(month_number("January 1919")).run(state)
    assert not is_free(state, battle)
    Season(month_number("March 1919")).run(state)
    assert is_free(state, battle) == 1 << GE


def test_1_323_3_a_leader_whose_command_may_move_may_go_back() -> None:
    state = begun(position({"1224": "GE-I-21 GE-L-KLUCK", "1226": "GE-I-14"}, month=1))
    choose(state, "recall GE-L-KLUCK")
    assert state.where[unit("GE-L-KLUCK")] == POOL
    other = begun(position({"1224": "GE-I-21 GE-L-KLUCK", "1226": "GE-I-14"}, month=1))
    choose(other, "unit GE-I-21", "stop")
    assert decision(other).why_not(other, "recall", unit("GE-L-KLUCK")).case == "1.323.3"
    assert "recall" not in decision(other).choices(other)


def cut_off(*, entrenched: str = "") -> State:
    """Russian corps, whose country is lost, beside French ones that are in supply."""
    state = position(
        {"1224": "GE-I-21 GE-I-14", "1124": "FR-I-20 FR-I-9 RU-I-1 RU-I-2"},
        entrenched=entrenched,
        month=1,
    )
    state.points[FR] = state.points[NATION["RU"]] = 3
    state.held[ENTENTE] &= ~HOME[NATION["RU"]]
    battle = Battle(CENTRAL, at("1224"), at("1124"), corps("GE-I-21 GE-I-14"), trenches=True)
    state.battles.append(replace(battle, defending_point=unit("FR-I-20")))
    return state


def test_10_711_whoever_pays_has_his_own_corps_in_supply() -> None:
    state = cut_off()
    state.phasing = CENTRAL
    able = BuyOff(1).able(state)
    assert able >> FR & 1
    assert not able >> NATION["RU"] & 1
    assert BuyOff(1).why_not(state, "buy_off", NATION["RU"]).case == "10.711"


def test_10_713_recruits_come_from_those_in_supply() -> None:
    state = cut_off(entrenched="FR-I-20 FR-I-9")
    able = may_attrit(state, state.battle, 1)
    assert able >> FR & 1
    assert not able >> NATION["RU"] & 1


def test_10_74_the_table_shakes_before_attrition_does() -> None:
    state = cut_off()
    state.battle = replace(state.battle, attrition=(-1, FR), leaders=(-1, -1))
    Demoralize(FR, 1, 6).run(state)
    assert state.stack == [MoraleDie(FR, 3, -1), MoraleDie(FR, 6, -1)]


def test_12_5_diplomacy_2_and_june1916_czernowitz_is_offered_to_romania() -> None:
    state = opening(load_scenario("south_slavs"))
    assert on_offer(state, ENTENTE, RO) >> at("4726") & 1
    assert not on_offer(state, CENTRAL, RO) >> at("4726") & 1
    before = modifier(state, RO, 0, 0)
    state.month = month_number("June 1916")
    assert modifier(state, RO, 0, 0) == before - 2


def test_12_5_diplomacy_3_siberians_come_to_kishinev_with_romania() -> None:
    state = opening(load_scenario("south_slavs"))
    join(state, RO, ENTENTE)
    assert state.where[unit("RU-I-SIB_4")] == at("5329")


def test_12_1_optional_set_up_is_anywhere_at_home_without_plans() -> None:
    state = new_game("before_the_leaves_fall", {FREE: "on"})
    settle(state, Loaded())
    choose(state, "enroll FR-I-1")
    free = decision(state).choices(state)
    assert free.keys() == {"station"}
    assert free["station"] >> at("0422") & 1
    assert not free["station"] >> at("1224") & 1
    assert decision(state).why_not(state, "station", at("1224")).case == "12.1/optional-set-up"
    state.fortnight = 2
    state.stack = [JudgePlanXVII(), JudgeSchlieffen()]
    settle(state, Loaded())
    assert not state.finished
    assert not state.stack
