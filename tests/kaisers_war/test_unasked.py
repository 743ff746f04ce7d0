"""Chapter 10: what is asked although there is only one answer, so that nobody learns from what goes
unasked; and what is not asked, because there is nothing to hide."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war.components import GRID, UNITS
from trenchline.games.kaisers_war.pursuit import SecondHex


def combat(text: str, side: str = "Central", options: str = "") -> Table:
    """A First Combat Phase on the plateau round 3525."""
    return table(f"turn 3 phase {side} combat 1\noptions {options}\nvp 50 50\n{text}\n")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("FR 1@3525\nGE Tac1@3524 HQHL@3524", True),  # who knows what lies below
        ("FR 1@3525\nGE Tac1@3524", False),  # an airbase alone, and all see it
        ("FR 1@3525\nGE Tac1@3524\nGE HQHL@3522 Tac2@3522", False),  # too far
        ("FR 1@3525 2@3525\nGE Tac1@3524", False),  # the hidden one is the enemy's
    ],
)
def test_10_1_a_combat_phase_is_asked_for_the_sake_of_who_lies_hidden(
    text: str, asked: bool
) -> None:
    assert (combat(text).phase == "Central combat 1") is asked


def test_10_1_not_when_all_that_is_near_has_fought_or_been_attacked() -> None:
    """The stack has had its attack: nobody could still be in it for another."""
    t = combat("FR 1@3525 2@3525\nGE 1@3524 3@3524\nGE Tac1@3623")
    t.declare("3525", "GE1", "GE3").roll(2).choose("big_push")
    assert t.phase == "Central combat 2"
    half = combat("FR 1@3525 2@3525\nGE 1@3524 HQHL@3524")
    half.declare("3525", "GE1").roll(4).choose("big_push")
    assert half.phase == "Central combat 2"


def test_10_1_nor_for_what_lies_in_closed_russia() -> None:
    """[30.10] White Russians in Narva, a British stack beside them: no attack until the war."""
    text = "WR ShockNW@{Narva}\nBR Tac1@2403 HQAllenby@2403"
    assert combat(text, "Allied", "east").phase != "Allied combat 1"
    war = f"facts kaiser_east east_free\n{text}"
    assert combat(war, "Allied", "east").phase == "Allied combat 1"


def test_10_1_38_1_an_airbase_might_lie_hidden() -> None:
    """With air missions any hidden unit might fly, near the enemy or not; unless it has flown."""
    far = "FR 1@{Paris}\nTU 1@{Mosul} 6@{Mosul}"
    assert combat(far, options="air").phase == "Central combat 1"
    assert combat(far).phase != "Central combat 1"
    flown = f"served TU1 TU6\n{far}"
    assert combat(flown, options="air").phase != "Central combat 1"


def test_10_1_movement_is_asked_while_somebody_lies_hidden() -> None:
    """Frozen in the east: the top may be changed once, and still the phase is not passed over."""
    text = "turn 2 phase Central movement\neastern GE8 GECav1\nFR 1@{Paris}\nGE 8@{Riga}"
    assert table(text).phase != "Central movement"
    t = table(text + " Cav1@{Riga}")
    assert t.legal == {"top GECav1", "done"}
    t.choose("top GECav1")
    assert (t.phase, t.legal) == ("Central movement", {"done"})


def test_10_1_a_unit_picked_is_told_that_it_cannot_move() -> None:
    ring = "FR 1@3524 2@3624 3@3625 4@3526 5@3425 6@3424"
    t = table(f"turn 5 phase Central movement\n{ring}\nTU 4@3525\n").choose("unit TU4")
    assert (t.asked, t.legal) == ("MoveUnit", {"stay"})
    # Once it has begun it stops by itself.
    t = table("turn 5 phase Central movement\nTU 4@3525 1@{Mosul}\nFR 1@3523\n")
    t.choose("unit TU4", "step 3524")
    assert t.asked == "MovementPhase"


def greeks(text: str) -> Table:
    """A Greek army arrives; Athens and Salonika are its mobilization hexes."""
    return table(f"turn 3 phase Allied mobilization\nGK 2:turn3\n{text}\n").choose("arrive GK2")


def test_10_1_a_place_is_asked_for_when_another_is_full() -> None:
    full = greeks("FR 1@{Athens} 2@{Athens}")
    assert (full.asked, full.legal) == ("Placement", {f"place {city('Salonika')}"})
    # An enemy in Athens is seen by all; so is that a unit has been placed there.
    assert greeks("GE 1@{Athens}").where("GK2") == city("Salonika")
    second = table("turn 3 phase Allied mobilization\nGK ND:turn3 2:turn3\n")
    second.choose("arrive GKND", f"place {city('Athens')}", "arrive GK2")
    assert second.where("GK2") == city("Salonika")


def test_10_1_a_retreat_is_asked_for_when_another_way_is_full() -> None:
    """Two armies from 3625: three ways are open, two of them full. A German in 3423 leaves one."""
    text = "FR 1@3525\nGE 1@3625 3@3625"
    t = combat(text + "\nFR 2@3424 3@3424 4@3524 5@3524").fight("3525", "GE1", "GE3", die=5)
    assert (t.asked, t.legal) == ("Retreat", {"retreat_to 3425"})
    alone = combat(text + " 4@3423").fight("3525", "GE1", "GE3", die=5)
    assert alone.where("FR1") == "3425"


def test_10_1_38_3_supply_from_the_air_is_asked_for_though_nobody_flies() -> None:
    t = table("turn 5 phase Central attrition\noptions air\nGE 1@1126 Tac4@{Gallipoli}\n", 4)
    assert (t.asked, t.legal) == ("AerialSupply", {"done"})


def test_10_1_r77_bolsheviks_whom_nobody_commands_hide_like_others() -> None:
    t = table(
        "turn 2 phase Central movement\noptions east\nGE 1@{Paris}\n"
        "BO AGNF@{Moscow} ShockRG@{Moscow}\n"
    )
    for side in ("Allied", "Central"):
        seen = [p.symbol for p in t.seen_by(side).pieces if p.place == city("Moscow")]
        assert seen.count("unknown") == 1


@pytest.mark.parametrize(("north", "asked"), [("BR Sal@3524", False), ("GE 3@3524 4@3524", True)])
def test_10_1_a_swift_pursuer_is_asked_where_a_stack_beside_him_may_be_full(
    north: str, asked: bool
) -> None:
    """In 3525 with enemies all round but one side, where two armies leave no room."""
    ring = "BR 1@3624 2@3625 3@{Konia} 5@3425 4@3424"
    state = table(f"turn 3 phase Central combat 1\n{ring}\n{north}\nGE Cav1@3525\n").state
    assert SecondHex(UNITS["GECav1"], GRID.hex("3525")).must_ask(state) is asked
    elsewhere = SecondHex(UNITS["GECav1"], GRID.hex("3524"))
    assert not elsewhere.must_ask(state)
