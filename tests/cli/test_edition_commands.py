"""Every command that takes ``--edition DIR`` plays by what stands there, not by what is ours."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.cli.test_edition import trenchline
from tests.cli.test_odds import ATTACK, POSITION

GAME = "world_war_one"


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An edition without the forts of Verdun, in which every town is a new one."""
    folder = tmp_path_factory.mktemp("box") / "mine"
    assert trenchline("edition", "new", GAME, folder)[0] == 0
    places = folder / "map" / "places.csv"
    lines = places.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith("0408,fort,")]
    assert len(kept) == len(lines) - 1
    renamed = [re.sub(r"^(\d{4},town,)", r"\1New ", line) for line in kept]
    places.write_text("\n".join(renamed) + "\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def record(box: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of it."""
    folder = tmp_path_factory.mktemp("records")
    played = trenchline("simulate", GAME, "--seed", 5, "--edition", box, "--record", folder)
    assert (played[0], played[2]) == (0, "")
    return folder / f"{GAME}-5.jsonl"


def edition_of(record: Path) -> dict[str, str]:
    """What a record says of its edition."""
    header = json.loads(record.read_text(encoding="utf-8").splitlines()[0])
    named: dict[str, str] = header["edition"]
    return named


def test_check_names_what_differs(box: Path) -> None:
    code, out, err = trenchline("edition", "check", box)
    assert (code, err) == (0, "")
    assert "0408 fort Verdun: a row -> (gone)" in out
    assert "0408 town New Verdun: (nothing) -> a row" in out


def test_odds(box: Path, tmp_path: Path) -> None:
    position = tmp_path / "verdun.txt"
    position.write_text(POSITION, encoding="utf-8")
    ask = ("odds", GAME, "--position", position, "--attack", ATTACK)
    _, ours, _ = trenchline(*ask)
    code, theirs, err = trenchline(*ask, "--edition", box)
    assert (code, err) == (0, "")
    assert "Attack on 0408 Verdun" in ours
    assert "fortification [12.41]" in ours
    assert "Attack on 0408 New Verdun" in theirs
    assert "fortification" not in theirs


def test_map(box: Path, tmp_path: Path) -> None:
    drawing = tmp_path / "map.svg"
    assert trenchline("map", GAME, "--out", drawing, "--edition", box)[0] == 0
    assert "New Verdun" in drawing.read_text(encoding="utf-8")


def test_simulate_and_replay(box: Path, record: Path) -> None:
    assert edition_of(record)["title"] == "My own copy"
    code, out, err = trenchline("replay", record, "--edition", box)
    assert (code, err) == (0, "")
    assert f"Edition: My own copy ({edition_of(record)['hash'][:12]})" in out
    assert re.search(r"\b\d{4} New [A-Z]", out)


def test_verify(box: Path, record: Path) -> None:
    code, out, err = trenchline("verify", record, "--edition", box)
    assert (code, err) == (0, "")
    assert out.startswith("OK ")


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_record_asks_for_its_edition_and_refuses_another(
    box: Path, record: Path, tmp_path: Path, command: str
) -> None:
    code, _, err = trenchline(command, record)
    assert code == 1
    assert "played with the edition 'My own copy'" in err
    assert "name its folder with --edition" in err
    other = tmp_path / "other"
    trenchline("edition", "new", GAME, other)
    code, _, err = trenchline(command, record, "--edition", other)
    assert code == 1
    assert "is another edition" in err


def test_study(box: Path, tmp_path: Path) -> None:
    """Its records name the edition, and it does not go on with other data."""
    out = tmp_path / "study"
    study = ("study", GAME, "--out", out, "--games", 1, "--seed", 5, "--records")
    assert trenchline(*study, "--edition", box)[0] == 0
    (kept,) = out.rglob("*.jsonl*")
    assert edition_of(kept)["title"] == "My own copy"
    assert trenchline("verify", kept, "--edition", box)[0] == 0
    code, _, err = trenchline(*study)
    assert code != 0
    assert "another" in err


@contextmanager
def running(*words: object, data: Path) -> Iterator[subprocess.Popen[str]]:
    """A server in a process of its own."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("TRENCHLINE_EDITION")}
    process = subprocess.Popen(
        [sys.executable, "-m", "trenchline", *map(str, words)],
        env=clean | {"TRENCHLINE_DATA": str(data)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def lies_on_the_table(address: str) -> None:
    """The games tell the edition, and the board has its towns and no fort at Verdun."""
    games = httpx.get(f"{address}/api/games", timeout=120).json()
    assert {g["name"]: g["edition"] for g in games}[GAME] == "My own copy"
    hexes = httpx.get(f"{address}/api/games/{GAME}/board", timeout=120).json()["hexes"]
    verdun = next(hex_ for hex_ in hexes if hex_["label"] == "0408")
    assert [(p["kind"], p["name"]) for p in verdun["places"]] == [("town", "New Verdun")]


@pytest.mark.slow
def test_play(box: Path, tmp_path: Path) -> None:
    with running("play", "--no-browser", "--edition", box, data=tmp_path) as process:
        assert process.stdout
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert found
        lies_on_the_table(found[0])


@pytest.mark.slow
def test_serve(box: Path, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    words = ("serve", "--port", port, "--migrate", "--edition", box)
    with running(*words, data=tmp_path) as process:
        deadline = time.monotonic() + 120
        while True:
            try:
                httpx.get(f"{address}/api/games", timeout=120)
                break
            except httpx.ConnectError:
                assert process.poll() is None, "the server has ended"
                assert time.monotonic() < deadline
                time.sleep(0.2)
        lies_on_the_table(address)


def test_a_wrong_cell_is_told_with_file_line_and_reason(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    trenchline("edition", "new", GAME, folder)
    places = folder / "map" / "places.csv"
    with places.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    line = next(n for n, row in enumerate(rows, start=1) if row[:2] == ["0408", "fort"])
    rows[line - 1][4] = "three"
    with places.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    for words in (("edition", "check", folder), ("simulate", GAME, "--edition", folder)):
        code, _, err = trenchline(*words)
        assert code != 0
        assert f"places.csv:{line}: " in err
        assert "whole number" in err
