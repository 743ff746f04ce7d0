"""Chapter 32: psychological warfare, row by row."""

from __future__ import annotations

import pytest

from tests.kaisers_war.table import Table, city, table
from trenchline.games.kaisers_war.components import FR, UNITS
from trenchline.games.kaisers_war.psywar import Desertion, Mutiny, Psywar
from trenchline.kernel.bits import bit_set


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


REDS = """
    facts kaiser_east east_free
    BO Fort1:out Fort2:out ShockRG:out AGNF:out AGWF:out AGSF:out AGUkF:out AGUrF:out CavAKonA:out
    AN CavMakhno:out
"""


def central(*dice: int, options: str = "", units: str = "", allied_points: int = 30) -> Table:
    """The start of the Central player turn against shaken Allies, column B chosen. The Allies have
    a point until then, so that they have no psywar of their own."""
    t = table(
        f"""
        turn 2 phase Allied attrition
        options psywar {options}
        vp 1 75
        FR 1@0714
        GE 1@0814
        {units}
        """
    )
    while t.asked != "Psywar" or t.who != "Central":
        t.choose("done")
    t.state.vp[0] = allied_points
    return t.copy().roll(*dice).choose("psywar_b")


def test_32_1_32_4_the_free_attack_is_open_to_the_poor() -> None:
    """Three points do not buy one; the Bolsheviks' costs nothing."""
    t = allied(1, vp="3 75", units=REDS, options="east")
    assert t.choose("psywar_a").vp == (3, 75)
    assert t.asked == "Mobilization"


@pytest.mark.parametrize(
    ("vp", "dice", "column", "points"),
    [
        ("79 60", (6, 4, 2), "a", (78, 56)),  # seven: a major victory still
        ("79 60", (1, 4), "a", (76, 64)),  # two: backfire
        ("78 60", (1,), "a", (75, 60)),
        ("28 60", (1,), "a", (25, 60)),  # nought
        ("28 60", (2,), "a", (25, 60)),  # one
        ("28 60", (6, 4), "a", (25, 56)),  # five
        ("29 60", (2, 4), "a", (26, 64)),
    ],
)
def test_32_5_33_2_33_3_the_die_is_changed_by_morale(
    vp: str, dice: tuple[int, ...], column: str, points: tuple[int, int]
) -> None:
    """[R91] Three points are paid before."""
    assert allied(*dice, vp=vp, options="morale").choose(f"psywar_{column}").vp == points


def test_32_5_without_morale_the_die_counts_as_it_falls() -> None:
    assert allied(1, vp="90 60").choose("psywar_a").vp == (87, 60)
    assert allied(2, 4, vp="20 60").choose("psywar_a").vp == (17, 64)


def test_32_5_intelligence_looks_where_the_enemy_is_and_at_turns_when_he_comes() -> None:
    units = "IT 1@{Rome}\nFR GHQ:turn5\nGE 12:turn3 9:turn4"
    t = allied(3, units=units).choose("psywar_a")
    assert (t.choices("look"), t.choices("look_track")) == ({"BE", "FR"}, {"3", "4"})
    assert t.legal == {"look BE", "look FR", "look_track 3", "look_track 4"}
    # Saboteurs do not look at the track.
    t = allied(4, units=units).choose("psywar_a")
    assert t.legal == {"look BE", "look FR"}
    assert t.refused("look_track 3") == "32.5"
    # Nobody there: nothing to see.
    t = table("turn 2 phase Central attrition\noptions psywar\nFR 1@0714\nFR GHQ:turn5\n", 3)
    assert t.choose("psywar_a").asked == "Mobilization"


def test_32_5_two_looks_in_a_turn_do_not_undo_each_other() -> None:
    t = allied(3, 3, units="GE 4@{Liege}" + REDS, options="east")
    t.choose("psywar_a", "look FR", "psywar_a", "look BE")
    assert "unknown" not in faces(t, "0814") + faces(t, city("Liege"))


def test_32_5_sabotage_may_spare_and_takes_nothing_but_the_enemys_garrisons_there() -> None:
    units = "AG 1@{Reims}\nGE 4@{Verdun}\nCG 2@{Verdun} 3@{Cologne}"
    t = allied(4, units=units).choose("psywar_a", "look FR")
    assert t.legal == {"remove CG2", "done"}
    assert t.copy().choose("done").where("CG2") == city("Verdun")
    assert t.choose("remove CG2").where("CG2") == "dead"
    # Where there is none, nobody is asked.
    t = allied(4, units="GE 5@{Berlin}").choose("psywar_a", "look GE")
    assert t.asked == "Mobilization"


def test_32_5_who_is_in_play_may_desert_on_the_map_at_sea_and_in_a_box() -> None:
    units = """
        FR 2:dead GHQ:turn4 Gun1:fleet
        BR 2:british
        US 1:usa Gun1:fleet
        AG 1@{Reims}
        """ + REDS.replace("AGNF:out", "AGNF@{Moscow}")
    t = central(3, options="east", units=units)
    assert (t.who, t.choices("give_up")) == ("Allied", {"FR1", "FRGun1", "BR2"})
    assert {t.refused(f"give_up {u}") for u in ("US1", "AG1", "BOAGNF", "GE1", "FR2")} == {"32.5"}
    assert t.choose("give_up BR2").where("BR2") == "dead"


def test_10_1_32_5_a_mutiny_where_nobody_is_left_is_asked_all_the_same() -> None:
    """So that the enemy does not learn how many there are: one, or none at all."""
    t = allied(4, vp="60 30", units="BU 1@{Sofia}").choose("psywar_b")
    alone = t.copy().choose("nation BU")
    assert (alone.asked, alone.legal) == ("Desertion", {"give_up BU1"})
    t.choose("nation TU")
    assert (t.asked, t.legal) == ("Desertion", {"done"})


POWERS = {"BR", "FR", "IT", "BE", "SB", "GK", "RM", "AR", "TC", "JA"}


def test_24_4_32_5_nations_out_of_the_match_are_not_designated() -> None:
    """[R89] Anarchists mutiny but do not strike; Bolsheviks and Americans do neither."""
    assert central(4).choices("nation") == POWERS
    assert central(4, options="poles").choices("nation") == POWERS | {"PO"}
    east = central(4, options="east", units=REDS)
    assert east.choices("nation") == POWERS | {"CZ", "AN"}
    assert central(6, options="east", units=REDS).choices("nation") == POWERS | {"CZ"}
    assert {east.refused(f"nation {code}") for code in ("US", "BO", "AG", "GE")} == {"32.5"}
    other = REDS.replace("east_free", "east_free anarchist-Central")
    t = allied(4, vp="60 30", options="east", units=other).choose("psywar_b")
    eastern = {"PO", "FI", "BA", "UK", "WR"}
    assert t.choices("nation") == {"GE", "AH", "TU", "BU", "PE", "AN"} | eastern
    assert allied(4, vp="60 30").choose("psywar_b").refused("nation FI") == "24.4"


def test_32_5_a_rebellion_takes_a_garrison_from_the_pool_or_the_dead() -> None:
    placed = " ".join(
        f"{n}@{{{name}}}"
        for n, name in enumerate(
            (
                "London",
                "Paris",
                "Rome",
                "Lyon",
                "Cairo",
                "Athens",
                "Suez",
                "Tiflis",
                "Kars",
                "Baku",
            ),
            1,
        )
    )
    t = allied(5, vp="60 30", units=f"AG {placed} 11:dead").choose("psywar_b")
    assert t.choose(f"place {city('Prague')}").at(city("Prague")) == ["AG11"]
    # It need not break out; nor can it without a garrison, though that is not told [10.1].
    t = allied(5, vp="60 30", units=f"AG {placed} 11:dead").choose("psywar_b", "done")
    assert (t.asked, t.where("AG11")) == ("Mobilization", "dead")


def test_10_1_32_5_a_rebellion_without_a_garrison_left_is_asked_all_the_same() -> None:
    placed = " ".join(
        f"{n}@{{{name}}}"
        for n, name in enumerate(
            (
                "London",
                "Paris",
                "Rome",
                "Lyon",
                "Cairo",
                "Athens",
                "Suez",
                "Tiflis",
                "Kars",
                "Baku",
                "Batum",
            ),
            1,
        )
    )
    t = allied(5, vp="60 30", units=f"AG {placed}").choose("psywar_b")
    assert (t.asked, t.legal) == ("Rebellion", {"done"})
    assert t.refused(f"place {city('Berlin')}") == "32.5"


def test_32_5_no_rebellion_in_paris_nor_where_anybody_is() -> None:
    t = central(5, units="BR 1@{Amiens}\nGE 3@{Verdun}\nAG 1@{Orleans}")
    cities = t.choices("place")
    assert {city("London"), city("Dijon"), city("Belgrade"), city("Tiflis")} <= cities
    taken = {city(name) for name in ("Paris", "Amiens", "Verdun", "Orleans", "Berlin", "Moscow")}
    assert not taken & cities
    assert t.choose(f"place {city('Dijon')}").at(city("Dijon")) == ["CG1"]


def test_32_5_a_strike_delays_one_nation_and_only_what_is_on_the_track() -> None:
    t = allied(6, vp="60 30", units="GE 12:turn2 9:turn5\nAH 4:turn4\nTU 9:turn3").choose(
        "psywar_b"
    )
    t.choose("nation GE")
    assert [t.where(u) for u in ("GE12", "GE9", "AH4", "TU9")] == [
        "turn3",
        "turn6",
        "turn4",
        "turn3",
    ]
    assert (t.where("GE1"), t.where("GE11")) == ("0814", "pool")
    assert allied(6, vp="60 30").choose("psywar_b", "nation TU").asked == "Mobilization"


def test_32_5_the_central_powers_look_at_allied_stacks() -> None:
    t = table(
        """
        turn 2 phase Allied attrition
        options psywar
        vp 1 75
        FR 1@0714 2@0714 GHQ:turn4
        AG 1@{Rome}
        GE 1@{Berlin} 12:turn5
        """
    )
    look = t.copy().roll(3).choose("psywar_a")
    assert look.legal == {"look FR", "look IT", "look_track 4"}
    raid = t.copy().roll(4).choose("psywar_a", "look IT")
    assert raid.legal == {"remove AG1", "done"}


def test_32_1_32_2_the_die_falls_in_the_column_chosen() -> None:
    """In column B a three makes a unit desert, in column A somebody looks."""
    t = allied(3, vp="60 30").choose("psywar_b")
    assert (t.dice.told, t.verbs) == ([], {"give_up"})
    t = allied(3, vp="60 30", units="GE 12:turn4").choose("psywar_a")
    assert (t.dice.told, t.verbs) == ([], {"look", "look_track"})


def test_32_2_32_5_the_central_powers_shake_the_allies_too() -> None:
    text = """
        turn 2 phase Central movement
        options psywar
        vp {} 75
        FR 1@0714 2@0714
        BR 1@0715
        GE 1@0814
    """
    assert Psywar(1).choices(table(text.format(34)).state).keys() == {"psywar_a", "done"}
    state = table(text.format(33)).state
    assert Psywar(1).choices(state).keys() == {"psywar_a", "psywar_b", "done"}
    Mutiny(1).take(state, "nation", FR)
    asked = state.stack[-1]
    assert isinstance(asked, Desertion)
    assert asked.choices(state) == {"give_up": bit_set((UNITS["FR1"], UNITS["FR2"]))}
    assert asked.who(state) == 0
