"""The war in the air and at sea: bombing, air superiority [38], landings [20.10], sorties [36.1].

All of it is reckoned by the exact odds, like the battles on land: what a result takes from the
enemy against what it costs us.
"""

from __future__ import annotations

from collections.abc import Iterator

from trenchline.games.kaisers_war.air import HITS_ATTACKER, HITS_DEFENDER, AirStrike, idle_airbases
from trenchline.games.kaisers_war.components import (
    AIR,
    ALLIED,
    COUNTERS,
    EAST,
    OF_TYPE,
    Face,
    stack_limit,
)
from trenchline.games.kaisers_war.moves import Landing
from trenchline.games.kaisers_war.odds import CRT, column, shifted
from trenchline.games.kaisers_war.sorties import Contest
from trenchline.games.kaisers_war.staff.knowledge import Situation, price
from trenchline.games.kaisers_war.staff.stakes import field
from trenchline.games.kaisers_war.state import FLEET
from trenchline.games.kaisers_war.support import MOST_SHIPS, ship_reaches, within_range
from trenchline.games.kaisers_war.victory import worth
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hex
from trenchline.kernel.reasons import because
from trenchline.kernel.steps import Choice, Choices
from trenchline.kernel.words import counted

FLYING = 0.3
"""The least gain for which airbases take off."""
LANDING = 2.0
"""The least gain for which an army is put on board."""
ASHORE = ("DW", "DD", "DC")
"""The results that let a force land [R16]; a fort ignores the first."""
TRANSPORT = next(members(OF_TYPE["amphibious"]))
"""Any of them: they are all alike."""
TURNED_BACK = 2.0
"""What it brings to send a transport home."""


# In the air.


def best_flight(sit: Situation, target: Hex, mission: str) -> tuple[float, tuple[int, ...]]:
    """The airbases that bring most against a city or an airfield: the strongest first."""
    state = sit.state
    bases = [
        u
        for u in members(idle_airbases(state, sit.side) & ~state.supported)
        if within_range(state, u, target)
    ]
    bases.sort(key=lambda u: (-COUNTERS[u].front.attack, u))
    best: tuple[float, tuple[int, ...]] = (0.0, ())
    for count in range(1, len(bases) + 1):
        gain = flight(sit, target, mission, tuple(bases[:count]))
        if gain > best[0]:
            best = gain, tuple(bases[:count])
    return best


def flight(sit: Situation, target: Hex, mission: str, bases: tuple[int, ...]) -> float:
    """What may be expected of an air attack, over the six faces of the die [38.2] [38.4]."""
    fields = [f for f in sit.faces(target) if f.type in AIR]
    bombs = mission == "bomb"
    defence = sum(f.attack for f in fields) + (worth(target) if bombs else 0)
    flying = [COUNTERS[u].front for u in bases]
    odds = column(sum(f.attack for f in flying), max(1, defence))
    used = shifted(sit.state, sit.side, odds)
    total = 0.0
    for roll in range(1, 7):
        code = CRT["big_push"][roll][used]
        if code in HITS_DEFENDER:
            gone = [] if bombs else _hit(fields, code)
            total += sit.ledger.blow(worth(target) if bombs else sum(map(price, gone)))
            total += sum(map(sit.service, gone))
        if code in HITS_ATTACKER:
            total -= _loss(sit, _hit(flying, code))
    return total / 6


def _loss(sit: Situation, faces: list[Face]) -> float:
    """What it costs us to lose some units, be it the war [25.2]."""
    return sit.ledger.cost(sum(map(price, faces))) + sum(map(sit.service, faces))


def _hit(airbases: list[Face], code: str) -> list[Face]:
    """Who is lost: all of them, or the strongest."""
    if code in ("AC", "DC") or not airbases:
        return airbases
    return [max(airbases, key=lambda f: f.attack)]


def next_flight(sit: Situation, phase: int, choices: Choices) -> Choice | None:
    """Airbases that no battle needs any more fly against cities and airfields. They wait for the
    second phase, since who flies supports nobody for the rest of the turn."""
    if phase == 1:
        return None
    best: tuple[float, Choice] | None = None
    for mission in ("bomb", "air_superiority"):
        for target in members(choices.get(mission, 0)):
            gain, bases = best_flight(sit, target, mission)
            _say_flight(sit, (mission, target), target, mission, gain, len(bases))
            if gain > FLYING and (best is None or gain > best[0]):
                best = gain, (mission, target)
    return best[1] if best else None


def _say_flight(
    sit: Situation, choice: Choice, target: Hex, mission: str, gain: float, bases: int
) -> None:
    """What an air attack promises."""
    aim = "bomb {:hex}" if mission == "bomb" else "attack the airfields of {:hex}"
    words = f"{aim} with {{}}: no battle needs them any more ({{:+.1f}})"
    because(sit.state, choice, gain, words, target, counted(bases, "airbase"), gain)


def fly(sit: Situation, strike: AirStrike, choices: Choices) -> Choice:
    """Name the airbases that were meant, then take off."""
    gain, bases = best_flight(sit, strike.target, strike.mission)
    chosen: Choice = ("fly", 0)
    meant = [unit for unit in bases if choices.get("with", 0) >> unit & 1]
    if meant:
        chosen = "with", meant[0]
    elif "fly" not in choices:
        chosen = "with", min(members(choices["with"]))
    _say_flight(sit, chosen, strike.target, strike.mission, gain, len(bases))
    return chosen


# At sea.


def landings(sit: Situation, unit: int, choices: Choices) -> Iterator[tuple[float, Hex]]:
    """The enemy coasts worth an assault from the sea, and what each may bring [20.10]."""
    state, face = sit.state, sit.state.face(unit)
    for target in members(choices.get("assault", 0)):
        if sit.side == ALLIED and EAST >> target & 1 and not sit.state.east_free:
            continue
        # Those who are on their way already go on without him.
        before = [state.face(u) for u, (aim, _) in state.assault.items() if aim == target]
        if sum(f.weight for f in before) + face.weight > stack_limit(target):
            continue
        gain = landing(sit, [*before, face], target)
        if before:
            gain -= landing(sit, before, target)
        if gain > LANDING:
            yield gain, target


def landing(sit: Situation, force: list[Face], target: Hex) -> float:
    """What an assault may bring, with what ships there are. Whoever does not get ashore is lost
    with his transport [20.10], and he has no maximum supply [20.11]."""
    state = sit.state
    strength = sum(f.attack * (2 if f.type == "marine_corps" else 1) for f in force)
    if not state.forts[sit.enemy] >> target & 1:
        guns = sorted((COUNTERS[u].front.attack for u in _guns(sit, target)), reverse=True)
        strength += 2 * sum(guns[:MOST_SHIPS])
    defence = max(1, sit.defence(target, sit.enemy))
    used = shifted(state, sit.side, column(strength, defence))
    walled = bool(state.forts[sit.enemy] >> target & 1)
    lost = _loss(sit, [*force, *[COUNTERS[TRANSPORT].front] * len(force)])
    # Forces that land alone are thrown back where much of the enemy is near.
    ground = field(sit, sit.side).ground(target)
    defenders = sum(f.defence for f in force)
    ground *= defenders / (defenders + 0.5 * sit.threats.on(target))
    won = ground + 0.7 * sum(map(sit.prize, sit.faces(target)))
    total = 0.0
    for roll in range(1, 7):
        code = CRT["big_push"][roll][used]
        total += won if code in ASHORE and not (walled and code == "DW") else -lost
    return total / 6


def _guns(sit: Situation, target: Hex) -> list[int]:
    state = sit.state
    ready = OF_TYPE["bombardment"] & state.piles[FLEET] & state.forces(sit.side)
    return [u for u in members(ready & ~state.naval_used) if ship_reaches(state, u, target)]


def sortie(sit: Situation, asking: Contest, choices: Choices) -> Choice:
    """[36.1] A fleet goes out when what it may sink, one time in six, is worth the two in six that
    it does not come back."""
    ships = list(members(choices.get("contest", 0)))
    state = sit.state
    if not ships:
        because(state, ("done", 0), 0.0, "there is no fleet to go out")
        return "done", 0
    fleet = min(ships, key=lambda u: (sit.worth(COUNTERS[u].front), u))
    target = COUNTERS[asking.target].front
    aboard = [state.face(u) for u, (_, ship) in state.assault.items() if ship == asking.target]
    under = state.stack[-2] if len(state.stack) > 1 else None
    if isinstance(under, Landing):
        aboard.append(state.face(under.unit))
    loss = price(target) + sum(map(price, aboard))
    sunk = sit.ledger.blow(loss) + sum(map(sit.service, aboard))
    hope = (sunk + TURNED_BACK * (1 + len(aboard)) - 2 * _loss(sit, [COUNTERS[fleet].front])) / 6
    words = "{:unit} goes out: one time in six it sinks what it meets, two in six it is lost"
    because(state, ("contest", fleet), hope, words + " ({:+.1f})", fleet, hope)
    because(state, ("done", 0), 0.0, "the fleet stays in port: a sortie is worth {:+.1f}", hope)
    return ("contest", fleet) if hope > 0 else ("done", 0)
