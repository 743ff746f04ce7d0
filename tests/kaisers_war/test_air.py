"""Chapters 18 and 38: airbases in support of attacks, and what else they may fly."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.battle import Battle
from trenchline.games.kaisers_war.components import GRID
from trenchline.games.kaisers_war.fog import looked_at
from trenchline.games.kaisers_war.strength import attack_parts, defence_parts
from trenchline.kernel.play import decision

ARRAS = "0714"
FRONT = """
    turn 2 phase Central combat 1
    vp 60 70
    FR 1@0714 2@0715
    GE 1@0814 3@0813 Tac1@1015 Tac2@0914 Str1@0914 HQHL@0914 Tac3@1115
    AH Tac1@0914
"""


def strengths(t: Table) -> tuple[int, int]:
    """Attack and defence in the battle being planned."""
    battle = getattr(decision(t.state), "battle", None)
    assert isinstance(battle, Battle)
    attack = sum(part.amount for part in attack_parts(t.state, battle))
    return attack, sum(part.amount for part in defence_parts(t.state, battle))


def test_18_2_an_airbase_adds_its_strength_to_an_attack_never_to_a_defence() -> None:
    t = table(FRONT + "FR Tac1@0614\n").declare(ARRAS, "GE1").choose("support GETac2")
    assert strengths(t) == (6 + 3, 7 * 2)
    assert not t.may("support FRTac1")


def test_18_3_range_counts_the_defenders_hex_but_not_the_airbases() -> None:
    """[R6] Metz is three hexes from Arras, 1115 is four."""
    t = table(FRONT).declare(ARRAS, "GE1")
    assert "GETac1" in t.choices("support")
    assert "GETac3" not in t.choices("support")


def test_18_4_one_airbase_an_attack_or_two_german_ones_beside_a_headquarters() -> None:
    """[R9]"""
    t = table(FRONT).declare(ARRAS, "GE1").choose("support GETac2")
    assert t.choices("support") == {"GETac1", "GEStr1", "GEHQHL"}
    t.choose("support GEStr1")
    assert t.choices("support") == {"GEHQHL"}
    mixed = table(FRONT).declare(ARRAS, "GE1").choose("support AHTac1")
    assert mixed.choices("support") == {"GEHQHL"}


def test_18_4_british_pairs_but_no_french() -> None:
    t = table(
        """
        turn 2 phase Allied combat 1
        BR Tac1@0614 Str1@0614
        FR 1@0714 Tac1@0614 Tac2@0614
        GE 1@0814
        """
    ).declare("0814", "FR1")
    assert t.copy().choose("support BRTac1").choices("support") == {"BRStr1"}
    assert t.choose("support FRTac1").choices("support") == set()


def test_18_5_an_airbase_serves_one_attack_a_phase_and_lifts_no_terrain() -> None:
    t = table(FRONT, 4).declare(ARRAS, "GE1").choose("support GETac2")
    assert strengths(t)[1] == 14
    t = table(FRONT.replace("3@0813", "3@0815"), 2)
    t.declare(ARRAS, "GE1").choose("support GETac2", "big_push").declare("0715", "GE3")
    assert not t.may("support GETac2")
    assert t.refused("support GETac2") == "17.1"


@pytest.mark.parametrize(("french", "lost"), [("Tac1@0614", "GE1"), ("Tac1@0714", "both")])
def test_18_6_it_is_lost_first_if_an_enemy_airbase_is_in_the_hex(french: str, lost: str) -> None:
    t = table(FRONT + f"FR {french}\n", 1).declare(ARRAS, "GE1")
    # 9 against 16 or 18: half, where a one is AD. Three points are less than the army's six.
    t.choose("support GETac2", "big_push")
    assert t.where("GE1") == "dead"
    assert (t.where("GETac2") == "dead") is (lost == "both")


def test_18_7_an_airbase_never_attacks_alone_but_defends() -> None:
    t = table("turn 2 phase Central combat 1\nFR Tac1@0715\nGE 1@0814 Tac1@0814\n")
    t.declare("0715", "GE1")
    assert t.asked == "PlanBattle"
    assert strengths(t) == (6, 1 * 2)
    alone = table("turn 2 phase Central combat 1\nFR 1@0715\nGE Tac1@0814\n")
    assert not alone.may("attack 0715")


RAID = """
    turn 2 phase Central combat 1
    options air
    vp 60 70
    FR 1@0714 2@0615 Tac1@0615
    GE 1@0814 Tac1@0914 Str1@0914
"""


def raid(*dice: int) -> Table:
    """Two German airbases on their way to a French one: 7 against 3, 200%."""
    t = table(RAID, *dice).choose("air_superiority 0615", "with GETac1", "with GEStr1")
    assert t.asked == "AirStrike"
    return t


def test_38_1_the_missions_are_an_option() -> None:
    assert {"air_superiority", "bomb"} <= table(RAID).verbs
    plain = table(RAID.replace("options air", "options"))
    assert not {"air_superiority", "bomb"} & plain.verbs


@pytest.mark.parametrize(
    ("die", "german", "french"),
    [(1, "0914", "0615"), (3, "dead", "dead"), (5, "0914", "0615"), (6, "0914", "dead")],
)
def test_38_2_only_eliminations_count_and_only_airbases_suffer(
    die: int, german: str, french: str
) -> None:
    """AA, BB, DW and DD at 200%; the strongest is lost."""
    t = raid(die).choose("fly")
    assert (t.where("GEStr1"), t.where("FRTac1")) == (german, french)
    assert (t.where("GETac1"), t.where("FR2")) == ("0914", "0615")
    assert t.vp == (60 - 2 * (french == "dead"), 70 - 2 * (german == "dead"))


def test_38_2_whoever_struck_flies_nothing_else_this_turn() -> None:
    t = raid(1).choose("fly").declare(ARRAS, "GE1")
    assert "support" not in t.verbs
    t = raid(1).choose("fly").until("Central combat 2").declare(ARRAS, "GE1")
    assert "support" not in t.verbs


def test_38_2_whoever_has_supported_does_not_strike_later() -> None:
    t = table(RAID, 4).declare(ARRAS, "GE1").choose("support GETac1", "big_push")
    t.until("Central combat 2").choose("air_superiority 0615")
    assert t.choices("with") | {"GEStr1"} == {"GEStr1"}


def test_38_2_it_does_not_use_up_the_hex_for_those_on_the_ground() -> None:
    """[R84]"""
    t = table(RAID.replace("Tac1@0615", "Tac1@0714"), 1)
    t.choose("air_superiority 0714", "with GETac1", "fly")
    assert t.may("attack 0714")


STRANDED = """
    turn 5 phase Central attrition
    options air
    GE 1@1126 3@1225 Tac4@{Cagliari}
"""


def test_38_3_one_unit_a_phase_is_supplied_from_the_air() -> None:
    t = table(STRANDED, 1)
    assert (t.asked, t.choices("fly_supply")) == ("AerialSupply", {"GE1", "GE3"})
    t.choose("fly_supply GE1")
    assert (t.where("GE1"), t.where("GE3")) == ("1126", "dead")


def test_38_3_only_by_an_idle_airbase_in_range() -> None:
    t = table(STRANDED.replace("{Cagliari}", "{Gallipoli}"), 4, 4, 4)
    assert (t.asked, t.legal) == ("AerialSupply", {"done"})
    assert t.refused("fly_supply GE1") == "18.3"
    busy = table(
        """
        turn 5 phase Central combat 1
        options air
        BR 1@1225
        GE 1@1126 Tac4@{Cagliari}
        """,
        2,
        4,
    )
    busy.declare("1225", "GE1").choose("support GETac4", "big_push")
    busy.until("Central combat 2").choose("done")
    assert (busy.asked, busy.legal) == ("AerialSupply", {"done"})
    assert busy.refused("fly_supply GE1") == "38.3"


@pytest.mark.parametrize(
    ("die", "allied", "german"), [(1, 60, "dead"), (5, 60, "0813"), (6, 56, "0813")]
)
def test_38_4_bombing_a_city_costs_its_worth(die: int, allied: int, german: str) -> None:
    """4 against London's 4: AD, DW, DD at 100%. Nobody needs to be there."""
    t = table(
        """
        turn 2 phase Central combat 1
        options air
        vp 60 70
        FR 1@0714
        GE 1@0814 Str1@{Brussels}
        """,
        die,
    )
    t.choose(f"bomb {city('London')}", "with GEStr1", "fly")
    assert (t.vp[0], t.where("GEStr1")) == (allied, german)


def test_38_4_airbases_in_the_city_help_and_it_is_bombed_once_a_phase() -> None:
    t = table(
        """
        turn 2 phase Central combat 1
        options air
        vp 60 70
        BR Tac1@{London}
        FR 1@0714
        GE 1@0814 Str1@{Brussels} Tac1@{Brussels} Tac2@{Brussels}
        """,
        6,
    )
    london = city("London")
    # 4 against 4 + 3: half, where a six is DW and hurts nobody.
    t.choose(f"bomb {london}", "with GEStr1", "fly")
    assert t.vp[0] == 60
    assert not t.may(f"bomb {london}")
    assert t.may(f"air_superiority {london}")
    t.until("Central combat 2")
    assert t.may(f"bomb {london}")


def faces(t: Table, side: str, hex_: str) -> list[str]:
    """The symbols of the pieces a side sees in a hex."""
    return [piece.symbol for piece in t.seen_by(side).pieces if piece.place == hex_]


def test_38_5_supplied_airbases_see_into_enemy_stacks() -> None:
    near = table(RAID + "FR 3@0715 Cav1@0715\n")
    assert "unknown" not in faces(near, "Central", "0715")
    blind = table(RAID.replace("options air", "options") + "FR 3@0715 Cav1@0715\n")
    assert "unknown" in faces(blind, "Central", "0715")


def test_38_2_the_odds_are_known_before_anybody_flies() -> None:
    """Seven against three: 200%, by the same table as on the ground."""
    found = GAME.odds(raid().state, None)
    assert (found.title, found.column, found.chart) == ("0615 Paris", "200%", "Big Push results")
    assert [(m.case, m.amount) for m in found.attack] == [("38.2", 3), ("38.2", 4)]
    assert [(m.case, m.amount) for m in found.defence] == [("38.2", 3)]
    meanings = {result.result: (result.rolls, result.meaning) for result in found.results}
    assert meanings["BB"] == (
        (3, 4),
        "the strongest of the attacking airbases lost, the strongest of the enemy airbases lost",
    )
    assert meanings["DD"] == ((6,), "the strongest of the enemy airbases lost")
    assert meanings["DW"][1] == "nothing happens"
    assert sum(result.probability for result in found.results) == pytest.approx(1)


def test_38_2_an_air_attack_may_be_described() -> None:
    t = table(RAID)
    found = GAME.odds(t.state, "GETac1 GEStr1 > 0615 air_superiority")
    assert (found.attack_total, found.defence_total) == (7, 3)
    # Nobody flies yet, so there is nothing to show.
    with pytest.raises(ValueError, match="no attack is being made"):
        GAME.odds(t.choose("air_superiority 0615").state, None)


def test_38_4_a_city_without_points_has_nothing_to_lose() -> None:
    """[R87] Rouen is in range like Paris, and worth nothing."""
    t = table("""
        turn 2 phase Central combat 1
        options air
        FR 1@0714
        GE 1@0814 Str1@{Brussels}
    """)
    assert t.may(f"bomb {city('Paris')}")
    assert t.refused(f"bomb {city('Dijon')}") == "R87"


def test_38_4_the_odds_of_bombing_tell_what_the_city_is_worth() -> None:
    """[33.2] With high morale a column to the right, and the odds say so."""
    text = """
        turn 2 phase Central combat 1
        options air morale
        vp 60 80
        BR Tac1@{London}
        FR 1@0714
        GE 1@0814 Str1@{Brussels}
    """
    t = table(text).choose(f"bomb {city('London')}", "with GEStr1")
    found = GAME.odds(t.state, None)
    assert [(m.case, m.amount) for m in found.defence] == [("38.4", 3), ("38.4", 4)]
    assert found.column == "100%"
    assert [note.case for note in found.notes] == ["33.2"]
    hit = next(result for result in found.results if result.result == "DD")
    assert hit.meaning == "the enemy loses 4 victory points"


@pytest.mark.parametrize("die", range(1, 7))
def test_38_2_what_the_odds_promise_is_what_the_die_brings(die: int) -> None:
    t = raid(die)
    found = next(r for r in GAME.odds(t.state, None).results if die in r.rolls)
    t.choose("fly")
    assert t.said(f"die {die} at 200%: {found.result}")
    lost = (t.where("GEStr1") == "dead", t.where("FRTac1") == "dead")
    assert lost == ("attacking" in found.meaning, "enemy" in found.meaning)


def test_38_5_who_is_seen_from_the_air() -> None:
    """Enemies in range of one's own supplied airbases, and nobody else."""
    t = table(
        """
        turn 2 phase Central combat 1
        options air
        FR 1@0714 2@0615 Tac1@0615 3@{Lyon} 4@{Lyon}
        GE 1@0814 HQHL@0917 Tac1@1015
        TU 1@1126
        """
    )
    assert looked_at(t.state, 1) == GRID.hexes("0714")
    assert looked_at(t.state, 0) == GRID.hexes("0814", "0917")
    plain = table("turn 2 phase Central combat 1\nFR 1@0714\nGE 1@0814 Tac1@1015\n")
    assert looked_at(plain.state, 1) == 0
    # An airbase that is cut off sees nothing.
    lost = table("turn 2 phase Central combat 1\noptions air\nFR 1@1125\nGE Tac1@1126 1@1126\n")
    assert looked_at(lost.state, 1) == 0


def test_38_2_38_5_only_airbases_that_are_seen_are_struck_and_only_in_range() -> None:
    """[R85] Paris on top, Lyon out of range; at Amiens one below an army, seen from the air."""
    text = """
        turn 2 phase Central combat 1
        options air
        FR 1@0714 Tac1@{Paris} Tac2@{Lyon} 2@{Amiens} Tac3@{Amiens} 3@{Rouen} 4@{Rouen}
        GE 1@0814 {}@0813
    """
    near = table(text.replace("{}", "Tac1"))
    assert near.choices("air_superiority") == {city("Paris"), city("Amiens")}
    # An airbase that is itself cut off from supply sees no further than others do.
    hidden = table(text.replace("{}", "Tac1").replace("options air", "options air\nserved GETac1"))
    assert not hidden.choices("air_superiority")


def test_38_2_all_airbases_are_lost_in_a_catastrophe_on_either_side() -> None:
    """Seven against one... 4 against 7 is 50%: one is AD; three airbases against one: 600%."""
    t = table(
        """
        turn 2 phase Central combat 1
        options air
        vp 60 70
        FR 1@0714
        IT Tac1@0615 Tac2@0615
        GE 1@0814 Tac1@0914 Str1@0914 Tac2@0814 Tac3@0814
        AH Tac1@0813
        """
    ).choose("air_superiority 0615")
    for unit in ("GETac1", "GEStr1", "GETac2", "GETac3", "AHTac1"):
        t.choose(f"with {unit}")
    # 15 against 4: 300%; a six is DD, and among equals the owner chooses.
    t.roll(6).choose("fly")
    assert (t.who, t.choices("lose")) == ("Allied", {"ITTac1", "ITTac2"})
    t.choose("lose ITTac2")
    assert (t.where("ITTac1"), t.where("ITTac2")) == ("0615", "dead")
    rout = table(
        """
        turn 2 phase Central combat 1
        options air
        vp 60 70
        FR 1@0714 Tac1@0615 Tac2@0615 Tac3@0615
        GE 1@0814
        AH Tac1@0813 Tac2@0813
        """,
        1,
    ).choose("air_superiority 0615", "with AHTac1", "with AHTac2", "fly")
    # Four against nine is less than half: a catastrophe.
    assert (rout.where("AHTac1"), rout.where("AHTac2"), rout.vp) == ("dead", "dead", (60, 66))
