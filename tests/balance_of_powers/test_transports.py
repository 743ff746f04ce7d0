"""Chapters 7.6, 7.7 and 3.123: passengers, landings, and supply over the sea."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.balance_of_powers.at_sea import (
    GALLIPOLI,
    LEMNOS,
    MALTA,
    MARSEILLES,
    OFF,
    TROY,
    mediterranean,
    quarters,
    units,
)
from tests.balance_of_powers.campaigning import choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, unit
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.beachheads import TendLandings
from trenchline.games.balance_of_powers.commissariat import Commissariat
from trenchline.games.balance_of_powers.components import (
    ALL_CORPS,
    BOARD,
    BR,
    CENTRAL,
    ENTENTE,
    FR,
    NATION,
    NL,
    OCEAN_BOXES,
    PORT_BOXES,
    UNITS,
    US,
)
from trenchline.games.balance_of_powers.contact import is_in_port
from trenchline.games.balance_of_powers.general_quarters import EndOfHalf
from trenchline.games.balance_of_powers.holds import capacity, load, overloaded
from trenchline.games.balance_of_powers.inherent import coast_of, guarded, turns
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.modifiers import naval_gunfire
from trenchline.games.balance_of_powers.muster import placing
from trenchline.games.balance_of_powers.navy import damage
from trenchline.games.balance_of_powers.notation import notation, parse
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.sea_supply import lanes, passable, piers
from trenchline.games.balance_of_powers.seaways import waters, why_not_move
from trenchline.games.balance_of_powers.state import MINES, POOL, State
from trenchline.games.balance_of_powers.supply import in_supply, unsupplied
from trenchline.games.balance_of_powers.transports import allowance
from trenchline.games.balance_of_powers.variants import WITH_FLEETS
from trenchline.games.balance_of_powers.victory import outcome
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.position import differences
from trenchline.kernel.steps import count, pick


def test_7_61_a_step_carries_a_corps_or_three_for_africa_or_a_step_in_the_air() -> None:
    state = mediterranean({MARSEILLES: "FR-N-PD1"}, reduced="FR-N-PD1")
    assert capacity(state, units("FR-N-PD1")) == 3
    assert load(state, units("FR-I-1")) == 3
    african = [n for n, told in enumerate(UNITS) if told.kind == "africa"]
    assert load(state, 1 << african[0] | 1 << african[1]) == 2
    state.reduced = 0
    assert capacity(state, units("FR-N-PD1")) == 6


def test_7_61_full_ships_take_nobody() -> None:
    state = mediterranean({MARSEILLES: "BR-N-CC1 BR-I-1 BR-I-2 BR-I-3"}, reduced="")
    choose(state, "ship BR-N-CC1", "embark BR-I-1", "embark BR-I-2")
    assert refused(state, "embark BR-I-3").case == "7.61"
    assert refused(state, "embark BR-N-CC1").case == "7.61"


def test_7_61_1_passengers_do_nothing_until_they_are_ashore() -> None:
    state = mediterranean({MARSEILLES: "FR-N-PD1 FR-I-1"})
    assert state.corps[ENTENTE] >> at(MARSEILLES) & 1
    choose(state, "ship FR-N-PD1", "embark FR-I-1")
    assert not state.corps[ENTENTE] >> at(MARSEILLES) & 1
    choose(state, "steam 0838")
    assert state.where[unit("FR-I-1")] == at("0838")
    assert in_supply(state, unit("FR-I-1"))


def test_7_62_transports_fight_like_others() -> None:
    state = mediterranean({MARSEILLES: "FR-N-PD1 FR-I-1", "0838": "AH-N-CC1"})
    choose(state, "ship FR-N-PD1", "embark FR-I-1", "steam 0838")
    assert offered(state, "search") == 1 << at("0838")


@pytest.mark.parametrize(("nation", "corps"), [(BR, 5), (US, 5), (NATION["JP"], 2), (FR, 1)])
def test_7_63_each_nation_has_its_limit(nation: int, corps: int) -> None:
    """[7.63/britain] [7.63/usa] [7.63/japan] [7.63/others]"""
    state = mediterranean({})
    assert allowance(state, nation) == 3 * corps


def test_7_63_others_carry_every_second_month() -> None:
    state = mediterranean({MARSEILLES: "FR-N-PD1 FR-I-1 FR-I-2"})
    choose(state, "ship FR-N-PD1", "embark FR-I-1")
    assert refused(state, "embark FR-I-2").case == "7.63"
    state.month += 1
    state.forget("month")
    assert allowance(state, FR) == 0
    state.month += 1
    assert allowance(state, FR) == 3


def test_7_63_1_most_powers_keep_no_passengers_at_sea() -> None:
    state = mediterranean({MARSEILLES: "FR-N-PD1 FR-I-1"})
    choose(state, "ship FR-N-PD1", "embark FR-I-1", "steam 0738", "stop")
    state.quarters = 2
    state.stack = [EndOfHalf(ENTENTE)]
    settle(state, Loaded())
    choose(state, f"harbour {MARSEILLES}")
    assert state.where[unit("FR-I-1")] == at(MARSEILLES)
    assert not state.passengers
    british = mediterranean({MALTA: "BR-N-PD1 BR-I-1"})
    choose(british, "ship BR-N-PD1", "embark BR-I-1", "steam 2456", "stop")
    british.quarters = 2
    british.stack = [EndOfHalf(ENTENTE)]
    settle(british, Loaded())
    assert british.passengers == units("BR-I-1")


def test_7_64_only_where_ships_begin_their_move_in_a_port() -> None:
    state = mediterranean({MARSEILLES: "FR-N-PD1", "0838": "FR-N-PD2", "1637": "FR-I-1"})
    choose(state, "ship FR-N-PD1")
    assert refused(state, "embark FR-I-1").case == "7.64"
    state = mediterranean({MARSEILLES: "FR-N-PD1 FR-I-1", "0737": "FR-N-PD1 FR-I-1"})
    state.entrenched = units("FR-I-1")
    choose(state, "ship FR-N-PD1", "embark FR-I-1")
    assert not state.entrenched
    late = mediterranean({"0838": "FR-N-PD1", MARSEILLES: "FR-I-1"})
    choose(late, "ship FR-N-PD1", f"steam {MARSEILLES}")
    assert refused(late, "embark FR-I-1").case == "7.64"


def test_7_64_1_passengers_without_room_are_lost() -> None:
    state = mediterranean({MALTA: "BR-N-PD1 BR-I-1 BR-I-2"})
    choose(state, "ship BR-N-PD1", "embark BR-I-1", "embark BR-I-2", "steam 2456")
    damage(state, unit("BR-N-PD1"))
    settle(state, Loaded())
    choose(state, "lose BR-I-2")
    assert state.where[unit("BR-I-2")] == POOL
    assert not overloaded(state, at("2456"), ENTENTE)
    damage(state, unit("BR-N-PD1"))
    settle(state, Loaded())
    assert state.where[unit("BR-I-1")] == POOL


def test_7_64_1_other_ships_take_passengers_over() -> None:
    state = mediterranean({MALTA: "BR-N-PD1 BR-N-PD2 BR-I-1 BR-I-2"})
    choose(state, f"fleet {MALTA}", "embark BR-I-1", "embark BR-I-2", "steam 2456")
    damage(state, unit("BR-N-PD1"))
    damage(state, unit("BR-N-PD1"))
    settle(state, Loaded())
    assert state.passengers == units("BR-I-1 BR-I-2")


def test_7_65_passengers_go_ashore_in_ports_and_the_ships_sail_on() -> None:
    state = mediterranean({MALTA: "BR-N-PD1 BR-I-1"})
    choose(state, "ship BR-N-PD1", "embark BR-I-1", "steam 2456")
    assert refused(state, "debark BR-I-1").case == "7.65"
    choose(state, f"steam {MALTA}", "debark BR-I-1")
    assert state.corps[ENTENTE] >> at(MALTA) & 1
    assert not state.aboard
    assert offered(state, "steam")


def test_7_65_a_permissive_port_will_do() -> None:
    state = mediterranean(
        {OFF: "BR-N-PD1 BR-I-1"}, passengers=units("BR-I-1"), aboard=units("BR-I-1")
    )
    state.off_the_board(at(OFF), ENTENTE)
    choose(state, "ship BR-N-PD1", "with BR-I-1", f"steam {LEMNOS}", "debark BR-I-1")
    assert state.held[ENTENTE] >> at(LEMNOS) & 1


# Landings.


def amphibious(fort: int = 1) -> State:
    """[E16] Ships with corps off Gallipoli; its fortress is reduced, and Troy is mined."""
    corps = "BR-I-ANZAC_I BR-I-MEF"
    state = mediterranean(
        {OFF: f"BR-N-PD1 BR-N-PD2 {corps}", GALLIPOLI: "OT-I-5", TROY: "OT-M-2"},
        passengers=units(corps),
        aboard=units(corps),
    )
    state.off_the_board(at(OFF), ENTENTE)
    state.steps_lost[at(GALLIPOLI)] = fort
    choose(state, f"fleet {OFF}")
    return state


def test_8_8_gallipoli_is_landed_at() -> None:
    """[E16] [7.71] The counter lies in 4847 and leads to 4946; the corps attack from there."""
    state = amphibious()
    assert offered(state, "invade") & (1 << at(GALLIPOLI) | 1 << at(TROY))
    choose(state, f"invade {GALLIPOLI}")
    assert state.landings == {at(OFF): at(GALLIPOLI)}
    assert state.corps[ENTENTE] >> at(OFF) & 1
    assert not state.passengers
    assert coast_of(state, ENTENTE, at(OFF)) == 1 << at(GALLIPOLI)
    assert not state.reduced


def test_6_442_2_mines_before_a_landing_attack() -> None:
    """[E16] A landing at Troy would have triggered them."""
    state = amphibious()
    choose(state, f"invade {TROY}", dice=Loaded(6, 1))
    assert state.reduced == units("BR-N-PD2")


def test_7_71_a_landing_takes_corps_and_an_enemy_coast() -> None:
    empty = mediterranean({OFF: "BR-N-PD1"})
    choose(empty, "ship BR-N-PD1")
    assert refused(empty, f"invade {GALLIPOLI}").case == "7.71"
    state = amphibious()
    assert refused(state, f"invade {LEMNOS}").case in ("6.11", "7.71")
    assert refused(state, "invade 4748").case == "7.71.1"


def test_7_71_1_it_lies_on_open_water_beside_its_target() -> None:
    state = amphibious()
    assert refused(state, "invade 5046").case == "7.71.1"
    choose(state, f"invade {GALLIPOLI}")
    # [7.65.1] The ships stay for the month.
    assert state.unloading == units("BR-N-PD1 BR-N-PD2")


def test_7_65_1_transports_stay_until_the_month_is_over() -> None:
    state = amphibious()
    choose(state, f"invade {GALLIPOLI}")
    state.done = 0
    wrong = why_not_move(state, unit("BR-N-PD1"), ENTENTE)
    assert wrong is not None
    assert wrong.case == "7.65.1"
    state.forget("month")
    assert not state.moored


def landed() -> State:
    """The landing lies."""
    state = amphibious()
    choose(state, f"invade {GALLIPOLI}")
    return state


def tended(state: State) -> State:
    """Landings are looked at."""
    state.stack = [TendLandings()]
    settle(state, Loaded())
    return state


def test_7_72_a_landing_lasts_while_ships_and_corps_are_there() -> None:
    state = tended(landed())
    assert at(OFF) in state.landings
    for key in ("BR-I-ANZAC_I", "BR-I-MEF"):
        state.lift(unit(key))
    assert not tended(state).landings
    assert not state.held[ENTENTE] >> at(OFF) & 1


def test_7_72_1_without_ships_the_corps_are_lost() -> None:
    state = landed()
    state.lift(unit("BR-N-PD1"))
    state.lift(unit("BR-N-PD2"))
    state.infrastructure |= 1 << at(OFF)
    tended(state)
    assert not state.landings
    assert state.where[unit("BR-I-MEF")] == POOL
    assert not state.infrastructure


def test_7_73_antwerp_violates_the_netherlands() -> None:
    """From the mouth of the Scheldt, which is Dutch, if somebody holds it."""
    state = quarters(
        {"0817": "BR-N-PD1 BR-I-1"},
        side=ENTENTE,
        entente="BR FR",
        central="GE",
        passengers=units("BR-I-1"),
        aboard=units("BR-I-1"),
    )
    state.off_the_board(at("0817"), ENTENTE)
    state.held[ENTENTE] |= 1 << at("0817")
    choose(state, "ship BR-N-PD1", "with BR-I-1")
    state.force_at = at("0817")
    antwerp = at("0917")
    assert state.sides[NL] == 2
    assert decision(state).why_not(state, "invade", antwerp).case == "7.73"
    state.sides[NL] = CENTRAL
    assert decision(state).why_not(state, "invade", antwerp).case != "7.73"


def test_7_74_what_is_taken_becomes_an_anchorage() -> None:
    state = landed()
    state.held[ENTENTE] |= 1 << at(GALLIPOLI)
    state.held[CENTRAL] &= ~(1 << at(GALLIPOLI))
    tended(state)
    assert not state.landings
    assert state.anchorages == 1 << at(GALLIPOLI)
    # [R228] Who is left is on board again.
    assert state.passengers == units("BR-I-ANZAC_I BR-I-MEF")
    assert not broken(state)


def test_7_74_1_an_anchorage_is_a_port_for_supply_only() -> None:
    state = landed()
    state.anchorages = 1 << at(GALLIPOLI)
    state.held[ENTENTE] |= 1 << at(GALLIPOLI)
    assert piers(state, ENTENTE) >> at(GALLIPOLI) & 1
    assert not is_in_port(state, at(GALLIPOLI), ENTENTE, units("BR-N-PD1"))


def test_7_75_going_ashore_takes_all_movement() -> None:
    state = landed()
    state.lift(unit("OT-I-5"))
    state.steps_lost[at(GALLIPOLI)] = 2
    state.forts[CENTRAL] &= ~(1 << at(GALLIPOLI))
    # [1.25] An empty coast defends itself.
    assert guarded(state, ENTENTE, at(OFF)) == 1 << at(GALLIPOLI)
    state.held[CENTRAL] &= ~(1 << at(GALLIPOLI))
    ((place, more, less),) = [turn for turn in turns(state, ENTENTE, at(OFF)) if turn[0] == at(OFF)]
    assert (place, more, less) == (at(OFF), 1 << at(GALLIPOLI), 0)


def test_10_52_1_ships_beside_the_boats_are_artillery() -> None:
    """[10.561] And cover them."""
    state = landed()
    fight = Battle(ENTENTE, at(OFF), at(GALLIPOLI), units("BR-I-MEF"))
    assert naval_gunfire(state, fight) == 1
    state.lift(unit("BR-N-PD1"))
    state.lift(unit("BR-N-PD2"))
    state.put(unit("BR-N-CC1"), at(OFF))
    # Gunnery of one is too little.
    assert naval_gunfire(state, fight) == 0


# Supply.


def test_3_123_1_a_ship_lies_where_supply_goes_into_the_water() -> None:
    state = mediterranean({MALTA: "BR-N-CC1", LEMNOS: "BR-I-1"})
    state.held[ENTENTE] |= 1 << at(LEMNOS)
    assert not in_supply(state, unit("BR-I-1"))
    state.put(unit("BR-N-CC2"), at(LEMNOS))
    assert in_supply(state, unit("BR-I-1"))
    state.lift(unit("BR-N-CC1"))
    assert not in_supply(state, unit("BR-I-1"))


def test_3_123_2_enemy_ships_fortresses_and_mines_shut_a_hex() -> None:
    state = mediterranean({MALTA: "BR-N-CC1", "2456": "AH-N-CC1"})
    (basin,) = lanes(state, ENTENTE).basins
    assert not basin >> at("2456") & 1
    assert basin >> at("2556") & 1
    below = mediterranean({MALTA: "BR-N-CC1", "2456": "AH-N-UB1"})
    assert lanes(below, ENTENTE).basins[0] >> at("2456") & 1
    mined = mediterranean({MALTA: "BR-N-CC1", "2456": "AH-M-1"})
    assert not lanes(mined, ENTENTE).basins[0] >> at("2456") & 1


def test_3_123_3_each_box_needs_a_ship() -> None:
    state = mediterranean({MALTA: "BR-N-CC1"})
    assert not lanes(state, ENTENTE).basins[0] >> at("Libyan-Sea") & 1
    state.put(unit("BR-N-CC2"), at("Libyan-Sea"))
    assert lanes(state, ENTENTE).basins[0] >> at("Libyan-Sea") & 1


def test_3_123_4_in_a_contested_box_more_guns_than_guns_and_mines() -> None:
    box = "Libyan-Sea"
    state = mediterranean({box: "BR-N-PD1 AH-N-CC1"})
    assert passable(state, ENTENTE, at(box))
    assert not passable(state, CENTRAL, at(box))
    state.put(unit("AH-M-1"), at(box))
    # Three against one and two.
    assert not passable(state, ENTENTE, at(box))


def test_3_0_1_naval_units_need_no_supply() -> None:
    """Nobody asks them: those who are asked are corps and aircraft."""
    state = mediterranean({"2456": "BR-N-CC1"})
    state.stack = [Commissariat(ENTENTE)]
    settle(state, Loaded())
    assert state.where[unit("BR-N-CC1")] == at("2456")
    assert not unsupplied(state, state.on_map(ENTENTE) & ALL_CORPS)


@pytest.mark.slow
def test_12_5_set_up_naval_games_with_fleets_end() -> None:
    """[12.5/set-up.naval] Ships begin in their ports; sound and readable to the end."""
    rng = random.Random(4)
    state = new_game("south_slavs", {HISTORICAL: "on", WITH_FLEETS: "on"})
    dice = PlannersDice(rng)
    settle(state, dice)
    assert state.where[unit("AH-N-BB1")] >= 0
    assert state.where[unit("FR-N-BB1")] >= 0
    taken = 0
    while choices := settle(state, dice):
        if taken % 211 == 0:
            assert not broken(state)
            read = parse(notation(state))
            read.rolls = state.rolls
            assert differences(read, state) == []
        take(state, *pick(choices, rng.randrange(count(choices))))
        taken += 1
    assert outcome(state).reason


def test_7_53_2_no_supply_to_archangel_through_the_ice() -> None:
    """In winter no ship is in the White Sea, and none joins Archangel to the others."""
    state = quarters(
        {"Norwegian-Sea": "BR-N-CC1", "White-Sea": "BR-N-CC2", "Archangel": "BR-N-CC3"},
        side=ENTENTE,
        entente="BR RU",
        month="October 1915",
    )
    state.scenario = replace(state.scenario, hexes=BOARD.hexes | OCEAN_BOXES | PORT_BOXES)
    assert any(basin >> at("White-Sea") & 1 for basin in lanes(state, ENTENTE).basins)
    state.month += 1
    assert not waters(state, ENTENTE, units("BR-N-CC2")) >> at("White-Sea") & 1
    state.stack = [EndOfHalf(ENTENTE)]
    settle(state, Loaded())
    assert not any(basin >> at("White-Sea") & 1 for basin in lanes(state, ENTENTE).basins)


def test_6_444_mines_that_arrive_wait_in_the_pool() -> None:
    """[6.218] Until a ship lays them."""
    state = quarters({"0106": "BR-N-CL1"}, side=ENTENTE)
    assert placing(state, [unit("BR-M-5")]) == []
    assert state.where[unit("BR-M-5")] == MINES
    choose(state, "ship BR-N-CL1", "lay BR-N-CL1")
    assert state.where[unit("BR-M-5")] == at("0106")


def test_6_218_mines_go_to_the_mine_pool() -> None:
    state = quarters({}, side=ENTENTE)
    state.where[unit("BR-M-6")] = POOL
    placing(state, [unit("BR-M-6")])
    assert state.where[unit("BR-M-6")] == MINES
