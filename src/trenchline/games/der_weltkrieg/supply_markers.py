"""Section 18: supply markers, on which headquarters send supply points about.

A headquarters that stays where it is puts points on a supply marker, which then moves like any
other counter, by rail or within reach of the headquarters' carts [18-9]; one that stays where it is
takes markers in at the end of a movement phase [18-10]. Stocks are hidden [17-5]: no question is
asked or left out because of what somebody holds.
"""

from __future__ import annotations

from dataclasses import dataclass

from trenchline.games.der_weltkrieg.components import CODES, NATIONS, SIDES, TABLES, Units, enemy_of
from trenchline.games.der_weltkrieg.headquarters import is_corps, room
from trenchline.games.der_weltkrieg.lines import headquarters_of, serves
from trenchline.games.der_weltkrieg.regrouping import spare
from trenchline.games.der_weltkrieg.state import BOX, State
from trenchline.games.der_weltkrieg.whose import why_not_yours
from trenchline.kernel.bits import bit_set, lowest, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, Decision, Duty, OwnDecision, Refusal, until_done
from trenchline.kernel.words import counted

MOST_TRANSFER: int = TABLES["supply"]["most_transfer"]
"""[18-6] Points that a headquarters sends and receives in a movement phase, taken together."""
VERBS = ("send",)
PAY_ONLY = {("SR", "MN"), ("OT", "DE"), ("OT", "AH")}
"""[43-4] [46-4] Nations that are paid for but get no points of their own."""


# Sending.


def stays_put(state: State, headquarters: int) -> bool:
    """[18-6] Whether a headquarters has not moved."""
    return not state.moved_this_turn >> headquarters & 1


def quota(state: State, headquarters: int) -> int:
    """[18-6] What a headquarters may still send or receive in this phase."""
    return MOST_TRANSFER - state.transferred.get(headquarters, 0)


def has_sent(state: State) -> Units:
    """[18-6] Headquarters that have transferred supply points, and so do not move."""
    return bit_set(state.transferred)


def markers(state: State, nation: str) -> Units:
    """[18-7] The supply markers of a nation that are not in use."""
    return spare(state, state.theatre.of_kind["supply"] & state.theatre.of_nation[nation])


def senders(state: State, side: int) -> Units:
    """[18-6] [18-7] The headquarters that could send supply points now if they hold any: what both
    sides can see."""
    theatre = state.theatre
    still = headquarters_of(state, side) & ~state.moved_this_turn
    found = 0
    for code in NATIONS:
        mine = still & theatre.of_nation[code]
        if mine and markers(state, code):
            found |= mine
    for hq in state.transferred:
        if quota(state, hq) <= 0:
            found &= ~(1 << hq)
    return found


def acts(state: State, side: int) -> Choices:
    """[18-6] The headquarters that may send supply points now."""
    posts = bit_set(hq for hq in members(senders(state, side)) if state.stock.get(hq, 0))
    return {"send": posts} if posts else {}


def act(state: State, headquarters: int) -> None:
    """Ask how much a headquarters sends."""
    state.stack.append(SendSupply(headquarters))


def why_not_send(state: State, number: int, side: int) -> Refusal:
    """Why a headquarters cannot send supply points."""
    foreign = why_not_yours(state, number, side, "18-6")
    if foreign is not None:
        return foreign
    if not state.theatre.of_kind["headquarters"] >> number & 1:
        return Refusal("18-6", "only headquarters send supply points")
    if not stays_put(state, number):
        return Refusal("18-6", "a headquarters that has moved transfers nothing")
    if quota(state, number) <= 0:
        return Refusal("18-6", f"it has transferred {MOST_TRANSFER} points in this phase")
    if not state.stock.get(number, 0):
        return Refusal("17-3", "it holds no supply points")
    return Refusal("18-7", "all supply markers of its nation are in use")


@dataclass(frozen=True, slots=True)
class SendSupply(Decision[State]):
    """[18-7] How many points go on the marker?"""

    headquarters: int

    def who(self, state: State) -> int:
        return state.theatre.counters[self.headquarters].side

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: how many supply points does {:unit} send? [18-6]",
            SIDES[self.who(state)],
            self.headquarters,
        )

    def most(self, state: State) -> int:
        """What it has, within its quota."""
        return min(state.stock[self.headquarters], quota(state, self.headquarters))

    def choices(self, state: State) -> Choices:
        return {"points": (2 << self.most(state)) - 2, "stay": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "stay":
            return
        hq = self.headquarters
        counter = state.theatre.counters[hq]
        marker = lowest(markers(state, counter.nation))
        state.stock[hq] -= number
        state.stock[marker] = number
        state.transferred[hq] = state.transferred.get(hq, 0) + number
        state.put(marker, state.where[hq])
        # [18-18] A corps sends by rail.
        if not may_cart(state, hq):
            state.rail_only |= 1 << marker
        if state.log is not None:
            sent = counted(number, "supply point")
            state.detail("{:unit} sends {}: {:unit} [18-7]", hq, sent, marker)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "points":
            return Refusal("18-7", "say first how many supply points go")
        if number < 1:
            return Refusal("18-7", "at least one supply point goes")
        if number > quota(state, self.headquarters):
            return Refusal("18-6", f"at most {MOST_TRANSFER} points a phase, sent and received")
        return Refusal("17-3", "it does not hold so many supply points")


# On the way.


def may_cart(state: State, headquarters: int) -> bool:
    """[18-9] [18-18] Whether a headquarters has carts to bring markers overland: a corps has them
    only on the turn it is created."""
    return not is_corps(state, headquarters) or bool(state.created >> headquarters & 1)


def carting(state: State, side: int) -> Hexes:
    """[18-9] Where the headquarters stand from or to which markers may go overland."""
    return bit_set(
        state.where[hq] for hq in members(headquarters_of(state, side)) if may_cart(state, hq)
    )


def within_cartage(state: State, units: Units, start: Hex, hexes: Hexes) -> Hexes:
    """[18-9] Those of some hexes that a stack may march to: one with supply markers must begin or
    end its movement at a headquarters. What a corps has sent goes by rail alone, whoever waits for
    it [18-18]."""
    if not units & state.theatre.of_kind["supply"]:
        return hexes
    if units & state.rail_only:
        return 0
    posts = carting(state, state.theatre.counters[lowest(units)].side)
    return hexes if posts >> start & 1 else hexes & posts


# Taking in.


def may_receive(state: State, giver: str, headquarters: int) -> bool:
    """[17-3] [18-13] Whether points of a nation may go to a headquarters: of its own nation, or of
    one its chapter names [37-8] [38-3] [39-2] [40-7] [41-6] [42-4] [45-3]. A contingent that is
    looked after has no headquarters to send them to."""
    nation = state.theatre.counters[headquarters].nation
    return (giver, nation) not in PAY_ONLY and serves(state, giver, nation)


def receivers(state: State, marker: int) -> Units:
    """[18-10] The headquarters in the hex of a marker that may take it in, if they have room: those
    that have not moved, within what they may transfer [18-6], from a nation that may give to them
    [18-13]; a corps takes in nothing that came overland [18-18]."""
    counter = state.theatre.counters[marker]
    points = state.stock[marker]
    posts = state.units(state.where[marker], counter.side) & state.theatre.of_kind["headquarters"]
    return bit_set(
        hq
        for hq in members(posts)
        if stays_put(state, hq)
        and quota(state, hq) >= points
        and (may_cart(state, hq) or not state.carted >> marker & 1)
        and may_receive(state, counter.nation, hq)
    )


def why_not_received(state: State, marker: int, hq: int) -> Refusal:
    """Why a headquarters in the hex of a marker does not take it in."""
    if not stays_put(state, hq):
        return Refusal("18-6", "the headquarters there has moved")
    if not may_receive(state, state.theatre.counters[marker].nation, hq):
        return Refusal("18-13", "the headquarters there gets no points of that nation")
    if quota(state, hq) < state.stock[marker]:
        return Refusal("18-6", f"it would transfer more than {MOST_TRANSFER} points in a phase")
    if room(state, hq) < state.stock[marker]:
        return Refusal("17-4", "the headquarters there has no room for so many points")
    return Refusal("18-18", "the marker came overland, and a corps has no carts for it")


def arrived(state: State, side: int) -> dict[int, Units]:
    """The markers of a side that some headquarters in their hex could take in."""
    theatre = state.theatre
    found = {}
    for marker in members(state.in_play & theatre.of_kind["supply"] & theatre.of_side[side]):
        posts = receivers(state, marker)
        if posts:
            found[marker] = posts
    return found


@dataclass(frozen=True, slots=True)
class MarkersArrive(Duty[State]):
    """[18-10] [R97] At the end of any movement phase both sides may take their markers in."""

    side: int

    def run(self, state: State) -> None:
        state.stack += [AskForMarkers(enemy_of(self.side)), AskForMarkers(self.side)]


@dataclass(frozen=True, slots=True)
class AskForMarkers(Duty[State]):
    """As long as markers can be taken in, their owner is asked."""

    side: int

    def run(self, state: State) -> None:
        if arrived(state, self.side):
            state.stack.append(TakeIn(self.side))


@dataclass(frozen=True, slots=True)
class TakeIn(OwnDecision[State]):
    """[18-10] Which markers go to the headquarters in their hex?"""

    deliberate = frozenset({"done"})

    def prompt(self, state: State) -> str:
        return f"{SIDES[self.side]}: which supply markers do headquarters take in? [18-10]"

    def choices(self, state: State) -> Choices:
        # [17-4] A headquarters holds only so many.
        fit = bit_set(
            marker
            for marker, posts in arrived(state, self.side).items()
            if any(room(state, hq) >= state.stock[marker] for hq in members(posts))
        )
        return until_done("take_in", fit)

    def take(self, state: State, verb: str, number: int) -> None:
        if verb == "done":
            return
        posts = receivers(state, number)
        state.stack.append(AskForMarkers(self.side))
        if posts.bit_count() > 1:
            state.stack.append(TakeInto(self.side, number))
        else:
            take_in(state, number, lowest(posts))

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "take_in":
            return Refusal("18-10", "take markers in first, then be done")
        foreign = why_not_yours(state, number, self.side, "18-10")
        if foreign is not None:
            return foreign
        if not state.theatre.of_kind["supply"] >> number & 1:
            return Refusal("18-10", "only supply markers are taken in")
        posts = headquarters_of(state, self.side) & state.stacks[state.where[number]]
        if not posts:
            return Refusal("18-10", "no headquarters is in the marker's hex")
        return why_not_received(state, number, lowest(receivers(state, number) or posts))


@dataclass(frozen=True, slots=True)
class TakeInto(OwnDecision[State]):
    """[18-10] Which of several headquarters takes a marker in?"""

    deliberate = frozenset({"deliver"})

    marker: int

    def prompt(self, state: State) -> str:
        return state.say(
            "{}: which headquarters takes {:unit} in? [18-10]", SIDES[self.side], self.marker
        )

    def choices(self, state: State) -> Choices:
        points = state.stock[self.marker]
        posts = receivers(state, self.marker)
        return {"deliver": bit_set(hq for hq in members(posts) if room(state, hq) >= points)}

    def take(self, state: State, verb: str, number: int) -> None:
        take_in(state, self.marker, number)

    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        if verb != "deliver":
            return Refusal("18-10", "say first which headquarters takes the marker in")
        foreign = why_not_yours(state, number, self.side, "18-10")
        if foreign is not None:
            return foreign
        if not state.theatre.of_kind["headquarters"] >> number & 1:
            return Refusal("18-10", "only headquarters take markers in")
        if state.where[number] != state.where[self.marker]:
            return Refusal("18-10", "that headquarters is not in the marker's hex")
        return why_not_received(state, self.marker, number)


def take_in(state: State, marker: int, headquarters: int) -> None:
    """[18-10] [17-2] The points of a marker become those of a headquarters, and of its nation."""
    counters = state.theatre.counters
    points = state.stock[marker]
    giver, taker = (CODES.index(counters[unit].nation) for unit in (marker, headquarters))
    if giver != taker:
        state.spent[giver] += points
        state.received[taker] += points
    state.stock[headquarters] = state.stock.get(headquarters, 0) + points
    # [18-6] What is received counts as what is sent does.
    state.transferred[headquarters] = state.transferred.get(headquarters, 0) + points
    state.stock[marker] = 0
    state.lift(marker, BOX)
    if state.log is not None:
        taken = counted(points, "supply point")
        state.detail("{:unit} takes in {} [18-10]", headquarters, taken)
