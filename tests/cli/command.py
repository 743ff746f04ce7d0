"""Running a command of Trenchline as a person at the terminal would."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from typer.testing import CliRunner

from trenchline.cli import app


@dataclass(frozen=True)
class Ran:
    """What a command wrote, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it answered, for programs."""
        return json.loads(self.out)


def run(*words: object, stdin: str | bytes | None = None) -> Ran:
    """Run a command; an exception that a person would see as a traceback is raised here."""
    result = CliRunner().invoke(app, [str(word) for word in words], input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


def refused(code: int, *words: object, stdin: str | bytes | None = None) -> str:
    """The one line with which a command says what is wrong, having answered nothing."""
    ran = run(*words, stdin=stdin)
    assert ran.code == code
    assert ran.out == ""
    assert ran.err.startswith("trenchline: ")
    assert ran.err.count("\n") == 1
    return ran.err.removeprefix("trenchline: ").rstrip("\n")
