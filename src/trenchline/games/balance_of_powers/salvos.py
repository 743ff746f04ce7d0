"""Chapter 8.3: surface combat. Both sides deploy a van and a main force, the vans fire at each
other, then all do, by tiers of gunnery; at the end each side sees whether it must go home.

The ships in it are ``state.engaged``, those in the vans ``state.van``; the rest is in
``state.sea_battle``. A fortress is numbered after all counters, by its side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from trenchline.games.balance_of_powers.asking import asked
from trenchline.games.balance_of_powers.battle import SeaBattle
from trenchline.games.balance_of_powers.components import (
    CENTRAL,
    ENTENTE,
    SIDES,
    UNITS,
    Units,
)
from trenchline.games.balance_of_powers.flight import strength
from trenchline.games.balance_of_powers.home_port import Recall, send_home
from trenchline.games.balance_of_powers.navy import (
    ADMIRALS,
    ARMOUR,
    GUNNERY,
    SCOUTS,
    SHIPS,
    commands,
    damage,
    dismiss_admirals,
)
from trenchline.games.balance_of_powers.recombining import combinable, combine, why_not_combine
from trenchline.games.balance_of_powers.state import GONE, INTACT, State
from trenchline.kernel.bits import bit_set, members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.steps import (
    ONE,
    Choices,
    Duty,
    OwnDecision,
    Refusal,
    Roll,
    Throw,
    UnitDecision,
)
from trenchline.kernel.tiers import next_tier

FORT = len(UNITS)
"""The number of the fortress of the Central Powers; that of the Entente comes after it."""


def battle(state: State) -> SeaBattle:
    """The naval combat in hand."""
    assert state.sea_battle is not None
    return state.sea_battle


def join_battle(
    state: State, phasing: int, units: Units, leaders: Units, forts: tuple[Hex, Hex]
) -> None:
    """[8.3] Two surface forces fight."""
    state.heading("Naval combat")
    state.engaged = units & SHIPS
    state.van = state.engaged & SCOUTS
    state.sea_battle = SeaBattle(phasing, forts)
    state.stack += [EndOfBattle(), ReturnCheck(ENTENTE), ReturnCheck(CENTRAL)]
    state.stack += [Salvo(False), Salvo(True)]
    if max(forts) < 0:
        # [8.32] A fortress surprises nobody.
        state.stack.append(Surprise())
    for side in (1 - phasing, phasing):
        state.stack += [
            Hoist(side, leader)
            for leader in members(leaders & state.troops[side])
            if commands(leader, state.engaged)
        ]
        state.stack.append(Deploy(side))


def ships(state: State, side: int) -> Units:
    """The ships of a side that are in the combat."""
    return state.engaged & state.troops[side]


def _main(state: State, side: int) -> Units:
    return ships(state, side) & ~SCOUTS


@dataclass(frozen=True, slots=True)
class Deploy(OwnDecision[State]):
    """[8.31] A side forms its van of fast ships; some may join the main force if there is one."""

    def prompt(self, state: State) -> str:
        """What may be done."""
        return "Deploy: which cruisers leave the van for the main force? [8.31]"

    def choices(self, state: State) -> Choices:
        """Ships of the van, where there is a main force."""
        found: Choices = {"ready": ONE}
        own = ships(state, self.side) & state.van
        if own and (_main(state, self.side) or battle(state).forts[self.side] >= 0):
            found["main"] = own
        if own == ships(state, self.side) & SCOUTS:
            # [2.67.1] When deployment begins.
            if hurt := combinable(state, ships(state, self.side)):
                found["combine"] = hurt
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """One ship more, or done."""
        if verb == "combine":
            combine(state, number, ships(state, self.side))
            state.van &= state.engaged
            state.stack.append(self)
        elif verb == "main":
            state.van &= ~(1 << number)
            state.stack.append(self)

    @asked("8.31", "ready", "main", "combine")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who cannot."""
        if verb == "combine":
            if combinable(state, ships(state, self.side)) >> max(0, number) & 1:
                return Refusal("2.67.1", "ships are combined before they leave the van")
            return why_not_combine(state, number, ships(state, self.side))
        if number < 0 or not ships(state, self.side) >> number & 1:
            return Refusal("8.31", "it is none of your ships in the combat")
        if not state.van >> number & 1:
            return Refusal("8.31", "it is in the main force")
        return Refusal("8.31", "there is no main force to join")


@dataclass(frozen=True, slots=True)
class Hoist(OwnDecision[State]):
    """[8.31.1] A leader is placed on a ship of his class, and shares its fate."""

    leader: int

    def prompt(self, state: State) -> str:
        """Who."""
        return state.say("On which ship does {:unit} hoist his flag? [8.31]", self.leader)

    def choices(self, state: State) -> Choices:
        """Ships of his class that nobody else leads."""
        taken = bit_set(ship for _, ship in battle(state).flags)
        free = commands(self.leader, state.engaged) & ~taken
        return {"hoist": free} if free else {"none": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """He is aboard."""
        if verb == "hoist":
            told = battle(state)
            state.sea_battle = replace(told, flags=(*told.flags, (self.leader, number)))

    @asked("8.31", "hoist", "none")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Which cannot be his."""
        if verb == "none":
            return Refusal("8.31.1", "a ship waits for his flag")
        return Refusal("8.31.1", "a leader sails on a ship of his own class that is in the combat")


def van_count(state: State, side: int) -> int:
    """[8.32] [8.32.1] The units of a van: its ships, and the leaders aboard them."""
    own = ships(state, side) & state.van
    return own.bit_count() + sum(own >> ship & 1 for _, ship in battle(state).flags)


@dataclass(frozen=True, slots=True)
class Surprise(Throw[State]):
    """[8.32] A side whose die exceeds the units of its van is surprised, unless both are."""

    def purpose(self, state: State) -> str:
        """What for."""
        return "surprise"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        """The first die is that of the Central Powers."""
        caught = [values[side] > van_count(state, side) for side in (CENTRAL, ENTENTE)]
        state.note("{:die} and {:die} for surprise", *values)
        if caught[CENTRAL] != caught[ENTENTE]:
            side = caught.index(True)
            state.detail(f"The {SIDES[side]} are surprised")
            state.sea_battle = replace(battle(state), surprised=side)


# Fire.


@dataclass(frozen=True, slots=True)
class Salvo(Duty[State]):
    """[8.33] First the vans fire at each other, then all ships."""

    vans: bool

    def run(self, state: State) -> None:
        """Nobody has fired in it yet."""
        state.fired = state.targeted = 0
        state.sea_battle = replace(battle(state), fort_fired=0, fort_targeted=0, hits=())
        if self.vans and not all(ships(state, s) & state.van for s in (CENTRAL, ENTENTE)):
            return
        state.note("The vans open fire" if self.vans else "The fleets open fire")
        state.stack.append(SeaTier(self.vans))


def has_fort(state: State, side: int) -> bool:
    """Whether a fortress of a side is in the combat and still has its guns."""
    hex_ = battle(state).forts[side]
    return hex_ >= 0 and state.fort_steps(hex_) == INTACT


def in_salvo(state: State, side: int, vans: bool) -> tuple[Units, bool]:
    """The ships of a side in a salvo, and whether its fortress is."""
    if vans:
        return ships(state, side) & state.van, False
    return ships(state, side), has_fort(state, side)


@dataclass(frozen=True, slots=True)
class SeaTier(Duty[State]):
    """[8.331] The best guns that have not fired yet fire, all at once [R219]."""

    vans: bool

    def run(self, state: State) -> None:
        """Ask each shooter, then count the hits."""
        told = battle(state)
        waiting = 0
        ratings = [0] * (FORT + 2)
        for side in (CENTRAL, ENTENTE):
            units, fort = in_salvo(state, side, self.vans)
            if not units and not fort:
                return
            for unit in members(units & ~state.fired):
                waiting |= 1 << unit
                ratings[unit] = strength(state, unit).fire
            if fort and not told.fort_fired >> side & 1:
                waiting |= 1 << FORT + side
                ratings[FORT + side] = GUNNERY
        _, shooters = next_tier(waiting, ratings)
        if not shooters:
            return
        state.stack += [SeaTier(self.vans), EndOfSeaTier()]
        flagships = {ship for _, ship in told.flags}
        for unit in reversed(list(members(shooters))):
            if unit >= FORT:
                state.stack.append(FortShot(unit - FORT))
                continue
            # [8.334] A leader gives his ship a second shot at once, at whom he likes.
            led = unit in flagships
            state.stack += [Broadside(unit, self.vans, led)] * (2 if led else 1)
        fired = shooters & ((1 << FORT) - 1)
        state.fired |= fired
        state.sea_battle = replace(told, fort_fired=told.fort_fired | shooters >> FORT)


def targets(state: State, side: int, vans: bool, led: bool) -> tuple[Units, bool]:
    """[8.332] Whom a ship of a side may fire at, and whether at the fortress: nobody twice before
    everybody once [8.332.1], and the van of the enemy after his main force [8.33]."""
    enemies, fort = in_salvo(state, 1 - side, vans)
    fresh = enemies & ~state.targeted
    new_fort = fort and not battle(state).fort_targeted >> (1 - side) & 1
    if not vans:
        main = enemies & ~state.van
        if main & fresh or new_fort:
            return (main, fort) if led else (main & fresh, new_fort)
    if fresh and not led:
        return fresh, False
    return enemies, fort


@dataclass(frozen=True, slots=True)
class Broadside(UnitDecision[State]):
    """[8.332] A ship chooses its target."""

    vans: bool
    led: bool

    def prompt(self, state: State) -> str:
        """Who fires."""
        return state.say("At whom does {:unit} fire? [8.332]", self.unit)

    def choices(self, state: State) -> Choices:
        """Ships, and a fortress."""
        units, fort = targets(state, state.side_of(self.unit), self.vans, self.led)
        found: Choices = {}
        if units:
            found["shoot"] = units
        if fort:
            found["shell"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Fire."""
        side = state.side_of(self.unit)
        aim(state, self.unit, FORT + 1 - side if verb == "shell" else number)

    @asked("8.332", "shoot", "shell")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who is no target."""
        return why_not_target(state, state.side_of(self.unit), self.vans, verb, number)


def why_not_target(state: State, side: int, vans: bool, verb: str, number: int) -> Refusal:
    """Why somebody cannot be fired at."""
    enemies, fort = in_salvo(state, 1 - side, vans)
    if verb == "shell":
        if not fort:
            return Refusal("8.332", "no enemy fortress is in the salvo")
        return Refusal("8.332.1", "the fortress has been fired at, and others have not")
    if number < 0 or not enemies >> number & 1:
        return Refusal("8.332", "it is no enemy ship in the salvo")
    if state.targeted >> number & 1:
        return Refusal("8.332.1", "nobody is fired at twice before every enemy has been once")
    return Refusal("8.33", "the main force of the enemy comes before his van")


@dataclass(frozen=True, slots=True)
class FortShot(OwnDecision[State]):
    """[8.332] A fortress chooses its target."""

    def prompt(self, state: State) -> str:
        """Which."""
        hex_ = battle(state).forts[self.side]
        return state.say("At whom does the fortress in {:hex} fire? [8.332]", hex_)

    def choices(self, state: State) -> Choices:
        """Ships, and a fortress."""
        units, fort = targets(state, self.side, False, False)
        found: Choices = {}
        if units:
            found["shoot"] = units
        if fort:
            found["shell"] = ONE
        return found

    def take(self, state: State, verb: str, number: int) -> None:
        """Fire."""
        aim(state, FORT + self.side, FORT + 1 - self.side if verb == "shell" else number)

    @asked("8.332", "shoot", "shell")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """Who is no target."""
        return why_not_target(state, self.side, False, verb, number)


def aim(state: State, shooter: int, target: int) -> None:
    """A shot is fired."""
    told = battle(state)
    if target >= FORT:
        targeted = told.fort_targeted | 1 << target - FORT
        state.sea_battle = replace(told, fort_targeted=targeted)
    else:
        state.targeted |= 1 << target
    state.stack.append(SalvoDice(shooter, target))


def bonus(state: State, shooter: int) -> int:
    """[8.332] What is added to the dice: gunnery, less one for the main force of a side that is
    surprised [8.32.2]."""
    if shooter >= FORT:
        return GUNNERY
    caught = battle(state).surprised == state.side_of(shooter) and not state.van >> shooter & 1
    return strength(state, shooter).fire - caught


def armour(state: State, target: int) -> int:
    """What the dice must exceed."""
    return ARMOUR if target >= FORT else strength(state, target).armour


@dataclass(frozen=True, slots=True)
class SalvoDice(Throw[State]):
    """[8.332] Dice and gunnery above the armour of the target hit it."""

    shooter: int
    target: int

    def purpose(self, state: State) -> str:
        """Who at whom."""
        return f"{self._name(state, self.shooter)} at {self._name(state, self.target)}"

    def _name(self, state: State, number: int) -> str:
        if number < FORT:
            return state.called(number)
        return f"the fortress in {state.named(battle(state).forts[number - FORT])}"

    def thrown(self, state: State, values: tuple[int, ...]) -> None:
        """Hit, or miss; it counts at the end of the tier."""
        hits = sum(values) + bonus(state, self.shooter) > armour(state, self.target)
        word = "hits" if hits else "misses"
        names = self._name(state, self.shooter), self._name(state, self.target)
        state.detail("{:die} and {:die}: {} " + word + " {}", *values, *names)
        if hits:
            told = battle(state)
            shot = self.target, values[0] == values[1]
            state.sea_battle = replace(told, hits=(*told.hits, shot))


@dataclass(frozen=True, slots=True)
class EndOfSeaTier(Duty[State]):
    """[8.331] [8.333] The hits of a tier count."""

    def run(self, state: State) -> None:
        """Damage, sink, reduce."""
        told = battle(state)
        state.sea_battle = replace(told, hits=())
        for target, doubles in told.hits:
            if target >= FORT:
                hex_ = told.forts[target - FORT]
                if state.fort_steps(hex_) == INTACT:
                    state.detail("The fortress in {:hex} is reduced", hex_)
                    state.batter(hex_)
            elif state.where[target] >= 0:
                hit_in_battle(state, target, doubles)


def hit_in_battle(state: State, target: int, doubles: bool) -> None:
    """[8.333] [8.31.1] A ship is hit; a leader goes down with it."""
    side, place = state.side_of(target), state.where[target]
    lost = damage(state, target, doubles=doubles)
    told = battle(state)
    counted = list(told.lost)
    counted[side] += lost
    state.sea_battle = replace(told, lost=(counted[0], counted[1]))
    if state.where[target] >= 0:
        return
    for leader, ship in told.flags:
        if ship == target and state.where[leader] >= 0:
            state.detail("{:unit} goes down with his ship", leader)
            state.lift(leader, GONE)
    dismiss_admirals(state, place, side)


# The end.


@dataclass(frozen=True, slots=True)
class ReturnCheck(Duty[State]):
    """[8.34] A side with ships left sees whether they must return to port."""

    side: int

    def run(self, state: State) -> None:
        """Roll, if any are left."""
        if ships(state, self.side):
            state.stack.append(ReturnDie(self.side))


@dataclass(frozen=True, slots=True)
class ReturnDie(Roll[State]):
    """[8.34] Below the steps that were lost, or a 1: all return. Else they may [8.34.1]."""

    side: int

    def purpose(self, state: State) -> str:
        """What for."""
        return "return to port"

    def rolled(self, state: State, value: int) -> None:
        """They must, or are asked."""
        lost = battle(state).lost[self.side]
        if value < lost or value == 1:
            state.note("{:die} after {} steps: the " + SIDES[self.side] + " return", value, lost)
            send_home(state, ships(state, self.side))
        else:
            state.note("{:die} after {} steps: the " + SIDES[self.side] + " may stay", value, lost)
            state.stack.append(AfterCombat(self.side))


@dataclass(frozen=True, slots=True)
class AfterCombat(OwnDecision[State]):
    """[8.34.1] Ships that need not return may do so, or stay and go on [8.6]."""

    def prompt(self, state: State) -> str:
        """What may be done."""
        return "Do your ships return to port after the combat, or stay? [8.34]"

    def choices(self, state: State) -> Choices:
        """One of the two."""
        return {"go_home": ONE, "stay": ONE}

    def take(self, state: State, verb: str, number: int) -> None:
        """They go, or not."""
        if verb == "go_home":
            send_home(state, ships(state, self.side))

    @asked("8.34", "go_home", "stay")
    def why_not(self, state: State, verb: str, number: int) -> Refusal:
        """There is nothing else."""
        return Refusal("8.34", "the ships of a side go home together, failing that they stay")


@dataclass(frozen=True, slots=True)
class EndOfBattle(Duty[State]):
    """The combat is over."""

    def run(self, state: State) -> None:
        """Nobody is engaged any more."""
        state.sea_battle = None
        for leader in members(state.mapped & ADMIRALS):
            # [1.323] Whole fleets may have been lost on their way home.
            dismiss_admirals(state, state.where[leader], state.side_of(leader))
        state.stack.append(Recall())
        state.engaged = state.van = state.fired = state.targeted = 0
