"""Several choices at once, and groups: as if each had been chosen by itself, and no further."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.place import Browser, Json
from tests.server.test_planning import BOTH, GAME


def order(browser: Browser, table: Json, *orders: str, expect: int = 200, **other: Any) -> Any:
    body = {"side": table["you"], "orders": orders, "version": table["version"], **other}
    return browser.post(f"/api/matches/{table['id']}/orders", body, expect)


def group(browser: Browser, table: Json, *units: str, expect: int = 200, **other: Any) -> Any:
    body = {"side": table["you"], "units": units, "version": table["version"], **other}
    return browser.post(f"/api/matches/{table['id']}/group", body, expect)


def now(browser: Browser, match: str) -> Json:
    return browser.table(match, browser.get(f"/api/matches/{match}/summary")["who"])


@pytest.fixture
def moving(alice: Browser) -> Json:
    """A table at which a phase of movement begins."""
    match = alice.begin(GAME, BOTH)["id"]
    table = now(alice, match)
    while "unit" not in table["choices"]:
        verb = next(v for v in ("done", "stay", *table["choices"]) if v in table["choices"])
        alice.choose(table, f"{verb} {table['choices'][verb][0]}".strip())
        table = now(alice, match)
    return table


def place(table: Json, unit: str) -> str:
    return next(str(p["place"]) for p in table["pieces"] if p["key"] == unit)


def goal_of(browser: Browser, table: Json, unit: str) -> str:
    """Somewhere that a unit can go."""
    return str(group(browser, table, unit)["goals"]["move"][0])


def test_a_unit_is_taken_up_and_sent_at_once(alice: Browser, moving: Json) -> None:
    unit = moving["choices"]["unit"][0]
    goal = goal_of(alice, moving, unit)
    told = order(alice, moving, f"unit {unit}", f"move {goal}")
    assert (told["made"], told["refused"]) == (2, None)
    assert place(told["table"], unit) == goal
    assert told["table"]["version"] == moving["version"] + 2
    log = alice.get(f"/api/matches/{moving['id']}/log", side=moving["you"])
    assert [entry["choice"] for entry in log[-2:]] == [f"unit {unit}", f"move {goal}"]
    assert now(alice, moving["id"]) == told["table"]


def test_what_is_new_is_enough_for_whoever_has_the_rest(alice: Browser, moving: Json) -> None:
    unit = moving["choices"]["unit"][0]
    goal = goal_of(alice, moving, unit)
    told = order(alice, moving, f"unit {unit}", f"move {goal}", revision=moving["revision"])
    assert told["table"] is None
    assert told["changes"]["since"] == moving["revision"]
    assert unit in [piece["key"] for piece in told["changes"]["pieces"]]


def test_the_first_that_is_refused_ends_it_and_the_rest_stands(
    alice: Browser, moving: Json
) -> None:
    one, two = moving["choices"]["unit"][:2]
    goal = goal_of(alice, moving, one)
    told = order(alice, moving, f"unit {one}", f"move {goal}", f"unit {two}", f"move {goal}")
    assert told["made"] == 3
    assert told["refused"]["choice"] == f"move {goal}"
    assert told["refused"]["case"]
    table = now(alice, moving["id"])
    assert place(table, one) == goal
    # The second is in hand and has not been made to stay.
    assert table["focus"]["units"] == [two]


def test_whoever_is_in_hand_makes_way_for_the_next(alice: Browser, moving: Json) -> None:
    one, two = moving["choices"]["unit"][:2]
    told = order(alice, moving, f"unit {one}", f"unit {two}")
    assert told["made"] == 3
    assert told["table"]["focus"]["units"] == [two]
    assert alice.get(f"/api/matches/{moving['id']}/log")[-2]["choice"] == "stay"


def test_nothing_is_made_where_the_first_is_refused(alice: Browser, moving: Json) -> None:
    error = order(alice, moving, "unit XX", expect=400)
    assert error["code"] == "malformed"
    enemy = next(p["key"] for p in moving["pieces"] if p["side"] not in (moving["you"], "Neutral"))
    error = order(alice, moving, f"unit {enemy}", "stay", expect=422)
    assert error["case"]
    # Whatever comes later is read before anything is done.
    unit = moving["choices"]["unit"][0]
    order(alice, moving, f"unit {unit}", "fly 1", expect=400)
    assert now(alice, moving["id"]) == moving


def test_another_sides_decision_ends_it(alice: Browser, moving: Json) -> None:
    unit = moving["choices"]["unit"][0]
    told = order(alice, moving, "done", f"unit {unit}")
    assert told["made"] == 1
    assert told["refused"]["reason"]


def test_a_die_ends_it(alice: Browser) -> None:
    """Nobody orders a second attack before he has seen how the first one went."""
    match = alice.begin(GAME, BOTH)["id"]
    table = now(alice, match)
    target = table["choices"]["attack"][0]
    declared = alice.choose(table, f"attack {target}")
    while "roll" not in declared["choices"]:
        declared = alice.choose(declared, f"with {declared['choices']['with'][0]}")
    told = order(alice, declared, "roll", "done", "done")
    assert told["made"] == 1
    assert told["refused"]["reason"] == "a die has been rolled"


def test_strangers_and_those_who_come_late(alice: Browser, bob: Browser, moving: Json) -> None:
    unit = moving["choices"]["unit"][0]
    (other,) = set(BOTH) - {moving["you"]}
    for ask, what in ((order, f"unit {unit}"), (group, unit)):
        assert ask(bob, moving, what, expect=403)["code"] == "not_your_seat"
        assert ask(alice, moving, what, expect=409, side=other)["code"] == "not_your_turn"
        assert ask(alice, moving, what, expect=409, version=0)["code"] == "moved_on"
    order(alice, moving, expect=400)
    order(alice, moving, *["stay"] * 61, expect=400)
    group(alice, moving, *["FR1"] * 41, expect=400)
    group(alice, moving, "no such unit", expect=400)
    assert now(alice, moving["id"]) == moving


def test_a_group_goes_where_each_of_it_can_go(alice: Browser, moving: Json) -> None:
    units = moving["choices"]["unit"][:3]
    each = [set(group(alice, moving, unit)["goals"].get("move", ())) for unit in units]
    told = group(alice, moving, *units)
    assert set(told["goals"].get("move", ())) == set.intersection(*each)
    # Nobody marches together in this game.
    assert told["parties"] == [[f"unit {unit}"] for unit in units]
    # Who is named twice goes once; who cannot be taken up is left out.
    enemy = next(p["key"] for p in moving["pieces"] if p["side"] not in (moving["you"], "Neutral"))
    assert group(alice, moving, units[0], units[0], enemy)["parties"] == [[f"unit {units[0]}"]]


def test_units_that_may_march_together_make_one_party(alice: Browser) -> None:
    match = alice.begin("der_weltkrieg", {"Entente": "me", "Central Powers": "me"})["id"]
    table = now(alice, match)
    for _ in range(40):
        if "unit" in table["choices"]:
            break
        verb = next(v for v in ("done", "stay", *table["choices"]) if v in table["choices"])
        alice.choose(table, f"{verb} {table['choices'][verb][0]}".strip())
        table = now(alice, match)
    places: dict[str, list[str]] = {}
    for unit in table["choices"]["unit"]:
        places.setdefault(place(table, unit), []).append(unit)
    found = (units for units in places.values() if len(units) > 1)
    for units in found:
        told = group(alice, table, *units[:2])
        if told["parties"] == [[f"unit {units[0]}", f"with {units[1]}"]]:
            break
    else:
        raise AssertionError("nobody marches together")
    goal = told["goals"]["move"][0]
    after = order(alice, table, *told["parties"][0], f"move {goal}")
    assert after["refused"] is None
    assert {place(after["table"], unit) for unit in units[:2]} == {goal}
