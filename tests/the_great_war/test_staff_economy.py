"""How the staff uses its force: nobody stands where nobody can come, no more attack than add to it,
all do not run after one town, a lost line is left, and who goes home takes a town before."""

from __future__ import annotations

from tests.the_great_war.battles import division, laid, unit
from tests.the_great_war.fields import units
from tests.the_great_war.sketch import GRID as FIELD
from tests.the_great_war.sketch import counter
from trenchline.games.the_great_war.components import CENTRAL, ENTENTE
from trenchline.games.the_great_war.face import GAME
from trenchline.games.the_great_war.readiness import ready
from trenchline.games.the_great_war.scenarios import GRID
from trenchline.games.the_great_war.staff.farewell import last_marches
from trenchline.games.the_great_war.staff.marches import orders_for
from trenchline.games.the_great_war.staff.operations import Operations
from trenchline.games.the_great_war.staff.plans import line_to_hold
from trenchline.games.the_great_war.staff.purse import price
from trenchline.games.the_great_war.staff.situation import Situation
from trenchline.games.the_great_war.state import MOVEMENT, State
from trenchline.kernel.bits import members

TURNS = ["Oct II 17", "Nov I 17", "Nov II 17"]
VICTORY = {"side": "Central Powers", "towns": {"0406": 4}, "levels": []}
WALL = {f"AH{row}": f"0{row}04" for row in range(1, 9)}
"""Divisions from one edge of the map to the other."""


def begun(scenario: str, turn: int, side: int) -> State:
    state = GAME.new(*GAME.settled(scenario, {}))
    state.turn, state.phasing, state.phase = turn, side, MOVEMENT
    return state


def behind(wall: dict[str, str]) -> Situation:
    """Austro-Hungarian divisions before an Italian one, and headquarters behind them."""
    counters = [division(key) for key in (*WALL, "AH9", "IT1")]
    counters.append(counter("AHA1", "0-4", "army hq", "army"))
    where = {**wall, "AH9": "0402", "AHA1": "0402", "IT1": "0405"}
    state = laid(counters, where, victory=VICTORY, turns=TURNS)
    state.phase = MOVEMENT
    return Situation(state, CENTRAL)


def test_5a_riders_come_through_gaps_only() -> None:
    barred = behind(WALL)
    rear = FIELD.hex("0403")
    assert not barred.ridden >> rear & 1
    assert not barred.is_front(rear)
    gone = behind({key: at for key, at in WALL.items() if key not in ("AH3", "AH4", "AH5")})
    assert gone.ridden >> rear & 1
    assert gone.is_front(rear)


def test_headquarters_keep_their_last_guard_even_behind_a_wall() -> None:
    sit = behind(WALL)
    assert sit.distance(FIELD.hex("0402")) == 3
    assert sit.is_last_guard(unit(sit.state, "AH9"))
    assert not sit.is_last_guard(unit(sit.state, "AH1"))


def test_ground_where_few_can_come_is_worth_few() -> None:
    sit = behind({"AH4": "0404"})
    prize, near, second = (FIELD.hex(label) for label in ("0406", "0505", "0403"))
    assert sit.peril(prize) == 1
    assert 0 < sit.peril(second) < sit.peril(near) < 1


def test_no_more_attack_than_add_to_it() -> None:
    keys = [f"AH{n}" for n in range(1, 9)]
    counters = [division(key, "9-12-5") for key in keys]
    counters += [division("IT1", "1-8-5"), counter("AHA1", "0-4", "army hq", "army")]
    where = dict.fromkeys(keys[:4], "0404") | dict.fromkeys(keys[4:], "0504")
    state = laid(counters, where | {"AHA1": "0403", "IT1": "0405"}, victory=VICTORY, turns=TURNS)
    state.resources[FIELD.hex("0403")] = 3
    state.phase = MOVEMENT
    (attack,) = Operations(Situation(state, CENTRAL)).attacks
    assert 1 <= len(attack.posts) <= 3


def test_a_goal_draws_less_when_many_are_on_their_way() -> None:
    sit = behind({"AH4": "0404"})
    here = FIELD.hex("0404")
    before = sit.pull(here)
    for key in ("AH4", "AH9"):
        sit.send(unit(sit.state, key), here)
    assert sit.pull(here) < 0.75 * before


def test_resource_points_are_cheap_where_there_are_plenty() -> None:
    state = begun("caporetto", 0, CENTRAL)
    dear = price(Situation(state, ENTENTE))
    state.resources[GRID.hex("4408")] += 30
    assert price(Situation(state, ENTENTE)) < dear / 2


def test_16a1_who_is_withdrawn_takes_a_town_before() -> None:
    state = begun("liege", 2, CENTRAL)
    for one in members(state.on_map(ENTENTE)):
        if int(GRID.label(state.where[one])[2:]) > 19:
            state.lift(one)
    for key in ("GE24", "GE40", "GE5R"):
        state.put(unit(state, key), GRID.hex("1122"))
    state.look_again()
    sit = Situation(state, CENTRAL)
    marches = last_marches(sit, ready(state, CENTRAL))
    assert unit(state, "GE5R") not in marches
    towns = GRID.hexes("1123", "1322", "1124", "1224", "1025", "0923", "0924")
    sent = {marches[unit(state, key)] for key in ("GE24", "GE40")}
    assert len(sent) == 2
    assert GRID.hex("1123") in sent
    assert any(towns >> hex_ & 1 for hex_ in sent)
    to = orders_for(sit).to
    assert {to[unit(state, key)] for key in ("GE24", "GE40")} == sent


def on_the_tagliamento() -> State:
    """The Isonzo is lost where the Germans broke through, the 3rd Army is still at Gorizia."""
    state = begun("caporetto", 1, ENTENTE)
    lost = GRID.hexes("4307", "4507", "4406")
    for hex_ in members(lost):
        for one in members(state.units(hex_, ENTENTE)):
            state.lift(one)
    state.owned[ENTENTE] &= ~lost
    state.owned[CENTRAL] |= lost
    for key in ("GE12", "GE26", "GEA"):
        state.move(units(state, key), GRID.hex("4507"))
    state.look_again()
    return state


def test_no_town_before_a_lost_line_is_wanted() -> None:
    state = on_the_tagliamento()
    line = line_to_hold(state, ENTENTE)
    assert line.name == "the Tagliamento"
    goals = Situation(state, ENTENTE).goals
    before = line.given_up & ~state.owned[ENTENTE]
    assert not [GRID.label(hex_) for hex_ in goals if before >> hex_ & 1]
    assert any(line.hexes >> hex_ & 1 for hex_ in goals)


def test_the_army_leaves_the_isonzo_for_the_tagliamento() -> None:
    state = on_the_tagliamento()
    gorizia = GRID.hex("4607")
    before = Situation(state, ENTENTE).friends[gorizia]
    after = orders_for(Situation(state, ENTENTE)).sit
    assert after.friends.get(gorizia, 0.0) < before / 2
    for hex_ in members(line_to_hold(state, ENTENTE).hexes):
        assert after.friends.get(hex_, 0.0) >= 20, GRID.label(hex_)
