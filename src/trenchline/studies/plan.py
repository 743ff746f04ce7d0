"""The plan of a study: which games are played, by whom and with which seeds.

A study has one variant for each combination of the values it varies, and every variant plays the
same seeds: game k has the study's seed plus k. So two variants differ by their rules and by
nothing else, and ``trenchline simulate --games 1 --seed (seed plus k)`` with the scenario, the
options and the players of a variant plays any game of it again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from trenchline.games import load_game
from trenchline.kernel.record import Made
from trenchline.studies.made_by import made_by
from trenchline.studies.simulation import Study

SCENARIO, PLAYERS = "scenario", "players"
"""What may be varied besides the options of the game; players as they are typed, ``A,B``."""
MOST_VARIANTS = 64


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the results of a study depend on."""

    game: str
    rules: str
    """The version of the rules; results of different rules do not mix."""
    players: tuple[str, ...]
    """One for each side; all who take part, where players are varied."""
    scenario: str | None
    options: dict[str, str]
    vary: dict[str, tuple[str, ...]]
    games: int
    """How many games each variant has."""
    seed: int
    records: bool = False
    made: Made | None = None
    """By what it was begun; None in studies that are older than this."""
    mixed: bool = False
    """Whether games of other code may be mixed with these."""

    def check(self) -> None:
        """Raise a ValueError that says what cannot be played."""
        for name, values in self.vary.items():
            if len(set(values)) != len(values) or len(values) < 2:
                raise ValueError(f"vary {name} between two or more different values")
            if name in self.options or (name == SCENARIO and self.scenario is not None):
                raise ValueError(f"{name} cannot be both given and varied")
        if not -(2**63) <= self.seed < 2**63 - self.games:
            raise ValueError(f"the seed {self.seed} is too large")
        for variant in self._variants(None):
            variant.check()

    def variants(self, folder: Path | None) -> list[Study]:
        """What each variant plays; records go to folders under this one."""
        return list(self._variants(folder))

    def _variants(self, folder: Path | None) -> Iterator[Study]:
        combinations = list(product(*self.vary.values()))
        if len(combinations) > MOST_VARIANTS:
            raise ValueError(f"{len(combinations)} variants are more than {MOST_VARIANTS}")
        for number, values in enumerate(combinations):
            varied = dict(zip(self.vary, values, strict=True))
            yield Study(
                self.game,
                _pair(varied.pop(PLAYERS, None)) or self.players,
                varied.pop(SCENARIO, self.scenario),
                {**self.options, **varied},
                self.games,
                self.seed,
                folder / "records" / str(number) if folder and self.records else None,
                witness=True,
            )

    def title(self, variant: int) -> str:
        """A variant by what sets it apart."""
        values = list(product(*self.vary.values()))[variant]
        return ", ".join(f"{k} {v}" for k, v in zip(self.vary, values, strict=True)) or "all games"

    def differences(self, other: Plan) -> list[str]:
        """Where a plan of today differs from this one, in words; code and players may differ if it
        says that they may be mixed."""
        mine, theirs = msgspec.to_builtins(self), msgspec.to_builtins(other)
        told = [
            f"{k} is {_said(mine[k])}, not {_said(theirs[k])}"
            for k in mine
            if k not in ("made", "mixed") and mine[k] != theirs[k]
        ]
        if not other.mixed:
            told += self._changed(other)
        return told

    def _changed(self, other: Plan) -> list[str]:
        """What has changed in the code and the players since a plan was begun."""
        mine, theirs = self.made, other.made
        if mine == theirs:
            return []
        if mine is None or theirs is None:
            return ["it does not say what code played it"]
        return [
            f"{name} is {_said(getattr(mine, name))}, not {_said(getattr(theirs, name))}"
            for name in mine.__struct_fields__
            if getattr(mine, name) != getattr(theirs, name)
        ]

    def text(self) -> bytes:
        """The plan as a file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"


def _pair(typed: str | None) -> tuple[str, ...]:
    return () if typed is None else tuple(typed.split(","))


def _said(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{k}={_said(v)}" for k, v in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return "the first" if value is None else str(value)


def make_plan(
    game: str,
    players: tuple[str, ...],
    scenario: str | None = None,
    options: dict[str, str] | None = None,
    vary: dict[str, tuple[str, ...]] | None = None,
    games: int = 100,
    seed: int = 0,
    records: bool = False,
    mixed: bool = False,
) -> Plan:
    """A plan that can be played; what cannot is a ValueError that says why."""
    rules = load_game(game).version
    plan = Plan(
        game,
        rules,
        players,
        scenario,
        options or {},
        vary or {},
        games,
        seed,
        records,
        mixed=mixed,
    )
    plan.check()
    bots = tuple({bot for variant in plan.variants(None) for bot in variant.bots})
    return msgspec.structs.replace(plan, made=made_by(game, players, bots))
