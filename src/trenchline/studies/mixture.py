"""Whether results of different code or players are mixed, in words for whoever reads them."""

from __future__ import annotations

import polars as pl

from trenchline.studies.plan import Plan


def mixture(plan: Plan, games: pl.DataFrame) -> str:
    """What must be said with the results of a study; nothing where one and the same code played."""
    by = pl.col("code").str.split("+").list.first()
    begun = None if plan.made is None else plan.made.code
    by_others = begun is not None and games.select((by != begun).any()).item()
    # Variants may have players of their own.
    if by_others or len(games.unique(["variant", "code"])) > games["variant"].n_unique():
        codes = games["code"].value_counts().sort(["count", "code"], descending=[True, False])
        shares = ", ".join(f"{count:,} games by {code}" for code, count in codes.iter_rows())
        return f"Mixed: different code played these games ({shares})."
    if plan.mixed:
        return "Games of other code, players or Python might be mixed in."
    return ""
