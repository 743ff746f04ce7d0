"""``replay`` and ``verify``."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import refused, run
from trenchline.games import load_game
from trenchline.kernel.dice import Lot, SeededDice, commitment, pledge
from trenchline.kernel.match import Match
from trenchline.kernel.record import record_text
from trenchline.kernel.steps import count, pick

GAME = load_game("world_war_one")
Rows = list[dict[str, Any]]


def rows_of(path: Path) -> Rows:
    return [json.loads(line) for line in path.read_text().splitlines()]


def written(path: Path, rows: Rows) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def first_with_dice(rows: Rows) -> int:
    return next(n for n, row in enumerate(rows) if n and row.get("dice"))


def test_verify_says_ok(record: Path) -> None:
    choices = len(rows_of(record)) - 2
    ran = run("verify", record)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"OK {record}: {choices} choices, ")


LOTS = {"Allied": Lot.of("a1" * 16), "Central": Lot(pledge("lost"), None)}


@pytest.fixture(scope="module")
def wavering(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which dice are taken back, and one of two lots has been lost."""
    rng = random.Random(5)
    match = Match(GAME, SeededDice("served", LOTS))
    while len(match.history) < 400:
        match.take(pick(match.choices, rng.randrange(count(match.choices))))
        if match.history[-1].dice and rng.random() < 0.3:
            match.back_to(len(match.history) - 3)
    path = tmp_path_factory.mktemp("wavering") / "wavering.jsonl"
    path.write_text(record_text(match))
    return path


def test_verify_tells_of_take_backs_and_lots(wavering: Path) -> None:
    rows = rows_of(wavering)
    backs = sum("back" in row for row in rows)
    assert backs > 1
    ran = run("verify", wavering)
    assert (ran.code, ran.err) == (0, "")
    first, second = ran.out.splitlines()
    assert first.startswith(f"OK {wavering}: 400 choices, ")
    assert first.endswith(f" dice, {backs} take-backs past dice, 1 of 2 lots, not over yet")
    assert second == "   Central pledged a number for the dice and did not give it"
    assert "After 400 choices" in run("replay", wavering).out
    assert refused(2, "replay", wavering, "--to", 401).endswith("has 400 choices, not 401")


def test_replay_finds_what_has_all_the_words(wavering: Path) -> None:
    """By turn, by side and by place; each choice is found that a whole replay tells of."""
    whole = run("replay", wavering).out
    heading = re.compile(r"^ *\d+ (Allied|Central): ", re.MULTILINE)
    everything = len(heading.findall(whole))
    allied = run("replay", wavering, "--find", "allied").out
    assert 0 < len(heading.findall(allied)) < everything
    moves = [line for line in whole.splitlines() if " moves from " in line]
    place = moves[0].split(" moves from ")[1].split(" to ")[0].split()[0]
    found = run("replay", wavering, "--find", f"MOVES {place}").out
    told = [line for line in found.splitlines() if " moves from " in line]
    assert told
    assert all(place in line for line in told)
    none = run("replay", wavering, "--find", "xyzzy").out
    assert not heading.findall(none)
    assert "After 400 choices" in none


def test_replay_tells_programs_the_same(record: Path) -> None:
    rows = rows_of(record)
    told = run("replay", record, "--json").json
    assert told["game"] == "world_war_one"
    assert [(c["side"], c["choice"], c["dice"]) for c in told["choices"]] == [
        (row["side"], row["choice"], row.get("dice", [])) for row in rows[1:-1]
    ]
    assert told["outcome"]["reason"] == rows[-1]["outcome"]["reason"]
    assert told["asked"] is None
    marks = [m for c in told["choices"] for line in c["log"] for m in line["marks"]]
    assert {"unit", "hex", "die"} <= {mark["kind"] for mark in marks}


def test_replay_tells_programs_where_it_stands(record: Path) -> None:
    told = run("replay", record, "--to", 12, "--json").json
    assert len(told["choices"]) == 12
    assert told["outcome"] is None
    assert told["asked"]["side"] in GAME.sides
    assert GAME.notation(GAME.parse(told["position"])) == told["position"]


def test_verify_compares_with_what_one_knows(wavering: Path) -> None:
    known = ("--commitment", commitment("served"), "--number", "a1" * 16)
    assert run("verify", wavering, *known).code == 0
    other = refused(1, "verify", wavering, "--commitment", commitment("other"))
    assert other == f"{wavering}: line 1: the commitment is not the one that you were told"
    told = refused(1, "verify", wavering, "--number", "b2" * 16)
    assert told.endswith("the number that you added to the seed is not among the lots")


def no_take_backs(rows: Rows) -> str:
    lasting: Rows = []
    for row in rows[1:-1]:
        if "back" in row:
            del lasting[row["back"] :]
        else:
            lasting.append(row)
    rows[1:-1] = lasting
    return "the record has the dice ["


def take_back_to_nowhere(rows: Rows) -> str:
    next(row for row in rows if "back" in row)["back"] = 10_000
    return "back to choice 10000, where there are "


def another_number(rows: Rows) -> str:
    rows[-1]["lots"]["Allied"] = "b2" * 16
    return "the lot of Allied is not the one pledged in the header"


def another_pledge(rows: Rows) -> str:
    rows[0]["pledges"]["Allied"] = pledge("b2" * 16)
    return "the lot of Allied is not the one pledged in the header"


def no_number(rows: Rows) -> str:
    rows[-1]["lots"]["Allied"] = None
    return "the record has the dice ["


@pytest.mark.parametrize(
    "spoil", [no_take_backs, take_back_to_nowhere, another_number, another_pledge, no_number]
)
def test_lies_about_take_backs_and_lots_are_found_out(
    spoil: Callable[[Rows], str], wavering: Path, tmp_path: Path
) -> None:
    rows = rows_of(wavering)
    reason = spoil(rows)
    assert reason in refused(1, "verify", written(tmp_path / "lie.jsonl", rows))


def test_replay_tells_the_whole_story(record: Path) -> None:
    rows = rows_of(record)
    ran = run("replay", record)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0].startswith("World War I (1975): ")
    assert "Allied: random" in lines
    for turn in range(2, 11):
        assert any(line.startswith(f"Game-Turn {turn}: ") for line in lines)
    assert any(line.endswith("Movement Phase") and line[0] != " " for line in lines)
    last = rows[-2]
    assert f"{len(rows) - 2:>5} {last['side']}: {last['choice']}" in lines
    assert f"The game is over: {rows[-1]['outcome']['reason']}" in lines


def test_replay_stops_where_it_is_told(record: Path) -> None:
    ran = run("replay", record, "--to", 12)
    assert ran.code == 0
    assert "\n   12 " in ran.out
    assert "\n   13 " not in ran.out
    assert "After 12 choices" in ran.out
    assert "to choose: " in ran.out
    assert "After 0 choices" in run("replay", record, "--to", 0).out


def test_replay_refuses_to_go_past_the_end(record: Path) -> None:
    choices = len(rows_of(record)) - 2
    assert refused(2, "replay", record, "--to", choices + 1) == (
        f"{record}: the record has {choices} choices, not {choices + 1}"
    )


def cut_short(rows: Rows) -> int:
    del rows[30:]
    return 30


def wrong_die(rows: Rows) -> int:
    line = first_with_dice(rows)
    rows[line]["dice"][0] = rows[line]["dice"][0] % 6 + 1
    return line + 1


def missing_die(rows: Rows) -> int:
    line = first_with_dice(rows)
    rows[line]["dice"] = []
    return line + 1


def illegal_choice(rows: Rows) -> int:
    rows[1]["choice"] = "attack 0101"
    return 2


def not_a_choice(rows: Rows) -> int:
    rows[1]["choice"] = "surrender"
    return 2


def other_side(rows: Rows) -> int:
    rows[1]["side"] = "Martian"
    return 2


def other_game(rows: Rows) -> int:
    rows[0]["game"] = "chess"
    return 1


def other_rules(rows: Rows) -> int:
    rows[0]["rules"] = "0"
    return 1


def unknown_scenario(rows: Rows) -> int:
    rows[0]["scenario"] = "moonshine"
    return 1


def unknown_option(rows: Rows) -> int:
    rows[0]["options"]["zeppelins"] = "on"
    return 1


def unknown_format(rows: Rows) -> int:
    rows[0]["trenchline"] = 99
    return 1


def no_header(rows: Rows) -> int:
    del rows[0]
    return 1


SPOILT: list[Callable[[Rows], int]] = [
    cut_short,
    wrong_die,
    missing_die,
    illegal_choice,
    not_a_choice,
    other_side,
    other_game,
    other_rules,
    unknown_scenario,
    unknown_option,
    unknown_format,
    no_header,
]


@pytest.mark.parametrize("spoil", SPOILT)
def test_a_spoilt_record_is_refused_with_its_line(
    spoil: Callable[[Rows], int], record: Path, tmp_path: Path
) -> None:
    rows = rows_of(record)
    line = spoil(rows)
    path = written(tmp_path / "spoilt.jsonl", rows)
    assert refused(1, "verify", path).startswith(f"{path}: line {line}: ")
    # Replaying takes the dice as they are written, unless they stop the game short.
    if spoil is not wrong_die:
        assert refused(1, "replay", path).startswith(f"{path}: line {line}: ")


def test_another_seed_is_found_out(record: Path, tmp_path: Path) -> None:
    rows = rows_of(record)
    rows[-1]["seed"] = "8"
    path = written(tmp_path / "seed.jsonl", rows)
    told = refused(1, "verify", path)
    assert told == f"{path}: line {len(rows)}: the seed is not the one committed to in the header"


def test_an_illegal_choice_is_refused_with_its_case(record: Path, tmp_path: Path) -> None:
    rows = rows_of(record)
    illegal_choice(rows)
    told = refused(1, "verify", written(tmp_path / "illegal.jsonl", rows))
    assert "attack 0101 is not legal: " in told


def test_half_a_line_is_named(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "half.jsonl"
    path.write_bytes(record.read_bytes()[:5000])
    line = path.read_bytes().count(b"\n") + 1
    assert refused(1, "verify", path).startswith(f"{path}: line {line}: ")


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_what_is_no_record_is_refused(command: str, tmp_path: Path) -> None:
    missing = tmp_path / "missing.jsonl"
    assert refused(1, command, missing) == f"{missing}: cannot be read: No such file or directory"
    assert refused(1, command, tmp_path) == f"{tmp_path}: cannot be read: Is a directory"
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert refused(1, command, empty) == f"{empty}: line 1: the record is empty"
    for content in (b"Dear diary\n", b"\x00\xff\xfe", b"[]\n[]\n", b"1\n", b'{"trenchline":1}\n'):
        path = tmp_path / "other.txt"
        path.write_bytes(content)
        assert refused(1, command, path).startswith(f"{path}: line 1: not a line of a record (")
    huge = tmp_path / "huge.jsonl"
    with huge.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    assert "too large for a record" in refused(1, command, huge)


def test_verify_goes_on_after_a_bad_record(record: Path, tmp_path: Path) -> None:
    missing = tmp_path / "missing.jsonl"
    ran = run("verify", missing, record)
    assert ran.code == 1
    assert ran.out.startswith(f"OK {record}: ")
    assert ran.err.startswith(f"trenchline: {missing}: ")


def test_names_of_players_do_not_steer_the_terminal(record: Path, tmp_path: Path) -> None:
    rows = rows_of(record)
    rows[0]["players"] = ["\x1b[2Jmallory", "bob"]
    out = run("replay", written(tmp_path / "names.jsonl", rows), "--to", 0).out
    assert "\x1b" not in out
    assert "Allied: ?[2Jmallory" in out


def test_a_game_in_progress_can_be_told(record: Path, tmp_path: Path) -> None:
    rows = rows_of(record)
    rows[20:] = [{"choices": 19, "outcome": None, "seed": "7"}]
    path = written(tmp_path / "progress.jsonl", rows)
    assert run("verify", path).out.endswith("not over yet\n")
    assert run("replay", path).code == 0


def test_dice_cannot_be_checked_without_the_seed(record: Path, tmp_path: Path) -> None:
    rows = rows_of(record)
    rows[-1]["seed"] = None
    path = written(tmp_path / "secret.jsonl", rows)
    assert "the seed is not in the record" in refused(1, "verify", path)
    assert run("replay", path).code == 0
