"""The fuzz itself, on Pebbles: what it finds, what it says, and that it goes on."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from datetime import date

import pytest

from tests import fuzz
from tests.fuzz import RESULTS, Played, Report, Run, Unsound, play_checked, with_row
from tests.kernel.pebbles import GAME, Pebbles
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.kernel.play import take
from trenchline.kernel.steps import Choice


def uneven(state: Pebbles) -> list[str]:
    """A promise that some games break."""
    return ["heap b is alone"] if state.heaps[1] == 1 and not state.heaps[0] else []


def quiet(line: str) -> None:
    pass


def test_a_sound_game_is_played_to_the_end() -> None:
    assert play_checked(GAME, 3) == play_checked(GAME, 3)
    assert play_checked(GAME, 3).choices > 3


def test_what_is_checked_does_not_change_what_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    once = [play_checked(GAME, seed) for seed in range(5)]
    monkeypatch.setattr(fuzz, "OFTEN", 0.0)
    monkeypatch.setattr(fuzz, "REPLAYED", 0.0)
    assert [play_checked(GAME, seed) for seed in range(5)] == once


def test_a_broken_promise_names_its_seed_and_choice() -> None:
    spoiled = replace(GAME, broken=lambda state: ["no"] if sum(state.heaps) < 3 else [])
    with pytest.raises(Unsound, match=r"seed 4, choice \d+: no"):
        play_checked(spoiled, 4)


def test_a_crash_is_a_fault_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(state: Pebbles) -> list[str]:
        raise KeyError("heap d")

    monkeypatch.setattr(fuzz, "load_game", lambda name: replace(GAME, broken=crash))
    played = fuzz._play_one("pebbles", 4, 0)
    assert played.fault.startswith("seed 4, choice 0: KeyError('heap d')")
    assert "in crash" in played.fault


def test_what_a_game_promises_besides_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "OFTEN", 0.5)
    monkeypatch.setattr(fuzz, "_promises", lambda name: lambda match, rng: ["it rained"])
    with pytest.raises(Unsound, match="it rained"):
        play_checked(GAME, 3)


def test_a_choice_that_reads_back_as_another_is_found() -> None:
    class Deaf(type(GAME)):  # type: ignore[misc]
        def parse_choice(self, text: str) -> Choice:
            return "take", 0

    deaf = Deaf(**{one.name: getattr(GAME, one.name) for one in fields(GAME) if one.init})
    with pytest.raises(Unsound, match="reads back as another choice"):
        play_checked(deaf, 3)


def test_one_fault_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "load_game", lambda name: replace(GAME, broken=uneven))
    report = Run("pebbles", range(60), jobs=1).play(quiet)
    assert len(report.played) == 60
    assert 0 < len(report.faults) < 60
    told = report.summary("abc1234")
    assert told.startswith("pebbles: 60 games")
    assert f"{len(report.faults)} broken" in told
    seed = report.faults[0].seed
    assert f"again: python -m tests.fuzz --game pebbles --games 1 --seed {seed} --staff 0" in told


def test_an_interrupted_run_says_how_far_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "load_game", lambda name: GAME)
    played = [Played(7, 20, 0), Played(8, 21, 1)]
    told = Report(Run("pebbles", range(7, 100)), played, 1.5, True).summary("abc1234")
    assert "2 games (41 choices) checked on abc1234" in told
    assert "93 games wanted, seeds up to 8 checked" in told


def test_the_newest_row_stands_on_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "load_game", lambda name: GAME)
    report = Report(
        Run("pebbles", range(7, 9), 0.05), [Played(7, 20, 0), Played(8, 21, 1)], 1, False
    )
    row = report.row("abc1234 and changes", date(1914, 8, 5))
    assert row == "| abc1234 and changes | 1914-08-05 | Pebbles | 7 to 8 | 5% | 2 | 41 | 0 |"
    before = RESULTS.read_text()
    after = with_row(before, row)
    assert after.replace(f"{row}\n", "", 1) == before
    assert after.index(fuzz.HEADING) < after.index(row)


def test_results_without_a_table_are_refused() -> None:
    with pytest.raises(ValueError, match="no table"):
        with_row("# Results\n", "| |")


def test_a_position_that_hangs_on_who_listens_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def overheard(state: Pebbles, verb: str, number: int) -> None:
        take(state, verb, number)
        state.most += state.log is not None

    monkeypatch.setattr(fuzz, "take", overheard)
    with pytest.raises(Unsound, match="leads elsewhere when it is told"):
        fuzz._telling_changes_nothing(Match(GAME, SeededDice("told")), random.Random(1))
