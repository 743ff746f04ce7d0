"""Units that retreat together, as drawn or another way [9F2]."""

from __future__ import annotations

from dataclasses import replace

from tests.the_great_war.battles import Fight, battle, division, laid, unit
from tests.the_great_war.fields import units
from tests.the_great_war.sketch import GRID
from trenchline.games.the_great_war.fall_back import FallBack, drawn, retreat_together
from trenchline.games.the_great_war.focus import focus
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.ways_out import RetreatUnit, safest
from trenchline.kernel.play import settle


def driven_out(*keys: str) -> Fight:
    """Italian divisions in 0405 that must leave it; the enemy stands to the north."""
    counters = [division("AH1"), *(division(key) for key in keys)]
    state = laid(counters, {"AH1": "0404", **dict.fromkeys(keys, "0405")})
    fight = Fight(state, side=1)
    state.battles.append(replace(battle(state, "0405", "AH1"), goes=("", "must")))
    state.stack = []
    retreat_together(state, [RetreatUnit(0, unit(state, key)) for key in keys])
    fight.options = settle(state, fight.dice)
    return fight


def asked(state: State) -> FallBack:
    step = state.stack[-1]
    assert isinstance(step, FallBack)
    return step


def test_9f2_all_retreat_as_drawn_by_one_choice() -> None:
    fight = driven_out("IT1", "IT2", "IT3")
    ways = drawn(fight.state, asked(fight.state).retreats(fight.state))
    assert [fight.state.theatre.counters[way.unit].key for way in ways] == ["IT1", "IT2", "IT3"]
    assert all(len(way.hexes) == 2 for way in ways)
    fight.choose("fall_back")
    for way in ways:
        assert fight.state.where[way.unit] == way.hexes[-1]
    assert not fight.state.stack


def test_9f2_one_goes_another_way_and_the_others_as_drawn() -> None:
    fight = driven_out("IT1", "IT2", "IT3")
    goal = GRID.label(drawn(fight.state, asked(fight.state).retreats(fight.state))[1].hexes[-1])
    fight.choose("redirect IT2")
    assert fight.asked == "RetreatUnit"
    other = next(
        GRID.label(hex_)
        for hex_ in GRID.neighbours(GRID.hex("0405"))
        if fight.may(f"retreat {GRID.label(hex_)}") and GRID.label(hex_) != goal
    )
    fight.choose(f"retreat {other}")
    assert fight.at("IT2") == other
    assert fight.asked == "FallBack"
    assert fight.why_not("redirect IT2").reason == "that unit does not retreat from this combat"
    fight.choose("fall_back")
    assert "0405" not in (fight.at("IT1"), fight.at("IT3"))


def test_9f2_where_nobody_has_a_choice_nobody_is_asked() -> None:
    counters = [division("AH1"), division("IT1"), division("IT2")]
    state = laid(counters, {"AH1": "0404", "IT1": "0405", "IT2": "0405"})
    state.depot_at, state.depot_side, state.depot_net, state.working = (
        *([GRID.hex("0407")], [0], [0]),
        1,
    )
    fight = Fight(state, side=1)
    state.stack = []
    retreat_together(state, [RetreatUnit(0, unit(state, key)) for key in ("IT1", "IT2")])
    fight.options = settle(state, fight.dice)
    assert (fight.at("IT1"), fight.at("IT2")) == ("0406", "0406")


def test_9f2_who_has_no_other_way_cannot_be_sent_one() -> None:
    fight = driven_out("IT1", "IT2")
    fight.state.extending |= units(fight.state, "IT2")
    assert fight.why_not("redirect IT2").reason == "there is no other way for that unit"


def test_9f2_what_is_drawn_leads_away_from_the_enemy() -> None:
    fight = driven_out("IT1", "IT2")
    near = GRID.ring(GRID.hex("0405"), 1) & ~fight.state.occupied[1]
    goal = safest(fight.state, 0, near)
    assert GRID.distance(goal, GRID.hex("0404")) == 2


def test_9f2_the_ways_are_told_as_arrows() -> None:
    fight = driven_out("IT1", "IT2")
    ways = drawn(fight.state, asked(fight.state).retreats(fight.state))
    arrows = focus(fight.state).arrows
    assert {(arrow.start, arrow.end) for arrow in arrows} == {
        ("0405", GRID.label(way.hexes[-1])) for way in ways
    }
