"""Section 12.4: fortifications in combat, alone and occupied."""

from __future__ import annotations

import pytest

from tests.world_war_one.battles import assault, pause
from tests.world_war_one.table import Table, table
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.advance import Advance
from trenchline.games.world_war_one.components import GRID
from trenchline.games.world_war_one.losses import DefenderLoss, FortLoss
from trenchline.games.world_war_one.strength import defence, defence_total

VERDUN = """turn {turn} phase Central attack {set}
            FR crp {crp} {garrison} 9@0104
            GE crp 20 5@0508 6@0509 7@0407
            ruined 0310 0409"""
"""Germans before Verdun, strength 3 in the open: one alone attacks the empty fort at +1."""


def before_verdun(set: int = 1, crp: int = 9, garrison: str = "", turn: int = 3) -> str:
    return VERDUN.format(set=set, crp=crp, garrison=garrison, turn=turn)


def test_12_4_forts_never_attack() -> None:
    """Verdun borders on Metz, where one Austrian stands; no French unit is near."""
    t = table("""turn 3 phase Allied attack 1
                 FR crp 9 1@0207
                 RS crp 9 1@1816 2@1917
                 AH crp 9 1@0508 2@1817""")
    assert t.choices("attack") == {"1817"}
    assert t.refused("attack 0508").case == "8.11"


def test_12_41_a_fort_defends_its_hex_and_adds_to_its_garrison() -> None:
    alone = GAME.odds(GAME.parse(before_verdun()), "GE5 > 0408")
    assert [(part.case, part.amount) for part in alone.defence] == [("12.41", 3)]
    held = GAME.odds(GAME.parse(before_verdun(garrison="1@0408")), "GE5 GE6 > 0408")
    assert [part.amount for part in held.defence] == [3, 3]


@pytest.mark.parametrize(("turn", "total"), [(3, 3), (4, 5)])
def test_12_42_forts_gain_from_winter(turn: int, total: int) -> None:
    state = GAME.parse(before_verdun(turn=turn))
    assert sum(part.amount for part in defence(state, GRID.hex("0408"))) == total


def test_12_42_forts_gain_from_rough_and_suffer_out_of_supply() -> None:
    """Belfort, 2 and rough: 3 in supply; 2 when Germans have cut it off. [9.5]"""
    supplied = GAME.parse("turn 3 phase Central attack 1\nFR 9@0104\nGE 5@0410")
    belfort = GRID.hex("0310")
    assert defence_total(supplied, belfort) == 2 + 1
    cut_off = GAME.parse("turn 3 phase Central attack 1\nFR 9@0104\nGE 5@0209 6@0409\nruined 0409")
    assert defence_total(cut_off, belfort) == 1 + 1
    assert [part.case for part in defence(cut_off, belfort)] == ["12.41", "12.42", "8.34"]


@pytest.mark.parametrize("label", ["0306", "0408", "0310"])
def test_12_43_a_fort_occupies_its_hex(label: str) -> None:
    """[R19] Whatever its strength nobody marches into it; it must be attacked."""
    beside = {"0306": "0406", "0408": "0508", "0310": "0410"}[label]
    t = table(f"""turn 3 phase Central movement
                  FR 9@0104
                  GE 5@{beside}""")
    t.choose("unit GE5")
    assert t.refused(f"move {label}").case == "12.43"
    t = table("""turn 3 phase Allied movement
                  FR 9@0104 1@0207
                  GE 5@1409""")
    t.choose("unit FR1")
    assert t.may(f"move {label}")


def test_12_43_zones_of_forts() -> None:
    """Those of strength one have none; none weakens the zone of a unit within."""
    t = table("turn 3 phase Central movement\nFR 9@0104\nGE 5@1409")
    # Verdun controls 0508; Paris and Maubeuge do not control 0206 between them.
    assert "0508" in t.zone("Allied")
    assert "0206" not in t.zone("Allied")
    t = table("turn 3 phase Central movement\nFR 9@0106\nGE 5@1409")
    assert {"0105", "0107", "0205", "0206"} <= t.zone("Allied")


# Losses of a fort alone.


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_12_44_an_empty_fort_pays_or_is_given_up_in_any_phase(rank: int) -> None:
    """[8.53] The defender may destroy an attacked fort when he likes [R6]."""
    told = ("pay 1",) if rank == 3 else ()
    p = pause(before_verdun(rank), "GE5 > 0408", 1, FortLoss, *told)
    assert p.legal == {"hold", "ruin"}
    assert Table(p.state.copy()).who == "Allied"
    assert p.refused("retreat 1") == "12.44"
    assert p.refused("destroy") == "12.44"
    t = p.choose("hold")
    assert t.said("France pays 2, 7 left")
    assert t.fort("0408")
    p = pause(before_verdun(rank), "GE5 > 0408", 1, FortLoss, *told)
    t = p.choose("ruin")
    assert not t.fort("0408")
    assert not t.said("pays")


def test_12_44_without_points_the_fort_falls() -> None:
    p = pause(before_verdun(crp=1), "GE5 > 0408", 1, FortLoss)
    assert p.legal == {"ruin"}
    assert p.refused("hold") == "12.44"
    t = assault(table(before_verdun(crp=1), 1), "GE5 > 0408")
    assert not t.fort("0408")
    assert t.crp("FR") == 1
    # Two points just pay a loss of two.
    p = pause(before_verdun(crp=2), "GE5 > 0408", 1, FortLoss)
    assert p.choose("hold").crp("FR") == 0


def test_12_44_out_of_supply_a_fort_cannot_pay() -> None:
    """[9.21] [9.5] Belfort cut off, with nine points in Paris."""
    belfort = """turn 3 phase Central attack 1
                 FR crp 9 9@0104
                 GE crp 9 5@0209 6@0409
                 ruined 0408 0409"""
    p = pause(belfort, "GE6 > 0310", 1, FortLoss)
    assert p.legal == {"ruin"}
    assert p.refused("hold") == "9.21"


def test_12_44_no_loss_no_harm() -> None:
    t = assault(table(before_verdun(), 6), "GE5 > 0408")
    assert t.fort("0408")
    assert t.crp("FR") == 9


def test_8_74_the_attacker_may_enter_the_ruins() -> None:
    """And the fort is marked as destroyed."""
    t = Table(pause(before_verdun(crp=0), "GE5 GE7 > 0408", 1, Advance).state)
    assert not t.fort("0408")
    assert t.choices("advance") == {"GE5", "GE7"}
    assert t.may("done")
    t.choose("advance GE7")
    assert t.where("GE7") == "0408"
    # One hex, one unit: there is no room for the other [8.71].
    assert t.asked != "Advance"


# Losses of a fort with a garrison.


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_12_45_giving_up_an_occupied_fort_pays_nothing(rank: int) -> None:
    """[8.75] [R6]"""
    told = ("pay 1",) if rank == 3 else ()
    p = pause(before_verdun(rank, garrison="1@0408"), "GE5 GE6 > 0408", 1, DefenderLoss, *told)
    assert "ruin" not in p.legal
    assert p.refused("ruin") == "12.45"


@pytest.mark.parametrize("advances", [True, False])
def test_12_45_the_fort_falls_only_to_an_advance(advances: bool) -> None:
    """[8.75] Its garrison retreats; if nobody enters, it stands."""
    text = before_verdun(crp=0, garrison="1@0408")
    p = pause(text, "GE5 GE6 > 0408", 5, Advance, "retreat_to 0309")
    t = p.choose("advance GE5" if advances else "done")
    assert t.fort("0408") == (not advances)
    assert t.where("GE5") == ("0408" if advances else "0508")
    assert t.where("FR1") == "0309"


@pytest.mark.parametrize("advances", [True, False])
def test_12_45_so_it_is_when_the_garrison_is_destroyed(advances: bool) -> None:
    told = ("pay 3", "destroy")
    p = pause(before_verdun(3, garrison="1@0408"), "GE5 GE6 > 0408", 5, Advance, *told)
    t = p.choose("advance GE6" if advances else "done")
    assert t.fort("0408") == (not advances)
    assert t.where("FR1") == "pool"


def test_12_46_a_ruin_has_no_effect() -> None:
    """No defence, no zone, no obstacle."""
    t = table("""turn 3 phase Central movement
                 FR 9@0104 1@0309
                 GE 5@0508
                 ruined 0408 0409 0310""")
    state = t.state
    assert defence_total(state, GRID.hex("0408")) == 0
    assert "0508" not in t.zone("Allied")
    t.choose("unit GE5")
    assert t.may("move 0408")
    ruined = before_verdun().replace("0409", "0408 0409")
    t = table(ruined)
    assert t.asked != "AttackPhase" or "0408" not in t.choices("attack")
    # Given up in battle it is the same ruin, and no other fort has changed.
    t = pause(before_verdun(), "GE5 > 0408", 1, FortLoss).choose("ruin")
    assert t.zone("Allied") == table(ruined).zone("Allied")
    assert t.state.forts == table(ruined).state.forts


def test_12_46_only_the_first_owner_rebuilds_it_for_a_point_a_strength() -> None:
    ruins = """turn 3 phase {side} build
               FR crp {crp} 9@0104
               GE crp 20 5@1409
               ruined 0408 0509"""
    t = table(ruins.format(side="Allied", crp=3))
    assert t.choices("rebuild") == {"0408"}
    assert t.refused("rebuild 0509").case == "12.46"
    t.choose("rebuild 0408")
    assert (t.fort("0408"), t.crp("FR")) == (True, 0)
    t = table(ruins.format(side="Central", crp=9))
    assert t.choices("rebuild") == {"0509"}
    assert t.refused("rebuild 0408").case == "12.46"


def test_12_47_russian_forts_lose_double_to_germans() -> None:
    """Warsaw, empty: a printed two costs four points from Germans, two from Austrians."""
    warsaw = """turn 3 phase Central attack 1
                RS crp 9 1@2910
                GE crp 9 5@1914
                AH crp 9 1@2013 2@1915"""
    t = pause(warsaw, "GE5 > 2014", 2, FortLoss).choose("hold")
    assert t.crp("RS") == 5
    t = pause(warsaw, "AH1 AH2 > 2014", 2, FortLoss).choose("hold")
    assert t.crp("RS") == 7
    t = pause(warsaw, "AH1 GE5 > 2014", 2, FortLoss, "pay 1").choose("hold")
    assert t.crp("RS") == 5
