"""Rule 14P: leaders go to the front and back to the staff, and help to activate Army HQs."""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.the_great_war.components import SIDES, Units
from trenchline.games.the_great_war.headquarters import ActivationCheck, army_hqs
from trenchline.games.the_great_war.state import State
from trenchline.kernel.bars import Bar, first_bar, left_open
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.steps import ONE, Choices, Duty, OwnDecision, Phase, Refusal, Roll


def leaders_of(state: State, side: int) -> int:
    """[14P] The leaders of a side that are in play, a bit each."""
    found = 0
    for number, leader in enumerate(state.theatre.leaders):
        come = leader.enters is None or leader.enters <= state.date
        gone = leader.leaves is not None and leader.leaves <= state.date
        if leader.side == side and come and not gone:
            found |= 1 << number
    return found


def retire(state: State, side: int) -> None:
    """[14P] Leaders whose time is over leave play."""
    in_play = leaders_of(state, side)
    for number in list(state.leaders):
        if state.theatre.leaders[number].side == side and not in_play >> number & 1:
            del state.leaders[number]


def posts(state: State, leader: int) -> Units:
    """[14P] The Army HQs of his nation on the map that have no leader."""
    told = state.theatre.leaders[leader]
    own = army_hqs(state, told.side) & state.theatre.of_nation[told.nation]
    return own & ~bit_set(state.leaders.values())


def assign_bars(state: State, side: int) -> list[Bar]:
    """[14P] What keeps leaders from going to the front."""
    in_play = leaders_of(state, side)
    free = bit_set(leader for leader in members(in_play) if posts(state, leader))
    return [
        Bar("14P", "that leader is not in play for the side", in_play),
        Bar("14P", "the leader is with an Army HQ already", ~bit_set(state.leaders)),
        Bar("14P", "the leader gets new instructions until the next turn", ~state.recalled),
        Bar("14P", "no Army HQ of his nation is without a leader", free),
    ]


@dataclass(frozen=True, slots=True)
class SwitchLeaders(Duty[State]):
    """[14P] Leaders come and go with the calendar; then the player may switch them."""

    side: int

    def run(self, state: State) -> None:
        retire(state, self.side)
        if GeneralStaff(self.side).can_act(state):
            state.stack.append(GeneralStaff(self.side))


@dataclass(frozen=True, slots=True)
class GeneralStaff(Phase[State]):
    """[14P] Recall leaders to the general staff, or send them to Army HQs."""

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: recall leaders, or send them to Army HQs [14P]"

    def acts(self, state: State) -> Choices:
        """Whom the player may switch."""
        in_play = leaders_of(state, self.side)
        return {
            "assign": left_open(assign_bars(state, self.side), in_play),
            "recall": bit_set(state.leaders) & in_play,
        }

    def act(self, state: State, verb: str, number: int) -> None:
        if verb == "recall":
            del state.leaders[number]
            state.recalled |= 1 << number
        else:
            state.stack.append(Posting(self.side, number))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb == "recall" and not leaders_of(state, self.side) >> number & 1:
            return Refusal("14P", "no leader of the side in play is of that number")
        if verb == "recall" and number not in state.leaders:
            return Refusal("14P", "that leader is not with an Army HQ")
        if verb != "assign":
            return Refusal("14P", "recall leaders and send them out, then go on")
        refusal = first_bar(assign_bars(state, self.side), number)
        assert refusal is not None
        return refusal


@dataclass(frozen=True, slots=True)
class Posting(OwnDecision[State]):
    """[14P] To which Army HQ does the leader go?"""

    leader: int

    def prompt(self, state: State) -> str:
        name = state.theatre.leaders[self.leader].name
        return f"{SIDES[self.side]}: {name} goes to which Army HQ? [14P]"

    def choices(self, state: State) -> Choices:
        return {"post": posts(state, self.leader), "cancel": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "post":
            state.leaders[self.leader] = number
            name = state.theatre.leaders[self.leader].name
            state.note("{} goes to {:unit} [14P]", name, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "post":
            return Refusal("14P", "name the Army HQ to which the leader goes")
        bit = 1 << number if number >= 0 else 0
        if not army_hqs(state, self.side) & bit:
            return Refusal("14P", "it is not an Army HQ of the side on the map")
        if bit_set(state.leaders.values()) & bit:
            return Refusal("14P", "the Army HQ has a leader")
        return Refusal("14P", "the Army HQ is of another nation than the leader")


# Activation checks.


def check(state: State, side: int, hqs: tuple[int, ...]) -> None:
    """[14M1] [14P1] Army HQs are checked, with the help of a leader if one of them has any and the
    player wants it."""
    there = [leader for leader, hq in state.leaders.items() if hq in hqs]
    state.stack.append(LeaderAtCheck(side, hqs) if there else ActivationCheck(hqs))


@dataclass(frozen=True, slots=True)
class LeaderAtCheck(OwnDecision[State]):
    """[14P1] [R129] Shall a leader try to influence the activation check?"""

    hqs: tuple[int, ...]

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: shall a leader influence the activation check? [14P1]"

    def choices(self, state: State) -> Choices:
        there = bit_set(leader for leader, hq in state.leaders.items() if hq in self.hqs)
        return {"leader": there, "done": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "leader":
            state.stack.append(LeaderRoll(self.hqs, number))
        else:
            state.stack.append(ActivationCheck(self.hqs))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "leader":
            return Refusal("14P1", "say whether a leader influences the activation check")
        return Refusal("14P1", "that leader is not with an Army HQ that is checked")


@dataclass(frozen=True, slots=True)
class LeaderRoll(Roll[State]):
    """[14P1] What a leader adds to the check, by his three ratings."""

    hqs: tuple[int, ...]
    leader: int

    def purpose(self, state: State) -> str:
        return f"what does {state.theatre.leaders[self.leader].name} bring? [14P1]"

    def rolled(self, state: State, value: int) -> None:
        rating = state.theatre.leaders[self.leader].ratings[(value - 1) // 2]
        state.stack.append(ActivationCheck(self.hqs, rating))
        name = state.theatre.leaders[self.leader].name
        state.detail("{}: {:die}, {:+} to the check [14P1]", name, value, rating)
