"""Chapter 37: trenchlines dug during play."""

from __future__ import annotations

from tests.kaisers_war.table import table
from trenchline.games.kaisers_war.notation import parse, parse_attack
from trenchline.games.kaisers_war.strength import concentric, defence_parts

DIG = """
    turn 2 phase Central mobilization
    options trenches
    vp 60 75
    GE 1@3112 3@0814 4@0714 5@1126
    UK 1@3111
"""


def test_37_1_a_supplied_unit_digs_in_for_three_points() -> None:
    t = table(DIG)
    assert "3112" in t.choices("entrench")
    assert not t.fed("GE5")
    assert t.refused("entrench 1126") == "37.1"
    t.choose("entrench 3112")
    assert t.vp == (60, 72)
    assert "entrench" not in table(DIG.replace("vp 60 75", "vp 60 3")).verbs
    assert "entrench" not in table(DIG.replace("options trenches", "options")).verbs


def test_37_2_not_where_a_trenchline_is_of_either_side() -> None:
    t = table(DIG)
    assert {"0814", "0714"} & t.choices("entrench") == set()
    t.choose("entrench 3112")
    assert "3112" not in t.choices("entrench")


DUG = """turn 2 phase Allied combat 1
options trenches
trenches Central 3112
GE 1@3112
BR 1@3111 2@3113
"""


def test_37_3_it_works_like_a_printed_one() -> None:
    state = parse(DUG)
    battle = parse_attack(state, "BR1 BR2 > 3112")
    assert sum(part.amount for part in defence_parts(state, battle)) == 8 * 2
    assert not concentric(state, battle)
    t = table(DUG + "FR 7@0714\nGE 19@0814\n")
    assert "3112" not in t.zone("Allied")
    # 16 against 16: a five is DW, which the entrenched ignore.
    t.fight("3112", "BR1", "BR2", die=5)
    assert t.where("GE1") == "3112"


def test_37_3_it_is_gone_as_soon_as_nobody_is_in_it() -> None:
    t = table(DUG.replace("Allied combat 1", "Central movement") + "GE 3@{Berlin}\n")
    t.choose("unit GE1").choose(f"move {min(t.choices('move'))}")
    assert t.state.trenches == [0, 0]


def test_37_3_one_of_two_may_leave() -> None:
    t = table("turn 2 phase Central movement\ntrenches Central 3112\nGE 1@3112 3@3112\n")
    t.march("GE1", "3211")
    assert t.state.trenches[1]


def test_37_3_the_enemy_cannot_use_it() -> None:
    text = "turn 2 phase Central combat 1\ntrenches Central 3112\nBR 1@3112\nGE 1@3111\n"
    state = parse(text)
    battle = parse_attack(state, "GE1 > 3112")
    assert sum(part.amount for part in defence_parts(state, battle)) == 7
    assert state.trenches == [0, 0]
