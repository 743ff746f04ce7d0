"""Records as tables: every decision, every battle, and units and land by turn.

A record is played again, choice by choice, and what there is to tell is gathered on the way. The
tables of a game lie in a folder with its name; each row names the record it comes from. What a game
tells of its units and land is in its chronicle; nothing here knows any game.

    games.parquet      a row a record: terms, players, by what it was made, how it ended
    decisions.parquet  a row a choice: who, what was asked, how much was offered, what was chosen
    battles.parquet    a row a battle: odds, modifiers with their cases, dice, result
    units.parquet      a row a unit and turn: where it is, and what the game tells besides
    territory.parquet  a row a hex and turn: who holds it
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from trenchline.games import game_of
from trenchline.kernel.bits import members
from trenchline.kernel.game import AnyGame
from trenchline.kernel.knowledge import Knowledge
from trenchline.kernel.match import Match
from trenchline.kernel.notes import PHASE, plain
from trenchline.kernel.play import decision
from trenchline.kernel.record import Record, RecordError, follow, read_record
from trenchline.kernel.steps import Choice, count
from trenchline.studies.files import write_whole
from trenchline.studies.fought import Battles, Fought
from trenchline.studies.made_by import made_by

Row = dict[str, object]
Schema = dict[str, pl.DataType]

TEXTS = pl.List(pl.String())
NUMBERS = pl.List(pl.Int64())
MODIFIERS = pl.List(
    pl.Struct(
        {"part": pl.String(), "case": pl.String(), "what": pl.String(), "value": pl.Float64()}
    )
)
CHANCES = pl.List(
    pl.Struct({"result": pl.String(), "probability": pl.Float64(), "meaning": pl.String()})
)
DECISIONS: Schema = {
    "record": pl.String(),
    "number": pl.Int64(),
    "turn": pl.Int32(),
    "when": pl.String(),
    "phase": pl.String(),
    "side": pl.String(),
    "asked": pl.String(),
    "offered": pl.Int64(),
    "verb": pl.String(),
    "choice": pl.String(),
    "dice": NUMBERS,
    "log": TEXTS,
}
BATTLES: Schema = {
    "record": pl.String(),
    "number": pl.Int64(),
    "last": pl.Int64(),
    "turn": pl.Int32(),
    "when": pl.String(),
    "side": pl.String(),
    "act": pl.String(),
    "title": pl.String(),
    "hexes": TEXTS,
    "chart": pl.String(),
    "column": pl.String(),
    "attack": pl.Float64(),
    "defence": pl.Float64(),
    "modifiers": MODIFIERS,
    "chances": CHANCES,
    "hidden": TEXTS,
    "dice": NUMBERS,
    "result": pl.String(),
    "meaning": pl.String(),
    "log": TEXTS,
}
TERRITORY: Schema = {
    "record": pl.String(),
    "turn": pl.Int32(),
    "when": pl.String(),
    "hex": pl.String(),
    "name": pl.String(),
    "side": pl.String(),
}
POSITION: Schema = {"position": pl.String()}
"""The position as text, on request."""
KNOWN: Schema = {"known": pl.String(), "unknown": TEXTS}
"""What the side that decides knows, on request: a position as text that agrees with all of it, and
the units that stand there by supposition only."""


@dataclass
class Tables:
    """The tables of a game, as rows."""

    game: AnyGame
    positions: bool = False
    """Whether every decision has its position as text."""
    knowledge: bool = False
    """Whether every decision has what its side knows."""
    games: list[Row] = field(default_factory=list)
    decisions: list[Row] = field(default_factory=list)
    battles: list[Row] = field(default_factory=list)
    units: list[Row] = field(default_factory=list)
    territory: list[Row] = field(default_factory=list)

    def add(self, name: str, record: Record) -> None:
        """Play a record again and take in what it tells."""
        reading = _Reading(self, name, record.header.scenario)
        match = follow(self.game, record, reading.before)
        reading.end(match)
        self.games.append(_game(name, record, match))

    def frames(self) -> dict[str, pl.DataFrame]:
        """The tables that have anything to tell, by name."""
        more = (POSITION if self.positions else {}) | (KNOWN if self.knowledge else {})
        found = {
            "games": pl.DataFrame(self.games, infer_schema_length=None),
            "decisions": pl.DataFrame(self.decisions, {**DECISIONS, **more}),
            "battles": pl.DataFrame(self.battles, BATTLES),
        }
        if self.units:
            found["units"] = pl.DataFrame(self.units, infer_schema_length=None).cast(
                {"turn": pl.Int32}
            )
        if self.territory:
            found["territory"] = pl.DataFrame(self.territory, TERRITORY)
        return found


class _Reading:
    """A record being played again."""

    def __init__(self, tables: Tables, name: str, scenario: str) -> None:
        self.tables = tables
        self.name = name
        self.scenario = scenario
        self.battles = Battles(tables.game)
        self.phase = ""
        self.turn: int | None = None
        self.turns: dict[int, int | None] = {}
        """The turn of each choice."""
        self.open: Row | None = None
        """The decision whose consequences are still to be told."""

    def before(self, match: Match, choice: Choice) -> None:
        """What there is to tell before a choice."""
        self._after(match)
        self._look(match.state)
        self.battles.before(match)
        state, game = match.state, match.game
        step, number = decision(state), len(match.history) + 1
        self.turns[number] = self.turn
        self.open = {
            "record": self.name,
            "number": number,
            "turn": self.turn,
            "when": self._when(self.turn),
            "phase": self.phase,
            "side": game.sides[step.who(state)],
            "asked": plain(step.prompt(state))[0],
            "offered": count(match.choices),
            "verb": choice[0],
            "choice": match.text(choice),
        }
        if self.tables.positions:
            self.open["position"] = game.notation(state)
        if self.tables.knowledge:
            known = Knowledge(game, state, step.who(state), match.choices)
            keys = [state.names.key(unit) for unit in members(known.hidden)]
            self.open |= {"known": game.notation(known.position), "unknown": keys}

    def _after(self, match: Match) -> None:
        """What the last choice has brought."""
        notes = match.history[-1].log if match.history else match.opening[1]
        if self.open is not None:
            turned = match.history[-1]
            self.open |= {"dice": list(turned.dice), "log": [note.text for note in notes]}
            self.tables.decisions.append(self.open)
            self.battles.after(match, turned)
        self.phase = next((n.text for n in reversed(notes) if n.rank == PHASE), self.phase)

    def end(self, match: Match) -> None:
        """What there is to tell when the last choice has been made."""
        if match.history:
            self._after(match)
        self._look(match.state)
        if self.turn is not None:
            self._survey(match.state, self.turn)
        self.tables.battles += [self._battle(fought) for fought in self.battles.all()]

    def _look(self, state: Any) -> None:
        """See whether a turn has ended; before the first one is turn 0."""
        chronicle = self.tables.game.chronicle
        if chronicle is None:
            return
        turn = chronicle.turn(state)
        if turn != self.turn:
            self._survey(state, 0 if self.turn is None else self.turn)
            self.turn = turn

    def _when(self, turn: int | None) -> str | None:
        chronicle = self.tables.game.chronicle
        if turn is None or chronicle is None:
            return None
        return "the beginning" if turn == 0 else chronicle.turn_name(self.scenario, turn)

    def _survey(self, state: Any, turn: int) -> None:
        """Units and land as a turn has ended."""
        game, chronicle, names = self.tables.game, self.tables.game.chronicle, state.names
        assert chronicle is not None
        first: Row = {"record": self.name, "turn": turn, "when": self._when(turn)}
        places, facts = chronicle.places(state), chronicle.units(state)
        for unit, place in enumerate(places):
            row = {
                **first,
                "unit": names.key(unit),
                "name": names.unit(unit),
                "side": _side(game, state.side_of(unit)),
                "place": names.label(place) if place >= 0 else names.pile(place),
                "on_map": place >= 0,
            }
            self.tables.units.append(row | {what: told[unit] for what, told in facts.items()})
        if chronicle.territory is not None:
            for side, hexes in zip(game.sides, chronicle.territory(state), strict=False):
                for hex_ in members(hexes):
                    told = {"hex": names.label(hex_), "name": names.hex(hex_), "side": side}
                    self.tables.territory.append({**first, **told})

    def _battle(self, fought: Fought) -> Row:
        odds, turn = fought.odds, self.turns[fought.number]
        parts = {"attack": odds.attack, "defence": odds.defence, "note": odds.notes}
        return {
            "record": self.name,
            "number": fought.number,
            "last": fought.last,
            "turn": turn,
            "when": self._when(turn),
            "side": self.tables.game.sides[fought.side],
            "act": odds.act,
            "title": odds.title,
            "hexes": [label for mark in odds.marks if mark.kind == "hex" for label in mark.of],
            "chart": odds.chart,
            "column": odds.column,
            "attack": float(odds.attack_total),
            "defence": float(odds.defence_total),
            "modifiers": [
                {"part": part, "case": m.case, "what": m.what, "value": float(m.value)}
                for part, told in parts.items()
                for m in told
            ],
            "chances": [
                {"result": r.result, "probability": r.probability, "meaning": r.meaning}
                for r in odds.results
            ],
            "hidden": list(odds.hidden),
            "dice": fought.dice,
            "result": fought.result,
            "meaning": fought.meaning,
            "log": fought.told,
        }


def _side(game: AnyGame, side: int) -> str:
    """A side by name; there are units of nobody's."""
    return game.sides[side] if 0 <= side < len(game.sides) else "neutral"


def _game(name: str, record: Record, match: Match) -> Row:
    head, outcome = record.header, match.outcome
    sides = match.game.sides
    row: Row = {
        "record": name,
        "scenario": head.scenario,
        **{f"option {option}": value for option, value in match.options.items()},
        **{f"player {side}": _seated(head.players, seat) for seat, side in enumerate(sides)},
        "rules": head.rules,
        "edition": None if isinstance(head.edition, msgspec.UnsetType) else head.edition.title,
        "made": None if isinstance(head.made, msgspec.UnsetType) else head.made.told(),
        "seed": record.closing.seed,
        "choices": len(match.history),
        "over": outcome is not None,
        "winner": None,
        "reason": None if outcome is None else outcome.reason,
        **{f"score {side}": None for side in sides},
    }
    if outcome is not None:
        row["winner"] = None if outcome.winner is None else sides[outcome.winner]
        row |= {f"score {s}": n for s, n in zip(sides, outcome.scores, strict=False)}
    return row


def _seated(players: list[str], seat: int) -> str | None:
    return players[seat] if seat < len(players) else None


def export(
    records: Iterable[Path], positions: bool = False, knowledge: bool = False
) -> dict[str, Tables]:
    """The tables of some records by game; one that cannot be believed is an error with its file and
    line."""
    found: dict[str, Tables] = {}
    for path, name in _named(list(records)):
        try:
            record = read_record(path)
            game = game_of(record)
            tables = found.setdefault(game.name, Tables(game, positions, knowledge))
            tables.add(name, record)
        except RecordError as error:
            raise ValueError(f"{path}: {error}") from None
    return found


def _named(paths: list[Path]) -> list[tuple[Path, str]]:
    """Records with the names that rows call them by: those of their files, with folders where
    several files have the same."""
    stems = [path.stem for path in paths]
    alike = {stem for stem in stems if stems.count(stem) > 1}
    return [
        (path, path.with_suffix("").as_posix() if stem in alike else stem)
        for path, stem in zip(paths, stems, strict=True)
    ]


def _made(game: str, table: str) -> str:
    """What a file is of, and by what it was written; by what each game was played stands in its
    row."""
    made = msgspec.to_builtins(made_by(game, ()))
    return msgspec.json.encode({"table": table, "game": game, **made}).decode()


def write(tables: dict[str, Tables], out: Path) -> list[Path]:
    """Write all tables, each game's in a folder of its own; tells which files they are."""
    written = []
    for name, of_game in tables.items():
        folder = out / name
        folder.mkdir(parents=True, exist_ok=True)
        for table, frame in of_game.frames().items():
            content = BytesIO()
            frame.write_parquet(content, metadata={"trenchline": _made(name, table)})
            write_whole(folder / f"{table}.parquet", content.getvalue())
            written.append(folder / f"{table}.parquet")
    return written
