"""For whom scenarios are: said of every one, and read with errors that name the line."""

from __future__ import annotations

from pathlib import Path

import pytest

from trenchline.games import SHELF, game_names, load_game
from trenchline.kernel.audience import FILE, load_audience
from trenchline.kernel.data import DataError

HEADER = "scenario,minutes,complexity,start,learns\n"
SHORT, LONG = "short,30,1,yes,To walk.\n", "long,90,2,,To run.\n"


def load(folder: Path, *rows: str) -> list[str]:
    """The scenarios that a file tells of."""
    (folder / FILE).write_text(HEADER + "".join(rows))
    return list(load_audience(folder, ["short", "long"]))


def test_a_game_of_which_nobody_has_said_it(tmp_path: Path) -> None:
    assert load_audience(tmp_path, ["short"]) == {}
    assert load(tmp_path, SHORT, LONG) == ["short", "long"]
    assert load(tmp_path, SHORT) == ["short"]


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ((SHORT, "wide,90,2,,To run.\n"), "audience.csv:3: scenario is 'wide', not one of short"),
        ((SHORT, SHORT), "audience.csv:3: short stands twice"),
        ((SHORT, "long,90,6,,To run.\n"), "audience.csv:3: complexity is 6, but the most is 5"),
        ((SHORT, "long,1,2,,To run.\n"), "audience.csv:3: minutes is 1, but the least is 5"),
        ((SHORT, "long,90,2,,\n"), "audience.csv:3: what does one learn by long?"),
        ((SHORT, "long,90,2,yes,To run.\n"), "audience.csv: one scenario is to start with, not 2"),
    ],
)
def test_errors_name_file_and_line(tmp_path: Path, rows: tuple[str, ...], problem: str) -> None:
    with pytest.raises(DataError) as error:
        load(tmp_path, *rows)
    assert str(error.value).startswith(problem)


@pytest.mark.parametrize("name", game_names())
def test_every_scenario_says_for_whom_it_is(name: str) -> None:
    scenarios = [scenario.name for scenario in load_game(name).scenarios]
    assert set(load_audience(SHELF / name, scenarios)) == set(scenarios)
