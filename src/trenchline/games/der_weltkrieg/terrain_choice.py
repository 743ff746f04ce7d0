"""The ground of a combat [13-3] [13-4] [13-5]: chosen by the defender among the sides attacked and
those next to them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.der_weltkrieg.battle import HALF, Battle
from trenchline.games.der_weltkrieg.components import LAND_TERRAIN, RIVERS, SIDES, TERRAIN
from trenchline.games.der_weltkrieg.state import State
from trenchline.games.der_weltkrieg.theatre import Theatre
from trenchline.kernel.bits import bit_set
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import Choices, Decision, Refusal
from trenchline.kernel.terms import Factor, Term

KINDS = LAND_TERRAIN
"""Terrain by its number in a choice."""
URBAN_SIDES = 2
"""[13-4] So many urban sides make a town of a hex without a city centre."""


def sides_attacked(theatre: Theatre, battle: Battle, target: Hex) -> set[int]:
    """The directions from which a hex is attacked."""
    grid = theatre.board.grid
    return {
        direction for direction, shift in enumerate(grid.shifts) if target + shift in battle.origins
    }


def sides_in_question(theatre: Theatre, battle: Battle, target: Hex) -> set[int]:
    """[13-3] The sides attacked and those next to them; never a neutral border."""
    near = {
        (direction + turn) % 6
        for direction in sides_attacked(theatre, battle, target)
        for turn in (-1, 0, 1)
    }
    return {d for d in near if not theatre.has_side(target, d, "neutral_border")}


def ground_of_side(theatre: Theatre, target: Hex, direction: int) -> str | None:
    """[R19] What a side offers; one along the water offers its land terrain if it has one, and one
    on the rim of the map offers what it shows [R110]."""
    there = target + theatre.board.grid.shifts[direction]
    solid = there not in theatre.board.facts or theatre.land >> there & 1
    dry = solid and not theatre.is_water(target, direction)
    if dry or any(theatre.has_side(target, direction, kind) for kind in LAND_TERRAIN):
        return theatre.terrain(target, direction).kind
    return None


def eligible_terrain(state: State, battle: Battle) -> set[str]:
    """[13-3] What the defender may choose from; clear if nothing is left [R19]. Where several hexes
    are attacked at once, what any of them offers [14-9]."""
    theatre = state.theatre
    found: set[str] = set()
    for target in battle.targets:
        here: set[str] = set()
        for direction in sides_in_question(theatre, battle, target):
            kind = ground_of_side(theatre, target, direction)
            if kind is not None and (kind != "urban" or counts_as_town(state, battle, target)):
                here.add(kind)
        if has_fort(state, target):
            # [21-4] With a fort nobody fights in the streets: other ground, or else broken.
            here.discard("urban")
            here = here or {"broken"}
        found |= here
    return found or {"clear"}


def has_fort(state: State, hex_: Hex) -> bool:
    """Whether a fort stands in a hex."""
    return bool(state.stacks.get(hex_, 0) & state.theatre.of_kind["fortress"])


def counts_as_town(state: State, battle: Battle, target: Hex) -> bool:
    """[13-4] Urban ground needs a city centre and an urban side, two urban sides, or an attack
    through one."""
    theatre = state.theatre
    urban = {d for d in range(6) if theatre.has_side(target, d, "urban")}
    centre = theatre.cities >> target & 1
    return bool(
        len(urban) >= (1 if centre else URBAN_SIDES)
        or urban & sides_attacked(theatre, battle, target)
    )


def river_crossed(theatre: Theatre, battle: Battle) -> str:
    """[13-5] [R20] The river that all attackers cross: a major one, some river, or none; artillery
    alone fires over them [29-7]."""
    if not bit_set(battle.attackers) & ~theatre.artillery:
        return ""
    grid = theatre.board.grid
    worst = "major_river"
    for origin in set(battle.origins):
        for target in battle.targets:
            if target - origin not in grid.shifts:
                continue
            direction = grid.direction(origin, target)
            if theatre.has_side(origin, direction, "major_river"):
                continue
            if not theatre.has_side(origin, direction, "river"):
                return ""
            worst = "river"
    return worst


def attack_terms(state: State, battle: Battle) -> list[Term]:
    """[13-9] [13-5] What the ground and the rivers do to the die of the attack."""
    river = river_crossed(state.theatre, battle)
    found = [Term("13-9", battle.terrain, TERRAIN[battle.terrain].attack)]
    return [*found, Term("13-5", river, RIVERS[river].attack)] if river else found


def counterattack_terms(state: State, battle: Battle) -> list[Term]:
    """[13-15] [13-5] What the ground and the rivers do to the die of the counterattack."""
    river = river_crossed(state.theatre, battle)
    found = [Term("13-15", battle.terrain, TERRAIN[battle.terrain].counterattack)]
    return [*found, Term("13-5", river, RIVERS[river].counterattack)] if river else found


def attack_factors(state: State, battle: Battle) -> list[Factor]:
    """[13-6] [13-5] Mountains, streets and major rivers halve the attackers."""
    found = []
    if TERRAIN[battle.terrain].halved:
        found.append(Factor("13-6", battle.terrain, HALF))
    river = river_crossed(state.theatre, battle)
    if river and RIVERS[river].halved:
        found.append(Factor("13-5", river, HALF))
    return found


@dataclass(frozen=True, slots=True)
class ChooseTerrain(Decision[State]):
    """[13-3] The defender chooses the ground."""

    def who(self, state: State) -> int:
        return state.battle.defender

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: on which ground is {:hex} defended? [13-3]",
            SIDES[self.who(state)],
            state.battle.target,
        )

    def choices(self, state: State) -> Choices:
        kinds = eligible_terrain(state, state.battle)
        return {"terrain": bit_set(KINDS.index(kind) for kind in kinds)}

    def take(self, state: State, verb: str, number: int) -> None:
        state.battle = replace(state.battle, terrain=KINDS[number])

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "terrain":
            return Refusal("13-3", "say first on which ground the hex is defended")
        battle, theatre = state.battle, state.theatre
        there = {
            ground_of_side(theatre, hex_, direction)
            for hex_ in battle.targets
            for direction in sides_in_question(theatre, battle, hex_)
        }
        if KINDS[number] not in there:
            return Refusal("13-3", "no side under attack, nor one next to it, has that terrain")
        if any(has_fort(state, hex_) for hex_ in battle.targets):
            return Refusal("21-4", "with a fort in the hex nobody fights in the streets")
        return Refusal("13-4", "the hex has not enough of a town to fight in the streets")
