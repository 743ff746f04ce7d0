"""Chapters 8, 10, 11 and 16: what a player is told of a move before he makes it."""

from __future__ import annotations

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.components import BOARD, SIDES
from trenchline.kernel.preview import PreviewView, preview


def ahead(t: Table, text: str) -> PreviewView:
    """What the side that decides is told of a choice."""
    side = SIDES.index(t.who)
    found = preview(GAME, BOARD, t.state, side, GAME.parse_choice(text))
    assert found is not None
    return found


def costs(told: PreviewView) -> list[str]:
    return [leg.cost for leg in told.legs]


def test_8_6_each_hex_is_told_with_what_it_costs() -> None:
    t = table("turn 3 phase Central movement\nGE 1@1113").choose("unit GE1")
    for text in sorted(t.legal):
        verb, _, goal = text.partition(" ")
        if verb != "move":
            continue
        told = ahead(t, text)
        assert told.legs[-1].place == goal
        left, _, of, *_ = told.left.split()
        assert int(left) == int(of) - sum(map(int, costs(told)))


def test_11_6_disengaging_takes_a_point_more() -> None:
    free = table("turn 3 phase Central movement\nGE 1@3524").choose("unit GE1")
    held = table("turn 3 phase Central movement\nGE 1@3524\nFR 1@3525").choose("unit GE1")
    both = free.choices("step") & held.choices("step")
    goal = min(both)
    assert int(costs(ahead(held, f"step {goal}"))[0]) == 1 + int(
        costs(ahead(free, f"step {goal}"))[0]
    )


def test_11_5_zones_and_those_who_stand_there_are_told() -> None:
    t = table("turn 3 phase Central movement\nGE 1@3522\nFR 1@3525").choose("unit GE1")
    near = ahead(t, "move 3524")
    assert [leg.zone for leg in near.legs] == [False, True]
    assert near.before == ("FR1",)


def test_10_1_the_enemy_is_told_as_he_is_seen() -> None:
    """Whoever lies under another has no name, whatever he is."""
    text = "turn 3 phase Central movement\nGE 1@3522\nFR 1@3525 {}@3525"
    one = table(text.format("Tank1")).choose("unit GE1")
    other = table(text.format("Cav1")).choose("unit GE1")
    assert one.legal == other.legal
    for choice in one.legal - {"stay", "force"}:
        assert ahead(one, choice) == ahead(other, choice)
    assert ahead(one, "move 3524").before == ("?3525-1", "FR1")


def test_8_2_who_could_march_up_is_told_apart_from_who_stands_there() -> None:
    t = table("turn 3 phase Central movement\nGE 1@3522\nFR 1@3525 2@3527 3@3327").choose(
        "unit GE1"
    )
    told = ahead(t, "move 3524")
    assert told.before == ("FR1",)
    assert told.coming == ("FR2",)


def test_11_5_a_zone_keeps_others_from_marching_up() -> None:
    """Whoever enters a zone goes no further, and the unit that goes there has zones of its own."""
    far = "turn 3 phase Central movement\nGE 1@3522{}\nFR 2@3527"
    assert ahead(table(far.format("")).choose("unit GE1"), "move 3524").coming == ("FR2",)
    guarded = table(far.format(" 3@3426 4@3626")).choose("unit GE1")
    assert ahead(guarded, "move 3524").coming == ()


def test_10_1_who_is_hidden_might_be_the_fastest_of_all() -> None:
    text = "turn 3 phase Central movement\nGE 1@3522\nFR 1@3327 {}@3327"
    one = table(text.format("Tank1")).choose("unit GE1")
    other = table(text.format("Cav1")).choose("unit GE1")
    assert ahead(one, "move 3524") == ahead(other, "move 3524")
    assert "?3327-1" in ahead(one, "move 3524").coming


def test_12_4_who_has_no_attack_is_no_threat() -> None:
    t = table("turn 3 phase Central movement\nGE 1@3522\nFR Tac1@3525 1@3424").choose("unit GE1")
    assert ahead(t, "move 3524").before == ("FR1",)


def test_16_3_a_train_is_told_hex_by_hex() -> None:
    start, end = city("Berlin"), city("Hamburg")
    t = table(f"turn 3 phase Central movement\nGE 1@{start}").choose("unit GE1")
    told = ahead(t, f"rail {end}")
    assert {leg.by for leg in told.legs} == {"rail"}
    assert (told.start, told.legs[-1].place) == (start, end)
    assert [leg.cost for leg in told.legs][-2:] == ["", "all"]
    assert told.supply == "in supply"
