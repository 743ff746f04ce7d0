"""Prospects: the best attack on every hex that can be attacked, composed and judged beforehand."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest

from tests.promises import prospects_come_true
from trenchline.games import game_names, load_game
from trenchline.kernel.composing import Composer, worth
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.odds import Cost, Modifier, Odds, Result
from trenchline.kernel.powers import held_choices
from trenchline.kernel.prospect_views import shown
from trenchline.kernel.prospects import Prospect, Prospects, has_attacks, prospects
from trenchline.kernel.steps import Choices, is_legal
from trenchline.players import make_player

PHASES = 4
"""Moments of attack looked at in each game."""


@dataclass(frozen=True)
class Field:
    """Where a game comes to attacks soon."""

    scenario: str | None = None
    options: tuple[tuple[str, str], ...] = ()


FIELDS = {
    "the_great_war": Field("caporetto", (("limited_intelligence", "on"),)),
    "kaisers_war": Field(None, (("air", "on"),)),
    "der_weltkrieg": Field("gorlice"),
}


def attacking(name: str, seed: str = "prospects") -> Match:
    """A match of a game as somebody may attack, played so far by its staff."""
    field = FIELDS.get(name, Field())
    match = Match(load_game(name), SeededDice(seed), field.scenario, dict(field.options))
    go_on(match, match.choices and -1)
    return match


def go_on(match: Match, since: object) -> None:
    """Let the staff play to the next moment of attack."""
    player, rng = make_player("staff"), random.Random(1)
    while not match.over:
        if match.state.rolls != since and has_attacks(match.game, match.state, match.choices):
            known = Knowledge(match.game, match.state, match.who or 0, match.choices)
            if prospects(match.game, known.position, known.choices, enough=ticking(50)).found:
                return
        known = Knowledge(match.game, match.state, match.who or 0, match.choices)
        match.take(player.choose(known.kept(), rng))


def ticking(times: int) -> Any:
    looks = iter(range(times))
    return lambda: next(looks, None) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_the_best_attacks_are_legal_and_promise_what_the_odds_say(name: str) -> None:
    match = attacking(name)
    for _ in range(PHASES):
        assert prospects_come_true(match) == []
        go_on(match, match.state.rolls)


def result(likely: float, attacker: float, defender: float, ground: float = 0.0) -> Result:
    return Result("", likely, (), "", Cost(attacker, defender, ground))


def odds(*results: Result, attack: int = 1, defence: int = 1) -> Odds:
    sums = [(Modifier("1", "strength", amount),) for amount in (attack, defence)]
    return Odds("0101", sums[0], sums[1], "1:1", results)


def test_an_attack_is_as_good_as_what_the_enemy_bears_of_the_losses() -> None:
    assert worth(odds(result(0.5, 2, 0), result(0.5, 0, 6))) == (0.75, 3.0)
    assert worth(odds(result(1, 1, 3, 0.5))) == (1.25, 3.0)
    assert worth(odds(result(1, 0, 0))) == (0.5, 0.0)


def test_an_attack_on_what_hides_is_behind_all_others() -> None:
    hidden = odds(attack=30, defence=1)
    assert hidden.expected is None
    assert worth(hidden) < worth(odds(result(1, 9, 0)))
    assert worth(hidden) > worth(odds(attack=1, defence=1))


def test_results_without_a_cost_promise_nothing() -> None:
    assert odds(result(0.5, 1, 1), Result("", 0.5, (), "")).expected is None


def asked(match: Match, **how: Any) -> Prospects:
    return prospects(match.game, match.state, match.choices, **how)


def test_every_target_of_the_phase_has_an_attack() -> None:
    match = attacking("world_war_one")
    found = asked(match)
    targets = {one.target for one in found.found}
    assert targets == {h for h in range(2000) if is_legal(match.choices, ("attack", h))}
    assert all(one.searched for one in found.found)
    qualities = [worth(one.odds) for one in found.found]
    assert qualities == sorted(qualities, reverse=True)


def test_what_there_was_no_time_for_is_named() -> None:
    match = attacking("world_war_one")
    all_of_it = {one.target for one in asked(match).found}
    # It is looked at the clock once as each attack begins, and once before it is judged.
    found = asked(match, enough=ticking(len(all_of_it) + 3))
    assert len(found.found) == 3
    assert not any(one.searched for one in found.found)
    assert {one.target for one in found.found} | set(found.unseen) == all_of_it
    told = shown(match.game, match.state, found)
    assert len(told.unseen) == len(all_of_it) - 3
    assert asked(match, enough=lambda: True).found == ()


def test_whenever_it_ends_no_target_is_missing_bug() -> None:
    """Forces that had not been taken in hand when the time was up were passed over in silence, and
    so were hexes that only some of those who can join may attack."""
    match = attacking("balance_of_powers")
    all_of_it = {one.target for one in asked(match).found}
    for moment in range(0, 110, 5):
        found = asked(match, enough=ticking(moment))
        assert all_of_it <= {one.target for one in found.found} | set(found.unseen)


def test_nobody_is_offered_what_is_another_powers_to_choose() -> None:
    match = attacking("world_war_one")
    powers, verbs = match.game.powers, match.game.verbs
    assert powers is not None

    def austrian(state: Any, choices: Choices) -> Choices:
        return held_choices(powers, verbs, state, choices, {"Austria-Hungary"})

    units = {u for one in shown(match.game, match.state, asked(match)).prospects for u in one.units}
    assert any(unit.startswith("GE") for unit in units)
    found = shown(match.game, match.state, asked(match, allowed=austrian))
    assert not {u for one in found.prospects for u in one.units if u.startswith("GE")}


def test_nothing_is_changed_by_asking() -> None:
    match = attacking("balance_of_powers")
    before = match.state.facts()
    assert asked(match).found
    assert match.state.facts() == before


def test_a_force_is_taken_in_hand_before_it_attacks() -> None:
    match = attacking("balance_of_powers")
    one = asked(match).found[0]
    assert one.orders[0][0] == "unit"
    assert one.declares == ("attack", one.target)
    told = shown(match.game, match.state, asked(match)).prospects[0]
    assert told.declares == match.game.format_choice(("attack", one.target))
    assert told.units[0] == told.orders[0].removeprefix("unit ")


def names_of(match: Match, one: Prospect) -> set[str]:
    return {match.state.names.key(unit) for verb, unit in one.orders if verb == "with"}


def together(match: Match) -> dict[int, Prospect]:
    """The attack of everybody on each hex: all that there is time for is to begin and to judge."""
    openings = match.choices["attack"].bit_count()
    found = asked(match, enough=ticking(2 * openings + 1)).found
    assert not any(one.searched for one in found)
    return {one.target: one for one in found}


def test_fewer_are_enough_where_the_odds_name_what_each_unit_brings() -> None:
    """Nothing that is found is worse than everybody together; some of it is as good with fewer."""
    match = attacking("der_weltkrieg")
    everybody, found = together(match), asked(match).found
    assert {one.target for one in found} == set(everybody)
    assert all(one.searched for one in found)
    smaller = 0
    for one in found:
        all_of_them = everybody[one.target]
        assert worth(one.odds) >= worth(all_of_them.odds)
        if names_of(match, one) < names_of(match, all_of_them):
            smaller += 1
    assert smaller


def test_guns_are_tried_alone() -> None:
    """[29-7] Who fires from afar loses nothing, whoever stands beside him could."""
    match = attacking("der_weltkrieg")
    theatre = match.state.theatre
    found = {match.state.names.label(one.target): one for one in asked(match).found}
    units = [unit for verb, unit in found["0706"].orders if verb == "with"]
    assert units
    assert all(theatre.artillery >> unit & 1 for unit in units)
    cost = found["0706"].odds.expected
    assert cost is not None
    assert cost.attacker == 0 < cost.defender


@pytest.mark.parametrize(("name", "asked_for"), [("der_weltkrieg", 80), ("balance_of_powers", 110)])
def test_few_odds_are_worked_out(
    name: str, asked_for: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes time is the odds: so many are asked for in the first battles of a game."""
    match = attacking(name)
    counted = 0
    promise = Composer.promise

    def counting(self: Composer, *what: Any) -> Odds | None:
        nonlocal counted
        counted += 1
        return promise(self, *what)

    monkeypatch.setattr(Composer, "promise", counting)
    assert asked(match).unseen == ()
    assert 0 < counted <= asked_for
