"""Chapters 8.3 to 8.6: guns, torpedoes and the way home; Jutland and Gallipoli as examples."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.at_sea import quarters, units
from tests.balance_of_powers.campaigning import choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.battle import SeaBattle
from trenchline.games.balance_of_powers.components import CENTRAL, ENTENTE, GE
from trenchline.games.balance_of_powers.home_port import HomePort, nearest, send_home
from trenchline.games.balance_of_powers.navy import damage, steps
from trenchline.games.balance_of_powers.quarters import AtSea
from trenchline.games.balance_of_powers.salvos import (
    AfterCombat,
    Broadside,
    Deploy,
    EndOfBattle,
    FortShot,
    Hoist,
    ReturnCheck,
    Salvo,
    Surprise,
    battle,
    bonus,
    hit_in_battle,
    join_battle,
    targets,
    van_count,
)
from trenchline.games.balance_of_powers.search import Search
from trenchline.games.balance_of_powers.state import GONE, POOL, State
from trenchline.games.balance_of_powers.torpedoes import Aim, attack_with_torpedoes
from trenchline.kernel.play import decision, settle

PLACE = "1006"


def combat(
    germans: str, british: str, *, leaders: str = "", reduced: str = "", side: int = CENTRAL
) -> State:
    """Two forces in one hex begin to fight; nobody has deployed."""
    keys = " ".join((germans, british, leaders)).strip()
    state = position({PLACE: keys}, central="GE", entente="BR", scenario="price_of_admiralty")
    state.points[GE] = 1
    state.reduced = units(reduced)
    state.phasing = side
    join_battle(state, side, units(f"{germans} {british}"), units(leaders), (-1, -1))
    return state


def test_8_31_the_phasing_side_deploys_first() -> None:
    state = combat("GE-N-BB1 GE-N-BC1", "BR-N-BB1 BR-N-BC1")
    settle(state, Loaded())
    assert decision(state) == Deploy(CENTRAL)
    assert refused(state, "main GE-N-BB1").case == "8.31"
    choose(state, "main GE-N-BC1")
    assert not state.van & units("GE-N-BC1")
    assert decision(state) == Deploy(ENTENTE)


def test_8_31_without_a_main_force_all_are_in_the_van() -> None:
    state = combat("GE-N-BC1 GE-N-CL1", "BR-N-BB1")
    settle(state, Loaded(6, 6))
    assert state.van == units("GE-N-BC1 GE-N-CL1")


def test_8_31_1_a_leader_sails_on_a_ship_of_his_class_and_shares_its_fate() -> None:
    state = combat("GE-N-BC1 GE-N-BB1 GE-N-BB2", "BR-N-BB1", leaders="GE-L-HIPPER GE-L-SCHEER")
    settle(state, Loaded())
    choose(state, "ready")
    # Hipper has one battle cruiser, Scheer two dreadnoughts to choose from.
    assert decision(state) == Hoist(CENTRAL, unit("GE-L-SCHEER"))
    assert refused(state, "hoist GE-N-BC1").case == "8.31.1"
    choose(state, "hoist GE-N-BB2", dice=Loaded(6, 6))
    assert dict(battle(state).flags)[unit("GE-L-SCHEER")] == unit("GE-N-BB2")
    state.reduced |= units("GE-N-BB2")
    hit_in_battle(state, unit("GE-N-BB2"), True)
    assert state.where[unit("GE-L-SCHEER")] == GONE
    assert state.where[unit("GE-L-HIPPER")] == at(PLACE)


@pytest.mark.parametrize(
    ("dice", "surprised"), [((1, 2), ENTENTE), ((2, 1), CENTRAL), ((2, 2), -1), ((1, 1), -1)]
)
def test_8_32_the_die_above_the_van_surprises_unless_both_are(
    dice: tuple[int, int], surprised: int
) -> None:
    state = combat("GE-N-BB1 GE-N-CL1", "BR-N-BB1 BR-N-CL1")
    Surprise().thrown(state, dice)
    assert battle(state).surprised == surprised


def test_8_32_1_leaders_in_the_van_count() -> None:
    state = combat("GE-N-BC1", "BR-N-BB1")
    assert van_count(state, CENTRAL) == 1
    assert van_count(state, ENTENTE) == 0
    flags = ((unit("GE-L-HIPPER"), unit("GE-N-BC1")),)
    state.sea_battle = SeaBattle(CENTRAL, flags=flags)
    assert van_count(state, CENTRAL) == 2


def test_8_32_2_a_surprised_main_force_shoots_worse() -> None:
    state = combat("GE-N-BB1 GE-N-CL1", "BR-N-BB1")
    state.sea_battle = SeaBattle(CENTRAL, surprised=CENTRAL)
    assert bonus(state, unit("GE-N-BB1")) == 3
    assert bonus(state, unit("GE-N-CL1")) == 1
    assert bonus(state, unit("BR-N-BB1")) == 4


def test_8_32_a_fortress_surprises_nobody() -> None:
    state = combat("GE-N-BB1", "BR-N-BB1")
    assert any(isinstance(step, Surprise) for step in state.stack)
    state.stack.clear()
    join_battle(state, CENTRAL, units("BR-N-BB1"), 0, (at("1613"), -1))
    assert not any(isinstance(step, Surprise) for step in state.stack)


def test_8_33_the_vans_fire_first_and_alone() -> None:
    state = combat("GE-N-BB1 GE-N-BC1", "BR-N-BB1 BR-N-BC1")
    state.stack[:] = [EndOfBattle(), Salvo(True)]
    settle(state, Loaded(1, 1, 1, 1))
    # Each has one target, so that nothing is asked.
    assert state.sea_battle is None
    other = combat("GE-N-BB1 GE-N-BC1", "BR-N-BB1 BR-N-BC1 BR-N-BC2")
    other.stack[:] = [Salvo(True)]
    settle(other, Loaded(1, 1, 1, 1))
    assert decision(other) == Broadside(unit("GE-N-BC1"), True, False)
    assert offered(other, "shoot") == units("BR-N-BC1 BR-N-BC2")


def test_8_33_the_van_is_no_target_before_the_whole_main_force_was_one() -> None:
    state = combat("GE-N-BB1", "BR-N-BB1 BR-N-BB2 BR-N-BC1")
    assert targets(state, CENTRAL, False, False)[0] == units("BR-N-BB1 BR-N-BB2")
    state.targeted = units("BR-N-BB1")
    # [8.332.1]
    assert targets(state, CENTRAL, False, False)[0] == units("BR-N-BB2")
    assert targets(state, CENTRAL, False, True)[0] == units("BR-N-BB1 BR-N-BB2")
    state.targeted = units("BR-N-BB1 BR-N-BB2")
    assert targets(state, CENTRAL, False, False)[0] == units("BR-N-BC1")
    state.targeted = units("BR-N-BB1 BR-N-BB2 BR-N-BC1")
    assert targets(state, CENTRAL, False, False)[0] == units("BR-N-BB1 BR-N-BB2 BR-N-BC1")


def test_8_331_the_best_guns_fire_first_and_a_tier_at_once() -> None:
    """A pre-dreadnought that sinks in the first tier does not fire in the second."""
    state = combat("GE-N-BB1", "BR-N-PD1", reduced="BR-N-PD1")
    state.stack[:] = [EndOfBattle(), Salvo(False)]
    settle(state, Loaded(3, 3))
    assert state.where[unit("BR-N-PD1")] == POOL
    assert not state.reduced & units("GE-N-BB1")
    # Equals fire together: both hit.
    state = combat("GE-N-PD1", "BR-N-PD1", reduced="BR-N-PD1 GE-N-PD1")
    state.stack[:] = [EndOfBattle(), Salvo(False)]
    settle(state, Loaded(6, 5, 6, 5))
    assert state.where[unit("BR-N-PD1")] == POOL
    assert state.where[unit("GE-N-PD1")] == POOL


def test_8_331_whoever_was_damaged_fires_in_a_later_tier_once() -> None:
    state = combat("GE-N-BB1", "BR-N-PD1")
    state.stack[:] = [EndOfBattle(), Salvo(False)]
    dice = Loaded(3, 3, 6, 5)
    settle(state, dice)
    # 6 and 4 exceed 9: it is damaged and answers with a 2, which with 11 exceeds 12.
    assert state.reduced == units("BR-N-PD1 GE-N-BB1")
    assert not dice.values


@pytest.mark.parametrize(("dice", "hit"), [((4, 3), 0), ((4, 4), 1)])
def test_8_332_dice_and_gunnery_exceed_the_armour(dice: tuple[int, int], hit: int) -> None:
    """Four and seven are no more than an armour of eleven."""
    state = combat("GE-N-BB1", "BR-N-BB1")
    state.stack[:] = [EndOfBattle(), Salvo(False)]
    british_first = unit("BR-N-BB1") < unit("GE-N-BB1")
    settle(state, Loaded(1, 1, *dice) if british_first else Loaded(*dice, 1, 1))
    assert state.reduced == hit * units("BR-N-BB1")


def test_8_333_a_hit_damages_and_another_sinks() -> None:
    state = combat("GE-N-CL1", "BR-N-PD1")
    assert steps(state, unit("BR-N-PD1")) == 2
    assert damage(state, unit("BR-N-PD1"), doubles=False) == 1
    assert steps(state, unit("BR-N-PD1")) == 1
    assert damage(state, unit("BR-N-PD1"), doubles=False) == 1
    assert state.where[unit("BR-N-PD1")] == POOL


def test_8_333_1_a_damaged_dreadnought_sinks_by_doubles_only() -> None:
    state = combat("GE-N-CL1", "BR-N-BB1", reduced="BR-N-BB1")
    assert damage(state, unit("BR-N-BB1"), doubles=False) == 0
    assert state.where[unit("BR-N-BB1")] == at(PLACE)
    assert damage(state, unit("BR-N-BB1"), doubles=True) == 1
    assert state.where[unit("BR-N-BB1")] == POOL


def test_8_334_a_leader_gives_a_second_shot_in_each_salvo() -> None:
    state = combat("GE-N-BB1", "BR-N-PD1 BR-N-PD2")
    state.sea_battle = SeaBattle(CENTRAL, flags=((unit("GE-L-SCHEER"), unit("GE-N-BB1")),))
    state.stack[:] = [EndOfBattle(), Salvo(False)]
    settle(state, Loaded())
    choose(state, "shoot BR-N-PD1", dice=Loaded(6, 6))
    assert decision(state) == Broadside(unit("GE-N-BB1"), False, True)
    # The same target again, if he likes.
    choose(state, "shoot BR-N-PD1", dice=Loaded(6, 6, 1, 1))
    assert state.where[unit("BR-N-PD1")] == POOL


# After it.


def after(lost: tuple[int, int], dice: Loaded) -> State:
    """Both sides check whether they must return."""
    stacks = {"1709": "GE-N-BB1 GE-N-PD1", "1203": "BR-N-BB1 BR-N-BB3"}
    state = position(stacks, central="GE", entente="BR", scenario="price_of_admiralty")
    state.sea_battle = SeaBattle(CENTRAL, lost=lost)
    state.engaged = units("GE-N-BB1 GE-N-PD1 BR-N-BB1 BR-N-BB3")
    state.stack = [EndOfBattle(), ReturnCheck(ENTENTE), ReturnCheck(CENTRAL)]
    settle(state, dice)
    return state


def test_8_7_jutland_sends_both_fleets_home() -> None:
    """[E15] Seven and six steps are lost; a 3 and a 4 are below them."""
    state = after((7, 6), Loaded(3, 4))
    for key in ("GE-N-BB1", "GE-N-PD1"):
        assert state.where[unit(key)] == at("1712")
    for key in ("BR-N-BB1", "BR-N-BB3"):
        assert state.where[unit(key)] == at("Scapa-Flow")
    assert state.moored == units("GE-N-BB1 GE-N-PD1 BR-N-BB1 BR-N-BB3")


def test_8_7_dreadnoughts_fire_alone_and_at_the_main_body_first() -> None:
    """[E15] With gunnery 4 in the first tier, and the van comes last."""
    state = combat("GE-N-BB1 GE-N-BC1 GE-N-PD1", "BR-N-BB1 BR-N-BB3 BR-N-BC1")
    state.stack[:] = [EndOfBattle(), Salvo(False)]
    settle(state, Loaded())
    assert state.fired == units("GE-N-BB1 BR-N-BB1 BR-N-BB3")
    firing = decision(state)
    assert isinstance(firing, Broadside)
    assert not offered(state, "shoot") & state.van


def test_8_7_the_steps_of_jutland() -> None:
    """[E15] Two sunk and three damaged are seven steps, one sunk and four damaged six."""
    german = "GE-N-BC1 GE-N-CL1 GE-N-PD1 GE-N-PD2 GE-N-CL2"
    british = "BR-N-BC1 BR-N-BB3 BR-N-BB4 BR-N-CA1 BR-N-CL1"
    state = combat(german, british)
    twice = ("GE-N-BC1", "GE-N-CL1", "BR-N-BC1")
    for key in (*german.split(), *british.split(), *twice):
        hit_in_battle(state, unit(key), False)
    assert battle(state).lost == (7, 6)


def test_8_34_a_1_sends_home_and_others_may_stay() -> None:
    state = after((0, 3), Loaded(1, 3))
    assert state.where[unit("GE-N-BB1")] == at("1712")
    # [8.34.1] Three is not below three.
    assert decision(state) == AfterCombat(ENTENTE)
    other = state.copy()
    choose(state, "stay")
    assert state.where[unit("BR-N-BB1")] == at("1203")
    choose(other, "go_home")
    assert other.where[unit("BR-N-BB1")] == at("Scapa-Flow")


def homing(stacks: dict[str, str], keys: str, **more: object) -> State:
    """Some units return to port."""
    state = quarters(stacks, side=ENTENTE, **more)  # type: ignore[arg-type]  # whatever is told
    state.stack = []
    send_home(state, units(keys))
    return state


def test_8_5_the_nearest_port_and_the_owner_chooses_among_equals() -> None:
    state = homing({"0411": "BR-N-CL1"}, "BR-N-CL1")
    settle(state, Loaded())
    assert isinstance(decision(state), HomePort)
    assert offered(state, "harbour") == 1 << at("0413") | 1 << at("0210")
    assert refused(state, "harbour 0106").case == "8.5"
    choose(state, "harbour 0413")
    assert state.where[unit("BR-N-CL1")] == at("0413")


def test_8_5_1_past_enemies_without_a_fight() -> None:
    state = homing({"1006": "BR-N-CL1", "1004": "GE-N-CL1", "1003": "GE-N-UB1"}, "BR-N-CL1")
    settle(state, Loaded())
    assert state.where[unit("BR-N-CL1")] == at("Scapa-Flow")
    assert not state.sought


def test_8_5_2_mines_attack_and_fortresses_are_avoided() -> None:
    state = homing({"1002": "BR-N-CL1", "Scapa-Flow": "GE-M-1 GE-M-2"}, "BR-N-CL1")
    settle(state, Loaded(1, 2))
    assert state.reduced == units("BR-N-CL1")
    assert state.where[unit("BR-N-CL1")] == at("Scapa-Flow")
    walled = homing({"0206": "BR-N-CL1"}, "BR-N-CL1")
    assert nearest(walled, ENTENTE) == 1 << at("0106")
    walled.forts[CENTRAL] |= 1 << at("0106")
    assert not nearest(walled, ENTENTE) >> at("0106") & 1


def test_8_5_3_without_a_port_they_are_lost() -> None:
    state = homing({"2810": "BR-N-CL1"}, "BR-N-CL1")
    state.forts[CENTRAL] |= sum(1 << h for h in (at("2709"), at("2710"), at("2809")))
    state.forts[CENTRAL] |= sum(1 << h for h in (at("2811"), at("2909"), at("2910")))
    settle(state, Loaded())
    assert state.where[unit("BR-N-CL1")] == POOL


def test_1_323_leaders_of_a_fleet_that_finds_no_port_go_back_bug() -> None:
    """A German fleet beyond Dover was lost on its way home after a combat, and Scheer stayed on the
    water alone. Random games found it."""
    keys = "GE-N-BB1 GE-L-SCHEER"
    state = position({"2810": keys}, central="GE", entente="BR", scenario="price_of_admiralty")
    walls = ("2709", "2710", "2809", "2811", "2909", "2910")
    state.forts[ENTENTE] |= sum(1 << at(label) for label in walls)
    state.sea_battle = SeaBattle(CENTRAL)
    state.engaged = units("GE-N-BB1")
    state.stack = [EndOfBattle(), ReturnCheck(CENTRAL)]
    settle(state, Loaded(1))
    assert state.where[unit("GE-N-BB1")] == POOL
    assert state.where[unit("GE-L-SCHEER")] == POOL


def test_8_5_4_who_has_returned_stays_for_the_month() -> None:
    state = quarters({"0106": "BR-N-CL1 BR-N-CL2"}, side=ENTENTE)
    state.moored = units("BR-N-CL1")
    assert refused(state, "ship BR-N-CL1").case == "8.5.4"
    choose(state, "fleet 0106")
    assert state.force == units("BR-N-CL2")
    state.forget("month")
    assert not state.moored


def test_8_6_who_need_not_return_goes_on() -> None:
    state = quarters({"1007": "GE-N-CL1", "1006": "BR-N-PD1"})
    choose(state, "ship GE-N-CL1", "steam 1006")
    choose(state, "search 1006", dice=Loaded(1, 6, 6, 1, 1, 1, 1, 6))
    choose(state, "stay", dice=Loaded(6))
    choose(state, "stay")
    # Nobody is engaged any more; the British may look for the cruiser in their turn.
    assert state.sea_battle is None
    assert decision(state) == Search(ENTENTE)
    choose(state, "none")
    assert decision(state) == AtSea()
    assert state.force == units("GE-N-CL1")
    assert state.where[unit("BR-N-PD1")] == at("1006")
    assert offered(state, "steam") >> at("1008") & 1


# Submarines.


def attack(*dice: int, hunters: int = 0, reduced: str = "") -> State:
    """Two U-boats attack a dreadnought and a cruiser."""
    stacks = {PLACE: "GE-N-UB1 GE-N-UB2 BR-N-BB1 BR-N-CL1"}
    state = position(stacks, central="GE", entente="BR", scenario="price_of_admiralty")
    state.hunters = hunters
    state.log = []
    state.reduced = units(reduced)
    attack_with_torpedoes(state, units("GE-N-UB1 GE-N-UB2"), units("BR-N-BB1 BR-N-CL1"))
    settle(state, Loaded(*dice))
    return state


def test_8_41_each_submarine_attacks_the_ship_of_its_choice() -> None:
    state = attack()
    assert decision(state) == Aim(unit("GE-N-UB1"))
    choose(state, "torpedo BR-N-BB1", dice=Loaded(5, 5))
    assert state.reduced == units("BR-N-BB1")
    assert "German UB1 hits British BB1" in told(state)
    # A damaged dreadnought takes doubles.
    choose(state, "torpedo BR-N-BB1", dice=Loaded(4, 6, 6, 6, 6))
    assert state.where[unit("BR-N-BB1")] == at(PLACE)


def told(state: State) -> str:
    """The log."""
    return "\n".join(note.text for note in state.log or ())


def test_8_41_torpedoes_may_miss() -> None:
    state = attack()
    choose(state, "torpedo BR-N-BB1", dice=Loaded(1, 1))
    assert "German UB1 misses British BB1" in told(state)
    assert not state.reduced


def test_8_42_submarines_are_hunted_and_go_home() -> None:
    """[5.324A] [5.324B] [5.324D]"""
    state = attack(hunters=8)
    choose(state, "torpedo BR-N-CL1", dice=Loaded(1, 1))
    choose(state, "torpedo BR-N-CL1", dice=Loaded(1, 1, 1, 2, 2))
    # Doubles below the number cost two steps, which the owner takes.
    choose(state, "lose GE-N-UB1", "lose GE-N-UB1", "harbour 1513")
    assert state.where[unit("GE-N-UB1")] == POOL
    assert state.moored == units("GE-N-UB2")
    assert state.hunters == 9


def test_5_324c_the_track_counts_throws_of_the_entente_only() -> None:
    stacks = {PLACE: "BR-N-SS1 GE-N-CL1"}
    state = position(stacks, central="GE", entente="BR", scenario="price_of_admiralty")
    state.hunters = 8
    attack_with_torpedoes(state, units("BR-N-SS1"), units("GE-N-CL1"))
    settle(state, Loaded(1, 1, 6, 6, 6))
    assert state.hunters == 8
    full = attack(hunters=12)
    choose(full, "torpedo BR-N-CL1", dice=Loaded(6, 6))
    choose(full, "torpedo BR-N-CL1", dice=Loaded(6, 6, 6, 6, 6))
    assert full.hunters == 12


# Gallipoli.


def gallipoli() -> State:
    """[E16] The Entente at Lemnos; a fortress and mines in the straits."""
    fleet = "BR-N-PD1 BR-N-PD2 FR-N-PD1 BR-N-CC1"
    return quarters(
        {"4747": fleet, "4946": "OT-I-5 OT-M-1", "4947": "OT-M-2"},
        side=ENTENTE,
        central="OT AH",
        entente="BR FR",
        scenario="south_slavs",
        month="March 1915",
    )


def test_8_8_gallipoli_step_by_step() -> None:
    """[E16] Nine, eleven and ten against an armour of nine."""
    state = gallipoli()
    choose(state, "fleet 4747", "steam 4847")
    order = sorted(("BR-N-PD1", "BR-N-PD2", "FR-N-PD1"), key=unit)
    shots = {"BR-N-PD1": (3, 3), "BR-N-PD2": (4, 4), "FR-N-PD1": (3, 4)}
    choose(state, "search 4946", dice=Loaded(*(n for key in order for n in shots[key])))
    assert decision(state) == FortShot(CENTRAL)
    choose(state, "shoot BR-N-CC1", dice=Loaded(4, 4, 4))
    assert state.fort_steps(at("4946")) == 1
    assert state.reduced == units("BR-N-CC1")
    assert decision(state) == AfterCombat(ENTENTE)
    # [8.8.1] One step is not enough: a 4 lets them stay.
    choose(state, "stay")
    choose(state, "without BR-N-CC1")
    assert state.done == units("BR-N-CC1")
    for key, die in (("BR-N-PD1", 4), ("BR-N-PD2", 4)):
        choose(state, "sweep 4946")
        choose(state, f"sweeper {key}", dice=Loaded(die))
        assert state.where[unit("OT-M-1")] == at("4946")
        assert state.spent[unit(key)] == 1 + 15
    choose(state, "sweep 4946", dice=Loaded(1))
    assert state.where[unit("OT-M-1")] == POOL
    assert state.reduced == units("BR-N-CC1 FR-N-PD1")
