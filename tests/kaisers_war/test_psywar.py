"""Chapter 32: psychological warfare, row by row."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table


def allied(*dice: int, vp: str = "60 75", units: str = "", options: str = "") -> Table:
    """The start of the Allied player turn, psywar first."""
    t = table(
        f"""
        turn 2 phase Central attrition
        options psywar {options}
        vp {vp}
        FR 1@0714
        GE 1@0814 3@0814
        CG 1@{{Liege}}
        {units}
        """,
        *dice,
    )
    assert (t.asked, t.who) == ("Psywar", "Allied")
    return t


def test_32_1_one_attack_a_player_turn_before_anything_else_for_three_points() -> None:
    t = allied(1).choose("psywar_a")
    assert t.vp == (57, 75)
    assert t.asked == "Mobilization"
    assert allied().choose("done").vp == (60, 75)


def test_32_1_nobody_spends_his_last_point_on_it() -> None:
    t = allied(vp="4 75")
    assert t.may("psywar_a")
    poor = table(
        """
        turn 2 phase Central attrition
        options psywar
        vp 3 75
        FR 1@0714
        """
    )
    assert poor.asked == "Mobilization"


@pytest.mark.parametrize(("central", "allowed"), [(34, False), (33, True), (10, True)])
def test_32_2_column_b_needs_a_shaken_enemy(central: int, allowed: bool) -> None:
    t = allied(vp=f"60 {central}")
    assert t.may("psywar_b") is allowed
    if not allowed:
        assert t.refused("psywar_b") == "32.2"


def test_32_3_what_is_eliminated_counts_as_lost() -> None:
    t = allied(3, vp="60 30").choose("psywar_b", "give_up GE1")
    assert (t.where("GE1"), t.vp) == ("dead", (57, 30 - 6))


def test_32_4_a_second_attack_for_nothing_once_the_bolsheviks_fight() -> None:
    reds = """
        facts kaiser_east east_free
        BO Fort1:out Fort2:out ShockRG:out AGNF:out AGWF:out AGSF:out
        BO AGUkF:out AGUrF:out CavAKonA:out
        AN CavMakhno:out
        """
    t = allied(1, 1, units=reds, options="east").choose("psywar_a")
    assert (t.asked, t.vp[0]) == ("Psywar", 57)
    assert t.choose("psywar_a").vp[0] == 57
    assert t.asked == "Mobilization"
    central = table("turn 2 phase Allied attrition\noptions psywar east\nGE 1@0814\n" + reds, 2)
    assert central.choose("done").asked != "Psywar"


@pytest.mark.parametrize(
    ("vp", "column", "dice", "points"),
    [
        ("60 75", "a", (1,), (57, 75)),
        ("60 75", "a", (2, 4), (57, 79)),
        ("60 75", "a", (5, 4), (57, 71)),
        ("60 75", "a", (6, 4, 2), (59, 71)),
        ("60 30", "b", (1,), (57, 30)),
        ("60 30", "b", (2, 4), (57, 34)),
    ],
)
def test_32_5_rows_that_move_points(
    vp: str, column: str, dice: tuple[int, ...], points: tuple[int, int]
) -> None:
    """Nothing, backfire, a propaganda victory, a major one."""
    assert allied(*dice, vp=vp).choose(f"psywar_{column}").vp == points


def faces(t: Table, hex_: str) -> list[str]:
    """The symbols the Allies see in a hex."""
    return [piece.symbol for piece in t.seen_by("Allied").pieces if piece.place == hex_]


def test_32_5_intelligence_looks_at_a_country_until_the_turn_is_over() -> None:
    t = allied(3)
    assert "unknown" in faces(t, "0814")
    t.choose("psywar_a", "look FR")
    assert "unknown" not in faces(t, "0814")
    t.until("Allied combat 2").choose("done")
    assert "unknown" in faces(t, "0814")


def test_32_5_or_at_one_turn_of_the_track() -> None:
    t = allied(3, units="GE 12:turn3 9:turn4")
    t.choose("psywar_a", "look_track 3")
    (panel,) = (p for p in t.seen_by("Allied").panels if p.title.startswith("Central"))
    assert any("German infantry army 12" in line for line in panel.lines)
    assert not any("German infantry army 9" in line for line in panel.lines)


def test_32_5_sabotage_looks_and_may_remove_a_garrison() -> None:
    t = allied(4).choose("psywar_a", "look BE")
    assert t.choices("remove") == {"CG1"}
    assert t.choose("remove CG1").vp == (57, 73)


def test_32_5_desertion_spares_americans_bolsheviks_and_garrisons() -> None:
    t = table(
        """
        turn 2 phase Allied attrition
        options psywar
        vp 1 75
        last 5
        FR 1@0714 Gun1:fleet
        US 1@0615
        AG 1@0615
        GE 1@0814
        """
    )
    t.state.vp[0] = 30
    t = t.copy().roll(3).choose("psywar_b")
    assert (t.who, t.choices("give_up")) == ("Allied", {"FR1", "FRGun1"})


def test_32_5_mutiny_strikes_the_nation_the_attacker_names() -> None:
    t = allied(4, vp="60 30", units="AH 5@{Trent} 6@{Trent}").choose("psywar_b")
    assert (t.who, t.choices("nation")) == ("Allied", {"GE", "AH", "TU", "BU", "PE"})
    t.choose("nation AH")
    assert (t.who, t.choices("give_up")) == ("Central", {"AH5", "AH6"})


def test_32_5_rebellion_raises_a_garrison_in_an_empty_enemy_city() -> None:
    t = allied(5, vp="60 30").choose("psywar_b")
    cities = t.choices("place")
    assert {city("Berlin"), city("Vienna"), city("Warsaw")} <= cities
    assert {city("Ruhr"), city("Rome"), city("Liege")} & cities == set()
    assert t.choose(f"place {city('Berlin')}").at(city("Berlin")) == ["AG1"]


def test_32_5_a_rebellion_in_a_capital_is_its_fall() -> None:
    """[R80]"""
    t = allied(5, 1, 2, 3, vp="60 30", options="critical_cities").choose("psywar_b")
    assert t.choose(f"place {city('Berlin')}").vp == (57, 24)


def test_32_5_a_general_strike_delays_what_is_on_the_track() -> None:
    t = allied(6, vp="60 30", units="GE 12:turn3 9:turn1\nAH 4:turn4").choose("psywar_b")
    assert t.choices("nation") == {"GE", "AH", "TU", "BU", "PE"}
    t.choose("nation GE")
    assert [t.where(unit) for unit in ("GE12", "GE9", "AH4")] == ["turn4", "turn3", "turn4"]


def test_32_5_no_strike_in_america_but_among_allied_poles() -> None:
    t = table(
        """
        turn 2 phase Allied attrition
        options psywar poles
        vp 1 75
        FR 1@0714
        GE 1@0814
        PO Leg:turn4
        BR 4:turn4
        US 2:turn4
        """
    )
    t.state.vp[0] = 30
    t = t.copy().roll(6).choose("psywar_b")
    assert {"PO", "BR"} <= t.choices("nation")
    assert t.refused("nation US") == "32.5"
