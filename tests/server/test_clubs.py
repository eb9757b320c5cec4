"""Clubs: members, roles, links, tables and rooms of their own."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select, update
from tests.server.harness import TWO_PEOPLE, Guest, Running, closed, code, play_on, running
from tests.server.people import done
from tests.server.test_friends import befriend, named, names
from tests.server.test_moderation import moderator
from tests.waiting import eventually

from whistlestop.server.adapters.database.schema.clubs import club_members, clubs
from whistlestop.server.adapters.database.schema.meeting import messages
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

NAME = "Night Trains"


@pytest.fixture
async def people(tmp_path: Path, database: str) -> AsyncIterator[Running]:
    """Return a server on each database, without limits for requests to others and for chat."""
    async with running(tmp_path, database=database, notice_rate=0.0, chat_rate=0.0) as server:
        yield server


@pytest.fixture
async def own(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path, notice_rate=0.0, chat_rate=0.0) as server:
        yield server


async def found(owner: Guest, **wish: Any) -> str:
    """Found a club; return its id."""
    answer = await done(owner, "POST", "/api/clubs", {"name": NAME} | wish)
    return str(answer.json()["club"]["id"])


async def link_of(owner: Guest, club: str) -> str:
    answer = await done(owner, "POST", f"/api/clubs/{club}/link", {"days": 3})
    return str(answer.json()["link"]["key"])


async def join(owner: Guest, club: str, *guests: Guest) -> None:
    key = await link_of(owner, club)
    for guest in guests:
        await done(guest, "POST", f"/api/clubs/link/{key}")


async def seen(guest: Guest, club: str) -> dict[str, Any]:
    answer = await guest.get(f"/api/clubs/{club}")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def roles(told: dict[str, Any]) -> dict[str, str]:
    return {one["name"]: one["role"] for one in told["people"]}


async def club_table(host: Guest, club: str, **wish: Any) -> str:
    answer = await host.post(
        "/api/tables", {"ruleset": "switzerland", "seats": TWO_PEOPLE, "club": club} | wish
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_a_club_is_founded_joined_by_link_and_led(people: Running) -> None:
    (ada, ada_id), (ben, ben_id), (eve, eve_id) = await named(people, "Ada", "Ben", "Eve")
    club = await found(ada, text=" For  late\nhours ", language="en")
    told = await seen(ada, club)
    assert told["club"] == {
        "id": club,
        "name": NAME,
        "text": "For late hours",
        "language": "en",
        "open": False,
        "members": 1,
        "tie": "owner",
    }
    key = await link_of(ada, club)
    guest = await people.guest()
    assert (await guest.get(f"/api/clubs/link/{key}")).json()["club"]["name"] == NAME
    assert code(await guest.post(f"/api/clubs/link/{key}")) == (403, "no_account")
    for one in (ben, eve, eve):  # joining again changes nothing
        told = (await done(one, "POST", f"/api/clubs/link/{key}")).json()
    assert (roles(told), told["link"]) == ({"Ada": "owner", "Ben": "member", "Eve": "member"}, None)
    assert [one["name"] for one in (await eve.get("/api/clubs")).json()["yours"]] == [NAME]

    # Only the owner gives roles; an organizer looks after members and the link.
    role = f"/api/clubs/{club}/members/{{}}"
    put = {"role": "organizer"}
    assert code(await ben.http.put(role.format(ben_id), json=put)) == (403, "not_owner")
    assert roles((await done(ada, "PUT", role.format(ben_id), put)).json())["Ben"] == "organizer"
    assert (await seen(ben, club))["link"]["key"] == key
    assert code(await ben.http.put(role.format(eve_id), json=put)) == (403, "not_owner")
    assert code(await ben.http.delete(role.format(ada_id))) == (403, "not_owner")
    told = (await done(ben, "DELETE", role.format(eve_id))).json()
    assert roles(told) == {"Ada": "owner", "Ben": "organizer", "Eve": "removed"}
    assert (await ada.get("/api/clubs")).json()["yours"][0]["members"] == 2
    # A removed member learns nothing and cannot come back until the removal is lifted.
    assert code(await eve.get(f"/api/clubs/{club}")) == (404, "not_found")
    assert (await eve.get("/api/clubs")).json()["yours"] == []
    assert code(await eve.post(f"/api/clubs/link/{key}")) == (403, "not_accepted")
    assert code(await ada.http.put(role.format(eve_id), json={"role": "member"})) == (400, "bad_request")
    await done(ben, "DELETE", role.format(eve_id))
    await done(eve, "POST", f"/api/clubs/link/{key}")

    # The owner hands the club over and leaves; the last one closes it.
    assert code(await ada.http.delete(f"/api/clubs/{club}/join")) == (409, "owner_stays")
    assert code(await ben.http.put(f"/api/clubs/{club}", json={"name": "Mine"})) == (403, "not_owner")
    told = (await done(ada, "PUT", role.format(ben_id), {"role": "owner"})).json()
    assert roles(told) == {"Ben": "owner", "Ada": "organizer", "Eve": "member"}
    assert (await done(ada, "DELETE", f"/api/clubs/{club}/join")).json()["yours"] == []
    assert code(await eve.http.delete(f"/api/clubs/{club}")) == (403, "not_owner")
    changed = await done(ben, "PUT", f"/api/clubs/{club}", {"name": "Day Trains", "open": True})
    assert (changed.json()["club"]["name"], changed.json()["club"]["open"]) == ("Day Trains", True)
    await done(ben, "DELETE", f"/api/clubs/{club}")
    assert code(await eve.get(f"/api/clubs/{club}")) == (404, "not_found")
    async with people.services.store.reading() as connection:
        for table in (clubs, club_members):
            assert (await connection.execute(select(table))).all() == []


async def test_an_open_club_is_found_and_asked(people: Running) -> None:
    (ada, ada_id), (ben, ben_id), (eve, eve_id) = await named(people, "Ada", "Ben", "Eve")
    club, hidden = await found(ada, open=True), await found(ada, name="Hidden")
    assert [one["name"] for one in (await ben.get("/api/clubs")).json()["open"]] == [NAME]
    told = await seen(ben, club)
    assert (told["club"]["members"], told["club"]["tie"], told["people"]) == (1, None, [])
    ask = f"/api/clubs/{club}/join"
    assert code(await (await people.guest()).post(ask)) == (403, "no_account")
    assert (await done(ben, "POST", ask)).json()["club"]["tie"] == "asking"
    await done(ben, "POST", ask)  # asking again changes nothing
    assert (await ada.get("/api/notices/recent")).json()["clubs"] == 1
    assert (await ben.get("/api/notices/recent")).json()["clubs"] == 0
    assert roles(await seen(ada, club)) == {"Ada": "owner", "Ben": "asking"}
    # Asking gives no rights.
    for path in (f"/api/clubs/{club}/games", f"/api/rankings?ruleset=usa&club={club}"):
        assert code(await ben.get(path)) == (403, "not_member")
    assert code(await ben.http.put(f"/api/clubs/{club}/members/{ben_id}", json={"role": "member"})) == (
        403,
        "not_member",
    )
    await done(ben, "DELETE", ask)
    assert (await seen(ben, club))["club"]["tie"] is None
    await done(ben, "POST", ask)
    member = f"/api/clubs/{club}/members/{ben_id}"
    assert code(await ada.http.put(member, json={"role": "organizer"})) == (400, "bad_request")
    told = (await done(ada, "PUT", member, {"role": "member"})).json()
    assert roles(told) == {"Ada": "owner", "Ben": "member"}
    # One request is declined; another one meets an invitation link and creates a membership.
    await done(eve, "POST", ask)
    await done(ada, "DELETE", f"/api/clubs/{club}/members/{eve_id}")
    assert (await seen(eve, club))["club"]["tie"] is None
    await done(eve, "POST", ask)
    await join(ada, club, eve)
    assert roles(await seen(ada, club))["Eve"] == "member"
    assert code(await ben.post(f"/api/clubs/{hidden}/join")) == (404, "not_found")
    # Nobody who is blocked by the owner, or has blocked them, can join.
    other = await found(ada, name="Other", open=True)
    await ada.post("/api/blocks", {"user": eve_id})
    await ben.post("/api/blocks", {"user": ada_id})
    for one in (ben, eve):
        assert code(await one.post(f"/api/clubs/{other}/join")) == (403, "not_accepted")
    key = await link_of(ada, other)
    assert code(await eve.post(f"/api/clubs/link/{key}")) == (403, "not_accepted")


async def test_links_are_replaced_revoked_and_expire(people: Running) -> None:
    (ada, _), (ben, _) = await named(people, "Ada", "Ben")
    club = await found(ada)
    first, second = await link_of(ada, club), await link_of(ada, club)
    gone = (404, "not_found")
    assert code(await ben.get(f"/api/clubs/link/{first}")) == gone
    async with people.services.store._writing.begin() as connection:
        await connection.execute(update(clubs).values(link_ends=now() - 1))
    for answer in (await ben.get(f"/api/clubs/link/{second}"), await ben.post(f"/api/clubs/link/{second}")):
        assert code(answer) == gone
    third = await link_of(ada, club)
    assert (await done(ada, "DELETE", f"/api/clubs/{club}/link")).json()["link"] is None
    assert code(await ben.post(f"/api/clubs/link/{third}")) == gone
    assert code(await ada.post(f"/api/clubs/{club}/link", {"days": 31})) == (400, "bad_request")


async def test_only_members_play_at_the_tables_of_a_club(people: Running) -> None:
    (ada, _), (ben, ben_id), (eve, eve_id), (dan, _) = await named(people, "Ada", "Ben", "Eve", "Dan")
    club = await found(ada)
    await join(ada, club, ben, eve)
    refused = {"ruleset": "switzerland", "seats": TWO_PEOPLE, "club": club}
    assert code(await dan.post("/api/tables", refused)) == (404, "not_found")
    assert code(await ada.post("/api/tables", refused | {"listed": True})) == (400, "bad_request")
    table = await club_table(ada, club)
    assert code(await ada.post(f"/api/tables/{table}/options", {"listed": True})) == (400, "bad_request")
    (line,) = (await seen(ben, club))["tables"]
    assert line["id"] == table
    assert (await dan.get("/api/open")).json()["tables"] == []
    invited = (await done(ada, "POST", f"/api/tables/{table}/invitations", {"seat": 1})).json()["key"]
    assert code(await dan.post(f"/api/invitations/{invited}")) == (404, "no_invitation")
    await done(ada, "DELETE", f"/api/tables/{table}/invitations/1")
    assert code(await dan.post(f"/api/tables/{table}/join")) == (404, "not_found")
    assert code(await dan.get(f"/api/tables/{table}")) == (404, "not_found")
    # A friend who is not a member gets no seat either.
    await befriend(ada, dan)
    dan_id = (await dan.get("/api/me")).json()["id"]
    friend = [{"kind": "me"}, {"kind": "friend", "player": dan_id}]
    assert code(await ada.post("/api/tables", refused | {"seats": friend})) == (404, "not_found")

    await done(ben, "POST", f"/api/tables/{table}/join", {})
    await done(ada, "POST", f"/api/tables/{table}/start", {})
    told = await seen(eve, club)
    (game,) = told["games"]
    assert (told["tables"], game["id"] == table) == ([], False)  # spectators get the key to watch
    assert (await seen(ben, club))["games"][0]["id"] == table
    watching, playing = await eve.sit(game["id"]), await ben.sit(table)
    # A removed member loses the room and the tables immediately, but nobody loses a game.
    room = await eve.connect(f"/api/clubs/{club}/socket")
    await room.until("club_changed")
    for one in (ben_id, eve_id):
        await done(ada, "DELETE", f"/api/clubs/{club}/members/{one}")
    assert (await closed(watching))[0] == "not_found"
    assert (await closed(room))[0] == "not_found"
    assert code(await eve.get(f"/api/tables/{game['id']}/view")) == (404, "not_found")
    host = await ada.sit(table)
    await play_on({0: host, 1: playing}, random.Random(2))
    assert (await ben.get(f"/api/tables/{table}")).json()["state"] == "over"
    assert code(await dan.get(f"/api/tables/{table}/record")) == (404, "not_found")

    async def results() -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = (await ada.get(f"/api/clubs/{club}/games")).json()
        return told

    (ended,) = await eventually(results)
    assert ended["game"] == table
    assert sorted(one["name"] for one in ended["results"]) == ["Ada", "Ben"]
    assert sorted(one["rank"] for one in ended["results"]) in ([1, 1], [1, 2])


async def test_a_ranking_has_only_members_who_show_their_page(people: Running) -> None:
    (ada, ada_id), (ben, ben_id), (eve, _) = await named(people, "Ada", "Ben", "Eve")
    club = await found(ada)
    await join(ada, club, ben)
    for one in (ada, ben, eve):
        await done(one, "PUT", "/api/account/page", {"shown": True})
    for other in (ben, eve):
        table = await ada.table(TWO_PEOPLE, "switzerland")
        await done(other, "POST", f"/api/tables/{table}/join", {})
        await done(ada, "POST", f"/api/tables/{table}/start", {})
        await play_on({0: await ada.sit(table), 1: await other.sit(table)}, random.Random(3))
    path = "/api/rankings?ruleset=switzerland&pace=live"

    async def ranked() -> list[str]:
        return names((await ada.get(path)).json()["lines"])

    async def all_three() -> bool:
        return len(await ranked()) == 3

    await eventually(all_three)
    everybody = {one["player"]: one for one in (await ada.get(path)).json()["lines"]}
    told = (await ada.get(f"{path}&club={club}")).json()
    assert sorted(one["player"] for one in told["lines"]) == sorted([ada_id, ben_id])
    assert [one["place"] for one in told["lines"]] == [1, 2]
    assert all(one["rating"] == everybody[one["player"]]["rating"] for one in told["lines"])
    assert told["bots"] == []
    assert code(await eve.get(f"{path}&club={club}")) == (404, "not_found")


async def test_the_room_is_for_members(people: Running) -> None:
    (ada, _), (ben, _), (eve, eve_id) = await named(people, "Ada", "Ben", "Eve")
    club = await found(ada, open=True)
    await join(ada, club, ben)
    await done(eve, "POST", f"/api/clubs/{club}/join")
    assert (await closed(await eve.connect(f"/api/clubs/{club}/socket")))[0] == "not_found"
    one, other = [await guest.connect(f"/api/clubs/{club}/socket") for guest in (ada, ben)]
    for socket in (one, other):
        await socket.until("club_changed")
    await one.send({"type": "say", "id": "1", "text": "Tonight at eight?"})
    heard = (await other.until("said"))["message"]
    assert (heard["name"], heard["text"], heard["watching"]) == ("Ada", "Tonight at eight?", False)
    assert (await one.until("said"))["id"] == "1"
    chat = f"/api/clubs/{club}/chat"
    assert [one["text"] for one in (await ben.get(chat)).json()["messages"]] == ["Tonight at eight?"]
    assert code(await eve.get(chat)) == (404, "not_found")
    assert (await eve.get("/api/open/chat")).json()["messages"] == []
    # Moderated like the other rooms.
    report = f"/api/messages/{heard['id']}/report"
    for wish in ({"reason": "spam"}, {"reason": "spam", "club": club}):
        assert code(await eve.post(report, wish)) == (404, "not_found")
    assert code(await ben.post(report, {"reason": "spam"})) == (404, "not_found")
    await done(ben, "POST", report, {"reason": "spam", "club": club})
    boss = await moderator(people)
    (line,) = (await boss.get("/api/host")).json()["reports"]
    assert (line["about"], line["context"][0]["text"], line["club"]) == ("message", "Tonight at eight?", club)
    await done(boss, "DELETE", f"/api/host/messages/{heard['id']}")
    assert (await other.until("unsaid"))["message"] == heard["id"]
    # Everybody in the room learns of a change, and a new member is heard.
    await other.settle()
    await done(ada, "PUT", f"/api/clubs/{club}/members/{eve_id}", {"role": "member"})
    await other.until("club_changed")
    third = await eve.connect(f"/api/clubs/{club}/socket")
    await third.until("club_changed")
    await third.send({"type": "say", "id": "2", "phrase": "hello"})
    assert (await one.until("said"))["message"]["phrase"] == "hello"
    # Deleting the club deletes its room.
    await done(ada, "DELETE", f"/api/clubs/{club}")
    assert (await closed(third))[0] == "not_found"
    async with people.services.store.reading() as connection:
        assert (await connection.execute(select(messages).where(messages.c.game.is_not(None)))).all() == []
