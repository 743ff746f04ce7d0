"""Rule 4: the order of phases, and who is phasing."""

from __future__ import annotations

import random

from trenchline.games.the_great_war.components import CENTRAL, ENTENTE
from trenchline.games.the_great_war.sequence import game_turn, player_turn
from trenchline.games.the_great_war.set_up import new_game
from trenchline.games.the_great_war.state import PHASES
from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import settle, take


def test_4a_4a2_4a4_4a5_4a6_4b_the_phases_come_in_their_order() -> None:
    """A game in which nobody does anything shows every phase, and who acts in it."""
    state = new_game("caporetto", {})
    dice = PlannersDice(random.Random(1))
    seen: list[tuple[int, str, int]] = []
    while choices := settle(state, dice):
        mark = (state.phasing, state.phase, state.moving)
        if not seen or seen[-1] != mark:
            seen.append(mark)
        if state.turn > 1:
            break
        verb = "done" if "done" in choices else next(iter(choices))
        take(state, verb, choices[verb].bit_length() - 1)
    order = [PHASES.index(phase) for phasing, phase, _ in seen if phasing == CENTRAL][:6]
    assert order == sorted(order)
    for phasing, phase, moving in seen:
        assert moving == (1 - phasing if phase.startswith("reaction") else phasing)
    assert seen[0][0] == CENTRAL, "the scenario begins with the second player turn"
    assert {phasing for phasing, _, _ in seen} == {ENTENTE, CENTRAL}


def test_4_the_entente_plays_first() -> None:
    whole = game_turn()
    first, second = player_turn(ENTENTE), player_turn(CENTRAL)
    assert whole[: len(first)] == first
    assert [step for step in whole if step in second] == second
    assert not [step for step in game_turn(CENTRAL) if step in first]
