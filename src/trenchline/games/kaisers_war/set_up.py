"""Chapters 3, 26 to 29: setting the scenarios up.

Each side places its units by choices, within the areas its orders of battle give, or lets the rest
be placed sensibly in one go (``auto``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    COUNTERS,
    EAST,
    NATION_OF,
    NATIONS,
    SIDES,
    TABLES,
)
from trenchline.games.kaisers_war.ground import why_not_stay
from trenchline.games.kaisers_war.meanwhile import elsewhere
from trenchline.games.kaisers_war.orders_of_battle import area, open_hexes, to_deploy
from trenchline.games.kaisers_war.sensible_set_up import sensible_place, strikes
from trenchline.games.kaisers_war.sequence import EARLY_END, BeginTurn
from trenchline.games.kaisers_war.state import BOX, FLEET, OUT, POOL, State, due
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Refusal


def new_game(scenario: str, options: Mapping[str, str]) -> State:
    """A fresh match, waiting for the players to deploy.

    Free deployment goes with either length [29.1]; its points [29.2] and special rules [29.5] are
    those of the scenario.
    """
    state = State()
    state.options = frozenset(name for name, value in options.items() if value == "on")
    # [26.1] [27.1] Scenario 1 ends with 1918, scenario 2 in 1919; the special rules are the same
    # [27.5].
    turns = TABLES["turns"]
    long_end = int(options.get("long_end", turns["long_end"]))
    if long_end == EARLY_END:  # [27.1]
        state.options |= {"ends_early"}  # [R1]
    state.last_turn = turns["short_end"] if scenario == "1918" else long_end
    if "poles" in state.options:
        state.poles = ALLIED  # [40.2]
    for unit, counter in enumerate(COUNTERS):
        state.where[unit] = _start(state, unit)
        # [26.3] [26.4] Ships lie off the map, and Americans in their box.
        if counter.slot == "naval" or (counter.slot == "USA box" and counter.is_naval):
            state.where[unit] = FLEET
        elif counter.slot == "USA box":
            state.where[unit] = BOX[0]  # [26.3]
    state.look_again()
    first = ALLIED
    # [26.3] [26.4] The Allies deploy first in 1918; [27.3] [29.3] otherwise the Central Powers,
    # and the Allies second [27.4] [R2].
    if scenario != "1918" or "free_deployment" in state.options:
        first = CENTRAL
    state.stack.append(BeginTurn())
    state.stack.append(EndDeployment())
    state.stack.append(Deployment(1 - first))
    state.stack.append(Deployment(first))
    return state


def _start(state: State, unit: int) -> int:
    """Where a unit is before anybody deploys."""
    counter = COUNTERS[unit]
    code = NATIONS[counter.nation].code
    eastern = NATIONS[counter.nation].group in ("nationalist", "bolshevik", "anarchist")
    # [24.4] The eastern nations need their optional rules; [40.1] Poles have one of their own.
    if eastern and "east" not in state.options:
        return POOL if code == "PO" and "poles" in state.options else OUT
    if counter.slot == "free; Game Turn 2":
        return due(2)  # [26.5]
    if counter.slot == "free; Game Turn 3":
        return due(3)
    if counter.slot == "free; Kaiser Moves East":
        return OUT
    return POOL


@dataclass(frozen=True, slots=True)
class Deployment(OwnDecision[State]):
    """[3.1] A side places its units one after the other, unseen by the other."""

    sets_up: ClassVar[bool] = True

    def prompt(self, state: State) -> str:
        units = to_deploy(state, self.side)
        return state.say("Place the {:unit} ({} to go) [3.2]", units[0], len(units))

    def choices(self, state: State) -> Choices:
        units = to_deploy(state, self.side)
        if not units:
            return {"done": ONE}
        hexes = open_hexes(state, units[0])
        return {"place": hexes, "auto": ONE} if hexes else {"auto": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        if verb == "place":
            unit = to_deploy(state, self.side)[0]
            deploy(state, unit, number)
        else:
            deploy_sensibly(state, self.side)
        if to_deploy(state, self.side):
            state.stack.append(self)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "place":
            return elsewhere(state, verb, "3.1", "the units are being set up now")
        unit = to_deploy(state, self.side)[0]
        case = ("26.3", "26.4")[self.side]
        if number < 0 or not area(state, unit) >> number & 1:
            return Refusal(case, f"the {COUNTERS[unit].title} does not start there")
        if state.held[1 - self.side] >> number & 1:
            return Refusal("3.2", "an enemy has been set up there")
        if (found := why_not_stay(state, unit, number)) is not None:
            return found
        return Refusal("3.2", "Bolsheviks have been set up there")


def deploy(state: State, unit: int, hex_: Hex) -> None:
    """Place a unit in its starting hex."""
    state.put(unit, hex_)
    state.whisper(NATIONS[NATION_OF[unit]].side, "{:unit} deploys at {:hex}", unit, hex_)


def deploy_sensibly(state: State, side: int) -> None:
    """Place all remaining units of a side: armies in the line, supports behind it, forts and
    garrisons where most is at stake; first of all those of the German blow."""
    for unit in sorted(to_deploy(state, side), key=lambda u: not strikes(u)):
        hexes = open_hexes(state, unit)
        if hexes:
            deploy(state, unit, sensible_place(state, unit, hexes, side))
        else:
            # [6.7] [9.9] Nowhere to put it: it waits in the pool.
            state.demobilized |= 1 << unit


@dataclass(frozen=True, slots=True)
class EndDeployment(Duty[State]):
    """[24.2] The Central Powers' armies in the east are noted: they may not move yet."""

    def run(self, state: State) -> None:
        state.demobilized = 0  # [6.7]
        state.eastern = bit_set(
            u for h in members(EAST & state.held[CENTRAL]) for u in state.stacks[h]
        )
        state.note("Both sides have deployed: {} moves first", SIDES[CENTRAL])
