"""What results hang on: somebody's own players, the code that played, and that both are told."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

from tests.cli.command import refused, run
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.record import Made, parse_record, read_record
from trenchline.kernel.steps import Choice, listed
from trenchline.players.bots import Bot, found, made
from trenchline.studies import conduct as conducting
from trenchline.studies import made_by as making
from trenchline.studies.conduct import conduct
from trenchline.studies.executors import Alone, Hands
from trenchline.studies.findings import find
from trenchline.studies.folder import GAMES, StudyFolder, read_plan
from trenchline.studies.made_by import fingerprint, made_by
from trenchline.studies.mixture import mixture
from trenchline.studies.plan import Plan, make_plan
from trenchline.studies.report import report
from trenchline.studies.simulation import Study, play, simulate

GAME = "world_war_one"
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"
ALONE = Hands(Alone(), 1)

LAST = """\
from trenchline.kernel.steps import listed

class Last:
    def choose(self, known, rng):
        return list(listed(known.choices))[-1]
"""


class First:
    """Takes the first thing that is offered."""

    def choose(self, known: Knowledge[Any], rng: random.Random) -> Choice:
        return next(iter(listed(known.choices)))


@pytest.fixture
def last(tmp_path: Path) -> Path:
    path = tmp_path / "last.py"
    path.write_text(LAST)
    return path


def test_a_player_is_a_class_of_a_file(last: Path) -> None:
    assert play(Study(GAME, (f"{last}:Last", "random")), 3).choices > 100


def test_a_player_is_a_class_of_a_module() -> None:
    named = Study(GAME, (f"{__name__}:First", "random"))
    assert [bot.how for bot in named.bots] == ["module"]
    assert play(named, 3) == play(Study(GAME, (First, "random")), 3)  # type: ignore[arg-type]


def test_the_file_goes_along_and_is_not_read_again(last: Path) -> None:
    study = Study(GAME, (f"{last}:Last", "random"))
    before = play(study, 3)
    last.unlink()
    assert play(study, 3) == before


@pytest.mark.slow
def test_classes_and_files_go_along_to_other_processes(last: Path) -> None:
    for player in (f"{last}:Last", _in_a_notebook()):
        study = Study(GAME, (player, "random"), games=4)
        assert list(simulate(study, jobs=2)) == list(simulate(study))


def _in_a_notebook() -> Any:
    """A class whose module no other process can import."""
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(LAST, names)
    return names["Last"]


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("nowhere.py:Last", "No such file or directory"),
        ("nowhere:Last", "ModuleNotFoundError: No module named 'nowhere'"),
        (":Last", "it is named like module:Class or path/to/bot.py:Class"),
        ("last.py:", "it is named like module:Class or path/to/bot.py:Class"),
        ("{}:First", "there is no class First in"),
        ("{}:listed", "there is no class listed in"),
        ("tests.studies.test_made_by:Path", "Path has no method `choose`"),
        ("tests.studies.test_made_by:Bot", r"Bot\(\) fails: TypeError"),
    ],
)
def test_a_player_that_cannot_be_had_is_named_with_the_reason(
    name: str, problem: str, last: Path
) -> None:
    with pytest.raises(ValueError, match=problem) as told:
        found(name.format(last))
    assert name.format(last) in str(told.value)
    assert refused(2, "simulate", GAME, "--players", f"{name.format(last)},random")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("import this_is_nowhere", "line 1: ModuleNotFoundError"),
        ("class Last:\n  def choose(", "line 2: SyntaxError"),
        ("x = 1\n\ny = x / 0", "line 3: ZeroDivisionError: division by zero"),
    ],
)
def test_an_error_in_somebodys_file_is_told_with_its_line(
    last: Path, text: str, problem: str
) -> None:
    last.write_text(text)
    with pytest.raises(ValueError, match=problem):
        found(f"{last}:Last")


def test_a_module_that_is_another_one_elsewhere_is_refused() -> None:
    bot = Bot(f"{__name__}:First", "module", b"class First: ...")
    with pytest.raises(ValueError, match="is another one here"):
        made(bot)


def test_the_example_of_the_page_plays_and_wins() -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 45
    ran = run(
        *("simulate", GAME, "--players", f"{EXAMPLE}:Presser,random"),
        *("--games", 1, "--seed", 5, "--json"),
    )
    assert ran.json["wins"]["Allied"] == 1


def test_who_plays_by_the_clock_cannot_be_repeated() -> None:
    for command in ("simulate", "arena"):
        told = refused(2, command, GAME, "--players", "general,random")
        assert told.startswith("general plays by the clock")
        assert "search" in told


# What is told of a study.


def plan(**more: Any) -> Plan:
    return make_plan(GAME, ("random", "random"), games=2, **more)


def test_a_fingerprint_hangs_on_the_code_and_on_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("kernel/a.py", "players/b.py", "studies/simulation.py", "games/chess/c.csv"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(making, "PACKAGE", tmp_path)
    seen = set()
    for name in ("kernel/a.py", "players/b.py", "studies/simulation.py", "games/chess/c.csv"):
        fingerprint.cache_clear()
        seen.add(fingerprint("chess"))
        (tmp_path / name).write_text("changed")
    fingerprint.cache_clear()
    seen.add(fingerprint("chess"))
    assert len(seen) == 5
    (tmp_path / "games/chess/RULES.md").write_text("words")
    (tmp_path / "server").mkdir()
    (tmp_path / "server/d.py").write_text("x = 1")
    fingerprint.cache_clear()
    assert fingerprint("chess") in seen
    fingerprint.cache_clear()


def test_players_are_told_with_their_parameters(last: Path) -> None:
    bot = found(f"{last}:Last")
    told = made_by(GAME, ("search", bot.name), (bot,)).players
    assert told == ("search(choices=2000)", f"{bot.name} [{bot.fingerprint}]")


def test_a_record_names_what_made_it(tmp_path: Path) -> None:
    play(Study(GAME, ("random", "passing"), record=tmp_path), 7)
    header = read_record(tmp_path / f"{GAME}-7.jsonl").header
    assert isinstance(header.made, Made)
    assert header.made == made_by(GAME, ("random", "passing"))
    assert header.made.python == sys.version.split()[0]
    assert run("verify", tmp_path / f"{GAME}-7.jsonl").code == 0


def test_a_file_of_games_names_what_made_it(tmp_path: Path) -> None:
    folder = _done(tmp_path / "s", plan())
    kept = pl.read_parquet_metadata(tmp_path / "s" / GAMES)["trenchline"]
    assert msgspec.json.decode(kept, type=Plan) == folder.plan == read_plan(tmp_path / "s")
    assert folder.games()["code"].to_list() == [fingerprint(GAME)] * 2
    assert folder.plan.made is not None
    assert folder.plan.made.told() in _page(folder)
    assert "Mixed:" not in _page(folder)


def test_other_code_does_not_go_on_with_a_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = StudyFolder(tmp_path / "s", plan())
    folder.prepare()
    folder.append([(0, game) for game in _one_game()])
    monkeypatch.setattr(making, "fingerprint", lambda game: "feedfeedfeedfeed")
    monkeypatch.setattr(conducting, "fingerprint", lambda game: "feedfeedfeedfeed")
    with pytest.raises(ValueError, match=r"code is \w+, not feedfeed.*--allow-mixed"):
        StudyFolder(tmp_path / "s", plan()).prepare()
    mixed = _done(tmp_path / "s", plan(mixed=True))
    assert "Mixed: different code played these games" in _page(mixed)
    assert sorted(set(mixed.games()["code"])) == sorted({fingerprint(GAME), "feedfeedfeedfeed"})


def test_games_that_others_played_are_told_in_the_result_bug(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers with other code played all the games, and the report named ours."""
    folder = StudyFolder(tmp_path / "s", plan(mixed=True))
    folder.prepare()
    monkeypatch.setattr(conducting, "fingerprint", lambda game: "feedfeedfeedfeed")
    list(conduct(folder, ALONE))
    told = "Mixed: different code played these games (2 games by feedfeedfeedfeed)"
    assert mixture(folder.plan, folder.finish()) == f"{told}."
    assert told in _page(folder)
    monkeypatch.undo()
    assert mixture(plan(), _done(tmp_path / "t", plan()).games()) == ""


def test_a_changed_player_is_told_in_the_result_bug(tmp_path: Path) -> None:
    """The report named the new player alone, as if it had played all the games."""
    bot = tmp_path / "bot.py"
    bot.write_text("from trenchline.players.random_player import RandomPlayer as Any\n")

    def with_bot(games: int, mixed: bool = False) -> Plan:
        return make_plan(GAME, (f"{bot}:Any", "random"), games=games, mixed=mixed)

    _done(tmp_path / "s", with_bot(1))
    bot.write_text(bot.read_text() + "# changed\n")
    with pytest.raises(ValueError, match=r"players is .*--allow-mixed"):
        StudyFolder(tmp_path / "s", with_bot(2)).prepare()
    mixed = _done(tmp_path / "s", with_bot(2, mixed=True))
    assert mixed.games()["code"].n_unique() == 2
    assert "Mixed: different code played these games" in _page(mixed)
    assert read_plan(tmp_path / "s").mixed


def test_a_worker_with_other_code_is_refused() -> None:
    study, rules = plan().variants(None)[0], plan().rules
    with pytest.raises(ValueError, match="a worker has other code of world_war_one"):
        conducting.play_batch(study, rules, "feedfeedfeedfeed", [1])
    played, _ = conducting.play_batch(study, rules, None, [1])
    assert played[0].code == fingerprint(GAME)


def test_a_changed_player_does_not_go_on_with_a_study(last: Path, tmp_path: Path) -> None:
    players = (f"{last}:Last", "random")
    StudyFolder(tmp_path / "s", make_plan(GAME, players, games=2)).prepare()
    last.write_text(LAST.replace("[-1]", "[0]"))
    with pytest.raises(ValueError, match=r"players is .*last\.py:Last \[\w+\]"):
        StudyFolder(tmp_path / "s", make_plan(GAME, players, games=2)).prepare()


def test_a_study_that_does_not_say_what_played_it_is_not_gone_on_with(tmp_path: Path) -> None:
    old = msgspec.structs.replace(plan(), made=None)
    StudyFolder(tmp_path / "s", old).prepare()
    with pytest.raises(ValueError, match="it does not say what code played it"):
        StudyFolder(tmp_path / "s", plan()).prepare()


def test_a_record_that_lies_about_its_making_is_refused_by_line() -> None:
    with pytest.raises(ValueError, match="line 1: not a line of a record"):
        parse_record(b'{"trenchline":2,"made":{"version":1}}\n')


def _one_game() -> list[Any]:
    played, _ = conducting.play_batch(plan().variants(None)[0], plan().rules, None, [0])
    return played


def _done(path: Path, wanted: Plan) -> StudyFolder:
    folder = StudyFolder(path, wanted)
    folder.prepare()
    list(conduct(folder, ALONE))
    folder.finish()
    return folder


def _page(folder: StudyFolder) -> str:
    games = folder.games()
    return report(folder.plan, find(folder.plan, games), games)
