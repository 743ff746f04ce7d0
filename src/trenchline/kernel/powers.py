"""Powers: a side divided among several people, each of whom decides for nations of his own.

A game says in ``powers.toml`` which powers each side has and which nations march with each::

    [Allied]
    France = ["FR", "BL"]
    Britain = ["BR", "US"]

The side still acts as one: it sees what the side sees, and whatever belongs to no single power,
such as where to attack, any of its people may choose. A unit's moves, losses and retreats are its
power's. The first power of a side leads it: whoever holds that one ends the side's phases.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from trenchline.kernel.bits import members
from trenchline.kernel.data import DataError, File, read_toml
from trenchline.kernel.play import decision
from trenchline.kernel.steps import Choice, Choices, Refusal
from trenchline.kernel.verbs import Verb


@dataclass(frozen=True)
class Powers:
    """The powers of each side, and whose a unit is."""

    names: tuple[tuple[str, ...], ...]
    """For each side its powers, the leading one first."""
    of_unit: Callable[[Any, int], str | None]
    """The power a unit marches with; None for one of nobody's."""


def load_powers(
    file: File, sides: tuple[str, ...], nation_of: Callable[[Any, int], str], codes: Collection[str]
) -> Powers:
    """The powers that a file names; every nation that has units belongs to one."""
    told: Mapping[str, Mapping[str, list[str]]] = read_toml(file)
    if tuple(told) != sides:
        raise DataError(file, None, f"the sides should be {', '.join(sides)}")
    guardian: dict[str, str] = {}
    for side in sides:
        for power, nations in told[side].items():
            for code in nations:
                if code not in codes or code in guardian:
                    raise DataError(file, None, f"{power}: {code!r} is no nation, or stands twice")
                guardian[code] = power
    if strangers := sorted(set(codes) - guardian.keys()):
        raise DataError(file, None, f"{', '.join(strangers)} march with no power")
    names = tuple(tuple(told[side]) for side in sides)
    return Powers(names, lambda state, unit: guardian[nation_of(state, unit)])


def whose(powers: Powers, verbs: Mapping[str, Verb], state: Any, choice: Choice) -> str | None:
    """The power that a choice belongs to; None where anybody of the side may make it.

    While a unit is being moved, retreated or placed, everything is its power's; else a choice that
    names a unit is that unit's, and what ends a phase is the leading power's.
    """
    step = decision(state)
    ours = powers.names[step.who(state)]
    unit = getattr(step, "unit", None)
    verb, number = choice
    told = verbs[verb]
    if not isinstance(unit, int):
        if told.ends:
            return ours[0]
        if told.names is None or told.names.takes != "unit":
            return None
        unit = number
    power = powers.of_unit(state, unit)
    return power if power in ours else None


def held_choices(
    powers: Powers, verbs: Mapping[str, Verb], state: Any, choices: Choices, held: Collection[str]
) -> Choices:
    """What somebody who holds some powers of the side may choose; perhaps nothing."""
    found: Choices = {}
    for verb, numbers in choices.items():
        ours = 0
        for number in members(numbers):
            power = whose(powers, verbs, state, (verb, number))
            if power is None or power in held:
                ours |= 1 << number
        if ours:
            found[verb] = ours
    return found


def why_not_yours(
    powers: Powers, verbs: Mapping[str, Verb], state: Any, choice: Choice, held: Collection[str]
) -> Refusal | None:
    """Why a choice is not for somebody who holds these powers, or None if it is."""
    power = whose(powers, verbs, state, choice)
    return None if power is None or power in held else Refusal("-", f"that is {power}'s to decide")
