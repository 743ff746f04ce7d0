"""Sections 26.3, 26.4, 28.1 and 28.2: the areas of the orders of battle, by the facts of the map;
and what a position holds before anything has been set up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from trenchline.games.kaisers_war.components import (
    BOARD,
    CITIES,
    CITY,
    COUNTERS,
    GRID,
    LAND,
    LINE,
    TWINS,
    UNITS,
)
from trenchline.games.kaisers_war.orders_of_battle import AREAS
from trenchline.games.kaisers_war.state import POOL, State
from trenchline.kernel.bits import bit_set


def land(*codes: str) -> Iterator[int]:
    """The hexes in play of some countries, read from the map."""
    for hex_, facts in BOARD.facts.items():
        if LAND >> hex_ & 1 and facts["country"] in codes:
            yield hex_


def cities(*codes: str) -> int:
    """The cities of some countries."""
    return bit_set(hex_ for hex_ in land(*codes) if CITIES >> hex_ & 1)


def within(radius: int, *names: str) -> int:
    """The land so near to one of some cities."""
    return bit_set(
        hex_
        for hex_ in BOARD.facts
        if LAND >> hex_ & 1 and any(GRID.distance(hex_, CITY[name]) <= radius for name in names)
    )


AT = {
    name: bit_set([CITY[name]]) for name in ("London", "Helsinki", "Petrograd", "Moscow", "Narva")
}
COUNTRIES = {
    "France": "FR",
    "Italy": "IT",
    "Greece": "GK",
    "Greece/Albania": "GK AL",
    "Greece or Albania": "GK AL",
    "Egypt": "EG",
    "Belgium": "BE",
    "Persia": "PE",
    "Free": "BE LU FR GE AH IT AL SB RM BU",
    "Baltic": "BA",
    "Poland": "PO",
    "Ukraine": "UK",
    "Poland/Ukraine": "PO UK",
    "Romania": "RM",
    "Balkans": "SB GK AL",
    "Bulgaria/Romania/Serbia/Greece/Albania": "BU RM SB GK AL",
    "Ottoman Empire": "TU",
    "AH/Italy": "AH IT",
    "Finland": "FI",
}
TOWNS = {"French cities": "FR", "Italian cities": "IT", "German cities": "GE", "AH cities": "AH"}
ROUND = {
    "Jerusalem": (1, "Jerusalem"),
    "Baghdad": (1, "Baghdad"),
    "Jerusalem or Baghdad": (1, "Jerusalem", "Baghdad"),
    "Constantinople": (3, "Constantinople"),
    "Erzincan": (3, "Erzincan"),
    "Damascus": (3, "Damascus"),
    "Mosul": (2, "Mosul"),
}


def test_26_3_26_4_28_1_28_2_every_area_is_what_the_orders_of_battle_say() -> None:
    desert = bit_set(h for h in land("TU") if BOARD.facts[h]["terrain"] == "desert")
    near = bit_set(
        hex_
        for hex_ in land("BE", "LU", "FR", "GE")
        if LINE[1] >> hex_ & 1
        and any(LINE[0] >> other & 1 and GRID.distance(hex_, other) <= 2 for other in BOARD.facts)
    )
    wanted = {
        **AT,
        **{name: bit_set(land(*codes.split())) for name, codes in COUNTRIES.items()},
        **{name: cities(code) for name, code in TOWNS.items()},
        **{name: within(*around) for name, around in ROUND.items()},  # type: ignore[arg-type]
        "Ottoman cities": cities("TU"),
        "Allied cities": CITIES,
        "CP cities": CITIES,
        "Ottoman desert": desert,
        "Kars or Baku": bit_set([CITY["Kars"], CITY["Baku"]]),
        "Russian cities": cities("RU") & ~AT["Narva"],
        "West": near,
    }
    assert wanted == AREAS


NOTHING = [0, 0, 0]


@pytest.mark.parametrize("name", ["held", "fierce", "forts"])
def test_11_1_2_4_nobody_is_on_an_empty_board(name: str) -> None:
    assert getattr(State(), name) == NOTHING


def test_9_3_9_4_30_16_10_1_37_1_6_12_nothing_lies_on_an_empty_board() -> None:
    state = State()
    counted = ("posts", "loners", "crowded", "under", "flipped")
    assert [getattr(state, name) for name in counted] == [0] * len(counted)
    assert (state.full, state.trenches, state.stacks) == ([0] * 4, [0, 0], {})


def test_12_7_12_8_15_7_17_1_19_2_38_4_nobody_has_done_anything_before_the_war() -> None:
    state = State()
    counted = ("fought", "supported", "struck", "shelled", "raided", "shuffled")
    assert [getattr(state, name) for name in counted] == [0] * len(counted)


def test_6_4_6_9_21_1_36_4_36_1_38_2_nor_come_sailed_or_flown() -> None:
    state = State()
    counted = ("mobilized_at", "arrived", "demobilized", "supplied_by_sea", "naval_used", "served")
    assert [getattr(state, name) for name in counted] == [0] * len(counted)
    assert (state.contested, state.cargo, state.rail_used) == ([False, False], {}, {})


def test_24_2_30_3b_31_1_6_11_30_11_nor_have_cities_fallen_or_nations_risen() -> None:
    state = State()
    counted = ("fallen", "eastern", "active", "occupied_once", "liberated")
    assert [getattr(state, name) for name in counted] == [0] * len(counted)
    assert not state.kaiser_east
    assert not state.east_free
    assert state.where == [POOL] * len(COUNTERS)


def test_3_2_units_that_are_alike_stand_for_each_other() -> None:
    """But a headquarters for no other, nor an army for one of another nation."""
    alike = {
        key: {COUNTERS[u].key for u in range(len(COUNTERS)) if TWINS[UNITS[key]] >> u & 1}
        for key in ("FRTank1", "GETac1", "TUFort1", "FRHQFoch", "GEStr1", "BRExpNR")
    }
    assert alike == {
        "FRTank1": {"FRTank1", "FRTank2"},
        "GETac1": {f"GETac{n}" for n in range(1, 6)},
        "TUFort1": {"TUFort1", "TUFort2"},
        "FRHQFoch": set(),
        "GEStr1": {"GEStr1"},
        "BRExpNR": {"BRExpDF", "BRExpNPF", "BRExpNR"},
    }


def test_9_2_9_3_what_units_weigh() -> None:
    weights = {
        key: COUNTERS[UNITS[key]].front.weight
        for key in (
            "GE1",
            "BOAGNF",
            "TUAlpAIsl",
            "BOCavAKonA",
            "GEShock2",
            "GECav1",
            "GETac1",
            "GEHQHL",
            "GEFort1",
            "CG1",
            "BRTank1",
            "GEAAA",
        )
    }
    armies = ("GE1", "BOAGNF", "TUAlpAIsl", "BOCavAKonA", "GEShock2")
    assert weights == {
        key: 3 if key in armies else 0 if key in ("GEFort1", "CG1") else 1 for key in weights
    }
    back = COUNTERS[UNITS["BRTank1"]].back
    assert back is not None
    assert back.weight == 3
