"""Two matches that a side cannot tell apart: whatever it asks of either, it is told the same.

The position of one is that of the other with all that is hidden from a side dealt anew. What is
asked goes over the wire: the table, looks ahead, groups, refusals, the best attacks, plans and what
they lead to, supply, and the position as text.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.server.place import Browser, Json
from tests.the_great_war.withdrawn import withdrawn
from trenchline.games import load_game
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.match import Match
from trenchline.kernel.play import decision
from trenchline.kernel.preview import previewed
from trenchline.kernel.steps import count, pick
from trenchline.server import attacks

HIDING = [
    ("kaisers_war", "1918-1919", {}, 4),
    ("der_weltkrieg", "tannenberg", {}, 4),
    ("the_great_war", "caporetto", {"limited_intelligence": "on"}, 4),
    ("balance_of_powers", "before_the_leaves_fall", {"optional_set_up": "on"}, 2),
]
"""Games that hide something: scenario, options, and how many moments are looked at."""
OWN = ("id", "commitment", "seats", "dice", "request")
"""What belongs to a match and not to its position."""
MOST = 4_000


def moments(name: str, scenario: str, options: dict[str, str], most: int) -> list[tuple[str, str]]:
    """Positions of a random game, each with a twin, for whoever decides there."""
    rng, game = random.Random(5), load_game(name)
    assert game.secrets is not None
    match = Match(game, SeededDice("twins"), scenario, options)
    if name == "the_great_war":
        match = Match(
            game, SeededDice("twins"), position=game.notation(withdrawn(match.state, side=0))
        )
    found: dict[str, list[tuple[str, str]]] = {"march": [], "attack": [], "set up": []}
    wait = 0
    for _ in range(MOST):
        if match.over or sum(map(len, found.values())) == most:
            break
        side = decision(match.state).who(match.state)
        kind = "set up" if name == "balance_of_powers" else "" if has_none(match) else "attack"
        kind = "march" if previewed(game, match.choices, holds=True) else kind
        wait -= 1
        wanted = kind and (kind == "set up" or len(found[kind]) < (most + 1) // 2)
        if wait < 0 and wanted and game.secrets.hides(match.state, side):
            twin = game.secrets.deal(match.state, side, rng)
            texts = game.notation(match.state), game.notation(twin)
            if texts[0] != texts[1]:
                found[kind].append(texts)
                wait = 20
        choices = dict(match.choices)
        if len(choices) > 1:
            choices.pop("rest", None)
        match.take(pick(choices, rng.randrange(count(choices))))
    return [texts for kind in found.values() for texts in kind]


def has_none(match: Match) -> bool:
    """Whether nothing can be attacked."""
    return not any(match.game.verbs[verb].means == "attack" for verb in match.choices)


def told(browser: Browser, match: str, side: str) -> Json:
    """Everything that a side asks of a position, and the answers."""
    path = f"/api/matches/{match}"

    def ask(where: str, **body: Any) -> Any:
        response = browser.client.post(f"{path}/{where}", json={"side": side, **body})
        return response.status_code, response.json()

    table = browser.table(match, side)
    version, choices = table["version"], table["choices"]
    shown = {name: value for name, value in table.items() if name not in OWN}
    found: Json = {"table": shown, "text": browser.get(f"{path}/position", side=side)}
    found["supply"] = browser.client.get(f"{path}/supply", params={"side": side}).json()
    verbs = table["verbs"]
    sent = [f"{verb} {word}" for verb in table["previews"] for word in choices[verb]][:6]
    picked = [
        f"{v} {w}" for v, ws in choices.items() if verbs[v].get("means") == "pick" for w in ws
    ]
    hexes = sorted(
        {p["place"] for p in table["pieces"] if p["side"] != side and p["place"].isdigit()}
    )
    for choice in sent:
        found[f"preview {choice}"] = ask("preview", choice=choice, version=version)
    acts = [[choice] for choice in sent[:2]]
    for choice in picked[:6]:
        unit = choice.partition(" ")[2]
        found[f"group {unit}"] = together = ask("group", units=[unit], version=version)
        goals = together[1].get("goals", {})
        acts += [[choice, f"{verb} {words[-1]}"] for verb, words in goals.items() if words][:1]
    for verb in verbs:
        for hex_ in hexes[:3] if verbs[verb].get("takes") == "hex" else ():
            found[f"why {verb} {hex_}"] = ask("why", choice=f"{verb} {hex_}")
            acts.append([f"{verb} {hex_}"])
    acts += [[f"{verb} {word}".strip()] for verb, words in choices.items() for word in words[:3]]
    if table["attacks"]:
        found["attacks"] = ask("attacks", version=version)
        prospects = found["attacks"][1]["prospects"]
        acts = [[*p["orders"], *filter(None, [p.get("declares")])] for p in prospects[:6]] + acts
    acts += [[verb] for verb in choices if verbs[verb].get("ends")]
    status, plan = ask("plan", acts=acts[:60])
    assert status == 200, plan
    foreseen = {name: v for name, v in (plan.pop("table") or {}).items() if name not in OWN}
    found["plan"], found["foreseen"] = plan, foreseen
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario", "options", "most"), HIDING)
def test_nothing_that_is_asked_tells_twins_apart(
    name: str,
    scenario: str,
    options: dict[str, str],
    most: int,
    alice: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A search that is cut short by the clock may find other attacks for either.
    monkeypatch.setattr(attacks, "SECONDS", 60.0)
    game = load_game(name)
    pairs = moments(name, scenario, options, most)
    assert len(pairs) == most
    acts = 0
    for texts in pairs:
        one, other = (
            alice.begin(name, dict.fromkeys(game.sides, "me"), position=text)["id"]
            for text in texts
        )
        side = alice.get(f"/api/matches/{one}/summary")["who"]
        first, second = told(alice, one, side), told(alice, other, side)
        for question, answer in first.items():
            assert second[question] == answer, question
        assert first.keys() == second.keys()
        acts += len(first["plan"]["acts"])
    assert acts
