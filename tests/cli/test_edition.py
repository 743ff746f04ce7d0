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
def test_a_changed_counter_table_hex_and_set_up_play_through(mine: Path, tmp_path: Path) -> None:
    rows = (mine / "map" / "places.csv").read_text(encoding="utf-8")
    assert "0106,fort,Paris,FR,1,reconstructed" in rows
    edit(mine / "map" / "places.csv", "0106,fort,Paris,FR,1,recon", "0106,fort,Paris,FR,3,recon")
    edit(mine / "scenarios" / "historical.toml", 'hexes = ["0506", "0605"]', 'hexes = ["0506"]')
    edit(mine / "map" / "hexes.csv", "1014,AH,clear,,,recon", "1014,AH,rough,,,recon")
    code, out, err = trenchline("edition", "check", mine)
    assert (code, err) == (0, "")
    assert "map/places.csv: 0106 fort Paris value: 1 -> 3" in out
    assert "map/hexes.csv: 1014 terrain: clear -> rough" in out
    assert "3 differences" in out

    play = ("simulate", "world_war_one", "--games", 1, "--seed", 5)
    records = tmp_path / "records"
    code, _, err = trenchline(*play, "--edition", mine, "--record", records)
    assert (code, err) == (0, "")
    record = records / "world_war_one-5.jsonl"
    assert trenchline("verify", record, "--edition", mine)[0] == 0
    code, _, err = trenchline("verify", record)
    assert code == 1
    assert "My own copy" in err
    edit(mine / "map" / "places.csv", "FR,3,recon", "FR,2,recon")
    code, _, err = trenchline("replay", record, "--edition", mine)
    assert code == 1
    assert "another edition" in err


def test_a_set_up_over_the_limit_is_found(mine: Path) -> None:
    edit(mine / "scenarios" / "historical.toml", 'source = "rulebook"\n', 'source = "history"\n')
    edit(mine / "scenarios" / "historical.toml", 'FR5 = "0307"', 'FR5 = "0407"')
    code, _, err = trenchline("edition", "check", mine)
    assert code == 1
    assert "differs from what the rulebook gives" in err


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
