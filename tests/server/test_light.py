"""Light over the wire: whoever has a table is sent what is new, and it fits."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.server.place import Browser, Json, any_choice

LIGHT = 8 * 1024
"""Bytes of the answer to a click, packed."""


def renewed(before: Json, answer: Json) -> Json:
    """A table with what is new in it, as a browser puts it together."""
    new = answer["changes"]
    table: Json = before | new
    for name in ("overlays", "markers"):
        merged = before[name] | new.get(name, {})
        table[name] = {key: value for key, value in merged.items() if value is not None}
    others = {
        verb: facts | {"words": {}} if "words" in facts else facts
        for verb, facts in before["verbs"].items()
        if verb not in new["verbs"]
    }
    table["verbs"] = new["verbs"] | others
    pieces = {piece["key"]: piece for piece in before["pieces"]}
    for key in answer["gone"]:
        del pieces[key]
    pieces |= {piece["key"]: piece for piece in answer["pieces"]}
    table["pieces"] = [pieces[key] for key in answer.get("order", pieces)]
    return table


class Page:
    """A browser at a table that asks for what is new."""

    def __init__(self, browser: Browser, match: str, side: str) -> None:
        self.browser, self.match, self.side = browser, match, side
        self.table = browser.table(match, side)
        self.light = 0

    def see(self, answer: Any) -> None:
        """Take an answer in, and compare it with the whole table."""
        if "changes" in answer:
            assert answer["since"] == self.table["revision"]
            answer = renewed(self.table, answer)
            self.light += 1
        assert answer == self.browser.table(self.match, self.side)
        assert list(answer["verbs"])[: len(answer["choices"])] == list(answer["choices"])
        self.table = answer

    def look(self) -> None:
        """Ask what is new."""
        known = {"version": self.table["version"], "revision": self.table["revision"]}
        path = f"/api/matches/{self.match}"
        self.see(self.browser.get(path, side=self.side, **known))

    def choose(self, rng: random.Random) -> None:
        """Make a choice."""
        known = {"revision": self.table["revision"], "light": True}
        self.see(self.browser.choose(self.table, any_choice(self.table, rng), **known))


@pytest.mark.parametrize(
    ("game", "sides", "choices"),
    [
        ("pebbles", ("Near", "Far"), 60),
        ("crowded", ("Near", "Far"), 20),
        ("sealed", ("North", "South"), 60),
        ("world_war_one", ("Allied", "Central"), 60),
    ],
)
def test_what_is_new_makes_the_whole_table(
    local: Browser, game: str, sides: tuple[str, str], choices: int
) -> None:
    """Also when something was taken back meanwhile, or nothing has happened."""
    rng = random.Random(7)
    match = local.begin(game, dict.fromkeys(sides, "me"))["id"]
    pages = {side: Page(local, match, side) for side in sides}
    for _ in range(choices):
        who = local.get(f"/api/matches/{match}/summary")["who"]
        if not who:
            break
        pages[who].look()
        pages[who].choose(rng)
        if rng.random() < 0.2:
            other = rng.choice(sides)
            pages[other].look()
            to = rng.randrange(pages[other].table["version"] + 1)
            body = {"side": other, "to": to}
            local.client.post(f"/api/matches/{match}/undo", json=body)
        if rng.random() < 0.3:
            pages[rng.choice(sides)].look()
    assert sum(page.light for page in pages.values()) > 5


def packed(browser: Browser, method: str, path: str, **more: Any) -> int:
    """How many bytes an answer has on the wire."""
    request = browser.client.build_request(
        method, path, headers={"Accept-Encoding": "gzip"}, **more
    )
    response = browser.client.send(request, stream=True)
    size = sum(len(part) for part in response.iter_raw())
    assert response.status_code == 200
    return size


def test_a_click_is_light_with_six_hundred_counters(local: Browser) -> None:
    match = local.begin("crowded", {"Near": "me", "Far": "me"}, scenario="long")["id"]
    rng = random.Random(3)
    path = f"/api/matches/{match}"
    whole = packed(local, "GET", path)
    assert whole > LIGHT
    for _ in range(10):
        who = local.get(f"{path}/summary")["who"]
        table = local.table(match, who)
        assert len(table["pieces"]) == 600
        body = {
            "side": who,
            "choice": any_choice(table, rng),
            "version": table["version"],
            "revision": table["revision"],
            "light": True,
        }
        size = packed(local, "POST", f"{path}/choices", json=body)
        assert size < LIGHT or table["version"] == 0
        known = {"version": table["version"], "revision": table["revision"], "side": who}
        size = packed(local, "GET", path, params=known)
        assert size < LIGHT or table["version"] == 0
