"""Notifications other than turns: sent to the users concerned, once, in all channels, unless seen or turned off."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, get_args

import pytest
from msgspec.structs import asdict, replace
from sqlalchemy import select
from tests.server.harness import BOT, TWO_PEOPLE, Guest, Running, code, running
from tests.server.receiver import SOON, Device, Receiver, receiver, sent_first, subscribe, waiting
from tests.server.smtp import smtp_sink
from tests.waiting import eventually

from whistlestop.languages import catalogue
from whistlestop.server.adapters.database.events import NewsStore
from whistlestop.server.adapters.database.notices import NEWS, NoticeStore, Way
from whistlestop.server.adapters.database.schema.notices import notice_events
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.domain.events import FRESH, KINDS, USUAL, Event, RecentEvent
from whistlestop.server.domain.tables import Seat, TableRow
from whistlestop.server.messages.notices import Language
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def inbox() -> AsyncIterator[Receiver]:
    async with receiver() as found:
        yield found


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = Store(Settings(database=database).database_url)
    await opened.open()
    seats = (Seat(0, "person", "ada"), Seat(1, "bot", bot="random"))
    await opened.create_table(TableRow("g", "usa", "ada", "playing", 5, "{}", seats), "Ada", 10)
    yield opened
    await opened.close()


# ------------------------------------------------------------------------------------------------- what is kept


async def test_an_event_is_kept_and_lined_up_once(store: Store) -> None:
    """This holds even if several processes find the event at the same time."""
    news, notices = NewsStore(store), NoticeStore(store)
    await notices.add(Way("w", "ada", "webhook", "https://a.test/", "secret", "en", True, 7), "Ada", 9)
    await notices.add(Way("m", "ada", "mail", "ada@example.org", "", "en", False, 7), "Ada", 9)
    event = Event("ada", "g", "left", 3, "USA", store.timeline.now(), "Ben")
    made = await asyncio.gather(*(news.put([event], 100) for _ in range(5)))
    assert sorted(made) == [0, 0, 0, 0, 1]  # not to an unconfirmed address
    [kept] = await news.recent("ada", 9)
    stored = replace(event, id=kept.id, watch=kept.watch)
    assert kept == RecentEvent(**asdict(stored), ruleset="usa")
    [line] = await notices.due(100, 9)
    assert (line.game, line.seat, line.since, line.way) == ("g", NEWS, kept.id, "w")
    assert await news.event(kept.id) == stored
    # The end of the game removes waiting turns and nothing else.
    await notices.end("g")
    assert len(await notices.due(100, 9)) == 1

    await news.read("ada", "elsewhere")
    assert [one.read for one in await news.recent("ada", 9)] == [None]
    await news.read("ada", "g")
    assert all(one.read for one in await news.recent("ada", 9))
    assert await news.put([event], 100) == 0
    assert len(await news.recent("ada", 9)) == 1  # it is not new again


async def test_what_is_not_kept(store: Store) -> None:
    news, at = NewsStore(store), store.timeline.now()
    old = Event("ada", "g", "over", 0, "USA", at - FRESH - 1000)
    stranger = Event("nobody", "g", "over", 0, "USA", at)
    usual = Event("ada", "g", "started", 0, "USA", at)
    seen = Event("ada", "g", "left", 1, "USA", at, "Ben", read=at)
    assert await news.put([old, stranger, usual, seen], 100) == 0
    assert await news.recent("ada", 9) == []  # an event that the user saw is never notified
    assert await news.put([Event("ada", "g", "left", 1, "USA", at, "Ben")], 100) == 0
    assert await news.recent("ada", 9) == []

    assert await news.wanted("ada") == USUAL
    await news.choose("ada", "Ada", {"started", "turn"})
    assert await news.wanted("ada") == {"started", "turn"}
    await news.put([usual, Event("ada", "g", "over", 0, "USA", at)], 100)
    assert [one.kind for one in await news.recent("ada", 9)] == ["started"]
    await news.choose("new", "Guest", set())  # for a guest without stored data
    assert await news.wanted("new") == frozenset()


async def test_a_turn_gives_way_to_the_next_and_to_the_end(store: Store) -> None:
    news, at = NewsStore(store), store.timeline.now()

    async def kept() -> list[tuple[str, int]]:
        return [(one.kind, one.mark) for one in await news.recent("ada", 9)]

    for mark in (4, 9):
        await news.put([Event("ada", "g", "turn", mark, "USA", at)], None)
        assert await kept() == [("turn", mark)]
    await news.put([Event("ada", "g", "left", 1, "USA", at, "Ben")], 1)
    await news.put([Event("ada", "g", "over", 0, "USA", at)], 1)
    assert sorted(await kept()) == [("left", 1), ("over", 0)]


@pytest.mark.parametrize("language", get_args(Language))
def test_every_kind_has_its_words(language: Language) -> None:
    texts = catalogue(language, "notifications")
    assert set(texts) == set(catalogue("en", "notifications"))
    for kind in set(KINDS) - {"turn"}:
        assert "USA" in texts[f"{kind}.title"].format(board="USA")
        assert "Ben" in texts[f"{kind}.body"].format(name="Ben") or kind in {"started", "over"}


# --------------------------------------------------------------------------------------------- from end to end


async def news_of(guest: Guest) -> list[tuple[str, str | None, bool]]:
    """Return the content of the bell's list: kinds, names, and whether they are read."""
    told = (await guest.get("/api/notices/recent")).json()
    assert told["unread"] == sum(not one["read"] for one in told["events"])
    return [(one["kind"], one["name"], one["read"]) for one in told["events"] if one["kind"] != "turn"]


async def until(guest: Guest, kind: str) -> None:
    async def there() -> bool:
        return kind in [one[0] for one in await news_of(guest)]

    await eventually(there)


async def pair(server: Running) -> tuple[Guest, Guest, str]:
    """Return Ada and Ben at a table whose game has started."""
    ada, ben = await server.guest(), await server.guest()
    for guest, name in ((ada, "Ada"), (ben, "Ben")):
        await guest.http.patch("/api/me", json={"name": name})
    table = await ada.table(TWO_PEOPLE)
    await ben.post(f"/api/tables/{table}/join", {"seat": 1})
    await ada.post(f"/api/tables/{table}/start")
    return ada, ben, table


async def test_who_left_what_ended_and_who_wants_to_play_again(tmp_path: Path, inbox: Receiver) -> None:
    async with running(tmp_path, **SOON) as server:
        ada, ben, table = await pair(server)
        assert (await ada.get("/api/notices")).json()["kinds"] == [
            "turn",
            "invited",
            "rematch",
            "round",
            "over",
            "left",
            "season",
        ]
        await ben.http.put("/api/notices/kinds", json={"kinds": ["left", "over", "rematch"]})
        device = Device()
        await subscribe(ben, device.wish(f"{inbox.url}/push", "cs"))
        await ada.post(f"/api/tables/{table}/resign")
        first = json.loads(device.read((await inbox.next()).body))
        assert (first["title"], first["body"]) == ("Jeden hráč odešel: USA", "Za hráče Ada teď hraje bot.")
        assert first["url"] == f"/t/{table}"
        assert await news_of(ada) == []  # she knows

        await ada.post(f"/api/tables/{table}/return")
        await ada.post(f"/api/tables/{table}/resign")  # a second rematch is a new event
        await inbox.next()
        assert [one[0] for one in await news_of(ben)] == ["left", "left"]
        await ada.post(f"/api/tables/{table}/return")
        for guest in (ada, ben):
            await guest.post(f"/api/tables/{table}/agree", {"agrees": True})
        over = json.loads(device.read((await inbox.next()).body))
        assert over["title"] == "Konec hry: USA"
        assert over["tag"] != first["tag"]
        again = (await ada.post(f"/api/tables/{table}/rematch")).json()["id"]
        rematch = json.loads(device.read((await inbox.next()).body))
        assert (rematch["body"], rematch["url"]) == (
            "Ada si s\N{NO-BREAK SPACE}tebou chce zahrát znovu.",
            f"/t/{again}",
        )
        assert await news_of(ben) == [
            ("rematch", "Ada", False),
            ("over", None, False),
            ("left", "Ada", False),
            ("left", "Ada", False),
        ]
        await ben.post("/api/notices/read", {"table": again})
        assert [one[2] for one in await news_of(ben)] == [True, False, False, False]
        await ben.post("/api/notices/read", {"table": None})
        assert all(one[2] for one in await news_of(ben))
        assert await news_of(ada) == [("over", None, False)]
    async with running(tmp_path, **SOON) as server:  # nothing is notified again after a restart
        assert len(await sent_first(await server.guest(), inbox, table)) == 4
        async with server.services.store.reading() as connection:
            kinds = (await connection.execute(select(notice_events.c.kind))).scalars().all()
        # The turn is that of the guest who came last.
        assert sorted(kinds) == ["left", "left", "over", "over", "rematch", "turn"]


async def test_a_start_by_mail_and_an_end_by_webhook(tmp_path: Path, inbox: Receiver) -> None:
    async with smtp_sink() as sink:
        over = {**SOON, **sink.settings, "public_url": "http://play.test"}
        async with running(tmp_path, **over) as server:
            ada, ben = await server.guest(), await server.guest()
            await subscribe(ben, {"kind": "mail", "address": "ben@example.org", "language": "en"})
            link = next(word for word in (await sink.mail()).get_content().split() if "/confirm/" in word)
            await ben.post(link.removeprefix("http://play.test"))
            await ben.http.put("/api/notices/kinds", json={"kinds": ["started"]})
            made = await subscribe(ada, {"kind": "webhook", "url": f"{inbox.url}/hook", "language": "en"})
            await ada.http.put("/api/notices/kinds", json={"kinds": ["over"]})
            table = await ada.table(TWO_PEOPLE)
            await ben.post(f"/api/tables/{table}/join", {"seat": 1})
            await ada.post(f"/api/tables/{table}/start")
            mail = await sink.mail()
            assert mail["Subject"] == "Game started: USA"
            text = mail.get_content()
            assert f"http://play.test/t/{table}" in text
            assert "/notices/stop/" in text
            for guest in (ada, ben):
                await guest.post(f"/api/tables/{table}/agree", {"agrees": True})
            hook = await inbox.next()
            body = hook.json()
            assert body["type"] == "over"
            assert body["data"] == {
                "table": table,
                "url": f"http://play.test/t/{table}",
                "ruleset": "usa",
                "board": "USA",
                "name": None,
            }
            assert made["secret"]
            assert len(await sent_first(await server.guest(), inbox)) == 1
            assert sink.empty  # his turn had started, and he has turned off mail about turns
            assert (await ben.get("/api/notices/recent")).json()["events"][0]["kind"] == "started"


async def test_who_looks_has_seen_it(tmp_path: Path, inbox: Receiver) -> None:
    async with running(tmp_path, **SOON) as server:
        ada, ben, table = await pair(server)
        await subscribe(ben, {"kind": "webhook", "url": f"{inbox.url}/", "language": "en"})
        await ben.http.put("/api/notices/kinds", json={"kinds": ["left", "over"]})
        there = await ben.sit(table)
        await there.send({"type": "looking", "looking": True})
        await there.settle()
        await ada.post(f"/api/tables/{table}/resign")
        assert len(await sent_first(await server.guest(), inbox)) == 0
        await there.send({"type": "looking", "looking": False})
        await there.settle()
        assert await news_of(ben) == []
        await ada.post(f"/api/tables/{table}/return")
        for guest in (ada, ben):
            await guest.post(f"/api/tables/{table}/agree", {"agrees": True})
        assert (await inbox.next()).json()["type"] == "over"
        assert len(await sent_first(await server.guest(), inbox)) == 1


async def test_what_was_read_meanwhile_is_not_sent(tmp_path: Path, inbox: Receiver) -> None:
    async with running(tmp_path, **{**SOON, "notice_delay": 1.0}) as server:
        ada, ben, table = await pair(server)
        await subscribe(ben, {"kind": "webhook", "url": f"{inbox.url}/", "language": "en"})
        await ben.http.put("/api/notices/kinds", json={"kinds": ["left"]})
        await ada.post(f"/api/tables/{table}/resign")
        await until(ben, "left")
        await ben.post("/api/notices/read", {"table": table})

        async def settled() -> bool:
            return any(line.seat == NEWS and line.done for line in await waiting(server))

        await eventually(settled)
        assert inbox.all == []


async def turns_of(guest: Guest) -> list[dict[str, Any]]:
    """Return the list of a guest's bell as soon as something is in it."""

    async def listed() -> list[dict[str, Any]]:
        return list((await guest.get("/api/notices/recent")).json()["events"])

    return list(await eventually(listed))


async def test_the_list_of_turns(tmp_path: Path) -> None:
    """It works without any channel, and for guests; not for users without turn notifications, and not for strangers."""
    async with running(tmp_path, **SOON) as server:
        ada = await server.guest()
        nothing = {"unread": 0, "events": [], "requests": 0, "clubs": 0, "announcement": None}
        assert (await ada.get("/api/notices/recent")).json() == nothing
        await ada.http.put("/api/notices/kinds", json={"kinds": []})
        ben, cyd = await server.guest(), await server.guest()
        table = await ada.table(TWO_PEOPLE)
        await ben.post(f"/api/tables/{table}/join", {"seat": 1})
        await ada.post(f"/api/tables/{table}/start")
        [event] = await turns_of(ben)
        assert (event["kind"], event["table"], event["read"]) == ("turn", table, False)
        assert (event["ruleset"], event["board"]) == ("usa", "USA")
        dan = await server.guest()
        await dan.table([{"kind": "me"}, BOT], start=True)
        await turns_of(dan)  # a turn that began later
        for guest in (ada, cyd):
            assert (await guest.get("/api/notices/recent")).json() == nothing
        for wrong in ({"kinds": ["nothing"]}, {"kinds": "turn"}, {}):
            assert code(await ben.http.put("/api/notices/kinds", json=wrong)) == (400, "bad_request")


async def test_a_challenge_is_an_invitation(tmp_path: Path) -> None:
    async with running(tmp_path, **SOON) as server:
        ada, bot = await server.guest(), await server.guest()
        await ada.http.patch("/api/me", json={"name": "Ada"})
        await bot.post("/api/me/program", {"confirmed": True})
        me = (await bot.get("/api/me")).json()["id"]
        wish = {"ruleset": "usa", "seats": TWO_PEOPLE}
        answer = await ada.post(f"/api/bots/{me}/challenge", wish)
        assert answer.status_code == 201, answer.text
        await until(bot, "invited")
        assert await news_of(bot) == [("invited", "Ada", False)]
        assert await news_of(ada) == []
