"""Questions in everybody's words find the rules that answer them."""

from __future__ import annotations

import re

import pytest

from trenchline.games import SHELF, game_names
from trenchline.kernel.asking import ALIKE, IDLE
from trenchline.kernel.rulebook import load_rulebook

ROOT = SHELF.parent


@pytest.mark.parametrize(
    ("game", "question", "case"),
    [
        ("world_war_one", "How to win", "15.0"),
        ("kaisers_war", "how do I win?", "25.0"),
        ("der_weltkrieg", "how to win", "26"),
        ("balance_of_powers", "how to win", "12.1"),
        ("world_war_one", "how many units in a hex", "7.0"),
        ("kaisers_war", "can I dig trenches", "7.4"),
        ("the_great_war", "train", "7A"),
        ("the_great_war", "dig in", "13A1a"),
    ],
)
def test_a_question_finds_its_answer_among_the_first(game: str, question: str, case: str) -> None:
    found = [one.number for one in load_rulebook(SHELF / game).search(question)[:6]]
    assert any(number == case or number.startswith(f"{case}/") for number in found), found


def test_a_short_word_is_no_part_of_a_longer_one() -> None:
    titles = [one.title for one in load_rulebook(SHELF / "world_war_one").search("win")]
    assert not [title for title in titles if "Winter" in title]


@pytest.mark.parametrize("game", game_names())
def test_no_summary_says_only_what_the_title_says(game: str) -> None:
    poor = re.compile(r"(chapter )?heading\.?|the cases on .*", re.IGNORECASE)
    said = [
        case.number
        for case in load_rulebook(SHELF / game).values()
        if poor.fullmatch(case.summary)
        or case.summary.rstrip(".").lower() == case.title.rstrip(".").lower()
    ]
    assert said == []


def test_the_page_leaves_out_the_same_idle_words() -> None:
    script = (ROOT / "web" / "js" / "rulebook.js").read_text("utf-8")
    (told,) = re.findall(r"const IDLE = new Set\(\((.*?)\)\.split", script, re.DOTALL)
    assert set(" ".join(re.findall(r'"([^"]*)"', told)).split()) == IDLE
    assert not IDLE & {word for asking, _ in ALIKE for word in asking.split()}
