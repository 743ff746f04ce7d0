"""Who does the work of a study: this process, a pool of processes, or a Dask cluster.

All three are ``concurrent.futures`` executors, so that whoever hands out work need not know which.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Got = TypeVar("Got")

PATIENCE = 30
"""Seconds to wait for a cluster and its first worker."""


@dataclass(frozen=True)
class Hands:
    """An executor, and how many things it does at a time."""

    executor: Executor
    width: int


class Alone(Executor):
    """Does everything at once, in this process."""

    def submit(
        self, fn: Callable[Given, Got], /, *args: Given.args, **kwargs: Given.kwargs
    ) -> Future[Got]:
        """Do it now."""
        future: Future[Got] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def process_pool(jobs: int) -> ProcessPoolExecutor:
    """So many processes, made afresh: forking would copy whatever threads hold at that moment."""
    return ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_follow)


def _follow() -> None:
    """Let the process that started the study answer interrupts, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    # Nobody waits for results any more: not even for those of this game.
    os._exit(1)


@contextmanager
def hands(jobs: int = 1, cluster: str | None = None) -> Iterator[Hands]:
    """Whoever does the work: the cluster at this address, or so many processes."""
    if cluster is not None:
        with _cluster(cluster) as found:
            yield found
    elif jobs == 1:
        yield Hands(Alone(), 1)
    else:
        pool = process_pool(jobs)
        try:
            yield Hands(pool, jobs)
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _cluster(address: str) -> Iterator[Hands]:
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise ValueError(
            "a cluster needs the package distributed: pip install 'trenchline[cluster]'"
        ) from None
    try:
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)
    except TypeError as error:
        raise ValueError(f"{address!r} is not the address of a cluster ({error})") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise ValueError(f"the cluster at {address} has no workers") from None
        executor = client.get_executor(pure=False)
        try:
            yield Hands(executor, sum(client.nthreads().values()))
        except KilledWorker as error:
            raise BrokenExecutor(f"too many workers died over the same games ({error})") from None
        finally:
            # Whoever leaves early does not wait for games that nobody wants.
            executor.shutdown(wait=False)
