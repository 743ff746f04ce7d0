"""The places that rules speak of, on every map."""

from __future__ import annotations

import pytest

from trenchline.games.der_weltkrieg.retreat import RUSSIAN_CITIES, WARSAW
from trenchline.games.der_weltkrieg.scenarios import SCENARIO_FOLDERS, load_theatre, map_folder

BEYOND = {
    "tannenberg": {"Brest-Litovsk", "Rowno", "Kowel", "Lemberg"},
    "gorlice": {WARSAW, *RUSSIAN_CITIES},
}
"""What rules speak of and each map leaves out, for it lies beyond its edge."""


@pytest.mark.parametrize("name", SCENARIO_FOLDERS)
def test_41_3_every_city_is_on_the_map_as_it_spells_it_bug(name: str) -> None:
    """Rule 41-3 looked for Kovno where the map had Kowno, and could not find it."""
    cities = {place.name for place in load_theatre(name).board.places if place.kind == "city"}
    beyond = BEYOND[map_folder(name).parent.name]  # type: ignore[attr-defined] # a folder on disk
    assert {WARSAW, *RUSSIAN_CITIES} - cities == beyond


@pytest.mark.parametrize("name", SCENARIO_FOLDERS)
def test_the_formations_of_scenario_rules_have_units(name: str) -> None:
    theatre = load_theatre(name)
    formations = {counter.formation for counter in theatre.counters}
    told = [
        *theatre.scenario.get("S3", {}).get("first_turn_of_formation", ()),
        *theatre.scenario.get("S4", {}).get("demoralization", ()),
        *(one for row in theatre.scenario.get("S4", {}).get("steps", ()) for one in row["brings"]),
    ]
    for wanted in told:
        assert any(wanted in one for one in formations), wanted


@pytest.mark.parametrize("name", SCENARIO_FOLDERS)
def test_an_ending_names_the_place_that_is_held(name: str) -> None:
    theatre = load_theatre(name)
    grid = theatre.board.grid
    for way in theatre.scenario.get("sudden_death", {}).get("ways", ()):
        if way["ending"].endswith(" has fallen"):
            town = way["ending"].removesuffix(" has fallen")
            assert any(town in theatre.board.name(grid.hex(label)) for label in way["held"])
