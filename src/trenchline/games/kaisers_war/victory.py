"""Chapters 5, 25, 31, 41 and 42: victory points by turn, sudden death, and who has won."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.kaisers_war.components import (
    ALLIED,
    CENTRAL,
    CITY,
    GE,
    HOMELAND,
    LINE,
    MARCH,
    NATION_OF,
    NATIONS,
    OF_CLASS,
    PARIS,
    POINTS,
    RUSSIA,
    SIDES,
    TERRITORY,
    TRENCH,
    hexname,
)
from trenchline.games.kaisers_war.control import controlled
from trenchline.games.kaisers_war.state import State
from trenchline.games.kaisers_war.supply import in_general_supply
from trenchline.kernel.bits import members
from trenchline.kernel.floods import step
from trenchline.kernel.game import Outcome
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import Duty, Roll

MAJOR, RESOURCE, POLITICAL = OF_CLASS["major_capital"], OF_CLASS["resource"], OF_CLASS["political"]
OBJECTIVES: Hexes = MAJOR | RESOURCE | POLITICAL
RUHR, VENICE = CITY["Ruhr"], CITY["Venice"]
NOT_CAPITALS: Hexes = 1 << PARIS | 1 << CITY["Petrograd"] | 1 << CITY["Moscow"]
"""Capitals whose first loss costs no dice [31.1]."""
LEVELS = ((76, "imperial"), (51, "continental"), (26, "marginal"), (0, "draw"))
SUDDEN_DEATH_BONUS = 25
SHOCK_POINTS = 3


_WORTH: dict[Hex, int] = {
    hex_: int(POINTS[kind])
    for kind in ("political", "resource", "major_capital")
    for hex_ in members(OF_CLASS[kind])
}


def worth(hex_: Hex) -> int:
    """[43.1] What an objective hex yields each turn."""
    return _WORTH.get(hex_, 0)


def scoring(state: State, side: int) -> Hexes:
    """[5.3] The objectives that score for a side: on its own side of the initial front line those
    it controls, beyond it those it occupies; not by Bolsheviks, Anarchists or nationalists alone
    [30.20] [R75]."""
    mine = controlled(state, side) & LINE[side] | state.held[side]
    found = mine & OBJECTIVES
    for hex_ in members(found & state.held[side]):
        groups = {NATIONS[NATION_OF[u]].group for u in state.stacks[hex_]}
        if not groups & {"power", "garrison"}:
            found &= ~(1 << hex_)
    return found


def income(state: State, side: int) -> int:
    """[5.2] [5.4] What a side gains in the Victory Point Segment; half in 1919, rounded up."""
    total = sum(worth(hex_) for hex_ in members(scoring(state, side)))
    if side == ALLIED:
        total += sum(POINTS["off_map"].values())
    return (total + 1) // 2 if state.is_1919 else total


@dataclass(frozen=True, slots=True)
class VictoryPointSegment(Duty[State]):
    """[4.2] [5.8] Both sides gain points for hexes and off-map areas."""

    def run(self, state: State) -> None:
        state.heading("Victory Point Segment")
        gains = [income(state, ALLIED), income(state, CENTRAL)]
        # [26.5] On the first turn three points for every Allied trench hex taken.
        if state.turn == 1:
            taken = (TRENCH[ALLIED] & state.held[CENTRAL]).bit_count()
            gains[CENTRAL] += SHOCK_POINTS * taken
        for side in (ALLIED, CENTRAL):
            state.gain(side, gains[side], "hexes and areas")


@dataclass(frozen=True, slots=True)
class ShellParis(Duty[State]):
    """[31.5] Supplied Germans next to Paris: once a game the Allies roll for their loss."""

    def run(self, state: State) -> None:
        if "critical_cities" not in state.options or state.paris_shelled:
            return
        if germans_before_paris(state):
            state.paris_shelled = True
            state.stack.append(LossRoll(ALLIED, 1, "the shelling of Paris"))


def germans_before_paris(state: State) -> bool:
    """Whether a supplied German unit stands next to Paris [26.5] [31.5]."""
    for hex_ in members(step(1 << PARIS, MARCH) & state.held[CENTRAL]):
        if any(NATION_OF[u] == GE and in_general_supply(state, u) for u in state.stacks[hex_]):
            return True
    return False


@dataclass(frozen=True, slots=True)
class LossRoll(Roll[State]):
    """Dice that a side rolls and loses (or gains) in points."""

    side: int
    dice: int
    reason: str
    sign: int = -1
    total: int = 0

    def purpose(self, state: State) -> str:
        return self.reason

    def rolled(self, state: State, value: int) -> None:
        total = self.total + value
        if self.dice > 1:
            state.stack.append(LossRoll(self.side, self.dice - 1, self.reason, self.sign, total))
            return
        state.detail("dice {} for {}", total, self.reason)
        state.gain(self.side, self.sign * total, self.reason)


def city_entered(state: State, unit: int, hex_: Hex) -> None:
    """[31.1] [31.2] [31.3] [31.6] What the fall of a critical city brings at once [R61]."""
    if "critical_cities" not in state.options:
        return
    side = state.side_of(unit)
    bit = 1 << hex_
    if side == ALLIED and hex_ == RUHR:
        end_now(state, ALLIED, "the Ruhr has fallen")
    elif side == CENTRAL and hex_ == PARIS:
        end_now(state, CENTRAL, "Paris burns")
    elif state.occupied_once & bit:
        return
    elif MAJOR & bit & ~NOT_CAPITALS and HOMELAND[1 - side] & bit:
        state.occupied_once |= bit
        state.stack.append(LossRoll(1 - side, 3, f"the fall of {hexname(hex_)}"))
    elif side == CENTRAL and hex_ == VENICE:
        state.occupied_once |= bit
        state.stack.append(LossRoll(ALLIED, 2, "the fall of Venice"))


def end_now(state: State, winner: int, reason: str) -> None:
    """The game ends at once with an imperial victory."""
    state.finished = True
    state.ending = f"{SIDES[winner]} {reason}"
    state.note("The game is over: {}", reason)


@dataclass(frozen=True, slots=True)
class Blockade(Duty[State]):
    """[41.1] [41.2] The Allied blockade costs the Central Powers a die of points."""

    def run(self, state: State) -> None:
        if "blockade" in state.options:
            state.stack.append(LossRoll(CENTRAL, 1, "the blockade"))


@dataclass(frozen=True, slots=True)
class VictoryCheck(Duty[State]):
    """[26.5] After the summer of 1918 the Central Powers must have something to show [R40]."""

    def run(self, state: State) -> None:
        if state.turn != 3:
            return
        if not summer_success(state):
            end_now(state, ALLIED, "the Central Powers have nothing to show for the summer")


def summer_success(state: State) -> bool:
    """[26.5] Whether any of the four questions is answered with yes."""

    def held(*names: str) -> bool:
        return all(state.held[CENTRAL] >> CITY[name] & 1 for name in names)

    return (
        germans_before_paris(state)
        or held("Venice", "Salonika")
        or held("Venice", "Genoa")
        or held("Moscow", "Petrograd")
    )


@dataclass(frozen=True, slots=True)
class ExpandedSuddenDeath(Duty[State]):
    """[42.1] A side that holds every great city at the start of its turn wins at once."""

    side: int

    def run(self, state: State) -> None:
        if "sudden_death" in state.options and holds_everything(state, self.side):
            end_now(state, self.side, "every great city is theirs")


def holds_everything(state: State, side: int) -> bool:
    """[42.1] All major capitals but Paris, all resource cities but the Ruhr, all political
    cities; neutrals have none of them [42.4]. Control is that of 2.4 [R62]."""
    wanted = OBJECTIVES & ~(1 << PARIS | 1 << RUHR)
    if side == CENTRAL:
        wanted &= ~TERRITORY["BR"]  # [42.2]
    if not state.kaiser_east:
        wanted &= ~RUSSIA  # [42.3]
    return wanted & ~controlled(state, side) == 0


def outcome(state: State) -> Outcome:
    """[25.1] [25.2] Who has won, and how."""
    scores = (state.vp[ALLIED], state.vp[CENTRAL])
    if state.ending == "revolution":
        # [5.9] Losses fall one after the other [12.19]: one side has reached zero first [R32].
        winner = ALLIED if scores[CENTRAL] == 0 else CENTRAL
        level = level_of(scores[winner] + SUDDEN_DEATH_BONUS)
        return Outcome(winner, f"{level} {SIDES[winner]} victory by revolution", scores)
    if state.ending:
        name, _, reason = state.ending.partition(" ")
        return Outcome(SIDES.index(name), f"imperial {name} victory: {reason}", scores)
    level = level_of(abs(scores[ALLIED] - scores[CENTRAL]))
    if level == "draw":
        return Outcome(None, "a draw: revolution sweeps Europe", scores)
    winner = ALLIED if scores[ALLIED] > scores[CENTRAL] else CENTRAL
    return Outcome(winner, f"{level} {SIDES[winner]} victory", scores)


def level_of(difference: int) -> str:
    """[25.1] The level of a victory by so many points."""
    return next(name for least, name in LEVELS if difference >= least)
