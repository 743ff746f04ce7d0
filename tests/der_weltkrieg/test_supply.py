"""Section 19: supply lines, what supply costs, and what units are worth without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.der_weltkrieg.table import Sketch, Table, counter, line_of
from trenchline.games.der_weltkrieg.battle import Battle
from trenchline.games.der_weltkrieg.lines import headquarters_for, is_cut_off, length
from trenchline.games.der_weltkrieg.results import attack, counterattack
from trenchline.games.der_weltkrieg.supply_spending import effective, payer, price
from trenchline.kernel.bits import members

COMBAT = "turn 1914 Aug 5 phase Central combat\n"
MOVEMENT = "turn 1914 Aug 5 phase Central movement\n"
RAILS = {
    **line_of("double_track", *(f"01{row:02}" for row in range(1, 11))),
    **line_of("double_track", *(f"10{row:02}" for row in range(1, 11))),
}
"""A line along either edge, so that headquarters are in touch with their rear [19-15]."""


def supply_sketch(
    sides: Mapping[str, str] | None = None, scenario: Mapping[str, Any] | None = None, **more: Any
) -> Sketch:
    """A map on which supply counts."""
    facts = {"ample_supply": False, **(scenario or {})}
    return Sketch({**RAILS, **(sides or {})}, scenario=facts, **more)


def line(t: Table, label: str, headquarters: str) -> int | None:
    """The length of a supply line."""
    theatre = t.state.theatre
    return length(t.state, theatre.board.grid.hex(label), theatre.unit[headquarters])


def join(t: Table, target: str, *attackers: str) -> Table:
    """Attack a hex with some units."""
    return t.choose(f"attack {target}", *(f"with {key}" for key in attackers), "join")


def stock(t: Table, key: str) -> int:
    """The supply points of a headquarters."""
    return t.state.stock[t.state.theatre.unit[key]]


def worth(t: Table, key: str) -> int:
    """What a unit fights with in the combat going on."""
    return effective(t.state, t.state.battle, t.state.theatre.unit[key])


def answer(t: Table) -> int:
    """The strength of the counterattack in the combat going on."""
    return counterattack(t.state, t.state.battle).points


# Figure 11.

FIGURE_11 = """
    turn 1914 Aug 5 phase Central combat
    DE I1=5@0504 I2=9@0403 I3=5@0403 HQ1/20@0509
    RU I1=4@0503 HQ1/20@1005
"""


def test_19_2_nineteen_points_cost_five_in_attack_and_four_cost_two_in_answer() -> None:
    """Figure 11, example 1."""
    t = join(supply_sketch().table(FIGURE_11, 1, 1), "0503", "DEI1", "DEI2", "DEI3")
    t.choose("pay_all DEHQ1", "done")
    assert stock(t, "DEHQ1") == 20 - 5
    t.choose("pay_all RUHQ1", "done")
    assert stock(t, "RUHQ1") == 20 - 2


def test_19_9_19_10_long_lines_cost_the_attacker_a_point_each_beyond_four() -> None:
    """Figure 11, example 2: 5 at length five, 9 and 5 at length six make column 14; a defender at
    length six loses nothing."""
    t = supply_sketch().table(FIGURE_11, 1, 1)
    assert (line(t, "0504", "DEHQ1"), line(t, "0403", "DEHQ1")) == (5, 6)
    assert line(t, "0503", "RUHQ1") == 6
    join(t, "0503", "DEI1", "DEI2", "DEI3").choose("pay_all DEHQ1", "done")
    assert [worth(t, key) for key in ("DEI1", "DEI2", "DEI3")] == [4, 7, 3]
    assert attack(t.state, t.state.battle).points == 14
    t.choose("supply RUI1")
    assert counterattack(t.state, t.state.battle).points == 4 * 3


def test_12_12_19_3_r22_both_pay_before_the_dice_the_defender_on_his_ground() -> None:
    text = COMBAT + "DE I1@0303 HQ1/9@0302\nRU I1@0304 HQ1/9@0309"
    t = join(supply_sketch({"0303/0304": "woods"}).table(text), "0304", "DEI1")
    assert (t.who, t.asked) == ("Central Powers", "Pay")
    t.choose("supply DEI1", "done")
    assert (stock(t, "DEHQ1"), t.asked) == (7, "ChooseTerrain")
    t.choose("terrain woods")
    assert (t.who, t.asked) == ("Entente", "Pay")
    t.roll(1).choose("supply RUI1", "done")
    assert (stock(t, "RUHQ1"), t.state.rolls) == (6, 1)


def test_19_4_nothing_is_paid_without_a_line() -> None:
    text = COMBAT + "DE I1@0303 HQ1/9@0307 I2@0303\nRU I1@0304 C1@0506"
    t = supply_sketch(land="0303 0304 0306 0307 0506").table(
        text + "\nDE HQ2/9@0303\nnetwork DE 0303", 1, 1
    )
    join(t, "0304", "DEI1", "DEI2")
    assert t.refused("pay_all DEHQ1") == "19-4"
    assert t.choices("pay_all") == {"DEHQ2"}


def test_14_9_a_desperate_attack_is_not_supplied_unless_all_were() -> None:
    """Two brigades are driven out among enemies, for the hex of their headquarters is full."""
    full = " ".join(f"I{n}@0605" for n in range(1, 7))
    ring = f"DE I1@0506 I2@0507 I3@0806 HQ1/9@0406\nRU B1@0606 B2@0606 {full} HQ1/9@0605"
    start = supply_sketch().table(COMBAT + ring, 4, 1, 1, 1)
    join(start, "0606", "DEI1").choose("pay_all DEHQ1", "done")
    one, both = start.copy().choose("supply RUB1"), start.choose("pay_all RUHQ1")
    for t in (one, both):
        t.choose("done")
        while t.asked in ("DecideRetreat", "TakeLosses", "RetreatUnit"):
            t.choose("retreat_to 0706" if t.asked == "RetreatUnit" else min(t.legal))
    assert one.state.battle.kind == both.state.battle.kind == "desperate"
    assert (one.state.battle.suppliable, both.state.battle.suppliable) == (False, True)
    assert (both.who, both.asked) == ("Entente", "Pay")
    assert one.who == "Central Powers"


# What a line may pass.


def test_19_7_no_line_through_enemies_nor_their_zones_but_past_friends() -> None:
    sketch = supply_sketch(land="0101 0102 0103 0303 0304 0403 0402 0503 0602 0703 0803")
    text = COMBAT + "DE HQ1/5@0303 I1@0303 I2@0602\nRU I1@0703"
    t = sketch.table(text)
    assert line(t, "0602", "DEHQ1") == 3
    t = sketch.table(text + "\nRU C1@0803\nRU I2@0402 I3@0403")
    assert line(t, "0602", "DEHQ1") is None
    strip = supply_sketch(land="0303 0402 0503 0602 0703 0404 0504")
    t = strip.table(COMBAT + "DE HQ1/5@0303 I1@0602\nRU I1@0504")
    assert line(t, "0602", "DEHQ1") is None
    t = strip.table(COMBAT + "DE HQ1/5@0303 I1@0602 I2@0503\nRU I1@0504")
    assert line(t, "0602", "DEHQ1") == 3


def test_19_7_a_headquarters_alone_in_an_enemy_zone_serves_only_its_own_hex() -> None:
    t = supply_sketch().table(COMBAT + "DE HQ1/5@0303 I1@0301\nRU I1@0304")
    assert line(t, "0301", "DEHQ1") is None
    t = supply_sketch().table(COMBAT + "DE HQ1/5@0303 I1@0301 I2@0303\nRU I1@0304")
    assert line(t, "0301", "DEHQ1") == 2


def test_21_2_lines_pass_where_a_fort_stands_in_an_enemy_zone() -> None:
    strip = supply_sketch(land="0303 0402 0503 0602 0504")
    t = strip.table(COMBAT + "DE HQ1/5@0303 I1@0602\nRU I1@0504")
    assert line(t, "0602", "DEHQ1") is None
    t = strip.table(COMBAT + "DE HQ1/5@0303 I1@0602 F1@0503\nRU I1@0504")
    assert line(t, "0602", "DEHQ1") == 3


@pytest.mark.parametrize("kind", ["lake", "alpine"])
def test_19_7_not_over_lakes_and_alpine_sides(kind: str) -> None:
    strip = "0303 0304 0305"
    t = supply_sketch({"0303/0304": kind}, land=strip).table(COMBAT + "DE HQ1/5@0303 I1@0305")
    assert line(t, "0305", "DEHQ1") is None


def test_19_8_the_length_counts_terrain_and_22_15_trenches_but_no_zones() -> None:
    sketch = supply_sketch({"0303/0304": "woods", "0304/0305": "rough"}, land="0303 0304 0305 0405")
    t = sketch.table(COMBAT + "DE HQ1/5@0303 I1@0305 I2@0304\nRU I1@0405")
    assert line(t, "0305", "DEHQ1") == 5
    t = sketch.table(COMBAT + "DE HQ1/5@0303 I1@0305 I2@0304\nRU I1@0405\ntrenches 0304 0305")
    assert line(t, "0305", "DEHQ1") == 7


# Without supply.


def test_19_11_half_without_supply_and_19_12_the_answer_is_tripled_all_the_same() -> None:
    t = supply_sketch().table(COMBAT + "DE I1=7@0303\nRU I1@0304 I2@0304 HQ1/1@0309", 1, 1)
    join(t, "0304", "DEI1")
    assert attack(t.state, t.state.battle).points == 3
    assert t.asked == "Pay"
    assert t.refused("supply RUI1") == "19-2"
    assert answer(t.choose("done")) == 12


def test_19_12_supply_for_some_defenders_only() -> None:
    t = supply_sketch().table(COMBAT + "DE I1@0303\nRU I1@0304 I2@0304 HQ1/3@0309", 1, 1)
    join(t, "0304", "DEI1").choose("supply RUI2")
    assert t.refused("supply RUI1") == "19-2"
    assert t.refused("supply RUI2") == "13-7"
    t.choose("done")
    assert stock(t, "RUHQ1") == 0
    assert answer(t) == 3 * (5 + 2)


def test_r25_a_long_line_never_costs_more_than_the_half() -> None:
    t = supply_sketch().table(COMBAT + "DE I1=5@0302 HQ1/9@0310\nRU I1@0301", 1, 1)
    assert line(t, "0302", "DEHQ1") == 8
    join(t, "0301", "DEI1").choose("supply DEI1")
    assert worth(t, "DEI1") == 2


def test_19_11_16_8_an_unsupplied_column_attack_counts_a_quarter() -> None:
    t = supply_sketch().table(COMBAT + "DE I1@0303\nRU I1@0304", 1, 1)
    join(t, "0304", "DEI1")
    assert attack(t.state, replace(t.state.battle, kind="column")).points == 2


def test_12_8_nobody_has_to_counterattack() -> None:
    t = supply_sketch().table(COMBAT + "DE I1@0303\nRU I1@0304 I2@0304 F1@0304", 1, 1)
    join(t, "0304", "DEI1").choose("abstain RUF1", "abstain RUI1")
    assert t.refused("abstain RUI1") == "12-8"
    assert t.refused("abstain DEI1") == "12-11"
    assert answer(t.choose("done")) == 2 * 3


# Which headquarters.


def test_13_7_19_6_each_unit_has_one_headquarters_and_the_owner_chooses() -> None:
    text = COMBAT + "DE I1@0303 I2@0303 HQ1/2@0302 HQ2/9@0301\nRU I1@0304"
    t = join(supply_sketch().table(text, 1, 1), "0304", "DEI1", "DEI2").choose("supply DEI1")
    assert t.asked == "ChooseHeadquarters"
    assert t.choices("pay") == {"DEHQ1", "DEHQ2"}
    t.choose("pay DEHQ1", "supply DEI2")
    assert t.choices("pay") == {"DEHQ2"}
    assert t.refused("pay DEHQ1") == "19-2"
    t.choose("pay DEHQ2", "done")
    assert (stock(t, "DEHQ1"), stock(t, "DEHQ2")) == (0, 7)
    unit = t.state.theatre.unit
    assert payer(t.state.battle, unit["DEI1"]) == unit["DEHQ1"]
    assert payer(t.state.battle, unit["RUI1"]) is None


def test_r23_29_6_broken_points_are_paid_by_each_headquarters_for_itself() -> None:
    text = COMBAT + "DE I1=5@0303 I2=5@0303 A1@0303 HQ1/9@0302 HQ2/9@0301\nRU I1@0304"
    t = join(supply_sketch().table(text, 1, 1), "0304", "DEI1", "DEI2", "DEA1")
    one = t.copy().choose("pay_all DEHQ1", "done")
    # Ten points of infantry cost three, three of artillery two [29-6].
    assert stock(one, "DEHQ1") == 9 - 3 - 2
    t.choose("supply DEI1", "pay DEHQ1", "supply DEI2", "pay DEHQ2", "supply DEA1", "pay DEHQ2")
    t.choose("done")
    assert (stock(t, "DEHQ1"), stock(t, "DEHQ2")) == (7, 9 - 2 - 2)


def test_r41_29_15_the_price_of_column_attacks_and_of_siege_artillery() -> None:
    t = supply_sketch().table(COMBAT.replace("1914", "1915") + "DE I1@0303 S1@0303\nRU I1@0304")
    grid, unit = t.state.theatre.board.grid, t.state.theatre.unit
    field = Battle(0, (grid.hex("0304"),), (unit["DEI1"], unit["DES1"]))
    assert price(t.state, replace(field, kind="column"), [unit["DEI1"]], attacking=True) == 2
    # Four points of siege artillery are two of artillery against trenches, but four against forts.
    assert price(t.state, field, [unit["DES1"]], attacking=True) == 1
    t = supply_sketch().table(COMBAT + "DE I1@0303 S1@0303\nRU F1@0304")
    assert price(t.state, field, [unit["DES1"]], attacking=True) == 2


def test_r24_a_unit_is_supplied_wholly_or_not_at_all() -> None:
    t = supply_sketch().table(COMBAT + "DE I1@0303 HQ1/1@0302\nRU I1@0304", 1, 1)
    join(t, "0304", "DEI1")
    assert t.asked == "Pay"
    assert t.legal == {"done"}
    assert t.refused("pay_all DEHQ1") == "19-2"


@pytest.mark.parametrize(
    ("headquarters", "unit", "does"),
    [
        ("DE HQ1@0101", "AHI1", True),
        ("DE HQ1@0101", "OTI1", True),
        ("AH HQ1@0101", "OTI1", True),
        ("AH HQ1@0101", "DEI1", False),
        ("OT HQ1@0101", "DEI1", False),
        ("RU HQ1@0901", "SRI1", True),
        ("FR HQ1@0901", "RUI1", True),
        ("SR HQ1@0901", "RUI1", False),
    ],
)
def test_37_8_39_2_40_7_41_6_46_4_some_serve_others(
    headquarters: str, unit: str, does: bool
) -> None:
    place = "0201" if unit[:2] in ("DE", "AH", "OT") else "0801"
    more = " ".join(f"I{n}@{place}" for n in range(1, 4))
    t = supply_sketch().table(COMBAT + f"{headquarters}\n{unit[:2]} {more}")
    found = headquarters_for(t.state, t.state.theatre.unit[unit])
    assert bool(found) == does


def test_46_4_ottomans_serve_germans_in_palestine() -> None:
    text = COMBAT + "OT HQ1@0101\nDE I1@0201 I2@0201 I3@0201"
    t = supply_sketch(scenario={"front": "Palestine"}).table(text)
    assert headquarters_for(t.state, t.state.theatre.unit["DEI1"])


def test_38_3_39_2_italians_are_served_after_their_shaken_morale() -> None:
    italians = tuple(counter(f"ITI{n}", (4, 2), 4, full=4) for n in range(1, 4))
    text = COMBAT + "FR HQ1@0901\nIT I1@0801 I2@0801 I3@0801"
    t = supply_sketch(counters=italians).table(text)
    assert not headquarters_for(t.state, t.state.theatre.unit["ITI1"])
    t = supply_sketch(counters=italians).table(text + "\nflags IT_shaken")
    assert headquarters_for(t.state, t.state.theatre.unit["ITI1"])


def test_18_13_the_main_ally_looks_after_a_small_contingent() -> None:
    sketch = supply_sketch()
    t = sketch.table(COMBAT + "AH HQ1@0101 I1@0201 I2@0201\nDE I1@0301 B1@0301")
    found = headquarters_for(t.state, t.state.theatre.unit["DEI1"])
    assert {t.state.theatre.counters[hq].key for hq in members(found)} == {"AHHQ1"}
    t = sketch.table(COMBAT + "AH HQ1@0101 I1@0201 I2@0201\nDE I1@0301 I2@0301")
    assert not headquarters_for(t.state, t.state.theatre.unit["DEI1"])
    t = sketch.table(COMBAT + "AH HQ1@0101 I1@0201 I2@0201\nDE I1@0301 HQ1@0901")
    found = headquarters_for(t.state, t.state.theatre.unit["DEI1"])
    assert {t.state.theatre.counters[hq].key for hq in members(found)} == {"DEHQ1"}


# Those who need none, and artillery.


def test_30_1_light_cavalry_is_always_supplied_13_23_heavy_pays_as_infantry() -> None:
    heavy = counter("DEK1", (4, 2), 7, "cavalry", full=4)
    sketch = supply_sketch(counters=(heavy,))
    t = sketch.table(COMBAT + "DE C1@0303 K1@0303 HQ1/9@0302\nRU I1@0304", 1, 1)
    join(t, "0304", "DEC1", "DEK1")
    assert t.choices("supply") == {"DEK1"}
    assert t.refused("supply DEC1") == "19-2"
    assert (worth(t, "DEC1"), worth(t, "DEK1")) == (2, 2)
    t.choose("supply DEK1", "done")
    assert (worth(t, "DEK1"), stock(t, "DEHQ1")) == (4, 8)


@pytest.mark.parametrize(
    ("year", "nation", "points"),
    [(1915, "SR", 15), (1916, "SR", 6), (1915, "MN", 12), (1916, "MN", 12), (1918, "OT", 12)],
)
def test_43_1_43_2_46_1_serbs_montenegrins_and_ottomans_answer_for_nothing(
    year: int, nation: str, points: int
) -> None:
    enemy, side = ("RU", "Entente") if nation == "OT" else ("AH", "Central")
    text = f"turn {year} Aug 5 phase {side} combat\n{enemy} I1@0303\n{nation} I1@0304"
    montenegrins = supply_sketch(counters=(counter("MNI1", (4, 2), 4, full=4),))
    t = join(montenegrins.table(text, 1, 1), "0304", f"{enemy}I1")
    assert counterattack(t.state, t.state.battle).points == points


def test_29_4_artillery_fires_over_lines_of_four_points_at_most() -> None:
    near, far = (COMBAT + f"DE A1@0304 HQ1/9@03{row}\nRU I1@0303" for row in ("08", "09"))
    assert supply_sketch().table(near).choose("attack 0303").may("with DEA1")
    t = supply_sketch().table(far + "\nDE I1@0304").choose("attack 0303")
    assert t.refused("with DEA1") == "29-4"


def test_19_14_artillery_next_to_its_headquarters_attacks_whatever_the_ground() -> None:
    sides = {"0304/0305": "mountain"}
    sketch = supply_sketch(sides, land="0303 0304 0305 0306")
    t = sketch.table(COMBAT + "DE A1@0304 HQ1/9@0305\nRU I1@0303", 1, 1)
    assert line(t, "0304", "DEHQ1") == 6
    assert t.choose("attack 0303").may("with DEA1")
    text = COMBAT.replace("Central", "Entente") + "DE A1@0304 I1@0304 HQ1/9@0305\nRU I1@0303"
    t = join(sketch.table(text, 1, 1), "0304", "RUI1")
    # [R94] The answer of artillery has no such privilege.
    assert t.choices("supply") == {"DEI1"}


def test_29_4_artillery_without_supply_stays_out_of_it() -> None:
    t = supply_sketch().table(COMBAT + "DE I1@0303 A1@0303 HQ1/3@0302\nRU I1@0304 A1@0304", 1, 1)
    join(t, "0304", "DEI1", "DEA1").choose("supply DEI1", "done")
    assert t.state.battle.attackers == (t.state.theatre.unit["DEI1"],)
    assert not t.state.fought >> t.state.theatre.unit["DEA1"] & 1
    assert answer(t.choose("done")) == 2 * 3


def test_29_4_artillery_alone_must_be_paid_for() -> None:
    t = supply_sketch().table(COMBAT + "DE A1@0303 HQ1/3@0302\nRU I1@0304", 1, 1)
    join(t, "0304", "DEA1")
    assert t.refused("done") == "29-4"
    t.choose("supply DEA1", "done")
    assert stock(t, "DEHQ1") == 1


def test_26_6_a_shaken_nation_does_not_attack_without_supply() -> None:
    text = COMBAT + "DE I1@0303 I2@0303 HQ1/2@0302\nRU I1@0304"
    t = supply_sketch().table(text + "\nflags DE_shaken", 1, 1)
    join(t, "0304", "DEI1", "DEI2")
    assert t.refused("done") == "26-6"
    t.choose("supply DEI2", "done")
    assert t.state.battle.attackers == (t.state.theatre.unit["DEI2"],)
    poor = supply_sketch().table(text.replace("/2", "/1") + " I2@0504\nflags DE_shaken")
    assert poor.why_not("attack 0304").case == "26-6"
    half = supply_sketch().table(text.replace("/2", "/1") + "\nAH C1@0303\nflags DE_shaken")
    assert half.choose("attack 0304").refused("with DEI1") == "26-6"


def test_26_6_nor_in_column_bug() -> None:
    """Without a headquarters in reach a shaken nation still made column attacks at a quarter."""
    text = MOVEMENT + "DE I1@0303 HQ1/{}@0302\nRU I1@0304"
    for points, flags, may in (("0", "", True), ("0", "\nflags DE_collapse", False)):
        t = supply_sketch().table(text.format(points) + flags).choose("unit DEI1")
        assert t.may("attack 0304") is may
    assert t.refused("attack 0304") == "26-6"
    fed = supply_sketch().table(text.format("2") + "\nflags DE_shaken", 1, 1)
    fed.choose("unit DEI1", "attack 0304")
    assert fed.refused("done") == "26-6"


def test_20_11_surrounded_units_draw_on_the_nearest_headquarters_of_their_pocket() -> None:
    edges = {f"01{row:02}": {"edge": "DE"} for row in range(1, 11)}
    edges |= {f"10{row:02}": {"edge": "RU"} for row in range(1, 11)}
    ring = "DE I1@0506 I2@0706 I3@0608\nRU I1@0606 I2@0606 HQ1/3@0606 HQ2/9@0910\n"
    sketch = supply_sketch(facts=edges)
    t = join(sketch.table(COMBAT + ring + "network RU 0606", 1, 1), "0606", "DEI1")
    assert payer(t.state.battle, t.state.theatre.unit["RUI1"]) == t.state.theatre.unit["RUHQ1"]
    # Three points are enough for one of the two.
    assert payer(t.state.battle, t.state.theatre.unit["RUI2"]) is None
    assert t.refused("abstain RUI1") == "13-7"
    t.choose("done")
    assert (stock(t, "RUHQ1"), stock(t, "RUHQ2")) == (0, 9)


def test_20_11_the_nearest_of_two_headquarters_in_a_pocket_pays() -> None:
    edges = {f"01{row:02}": {"edge": "DE"} for row in range(1, 11)}
    edges |= {f"10{row:02}": {"edge": "RU"} for row in range(1, 11)}
    ring = "DE I1@0506 I2@0706 I3@0608\nRU I1@0606 I2@0607 HQ1/9@0607 HQ2/9@0606\n"
    t = supply_sketch(facts=edges).table(COMBAT + ring + "network RU 0606 0607", 1, 1)
    join(t, "0606", "DEI1")
    unit = t.state.theatre.unit
    assert unit["RUI1"] in t.state.battle.surrounded
    assert payer(t.state.battle, unit["RUI1"]) == unit["RUHQ2"]


# Lengths.


def test_19_13_no_length_loss_next_to_the_headquarters() -> None:
    sketch = supply_sketch({"0304/0305": "mountain"}, land="0101 0303 0304 0305")
    text = COMBAT + "DE I1@0304 HQ1/9@0305\nRU I1@0303"
    t = sketch.table(text + "\nnetwork DE 0305", 1, 1)
    join(t, "0303", "DEI1").choose("supply DEI1")
    assert (line(t, "0304", "DEHQ1"), worth(t, "DEI1")) == (6, 8)
    # [19-15] A headquarters that is cut off has no such privilege, and a shorter reach.
    t = sketch.table(text, 1, 1)
    join(t, "0303", "DEI1").choose("supply DEI1")
    assert worth(t, "DEI1") == 8 - (6 - 2)


def test_19_15_cut_off_headquarters_reach_two_and_three_points() -> None:
    sketch = supply_sketch(land="0301 0302 0303 0304 0305 0306 0307")
    text = "DE I1@0302 HQ1/9@0305\nRU I1@0301"
    t = sketch.table(COMBAT + text, 1, 1)
    assert is_cut_off(t.state, t.state.theatre.unit["DEHQ1"])
    join(t, "0301", "DEI1").choose("supply DEI1")
    assert worth(t, "DEI1") == 8 - 1
    t = sketch.table(COMBAT.replace("Central", "Entente") + text, 1, 1)
    join(t, "0302", "RUI1").choose("supply DEI1")
    assert worth(t, "DEI1") == 8
    t = sketch.table(COMBAT.replace("Central", "Entente") + text.replace("0305", "0307"), 1, 1)
    join(t, "0302", "RUI1").choose("supply DEI1")
    assert worth(t, "DEI1") == 8 - 2


def test_19_15_one_mountain_may_lie_on_the_way_to_the_rails_and_a_depot_will_do() -> None:
    strip = "0301 0302 0303 0304"
    rail = line_of("double_track", "0301", "0302")

    def cut_off(sides: dict[str, str], **scenario: Any) -> bool:
        t = supply_sketch({**rail, **sides}, scenario, land=strip).table("DE HQ1@0304")
        return is_cut_off(t.state, t.state.theatre.unit["DEHQ1"])

    assert not cut_off({"0302/0303": "mountain"})
    assert cut_off({"0302/0303": "mountain", "0303/0304": "mountain"})
    assert cut_off({"0302/0303": "alpine"})
    assert not cut_off({"0302/0303": "alpine"}, depots={"DE": ["0303"]})


def test_19_15_a_cut_off_headquarters_in_an_enemy_zone_pays_nothing() -> None:
    text = COMBAT + "DE I1@0303 HQ1/9@0303\nRU I1@0304"
    island = supply_sketch(land="0303 0304 0305")
    t = island.table(text, 1, 1)
    join(t, "0304", "DEI1")
    assert (t.who, worth(t, "DEI1")) == ("Entente", 4)
    t = island.table(text + "\nnetwork DE 0303", 1, 1)
    assert join(t, "0304", "DEI1").choices("supply") == {"DEI1"}


def test_27_3_components_of_a_division_lose_length_once() -> None:
    """Five German 2-5 regiments: four are a division, the fifth another."""
    regiments = tuple(counter(f"DEG{n}", (2, 1), 5, size="regiment", full=8) for n in range(1, 6))
    names = [f"DEG{n}" for n in range(1, 6)]
    where = " ".join(f"G{n}@0302" for n in range(1, 6))
    sketch = supply_sketch(counters=regiments)
    t = sketch.table(COMBAT + f"DE {where} HQ1/9@0307\nRU I1@0301", 1, 1)
    assert line(t, "0302", "DEHQ1") == 5
    join(t, "0301", *names).choose("pay_all DEHQ1")
    assert sum(worth(t, key) for key in names) == 10 - 2


# Winter.


@pytest.mark.parametrize(
    ("month", "attacker", "defender"), [("Nov 1", 8, 5), ("Dec 1", 7, 4), ("Feb 7", 7, 4)]
)
def test_34_1_34_2_34_3_winter_shortens_lines(month: str, attacker: int, defender: int) -> None:
    text = f"turn 1914 {month} phase Central combat\n"
    t = supply_sketch().table(text + "DE I1@0304 HQ1/9@0308\nRU I1@0303 HQ1/9@1002", 1, 1)
    assert (line(t, "0304", "DEHQ1"), line(t, "0303", "RUHQ1")) == (4, 7)
    join(t, "0303", "DEI1").choose("supply DEI1", "done", "supply RUI1")
    assert (worth(t, "DEI1"), worth(t, "RUI1")) == (attacker, defender)


def test_34_4_answers_hit_harder_in_winter_unless_attackers_have_trenches() -> None:
    text = "turn 1914 Dec 1 phase Central combat\nDE I1@0302 I2@0402\nRU I1@0301"
    t = join(Sketch().table(text, 1, 1), "0301", "DEI1")
    assert counterattack(t.state, t.state.battle).modifier == 1
    t = join(Sketch().table(text + "\ntrenches 0302", 1, 1), "0301", "DEI1")
    assert counterattack(t.state, t.state.battle).modifier == 0


@pytest.mark.parametrize(("sheet", "month", "points"), [("6-4", "Apr", 6), ("5-5", "Jan", 8)])
def test_34_5_a_quarter_off_in_the_italian_winter(sheet: str, month: str, points: int) -> None:
    sketch = Sketch(scenario={"sheet": sheet})
    text = f"turn 1916 {month} 7 phase Central combat\nDE I1@0302\nRU I1@0301"
    t = join(sketch.table(text, 1, 1), "0301", "DEI1")
    assert t.said(f"Central Powers with {points} points")


@pytest.mark.parametrize("sheet", ["7-9", "8-8"])
def test_34_6_no_winter_in_the_desert(sheet: str) -> None:
    text = "turn 1916 Jan 1 phase Central combat\nDE I1@0302\nRU I1@0301"
    t = join(Sketch(scenario={"sheet": sheet}).table(text, 1, 1), "0301", "DEI1")
    assert counterattack(t.state, t.state.battle).modifier == (sheet == "8-8")
