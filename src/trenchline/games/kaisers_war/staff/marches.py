"""Marches: where a unit does most good.

Posts are weighed one by one (``posts``). Those who can strike choose first; the others fill what
they left open; headquarters and airbases come last and stay behind the line.
"""

from __future__ import annotations

from trenchline.games.kaisers_war.components import (
    CITIES,
    COUNTERS,
    NATION_OF,
    NAVAL_BASES,
    TERRITORY,
    US,
)
from trenchline.games.kaisers_war.control import controlled
from trenchline.games.kaisers_war.moves import MoveUnit
from trenchline.games.kaisers_war.staff import reasons
from trenchline.games.kaisers_war.staff.knowledge import (
    Situation,
)
from trenchline.games.kaisers_war.staff.posts import Posts
from trenchline.games.kaisers_war.staff.skies import landings
from trenchline.kernel.bits import members
from trenchline.kernel.hexes import Hexes
from trenchline.kernel.reasons import because, heard
from trenchline.kernel.steps import Choice, Choices, pick

STAY = 0.6
"""Nobody marches for less."""


def order(sit: Situation, unit: int) -> tuple[bool, bool, int, int]:
    """Who moves when: the strongest attackers first, supports last."""
    counter = COUNTERS[unit]
    face = sit.state.face(unit)
    return counter.is_support, not face.shock, -face.attack, unit


def next_unit(sit: Situation, choices: Choices) -> Choice:
    """The next unit to think about."""
    units = choices.get("unit", 0)
    if not units:
        because(sit.state, ("done", 0), 0.0, "everybody has moved")
        return "done", 0
    unit = min(members(units), key=lambda u: order(sit, u))
    words = "{:unit} is next: shock troops and strong attackers move first, supports last"
    because(sit.state, ("unit", unit), 0.0, words, unit)
    return "unit", unit


def march(sit: Situation, mover: MoveUnit, choices: Choices) -> Choice:
    """The best post within reach, on foot, by rail or by sea; or where the unit is."""
    unit, here = mover.unit, mover.here
    posts = Posts(sit, unit, here)
    best: tuple[float, int, Choice] | None = None
    rated: list[tuple[float, Choice]] = []
    if "stay" in choices:
        keep = posts.weigh(here) + STAY if here >= 0 else -1.0
        best = keep, 0, ("stay", 0)
        rated.append((keep, ("stay", 0)))
    for verb, goals in _goals(sit, mover, choices):
        for hex_ in members(goals):
            value = posts.weigh(hex_)
            rated.append((value, (verb, hex_)))
            if best is None or (value, -hex_) > best[:2]:
                best = value, -hex_, (verb, hex_)
    for gain, hex_ in landings(sit, unit, choices) if NATION_OF[unit] != US else ():
        # A unit that sails leaves its post, and may find another on the far shore.
        value = gain + (posts.weigh(here) if here >= 0 else 0.0)
        rated.append((value, ("assault", hex_)))
        if best is None or (value, -hex_) > best[:2]:
            best = value, -hex_, ("assault", hex_)
    if best is None:
        chosen = pick(choices, 0)
        because(sit.state, chosen, 0.0, "nothing else is open to {:unit}", unit)
        return chosen
    if heard():
        reasons.about_march(posts, best[2], rated)
    if "force" in choices and best[2][0] in ("stay", "move") and _hurries(sit, mover, best[2]):
        words = "{:unit} makes a forced march: the way is long, and points are plenty"
        because(sit.state, ("force", 0), best[0], words, unit)
        return "force", 0
    return best[2]


def _goals(sit: Situation, mover: MoveUnit, choices: Choices) -> list[tuple[str, Hexes]]:
    """Where to look, for each way of moving."""
    found = []
    if "move" in choices:
        found.append(("move", choices["move"]))
    if "rail" in choices:
        found.append(("rail", choices["rail"] & ~choices.get("move", 0)))
    if "sail" in choices and _at_leisure(sit, mover):
        ports = choices["sail"] & CITIES & controlled(sit.state, sit.side)
        if mover.here < 0:
            ports = ports & NAVAL_BASES or ports or choices["sail"]
            if NATION_OF[mover.unit] == US:
                # Where they are awaited.
                ports = ports & TERRITORY["FR"] or ports
        found.append(("sail", ports & ~choices.get("move", 0)))
    return found


def _at_leisure(sit: Situation, mover: MoveUnit) -> bool:
    return mover.here < 0 or sit.threats.nearest(mover.here) > 4


def _hurries(sit: Situation, mover: MoveUnit, chosen: Choice) -> bool:
    """Whether a forced march is worth its point: the way is long and points are plenty."""
    if sit.ledger.thrift > 0.6 or mover.here < 0 or not mover.fresh:
        return False
    end = chosen[1] if chosen[0] == "move" else mover.here
    return (
        sit.state.face(mover.unit).is_army
        and sit.threats.nearest(end) > 2
        and sit.left > 1
        and chosen[0] == "move"
    )
