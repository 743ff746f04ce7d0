"""``trenchline edition``, and editions in play: each in a process that has loaded no game yet."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

from trenchline.games import SHELF, game_names
from trenchline.kernel import audit, editions


def trenchline(*words: object) -> tuple[int, str, str]:
    """Run a command in a process of its own: its code, and what it wrote."""
    command = [sys.executable, "-c", "from trenchline.cli import main; main()"]
    clean = {k: v for k, v in os.environ.items() if not k.startswith("TRENCHLINE_EDITION")}
    done = subprocess.run(
        [*command, *map(str, words)], capture_output=True, text=True, check=False, env=clean
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A new edition of World War I."""
    code, out, _ = trenchline("edition", "new", "world_war_one", tmp_path / "mine")
    assert code == 0
    assert "README.md there explains them" in out
    return tmp_path / "mine"


@pytest.mark.parametrize("game", game_names())
def test_every_column_of_every_game_is_explained(game: str) -> None:
    told = audit.explanations(SHELF / game)
    for name in editions.data_files(SHELF / game):
        if name.endswith(".csv") and "crt_" not in name and "scenery" not in name:
            with (SHELF / game / name).open(encoding="utf-8") as file:
                header = next(csv.reader(file))
            columns = audit.columns_of(name, told)
            assert not [column for column in header if not columns.get(column, {}).get("says")]


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_a_new_edition_is_sound_and_the_same(game: str, tmp_path: Path) -> None:
    assert trenchline("edition", "new", game, tmp_path / "copy")[0] == 0
    code, out, err = trenchline("edition", "check", tmp_path / "copy")
    assert (code, err) == (0, "")
    assert "0 differences" in out


def test_nothing_is_written_over(mine: Path) -> None:
    code, _, err = trenchline("edition", "new", "world_war_one", mine)
    assert code == 1
    assert "not empty" in err


@pytest.mark.slow
def test_a_changed_counter_table_hex_and_set_up_play_through(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    trenchline("edition", "new", "der_weltkrieg", mine)
    units, sides = mine / "tannenberg" / "units.csv", mine / "tannenberg" / "map" / "hexsides.csv"
    edit(units, "8,6,5,8,,,,1906,", "8,6,5,8,,,,1806,")
    edit(mine / "tannenberg" / "forts.csv", "DEF0407,DE,0407,Danzig,12", "DEF0407,DE,0407,Danzig,9")
    edit(mine / "crt_1914.csv", "20,1,2,2,3,3", "20,1,1,2,3,3")
    edit(sides, "0109,0110,river,Schwarzwasser", "0109,0110,major_river,Schwarzwasser")
    code, out, err = trenchline("edition", "check", mine)
    assert (code, err) == (0, "")
    assert "tannenberg/units.csv: DE1 hex: 1906 -> 1806" in out
    assert "tannenberg/forts.csv: DEF0407 strength: 12 -> 9" in out
    assert "crt_1914.csv: 20 0: 2 -> 1" in out

    play = ("simulate", "der_weltkrieg", "--scenario", "tannenberg", "--games", 1, "--seed", 5)
    records = tmp_path / "records"
    code, _, err = trenchline(*play, "--edition", mine, "--record", records)
    assert (code, err) == (0, "")
    record = records / "der_weltkrieg-5.jsonl"
    code, out, err = trenchline("verify", record, "--edition", mine)
    assert (code, err) == (0, "")
    code, _, err = trenchline("verify", record)
    assert code == 1
    assert "played with the edition 'My own copy'" in err
    edit(mine / "tannenberg" / "forts.csv", "DEF0407,DE,0407,Danzig,9", "DEF0407,DE,0407,Danzig,8")
    code, _, err = trenchline("replay", record, "--edition", mine)
    assert code == 1
    assert "is another edition" in err


@pytest.mark.slow
def test_a_set_up_over_the_limit_is_found(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    trenchline("edition", "new", "der_weltkrieg", mine)
    units = mine / "tannenberg" / "units.csv"
    text = units.read_text(encoding="utf-8")
    for hex_ in ("1706", "1605", "1606", "1507", "1607", "1608"):
        text = text.replace(f",,,,{hex_},", ",,,,1906,")
    units.write_text(text, encoding="utf-8")
    code, _, err = trenchline("edition", "check", mine)
    assert code == 1
    assert "1906" in err


def test_land_that_is_cut_off_is_found(mine: Path) -> None:
    rows = (mine / "map" / "hexsides.csv").read_text(encoding="utf-8").rstrip("\n")
    around = ("1013", "1113", "1114", "1015", "0914", "0913")
    sides = [f"1014,{other},blocked,,history," for other in around]
    (mine / "map" / "hexsides.csv").write_text("\n".join([rows, *sides]) + "\n", encoding="utf-8")
    code, _, err = trenchline("edition", "check", mine)
    assert code == 1
    assert "1014" in err


def test_a_wrong_name_is_said_in_one_line(tmp_path: Path) -> None:
    code, out, err = trenchline("simulate", "world_war_one", "--edition", tmp_path / "none")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "no such folder" in err
