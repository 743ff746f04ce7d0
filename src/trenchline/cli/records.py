"""``replay`` and ``verify``: games as they were played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from trenchline.cli.app import MISUSED, WRONG, AsJson, WithEdition, about, answer, app, fail
from trenchline.games import game_of
from trenchline.kernel.finding import is_found, turn_after
from trenchline.kernel.game import AnyGame, Outcome
from trenchline.kernel.match import Match, TakenBack
from trenchline.kernel.notes import PHASE, TURN, Note, lines
from trenchline.kernel.record import Record, RecordError, read_record
from trenchline.kernel.record import replay as play_again
from trenchline.kernel.record import verify as check


def record_at(path: Path, to: int | None) -> Match:
    """The match of a record, after so many choices or at its end."""
    with about(path):
        record = read_record(path)
        game = game_of(record)
        if to is not None and to > record.closing.choices:
            fail(f"{path}: the record has {record.closing.choices} choices, not {to}", MISUSED)
        return play_again(game, record, to)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    to: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Stop after so many choices.")
    ] = None,
    find: Annotated[
        str, typer.Option(metavar="WORDS", help="Only what has all these words: turn, side, place.")
    ] = "",
    edition: WithEdition = None,
    as_json: AsJson = False,
) -> None:
    """Print the log of a recorded game, choice by choice, and where it stands."""
    match = record_at(file, to)
    game = match.game
    if as_json:
        answer(_for_programs(match))
        return
    scenario = next(s for s in game.scenarios if s.name == match.scenario)
    typer.echo(typer.style(f"{game.title} ({game.year}): {scenario.title}", bold=True))
    options = [f"{name} {value}" for name, value in match.options.items()]
    if options:
        typer.echo(f"Options: {', '.join(options)}")
    if game.edition is not None:
        typer.echo(f"Edition: {_plain(str(game.edition))}")
    for side, player in zip(game.sides, match.players, strict=False):
        typer.echo(f"{side}: {_plain(player)}")
    turn = turn_after("", match.opening[1])
    if not find:
        _log(match.opening[1], game.sides)
    for number, turned in enumerate(match.history, start=1):
        here, turn = turn, turn_after(turn, turned.log)
        if find and not is_found(find, here, game.sides[turned.side], turned.log):
            continue
        typer.echo(f"{number:>5} {game.sides[turned.side]}: {game.format_choice(turned.choice)}")
        _log(turned.log, game.sides)
    typer.echo()
    _stand(match)


def _for_programs(match: Match) -> dict[str, object]:
    """The same as data: lines of the log with what they name, and what there is to see."""
    game, outcome = match.game, match.outcome
    view = game.view(match.state, None)
    return {
        "game": game.name,
        "scenario": match.scenario,
        "options": match.options,
        "edition": None if game.edition is None else str(game.edition),
        "players": dict(zip(game.sides, match.players, strict=False)),
        "opening": {"dice": match.opening[0], "log": match.opening[1]},
        "choices": [
            {
                "number": number,
                "side": game.sides[turned.side],
                "choice": game.format_choice(turned.choice),
                "dice": turned.dice,
                "log": turned.log,
            }
            for number, turned in enumerate(match.history, start=1)
        ],
        "turn": view.turn,
        "asked": None if match.over else {"side": view.who, "question": view.prompt},
        "outcome": None if outcome is None else _ended(game, outcome),
        "panels": view.panels,
        "position": game.notation(match.state),
    }


def _ended(game: AnyGame, outcome: Outcome) -> dict[str, object]:
    return {
        "winner": None if outcome.winner is None else game.sides[outcome.winner],
        "reason": outcome.reason,
        "scores": dict(zip(game.sides, outcome.scores, strict=False)),
    }


def _plain(words: str) -> str:
    """A record may come from anybody: nothing in it shall steer the terminal."""
    return "".join(c if c.isprintable() else "?" for c in words)


def _log(notes: Sequence[Note], sides: tuple[str, ...]) -> None:
    for note, line in zip(notes, lines(notes, sides), strict=True):
        if note.rank in (TURN, PHASE):
            typer.echo()
            typer.echo(typer.style(line, bold=True))
        else:
            typer.echo(f"        {line}")


def _stand(match: Match) -> None:
    """Where the match stands: the turn, what is asked of whom, and the panels of the view."""
    outcome = match.outcome
    view = match.game.view(match.state, None)
    typer.echo(typer.style(f"After {len(match.history)} choices", bold=True))
    typer.echo(f"Turn {view.turn}")
    if outcome is not None:
        typer.echo(f"The game is over: {outcome.reason}")
    else:
        typer.echo(f"{view.who} to choose: {view.prompt}")
    for panel in view.panels:
        typer.echo(panel.title)
        for line in panel.lines:
            typer.echo(f"  {line}")


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records.")],
    edition: WithEdition = None,
    commitment: Annotated[
        str | None, typer.Option(metavar="HASH", help="The hash of the seed that you were told.")
    ] = None,
    number: Annotated[
        str | None, typer.Option(metavar="NUMBER", help="The number that you added to the seed.")
    ] = None,
) -> None:
    """Check that every choice of a record was legal and every die came from its seed.

    The seed must be the one that the header commits to, and what the players added to it must be
    what they pledged. Whether these are the hash and the number that you know, you have to say.
    """
    wrong = 0
    for path in files:
        try:
            record = read_record(path)
            match = check(game_of(record), record)
            _compare(record, commitment, number)
        except RecordError as error:
            typer.echo(f"trenchline: {path}: {_plain(str(error))}", err=True)
            wrong += 1
            continue
        outcome = match.outcome
        end = "not over yet" if outcome is None else outcome.reason
        counted = [f"{len(match.history)} choices", f"{match.state.rolls} dice"]
        if backs := sum(isinstance(act, TakenBack) for act in match.acts):
            counted.append(f"{backs} take-back{'s' if backs > 1 else ''} past dice")
        if lots := record.closing.lots:
            counted.append(f"{sum(lot is not None for lot in lots.values())} of {len(lots)} lots")
        typer.echo(f"OK {path}: {', '.join(counted)}, {end}")
        for side in (side for side, lot in lots.items() if lot is None):
            typer.echo(f"   {_plain(side)} pledged a number for the dice and did not give it")
    if wrong:
        raise typer.Exit(WRONG)


def _compare(record: Record, commitment: str | None, number: str | None) -> None:
    """Raise if a record is true to itself but not to what somebody knows."""
    if commitment is not None and record.header.commitment != commitment:
        raise RecordError(1, "the commitment is not the one that you were told")
    if number is not None and number not in record.closing.lots.values():
        last = len(record.lines) + 2
        raise RecordError(last, "the number that you added to the seed is not among the lots")
