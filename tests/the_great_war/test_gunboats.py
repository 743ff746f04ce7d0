"""Water-only units [14B2]: boats in hexsides, and the guns on the banks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.the_great_war.fields import field, units
from tests.the_great_war.sketch import GRID, counter, sketch
from trenchline.games.the_great_war.afloat import boats_in, interdiction, launch, waters
from trenchline.games.the_great_war.attackers import attackers_of
from trenchline.games.the_great_war.gunboats import (
    Cruise,
    Shelling,
    TurnBack,
    left,
    under_fire,
    under_way,
    why_not_under_way,
)
from trenchline.games.the_great_war.march import March
from trenchline.games.the_great_war.movement import MovementPhase
from trenchline.games.the_great_war.package import side_names
from trenchline.games.the_great_war.state import (
    AFLOAT,
    COMBAT,
    ELIMINATED,
    EXPLOITATION,
    REACTION_MOVEMENT,
    State,
)
from trenchline.kernel.bits import bit_set
from trenchline.kernel.play import take

ALONG = {f"04{n:02d}/05{n + m:02d}": "river" for n in range(1, 9) for m in (0, 1) if 0 < n + m < 9}
"""A river between the fourth and the fifth row, from the one edge to the other."""
SIDES = side_names(GRID)


def water(where: dict[str, str] | None = None, boat: str = "0406/0506", **more: Any) -> State:
    """An Italian gunboat on a river, an Austrian monitor in reserve, and units on land."""
    forces = [
        counter("ITb", "4-2-0", "field artillery", "battalion", limit="water"),
        counter("AHb", "6-4-0", "field artillery", "battalion", limit="water"),
        counter("AHz", "0-0-0", "field artillery", "battalion", limit="water"),
        counter("AHg", "5-7-5", "heavy artillery", "regiment"),
        counter("AH1", "6-9-5"),
        counter("IT1", "6-9-5"),
        counter("ITA", "0-4", "army hq", "army"),
    ]
    state = field(sketch(sides=ALONG, counters=forces, **more), where or {})
    launch(state, state.theatre.unit["ITb"], SIDES.parse(boat))
    return state


def boat(state: State, key: str = "ITb") -> int:
    return state.theatre.unit[key]


def at(state: State, key: str = "ITb") -> str:
    return SIDES.format(state.afloat[boat(state, key)])


def cruise(state: State) -> Cruise:
    step = Cruise(0, boat(state))
    state.stack = [step]
    return step


def test_14b2_boats_lie_in_hexsides_and_steer_along_the_water() -> None:
    state = water()
    assert state.where[boat(state)] == AFLOAT
    assert not state.stacks, "they are in no hex"
    assert under_way(state, 0) == units(state, "ITb")
    step = cruise(state)
    beside = {SIDES.parse(text) for text in ("0405/0506", "0406/0507")}
    assert step.choices(state) == {"steer": bit_set(beside), "stay": 1}
    assert step.why_not(state, "steer", SIDES.parse("0203/0204")).case == "14B2"
    take(state, "steer", SIDES.parse("0406/0507"))
    assert at(state) == "0406/0507"
    assert left(state, boat(state)) == 39
    take(state, "stay", 0)
    assert not under_way(state, 0)
    assert "stayed" in why_not_under_way(state, 0, boat(state)).reason


def test_14b2_the_coast_is_open_to_them_too() -> None:
    theatre = sketch(terrain={"0401": "sea", "0501": "sea"})
    found = waters(theatre, theatre.weathers(0))
    assert SIDES.parse("0401/0402") in found
    assert SIDES.parse("0401/0501") not in found, "both are sea"
    assert SIDES.parse("0402/0403") not in found


def test_14b2_they_move_in_reaction_and_exploitation_too() -> None:
    state = water({"ITA": "0607"})
    state.phase = EXPLOITATION
    assert left(state, boat(state)) == 40
    state.phase = REACTION_MOVEMENT
    assert not under_way(state, 0)
    assert why_not_under_way(state, 0, boat(state)).case == "6D"
    state.in_hand = units(state, "ITA")
    assert under_way(state, 0) == units(state, "ITb")
    state.disrupted = units(state, "ITb")
    assert left(state, boat(state)) == 20


def test_14b2_zones_of_control_do_not_hinder_them() -> None:
    state = water({"AH1": "0304"})
    assert cruise(state).choices(state)["steer"]
    take(state, "steer", SIDES.parse("0405/0506"))
    assert left(state, boat(state)) == 39


@pytest.mark.parametrize(
    ("dice", "place"), [((3, 5), "0406/0506"), ((1, 2), ""), ((6, 6), "0405/0506")]
)
def test_14b2_1_the_guns_of_both_banks_fire_at_who_enters(
    dice: tuple[int, int], place: str
) -> None:
    """The example: 2 1/2 and 1/2 against a sum of 8 leave 5, and the boat is turned back."""
    state = water({"AHg": "0405", "AH1": "0506"})
    state.where[boat(state)] = AFLOAT
    there = SIDES.parse("0405/0506")
    assert interdiction(state, 0, there) == Fraction(3)
    cruise(state)
    take(state, "steer", there)
    shelling = Shelling(boat(state), SIDES.parse("0406/0506"))
    assert state.stack.pop() == shelling
    shelling.thrown(state, dice)
    if not place:
        assert state.where[boat(state)] == ELIMINATED
        assert not state.afloat
        return
    assert at(state) == place
    assert left(state, boat(state)) == (34 if place == "0406/0506" else 39)


def test_14b2_1_who_begins_a_phase_there_is_fired_at_and_turned_back() -> None:
    state = water({"AHg": "0406"})
    assert under_fire(state) == [Shelling(boat(state))]
    Shelling(boat(state)).thrown(state, (3, 3))
    assert state.stack == [TurnBack(0, boat(state))]
    assert TurnBack(0, boat(state)).choices(state)["steer"]
    take(state, "steer", SIDES.parse("0405/0506"))
    assert not state.stack
    # Turned back again, it is lost [R182].
    state = water({"AHg": "0406"})
    state.stack = [TurnBack(0, boat(state))]
    take(state, "steer", SIDES.parse("0406/0507"))
    assert state.stack == [Shelling(boat(state), retreating=True)]
    Shelling(boat(state), retreating=True).thrown(state, (3, 3))
    assert state.where[boat(state)] == ELIMINATED


def test_14b2_1_fractions_turn_back() -> None:
    """R182: five and a half is not six."""
    for dice, afloat in (((4, 4), True), ((1, 1), False)):
        state = water({"AHg": "0406"})
        Shelling(boat(state), SIDES.parse("0405/0506")).thrown(state, dice)
        assert bool(state.afloat) is afloat
        assert not afloat or at(state) == "0405/0506"


def test_14b2_2_nobody_crosses_where_enemy_boats_lie() -> None:
    state = water({"AH1": "0406", "IT1": "0506"})
    foe, friend = boat(state, "AH1"), boat(state, "IT1")
    assert not March((foe,), GRID.hex("0406")).reach(state) >> GRID.hex("0506") & 1
    state.phase = COMBAT
    assert not attackers_of(state, 1, GRID.hex("0506"))
    both = 1 << friend | units(state, "ITb")
    assert attackers_of(state, 0, GRID.hex("0406")) == both, "their own side may"
    launch(state, boat(state), SIDES.parse("0402/0502"))
    assert attackers_of(state, 1, GRID.hex("0506")) == 1 << foe


def test_14b2_2_boats_overrun_boats_at_ten_to_one() -> None:
    state = water()
    there = SIDES.parse("0405/0506")
    launch(state, boat(state, "AHb"), there)
    step = cruise(state)
    assert step.choices(state) == {"steer": 1 << SIDES.parse("0406/0507"), "stay": 1}
    assert step.why_not(state, "steer", there).reason == "enemy boats lie there"
    assert step.why_not(state, "run_down", there).case == "6F1"
    state.badly_disrupted = units(state, "AHb")
    assert step.overrun_cost(state, there) is None, "4:1"
    weak = water()
    launch(weak, boat(weak, "AHz"), there)
    step = cruise(weak)
    assert step.choices(weak)["run_down"] == 1 << there
    take(weak, "run_down", there)
    assert at(weak) == "0405/0506"
    assert not boats_in(weak, 1, there)
    assert left(weak, boat(weak)) == 38, "a point to enter, one at 12:1"


def test_14b2_the_phase_offers_them_and_notation_keeps_them() -> None:
    state = water()
    step = MovementPhase(0)
    assert step.choices(state)["boat"] == units(state, "ITb")
    assert step.why_not(state, "boat", boat(state, "IT1")).case == "14B2"
    step.take(state, "boat", boat(state))
    assert state.stack[-1] == Cruise(0, boat(state))
    with pytest.raises(ValueError, match="hexside"):
        SIDES.parse("0203/0507")
