"""Chapter 12.8: Africa with its ships, and how many corps they carry."""

from __future__ import annotations

from tests.balance_of_powers.at_sea import quarters
from tests.balance_of_powers.campaigning import begun as campaign
from tests.balance_of_powers.campaigning import choose, offered, refused
from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from trenchline.games.balance_of_powers.admiralty import Transport, Voyage, berths
from trenchline.games.balance_of_powers.blockade_runner import may_run
from trenchline.games.balance_of_powers.components import AF_THEATRE, CENTRAL, ENTENTE, UNITS
from trenchline.games.balance_of_powers.deployment import zone_of
from trenchline.games.balance_of_powers.general_quarters import QuartersHalf
from trenchline.games.balance_of_powers.home_port import send_home
from trenchline.games.balance_of_powers.invariants import broken
from trenchline.games.balance_of_powers.landings import Ashore, sites
from trenchline.games.balance_of_powers.muster import grounds
from trenchline.games.balance_of_powers.navy import SHIPS
from trenchline.games.balance_of_powers.opening import HISTORICAL, new_game
from trenchline.games.balance_of_powers.state import State
from trenchline.games.balance_of_powers.variants import WITH_FLEETS
from trenchline.kernel.bits import members
from trenchline.kernel.play import settle


def begun() -> State:
    return new_game("africa", {HISTORICAL: "on", WITH_FLEETS: "on"})


def half(state: State, side: int) -> State:
    state.phase = "admiralty"
    state.stack = [QuartersHalf(side)]
    settle(state, Loaded())
    return state


def test_12_8_set_up_2_ships_begin_in_friendly_ports() -> None:
    state = begun()
    ships = {UNITS[u].key: state.where[u] for u in members(state.mapped & SHIPS)}
    assert set(ships) == {"BR-N-CC1", "FR-N-CC1"}
    assert broken(state) == []
    zone = zone_of(state.scenario, unit("BR-N-CC1")).hexes
    for label in ("AF8032", "AF9134", "Dakar"):
        assert zone >> at(label) & 1, label
    for label in ("AF9135", "AF8233", "South-Atlantic"):
        assert not zone >> at(label) & 1, label
    assert grounds(state, unit("GE-N-CL1")) >> at("AF9135") & 1


def test_12_8_sea_control_1_ships_carry_corps_and_nobody_runs_without_them() -> None:
    state = begun()
    assert not may_run(state)
    ship, corps = unit("BR-N-CC1"), unit("BR-A-WAFF")
    state.move(1 << ship, state.where[corps])
    half(state, ENTENTE)
    choose(state, "ship BR-N-CC1", "embark BR-A-WAFF")
    assert state.passengers == 1 << corps
    assert state.sailed == 1
    choose(state, "steam AF7932", "debark BR-A-WAFF")
    assert state.where[corps] == at("AF7932")
    assert not state.passengers


def test_12_8_sea_control_3_nine_corps_of_the_entente_a_season() -> None:
    state = begun()
    state.move(1 << unit("BR-N-CC1"), state.where[unit("BR-A-WAFF")])
    state.sailed = 9
    half(state, ENTENTE)
    choose(state, "ship BR-N-CC1")
    assert not offered(state, "embark")
    assert refused(state, "embark BR-A-WAFF").case == "12.8/sea-control.3"
    state.sailed = 8
    assert offered(state, "embark") >> unit("BR-A-WAFF") & 1


def test_12_8_sea_control_3_a_long_voyage_counts_once_bug() -> None:
    """A corps on board counted anew in every month in which its ship sailed on."""
    state = begun()
    state.move(1 << unit("BR-N-CC1"), state.where[unit("BR-A-WAFF")])
    half(state, ENTENTE)
    choose(state, "ship BR-N-CC1", "embark BR-A-WAFF", "steam AF7932")
    state.forget("month")
    half(state, ENTENTE)
    choose(state, "fleet AF7932", "steam AF8032")
    assert state.passengers == 1 << unit("BR-A-WAFF")
    assert state.sailed == 1


def test_12_8_sea_control_2_one_german_corps_a_game() -> None:
    state = begun()
    state.put(unit("GE-N-CL1"), at("AF9135"))
    half(state, CENTRAL)
    choose(state, "ship GE-N-CL1", "embark GE-A-GEA_1")
    assert state.ran == 1
    assert refused(state, "embark GE-A-GEA_2").case == "12.8/sea-control.2"


# Corps for Africa and other maps.


def at_war(stacks: dict[str, str], **more: object) -> State:
    """The Entente at sea in The Great War."""
    return quarters(
        stacks,
        side=ENTENTE,
        central="GE OT",
        entente="BR FR",
        month="April 1915",
        scenario="great_war",
        **more,  # type: ignore[arg-type]
    )


def test_1_24_2_ships_with_corps_for_africa_enter_no_other_map_bug() -> None:
    """A ship from India took the corps of the expedition to Africa up the Persian Gulf."""
    state = at_war({"India": "BR-N-PD9 BR-A-IEF_C"})
    choose(state, "ship BR-N-PD9")
    assert offered(state, "steam") >> at("9371") & 1
    choose(state, "embark BR-A-IEF_C")
    goals = offered(state, "steam")
    assert goals >> at("Indian-Ocean") & 1
    assert not goals & ~AF_THEATRE
    assert refused(state, "steam 9371").case == "1.24.1"


def test_12_8_ottoman_no_ship_takes_away_the_corps_of_medina() -> None:
    state = quarters(
        {"AF9127": "BR-N-PD9 OT-A-7"},
        side=ENTENTE,
        central="GE",
        entente="BR OT",
        scenario="great_war",
    )
    choose(state, "ship BR-N-PD9")
    assert offered(state, "steam") >> at("AF9028") & 1
    choose(state, "embark OT-A-7")
    assert not offered(state, "steam") & ~state.scenario.leash(1 << unit("OT-A-7"))
    assert refused(state, "steam AF9028").case == "12.8/ottoman"


def test_1_24_1_the_short_rule_ships_them_through_no_other_map() -> None:
    state = position(
        {"Gibraltar": "BR-A-WIR BR-I-1"},
        central="GE",
        entente="BR FR",
        month=8,
        scenario="great_war",
    )
    assert berths(state, unit("BR-I-1")) >> at("Libyan-Sea") & 1
    goals = berths(state, unit("BR-A-WIR"))
    assert goals >> at("South-Atlantic") & 1
    assert not goals >> at("Libyan-Sea") & 1
    asked = Voyage(unit("BR-A-WIR"))
    assert asked.why_not(state, "sail", at("Libyan-Sea")).case == "6.452"


def test_1_24_1_from_a_box_they_march_to_no_other_map_bug() -> None:
    """Corps for Africa that had been shipped to Bordeaux could march to Paris."""
    state = position(
        {"Bordeaux": "FR-A-TC FR-I-1"}, central="GE", entente="FR", month=8, scenario="great_war"
    )
    campaign(state, ENTENTE)
    choose(state, "unit FR-I-1")
    assert offered(state, "march") >> at("0122") & 1
    choose(state, "with FR-A-TC")
    assert not offered(state, "march")
    assert refused(state, "march 0122").case == "1.24.1"


def test_8_5_r336_ships_return_to_a_port_that_their_passengers_may_enter() -> None:
    state = at_war({"Libyan-Sea": "BR-N-PD9 BR-A-WDF"})
    for rider, port in ((0, "2457"), (1 << unit("BR-A-WDF"), "AF8724")):
        twin = state.copy()
        twin.passengers = twin.aboard = rider
        if not rider:
            twin.lift(unit("BR-A-WDF"))
        send_home(twin, 1 << unit("BR-N-PD9"))
        settle(twin, Loaded())
        assert twin.where[unit("BR-N-PD9")] == at(port)


# Other corps in Africa.


def test_1_24_3_r229_passengers_of_returning_ships_stay_on_board_in_africa_bug() -> None:
    """They went ashore with all others, in the only ports where they would be lost."""
    state = at_war({"AF9433": "BR-N-PD9 BR-I-1 BR-A-KAR_1"})
    riders = 1 << unit("BR-I-1") | 1 << unit("BR-A-KAR_1")
    state.passengers = state.aboard = riders
    send_home(state, 1 << unit("BR-N-PD9"))
    settle(state, Loaded())
    assert state.where[unit("BR-I-1")] == at("AF9134")
    assert state.passengers == 1 << unit("BR-I-1")
    assert broken(state) == []


def test_1_24_3_7_71_nobody_but_corps_for_africa_lands_there_bug() -> None:
    """A landing in Africa took whoever was on board."""
    state = at_war({"AF9235": "BR-N-PD9 BR-I-1 BR-A-KAR_1"})
    state.passengers = state.aboard = 1 << unit("BR-I-1") | 1 << unit("BR-A-KAR_1")
    choose(state, "fleet AF9235", "invade AF9135")
    assert state.passengers == 1 << unit("BR-I-1")
    assert state.corps[ENTENTE] >> at("AF9235") & 1
    assert broken(state) == []
    state = at_war({"AF9235": "BR-N-PD9 BR-I-1"})
    state.passengers = state.aboard = 1 << unit("BR-I-1")
    choose(state, "fleet AF9235")
    assert refused(state, "invade AF9135").case == "1.24.3"


def test_1_24_3_6_453_a_landing_in_africa_is_land_to_the_short_rule_bug() -> None:
    """Corps for Europe were shipped to a landing counter off Africa, or were there already."""
    state = position(
        {"AF9235": "BR-I-1", "Gibraltar": "BR-I-2"},
        central="GE",
        entente="BR FR",
        month=8,
        scenario="great_war",
    )
    state.aboard = 1 << unit("BR-I-1")
    state.phase, state.phasing, state.stack = "admiralty", ENTENTE, [Transport(ENTENTE)]
    assert not sites(state) >> at("AF9235") & 1
    assert refused(state, "landing AF9235").case == "1.24.3"
    state.lift(unit("BR-I-1"))
    assert sites(state) >> at("AF9235") & 1
    state.put(unit("BR-I-1"), at("India"))
    state.put(unit("BR-A-IEF_C"), at("India"))
    reached = [berths(state, unit(key)) >> at("AF9235") & 1 for key in ("BR-I-1", "BR-A-IEF_C")]
    assert reached == [1, 1]
    Ashore(ENTENTE, at("AF9235")).take(state, "towards", at("AF9135"))
    reached = [berths(state, unit(key)) >> at("AF9235") & 1 for key in ("BR-I-1", "BR-A-IEF_C")]
    assert reached == [0, 1]
    assert Voyage(unit("BR-I-1")).why_not(state, "sail", at("AF9235")).case == "1.24.3"
    assert place_set("AF9235") & state.held[ENTENTE]
