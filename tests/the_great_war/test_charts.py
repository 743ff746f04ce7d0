"""The charts on the table say what the rules read."""

from __future__ import annotations

from trenchline.games.the_great_war.charts import CHARTS
from trenchline.games.the_great_war.tables import MOBILE, TERRAIN
from trenchline.kernel.looks import Chart


def chart(start: str) -> Chart:
    (found,) = (chart for chart in CHARTS if chart.title.startswith(start))
    return found


def test_every_row_has_a_cell_for_each_column() -> None:
    for one in CHARTS:
        assert one.rows, one.title
        for row in one.rows:
            assert len(row) == len(one.columns), one.title
            assert all(row), (one.title, row)


def test_titles_differ() -> None:
    assert len({one.title for one in CHARTS}) == len(CHARTS)


def test_the_mobile_table_is_shown_cell_by_cell() -> None:
    mobile = chart("Mobile combat")
    assert mobile.source == "reconstructed"
    assert mobile.rows[0] == ("(-3 or less)", *MOBILE.rows[-3])
    assert mobile.rows[-1][0] == "(9 or more)"


def test_terrain_shows_guns_others_and_experts() -> None:
    rows = {row[0]: row for row in chart("Terrain").rows}
    assert rows["mountain"][1] == "6/3/2"
    assert rows["glacier"][1] == "no"
    assert set(rows) == set(TERRAIN)


def test_sizes_are_written_as_people_write_them() -> None:
    rows = {row[0]: row[1] for row in chart("Sizes").rows}
    assert rows["battalion"] == "1/2"
    assert rows["division full"] == "5"
    assert rows["general supply point"] == "1/4"
