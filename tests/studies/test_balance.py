"""The balance of all games: played in rounds, gone on with, and told on one page."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from tests.cli.command import refused, run
from trenchline.games import game_names, load_game
from trenchline.games.balance_of_powers.components import BOARD
from trenchline.games.balance_of_powers.victory import chips_in_play
from trenchline.kernel.bits import members
from trenchline.kernel.data import DataError
from trenchline.kernel.history import load_history
from trenchline.studies.balance import (
    MAIN_OPTIONS,
    Setting,
    Wanted,
    grow,
    grown,
    main_options,
    settings,
)
from trenchline.studies.balance_page import page
from trenchline.studies.executors import Alone, Hands
from trenchline.studies.folder import read_plan

NAME = "kaisers_war"
ALONE = Hands(Alone(), 1)


def words(folder: Path, *more: object) -> tuple[object, ...]:
    return ("balance", folder, "--game", NAME, "--player", "random", *more)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small balance of one game."""
    folder = tmp_path_factory.mktemp("balance") / "games"
    wanted = Wanted((NAME,), "random", plain=6, varied=1)
    assert len(list(grow(folder, wanted, ALONE, None))) == 2 + len(settings(NAME))
    return folder


def test_every_scenario_and_every_main_option_has_its_games(played: Path) -> None:
    found = {one.setting: one.games.height for one in grown(played, [NAME])}
    assert list(found) == settings(NAME)
    for setting, n in found.items():
        assert n == (6 if setting.option is None else 1)
    assert Setting(NAME, "1918-1919", "long_end", "10") in found


def test_scenarios_and_options_take_turns() -> None:
    """Whenever it is stopped there is something to tell of options too (once there was not)."""
    rounds = list(Wanted((NAME,), plain=12, varied=6).rounds())
    assert [dict(goals)[Setting(NAME, "1918")] for goals in rounds] == [4, 8, 12]
    assert [dict(goals)[Setting(NAME, "1918", "east", "on")] for goals in rounds] == [2, 4, 6]
    for goals in rounds:
        assert [setting for setting, _ in goals] == settings(NAME)
    (goals,) = Wanted((NAME,), plain=3, varied=0).rounds()
    assert {setting.option for setting, _ in goals} == {None}
    assert not list(Wanted((NAME,), plain=0, varied=0).rounds())


def test_long_games_do_not_keep_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trenchline.studies.balance.TURN_SECONDS", 0.001)
    wanted = Wanted((NAME,), "passing", plain=3, varied=0)
    grew = [setting.scenario for setting in grow(tmp_path, wanted, ALONE, None)]
    assert grew == ["1918", "1918-1919"] * 3
    assert [one.games.height for one in grown(tmp_path, [NAME])] == [3, 3]


@pytest.mark.parametrize("name", game_names())
def test_every_game_names_its_main_options(name: str) -> None:
    game = load_game(name)
    main = main_options(game)
    assert any(main.values())
    for scenario, options in main.items():
        usual = game.settled(scenario, {})
        for option, value in options.items():
            assert game.settled(scenario, {option: value}) != usual


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[1917]\n", "there is no scenario '1917'"),
        ("[1918]\ncavalry = 'on'\n", r"\[1918\]: cavalry is never 'on'"),
        ("[1918]\neast = 'off'\n", r"\[1918\]: east is never 'off'"),
    ],
)
def test_a_mistake_in_the_main_options_is_named(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / MAIN_OPTIONS).write_text(text)
    with pytest.raises(DataError, match=problem):
        main_options(replace(load_game(NAME), folder=tmp_path))


def test_it_goes_on_with_more_games_and_stops_in_time(tmp_path: Path) -> None:
    some = run(*words(tmp_path, "--games", 2, "--option-games", 0))
    assert (some.code, some.err.split()) == (0, [f"{NAME}/1918", f"{NAME}/1918-1919"])
    before = {one.setting: one.games for one in grown(tmp_path, [NAME])}
    assert run(*words(tmp_path, "--games", 4, "--option-games", 0)).code == 0
    for one in grown(tmp_path, [NAME]):
        assert one.games.height == 4
        assert one.games.head(2).equals(before[one.setting]), "what was played stays"
    assert run(*words(tmp_path, "--games", 900, "--option-games", 0, "--minutes", 0)).code == 0
    assert sum(one.games.height for one in grown(tmp_path, [NAME])) < 300
    # Whoever asks for fewer games than there are gets no fewer.
    assert run(*words(tmp_path, "--games", 1, "--option-games", 0, "--minutes", 0)).code == 0
    assert read_plan(tmp_path / NAME / "1918").games >= 4


def test_the_page_tells_n_and_the_interval_everywhere(played: Path, tmp_path: Path) -> None:
    out = tmp_path / "balance.md"
    told = run(*words(played, "--games", 6, "--option-games", 1, "--page", out))
    assert told.code == 0
    text = out.read_text()
    assert text == page(grown(played, [NAME]), _command(text)), "the same every time"
    assert "## The Kaiser's War" in text
    assert "### 1918 to 1919" in text
    assert "In the war: Allied victory: armistice on 11 November 1918." in text
    rows = [line for line in text.splitlines() if line.startswith("| 1918")]
    for line in rows[:2]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        assert cells[1] == "6"
        for share in cells[2:5]:
            assert re.fullmatch(r"\d+% \(\d+% to \d+%\)", share)
    assert re.search(r"\| 1918 \| air on \| 1 \| \d+% \(\d+% to \d+%\) \| ", text)
    assert "code " in text, "by what it was played"


def test_the_page_says_whose_code_played(played: Path) -> None:
    found = list(grown(played, [NAME]))
    assert "Mixed:" not in page(found, "")
    first = replace(found[0], games=found[0].games.with_columns(code=pl.lit("feed")))
    told = page([first, *found[1:]], "")
    assert re.search(r"Mixed: different code played these games \(\w+, feed\)", told)


def _command(text: str) -> str:
    found = re.search(r"```sh\n(.*)\n```", text)
    assert found is not None
    return found[1]


def test_other_code_does_not_go_on(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trenchline.studies.made_by.fingerprint", lambda game: "0123456789abcdef")
    told = refused(1, *words(played, "--games", 9, "--option-games", 0))
    assert "code is " in told
    assert "--allow-mixed" in told


def test_who_cannot_be_repeated_is_refused(tmp_path: Path) -> None:
    told = refused(2, "balance", tmp_path, "--player", "general")
    assert "plays by the clock" in told


@pytest.mark.parametrize("name", game_names())
def test_the_dates_of_the_war_are_of_events_that_a_game_can_tell(name: str) -> None:
    game = load_game(name)
    assert game.chronicle is not None
    history = game.chronicle.history
    assert {scenario.name for scenario in game.scenarios} == set(history.ends)
    maps = [game.map_of(scenario.name) for scenario in game.scenarios]
    places = {place.name for map_ in maps if map_ is not None for place in map_.board.places}
    for event in history.dates:
        found = re.fullmatch(r"(.+) (?:is (?:taken|retaken|occupied)|falls to the \w+ side)", event)
        if found:
            assert found[1] in places, event
    for scenario in game.scenarios:
        assert game.chronicle.turn_name(scenario.name, 1) != "turn 1"


@pytest.mark.parametrize("name", game_names())
def test_the_page_in_the_docs_tells_of_every_scenario_and_its_main_options(name: str) -> None:
    game = load_game(name)
    text = (Path(__file__).parents[2] / "docs" / "balance.md").read_text()
    part = text.partition(f"\n## {game.title}\n")[2].partition("\n## ")[0]
    titles = {scenario.name: scenario.title for scenario in game.scenarios}
    assert [title for title in titles.values() if f"\n### {title}\n" not in part] == []
    options = [setting for setting in settings(name) if setting.option is not None]
    rows = [f"| {titles[s.scenario]} | {s.option} {s.value} |" for s in options]
    assert [row for row in rows if row not in part] == []


def places_that_fall(name: str) -> set[str]:
    """What a game with scenarios of its own places would tell of each that can fall."""
    game, found = load_game(name), set[str]()
    for scenario in game.scenarios:
        state = game.new(*game.settled(scenario.name, {}))
        match name:
            case "balance_of_powers":
                found |= {f"{BOARD.name(hex_)} is taken" for hex_ in members(chips_in_play(state))}
            case "der_weltkrieg":
                cities = members(state.theatre.cities)
                found |= {f"{state.theatre.board.name(hex_)} is occupied" for hex_ in cities}
            case _:
                theatre = state.theatre
                cities = members(theatre.cities & (theatre.owned[0] | theatre.owned[1]))
                found |= {f"{theatre.board.name(hex_)} is taken" for hex_ in cities}
    return found


@pytest.mark.parametrize("name", ["balance_of_powers", "der_weltkrieg", "the_great_war"])
def test_of_every_place_that_can_fall_the_page_tells_when_it_did_bug(name: str) -> None:
    """Many had a dash, and those on the map of Africa also where the date was known: their numbers
    begin with letters."""
    chronicle = load_game(name).chronicle
    assert chronicle is not None
    events = places_that_fall(name)
    assert events
    assert {event for event in events if chronicle.history.when(event) is None} == set()


def test_a_mistake_in_the_dates_is_named(tmp_path: Path) -> None:
    file = tmp_path / "history.toml"
    file.write_text("[dates]\n'Paris falls' = 3\n")
    with pytest.raises(DataError, match="'Paris falls' has no date, but 3"):
        load_history(file)
    file.write_text("[days]\n")
    with pytest.raises(DataError, match="'days' is not understood"):
        load_history(file)
