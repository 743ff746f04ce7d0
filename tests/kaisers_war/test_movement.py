"""Chapter 8: movement."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war.components import (
    BOARD,
    CITIES,
    GRID,
    LAND,
    MARCH,
    TRENCH,
    UNITS,
    WET,
)
from trenchline.games.kaisers_war.routes import march, march_costs
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step


def moving(text: str, side: str = "Allied", turn: int = 3) -> Table:
    """A Movement Phase."""
    return table(f"turn {turn} phase {side} movement\nvp 50 50\n{text}")


def reach(t: Table, unit: str) -> set[str]:
    """Where a unit may go."""
    found = t.choose(f"unit {unit}").choices("move")
    t.choose("stay")
    return found


def test_8_1_as_many_as_wanted_in_any_direction() -> None:
    """An army with three points in the open: every hex within three, and home again never."""
    t = moving("FR 1@3525 2@3525")
    t.choose("unit FR1")
    ring = {"3524", "3624", "3625", "3526", "3425", "3424"}
    assert ring <= t.choices("move")
    assert "3525" not in t.choices("move")
    assert t.verbs == {"move", "step", "stay"}
    t.choose("stay", "unit FR2")
    assert t.choices("move")


def test_8_2_hex_by_hex_as_far_as_the_points_go() -> None:
    t = moving("FR 1@3525 2@3525")
    t.choose("unit FR1", "step 3524")
    assert "2 movement points" in t.seen_by("Allied").prompt
    t.choose("step 3525", "step 3524")
    assert t.asked == "MovementPhase"
    assert t.where("FR1") == "3524"
    assert t.refused("unit FR1") == "8.3"


def test_8_3_only_in_one_s_own_phase_and_once() -> None:
    t = moving("FR 1@3525 2@3525\nGE 1@{Berlin}")
    assert t.refused("unit GE1") == "8.3"
    t.march("FR1", "3524")
    assert t.refused("unit FR1") == "8.3"
    # Points not used are gone.
    t.choose("unit FR2")
    assert "3 movement points" in t.seen_by("Allied").prompt


def test_8_4_forts_and_garrisons_never_move() -> None:
    t = moving("FR 1@3525 2@3525 Fort1@{Paris}\nAG 1@{Lyon}")
    assert t.choices("unit") == {"FR1", "FR2"}
    assert t.refused("unit FRFort1") == "8.4"
    assert t.refused("unit AG1") == "8.4"


def test_8_5_one_hex_is_always_possible() -> None:
    """A tank corps has three points; rough ground across a river costs it four. It goes one hex
    and no further; in the middle of a move it cannot."""
    t = moving("BR Tank1@0818 2@0818")
    t.choose("unit BRTank1")
    assert t.may("move 0919")
    t.choose("step 0919")
    assert t.asked == "MovementPhase"
    assert t.where("BRTank1") == "0919"
    t = moving("BR Tank1@0817 2@0817")
    t.choose("unit BRTank1", "step 0818")
    assert not t.may("step 0919")
    assert t.refused("step 0919") == "8.2"


def test_8_5_not_from_zone_to_zone_nor_into_enemies() -> None:
    """Three Germans reach into every hex round 3525: from zone to zone there is no way."""
    t = moving("BR 1@3525 2@{London}\nGE 1@3424 3@3624 4@3426")
    t.choose("unit BR1")
    assert (t.asked, t.legal) == ("MoveUnit", {"stay"})
    assert t.seen_by("Allied").prompt.startswith("The British infantry army 1 has no move")
    assert t.refused("move 3526") == "11.6"
    assert t.choose("stay").where("BR1") == "3525"
    assert t.refused("unit BR1") == "8.3"


def costs(text: str, unit: str, goal: str, side: str = "Allied") -> int:
    """What the step into a neighbouring hex leaves of a unit's points."""
    t = moving(text, side)
    before = 4
    t.choose(f"unit {unit}", f"step {goal}")
    prompt = t.seen_by(side).prompt
    left = int(prompt.split(":")[1].split()[0]) if t.asked == "MoveUnit" else 0
    return before - left


def test_8_6_what_each_step_costs() -> None:
    """A cavalry corps with four points steps into every kind of hex."""
    cavalry = "FR Cav1@{} 1@{{Bordeaux}}"
    assert costs(cavalry.format("0617"), "FRCav1", "0718") == 1
    assert costs(cavalry.format("0617"), "FRCav1", "0618") == 2
    assert costs(cavalry.format("0617"), "FRCav1", "0717") == 2
    # A city in rough ground is a city.
    assert costs(cavalry.format("0718"), "FRCav1", city("Clermont")) == 1
    # The enemy's trench and one's own.
    assert costs(cavalry.format("0714"), "FRCav1", "0814") == 2
    assert costs(cavalry.format("0714"), "FRCav1", "0715") == 1
    # Desert.
    assert costs(cavalry.format("4231"), "FRCav1", "4232") == 2
    # Mechanized units pay three for rough ground.
    assert costs("BR Mech1@0617 1@{Bordeaux}", "BRMech1", "0618") == 3


def test_8_7_everywhere_but_neutrals_and_russia() -> None:
    t = moving("FR 1@1017 2@1017\nGE 1@{Berlin}")
    t.choose("unit FR1")
    swiss = set(GRID.labels(BOARD.where("country", "CH")))
    assert "1118" in swiss
    assert not swiss & t.choices("move")
    assert t.refused("move 1118") == "23.2"
    # Into Germany there is no border to stop at.
    assert "1117" in t.choices("move")


def test_8_8_the_straits_are_crossed_on_land() -> None:
    """From Thrace to Asia over the Dardanelles and the Bosporus."""
    t = moving("TU 1@2923 3@3022 5@{Berlin}", side="Central")
    assert {"2924", "3024"} <= reach(t, "TU1")
    assert {city("Constantinople"), city("Brusa"), "3222"} <= reach(t, "TU3")


@pytest.mark.parametrize(("side", "mechanized"), [(0, False), (0, True), (1, False), (1, True)])
def test_43_3_8_6_what_every_step_on_the_map_costs(side: int, mechanized: bool) -> None:
    """[R20] A city or one's own trench costs one, an enemy's trench two, whatever the terrain; else
    the chart; and across water one more. The Allies have dug in 3525, their enemies in 3625."""
    dug = GRID.hexes("3525"), GRID.hexes("3625")
    own, enemy = TRENCH[side] | dug[side], TRENCH[1 - side] | dug[1 - side]
    chart = {"clear": 1, "rough": 3 if mechanized else 2, "desert": 2, "forest": 2, "marsh": 2}
    wanted: dict[tuple[int, int], int] = {}
    for hex_ in members(LAND):
        for goal in members(step(1 << hex_, MARCH)):
            cost = chart[BOARD.facts[goal]["terrain"]]
            if enemy >> goal & 1:
                cost = 2
            elif (CITIES | own) >> goal & 1:
                cost = 1
            wet = WET[GRID.direction(hex_, goal)] >> hex_ & 1
            wanted[hex_, goal] = cost + wet
    found = [
        ((hex_, goal), cost)
        for cost, ways in march_costs(side, mechanized, dug)
        for hex_ in members(LAND)
        for goal in members(step(1 << hex_, ways))
    ]
    assert sorted(found) == sorted(wanted.items())


def test_8_5_what_cannot_move_has_no_least_move() -> None:
    state = moving("FR Fort1@3525 1@3525").state
    here = GRID.hex("3525")
    assert march(state, UNITS["FRFort1"], here, 0, fresh=True)[1] == 0
    assert march(state, UNITS["FR1"], here, 0, fresh=True)[1] == step(1 << here, MARCH)
