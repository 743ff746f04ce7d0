"""Plans of a turn: kept for their owner, tried without dice, and told to nobody else."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest

from tests.server.place import Browser, Json
from tests.server.test_orders import goal_of, group, now, order, place
from tests.server.test_planning import BOTH, GAME, ahead
from trenchline.kernel import plans as kernel

Acts = list[list[str]]


def plan(browser: Browser, table: Json, acts: Acts, expect: int = 200, **other: Any) -> Any:
    body = {"side": table["you"], "acts": acts, **other}
    return browser.post(f"/api/matches/{table['id']}/plan", body, expect)


def kept(browser: Browser, table: Json, expect: int = 200) -> Any:
    path = f"/api/matches/{table['id']}/plan"
    response = browser.client.get(path, params={"side": table["you"]})
    assert response.status_code == expect, response.text
    return response.json()


def fates(told: Json) -> list[str]:
    return [act["fate"] for act in told["acts"]]


def phase_of(browser: Browser, match: str, verb: str, side: str = "") -> Json:
    """Pass until somebody may choose a verb."""
    table = now(browser, match)
    while verb not in table["choices"] or (side and table["you"] != side):
        first = next(v for v in ("done", "stay", *table["choices"]) if v in table["choices"])
        browser.choose(table, f"{first} {table['choices'][first][0]}".strip())
        table = now(browser, match)
    return table


@pytest.fixture
def moving(alice: Browser) -> Json:
    """A table at which a phase of movement begins, and attacks follow it."""
    return phase_of(alice, alice.begin(GAME, BOTH)["id"], "unit", "Central")


def two_moves(browser: Browser, table: Json) -> tuple[Acts, dict[str, str]]:
    """Two units, each to a place of its own."""
    units = table["choices"]["unit"][:2]
    goals: dict[str, str] = {}
    for unit in units:
        found = group(browser, table, unit)["goals"]["move"]
        goals[unit] = next(goal for goal in found if goal not in goals.values())
    return [[f"unit {unit}", f"move {goal}"] for unit, goal in goals.items()], goals


def test_a_plan_is_tried_and_nothing_is_done(alice: Browser, moving: Json) -> None:
    acts, goals = two_moves(alice, moving)
    told = plan(alice, moving, acts)
    assert fates(told) == ["good", "good"]
    for unit, goal in goals.items():
        assert place(told["table"], unit) == goal
        assert place(moving, unit) != goal
    for act, goal in zip(told["acts"], goals.values(), strict=True):
        assert act["ways"][-1]["legs"][-1]["place"] == goal
    assert now(alice, moving["id"]) == moving
    assert kept(alice, moving) == told


def test_acts_may_change_places_and_be_dropped(alice: Browser, moving: Json) -> None:
    acts, _ = two_moves(alice, moving)
    plan(alice, moving, acts)
    told = plan(alice, moving, acts[::-1])
    assert [act["orders"] for act in told["acts"]] == acts[::-1]
    assert fates(told) == ["good", "good"]
    assert plan(alice, moving, [])["acts"] == []
    assert kept(alice, moving)["acts"] == []


def test_what_cannot_be_done_is_told_with_its_case_and_the_rest_goes_on(
    alice: Browser, moving: Json
) -> None:
    (first, second), _ = two_moves(alice, moving)
    enemy = next(p for p in moving["pieces"] if p["side"] not in (moving["you"], "Neutral"))
    unit = first[0]
    told = plan(alice, moving, [[unit, f"move {enemy['place']}"], second])
    assert fates(told) == ["illegal", "good"]
    wrong = told["acts"][0]
    assert wrong["failed"] == 1
    assert wrong["case"]
    assert wrong["reason"]
    assert place(told["table"], unit.split()[1]) == place(moving, unit.split()[1])
    # The same act twice: the unit has moved by then.
    assert fates(plan(alice, moving, [first, first])) == ["good", "illegal"]


def test_attacks_after_the_moves_are_told_with_their_odds(alice: Browser, moving: Json) -> None:
    acts, _ = two_moves(alice, moving)
    ready = plan(alice, moving, [*acts, ["done"]])
    assert fates(ready) == ["good", "good", "good"]
    assert "attack" in ready["table"]["choices"]
    attacks: Acts = []
    for target in ready["table"]["choices"]["attack"][:6]:
        attack = [f"attack {target}"]
        table = plan(alice, moving, [*acts, ["done"], attack])["table"]
        while "roll" not in table["choices"]:
            attack.append(f"with {table['choices']['with'][0]}")
            table = plan(alice, moving, [*acts, ["done"], attack])["table"]
        attacks.append([*attack, "roll"])
    assert len(attacks) > 1
    told = plan(alice, moving, [*acts, ["done"], *attacks])
    assert fates(told)[:3] == ["good", "good", "good"]
    # Both are tried before the same position: nobody knows how the first one goes.
    assert fates(told)[3:] == ["die"] * len(attacks)
    for act in told["acts"][3:]:
        assert act["odds"]["results"]
        assert act["target"] == act["orders"][0].split()[1]
        assert act["attackers"]
    assert told["table"]["focus"]["battle"] == ""
    assert now(alice, moving["id"]) == moving


def test_an_attack_that_is_only_begun_is_meant(alice: Browser, moving: Json) -> None:
    ready = plan(alice, moving, [["done"]])["table"]
    one, two, *_ = ready["choices"]["attack"]
    told = plan(alice, moving, [["done"], [f"attack {one}"], [f"attack {two}"]])
    assert fates(told)[1] == "meant"
    # The last one is still in hand, to be gone on with.
    assert told["table"]["focus"]["battle"]


def test_nothing_is_foreseen_past_anothers_decision(alice: Browser, moving: Json) -> None:
    told = plan(alice, moving, [["done"], ["done"], ["done"], ["attack 0408"]])
    assert "waits" in fates(told)
    at = fates(told).index("waits")
    assert set(fates(told)[at + 1 :]) <= {"untried"}


def test_orders_carry_a_plan_out(alice: Browser, moving: Json) -> None:
    acts, goals = two_moves(alice, moving)
    plan(alice, moving, acts)
    done = order(alice, moving, *[choice for act in acts for choice in act])
    assert done["refused"] is None
    assert done["carried"] == 4
    for unit, goal in goals.items():
        assert place(done["table"], unit) == goal
    # What is left of it in the plan has become illegal, and says why.
    left = kept(alice, done["table"])
    assert fates(left) == ["illegal", "illegal"]
    assert all(act["case"] and act["reason"] for act in left["acts"])


def test_one_who_makes_way_does_not_count_as_carried_out(alice: Browser, moving: Json) -> None:
    one, two = moving["choices"]["unit"][:2]
    told = order(alice, moving, f"unit {one}", f"unit {two}")
    assert (told["made"], told["carried"]) == (3, 2)
    assert fates(plan(alice, now(alice, moving["id"]), [])) == []


def test_questions_may_be_asked_of_what_a_plan_leads_to(alice: Browser, moving: Json) -> None:
    (first, _), _ = two_moves(alice, moving)
    unit = first[0].split()[1]
    told = plan(alice, moving, [first[:1]])
    goal = told["table"]["choices"]["move"][0]
    way = ahead(alice, moving, f"move {goal}", planned=True)
    assert way["units"] == [unit]
    assert ahead(alice, moving, f"move {goal}", 422)["case"]
    body = {"side": moving["you"], "choice": f"move {goal}"}
    path = f"/api/matches/{moving['id']}/why"
    assert alice.post(path, {**body, "planned": True})["legal"]
    assert not alice.post(path, body)["legal"]
    plan(alice, moving, [first])
    body["choice"] = first[0]
    assert not alice.post(path, {**body, "planned": True})["legal"]
    assert group(alice, moving, unit, planned=True)["parties"] == []
    assert group(alice, moving, unit)["parties"] == [[f"unit {unit}"]]


def test_a_plan_waits_while_another_decides(alice: Browser, moving: Json) -> None:
    (other,) = set(BOTH) - {moving["you"]}
    waiting = {**moving, "you": other}
    told = plan(alice, waiting, [["done"]])
    assert fates(told) == ["untried"]
    assert told["table"] is None
    assert ahead(alice, moving, "done", 409, side=other, planned=True)["code"] == "not_your_turn"


def test_nobody_else_learns_of_a_plan(alice: Browser, bob: Browser, stranger: Browser) -> None:
    """No answer to the other side, to those who look on, or over the websocket is other than it
    was before the plan."""
    begun = alice.begin(GAME, {"Central": "me", "Allied": "open"})
    match = begun["id"]
    bob.post(f"/api/join/{begun['seats']['Allied']['invitation']}", {})
    table = alice.table(match, "Central")
    others: list[tuple[Browser, Json]] = [(bob, {"side": "Allied"}), (bob, {}), (stranger, {})]
    paths = ("", "/summary", "/log", "/at/0", "/odds", "/dice")

    def told() -> list[str]:
        found = [
            json.dumps(browser.get(f"/api/matches/{match}{path}", **query))
            for browser, query in others
            for path in paths
        ]
        found.append(bob.client.get(f"/api/matches/{match}/record").text)
        return found

    before = told()
    with bob.live(match, "Allied") as ear, stranger.live(match) as looker:
        for line in (ear, looker):
            with suppress(TimeoutError):
                while line.recv(timeout=1):
                    pass
        target = table["choices"]["attack"][0]
        plan(alice, table, [[f"attack {target}"], ["done"]])
        for browser, side, code in ((bob, "Central", 403), (stranger, "Central", 401)):
            assert kept(browser, {"id": match, "you": side}, code)
            assert plan(browser, {"id": match, "you": side}, [], code)
        assert kept(bob, {"id": match, "you": "Allied"})["acts"] == []
        for line in (ear, looker):
            with pytest.raises(TimeoutError):
                line.recv(timeout=0.5)
    assert told() == before
    assert len(kept(alice, table)["acts"]) == 2


def test_what_is_hidden_is_not_in_what_a_plan_leads_to(alice: Browser, bob: Browser) -> None:
    """North writes 7; South plans, and whatever it is told of its plan has no 7 in it."""
    begun = alice.begin("sealed", {"North": "me", "South": "open"})
    match = begun["id"]
    bob.post(f"/api/join/{begun['seats']['South']['invitation']}", {})
    texts = set()
    for number in (7, 3):
        alice.choose(alice.table(match, "North"), f"write {number}")
        told = plan(bob, bob.table(match, "South"), [["peek"], ["write 5"]])
        text = json.dumps({**told, "table": {**told["table"], "revision": 0, "version": 0}})
        assert f"wrote {number}" not in text
        assert f"it is {number}" not in text
        texts.add(json.dumps([act["fate"] for act in told["acts"]]))
        alice.post(f"/api/matches/{match}/undo", {"side": "North", "to": 0})
    assert len(texts) == 1


@pytest.mark.parametrize(
    "acts",
    [
        *([[]], [["fly"]], [["move"]], [["move x"]], [["stay\n"]], [["a" * 81]], "done"),
        *([["done"] * 41], [["done"]] * 81, [["done"] * 30] * 11, [[1]], [[None]], {"0": ["done"]}),
    ],
)
def test_malformed_plans(alice: Browser, moving: Json, acts: Any) -> None:
    assert plan(alice, moving, [["done"]])
    assert plan(alice, moving, acts, 400)["code"] == "malformed"
    assert [act["orders"] for act in kept(alice, moving)["acts"]] == [["done"]]
    assert now(alice, moving["id"]) == moving


def test_a_mistake_in_trying_does_not_stop_the_match(
    alice: Browser, moving: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        raise RuntimeError("nobody thought of that")

    monkeypatch.setattr(kernel, "_after", stumble)
    told = plan(alice, moving, [["done"]])
    assert fates(told) == ["untried"]
    assert alice.table(moving["id"], moving["you"])["status"] == "playing"


def test_a_plan_is_there_after_the_goal_has_moved(alice: Browser, moving: Json) -> None:
    """A plan outlives what happens in the match, and is tried anew."""
    acts, _ = two_moves(alice, moving)
    plan(alice, moving, acts)
    unit = acts[0][0].split()[1]
    order(alice, moving, f"unit {unit}", f"move {goal_of(alice, moving, unit)}")
    left = kept(alice, now(alice, moving["id"]))
    assert [act["orders"] for act in left["acts"]] == acts
    assert fates(left)[0] == "illegal"


def test_the_enemy_is_shown_as_he_is_seen_now(alice: Browser) -> None:
    """What a move would show of hidden stacks is not known before it is made."""
    match = alice.begin("kaisers_war", BOTH)["id"]
    table = now(alice, match)
    for _ in range(400):
        if table["phase"] == "Central movement" and "unit" in table["choices"]:
            break
        verb = next(v for v in ("done", "stay", *table["choices"]) if v in table["choices"])
        alice.choose(table, f"{verb} {table['choices'][verb][0]}".strip())
        table = now(alice, match)
    acts: Acts = []
    for unit in table["choices"]["unit"][:12]:
        goals = group(alice, table, unit)["goals"]
        if goals:
            verb, hexes = next(iter(goals.items()))
            acts.append([f"unit {unit}", f"{verb} {hexes[-1]}"])
    told = plan(alice, table, acts)
    assert {"good", "reveals"} & set(fates(told))

    def enemies(seen: Json) -> list[Json]:
        return [piece for piece in seen["pieces"] if piece["side"] != "Central"]

    assert enemies(told["table"]) == enemies(table)
    assert told["table"]["panels"] == table["panels"]
    assert told["table"]["pieces"] != table["pieces"]
