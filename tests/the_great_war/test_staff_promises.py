"""What the staff promises, each from a position: guns before attacks, reserves behind the line,
supply where it counts, a good line for a lost one, and headquarters in company."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.the_great_war.battles import battle, division, laid, unit
from tests.the_great_war.fields import units
from tests.the_great_war.sketch import GRID as FIELD
from tests.the_great_war.sketch import counter
from trenchline.games.the_great_war.advance import AdvanceAgain
from trenchline.games.the_great_war.battle import Battle
from trenchline.games.the_great_war.bombardment import BombardmentPhase
from trenchline.games.the_great_war.combat_supply import Feed
from trenchline.games.the_great_war.components import CENTRAL, ENTENTE
from trenchline.games.the_great_war.depots import Logistics
from trenchline.games.the_great_war.face import GAME
from trenchline.games.the_great_war.intelligence import hidden, look_out
from trenchline.games.the_great_war.scenarios import GRID
from trenchline.games.the_great_war.staff import STAFF
from trenchline.games.the_great_war.staff.battles import best_party
from trenchline.games.the_great_war.staff.marches import orders_for
from trenchline.games.the_great_war.staff.plans import line_to_hold
from trenchline.games.the_great_war.staff.pockets import Pockets, ring
from trenchline.games.the_great_war.staff.promises import promise
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.staff.stakes import strength_of
from trenchline.games.the_great_war.state import MOVEMENT, State
from trenchline.games.the_great_war.suppositions import deal
from trenchline.games.the_great_war.zones import zoc
from trenchline.kernel.bits import members
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice

SIX = ("IT10", "IT22", "IT49", "IT43", "IT50", "IT46")
TURNS = ["Oct II 17", "Nov I 17", "Nov II 17"]
VICTORY = {"side": "Central Powers", "towns": {"0405": 4}, "levels": []}


def begun(scenario: str) -> State:
    return GAME.new(*GAME.settled(scenario, {}))


def asked(state: State) -> Choice:
    """What the staff chooses now."""
    choices = decision(state).choices(state)
    return STAFF.choose(state, choices, random.Random(1), STAFF.plans[0])


def before_the_guns(*attackers: str, defender: str) -> State:
    """Austro-Hungarian divisions with a heavy gun, and an Italian division in fieldworks."""
    counters = [division(key, "9-12-5") for key in attackers]
    counters += [division("IT1", defender), counter("AHA1", "0-4", "army hq", "army")]
    counters.append(counter("AHH1", "20-8-4", "heavy artillery", "regiment"))
    where = dict.fromkeys((*attackers, "AHA1", "AHH1"), "0404") | {"IT1": "0405"}
    state = laid(counters, where, victory=VICTORY, turns=TURNS)
    state.works[FIELD.hex("0405")] = "fieldworks"
    state.stack.append(BombardmentPhase(CENTRAL))
    return state


def test_guns_prepare_what_is_to_be_attacked() -> None:
    state = before_the_guns("AH1", "AH2", "AH3", "AH4", defender="8-12-5")
    assert asked(state) == ("bombard", FIELD.hex("0405"))


def test_guns_fight_along_where_they_add_more_than_they_would_before() -> None:
    state = before_the_guns("AH1", "AH2", "AH3", "AH4", defender="6-9-5")
    assert asked(state) == ("done", 0)


def test_guns_are_silent_where_no_attack_has_a_chance() -> None:
    assert asked(before_the_guns("AH1", defender="20-60-5")) == ("done", 0)


def after_movement(state: State, side: int) -> State:
    """The position as a side's staff wants it when all have moved."""
    state.phasing, state.phase = side, MOVEMENT
    return orders_for(Situation(state, side)).sit.state


def test_reserves_stand_behind_the_line() -> None:
    state = after_movement(begun("caporetto"), ENTENTE)
    sit = Situation(state, ENTENTE)
    calm = ~zoc(state, CENTRAL)
    behind = [
        one
        for one in members(state.on_map(ENTENTE) & state.theatre.divisions)
        if calm >> state.where[one] & 1 and sit.distance(state.where[one]) <= 3
    ]
    assert len(behind) >= 3


def fed_attack(*attackers: str, defender: str = "6-9-5") -> State:
    """Central Powers' divisions attack an Italian one, with a resource point beside them."""
    counters = [division(key, "9-12-5") for key in attackers]
    counters += [division("IT1", defender), counter("GEA1", "0-4", "army hq", "army")]
    where = dict.fromkeys((*attackers, "GEA1"), "0404") | {"IT1": "0405"}
    state = laid(counters, where, victory=VICTORY, turns=TURNS)
    state.resources[FIELD.hex("0404")] = 1
    state.battles.append(battle(state, "0405", *attackers, fed=False))
    state.stack.append(Feed(attacking=True))
    return state


def test_supply_is_spent_where_it_changes_the_odds() -> None:
    state = fed_attack("GE1", "GE2", "GE3")
    assert asked(state) == ("feed", FIELD.hex("0404"))


def test_supply_is_kept_where_the_odds_are_as_good_without() -> None:
    state = fed_attack("GE1", "GE2", "GE3", "GE4", "GE5", "GE6", defender="1-1-5")
    assert asked(state) == ("done", 0)


def test_a_lost_line_is_left_for_the_piave() -> None:
    state = begun("caporetto")
    lost = GRID.hexes("4307", "4406", "4507", "4607", "4608", "4309", "4408", "4508", "4407")
    for one in members(state.on_map(ENTENTE)):
        if int(GRID.label(state.where[one])[2:]) < 9:
            state.lift(one)
    state.owned[ENTENTE] &= ~lost
    state.owned[CENTRAL] |= lost
    assert line_to_hold(state, ENTENTE).name == "the Piave"
    for key in ("GE12", "GE26", "AH50"):
        state.move(units(state, key), GRID.hex("4408"))
    for key in SIX:
        state.put(unit(state, key), GRID.hex("4510"))
    state.look_again()
    state = after_movement(state, ENTENTE)
    given_up = line_to_hold(state, ENTENTE).given_up
    stayed = [key for key in SIX if given_up >> state.where[unit(state, key)] & 1]
    assert len(stayed) <= 1, stayed
    line = line_to_hold(state, ENTENTE).hexes
    assert sum(line >> state.where[unit(state, key)] & 1 for key in SIX) >= 2


@pytest.mark.parametrize("side", [ENTENTE, CENTRAL])
def test_headquarters_are_not_left_alone(side: int) -> None:
    state = after_movement(begun("gorizia"), side)
    sit = Situation(state, side)
    staffs = list(members(state.on_map(side) & state.kind.army_hq))
    assert staffs
    for hq in staffs:
        assert state.units(state.where[hq], side) & sit.line_units, state.theatre.counters[hq].key


def test_14n2_units_of_unknown_corps_are_not_read() -> None:
    state = begun("caporetto")
    corps = list(members(state.on_map(ENTENTE) & state.kind.corps_hq))
    for hq, place, keys in zip(corps, ("4417", "4617"), (SIX[:2], SIX[2:]), strict=False):
        state.move(1 << hq | units(state, *keys), GRID.hex(place))
    look_out(state)
    state.phasing, state.phase = CENTRAL, MOVEMENT
    other = deal(state, CENTRAL, random.Random(1))
    assert hidden(state, ENTENTE)
    assert other.where != state.where
    seen, supposed = Situation(state, CENTRAL), Situation(other, CENTRAL)
    assert seen.enemy_attack == supposed.enemy_attack
    assert seen.enemy_defence == supposed.enemy_defence
    assert orders_for(seen).to == orders_for(supposed).to


def test_depots_are_guarded_that_riders_could_come_to() -> None:
    state = begun("liege")
    assert Situation(state, CENTRAL).bases
    state = after_movement(state, CENTRAL)
    sit = Situation(state, CENTRAL)
    near = [hex_ for hex_ in members(sit.bases) if sit.distance(hex_) <= 4]
    for hex_ in near:
        assert state.units(hex_, CENTRAL) & sit.line_units, GRID.label(hex_)


def test_guns_do_not_attack_alone() -> None:
    state = before_the_guns(defender="1-1-5")
    assert best_party(Situation(state, CENTRAL), FIELD.hex("0405")) is None
    state = before_the_guns("AH1", defender="1-1-5")
    assert best_party(Situation(state, CENTRAL), FIELD.hex("0405")) is not None


def test_a_depot_follows_headquarters_to_the_front() -> None:
    state = begun("liege")
    for key in ("GEA1", "GE3"):
        state.put(unit(state, key), GRID.hex("1118"))
    for one in members(state.on_map(ENTENTE)):
        if int(GRID.label(state.where[one])[2:]) < 21:
            state.lift(one)
    taken = GRID.hexes("1117", "1118", "1119", "1018", "1019", "0919")
    state.owned[ENTENTE] &= ~taken
    state.owned[CENTRAL] |= taken
    sit = Situation(state, CENTRAL)
    state.stack.append(Logistics(CENTRAL))
    verb, where = asked(state)
    assert verb == "activate"
    assert sit.way_to_front(where) < min(sit.way_to_front(at) for at in members(sit.depots))


def test_an_attack_on_the_defenceless_promises_their_hex_before_a_table_is_chosen() -> None:
    state = fed_attack("GE1", defender="0-0-5")
    fight = replace(state.battle, table="")
    assert promise(Situation(state, CENTRAL), fight).clears == 1


def a_prize_beside(*, guns: bool) -> State:
    """An Austro-Hungarian division beside a prize that nobody holds, with a gun that cannot move or
    without, and the enemy not far."""
    counters = [division("AH1", "9-12-5"), division("IT1", "4-3-5")]
    counters.append(counter("AHH1", "20-8-4", "heavy artillery", "regiment"))
    state = laid(counters, {"AH1": "0404", "IT1": "0406"}, victory=VICTORY, turns=TURNS)
    if guns:
        state.put(unit(state, "AHH1"), FIELD.hex("0404"))
        state.halted |= units(state, "AHH1")
    return after_movement(state, CENTRAL)


def test_guns_are_not_left_alone() -> None:
    alone = a_prize_beside(guns=False)
    assert alone.where[unit(alone, "AH1")] == FIELD.hex("0405")
    guarding = a_prize_beside(guns=True)
    assert guarding.where[unit(guarding, "AH1")] == FIELD.hex("0404")


def test_what_has_been_taken_is_not_given_up_to_go_on() -> None:
    counters = [division("AH1", "9-12-5"), division("IT1", "4-3-5")]
    state = laid(counters, {"AH1": "0405", "IT1": "0407"}, victory=VICTORY, turns=TURNS)
    taker = unit(state, "AH1")
    came = (FIELD.hex("0404"),)
    fight = Battle(CENTRAL, FIELD.hex("0405"), (taker,), origins=came, advanced=(taker,))
    state.battles.append(fight)
    taken = FIELD.hexes("0404", "0405")
    state.owned[CENTRAL], state.owned[ENTENTE] = taken, state.theatre.land & ~taken
    state.stack.append(AdvanceAgain())
    assert "go_on" in decision(state).choices(state)
    assert asked(state) == ("done", 0)


def behind_gorizia() -> State:
    """Italian divisions in the rear of the bridgehead, with one road to it still open."""
    state = begun("gorizia")
    state.turn = 1
    state.move(units(state, "IT48"), GRID.hex("4506"))
    state.move(units(state, "IT1K"), GRID.hex("4505"))
    state.move(units(state, "IT21"), GRID.hex("4807"))
    mine = GRID.hexes("4506", "4505", "4807", "4708", "4808", "4405", "4306")
    state.owned[CENTRAL] &= ~mine
    state.owned[ENTENTE] |= mine
    state.phasing, state.phase = ENTENTE, MOVEMENT
    state.look_again()
    return state


def test_what_can_be_cut_off_is_cut_off() -> None:
    sit = Situation(behind_gorizia(), ENTENTE)
    assert not Pockets(sit).caught()
    rear, front = GRID.hex("4706"), GRID.hex("4609")
    able = {rear: [unit(sit.state, "IT21")], front: [unit(sit.state, "IT22")]}
    closing = ring(sit, able)
    assert closing == {unit(sit.state, "IT21"): rear}
    sit.relocate(unit(sit.state, "IT21"), rear)
    assert Pockets(sit).caught() > 0


def test_a_unit_counts_for_the_scenario_in_which_it_fights_bug() -> None:
    """The worth of strength was shared out among the divisions of all scenarios, so that those of
    the smallest were thrown away."""
    small, large = (begun(name).theatre for name in ("gorizia", "caporetto"))
    assert strength_of(small, ENTENTE) < strength_of(large, ENTENTE) / 4
