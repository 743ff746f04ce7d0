"""Rule 14O: transport units."""

from __future__ import annotations

from fractions import Fraction

from tests.the_great_war.battles import unit
from tests.the_great_war.fields import field, labels, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.depots import Logistics
from trenchline.games.the_great_war.goods import carriers, room
from trenchline.games.the_great_war.lines import by_road, overland, reaching
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.readiness import why_not_ready
from trenchline.games.the_great_war.routes import share
from trenchline.games.the_great_war.stacking import fits
from trenchline.games.the_great_war.state import INITIAL, State
from trenchline.games.the_great_war.ways_out import may_retreat_at_all
from trenchline.kernel.play import take

COUNTERS = [
    counter("ITP", "0-6", "mountain pack transport", "regiment"),
    counter("ITQ", "0-6", "pack transport", "regiment"),
    counter("ITR", "0-6", "pack transport", "regiment"),
    counter("ITM", "0-6", "motorized transport", "regiment"),
    counter("IT1", "2-3-5", "rifle", "brigade"),
    counter("IT2", "2-3-5", "rifle", "brigade"),
    counter("ITF", "4-5-5", "field artillery", "regiment"),
    counter("ITH", "5-7-5", "heavy artillery", "regiment"),
    counter("ITA", "0-4", "army hq", "army"),
    counter("AH1"),
]


def at(**where: str) -> State:
    """Units somewhere on an open map."""
    return field(sketch(counters=COUNTERS), where)


def march(state: State, *keys: str, riders: int = 0) -> March:
    """Units on the move."""
    party = tuple(unit(state, key) for key in keys)
    return March(party, state.where[party[0]], riders=riders)


def test_14o_transport_units_never_count_against_stacking() -> None:
    counters = [*COUNTERS, *(counter(f"IT9{n}") for n in range(6))]
    state = field(sketch(counters=counters), {f"IT9{n}": "0506" for n in range(6)})
    here = GRID.hex("0506")
    assert fits(state, here, 0, units(state, "ITP", "ITM"))


def test_14o1_a_transport_unit_changes_its_mode_in_the_initial_phase() -> None:
    state = at(ITP="0506")
    state.phase = INITIAL
    step = Logistics(0)
    assert step.acts(state)["extend"] == units(state, "ITP")
    state.stack = [step]
    take(state, "extend", unit(state, "ITP"))
    assert state.extending == units(state, "ITP")
    assert not step.acts(state)["pack_up"]
    assert step.why_not(state, "pack_up", unit(state, "ITP")).case == "14O1"
    state.turned_over = 0
    assert step.acts(state)["pack_up"] == units(state, "ITP")
    assert step.why_not(state, "extend", unit(state, "IT1")).case == "14O1"


def test_14o1_in_supply_line_mode_it_neither_moves_nor_carries_nor_retreats() -> None:
    state = at(ITP="0506")
    transport = unit(state, "ITP")
    assert carriers(state, (transport,))
    assert may_retreat_at_all(state, transport)
    state.extending = units(state, "ITP")
    assert why_not_ready(state, 0, transport).case == "14O1"
    assert not carriers(state, (transport,))
    assert not may_retreat_at_all(state, transport)


def test_14o2_three_res_of_units_go_along_at_the_transports_rate() -> None:
    state = at(ITP="0506", IT1="0506", IT2="0506")
    one = march(state, "ITP")
    assert one.choices(state)["carry"] == units(state, "IT1", "IT2")
    state.stack = [one]
    take(state, "carry", unit(state, "IT1"))
    loaded = state.stack[-1]
    assert isinstance(loaded, March)
    # Two brigades would be four REs.
    assert "carry" not in loaded.choices(state)
    assert loaded.why_not(state, "carry", unit(state, "IT2")).case == "14O2"
    take(state, "move", GRID.hex("0508"))
    assert state.where[unit(state, "IT1")] == GRID.hex("0508")
    assert unit(state, "IT1") not in state.spent
    take(state, "wait", 0)
    # It does not go on by itself.
    assert why_not_ready(state, 0, unit(state, "IT1")).case == "6"


def test_14o2_who_has_moved_is_not_carried_nor_by_a_disrupted_transport() -> None:
    state = at(ITP="0506", IT1="0506")
    state.moved = units(state, "IT1")
    assert march(state, "ITP").why_not(state, "carry", unit(state, "IT1")).case == "14O2"
    state.moved = 0
    assert "carry" in march(state, "ITP").choices(state)
    state.disrupt(unit(state, "ITP"))
    assert "carry" not in march(state, "ITP").choices(state)
    assert not room(state, (unit(state, "ITP"),))


def test_14o2a_motor_transport_carries_light_guns_at_twice_their_size() -> None:
    state = at(ITM="0506", ITF="0506", ITH="0506", IT1="0506", ITA="0506")
    one = march(state, "ITM")
    assert one.choices(state)["carry"] == units(state, "ITF", "IT1")
    assert one.why_not(state, "carry", unit(state, "ITH")).case == "14O2a"
    assert one.why_not(state, "carry", unit(state, "ITA")).case == "14O2a"
    assert "carry" not in march(state, "ITM", riders=units(state, "ITF", "IT1")).choices(state)


def test_14o2b_pack_transport_carries_units_without_heavy_equipment() -> None:
    state = at(ITQ="0506", ITH="0506", IT1="0506")
    one = march(state, "ITQ")
    assert one.choices(state)["carry"] == units(state, "IT1")
    assert one.why_not(state, "carry", unit(state, "ITH")).case == "14O2b"


def test_14o3_a_transport_unit_on_the_way_lengthens_an_overland_line() -> None:
    state = at(ITQ="0506", ITR="0506", ITM="0506")
    here, side = GRID.hex("0508"), 0
    assert "0505" in labels(overland(state, side, here))
    assert "0504" not in labels(overland(state, side, here))
    state.extending = units(state, "ITQ")
    assert "0504" in labels(overland(state, side, here))
    assert "0503" not in labels(overland(state, side, here))
    assert "0504" in labels(reaching(state, side, 1 << here))
    assert "0503" not in labels(reaching(state, side, 1 << here))
    # Not off its way.
    assert "0808" in labels(overland(state, side, here))
    state.extending = units(state, "ITQ", "ITR", "ITM")
    assert "0503" in labels(overland(state, side, here))
    assert "0502" not in labels(reaching(state, side, 1 << here))
    state.disrupt(unit(state, "ITQ"))
    assert "0503" not in labels(overland(state, side, here))


def test_14o3_on_a_road_it_lengthens_the_road_element() -> None:
    """[R164] And no overland element."""
    road = {f"050{n + 1}/050{n}": "road" for n in range(1, 8)}
    state = field(sketch(counters=COUNTERS, sides=road), {"ITQ": "0507", "ITA": "0508"})
    state.owned[0] = state.theatre.land
    far = labels(by_road(state, 0, GRID.hex("0508")))
    state.extending = units(state, "ITQ")
    farther = labels(by_road(state, 0, GRID.hex("0508")))
    assert len(farther) == len(far) + 1
    assert set(far) < set(farther)


def test_14o2bi_in_mountainous_terrain_only_mountain_pack_transport_does() -> None:
    state = field(
        sketch({"0506": "rough"}, counters=COUNTERS), {"ITQ": "0506", "ITP": "0506", "ITM": "0506"}
    )
    here = GRID.hex("0508")
    for key, helps in (("ITQ", False), ("ITP", True), ("ITM", True)):
        state.extending = units(state, key)
        assert ("0504" in labels(overland(state, 0, here))) is helps, key


def test_14o2bii_in_the_desert_only_camels_do() -> None:
    camel = counter("ITC", "0-6", "pack transport", "regiment", own_tags=frozenset({"camel"}))
    zones = {GRID.label(hex_): "F" for hex_ in GRID.neighbours(GRID.hex("0506"))} | {"0506": "F"}
    theatre = sketch(
        counters=[*COUNTERS, camel],
        zones=zones,
        weather={"Oct II 17": {"D": "clear", "F": "clear"}, "Nov I 17": "clear"},
    )
    state = field(theatre, {"ITQ": "0506", "ITC": "0506"})
    here = GRID.hex("0508")
    state.extending = units(state, "ITQ")
    assert "0504" not in labels(overland(state, 0, here))
    state.extending = units(state, "ITC")
    assert "0504" in labels(overland(state, 0, here))


def test_14o2a_early_motor_transport_neither_hurries_nor_exploits_in_full() -> None:
    early = sketch(
        counters=COUNTERS,
        turns=["Oct II 16", "Feb I 17"],
        weather={"Oct II 16": "clear", "Feb I 17": "clear"},
    )
    state = field(early, {"ITM": "0506"})
    motor = unit(state, "ITM")
    assert "accelerate" not in march(state, "ITM").choices(state)
    assert march(state, "ITM").why_not(state, "accelerate", 0).case == "14O2a"
    assert share(state, motor) == Fraction(1, 2)
    state.turn = 1
    assert "accelerate" in march(state, "ITM").choices(state)
    assert share(state, motor) == 1
