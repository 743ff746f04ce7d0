"""A player of one's own: presses where the enemy is near, and ends a phase rather than dither.

trenchline simulate world_war_one --players docs/examples/bot.py:Presser,random --games 20
trenchline arena world_war_one --players docs/examples/bot.py:Presser,random,passing
"""

from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import count, is_legal, listed, pick

LOOKS = 12
"""How many choices it looks at before each decision."""


class Presser:
    """Tries some choices out and keeps the one that leaves the most points, by the rules' score."""

    def __init__(self):
        self.parameters = {"looks": LOOKS}

    def choose(self, known, rng):
        choices = known.choices
        tried = [pick(choices, rng.randrange(count(choices))) for _ in range(LOOKS)]
        ends = [choice for choice in listed(choices) if known.game.verbs[choice[0]].ends]
        return max([*tried, *ends[:1]], key=lambda choice: lead(known, choice, rng))


def lead(known, choice, rng):
    """By how many points our side leads after a choice, for all we know, with luck of our own."""
    supposed = known.sample(rng)
    if is_legal(decision(supposed).choices(supposed), choice):
        take(supposed, *choice)
        settle(supposed, PlannersDice(rng))
    scores = known.game.outcome(supposed).scores
    return scores[known.side] - max(s for n, s in enumerate(scores) if n != known.side)
