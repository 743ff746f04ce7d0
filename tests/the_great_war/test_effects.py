"""Rule 10: special combat effects."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.the_great_war.battles import Fight, battle, division, laid, unit
from tests.the_great_war.fields import units
from tests.the_great_war.sketch import GRID, counter
from trenchline.games.the_great_war.battle import Battle, Trial
from trenchline.games.the_great_war.components import Counter
from trenchline.games.the_great_war.die_modifiers import die_terms
from trenchline.games.the_great_war.effects import (
    CODES,
    NameTeam,
    attempts,
    counted,
    team,
    trial_terms,
    why_closed,
    why_not_in,
)
from trenchline.games.the_great_war.losses import TakeLosses
from trenchline.games.the_great_war.ratios import say_level
from trenchline.games.the_great_war.resolution import final_level
from trenchline.games.the_great_war.state import State

TRY = {code: f"try {number}" for number, code in enumerate(CODES)}


def field(mine: list[Counter], his: list[Counter], **sketched: Any) -> State:
    """Attackers in 0404, defenders in 0405."""
    where = {one.key: "0404" for one in mine} | {one.key: "0405" for one in his}
    return laid([*mine, *his], where, **sketched)


def tanks(key: str, size: str = "regiment", kind: str = "tank") -> Counter:
    return counter(key, "2-2-4", kind, size)


def added(state: State, found: Battle, trial: Trial) -> int:
    return sum(term.value for term in trial_terms(state, found, trial))


def size(state: State, found: Battle, code: str, *keys: str) -> Fraction:
    return sum((counted(state, found, unit(state, key), code) for key in keys), Fraction(0)) / 4


def test_10_the_worked_example_of_a_city_with_a_fort() -> None:
    """Two attempts with engineers, one with a mine, one with gas: 3:1 -3 becomes 3:1 -2."""
    state = field(
        [
            division("GE1", "30-9-5"),
            *(counter(f"GE{n}", "1-2-5", "combat engineer", "regiment") for n in (2, 3, 4)),
            counter("GE5", "1-2-5", "siege engineer", "brigade"),
        ],
        [division("IT1", "6-9-5"), counter("IT2", "1-2-5", "gas engineer", "regiment")],
        places=[("0405", "full_city")],
    )
    state.works[GRID.hex("0405")] = "fort"
    state.resources[GRID.hex("0404")] = 1
    fight = Fight(state).attack("0405", "GE1", "GE2", "GE3", "GE4", "GE5")
    # Nobody is fed, so that the point is left for the mine.
    fight.choose("done")
    fight.roll(5, 2, 5, 5, 6, 6)
    # Where nobody is left to join an attempt it is ready without asking.
    fight.choose(TRY["EEC"], "with GE2", "with GE3", "ready", TRY["EEC"], "with GE4")
    fight.choose(TRY["SEC"], "with GE5")
    before = state.battle.odds
    assert before is not None
    # The last die is the combat's own; it is told to see the modifiers in the log.
    fight.roll(3).choose(TRY["GEC"], "with IT2")
    assert say_level(before) == "3:1"
    line = next(line for line in fight.log if "the die 3" in line)
    assert line.startswith("  3:1")
    # City and fort -3, engineers +1, mine +1, gas -1; the others fail.
    assert "EEC +1" in line
    assert "SEC +1" in line
    assert "GEC -1" in line
    assert ": 1:" in line
    assert fight.at("GE4") == ""
    assert not state.resources


def test_10_two_successes_are_two_points_and_columns_add() -> None:
    state = field([division("GE1")], [division("IT1")])
    found = replace(
        battle(state, "0405", "GE1"),
        odds=6,
        trials=(
            Trial("EEC", True, (), True),
            Trial("EEC", True, (), True),
            Trial("SEC", True, (), True, True),
            Trial("GEC", False, (), True, True),
        ),
    )
    assert sum(term.value for term in die_terms(state, found)) == 2
    assert final_level(state, found) == 6


def test_10a_10a_1_full_and_half_capable_tanks_and_winter() -> None:
    state = field(
        [tanks("GE1"), tanks("GE2", kind="engineer tank"), tanks("GE3", kind="engineer tank")],
        [division("IT1")],
        weather={"Oct II 17": "clear", "Nov I 17": "winter"},
    )
    found = battle(state, "0405", "GE1", "GE2", "GE3")
    assert size(state, found, "AECA", "GE1", "GE2", "GE3") == 2
    trial = Trial("AECA", True, found.attackers)
    assert added(state, found, trial) == 1
    state.turn = 1
    assert size(state, found, "AECA", "GE1", "GE2", "GE3") == 1
    assert added(state, found, trial) == 0


def test_10a_1_no_armour_in_mud() -> None:
    state = field(
        [tanks("GE1")], [division("IT1")], weather={"Oct II 17": "mud"}, turns=["Oct II 17"]
    )
    closed = why_closed(state, battle(state, "0405", "GE1"), "AECA", True)
    assert closed is not None
    assert closed.case == "10A"


def test_10a_3_antitank_guns_answer_armour() -> None:
    guns = counter("IT1", "1-1-5", "antitank", "regiment")
    armour = [tanks("GE1"), tanks("GE2", kind="engineer tank"), tanks("GE3", kind="engineer tank")]
    state = field([*armour, division("GE4")], [guns, tanks("IT2"), division("IT3")])
    assert attempts(state, battle(state, "0405", "GE1", "GE2", "GE3"), "ATEC") == 3
    assert attempts(state, battle(state, "0405", "GE1"), "ATEC") == 2
    assert attempts(state, battle(state, "0405", "GE4"), "ATEC") == 0
    found = battle(state, "0405", "GE1")
    assert team(state, found, "ATEC", False) == units(state, "IT1")
    assert team(state, found, "AECD", False) == units(state, "IT2")
    tried = replace(found, trials=(Trial("ATEC", False, (unit(state, "IT1"),)),))
    assert not team(state, tried, "AECD", False)


def test_10a_4_ground_that_stops_armour_does_not_stop_antitank_guns() -> None:
    guns = counter("IT1", "1-1-5", "antitank", "regiment")
    state = field([tanks("GE1")], [guns, division("IT2")], terrain={"0405": "woods"})
    found = battle(state, "0405", "GE1")
    assert not team(state, found, "AECA", True)
    assert team(state, found, "ATEC", False) == units(state, "IT1")


def test_10b_charges_are_mobile_and_suicide_against_machine_guns() -> None:
    lancers = counter("GE1", "3-3-6", "heavy cavalry", "brigade")
    state = field([lancers], [division("IT1"), counter("IT2", "1-2-5", "machinegun", "battalion")])
    found = battle(state, "0405", "GE1")
    assert team(state, found, "CEC", True) == units(state, "GE1")
    assert added(state, found, Trial("CEC", True, found.attackers)) == 1 - 1 - 1
    closed = why_closed(state, replace(found, table="positional"), "CEC", True)
    assert closed is not None
    assert closed.case == "10B"


def test_10c_engineers_need_works_or_a_city() -> None:
    state = field(
        [
            counter("GE1", "1-2-5", "assault engineer", "regiment"),
            counter("GE2", "1-2-5", "combat engineer", "regiment"),
            counter("GE3", "1-2-5", "flamethrower", "battalion"),
        ],
        [division("IT1")],
    )
    found = battle(state, "0405", "GE1", "GE2", "GE3")
    assert not team(state, found, "EEC", True)
    state.works[GRID.hex("0405")] = "entrenchment"
    found = battle(state, "0405", "GE1", "GE2", "GE3")
    assert team(state, found, "EEC", True) == units(state, "GE1", "GE2", "GE3")
    assert size(state, found, "EEC", "GE1") == 2
    assert size(state, found, "EEC", "GE2") == 1
    assert added(state, found, Trial("EEC", True, (unit(state, "GE3"),))) == 1


def test_3a5_1_disrupted_units_count_half_and_badly_disrupted_ones_not_at_all() -> None:
    state = field([counter("GE1", "1-2-5", "combat engineer", "brigade")], [division("IT1")])
    state.works[GRID.hex("0405")] = "fort"
    found = battle(state, "0405", "GE1")
    assert size(state, found, "EEC", "GE1") == 2
    state.disrupt(unit(state, "GE1"))
    assert size(state, found, "EEC", "GE1") == 1
    state.disrupt(unit(state, "GE1"), badly=True)
    refusal = why_not_in(state, found, unit(state, "GE1"), "EEC")
    assert refusal is not None
    assert refusal.case == "3A5"


def test_11f2_who_has_long_been_out_of_supply_has_no_effects() -> None:
    state = field([counter("GE1", "1-2-5", "gas engineer", "regiment")], [division("IT1")])
    found = battle(state, "0405", "GE1")
    assert team(state, found, "GEC", True)
    state.unsupplied[unit(state, "GE1")] = 2
    assert not team(state, found, "GEC", True)


def test_10d_13h_gas_is_better_against_italians_and_costs_nobody() -> None:
    state = field([counter("GE1", "1-2-5", "gas engineer", "regiment")], [division("IT1")])
    found = battle(state, "0405", "GE1")
    assert added(state, found, Trial("GEC", True, found.attackers)) == 1
    french = field([counter("GE1", "1-2-5", "gas engineer", "regiment")], [division("FR1")])
    found = battle(french, "0405", "GE1")
    assert added(french, found, Trial("GEC", True, found.attackers)) == 0


def test_10d_10_2_gas_units_survive_a_disaster_and_engineers_do_not() -> None:
    for kind, code, gone in (("gas engineer", "GEC", False), ("combat engineer", "EEC", True)):
        state = field(
            [division("GE1", "18-9-5"), counter("GE2", "1-2-5", kind, "regiment")],
            [division("FR1", "6-9-5")],
        )
        state.works[GRID.hex("0405")] = "entrenchment"
        fight = Fight(state, 1, 3).attack("0405", "GE1", "GE2")
        fight.choose(TRY[code], "with GE2")
        assert (fight.at("GE2") == "") == gone, kind


def test_10e_mines_need_a_resource_point_and_units_that_have_not_moved() -> None:
    state = field([counter("GE1", "1-2-5", "siege engineer", "regiment")], [division("IT1")])
    state.works[GRID.hex("0405")] = "fort"
    found = battle(state, "0405", "GE1")
    assert not team(state, found, "SEC", True)
    state.resources[GRID.hex("0404")] = 1
    assert team(state, found, "SEC", True) == units(state, "GE1")
    state.moved_this_turn |= units(state, "GE1")
    assert not team(state, found, "SEC", True)


def test_10_1_15e3_only_units_that_cooperate_make_an_attempt_together() -> None:
    state = field(
        [
            counter("GE1", "1-2-5", "combat engineer", "regiment"),
            counter("AH1", "1-2-5", "combat engineer", "regiment"),
            division("AH2", "12-9-5"),
        ],
        [division("IT1")],
    )
    state.works[GRID.hex("0405")] = "fort"
    fight = Fight(state).attack("0405", "GE1", "AH1", "AH2")
    fight.choose(TRY["EEC"], "with GE1")
    assert fight.may("with AH1")
    alone = field(
        [
            counter("FR1", "1-2-5", "combat engineer", "regiment"),
            counter("BR1", "1-2-5", "combat engineer", "regiment"),
        ],
        [division("AH1")],
        side=0,
    )
    alone.works[GRID.hex("0405")] = "fort"
    alone.battles.append(battle(alone, "0405", "FR1", "BR1"))
    named = NameTeam(True, "EEC", (unit(alone, "FR1"),))
    assert named.choices(alone) == {"ready": 1}
    assert named.why_not(alone, "with", unit(alone, "BR1")).case == "15E3"


def test_8c2_11_overstacked_units_use_no_effects() -> None:
    state = field([counter("GE1", "1-2-5", "gas engineer", "regiment")], [division("IT1")])
    state.overstacked |= units(state, "GE1")
    refusal = why_not_in(state, battle(state, "0405", "GE1"), unit(state, "GE1"), "GEC")
    assert refusal is not None
    assert refusal.case == "8C2"


def test_10_3_the_first_loss_is_a_tank_brigade_not_the_battalion() -> None:
    state = field(
        [tanks("GE1", "battalion"), tanks("GE2", "brigade"), division("GE3")], [division("IT1")]
    )
    found = replace(
        battle(state, "0405", "GE1", "GE2", "GE3"),
        trials=(Trial("AECA", True, (unit(state, "GE1"), unit(state, "GE2")), True),),
        due=(6, 0),
    )
    state.battles.append(found)
    step = TakeLosses(attacking=True)
    assert step.losers(state) == units(state, "GE2")
    assert step.why_not(state, "lose", unit(state, "GE1")).case == "10"


@pytest.mark.parametrize("code", ["AECD", "ATEC"])
def test_10_attackers_do_not_use_what_is_the_defenders(code: str) -> None:
    state = field([tanks("GE1")], [division("IT1")])
    assert why_closed(state, battle(state, "0405", "GE1"), code, True) is not None


def test_10a_2_armour_attacks_twice_and_defends_once() -> None:
    state = field([tanks("GE1"), tanks("GE2"), tanks("GE3")], [tanks("IT1"), division("IT2")])
    found = battle(state, "0405", "GE1", "GE2", "GE3")
    assert attempts(state, found, "AECA") == 2
    assert attempts(state, found, "AECD") == 1
    once = replace(found, trials=(Trial("AECA", True, (unit(state, "GE1"),)),))
    assert team(state, once, "AECA", True) == units(state, "GE2", "GE3")
    twice = replace(once, trials=(*once.trials, Trial("AECA", True, (unit(state, "GE2"),))))
    assert not team(state, twice, "AECA", True)


def test_r86_a_unit_makes_one_attempt_a_combat() -> None:
    state = field([tanks("GE1", kind="engineer tank")], [division("IT1")])
    state.works[GRID.hex("0405")] = "fort"
    found = battle(state, "0405", "GE1")
    tried = replace(found, trials=(Trial("AECA", True, (unit(state, "GE1"),)),))
    assert team(state, found, "EEC", True)
    assert not team(state, tried, "EEC", True)
