"""Chapters 3, 26.3 and 26.4: where the plans of the computer's staff set their armies up."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kaisers_war.table import Table, opening
from trenchline.games.kaisers_war import GAME
from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    CITY,
    COUNTERS,
    GRID,
    OF_CLASS,
    PARIS,
)
from trenchline.games.kaisers_war.control import controlled
from trenchline.games.kaisers_war.orders_of_battle import area, to_deploy
from trenchline.games.kaisers_war.staff import STAFF
from trenchline.games.kaisers_war.staff.deployment import DEPLOYMENTS, read_deployments
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.games.kaisers_war.victory import VENICE
from trenchline.kernel.bits import lowest, members
from trenchline.kernel.data import DataError
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice, Choices
from trenchline.players.search_player import SearchPlayer

USUAL = ("usual", "usual")
"""Plans that borrow a deployment."""
THEIRS = ("spare", "south")
"""The plans that have a deployment of their own."""


Decide = Callable[[State, Choices, int], Choice]
"""What a side does in a position with such choices."""


def set_up_by(decide: Decide, scenario: str = "1918", **options: str) -> Table:
    """Both sides deployed; every placement is checked like a player's."""
    t = opening(scenario=scenario, **options)
    while t.asked == "Deployment":
        asking = decision(t.state)
        choice = decide(t.state, asking.choices(t.state), asking.who(t.state))
        t.choose(t.game.format_choice(choice))
    return t


def set_up(plans: tuple[str, str], scenario: str = "1918", **options: str) -> Table:
    """Both sides deployed by their staffs."""
    rng = random.Random(1)
    return set_up_by(
        lambda state, choices, side: STAFF.choose(state, choices, rng, plans[side]),
        scenario,
        **options,
    )


def test_the_general_begins_with_the_deployment_of_his_plan() -> None:
    generals, rng = (SearchPlayer(), SearchPlayer()), random.Random(1)
    t = set_up_by(
        lambda state, choices, side: generals[side].choose(
            Knowledge(GAME, state, side, choices), rng
        )
    )
    assert t.state.where == set_up(THEIRS).state.where


@pytest.mark.parametrize(("side", "plan"), list(DEPLOYMENTS))
def test_26_3_26_4_everybody_starts_where_the_plan_wants_him(side: int, plan: str) -> None:
    t = set_up(tuple(plan if s == side else "usual" for s in (0, 1)))  # type: ignore[arg-type]
    for unit, hex_ in DEPLOYMENTS[side, plan].items():
        assert t.where(COUNTERS[unit].key) == GRID.label(hex_)
        assert area(t.state, unit) >> hex_ & 1
        assert t.state.side_of(unit) == side


@pytest.mark.parametrize("scenario", ["1918", "1918-1919"])
@pytest.mark.parametrize("options", [(), ("free_deployment",), ("east",), ("poles", "psywar")])
def test_3_1_every_unit_is_placed_and_fed_by_any_plan(
    scenario: str, options: tuple[str, ...]
) -> None:
    t = set_up(THEIRS, scenario, **dict.fromkeys(options, "on"))
    assert [to_deploy(t.state, side) for side in (ALLIED, CENTRAL)] == [[], []]
    on_map = [u for u, place in enumerate(t.state.where) if place >= 0]
    assert [COUNTERS[u].key for u in on_map if not in_general_supply(t.state, u)] == []


def test_no_capital_of_the_allies_is_left_open() -> None:
    t = set_up(THEIRS)
    capitals = OF_CLASS["major_capital"] & controlled(t.state, ALLIED)
    assert capitals >> PARIS & 1
    assert capitals & ~t.state.held[ALLIED] == 0


def test_31_3_the_central_powers_mass_before_venice() -> None:
    def shocks(t: Table) -> int:
        """Shock armies of the Central Powers next to Venice, or a march away."""
        near = GRID.ring(VENICE, 1) | GRID.ring(VENICE, 2)
        return sum(
            t.state.face(u).shock
            for h in members(near & t.state.held[CENTRAL])
            for u in t.state.stacks[h]
        )

    assert shocks(set_up(THEIRS)) > shocks(opening(scenario="1918").choose("auto", "auto"))


def test_the_usual_course_borrows_the_best_deployment_of_its_side() -> None:
    assert set_up(USUAL).state.where == set_up(THEIRS).state.where


def test_everything_goes_west_where_the_allies_have_left_their_trenches() -> None:
    """Whoever takes the first place that is offered leaves the whole line empty."""
    rng = random.Random(1)

    def decide(state: State, choices: Choices, side: int) -> Choice:
        if side == CENTRAL:
            return STAFF.choose(state, choices, rng, "usual")
        return next((verb, lowest(hexes)) for verb, hexes in choices.items() if verb != "auto")

    t = set_up_by(decide)
    shocks = [u for u, c in enumerate(COUNTERS) if c.key.startswith("GEShock")]
    assert all(GRID.distance(t.state.where[u], CITY["Reims"]) <= 3 for u in shocks)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('"9999" = ["GE1"]', "GE1 cannot be at 9999"),
        ('"1117" = ["GE0"]', "GE0 cannot be at 1117"),
        ('"1117" = ["GE1", "GE1"]', "GE1 cannot be at 1117"),
    ],
)
def test_a_wrong_deployment_is_refused_with_its_plan(tmp_path: Path, line: str, told: str) -> None:
    file = tmp_path / "deployments.toml"
    file.write_text(f"[Allied.spare]\n[Central.south]\n{line}\n", encoding="utf-8")
    with pytest.raises(DataError, match=f"Central south: {told}"):
        read_deployments(file)
