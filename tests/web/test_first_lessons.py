"""The first lesson of each game and one of its big ideas, from the staff college to their ends."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.axe import violations
from tests.web.browser import Table
from tests.web.conftest import Opener
from trenchline.games import SHELF, load_game
from trenchline.kernel.lessons import Lesson, load_lessons, play

FIRST = [
    ("kaisers_war", False),
    ("der_weltkrieg", False),
    ("the_great_war", False),
    ("balance_of_powers", False),
    ("kaisers_war", True),
    ("der_weltkrieg", True),
    ("the_great_war", True),
    ("balance_of_powers", True),
]

BIG_IDEAS = [
    ("world_war_one", "4_neutrals"),
    ("kaisers_war", "6_revolution"),
    ("der_weltkrieg", "4_rail"),
    ("the_great_war", "6_reaction"),
    ("balance_of_powers", "4_diplomacy"),
]
"""The short ones: each is to take a few seconds."""


def plain(words: str) -> str:
    """Words as a page has them."""
    return " ".join(words.split())


def choose(table: Table, choice: str) -> None:
    """Make a choice where it is offered: by its button, or on the map."""
    page, word = table.page, choice.split(" ")[-1]
    button = page.locator(f'.decision [data-choice="{choice}"]')
    target = page.locator(f'.targets [data-hex="{word}"]')
    counter = page.locator(f'.counters [data-key="{word}"]')
    expect(button.or_(target).or_(counter).first).to_be_attached()
    if button.count():
        button.first.click()
        table.end_all_the_same()
    elif target.count():
        # Where a counter lies in the way, one says first that one means the place.
        mode = page.locator(f'.decision [data-verb="{choice.split(" ")[0]}"]')
        if mode.count() and (not table.touch or choice.startswith("feed ")):
            mode.click()
        progress = page.locator(".lesson header small")
        before = progress.text_content()
        table.click_hex(word)
        if table.touch:
            # A finger looks ahead first, or spreads a stack; a tap too many is only coached.
            page.wait_for_timeout(900)
            if progress.text_content() == before:
                table.click_hex(word)
    else:
        pieces = table.state()["pieces"]
        place = next(piece["place"] for piece in pieces if piece["key"] == word)
        stack = [piece["key"] for piece in pieces if piece["place"] == place]
        table.click_in_stack(word, stack)


def learn(table: Table, lesson: Lesson, choices: list[str], seen: str = "") -> None:
    """Go through all moments; what is chosen is told in order. Pictures are kept under a name."""
    page = table.page
    words, skip = page.locator(".lesson-words"), page.locator("[data-skip]")
    left = iter(choices)
    for number, moment in enumerate(lesson.moments):
        expect(words).to_have_text(plain(moment.words))
        if skip.count():
            page.evaluate("document.querySelector('[data-skip]')?.click()")
        if seen and number in (2, len(lesson.moments) // 2):
            table.picture(f"{seen}-{number}")
        if moment.choose:
            choose(table, next(left))
        else:
            for _ in moment.plays:
                next(left)
            page.locator(".lesson-buttons").get_by_role("button", name="Next").click()
    expect(words).to_have_text(plain(lesson.done))


def begun(table: Table, address: str, name: str, lesson: str) -> tuple[Lesson, list[str]]:
    """A lesson opened from the staff college, and the choices that are meant in it."""
    game, page = load_game(name), table.page
    told = load_lessons(SHELF / name, game.sides)[lesson]
    page.goto(f"{address}/#/college/{name}")
    page.locator(f"#course-{name} [data-lesson='{lesson}']").click()
    expect(page.locator(".lesson-words")).to_be_visible()
    table.match, table.side = page.url.split("/match/")[1].split("?")[0], told.side
    return told, [game.format_choice(turned.choice) for turned in play(game, told).history]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "touch"), FIRST, ids=[f"{name}-{'phone' if t else 'desk'}" for name, t in FIRST]
)
def test_a_first_lesson_is_learnt(local: str, opened: Opener, name: str, touch: bool) -> None:
    first = next(iter(load_lessons(SHELF / name, load_game(name).sides)))
    table = opened(local, touch)
    size = "phone" if touch else "desk"
    learn(table, *begun(table, local, name, first), f"{name}-{size}")
    table.picture(f"{name}-{size}-done")
    assert violations(table.page) == []


@pytest.mark.slow
@pytest.mark.parametrize(("name", "lesson"), BIG_IDEAS)
def test_a_big_idea_is_learnt(local: str, opened: Opener, name: str, lesson: str) -> None:
    table = opened(local)
    learn(table, *begun(table, local, name, lesson))
