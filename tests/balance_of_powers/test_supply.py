"""Chapter 3: supply, and the examples of the rulebook."""

from __future__ import annotations

from tests.balance_of_powers.campaigning import begun, choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from trenchline.games.balance_of_powers.allowance import allowance
from trenchline.games.balance_of_powers.aviation import refuses_patrol
from trenchline.games.balance_of_powers.battle import FORTRESS, Battle
from trenchline.games.balance_of_powers.commissariat import Commissariat
from trenchline.games.balance_of_powers.components import (
    BE,
    BOARD,
    BR,
    CENTRAL,
    CENTRES,
    ENTENTE,
    FR,
    GE,
    GRID,
    HOME,
    OF_KIND,
    OF_NATION,
    OT,
    PE,
    PORT_BOXES,
    PORTS,
    RAIL,
    RS,
    RU,
)
from trenchline.games.balance_of_powers.going import MARCHABLE, TRACKS
from trenchline.games.balance_of_powers.march import Campaign
from trenchline.games.balance_of_powers.modifiers import attack_effectiveness, defence_effectiveness
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.supply import (
    EAST_EDGE,
    LINED,
    connected,
    in_supply,
    network,
    sources,
    supplied,
)
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.floods import step
from trenchline.kernel.play import settle

ASIA = "asian_treasure_house"


def test_3_11_belgian_towns_supply_belgians_only() -> None:
    state = position({}, entente="FR RU BR BE")
    antwerp, brussels, paris = at("0917"), at("0819"), at("0423")
    assert sources(state, BE) >> antwerp & 1
    assert sources(state, BE) >> brussels & 1
    assert not sources(state, FR) >> antwerp & 1
    assert not sources(state, BE) >> paris & 1
    state.patrons[BE] = FR
    assert sources(state, BE) >> paris & 1
    assert sources(state, BE) >> at("0619") & 1


def test_3_11_a_town_in_enemy_hands_supplies_nobody() -> None:
    state = position({}, entente="FR RU BR BE", held_by={"GE": "0917 0819"})
    for nation in (BE, GE, FR):
        assert not sources(state, nation) & (1 << at("0917") | 1 << at("0819"))


def test_3_11_a_colony_is_no_source_and_full_nations_are() -> None:
    state = position({}, entente="FR RU BR")
    assert not sources(state, BR) >> at("5765") & 1
    assert sources(state, BR) >> at("0115") & 1
    assert sources(state, BR) >> at("India") & 1


def test_3_11_a_surrounded_capital_is_no_source() -> None:
    around = ("0422", "0522", "0523", "0424", "0323", "0322")
    keys = [f"GE-I-{number}" for number in range(1, 7)]
    state = position(dict(zip(around, keys, strict=True)), held_by={"GE": " ".join(around)})
    assert not sources(state, FR) >> at("0423") & 1
    state.lift(unit("GE-I-6"))
    assert sources(state, FR) >> at("0423") & 1


def test_3_121_a_path_starts_in_or_beside_the_hex_and_follows_rail_or_towns() -> None:
    state = position({"3215": "GE-I-2", "3316": "GE-I-3"})
    assert in_supply(state, unit("GE-I-2"))
    assert in_supply(state, unit("GE-I-3"))


def test_3_121_an_enemy_land_unit_in_the_path_cuts_it() -> None:
    """Thorn in Russian hands, with a German corps beyond it who has no other line."""
    state = position({"3717": "GE-I-3", "3316": "RU-I-1"}, held_by={"GE": "3717", "RU": "3316"})
    assert not supplied(state, GE) >> at("3717") & 1
    assert not in_supply(state, unit("GE-I-3"))


def test_3_121_russians_trace_from_fortress_and_lomza_to_warsaw() -> None:
    state = position(
        {"3716": "RU-I-15", "3915": "RU-I-16", "3415": "RU-I-14"}, held_by={"RU": "3415"}
    )
    assert in_supply(state, unit("RU-I-15"))
    assert in_supply(state, unit("RU-I-16"))
    assert not in_supply(state, unit("RU-I-14"))


def test_6_454_the_sea_supplies_the_entente_where_it_holds_a_port() -> None:
    """Calais is cut off by land; from London supply comes over the sea."""
    state = position({"0418": "BR-I-1"}, entente="FR RU BR")
    calais = 1 << at("0418")
    state.held[ENTENTE] = HOME[BR] & ~PORTS & ~PORT_BOXES | calais
    assert not in_supply(state, unit("BR-I-1"))
    state.held[ENTENTE] = HOME[BR] | calais
    assert in_supply(state, unit("BR-I-1"))


def test_3_0_supply_matters_where_it_is_asked_for() -> None:
    state = position({"0827": "GE-I-3"}, held_by={"GE": "0827"}, month=8)
    assert not in_supply(state, unit("GE-I-3"))
    state.move(1 << unit("GE-I-3"), at("1224"))
    assert in_supply(state, unit("GE-I-3"))


def test_3_2_supply_matters_for_movement_and_combat() -> None:
    state = position({"0827": "GE-I-3"}, held_by={"GE": "0827"}, month=8)
    assert allowance(state, unit("GE-I-3")) == 2
    assert attack_effectiveness(state, unit("GE-I-3"), at("0726")) == 2


def test_3_0_5_3_2_3_a_corps_out_of_supply_must_roll_below_what_is_printed() -> None:
    """Not below what is left of it."""
    for die, lives in ((2, True), (3, False)):
        state = position({"0827": "GE-I-3"}, held_by={"GE": "0827"}, month=8)
        state.stack = [Commissariat(CENTRAL)]
        settle(state, Loaded(die))
        assert (state.where[unit("GE-I-3")] >= 0) == lives


def test_3_0_3_a_fortress_amid_enemies_is_in_supply() -> None:
    state = position({}, held_by={"GE": "0822 0823 0923 1022 0921 0922"}, month=8)
    battle = Battle(CENTRAL, at("0921"), at("0922"), 0)
    assert defence_effectiveness(state, battle, FORTRESS) == 3


def test_3_0_4_rebels_live_on_the_land_where_they_rose() -> None:
    state = position({"6271": "BR-C-LOA"}, central="OT", entente="BR", scenario=ASIA)
    assert not supplied(state, BR) >> at("6271") & 1
    assert in_supply(state, unit("BR-C-LOA"))
    state.move(1 << unit("BR-C-LOA"), lowest(HOME[PE] & ~supplied(state, BR)))
    assert not in_supply(state, unit("BR-C-LOA"))


def test_3_1_1_3_1_beside_a_source_a_corps_is_in_supply_without_a_path() -> None:
    """[3.1]"""
    state = position({}, held_by={})
    state.held[CENTRAL] = 1 << at("2516")
    around = step(1 << at("2516"), MARCHABLE)
    assert supplied(state, GE) & around == around
    assert not supplied(state, GE) >> at("2316") & 1
    assert not supplied(state, BE)


def test_3_12_3_1_2_a_path_leads_farther() -> None:
    """[3.12] Nothing but a line of hexes from Berlin."""
    state = position({})
    line = [at("2516")]
    while len(line) < 5:
        line.append(lowest(step(1 << line[-1], TRACKS) & HOME[GE] & ~bit_set(line)))
    state.held[CENTRAL] = bit_set(line)
    assert supplied(state, GE) >> line[-1] & 1
    state.held[CENTRAL] &= ~(1 << line[1])
    assert not supplied(state, GE) >> line[-1] & 1


def test_3_1_3_3_13_one_ottoman_corps_is_in_supply_whatever_happens() -> None:
    """[R65] One a month, another one in the next."""
    state = position({"6271": "OT-I-1 OT-I-2"}, central="OT", entente="BR", scenario=ASIA)
    state.held[CENTRAL] = 1 << at("6271")
    begun(state)
    assert not in_supply(state, unit("OT-I-1"))
    assert offered(state, "supply") == 1 << unit("OT-I-1") | 1 << unit("OT-I-2")
    choose(state, "supply OT-I-1")
    assert in_supply(state, unit("OT-I-1"))
    assert not in_supply(state, unit("OT-I-2"))
    assert refused(state, "supply OT-I-2").case == "3.13"
    state.forget("month")
    assert offered(state, "supply") >> unit("OT-I-2") & 1


def test_3_11_1_a_source_serves_its_own_its_guests_and_whom_it_supports() -> None:
    """[2.93.3] A government in exile lives on the capital of its host."""
    state = position({}, entente="FR RU BR BE RS", month=8)
    paris = at("0423")
    assert sources(state, FR) >> paris & 1
    assert not sources(state, RS) >> paris & 1
    state.hosts[RS] = FR
    assert sources(state, RS) >> paris & 1
    assert not sources(state, BE) >> paris & 1
    state.patrons[BE] = FR
    assert sources(state, BE) >> paris & 1


def test_2_26_commonwealth_boxes_serve_all_that_is_british() -> None:
    """[2.24.1]"""
    state = position({}, entente="BR FR RU")
    for label in ("Australia", "Canada", "India"):
        assert sources(state, BR) >> at(label) & 1
        assert not sources(state, FR) >> at(label) & 1


def test_3_11_3_a_capital_amid_enemies_is_no_source_until_one_hex_is_free() -> None:
    """Edges of the map are no capitals: a Russian railhead stays a source."""
    around = [GRID.label(n) for n in GRID.neighbours(at("0423"))]
    keys = [f"GE-I-{number}" for number in range(1, 7)]
    state = position(dict(zip(around, keys, strict=True)))
    assert not sources(state, FR) >> at("0423") & 1
    edge = lowest(EAST_EDGE)
    beside = [n for n in GRID.neighbours(edge) if BOARD.hexes >> n & 1]
    state = position({GRID.label(n): f"GE-I-{i}" for i, n in enumerate(beside, 1)})
    assert sources(state, RU) >> edge & 1


def test_3_11_3_at_sea_ships_shut_a_source_in_bug() -> None:
    """A source by the sea could never be surrounded."""
    around = dict(zip(("3311", "3413", "3313", "3213", "3212"), range(1, 6), strict=True))
    corps = {place: f"RU-I-{number}" for place, number in around.items()}
    for ship, shut in (("RU-N-PD1", True), ("", False)):
        state = position({**corps, "3412": ship, "3017": "GE-I-1"})
        assert sources(state, GE) >> at("3312") & 1 != shut
    # On a coast beside it a ship is no garrison.
    del corps["3311"]
    state = position({**corps, "3412": "RU-N-PD1", "3311": "RU-N-CA1"})
    assert sources(state, GE) >> at("3312") & 1
    # And it is looked at again when the ship has gone.
    state = position({**corps, "3311": "RU-I-6", "3412": "RU-N-PD1"})
    assert not supplied(state, GE) >> at("3312") & 1
    state.lift(unit("RU-N-PD1"))
    assert supplied(state, GE) >> at("3312") & 1


def test_3_121_1_every_hex_of_a_path_is_held_and_has_rail_works_or_a_town() -> None:
    state = position({})
    bare = lowest(HOME[GE] & state.scenario.ground & ~LINED)
    assert not network(state, CENTRAL) >> bare & 1
    state.infrastructure = 1 << bare
    assert network(state, CENTRAL) >> bare & 1
    state.held[CENTRAL] &= ~(1 << bare)
    assert not network(state, CENTRAL) >> bare & 1


def test_3_121_2_only_land_units_cut_a_path() -> None:
    state = position({})
    state.put(plane(FR), at("2516"))
    assert network(state, CENTRAL) >> at("2516") & 1
    state.put(unit("FR-C-CAV"), at("2516"))
    assert not network(state, CENTRAL) >> at("2516") & 1


def plane(nation: int) -> int:
    return lowest(OF_KIND["fighter"] & OF_NATION[nation])


def test_3_121_3_tracks_need_not_meet() -> None:
    """Two neighbours with railways that do not meet."""
    one, other = next(
        (h, n)
        for h in members(RAIL & HOME[GE] & ~CENTRES)
        for n in members(step(1 << h, MARCHABLE) & RAIL & HOME[GE] & ~CENTRES)
        if not step(1 << h, TRACKS) >> n & 1
    )
    joined = connected(1 << one, 1 << one | 1 << other, 1 << one | 1 << other, 0)
    assert joined >> other & 1


def tigris(*held: str, **stacks: str) -> State:
    """The Ottomans hold some hexes by the river that flows past 8057 [3.122]."""
    state = position(stacks, central="OT", entente="BR", scenario=ASIA)
    state.held[CENTRAL] = place_set(*held)
    return state


def test_3_122_a_river_carries_supply() -> None:
    state = tigris("8057", "8056", "7955")
    assert supplied(state, OT) >> at("7955") & 1


def test_3_122_1_both_banks_must_be_held() -> None:
    state = tigris("8057", "7955")
    assert not supplied(state, OT) >> at("7955") & 1


def test_3_122_2_no_enemy_may_be_on_a_bank() -> None:
    """Cavalry takes no control, but it is there."""
    state = tigris("8057", "8056", "7955", **{"8056": "BR-C-2"})
    assert not supplied(state, OT) >> at("7955") & 1


def test_3_122_3_who_draws_on_the_river_is_beside_it() -> None:
    state = tigris("8057", "8056", "7955", "7855")
    assert not supplied(state, OT) >> at("7855") & 1
    state.infrastructure = 1 << at("7955")
    assert supplied(state, OT) >> at("7855") & 1


def test_3_123_5_3_123_paths_go_by_land_and_sea_and_land_again() -> None:
    """[3.123] By the optional rule the Entente needs no ships [6.454]: London, Calais, inland."""
    state = position({}, entente="FR RU BR")
    calais = at("0418")
    inland = lowest(step(1 << calais, MARCHABLE) & LINED & HOME[FR] & ~PORTS)
    state.held[ENTENTE] = HOME[BR] | 1 << calais | 1 << inland
    assert supplied(state, BR) >> inland & 1
    state.held[ENTENTE] &= ~(1 << calais)
    assert not supplied(state, BR) >> inland & 1


def test_3_2_1_aircraft_out_of_supply_neither_patrol_nor_raid() -> None:
    state = position({}, month=8)
    fighter = plane(GE)
    state.put(fighter, at("2516"))
    assert refuses_patrol(state, fighter, CENTRAL) is None
    state.lift(fighter)
    state.put(fighter, at("0827"))
    refusal = refuses_patrol(state, fighter, CENTRAL)
    assert refusal is not None
    assert refusal.case == "6.312"


def test_3_2_4_the_leader_of_a_command_without_supply_may_go_back() -> None:
    state = position({"0827": "GE-I-3 GE-L-KLUCK"}, held_by={"GE": "0827"}, month=8)
    state.done = 1 << unit("GE-I-3")
    begun(state)
    choose(state, "recall GE-L-KLUCK")
    assert state.where[unit("GE-L-KLUCK")] < 0
    state = position({"2516": "GE-I-3 GE-L-KLUCK"}, month=8)
    state.done = 1 << unit("GE-I-3")
    assert not Campaign(CENTRAL).choices(state).get("recall")
