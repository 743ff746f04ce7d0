"""Chapter 9: who is in supply, from what, and what becomes of those who are not."""

from __future__ import annotations

import random

import pytest

from tests.world_war_one.plain_supply import PlainSupply
from tests.world_war_one.table import Table, fed, table, would_be_fed
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.combat import AttackPhase
from trenchline.games.world_war_one.components import CENTRAL, CODES, GRID
from trenchline.games.world_war_one.movement import MovementPhase
from trenchline.games.world_war_one.resources import Building
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.strength import defence
from trenchline.games.world_war_one.supply import is_fort_supplied, supplied
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import settle, take
from trenchline.kernel.steps import count, pick


def strength_of(t: Table, label: str) -> int:
    return sum(part.amount for part in defence(t.state, GRID.hex(label)))


# Paths.


def test_9_0_a_path_of_any_length_feeds_a_unit_and_a_closed_one_does_not() -> None:
    far = table("""
        turn 5 phase Central movement
        GE 1@2926
        RS 1@2910
    """)
    assert fed(far, "GE1")
    # Two armies close the corner of the map; supply does not affect movement.
    shut = table("""
        turn 5 phase Central movement
        GE 1@2926
        RS 1@2824 2@2725
    """)
    assert not fed(shut, "GE1")
    assert shut.choose("unit GE1").may("move 2925")


def test_9_3_a_path_winds_through_rough_and_clear_alike() -> None:
    t = table("""
        turn 5 phase Central movement
        AH 1@0725
        SB 1@0926
    """)
    assert fed(t, "AH1")


@pytest.mark.parametrize(
    ("russians", "open_"),
    [
        ("1@2013", True),
        ("1@2011", True),  # 1910 is still free
        ("1@2011 2@1910", False),  # enemies on both ways, a zone on 1911
        ("1@1911", False),  # his zone lies on both ways
    ],
)
def test_9_31_enemies_and_their_zones_cut_a_path(russians: str, open_: bool) -> None:
    t = table(f"""
        turn 5 phase Central movement
        GE 8@2010
        RS {russians}
    """)
    assert fed(t, "GE8") == open_


def test_9_31_a_neutral_country_carries_no_path() -> None:
    # The Serbs in Albania's corner reach Nish only through Albania or Greece.
    text = """
        turn 5 phase Allied movement
        SB 1@0725
        AH 1@0823 2@0925
        {albania}
    """
    assert not fed(table(text.format(albania="")), "SB1")
    assert fed(table(text.format(albania="AB open")), "SB1")


def test_9_31_a_blocked_hexside_carries_no_path() -> None:
    # Between 0618 and the Croatian coast the sea is in the way.
    text = """
        turn 5 phase Central movement
        AH 1@0618
        IT 1@0717
        ruined 0618
        {friend}
    """
    assert not fed(table(text.format(friend="GE 1@0719")), "AH1")
    assert fed(table(text.format(friend="GE 1@0718")), "AH1")


def test_9_31_an_enemy_fort_carries_no_path_even_if_it_has_no_zone() -> None:
    text = """
        turn 5 phase Central movement
        AH 1@2018
        RS 1@2013
        GE {germans}
        ruined 2014 2219 {ruin}
    """
    t = table(text.format(germans="1@0510", ruin=""))
    assert not would_be_fed(t, "GE", "2015")
    assert would_be_fed(table(text.format(germans="1@0510", ruin="2015")), "GE", "2015")


def test_9_32_a_friend_keeps_a_path_open_in_an_enemy_zone() -> None:
    text = """
        turn 5 phase Central movement
        GE 8@2010 {friend}
        RS 1@1911
    """
    assert not fed(table(text.format(friend="")), "GE8")
    assert fed(table(text.format(friend="9@2011")), "GE8")
    # A unit lifts the zone in its own hex, a friend of another nation as well [R58].
    assert fed(table(text.format(friend="") + "AH 1@1910 2@1810"), "GE8")


def test_6_52_a_fort_keeps_a_path_open_while_it_stands() -> None:
    # Out of the corner behind Königsberg there is only the way through it.
    text = """
        turn 5 phase Central movement
        GE 1@2210 2@2212
        RS 1@2112 2@2312
        ruined 2014 2316 {ruin}
    """
    assert fed(table(text.format(ruin="")), "GE1")
    assert not fed(table(text.format(ruin="2211")), "GE1")


# What it means.


def test_9_2_unsupplied_units_do_not_attack_and_defend_at_half() -> None:
    t = table("""
        turn 5 phase Central attack 1
        GE crp 20 8@2010
        RS crp 20 1@1911 2@2810
        BR BEF@0206
        FR 1@0306
        AH 1@0205 2@0106 3@0107 4@0208 5@0308 6@0406
        ruined 0306 0106
    """)
    # 6/2 = 3 for Germans and the BEF, 3/2 = 2 for the others.
    assert strength_of(t, "2010") == 3
    assert strength_of(t, "0206") == 3
    assert strength_of(t, "0306") == 2
    assert not t.may("attack 1911")
    assert t.refused("attack 1911").case == "8.15"


def test_9_21_an_unsupplied_unit_cannot_pay_and_is_lost_for_good() -> None:
    t = table("""
        turn 5 phase Allied attack 1
        GE crp 20 8@2010
        RS crp 20 1@1911 2@2011 3@1910
    """).roll(1)
    t.fight("2010", "RS1", "RS2", "RS3")
    # Nothing to decide: 2009 is in enemy zones, so there is no way out.
    assert t.where("GE8") == "lost"
    assert t.crp("GE") == 20


def test_9_22_units_out_of_supply_at_the_end_of_the_turn_never_return() -> None:
    t = table("""
        turn 5 phase Central lending
        GE crp 20 8@2010 1@1409
        AH crp 3
        RS 1@1911 2@2610
    """)
    t.choose("done")
    assert t.turn == 6
    assert t.where("GE8") == "lost"
    assert t.where("GE1") == "1409"
    assert t.crp("GE") == 20


def test_4_0_10e_units_and_forts_out_of_supply_are_destroyed_last_of_all() -> None:
    """[9.22] [9.5] After both sides have lent."""
    t = table("""
        turn 5 phase Allied lending
        BR crp 5
        GE crp 20 1@2211 2@1409
        AH crp 3
        RS 1@2212 2@2112 3@2311 4@2810
    """)
    t.choose("done")
    assert (t.phase, t.where("GE1"), t.fort("2211")) == ("Central lending", "2211", True)
    t.choose("done")
    assert (t.turn, t.where("GE1"), t.fort("2211")) == (6, "lost", False)


def test_9_22_judged_first_then_removed_all_at_once() -> None:
    """[R45] Two armies that cut each other off both go."""
    t = table("""
        turn 5 phase Central lending
        GE crp 20 1@1710 2@1812 3@2012 8@2010 9@1409
        AH crp 3
        RS 1@1911
    """)
    assert not fed(t, "GE8")
    assert not fed(t, "RS1")
    t.choose("done")
    assert t.where("GE8") == "lost"
    assert t.where("RS1") == "lost"
    assert t.where("GE1") == "1710"


def test_9_22_the_armies_of_neutrals_need_no_supply() -> None:
    t = table("""
        turn 5 phase Central lending
        GE crp 20 1@1409
        AH crp 3
        NE Army@0705
        RS 4@2810
    """)
    assert t.choose("done").turn == 6
    assert (t.side("NE"), t.where("NEArmy")) == ("neutral", "0705")


def test_9_23_halving_comes_before_rough_and_winter() -> None:
    t = table("""
        turn 6 phase Allied movement
        GE 1@2313
        RS 1@2212 2@2414 3@2411
        ruined 2211
    """)
    assert not fed(t, "GE1")
    # 6 halved is 3, then 1 for rough and 2 for winter; not half of 9.
    assert strength_of(t, "2313") == 6


def test_9_4_supply_is_judged_at_the_instant_of_each_combat() -> None:
    # Danzig's garrison hangs on a friend in 2011; when he is driven off it is cut.
    t = table("""
        turn 5 phase Allied attack 1
        GE crp 0 8@2010 9@2011
        RS crp 30 1@1911 2@2012 3@1910
    """)
    assert strength_of(t, "2010") == 6
    t.roll(1).fight("2011", "RS1", "RS2")
    t.choose("retreat_to 2211", "done")
    # Still the same phase.
    assert t.phase == "Allied attack 1"
    assert strength_of(t, "2010") == 3
    # The Russian in 1910 is now a match for it alone.
    t.roll(1).fight("2010", "RS3")
    assert t.where("GE8") == "lost"


def test_9_5_forts_need_supply_and_may_be_rebuilt_all_the_same() -> None:
    text = """
        turn 5 phase Central lending
        GE crp 20 1@1409
        AH crp 3
        RS 1@2212 2@2112 3@2311 4@2810
        {more}
    """
    cut = table(text.format(more=""))
    assert not is_fort_supplied(cut.state, GRID.hex("2211"))
    assert strength_of(cut, "2211") == 1
    cut.choose("done")
    assert not cut.fort("2211")
    # Metz, joined to the interior, stands.
    assert cut.fort("0509")
    # Back in supply it is built up again.
    again = table("""
        turn 5 phase Central build
        GE crp 20 1@1409
        RS 4@2810
        ruined 2211
    """)
    again.choose("rebuild 2211")
    assert again.fort("2211")
    assert again.crp("GE") == 18


# Compared with plain queues.


def positions(seed: int, every: int) -> list[State]:
    """Positions from a random game, taken when no unit is in hand."""
    rng = random.Random(seed)
    options = {option.name: rng.choice(option.values) for option in GAME.options}
    state = GAME.new(rng.choice(GAME.scenarios).name, options)
    dice = PlannersDice(rng)
    found = []
    choices = settle(state, dice)
    taken = 0
    while choices:
        taken += 1
        resting = isinstance(state.stack[-1], MovementPhase | AttackPhase | Building)
        if resting and taken >= every:
            found.append(state.copy())
            taken = 0
        take(state, *pick(choices, int(rng.random() * count(choices))))
        choices = settle(state, dice)
    return found


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(12))
def test_9_0_supply_agrees_with_plain_queues(seed: int) -> None:
    compared = 0
    for state in positions(seed, every=20):
        plain = PlainSupply(state)
        for nation, side in enumerate(state.status):
            if side <= CENTRAL:
                expected = plain.supplied(CODES[nation])
                assert set(GRID.labels(supplied(state, nation))) == expected, GAME.notation(state)
                compared += 1
    assert compared > 100
