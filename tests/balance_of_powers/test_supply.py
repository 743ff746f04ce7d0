"""Chapter 3: supply, and the examples of the rulebook."""

from __future__ import annotations

from tests.balance_of_powers.table import at, position, unit
from trenchline.games.balance_of_powers.components import (
    BE,
    BR,
    ENTENTE,
    FR,
    GE,
    HOME,
    PORT_BOXES,
    PORTS,
)
from trenchline.games.balance_of_powers.supply import in_supply, sources, supplied


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
