"""What has been loaded for good is left out of collections."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from trenchline.server.memory import calm, collect_now_and_then, settle


def test_what_is_loaded_is_left_to_itself_once() -> None:
    gc.unfreeze()
    settle("a game of this test")
    settled = gc.get_freeze_count()
    assert settled > 10_000
    later: list[list[int]] = [[] for _ in range(100)]
    settle("a game of this test")
    assert gc.get_freeze_count() <= settled, len(later)


class Knot:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.self = self


def test_tables_set_off_no_full_collection_but_the_clock_does() -> None:
    before, full = gc.get_threshold(), list[str]()

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] == 2:
            full.append(phase)

    async def a_while() -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(collect_now_and_then(minutes=0.0001), timeout=1)

    calm()
    gc.callbacks.append(note)
    try:
        kept = [[n] for n in range(300_000)]
        assert not full, len(kept)
        gc.freeze()
        knot = weakref.ref(Knot())
        asyncio.run(a_while())
        assert full
        assert knot() is None
    finally:
        gc.callbacks.remove(note)
        gc.unfreeze()
        gc.set_threshold(*before)
