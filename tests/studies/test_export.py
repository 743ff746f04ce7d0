"""Records as tables: what they tell is what was played, in every game."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polars as pl
import pytest

from tests.cli.command import refused, run
from trenchline.games import game_names, load_game
from trenchline.kernel.record import read_record, replay
from trenchline.studies.export import Tables, export, write
from trenchline.studies.made_by import fingerprint
from trenchline.studies.simulation import Study, play

TESTS = Path(__file__).parents[1]
RECORDS = {
    "balance_of_powers": "written_set_up",
    "der_weltkrieg": "fort_stormed",
    "kaisers_war": "czechs_appear",
    "the_great_war": "staffs_gorizia",
    "world_war_one": "draw",
}
"""A game with battles of each."""


def recorded(name: str, folder: Path, *seeds: int) -> None:
    """Records of random games."""
    folder.mkdir(exist_ok=True)
    for seed in seeds:
        play(Study(name, ("random", "random"), record=folder), seed)


def golden(name: str) -> Path:
    return TESTS / name / "golden" / f"{RECORDS[name]}.jsonl"


@pytest.fixture(scope="module", params=game_names())
def exported(request: pytest.FixtureRequest) -> Tables:
    """The tables of one record."""
    name: str = request.param
    return export([golden(name)])[name]


def test_every_choice_is_a_row(exported: Tables) -> None:
    name = exported.game.name
    record = read_record(golden(name))
    table = exported.frames()["decisions"]
    written = [(line.side, line.choice, line.dice) for _, line in record.lasting]
    assert table.select("side", "choice", "dice").rows() == written
    assert table["number"].to_list() == list(range(1, len(written) + 1))
    assert table["offered"].min() == 1 or table["offered"].to_numpy().min() > 1
    assert table["when"].null_count() == 0
    assert table["asked"].str.len_chars().to_numpy().min() > 0


def test_every_battle_has_odds_dice_and_a_result(exported: Tables) -> None:
    table = exported.frames()["battles"]
    assert len(table) > 3
    for row in table.iter_rows(named=True):
        if not row["hidden"]:
            assert sum(c["probability"] for c in row["chances"]) == pytest.approx(1)
        assert row["dice"]
        assert row["last"] >= row["number"]
        assert row["hexes"], "where it was"
    cases = table.explode("modifiers").unnest("modifiers")["case"].drop_nulls()
    assert len(cases)
    assert (cases != "").all()
    assert table["result"].null_count() <= len(table) // 8


def test_the_dice_of_battles_are_those_of_the_choices(exported: Tables) -> None:
    frames = exported.frames()
    dice = dict(frames["decisions"].select("number", "dice").iter_rows())
    for row in frames["battles"].iter_rows(named=True):
        numbers = range(row["number"], row["last"] + 1)
        assert row["dice"] == [die for number in numbers for die in dice[number]]


def test_units_and_land_are_those_of_the_last_position(exported: Tables) -> None:
    game = exported.game
    frames = exported.frames()
    state = replay(game, read_record(golden(game.name))).state
    units = frames["units"]
    last = units.filter(pl.col("turn") == pl.col("turn").max())
    names = state.names
    places = [names.label(p) if p >= 0 else names.pile(p) for p in state.where]
    assert last["place"].to_list() == places
    assert last["unit"].n_unique() == len(places)
    assert set(last["side"]) <= {*game.sides, "neutral"}
    assert not any(re.fullmatch(r"-\d+", place) for place in places), "piles have names"
    assert game.chronicle is not None
    turns = units["turn"].unique().sort().to_list()
    # A turn in which nobody is asked anything leaves no trace.
    assert turns[:2] == [0, 1]
    assert turns[-1] == game.chronicle.turn(state)
    land = frames["territory"].filter(pl.col("turn") == turns[-1])
    assert game.chronicle.territory is not None
    held = [hexes.bit_count() for hexes in game.chronicle.territory(state)][: len(game.sides)]
    assert [len(land.filter(side=side)) for side in game.sides] == held


def test_battles_of_world_war_one_are_read_from_its_table() -> None:
    table = export([golden("world_war_one")])["world_war_one"].frames()["battles"]
    for row in table.iter_rows(named=True):
        lost, inflicted = re.fullmatch(r"(\d)/(\d)", row["result"]).groups()  # type: ignore[union-attr]  # else it fails
        assert row["meaning"].startswith(f"attacker loses {lost}") or "loses" in row["meaning"]
        assert any(f"die {row['dice'][0]}: {lost}/{inflicted}" in line for line in row["log"])
        assert row["column"].startswith("+")


def test_tables_are_written_by_game(tmp_path: Path) -> None:
    recorded("world_war_one", tmp_path / "r", 1, 2)
    recorded("kaisers_war", tmp_path / "r", 1)
    ran = run("export", tmp_path / "r", "--out", tmp_path / "t", "--positions")
    assert ran.code == 0
    written = sorted(p.relative_to(tmp_path / "t").as_posix() for p in map(Path, ran.out.split()))
    tables = ("battles", "decisions", "games", "territory", "units")
    assert written == [f"{g}/{t}.parquet" for g in ("kaisers_war", "world_war_one") for t in tables]
    file = tmp_path / "t" / "world_war_one" / "games.parquet"
    made = json.loads(pl.read_parquet_metadata(file)["trenchline"])
    assert (made["table"], made["code"]) == ("games", fingerprint("world_war_one"))
    games = pl.read_parquet(file)
    assert games["record"].to_list() == ["world_war_one-1", "world_war_one-2"]
    assert games["made"].str.contains("Trenchline ").all()
    assert games["over"].all()
    decisions = pl.read_parquet(tmp_path / "t" / "world_war_one" / "decisions.parquet")
    game = load_game("world_war_one")
    text = decisions["position"][300]
    assert game.notation(game.parse(text)) == text


def test_what_a_side_knows_goes_along(tmp_path: Path) -> None:
    recorded("kaisers_war", tmp_path / "r", 1)
    ran = run("export", tmp_path / "r", "--out", tmp_path / "t", "--knowledge", "--positions")
    assert ran.code == 0
    table = pl.read_parquet(tmp_path / "t" / "kaisers_war" / "decisions.parquet")
    fog = table.filter(pl.col("unknown").list.len() > 0)
    assert len(fog) > len(table) // 2, "units are hidden from the enemy"
    assert (fog["known"] != fog["position"]).any()
    game = load_game("kaisers_war")
    for side, text, known in fog.select("side", "position", "known").iter_rows():
        here, there = game.parse(text), game.parse(known)
        own = game.sides.index(side)
        for unit, place in enumerate(here.where):
            if here.side_of(unit) == own:
                assert there.where[unit] == place, "what is one's own is known"


def test_records_with_the_same_name_are_told_apart(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        recorded("world_war_one", tmp_path / folder, 1)
    tables = export(tmp_path / folder / "world_war_one-1.jsonl" for folder in ("a", "b"))
    names = tables["world_war_one"].frames()["games"]["record"].to_list()
    assert [name.removeprefix(tmp_path.as_posix()) for name in names] == [
        "/a/world_war_one-1",
        "/b/world_war_one-1",
    ]


def test_a_record_that_is_not_over_is_exported(tmp_path: Path) -> None:
    lines = golden("world_war_one").read_text().splitlines()
    short = tmp_path / "short.jsonl"
    closing = '{"choices":40,"outcome":null,"seed":null}'
    short.write_text("\n".join([*lines[:41], closing]) + "\n")
    frames = export([short])["world_war_one"].frames()
    assert len(frames["decisions"]) == 40
    assert frames["games"].select("over", "winner").row(0) == (False, None)
    write({"world_war_one": export([short])["world_war_one"]}, tmp_path)


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda rows: ["no record", *rows[1:]], "line 1: not a line of a record"),
        (lambda rows: rows[:20], "line 20: the record is cut short"),
        (lambda rows: [rows[0].replace("world_war_one", "chess"), *rows[1:]], "no game 'chess'"),
        (lambda rows: [*rows[:1], rows[1].replace("attack", "dance"), *rows[2:]], "line 2: "),
        (lambda rows: [rows[0], rows[2], *rows[2:]], "line 2: roll is not legal"),
    ],
)
def test_a_bad_record_is_named_with_its_line_and_nothing_is_written(
    tmp_path: Path, spoil: object, problem: str
) -> None:
    assert callable(spoil)
    bad = tmp_path / "bad.jsonl"
    bad.write_text("\n".join(spoil(golden("world_war_one").read_text().splitlines())) + "\n")
    out = tmp_path / "tables"
    told = refused(1, "export", golden("kaisers_war"), bad, "--out", out)
    assert told.startswith(f"{bad}: ")
    assert problem in told
    assert not out.exists()


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    out = ("--out", tmp_path / "t")
    assert "cannot be read" in refused(1, "export", tmp_path / "none.jsonl", *out)
    assert "there are no records" in refused(2, "export", tmp_path, *out)
