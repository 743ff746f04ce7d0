"""Section 19: what supply leaves of a unit's strength, to the point."""

from __future__ import annotations

from dataclasses import replace

from tests.der_weltkrieg.battles import COMBAT, ENTENTE, declared
from tests.der_weltkrieg.table import Table, counter
from tests.der_weltkrieg.test_supply import supply_sketch
from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.supply_spending import (
    division_of,
    effective,
    exceeds_corps_share,
    is_supplied,
    may_attack,
    needs_none,
    unsupplied,
)

WINTER = COMBAT.replace("Aug 5", "Dec 1")
GERMAN_LINE = " ".join(f"01{row:02}" for row in range(1, 11))


def paid(t: Table, target: str, headquarters: str, *attackers: str) -> Battle:
    """An attack for which one headquarters pays."""
    battle = declared(t, target, *attackers)
    return replace(battle, paid=tuple((u, t.unit(headquarters)) for u in battle.attackers))


def worth(t: Table, battle: Battle, key: str) -> int:
    """What a unit fights with."""
    return effective(t.state, battle, t.unit(key))


def test_19_9_12_13_a_short_line_costs_artillery_nothing_and_adds_nothing() -> None:
    t = supply_sketch().table(COMBAT + "DE A1@0506 A2@0506 HQ1@0505\nRU I1@0606")
    assert worth(t, paid(t, "0606", "DEHQ1", "DEA1"), "DEA1") == 3
    t = supply_sketch().table(COMBAT + "DE A1@0506 HQ1@0504\nRU I1@0606")
    assert worth(t, paid(t, "0606", "DEHQ1", "DEA1"), "DEA1") == 3


def test_19_9_34_2_12_13_a_line_of_four_points_costs_artillery_one_in_winter() -> None:
    t = supply_sketch().table(WINTER + "DE A1@0506 HQ1@0502\nRU I1@0606")
    assert worth(t, paid(t, "0606", "DEHQ1", "DEA1"), "DEA1") == 2


def test_19_15_12_13_artillery_is_never_worth_less_than_nothing() -> None:
    """Four points from a headquarters that is cut off, two of them too many."""
    t = supply_sketch().table(
        COMBAT + "DE A1=1@0506 HQ1@0502\nRU I1@0606\ninoperative " + GERMAN_LINE
    )
    assert worth(t, paid(t, "0606", "DEHQ1", "DEA1"), "DEA1") == 0


def test_19_11_19_12_artillery_without_supply_is_worth_nothing_and_others_half() -> None:
    t = supply_sketch().table(COMBAT + "DE A1@0506 I1=7@0506\nRU I1@0606")
    battle = declared(t, "0606", "DEA1", "DEI1")
    assert [unsupplied(t.state, battle, t.unit(key)) for key in ("DEA1", "DEI1")] == [0, 3]


def test_19_2_who_is_paid_for_fights_supplied() -> None:
    t = supply_sketch().table(COMBAT + "DE I1@0506 C1@0506 HQ1@0505\nRU I1@0606")
    battle = declared(t, "0606", "DEI1", "DEC1")
    assert not is_supplied(t.state, battle, t.unit("DEI1"))
    assert is_supplied(t.state, battle, t.unit("DEC1"))
    assert is_supplied(t.state, paid(t, "0606", "DEHQ1", "DEI1"), t.unit("DEI1"))


THREES = tuple(counter(f"DEZ{n}", (3, 1), 4, size="brigade", full=8) for n in range(1, 7))
TWOS = tuple(counter(f"DEY{n}", (2, 1), 5, size="regiment", full=8) for n in range(1, 6))


def divisions(t: Table, battle: Battle) -> list[list[str]]:
    """The units that count as one division, each division once."""
    found = []
    for unit in battle.attackers:
        keys = [t.state.theatre.counters[u].key for u in _division(t, battle, unit)]
        if keys not in found:
            found.append(keys)
    return found


def _division(t: Table, battle: Battle, unit: int) -> list[int]:
    return division_of(t.state, battle, unit, t.unit("DEHQ1"))


def test_27_3_four_regiments_are_a_division_and_the_fifth_another() -> None:
    t = supply_sketch(counters=TWOS).table(
        COMBAT + "DE " + " ".join(f"Y{n}@0506" for n in range(1, 6)) + " HQ1@0505\nRU I1@0606"
    )
    keys = [f"DEY{n}" for n in range(1, 6)]
    assert divisions(t, paid(t, "0606", "DEHQ1", *keys)) == [keys[:4], keys[4:]]


def test_27_3_brigades_of_three_points_go_two_by_two_into_eight() -> None:
    t = supply_sketch(counters=THREES).table(
        COMBAT + "DE " + " ".join(f"Z{n}@0506" for n in range(1, 7)) + " HQ1@0505\nRU I1@0606"
    )
    keys = [f"DEZ{n}" for n in range(1, 7)]
    assert divisions(t, paid(t, "0606", "DEHQ1", *keys)) == [keys[:2], keys[2:4], keys[4:]]


def test_27_3_r105_only_small_infantry_of_a_nation_in_one_hex_is_a_division() -> None:
    t = supply_sketch(counters=TWOS).table(
        COMBAT + "DE Y1@0506 Y2@0506 Y3@0507 I1@0506 A1@0506 HQ1@0505\nAH B1@0506\nRU I1@0606"
    )
    keys = ("DEY1", "DEY2", "DEY3", "DEI1", "DEA1", "AHB1")
    battle = paid(t, "0606", "DEHQ1", *keys)
    assert divisions(t, battle) == [["DEY1", "DEY2"], ["DEY3"], ["DEI1"], ["DEA1"], ["AHB1"]]
    other = replace(battle, paid=(*battle.paid[:1], (t.unit("DEY2"), t.unit("DEHQ2"))))
    assert _division(t, other, t.unit("DEY1")) == [t.unit("DEY1")]


def test_27_3_the_last_brigade_of_a_division_bears_what_its_line_costs() -> None:
    """Six points of line are two too many, once for both brigades."""
    t = supply_sketch().table(COMBAT + "DE B1@0507 B2@0507 HQ1@0501\nRU I1@0606")
    battle = paid(t, "0606", "DEHQ1", "DEB1", "DEB2")
    assert (worth(t, battle, "DEB1"), worth(t, battle, "DEB2")) == (2, 0)


def test_18_18_an_army_spends_what_it_likes_on_a_combat() -> None:
    t = supply_sketch().table(COMBAT + "DE I1@0506 I2@0506 HQ1/20@0505\nRU I1@0606")
    battle = paid(t, "0606", "DEHQ1", "DEI1")
    assert not exceeds_corps_share(t.state, battle, t.unit("DEI2"), t.unit("DEHQ1"))


def test_29_4_19_14_guns_beside_their_headquarters_attack_over_any_ground() -> None:
    steep = {"0506/0505": "mountain"}
    t = supply_sketch(sides=steep).table(COMBAT + "DE A1@0506 HQ1/9@0505\nRU I1@0606")
    grid = t.state.theatre.board.grid
    assert may_attack(t.state, t.unit("DEA1"), grid.hex("0606"))


def test_21_3_r52_forts_and_headquarters_answer_for_nothing_but_divisions_do_not() -> None:
    t = supply_sketch().table(COMBAT + "DE I1@0506\nRU I1@0606 F1@0606 HQ1@0606")
    battle = declared(t, "0606", "DEI1")
    free = [needs_none(t.state, battle, t.unit(key)) for key in ("RUF1", "RUHQ1", "RUI1", "DEI1")]
    assert free == [True, True, False, False]


def test_43_1_46_1_serbs_and_ottomans_pay_for_their_attacks() -> None:
    t = supply_sketch().table(ENTENTE + "SR I1@0606\nOT I1@0506")
    battle = declared(t, "0506", "SRI1")
    assert not needs_none(t.state, battle, t.unit("SRI1"))
    assert needs_none(t.state, battle, t.unit("OTI1"))


def test_30_1_light_cavalry_needs_no_supply_but_strong_cavalry_does() -> None:
    strong = counter("RUC9", (3, 2), 7, "cavalry", full=2)
    t = supply_sketch(counters=(strong,)).table(ENTENTE + "RU C1@0606 C9@0606\nDE I1@0506")
    battle = declared(t, "0506", "RUC1", "RUC9")
    assert needs_none(t.state, battle, t.unit("RUC1"))
    assert not needs_none(t.state, battle, t.unit("RUC9"))
