"""What viewers receive: in order, in whatever way it is sent; the past is built once and extended."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import Running, two_seats
from websockets.exceptions import ConnectionClosed

import whistlestop as ws
from whistlestop.game import Game
from whistlestop.server.usecases.tables.viewers import Viewer
from whistlestop.server.usecases.tables.views import GameViews

if TYPE_CHECKING:
    from collections.abc import Sequence


def one_more(game: Game, rng: random.Random) -> Game:
    """Return the game one action later."""
    after = game.copy()
    seat = rng.choice(after.to_act)
    after.play(rng.choice(after.legal(seat)), seat)
    return after


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["usa", "card_game"])
def test_a_log_that_is_carried_on_is_the_one_made_anew(ruleset: str) -> None:  # RUL-61
    rng = random.Random(5)
    views = GameViews(ws.Game.new(ruleset, 2, seed=5))
    asked, over = 0, False
    while not over:
        views.advance(one_more(views.game, rng), [0, 1, None])
        over = views.game.over
        for seat in (0, 1, None):
            if over or rng.random() < 0.02:
                assert bytes(views.log(seat)) == bytes(GameViews(views.game).log(seat))
                asked += 1
    assert asked > 6


def test_what_was_told_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    views = GameViews(ws.Game.new("usa", 2, seed=1))
    for _ in range(12):
        views.advance(one_more(views.game, rng), [0, None])
    views.log(0)
    later = [views.game]
    for _ in range(3):
        later.append(one_more(later[-1], rng))
    played: list[int] = []
    honest = Game._apply

    def counted(game: Game, seat: int, action: int) -> object:
        played.append(game.version)
        return honest(game, seat, action)

    monkeypatch.setattr(Game, "_apply", counted)
    for game in later[1:]:
        views.advance(game, [0, None])
    assert played == []
    views.log(0)
    assert played == [12, 13, 14]
    views.log(0)
    assert played == [12, 13, 14]
    views.advance(one_more(views.game, rng), [])  # no viewer is left, so nothing is kept
    views.log(0)
    assert len(played) == 3 + 1 + 16


async def test_viewers_without_an_update_for_lack_of_memory_are_shown_everything(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The action is on disk: it has one answer, and nobody waits for a turn that has come."""
    table, ada, ben, first, second = await two_seats(server)
    honest, lacking = Game.observe_together, [True]

    def observe_together(*args: Any) -> Any:
        if lacking:
            lacking.clear()
            raise MemoryError
        return honest(*args)

    monkeypatch.setattr(Game, "observe_together", observe_together)
    assert first.view is not None
    action = first.view["legal"][0]
    ack = await first.command(action, command="first")
    assert (ack["type"], ack["version"]) == ("ack", 1)
    for socket in (first, second):
        with suppress(ConnectionClosed):
            while True:
                assert (await socket.receive())["type"] not in {"update", "refused"}
    again = await ada.sit(table)
    assert again.hello["version"] == 1
    assert await again.command(action, version=0, command="first") == ack
    other = await ben.sit(table)
    assert other.view is not None
    assert (await other.command(other.view["legal"][0]))["version"] == 2
    assert (await again.until("update"))["version"] == 2


async def test_what_is_sent_at_once_overtakes_nothing_that_waits() -> None:
    viewer, may = Viewer("ada", 8), asyncio.Event()
    told: list[bytes] = []

    def at_once(frames: Sequence[bytes]) -> bool:
        if may.is_set():
            told.extend(frames)
        return may.is_set()

    async def send(frame: bytes) -> None:
        await may.wait()
        told.append(frame)

    viewer.send(b"queued before there is a socket")
    viewer.at_once = at_once
    draining = asyncio.create_task(viewer.drain(send))
    await asyncio.sleep(0)
    viewer.send(b"the other side reads slowly")
    may.set()
    viewer.send(b"it may be sent, and others wait")
    assert told == []
    for _ in range(5):
        await asyncio.sleep(0)
    viewer.send(b"nobody waits")
    assert told == [
        b"queued before there is a socket",
        b"the other side reads slowly",
        b"it may be sent, and others wait",
        b"nobody waits",
    ]
    assert viewer.frames.empty()
    draining.cancel()


def test_frames_that_are_sent_together_go_out_as_one() -> None:
    """This holds even if making a message fails: an acknowledgment never depends on the update that follows it."""
    viewer = Viewer("ada", 8)
    told: list[list[bytes]] = []

    def at_once(frames: Sequence[bytes]) -> bool:
        told.append(list(frames))
        return True

    viewer.at_once = at_once
    with viewer.together():
        viewer.send(b"ack")
        viewer.send(b"update")
    viewer.send(b"alone")

    def fail() -> None:
        with viewer.together():
            viewer.send(b"ack")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    viewer.at_once = None
    with viewer.together():
        viewer.send(b"first")
        viewer.send(b"second")
    assert told == [[b"ack", b"update"], [b"alone"], [b"ack"]]
    assert [viewer.frames.get_nowait() for _ in range(2)] == [b"first", b"second"]
