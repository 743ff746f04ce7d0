"""Studies: the same games whoever plays them, kept whole whatever happens, and truly told."""

from __future__ import annotations

import errno
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.studies.crashing import CrashingPlayer
from trenchline.games import game_names, load_game
from trenchline.kernel.record import read_record
from trenchline.kernel.story import LOSSES
from trenchline.players import PLAYERS
from trenchline.studies import conduct as conducting
from trenchline.studies.conduct import conduct
from trenchline.studies.executors import Alone, Hands, hands
from trenchline.studies.files import write_whole
from trenchline.studies.findings import find
from trenchline.studies.folder import CRASHES, GAMES, PARTS, PLAN, StudyFolder, read_plan
from trenchline.studies.plan import Plan, make_plan
from trenchline.studies.report import report
from trenchline.studies.simulation import Study, play

TWO = ("random", "random")
ALONE = Hands(Alone(), 1)


def small(games: int = 3, **more: Any) -> Plan:
    return make_plan("world_war_one", TWO, vary={"tank_army": ("off", "on")}, games=games, **more)


def ready(path: Path, plan: Plan) -> StudyFolder:
    folder = StudyFolder(path, plan)
    folder.prepare()
    return folder


def done(path: Path, plan: Plan, by: Hands = ALONE) -> pl.DataFrame:
    folder = ready(path, plan)
    assert sum(conduct(folder, by)) == 2 * plan.games
    return folder.finish()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished study."""
    path = tmp_path_factory.mktemp("studies") / "whole"
    done(path, small())
    return path


def test_every_game_has_its_seed_and_its_result(whole: Path) -> None:
    games = StudyFolder(whole, small()).games()
    assert games.select("variant", "game").rows() == [(v, k) for v in (0, 1) for k in range(3)]
    assert games["seed"].to_list() == [0, 1, 2] * 2
    assert games["option tank_army"].to_list() == ["off"] * 3 + ["on"] * 3
    assert list((whole / PARTS).iterdir()) == []


def test_a_game_of_a_study_can_be_played_again(whole: Path) -> None:
    told = StudyFolder(whole, small()).games().row(4, named=True)
    again = play(Study("world_war_one", TWO, options={"tank_army": "on"}), told["seed"])
    assert again.outcome is not None
    assert again.outcome.reason == told["reason"]
    assert list(again.outcome.scores) == [told["score Allied"], told["score Central"]]
    assert again.choices == told["choices"]


def test_others_who_do_the_work_change_nothing(whole: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        done(tmp_path / "s", small(), Hands(pool, 2))
    assert (tmp_path / "s" / GAMES).read_bytes() == (whole / GAMES).read_bytes()


@pytest.mark.slow
def test_processes_change_nothing(whole: Path, tmp_path: Path) -> None:
    with hands(jobs=2) as pool:
        done(tmp_path / "s", small(), pool)
    assert (tmp_path / "s" / GAMES).read_bytes() == (whole / GAMES).read_bytes()


def test_a_study_goes_on_where_it_was(whole: Path, tmp_path: Path) -> None:
    folder = ready(tmp_path / "s", small())
    started = conduct(folder, ALONE)
    first = next(started)
    started.close()
    assert len(folder.games()) == first < 6
    assert sum(conduct(folder, ALONE)) == 6 - first, "nothing is played twice"
    folder.finish()
    assert (folder.path / GAMES).read_bytes() == (whole / GAMES).read_bytes()
    assert sum(conduct(folder, ALONE)) == 0


def test_parts_left_beside_the_whole_count_once(whole: Path, tmp_path: Path) -> None:
    """As they are when somebody is killed between writing the one and removing the others."""
    folder = ready(tmp_path / "s", small())
    write_whole(folder.path / PARTS / "left.parquet", (whole / GAMES).read_bytes())
    write_whole(folder.path / GAMES, (whole / GAMES).read_bytes())
    assert len(folder.finish()) == 6
    assert list((folder.path / PARTS).iterdir()) == []
    assert (folder.path / GAMES).read_bytes() == (whole / GAMES).read_bytes()


@pytest.mark.parametrize(
    ("other", "problem"),
    [
        (small(2), "games is 3, not 2"),
        (small(seed=9), "seed is 0, not 9"),
        (small(records=True), "records is False, not True"),
        (make_plan("kaisers_war", TWO), "game is world_war_one, not kaisers_war"),
        (make_plan("world_war_one", TWO, games=3), "vary is tank_army=off,on, not none"),
    ],
)
def test_another_study_does_not_go_on_here(whole: Path, other: Plan, problem: str) -> None:
    with pytest.raises(ValueError, match="another study here") as refusal:
        StudyFolder(whole, other).prepare()
    assert problem in str(refusal.value)
    assert read_plan(whole) == small()


def test_a_study_goes_on_with_more_games(whole: Path, tmp_path: Path) -> None:
    done(tmp_path / "grown", small(2))
    grown = ready(tmp_path / "grown", small(3))
    assert sum(conduct(grown, ALONE)) == 2, "one more of each variant"
    grown.finish()
    assert read_plan(tmp_path / "grown") == small(3)
    assert (tmp_path / "grown" / GAMES).read_bytes() == (whole / GAMES).read_bytes()


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(ValueError, match="something else in this folder"):
        StudyFolder(tmp_path, small()).prepare()
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize("cut", [0, 4, 100, 2000])
def test_a_damaged_part_is_named(whole: Path, tmp_path: Path, cut: int) -> None:
    folder = ready(tmp_path / "s", small())
    part = folder.path / PARTS / "p.parquet"
    part.write_bytes((whole / GAMES).read_bytes()[:cut])
    with pytest.raises(ValueError, match=r"parts/p.parquet is damaged .*: remove it and run"):
        folder.games()


def test_a_part_of_something_else_is_named(tmp_path: Path) -> None:
    folder = ready(tmp_path / "s", small())
    pl.DataFrame({"a": [1]}).write_parquet(folder.path / PARTS / "p.parquet")
    with pytest.raises(ValueError, match=r"parts/p.parquet is not of this study"):
        folder.games()


def test_a_damaged_plan_is_named(tmp_path: Path) -> None:
    folder = ready(tmp_path / "s", small())
    (folder.path / PLAN).write_text('{"game": 3')
    with pytest.raises(ValueError, match=r"study.json is damaged"):
        folder.prepare()


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ready(tmp_path / "s", small())

    def no_room(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", no_room)
    with pytest.raises(OSError, match="No space"):
        list(conduct(folder, ALONE))
    assert list((folder.path / PARTS).iterdir()) == []


def test_a_worker_with_other_rules_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a worker has rules \S+ of world_war_one"):
        conducting.play_batch(Study("world_war_one", TWO), "0.0", None, [1])


@pytest.mark.parametrize(
    ("terms", "problem"),
    [
        ({"vary": {"tank_army": ("on",)}}, "two or more different values"),
        ({"vary": {"tank_army": ("on", "on")}}, "two or more different values"),
        ({"vary": {"tank_army": ("on", "maybe")}}, "option tank_army takes off, on"),
        ({"vary": {"zeppelins": ("on", "off")}}, "has no option 'zeppelins'"),
        (
            {"vary": {"tank_army": ("on", "off")}, "options": {"tank_army": "on"}},
            "both given and varied",
        ),
        ({"vary": {"scenario": ("historical", "moonshine")}}, "has no scenario 'moonshine'"),
        ({"seed": 2**63}, "too large"),
    ],
)
def test_what_cannot_be_played_is_refused(terms: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        make_plan("world_war_one", TWO, **terms)


def test_a_game_is_the_same_with_a_witness_and_recorded(tmp_path: Path) -> None:
    for name in ("world_war_one", "kaisers_war"):
        plain = play(Study(name, TWO), 5)
        seen = play(Study(name, TWO, witness=True), 5)
        recorded = play(Study(name, TWO, record=tmp_path, witness=True), 5)
        assert (seen.outcome, seen.choices) == (plain.outcome, plain.choices)
        assert seen == recorded


@pytest.mark.parametrize("name", ["world_war_one", "kaisers_war"])
def test_the_story_ends_as_the_game_does(name: str) -> None:
    sides = load_game(name).sides
    dead = dict.fromkeys(sides, 0.0)
    for seed in range(3):
        played = play(Study(name, TWO, witness=True), seed)
        assert played.outcome is not None
        assert played.story is not None
        pages = played.story.pages
        last = [p.value for p in pages if p.turn == played.story.turns and p.what[0] == "v"]
        assert last == list(played.outcome.scores), "victory points"
        assert {page.turn for page in pages} == set(range(1, played.story.turns + 1))
        for side in sides:
            lost = [page.value for page in pages if (page.what, page.side) == (LOSSES, side)]
            assert lost == sorted(lost)
            dead[side] += lost[-1]
        events = [event.what for event in played.story.events]
        assert len(set(events)) == len(events)
    assert all(dead.values())


def test_what_a_turn_begins_with_belongs_to_that_turn_bug() -> None:
    """Turkey enters the war as the second turn begins, before anybody is asked anything; her
    entry was told with the first."""
    story = play(Study("world_war_one", TWO, witness=True), 3).story
    assert story is not None
    turns = {event.what: event.turn for event in story.events}
    assert turns["Turkey at war on the Central side"] == 2
    assert turns["Italy at war on the Allied side"] == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_story(name: str) -> None:
    played = play(Study(name, TWO, witness=True), 3)
    assert played.crash is None
    assert played.story is not None
    lost = [page.value for page in played.story.pages if page.what == LOSSES]
    assert sum(lost) > 0


def test_the_report_stands_alone(whole: Path) -> None:
    plan = small()
    games = StudyFolder(whole, plan).games()
    found = find(plan, games)
    page = report(plan, found, games)
    assert page == report(plan, find(plan, games), games), "the same every time"
    for heading in (
        "Who wins",
        "How options shift the balance",
        "Victory points by turn",
        "Units lost by turn",
        "When decisive events happen",
        "Length",
    ):
        assert f"<h2>{heading}</h2>" in page
    assert page.count("<svg") >= 6
    for loads in ("<script", "<link", "src=", "url(http", "@import"):
        assert loads not in page


def test_the_numbers_are_those_of_the_games(whole: Path, tmp_path: Path) -> None:
    plan = small()
    games = StudyFolder(whole, plan).games()
    found = find(plan, games)
    rates = found.win_rates
    assert rates["won"].sum() == 6
    allied = rates.filter(variant=0, winner="Allied").row(0, named=True)
    won = games.filter(variant=0, winner="Allied")
    assert (allied["won"], allied["share"]) == (len(won), round(len(won) / 3, 6))
    assert allied["low"] <= allied["share"] <= allied["high"]
    last = found.turns.filter(variant=1, what="victory points", side="Central", turn=10)
    assert last["mean"][0] == pytest.approx(
        games.filter(variant=1)["score Central"].mean(), abs=1e-3
    )
    assert (
        found.events.filter(variant=0, what="Turkey at war on the Central side")["so_far"].max()
        == 3
    )
    off, on = found.options.sort("value").rows(named=True)
    assert off["margin_shift_value"] == 0
    assert on["margin_shift_value"] == pytest.approx(
        on["margin_value"] - off["margin_value"], abs=1e-3
    )
    found.write(tmp_path)
    assert pl.read_csv(tmp_path / "games.csv")["seed"].to_list() == [0, 1, 2] * 2
    assert sorted(path.name for path in tmp_path.iterdir())[:2] == ["endings.csv", "events.csv"]


def test_crashes_are_told_and_count_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLAYERS, "crashing", CrashingPlayer)
    plan = make_plan("world_war_one", ("crashing", "random"), games=2)
    folder = ready(tmp_path, plan)
    list(conduct(folder, ALONE))
    games = folder.finish()
    assert games["crash"].str.starts_with("ZeroDivisionError").all()
    found = find(plan, games)
    assert len(found.win_rates) == 0
    assert "2 games crashed" in report(plan, found, games)
    left = sorted(path.name for path in (tmp_path / CRASHES).iterdir())
    assert left == ["0-0.jsonl", "0-0.txt", "0-1.jsonl", "0-1.txt"]
    assert "assert 1 / self.left" in (tmp_path / CRASHES / "0-1.txt").read_text()
    record = read_record(tmp_path / CRASHES / "0-1.jsonl")
    assert record.closing.outcome is None
    assert sum(line.side == "Allied" for _, line in record.lasting) == 9


def test_a_game_without_a_chronicle_is_studied_by_its_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = replace(load_game("world_war_one"), chronicle=None)
    monkeypatch.setattr("trenchline.games.world_war_one.GAME", silent)
    plan = make_plan("world_war_one", TWO, games=2)
    folder = ready(tmp_path, plan)
    list(conduct(folder, ALONE))
    games = folder.finish()
    found = find(plan, games)
    assert found.win_rates["won"].sum() == 2
    assert found.lengths["what"].to_list() == ["choices"]
    page = report(plan, found, games)
    assert "Length" in page
    assert "by turn</h2>" not in page
