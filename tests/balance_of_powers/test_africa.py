"""Africa: its corps and their points, muster chart, supply, lakes and rains."""

from __future__ import annotations

import pytest

from tests.balance_of_powers.dice import Loaded
from tests.balance_of_powers.table import at, place_set, position, unit
from tests.balance_of_powers.test_land_combat import units
from trenchline.games.balance_of_powers.admiralty import Voyage, berths, may_land
from trenchline.games.balance_of_powers.allowance import allowance
from trenchline.games.balance_of_powers.battle import Battle
from trenchline.games.balance_of_powers.calendar import bad_weather, month_number
from trenchline.games.balance_of_powers.components import (
    AF_CORPS,
    AFRICA,
    BE,
    BOARD,
    BR,
    CAPITALS,
    CENTRAL,
    ENTENTE,
    FR,
    GE,
    GRID,
    HOLDERS,
    LAND,
    OF_KIND,
    OT,
    SIEGE,
    UNITS,
)
from trenchline.games.balance_of_powers.flotillas import LAKES_AT, leaves, over_lakes, waters_of
from trenchline.games.balance_of_powers.forces import may_go
from trenchline.games.balance_of_powers.leading import NamePoint
from trenchline.games.balance_of_powers.march import Force
from trenchline.games.balance_of_powers.modifiers import siege_guns
from trenchline.games.balance_of_powers.muster import SPECIAL, Place, grounds
from trenchline.games.balance_of_powers.procurement import Levy, clients, levies, on_sale, procure
from trenchline.games.balance_of_powers.rail import entrain, entrainers, reached_by_rail
from trenchline.games.balance_of_powers.sickness import Sicken, SicknessDie, Weather, in_the_rain
from trenchline.games.balance_of_powers.state import POOL, State
from trenchline.games.balance_of_powers.supply import in_supply, sources, supplied, unsupplied
from trenchline.kernel.bits import members
from trenchline.kernel.play import settle, take

SPRING = month_number("March 1915")


def war(
    stacks: dict[str, str],
    *,
    month: int = 3,
    central: str = "GE OT",
    entente: str = "BE BR FR",
    held_by: dict[str, str] | None = None,
    entrenched: str = "",
) -> State:
    """A position in Africa, in November 1914 unless told otherwise."""
    state = position(
        {f"AF{label}": keys for label, keys in stacks.items()},
        central=central,
        entente=entente,
        month=month,
        scenario="africa",
        entrenched=entrenched,
        held_by={
            code: " ".join(f"AF{h}" for h in t.split()) for code, t in (held_by or {}).items()
        },
    )
    state.phase = "campaign"
    return state


def labels(hexes: int) -> set[str]:
    return {GRID.label(h).removeprefix("AF") for h in members(hexes)}


# Corps for Africa.


def test_1_24_corps_for_africa_are_those_without_a_movement_score_and_two_flotillas() -> None:
    keys = {UNITS[u].key for u in members(AF_CORPS & OF_KIND["flotilla"])}
    assert keys == {"GE-F-TNGNYKA", "BR-F-VICTORIA"}
    assert AF_CORPS & ~OF_KIND["flotilla"] == OF_KIND["africa"]
    assert OF_KIND["africa"].bit_count() == 37


def test_1_24_1_1_24_2_corps_for_africa_go_to_no_other_map() -> None:
    allowed = may_land(war({}), unit("BR-A-IEF_B"))
    assert not allowed & BOARD.hexes & ~AFRICA
    assert allowed >> at("Indian-Ocean") & 1
    state = war({"9134": "BR-A-IEF_B"})
    asked = Voyage(unit("BR-A-IEF_B"))
    assert asked.why_not(state, "sail", at("5765")).case == "1.24.1"
    goals = berths(state, unit("BR-A-IEF_B"))
    assert goals >> at("Indian-Ocean") & 1
    assert goals >> at("AF8941") & 1


def test_1_24_3_r302_other_corps_do_not_go_ashore_in_africa() -> None:
    allowed = may_land(war({}), unit("BR-I-1"))
    assert not allowed & AFRICA & LAND
    assert allowed >> at("AF9333") & 1
    asked = Voyage(unit("BR-I-1"))
    assert asked.why_not(war({}), "sail", at("AF8724")).case == "1.24.3"


def test_9_0_1_a_corps_of_africa_has_one_movement_point_and_none_in_trenches() -> None:
    state = war({"9135": "GE-A-GEA_1 GE-A-GEA_2"}, entrenched="GE-A-GEA_2")
    assert allowance(state, unit("GE-A-GEA_1")) == 1
    assert allowance(state, unit("GE-A-GEA_2")) == 0


def test_3_2_2_out_of_supply_it_does_not_move() -> None:
    state = war({"9135": "GE-A-GEA_1"}, held_by={"BR": "9135"})
    assert unsupplied(state, units("GE-A-GEA_1"))
    assert allowance(state, unit("GE-A-GEA_1")) == 0


def test_2_7_no_battle_in_africa_is_a_major_one() -> None:
    there = Battle(CENTRAL, at("AF9034"), at("AF9134"), 0, began=(3, 3))
    here = Battle(CENTRAL, at("1224"), at("1124"), 0, began=(3, 3))
    assert here.major
    assert not there.major


def test_10_52_10_533_the_guns_of_south_africa_are_siege_artillery() -> None:
    assert SIEGE >> unit("BR-A-SAS") & 1
    assert not HOLDERS >> unit("BR-A-SAS") & 1
    state = war({"8641": "BR-A-SAS BR-A-SAI_1"})
    assert siege_guns(state, units("BR-A-SAS BR-A-SAI_1")) == 1
    state.force, state.force_at = units("BR-A-SAS"), at("AF8641")
    state.battles = [Battle(ENTENTE, at("AF8641"), at("AF8540"), units("BR-A-SAS BR-A-SAI_1"))]
    asked = NamePoint(0)
    assert asked.choices(state)["point"] == units("BR-A-SAI_1")
    assert asked.why_not(state, "point", unit("BR-A-SAS")).case == "10.533"


# Points.


def test_2_43_2_43_1_6_221_3_troops_are_paid_for_with_africa_points_ships_are_not() -> None:
    state = war({})
    for key in ("BR-A-SAH", "BR-F-VICTORIA", "BR-N-CC2"):
        state.where[unit(key)] = POOL
    state.points[BR] = 2
    assert not on_sale(state, BR)
    state.africa_points[BR] = 9
    assert on_sale(state, BR) == units("BR-A-SAH BR-F-VICTORIA")
    procure(state, BR, unit("BR-A-SAH"))
    procure(state, BR, unit("BR-F-VICTORIA"))
    assert (state.africa_points[BR], state.points[BR]) == (5, 2)


def test_6_221_2_r303_britain_pays_for_belgians_whose_capital_is_beyond_the_map() -> None:
    state = war({})
    assert clients(state, BR) >> BE & 1
    brussels = GRID.label(next(members(CAPITALS[BE])))
    europe = position({}, entente="BE FR RU", held_by={"GE": brussels})
    assert not clients(europe, FR) >> BE & 1


def test_6_228_a_minor_raises_a_corps_of_africa_each_march() -> None:
    state = war({}, month=SPRING)
    state.where[unit("BE-A-FPUB")] = POOL
    assert levies(state, ENTENTE) == units("BE-A-FPUB")
    Levy(ENTENTE).take(state, "levy", unit("BE-A-FPUB"))
    assert state.due[unit("BE-A-FPUB")] == SPRING + 1


def test_9_21_9_24_2_trains_in_africa_cost_an_africa_point_and_carry_any_number() -> None:
    keys = "BR-A-SAFH BR-A-SAH BR-A-SAI_1 BR-A-SAI_2 BR-A-SAMR"
    state = war({"8542": keys})
    state.force, state.force_at, state.phasing = units(keys), at("AF8542"), ENTENTE
    state.points[BR] = 3
    assert not entrainers(state)
    state.africa_points[BR] = 1
    assert entrainers(state) == 1 << BR
    entrain(state, BR)
    assert (state.africa_points[BR], state.points[BR]) == (0, 3)
    # [9.23] Six hexes for the only movement point.
    assert len(reached_by_rail(state).levels) == 6


# Supply.


def test_3_11_2_any_bargaining_chip_of_a_side_supplies_its_corps_of_africa() -> None:
    state = war({"9035": "GE-A-GEA_1", "8539": "GE-A-GSW_1"})
    assert sources(state, GE, african=True) & AFRICA == place_set(
        "AF8233", "AF8539", "AF9027", "AF9135"
    )
    assert not sources(state, GE) & AFRICA
    assert not unsupplied(state, units("GE-A-GEA_1 GE-A-GSW_1"))
    state = war({"9035": "GE-A-GEA_1"}, held_by={"BR": "9135"})
    assert unsupplied(state, units("GE-A-GEA_1"))


def test_3_122_the_rivers_of_africa_carry_supply() -> None:
    """Along the Orange, with both banks held."""
    taken = {"BR": "8540"}
    state = war({"8540": "BR-A-SAI_1"}, held_by=taken)
    assert in_supply(state, unit("BR-A-SAI_1"))
    state = war({"8540": "BR-A-SAI_1"}, held_by=taken | {"GE": "8641"})
    assert not in_supply(state, unit("BR-A-SAI_1"))


def test_3_11_what_supplies_africa_supplies_nobody_else() -> None:
    state = war({})
    assert supplied(state, OT, african=True) >> at("AF9026") & 1
    assert not supplied(state, OT) & AFRICA


# Musters.

CHART = {
    "AB-A-NEGUS": "9030 9130 9231",
    "BE-A-ASKARI": "8435 8733 8736",
    "BR-A-ARAB": "9329 9330",
    "BR-A-EAMR": "8933 9034 9134",
    "BR-A-KAR_2": "8933 9034 9037 9134",
    "BR-A-SAH": "8542 8741 8742 8839 8840 8938 8941",
    "BR-A-SAS": "8542 8741 8742 8839 8840 8938 8941",
    "BR-A-WDF": "8724 8825 8827",
    "BR-A-WAFF": "8032 8130",
    "FR-A-TC": "7932 8234 8330 Dakar",
    "GE-A-GEA_5": "8835 8934 9036 9135",
    "GE-A-GSW_3": "8440 8441 8538 8539",
    "GE-A-KAM_2": "8233 8331",
    "GE-F-TNGNYKA": "8834 8835 8935",
    "BR-F-VICTORIA": "8933 9034",
    "IT-A-RCTC": "8324 8425 9128",
    "PT-A-AFRIQ": "8335 8336 8337 8940 9039 9237",
}


@pytest.mark.parametrize(("key", "places"), CHART.items())
def test_6_215_12_8_muster_1_corps_of_africa_muster_by_their_chart(key: str, places: str) -> None:
    """[6.215/abyssinian] [6.215/belgian] [6.215/arab] [6.215/eamr] [6.215/kar]
    [6.215/south-african] [6.215/wdf] [6.215/waff] [6.215/french] [6.215/gea] [6.215/gsw]
    [6.215/kam] [6.215/tanganyika] [6.215/rctc] [6.215/afriq] [R301] [R307]"""
    state = war({}, entente="AB BE BR FR IT PT")
    assert labels(grounds(state, unit(key))) == set(places.split())
    asked = Place(unit(key))
    assert asked.why_not(state, "place", at("AF8125")).case in ("6.215", "6.214")


def test_6_215_nobody_musters_where_the_enemy_is_in_control() -> None:
    state = war({}, held_by={"BR": "8233"})
    assert labels(grounds(state, unit("GE-A-KAM_2"))) == {"8331"}


def test_6_215_ief_and_wir_muster_beyond_the_seas_but_in_ports_here() -> None:
    """[6.215/ief] [6.215/wir] [12.8/muster.2]"""
    assert SPECIAL[unit("BR-A-IEF_B")] == place_set("India")
    assert SPECIAL[unit("BR-A-WIR")] == place_set("South-America")


def test_6_216_r304_rebels_rise_in_enemy_country_and_take_the_place() -> None:
    """[6.215/dinar] [6.215/senussi] [6.215/sherif]"""
    state = war({"8630": "BR-A-WDF"}, entente="BE BR FR IT")
    assert labels(grounds(state, unit("OT-A-DINAR"))) == {"8829", "9028"}
    assert labels(grounds(state, unit("OT-A-SENUSSI"))) == {"8324", "8425"}
    assert labels(grounds(state, unit("BR-A-SHERIF"))) == {"9027", "9127", "9229"}
    Place(unit("OT-A-DINAR")).take(state, "place", at("AF8829"))
    assert state.holder[at("AF8829")] == OT
    assert state.held[CENTRAL] >> at("AF8829") & 1
    # [3.0.4] They live on the land.
    assert in_supply(state, unit("OT-A-DINAR"))


# Lakes.


def test_9_5_2_a_flotilla_of_africa_goes_over_its_lake() -> None:
    state = war({"8835": "GE-F-TNGNYKA"})
    state.phasing, state.force, state.force_at = CENTRAL, units("GE-F-TNGNYKA"), at("AF8835")
    assert labels(may_go(state).reached) == {"8834", "8935"}
    assert Force().why_not(state, "march", at("AF8934")).case == "9.5"
    assert labels(leaves(state, unit("GE-F-TNGNYKA"), 1 << at("AF8834"))) == {"8835"}


def test_9_5_2_where_a_hex_has_two_lakes_it_changes_from_one_to_the_other() -> None:
    assert LAKES_AT[at("AF8935")] == {"Tanganyika", "Nyasa"}
    assert labels(over_lakes(at("AF8935"))) == {"8835", "9036"}
    assert labels(over_lakes(at("AF9037"))) == {"9036"}
    assert labels(over_lakes(at("AF8933"))) == {"8934", "9034"}
    lakes = waters_of(unit("BR-F-VICTORIA"))
    assert labels(lakes) == {"8834", "8835", "8933", "8934", "8935", "9034", "9036", "9037"}
    assert not waters_of(unit("AH-F-DANUBE")) & lakes


# Rain.


def test_6_511_1_it_rains_in_africa_from_march_to_may() -> None:
    for name in ("March", "April", "May"):
        assert bad_weather(month_number(f"{name} 1916")) & AFRICA == AFRICA
    assert not bad_weather(month_number("June 1916")) & AFRICA
    assert not bad_weather(month_number("January 1916")) & AFRICA


def test_6_513_a_die_below_its_effectiveness_is_the_end_of_a_sick_corps() -> None:
    state = war({"9134": "BR-A-KAR_1 BR-A-ARAB", "9135": "GE-A-GEA_1"}, month=SPRING)
    state.stack = [Weather()]
    state.phase, state.phasing = "admiralty", ENTENTE
    assert settle(state, Loaded()) == {"none": 1, "sicken": units("BR-A-KAR_1 BR-A-ARAB")}
    assert (state.phase, state.phasing) == ("campaign", CENTRAL)
    twin = state.copy()
    take(state, "sicken", unit("BR-A-KAR_1"))
    settle(state, Loaded(1))
    assert state.where[unit("BR-A-KAR_1")] == POOL
    take(twin, "sicken", unit("BR-A-KAR_1"))
    settle(twin, Loaded(2))
    assert twin.where[unit("BR-A-KAR_1")] == at("AF9134")


def test_6_513_the_leader_of_a_sick_corps_goes_back() -> None:
    state = war({"9134": "BR-A-KAR_1 BR-L-SMUTS"}, month=SPRING)
    state.stack = [SicknessDie(unit("BR-A-KAR_1"))]
    settle(state, Loaded(1))
    assert state.where[unit("BR-L-SMUTS")] == POOL


def test_6_513_r308_only_british_corps_in_the_rain_fall_sick_and_nobody_need() -> None:
    state = war({"9134": "BR-A-KAR_1", "8233": "FR-A-TC"}, month=SPRING, held_by={"FR": "8233"})
    state.put(unit("BR-A-WAFF"), at("South-Atlantic"))
    state.aboard = units("BR-A-WAFF")
    assert in_the_rain(state) == units("BR-A-KAR_1")
    asked = Sicken(CENTRAL)
    assert asked.why_not(state, "sicken", unit("FR-A-TC")).case == "6.513"
    assert asked.why_not(state, "sicken", unit("BR-A-WAFF")).case == "6.513"
    asked.take(state, "none", 0)
    assert not state.stack
    dry = war({"9134": "BR-A-KAR_1"}, month=SPRING - 1)
    dry.stack = [Weather()]
    assert not settle(dry, Loaded())
