"""Chapter 10.7 and 10.8: losses, attrition, demoralization, and what follows a combat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.balance_of_powers.campaigning import attack, begun, choose, lorraine, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from tests.balance_of_powers.test_land_combat import units
from trenchline.games.balance_of_powers.battle import FORTRESS, NOBODY, Battle
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, FR, GE, NATION
from trenchline.games.balance_of_powers.losses import may_attrit, shaken
from trenchline.games.balance_of_powers.morale import MoraleDie
from trenchline.games.balance_of_powers.state import GONE, State
from trenchline.kernel.bits import members
from trenchline.kernel.play import decision, settle

HERE, THERE = "1224", "1124"
DUG_IN = "FR-I-20 FR-I-9"


def after(dice: tuple[int, ...], *words: str, german: str = "", french: str = "") -> State:
    """Two German corps attack two French ones, all worth three, with these dice."""
    state = lorraine(german or "GE-I-21 GE-I-14", french or DUG_IN)
    return attack(state, "point GE-I-21", "point FR-I-20", *words, dice=dice)


def lost(state: State, keys: str) -> bool:
    return all(state.where[u] < 0 for u in members(units(keys)))


def trench_attack(
    *words: str,
    dice: tuple[int, ...],
    breaches: dict[tuple[str, str], int] | None = None,
    benefits: int = 0,
    french: str = DUG_IN,
    dug_in: str = DUG_IN,
    german: str = "GE-I-21 GE-I-14",
) -> State:
    """The same against trenches, which take two from the dice."""
    state = lorraine(german, french, dug_in=dug_in)
    state.benefits[CENTRAL] = benefits
    for (one, other), value in (breaches or {}).items():
        state.breaches[at(one), at(other)] = value
    return attack(state, *words, dice=dice)


POINTS = ("point GE-I-21", "point FR-I-20")


# Losses.


def test_10_711_1_any_major_in_the_force_pays_and_minors_alone_cannot() -> None:
    state = position(
        {HERE: "GE-I-21 AH-I-14", THERE: "FR-I-20 BE-I-1"}, entente="FR RU BE", month=8
    )
    for nation in (GE, NATION["AH"], FR):
        state.points[nation] = 5
    begun(state)
    attack(state, *POINTS, dice=(4, 4))
    assert offered(state, "buy_off") == 1 << GE | 1 << NATION["AH"]
    state = position({HERE: "GE-I-21 GE-I-14", THERE: "BE-I-1 BE-I-2"}, entente="FR RU BE", month=8)
    state.points[GE] = state.points[FR] = 5
    begun(state)
    attack(state, "point GE-I-21", "point BE-I-1", dice=(2, 3))
    assert state.where[unit("BE-I-1")] < 0


def test_10_711_a_fortress_alone_pays_from_its_owners_purse_or_loses_one_step() -> None:
    """[10.711.1] Six is 1/RP."""
    state = position({"0921": "GE-I-3 GE-I-4"}, held_by={"GE": "0921 1020 1021"}, month=8)
    state.points[GE] = state.points[FR] = 5
    begun(state)
    words = ("stack 0921", "attack 0922", "pay GE", "point GE-I-3")
    choose(state, *words, dice=Loaded(4, 4))
    assert state.battle.final == 6
    assert offered(state, "buy_off") == 1 << FR
    choose(state, "suffer")
    assert state.fort_steps(at("0922")) == 1
    assert state.points[FR] == 5


def test_10_712_each_side_chooses_its_own_losses_and_attrition_is_for_the_second() -> None:
    """[10.713] The French attack and lose three."""
    state = position(
        {THERE: "FR-I-20 FR-I-9 FR-I-1 FR-I-7", HERE: "GE-I-21 GE-I-14"},
        entrenched="GE-I-21 GE-I-14",
        month=8,
    )
    state.points[GE] = state.points[FR] = 5
    begun(state, ENTENTE)
    words = (f"stack {THERE}", f"attack {HERE}", "pay FR", "point FR-I-20", "point GE-I-21")
    choose(state, *words, dice=Loaded(1, 1))
    assert lost(state, "FR-I-20")
    assert decision(state).who(state) == ENTENTE
    assert offered(state, "attrition") == 1 << FR
    choose(state, "lose FR-I-9")
    assert refused(state, "attrition FR").case == "10.713"


def test_10_712_the_point_unit_is_lost_first_and_then_whoever_the_owner_likes() -> None:
    state = after((2, 2), german="GE-I-21 GE-I-14 GE-I-15")
    assert lost(state, "GE-I-21")
    assert offered(state, "lose") == units("GE-I-14 GE-I-15")
    choose(state, "lose GE-I-15")
    assert lost(state, "GE-I-15 FR-I-20")


def test_10_712_1_who_is_favoured_gets_his_losses_back_from_a_lone_defender() -> None:
    """A final nine is 1/2 GG; the only defender dies once."""
    state = lorraine("GE-I-21 GE-I-14 GE-S-1", "FR-I-20")
    attack(state, "point GE-I-21", dice=(3, 4))
    assert lost(state, "FR-I-20")
    assert not lost(state, "GE-I-21")


def test_10_712_2_a_third_loss_that_nobody_can_take_costs_nothing() -> None:
    """RP/3 against two corps of the same worth, at even odds: no refund."""
    state = after((6, 6))
    choose(state, "buy_off GE", dice=Loaded(6))
    assert lost(state, DUG_IN)
    assert state.points[GE] == 7


# Attrition.


def battle(attackers: str = "GE-I-21 GE-I-14", **facts: bool) -> Battle:
    return Battle(CENTRAL, at(HERE), at(THERE), units(attackers), trenches=True, **facts)  # type: ignore[arg-type]


def test_10_713_1_it_takes_two_corps_of_a_major_that_is_not_in_crisis() -> None:
    state = lorraine("GE-I-21 GE-I-14", DUG_IN, dug_in=DUG_IN)
    assert may_attrit(state, battle(), 0) == 1 << GE
    assert not may_attrit(state, battle("GE-I-21"), 0)
    state.crisis[GE] = 5
    assert not may_attrit(state, battle(), 0)
    assert may_attrit(state, battle(), 1) == 1 << FR


def test_10_713_2_whoever_is_cut_off_has_no_recruits() -> None:
    state = position({"0827": "GE-I-21 GE-I-14"}, held_by={"GE": "0827"}, month=8)
    state.points[GE] = 5
    cut_off = Battle(CENTRAL, at("0827"), at("0726"), units("GE-I-21 GE-I-14"), trenches=True)
    assert not may_attrit(state, cut_off, 0)


def test_10_713_3_10_713_5_without_trenches_neither_side_has_attrition() -> None:
    state = lorraine("GE-I-21 GE-I-14", DUG_IN)
    open_field = Battle(CENTRAL, at(HERE), at(THERE), units("GE-I-21 GE-I-14"))
    assert not may_attrit(state, open_field, 0)
    assert not may_attrit(state, open_field, 1)


def test_2_84_5_10_713_4_tactical_innovation_leaves_nobody_attrition() -> None:
    """[2.84.5]"""
    state = lorraine("GE-I-21 GE-I-14", DUG_IN, dug_in=DUG_IN)
    assert may_attrit(state, battle(), 1)
    assert not may_attrit(state, battle(benefits=True), 1)
    assert not may_attrit(state, battle(benefits=True), 0)


def test_10_713_6_there_is_no_attrition_in_africa() -> None:
    state = lorraine("GE-I-21 GE-I-14", DUG_IN, dug_in=DUG_IN)
    there = Battle(CENTRAL, at(HERE), at("AF7924"), units("GE-I-21 GE-I-14"), trenches=True)
    assert not may_attrit(state, there, 0)


def test_2_91_4_10_713_7_attrition_costs_a_point_and_a_die_besides_that_of_the_table() -> None:
    """[2.91.4] Ten less two is 8, so the third gun makes it 11: 1/3 GG."""
    state = trench_attack(
        *POINTS,
        dice=(6, 4),
        french=f"{DUG_IN} FR-I-1",
        dug_in=f"{DUG_IN} FR-I-1",
        german="GE-I-21 GE-I-14 GE-S-1 GE-S-2 GE-S-3",
    )
    assert state.battle.final == 11
    choose(state, "attrition FR", "lose FR-I-1", dice=Loaded(5, 2))
    assert state.points[FR] == 8
    assert state.demoralization[FR] == 2


def test_10_713_attrition_shakes_in_minor_battles_too() -> None:
    """[R60] One corps against two: minor, so that the table shakes nobody."""
    state = lorraine("GE-I-21", DUG_IN, dug_in=DUG_IN)
    state.put(unit("GE-V-EINDKRD"), at(THERE))
    state.breaches[at(THERE), at(HERE)] = 2
    attack(state, "point FR-I-20", dice=(6, 4))
    assert not state.battle.major
    choose(state, "attrition FR", dice=Loaded(2))
    assert state.demoralization[FR] == 1


# Demoralization.


@pytest.mark.parametrize(("die", "shaken"), [(4, 1), (5, 0)])
def test_2_91_3_10_74_2_the_die_must_be_below_the_number_told(die: int, shaken: int) -> None:
    """[2.91.3]"""
    state = lorraine("GE-I-21 GE-I-14 GE-I-15 GE-I-3", DUG_IN)
    attack(state, *POINTS, "lose GE-I-14", "lose GE-I-15", dice=(1, 1, die))
    assert state.demoralization[GE] == shaken


def test_10_74_1_no_die_is_rolled_after_a_minor_battle() -> None:
    state = lorraine("GE-I-21", DUG_IN)
    attack(state, "point FR-I-20", dice=(1, 1))
    assert lost(state, "GE-I-21")
    assert not state.demoralization[GE]


def test_10_61_the_line_of_the_table_tells_whose_leader_is_in_danger() -> None:
    """Two is 3/0, and Kluck's army is shaken, not Joffre's."""
    state = lorraine("GE-I-21 GE-I-14 GE-I-15 GE-I-3 GE-L-KLUCK", f"{DUG_IN} FR-L-JOFFRE")
    dice = (6, 6, 1, 1, 1, 1)
    attack(state, *POINTS, "lose GE-I-14", "lose GE-I-15", dice=dice)
    assert state.where[unit("GE-L-KLUCK")] == GONE
    assert state.where[unit("FR-L-JOFFRE")] == at(THERE)


@pytest.mark.parametrize(
    ("role", "point", "defending", "power"),
    [
        (0, "GE-I-21", "FR-I-20", "GE"),
        (0, "AH-I-1", "FR-I-20", "AH"),
        (0, "BG-I-1", "FR-I-20", "GE"),
        (1, "GE-I-21", "FR-I-20", "FR"),
        (1, "GE-I-21", "BE-I-1", "FR"),
    ],
)
def test_10_74_whose_morale_is_touched(role: int, point: str, defending: str, power: str) -> None:
    """[R33] The power of the point unit; of a minor's, the power with most corps there."""
    state = position(
        {HERE: "GE-I-21 GE-I-14 AH-I-1 BG-I-1", THERE: "FR-I-20 BE-I-1"},
        central="AH GE BG",
        entente="FR RU BE",
        month=8,
    )
    force = units("GE-I-21 GE-I-14 AH-I-1 BG-I-1")
    fought = Battle(
        CENTRAL, at(HERE), at(THERE), force, point=unit(point), defending_point=unit(defending)
    )
    assert shaken(state, fought, role) == NATION[power]
    assert shaken(state, replace(fought, defending_point=FORTRESS), 1) == FR
    assert shaken(state, replace(fought, defending_point=NOBODY), 1) == NOBODY


@pytest.mark.parametrize(("die", "falls"), [(4, True), (5, False)])
def test_1_323_4_10_74_3_the_leader_of_a_shaken_force_may_fall(die: int, falls: bool) -> None:
    """[1.323.4] By a die below the same number, for good."""
    state = lorraine("GE-I-21 GE-L-KLUCK", "FR-I-20")
    state.stack.append(MoraleDie(GE, 5, unit("GE-L-KLUCK")))
    settle(state, Loaded(4, die))
    assert (state.where[unit("GE-L-KLUCK")] == GONE) == falls


# What follows.


def test_10_82_trenches_leave_a_trench_battle_unless_there_is_innovation() -> None:
    """[9.63] [2.84.1] [2.84.2]"""
    state = trench_attack(*POINTS, "buy_off FR", dice=(4, 4))
    assert state.trench_battles == 1 << at(THERE)
    assert state.entrenched >> unit("GE-I-14") & 1
    state = trench_attack(*POINTS, "buy_off FR", dice=(4, 4), benefits=1)
    assert not state.trench_battles
    assert not state.entrenched >> unit("GE-I-14") & 1


def test_10_83_who_did_not_force_the_enemy_out_stays_and_may_go_on() -> None:
    state = after((3, 4))
    assert lost(state, "GE-I-21 FR-I-20")
    assert state.where[unit("GE-I-14")] == at(HERE)
    assert state.spent[unit("GE-I-14")] == 1
    assert offered(state, "attack") >> at(THERE) & 1


def test_10_84_rugged_ground_is_attacked_once() -> None:
    """[1.22/forest] A forest takes all movement points, whatever comes of it."""
    state = position({"0628": "GE-I-21 GE-I-14", "0627": DUG_IN}, held_by={"GE": "0628"}, month=8)
    state.points[GE] = state.points[FR] = 5
    begun(state)
    choose(state, "stack 0628", "attack 0627", "pay GE", *POINTS, dice=Loaded(4, 4))
    assert state.done >> unit("GE-I-14") & 1
    assert not state.force
