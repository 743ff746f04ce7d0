"""The plots of a report, as SVG that stands in the page itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from textwrap import fill
from typing import Any, Literal

import matplotlib as mpl
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator, PercentFormatter

from trenchline.studies.findings import DRAW

INK, PALE, PAPER = "#2b2a26", "#8d877a", "#fffdf8"
SIDE_COLOURS = ("#2f5f8f", "#b0492f", "#5f7d3a", "#8a5a9e")
DRAW_COLOUR = "#8d877a"
WIDTH = 9.0
"""Inches; the page scales it."""

FONTS = ("Source Sans Pro", "Segoe UI", "Helvetica", "Arial", "DejaVu Sans")
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "trenchline",
    "font.family": "sans-serif",
    "font.size": 10.5,
    "axes.edgecolor": PALE,
    "axes.labelcolor": INK,
    "axes.titlesize": 11.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.facecolor": PAPER,
    "figure.facecolor": PAPER,
    "grid.color": "#e6e1d4",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
}


@contextmanager
def _figure(
    height: float, rows: int = 1, columns: int = 1, alike: bool = True
) -> Iterator[tuple[Figure, list[Axes]]]:
    # A reader may have fonts that are not here; sizes are measured in what there is.
    known = set(fontManager.get_font_names())
    with mpl.rc_context({**STYLE, "font.sans-serif": [n for n in FONTS if n in known]}):
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        axes = figure.subplots(rows, columns, squeeze=False, sharey=alike)
        yield figure, list(axes.flat)


def _svg(figure: Figure) -> str:
    written = StringIO()
    figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    text = written.getvalue()
    return re.sub(r' (width|height)="[\d.]+pt"', "", text[text.index("<svg") :], count=2)


def _colours(sides: tuple[str, ...]) -> dict[str, str]:
    return {**dict(zip(sides, SIDE_COLOURS, strict=False)), DRAW: DRAW_COLOUR}


def _legend(figure: Figure, axis: Axes) -> None:
    """One legend for all panels, above them."""
    handles, labels = axis.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper right", ncols=len(labels))


def plot_win_rates(table: pl.DataFrame, titles: list[str], sides: tuple[str, ...]) -> str:
    """A row a variant, a dot a side, each with its interval."""
    colours = _colours(sides)
    with _figure(1.1 + 0.55 * len(titles)) as (figure, (axis,)):
        winners = [winner for winner in (*sides, DRAW) if _ever(table, winner)]
        for place, winner in enumerate(winners):
            rows = table.filter(pl.col("winner") == winner)
            shift = 0.16 * (place - (len(winners) - 1) / 2)
            axis.errorbar(
                rows["share"].to_list(),
                [variant + shift for variant in rows["variant"]],
                xerr=[
                    (rows["share"] - rows["low"]).to_list(),
                    (rows["high"] - rows["share"]).to_list(),
                ],
                fmt="o",
                markersize=7,
                elinewidth=2.4,
                color=colours[winner],
                label=winner,
            )
        axis.set_yticks(range(len(titles)), titles)
        axis.set_ylim(len(titles) - 0.5, -0.5)
        axis.set_xlim(-0.02, 1.02)
        axis.xaxis.set_major_formatter(PercentFormatter(1.0))
        axis.grid(visible=False, axis="y")
        _legend(figure, axis)
        return _svg(figure)


def _ever(table: pl.DataFrame, winner: str) -> bool:
    return bool(table.filter(pl.col("winner") == winner)["won"].sum()) or winner != DRAW


def plot_turns(table: pl.DataFrame, what: str, titles: list[str], sides: tuple[str, ...]) -> str:
    """A panel a variant: the median of each side, half of all games, and nine in ten."""
    colours = _colours(sides)
    columns = 2 if len(titles) in (2, 4) else min(3, len(titles))
    rows = -(-len(titles) // columns)
    with _figure(0.6 + 2.9 * rows, rows, columns) as (figure, axes):
        for variant, axis in enumerate(axes):
            if variant >= len(titles):
                axis.set_axis_off()
                continue
            for side in sides:
                line = table.filter(
                    (pl.col("variant") == variant) & (pl.col("what") == what), side=side
                )
                turns = line["turn"].to_list()
                colour = colours[side]
                for low, high, alpha in (("p5", "p95", 0.13), ("p25", "p75", 0.28)):
                    axis.fill_between(
                        turns,
                        line[low].to_list(),
                        line[high].to_list(),
                        color=colour,
                        alpha=alpha,
                        lw=0,
                    )
                axis.plot(
                    turns,
                    line["median"].to_list(),
                    color=colour,
                    lw=2,
                    marker="o",
                    ms=3.5,
                    label=side,
                )
            _tell_how_many(axis, table.filter(variant=variant, what=what, side=sides[0]))
            axis.set_xlabel("turn")
            axis.xaxis.set_major_locator(MaxNLocator(integer=True))
            if len(titles) > 1:
                axis.set_title(fill(titles[variant], 72 // columns), fontsize=10)
        for axis in axes[::columns]:
            axis.set_ylabel(what)
        _legend(figure, axes[0])
        return _svg(figure)


def _tell_how_many(axis: Axes, line: pl.DataFrame) -> None:
    """How many games are left, at the turns by which some have ended."""
    counts = list(line.select("turn", "games").iter_rows())
    before = max((games for _, games in counts), default=0)
    told = []
    for turn, games in counts:
        if games < before:
            told.append((turn, games))
            before = games
    # So many numbers find room beside each other.
    for turn, games in told[:: -(-len(told) // 10) or 1]:
        axis.annotate(
            f"{games}",
            (turn, 0.01),
            xycoords=("data", "axes fraction"),
            ha="center",
            fontsize=7.5,
            color=PALE,
        )


def plot_events(table: pl.DataFrame, games: int, most: int = 24) -> str:
    """A row an event, a column a turn: the share of all games in which it happened then."""
    totals = (
        table.group_by("what")
        .agg(
            pl.col("games").sum().alias("times"),
            ((pl.col("turn") * pl.col("games")).sum() / pl.col("games").sum()).alias("when"),
        )
        .sort(["times", "what"], descending=[True, False])
        .head(most)
        .sort("when", "what")
    )
    names = totals["what"].to_list()
    last = int(table["turn"].cast(pl.Int64).to_numpy().max())
    counts = {
        (what, turn): times
        for what, turn, times in table.group_by("what", "turn")
        .agg(pl.col("games").sum())
        .iter_rows()
    }
    shares = [
        [counts.get((name, turn), 0) / games for turn in range(1, last + 1)] for name in names
    ]
    with _figure(1.0 + 0.36 * len(names)) as (figure, (axis,)):
        axis.imshow(shares, cmap="YlOrBr", vmin=0, vmax=max(map(max, shares)), aspect="auto")
        for y, row in enumerate(shares):
            for x, value in enumerate(row):
                if value:
                    text = f"{value:.0%}" if value >= 0.01 else "<1%"
                    dark = value > 0.6 * max(map(max, shares))
                    axis.text(
                        x,
                        y,
                        text,
                        ha="center",
                        va="center",
                        fontsize=8.5,
                        color="white" if dark else INK,
                    )
        axis.set_yticks(range(len(names)), names)
        axis.set_xticks(range(last), [str(turn) for turn in range(1, last + 1)])
        axis.set_xlabel("turn")
        axis.grid(visible=False)
        axis.tick_params(length=0)
        right = axis.secondary_yaxis("right")
        right.set_yticks(
            range(len(names)), [f"{times / games:.0%}" for times in totals["times"].to_list()]
        )
        right.tick_params(length=0)
        right.set_ylabel("of all games")
        for spine in (*axis.spines.values(), *right.spines.values()):
            spine.set_visible(False)
        return _svg(figure)


def plot_lengths(games: pl.DataFrame, titles: list[str]) -> str:
    """How many choices the games had, and in which turn they ended."""
    with _figure(3.2, 1, 2, alike=False) as (figure, (choices, turns)):
        counts = games["choices"].to_list()
        low, high = min(counts), max(counts)
        bins = [low + (high - low + 1) * n / 24 for n in range(25)]
        for variant, title in enumerate(titles):
            part = games.filter(pl.col("variant") == variant)
            colour = f"C{variant}" if len(titles) > 1 else PALE
            weights = [1 / len(part)] * len(part)
            kind: Literal["step", "stepfilled"] = "step" if len(titles) > 1 else "stepfilled"
            choices.hist(
                part["choices"].to_list(),
                bins,
                weights=weights,
                histtype=kind,
                color=colour,
                lw=1.6,
                label=title,
            )
            ended = sorted(part["turns"].drop_nulls().value_counts().iter_rows())
            width = 0.8 / len(titles)
            turns.bar(
                [turn + width * (variant - (len(titles) - 1) / 2) for turn, _ in ended],
                [times / len(part) for _, times in ended],
                width,
                color=colour,
            )
        choices.set_xlabel("choices in a game")
        turns.set_xlabel("turn in which the game ended")
        turns.xaxis.set_major_locator(MaxNLocator(integer=True))
        for axis in (choices, turns):
            axis.yaxis.set_major_formatter(PercentFormatter(1.0))
        if len(titles) > 1:
            _legend(figure, choices)
        return _svg(figure)


def plot_options(table: pl.DataFrame, side: str) -> str:
    """How far each value moves the balance from that of the first, with intervals."""
    names = [f"{option} {value}" for option, value in table.select("option", "value").iter_rows()]
    rows = list(range(len(names)))
    with _figure(1.2 + 0.42 * len(names), 1, 2) as (figure, axes):
        for axis, what, label in zip(
            axes,
            ("won", "margin"),
            (f"shift of games won by the {side} side", f"shift of the {side} margin in points"),
            strict=True,
        ):
            value, low, high = (
                table[f"{what}_shift_{k}"].to_list() for k in ("value", "low", "high")
            )
            axis.axvline(0, color=PALE, lw=1)
            axis.errorbar(
                value,
                rows,
                xerr=[
                    [a - b for a, b in zip(value, low, strict=True)],
                    [b - a for a, b in zip(value, high, strict=True)],
                ],
                fmt="o",
                markersize=7,
                elinewidth=2.4,
                color=INK,
            )
            axis.set_yticks(rows, names)
            axis.set_ylim(len(names) - 0.5, -0.5)
            axis.set_xlabel(label)
            axis.grid(visible=False, axis="y")
        axes[0].xaxis.set_major_formatter(PercentFormatter(1.0))
        axes[0].xaxis.set_major_locator(MaxNLocator(5))
        return _svg(figure)


def plot_cross_table(
    names: list[str], shares: list[list[tuple[float, float] | None]], sides: tuple[str, ...]
) -> str:
    """Who makes how many of the points against whom, the strongest first; under each share what he
    makes of it on either side."""
    count = len(names)
    with _figure(1.2 + 0.75 * count) as (figure, (axis,)):
        axis.set_xlim(-0.5, count - 0.5)
        axis.set_ylim(count - 0.5, -0.5)
        for row, line in enumerate(shares):
            for column, share in enumerate(line):
                if share is None:
                    continue
                mean = sum(share) / len(share)
                colour = SIDE_COLOURS[0] if mean >= 0.5 else SIDE_COLOURS[1]
                # The sign of the number tells as much as the colour.
                box = Rectangle(
                    (column - 0.48, row - 0.46), 0.96, 0.92, color=colour, alpha=abs(mean - 0.5)
                )
                axis.add_patch(box)
                axis.text(column, row - 0.1, f"{mean:.0%}", ha="center", va="center", weight="bold")
                told = " / ".join(f"{part:.0%}" for part in share)
                axis.text(column, row + 0.25, told, ha="center", va="center", size=8)
        axis.set_xticks(range(count), [fill(name, 14) for name in names])
        axis.set_yticks(range(count), [fill(name, 18) for name in names])
        axis.xaxis.tick_top()
        axis.grid(visible=False)
        axis.set_xlabel(f"points of the row against the column; below, as {' / as '.join(sides)}")
        return _svg(figure)
