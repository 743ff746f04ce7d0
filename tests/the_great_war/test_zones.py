"""Rule 5: zones of control and ownership."""

from __future__ import annotations

from tests.the_great_war.fields import field, labels, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.components import CENTRAL, ENTENTE
from trenchline.games.the_great_war.ownership import settle
from trenchline.games.the_great_war.state import State
from trenchline.games.the_great_war.zones import exerts, full_zoc, reach, zoc

AROUND = ["0405", "0406", "0505", "0507", "0605", "0606"]
"""The hexes around 0506."""


def alone(size: str = "division", rating: str = "6-9-5", kind: str = "rifle", **more: str) -> State:
    """A single Italian unit in 0506."""
    zones = more.pop("zones", "")
    theatre = sketch(
        counters=[counter("IT1", rating, kind, size, **more)],
        zones=dict.fromkeys(zones.split(), "A"),
    )
    return field(theatre, {"IT1": "0506"})


def test_5a_5a_3_a_division_has_a_zone_all_around() -> None:
    state = alone()
    assert labels(reach(state, ENTENTE)) == AROUND
    assert labels(zoc(state, ENTENTE)) == sorted([*AROUND, "0506"])
    assert full_zoc(state, ENTENTE) == zoc(state, ENTENTE)
    assert not zoc(state, CENTRAL)


def test_5a_4_small_units_and_the_unsupported_hold_their_own_hex_only() -> None:
    for size, support in (("brigade", "none"), ("regiment", "self"), ("division", "none")):
        state = alone(size, support=support)
        assert labels(zoc(state, ENTENTE)) == ["0506"], size


def test_5a_4_a_brigade_reaches_into_the_arctic_only() -> None:
    state = alone("brigade", "2-3-5", zones="0405 0406")
    assert labels(reach(state, ENTENTE)) == ["0405", "0406"]
    assert not reach(alone("battalion", "1-5", zones="0405 0406"), ENTENTE)


def test_5a_5_artillery_and_units_without_strength_do_not_reach() -> None:
    assert not reach(alone(kind="heavy artillery"), ENTENTE)
    assert labels(zoc(alone("regiment", kind="heavy artillery"), ENTENTE)) == ["0506"]
    assert not reach(alone("division", "0-5"), ENTENTE)


def test_5a_2_headquarters_have_no_zone_at_all() -> None:
    for kind, size in (("army hq", "army"), ("art xx hq", "artillery_hq")):
        state = alone(size, "0-4", kind)
        assert not zoc(state, ENTENTE)
        assert not exerts(state, 0)


def test_5a_1_no_zone_where_the_unit_may_not_go() -> None:
    """Over a high mountain hexside only high mountain units reach, and in clear weather."""
    sides = {"0506/0505": "high_mountain"}
    for kind, reached in (("rifle", False), ("high mountain rifle", True)):
        theatre = sketch(sides=sides, counters=[counter("IT1", kind=kind)])
        state = field(theatre, {"IT1": "0506"})
        assert ("0505" in labels(reach(state, ENTENTE))) is reached, kind


def test_5a_7_the_disrupted_have_no_zone() -> None:
    state = alone()
    state.disrupt(0)
    assert not zoc(state, ENTENTE)
    state.recover(1)
    assert labels(reach(state, ENTENTE)) == AROUND
    state.disrupt(0, badly=True)
    assert not zoc(state, ENTENTE)


def test_5a_6_5a_7_a_shaken_nation_has_reduced_zones_and_one_in_collapse_none() -> None:
    state = alone()
    state.shaken = frozenset({"IT"})
    state.look_again()
    assert labels(zoc(state, ENTENTE)) == sorted([*AROUND, "0506"])
    assert not full_zoc(state, ENTENTE)
    state.collapsed = frozenset({"IT"})
    state.look_again()
    assert not zoc(state, ENTENTE)


def test_5a_6_an_unsupported_unit_has_a_reduced_zone_until_somebody_supports_it() -> None:
    theatre = sketch(
        counters=[
            counter("ITb", "2-3-5", size="brigade"),
            counter("ITg", "4-5-5", "field artillery", "regiment"),
        ]
    )
    state = field(theatre, {"ITb": "0506"})
    assert not full_zoc(state, ENTENTE)
    state.put(theatre.unit["ITg"], GRID.hex("0506"))
    assert labels(full_zoc(state, ENTENTE)) == ["0506"]


def test_11f2_who_starves_has_a_reduced_zone_and_then_none() -> None:
    state = alone()
    state.unsupplied = {0: 1}
    state.look_again()
    assert full_zoc(state, ENTENTE)
    state.unsupplied = {0: 2}
    state.look_again()
    assert zoc(state, ENTENTE)
    assert not full_zoc(state, ENTENTE)
    brigade = alone("brigade", "2-3-5")
    brigade.unsupplied = {0: 2}
    brigade.look_again()
    assert not zoc(brigade, ENTENTE)


def border(*more: str, **places: str) -> State:
    """An Italian division west of the border, others where they are named."""
    counters = [counter("IT1"), counter("AH1"), counter("AHb", "2-3-5", size="brigade")]
    theatre = sketch(counters=counters, places=[(hex_, "city") for hex_ in more])
    return field(theatre, {"IT1": "0505", **places})


def test_5b_an_uncontested_zone_takes_hexes() -> None:
    state = border()
    settle(state)
    gained = state.owned[ENTENTE] & ~state.theatre.owned[ENTENTE]
    assert labels(gained) == ["0404", "0504", "0604"]


def test_5b_where_both_zones_meet_nothing_changes() -> None:
    state = border(AH1="0503")
    settle(state)
    gained = labels(state.owned[ENTENTE] & ~state.theatre.owned[ENTENTE])
    assert "0504" not in gained, "the zones of both reach there"
    assert gained == ["0404", "0604"], "those of one alone"


def test_5b_an_occupant_with_a_zone_keeps_its_hex() -> None:
    state = border(AHb="0504")
    settle(state)
    assert labels(state.owned[ENTENTE] & ~state.theatre.owned[ENTENTE]) == ["0404", "0604"]
    state.disrupt(state.theatre.unit["AHb"])
    settle(state)
    assert "0504" in labels(state.owned[ENTENTE])


def test_5b_1_a_city_is_taken_by_occupation_only() -> None:
    state = border("0504")
    settle(state)
    assert "0504" not in labels(state.owned[ENTENTE])
    state.move(units(state, "IT1"), GRID.hex("0504"))
    settle(state)
    assert "0504" in labels(state.owned[ENTENTE])


def test_5b_occupation_beats_an_adjacent_enemy_zone() -> None:
    state = border(AH1="0503")
    state.move(units(state, "IT1"), GRID.hex("0504"))
    settle(state)
    assert "0504" in labels(state.owned[ENTENTE])


def test_7a7_captured_lines_are_obstructed_for_both() -> None:
    theatre = sketch(sides={"0504/0503": "rail_low"}, counters=[counter("IT1")])
    state = field(theatre, {"IT1": "0505"})
    settle(state)
    assert labels(state.obstructed) == ["0504"]
