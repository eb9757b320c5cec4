"""Reviews by the server: made by a real process, kept, limited, and never of a game under way."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from structlog.testing import capture_logs
from tests.reviewing.test_review import finished, late
from tests.server.harness import Guest, Running, code, running, seated

import whistlestop as ws
from whistlestop.core.jit import JIT_DISABLED
from whistlestop.reviewing import VERSION, review
from whistlestop.server.adapters.database.schema.history import reviews
from whistlestop.server.usecases.reviews import reviews as service

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="reviews are not made where the rules are interpreted")

WORLDS = 4


async def brought(guest: Guest, left: int) -> tuple[str, ws.GameRecord]:
    """The key to watch a short game that a guest has brought, and its record."""
    record = finished(late("usa", 2, left))
    answer = await guest.post("/api/records", {"record": record.to_dict(), "names": []})
    assert answer.status_code == 201, answer.text
    return answer.json()["watch"], record


async def made(guest: Guest, game: str) -> Any:
    """The answer when the review is made; how far it is never goes back."""
    before = -1
    async with asyncio.timeout(240):
        while True:
            answer = (await guest.get(f"/api/games/{game}/review")).json()
            if answer["state"] not in {"waiting", "working"}:
                return answer
            assert answer["done"] >= before
            before = answer["done"]
            await asyncio.sleep(0.05)


async def test_made_once_and_kept(tmp_path: Path) -> None:
    async with running(tmp_path, review_worlds=WORLDS, reviews_per_day=2) as server:
        ada, ben = await server.guest(), await server.guest()
        game, record = await brought(ada, 6)
        other, _ = await brought(ada, 4)
        assert (await ben.get(f"/api/games/{game}/review")).json()["state"] == "none"
        # Whoever may see the game may ask.
        asked = (await ben.post(f"/api/games/{game}/review")).json()
        assert asked["state"] in {"waiting", "working"}
        behind = (await ada.post(f"/api/games/{other}/review")).json()
        assert (behind["state"], behind["ahead"]) == ("waiting", 1)
        assert (
            await ben.post(f"/api/games/{game}/review")
        ).status_code == 201  # the same, and does not count
        done = await made(ben, game)
        expected = msgspec.to_builtins(review(record, worlds=WORLDS))
        assert (done["state"], done["review"]) == ("done", expected)
        assert (await made(ada, other))["state"] == "done"
        # The address has had its two; what is made can still be had.
        third, _ = await brought(ada, 3)
        assert code(await ada.post(f"/api/games/{third}/review")) == (429, "rate_limited")
        assert (await ada.post(f"/api/games/{game}/review")).json()["review"] == expected
        store = server.services.store
        await store.writer.run(lambda connection: connection.execute(reviews.update().values(format="older")))
        assert (await ada.get(f"/api/games/{game}/review")).json()["state"] == "none"
    async with running(tmp_path, review_worlds=WORLDS) as server:
        carl = await server.guest()
        again = await carl.post(f"/api/games/{game}/review")
        assert again.json()["state"] in {"waiting", "working"}
        assert (await made(carl, game))["review"]["format"] == VERSION
    async with running(tmp_path, review_worlds=0) as server:
        dora = await server.guest()
        assert (await made(dora, game))["state"] == "done"
        assert code(await dora.post(f"/api/games/{third}/review")) == (503, "unavailable")


async def test_only_of_games_that_are_over(server: Running) -> None:
    table, (ada, _), _ = await seated(server, late("usa", 2, 6))
    for answer in (await ada.get(f"/api/games/{table}/review"), await ada.post(f"/api/games/{table}/review")):
        assert code(answer) == (409, "not_over")
    assert code(await ada.post("/api/games/nothing/review")) == (404, "not_found")


async def test_a_process_that_fails(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told, the next review is made all the same, and this one may be asked for again."""
    ada = await server.guest()
    first, _ = await brought(ada, 3)
    second, _ = await brought(ada, 2)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with capture_logs() as lines:
        await ada.post(f"/api/games/{first}/review")
        assert (await made(ada, first))["state"] == "failed"
    [line] = [line for line in lines if line["event"] == "review not made"]
    assert (
        len(line["table"]) == 6
    )  # whoever reads the log may not watch the game, nor read what was complained of
    assert not any(text in str(lines) for text in (first, "/nowhere/python"))
    monkeypatch.undo()
    await ada.post(f"/api/games/{second}/review")
    assert (await made(ada, second))["state"] == "done"
    assert (await ada.post(f"/api/games/{first}/review")).json()["state"] in {"waiting", "working"}
    monkeypatch.setattr(service, "WAITING", 0)
    third, _ = await brought(ada, 4)
    assert code(await ada.post(f"/api/games/{third}/review")) == (503, "overloaded")


async def test_one_review_does_not_keep_the_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has a limit of time and of decisions; what is refused does not count."""
    async with running(tmp_path, review_worlds=WORLDS, reviews_per_day=1) as server:
        ada = await server.guest()
        game, _ = await brought(ada, 3)
        monkeypatch.setattr(service, "MOST", 2)
        assert code(await ada.post(f"/api/games/{game}/review")) == (503, "unavailable")
        monkeypatch.undo()
        monkeypatch.setattr(service, "LONGEST", 0.01)
        assert (await ada.post(f"/api/games/{game}/review")).status_code == 201
        assert (await made(ada, game))["state"] == "failed"
