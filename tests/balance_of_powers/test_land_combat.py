"""Chapter 10.1 to 10.4 and 10.6: a land combat from its declaration to the dice."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.campaigning import (
    attack,
    begun,
    choose,
    lorraine,
    offered,
    refused,
)
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.battle import FORTRESS, NOBODY, Battle
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.combat import Bombard
from trenchline.games.balance_of_powers.combat_dice import CombatDice, Reckon
from trenchline.games.balance_of_powers.components import (
    BE,
    CENTRAL,
    COAST,
    ENTENTE,
    FORTRESSES,
    FR,
    GE,
    HOME,
    OT,
    RU,
)
from trenchline.games.balance_of_powers.leading import NamePoint
from trenchline.games.balance_of_powers.losses import Outcome
from trenchline.games.balance_of_powers.modifiers import (
    attack_effectiveness,
    defence_effectiveness,
    modifiers,
    naval_gunfire,
)
from trenchline.games.balance_of_powers.payment import Pay, is_free, payers
from trenchline.games.balance_of_powers.reserves import CommitReserve, reserves
from trenchline.games.balance_of_powers.results import result
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.play import decision


def told(state: State, battle: Battle) -> dict[str, int]:
    return {modifier.case: modifier.value for modifier in modifiers(state, battle)}


def units(keys: str) -> int:
    return bit_set(map(unit, keys.split()))


def test_10_01_a_force_pays_and_stays_where_it_is_until_the_combat_is_over() -> None:
    state = lorraine("GE-I-21 GE-I-14", "FR-I-20 FR-I-9")
    choose(state, "stack 1224", "attack 1124")
    assert state.spent == {unit("GE-I-21"): 1, unit("GE-I-14"): 1}
    assert state.where[unit("GE-I-21")] == at("1224")
    state = position({"1224": "GE-I-21", "1024": "FR-I-20"}, month=8)
    choose(begun(state), "unit GE-I-21")
    assert refused(state, "attack 1024").case == "10.01"


def test_10_02_one_location_attacks_one_other() -> None:
    state = position({"1224": "GE-I-21", "1123": "GE-I-14", "1124": "FR-I-20"}, month=8)
    state.points[GE] = 1
    choose(begun(state), "stack 1224", "attack 1124")
    assert state.battle.attackers == units("GE-I-21")
    assert (state.battle.origin, state.battle.target) == (at("1224"), at("1124"))


def test_10_03_1_10_03_2_10_03_3_10_03_4_10_03_5_10_03_6_10_03_7_10_03_its_order() -> None:
    """[10.03.1] [10.03.2] [10.03.3] [10.03.4] [10.03.5] [10.03.6] [10.03.7] Supply needs no step:
    it is looked at when it matters."""
    state = lorraine("GE-I-21 GE-S-1", "FR-I-20 FR-I-9")
    choose(state, "stack 1224", "attack 1124")
    assert isinstance(decision(state), Pay)
    waiting = [type(step) for step in reversed(state.stack)]
    order = (Pay, CommitReserve, NamePoint, Reckon, CombatDice, Outcome)
    places = [waiting.index(kind) for kind in order]
    assert places == sorted(places)
    assert Bombard not in waiting


def cut_off(german: str = "GE-I-21") -> State:
    """A German corps amid France, where nothing leads home."""
    return position({"0827": german, "0726": "FR-I-20"}, held_by={"GE": "0827"}, month=8)


def test_10_1_supply_is_checked_where_the_corps_is_and_not_where_it_goes() -> None:
    state = cut_off()
    assert attack_effectiveness(state, unit("GE-I-21"), at("0726")) == 2
    state.move(1 << unit("GE-I-21"), at("1224"))
    assert attack_effectiveness(state, unit("GE-I-21"), at("0726")) == 3


def test_10_1_1_who_is_out_of_supply_is_worth_and_moves_one_less() -> None:
    state = begun(cut_off())
    choose(state, "unit GE-I-21")
    assert "with 2 movement points" in decision(state).prompt(state)
    battle = Battle(ENTENTE, at("0726"), at("0827"), units("FR-I-20"))
    assert defence_effectiveness(state, battle, unit("GE-I-21")) == 2
    weak = cut_off("GE-I-LWO")
    assert attack_effectiveness(weak, unit("GE-I-LWO"), at("0726")) == 0


def test_10_21_a_black_fortress_falls_at_once_and_a_red_one_by_a_die() -> None:
    state = position({"0721": "GE-I-1 GE-S-1"}, held_by={"GE": "0721"}, month=1)
    assert state.fort_steps(at("0720")) == 2
    choose(begun(state), "stack 0721", "attack 0720")
    assert not state.fort_steps(at("0720"))
    state = verdun("GE-I-3 GE-S-1 GE-S-2 GE-S-3")
    choose(state, "stack 0921", "attack 0922", dice=Loaded(3))
    assert state.fort_steps(at("0922")) == 2
    state = verdun("GE-I-3 GE-S-1 GE-S-2 GE-S-3")
    choose(state, "stack 0921", "attack 0922", dice=Loaded(2))
    assert state.fort_steps(at("0922")) == 1


def verdun(germans: str, french: str = "", dug_in: str = "") -> State:
    """Germans before Verdun in the spring of 1915."""
    where = {"0921": germans} | ({"0922": french} if french else {})
    behind = "0919 0920 0921 1018 1019 1020 1021 1118 1119 1120 1121"
    state = position(where, held_by={"GE": behind}, entrenched=dug_in, month=8)
    state.points[GE] = state.points[FR] = 9
    return begun(state)


def test_10_22_where_nothing_is_left_the_force_moves_in_and_may_go_on() -> None:
    state = verdun("GE-I-3 GE-S-1 GE-S-2 GE-S-3")
    state.batter(at("0922"))
    choose(state, "stack 0921", "attack 0922", dice=Loaded(1))
    assert state.where[unit("GE-I-3")] == at("0922")
    assert state.points[GE] == 9
    assert state.force_at == at("0922")
    assert offered(state, "march")


def test_10_23_ships_do_not_bombard() -> None:
    """The guns of the fleet help the dice off Troy, but its fortress feels nothing of them."""
    state = position({}, central="OT", entente="BR", month=8, scenario="south_slavs")
    fort = next(h for h in members(COAST & HOME[OT] & FORTRESSES) if naval_gunfire(state, fleet(h)))
    state.battles.append(fleet(fort))
    Bombard().run(state)
    assert state.fort_steps(fort) == 2
    assert not state.stack


def fleet(target: int) -> Battle:
    return Battle(ENTENTE, target, target, units("BR-I-1"))


def minor_force(keys: str, **facts: int) -> tuple[State, Battle]:
    state = position(
        {"0619": keys, "0720": "GE-I-1"},
        entente="FR RU BE BR",
        held_by={"GE": "0720"},
        month=8,
        **facts,  # type: ignore[arg-type]
    )
    state.points[FR] = 3
    return state, Battle(ENTENTE, at("0619"), at("0720"), units(keys))


def test_10_3_1_a_minor_alone_attacks_free_once_a_year() -> None:
    state, battle = minor_force("BE-I-1")
    assert is_free(state, battle) == 1 << BE
    state.free_attacks |= 1 << BE
    assert not is_free(state, battle)
    state, battle = minor_force("BE-I-1 FR-I-1")
    assert not is_free(state, battle)


def test_10_3_2_a_revolutionary_germany_attacks_free_once_a_season() -> None:
    state, _ = minor_force("BE-I-1")
    battle = Battle(CENTRAL, at("0720"), at("0619"), units("GE-I-1"))
    assert not is_free(state, battle)
    state.revolution = 1 << GE
    assert is_free(state, battle) == 1 << GE
    state.free_attacks |= 1 << GE
    assert not is_free(state, battle)


def test_10_3_3_whoever_pays_has_a_corps_in_the_force() -> None:
    state, battle = minor_force("BE-I-1 FR-I-1 BR-I-1")
    assert payers(state, battle) == 1 << FR
    state.points[RU] = state.points[4] = 3
    assert not payers(state, battle) >> RU & 1


def test_2_42_1_a_power_pays_for_a_minor_whose_capital_traces_to_it() -> None:
    """[R32] Where the corps stands does not matter, its capital does."""
    state, battle = minor_force("BE-I-1")
    assert payers(state, battle) == 1 << FR
    state.held[ENTENTE] &= ~(1 << at("0819"))
    assert not payers(state, battle)


def test_10_3_4_once_it_is_paid_for_there_is_no_way_back() -> None:
    state = lorraine("GE-I-21 GE-I-14", "FR-I-20 FR-I-9")
    choose(state, "stack 1224", "attack 1124")
    assert offered(state, "call_off")
    choose(state, "pay GE")
    assert not offered(state, "call_off")


def test_10_3_who_calls_the_attack_off_keeps_his_points_but_not_his_movement() -> None:
    """[R62] What the guns have broken before stays broken, and there is no trench battle."""
    state = verdun("GE-I-3 GE-S-1 GE-S-2 GE-S-3", "FR-I-1", dug_in="FR-I-1")
    choose(state, "stack 0921", "attack 0922", "call_off", dice=Loaded(1))
    assert state.fort_steps(at("0922")) == 1
    assert state.points[GE] == 9
    assert not state.trench_battles
    assert state.spent[unit("GE-I-3")] == 1


def test_2_44_nobody_spends_what_he_has_not() -> None:
    state = lorraine("GE-I-21 GE-I-14", "FR-I-20 FR-I-9", points=1)
    choose(state, "stack 1224", "attack 1124")
    assert offered(state, "pay") == 1 << GE
    state.points[GE] = 0
    assert refused(state, "pay GE").case == "2.44"


TRENCHES = {"1224": "GE-I-21 GE-I-14", "1124": "FR-I-1", "1024": "FR-I-20 FR-I-9"}


def trenches(where: dict[str, str] | None = None, dug_in: str = "FR-I-1") -> State:
    state = position(where or TRENCHES, entrenched=dug_in, month=8)
    state.points[GE] = state.points[FR] = 9
    return begun(state)


def test_10_41_an_entrenched_defender_may_bring_up_a_corps_from_beside() -> None:
    state = trenches()
    choose(state, "stack 1224", "attack 1124", "pay GE")
    assert offered(state, "reserve") == units("FR-I-20 FR-I-9")
    state = trenches(dug_in="FR-I-1 FR-I-20")
    state.trench_battles = 1 << at("1024")
    choose(state, "stack 1224", "attack 1124", "pay GE")
    assert not offered(state, "reserve")
    state = trenches(dug_in="FR-I-20")
    choose(state, "stack 1224", "attack 1124", "pay GE")
    assert not offered(state, "reserve")


def test_10_41_1_no_reserves_against_a_counterattack_or_tactical_innovation() -> None:
    state = trenches()
    state.breaches[at("1124"), at("1224")] = 1
    choose(state, "stack 1224", "attack 1124", "pay GE")
    assert not offered(state, "reserve")
    state = trenches()
    state.benefits[CENTRAL] = 1
    choose(state, "stack 1224", "attack 1124", "pay GE")
    assert not offered(state, "reserve")


def test_10_42_a_die_below_its_effectiveness_brings_the_corps_up() -> None:
    """Two in manoeuvre mode and not engaged take two off the die."""
    for die, comes in ((4, True), (5, False)):
        state = trenches()
        dice = Loaded(die, 3, 3)
        choose(state, "stack 1224", "attack 1124", "pay GE", "reserve FR-I-20", dice=dice)
        assert (state.where[unit("FR-I-20")] == at("1124")) == comes
        assert (state.entrenched >> unit("FR-I-20") & 1) == comes
        assert state.battle.reserve == (unit("FR-I-20") if comes else NOBODY)


def test_9_62_1_the_reserve_is_dug_in_before_the_dice() -> None:
    state = trenches()
    words = ("stack 1224", "attack 1124", "pay GE", "reserve FR-I-20")
    choose(state, *words, dice=Loaded(1))
    assert not state.battle.raw
    assert state.entrenched >> unit("FR-I-20") & 1


@pytest.mark.parametrize(
    ("engaged", "dug_in", "air", "highest"),
    [
        (False, False, False, 4),
        (True, False, False, 3),
        (False, True, False, 3),
        (True, True, False, 2),
        (True, True, True, 1),
    ],
)
def test_10_42_2_10_42_3_10_42_4_what_changes_the_die_of_the_reserve(
    engaged: bool, dug_in: bool, air: bool, highest: int
) -> None:
    for die in (highest, highest + 1):
        where = dict(TRENCHES) | ({"1023": "GE-I-3"} if engaged else {})
        state = trenches(where, "FR-I-1 FR-I-20" if dug_in else "FR-I-1")
        if air:
            state.put(unit("GE-V-EINDKRD"), at("1124"))
        words = ("stack 1224", "attack 1124", "pay GE", "reserve FR-I-20")
        choose(state, *words, dice=Loaded(die, 3, 3))
        assert (state.where[unit("FR-I-20")] == at("1124")) == (die == highest)


def test_10_42_1_one_corps_tries_at_each_attack() -> None:
    """[R61] It may have failed before."""
    state = trenches()
    words = ("stack 1224", "attack 1124", "pay GE", "reserve FR-I-20")
    choose(state, *words, dice=Loaded(6))
    assert isinstance(decision(state), NamePoint)
    again = Battle(CENTRAL, at("1224"), at("1124"), units("GE-I-21"), trenches=True)
    assert reserves(state, again) >> unit("FR-I-20") & 1


def test_2_521_a_reserve_comes_only_where_it_could_march() -> None:
    """Between 1031 and 1131 lies an alpine pass, which mountain corps alone cross."""
    where = {"1131": "FR-I-1", "1031": "FR-I-20 FR-I-ALPINE"}
    state = position(where, entrenched="FR-I-1", month=8, scenario="south_slavs")
    battle = Battle(CENTRAL, at("1231"), at("1131"), 0, trenches=True)
    come = reserves(state, battle)
    assert come >> unit("FR-I-ALPINE") & 1
    assert not come >> unit("FR-I-20") & 1


def test_1_323_2_a_leader_whose_last_corps_comes_up_goes_back() -> None:
    state = trenches(dict(TRENCHES) | {"1025": "FR-I-20 FR-L-JOFFRE", "1024": ""})
    words = ("stack 1224", "attack 1124", "pay GE", "reserve FR-I-20")
    choose(state, *words, dice=Loaded(1))
    assert state.where[unit("FR-L-JOFFRE")] < 0


def test_10_531_1_a_reserve_leads_only_where_it_is_alone() -> None:
    state = trenches(dict(TRENCHES) | {"1124": "FR-I-1 FR-I-2"})
    words = ("stack 1224", "attack 1124", "pay GE", "reserve FR-I-20", "point GE-I-21")
    choose(state, *words, dice=Loaded(1))
    assert offered(state, "point") == units("FR-I-1 FR-I-2")
    assert refused(state, "point FR-I-20").case == "10.531"


def test_10_533_siege_artillery_never_leads() -> None:
    state = lorraine("GE-I-21 GE-I-14 GE-S-1", "FR-I-20 FR-I-9")
    attack(state)
    assert offered(state, "point") == units("GE-I-21 GE-I-14")
    assert refused(state, "point GE-S-1").case == "10.533"


LINES = {
    2: "3/0",
    3: "3/RP",
    4: "2/1",
    5: "2/1",
    6: "1/RP",
    7: "1/1",
    8: "RP/1",
    9: "1/2 GG",
    10: "1/2 GG",
    11: "1/3 GG",
    12: "RP/3 breakthrough",
}
SHAKEN = {2: (0, 5), 3: (0, 5), 10: (1, 6), 11: (1, 6), 12: (1, 6)}


@pytest.mark.parametrize("line", LINES)
def test_10_62_what_each_line_of_the_table_brings(line: int) -> None:
    """[10.62/2] [10.62/3] [10.62/4] [10.62/5] [10.62/6] [10.62/7] [10.62/8] [10.62/9] [10.62/10]
    [10.62/11] [10.62/12]"""
    found = result(line, major=True)
    assert str(found) == LINES[line]
    assert found.ground == (line >= 9)
    assert (found.demoralizes, found.below) == SHAKEN.get(line, (None, 0))
    minor = result(line, major=False)
    assert str(minor) == ("RP/RP" if line == 7 else LINES[line])


def test_10_9_falkenhayn_before_verdun_die_by_die() -> None:
    """[10.74] The first attack of the example from the bombardment to the breach; 8 teaches
    nothing [2.82]."""
    germans = "GE-I-3 GE-I-5RS GE-I-18 GE-S-1 GE-S-2 GE-S-3"
    state = position(
        {"0921": f"{germans} GE-L-FLKNHYN", "0922": "FR-I-30 FR-I-1", "0923": "FR-I-20"},
        held_by={"GE": "0919 0920 0921 1018 1019 1020 1021 1118 1119 1120 1121"},
        entrenched=f"{germans} FR-I-30 FR-I-1 FR-I-20",
        month=month_number("February 1916"),
    )
    state.points[GE] = state.points[FR] = 9
    state.batter(at("0922"))
    state.put(unit("GE-V-EINDKRD"), at("0922"))
    state.put(unit("GE-C-1"), at("1022"))
    state.infrastructure = 1 << at("0921")
    begun(state)
    dice = Loaded(4, 3, 3, 4, 4, 5, 3)
    words = ("stack 0921", "attack 0922", "pay GE", "reserve FR-I-20", "point GE-I-3")
    choose(state, *words, "fortress", "use", dice=dice)
    assert state.points[GE] == 7
    assert (state.battle.modifier, state.battle.final) == (3, 11)
    assert state.where[unit("GE-I-3")] < 0
    assert not state.fort_steps(at("0922"))
    choose(state, "attrition FR", "lose FR-I-30", dice=dice)
    assert state.points[FR] == 8
    assert state.demoralization[FR] == 1
    assert not state.infrastructure
    assert state.breaches == {(at("0921"), at("0922")): 1}
    assert state.trench_battles == 1 << at("0922")
    assert state.innovation[CENTRAL] == 0
    assert not dice.values


def test_10_9_petain_thinks_of_a_counterattack() -> None:
    """A breach of 1 helps him, trenches hurt; reserves do not come up against a counterattack."""
    germans = "GE-I-5RS GE-S-1 GE-S-2"
    state = position(
        {"0921": germans, "0922": "FR-I-1 FR-I-2 FR-I-20"},
        held_by={"GE": "0921 1020 1021"},
        entrenched=f"{germans} FR-I-1 FR-I-2 FR-I-20",
        month=month_number("March 1916"),
    )
    state.batter(at("0922"), 2)
    state.breaches[at("0921"), at("0922")] = 1
    battle = Battle(ENTENTE, at("0922"), at("0921"), units("FR-I-1 FR-I-2 FR-I-20"))
    found = told(state, battle)
    assert found == {"10.571": -2, "10.592": 1}
    assert not reserves(state, Battle(ENTENTE, 0, 0, 0, trenches=True, counterattack=True))


def test_1_332_a_fortress_may_lead_the_defence_and_lose_a_step() -> None:
    """[1.33/intact] [1.33/reduced] Intact it is worth three, reduced two; a step is a corps."""
    state = verdun("GE-I-3 GE-I-4", "FR-I-2")
    battle = Battle(CENTRAL, at("0921"), at("0922"), units("GE-I-3"))
    assert defence_effectiveness(state, battle, FORTRESS) == 3
    state.batter(at("0922"))
    assert defence_effectiveness(state, battle, FORTRESS) == 2
    words = ("stack 0921", "attack 0922", "pay GE", "point GE-I-3", "fortress")
    choose(state, *words, dice=Loaded(4, 4))
    assert state.battle.final == 8
    assert state.battle.strengths == (2, 2)
    choose(state, "buy_off GE")
    assert not state.fort_steps(at("0922"))
