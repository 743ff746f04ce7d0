"""What results hang on besides their seeds: the code that played, and who played.

A fingerprint is made from every file that can change how a game goes: the kernel, the players, the
game's package with its data, and what plays the games of a study. Results of different code do not
mix unless somebody says that they may, and then they say so themselves.
"""

from __future__ import annotations

import hashlib
import platform
from functools import lru_cache
from pathlib import Path

import trenchline
from trenchline.kernel.record import Made
from trenchline.players import is_timed, make_player, parameters
from trenchline.players.bots import Bot

PACKAGE = Path(trenchline.__file__).parent
PLAYS = ("kernel", "players", "studies/simulation.py")
"""What plays, whatever the game."""
IGNORED = frozenset({".pyc", ".webp", ".md"})
"""Files that change no game."""


def made_by(game: str, players: tuple[str, ...], bots: tuple[Bot, ...] = ()) -> Made:
    """What is at hand here and now."""
    return Made(
        trenchline.__version__,
        fingerprint(game),
        platform.python_version(),
        tuple(_described(name, bots) for name in players),
    )


@lru_cache(maxsize=16)
def fingerprint(game: str) -> str:
    """The fingerprint of the code that plays a game."""
    digest = hashlib.sha256()
    for place in (*PLAYS, f"games/{game}"):
        for file in _files(PACKAGE / place):
            digest.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _files(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    return sorted(p for p in place.rglob("*") if p.is_file() and p.suffix not in IGNORED)


def _described(name: str, bots: tuple[Bot, ...]) -> str:
    told = ", ".join(f"{k}={v}" for k, v in parameters(make_player(name, bots)).items())
    code = next((f" [{bot.fingerprint}]" for bot in bots if bot.name == name), "")
    return f"{name}{f'({told})' if told else ''}{code}"


def must_repeat(name: str, bots: tuple[Bot, ...] = ()) -> None:
    """Refuse a player whose games cannot be repeated: one that plays by the clock."""
    if is_timed(make_player(name, bots)):
        raise ValueError(
            f"{name} plays by the clock, so that its games cannot be repeated;"
            " search is the same player, counting choices instead of seconds"
        )
