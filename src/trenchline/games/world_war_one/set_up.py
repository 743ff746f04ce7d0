"""Chapter 14: setting up the Historical Game and the Free Deployment Game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trenchline.games.world_war_one.components import (
    ALLIED,
    BL,
    CENTRAL,
    COUNTERS,
    FOLDER,
    GRID,
    NATION,
    NATION_OF,
    NATIONS,
    NEUTRAL_POINTS,
    RESOURCES,
    SIDES,
    TANK,
    TERRITORY,
    UNITS,
    UNITS_OF,
    US,
)
from trenchline.games.world_war_one.entry import enter
from trenchline.games.world_war_one.sequence import BeginTurn, phases
from trenchline.games.world_war_one.state import ABSENT, LOST, WAITING, State
from trenchline.kernel.bits import members
from trenchline.kernel.data import read_toml
from trenchline.kernel.steps import Choices, OwnDecision, Refusal

SCENARIOS: dict[str, dict[str, Any]] = {
    name: read_toml(FOLDER / "scenarios" / f"{name}.toml")
    for name in ("historical", "free_deployment")
}
FIRST_ATTACKS = 2
"""The Historical Game skips the two movement phases of its first turn."""


def new_game(scenario: str, options: Mapping[str, str]) -> State:
    """A fresh match, set up or waiting for the players to deploy."""
    plan = SCENARIOS[scenario]
    state = State()
    state.historical = scenario == "historical"
    # [13.0] Optional rules hold when the players say so.
    state.options = frozenset(name for name, value in options.items() if value == "on")
    for side, name in enumerate(SIDES):
        for code in plan["at_war"][name]:
            # [14.27] [14.37] Montenegro is at war from the start, without an army.
            state.status[NATION[code]] = side
    for unit in members(UNITS_OF[US]):
        state.where[unit] = WAITING
    if "tank_army" not in state.options:
        state.where[TANK] = ABSENT
    for label in plan.get("ruined_forts", {}).get("hexes", []):
        state.intact &= ~GRID.hexes(label)
    state.sort_out()
    for nation, status in enumerate(state.status):
        # [15.1] [R32] A side holds the resource centres of its own countries.
        if status <= CENTRAL:
            state.centres[status] |= TERRITORY[nation] & RESOURCES
    # [14.21] [14.31] Fixed armies, those of the neutrals among them.
    for key, label in plan["set_up"].items():
        unit = UNITS[key]
        state.put(unit, GRID.hex(label))
        if state.at_war(NATION_OF[unit]):
            enter(state, unit, 1 << GRID.hex(label))
    # [14.25] [14.35] Armies destroyed before the game begins.
    for key in plan.get("lost_for_good", []):
        state.where[UNITS[key]] = LOST
    if state.historical:
        _begin_historical(state)
    else:
        _begin_free(state, plan["deploy"])
    return state


def _begin_historical(state: State) -> None:
    """[14.2] Belgium has been violated; nobody moves on the first turn."""
    # [14.26] [11.4] [15.3] The violation pays the Allies.
    state.award(ALLIED, NEUTRAL_POINTS[BL], f"{NATIONS[BL].name} violated")
    state.invaded = 1 << BL
    # [6.43] [R66] So on this turn only Belgian zones cross her border.
    state.fresh = 1 << BL
    # [14.22] Play begins with the first attacks, the Central Powers being Superior [4.0/3].
    state.stack += reversed(phases()[FIRST_ATTACKS:])


def _begin_free(state: State, deploy: dict[str, list[tuple[str, list[str]]]]) -> None:
    """[14.3] The Allies deploy, then the Central Powers; then the first turn begins [14.32].

    [14.36] Belgium is not among the nations at war yet, and nothing has been awarded.
    """
    state.stack.append(BeginTurn())
    for side in (CENTRAL, ALLIED):
        units = tuple(
            (UNITS[key], NATION[code]) for code, keys in deploy[SIDES[side]] for key in keys
        )
        state.stack.append(Deployment(side, units))


@dataclass(frozen=True, slots=True)
class Deployment(OwnDecision[State]):
    """[14.31] A side places its armies one by one, each in its country [R62]."""

    units: tuple[tuple[int, int], ...]
    """The units still to be placed, with the nation whose land they start in."""

    def prompt(self, state: State) -> str:
        unit, nation = self.units[0]
        return state.say("Place the {:unit} in {} [14.31]", unit, NATIONS[nation].name)

    def choices(self, state: State) -> Choices:
        # One unit a hex; forts may be occupied and zones do not matter [R51].
        return {"place": TERRITORY[self.units[0][1]] & ~state.armies[self.side]}

    def take(self, state: State, verb: str, number: int) -> None:
        unit, _ = self.units[0]
        state.put(unit, number)
        state.note("{:unit} deploys at {:hex}", unit, number)
        if self.units[1:]:
            state.stack.append(Deployment(self.side, self.units[1:]))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        unit, nation = self.units[0]
        if verb != "place":
            return Refusal("14.31", "first all armies must be set up")
        if number < 0 or not TERRITORY[nation] >> number & 1:
            return Refusal("14.31", f"the {COUNTERS[unit].title} starts in {NATIONS[nation].name}")
        return Refusal("7.0", "another unit is there already")
