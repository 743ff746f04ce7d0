"""Chapter 14: pursuit."""

from __future__ import annotations

import dataclasses

import pytest

from tests.kaisers_war.table import Table, table
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war import state as state_module
from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import GRID, UNITS
from trenchline.games.kaisers_war.pursuit import CounterPursuit, DefenderPursuit, can_pursue
from trenchline.games.kaisers_war.retreat import RoutCheck
from trenchline.games.kaisers_war.state import State


def battle(text: str, side: str = "Central") -> Table:
    """A First Combat Phase; another pair of enemies keeps the phase going."""
    return table(f"turn 3 phase {side} combat 1\nvp 50 50\n{text}\nBR 5@0716\nGE 19@{{Paris}}")


def destroyed(text: str, *attackers: str) -> Table:
    """A lone airbase in 3525 falls: 600 percent, six is DC, two may pursue."""
    return battle(f"FR Tac1@3525\n{text}").fight("3525", *attackers, die=6)


def test_14_1_before_the_next_battle() -> None:
    t = destroyed("GE 1@3524 3@3524", "GE1", "GE3")
    assert t.asked == "Pursuit"
    assert t.refused("attack 0716") == "14.1"
    # It may be passed on.
    t.choose("done")
    assert t.asked == "CombatPhase"
    assert t.where("GE1") == "3524"


def test_14_2_into_the_defender_s_hex_with_units_of_the_attack() -> None:
    t = destroyed("GE 1@3524 3@3524 4@3424 5@3424", "GE1", "GE3", "GE4")
    assert t.choices("pursue") == {"GE1", "GE3", "GE4"}
    assert t.refused("pursue GE5") == "14.2"
    t.choose("pursue GE1", "pursue GE4")
    assert t.asked == "CombatPhase"
    assert sorted(t.at("3525")) == ["GE1", "GE4"]


def test_14_2_no_pursuit_unless_the_result_says_so() -> None:
    """[R64] A bloodbath empties the hex; nobody goes in."""
    t = battle("FR 1@3525\nGE 1@3524 3@3524")
    t.fight("3525", "GE1", "GE3", die=3).choose("lose GE1")  # 12/8: BB
    assert t.at("3525") == []
    assert t.asked == "CombatPhase"


def test_14_2_a_defender_may_pursue_after_a_catastrophe() -> None:
    """[R17] Into a hex that the attackers have left for good."""
    t = battle("FR 1@3525 2@3525\nGE Cav1@3524 1@3624 Tank1@3624")
    t.fight("3525", "GECav1", "GETank1", die=1)  # 5/16: AC
    # 3624 is still held by the army that took no part.
    assert t.who == "Allied"
    t.choose("pursue FR1")
    assert t.where("FR1") == "3524"


def test_14_3_two_hexes_for_the_swift() -> None:
    """Cavalry has four points, armies three; supports and what has a zero never pursue."""
    t = destroyed("GE Cav1@3524 1@3524 HQHL@3524", "GECav1", "GE1")
    assert t.choices("pursue") == {"GECav1", "GE1"}
    t.choose("pursue GECav1")
    assert t.asked == "SecondHex"
    t.choose("pursue_to 3526", "pursue GE1")
    assert t.where("GECav1") == "3526"
    assert t.where("GE1") == "3525"
    assert t.asked == "CombatPhase"


def test_14_3_supports_never_pursue() -> None:
    t = battle("FR Cav1@3525\nGE 1@3524 HQHL@3524 Tac1@3524")
    t.declare("3525", "GE1").choose("support GEHQHL", "support GETac1")
    t.roll(6).choose("big_push")  # 15/2: DC
    assert t.choices("pursue") == {"GE1"}


def test_14_4_into_zones_but_not_into_enemies() -> None:
    """The second hex may be in any direction, in a zone too, but not held by an enemy; and the
    unit may stop in the first."""
    t = destroyed("FR 1@3526\nGE Cav1@3524 1@3524", "GECav1", "GE1")
    t.choose("pursue GECav1")
    assert t.choices("pursue_to") == {"3425", "3625", "3424", "3624", "3524"}
    assert t.refused("pursue_to 3526") == "9.6"
    t.choose("done")
    assert t.where("GECav1") == "3525"


def test_14_4_stacking_holds() -> None:
    """The second hex is full: it is not offered."""
    t = destroyed("GE Cav1@3524 1@3524 3@3424 4@3424", "GECav1", "GE1")
    t.choose("pursue GECav1")
    assert "3424" not in t.choices("pursue_to")


def test_14_5_the_hex_must_be_clear() -> None:
    """A Big Push withdrawal against a trench: the defender stays, nobody pursues."""
    t = battle("FR 1@0715\nGE Shock2@0814 Shock6@0814 HQHL@{Brussels}")
    t.declare("0715", "GEShock2", "GEShock6").choose("support GEHQHL")
    t.roll(5).choose("big_push")  # 24/16: DW
    assert t.at("0715") == ["FR1"]
    assert t.asked == "CombatPhase"


@pytest.mark.parametrize(
    ("attack", "movement", "may"), [(6, 3, True), (0, 3, False), (6, 0, False), (1, 1, True)]
)
def test_14_3_pursuit_takes_an_attack_and_a_movement_factor(
    attack: int, movement: int, may: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever an owner's edition prints on the counter of the German First Army."""
    unit = UNITS["GE1"]
    printed = list(state_module._FRONT)
    printed[unit] = dataclasses.replace(printed[unit], attack=attack, movement=movement)
    monkeypatch.setattr(state_module, "_FRONT", tuple(printed))
    state = GAME.parse("turn 3 phase Central combat 1\nGE 1@3524 HQHL@3524 12:dead\n")
    assert can_pursue(state, unit) is may
    assert not can_pursue(state, UNITS["GEHQHL"])
    assert not can_pursue(state, UNITS["GE12"])


def test_14_2_no_more_pursue_than_the_hex_will_hold() -> None:
    """A catastrophe lets two go on, the desert holds one army."""
    t = battle("BR Tac1@4233\nTU 1@4232 3@4234").fight("4233", "TU1", "TU3", die=6)
    assert t.choices("pursue") == {"TU1", "TU3"}
    t.choose("pursue TU1")
    assert (t.asked, t.at("4233")) == ("CombatPhase", ["TU1"])


def test_14_3_14_2_swift_defenders_go_on_too() -> None:
    """[R17] After a catastrophe of the attacker cavalry pursues two hexes, an army one."""
    t = battle("FR 1@3525 Cav1@3525\nGE Cav1@3524")
    t.fight("3525", "GECav1", die=1)
    army = t.copy().choose("pursue FR1")
    if army.asked == "CounterPursuitTo":
        army.choose("pursue_to 3524")
    assert (army.where("FR1"), army.asked) == ("3524", "CombatPhase")
    t.choose("pursue FRCav1")
    if t.asked == "CounterPursuitTo":
        t.choose("pursue_to 3524")
    assert t.asked == "SecondHex"
    assert t.choose("pursue_to 3523").where("FRCav1") == "3523"


def test_14_2_40_4_who_has_been_disbanded_does_not_pursue() -> None:
    """White Russians enter Poland first, and the Poles go over to the Allies."""
    t = battle(
        """
        options east poles
        facts kaiser_east east_free poles-Central
        FR Tac1@2213
        WR CavACoss@2313
        PO 1@2212
        GE 1@2212
        """
    ).fight("2213", "WRCavACoss", "PO1", "GE1", die=6)
    assert t.choices("pursue") == {"WRCavACoss", "PO1", "GE1"}
    t.choose("pursue WRCavACoss", "done")
    assert t.where("PO1") == "pool"
    assert t.choices("pursue") == {"GE1"}


def test_14_2_no_more_pursue_than_the_result_allows() -> None:
    """There would be room for a third corps."""
    corps = ("GEExpBK", "GEExpAK", "GEExpCK")
    t = destroyed("GE ExpBK@3524 ExpAK@3524 ExpCK@3524 1@3424", *corps, "GE1")
    t.choose("pursue GEExpBK", "pursue GEExpAK")
    assert (t.asked, t.where("GEExpCK")) == ("CombatPhase", "3524")


def failed(text: str) -> tuple[State, Battle]:
    """A battle in which Germans from 3524 have attacked 3525."""
    state = battle(text).state
    units = state.stacks[GRID.hex("3525")]
    return state, Battle(1, 1, GRID.hex("3525"), (UNITS["GE1"],), defenders=units)


def test_12_19_14_2_no_pursuit_without_a_vacated_hex_or_a_unit_that_can() -> None:
    """[R17]"""
    left, held = GRID.hex("3624"), GRID.hex("3524")
    for text, hexes, asked in (
        ("FR 1@3525\nGE 1@3524", (left, held), True),
        ("FR 1@3525\nGE 1@3524", (held,), False),
        ("FR Tac1@3525\nGE 1@3524", (left,), False),
    ):
        state, fought = failed(text)
        DefenderPursuit(fought, hexes).run(state)
        assert isinstance(state.stack[-1], CounterPursuit) is asked


def test_14_2_a_defender_pursues_into_vacated_hexes_beside_him() -> None:
    """[R17]"""
    state, fought = failed("FR 1@3525 Tac1@3525\nGE 1@3524")
    near, far = GRID.hex("3624"), GRID.hex("3724")
    asked = CounterPursuit(0, (near, far), fought.defenders)
    assert asked.goals(state, UNITS["FR1"]) == 1 << near
    assert asked.goals(state, UNITS["FRTac1"]) == 0


def test_12_19_the_dead_do_not_run() -> None:
    state, fought = failed("FR 1@3525 2:dead\nGE 1@3524")
    for die in (1, 6):
        steps = list(state.stack)
        RoutCheck(fought, UNITS["FR2"]).rolled(state, die)
        assert (state.stack, state.vp) == (steps, [50, 50])
