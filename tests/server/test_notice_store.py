"""The outbox and the channels on SQLite and PostgreSQL, when a turn started, and which rows are read for long turns."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sqlalchemy import delete, update
from tests.server.harness import TWO_PEOPLE, running
from tests.server.receiver import SOON
from tests.waiting import eventually

import whistlestop as ws
from whistlestop.server.adapters.database.ahead import AheadStore
from whistlestop.server.adapters.database.events import NewsStore
from whistlestop.server.adapters.database.notices import HOST, NOBODY, Notice, NoticeStore, Way
from whistlestop.server.adapters.database.schema.accounts import users
from whistlestop.server.adapters.database.schema.tables import tables
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.domain.games import due_since
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import Seat, TableRow
from whistlestop.server.domain.times import now
from whistlestop.server.settings import Settings
from whistlestop.server.usecases.notices.turns import turn_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = Store(Settings(database=database).database_url)
    await opened.open()
    seats = (Seat(0, "person", "ada"), Seat(1, "bot", bot="random"))
    await opened.create_table(TableRow("g", "usa", "ada", "playing", 5, "{}", seats), "Ada", 10)
    yield opened
    await opened.close()


def hook(way: str, user: str = "ada", address: str = "https://a.test/", *, active: bool = True) -> Way:
    return Way(way, user, "webhook", address, "secret", "en", active, 7)


async def test_a_turn_is_put_in_once(store: Store) -> None:
    notices = NoticeStore(store)
    await notices.add(hook("w"), "Ada", 9)
    line = Notice("g", 0, 4, "w", due=100)
    await asyncio.gather(*(notices.put([line]) for _ in range(5)))
    assert await notices.due(99, 9) == []
    assert await notices.next_due() == 100
    assert await notices.due(100, 9) == [line]
    claims = await asyncio.gather(*(notices.claim(line, 500) for _ in range(4)))
    assert sorted(claims) == [False, False, False, True]  # of several processes, one sends it
    assert await notices.due(499, 9) == []
    assert [found.attempts for found in await notices.due(500, 9)] == [1]  # that process died
    await notices.settle(line, done=600)
    await notices.put([line])
    assert (await notices.due(10**9, 9), await notices.next_due()) == ([], None)
    assert await notices.noted("g", 0, 4) == {"w"}

    await notices.put([Notice("g", 0, 8, "w", due=700), Notice("g", 0, 8, "v", due=700, done=700)])
    assert await notices.noted("g", 0, 4) == frozenset()  # only the last turn is stored
    assert [found.since for found in await notices.due(700, 9)] == [8]
    assert await notices.remove("w", "ben") is False
    assert await notices.remove("w", "ada") is True
    assert await notices.due(700, 9) == []


async def test_ways(store: Store) -> None:
    notices = NoticeStore(store)
    assert await notices.waiting_tables() == []
    first = await notices.add(hook("w"), "Ada", 2)
    again = await notices.add(Way("x", "ada", "webhook", first.address, "new", "cs", True, 9), "Ada", 2)
    assert (again.id, again.secret, again.language) == ("w", "new", "cs")
    mail = Way("m", "ada", "mail", "ada@example.org", "", "en", False, 8)
    await notices.add(mail, "Ada", 2)
    with pytest.raises(Refusal) as refused:
        await notices.add(hook("y", address="https://b.test/"), "Ada", 2)
    assert refused.value.code == "too_many"
    assert [way.id for way in await notices.ways("ada")] == ["w", "m"]
    assert [way.id for way in await notices.ways("ada", active=True)] == ["w"]
    await notices.drop_unconfirmed(8)
    assert await notices.confirm("m")
    await notices.drop_unconfirmed(10**6)
    await notices.speak("ada", "hu")
    assert {way.language for way in await notices.ways("ada", active=True)} == {"hu"}
    assert not await notices.confirm("nothing")
    assert await notices.waiting_tables() == ["g"]

    # A browser now used by another user belongs to that user.
    device = Way("d", "ben", "push", "https://push.test/1", "keys", "en", True, 9)
    await notices.add(device, "Ben", 2)
    await notices.add(Way("e", "cyd", "push", "https://push.test/1", "keys", "en", True, 9), "Cyd", 2)
    assert await notices.ways("ben") == []
    await store.writer.run(lambda connection: connection.execute(delete(users).where(users.c.id == "cyd")))
    assert await notices.way("e") is None


async def test_ends(store: Store) -> None:
    async def end(game: str, at: int) -> None:
        change = update(tables).where(tables.c.id == game).values(state="over", ended=at)
        await store.writer.run(lambda connection: connection.execute(change))

    notices = NoticeStore(store)
    await end("g", 1)
    assert not await notices.end("g")  # nobody wants a notification
    await notices.watch_ends(wanted=True)
    assert not await notices.end("g")  # it was already over
    for game in ("h", "i"):
        row = TableRow(game, "usa", "ada", "playing", 5, "{}", (Seat(0, "person", "ada"),))
        await store.create_table(row, "Ada", 10)
        await notices.put([Notice(game, 0, 4, "w", due=100)])
        await end(game, now())
    assert await notices.end("h")
    assert not await notices.end("h")
    await notices.watch_ends(wanted=True)  # the next process finds what the last one did not finish
    due = await notices.due(now(), 9)
    assert {(line.game, line.seat, line.way) for line in due if line.way == HOST} == {
        ("h", NOBODY, HOST),
        ("i", NOBODY, HOST),
    }
    assert "w" not in {line.way for line in due if line.game == "h"}
    await notices.watch_ends(wanted=False)
    assert not await notices.end("h")


@pytest.mark.parametrize("ruleset", ws.ruleset_ids())
@settings(max_examples=3, deadline=None, database=None)
@given(seed=st.integers(0, 2**32))
def test_a_turn_begins_once(ruleset: str, seed: int) -> None:
    """While a seat has a decision to make and has not acted, its turn has one start; the next one starts later."""
    rng = random.Random(seed)
    loaded = ws.load_ruleset(ruleset)
    game = ws.Game.new(loaded, players=loaded.max_players, seed=seed)
    began: dict[int, int] = {}
    last: dict[int, int] = {}
    while not game.over:
        for seat in range(game.players):
            since = due_since(game, seat)
            assert (since is not None) == (seat in game.to_act)
            if since is None:
                continue
            assert 0 <= since <= game.version
            assert began.setdefault(seat, since) == since
        seat = rng.choice(game.to_act)
        game.play(rng.choice(game.legal(seat)), seat)
        since = began.pop(seat)
        # The start stays the same only if nobody else has acted in between.
        assert since > last.get(seat, -1) or game.actions[-2][0] == seat
        last[seat] = since
        now_due = due_since(game, seat)
        if now_due is not None and now_due == since:
            began[seat] = since
    assert all(due_since(game, seat) is None for seat in range(game.players))


def test_nobody_is_told_of_a_turn_that_a_bot_plays() -> None:
    """A bot plays for the person in the seat; their earlier actions keep their name."""
    game = ws.Game.new("usa", players=2, seed=1)
    ada, ben = Seat(0, "person", "ada", None, "Ada"), Seat(1, "person", "ben", None, "Ben")
    row = TableRow("g", "usa", "ada", "playing", 5, "{}", (ada, ben))
    game.play(game.legal(0)[0], 0)
    turn = turn_of(row, game, 1)
    assert turn is not None
    assert (turn.since, turn.last, turn_of(row, game, 0)) == (0, "Ada", None)
    away = replace(row, seats=(replace(ada, bot="random"), ben))
    assert turn_of(away, game, 1) == turn
    assert turn_of(replace(row, seats=(ada, replace(ben, bot="random"))), game, 1) is None


async def test_a_long_turn_asks_only_for_what_it_may_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows are read neither for moves ahead in a live game, nor for the settings of a player without a channel."""
    asked: list[str] = []

    async def noted(*_arguments: Any) -> None:
        asked.append("asked")

    monkeypatch.setattr(AheadStore, "of", noted)
    monkeypatch.setattr(NewsStore, "wanted", noted)
    async with running(tmp_path, **SOON) as server:
        ada, ben = await server.guest(), await server.guest()
        table = await ada.table(TWO_PEOPLE)
        await ben.post(f"/api/tables/{table}/join", {"seat": 1})
        await ada.post(f"/api/tables/{table}/start")
        row = await server.services.store.table(table)
        assert row is not None
        news, user = NewsStore(server.services.store), row.seats[1].user
        assert user is not None

        async def told() -> bool:
            return [one.kind for one in await news.recent(user, 9)] == ["turn"]

        await eventually(told)
    assert not asked


def test_a_game_that_ended_unfinished_has_no_turns() -> None:
    row = TableRow(
        "g", "usa", "ada", "playing", 5, "{}", (Seat(0, "person", "ada"), Seat(1, "person", "ben"))
    )
    game = ws.Game.new("usa", 2, seed=1)
    assert game.to_act == (0, 1)
    assert all(turn_of(row, game, seat) is not None for seat in (0, 1))
    ended = replace(row, state="over", abandoned=True)
    assert [turn_of(ended, game, seat) for seat in (0, 1)] == [None, None]
