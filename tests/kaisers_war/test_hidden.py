"""What hides tells nothing: whatever the enemy does, he hears the same of a unit that he cannot see
and of another in its place [10.1] [10.2]."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import city, table
from tests.kaisers_war.twins import assert_told_alike
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.components import CENTRAL, UNITS
from trenchline.games.kaisers_war.view import SECRET
from trenchline.kernel.knowledge import Knowledge

STARVING = """
    turn 5 phase Central attrition
    options {}
    GE Cav1@1126 Tac1@1126
    CG 1@{{Berlin}}
"""


@pytest.mark.parametrize("die", [2, 5])
def test_10_1_attrition_does_not_name_who_lies_hidden_bug(die: int) -> None:
    """Dice are rolled openly, for a unit in a hex; which one is its owner's secret."""
    text = STARVING.format("")
    other = text.replace("Tac1", "ExpBK")
    t, _ = assert_told_alike("Allied", text, other, dice=(4, die))
    t = table(text, 4, die)
    assert any("German tactical air 1" in line for line in t.log if "only" in line)
    assert not any("German tactical air 1" in line for line in t.log if "only" not in line)


def test_38_3_supply_from_the_air_tells_neither_who_nor_whence_bug() -> None:
    """Asked or not, and whoever is fed, the enemy hears of a unit in a hex, and nothing of any
    airbase."""
    text = STARVING.format("air").replace("CG 1@{Berlin}", "CG 1@{Cagliari}\nGE Tac4@{Cagliari}")
    other = text.replace("Tac4", "ExpBK")
    assert_told_alike("Allied", text, other, "done", dice=(4, 4, 4))
    other = text.replace("Tac1", "ExpCK")
    acts = (("fly_supply GETac1", "fly_supply GEExpCK"),)
    t, _ = assert_told_alike("Allied", text, other, *acts, dice=(4,))
    assert t.said("A unit at 1126 is supplied from the air")


HOME = """
    turn 2 phase Allied movement
    BR 1@{Portsmouth} Mech1@{Portsmouth} Amph1:fleet
    GE 1@0814
"""


def test_20_1_whoever_is_shipped_home_from_under_a_stack_stays_unknown_bug() -> None:
    other = HOME.replace("Mech1", "Tank1")
    acts = (("unit BRMech1", "unit BRTank1"), "ship_home British_Empire")
    t, _ = assert_told_alike("Central", HOME, other, *acts)
    assert t.where("BRMech1") == "british"


def test_36_1_nor_is_it_told_who_embarks_before_he_lands() -> None:
    """A transport that is turned back brings him under his stack again, unseen."""
    text = HOME.replace("movement", "movement\noptions naval").replace("@0814", "@0814 Gun1:fleet")
    acts = ("done", ("unit BRMech1", "unit BRTank1"), f"sail {city('Cherbourg')}", "contest GEGun1")
    t, _ = assert_told_alike("Central", text, text.replace("Mech1", "Tank1"), *acts, dice=(2,))
    assert t.at(city("Portsmouth")) == ["BR1", "BRMech1"]


def test_32_5_a_strike_and_a_mutiny_do_not_tell_who_is_there_bug() -> None:
    """[R89] Every nation of the enemy may be named, and none is a hint."""
    # The top of the stack in Berlin shows; below it and on the track nothing does.
    text = """
        turn 2 phase Central attrition
        options psywar
        vp 60 30
        FR 1@0714
        GE 1@0814 3@0814
        TU 4@{Berlin}
    """
    one, two = text + "AH 4:turn4 6@{Berlin}\n", text + "GE 12:turn4 8@{Berlin}\n"
    for die in (4, 6):
        assert_told_alike("Allied", one, two, "psywar_b", dice=(die,), asked=("nation US",))


def test_9_4_who_is_given_up_from_a_crowd_is_not_told() -> None:
    """And who deserts; but who is lost in battle everybody sees."""
    assert {"give_up", "with"} <= SECRET
    assert "lose" not in SECRET


def test_12_3_who_is_named_for_an_attack_is_not_told_before_it_is_joined_bug() -> None:
    """[R88] Called off again, the attack has told nothing."""
    text = """
        turn 3 phase Central combat 1
        FR 1@3525
        GE 1@3524 Shock2@3524
    """
    acts = ("attack 3525", ("with GEShock2", "with GEExpBK"), "call_off")
    assert_told_alike("Allied", text, text.replace("Shock2", "ExpBK"), *acts)
    t = table(text).choose("attack 3525", "with GEShock2", "call_off")
    assert (t.asked, t.state.fought, t.state.struck) == ("CombatPhase", 0, 0)
    t.choose("attack 3525", "with GEShock2", "join")
    assert t.said("by the German shock army 2")


def test_10_1_a_phase_in_which_hidden_units_cannot_attack_is_not_skipped() -> None:
    """What lies under the headquarters, the enemy must not learn from it."""
    text = """
        turn 3 phase Central combat 1
        FR 1@3525
        GE HQBrM@3524 HQHL@3524
    """
    one = text.replace("HQHL", "1")
    assert table(text).asked == table(one).asked == "CombatPhase"
    assert_told_alike("Allied", text, one)


def test_11_1_nationalists_who_wait_show_because_zones_hang_on_them() -> None:
    """[R77] Under a garrison an army that sleeps has no zone, and one that is awake has."""
    t = table("""
        turn 3 phase Central movement
        options east
        CG 1@{Helsinki}
        FI WG@{Helsinki}
        BR 1@{Viborg}
    """)
    keys = [p.key for p in t.seen_by("Allied").pieces if p.place == city("Helsinki")]
    assert not any(key.startswith("?") for key in keys)
    assert t.state.fierce[CENTRAL] == 0


def test_10_2_a_ship_is_named_when_it_appears_in_a_box() -> None:
    """At a base it was; and whoever is in the fleet acts under his name [19.5]."""
    t = table("turn 3 phase Allied mobilization\nBR Gun2:turn3 1@{Portsmouth}\nGE 1@{Berlin}\n")
    t.choose("arrive BRGun2", "box British_Empire")
    assert t.where("BRGun2") == "fleet"
    assert t.said("British bombardment 2 appears in the British Empire box")


def test_35_1_who_returns_from_annihilation_is_mobilized_unseen_bug() -> None:
    """Its death was told with the turn of its return; whether it was mobilized then showed in what
    the enemy knew, since it was still taken for dead wherever it was."""
    text = """
        turn {} phase Allied mobilization
        options annihilation
        FR ExpCER:dead ExpCEO@0714 ExpCOL@0714
        GE 1@0814
        annihilated FRExpCER-4
    """
    acts = (("mobilize FRExpCER", "mobilize BRExpDF"),)
    tables = assert_told_alike("Central", text.format(4), text.format(4), *acts)
    one, other = (Knowledge(GAME, t.state, CENTRAL) for t in tables)
    assert (one, one.hidden) == (other, other.hidden)
    # Until then everybody knows where it is.
    before = Knowledge(GAME, table(text.format(3)).state, CENTRAL)
    assert not before.hidden >> UNITS["FRExpCER"] & 1
