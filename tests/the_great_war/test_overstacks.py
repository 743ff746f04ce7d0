"""Rule 8C2: overstacks, as units move."""

from __future__ import annotations

from tests.the_great_war.battles import Fight, unit
from tests.the_great_war.fields import field, rolling, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.engineers import construction_units, divisional_engineers
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import EndMovement
from trenchline.games.the_great_war.overstacks import crowd_in, shed
from trenchline.games.the_great_war.reinforcements import enter
from trenchline.games.the_great_war.reserves import can_reach
from trenchline.games.the_great_war.routes import points_left
from trenchline.games.the_great_war.stacking import overfull
from trenchline.games.the_great_war.state import COMBAT, State
from trenchline.kernel.play import settle, take

SIX = [f"IT{n}" for n in range(6)]
HERE = GRID.hex("0506")


def crowd(*, corps: bool = True, option: bool = True, **more: str) -> State:
    """Six divisions in 0506 with a Corps HQ, a seventh beside them."""
    counters = [counter(key) for key in (*SIX, "IT6", "IT7")]
    counters += [
        counter("ITK1", "0-8", "corps hq", "corps"),
        counter("ITE1", "1-2-5", "construction engineer", "regiment"),
        counter("AH1", "2-9-5"),
    ]
    where = {**dict.fromkeys(SIX, "0506"), "IT6": "0507", **more}
    if corps:
        where["ITK1"] = "0506"
    state = field(sketch(counters=counters), where)
    state.options = frozenset({"overstacking"} if option else ())
    return state


def march(state: State, *keys: str) -> March:
    """Units on the move."""
    party = tuple(unit(state, key) for key in keys)
    return March(party, state.where[party[0]])


def test_8c2_a_corps_hq_takes_the_excess_into_an_overstack() -> None:
    state = crowd()
    state.stack = [march(state, "IT6")]
    take(state, "move", HERE)
    assert state.overstacked == units(state, "IT6")
    assert not overfull(state, 0)
    assert not march(crowd(corps=False), "IT6").reachable(crowd(corps=False)) >> HERE & 1
    assert not march(crowd(option=False), "IT6").reachable(crowd(option=False)) >> HERE & 1


def test_8c2_units_enter_the_overstack_as_they_like_and_change_places() -> None:
    state = crowd(IT7="0506")
    crowd_in(state, 0, HERE, (unit(state, "IT7"),))
    assert state.overstacked == units(state, "IT7")
    one = march(state, "IT0")
    assert "overstack" in one.choices(state)
    assert "unstack" not in one.choices(state)
    assert one.why_not(state, "unstack", 0).case == "8C2.1"
    other = march(state, "IT7")
    assert other.why_not(state, "unstack", 0).case == "8B"
    state.stack = [one]
    take(state, "overstack", 0)
    assert state.overstacked == units(state, "IT0", "IT7")
    state.stack = [other]
    take(state, "unstack", 0)
    assert state.overstacked == units(state, "IT0")
    assert state.spent == {unit(state, "IT7"): 4}
    assert not overfull(state, 0)


def test_8c2_1_leaving_an_overstack_costs_a_point_or_two() -> None:
    state = crowd(IT7="0506")
    state.overstacked = units(state, "IT7")
    seven = unit(state, "IT7")
    assert points_left(state, seven) == (5 - 1) * 4
    state.sallied = units(state, "IT7")
    assert points_left(state, seven) == (5 - 2) * 4
    state.stack = [march(state, "IT7")]
    take(state, "move", GRID.hex("0606"))
    assert state.spent[seven] == (1 + 2) * 4
    assert not state.overstacked | state.sallied
    state.sallied = units(state, "IT7")
    EndMovement(0).run(state)
    assert not state.sallied
    # Who never counts leaves without cost.
    state = crowd(corps=False, ITK1="0506")
    state.overstacked = units(state, "ITK1")
    assert points_left(state, unit(state, "ITK1")) == 8 * 4


def test_8c2_1_attacks_out_of_an_overstack_make_it_dearer_to_leave() -> None:
    state = crowd(IT7="0506", AH1="0505")
    state.phase, state.phasing = COMBAT, 0
    state.overstacked = units(state, "IT7", "IT5")
    fight = Fight(state, *[1] * 9, side=0)
    fight.choose("attack 0505", "with IT7", "join")
    # It is lost in the attack; its neighbours in the overstack pay for it.
    assert state.sallied == units(state, "IT5")


def test_8c2_5_who_has_just_entered_an_overstack_does_not_attack_out_of_it() -> None:
    state = crowd(IT7="0506", AH1="0505")
    state.phase, state.phasing = COMBAT, 0
    state.overstacked = state.crowded = units(state, "IT7")
    fight = Fight(state, side=0)
    fight.choose("attack 0505")
    assert fight.why_not("with IT7").case == "8C2"
    assert fight.may("with IT0")


def test_8c2_14_overstacked_engineers_do_no_work() -> None:
    state = crowd(ITE1="0506")
    engineers = units(state, "ITE1")
    assert construction_units(state) & engineers
    state.overstacked = engineers | units(state, "IT0")
    assert not construction_units(state) & engineers
    assert not divisional_engineers(state) & units(state, "IT0")
    one = march(state, "ITE1")
    assert one.why_not(state, "dig", 0).case == "8C2.14"
    assert "dig" not in one.choices(state)


def test_8c2_the_last_corps_hq_does_not_leave_its_overstack() -> None:
    state = crowd(IT7="0506")
    state.overstacked = units(state, "IT7")
    one = march(state, "ITK1")
    assert not one.reachable(state)
    assert one.why_not(state, "move", GRID.hex("0606")).case == "8C2"
    assert march(state, "ITK1", "IT7").reachable(state)


def test_8b_3_units_arrive_beyond_the_limit_until_the_movement_phase_ends() -> None:
    """[R158] Then the weakest retreat, or are overstacked beside a Corps HQ."""
    state = crowd(corps=False)
    enter(state, unit(state, "IT7"), HERE)
    assert overfull(state, 0) == 1 << HERE
    state.stack = [EndMovement(0)]
    options = settle(state, rolling())
    while options:
        take(state, "retreat", options["retreat"].bit_length() - 1)
        options = settle(state, rolling())
    assert not overfull(state, 0)
    assert state.present[0].bit_count() == 8
    state = crowd()
    enter(state, unit(state, "IT7"), HERE)
    shed(state, 0)
    assert state.overstacked.bit_count() == 1
    assert not overfull(state, 0)


def test_8b_1_an_overstack_without_its_corps_hq_must_retreat() -> None:
    state = crowd(IT7="0506")
    state.overstacked = units(state, "IT7")
    state.lift(unit(state, "ITK1"))
    shed(state, 0)
    assert not state.overstacked
    assert len(state.stack) == 1


def test_8c2_1_reserves_pay_for_leaving_an_overstack() -> None:
    counters = [counter("IT0", "6-9-6", "light rifle"), counter("ITK1", "0-8", "corps hq", "corps")]
    state = field(sketch(counters=counters), {"IT0": "0506", "ITK1": "0506"}, COMBAT, 1)
    assert can_reach(state, 0, GRID.hex("0505"))
    state.overstacked = state.sallied = units(state, "IT0")
    assert not can_reach(state, 0, GRID.hex("0505"))


def test_14m_army_hqs_of_two_nations_that_arrive_together_part() -> None:
    staffs = [counter("ITA1", "0-4", "army hq", "army"), counter("FRA1", "0-4", "army hq", "army")]
    state = field(sketch(counters=staffs), {"ITA1": "0506"})
    enter(state, 1, HERE)
    shed(state, 0)
    assert len(state.stack) == 1
