"""Background tasks: started, monitored and stopped together."""

from __future__ import annotations

import asyncio

from structlog.testing import capture_logs

from whistlestop.server.background import Background


async def fails() -> None:
    raise OSError("no disk")


async def test_a_failure_is_logged_and_stops_nothing_else() -> None:
    background = Background()
    done = asyncio.Event()

    async def works() -> None:
        await asyncio.sleep(0)
        done.set()

    with capture_logs() as lines:
        background.start(fails(), "writing")
        background.start(works(), "working")
        await background.finish()
        await asyncio.sleep(0)
    assert done.is_set()
    assert len(background) == 0
    assert [(line["work"], line["error"]) for line in lines] == [("writing", "OSError")]


async def test_what_is_repeated_goes_on_after_a_failure() -> None:
    background = Background()
    times: list[int] = []
    often = asyncio.Event()

    async def work() -> None:
        times.append(len(times))
        if len(times) == 1:
            await fails()
        if len(times) == 3:
            often.set()

    with capture_logs() as lines:
        background.every(0.001, work, "looking")
        await asyncio.wait_for(often.wait(), 10)
    assert [line["work"] for line in lines] == ["looking"]
    await background.close()
    assert len(background) == 0


async def test_closing_waits_until_everything_has_stopped() -> None:
    background = Background()
    stopped: list[str] = []

    async def work(name: str) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.01)
            stopped.append(name)

    for name in ("one", "two"):
        background.start(work(name), name)
    await asyncio.sleep(0)
    with capture_logs() as lines:
        await background.close()
    assert sorted(stopped) == ["one", "two"]
    assert lines == []


async def test_a_task_counts_only_until_its_end() -> None:
    """The next entry immediately restarts a loop that has just ended with an empty list; otherwise the entry would
    wait.
    """
    background = Background()
    counts: list[int] = []

    async def work() -> None:
        counts.append(len(background))

    background.start(work(), "working")
    asyncio.get_running_loop().call_soon(lambda: counts.append(len(background)))  # before the task's callback
    await background.finish()
    assert counts == [1, 0]
