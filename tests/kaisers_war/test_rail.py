"""Chapter 16: railways, for units and for supply."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war.components import COUNTRY, DESERT, GRID, RAIL_ZONE, TERRITORY
from trenchline.games.kaisers_war.supply import rail_cities


def moving(text: str, side: str = "Central", turn: int = 3) -> Table:
    """A Movement Phase with somebody left to move."""
    return table(f"turn {turn} phase {side} movement\nvp 50 50\n{text}")


def trains(t: Table, unit: str) -> set[str]:
    """Where the railways take a unit."""
    found = t.choose(f"unit {unit}").choices("rail")
    t.choose("stay")
    return found


def test_16_1_zones_by_country() -> None:
    for code in ("BR", "FR", "BE", "LU", "GE"):
        assert not TERRITORY[code] & ~RAIL_ZONE[1]
    for code in ("MN", "AL", "PE"):
        assert not TERRITORY[code] & ~RAIL_ZONE[3]
    assert not DESERT & ~RAIL_ZONE[3]
    for code in ("AH", "RM", "BU", "IT", "PO", "UK", "GK", "SB", "TC"):
        assert not TERRITORY[code] & ~(RAIL_ZONE[2] | DESERT)
    assert not TERRITORY["TU"] & ~DESERT & ~RAIL_ZONE[2]


def test_16_3_from_city_to_city_and_no_further() -> None:
    """It takes the whole move; with a forced march the printed factor follows."""
    t = moving("GE 1@{Berlin} 3@1412 4@{Berlin}")
    assert city("Ruhr") in trains(t, "GE1")
    t.choose("unit GE3")
    assert not t.choices("rail")
    assert t.refused(f"rail {city('Ruhr')}") == "16.3"
    t.choose("stay", "unit GE4", f"rail {city('Ruhr')}")
    assert t.where("GE4") == city("Ruhr")
    assert t.asked != "MoveUnit"
    t = moving("GE 1@{Berlin} 3@{Berlin}")
    t.choose("unit GE1", "force", f"rail {city('Ruhr')}")
    assert t.vp == (50, 49)
    assert "3 movement points" in t.seen_by("Central").prompt
    assert not t.choices("rail")


def test_16_3_fifteen_hexes() -> None:
    """Berlin to Odessa is fifteen hexes away or less; Constantinople is further."""
    t = moving("GE 1@{Berlin} 3@{Berlin}")
    found = trains(t, "GE1")
    start = GRID.hex(city("Berlin"))
    assert all(GRID.distance(start, GRID.hex(label)) <= 15 for label in found)
    assert GRID.distance(start, GRID.hex(city("Constantinople"))) > 15
    assert city("Constantinople") not in found


def test_16_4_supply_at_the_start() -> None:
    """In a city everybody is fed, so a train waits; but no train without a city."""
    t = moving("GE 1@{Kassel} 3@1412")
    assert trains(t, "GE1")
    assert not trains(t, "GE3")


def test_16_4_no_enemies_and_no_zones() -> None:
    """A Frenchman next to Leipzig shuts it; in Leipzig a fort would open it again."""
    t = moving("GE 1@{Berlin} 3@{Ruhr}\nFR 1@1514")
    assert city("Leipzig") not in trains(t, "GE3")
    t = moving("GE 1@{Berlin} 3@{Ruhr} Fort1@{Leipzig}\nFR 1@1514")
    assert city("Leipzig") in trains(t, "GE3")
    # Nor may a train leave a zone.
    t = moving("GE 1@{Leipzig} 3@{Ruhr}\nFR 1@1514")
    assert not trains(t, "GE1")


def test_16_4_once_a_phase() -> None:
    t = moving("GE 1@{Berlin} 3@{Berlin}")
    t.choose("unit GE1", f"rail {city('Ruhr')}")
    assert t.refused("unit GE1") == "8.3"


def test_16_4_the_end_must_be_controlled() -> None:
    """Ploesti is Romanian: another Central unit must be there."""
    t = moving("GE 1@{Berlin} 3@{Berlin}")
    assert city("Ploesti") not in trains(t, "GE1")
    t = moving("GE 1@{Berlin} 3@{Berlin}\nAH 1@{Ploesti}")
    assert city("Ploesti") in trains(t, "GE1")


EXAMPLE = """GE 1@{Berlin} 3@{Berlin} 4@{Leipzig} Tac1@{Bucharest}
             AH 1@{Ploesti} Cav1@{Bucharest} AlpEw@{Bucharest} 5@{Vienna} ExpOK@{Vienna}
             CG 1@{Bucharest}"""


def test_16_5_zone_1_is_free_zone_2_once_a_country() -> None:
    t = moving(EXAMPLE)
    t.choose("unit GE1", f"rail {city('Prague')}")
    assert t.state.rail_used == {"AH": 3}
    found = trains(t, "GE3")
    assert city("Vienna") not in found
    assert city("Ruhr") in found
    t.choose("unit GE4", f"rail {city('Ruhr')}")
    assert t.state.rail_used == {"AH": 3}


def test_16_5_never_in_zone_3() -> None:
    """[R27] No trains to Durazzo in Albania, nor in Persia."""
    t = moving("GE 1@{Belgrade} 3@{Berlin}\nBU 1@{Durazzo}\nTU 1@{Tabriz}")
    found = trains(t, "GE1")
    assert found
    assert not {city("Durazzo"), city("Tabriz"), city("Cetinje")} & found
    assert not trains(t, "BU1")


def test_16_6_an_army_or_three_corps() -> None:
    """From Berlin by Austria-Hungary to Romania: both are used up, Germany never is."""
    t = moving(EXAMPLE)
    t.choose("unit GE1", f"rail {city('Ploesti')}")
    assert t.state.rail_used == {"AH": 3, "RM": 3}
    assert city("Ruhr") in trains(t, "GE3")
    assert not trains(t, "AH5")
    assert not trains(t, "AHCav1")


def test_16_6_a_train_charges_as_few_countries_as_it_can() -> None:
    """[R26] Poland and the Ukraine lie on other ways to Romania; they are left alone."""
    t = moving(EXAMPLE)
    t.choose("unit GE1", f"rail {city('Bucharest')}")
    assert set(t.state.rail_used) == {"AH", "RM"}
    passed = set(t.state.rail_used)
    assert COUNTRY[GRID.hex(city("Warsaw"))] not in passed


def test_16_6_vienna_to_prague_and_three_corps_in_romania() -> None:
    t = moving(EXAMPLE)
    t.choose("unit AH5", f"rail {city('Prague')}")
    for unit, goal in (("AHCav1", "Ploesti"), ("AHAlpEw", "Ploesti"), ("GETac1", "Ploesti")):
        t.choose(f"unit {unit}", f"rail {city(goal)}")
    assert t.state.rail_used == {"AH": 3, "RM": 3}
    # The fourth corps finds both countries busy.
    assert not trains(t, "AHExpOK")


def test_16_7_lines_of_communication_by_zone() -> None:
    """Zone 1: any length, so Lyon and Calais serve; Zone 2: fifteen hexes; Zone 3: none."""
    t = moving("GE 1@{Berlin}\nFR 1@{Dijon}\nTU 1@{Tabriz}\nBU 1@{Durazzo}")
    allied, central = rail_cities(t.state, 0), rail_cities(t.state, 1)
    for name in ("Calais", "Toulouse", "Nice"):
        assert allied >> GRID.hex(city(name)) & 1
    assert central >> GRID.hex(city("Sofia")) & 1
    assert not central >> GRID.hex(city("Tabriz")) & 1
    assert not central >> GRID.hex(city("Durazzo")) & 1
    # Zones of control cut the line: Kassel ringed by French zones.
    t = moving("GE 1@{Berlin}\nFR 1@1212 2@1314 3@1114")
    assert not rail_cities(t.state, 1) >> GRID.hex(city("Kassel")) & 1


def test_16_8_any_number_of_units_share_a_line() -> None:
    t = moving("""TU 1@3325 3@3424 4@3425 5@3524 6@3525
                  AH 1@3424 3@3425 5@3524""")
    for unit in ("TU1", "TU3", "TU4", "TU5", "TU6", "AH1", "AH3", "AH5"):
        assert t.fed(unit)


def test_16_9_the_three_examples() -> None:
    """A German next to Ploesti, an Ottoman next to Damascus, a Briton in Persia."""
    assert moving("GE 1@2819\nAH 1@{Ploesti}").fed("GE1")
    assert moving("TU 1@4130").fed("TU1")
    assert not moving("BR 1@5023 2@{Hamadan}\nTU 1@{Berlin}").fed("BR1")


@pytest.mark.parametrize(
    ("start", "end", "charged"),
    [
        ("Cologne", "Pola", {"AH"}),  # as short by Venice, which is spared
        ("Wilhelmshaven", "Minsk", {"PO"}),
        ("Wilhelmshaven", "Rovno", {"AH", "UK"}),
        ("Innsbruck", "Gomel", {"AH", "PO", "UK"}),  # without Poland it would be sixteen hexes
        ("Budapest", "Reval", {"AH", "BA", "PO"}),
        ("Sarajevo", "Ekaterinoslav", {"AH", "RM", "UK"}),
        ("Berlin", "Ruhr", set()),
    ],
)
def test_16_5_16_6_the_countries_a_train_is_charged_to(
    start: str, end: str, charged: set[str]
) -> None:
    """[R26] As few of Zone 2 as will serve within fifteen hexes, for an army or a corps."""
    t = moving(f"GE 1@{{{start}}} Cav1@{{{start}}} 3@{{Munich}}")
    t.choose("unit GECav1", f"rail {city(end)}")
    assert t.state.rail_used == dict.fromkeys(charged, 1)
    t = moving(f"GE 1@{{{start}}} 3@{{Munich}}").choose("unit GE1", f"rail {city(end)}")
    assert t.state.rail_used == dict.fromkeys(charged, 3)


def test_16_5_16_6_what_is_left_of_a_countrys_capacity() -> None:
    """A corps in Austria-Hungary leaves room for two more, not for an army."""
    t = moving("AH Cav1@{Vienna} AlpEw@{Vienna} ExpOK@{Vienna} Tac1@{Vienna} 5@{Prague}")
    t.choose("unit AHCav1", f"rail {city('Budapest')}")
    assert not trains(t, "AH5")
    t.choose("unit AHAlpEw", f"rail {city('Budapest')}", "unit AHExpOK", f"rail {city('Budapest')}")
    assert t.state.rail_used == {"AH": 3}
    assert not trains(t, "AHTac1")


def test_16_7_a_city_cut_off_by_zones_has_no_line_even_in_zone_1() -> None:
    """Kassel is held and in no zone, but the six hexes round it are."""
    t = moving("GE 1@{Kassel} 3@{Berlin}\nFR 1@1013 2@1312 3@1315")
    assert city("Kassel") in t.controlled("Central")
    assert not rail_cities(t.state, 1) >> GRID.hex(city("Kassel")) & 1
    assert rail_cities(t.state, 1) >> GRID.hex(city("Leipzig")) & 1


def test_16_3_16_4_15_7_who_rode_on_a_forced_march_is_on_one_still() -> None:
    t = moving("GE 1@{Berlin} 3@{Berlin}").choose("unit GE1", "force", f"rail {city('Ruhr')}")
    assert t.refused("force") == "15.7"
