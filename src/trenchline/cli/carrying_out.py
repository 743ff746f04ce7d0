"""Carrying out a plan from the command line: with a bar, and with words for what breaks it off."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from trenchline.cli.app import INTERRUPTED, fail
from trenchline.cli.progress import progress
from trenchline.studies.executors import hands
from trenchline.studies.plan import Plan

if TYPE_CHECKING:
    import polars as pl


def carried_out(
    plan: Plan, out: Path, jobs: int, cluster: str | None, kept: bool = True
) -> pl.DataFrame:
    """Play what is missing of a plan in its folder; returns all its games.

    What is not ``kept`` is gone when it is broken off.
    """
    # These take half a second to load: no other command shall wait for them.
    from trenchline.studies.conduct import conduct
    from trenchline.studies.folder import StudyFolder

    folder = StudyFolder(out, plan)
    folder.prepare()
    total = plan.games * len(plan.variants(None))
    played = len(folder.games())
    then = "the same command goes on" if kept else "name --out to keep what was played"
    if played < total:
        try:
            with hands(jobs, cluster) as doing, progress() as bar:
                task = bar.add_task("", total=total, completed=played)
                for came in conduct(folder, doing):
                    bar.advance(task, came)
        except KeyboardInterrupt:
            fail(f"stopped after {len(folder.games())} of {total} games; {then}", INTERRUPTED)
        except BrokenExecutor as error:
            reason = str(error) or "a process died before its games were over"
            fail(f"{reason}; {then}")
    return folder.finish()
