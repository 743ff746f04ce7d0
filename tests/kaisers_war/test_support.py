"""Chapter 17: headquarters."""

from __future__ import annotations

from tests.kaisers_war.table import Table, table
from trenchline.games.kaisers_war.components import COUNTERS, GRID, UNITS
from trenchline.games.kaisers_war.support import in_range


def battle(text: str, side: str = "Central", phase: int = 1) -> Table:
    """A Combat Phase on the plateau round 3525."""
    return table(f"turn 3 phase {side} combat {phase}\nvp 50 50\n{text}")


def test_17_1_a_headquarters_adds_its_factor_within_range() -> None:
    """Bruchmuller reaches two hexes: from 3523, not from 3522. His own hex does not count, the
    defender's does."""
    assert COUNTERS[UNITS["GEHQBrM"]].range == 2
    t = battle("FR 1@3525\nGE 1@3524 3@3524 HQBrM@3523")
    t.declare("3525", "GE1", "GE3").choose("support GEHQBrM")
    assert "17 against 7" in t.seen_by("Central").prompt
    t = battle("FR 1@3525\nGE 1@3524 3@3524 HQBrM@3522")
    t.declare("3525", "GE1", "GE3")
    assert t.refused("support GEHQBrM") == "17.1"


def test_17_1_range_ignores_enemies_and_water() -> None:
    """Over a French army and across the Channel; not through neutral Holland or Switzerland
    [R7]."""
    t = battle("FR 1@3525 2@3524\nGE 1@3424 HQBrM@3523")
    t.declare("3525", "GE1")
    assert t.may("support GEHQBrM")
    assert in_range(GRID.hex("0513"), 1) >> GRID.hex("0613") & 1
    start, goal = GRID.hex("1017"), GRID.hex("1219")
    assert not in_range(start, GRID.distance(start, goal)) >> goal & 1


def test_17_1_one_attack_a_phase() -> None:
    """[R68] Used once in this phase, and again in the next."""
    t = battle("FR 1@3525 2@3525\nBR 1@3623 2@3623\nGE 1@3524 3@3524 HQBrM@3523")
    t.choose("attack 3525", "with GE1", "join", "support GEHQBrM")
    t.roll(2).choose("big_push")  # 11/16: AA
    t.declare("3623", "GE3")
    assert t.refused("support GEHQBrM") == "17.1"
    t.roll(4).choose("big_push")
    assert t.phase == "Central combat 2"
    t.choose("attack 3525", "with GE1", "join")
    assert t.may("support GEHQBrM")


def test_17_2_one_headquarters_an_attack() -> None:
    t = battle("FR 1@3525\nGE 1@3524 3@3524 HQBrM@3523 HQHL@3523")
    t.declare("3525", "GE1", "GE3")
    assert t.choices("support") == {"GEHQBrM", "GEHQHL"}
    t.choose("support GEHQHL")
    assert not t.may("support GEHQBrM")


def test_17_2_it_neither_attacks_nor_suffers_but_defends() -> None:
    """[R69] Alone it attacks nobody; a catastrophe leaves it untouched; it defends with its
    factor."""
    t = battle("FR 1@3525\nGE HQHL@3524")
    assert not t.choices("attack")
    t = battle("FR 1@3525 2@3525\nGE Cav1@3424 HQHL@3424")
    t.declare("3525", "GECav1").choose("support GEHQHL")
    t.roll(1).choose("big_push")  # 8/16 is AD: the cavalry alone is named
    assert t.where("GECav1") == "dead"
    assert t.where("GEHQHL") == "3424"
    t = battle("FR 1@3525\nGE HQHL@3524", side="Allied")
    t.declare("3524", "FR1")
    assert "6 against 2" in t.seen_by("Allied").prompt
