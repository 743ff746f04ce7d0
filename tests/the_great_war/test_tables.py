"""The charts against everything the rulebook's text tells of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from trenchline.games.the_great_war.calendar import DATES, read_date
from trenchline.games.the_great_war.components import NATIONS, UNIT_TYPES
from trenchline.games.the_great_war.going import GAITS, PLAIN, Gait, hex_cost, side_cost
from trenchline.games.the_great_war.tables import (
    ARTILLERY,
    BOMBARDMENT,
    BOMBARDMENT_MODIFIERS,
    CITY_DIE,
    CONSTRUCTION,
    HEXSIDES,
    MOBILE,
    MOVEMENT,
    POSITIONAL,
    RATES,
    RESULTS,
    STACKING,
    SUPPLY,
    TERRAIN,
    WEATHERS,
    WORKS,
    bombard,
    plain,
    share,
    succeeds,
    success,
)
from trenchline.games.the_great_war.weather import is_poor
from trenchline.kernel.tables import Table

GOOD = {"AE": 0, "AH": 1, "AR": 2, "AQ": 3, "AS": 4, "EX": 5, "HX": 6, "DR": 7, "DH": 8, "DE": 9}
POSITIONAL_GOOD = {"AD": 0, "AL": 1, "AX": 2, "BX": 3, "DX": 4, "DL": 5, "DD": 6}


def gait(*tags: str, heavy: bool = False) -> Gait:
    return Gait(heavy, frozenset(tags))


# 3C3, 10 and 9J: the Ground Success Table.


def test_3c3_a_roll_beyond_the_table_is_its_end() -> None:
    assert success(-4) == success(1)
    assert success(11) == success(6)


def test_10_success_table_as_in_the_example() -> None:
    # A natural 2 fails disastrously; 5 + 1 and 6 succeed with an asterisk; 5 succeeds.
    assert (success(2), success(6), success(5)) == ("F*", "S*", "S")
    assert not succeeds(4)


# 9A to 9C: the combat tables.


@pytest.mark.parametrize(("table", "good"), [(MOBILE, GOOD), (POSITIONAL, POSITIONAL_GOOD)])
def test_9a_more_pips_and_better_odds_are_never_worse(
    table: Table[str], good: dict[str, int]
) -> None:
    for row in table.rows.values():
        assert all(good[left] <= good[right] for left, right in pairwise(row))
    for low, high in pairwise(sorted(table.rows)):
        assert all(
            good[a] <= good[b] for a, b in zip(table.rows[low], table.rows[high], strict=True)
        )


def test_9b_columns_begin_at_1_to_4_and_infantry_alone_goes_beyond_6_to_1() -> None:
    assert MOBILE.headings[0] == POSITIONAL.headings[0] == "1:4"
    assert MOBILE.headings[-1] == "9:1"
    columns = plain("mobile")["columns"]
    assert (columns["last"], columns["last_infantry"]) == ("6:1", "9:1")


def test_9c_every_result_has_its_row() -> None:
    cells = {cell for table in (MOBILE, POSITIONAL) for row in table.rows.values() for cell in row}
    assert cells <= set(RESULTS)
    assert set(RESULTS) - cells == {"BXM", "DXM"}, "they come of other results [14H] [14R]"
    assert RESULTS["AL"] == {"side": "attacker", "loss": "1/2", "other": "1/4", "retreat": "must"}


def test_9c2_the_2_to_1_column_holds_the_results_of_the_examples() -> None:
    column = POSITIONAL.headings.index("2:1")
    assert {"AL", "AX", "BX", "DX"} <= {row[column] for row in POSITIONAL.rows.values()}


# 12C: the Bombardment Table.


def test_12c2_bombardment_as_in_the_example() -> None:
    strength, roll = 102, 4
    recon = BOMBARDMENT_MODIFIERS["tactical_reconnaissance"]
    assert bombard(strength, roll + recon) == (4, True)
    on_units = roll + recon + BOMBARDMENT_MODIFIERS["woods"]
    assert on_units + BOMBARDMENT_MODIFIERS["unimproved fortress"] == 3
    assert BOMBARDMENT_MODIFIERS["improved new fortress"] == -2
    assert bombard(strength, 3) == (3, False)


def test_12c2_only_the_two_last_columns_reduce_works() -> None:
    for row in BOMBARDMENT.rows.values():
        assert not any(cell.endswith("*") for cell in row[:-2])
    assert BOMBARDMENT.headings[-2:] == ("50", "100+")


def test_12c4_four_air_points_find_a_column() -> None:
    assert bombard(share("1/2") * 4, 6)[0] > 0


def test_12c_pinned_cells_stand_in_the_table() -> None:
    tables = plain("bombardment")
    for pin in tables["pinned"]["cells"]:
        column = tables["table"]["columns"].index(pin["column"])
        assert tables["rows"][str(pin["die"])][column] == pin["result"]


# 6, 13A7 and 15A1: terrain.


def test_6_mountains_in_clear_weather() -> None:
    mountain = TERRAIN["mountain"]
    assert hex_cost(mountain, "clear", gait(heavy=True)) == 6
    assert hex_cost(mountain, "clear", gait("mountain")) == 2
    assert hex_cost(mountain, "clear", gait()) == 3


def test_6_terrain_agrees_with_what_is_pinned() -> None:
    for pin in plain("terrain")["pinned"]["cells"]:
        tags = () if pin["who"] in ("cm", "other") else (pin["who"],)
        cost = hex_cost(TERRAIN[pin["terrain"]], "clear", gait(*tags, heavy=pin["who"] == "cm"))
        assert cost == pin["cost"]


def test_6_nobody_enters_a_glacier() -> None:
    assert TERRAIN["glacier"].prohibited


def test_6_rivers_cost_two_more_and_13a7_pontoons_half() -> None:
    assert side_cost(["river"], "clear", gait()) == 2
    assert side_cost(["major_river"], "clear", gait()) == 4
    assert side_cost(["river"], "clear", gait(), pontoon=True) == 1
    assert side_cost(["major_river"], "clear", gait(), pontoon=True) == 2


def test_15a1_a_lost_bridge_into_woods() -> None:
    into_woods = hex_cost(TERRAIN["woods"], "clear", GAITS[PLAIN])
    assert into_woods + (side_cost(["river"], "clear", GAITS[PLAIN]) or 0) == 4
    assert hex_cost(TERRAIN["clear"], "clear", GAITS[PLAIN]) == 1


@pytest.mark.parametrize("weather", WEATHERS)
def test_14f1_high_mountains_are_for_high_mountain_units(weather: str) -> None:
    climbers = gait("high mountain", "mountain", "over-snow")
    assert side_cost(["high_mountain"], weather, gait("mountain")) is None
    assert (side_cost(["high_mountain"], weather, climbers) is None) == (weather != "clear")
    assert side_cost(["high_mountain_pass"], weather, climbers) is not None
    crossed = side_cost(["high_mountain_pass"], weather, gait()) is not None
    assert crossed == (weather == "clear")


def test_15c_who_knows_wooded_rough_in_winter() -> None:
    terrain = TERRAIN["wooded rough"]
    assert terrain.is_exception("winter", frozenset(["mountain"]))
    assert not terrain.is_exception("winter", frozenset(["light"]))
    assert not terrain.is_exception("mud", frozenset(["mountain"]))


def test_14d_mud_hampers_cavalry() -> None:
    clear = TERRAIN["clear"]
    assert hex_cost(clear, "mud", gait("cavalry")) > hex_cost(clear, "mud", gait())


def test_14g_snow_does_not_hamper_over_snow_units() -> None:
    for terrain in TERRAIN.values():
        if not terrain.prohibited:
            paid = hex_cost(terrain, "snow", gait("over-snow"))
            assert paid <= hex_cost(terrain, "clear", gait())


def test_11b1_what_counts_double_or_more_for_a_line() -> None:
    double = {kind for kind, terrain in TERRAIN.items() if terrain.line == 2}
    assert double == {
        "wooded rough",
        "mountain",
        "forest",
        "swamp",
        "wooded swamp",
        "ravines",
        "sand",
        "permafrost tundra",
    }
    assert [HEXSIDES[kind].line for kind in ("major_river", "karst", "river")] == [1, 1, 0]
    assert HEXSIDES["high_mountain_pass"].line_not_clear == 1


# 15B: works.


def test_14h1_forts_are_worth_less_against_infantry() -> None:
    for kind in ("fort", "improved fort", "unimproved fortress", "improved old fortress"):
        assert (WORKS[kind].die, WORKS[kind].die_infantry) == (-2, -1)
    # The example of Rule 10: a full city and a fort together.
    assert CITY_DIE["full"] + WORKS["fort"].die == -3


def test_15b_what_capture_leaves() -> None:
    assert WORKS["fieldworks"].captured == "none"
    assert WORKS["entrenchment"].captured == "entrenchment"
    assert WORKS["improved fort"].captured == "fort"
    assert WORKS["fort"].captured == "entrenchment"
    assert WORKS["improved great fortress"].captured == "unimproved fortress"


def test_9a_which_works_make_combat_positional() -> None:
    assert [kind for kind, works in WORKS.items() if not works.positional] == ["none", "fieldworks"]
    assert TERRAIN["mountain"].positional
    assert not TERRAIN["wooded rough"].positional


# 6C, 7, 8, 11, 12B, 13: the small charts.


def test_6c_rates() -> None:
    assert RATES["cm"] == RATES["water"] == 1
    assert RATES["cavalry"] == Fraction(1, 2)
    assert RATES["light"] == RATES["mountain"] == RATES["infantry"] == Fraction(1, 3)
    assert RATES["others"] == Fraction(1, 5)


def test_7a2_and_7c2_hexes_a_point() -> None:
    # Five points carry logistics items forty hexes, and two points sixteen hexsides of the Po.
    assert 5 * MOVEMENT["rail"]["hexes_a_point"] == MOVEMENT["rail"]["logistics_operational"] == 40
    assert 2 * MOVEMENT["river"]["sides_a_point"] == 16


def test_8a_stacking() -> None:
    kinds = ("regular", "mountain", "arctic or desert")
    assert [STACKING[kind]["units"] for kind in kinds] == [6, 4, 2]
    assert [STACKING[kind]["small_res"] for kind in kinds] == [6, 4, 2]
    assert [STACKING[kind]["artillery"][0]["res"] for kind in kinds] == [4, 2, 1]


def test_11b_lines_of_six_in_good_weather_and_two_each_in_mud() -> None:
    assert sum(SUPPLY["lines"]["clear"]) == 6
    assert SUPPLY["lines"]["mud"] == [2, 2]


def test_12b_the_example_of_an_artillery_division_before_an_old_fortress() -> None:
    old = ARTILLERY["improved old fortress"]
    assert (6 + 7) * share(old["heavy"]) + 5 * share(old["siege"]) == 41


def test_12b_when_tactics_become_modern() -> None:
    assert NATIONS["GE"].modern_artillery == NATIONS["AH"].modern_artillery == read_date("Oct I 17")
    assert NATIONS["FR"].modern_artillery == read_date("Jul I 18")
    assert NATIONS["IT"].modern_artillery == read_date("Feb I 19")


def test_13a4_poor_weather() -> None:
    assert [word for word in WEATHERS if not is_poor(word)] == ["clear"]
    assert CONSTRUCTION["tasks"]["repair rail"]["points"] * CONSTRUCTION["weather"]["factor"] == 8


def test_13a1g_when_works_may_be_built() -> None:
    assert DATES["forts"]["Central Powers"] < DATES["forts"]["Entente"]
    assert DATES["entrenchments"]["Entente"] == read_date("Oct II 14")
    assert DATES["improved forts"]["Entente"] == read_date("Feb I 18")


# 3A2, 3A4: the Unit Identification Chart.


def test_3a2_classes_of_the_examples() -> None:
    assert not UNIT_TYPES["rifle"].artillery
    assert not UNIT_TYPES["rifle"].cm
    assert UNIT_TYPES["siege mortar"].artillery
    assert UNIT_TYPES["tank"].cm
    both = UNIT_TYPES["motorized field artillery"]
    assert both.artillery
    assert both.cm
    assert not any(UNIT_TYPES[kind].artillery for kind in ("antiaircraft", "antitank"))


def test_3a4_heavy_guns_have_heavy_equipment_and_field_guns_have_none() -> None:
    assert UNIT_TYPES["heavy artillery"].heavy_equipment
    assert not UNIT_TYPES["field artillery"].heavy_equipment


def test_14d_14e_who_is_cavalry_and_who_is_light() -> None:
    cavalry = {name for name, kind in UNIT_TYPES.items() if "cavalry" in kind.tags}
    assert cavalry == {
        "heavy cavalry",
        "mounted rifle",
        "mountain mounted rifle",
        "mounted rifle training",
        "irregular cavalry",
        "mixed mounted rifle and rifle",
        "pack transport",
        "mountain pack transport",
        "sleigh machinegun",
        "horse artillery",
        "bike",
    }
    light = {name for name, kind in UNIT_TYPES.items() if "light" in kind.tags}
    assert light == {
        "light rifle",
        "mountain light rifle",
        "amphibious light rifle",
        "jaeger machinegun",
    }
