"""The places that rules speak of, on the map."""

from __future__ import annotations

from trenchline.games.world_war_one.chronicle import GREAT_CITIES
from trenchline.games.world_war_one.components import BOARD, COLLAPSE_CITIES, RUSSIAN_CITIES
from trenchline.kernel.hexes import Hexes


def cities(hexes: Hexes) -> set[str]:
    """The names of the cities in some hexes."""
    return {p.name for p in BOARD.places if p.kind == "city" and hexes >> p.hex & 1}


def test_12_11_the_four_cities_of_the_collapse() -> None:
    assert cities(COLLAPSE_CITIES) == {"Warsaw", "Brest-Litovsk", "Kiev", "Vilna"}


def test_12_12_the_other_three_cities_of_russia() -> None:
    assert cities(RUSSIAN_CITIES & ~COLLAPSE_CITIES) == {"Riga", "Gomel", "Odessa"}


def test_the_great_cities_of_the_chronicle() -> None:
    assert {name for name, _, _ in GREAT_CITIES} == {"Paris", "Berlin", "Vienna", "Constantinople"}
