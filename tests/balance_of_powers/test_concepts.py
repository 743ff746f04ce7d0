"""Chapter 2: sides, points, control, stacking, innovation, demoralization, crisis and conquest."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.campaigning import attack, begun, choose, lorraine, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from tests.balance_of_powers.test_land_combat import units
from trenchline.games.balance_of_powers import stacking
from trenchline.games.balance_of_powers.arrivals import accrued
from trenchline.games.balance_of_powers.aviation import Combine
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.components import (
    AH,
    ALL_CHIPS,
    BE,
    BR,
    CAPITALS,
    CENTRAL,
    COAST,
    ENTENTE,
    FORTRESSES,
    FR,
    FULL_NATIONS,
    GE,
    HOME,
    NATIONS,
    NEUTRAL,
    OF_KIND,
    OF_NATION,
    OWNED,
    RU,
)
from trenchline.games.balance_of_powers.conquest import conquer, is_fallen, judge, liberate
from trenchline.games.balance_of_powers.control import occupy
from trenchline.games.balance_of_powers.face import GAME
from trenchline.games.balance_of_powers.going import SEA
from trenchline.games.balance_of_powers.innovation import InnovationDie, learn, threshold
from trenchline.games.balance_of_powers.joining import Allocate, join
from trenchline.games.balance_of_powers.landings import coasts
from trenchline.games.balance_of_powers.losing import lose
from trenchline.games.balance_of_powers.morale import demoralize
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.revolution import threshold as revolts_below
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.season import Reductions
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.games.balance_of_powers.supply import sources
from trenchline.games.balance_of_powers.tabulation import (
    Posting,
    beneficiary,
    nominal,
    requisitions,
)
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.floods import step
from trenchline.kernel.play import settle

# Sides and nations.


def test_2_22_a_neutral_is_nobodys_enemy_and_sets_up_when_it_joins() -> None:
    state = position({}, month=1)
    assert state.sides[BE] == NEUTRAL
    assert not state.mapped & OF_NATION[BE]
    assert not (state.held[CENTRAL] | state.held[ENTENTE]) & HOME[BE]
    join(state, BE, ENTENTE)
    assert state.held[ENTENTE] & HOME[BE] == HOME[BE]
    assert state.stack


def test_2_22_1_a_neutral_power_posts_nothing() -> None:
    state = position({}, month=1)
    Posting().run(state)
    assert state.points[FR] > 0
    assert state.points[BR] == 0


def test_2_22_2_what_a_neutral_has_gathered_comes_with_it() -> None:
    state = new_game("before_the_leaves_fall", {HISTORICAL: "on"})
    assert state.sides[BE] == NEUTRAL
    assert accrued(state, BE, False)


def test_2_24_1_no_landing_leads_to_a_full_nation() -> None:
    state = position({}, central="GE OT JP US BR", entente="FR", month=8)
    assert FULL_NATIONS
    assert not coasts(state) & FULL_NATIONS
    assert not COAST & FULL_NATIONS


def test_2_27_1_all_nations_of_a_side_move_in_its_half() -> None:
    state = position({"1224": "GE-I-3", "3030": "AH-I-1", "1124": "FR-I-1"}, month=8)
    assert offered(begun(state), "unit") == units("GE-I-3 AH-I-1")


# Points.


def test_2_41_points_pay_for_attacks_trains_losses_and_recruits() -> None:
    state = lorraine("GE-I-21 GE-I-14", "FR-I-20 FR-I-9")
    choose(state, "stack 1224", "entrain GE", "rail 1224")
    assert state.points[GE] == 8
    choose(state, "attack 1124", "pay GE", "point GE-I-21", "point FR-I-20", dice=Loaded(4, 4))
    assert state.points[GE] == 7
    choose(state, "buy_off GE")
    assert state.points[GE] == 6


def test_2_42_2_a_minor_allocates_its_capital_to_a_power_of_its_side() -> None:
    state = position({}, entente="FR RU BE", month=1)
    asked = Allocate(ENTENTE, BE)
    assert asked.choices(state) == {"allocate": 1 << FR | 1 << RU}
    asked.take(state, "allocate", FR)
    assert requisitions(state, FR) == 1
    assert requisitions(state, RU) == 0


def conquered_belgium() -> State:
    state = position({}, entente="FR RU BE", month=8)
    state.patrons[BE] = FR
    lost = CAPITALS[BE] | HOME[BE] & ALL_CHIPS
    for hex_ in members(lost):
        state.holder[hex_] = GE
    state.held[ENTENTE] &= ~lost
    state.held[CENTRAL] |= lost
    return state


def test_2_42_3_2_93_8_a_conquered_minor_pays_its_conqueror() -> None:
    state = conquered_belgium()
    state.conquered = 1 << BE
    assert beneficiary(state, BE) == GE
    assert requisitions(state, GE) == 1
    assert requisitions(state, FR) == 0


def test_2_93_9_half_a_conquest_pays_nobody() -> None:
    state = conquered_belgium()
    assert requisitions(state, GE) == 0
    assert requisitions(state, FR) == 0


def test_2_44_losses_stop_at_nothing() -> None:
    state = position({}, month=8)
    state.points[FR] = 2
    lose(state, FR, 5, "a test")
    assert state.points[FR] == 0


# Locations and control.


def test_2_52_1_boxes_that_only_meet_at_a_corner_are_not_adjacent() -> None:
    """[2.52] The seas off Tierra del Fuego touch no port."""
    assert step(1 << at("Terra-del-Fuego"), SEA) == place_set("South-Atlantic", "South-Pacific")


def test_2_53_1_2_53_4_sole_occupation_by_infantry_takes_control_for_the_whole_side() -> None:
    state = position({"1124": "GE-S-1"}, month=8)
    assert not occupy(state, at("1124"), units("GE-S-1"))
    assert occupy(state, at("1124"), units("GE-I-3"))
    assert state.controller(at("1124")) == GE
    assert state.held[CENTRAL] >> at("1124") & 1
    assert not occupy(state, at("1124"), units("AH-I-1"))


def test_2_53_3_of_several_takers_one_gets_control() -> None:
    """[R30]"""
    state = position({}, month=8)
    assert occupy(state, at("1124"), units("GE-I-3 AH-I-1 AH-I-2"))
    assert state.controller(at("1124")) == AH


# Stacking.


def test_2_62_1_a_waste_holds_one_corps_and_six_with_a_road() -> None:
    state = position({}, month=8)
    waste = lowest(stacking.BARE)
    assert stacking.limit(state, waste) == 1
    state.infrastructure = 1 << waste
    assert stacking.limit(state, waste) == 6


FULL = "GE-I-1 GE-I-2 GE-I-4 GE-I-5 GE-I-6 GE-I-7"


def test_2_62_2_nobody_marches_through_a_full_hex() -> None:
    lane = [at("1224"), at("1324")]
    state = position({"1224": "GE-I-3", "1324": FULL}, month=8)
    choose(begun(state), "unit GE-I-3")
    assert not offered(state, "march") >> lane[1] & 1
    assert refused(state, "march 1324").case == "2.62"


def test_2_62_3_a_full_hex_may_be_attacked_by_as_many() -> None:
    """[9.14] The limit holds for each side by itself."""
    state = position({"1124": FULL.replace("GE", "FR"), "1224": FULL}, month=8)
    choose(begun(state), "stack 1224")
    assert offered(state, "attack") >> at("1124") & 1


def test_2_62_4_a_location_has_one_infrastructure_at_most() -> None:
    state = position({}, month=8)
    state.infrastructure |= 1 << at("1224")
    before = state.infrastructure
    state.infrastructure |= 1 << at("1224")
    assert state.infrastructure == before


def test_2_65_allies_share_a_hex() -> None:
    state = position({"1224": "GE-I-3 AH-I-1"}, month=8)
    assert stacking.fits(state, at("1224"), units("AH-I-2 GE-I-4"), CENTRAL)


def test_2_67_2_only_damaged_fighters_change_and_nobody_is_divided() -> None:
    state = position({"1124": "GE-V-DR1JG2 GE-V-DR1JG3"}, month=8)
    assert Combine(CENTRAL, at("1124")).choices(state) == {"none": 1}
    state.reduced = units("GE-V-DR1JG2 GE-V-DR1JG3")
    assert Combine(CENTRAL, at("1124")).choices(state)["combine"] == state.reduced


def test_2_68_both_sides_see_all_stacks() -> None:
    state = lorraine("GE-I-21 GE-I-14", "FR-I-20 FR-I-9")
    assert GAME.view(state, CENTRAL).pieces == GAME.view(state, ENTENTE).pieces


# Battles and innovation.


def test_2_7_1_fortress_steps_make_no_battle_major() -> None:
    state = position({"0921": "GE-I-3 GE-I-4", "0922": "FR-I-1"}, held_by={"GE": "0921"}, month=8)
    state.points[GE] = 5
    begun(state)
    words = ("stack 0921", "attack 0922", "pay GE", "point GE-I-3", "fortress")
    choose(state, *words, dice=Loaded(4, 3))
    if state.battles:
        assert not state.battle.major
    assert not Battle(CENTRAL, 0, 0, 0, began=(2, 1), strengths=(2, 3)).major
    assert Battle(CENTRAL, 0, 0, 0, began=(2, 2), strengths=(2, 2)).major


def test_2_81_innovation_begins_where_the_scenario_says() -> None:
    scenario = load_scenario("kaiserschlacht")
    state = new_game("kaiserschlacht", {HISTORICAL: "on"})
    assert tuple(state.innovation) == scenario.innovation == (38, 35)


@pytest.mark.parametrize(
    ("raw", "major", "learns"),
    [(7, True, 1), (8, True, 0), (5, False, 1), (6, False, 0)],
)
def test_2_82_1_2_82_low_dice_against_trenches_teach(raw: int, major: bool, learns: int) -> None:
    """[2.82.1] The attacker alone."""
    state = position({"1224": "GE-I-3", "1124": "FR-I-1"}, month=8)
    began = (2, 2) if major else (1, 2)
    told = Battle(CENTRAL, at("1224"), at("1124"), units("GE-I-3"), trenches=True)
    learn(state, Battle(CENTRAL, told.origin, told.target, told.attackers, raw=raw, began=began))
    assert state.innovation == [0, 0]
    battle = Battle(
        CENTRAL, told.origin, told.target, told.attackers, trenches=True, raw=raw, began=began
    )
    learn(state, battle)
    assert state.innovation == [learns, 0]


@pytest.mark.parametrize(
    ("level", "below"),
    [(49, None), (50, 2), (51, 3), (52, 4), (53, 5), (54, 6), (55, 6), (70, 6)],
)
def test_2_83_2_2_83_the_die_of_each_level(level: int, below: int | None) -> None:
    """[2.83/50] [2.83/51] [2.83/52] [2.83/53] [2.83/54] [2.83/55-up] [2.83.2] [R70] Never more than
    a five in six."""
    state = position({}, month=8)
    state.innovation[CENTRAL] = level
    assert threshold(state, CENTRAL) == below


def test_2_83_1_a_die_below_the_number_brings_benefits_to_the_whole_side() -> None:
    for die, gained in ((1, 1), (2, 0)):
        state = position({}, month=8)
        state.innovation[CENTRAL] = 50
        state.stack = [InnovationDie(CENTRAL)]
        settle(state, Loaded(die))
        assert state.benefits == [gained, 0]


DUG_IN = "FR-I-20 FR-I-9"


def innovative(*words: str, dice: tuple[int, ...]) -> State:
    state = lorraine("GE-I-21 GE-I-14", DUG_IN, dug_in=DUG_IN)
    state.put(unit("FR-I-1"), at("1025"))
    state.benefits[CENTRAL] = 1
    return attack(state, *words, dice=dice)


def test_2_84_1_2_84_2_2_84_who_has_innovation_does_not_dig_in_and_attacks_again() -> None:
    """[2.84]"""
    state = innovative("point GE-I-21", "point FR-I-20", "buy_off FR", dice=(4, 4))
    assert not state.entrenched & units("GE-I-14")
    assert offered(state, "attack") >> at("1124") & 1


def test_2_84_3_a_breach_does_not_hinder_him() -> None:
    state = lorraine("GE-I-21 GE-I-14", DUG_IN, dug_in=DUG_IN)
    state.benefits[CENTRAL] = 1
    state.breaches[at("1224"), at("1124")] = 2
    attack(state, "point GE-I-21", "point FR-I-20", dice=(4, 4))
    assert state.battle.modifier == -2


def test_2_84_4_no_reserves_come_up_against_him() -> None:
    state = innovative(dice=())
    assert not offered(state, "reserve")


# Demoralization and crisis.


def test_2_94_eleven_is_the_limit_of_germany() -> None:
    assert NATIONS[GE].limit == 11


def test_2_91_only_major_powers_are_demoralized() -> None:
    state = position({}, month=8)
    assert demoralize(state, GE)
    assert state.demoralization[GE] == 1
    assert not demoralize(state, BE)


def test_2_92_at_its_limit_a_power_is_in_crisis() -> None:
    state = position({}, month=8)
    for _ in range(10):
        assert demoralize(state, GE)
    assert GE not in state.crisis
    assert demoralize(state, GE)
    assert state.crisis[GE] == 8


def test_2_91_1_demoralization_takes_from_the_income() -> None:
    state = position({}, month=8)
    state.points[FR], state.demoralization[FR] = 9, 3
    Reductions().run(state)
    assert state.points[FR] == 6


def test_2_92_1_in_crisis_the_loss_stays_at_the_limit_and_grows_no_more() -> None:
    state = position({}, month=8)
    for _ in range(NATIONS[FR].limit + 3):
        demoralize(state, FR)
    assert state.demoralization[FR] == NATIONS[FR].limit
    state.points[FR] = 20
    Reductions().run(state)
    assert state.points[FR] == 20 - NATIONS[FR].limit


def test_2_92_2_in_crisis_there_is_no_attrition() -> None:
    state = lorraine("GE-I-21 GE-I-14 GE-I-3", DUG_IN, dug_in=DUG_IN)
    attack(state, "point GE-I-21", "point FR-I-20", dice=(3, 3))
    assert offered(state, "attrition") == 1 << GE
    state.crisis[GE] = 8
    assert refused(state, "attrition GE").case == "2.92"


def test_2_92_3_in_crisis_only_tanks_or_air_superiority_carry_an_attack() -> None:
    for key, plane, may in (("GE-I-14", False, 0), ("GE-T-A7V", False, 1), ("GE-I-14", True, 1)):
        state = lorraine(f"GE-I-21 {key}", "FR-I-20")
        state.crisis[GE] = 8
        if plane:
            state.put(unit("GE-V-EINDKRD"), at("1124"))
        choose(state, "stack 1224")
        assert (offered(state, "attack") >> at("1124") & 1) == may
        if not may:
            assert refused(state, "attack 1124").case == "2.92"


def test_2_92_5_a_revolution_may_come_from_the_second_month_on() -> None:
    for nation, ever in ((AH, True), (GE, True), (RU, True)):
        state = position({}, month=8)
        state.crisis[nation] = 8
        assert not revolts_below(state, nation)
        state.month = 9
        assert not revolts_below(state, nation)
        state.month = 10
        assert bool(revolts_below(state, nation)) == ever


# Conquest.


def test_2_93_1_2_93_5_one_capital_of_austria_hungary_is_enough_and_brings_the_crisis() -> None:
    state = position({}, month=8, scenario="south_slavs")
    vienna, chip = lowest(CAPITALS[AH]), lowest(HOME[AH] & ALL_CHIPS)
    assert not is_fallen(state, AH)
    lost = 1 << vienna | 1 << chip
    state.held[CENTRAL] &= ~lost
    state.held[ENTENTE] |= lost
    judge(state, vienna)
    assert state.conquered >> AH & 1
    assert state.demoralization[AH] == NATIONS[AH].limit
    assert AH in state.crisis


def test_2_93_2_a_revolution_cannot_be_conquered() -> None:
    state = position({}, month=8)
    lost = CAPITALS[RU] | HOME[RU] & ALL_CHIPS
    state.held[ENTENTE] &= ~lost
    state.held[CENTRAL] |= lost
    assert is_fallen(state, RU)
    state.revolution = 1 << RU
    assert not is_fallen(state, RU)


def test_2_93_3_2_93_4_a_conquered_nation_lives_on_with_its_host() -> None:
    state = conquered_belgium()
    conquer(state, BE)
    settle(state, Loaded())
    choose(state, "host FR")
    assert sources(state, BE) >> at("0423") & 1
    assert state.sides[BE] == ENTENTE
    corps = lowest(OF_NATION[BE] & OF_KIND["infantry"])
    state.where[corps] = POOL
    assert state.troops[ENTENTE] >> corps & 1


def test_2_93_6_a_minors_fortresses_are_ruined_and_a_powers_are_not() -> None:
    state = conquered_belgium()
    conquer(state, BE)
    assert not any(state.fort_steps(h) for h in members(OWNED[BE] & FORTRESSES))
    conquer(state, FR)
    assert all(state.fort_steps(h) == 2 for h in members(OWNED[FR] & FORTRESSES))


def test_2_93_7_a_conquered_power_posts_its_last_column_and_loses_nothing_more() -> None:
    state = position({}, month=8)
    state.conquered = 1 << FR
    assert nominal(state, FR) == NATIONS[FR].income[2]
    state.points[FR], state.demoralization[FR] = 5, 4
    Reductions().run(state)
    assert state.points[FR] == 5


def test_2_93_10_who_is_free_again_stays_in_crisis() -> None:
    state = position({}, month=8)
    conquer(state, FR)
    liberate(state, FR)
    assert not state.conquered
    assert FR in state.crisis
