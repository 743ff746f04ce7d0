"""Sections 8.3 and 8.4: the differential, the table, and the odds shown before the die."""

from __future__ import annotations

import random

import pytest

from tests.world_war_one.battles import assault, declared, fronts, rolled
from tests.world_war_one.plain_supply import PlainSupply
from tests.world_war_one.table import Table, table
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.components import CODES, COUNTERS, CRT, GRID, ROUGH, UNITS
from trenchline.games.world_war_one.strength import defence, defence_total
from trenchline.kernel.odds import Modifier, Odds

TABLE_8_8 = """
1/2 1/2 1/3 1/3 1/3 1/4 1/4 1/4 1/5 1/5 1/5
1/1 1/2 1/2 2/2 2/2 3/2 3/3 3/3 2/3 2/3 2/4
2/2 2/2 3/2 2/2 3/2 3/2 3/3 3/3 3/3 3/3 4/4
2/1 3/1 3/1 3/2 3/2 3/2 4/2 4/3 4/2 4/2 5/3
2/1 3/1 3/1 3/1 3/2 3/2 4/1 4/1 4/2 4/2 5/2
4/0 4/0 4/0 5/1 5/1 5/1 5/1 6/1 6/1 7/1 7/1
"""
"""A line a die, a column a differential from 0 to 10 and more."""


def odds(t: Table, attack: str) -> Odds:
    return GAME.odds(t.state, attack)


def amounts(modifiers: tuple[Modifier, ...]) -> list[tuple[str, int]]:
    return [(modifier.case, modifier.amount) for modifier in modifiers]


# The differential.


def test_8_3_worked_examples() -> None:
    """A3 and A4: German 4/6 and French 4/3 in the open. [R53] No diversions."""
    t = table("""turn 3 phase Central attack 1
                 FR crp 9 1@0307 2@0205
                 AH crp 9 1@0206
                 GE crp 9 5@0407""")
    assert odds(t, "GE5 > 0307").column == "+1"
    t.choose("done")
    refusal = t.refused("attack 0407")
    assert refusal.case == "8.3"
    assert "4 against 6" in refusal.reason
    with pytest.raises(ValueError, match=r"8\.3: the differential is -2"):
        odds(t, "FR1 > 0407")


def test_8_3_an_attack_is_rolled_for_when_it_is_even_and_not_before() -> None:
    """[8.33] Two Frenchmen with 4 each against a German with 6; one is not enough."""
    t = table("""turn 3 phase Allied attack 1
                 FR crp 9 1@0307 2@0308 3@0408
                 GE crp 9 5@0407""")
    t.choose("attack 0407", "with FR1")
    assert not t.may("roll")
    assert t.refused("roll").case == "8.3"
    assert t.choose("with FR2").may("roll")
    # A German with 4 against 3 in rough terrain: +0 is an attack.
    even = table("""turn 3 phase Central attack 1
                    FR crp 9 1@0310
                    GE crp 9 5@0309 6@0410
                    ruined 0310 0408 0409""")
    even.choose("attack 0310", "with GE5")
    assert odds(even, "GE5 > 0310").column == "+0"
    assert even.may("roll")


def test_8_31_strengths_are_added_up_as_printed() -> None:
    """[8.3] One German has just the 4 it takes against 3 in rough terrain; an Austrian has 2."""
    belfort = "turn 3 phase Central attack 1\nFR crp 9 1@0310\n{}\nruined 0310 0408 0409"
    for attackers, may in (
        ("GE crp 9 5@0309", True),
        ("AH crp 9 1@0309", False),
        ("AH crp 9 1@0309 2@0410", True),
    ):
        t = table(belfort.format(attackers))
        assert (t.phase == "Central attack 1" and t.may("attack 0310")) == may, attackers


def test_8_31_attack_strength_is_what_the_counter_says() -> None:
    t = table("""turn 3 phase Allied attack 1
                 FR crp 9 1@0307
                 BR crp 9 BEF@0308
                 BL Army@0406
                 GE crp 9 5@0407 6@0508""")
    found = odds(t, "FR1 BEF BLArmy > 0407")
    assert amounts(found.attack) == [("8.31", 4), ("8.31", 4), ("8.31", 2)]
    assert found.column == "+4"


SURROUNDED = """turn 3 phase {enemy} attack 1
                {defender}@0207
                {others}
                ruined 0106 0306 0310 0408 0409"""


@pytest.mark.parametrize(
    ("defender", "halved"),
    [
        ("FR 1", 2),
        ("BR BEF", 3),
        ("BR 1", 2),
        ("US allied 1", 2),
        ("RS 1", 2),
        ("SB 1", 2),
        ("IT 1", 2),
        ("BL Army", 2),
        ("GE 1", 3),
        ("GE Stoss1", 3),
        ("AH 1", 2),
        ("TU 1", 2),
    ],
)
def test_8_32_defence_is_printed_or_half_rounded_up(defender: str, halved: int) -> None:
    """A10. [9.2] Three for Germans and the BEF, two for all others."""
    central = defender[:2] in ("GE", "AH", "TU")
    t = table(
        SURROUNDED.format(
            enemy="Allied" if central else "Central",
            defender=defender,
            others="FR 2@0107 3@0307 4@0208" if central else "GE 2@0107 3@0307 4@0208",
        )
    )
    key = defender.split()[-1]
    unit = UNITS.get(defender[:2] + key, UNITS.get(key, 0))
    parts = defence(t.state, GRID.hex("0207"))
    assert [part.case for part in parts] == ["8.3", "9.2"]
    assert parts[0].amount == COUNTERS[unit].defence
    assert sum(part.amount for part in parts) == halved


def test_8_33_the_true_differential_is_used() -> None:
    t = table("""turn 3 phase Central attack 1
                 FR crp 9 1@0407
                 GE crp 9 5@0508 6@0507 7@0406""")
    t.choose("attack 0407", "with GE5", "with GE6")
    # Nothing takes a unit out again or lowers the column.
    assert t.legal == {"with GE7", "roll"}
    assert GAME.odds(t.state, None).column == "+5"


def test_8_34_rough_terrain_adds_one_to_the_hex() -> None:
    t = table("""turn 3 phase Allied attack 1
                 FR crp 9 1@0407 2@0408
                 GE crp 9 5@0508 6@0507""")
    assert amounts(odds(t, "FR1 FR2 > 0508").defence) == [("8.3", 6), ("8.34", 1)]


def test_8_35_metz_in_winter_defends_with_twelve() -> None:
    """A5. [R18] Rough and winter count once. [12.42] Forts gain from both."""
    t = table("""turn 4 phase Allied attack 1
                 FR crp 9 1@0408 2@0409 3@0508
                 GE crp 9 6@0509""")
    found = odds(t, "FR1 FR2 FR3 > 0509")
    assert amounts(found.defence) == [("8.3", 6), ("12.41", 3), ("8.34", 1), ("8.35", 2)]
    assert found.defence_total == 12
    assert found.column == "+0"


@pytest.mark.parametrize("around", ["4@0207", "1@0205 2@0307 3@0405"])
def test_8_35_the_weakest_hex_is_a_lone_fort_of_one(around: str) -> None:
    """A6: one point, in supply or not."""
    t = table(f"""turn 3 phase Central attack 1
                  GE crp 9 5@0406 {around}""")
    assert defence_total(t.state, GRID.hex("0306")) == 1


def test_8_35_halving_comes_before_rough_and_winter() -> None:
    """[9.23] [R17] Each element is halved for itself, rounded up."""
    t = table("""turn 4 phase Central attack 1
                 FR crp 9 1@0310
                 GE crp 9 5@0209 6@0409 7@0210
                 ruined 0409""")
    assert amounts(odds(t, "GE5 GE6 GE7 > 0310").defence) == [
        ("8.3", 3),
        ("9.2", -1),
        ("12.41", 2),
        ("12.42", -1),
        ("8.34", 1),
        ("8.35", 2),
    ]
    t = table("""turn 3 phase Central attack 1
                 FR crp 9 1@0408
                 GE crp 9 5@0309 6@0509 7@0407
                 ruined 0409""")
    assert odds(t, "GE5 GE6 GE7 > 0408").defence_total == 2 + 2


@pytest.mark.no_cover
def test_8_3_defence_agrees_with_plain_arithmetic_everywhere() -> None:
    """[8.32] [8.34] [8.35] [9.23] On many fronts, with supply judged by slow floods."""
    compared = 0
    for text, state in fronts(8, 150):
        plain = PlainSupply(state)
        for hex_, label in ((h, GRID.label(h)) for h in range(GRID.size) if state.at[h] != 255):
            unit = COUNTERS[state.at[hex_]]
            expected = unit.defence
            if label not in plain.supplied(CODES[unit.nation]):
                expected = -(-expected // 2)
            if label in plain.forts:
                strength = fort_strength(label)
                fed = label in plain.supplied(plain.forts[label])
                expected += strength if fed else -(-strength // 2)
            expected += bool(ROUGH >> hex_ & 1) + 2 * (state.turn % 2 == 0)
            assert sum(part.amount for part in defence(state, hex_)) == expected, text
            assert defence_total(state, hex_) == expected, text
            compared += 1
    assert compared > 1000


def fort_strength(label: str) -> int:
    (value,) = (
        int(line.split(",")[4])
        for line in (GAME.folder / "map" / "places.csv").read_text().splitlines()
        if line.startswith(f"{label},fort,")
    )
    return value


# The table.


def test_8_4_the_table_is_read_as_printed() -> None:
    lines = [line.split() for line in TABLE_8_8.strip().splitlines()]
    for die, line in enumerate(lines, start=1):
        assert ["/".join(map(str, CRT.cell(die, column))) for column in range(11)] == line
        # Above ten counts as ten.
        assert CRT.cell(die, 24) == CRT.cell(die, 10)


def test_8_4_worked_examples() -> None:
    """A7: a four at +1 is 3/1. A8: a six at +13 is 7/1."""
    t = table(
        """turn 3 phase Central attack 1
           FR crp 9 1@0307
           GE crp 9 5@0407""",
        4,
    )
    assault(t, "GE5 > 0307").choose("hold")
    assert (t.crp("GE"), t.crp("FR")) == (9 - 3, 9 - 1)
    t = table(
        """turn 3 phase Central attack 1
           FR crp 9 1@0407
           GE crp 9 1@0307 3@0406 5@0507 6@0508""",
        6,
    )
    assault(t, "GE1 GE3 GE5 GE6 > 0407").choose("hold")
    assert t.said("at +13")
    assert (t.crp("GE"), t.crp("FR")) == (9 - 7, 9 - 1)


def test_8_4_the_odds_are_what_the_die_does() -> None:
    """[8.59] [12.32] Every attack on many fronts, each of the six dice through the real roll."""
    rng = random.Random(4)
    compared = 0
    for text, state in fronts(4, 300):
        for attack in declared(state, rng):
            shown = GAME.odds(attack, None)
            assert sum(result.probability for result in shown.results) == pytest.approx(1)
            assert sorted(die for result in shown.results for die in result.rolls) == [
                *range(1, 7)
            ], text
            for result in shown.results:
                assert result.probability == pytest.approx(len(result.rolls) / 6)
                for die in result.rolls:
                    outcome = rolled(attack, die)
                    meaning = f"attacker loses {outcome.loss}, defender loses {outcome.battle.loss}"
                    if outcome.battle.driven:
                        meaning += ", and must retreat"
                    assert result.meaning == meaning, text
            compared += 1
    assert compared > 300


def test_8_4_no_odds_without_an_attack() -> None:
    t = table("""turn 3 phase Central attack 1
                 FR crp 9 1@0307
                 GE crp 9 5@0407""")
    with pytest.raises(ValueError, match=r"8\.11"):
        odds(t, "GE5 > 0308")
    with pytest.raises(ValueError, match=r"8\.11"):
        odds(t, "FR1 > 0307")
    with pytest.raises(ValueError, match=r"12\.33"):
        odds(t, "GE5 > 0307 infiltrating")
