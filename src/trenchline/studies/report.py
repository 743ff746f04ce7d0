"""The report of a study: one HTML file that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import polars as pl

from trenchline.games import load_game
from trenchline.kernel.story import LOSSES
from trenchline.studies import plots
from trenchline.studies.findings import DRAW, Findings
from trenchline.studies.intervals import mean, share
from trenchline.studies.mixture import mixture
from trenchline.studies.plan import Plan

STYLE = """
:root { color-scheme: light; }
body { margin: 0; background: #f4f0e6; color: #2b2a26;
  font: 16px/1.5 "Source Sans Pro", "Segoe UI", Helvetica, Arial, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font: 700 2.1rem/1.2 "Source Serif Pro", Georgia, serif; margin: 0 0 .25rem; }
h3 { font: 700 1.05rem/1.3 "Source Sans Pro", "Segoe UI", sans-serif; margin: 1.25rem 0 .25rem; }
h2 { font: 700 1.35rem/1.3 "Source Serif Pro", Georgia, serif; margin: 2.5rem 0 .5rem; }
.plan { color: #5d584c; margin: 0 0 1.5rem; }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.25rem 0; }
.tile, figure { background: #fffdf8; border: 1px solid #ddd6c5; border-radius: 6px; }
.tile { padding: .7rem 1rem; flex: 1 1 7rem; }
.tile b { display: block; font: 700 1.7rem/1.2 "Source Serif Pro", Georgia, serif; }
.tile span { color: #5d584c; font-size: .9rem; }
figure { margin: .75rem 0; padding: .75rem; }
figure svg { display: block; width: 100%; height: auto; }
p { max-width: 46rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; background: #fffdf8; font-size: .93rem; margin: .75rem 0; }
th, td { padding: .3rem .8rem; border-bottom: 1px solid #e6e1d4; text-align: left; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
code { background: #ece6d7; border-radius: 3px; padding: .1rem .3rem; font-size: .9em; }
.crash { border-left: 4px solid #b0492f; padding-left: 1rem; }
@media print { body { background: white; } figure, table { break-inside: avoid; } }
"""


MOST_PLOTS = 6
"""So many variants have plots of their events; the others are in the table."""


def report(plan: Plan, found: Findings, games: pl.DataFrame) -> str:
    """The page."""
    game = load_game(plan.game)
    finished = games.filter(pl.col("crash").is_null())
    titles = [plan.title(variant) for variant in range(len(plan.variants(None)))]
    parts = [
        f"<h1>{escape(game.title)}: a study of {len(games):,} games</h1>",
        f'<p class="plan">{escape(_plan_in_words(plan))}</p>',
        *_crashes(games),
    ]
    if len(finished):
        parts += [
            *_tiles(found, finished, titles, game.sides),
            *_balance(found, titles, game.sides),
            *_options(found, game.sides[0]),
            *_turns(found, titles, game.sides),
            *_events(found, finished, titles),
            *_length(found, finished, titles),
        ]
    parts += [_again(plan), *_made(plan, games)]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(game.title)}: a study</title>\n<style>{STYLE}</style>\n</head>\n"
        "<body>\n<main>\n" + "\n".join(parts) + "\n</main>\n</body>\n</html>\n"
    )


def _plan_in_words(plan: Plan) -> str:
    game = load_game(plan.game)
    seats = ", ".join(
        f"{side} played by {p}" for side, p in zip(game.sides, plan.players, strict=True)
    )
    words = [seats, f"scenario {plan.scenario or game.scenarios[0].name}"]
    if "scenario" in plan.vary:
        words.pop()
    words += [f"{name} {value}" for name, value in plan.options.items()]
    words += [f"{name} varied ({', '.join(values)})" for name, values in plan.vary.items()]
    words.append(f"seeds {plan.seed} to {plan.seed + plan.games - 1}")
    words.append(f"rules {plan.rules}")
    return "; ".join(words) + "."


def _crashes(games: pl.DataFrame) -> Iterable[str]:
    crashed = games.filter(pl.col("crash").is_not_null())
    if len(crashed):
        yield (
            f'<p class="crash">{len(crashed)} games crashed and count nowhere below. '
            f"The first: seed {crashed['seed'][0]}, {escape(str(crashed['crash'][0]))}. "
            "The folder <code>crashes</code> has what is left of each.</p>"
        )


def _made(plan: Plan, games: pl.DataFrame) -> Iterable[str]:
    """By what and by whom it was played, and whether results of other code are among it."""
    if plan.made is not None:
        yield f'<p class="plan">Played by {escape(plan.made.told())}.</p>'
    if mixed := mixture(plan, games):
        kind = "crash" if mixed.startswith("Mixed") else "plan"
        yield f'<p class="{kind}">{escape(mixed)}</p>'


def _tiles(
    found: Findings, games: pl.DataFrame, titles: list[str], sides: tuple[str, ...]
) -> Iterable[str]:
    """The main numbers of each variant by itself."""
    for variant, title in enumerate(titles):
        of_it = games.filter(pl.col("variant") == variant)
        if not len(of_it):
            continue
        tiles = []
        for winner in (*sides, DRAW):
            row = found.win_rates.filter(variant=variant, winner=winner).row(0, named=True)
            what = "ended in a draw" if winner == DRAW else f"won by the {winner} side"
            bounds = f"{row['low']:.1%} to {row['high']:.1%}"
            tiles.append((f"{row['share']:.1%}", f"{what} ({bounds})"))
        for side in sides:
            value, low, high = mean(of_it[f"score {side}"].cast(pl.Float64).to_list())
            points = f"{side} points at the end, mean ({low:.1f} to {high:.1f})"
            tiles.append((f"{value:.1f}", points))
        choices = mean(of_it["choices"].cast(pl.Float64).to_list()).value
        tiles.append((f"{choices:,.0f}", f"choices in a game, mean of {len(of_it):,} games"))
        if len(titles) > 1:
            yield f"<h3>{escape(title)}: {len(of_it):,} games</h3>"
        cells = (f'<div class="tile"><b>{n}</b><span>{escape(w)}</span></div>' for n, w in tiles)
        yield f'<div class="tiles">{"".join(cells)}</div>'


def _balance(found: Findings, titles: list[str], sides: tuple[str, ...]) -> Iterable[str]:
    yield "<h2>Who wins</h2>"
    yield "<p>The bars are the intervals that hold the true rate nineteen times in twenty.</p>"
    yield _drawn(plots.plot_win_rates(found.win_rates, titles, sides))
    rows = [
        (
            titles[variant],
            winner,
            f"{won:,} of {games:,}",
            f"{rate:.1%}",
            f"{low:.1%} to {high:.1%}",
        )
        for variant, winner, games, won, rate, low, high in found.win_rates.iter_rows()
    ]
    yield _table(("games", "winner", "won#", "rate#", "interval#"), rows)
    yield "<h2>How games end</h2>"
    yield _table(
        ("games", "ending", "times#", "share#", "interval#"),
        [
            (titles[variant], reason, f"{times:,}", f"{rate:.1%}", f"{low:.1%} to {high:.1%}")
            for variant, reason, times, rate, low, high in found.endings.iter_rows()
        ],
    )


def _options(found: Findings, side: str) -> Iterable[str]:
    table = found.options
    if not len(table):
        return
    yield "<h2>How options shift the balance</h2>"
    yield (
        "<p>Each value beside the first of its kind; a draw is half a win. To the right the "
        f"{escape(side)} side gains. An interval that holds zero shows nothing yet.</p>"
    )
    yield _drawn(plots.plot_options(table, side))
    rows = [
        (
            f"{row['option']} {row['value']}",
            f"{row['games']:,}",
            f"{row['won_value']:.1%}",
            _signed(
                100 * row["won_shift_value"],
                100 * row["won_shift_low"],
                100 * row["won_shift_high"],
            ),
            f"{row['margin_value']:+.1f}",
            _signed(row["margin_shift_value"], row["margin_shift_low"], row["margin_shift_high"]),
        )
        for row in table.iter_rows(named=True)
    ]
    yield _table(
        ("option", "games#", f"{side} wins#", "shift in percent#", "margin#", "shift in points#"),
        rows,
    )


def _signed(value: float, low: float, high: float) -> str:
    return "–" if value == low == high == 0 else f"{value:+.1f} ({low:+.1f} to {high:+.1f})"


def _turns(found: Findings, titles: list[str], sides: tuple[str, ...]) -> Iterable[str]:
    names = found.turns["what"].unique(maintain_order=True).to_list()
    # Points first, losses last.
    for what in sorted(names, key=lambda name: (name == LOSSES, name != "victory points", name)):
        yield f"<h2>{escape(what[0].upper() + what[1:])} by turn</h2>"
        counted = "Counted from the start of the game. " if what == LOSSES else ""
        yield (
            f"<p>{counted}As each turn ends, in the games that came so far: the median, half of "
            "them (dark) and nine in ten (light). Where games have ended before, the small number "
            "above the turn says how many are left.</p>"
        )
        yield _drawn(plots.plot_turns(found.turns, what, titles, sides))


def _events(found: Findings, games: pl.DataFrame, titles: list[str]) -> Iterable[str]:
    if not len(found.events):
        return
    played = dict(games["variant"].value_counts().iter_rows())
    yield "<h2>When decisive events happen</h2>"
    yield "<p>The share of the games in which each event first happened in that turn.</p>"
    for variant in sorted(played)[:MOST_PLOTS]:
        told = found.events.filter(pl.col("variant") == variant)
        if len(told):
            if len(titles) > 1:
                yield f"<h3>{escape(titles[variant])}: {played[variant]:,} games</h3>"
            yield _drawn(plots.plot_events(told, played[variant]))
    ever = found.events.group_by("what", "variant").agg(pl.col("games").sum())
    times = {(what, variant): n for what, variant, n in ever.iter_rows()}
    rows = [
        (what, *(_told_share(times.get((what, v), 0), played[v]) for v in sorted(played)))
        for what in sorted({what for what, _ in times})
    ]
    heads = (f"{titles[v]} (n = {played[v]:,})#" for v in sorted(played))
    yield _table(("event", *heads), rows)


def _told_share(times: int, of: int) -> str:
    value, low, high = share(times, of)
    return f"{value:.1%} ({low:.1%} to {high:.1%})"


def _length(found: Findings, games: pl.DataFrame, titles: list[str]) -> Iterable[str]:
    yield "<h2>Length</h2>"
    yield _drawn(plots.plot_lengths(games, titles))
    rows = [
        (
            titles[row["variant"]],
            f"{row['games']:,}",
            row["what"],
            *(f"{row[key]:,.0f}" for key in ("least", "p5", "median", "p95", "most")),
            f"{row['mean']:,.1f}",
        )
        for row in found.lengths.iter_rows(named=True)
    ]
    yield _table(
        ("games", "n#", "in", "least#", "5 %#", "median#", "95 %#", "most#", "mean#"), rows
    )


def _again(plan: Plan) -> str:
    first = plan.variants(None)[0]
    words = ["trenchline simulate", plan.game, f"--players {','.join(plan.players)}"]
    if first.scenario is not None:
        words.append(f"--scenario {first.scenario}")
    words += [f"--option {name}={value}" for name, value in first.options.items()]
    words.append(f"--games 1 --seed {plan.seed} --record .")
    return (
        "<h2>To look closer</h2><p>Every game stands in <code>games.parquet</code>, the numbers of "
        "this page in the CSV files beside it. Game <i>k</i> has the seed of the study plus "
        "<i>k</i> in every variant; this plays the "
        f"first game again and keeps its record: <code>{escape(' '.join(words))}</code></p>"
    )


def _drawn(svg: str) -> str:
    return f"<figure>{svg}</figure>"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table; the heads of columns of numbers end in a sharp."""
    kinds = [' class="n"' if head.endswith("#") else "" for head in heads]

    def line(tag: str, cells: Iterable[str]) -> str:
        filled = zip(kinds, cells, strict=True)
        return "<tr>" + "".join(f"<{tag}{k}>{escape(c)}</{tag}>" for k, c in filled) + "</tr>"

    body = "".join(line("td", row) for row in rows)
    top = line("th", (head.removesuffix("#") for head in heads))
    return f'<div class="table"><table><thead>{top}</thead><tbody>{body}</tbody></table></div>'
