"""The enemy's supply tracks never leave him [17-5]: not in views, logs, odds, prompts and refusals,
nor by what is asked and what is not."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.der_weltkrieg.table import Sketch
from tests.promises import is_a_choice
from trenchline.games.der_weltkrieg.components import CODES, SIDES
from trenchline.games.der_weltkrieg.face import GAME
from trenchline.games.der_weltkrieg.hidden import deal
from trenchline.games.der_weltkrieg.retreat import DecideRetreat
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.view import prompt_for
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.notes import Note
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import Choice, Choices, listed
from trenchline.kernel.view import LogView

VIEWS = 0.05
"""How often the views are compared, which takes longest."""


class FixedDice:
    """The same dice for both tables."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def roll(self, sides: int, number: int) -> int:
        """A die that depends on its number only."""
        return random.Random(self.seed * 1_000_003 + number).randrange(sides) + 1


@dataclass
class Table:
    """One of two matches that differ in one side's supply points."""

    state: State
    dice: FixedDice
    choices: Choices = field(default_factory=dict)
    told: list[LogView] = field(default_factory=list)

    def settle(self) -> None:
        """Run on to the next question."""
        self.choices = settle(self.state, self.dice)

    def choose(self, choice: Choice) -> None:
        """Choose, and write the log as the server would."""
        who = SIDES[decision(self.state).who(self.state)]
        lines: list[Note] = []
        self.state.log = lines
        take(self.state, *choice)
        self.settle()
        text = GAME.format_choice(choice)
        self.told.append(LogView(len(self.told), who, text, (), tuple(lines)))


def opening(scenario: str, seed: int, owner: int, rng: random.Random) -> tuple[Table, Table]:
    """The same match twice, once with other supply points on one side's tracks."""
    tables = []
    for other in (False, True):
        state = GAME.new(*GAME.settled(scenario, {}))
        if other:
            for unit in state.stock:
                counter = state.theatre.counters[unit]
                if counter.side == owner:
                    points = rng.choice([0, 1, 5, 98, 100])
                    change = points - state.stock[unit]
                    state.stock[unit] = points
                    state.received[CODES.index(counter.nation)] += change
        tables.append(Table(state, FixedDice(seed)))
        tables[-1].settle()
    return tables[0], tables[1]


def refusals(table: Table, choices: list[Choice]) -> list[str]:
    """Why some choices are not legal."""
    step, state = decision(table.state), table.state
    return [
        str(step.why_not(state, *choice))
        for choice in choices
        if not table.choices.get(choice[0], 0) >> choice[1] & 1
    ]


def odds_of(table: Table) -> object:
    """The odds shown to whoever is asked."""
    try:
        return GAME.odds(table.state, None)
    except ValueError:
        return None


def play_both(scenario: str, seed: int, owner: int) -> int:
    """Play two matches by choices legal in both; nothing the other side is sent may differ."""
    rng = random.Random(seed)
    one, two = opening(scenario, seed, owner, rng)
    taken = 0
    while one.choices or two.choices:
        step = decision(one.state)
        assert type(step) is type(decision(two.state)), (step, decision(two.state))
        for side in (1 - owner, None):
            assert prompt_for(one.state, side) == prompt_for(two.state, side)
        assert logs(one, owner) == logs(two, owner)
        if step.who(one.state) == 1 - owner:
            assert one.choices == two.choices
            assert odds_of(one) == odds_of(two)
            wild = [(verb, rng.randrange(250)) for verb in GAME.verbs]
            made_up = [choice for choice in wild if is_a_choice(choice, GAME.verbs)]
            assert refusals(one, made_up) == refusals(two, made_up)
        if rng.random() < VIEWS:
            assert GAME.view(one.state, 1 - owner) == GAME.view(two.state, 1 - owner)
            assert GAME.view(one.state, None) == GAME.view(two.state, None)
        common = [
            choice
            for choice in listed(one.choices)
            # What one headquarters pays for at once depends on what it has, and shows in the fight.
            if two.choices.get(choice[0], 0) >> choice[1] & 1 and choice[0] != "pay_all"
        ]
        if not common:
            # Only its owner can tell here; the matches part.
            assert step.who(one.state) == owner
            return taken
        choice = rng.choice(common)
        one.choose(choice)
        two.choose(choice)
        taken += 1
        if [b.paid for b in one.state.battles] != [b.paid for b in two.state.battles]:
            # [20-11] Surrounded units must be supplied by whoever has the points.
            return taken
    return taken


def logs(table: Table, owner: int) -> list[LogView]:
    """What everybody but the owner reads of the last choice."""
    return [GAME.tell(entry, side) for entry in table.told[-1:] for side in (1 - owner, None)]


@pytest.mark.parametrize("scenario", [s.name for s in GAME.scenarios])
@pytest.mark.parametrize("owner", [0, 1])
def test_17_5_enemy_stocks_change_nothing_that_a_side_is_sent(scenario: str, owner: int) -> None:
    assert play_both(scenario, 1, owner) > 100


@pytest.mark.parametrize("scenario", [s.name for s in GAME.scenarios])
def test_17_2_17_4_supply_points_are_conserved_in_random_play(scenario: str) -> None:
    """``broken`` counts what each nation has had, holds and has spent."""
    rng = random.Random(5)
    table = Table(GAME.new(*GAME.settled(scenario, {})), FixedDice(5))
    table.settle()
    while table.choices:
        table.choose(rng.choice(list(listed(table.choices))))
        if rng.random() < VIEWS:
            assert not GAME.broken(table.state)
    assert not GAME.broken(table.state)
    assert sum(table.state.spent)
    assert GAME.parse(GAME.notation(table.state)) == table.state


def test_17_5_empty_headquarters_do_not_end_phases_by_themselves() -> None:
    facts = {"ample_supply": False}
    text = "turn 1914 Aug 5 phase Central {}\nDE A1@0303 HQ1@0302\nRU I1@0304"
    t = Sketch(scenario=facts).table(text.format("movement"))
    for unit in ("DEA1", "DEHQ1"):
        t.choose(f"unit {unit}", "stay")
    assert (t.asked, t.legal) == ("MovementPhase", {"done"})
    t = Sketch(scenario=facts).table(text.format("combat"))
    assert (t.asked, t.legal) == ("CombatPhase", {"done"})


def position(name: str) -> State:
    """A position from a file."""
    return GAME.parse((Path(__file__).with_name("positions") / f"{name}.txt").read_text())


def test_19_2_who_is_supposed_to_have_paid_gives_the_strength_that_is_seen_bug() -> None:
    """[13-2] The nearest headquarters would have given RU13 one point more than it fights with, so
    that the odds the Central Powers saw were not those of the combat."""
    state = position("who_paid_at_uzsok")
    true = GAME.odds(state, None)
    for seed in range(5):
        twin = deal(state, 0, random.Random(seed))
        assert GAME.odds(twin, None) == true
        assert Knowledge(GAME, twin, 0).position == Knowledge(GAME, state, 0).position


def known_with_payers(state: State, number: int, unit: str) -> list[Knowledge[State]]:
    """What the Central Powers know if one Russian headquarters or the other has paid for a unit in
    one of the combats under way."""
    named, known = state.theatre.unit, []
    for hq in ("RUHQ3", "RUHQ8"):
        other = state.copy()
        mine = [pair for pair in state.battles[number].paid if pair[0] != named["RU48"]]
        paid = (*mine, (named[unit], named[hq]))
        other.battles[number] = replace(state.battles[number], paid=paid)
        known.append(Knowledge(GAME, other, 0))
    return known


@pytest.mark.parametrize("unit", ["RU48", "RU5"])
def test_14_9_who_paid_for_those_whom_nobody_can_supply_any_more_is_not_known_bug(
    unit: str,
) -> None:
    """[17-5] RU48 was paid for and retreats among enemies, RU5 is lost: since no headquarters has a
    line to them, the one that had truly paid was in what the enemy knew."""
    one, other = known_with_payers(position("retreat_among_enemies"), 0, unit)
    assert one == other


def test_13_13_after_the_dice_the_strength_of_the_attack_tells_nobody_who_paid_bug() -> None:
    """[17-5] [19-2] Lines change as units retreat, and with them what an attacker would have fought
    with: the defender sees nothing of that."""
    state = position("who_paid_at_uzsok")
    while not isinstance(state.stack[-1], DecideRetreat):
        state.stack.pop()
    state.battle = replace(state.battle, paid=())
    one, other = known_with_payers(state, 0, "RU13")
    assert one == other
