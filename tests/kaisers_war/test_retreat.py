"""Chapter 13: retreat after combat."""

from __future__ import annotations

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war.components import GRID, UNITS
from trenchline.games.kaisers_war.retreat import ways_back

# Round 3525: 3524 north, 3624 north-east, 3625 south-east, Konia south, 3425 south-west, 3424
# north-west.


def battle(text: str, side: str = "Central", turn: int = 3) -> Table:
    """A First Combat Phase; another pair of enemies keeps the phase going."""
    more = "\nBR 5@0716\nGE 19@{Paris}"
    return table(f"turn {turn} phase {side} combat 1\nvp 50 50\n{text}{more}")


def withdraw(text: str, *attackers: str) -> Table:
    """Two armies on one, in the open: 150 percent, and a five is DW."""
    return battle(text).fight("3525", *attackers, die=5)


def rout(text: str, die: int) -> Table:
    """A supplied shock army from Konia on a cavalry corps in 3525: 450 percent, a three is DP."""
    t = battle(f"GE Shock2@{{Konia}}\n{text}")
    t.declare("3525", "GEShock2")
    return t.roll(3, die).choose("infiltrate")


def test_13_1_the_owner_leads_in_hexes() -> None:
    """Hexes, not points: rough ground and rivers do not matter, nor the movement factor."""
    t = withdraw("FR 1@3525\nGE 1@3524 3@3524", "GE1", "GE3")
    assert t.who == "Allied"
    assert t.choices("retreat_to") == {"3425", "3526", "3625"}
    t.choose("retreat_to 3625")
    assert t.where("FR1") == "3625"
    # At once, before the attacker goes on.
    assert t.asked == "Pursuit"


def test_13_2_not_into_enemies_zones_or_the_sea() -> None:
    """[11.8] 3424 and 3624 are in German zones, 3524 is German."""
    t = withdraw("FR 1@3525\nGE 1@3524 3@3524", "GE1", "GE3")
    assert t.refused("retreat_to 3524") == "9.6"
    assert t.refused("retreat_to 3424") == "11.8"
    assert t.refused("retreat_to 3527") == "8.2"


def test_13_2_nowhere_to_go_is_the_end() -> None:
    """A second German army in 3426 and a third in 3626 close the south."""
    t = withdraw("FR 1@3525\nGE 1@3524 3@3524 4@3426 5@3626", "GE1", "GE3")
    assert t.where("FR1") == "dead"
    assert t.vp == (44, 50)
    assert t.asked == "Pursuit"


def test_13_2_a_fort_lifts_the_zone() -> None:
    """The same, but Konia has an Allied fort: zones do not reach into it."""
    text = "FR 1@3525 Fort1@{Konia}\nGE 1@3524 3@3524 4@3426 5@3626"
    t = withdraw(text, "GE1", "GE3")
    assert t.where("FR1") == city("Konia")


def test_9_4_13_2_through_friends_and_over_the_limit() -> None:
    """Konia is full and the only way out: the French end there, and one of them is given up when
    the battle is over."""
    text = "FR 1@3525 2@{Konia} 3@{Konia} Fort1@{Konia}\nGE 1@3524 3@3524 4@3426 5@3626"
    t = withdraw(text, "GE1", "GE3")
    assert sorted(t.at(city("Konia"))) == ["FR1", "FR2", "FR3", "FRFort1"]
    t.choose("done")
    assert t.asked == "Overstacked"
    assert t.who == "Allied"
    t.choose("give_up FR2")
    assert t.vp == (44, 50)


def test_13_2_no_over_stacking_if_it_can_be_helped() -> None:
    t = withdraw("FR 1@3525 2@3625 3@3625\nGE 1@3524 3@3524", "GE1", "GE3")
    assert t.choices("retreat_to") == {"3425", "3526"}


def test_13_2_straight_away_the_whole_length() -> None:
    """A rout of three hexes from 3525 ends three hexes away, by hexes ever further off [R18]."""
    t = rout("FR Cav1@3525", 3)
    assert t.choices("retreat_to") == {"3524", "3424", "3624"}
    t.choose("retreat_to 3524")
    assert t.choices("retreat_to") == {"3523", "3423", "3623"}
    t.choose("retreat_to 3523")
    assert "3524" not in t.choices("retreat_to")
    t.choose("retreat_to 3522")
    assert t.where("FRCav1") == "3522"


def test_13_2_a_retreat_cut_short_kills() -> None:
    """In Brittany there is a hex behind the cavalry, but not three."""
    t = battle("FR Cav1@0215\nGE Shock2@{Rennes}")
    t.declare("0215", "GEShock2").roll(3, 3).choose("infiltrate")
    assert t.where("FRCav1") == "dead"
    assert t.vp == (48, 50)


def test_13_2_stacks_may_split() -> None:
    t = withdraw("FR 1@3525 Cav1@3525\nGE Shock2@3524 1@3524", "GEShock2", "GE1")
    assert t.asked == "Retreat"
    t.choose("retreat_to 3425", "retreat_to 3625")
    assert t.where("FR1") != t.where("FRCav1")
    assert {t.where("FR1"), t.where("FRCav1")} == {"3425", "3625"}


def test_13_2_trenches_and_forts_hold_on_big_push_only() -> None:
    """DW against an Allied trench: nobody moves. On the Infiltration table they go."""
    text = "FR 1@0715\nGE Shock2@0814 Shock6@0814 Shock7@{Brussels} HQHL@{Brussels}"
    t = battle(text).declare("0715", "GEShock2", "GEShock6").choose("support GEHQHL")
    t.roll(5).choose("big_push")  # 24/16: DW
    assert t.where("FR1") == "0715"
    assert t.asked == "CombatPhase"
    t = battle(text).declare("0715", "GEShock2", "GEShock6").choose("support GEHQHL")
    t.roll(4).choose("infiltrate")  # 24/16: DW
    assert t.who == "Allied"
    assert t.asked == "Retreat"


def test_13_2_attackers_in_their_trench_hold_too() -> None:
    t = battle("FR 1@0715 2@0715\nGE 1@0814 3@0814")
    t.fight("0715", "GE1", "GE3", die=5)  # 12/32: AW
    assert t.at("0814") == ["GE1", "GE3"]


def test_13_2_what_cannot_move_dies() -> None:
    """[R19] A garrison outside trench and fort, told to retreat."""
    t = battle("AG 1@{Konia}\nGE 1@3525")
    t.fight(city("Konia"), "GE1", die=4)  # 6/2: DW
    assert t.where("AG1") == "dead"
    assert t.vp == (48, 50)


def test_13_3_retreated_units_defend_where_they_are() -> None:
    """The French run from 3525 into the fort of Konia, which is attacked next: (6 + 8) x 2."""
    t = withdraw("FR 1@3525 Fort1@{Konia}\nGE 1@3524 3@3524 4@3426 5@3626", "GE1", "GE3")
    t.choose("done").declare(city("Konia"), "GE4")
    assert "6 against 26" in t.seen_by("Central").prompt


def test_13_2_a_rout_does_not_begin_on_a_way_that_ends_at_the_sea() -> None:
    """From 0216 in Brittany three hexes back: by 0116 the coast comes after one."""
    state = table("turn 3 phase Central combat 1\nFR 1@0216\n").state
    layers = ways_back(state, UNITS["FR1"], GRID.hex("0216"), 3)
    assert set(GRID.labels(layers[0])) == {"0215", "0316", "0317"}
    shorter = ways_back(state, UNITS["FR1"], GRID.hex("0216"), 1)
    assert "0116" in set(GRID.labels(shorter[0]))


def test_24_2_30_2_a_retreat_into_the_east_stirs_it() -> None:
    """A British army in the north of Romania has one way out, into the Ukraine."""
    t = battle("BR 1@2815\nGE 1@2716 4@2916")
    t.fight("2815", "GE1", "GE4", die=5)
    assert (t.where("BR1"), t.state.east_free) == ("2814", True)
