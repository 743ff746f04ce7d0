"""Section 8.5: how attacker and defender bear their losses."""

from __future__ import annotations

import random
import re

import pytest

from tests.world_war_one.battles import assault, declared, fight, fronts, pause, rolled
from tests.world_war_one.table import Table, table
from trenchline.games.world_war_one.components import (
    CRT,
    FORT_NATION,
    INFILTRATORS,
    NATION_OF,
)
from trenchline.games.world_war_one.losses import AttackerLoss, DefenderLoss, Payment
from trenchline.games.world_war_one.retreat import RetreatPath
from trenchline.games.world_war_one.state import LOST, POOL, State
from trenchline.kernel.steps import Decision

FIELD = """turn 3 phase Central attack {set}
           FR crp {crp} 1@0407
           GE crp 9 5@0508 6@0507 3@0406
           ruined 0505 0506"""
"""Three Germans against a French army with room behind it: +9, a die of 1 is 1/5."""


def paid(die: int) -> list[str]:
    """What the attackers of the field above choose to pay."""
    return [f"pay {CRT.cell(die, 9)[0]}"]


CORNER = """turn 3 phase Central attack {set}
            FR crp {crp} 1@0110
            BR crp 9
            GE crp {german} 5@0209
            ruined 0310 0408 0409"""
"""A French army on the map's edge that cannot retreat: +1, a die of 1 is 1/2, one of 4 is 3/1."""

CUT_OFF = """turn 3 phase Allied attack {set}
             FR crp 9 1@0308 2@0305
             AH crp 9 1@0207"""
"""An Austrian army out of supply in France, with room to retreat: +2, a die of 1 is 1/3."""


# The defender.


@pytest.mark.parametrize(
    ("crp", "legal"),
    [
        (9, {"hold", "retreat 1", "retreat 2", "retreat 3", "retreat 4", "retreat 5"}),
        (4, {"retreat 1", "retreat 2", "retreat 3", "retreat 4", "retreat 5"}),
        (3, {"retreat 2", "retreat 3", "retreat 4", "retreat 5"}),
        (0, {"retreat 5"}),
    ],
)
def test_8_51_the_defender_retreats_pays_or_does_both(crp: int, legal: set[str]) -> None:
    """[R8] A hex for a point, the rest in points, and never more hexes than the loss."""
    p = pause(FIELD.format(set=1, crp=crp), "GE5 GE6 GE3 > 0407", 1, DefenderLoss)
    assert p.legal == legal
    assert Table(p.state.copy()).who == "Allied"
    assert p.refused("retreat 6") == "8.6"
    if crp < 5:
        assert p.refused("hold") == "8.51"
    assert p.refused("retreat 0") == "8.51"
    assert p.refused("done") == "8.0/PR"
    assert p.refused("advance GE5") == "8.76"
    assert p.refused("retreat_to 0308") == "8.51"
    assert p.refused("ruin") == "12.44"


def test_8_51_worked_example_two_hexes_and_three_points() -> None:
    """A9: a loss of five."""
    p = pause(FIELD.format(set=1, crp=3), "GE5 GE6 GE3 > 0407", 1, DefenderLoss)
    t = p.choose("retreat 2")
    assert t.crp("FR") == 0
    while t.asked == "RetreatPath":
        t.choose(min(t.legal))
    assert t.where("FR1") in {"0208", "0207", "0209", "0310", "0309"}


def test_8_51_a_unit_out_of_supply_retreats_the_whole_way() -> None:
    """[9.21] It may not pay; nor may it choose to die, even in the third phases [R8]."""
    p = pause(CUT_OFF.format(set=3), "FR1 > 0207", 4, DefenderLoss, "pay 3")
    assert p.legal == {"retreat 1"}
    assert p.refused("hold") == "9.21"
    assert p.refused("destroy") == "8.51"
    t = p.choose("retreat 1")
    assert t.crp("AH") == 9
    p = pause(CUT_OFF.format(set=1), "FR1 > 0207", 1, DefenderLoss)
    assert p.legal == {"retreat 3"}
    assert p.refused("retreat 2") == "9.21"


@pytest.mark.parametrize("rank", "123")
def test_9_21_a_unit_out_of_supply_that_cannot_retreat_is_lost_for_good(rank: str) -> None:
    """[8.51] However many points its nation has."""
    surrounded = f"""turn 3 phase Central attack {rank}
                     FR crp 9 1@0207
                     GE crp 9 5@0307 6@0208 7@0107
                     ruined 0408 0409 0310"""
    p = pause(surrounded, "GE5 > 0207", 4, DefenderLoss, "pay 3")
    assert p.legal == {"destroy"}
    assert p.refused("retreat 1") == "8.61"
    t = p.choose("destroy")
    assert t.where("FR1") == "lost"
    assert t.crp("FR") == 9


@pytest.mark.parametrize(("rank", "may"), [(1, False), (2, False), (3, True)])
def test_8_53_units_are_given_up_by_choice_only_in_the_third_phases(rank: int, may: bool) -> None:
    """[4.0/4] [4.0/8] [R5] Attacker and defender alike."""
    field = FIELD.format(set=rank, crp=9)
    p = pause(field, "GE5 GE6 GE3 > 0407", 1, AttackerLoss)
    assert ("lose GE5" in p.legal) == may
    if not may:
        assert p.refused("lose GE5") == "8.53"
    p = pause(field, "GE5 GE6 GE3 > 0407", 1, DefenderLoss, "pay 1")
    assert ("destroy" in p.legal) == may
    if not may:
        assert p.refused("destroy") == "8.53"


@pytest.mark.parametrize("rank", "12")
def test_8_54_a_unit_dies_when_nothing_else_settles_the_loss(rank: str) -> None:
    """It was in supply, so it may be rebuilt [10.26]."""
    t = table(CORNER.format(set=rank, crp=1, german=9), 1)
    assault(t, "GE5 > 0110")
    assert t.where("FR1") == "pool"
    # Nothing is paid for a unit that dies, not even in part.
    assert t.crp("FR") == 1
    t = assault(table(CORNER.format(set=rank, crp=2, german=9), 1), "GE5 > 0110")
    assert t.where("FR1") == "0110"
    assert t.crp("FR") == 0


def test_8_56_no_change_is_given() -> None:
    """A19: destroyed by choice for a loss of one with nine points at hand."""
    p = pause(CORNER.format(set=3, crp=9, german=9), "GE5 > 0110", 4, DefenderLoss, "pay 3")
    assert p.legal == {"hold", "destroy"}
    t = p.choose("destroy")
    assert t.crp("FR") == 9
    assert t.where("FR1") == "pool"


# The attacker.


def test_8_52_the_attacker_pays_or_loses_a_unit_and_never_retreats() -> None:
    p = pause(CORNER.format(set=3, crp=9, german=9), "GE5 > 0110", 4, AttackerLoss)
    assert p.legal == {"pay 3", "lose GE5"}
    assert Table(p.state.copy()).choose("pay 3").crp("GE") == 6
    assert p.refused("retreat 3") == "8.52"
    assert p.refused("hold") == "8.52"
    assert p.refused("lose GE6") == "8.52"
    assert p.refused("pay 2") == "8.57"
    t = p.choose("lose GE5")
    assert t.where("GE5") == "pool"
    assert t.crp("GE") == 9


def test_8_53_the_attacker_never_gives_up_a_fort() -> None:
    p = pause(CORNER.format(set=3, crp=9, german=9), "GE5 > 0110", 4, AttackerLoss)
    assert p.refused("ruin") == "8.53"


@pytest.mark.parametrize("rank", "12")
def test_8_54_attackers_who_cannot_pay_lose_one_unit(rank: str) -> None:
    """[R7] All or nothing: two points do not soften a loss of three."""
    p = pause(CORNER.format(set=rank, crp=9, german=2), "GE5 > 0110", 4, AttackerLoss)
    assert p.legal == {"lose GE5"}
    assert p.refused("pay 2") == "8.54"
    assert p.choose("lose GE5").crp("GE") == 2


JOINT = """turn 3 phase Central attack {set}
           RS crp 9 1@1816
           SB crp 0
           GE crp {ge} 5@1717
           AH crp {ah} 1@1817
           TU crp {tu} 1@1716"""
"""Germans, Austrians and Turks against a Russian: 7 - 3 = +4, a die of 4 is 3/2."""


def test_8_55_one_unit_of_any_nation_settles_the_whole_loss() -> None:
    p = pause(JOINT.format(set=3, ge=9, ah=9, tu=0), "GE5 AH1 TU1 > 1816", 6, AttackerLoss)
    assert {"lose GE5", "lose AH1", "lose TU1"} <= p.legal
    t = p.choose("lose TU1")
    assert [t.where(key) for key in ("TU1", "GE5", "AH1")] == ["pool", "1717", "1817"]
    assert (t.crp("GE"), t.crp("AH")) == (9, 9)


@pytest.mark.parametrize(("die", "loss"), [(1, 1), (4, 3), (6, 5)])
@pytest.mark.parametrize("unit", ["GE5", "AH1", "TU1"])
def test_8_55_one_attacker_settles_any_loss_and_nothing_more_is_asked(
    die: int, loss: int, unit: str
) -> None:
    """However great or small: the others stay, nobody pays, and the unit may be built again."""
    p = pause(JOINT.format(set=3, ge=9, ah=9, tu=6), "GE5 AH1 TU1 > 1816", die, AttackerLoss)
    assert isinstance(p.step, AttackerLoss)
    assert p.step.loss == loss
    before = dict(zip(("GE5", "AH1", "TU1"), ("1717", "1817", "1716"), strict=True))
    t = p.choose(f"lose {unit}")
    assert {key: t.where(key) for key in before} == before | {unit: "pool"}
    assert [t.crp(nation) for nation in ("GE", "AH", "TU")] == [9, 9, 6]
    # The next to be asked is the defender.
    assert (t.asked, t.who) == ("DefenderLoss", "Allied")


@pytest.mark.parametrize("die", [1, 4, 5])
def test_8_55_a_destroyed_defender_settles_any_loss(die: int) -> None:
    """Whatever it was, it is paid: no points, no retreat, and the attacker may advance."""
    p = pause(FIELD.format(set=3, crp=9), "GE5 GE6 GE3 > 0407", die, DefenderLoss, *paid(die))
    t = p.choose("destroy")
    assert (t.where("FR1"), t.crp("FR")) == ("pool", 9)
    assert t.asked == "Advance"


def test_8_57_the_owner_splits_the_loss_between_the_nations() -> None:
    """[10.1] Only nations that took part pay."""
    joint = JOINT.format(set=1, ge=2, ah=1, tu=1)
    attack = ("GE5 AH1 TU1 > 1816", 4)
    p = pause(joint, *attack, AttackerLoss)
    assert p.legal == {"pay 1", "pay 2"}
    assert p.refused("pay 0") == "8.57"
    p = pause(joint, *attack, Payment, "pay 2")
    assert p.legal == {"pay 0", "pay 1"}
    assert p.refused("pay 2") == "8.57"
    assert p.refused("lose GE5") == "8.57"
    t = p.choose("pay 0")
    assert (t.crp("GE"), t.crp("AH"), t.crp("TU")) == (0, 1, 0)
    p = pause(joint, *attack, Payment, "pay 1")
    assert p.legal == {"pay 1"}
    assert p.refused("pay 0") == "8.57"
    t = p.choose("pay 1")
    assert (t.crp("GE"), t.crp("AH"), t.crp("TU")) == (1, 0, 0)
    # Without the Turks the two others just manage; with less, one of the three must go.
    p = pause(joint, "GE5 AH1 > 1816", 4, AttackerLoss)
    assert p.legal == {"pay 2"}
    p = pause(JOINT.format(set=1, ge=1, ah=1, tu=0), *attack, AttackerLoss)
    assert p.legal == {"lose GE5", "lose AH1", "lose TU1"}


def test_8_57_a_guest_and_the_fort_that_shelters_him_share_the_loss() -> None:
    """[R63] British in Verdun."""
    verdun = """turn 3 phase Central attack 1
                FR crp {fr}
                BR crp {br} 1@0408
                GE crp 9 5@0508 6@0509"""
    p = pause(verdun.format(fr=1, br=1), "GE5 GE6 > 0408", 1, DefenderLoss)
    assert "hold" in p.legal
    p = pause(verdun.format(fr=9, br=9), "GE5 GE6 > 0408", 1, Payment, "hold")
    assert p.legal == {"pay 0", "pay 1", "pay 2"}
    assert Table(p.state.copy()).who == "Allied"
    t = p.choose("pay 0")
    assert (t.crp("BR"), t.crp("FR")) == (9, 7)
    p = pause(verdun.format(fr=1, br=0), "GE5 GE6 > 0408", 1, DefenderLoss)
    assert "hold" not in p.legal


def test_9_21_a_fort_out_of_supply_pays_nothing_for_its_guest() -> None:
    """[9.5] Belgians in Maubeuge draw on Brussels; the French fort is cut off from the edge."""
    maubeuge = """turn 3 phase Central attack 1
                  FR crp 9
                  BL crp {belgian} Army@0306
                  GE crp 9 5@0206 6@0204 7@0308
                  ruined 0310 0408 0409"""
    p = pause(maubeuge.format(belgian=0), "GE5 > 0306", 1, DefenderLoss)
    assert p.legal == {"retreat 2"}
    assert p.refused("hold") == "8.51"
    t = pause(maubeuge.format(belgian=9), "GE5 > 0306", 1, DefenderLoss).choose("hold")
    assert (t.crp("BL"), t.crp("FR")) == (7, 9)


def test_9_21_nor_does_a_supplied_fort_pay_for_a_guest_who_is_cut_off() -> None:
    """Antwerp feeds itself; the British in it are surrounded and lost, whatever Belgium has."""
    antwerp = """turn 3 phase Central attack 1
                 BR crp 9 1@0505
                 BL crp 9
                 GE crp 9 5@0405 6@0506 7@0605
                 ruined 0506 0605"""
    p = pause(antwerp, "GE5 GE6 > 0505", 4, DefenderLoss)
    assert p.legal == {"destroy"}
    assert p.refused("hold") == "9.21"
    t = p.choose("destroy")
    assert (t.where("BR1"), t.crp("BR"), t.crp("BL")) == ("lost", 9, 9)


def test_10_1_only_the_units_own_nation_pays() -> None:
    """The British nine points are of no use to the French."""
    t = assault(table(CORNER.format(set=1, crp=0, german=9), 4), "GE5 > 0110")
    assert t.where("FR1") == "pool"
    assert t.crp("BR") == 9
    # Their own pay, and are spent.
    t = assault(table(CORNER.format(set=1, crp=5, german=9), 4), "GE5 > 0110")
    assert (t.where("FR1"), t.crp("FR"), t.crp("BR"), t.crp("GE")) == ("0110", 4, 9, 6)


def test_8_58_without_points_one_attacks_all_the_same() -> None:
    """It costs a unit, unless an ally in the attack can pay."""
    t = assault(table(CORNER.format(set=1, crp=9, german=0), 4), "GE5 > 0110")
    assert t.where("GE5") == "pool"
    p = pause(JOINT.format(set=1, ge=0, ah=9, tu=0), "GE5 AH1 > 1816", 4, AttackerLoss)
    assert p.legal == {"pay 0"}


# Everything at once.


def asks_by_case(state: State, step: Decision[State]) -> None:
    """Every question names the case it rests on."""
    assert re.search(r"\[\d+\.\d+\]$", step.prompt(state))


def test_8_51_every_loss_is_settled_exactly() -> None:
    """[8.52] [8.55] [8.57] [12.35] Many battles, all dice, every choice at random."""
    rng = random.Random(5)
    destroyed = paid = retreated = 0
    for text, state in fronts(5, 150):
        for attack in declared(state, rng):
            for die in range(1, 7):
                result = rolled(attack, die)
                battle = result.battle
                after, made = fight(attack, die, rng, asks_by_case)
                spent = {
                    n: b - a for n, (b, a) in enumerate(zip(attack.crp, after.crp, strict=True))
                }
                fallen = [unit for unit in battle.attackers if after.where[unit] < 0]
                bearers = {NATION_OF[u] for u in battle.attackers}
                if battle.infiltrating:
                    bearers = {NATION_OF[u] for u in battle.attackers if INFILTRATORS >> u & 1}
                cost = sum(spent.pop(nation, 0) for nation in bearers)
                # The attacker pays all of it, or loses one unit and pays nothing.
                assert (cost, len(fallen)) in ((result.loss, 0), (0, 1)), text
                assert all(NATION_OF[u] in bearers and after.where[u] == POOL for u in fallen), text
                hexes = sum(isinstance(step, RetreatPath) for step, _ in made)
                defender = battle.unit
                payers = set() if defender is None else {NATION_OF[defender]}
                if battle.fort:
                    payers.add(FORT_NATION[battle.target])
                assert {nation for nation, points in spent.items() if points} <= payers, text
                settled = sum(spent.values())
                gone = battle.fort and not after.intact >> battle.target & 1
                if defender is not None and after.where[defender] < 0:
                    assert (settled, hexes) == (0, 0), text
                    assert after.where[defender] == (POOL if battle.supplied else LOST), text
                    destroyed += 1
                elif defender is None and gone:
                    assert settled == 0, text
                else:
                    assert settled + hexes == battle.loss, text
                    assert battle.supplied or not settled, text
                    retreated += bool(hexes)
                    paid += bool(settled)
    assert min(destroyed, paid, retreated) > 100
