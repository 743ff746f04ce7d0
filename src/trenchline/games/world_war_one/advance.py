"""Section 8.7: advance after combat.

When the defended hex is vacated, the units that attacked may enter it, and follow in the wake of a
retreat [8.71]. It costs nothing [8.72], terrain does not matter [8.73], and nobody has to [8.76].
This is the one time a unit goes from one enemy zone straight into another [8.7].
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.world_war_one.battle import Battle
from trenchline.games.world_war_one.components import (
    BESIDE,
    INFILTRATORS,
)
from trenchline.games.world_war_one.entry import enter
from trenchline.games.world_war_one.refusals.retreats import of_advance, of_follower, of_pursuit
from trenchline.games.world_war_one.russia import post_garrisons
from trenchline.games.world_war_one.state import State
from trenchline.games.world_war_one.zones import enemy_zone
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.frozen import replaced
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, OwnDecision, Refusal, until_done


def begin_advance(state: State, battle: Battle, path: tuple[Hex, ...]) -> None:
    """The defended hex is vacated: the attackers may advance once everything else is settled.

    ``path`` is the way of retreat, empty when the defender was destroyed.
    """
    state.stack.append(BeginAdvance(battle, path))


@dataclass(frozen=True, slots=True)
class BeginAdvance(Duty[State]):
    """Work out how far the attackers may follow."""

    battle: Battle
    path: tuple[int, ...]

    def run(self, state: State) -> None:
        survivors = tuple(u for u in self.battle.attackers if state.where[u] >= 0)
        if survivors:
            way = wake(state, self.battle, self.path)
            state.stack.append(Advance(self.battle, self.path, way, survivors))


def wake(state: State, battle: Battle, path: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """[8.71] The hexes the attackers may advance into, nearest first [R20].

    The vacated hex; then the way of retreat, until a pursuer would be next to the defender again,
    or comes into the zone of some other enemy; and never into an enemy hex or a fort that had no
    part in the combat [8.75].
    """
    hexes = [battle.target]
    if not path:
        return tuple(hexes)
    end = path[-1]
    beside_defender = BESIDE[end]
    enemy = 1 - battle.side
    # [8.71] The zone of the pursued halts nobody, nor does that of a fort in the vacated hex, which
    # falls to the first who enters it [12.45].
    other_zone = enemy_zone(state, battle.side, without=1 << end | 1 << battle.target)
    closed = state.armies[enemy] | state.forts[enemy]
    for hex_ in path[:-1]:
        if beside_defender >> hexes[-1] & 1 or closed >> hex_ & 1:
            break
        hexes.append(hex_)
        if other_zone >> hex_ & 1:
            break
    return tuple(hexes)


@dataclass(frozen=True, slots=True)
class Advance(Decision[State]):
    """[8.76] The attacker advances those of his units he likes, before any other attack."""

    battle: Battle
    path: tuple[int, ...]
    """The way of retreat; none where the defender was destroyed."""
    wake: tuple[int, ...]
    units: tuple[int, ...]
    """Attackers that have not advanced."""

    def who(self, state: State) -> int:
        return self.battle.side

    def prompt(self, state: State) -> str:
        return state.say("{:hex} is vacated: advance a unit? [8.7]", self.battle.target)

    def open_hexes(self, state: State) -> int:
        """The hexes of the wake that no friend holds [8.71]."""
        return bit_set(self.wake) & ~state.armies[self.battle.side]

    def movable(self, state: State) -> int:
        """Attackers that may advance; garrisons may not [R64]."""
        return bit_set(
            unit
            for unit in self.units
            if state.where[unit] >= 0 and not state.garrisons >> state.where[unit] & 1
        )

    def choices(self, state: State) -> Choices:
        movable = self.movable(state)
        if not movable or not self.open_hexes(state):
            return {"done": ONE}
        return {"advance": movable, "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "advance":
            rest = tuple(unit for unit in self.units if unit != number)
            state.stack.append(replaced(self, units=rest))
            state.stack.append(AdvanceTo(self.battle, self.path, self.wake, number))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return of_advance(state, self, verb, number)


@dataclass(frozen=True, slots=True)
class AdvanceTo(Decision[State]):
    """[8.71] How far along the way of retreat the unit goes; it may halt at any point."""

    battle: Battle
    path: tuple[int, ...]
    wake: tuple[int, ...]
    unit: int

    def who(self, state: State) -> int:
        return self.battle.side

    def prompt(self, state: State) -> str:
        return state.say("How far does the {:unit} advance? [8.71]", self.unit)

    def choices(self, state: State) -> Choices:
        return {"advance_to": bit_set(self.wake) & ~state.armies[self.battle.side]}

    def take(self, state: State, verb: str, number: int) -> None:
        start = state.where[self.unit]
        state.detail("{:unit} advances to {:hex} from {:hex}", self.unit, number, start)
        target = self.battle.target
        # [12.45] [8.75] Advancing into a fort whose occupant is gone destroys it.
        if state.forts[1 - self.battle.side] >> target & 1:
            state.ruin(target)
            state.detail("the fort at {:hex} is destroyed [12.45]", target)
        state.shift(self.unit, number)
        # [12.36] Others may follow Stosstruppen.
        if INFILTRATORS >> self.unit & 1:
            state.stack.append(FollowUp(self.battle.side, start))
        # [15.1] [R46] Passing through counts as entering.
        passed = self.wake[: self.wake.index(number) + 1]
        enter(state, self.unit, bit_set(passed))  # [15.1] [R46]
        post_garrisons(state)  # [12.13]

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return of_pursuit(state, self, verb, number)


@dataclass(frozen=True, slots=True)
class FollowUp(OwnDecision[State]):
    """[12.36] A unit that has not fought may step into the hex that Stosstruppen have left, by
    whatever kind of attack [R69]."""

    vacated: int

    def prompt(self, state: State) -> str:
        return state.say("Follow up into {:hex}? [12.36]", self.vacated)

    def followers(self, state: State) -> int:
        """Uninvolved friends next to the vacated hex [R21]."""
        found = 0
        beside = BESIDE[self.vacated] & state.armies[self.side] & ~state.garrisons
        for hex_ in members(beside):
            unit = state.at[hex_]
            if not (state.fought | state.attacked) >> unit & 1:
                found |= 1 << unit
        return found

    def choices(self, state: State) -> Choices:
        units = self.followers(state)
        return until_done("follow", units)

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "follow":
            state.detail(
                "{:unit} follows up from {:hex} into {:hex} [12.36]",
                number,
                state.where[number],
                self.vacated,
            )
            state.shift(number, self.vacated)
            # [R21] It has had its advance: no attack later in this phase.
            state.fought |= 1 << number
            # What there was to take in this hex, the unit before it has taken. [12.13] But the
            # follower may be a garrison.
            post_garrisons(state)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        return of_follower(state, self, verb, number)
