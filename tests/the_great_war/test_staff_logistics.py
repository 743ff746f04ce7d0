"""How the staff feeds its armies: headquarters with their stocks, depots, and attacks that hunger
does not spoil."""

from __future__ import annotations

import random

from tests.the_great_war.battles import division, laid, unit
from tests.the_great_war.sketch import counter
from trenchline.games.the_great_war.components import CENTRAL, ENTENTE
from trenchline.games.the_great_war.depots import Logistics
from trenchline.games.the_great_war.face import GAME
from trenchline.games.the_great_war.headquarters import army_hqs
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.scenarios import GRID
from trenchline.games.the_great_war.staff import STAFF, quarters
from trenchline.games.the_great_war.staff.marches import orders_for
from trenchline.games.the_great_war.staff.operations import Operations
from trenchline.games.the_great_war.staff.purse import place_unit
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.state import MOVEMENT, State
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice

TURNS = ["Oct II 17", "Nov I 17", "Nov II 17"]
VICTORY = {"side": "Central Powers", "towns": {"0405": 4}, "levels": []}
ATTACKERS = ("AH1", "AH2", "AH3")


def asked(state: State) -> Choice:
    """What the staff chooses now."""
    return STAFF.choose(state, decision(state).choices(state), random.Random(1), STAFF.plans[0])


def in_movement(scenario: str, side: int) -> State:
    state = GAME.new(*GAME.settled(scenario, {}))
    state.phasing, state.phase = side, MOVEMENT
    return state


def test_headquarters_take_resource_points_along() -> None:
    state = in_movement("liege", CENTRAL)
    here, there = GRID.hex("1116"), GRID.hex("1117")
    hq = unit(state, "GEA1")
    state.put(hq, here)
    march = March((hq,), here)
    choices = march.choices(state)
    sit = Situation(state, CENTRAL)
    assert quarters.load(sit, march, there, choices) == ("load", 3)
    assert quarters.load(sit, march, here, choices) is None
    state.resources[there] = 2
    assert quarters.load(sit, march, there, choices) == ("load", 1)


def test_headquarters_leave_half_to_others_who_stay() -> None:
    state = in_movement("liege", CENTRAL)
    here, there = GRID.hex("1116"), GRID.hex("1117")
    state.resources[here] = 3
    state.put(unit(state, "GEA1"), here)
    march = March((unit(state, "GEA1"),), here)
    sit = Situation(state, CENTRAL)
    assert quarters.load(sit, march, there, march.choices(state)) == ("load", 2)


def test_headquarters_that_are_to_be_withdrawn_leave_points_where_they_are() -> None:
    state = in_movement("liege", CENTRAL)
    march = March((unit(state, "GEAAME"),), GRID.hex("1116"))
    choices = march.choices(state)
    assert "load" in choices
    assert quarters.load(Situation(state, CENTRAL), march, GRID.hex("1117"), choices) is None


def test_a_headquarters_feeds_those_whom_no_other_feeds() -> None:
    state = in_movement("liege", CENTRAL)
    for key in ("GEA1", "GEA2", "GE3", "GE4", "GE5"):
        state.put(unit(state, key), GRID.hex("1116"))
    state.put(unit(state, "GE23"), GRID.hex("1317"))
    sit = Situation(state, CENTRAL)
    hq, lonely, crowded = unit(state, "GEA2"), GRID.hex("1317"), GRID.hex("1116")
    assert quarters.post(sit, hq, lonely) > quarters.post(sit, hq, crowded)


def test_there_are_no_more_depots_than_headquarters_need() -> None:
    state = in_movement("liege", ENTENTE)
    for key, place in (("FRA5", "1123"), ("BRABEF", "0924")):
        if state.where[unit(state, key)] < 0:
            state.put(unit(state, key), GRID.hex(place))
    hqs = army_hqs(state, ENTENTE).bit_count()
    state.stack.append(Logistics(ENTENTE))
    activated = 0
    while (choice := asked(state))[0] == "activate":
        step = decision(state)
        assert isinstance(step, Logistics)
        step.act(state, *choice)
        activated += 1
        assert activated <= hqs


def test_reinforcements_do_not_crowd_into_one_hex() -> None:
    state = in_movement("liege", CENTRAL)
    near, far = GRID.hex("1116"), GRID.hex("1115")
    places = {"place": 1 << near | 1 << far}
    assert place_unit(Situation(state, CENTRAL), places) == ("place", near)
    for key in ("GE3", "GE4", "GE5", "GE6", "GE7", "GE8", "GE17", "GE18", "GE5R", "GE6R", "GE7R"):
        state.put(unit(state, key), near)
    assert place_unit(Situation(state, CENTRAL), places) == ("place", far)


def planned(*, hungry: bool) -> int:
    """How many attacks are planned on an Italian division by three, starving or not."""
    counters = [division(key, "9-12-5") for key in ATTACKERS]
    counters += [division("IT1", "8-12-5"), counter("AHA1", "0-4", "army hq", "army")]
    where = dict.fromkeys((*ATTACKERS, "AHA1"), "0404") | {"IT1": "0405"}
    state = laid(counters, where, victory=VICTORY, turns=TURNS)
    state.phasing, state.phase = CENTRAL, MOVEMENT
    if hungry:
        state.unsupplied = {unit(state, key): 4 for key in ATTACKERS}
        state.look_again()
    return len(Operations(Situation(state, CENTRAL)).attacks)


def test_attacks_are_not_planned_that_hunger_would_spoil() -> None:
    assert planned(hungry=False) == 1
    assert planned(hungry=True) == 0


def test_orders_keep_headquarters_in_company() -> None:
    state = in_movement("caporetto", CENTRAL)
    sit = orders_for(Situation(state, CENTRAL)).sit
    hqs = army_hqs(sit.state, CENTRAL)
    assert hqs
    for hq in range(hqs.bit_length()):
        if hqs >> hq & 1:
            here = sit.state.where[hq]
            assert sit.state.units(here, CENTRAL) & sit.line_units, GRID.label(here)
