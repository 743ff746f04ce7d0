"""Chapter 10.59, 10.72 and 10.73: ground given, breaches and breakthroughs."""

from __future__ import annotations

from tests.balance_of_powers.campaigning import attack, begun, choose, lorraine, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from tests.balance_of_powers.test_combat_results import (
    DUG_IN,
    HERE,
    POINTS,
    THERE,
    after,
    lost,
    trench_attack,
)
from tests.balance_of_powers.test_land_combat import units
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, FR, GE, GRID
from trenchline.games.balance_of_powers.control import occupy
from trenchline.games.balance_of_powers.retreat import (
    Breach,
    GiveGround,
    Retreat,
    retreats,
    touching,
)
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.play import decision

# Giving ground.


def test_10_72_10_721_1_ground_is_given_even_if_no_attacker_is_left() -> None:
    state = lorraine("GE-I-21", "FR-I-20 FR-I-9 FR-I-1")
    state.put(unit("GE-V-EINDKRD"), at(THERE))
    attack(state, "point FR-I-20", dice=(5, 6))
    assert lost(state, "GE-I-21")
    choose(state, "lose FR-I-9")
    assert decision(state).who(state) == ENTENTE
    assert decision(state).prompt(state).startswith("French 1 corps retreats")
    choose(state, "retreat 1025")
    assert not any(isinstance(step, Retreat) for step in state.stack)


def test_10_722_who_is_not_dug_in_retreats_one_to_three_hexes() -> None:
    state = after((5, 4), french=f"{DUG_IN} FR-I-1")
    choose(state, "lose FR-I-9")
    assert decision(state).who(state) == ENTENTE
    goals = offered(state, "retreat")
    distances = {distance(THERE, goal) for goal in members(goals)}
    assert distances == {1, 2, 3}
    choose(state, "retreat 1025")
    assert state.where[unit("FR-I-1")] == at("1025")
    assert state.where[unit("GE-I-14")] == at(THERE)


def distance(one: str, other: int) -> int:
    return GRID.distance(at(one), other)


def test_10_722_1_nobody_retreats_among_enemies_or_beside_the_attackers() -> None:
    """[R63] A trench battle is no hindrance."""
    state = lorraine("GE-I-21 GE-I-14", DUG_IN)
    state.put(unit("GE-I-3"), at("1025"))
    state.trench_battles = 1 << at("1024")
    fought = Battle(CENTRAL, at(HERE), at(THERE), units("GE-I-21"))
    goals = retreats(state, fought, unit("FR-I-20"))
    assert goals >> at("1024") & 1
    assert not goals & place_set("1025", "1123", "1225", "1224")
    nobody = Battle(CENTRAL, at(HERE), at(THERE), 0)
    assert retreats(state, nobody, unit("FR-I-20")) >> at("1225") & 1


def test_10_722_2_who_cannot_retreat_is_lost() -> None:
    around = {"1024": "GE-I-3", "1025": "GE-I-4", "1125": "GE-I-5"}
    state = position(around | {HERE: "GE-I-21 GE-I-14", THERE: "FR-I-20 FR-I-9 FR-I-1"}, month=8)
    state.points[GE] = state.points[FR] = 5
    begun(state)
    attack(state, *POINTS, "lose FR-I-9", dice=(5, 4))
    assert lost(state, "FR-I-1")


def test_10_722_in_a_box_nobody_retreats_and_nothing_is_breached() -> None:
    """[10.723] Trenches or a fortress are breached; corps in a box without any just stay."""
    state = position({"4201": "GE-I-1", "Petrograd": "RU-I-1"}, month=8)
    fought = Battle(CENTRAL, at("4201"), at("Petrograd"), units("GE-I-1"))
    state.battles.append(fought)
    state.stack = [GiveGround(True, False)]
    while state.stack:
        state.stack.pop().run(state)  # type: ignore[attr-defined]
    assert state.where[unit("RU-I-1")] == at("Petrograd")
    assert not state.breaches


def test_10_722_nobody_retreats_into_a_full_hex() -> None:
    state = lorraine("GE-I-21 GE-I-14", DUG_IN)
    for number in range(1, 7):
        state.put(unit(f"FR-I-{number}"), at("1025"))
    fought = Battle(CENTRAL, at(HERE), at(THERE), units("GE-I-21"))
    goals = retreats(state, fought, unit("FR-I-20"))
    assert goals >> at("1024") & 1
    assert not goals >> at("1025") & 1


def test_10_722_the_leader_goes_with_the_last_of_his_command() -> None:
    """[R35] And whoever retreats into what the enemy held takes it [2.53]."""
    state = lorraine("GE-I-21 GE-I-14 GE-I-15", "FR-I-20 FR-I-9 FR-I-1 FR-I-2 FR-L-JOFFRE")
    taken = 1 << at("1025")
    state.held[ENTENTE] &= ~taken
    state.held[CENTRAL] |= taken
    state.holder[at("1025")] = GE
    attack(state, *POINTS, "lose FR-I-9", "retreat 1024", dice=(5, 5, 4))
    assert state.where[unit("FR-L-JOFFRE")] == at(THERE)
    choose(state, "retreat 1025")
    assert state.where[unit("FR-L-JOFFRE")] == at("1025")
    assert state.controller(at("1025")) == FR


def test_2_52_touching_hexes_are_adjacent_whatever_lies_between() -> None:
    for one, other in (("0316", "0317"), ("0720", "0621")):
        assert touching(at(one)) >> at(other) & 1
    assert touching(at("4201")) >> at("Petrograd") & 1
    assert touching(at("4201")).bit_count() > 2


def test_2_62_a_leader_who_retreats_to_another_goes_back() -> None:
    state = position(
        {HERE: "GE-I-21 GE-I-14", THERE: "FR-I-20 FR-I-9 FR-I-1 FR-L-JOFFRE", "1025": "FR-I-2"},
        month=8,
    )
    state.put(unit("FR-L-FOCH"), at("1025"))
    state.points[GE] = state.points[FR] = 5
    begun(state)
    attack(state, *POINTS, "lose FR-I-9", "retreat 1025", dice=(4, 5, 4))
    assert state.where[unit("FR-L-JOFFRE")] < 0
    assert state.where[unit("FR-L-FOCH")] == at("1025")


# Breaches.


def test_10_59_10_723_10_723c_trenches_that_give_ground_are_breached() -> None:
    """[10.59] Eleven less two is nine: 1/2 GG, and one in trenches is left."""
    state = trench_attack(
        *POINTS, "lose FR-I-9", dice=(6, 5), french=f"{DUG_IN} FR-I-1", dug_in=f"{DUG_IN} FR-I-1"
    )
    assert state.breaches == {(at(HERE), at(THERE)): 1}
    assert state.where[unit("FR-I-1")] == at(THERE)
    assert state.where[unit("GE-I-14")] == at(HERE)


def breach(breaches: dict[tuple[str, str], int], *, breakthrough: bool = False) -> State:
    """What becomes of breaches when trenches give ground to an attack from 1224."""
    state = lorraine("GE-I-21", "FR-I-20", dug_in="FR-I-20")
    for (one, other), value in breaches.items():
        state.breaches[at(one), at(other)] = value
    against = (at(THERE), at(HERE)) in state.breaches
    fought = Battle(CENTRAL, at(HERE), at(THERE), units("GE-I-21"), counterattack=against)
    state.battles.append(fought)
    Breach(breakthrough).run(state)
    return state


def test_10_595_2_10_723a_a_breach_that_points_at_the_attackers_shrinks() -> None:
    """[10.595.2] Below one it is gone; no other is made."""
    two = breach({(THERE, HERE): 2})
    assert two.breaches == {(at(THERE), at(HERE)): 1}
    assert not breach({(THERE, HERE): 1}).breaches


def test_10_723b_a_breach_of_the_attackers_grows() -> None:
    grown = breach({(HERE, THERE): 1})
    assert grown.breaches == {(at(HERE), at(THERE)): 2}
    assert not lost(grown, "FR-I-20")


def test_10_723b_1_beyond_two_the_trenches_are_overrun() -> None:
    """[10.595.2] [10.723] [R34] Nobody elsewhere is touched."""
    state = breach({(HERE, THERE): 2})
    assert not state.breaches
    assert lost(state, "FR-I-20")
    assert not lost(state, "GE-I-21")
    assert state.battle.breakthrough
    assert state.breakthroughs == 1 << at(THERE)


def test_10_723b_2_then_nobody_digs_in_and_there_is_no_trench_battle() -> None:
    state = trench_attack(
        *POINTS,
        "lose FR-I-9",
        dice=(5, 5),
        breaches={(HERE, THERE): 2},
        french=f"{DUG_IN} FR-I-1",
        dug_in=f"{DUG_IN} FR-I-1",
        german="GE-I-21 GE-I-14 GE-S-1 GE-S-2 GE-S-3",
    )
    assert lost(state, "FR-I-1")
    assert not state.trench_battles
    assert not state.entrenched >> unit("GE-I-14") & 1
    assert state.where[unit("GE-I-14")] == at(THERE)


def test_10_723c_1_a_hex_has_a_breach_for_each_side() -> None:
    """[10.596] What the French in Longwy make is one of their own; that of the Germans stays."""
    state = position({"0921": "GE-I-3", "1022": "FR-I-1"}, held_by={"GE": "0921"}, month=8)
    state.entrenched = units("GE-I-3")
    state.breaches[at("0921"), at("0922")] = 1
    state.battles.append(Battle(ENTENTE, at("1022"), at("0921"), units("FR-I-1")))
    Breach(False).run(state)
    assert state.breaches == {
        (at("0921"), at("0922")): 1,
        (at("1022"), at("0921")): 1,
    }


def test_10_592_no_breach_of_one_side_helps_another_way() -> None:
    state = lorraine("GE-I-21", DUG_IN, dug_in=DUG_IN)
    state.breaches[at(THERE), at(HERE)] = 2
    attack(state, "point FR-I-20", dice=(3, 5))
    assert state.battle.modifier == -2 - 2 + 2


def test_10_594_a_force_gives_a_breach_up_instead_of_moving() -> None:
    state = lorraine("GE-I-21 GE-I-14", "FR-I-20")
    state.breaches[at(HERE), at(THERE)] = 2
    choose(state, f"stack {HERE}", f"close_breach {THERE}")
    assert not state.breaches
    assert state.done & units("GE-I-21 GE-I-14") == units("GE-I-21 GE-I-14")
    state = lorraine("GE-I-21 GE-I-14", "FR-I-20")
    state.breaches[at("1123"), at(THERE)] = 1
    choose(state, f"stack {HERE}", "march 1123")
    assert refused(state, f"close_breach {THERE}").case == "10.594"


def test_10_595_10_595_1_a_breach_within_one_sides_lines_is_absorbed() -> None:
    state = lorraine("GE-I-21", "FR-I-20")
    state.breaches[at(HERE), at(THERE)] = 1
    state.lift(unit("GE-I-21"))
    assert state.breaches
    state.lift(unit("FR-I-20"))
    occupy(state, at(THERE), units("GE-I-14"))
    assert not state.breaches


# Breakthroughs.


def test_10_731_10_731_1_a_twelve_breaks_through_where_nobody_is_left() -> None:
    state = trench_attack(*POINTS, dice=(6, 6), german="GE-I-21 GE-I-14 GE-S-1 GE-S-2 GE-S-3")
    choose(state, "buy_off GE", "lose FR-I-9", dice=Loaded(6))
    assert state.breakthroughs == 1 << at(THERE)
    assert not state.trench_battles
    assert not state.entrenched >> unit("GE-I-14") & 1


def test_10_731_3_who_is_left_in_his_trenches_makes_it_a_breach() -> None:
    more = f"{DUG_IN} FR-I-1 FR-I-7"
    state = trench_attack(
        *POINTS,
        dice=(6, 6),
        german="GE-I-21 GE-I-14 GE-S-1 GE-S-2 GE-S-3",
        french=more,
        dug_in=more,
    )
    choose(state, "buy_off GE", "lose FR-I-9", "lose FR-I-1", dice=Loaded(6))
    assert not state.breakthroughs
    assert state.breaches == {(at(HERE), at(THERE)): 1}
    assert state.trench_battles == 1 << at(THERE)


def test_10_731_2_nobody_breaks_through_against_a_breach() -> None:
    state = lorraine("GE-I-21", "FR-I-20")
    state.lift(unit("FR-I-20"))
    state.battles.append(Battle(CENTRAL, at(HERE), at(THERE), units("GE-I-21"), counterattack=True))
    Breach(True).run(state)
    assert not state.breakthroughs
    assert not state.battle.breakthrough
    state.battle = Battle(CENTRAL, at(HERE), at(THERE), units("GE-I-21"))
    Breach(True).run(state)
    assert state.breakthroughs == 1 << at(THERE)
    assert state.battle.breakthrough


def test_10_732_after_a_breakthrough_others_may_follow() -> None:
    state = trench_attack(*POINTS, dice=(6, 6), german="GE-I-21 GE-I-14 GE-S-1 GE-S-2 GE-S-3")
    state.put(unit("GE-I-3"), at("1123"))
    choose(state, "buy_off GE", "lose FR-I-9", "stop", "unit GE-I-3", dice=Loaded(6))
    assert offered(state, "march") >> at(THERE) & 1
    assert not state.entrenched & units("GE-I-21 GE-I-14")
