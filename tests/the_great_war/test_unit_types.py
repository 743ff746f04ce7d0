"""Rule 14: units that bear two symbols, motorized guns, fortress units."""

from __future__ import annotations

import pytest

from tests.the_great_war.fields import field, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.going import GAITS, gait_of
from trenchline.games.the_great_war.stacking import fits_limit
from trenchline.games.the_great_war.units import kinds_of
from trenchline.games.the_great_war.yards import WearOut


def test_14a_two_symbols_have_the_abilities_of_both() -> None:
    both = counter("IT1", kind="mountain light rifle", size="brigade")
    kinds = kinds_of(sketch(counters=[both]))
    assert (kinds.light, kinds.mountain) == (1, 1)
    assert GAITS[gait_of(both)].tags == {"light", "mountain"}


def test_14d5_sleighs_are_cavalry_over_snow() -> None:
    kinds = kinds_of(sketch(counters=[counter("IT1", kind="sleigh machinegun", size="regiment")]))
    assert (kinds.cavalry, kinds.over_snow) == (1, 1)


@pytest.mark.parametrize(
    ("kind", "heavy", "motorized"),
    [
        ("motorized field artillery", True, True),
        ("self-propelled heavy artillery", True, True),
        ("field artillery", True, False),
        ("horse artillery", False, False),
    ],
)
def test_14c1_motorized_guns_move_as_motors_and_fight_as_guns(
    kind: str, heavy: bool, motorized: bool
) -> None:
    gun = counter("IT1", "3-4-6", kind, "regiment")
    kinds = kinds_of(sketch(counters=[gun]))
    assert GAITS[gait_of(gun)].heavy is heavy
    assert (kinds.cm, kinds.artillery) == (int(motorized), 1)


@pytest.mark.parametrize("size", ["division", "brigade"])
@pytest.mark.parametrize("kind", ["fortress", "mountain fortress"])
def test_14j_one_fortress_unit_of_any_size_stacks_besides(kind: str, size: str) -> None:
    """Siege guns are no fortress units, and a second fortress unit counts as others do."""
    division = [counter(f"IT{n}") for n in range(6)]
    small = [counter(f"ITr{n}", "1-2-5", size="regiment") for n in range(6)]
    walls = [counter(f"ITf{n}", "2-4-4", kind, size) for n in range(2)]
    state = field(sketch(counters=[*division, *small, *walls]))
    whole = units(state, *(told.key for told in (*division, *small)))
    here = GRID.hex("0506")
    assert fits_limit(state, here, whole | units(state, "ITf0"))
    assert not fits_limit(state, here, whole | units(state, "ITf0", "ITf1"))


def test_13b4_railroad_engineers_keep_a_net_from_wearing_out() -> None:
    engineers = [counter(f"ITr{n}", "0-1-5", "railroad engineer", "regiment") for n in range(4)]
    net = {"name": "west", "side": "Entente", "nations": ["IT"], "capacity": 30}
    line = {"0507/0506": "rail_low"}
    theatre = sketch(counters=[*engineers, counter("IT1")], sides=line, nets=[net])
    state = field(theatre, {"IT1": "0506"})
    found = []
    for told in engineers:
        state.put(theatre.unit[told.key], GRID.hex("0506"))
        found.append(WearOut(0).modifier(state))
    assert found == [0, 1, 1, 2], "one for every two REs of them, none for others"
