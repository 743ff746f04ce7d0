"""``games`` and ``rules``: what there is to play, and by which rules."""

from __future__ import annotations

import ast
import shutil
import textwrap
from collections.abc import Iterable
from pathlib import Path
from tokenize import TokenError
from typing import Annotated

import typer

from trenchline.cli.app import MISUSED, WRONG, AsJson, GameName, about, answer, app, fail
from trenchline.cli.app import game_called as called
from trenchline.games import game_names, load_game
from trenchline.kernel.examples import load_examples, shown
from trenchline.kernel.game import AnyGame
from trenchline.kernel.rulebook import (
    PROVABLE,
    Case,
    Coverage,
    Rulebook,
    coverage,
    files,
    load_rulebook,
)


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games with their scenarios and options."""
    found = [load_game(name) for name in game_names()]
    if as_json:
        answer([_described(game) for game in found])
        return
    for game in found:
        typer.echo(typer.style(f"{game.name}: {game.title} ({game.year})", bold=True))
        _paragraph(game.summary, "  ")
        for scenario in game.scenarios:
            _paragraph(f"scenario {scenario.name}: {scenario.summary}", "  ")
        for option in game.options:
            values = "|".join(option.values)
            _paragraph(f"option {option.name}={values}: {option.summary} [{option.case}]", "  ")


def _described(game: AnyGame) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "year": game.year,
        "summary": game.summary,
        "rules": game.rules,
        "sides": game.sides,
        "scenarios": game.scenarios,
        "options": [
            {
                "name": option.name,
                "title": option.title,
                "summary": option.summary,
                "case": option.case,
                "values": option.values,
                "default": option.default,
            }
            for option in game.options
        ],
    }


@app.command()
def rules(
    name: GameName,
    case: Annotated[
        str | None, typer.Argument(metavar="[CASE]", help="A case or ruling: 8.59, R7.")
    ] = None,
    search: Annotated[
        str | None, typer.Option(metavar="WORDS", help="Only cases with all these words.")
    ] = None,
    covered: Annotated[
        bool, typer.Option("--coverage", help="Show what is enforced and tested, and what is not.")
    ] = False,
    tests: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The folder with the tests of the game.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the cases of a rulebook in our words, or tell all about one of them."""
    if sum((case is not None, search is not None, covered)) > 1:
        fail("CASE, --search and --coverage do not go together", MISUSED)
    game = called(name)
    with about():
        book = load_rulebook(game.folder)
    if covered:
        _cover(_coverage_of(game, book, _tests_of(game, tests)), as_json)
    elif case is not None:
        folder = None if tests is None and not _beside(game).is_dir() else _tests_of(game, tests)
        _tell(_coverage_of(game, book, folder), case, as_json)
        if not as_json:
            _show(game, case)
    else:
        found = list(book.values()) if search is None else book.search(search)
        _list(found, as_json)


def _beside(game: AnyGame) -> Path:
    """Where a checkout of the project keeps the tests of a game: src and tests stand together."""
    return game.folder.parents[3] / "tests" / game.name


def _tests_of(game: AnyGame, given: Path | None) -> Path:
    folder = _beside(game) if given is None else given
    if not folder.is_dir():
        hint = "name it with --tests DIR; an installed package has none"
        fail(f"{folder}: there is no such folder of tests ({hint})")
    return folder


def _coverage_of(game: AnyGame, book: Rulebook, tests: Path | None) -> Coverage:
    folders = [game.folder] if tests is None else [game.folder, tests]
    with about():
        try:
            return coverage(book, folders[:1], folders[1:])
        except (SyntaxError, TokenError) as error:
            raise ValueError(_broken(files(folders, ".py")) or error) from None


def _broken(sources: Iterable[Path]) -> str | None:
    """The first of the files that is not Python, and its line."""
    for source in sources:
        try:
            ast.parse(source.read_bytes(), source)
        except SyntaxError as error:
            return f"{source}: line {error.lineno}: {error.msg}"
    return None


def _list(cases: list[Case], as_json: bool) -> None:
    if as_json:
        answer(cases)
        return
    for case in cases:
        if case.kind == "heading":
            typer.echo()
        label = f"{case.number}  {case.title}"
        typer.echo(
            typer.style(label, bold=True) + ("" if case.kind in PROVABLE else f" ({case.kind})")
        )
        _paragraph(case.summary, "    ")
    if not cases:
        typer.echo("No case has all these words.")


def _tell(cover: Coverage, number: str, as_json: bool) -> None:
    """One case or ruling: what it says, where it is enforced and tested, what was ruled on it."""
    book = cover.rulebook
    wanted = number.upper() if number.upper() in book.rulings else number
    code, proofs = cover.enforced.get(wanted, []), cover.tested.get(wanted, [])
    places = {"enforced": code, "tested": proofs}
    if wanted in book.rulings:
        ruling = book.rulings[wanted]
        if as_json:
            answer({"number": wanted, "cases": ruling.cases, "text": ruling.text, **places})
            return
        cases = ", ".join(ruling.cases)
        typer.echo(typer.style(f"{wanted}  our ruling on {cases}", bold=True))
        _paragraph(ruling.text, "    ")
        rulings = []
    elif wanted in book:
        case = book[wanted]
        rulings = [ruling for ruling in book.rulings.values() if wanted in ruling.cases]
        if as_json:
            about_case = {"number": case.number, "kind": case.kind, "title": case.title}
            answer({**about_case, "summary": case.summary, **places, "rulings": rulings})
            return
        typer.echo(typer.style(f"{case.number}  {case.title}", bold=True) + f" ({case.kind})")
        _paragraph(case.summary, "    ")
    else:
        near = [other for other in book if other.startswith(number.split(".")[0] + ".")]
        hint = f"; chapter {number.split('.')[0]} has {', '.join(near)}" if near else ""
        fail(f"there is no case {number!r}{hint}", MISUSED)
    _paragraph(f"enforced in {', '.join(code) or 'no place'}", "    ")
    _paragraph(f"tested in {', '.join(proofs) or _beneath(cover, wanted)}", "    ")
    for ruling in rulings:
        _paragraph(f"{ruling.number}: {ruling.text}", "    ")


def _beneath(cover: Coverage, number: str) -> str:
    """What is said of a heading that no test bears: how many of its rules are tested."""
    rules = [case.number for case in cover.rulebook.under(number) if case.kind in PROVABLE]
    if not rules:
        return "no place"
    tested = sum(rule in cover.tested for rule in rules)
    return f"no place of its own; of the {len(rules)} rules under it {tested} are"


def _show(game: AnyGame, number: str) -> None:
    """The examples of a case, in words: what one might try, and what the rules say to it."""
    for example in load_examples(game.folder).values():
        if number not in example.cases:
            continue
        _paragraph(f"example, {example.title}: {example.words}", "    ")
        for tried, refusal in shown(game, example).tries:
            said = "yes" if refusal is None else f"no, {refusal.reason} [{refusal.case}]"
            _paragraph(f"{tried.words}: {said}", "        ")


def _cover(cover: Coverage, as_json: bool) -> None:
    """How much is enforced and tested; the exit code says whether anything is bare."""
    numbers = [case.number for case in cover.cases]
    bare = cover.bare
    counts = {
        "cases": len(numbers),
        "provable": sum(case.kind in PROVABLE for case in cover.cases),
        "enforced": sum(number in cover.enforced for number in numbers),
        "tested": sum(number in cover.tested for number in numbers),
        "absent": sum(case.kind == "absent" for case in cover.cases),
        "planned": sum(case.kind == "planned" for case in cover.cases),
    }
    if as_json:
        answer(
            {
                **counts,
                "bare": [case.number for case in bare],
                "strays": cover.strays,
                "idle_rulings": [ruling.number for ruling in cover.idle_rulings],
            }
        )
    else:
        for case in cover.cases:
            code, proofs = (len(at.get(case.number, [])) for at in (cover.enforced, cover.tested))
            mark = "BARE" if case in bare else "    "
            title = f"{case.number:<8} {case.title} ({case.kind})"
            typer.echo(f"{mark}  code {code:>3}  tests {proofs:>3}  {title}")
        for stray in cover.strays:
            typer.echo(f"cites no case: {stray}")
        for ruling in cover.idle_rulings:
            typer.echo(f"cited nowhere: {ruling.number}")
        absent = "; {absent} only refer to a booklet not at hand" if counts["absent"] else ""
        planned = "; {planned} are planned" if counts["planned"] else ""
        typer.echo(
            "{cases} cases, {provable} of them to be proved; "
            "{enforced} enforced, {tested} tested".format(**counts)
            + f", {len(bare)} bare"
            + (absent + planned).format(**counts)
        )
    if bare:
        raise typer.Exit(WRONG)


def _paragraph(text: str, indent: str) -> None:
    width = min(100, shutil.get_terminal_size().columns)
    more = indent + "  "
    typer.echo(textwrap.fill(text, width, initial_indent=indent, subsequent_indent=more))
