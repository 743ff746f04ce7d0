"""What the table warns of before a phase ends."""

from __future__ import annotations

from tests.world_war_one.table import Table, table
from trenchline.games.world_war_one.components import ALLIED, CENTRAL
from trenchline.games.world_war_one.view import view


def could(t: Table, side: int | None) -> dict[str, tuple[str, ...]]:
    return {what: who for what, who in view(t.state, side).ending.could.items() if who}


def test_5_11_who_has_not_moved_could_still_move() -> None:
    t = table("turn 3 phase Central movement\nFR 1@0307\nGE crp 20 5@0508 6@0509")
    assert could(t, CENTRAL) == {"move": ("GE5", "GE6")}
    assert could(t, ALLIED) == could(t, None) == {}
    assert could(t.choose("unit GE5", "step 0507", "stop"), CENTRAL) == {"move": ("GE6",)}


def test_8_11_who_stands_before_the_enemy_could_still_attack() -> None:
    t = table("turn 3 phase Central attack 1\nFR 1@0407\nGE crp 20 5@0508 6@0910 7@0507")
    asked = could(t, CENTRAL)
    assert asked == {"attack": tuple(sorted(asked["attack"]))}
    assert "GE7" in asked["attack"]
    assert "GE6" not in asked["attack"]


def test_10_2_who_can_be_paid_for_could_still_be_built() -> None:
    t = table("turn 9 phase Allied build\nFR crp 10")
    assert "FR1" in could(t, ALLIED)["be built"]
