"""Chapter 6.124: a side courts an opportunistic neutral with bargaining chips."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.calendar import month_number
from trenchline.games.balance_of_powers.components import (
    AB,
    AFRICA,
    BOARD,
    BR,
    CAPITALS,
    CENTRAL,
    CHIPS,
    ENTENTE,
    FR,
    GE,
    GR,
    GRID,
    IT,
    NATIONS,
    OWNED,
    OWNER,
    PT,
    RO,
    SE,
    SIDES,
    TABLES,
    Nations,
)
from trenchline.games.balance_of_powers.joining import join, majors_of, neutrals
from trenchline.games.balance_of_powers.state import State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex, Hexes
from trenchline.kernel.steps import ONE, Choices, OwnDecision, Refusal, Roll

TOLD = TABLES["diplomacy"]
FIRST_COURTSHIP: int = month_number(TOLD["first"])
IN_AFRICA: Nations = 1 << AB | 1 << PT
"""[2.43] Neutrals that are courted with Africa points."""
WATCHERS = (GR, IT, PT)
"""[6.124] Those who look at what the British do in the south."""


def opportunists(state: State) -> Nations:
    """[6.124] The neutrals that may be courted; those of the Crisis of July at once
    [11.5/s14.a2]."""
    at_once = state.scenario.special.get("courted", ())
    if state.month < FIRST_COURTSHIP:
        able = neutrals(state) & ~state.aloof
        return bit_set(n for n in members(able) if NATIONS[n].code in at_once)
    return bit_set(
        nation
        for nation in members(neutrals(state) & ~state.aloof)
        if "opportunistic" in NATIONS[nation].postures or NATIONS[nation].code in at_once
    )


def purse(state: State, nation: int) -> list[int]:
    """[2.43] What courting a neutral is paid from; where Africa is not played there are only
    resource points [R329]."""
    if IN_AFRICA >> nation & 1 and state.scenario.hexes & AFRICA:
        return state.africa_points
    return state.points


def suitors(state: State, side: int, nation: int) -> Nations:
    """The powers of a side that can pay for courting a neutral."""
    able = majors_of(state, side) & ~state.revolution
    return bit_set(n for n in members(able) if purse(state, nation)[n] >= TOLD["cost"])


@lru_cache(maxsize=32)
def near(nation: int) -> Hexes:
    """[6.124.11] Bargaining chips outside a country but close to its border [R92]."""
    found = 0
    for chip in members(CHIPS & ~OWNED[nation]):
        african = AFRICA >> chip & 1
        reach = TOLD["reach_africa"] if african else TOLD["reach"]
        country = OWNED[nation] & (AFRICA if african else BOARD.hexes & ~AFRICA)
        if any(GRID.distance(chip, h) <= reach for h in members(country)):
            found |= 1 << chip
    return found


def on_offer(state: State, side: int, nation: int) -> Hexes:
    """The chips that a side may offer: an enemy's [6.124.12], and nobody's spoils [6.124.13]."""
    in_play = state.scenario.hexes
    told = state.scenario.special.get("romania")
    if told and nation == RO and side == ENTENTE:
        # [12.5/diplomacy.2] Czernowitz lies off the map and is offered all the same.
        in_play |= 1 << GRID.hex(told["offer"])
    return bit_set(
        chip
        for chip in members(near(nation) & ~state.spoils & in_play)
        if state.sides[OWNER[chip]] == 1 - side
    )


def worth(state: State, side: int, chip: Hex) -> int:
    """[6.124.20] What an offered chip adds: twice as much if its hex or capital is in hand."""
    owner = OWNER[chip]
    in_hand = (1 << chip | CAPITALS[owner]) & state.held[side]
    return 2 if in_hand else 1


def modifier(state: State, nation: int, central: Hexes, entente: Hexes) -> int:
    """[6.124] [R189] What is added to the die, with what both sides offer."""
    # [6.124.18] [6.124.19] What is offered.
    total = sum(worth(state, CENTRAL, chip) for chip in members(central))
    total -= sum(worth(state, ENTENTE, chip) for chip in members(entente))
    told = state.scenario.special.get("romania")
    if told and nation == RO and state.month >= month_number(told["bonus_from"]):
        # [12.5/june1916] [R191] What Russia has taken by then counts.
        total += told["bonus"]
    if nation in WATCHERS:
        # [6.124.14] [6.124.15] What the British do.
        total += -1 if state.british_south else 1
    # [6.124.16] [6.124.17] Capitals that are lost.
    if (CAPITALS[FR] | CAPITALS[BR]) & state.held[CENTRAL]:
        total += 1
    if CAPITALS[GE] & state.held[ENTENTE]:
        total -= 1
    return total


def winner(nation: int, final: int) -> int | None:
    """[6.124.8] [6.124.9] [6.124.10] The side that a neutral joins by the final die. Sweden never
    joins the Entente [6.124.1], Portugal never the Central Powers [6.124.2] [R185]."""
    if final > TOLD["central_above"] and nation != PT:
        return CENTRAL
    if final < TOLD["entente_below"] and nation != SE:
        return ENTENTE
    return None


@dataclass(frozen=True, slots=True)
class Court(OwnDecision[State]):
    """[6.124] A side may court one neutral a month."""

    def prompt(self, state: State) -> str:
        """Whom."""
        return "Court an opportunistic neutral for 1 point, or none [6.124]"

    def choices(self, state: State) -> Choices:
        """Those for whom somebody can pay."""
        able = bit_set(n for n in members(opportunists(state)) if suitors(state, self.side, n))
        return {"none": ONE, "court": able} if able else {"none": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Go on to the payment and the offers."""
        if verb == "none":
            return
        state.note(f"The {SIDES[self.side]} court {NATIONS[number].name}")
        state.stack.append(PayCourt(self.side, number))

    @asked("6.124", "none", "court")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who is not to be had."""
        if 0 <= number < len(NATIONS) and opportunists(state) >> number & 1:
            return Refusal("2.44", "nobody has a point to spend on it")
        return Refusal("6.124", "it is no opportunistic neutral")


@dataclass(frozen=True, slots=True)
class PayCourt(OwnDecision[State]):
    """[6.124.4] A major power pays."""

    nation: int

    def prompt(self, state: State) -> str:
        """For whom."""
        return f"Who pays for courting {NATIONS[self.nation].name}? [6.124]"

    def choices(self, state: State) -> Choices:
        """Who can."""
        return {"pay": suitors(state, self.side, self.nation)}

    def take(self, state: State, verb: str, number: int) -> None:
        """Pay, and offer."""
        purse(state, self.nation)[number] -= TOLD["cost"]
        state.stack.append(Offer(self.side, self.nation, self.side, 0, 0))

    @asked("6.124", "pay")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        if not majors_of(state, self.side) >> number & 1:
            return Refusal("6.124", "a major power of your side pays")
        if state.revolution >> number & 1:
            return Refusal("6.124", "a power in revolution pays for nobody")
        return Refusal("2.44", "it has nothing to pay with")


@dataclass(frozen=True, slots=True)
class Offer(OwnDecision[State]):
    """[6.124.5] [6.124.6] A side offers chips, then the other side makes its counter-offer."""

    nation: int
    suitor: int
    """The side that courts."""
    central: Hexes
    entente: Hexes

    def prompt(self, state: State) -> str:
        """What is offered to whom."""
        verb = "Offer" if self.side == self.suitor else "Counter by offering"
        return f"{verb} bargaining chips to {NATIONS[self.nation].name} [6.124]"

    def choices(self, state: State) -> Choices:
        """Any chip not offered yet."""
        own = self.central if self.side == CENTRAL else self.entente
        left = on_offer(state, self.side, self.nation) & ~own
        return {"enough": ONE, "offer": left} if left else {"enough": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """Offer it, or go on."""
        central, entente = self.central, self.entente
        if verb == "offer":
            state.detail("the " + SIDES[self.side] + " offer {:hex}", number)
            if self.side == CENTRAL:
                central |= 1 << number
            else:
                entente |= 1 << number
            state.stack.append(Offer(self.side, self.nation, self.suitor, central, entente))
        elif self.side == self.suitor:
            state.stack.append(Offer(1 - self.side, self.nation, self.suitor, central, entente))
        else:
            state.stack.append(DiplomacyDie(self.nation, central, entente))

    @asked("6.124", "enough", "offer")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """What is no offer."""
        if number < 0 or not CHIPS >> number & 1:
            return Refusal("6.124", "there is no bargaining chip")
        if state.spoils >> number & 1:
            return Refusal("6.124", "it has been given away already")
        if state.sides[OWNER[number]] != 1 - self.side:
            return Refusal("6.124", "only what belongs to an enemy is offered")
        if not near(self.nation) >> number & 1:
            if OWNED[self.nation] >> number & 1:
                return Refusal("6.124", "it lies in the country itself")
            return Refusal("6.124", "it lies too far from the border")
        return Refusal("6.124", "it is on offer already")


@dataclass(frozen=True, slots=True)
class DiplomacyDie(Roll[State]):
    """[6.124.7] The die that decides."""

    nation: int
    central: Hexes
    entente: Hexes

    def purpose(self, state: State) -> str:
        """What the die is for."""
        added = modifier(state, self.nation, self.central, self.entente)
        return f"diplomacy with {NATIONS[self.nation].name}, {added:+d}"

    def rolled(self, state: State, value: int) -> None:
        """The neutral joins a side, whose offers become spoils; or nothing happens."""
        added = modifier(state, self.nation, self.central, self.entente)
        side = winner(self.nation, value + added)
        state.detail("{:die}" + f" {added:+d} is {value + added}", value)
        if side is None:
            state.detail(f"{NATIONS[self.nation].name} stays neutral")
            return
        # [6.124.21] [6.124.22] Spoils are offered to nobody else; they change nothing besides.
        state.spoils |= self.central if side == CENTRAL else self.entente
        join(state, self.nation, side)
