"""Rule 14P: leaders at the front, at the general staff, and at activation checks."""

from __future__ import annotations

from dataclasses import replace

from tests.the_great_war.fields import field, rolling
from tests.the_great_war.sketch import counter, sketch
from trenchline.games.the_great_war.calendar import read_date
from trenchline.games.the_great_war.components import CENTRAL, ENTENTE, Leader
from trenchline.games.the_great_war.headquarters import ActivationCheck
from trenchline.games.the_great_war.leaders import (
    GeneralStaff,
    LeaderAtCheck,
    Posting,
    SwitchLeaders,
    check,
    leaders_of,
)
from trenchline.games.the_great_war.movement import ReactionPhase
from trenchline.games.the_great_war.state import INITIAL, REACTION_MOVEMENT, State
from trenchline.kernel.play import decision, settle, take

HAIG = (-1, 0, 1)
NOVEMBER = read_date("Nov I 17")
LEADERS = (
    Leader("L0", "Cadorna", "IT", HAIG, "ITA", None, NOVEMBER),
    Leader("L1", "Diaz", "IT", (0, 0, 1), "", NOVEMBER, None),
    Leader("L2", "Fayolle", "FR", (0, 0, 1), "", None, None),
    Leader("L3", "Conrad", "AH", HAIG, "AHA", None, None),
)
CADORNA, DIAZ, FAYOLLE, CONRAD = range(4)


def staff(phase: str = INITIAL) -> State:
    keys = ("ITA", "ITB", "FRA", "AHA")
    counters = [counter(key, "0-0-4", "army hq", "army") for key in keys]
    theatre = sketch(counters=counters, nations=["IT", "FR", "AH"])
    theatre = replace(theatre, leaders=LEADERS)
    places = {"ITA": "0506", "ITB": "0306", "FRA": "0507", "AHA": "0502"}
    state = field(theatre, places, phase)
    state.leaders = {CADORNA: hq(state, "ITA"), CONRAD: hq(state, "AHA")}
    state.stack = [GeneralStaff(ENTENTE)]
    return state


def hq(state: State, key: str) -> int:
    return state.theatre.unit[key]


def why_not(state: State, verb: str, number: int) -> tuple[str, str]:
    assert not decision(state).choices(state).get(verb, 0) >> number & 1
    refusal = decision(state).why_not(state, verb, number)
    return refusal.case, refusal.reason


def test_14p_a_leader_is_recalled_and_rests_a_turn() -> None:
    state = staff()
    assert why_not(state, "assign", CADORNA)[1] == "the leader is with an Army HQ already"
    assert why_not(state, "recall", FAYOLLE)[0] == "14P"
    assert why_not(state, "recall", CONRAD)[0] == "14P", "the enemy's"
    take(state, "recall", CADORNA)
    assert CADORNA not in state.leaders
    assert why_not(state, "assign", CADORNA)[1].startswith("the leader gets new instructions")
    state.forget("player turn")
    take(state, "assign", CADORNA)
    assert decision(state) == Posting(ENTENTE, CADORNA)
    assert why_not(state, "post", hq(state, "FRA"))[1].startswith("the Army HQ is of another")
    assert why_not(state, "post", hq(state, "AHA"))[1].startswith("it is not an Army HQ")
    take(state, "post", hq(state, "ITB"))
    assert state.leaders[CADORNA] == hq(state, "ITB")


def test_14p_one_leader_for_each_headquarters() -> None:
    state = staff()
    state.leaders[DIAZ] = hq(state, "ITB")
    state.stack = [Posting(ENTENTE, CADORNA)]
    assert why_not(state, "post", hq(state, "ITB")) == ("14P", "the Army HQ has a leader")
    state.leaders = {FAYOLLE: hq(state, "ITA"), CONRAD: hq(state, "ITB")}
    state.stack = [GeneralStaff(ENTENTE)]
    assert why_not(state, "assign", CADORNA)[1].startswith("no Army HQ of his nation")


def test_14p_leaders_come_and_go_with_the_calendar() -> None:
    state = staff()
    assert leaders_of(state, ENTENTE) == 1 << CADORNA | 1 << FAYOLLE
    assert leaders_of(state, CENTRAL) == 1 << CONRAD
    assert why_not(state, "assign", DIAZ)[1] == "that leader is not in play for the side"
    state.turn = 1
    state.stack = []
    SwitchLeaders(ENTENTE).run(state)
    assert CADORNA not in state.leaders
    assert state.stack == [GeneralStaff(ENTENTE)]
    assert decision(state).choices(state)["assign"] == 1 << DIAZ | 1 << FAYOLLE


def test_14p1_a_leader_influences_the_check_of_his_headquarters() -> None:
    """The rulebook's example: a roll of 5 brings the right number of -1/0/1, one more."""
    state = staff(REACTION_MOVEMENT)
    state.phasing = CENTRAL
    first = hq(state, "ITA")
    state.stack = [ReactionPhase(ENTENTE)]
    take(state, "check", first)
    assert decision(state) == LeaderAtCheck(ENTENTE, (first,))
    assert why_not(state, "leader", CONRAD)[0] == "14P1"
    take(state, "leader", CADORNA)
    settle(state, rolling(5, 4))
    assert not state.inactive, "a 4 fails without him"
    state = staff(REACTION_MOVEMENT)
    state.stack = [LeaderAtCheck(ENTENTE, (first,))]
    take(state, "leader", CADORNA)
    settle(state, rolling(2, 5))
    assert state.inactive == 1 << first, "one less"


def test_14p1_at_the_players_option_and_only_with_a_leader() -> None:
    state = staff(REACTION_MOVEMENT)
    first, second = hq(state, "ITA"), hq(state, "ITB")
    state.stack = [LeaderAtCheck(ENTENTE, (first,))]
    take(state, "done", 0)
    assert state.stack == [ActivationCheck((first,))]
    state.stack = []
    check(state, ENTENTE, (second,))
    assert state.stack == [ActivationCheck((second,))]
