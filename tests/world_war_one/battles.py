"""Battles by the hundred: crowded fronts drawn at random, and the attacks that can be made there.

Random games spend most of their choices on marching through empty land. These fronts put both
sides' armies into a small circle, so that every limit of retreat, displacement and pursuit comes up
within a few positions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from tests.world_war_one.table import Table
from trenchline.games.world_war_one import GAME
from trenchline.games.world_war_one.combat import AttackPhase, CombatRoll, DeclareAttack
from trenchline.games.world_war_one.components import (
    CODES,
    COUNTERS,
    COUNTRY,
    FORT_NATION,
    FORTS,
    GRID,
    PLAY,
    SIDES,
)
from trenchline.games.world_war_one.losses import AttackerLoss
from trenchline.games.world_war_one.state import State
from trenchline.kernel.bits import members
from trenchline.kernel.play import decision, take
from trenchline.kernel.steps import Choice, Decision, Duty, Roll, listed

ALLIES = ("FR", "BR", "RS", "SB", "IT", "BL", "RM")
CENTRALS = ("GE", "AH", "TU", "BU")
NEUTRALS = ("GK", "NE", "AB")


def front(rng: random.Random) -> str:
    """A crowded piece of the map, in the game's notation."""
    land = [hex_ for hex_ in members(PLAY) if CODES[COUNTRY[hex_]] not in NEUTRALS]
    centre = rng.choice(land)
    free = [hex_ for hex_ in land if GRID.distance(centre, hex_) <= 3]
    rng.shuffle(free)
    ruined = {hex_ for hex_ in members(FORTS) if rng.random() < 0.4}
    lines = [f"turn {rng.randint(3, 8)} phase {rng.choice(SIDES)} attack {rng.randint(1, 3)}"]
    for side, codes in (("allied", ALLIES), ("central", CENTRALS)):
        few = rng.sample(codes, 2)
        counters = [c for c in COUNTERS if CODES[c.nation] in few and c.kind != "tank"]
        placed: dict[str, list[str]] = {code: [] for code in codes}
        for counter in rng.sample(counters, min(rng.randint(3, 9), len(counters))):
            if free:
                hex_, code = free.pop(), CODES[counter.nation]
                placed[code].append(f"{counter.key.removeprefix(code)}@{GRID.label(hex_)}")
                if hex_ in FORT_NATION and CODES[FORT_NATION[hex_]] not in codes:
                    ruined.add(hex_)
        for code, units in placed.items():
            lines.append(f"{code} {side} crp {rng.choice((0, 0, 1, 2, 3, 9))} {' '.join(units)}")
    return "\n".join([*lines, f"ruined {' '.join(map(GRID.label, sorted(ruined)))}"])


def declared(state: State, rng: random.Random) -> Iterator[State]:
    """For each hex that may be attacked, the position with an attack on it ready to be rolled."""
    phase = decision(state)
    if not isinstance(phase, AttackPhase):
        return
    for target in members(phase.choices(state).get("attack", 0)):
        trial = state.copy()
        take(trial, "attack", target)
        while True:
            choices = decision(trial).choices(trial)
            assert choices, f"the attack on {GRID.label(target)} cannot be finished"
            if "roll" in choices and ("with" not in choices or rng.random() < 0.4):
                break
            if "infiltrate" in choices and rng.random() < 0.7:
                take(trial, "infiltrate", 0)
            else:
                take(trial, "with", rng.choice(list(members(choices["with"]))))
        yield trial


def fronts(seed: int, number: int) -> Iterator[tuple[str, State]]:
    """Random fronts at the beginning of an attack phase in which something can be attacked."""
    rng = random.Random(seed)
    for _ in range(number):
        text = front(rng)
        state = GAME.parse(text)
        if "attack" in decision(state).choices(state):
            yield text, state


def rolled(state: State, die: int) -> AttackerLoss:
    """What the die makes of a declared attack: the step that follows it."""
    trial = state.copy()
    declaration = decision(trial)
    assert isinstance(declaration, DeclareAttack)
    take(trial, "roll", 0)
    roll = trial.stack.pop()
    assert isinstance(roll, CombatRoll)
    roll.rolled(trial, die)
    loss = trial.stack[-1]
    assert isinstance(loss, AttackerLoss)
    return loss


Watch = Callable[[State, Decision[State]], None]


def fight(
    state: State, die: int, rng: random.Random, watch: Watch = lambda state, step: None
) -> tuple[State, list[tuple[Decision[State], Choice]]]:
    """Roll a declared attack and choose at random until it is over.

    Returns the position then, and every decision on the way with the choice made, forced ones too;
    ``watch`` sees each before it is made.
    """
    after = state.copy()
    after.log = []
    made: list[tuple[Decision[State], Choice]] = []
    take(after, "roll", 0)
    while not isinstance(step := after.stack[-1], AttackPhase):
        if isinstance(step, Decision):
            watch(after, step)
            choice = rng.choice(list(listed(step.choices(after))))
            made.append((step, choice))
            take(after, *choice)
            continue
        after.stack.pop()
        if isinstance(step, Roll):
            step.rolled(after, die)
        elif isinstance(step, Duty):
            step.run(after)
    return after, made


def assault(t: Table, text: str) -> Table:
    """Make an attack, written like ``GE5 GE6 > 0407``, and roll; what is forced goes by itself."""
    attackers, _, target = text.partition(" > ")
    label, *tactics = target.split()
    t.choose(f"attack {label}")
    for choice in [f"with {key}" for key in attackers.split()] + ["infiltrate"] * len(tactics):
        if t.asked == "DeclareAttack" and t.may(choice):
            t.choose(choice)
    return t.choose("roll") if t.asked == "DeclareAttack" else t


class Pause:
    """A battle stopped at one of its decisions, even one that leaves no choice."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.step = decision(state)

    @property
    def legal(self) -> set[str]:
        """Everything that may be chosen."""
        return {GAME.format_choice(choice) for choice in listed(self.step.choices(self.state))}

    def refused(self, text: str) -> str:
        """The case that forbids a choice; one that is legal fails the test."""
        assert text not in self.legal, f"{text} is legal"
        return self.step.why_not(self.state, *GAME.parse_choice(text)).case

    def choose(self, text: str) -> Table:
        """Make a choice and go on at a table."""
        assert text in self.legal, f"{text} is not legal; {self.legal} are"
        told = self.state.log = []
        take(self.state, *GAME.parse_choice(text))
        t = Table(self.state)
        t.notes[:0] = told
        return t


def pause(text: str, attack: str, die: int, at: type[Decision[State]], *choices: str) -> Pause:
    """Make an attack, written like ``GE5 GE6 > 0407``, and stop at a decision of some kind.

    On the way the next of ``choices`` is taken where it fits, and else what is forced.
    """
    state = GAME.parse("\n".join(line.strip() for line in text.strip().splitlines()))
    attackers, _, target = attack.partition(" > ")
    label, *tactics = target.split()
    told = [f"attack {label}", *(f"with {key}" for key in attackers.split())]
    told += ["infiltrate"] * len(tactics) + ["roll"] + list(choices)
    while True:
        step = state.stack[-1]
        if isinstance(step, at):
            return Pause(state)
        if isinstance(step, Decision):
            offers = [GAME.format_choice(choice) for choice in listed(step.choices(state))]
            if told and told[0] in offers:
                choice = told.pop(0)
            else:
                assert len(offers) == 1, f"{told[:1]} is not legal; {offers} are"
                (choice,) = offers
            take(state, *GAME.parse_choice(choice))
            continue
        state.stack.pop()
        if isinstance(step, Roll):
            step.rolled(state, die)
        elif isinstance(step, Duty):
            step.run(state)
