"""Taking turns: whoever asks for much waits for himself."""

from __future__ import annotations

import asyncio

from trenchline.server.turns import Turns


async def served(turns: Turns, asking: str, steps: int = 3) -> list[str]:
    """The order in which people are served who ask in an order, each for a while."""
    order: list[str] = []

    async def ask(person: str) -> None:
        async with turns.turn(person):
            order.append(person)
            for _ in range(steps):
                await asyncio.sleep(0)

    await asyncio.gather(*(ask(person) for person in asking))
    return order


def test_people_take_turns() -> None:
    assert "".join(asyncio.run(served(Turns(1, 1), "aaaaabbc"))) == "abcabaaa"


def test_one_person_has_only_so_many_places() -> None:
    async def most() -> int:
        turns = Turns(6, 2)
        inside = at_most = 0

        async def ask() -> None:
            nonlocal inside, at_most
            async with turns.turn("a"):
                inside += 1
                at_most = max(at_most, inside)
                await asyncio.sleep(0)
                inside -= 1

        await asyncio.gather(*(ask() for _ in range(9)))
        return at_most

    assert asyncio.run(most()) == 2
    assert sorted(asyncio.run(served(Turns(6, 2), "aaaabb"))[:4]) == list("aabb")


def test_who_goes_away_is_not_waited_for() -> None:
    async def run() -> list[str]:
        turns = Turns(1, 1)
        async with turns.turn("a"):
            gone = [asyncio.create_task(served(turns, "b")) for _ in range(3)]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert turns.waiting("b") == 3
            for task in gone:
                task.cancel()
            await asyncio.gather(*gone, return_exceptions=True)
            assert turns.waiting("b") == 0
        # One that is called and goes at the same moment gives its place back.
        async with turns.turn("a"):
            late = asyncio.create_task(served(turns, "b"))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        late.cancel()
        await asyncio.gather(late, return_exceptions=True)
        return await served(turns, "cd")

    assert asyncio.run(run()) == ["c", "d"]
