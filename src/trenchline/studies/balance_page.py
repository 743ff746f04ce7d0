"""The balance of all games as a page: tables of Markdown, each number with its n and interval."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from statistics import median

import polars as pl

from trenchline.games import load_game
from trenchline.kernel.game import AnyGame
from trenchline.kernel.history import without_number
from trenchline.studies.balance import Grown
from trenchline.studies.intervals import mean, share, share_difference

OFTEN = 0.25
"""An event that nobody dated is told if it happens in so large a share of the games."""
MOST = 14
"""So many events of a scenario are told."""

HEAD = """# Balance

Who wins how often between equal players, how long it takes, and when the great events fall, beside
the dates of the war. This page was made by

```sh
{command}
```

which plays every scenario with the same player on both sides (`{player}`), as it is and with each
of its main options, keeps each game in a folder of studies, and goes on when it is given again,
with more games if more are asked for. Game *k* of a setting has seed *k*: `trenchline simulate`
plays it once more.

Shares have Wilson's interval (it holds the truth nineteen times in twenty), means Student's, shifts
by options Newcombe's in pairs of the same seeds. n is the number of games; where it is small the
intervals are wide, and say what is known and no more. The turn is the one in the middle, and in
brackets those between which half of the games lie, where they differ; an event that falls between
two turns may be told with either. An event that no game saw is
not listed, and a dash stands where nobody has looked up its date. A balance between equal computer
players is not one between equal people.
"""


def page(found: Iterable[Grown], command: str) -> str:
    """The whole page."""
    games = [one for one in found if one.finished.height]
    player = games[0].plan.players[0] if games else "staff"
    parts = [HEAD.format(command=command, player=player)]
    for name, of_game in groupby(games, key=lambda one: one.setting.game):
        parts += _game(load_game(name), list(of_game))
    return "\n".join(parts)


def _game(game: AnyGame, settings: list[Grown]) -> Iterator[str]:
    plain = [one for one in settings if one.setting.option is None]
    yield f"## {game.title}\n"
    made = {one.plan.made.told() for one in settings if one.plan.made is not None}
    rules = {one.plan.rules for one in settings}
    yield f"Rules {', '.join(sorted(rules))}. Played by {'; '.join(sorted(made))}.\n"
    codes = {code for one in settings for code in one.games["code"]}
    if codes != {one.plan.made.code for one in settings if one.plan.made} or len(codes) > 1:
        yield f"Mixed: different code played these games ({', '.join(sorted(codes))}).\n"
    heads = ("scenario", "n", *game.sides, "draw", "ends in", "choices")
    yield _table(heads, (_balance(game, one) for one in plain))
    crashed = sum(len(one.games) - one.finished.height for one in settings)
    if crashed:
        yield f"{crashed} games crashed and count nowhere.\n"
    shifts = [row for one in settings if one.setting.option for row in _shift(game, one, plain)]
    if shifts:
        yield "Options, each by itself, beside the scenario as it is with the same seeds:\n"
        first = game.sides[0]
        yield _table(("scenario", "option", "n", f"{first} wins (a draw is half)", "shift"), shifts)
    for one in plain:
        yield from _scenario(game, one)


def _balance(game: AnyGame, one: Grown) -> tuple[str, ...]:
    games = one.finished
    n = games.height
    won = dict(games["winner"].fill_null("").value_counts().iter_rows())
    rates = (_share(won.get(side, 0), n) for side in (*game.sides, ""))
    turns = games["turns"].drop_nulls().to_list()
    ends = _turns(game, one.setting.scenario, turns) if turns else "?"
    return _title(game, one), str(n), *rates, ends, _choices(games)


def _title(game: AnyGame, one: Grown) -> str:
    return next(s.title for s in game.scenarios if s.name == one.setting.scenario)


def _choices(games: pl.DataFrame) -> str:
    value, low, high = mean(games["choices"].cast(pl.Float64).to_list())
    return f"{value:,.0f} ({low:,.0f} to {high:,.0f})" if games.height > 1 else f"{value:,.0f}"


def _share(times: float, of: int) -> str:
    value, low, high = share(times, of)
    return f"{value:.0%} ({low:.0%} to {high:.0%})"


def _turns(game: AnyGame, scenario: str, turns: list[int]) -> str:
    """The turn in the middle, and between which turns half of all lie."""
    ordered = sorted(turns)
    at = [ordered[int(q * (len(ordered) - 1) + 0.5)] for q in (0.25, 0.5, 0.75)]
    names = [_turn_name(game, scenario, turn) for turn in at]
    if at[0] == at[2]:
        return names[1]
    return f"{names[1]} (half: {names[0]} to {names[2]})"


def _turn_name(game: AnyGame, scenario: str, turn: int) -> str:
    assert game.chronicle is not None
    return game.chronicle.turn_name(scenario, turn)


def _shift(game: AnyGame, one: Grown, plain: list[Grown]) -> Iterator[tuple[str, ...]]:
    base = next((p for p in plain if p.setting.scenario == one.setting.scenario), None)
    if base is None:
        return
    both = _won(game, base).join(_won(game, one), on="seed", suffix="_here").sort("seed")
    if not both.height:
        return
    there, here = both["won"].to_list(), both["won_here"].to_list()
    shift = share_difference(there, here, paired=True)
    told = f"{100 * shift.value:+.0f} ({100 * shift.low:+.0f} to {100 * shift.high:+.0f}) points"
    same = both["choices"].equals(both["choices_here"]) and there == here
    yield (
        _title(game, one),
        f"{one.setting.option} {one.setting.value}",
        str(both.height),
        _share(sum(here), len(here)),
        "none: every game was the same" if same else told,
    )


def _won(game: AnyGame, one: Grown) -> pl.DataFrame:
    won = pl.when(pl.col("winner").is_null()).then(0.5)
    won_by_first = (pl.col("winner") == game.sides[0]).cast(pl.Float64)
    return one.finished.select("seed", "choices", won.otherwise(won_by_first).alias("won"))


def _scenario(game: AnyGame, one: Grown) -> Iterator[str]:
    """How a scenario ends, and when its events fall."""
    scenario = next(s for s in game.scenarios if s.name == one.setting.scenario)
    history = None if game.chronicle is None else game.chronicle.history
    yield f"### {scenario.title}\n"
    if history is not None and scenario.name in history.ends:
        yield f"In the war: {history.ends[scenario.name]}.\n"
    n = one.finished.height
    reason = pl.col("reason").str.replace_all(r"\d+", "n")
    ended = one.finished.group_by(reason).len().sort(["len", "reason"], descending=[True, False])
    rows = [(why, _share(times, n)) for why, times in ended.head(6).iter_rows()]
    yield _table((f"ending (n = {n})", "share"), rows)
    events = list(_events(game, one))
    if events:
        yield _table((f"event (n = {n})", "share", "first in", "in the war"), events)


def _events(game: AnyGame, one: Grown) -> Iterator[tuple[str, ...]]:
    assert game.chronicle is not None
    n, history = one.finished.height, game.chronicle.history
    told = one.finished.select("events").explode("events").drop_nulls().unnest("events")
    by_event: dict[str, list[int]] = {}
    for turn, what in told.select("turn", "what").iter_rows():
        by_event.setdefault(what, []).append(turn)
    worth = {
        what: turns
        for what, turns in by_event.items()
        if history.when(what) is not None or len(turns) >= OFTEN * n
    }
    often = sorted(worth, key=lambda what: (-len(worth[what]), what))[:MOST]
    for what in sorted(often, key=lambda what: (median(worth[what]), what)):
        turns = worth[what]
        when = _turns(game, one.setting.scenario, turns)
        yield without_number(what), _share(len(turns), n), when, history.when(what) or "–"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
