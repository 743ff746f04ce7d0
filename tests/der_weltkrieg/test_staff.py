"""The staff of Der Weltkrieg: what it attacks, holds and leaves, and what it may not know."""

from __future__ import annotations

import random

import pytest

from tests.der_weltkrieg.battles import COMBAT, ENTENTE, MOVEMENT
from tests.der_weltkrieg.danube_map import RIVER
from tests.der_weltkrieg.table import Sketch, Table
from trenchline.games.der_weltkrieg.face import GAME
from trenchline.games.der_weltkrieg.hidden import deal
from trenchline.games.der_weltkrieg.invariants import broken
from trenchline.games.der_weltkrieg.staff import STAFF, battles
from trenchline.games.der_weltkrieg.staff.stakes import Situation
from trenchline.games.der_weltkrieg.state import State
from trenchline.kernel.dice import SeededDice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import count, is_legal, pick


def advice(t: Table) -> str:
    """What the staff would do."""
    choices = decision(t.state).choices(t.state)
    return t.game.format_choice(STAFF.choose(t.state, choices, random.Random(1), "usual"))


def heed(t: Table, *steps: str) -> list[str]:
    """Let the staff decide until it is asked something else."""
    done: list[str] = []
    side = decision(t.state).who(t.state)
    while t.asked in steps and decision(t.state).who(t.state) == side:
        done.append(advice(t))
        t.choose(done[-1])
    return done


def battle_of(scenario: str, seed: int, staff: int) -> State:
    """A game of the staff on one side against a random player, checked as it goes."""
    rng = random.Random(seed)
    state: State = GAME.new(*GAME.settled(scenario, {}))
    dice = SeededDice(str(seed))
    choices = settle(state, dice)
    while choices:
        if decision(state).who(state) == staff:
            choice = STAFF.choose(state, choices, rng, "usual")
            assert is_legal(choices, choice)
            # [17-5] What the enemy has in stock changes nothing.
            twin = deal(state, staff, rng)
            assert STAFF.choose(twin, choices, rng, "usual") == choice
        else:
            choice = pick(choices, rng.randrange(count(choices)))
        take(state, *choice)
        choices = settle(state, dice)
    return state


@pytest.mark.parametrize("staff", [0, 1])
def test_the_staff_beats_chance_at_limanowa_and_never_looks_at_hidden_stocks(staff: int) -> None:
    assert GAME.outcome(battle_of("limanowa", 3, staff)).winner == staff


# Attacks.


def test_a_good_attack_is_made_with_all_who_help() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303 I2@0303 I3@0303 I4@0204\nRU B1@0304", 1, 1)
    assert heed(t, "CombatPhase", "DeclareAttack")[-1] == "join"
    assert all(t.state.fought >> t.unit(f"DEI{n}") & 1 for n in range(1, 5))


def test_a_hopeless_attack_is_not_made() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303\nRU I1@0304 I2@0304 I3@0304")
    assert advice(t) == "done"


# Under attack.


def test_14_1_who_answers_well_stands() -> None:
    t = Sketch().table(ENTENTE + "DE I1@0303 I2@0303 I3@0303 HQ1@0203\nRU I1@0304", 1)
    t.choose("attack 0303", "with RUI1", "join")
    assert t.asked == "DecideRetreat"
    assert advice(t) == "stand"


# Movement.


def test_units_go_for_the_enemys_city() -> None:
    t = Sketch(places={"0803": "city"}).table(MOVEMENT + "DE I1@0503 HQ1@0403\nRU C1@1009")
    heed(t, "MovementPhase", "March")
    # [26-4] Once it has fallen it counts no more, and they go on.
    assert "0803" in t.labels(t.state.control[0])


def test_nobody_walks_alone_into_the_lions_mouth() -> None:
    t = Sketch(places={"0905": "city"}).table(
        MOVEMENT + "DE I1@0405 HQ1@0305\nRU I1@0905 I2@0905 I3@0805 I4@0805 I5@0804 I6@0804"
    )
    heed(t, "MovementPhase", "March")
    assert t.where("DEI1") not in {"0705", "0704", "0703"}


def test_headquarters_and_guns_do_not_stand_alone_before_the_enemy() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0403 I2@0403 HQ1@0504 A1@0504\nRU I1@0505")
    heed(t, "MovementPhase", "March")
    for unit in ("DEHQ1", "DEA1"):
        assert t.where(unit) == t.where("DEI1") or t.where(unit) not in t.zone("Entente")


def test_20_13_who_is_nearly_cut_off_goes_home() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0604 HQ1@0204\nRU I1@0804 I2@0703 I3@0705 I4@0504")
    heed(t, "MovementPhase", "March")
    grid = t.state.theatre.board.grid
    assert grid.distance(grid.hex(t.where("DEI1")), grid.hex("0204")) < 4


def test_a_garrison_stays_while_riders_are_about() -> None:
    t = Sketch(places={"0303": "city"}).table(MOVEMENT + "DE B1@0303 I1@0503 HQ1@0203\nRU C1@0906")
    heed(t, "MovementPhase", "March")
    assert t.where("DEB1") == "0303"


def test_16_1_a_stack_rides_down_a_staff_that_stands_alone() -> None:
    text = "DE I1@0303 I2@0303 I3@0303 HQ1@0203\nRU HQ1@0304 I1@1009"
    t = Sketch().table(MOVEMENT + text, 6, 1)
    assert "attack 0304" in heed(t, "MovementPhase", "March")


def test_16_1_a_column_does_not_run_against_a_division() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0303 I2@0303 HQ1@0203\nRU I1@0304 HQ1@1009")
    assert not any(choice.startswith("attack") for choice in heed(t, "MovementPhase", "March"))


def test_plans_differ_in_what_they_dare() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303 I2@0303 HQ1@0203\nRU I1@0304 HQ1@0405")
    choices = decision(t.state).choices(t.state)
    rated = {
        plan: battles.rated_attacks(Situation(t.state, 0, plan), choices)[0][0]
        for plan in ("press", "usual", "stand")
    }
    assert rated["press"] > rated["usual"] > rated["stand"]


# Supply and replacements.


def test_18_6_a_rich_headquarters_shares_with_one_that_has_nothing() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0503 HQ1/40@0203 HQ2/0@0403\nRU I1@0703")
    assert advice(t) == "send DEHQ1"


def test_18_10_what_has_been_sent_is_taken_in() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0503 HQ1/40@0203 HQ2/0@0403\nRU I1@0703")
    heed(t, "MovementPhase", "March", "SendSupply", "TakeIn")
    assert t.state.stock[t.unit("DEHQ2")] == 10


def test_23_4_remnants_are_merged_and_whole_divisions_left_alone() -> None:
    text = "turn 1914 Aug 5 phase Central recombination\nDE I1={} I2={}@0203 HQ1@0203\nRU I1@1009"
    t = Sketch().table(text.format("2@0203", 3))
    heed(t, "RecombinationPhase", "Recombine", "Give", "Take")
    assert sorted(
        t.strength(f"DE{key}") for key in ("I1", "I2") if t.where(f"DE{key}") == "0203"
    ) == [5]
    assert advice(Sketch().table(text.format("6@0203", 5))) == "done"


def test_search_has_plans_and_rivals_to_compare() -> None:
    t = Sketch().table(COMBAT + "DE I1@0303 I2@0303 I3@0303 HQ1@0203\nRU B1@0304")
    assert STAFF.rivals is not None
    choices = decision(t.state).choices(t.state)
    rivals = STAFF.rivals(t.state, choices, random.Random(1), "usual")
    assert rivals[0] == STAFF.choose(t.state, choices, random.Random(1), "usual")
    assert len(rivals) > 1
    assert len(STAFF.plans) > 2


# Rivers.


def test_36_7_flotillas_fire_at_whoever_crosses() -> None:
    t = RIVER.table(MOVEMENT + "AH I1@0305\nSR W1@0506 I1@1009", 1)
    assert advice(t.choose("unit AHI1", "move 0306")) == "interdict"


def test_36_9_a_duel_is_sought_by_the_stronger() -> None:
    t = RIVER.table(COMBAT + "AH W1@0305 W2@0305\nSR W1@0405", 1, 1)
    assert advice(t) == "duel 0405"
    t = RIVER.table(COMBAT + "AH W1=2@0305\nSR W1@0405", 1, 1)
    assert advice(t) == "done"


# Judgement.


def test_the_outlook_follows_the_levels_of_victory() -> None:
    t = Sketch().table(MOVEMENT + "DE I1@0405\nRU I1@0905\ndm RU-10")
    worse = Sketch().table(MOVEMENT + "DE I1@0405\nRU I1@0905\ndm DE-130")
    assert STAFF.weigh(t.state, 0) > 0.7 > 0.3 > STAFF.weigh(worse.state, 0)
    assert STAFF.weigh(t.state, 0) + STAFF.weigh(t.state, 1) == pytest.approx(1)


def test_17_5_what_is_imagined_is_a_position_with_other_stocks() -> None:
    state: State = GAME.new(*GAME.settled("tannenberg", {}))
    settle(state, SeededDice("1"))
    twins = [deal(state, 0, random.Random(n)) for n in range(5)]
    assert all(broken(twin) == [] for twin in twins)
    own = [u for u in state.stock if state.theatre.counters[u].side == 0]
    assert all(twin.stock[u] == state.stock[u] for twin in twins for u in own)
    assert len({tuple(sorted(twin.stock.items())) for twin in twins}) > 1
