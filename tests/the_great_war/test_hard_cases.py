"""Positions in which rarely used cases meet, as a rules lawyer would build them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.the_great_war.battles import Fight, battle, division, laid, unit
from tests.the_great_war.fields import field, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.advance import AdvanceAgain, GoOn, onward
from trenchline.games.the_great_war.attackers import attackers_of, targets
from trenchline.games.the_great_war.battle import Trial
from trenchline.games.the_great_war.combat import CombatPhase
from trenchline.games.the_great_war.contested import contest, review
from trenchline.games.the_great_war.die_modifiers import die_terms
from trenchline.games.the_great_war.lines import open_to_lines
from trenchline.games.the_great_war.losses import TakeLosses
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import EndMovement, MovementPhase, ReactionPhase
from trenchline.games.the_great_war.overrun import targets as overrunnable
from trenchline.games.the_great_war.overrun import why_not as why_not_overrun
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.projects import give_up
from trenchline.games.the_great_war.ratios import tenths
from trenchline.games.the_great_war.reserves import stacks
from trenchline.games.the_great_war.resolution import apply
from trenchline.games.the_great_war.routes import cost_of, entry_cost
from trenchline.games.the_great_war.sections import able_to_carry
from trenchline.games.the_great_war.sequence import BeginCombatPhase
from trenchline.games.the_great_war.state import (
    EXPLOITATION,
    MOVEMENT,
    REACTION_COMBAT,
    REACTION_MOVEMENT,
    State,
)
from trenchline.games.the_great_war.strength import attack, supply_factor
from trenchline.games.the_great_war.supply import check_isolation
from trenchline.games.the_great_war.ways_out import RetreatUnit, way_out
from trenchline.games.the_great_war.works import do, why_not
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.play import decision, take
from trenchline.kernel.play import settle as play_on

HILL = GRID.hex("0405")
SIX = GRID.labels(GRID.ring(HILL, 1))


def cost(state: State, key: str, there: str) -> int | None:
    """What the cheapest way of a unit to a hex costs."""
    march = March((unit(state, key),), state.where[unit(state, key)])
    ((_, _, layers),) = march.layers(state)
    return cost_of(layers, GRID.hex(there))


# Contested hexes and combat in one hex.


def test_9j_7_a_clock_that_began_in_a_phase_of_movement_runs_out_as_that_phase_ends_bug() -> None:
    """Clocks were looked at in phases of combat only: such a hex fell one phase late."""
    state = laid([division("AH1"), division("IT1")], {"AH1": "0405", "IT1": "0406"})
    state.phase = MOVEMENT
    contest(state, HILL, 1)
    state.turn = 1
    EndMovement(1).run(state)
    assert HILL not in state.contested
    assert state.owned[1] >> HILL & 1


def test_9j_8_6b3_who_hurries_has_no_zone_and_contests_nothing() -> None:
    state = laid([division("AH1"), division("IT1")], {"AH1": "0405", "IT1": "0406"})
    contest(state, HILL, 1)
    state.accelerated = units(state, "IT1")
    state.look_again()
    review(state)
    assert state.owned[1] >> HILL & 1


def test_9j_8_3a5_disrupted_units_on_both_sides_leave_it_to_nobody() -> None:
    state = laid([division("AH1"), division("IT1")], {"AH1": "0405", "IT1": "0406"})
    contest(state, HILL, 1)
    for key in ("AH1", "IT1"):
        state.disrupt(unit(state, key))
    review(state)
    assert state.contested[HILL][0] == -1
    assert not (state.owned[0] | state.owned[1]) >> HILL & 1


def test_9k1_9d_2_a_staff_alone_with_enemies_in_a_hex_is_not_asked_to_attack() -> None:
    """A headquarters attacks nobody, so nobody is bound by it, and the phase can end."""
    staff = counter("AH9", "0-0-4", "army hq", "army")
    state = laid([staff, division("IT1")], {"AH9": "0405", "IT1": "0405"})
    assert CombatPhase(1).choices(state) == {"done": 1}


# Losses, cadres, retreats.


def test_9e_9f2_a_cadre_made_by_this_combat_dies_on_a_retreat_into_a_zone() -> None:
    """A division lost to a cadre is a cadre already when it must retreat into an enemy zone."""
    state = laid(
        [division("AH1", "30-30-5"), division("AH2"), division("AH3"), division("IT1", "2-3-5")],
        {"AH1": "0404", "AH2": "0307", "AH3": "0606", "IT1": "0405"},
    )
    held = zoc(state, 1)
    near = GRID.hexes(*SIX) & ~state.occupied[1]
    assert not near & ~held, "every way out lies in a zone"
    state.reduce(unit(state, "IT1"))
    found = way_out(state, unit(state, "IT1"))
    assert found.rank == 3
    fight = Fight(state, 6).attack("0405", "AH1").go_on()
    assert fight.at("IT1") == ""


def test_10_3_the_first_re_must_be_whole_and_a_battalion_is_not() -> None:
    """The example: a battalion of tanks cannot bear the first RE, so the brigade must."""
    tanks = [
        counter("BR1", "2-2-5", "tank", "battalion"),
        counter("BR2", "6-4-5", "tank", "brigade"),
        counter("BR3", "9-12-5"),
    ]
    state = laid([*tanks, division("GE1")], {"GE1": "0404"}, side=0)
    for one in tanks:
        state.put(unit(state, one.key), HILL)
    found = battle(state, "0404", "BR1", "BR2", "BR3", table="mobile")
    trial = Trial("AECA", True, (unit(state, "BR1"),), succeeded=True)
    state.battles.append(replace(found, trials=(trial,)))
    apply(state, "EX")
    able = TakeLosses(True).losers(state)
    assert not able >> unit(state, "BR3") & 1
    assert able >> unit(state, "BR2") & 1


def test_9d_2_9f3_a_staff_is_not_lost_because_its_divisions_have_advanced_bug() -> None:
    """Whoever attacked with all he had and took the hex lost the headquarters left behind."""
    staff = counter("AH9", "0-0-4", "army hq", "army")
    state = laid(
        [division("AH1", "30-30-5"), staff, division("IT1", "2-3-5")],
        {"AH1": "0404", "AH9": "0404", "IT1": "0405"},
    )
    state.reduce(unit(state, "IT1"))
    fight = Fight(state, 6).attack("0405", "AH1").go_on("Advance")
    fight.choose("advance AH1").go_on()
    assert fight.at("AH1") == "0405"
    assert fight.at("AH9") == "0404"


def test_9f1_9f2_4_a_retreat_that_nobody_follows_is_cancelled_for_bystanders_too() -> None:
    """Who has retreated into the hex before suffers with its defenders, and stays with them."""
    state = laid(
        [division("AH1", "30-30-5"), division("IT1"), division("IT2")],
        {"AH1": "0404", "IT1": "0405", "IT2": "0405"},
    )
    state.retreated |= units(state, "IT2")
    fight = Fight(state, 6).attack("0405", "AH1")
    assert state.battle.code == "DR"
    assert state.battle.bystanders == (unit(state, "IT2"),)
    assert fight.asked == "Declare"
    fight.choose("decline")
    assert (fight.at("IT1"), fight.at("IT2")) == ("0405", "0405")


# Ground.


def test_15a6_units_that_were_not_called_off_may_still_attack_a_flooded_hex_bug() -> None:
    """Nobody has attacked a hex before which an attack was called off."""
    state = laid(
        [division("AH1", "14-16-5"), division("AH2", "14-16-5"), division("IT1")],
        {"AH1": "0404", "AH2": "0305", "IT1": "0405"},
        terrain={"0405": "canal-intensive"},
    )
    fight = Fight(state, 5).attack("0405", "AH1").choose("flood", "call_off")
    assert fight.may("attack 0405")
    fight.choose("attack 0405")
    assert fight.why_not("with AH1").reason == "it has attacked in this phase"
    assert fight.may("with AH2")


def test_15a6_a_flooded_hex_is_swamp_for_those_who_move_into_it_too_bug() -> None:
    """It was swamp in combat, and dry for reaction and exploitation in the same player turn."""
    theatre = sketch(
        {"0405": "canal-intensive"}, counters=[counter("AH1"), counter("AH2", "6-9-7", "bike")]
    )
    state = field(theatre, {"AH1": "0404", "AH2": "0404"}, REACTION_MOVEMENT, 0)
    dry = cost(state, "AH1", "0405")
    state.flooded = 1 << HILL
    assert (dry, cost(state, "AH1", "0405")) == (1, 3)
    assert cost(state, "AH1", "0305") == 1


def test_15a8_one_attacker_in_a_devastated_hex_hampers_all() -> None:
    state = laid(
        [division("AH1"), division("AH2"), division("IT1")],
        {"AH1": "0404", "AH2": "0305", "IT1": "0405"},
    )
    state.devastated = GRID.hexes("0305")
    both, one = battle(state, "0405", "AH1", "AH2"), battle(state, "0405", "AH1")
    assert [term.value for term in die_terms(state, both) if term.case == "15A8"] == [-2]
    assert not [term for term in die_terms(state, one) if term.case == "15A8"]


def test_15a8_7a6_7a7_a_captured_line_in_a_devastated_hex_can_neither_be_mended_nor_cleared() -> (
    None
):
    rails = {"0504/0505": "rail_high", "0505/0506": "rail_high"}
    theatre = sketch(
        sides=rails, counters=[counter("ITr", "1-2-5", "railroad engineer", "regiment")]
    )
    state = field(theatre, {"ITr": "0505"}, MOVEMENT, 0)
    here = GRID.hex("0505")
    state.broken = state.obstructed = state.devastated = 1 << here
    march = March((unit(state, "ITr"),), here)
    for verb in ("mend", "clear"):
        refused = why_not(state, march, verb, 0)
        assert refused is not None
    state.devastated = 0
    assert why_not(state, march, "mend", 0) is None
    refused = why_not(state, march, "clear", 0)
    assert refused is not None
    assert "mended before" in refused.reason
    do(state, march, "mend", 0)
    assert not state.broken
    assert state.obstructed >> here & 1


def test_15d3_5b_units_of_a_collapsed_nation_take_no_ground_and_stop_no_supply() -> None:
    state = laid([division("AH1"), division("IT1")], {"AH1": "0406", "IT1": "0408"})
    assert not open_to_lines(state, 0) >> GRID.hex("0407") & 1
    state.collapsed = frozenset({"AH"})
    state.look_again()
    before = list(state.owned)
    settle(state)
    assert state.owned[1] & ~before[1] == 0, "nothing is captured"
    assert open_to_lines(state, 0) >> GRID.hex("0407") & 1


def test_13a7_a_pontoon_bridge_falls_with_either_bank() -> None:
    sides = {"0505/0506": "major_river"}
    pontoon = counter(
        "ITp", "1-2-5", "construction engineer", "regiment", own_tags=frozenset({"pontoon"})
    )
    theatre = sketch(sides=sides, counters=[pontoon, counter("IT1"), counter("AH1")])
    state = field(theatre, {"ITp": "0505", "IT1": "0506"}, MOVEMENT, 0)
    one, other = sorted((GRID.hex("0505"), GRID.hex("0506")))
    state.pontoons[one, other] = 0
    bridged = entry_cost(state, unit(state, "IT1"), GRID.hex("0506"), GRID.hex("0505"))
    state.owned[0] &= ~(1 << GRID.hex("0505"))
    give_up(state)
    assert not state.pontoons
    unbridged = entry_cost(state, unit(state, "IT1"), GRID.hex("0506"), GRID.hex("0505"))
    assert bridged is not None
    assert unbridged is not None
    assert (bridged, unbridged) == (1 + 2, 1 + 4)


# Overstacks, sieges, odds.


def test_8c2_8_9d_5_an_attack_out_of_an_overstack_loses_half_as_much_again_from_the_hex_first() -> (
    None
):
    state = laid(
        [division("AH1"), division("AH2"), division("IT1")],
        {"AH1": "0404", "AH2": "0404", "IT1": "0405"},
    )
    state.works[HILL] = "fort"
    state.overstacked = units(state, "AH2")
    state.battles.append(battle(state, "0405", "AH1", "AH2", table="positional"))
    apply(state, "AX")
    assert state.battle.due[0] == Fraction(12) / 2 * Fraction(3, 2)
    assert TakeLosses(True).losers(state) == units(state, "AH1")
    apply(state, "AL")
    assert state.battle.due[0] == 6, "only exchanges are dearer"


def test_15g_1_a_relief_by_advance_after_combat_waits_until_the_combat_is_over() -> None:
    ring = [f"AH{n}" for n in range(6)]
    counters = [*(division(key) for key in ring), division("AH6"), division("IT1"), division("IT2")]
    where = dict(zip(ring, SIX, strict=True))
    state = laid(counters, {**where, "AH6": "0405", "IT1": "0405", "IT2": "0407"}, side=0)
    state.options = frozenset({"siege"})
    state.besieged[0] |= 1 << HILL
    state.look_again()
    assert not targets(state, 0) & ~(1 << HILL | GRID.hexes("0406")), "the besieged look inwards"
    assert not attackers_of(state, 0, GRID.hex("0406")) & units(state, "IT1")


@pytest.mark.parametrize(
    ("mine", "his", "left"), [(59, 20, 0), (48, 20, 4), (39, 20, 0), (41, 20, 1)]
)
def test_9l_tenths_are_rolled_for_from_two_to_one_on_and_where_any_are_left(
    mine: int, his: int, left: int
) -> None:
    """R73: 59 to 20 is 2.95, which the nearest tenth makes three; below 2:1 nobody rolls."""
    assert tenths(mine, his) == left


def test_7a9_2_an_orphan_whose_last_yard_is_lost_carries_nobody() -> None:
    rails = {"0505/0506": "rail_high", "0507/0508": "rail_high"}
    nets = [
        {"name": "west", "nations": ["IT"], "capacity": {"Entente": 20}},
        {"name": "east", "nations": ["AH"], "capacity": {"Central Powers": 20}},
    ]
    theatre = sketch(
        sides=rails,
        places=[("0505", "full_city"), ("0507", "full_city"), ("0508", "full_city")],
        nets=nets,
        counters=[counter("IT1")],
    )
    state = field(theatre, {"IT1": "0506"}, MOVEMENT, 0)
    state.options = frozenset({"split_nets"})
    orphan = GRID.hexes("0505", "0506")
    assert able_to_carry(state, 0, 4 * 4) & orphan == 0, "two REs a yard"
    assert able_to_carry(state, 0, 2 * 4) & orphan == orphan
    state.owned[0] &= ~GRID.hexes("0505")
    assert not able_to_carry(state, 0, 2 * 4) & orphan


def test_6c_1_reserves_in_the_zone_of_an_attacker_alone_are_none() -> None:
    """The zone of any enemy binds them, whether he attacks or not; a disrupted one has none."""
    state = laid(
        [division("AH1"), division("AH2"), division("IT1"), division("IT2", kind="light rifle")],
        {"AH1": "0404", "AH2": "0307", "IT1": "0405", "IT2": "0406"},
    )
    state.works[HILL] = "fort"
    found = battle(state, "0405", "AH1", table="positional")
    assert not stacks(state, found)
    state.disrupt(unit(state, "AH2"))
    covered = zoc(state, 1) >> GRID.hex("0406") & 1
    assert bool(stacks(state, found)) is not bool(covered)


# Overruns.


def test_6e_6f1_in_exploitation_riders_can_pay_for_an_overrun_and_rifles_cannot() -> None:
    """Half of eight is four: the ground, and two at 10:1. A fifth of five is one."""
    theatre = sketch(
        counters=[
            counter("AH1", "40-9-8", "mounted rifle"),
            counter("AH2", "40-9-5"),
            counter("IT1", "1-1-5", size="battalion"),
        ]
    )
    state = field(theatre, {"AH1": "0404", "AH2": "0404", "IT1": "0405"}, EXPLOITATION, 1)
    state.owned[0] |= 1 << HILL
    rider = March((unit(state, "AH1"),), GRID.hex("0404"))
    rifles = March((unit(state, "AH2"),), GRID.hex("0404"))
    assert overrunnable(state, rider) == 1 << HILL
    refused = why_not_overrun(state, rifles, HILL)
    assert refused is not None
    assert "cannot pay" in refused.reason


def test_6f1_7_9d_2_a_lone_headquarters_is_overrun_by_the_weakest_and_its_leader_gets_away() -> (
    None
):
    staff = counter("ITA", "0-0-4", "army hq", "army")
    theatre = sketch(counters=[counter("AH1", "1-2-5", size="battalion"), staff])
    state = field(theatre, {"AH1": "0404", "ITA": "0405"}, MOVEMENT, 1)
    state.leaders = {0: unit(state, "ITA")}
    march = March((unit(state, "AH1"),), GRID.hex("0404"))
    assert overrunnable(state, march) == 1 << HILL
    state.stack = [march]
    take(state, "overrun", HILL)
    play_on(state, rolling())
    assert state.where[unit(state, "ITA")] < 0
    assert not state.leaders


def test_6f1_8c2_3_an_overstack_neither_overruns_nor_saves_those_before_it() -> None:
    theatre = sketch(
        counters=[counter("AH1", "40-9-5"), division("IT1", "2-3-5"), division("IT2", "40-40-5")]
    )
    state = field(theatre, {"AH1": "0404", "IT1": "0405", "IT2": "0405"}, MOVEMENT, 1)
    march = March((unit(state, "AH1"),), GRID.hex("0404"))
    assert not overrunnable(state, march)
    state.overstacked = units(state, "IT2")
    assert overrunnable(state, march) == 1 << HILL
    state.overstacked |= units(state, "AH1")
    refused = why_not_overrun(state, march, HILL)
    assert refused is not None
    assert refused.case == "8C2.3"


# Supply and isolation.


def test_3g_11f1_who_is_cut_off_in_movement_is_isolated_from_the_next_combat_phase_on() -> None:
    """Isolation is looked at three times in a player turn, and holds until then."""
    ring = {f"AH{n}": label for n, label in enumerate(SIX)}
    counters = [*(division(key) for key in ring), division("IT1")]
    state = field(
        sketch(counters=counters, edges={"0508": "IT", "0101": "AH"}), {"IT1": "0405"}, MOVEMENT, 1
    )
    check_isolation(state)
    assert state.isolated == 0
    for key, label in ring.items():
        state.put(unit(state, key), GRID.hex(label))
    state.unsupplied = {unit(state, "IT1"): 1}
    assert state.isolated == 0, "as it was when last looked at"
    factor = supply_factor(state, unit(state, "IT1"), fed=False)
    assert factor is not None
    assert factor.case == "11F"
    BeginCombatPhase(1, reaction=False).run(state)
    assert state.isolated == units(state, "IT1")
    factor = supply_factor(state, unit(state, "IT1"), fed=False)
    assert factor is not None
    assert factor.case == "11F1"
    for key in ring:
        state.lift(unit(state, key))
    assert state.isolated != 0, "it still counts in this phase"
    BeginCombatPhase(0, reaction=True).run(state)
    assert (state.phase, state.isolated) == (REACTION_COMBAT, 0)


def test_11f_12a_12b_3_one_unit_bears_every_factor_at_once() -> None:
    """A disrupted brigade without support or supply over a river: a sixteenth, and nothing is
    rounded on the way."""
    state = laid(
        [counter("AH1", "5-6-5", size="brigade"), division("IT1")],
        {"AH1": "0404", "IT1": "0405"},
        sides={"0404/0405": "river"},
    )
    state.disrupt(unit(state, "AH1"))
    force = attack(state, battle(state, "0405", "AH1", fed=False))
    assert force.total == Fraction(5, 16)


# Attacked once, and advances.


def test_9b_1_9f3_a_defender_who_has_advanced_is_not_attacked_again_bug() -> None:
    """He has been attacked in this phase; the hex he has entered is safe from a second attack."""
    keys = ("IT9", "AH2", "AH9")
    counters = [division("IT1", "12-14-5"), division("AH1", "4-6-5"), *map(division, keys)]
    where = {"IT1": "0405", "AH1": "0404", "AH2": "0304", "IT9": "0801", "AH9": "0701"}
    state = laid(counters, where)
    fight = Fight(state, 1, 1, 1, 1)
    fight.attack("0405", "AH1").go_on()
    assert fight.at("IT1") == "0404"
    assert not fight.may("attack 0404")
    assert fight.why_not("attack 0404").case == "9B"


def test_9b_1_9f2_4_nobody_but_the_retreated_is_not_attacked_bug() -> None:
    state = laid(
        [division("IT1"), division("IT2"), division("AH1")],
        {"IT1": "0406", "IT2": "0407", "AH1": "0405"},
    )
    state.retreated = units(state, "IT1")
    assert not targets(state, 1) >> GRID.hex("0406") & 1
    phase = CombatPhase(1)
    assert phase.why_not(state, "attack", GRID.hex("0406")).reason == (
        "all who stand there have been attacked in this phase"
    )
    state.move(units(state, "IT2"), GRID.hex("0406"))
    assert targets(state, 1) >> GRID.hex("0406") & 1, "beside others they suffer with them"


def test_9g1_3a5_2_badly_disrupted_units_do_not_attack_by_themselves_bug() -> None:
    state = laid(
        [division("IT1"), division("AH1"), division("AH2")], {"IT1": "0406", "AH1": "0405"}
    )
    assert targets(state, 1) == GRID.hexes("0406")
    state.disrupt(unit(state, "AH1"), badly=True)
    assert targets(state, 1) == 0
    state.put(unit(state, "AH2"), GRID.hex("0405"))
    fight = Fight(state)
    fight.choose("attack 0406", "with AH1")
    assert not fight.may("join")
    assert fight.why_not("join").case == "9G1"
    fight.choose("with AH2")
    assert fight.may("join"), "beside others they take part"


def test_9k1_3a5_2_who_must_attack_badly_disrupted_is_lost_bug() -> None:
    state = laid([counter("IT1"), counter("AH1")], {"IT1": "0405", "AH1": "0405"})
    state.disrupt(unit(state, "AH1"), badly=True)
    state.look_again()
    fight = Fight(state)
    fight.choose("join")
    assert fight.at("AH1") == "", "without a die"


def test_9f4_the_second_advance_is_into_any_hex_without_enemies_bug() -> None:
    """Back to where it came from, too, and beside a Corps HQ beyond the limit [8C2]."""
    state = laid([division("IT1"), division("AH1")], {"IT1": "0408", "AH1": "0405"})
    state.battles = [
        replace(battle(state, "0408", "AH1"), target=GRID.hex("0405"), origins=(GRID.hex("0404"),))
    ]
    state.battle = replace(state.battle, advanced=(unit(state, "AH1"),))
    assert onward(state, state.battle, unit(state, "AH1")) >> GRID.hex("0404") & 1


def test_9f5_a_stack_overruns_together_in_its_second_advance_bug() -> None:
    weak = counter("IT1", "1-2-5", "rifle", "regiment")
    state = laid(
        [weak, division("AH1", "8-9-5"), division("AH2", "8-9-5")],
        {"IT1": "0406", "AH1": "0405", "AH2": "0405"},
    )
    pair = (unit(state, "AH1"), unit(state, "AH2"))
    state.battles = [replace(battle(state, "0406", "AH1"), advanced=pair, target=HILL)]
    asked = GoOn(pair[0])
    there = GRID.hex("0406")
    assert "overrun" not in asked.choices(state), "4 against 1/2"
    state.stack = [AdvanceAgain((pair[0],))]
    asked.take(state, "with", pair[1])
    assert state.stack[0] == AdvanceAgain(pair)
    assert decision(state).choices(state)["overrun"] >> there & 1
    take(state, "overrun", there)
    assert state.where[pair[0]] == state.where[pair[1]] == there
    assert state.where[unit(state, "IT1")] < 0


def test_11c1_5_a_depot_is_given_up_in_every_phase_of_its_side_bug() -> None:
    state = field(sketch(counters=[counter("IT1", "4-4-7", "mounted rifle")]), {"IT1": "0506"})
    state.eligible = units(state, "IT1")
    state.depot_at, state.depot_side, state.working = [HILL], [0], 1
    state.depot_net = [0]
    assert MovementPhase(0).choices(state)["deactivate"] == 1 << HILL
    assert ReactionPhase(0).choices(state)["deactivate"] == 1 << HILL
    MovementPhase(0).act(state, "deactivate", HILL)
    assert state.depot_at == [-1]
    assert "deactivate" not in MovementPhase(0).choices(state)
    assert MovementPhase(0).why_not(state, "deactivate", HILL).case == "11C1"


def carried() -> State:
    """An Army HQ and a division that must leave a hex with four resource points."""
    hq = counter("ITHQ", "0-4", "army hq", "army")
    state = laid([division("IT1"), hq, division("AH1")], dict.fromkeys(("IT1", "ITHQ"), "0506"))
    state.resources = {GRID.hex("0506"): 4}
    return state


def test_11h2_an_army_hq_that_retreats_carries_three_points_along_bug() -> None:
    state = carried()
    state.stack = [RetreatUnit(0, unit(state, "ITHQ"), beaten=True)]
    take(state, "retreat", GRID.hex("0606"))
    offered = play_on(state, rolling())
    assert offered["load"] == 0b1110
    assert decision(state).why_not(state, "load", 4).case == "11H2"
    take(state, "load", 3)
    assert "load" not in play_on(state, rolling())
    assert state.resources == {GRID.hex("0506"): 1, GRID.hex("0606"): 3}


def test_11h2_one_division_a_turn_carries_a_point_along() -> None:
    state = carried()
    state.stack = [RetreatUnit(0, unit(state, "IT1"), beaten=True)]
    take(state, "retreat", GRID.hex("0606"))
    assert play_on(state, rolling())["load"] == 0b10
    take(state, "load", 1)
    assert state.carrying & 1, "no other division does in this turn"


def test_11h2_those_who_fall_back_as_drawn_take_what_they_can() -> None:
    state = carried()
    state.stack = [RetreatUnit(0, unit(state, "ITHQ"), drawn=True, beaten=True)]
    play_on(state, rolling())
    there = state.where[unit(state, "ITHQ")]
    assert state.resources == {GRID.hex("0506"): 1, there: 3}
