"""The whole war: how it stands, and how it will probably end."""

from __future__ import annotations

from pathlib import Path

from trenchline.games.world_war_one.components import (
    AH,
    ALLIED,
    BR,
    CENTRAL,
    FR,
    GE,
    IT,
    LAST_TURN,
    RS,
    SIDES,
    SURRENDER_POINTS,
    US,
)
from trenchline.games.world_war_one.staff.fronts import EAST, FRONT_OF, WEST
from trenchline.games.world_war_one.staff.stakes import cities_wanted, nearest, ours, stakes
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.victory import outcome, score
from trenchline.kernel.forecast import Signs, foresight, read_forecast

FORECAST = read_forecast(Path(__file__).with_name("outlook.toml"))
POWERS = {
    "western": (FR, BR, US),
    "Russian": (RS,),
    "Italian": (IT,),
    "German": (GE,),
    "Austrian": (AH,),
}
THEATRES = ("west", "east", "south")
EITHER_WAY = ("war", "Russia out")
"""Signs that may speak for either side; all others speak for the Allies."""
SPENT = 60
"""More points than this in a nation's purse will hardly be spent."""


def past(state: State) -> float:
    """How much of the war is over."""
    return (state.turn - 1) / LAST_TURN


def signs(state: State, side: int) -> Signs:
    """What the end of the war may be read from, in the Allies' favour. Nothing is hidden, so that
    both sides see the same."""
    found = {"war": 1.0, "points": (score(state, ALLIED) - score(state, CENTRAL)) / 10}
    for power, nations in POWERS.items():
        armies = purse = 0
        for nation in nations:
            if state.status[nation] <= CENTRAL:
                sign = 1 if state.status[nation] == ALLIED else -1
                armies += sign * state.held[nation].bit_count()
                purse += sign * min(state.crp[nation], SPENT)
        found[f"{power} armies"] = armies / 5
        found[f"{power} purse"] = purse / 20
    major = {nation for nations in POWERS.values() for nation in nations}
    minor = [0, 0]
    for nation, status in enumerate(state.status):
        if status <= CENTRAL and nation not in major:
            minor[status] += state.held[nation].bit_count()
    found["lesser armies"] = (minor[ALLIED] - minor[CENTRAL]) / 5
    prize = 0 if state.surrendered else SURRENDER_POINTS[min(LAST_TURN, state.turn + 1) - 1]
    found["Russia's way to surrender"] = -prize * (1 - cities_wanted(state.red_cities) / 5) / 10
    found["Russia out"] = float(state.surrendered)
    found |= _pressure(state)
    return found


def _pressure(state: State) -> dict[str, float]:
    """How near the armies of each side are to what the other holds, in the west, in the east and
    elsewhere."""
    found = dict.fromkeys(
        (
            f"{side} pressure {where}"
            for side in ("Allied", "Central")
            for where in ("west", "east", "south")
        ),
        0.0,
    )
    held = [ours(state, ALLIED), ours(state, CENTRAL)]
    for hex_, worth in stakes(state).items():
        front = FRONT_OF[hex_]
        where = "west" if front == WEST else "east" if front == EAST else "south"
        for side, name in enumerate(SIDES):
            if held[1 - side] >> hex_ & 1:
                near = nearest(hex_, state.armies[side])
                pressure = worth / 10 / near
                found[f"{name} pressure {where}"] += pressure if side == ALLIED else -pressure
    return found


weigh = foresight(FORECAST, signs, past, outcome)
"""The chance to win."""
