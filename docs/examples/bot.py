"""A player of one's own: presses where the enemy is near, and ends a phase rather than dither.

trenchline simulate world_war_one --players docs/examples/bot.py:Presser,random --games 20
trenchline arena world_war_one --players docs/examples/bot.py:Presser,random,passing
"""

from trenchline.kernel.dice import PlannersDice
from trenchline.kernel.play import decision, settle, take
from trenchline.kernel.steps import count, listed, pick

LOOKS = 12
"""How many choices it looks at before each decision."""


class Presser:
    """Tries some choices out and keeps the one that leaves the most points, by the rules' score."""

    def __init__(self):
        self.parameters = {"looks": LOOKS}

    def choose(self, game, state, choices, rng):
        side = decision(state).who(state)
        tried = [pick(choices, rng.randrange(count(choices))) for _ in range(LOOKS)]
        ends = [choice for choice in listed(choices) if game.verbs[choice[0]].ends]
        return max([*tried, *ends[:1]], key=lambda choice: lead(game, state, choice, side, rng))


def lead(game, state, choice, side, rng):
    """By how many points a side leads after a choice, with luck of our own."""
    twin = state.copy()
    take(twin, *choice)
    settle(twin, PlannersDice(rng))
    scores = game.outcome(twin).scores
    return scores[side] - max(s for n, s in enumerate(scores) if n != side)
