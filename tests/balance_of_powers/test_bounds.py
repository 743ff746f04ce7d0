"""Where a rule ends: one hex farther, one point less, one unit more."""

from __future__ import annotations

from tests.balance_of_powers.campaigning import attack, begun, choose, lorraine, offered
from tests.balance_of_powers.table import at, place_set, position, unit
from trenchline.games.balance_of_powers.admiralty import waters
from trenchline.games.balance_of_powers.air_raids import AirRaids, Raid
from trenchline.games.balance_of_powers.components import (
    BE,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    GRID,
    HOME,
    OF_KIND,
    OWNED,
    OWNER,
    RU,
    SHEETS,
)
from trenchline.games.balance_of_powers.conquest import Shelter
from trenchline.games.balance_of_powers.entry import enter
from trenchline.games.balance_of_powers.flight import within
from trenchline.games.balance_of_powers.flotillas import leaves
from trenchline.games.balance_of_powers.forces import free_for
from trenchline.games.balance_of_powers.going import beside
from trenchline.games.balance_of_powers.march import Campaign
from trenchline.games.balance_of_powers.modifiers import modifiers
from trenchline.games.balance_of_powers.odds import parse_attack
from trenchline.games.balance_of_powers.opening import opening
from trenchline.games.balance_of_powers.procurement import to_repair
from trenchline.games.balance_of_powers.scenarios import load_scenario
from trenchline.games.balance_of_powers.stacking import full_for
from trenchline.games.balance_of_powers.voyages import reach
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.play import decision

BERLIN, METZ = "2516", "1123"


def test_3_2_1_bombers_in_supply_raid_and_those_at_sea_or_cut_off_do_not() -> None:
    zeppelin = unit("GE-V-ZEPPELIN")
    for aboard, held, asked in ((0, True, True), (1 << zeppelin, True, False), (0, False, False)):
        state = position({BERLIN: "GE-V-ZEPPELIN"})
        state.aboard = aboard
        if not held:
            state.held[CENTRAL] = 0
        AirRaids(CENTRAL).run(state)
        assert (state.stack == [Raid(zeppelin)]) == asked


def test_2_93_3_a_government_in_exile_is_where_it_went() -> None:
    state = position({}, entente="FR RU BE")
    state.conquered = 1 << BE
    shelter = Shelter(ENTENTE, BE)
    assert shelter.choices(state) == {"host": 1 << FR | 1 << RU}
    shelter.take(state, "host", RU)
    assert state.hosts == {BE: RU}


def test_6_311_1_a_fighter_flies_as_far_as_its_radius_and_no_farther() -> None:
    state = position({})
    for radius in (1, 2, 3):
        near = bit_set(
            h for h in members(SHEETS["north"]) if GRID.distance(h, at(BERLIN)) <= radius
        )
        assert within(state, at(BERLIN), radius) == near


def test_9_63_1_9_0_2_a_march_avoids_enemies_neutrals_and_trench_battles_but_no_aircraft() -> None:
    state = position({"1124": "FR-I-1", "1225": "FR-V-MS3"}, entente="FR RU")
    state.trench_battles = place_set("1224")
    free = free_for(state, CENTRAL)
    assert not free & place_set("1124", "1224")
    assert not free & OWNED[BE]
    assert free & place_set("1225")


def test_10_83_who_has_spent_his_last_point_on_an_attack_has_finished() -> None:
    state = lorraine("GE-I-3 GE-I-18 GE-I-5", "FR-I-1 FR-I-2")
    state.entrenched = bit_set(unit(key) for key in ("GE-I-3", "GE-I-18", "GE-I-5"))
    attack(state, "point GE-I-3", "point FR-I-1", dice=(4, 3))
    assert state.where[unit("GE-I-3")] < 0
    assert state.force == 0
    assert state.done == 1 << unit("GE-I-18") | 1 << unit("GE-I-5")


def test_10_5_10_58_only_a_reserve_that_came_counts() -> None:
    state = lorraine("GE-I-3 GE-I-18", "FR-I-1 FR-I-2", dug_in="FR-I-1 FR-I-2")
    battle = parse_attack(state, "GE-I-3 GE-I-18 > 1124")
    assert [m.case for m in modifiers(state, battle)].count("10.58") == 0


def test_1_323_r37_no_leader_joins_another_who_commands_a_fortress() -> None:
    state = position({"1224": "GE-I-3 GE-L-KLUCK", METZ: "GE-L-LUDNDRF"})
    assert state.forts[CENTRAL] & place_set(METZ)
    led = 1 << unit("GE-I-3") | 1 << unit("GE-L-KLUCK")
    assert full_for(state, led, CENTRAL, place_set(METZ, "1225")) == place_set(METZ)
    assert full_for(state, 1 << unit("GE-I-3"), CENTRAL, place_set(METZ, "1225")) == 0


def test_6_452_ships_go_over_permitted_waters_and_somewhere_else() -> None:
    state = position({}, entente="BR FR RU RS", scenario="south_slavs")
    malta = at("2457")
    found = reach(malta, waters(state))
    assert found
    assert not found & (1 << malta | ~waters(state))


def test_2_53_who_enters_enemy_country_stands_there_and_holds_it() -> None:
    state = position({"1224": "GE-I-3"})
    enter(state, 1 << unit("GE-I-3"), at("1124"))
    assert state.where[unit("GE-I-3")] == at("1124")
    assert state.controller(at("1124")) == GE


def test_6_53_2_27_1_a_side_moves_one_force_after_another_of_any_nation() -> None:
    state = begun(position({"1224": "GE-I-3", "2927": "AH-I-1"}, month=8))
    choose(state, "unit GE-I-3", "march 1225", "stop")
    assert decision(state) == Campaign(CENTRAL)
    assert offered(state, "unit") == 1 << unit("AH-I-1")


def test_9_0_others_who_have_not_moved_may_join_a_force() -> None:
    state = begun(position({"1224": "GE-I-3 GE-I-5"}, month=8))
    choose(state, "unit GE-I-3")
    assert offered(state, "with") == 1 << unit("GE-I-5")
    choose(state, "with GE-I-5")
    assert state.force == 1 << unit("GE-I-3") | 1 << unit("GE-I-5")


def test_6_224_a_power_repairs_reduced_fortresses_of_its_own_that_it_holds() -> None:
    state = position({})
    state.points[FR] = 9
    own = state.forts[ENTENTE] & HOME[FR]
    first, second = list(members(own))[:2]
    for fort in (first, second, lowest(state.forts[ENTENTE] & HOME[RU])):
        state.steps_lost[fort] = 1
    state.held[ENTENTE] &= ~(1 << second)
    assert to_repair(state, FR) == 1 << first
    state.points[FR] = 1
    assert to_repair(state, FR) == 0


def test_11_4_r1_whoever_sets_up_with_friends_leaves_them_their_country() -> None:
    state = opening(load_scenario("kaiserschlacht"))
    assert state.holder
    for place, holder in state.holder.items():
        assert state.sides[OWNER[place]] != state.sides[holder]


def test_10_8_9_62_who_attacked_trenches_digs_in_and_those_elsewhere_stay_so() -> None:
    state = lorraine("GE-I-3 GE-I-18 GE-I-5", "FR-I-1 FR-I-2", dug_in="FR-I-1 FR-I-2")
    attack(state, "point GE-I-3", "point FR-I-1", "lose GE-I-18", dice=(4, 3))
    left = state.mapped & counters("GE-I-3 GE-I-18 GE-I-5 FR-I-1 FR-I-2")
    assert left & counters("GE-I-5")
    assert left & counters("FR-I-2")
    assert state.entrenched == left


def test_10_722_1_mountain_corps_retreat_over_alpine_passes() -> None:
    state = position({})
    alpine, plain = lowest(OF_KIND["mountain"]), unit("GE-I-3")
    passes = [h for h in members(SHEETS["south"]) if beside(h, alpine=True) & ~beside(h)]
    assert passes
    for place in passes:
        assert leaves(state, alpine, 1 << place) == beside(place, alpine=True)
        assert leaves(state, plain, 1 << place) == beside(place)


def counters(keys: str) -> int:
    return bit_set(unit(key) for key in keys.split())
