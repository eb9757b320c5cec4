"""Friends: requests, links, presence and challenges, and that nobody learns anything that others hide."""

from __future__ import annotations

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select, update
from tests.server.harness import BOT, TWO_PEOPLE, Guest, Running, code, play_on, running, two_seats
from tests.server.people import done, me, sign_up
from tests.waiting import eventually

from whistlestop.server.adapters.database import friends as kept
from whistlestop.server.adapters.database.friends import FriendStore
from whistlestop.server.adapters.database.schema.friends import friendships, presences
from whistlestop.server.adapters.database.schema.tables import tables
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import now
from whistlestop.server.settings import Settings
from whistlestop.server.usecases.friends.presence import LASTS, is_online

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine
    from pathlib import Path


@pytest.fixture
async def people(tmp_path: Path, database: str) -> AsyncIterator[Running]:
    """Return a server on each database, without a limit for requests to others."""
    async with running(tmp_path, database=database, notice_rate=0.0) as server:
        yield server


@pytest.fixture
async def own(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path, notice_rate=0.0) as server:
        yield server


async def named(server: Running, *names: str) -> list[tuple[Guest, str]]:
    """Return a new account with each name, and its id."""
    found = []
    for name in names:
        guest = await server.guest()
        found.append((guest, str((await sign_up(guest, name))["id"])))
    return found


async def friends_of(guest: Guest) -> dict[str, Any]:
    found: dict[str, Any] = (await guest.get("/api/friends")).json()
    return found


def names(lines: list[dict[str, Any]]) -> list[str]:
    return [line["name"] for line in lines]


async def befriend(one: Guest, other: Guest) -> None:
    """Make two accounts friends by a link."""
    key = (await done(one, "POST", "/api/friends/link")).json()["link"]
    await done(other, "POST", f"/api/friends/link/{key}")


async def test_a_request_is_made_by_name_and_answered(people: Running) -> None:
    (ada, ada_id), (ben, ben_id) = await named(people, "Ada", "Ben")
    told = await ada.post("/api/friends", {"name": "  bén "})  # written differently, as at signing in
    assert names(told.json()["sent"]) == ["Ben"]
    assert names((await friends_of(ben))["received"]) == ["Ada"]
    assert (await ben.get("/api/notices/recent")).json()["requests"] == 1
    assert (await ada.get("/api/notices/recent")).json()["requests"] == 0
    await ada.post("/api/friends", {"name": "Ben"})  # asking again changes nothing
    assert code(await ada.post(f"/api/friends/{ben_id}/accept")) == (404, "not_found")
    answer = (await ben.post(f"/api/friends/{ada_id}/accept")).json()
    assert (names(answer["friends"]), answer["received"]) == (["Ada"], [])
    assert names((await friends_of(ada))["friends"]) == ["Ben"]
    assert (await ben.get("/api/notices/recent")).json()["requests"] == 0
    assert (await done(ada, "DELETE", f"/api/friends/{ben_id}")).json()["friends"] == []
    assert (await friends_of(ben))["friends"] == []
    # A request can be withdrawn or declined; two requests that cross count as accepted.
    await ada.post("/api/friends", {"player": ben_id})
    await done(ada, "DELETE", f"/api/friends/{ben_id}")
    assert (await friends_of(ben))["received"] == []
    await ada.post("/api/friends", {"player": ben_id})
    await done(ben, "DELETE", f"/api/friends/{ada_id}")
    assert (await friends_of(ada))["sent"] == []
    await ada.post("/api/friends", {"player": ben_id})
    assert names((await ben.post("/api/friends", {"name": "Ada"})).json()["friends"]) == ["Ada"]


async def test_requests_that_cannot_be_made(own: Running) -> None:
    ((ada, ada_id),) = await named(own, "Ada")
    guest = await own.guest()
    guest_id = (await me(guest))["id"]
    assert code(await guest.get("/api/friends")) == (403, "no_account")
    assert code(await guest.post("/api/friends", {"name": "Ada"})) == (403, "no_account")
    for wish in ({}, {"name": "Ada", "player": ada_id}, {"name": "Ada"}, {"player": ada_id}):
        assert code(await ada.post("/api/friends", wish)) == (400, "bad_request")
    for wish in ({"name": "Nobody here"}, {"player": guest_id}, {"player": "unknown"}):
        assert code(await ada.post("/api/friends", wish)) == (404, "not_found")
    assert code(await ada.get("/api/friends/link/unknown")) == (404, "not_found")
    assert code(await ada.post("/api/friends/link/unknown")) == (404, "not_found")
    robot, robot_id = (await named(own, "Robot"))[0]
    await done(robot, "POST", "/api/me/program", {"confirmed": True})
    assert code(await ada.post("/api/friends", {"player": robot_id})) == (400, "bad_request")


async def test_requests_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path, notice_rate=0.001) as server:
        (ada, _), *_ = await named(server, "Ada", "Ben")
        answers = [await ada.post("/api/friends", {"name": "Ben"}) for _ in range(11)]
        assert [answer.status_code for answer in answers] == [200] * 10 + [429]
    async with running(tmp_path, notice_rate=0.0) as server:
        monkeypatch.setattr(kept, "WAITING", 1)
        (eve, _), _ = await named(server, "Eve", "Zoe")
        await done(eve, "POST", "/api/friends", {"name": "Zoe"})
        assert code(await eve.post("/api/friends", {"name": "Ada"})) == (409, "too_many")
        monkeypatch.setattr(kept, "FRIENDS", 1)
        (one, _), (two, _), (three, _) = await named(server, "One", "Two", "Three")
        await befriend(one, two)
        key = (await done(three, "POST", "/api/friends/link")).json()["link"]
        assert code(await one.post(f"/api/friends/link/{key}")) == (409, "too_many")
        key = (await done(one, "POST", "/api/friends/link")).json()["link"]
        assert code(await three.post(f"/api/friends/link/{key}")) == (403, "not_accepted")


async def test_a_link_makes_friends_until_it_is_replaced(people: Running) -> None:
    (ada, ada_id), (ben, _), (eve, _) = await named(people, "Ada", "Ben", "Eve")
    assert (await friends_of(ada))["link"] is None
    key = (await done(ada, "POST", "/api/friends/link")).json()["link"]
    guest = await people.guest()
    shown = (await guest.get(f"/api/friends/link/{key}")).json()
    assert shown == {"id": ada_id, "name": "Ada", "you": False, "friend": False}
    assert code(await guest.post(f"/api/friends/link/{key}")) == (403, "no_account")
    assert code(await ada.post(f"/api/friends/link/{key}")) == (400, "bad_request")
    assert (await ada.get(f"/api/friends/link/{key}")).json()["you"]
    await ben.post("/api/friends", {"player": ada_id})  # the link accepts the pending request
    assert names((await ben.post(f"/api/friends/link/{key}")).json()["friends"]) == ["Ada"]
    assert names((await friends_of(ada))["friends"]) == ["Ben"]
    assert (await ben.get(f"/api/friends/link/{key}")).json()["friend"]
    other = (await done(ada, "POST", "/api/friends/link")).json()["link"]
    assert code(await eve.post(f"/api/friends/link/{key}")) == (404, "not_found")
    assert (await done(ada, "DELETE", "/api/friends/link")).json()["link"] is None
    assert code(await eve.post(f"/api/friends/link/{other}")) == (404, "not_found")


async def test_a_blocked_user_is_no_friend_and_cannot_ask(people: Running) -> None:
    (ada, ada_id), (ben, ben_id) = await named(people, "Ada", "Ben")
    await befriend(ada, ben)
    key = (await friends_of(ada))["link"]
    blocked = await ada.post("/api/blocks", {"user": ben_id})
    assert names(blocked.json()["users"]) == ["Ben"]
    assert [(await friends_of(one))["friends"] for one in (ada, ben)] == [[], []]
    # Ben gets the same refusal as from an account whose list is full.
    assert code(await ben.post("/api/friends", {"name": "Ada"})) == (403, "not_accepted")
    assert code(await ben.post(f"/api/friends/link/{key}")) == (403, "not_accepted")
    assert code(await ada.post("/api/friends", {"player": ben_id})) == (409, "blocked")
    seats = [{"kind": "me"}, {"kind": "friend", "player": ada_id}]
    wish: dict[str, Any] = {"ruleset": "usa", "seats": seats, "start": True}
    assert code(await ben.post("/api/tables", wish)) == (403, "not_friend")
    await ada.post("/api/blocks", {"user": ben_id, "blocked": False})
    assert (await ben.post("/api/friends", {"name": "Ada"})).status_code == 200
    # Blocking also withdraws a request.
    await ada.post("/api/blocks", {"user": ben_id})
    assert (await friends_of(ben))["sent"] == []


async def test_players_of_a_common_game_are_found(people: Running) -> None:
    ada, ben = await people.guest(), await people.guest()
    table = await ada.table(TWO_PEOPLE)
    assert (await ben.post(f"/api/tables/{table}/join")).status_code == 200
    assert code(await ada.get(f"/api/friends/met?table={table}")) == (403, "no_account")
    ada_id = (await sign_up(ada, "Ada"))["id"]
    assert (await ada.get(f"/api/friends/met?table={table}")).json() == []  # Ben is a guest
    ben_id = (await sign_up(ben, "Ben"))["id"]
    (there,) = (await ada.get(f"/api/friends/met?table={table}")).json()
    assert there == {"id": ben_id, "name": "Ben", "page": True, "seat": 1, "state": "none"}
    assert (await ada.get("/api/friends/met")).json() == []  # the game is not over
    (eve, _), *_ = await named(people, "Eve")
    assert (await eve.get(f"/api/friends/met?table={table}")).json() == []  # she did not sit there
    over = update(tables).where(tables.c.id == table).values(state="over", ended=now())
    await people.services.store.writer.run(lambda connection: connection.execute(over))
    assert names((await ada.get("/api/friends/met")).json()) == ["Ben"]
    await ben.post("/api/friends", {"player": ada_id})
    states = [(await one.get(f"/api/friends/met?table={table}")).json()[0]["state"] for one in (ada, ben)]
    assert states == ["received", "sent"]
    assert (await ada.get("/api/friends/met")).json() == []
    await ada.post("/api/blocks", {"user": ben_id})
    for one in (ada, ben):
        assert (await one.get(f"/api/friends/met?table={table}")).json() == []


async def test_friends_are_challenged_and_the_game_starts(people: Running) -> None:
    (ada, _), (ben, ben_id), (eve, eve_id) = await named(people, "Ada", "Ben", "Eve")
    await befriend(ada, ben)
    await befriend(ada, eve)
    seats = [{"kind": "me"}, {"kind": "friend", "player": ben_id}, {"kind": "friend", "player": eve_id}]
    clock = {"kind": "turn", "seconds": 86400, "increment": 0, "bot": None}
    made = await ada.post("/api/tables", {"ruleset": "usa", "seats": seats, "start": True, "clock": clock})
    table = made.json()["id"]
    assert [seat["held_for"] for seat in made.json()["seats"]] == [None, "Ben", "Eve"]

    async def invited() -> list[dict[str, Any]]:
        found = (await ben.get("/api/notices/recent")).json()["events"]
        return [event for event in found if event["kind"] == "invited"]

    (event,) = await eventually(invited)
    assert (event["table"], event["name"]) == (table, "Ada")
    assert [one["table"]["id"] for one in (await ben.get("/api/waiting")).json()] == [table]
    guest = await people.guest()
    assert code(await guest.post(f"/api/tables/{table}/join")) == (409, "table_full")
    assert code(await guest.post(f"/api/tables/{table}/decline")) == (403, "not_seated")
    assert (await ben.post(f"/api/tables/{table}/join")).json()["state"] == "open"
    declined = (await eve.post(f"/api/tables/{table}/decline")).json()
    assert (declined["seats"][2]["held_for"], declined["kept"]) == (None, None)
    assert (await eve.get("/api/waiting")).json() == []
    started = await ada.post(f"/api/tables/{table}/seats", {"seat": 2, "kind": "bot", "bot": "random"})
    assert started.json()["state"] == "playing"
    assert code(await eve.post(f"/api/tables/{table}/decline")) == (409, "already_started")


async def test_a_live_challenge_waits_for_its_host(own: Running) -> None:
    (ada, _), (ben, ben_id) = await named(own, "Ada", "Ben")
    await befriend(ada, ben)
    seats = [{"kind": "me"}, {"kind": "friend", "player": ben_id}, BOT]
    clock = {"kind": "live", "seconds": 300, "increment": 10, "bot": "planner"}
    wish = {"ruleset": "usa", "seats": seats, "start": True, "clock": clock}
    table = (await ada.post("/api/tables", wish)).json()["id"]
    assert (await ben.post(f"/api/tables/{table}/join")).json()["state"] == "open"
    assert (await ada.post(f"/api/tables/{table}/start")).json()["state"] == "playing"


async def test_seats_are_reserved_for_friends_only(own: Running) -> None:
    (ada, ada_id), (ben, ben_id) = await named(own, "Ada", "Ben")

    async def refused(*seats: dict[str, Any]) -> tuple[int, str]:
        return code(await ada.post("/api/tables", {"ruleset": "usa", "seats": [{"kind": "me"}, *seats]}))

    friend = {"kind": "friend", "player": ben_id}
    assert await refused(friend) == (403, "not_friend")
    await ada.post("/api/friends", {"name": "Ben"})
    assert await refused(friend) == (403, "not_friend")  # a request is not enough
    await ben.post(f"/api/friends/{ada_id}/accept")
    assert await refused({"kind": "friend"}) == (400, "bad_request")
    assert await refused({"kind": "open", "player": ben_id}) == (400, "bad_request")
    assert await refused(friend, friend) == (400, "bad_request")
    assert await refused({"kind": "friend", "player": ada_id}) == (403, "not_friend")


async def test_a_blocked_host_makes_no_notifications(own: Running) -> None:
    """A rematch invites players without a friendship."""
    table, ada, ben, first, second = await two_seats(own, "switzerland")
    await sign_up(ada, "Ada")
    await sign_up(ben, "Ben")
    first, second = await ada.sit(table), await ben.sit(table)
    await play_on({0: first, 1: second}, random.Random(3))
    await ben.post("/api/blocks", {"user": (await me(ada))["id"]})
    await first.connection.close()
    await second.connection.close()
    assert (await ada.post(f"/api/tables/{table}/rematch")).status_code == 200
    news = own.services.notices.news
    await news._background.finish()  # by then, everything found is stored
    events = (await ben.get("/api/notices/recent")).json()["events"]
    assert {event["kind"] for event in events} <= {"over", "turn"}


async def test_only_friends_see_who_is_online_and_only_if_allowed(people: Running) -> None:
    (ada, ada_id), (ben, _), (eve, _) = await named(people, "Ada", "Ben", "Eve")
    await befriend(ada, ben)
    await eve.post("/api/friends", {"name": "Ada"})
    store = people.services.friends.presence.store

    async def online(guest: Guest) -> bool | None:
        found: bool | None = (await friends_of(guest))["friends"][0]["online"]
        return found

    await ada.get("/api/me")
    await store()
    assert await online(ben) is None  # off by default
    assert (await ada.http.put("/api/friends/online", json={"shown": True})).json()["shows_online"]
    assert await online(ben) is True
    assert await online(ada) is None  # Ben hides his presence
    assert "online" not in (await eve.get("/api/friends")).text.replace("shows_online", "")
    # An open socket counts without requests; a page that has been left no longer counts.
    socket = await ada.connect("/api/open/socket")
    await socket.until("open")
    await FriendStore(people.services.store).are_online({ada_id}, at=1, forget=0)
    assert await online(ben) is False
    people.services.friends.presence._active.clear()
    await store()
    assert await online(ben) is True
    await ada.http.put("/api/friends/online", json={"shown": False})
    assert await online(ben) is None
    await store()
    async with people.services.store.reading() as connection:
        assert (await connection.execute(select(presences))).all() == []
    assert not is_online(None, 5)
    assert [is_online(0, LASTS - 1), is_online(0, LASTS)] == [True, False]


async def test_data_of_friends_are_exported_and_deleted(people: Running) -> None:
    (ada, _), (ben, _), (_, eve_id) = await named(people, "Ada", "Ben", "Eve")
    await befriend(ada, ben)
    await ada.http.put("/api/friends/online", json={"shown": True})
    await ada.post("/api/blocks", {"user": eve_id})
    told = (await ada.get("/api/account/export")).json()
    assert (names(told["friends"]["friends"]), names(told["blocked"])) == (["Ben"], ["Eve"])
    assert (await (await people.guest()).get("/api/account/export")).json()["friends"] is None
    await done(ada, "DELETE", "/api/account")
    assert (await friends_of(ben))["friends"] == []
    async with people.services.store.reading() as connection:
        for table in (friendships, presences):
            assert (await connection.execute(select(table))).all() == []


async def test_two_requests_at_once_make_one_friendship(database: str) -> None:
    stores = [Store(Settings(database=database).database_url) for _ in range(2)]
    stores = stores if stores[0].shared else stores[:1]  # a database file allows only one process
    for store in stores:
        await store.open()
    try:
        for user in ("ada", "Ben"):  # the sort order of a language differs from Python's
            await stores[0].name_user(user, user)
        both = [FriendStore(store) for store in stores]
        for _ in range(10):
            pairs = [("ada", "Ben"), ("Ben", "ada")]
            asked = (both[i % len(both)].ask(*pair) for i, pair in enumerate(pairs))
            outcomes = await asyncio.gather(*asked, return_exceptions=True)
            assert not any(isinstance(one, Refusal) for one in outcomes)
            async with stores[0].reading() as connection:
                (row,) = (await connection.execute(select(friendships))).all()
            assert (row.low, row.high) == ("Ben", "ada")
            assert await both[0].end("ada", "Ben")
            assert not await both[0].end("ada", "Ben")
    finally:
        for store in stores:
            await store.close()


async def test_two_worlds_look_the_same_to_everybody_else(people: Running) -> None:
    """The presence, friendships, requests and blocks of others do not show: worlds that differ only in them look the
    same.
    """
    (ada, ada_id), (ben, ben_id), (zoe, zoe_id), (eve, _), (amy, _) = await named(
        people, "Ada", "Ben", "Zoe", "Eve", "Amy"
    )
    guest = await people.guest()
    table = await ada.table(TWO_PEOPLE)
    key = (await done(ada, "POST", "/api/friends/link")).json()["link"]
    await befriend(ada, ben)
    await eve.post("/api/friends", {"name": "Ada"})
    key = (await friends_of(ada))["link"]
    paths = [
        *("/api/friends", "/api/friends/met", f"/api/friends/met?table={table}", f"/api/friends/link/{key}"),
        *("/api/notices/recent", "/api/blocks", f"/api/players/{ada_id}", f"/api/players/{zoe_id}"),
        *(f"/api/tables/{table}", "/api/open", "/api/waiting"),
    ]

    async def seen(by: Guest) -> list[bytes]:
        return [(await by.get(path)).content for path in paths]

    async def show(shown: bool) -> None:
        await done(ada, "PUT", "/api/friends/online", {"shown": shown})

    changes: dict[str, Callable[[], Coroutine[Any, Any, object]]] = {
        "presence": lambda: show(True),
        "request": lambda: done(ada, "POST", "/api/friends", {"player": zoe_id}),
        "friendship": lambda: done(zoe, "POST", f"/api/friends/{ada_id}/accept"),
        "block": lambda: done(ada, "POST", "/api/blocks", {"user": zoe_id}),
        "end": lambda: done(ada, "DELETE", f"/api/friends/{ben_id}"),
    }
    concerned = {"presence": [ada, ben], "end": [ada, ben]}
    for name, make in changes.items():
        strangers = [one for one in (eve, amy, guest, ben, zoe) if one not in concerned.get(name, [ada, zoe])]
        before = [await seen(one) for one in strangers]
        friend = concerned.get(name, [ada, zoe])[1]
        other = await seen(friend)
        await make()
        assert [await seen(one) for one in strangers] == before, name
        assert await seen(friend) != other, name  # the test would notice this


async def test_a_block_looks_like_the_end_of_a_friendship(people: Running) -> None:
    (ada, _), (ben, ben_id), (zoe, zoe_id) = await named(people, "Ada", "Ben", "Zoe")
    for one in (ben, zoe):
        await befriend(ada, one)
    await done(ada, "PUT", "/api/friends/online", {"shown": True})
    await done(ada, "DELETE", f"/api/friends/{ben_id}")
    await done(ada, "POST", "/api/blocks", {"user": zoe_id})
    worlds = [json.dumps(await friends_of(one)) for one in (ben, zoe)]
    assert worlds[0] == worlds[1]
