"""Quick play, invitations and chat: who meets whom, and who can read which messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import TWO_PEOPLE, Guest, Running, Socket, closed, code, running, two_seats

from whistlestop.server.adapters.database.account_removal import forget

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


LIVE = {"pace": "5+10"}


@pytest.fixture
async def talking(tmp_path: Path, database: str) -> AsyncIterator[Running]:
    """Return a server without chat limits, on both databases."""
    async with running(tmp_path, chat_rate=0.0, database=database) as service:
        yield service


async def room(guest: Guest, language: str | None = None) -> Socket:
    """Return a socket in the open room, or in the room of a language, that has received the list."""
    which = "" if language is None else f"?language={language}"
    socket = await guest.connect(f"/api/open/socket{which}")
    assert (await socket.receive())["type"] == "open"
    return socket


async def say(socket: Socket, text: str, **more: Any) -> dict[str, Any]:
    """Send a message, and return the answer."""
    await socket.send({"type": "say", "id": "mine", "text": text, **more})
    return await socket.until("said", "refused")


def texts(answer: Any) -> list[str]:
    return [message["text"] for message in answer.json()["messages"]]


async def heard(socket: Socket) -> list[str]:
    """Return the messages received by a socket."""
    return [one["message"]["text"] for one in await socket.settle() if one["type"] == "said"]


# ----------------------------------------------------------------------------------------------- open tables


# ------------------------------------------------------------------------------------------------ quick play


async def test_two_who_want_to_play_find_each_other(talking: Running) -> None:
    server = talking
    ada, ben = await server.guest(), await server.guest()
    mine = (await ada.post("/api/quickplay", LIVE)).json()
    assert (mine["listed"], mine["quick"], mine["state"]) == (True, True, "open")
    # A second request returns the same seat, and nobody is sent to a table where nobody waits.
    assert (await ada.post("/api/quickplay", LIVE)).json()["id"] == mine["id"]
    other = (await ben.post("/api/quickplay", LIVE)).json()
    assert other["id"] != mine["id"]
    await ben.sit(other["id"])
    cleo = await server.guest()
    wrong = (await cleo.post("/api/quickplay", LIVE | {"rulesets": ["europe"]})).json()
    assert wrong["ruleset"] == "europe"
    third = await server.guest()
    begun = (
        await third.post("/api/quickplay", LIVE | {"rulesets": ["europe", "usa"], "sizes": [2, 3]})
    ).json()
    assert (begun["id"], begun["state"]) == (other["id"], "playing")


async def test_quick_play_is_at_one_pace_and_never_waits_for_a_host(server: Running) -> None:
    """Players are never seated at another pace, without a clock, or where only the host can start the game."""
    ada = await server.guest()
    clocks = {
        "5+10": {"kind": "live", "seconds": 300, "increment": 10, "bot": "planner"},
        "10+20": {"kind": "live", "seconds": 600, "increment": 20, "bot": "planner"},
        "days": {"kind": "turn", "seconds": 86_400, "increment": 0, "bot": "planner"},
    }
    others = set()
    for clock in (None, *clocks.values()):
        body = {"ruleset": "usa", "seats": TWO_PEOPLE, "listed": True, "clock": clock}
        others.add((await ada.post("/api/tables", body)).json()["id"])
    waiting: dict[str, Any] = {}
    for pace, clock in clocks.items():
        mine = (await (await server.guest()).post("/api/quickplay", {"pace": pace})).json()
        assert mine["clock"]["settings"] == clock
        waiting[pace] = mine["id"]
    assert len({*waiting.values(), *others}) == 7
    # In correspondence games nobody needs to be present; in live games nobody is sent to an empty table.
    came = {pace: (await ada.post("/api/quickplay", {"pace": pace})).json() for pace in clocks}
    assert (came["days"]["id"], came["days"]["state"]) == (waiting["days"], "playing")
    assert {came[pace]["id"] for pace in ("5+10", "10+20")}.isdisjoint({*waiting.values(), *others})
    assert code(await ada.post("/api/quickplay", {})) == (400, "bad_request")


async def test_quick_play_begins_when_the_last_seat_has_a_bot(server: Running) -> None:
    ada = await server.guest()
    mine = (await ada.post("/api/quickplay", LIVE | {"sizes": [3]})).json()
    states = []
    for seat in (1, 2):
        body = {"seat": seat, "kind": "bot", "bot": "random"}
        states.append((await ada.post(f"/api/tables/{mine['id']}/seats", body)).json()["state"])
    assert states == ["open", "playing"]


@pytest.mark.parametrize(
    "wish",
    [{"rulesets": ["nowhere"]}, {"sizes": [9]}, {"sizes": [1]}, {"x": 1}, {"pace": "1+0"}, {"pace": None}],
)
async def test_quick_play_for_what_there_is_not(server: Running, wish: dict[str, Any]) -> None:
    assert code(await (await server.guest()).post("/api/quickplay", LIVE | wish)) == (400, "bad_request")


# ----------------------------------------------------------------------------------------------- invitations


async def test_an_invitation_seats_one_person_once(talking: Running) -> None:
    ada, ben, eve = [await talking.guest() for _ in range(3)]
    table = await ada.table([*TWO_PEOPLE, {"kind": "open"}])
    assert code(await ben.post(f"/api/tables/{table}/invitations", {"seat": 2})) == (403, "not_owner")
    key = (await ada.post(f"/api/tables/{table}/invitations", {"seat": 2})).json()["key"]
    assert (await ada.post(f"/api/tables/{table}/invitations", {"seat": 2})).json()["key"] == key
    # Everybody sees that the seat is reserved, but only the host sees the key.
    seen = await ben.get(f"/api/tables/{table}")
    assert [seat["invited"] for seat in seen.json()["seats"]] == [False, False, True]
    assert key not in seen.text
    assert code(await ben.get(f"/api/tables/{table}/invitations")) == (403, "not_owner")
    assert code(await ben.get(f"/api/tables/{table}/invitation.svg?seat=2")) == (404, "no_invitation")
    assert code(await eve.post(f"/api/tables/{table}/join", {"seat": 2})) == (409, "table_full")

    assert (await ben.post(f"/api/invitations/{key}")).json()["you"] == 2
    assert code(await eve.post(f"/api/invitations/{key}")) == (404, "no_invitation")
    # After revoking, the seat is open to all.
    await ben.post(f"/api/tables/{table}/leave")
    assert code(await ben.post(f"/api/invitations/{key}")) == (404, "no_invitation")
    assert (await eve.post(f"/api/tables/{table}/join", {"seat": 2})).json()["you"] == 2


async def test_an_invitation_is_taken_back(server: Running) -> None:
    ada, ben = await server.guest(), await server.guest()
    table = await ada.table(TWO_PEOPLE)
    key = (await ada.post(f"/api/tables/{table}/invitations", {"seat": 1})).json()["key"]
    drawn = await ada.get(f"/api/tables/{table}/invitation.svg?seat=1")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.startswith("<svg xmlns=")
    assert (await ada.http.delete(f"/api/tables/{table}/invitations/1")).status_code == 200
    assert code(await ben.post(f"/api/invitations/{key}")) == (404, "no_invitation")
    assert (await ben.post(f"/api/tables/{table}/join")).json()["you"] == 1
    assert code(await ada.post(f"/api/tables/{table}/invitations", {"seat": 1})) == (409, "table_full")


# ------------------------------------------------------------------------------------------------------ chat


async def test_players_do_not_hear_who_watches_until_the_game_is_over(talking: Running) -> None:
    table, ada, ben, at_ada, at_ben = await two_seats(talking)
    eve, fay = await talking.guest(), await talking.guest()
    watch = (await ada.get(f"/api/tables/{table}")).json()["watch"]
    at_eve, at_fay = await eve.sit(table), await fay.sit(watch)
    # A player who uses the link for watching is still a player.
    spying = await ben.sit(watch)
    assert (await say(at_eve, "look at her cards"))["message"]["watching"]
    assert (await say(at_ada, "hello"))["message"]["seat"] == 0
    assert await heard(at_fay) == ["look at her cards", "hello"]
    for socket in (at_ben, spying):
        assert await heard(socket) == ["hello"]
    number = (await fay.get(f"/api/tables/{watch}/chat")).json()["messages"][0]["id"]
    for path in (table, watch):
        assert texts(await ben.get(f"/api/tables/{path}/chat")) == ["hello"]
        assert texts(await fay.get(f"/api/tables/{path}/chat")) == ["look at her cards", "hello"]
    for key in (table, None):  # neither unreadable messages, nor without the table's key
        told = await ben.post(f"/api/messages/{number}/report", {"reason": "spam", "table": key})
        assert code(told) == (404, "not_found")
    assert "look at" not in "".join(at_ada.raw + at_ben.raw + spying.raw)

    async with talking.services.tables.use(table) as found:
        found.set_row(state="over")
    assert texts(await ben.get(f"/api/tables/{table}/chat")) == ["look at her cards", "hello"]


async def test_messages_outlive_the_server_and_are_not_in_the_record(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        table = await ada.table(TWO_PEOPLE)
        socket = await ada.sit(table)
        await say(socket, "  so \u202e it\n\tbegins ")
        await socket.send({"type": "say", "id": "p", "phrase": "good_luck"})
        assert (await socket.until("said"))["message"]["phrase"] == "good_luck"
        cookies = dict(ada.http.cookies)
    async with running(tmp_path) as server:
        again = await server.guest()
        again.http.cookies.update(cookies)
        messages = (await again.get(f"/api/tables/{table}/chat")).json()["messages"]
        assert [(one["text"], one["phrase"]) for one in messages] == [
            ("so it begins", None),
            (None, "good_luck"),
        ]


async def test_what_cannot_be_said(server: Running) -> None:
    ada, ben = await server.guest(), await server.guest()
    table = await ada.table(TWO_PEOPLE)
    socket, other = await ada.sit(table), await ben.sit(table)
    for wrong in (
        {"text": " \u200b\u202e\n"},
        {"text": "x" * 301},
        {"text": "hi", "phrase": "hello"},
        {"phrase": "no such phrase"},
        {},
    ):
        await socket.send({"type": "say", "id": "x", **wrong})
        answer = await socket.until("refused", "said")
        assert (answer["type"], answer["id"], answer["error"]["code"]) == ("refused", "x", "bad_request")
    assert (await ada.post(f"/api/tables/{table}/options", {"chat": False})).json()["chat"] is False
    assert (await say(socket, "hello"))["error"]["code"] == "chat_off"
    await ada.post(f"/api/tables/{table}/options", {"chat": True})
    answers = [await say(socket, f"{i}") for i in range(7)]
    assert answers[0]["type"] == "said"
    assert answers[-1]["error"]["code"] == "rate_limited"
    assert await heard(other) == [one["message"]["text"] for one in answers if one["type"] == "said"]


async def test_block_and_report(talking: Running) -> None:
    ada, ben = await talking.guest(), await talking.guest()
    here, there = await room(ada), await room(ben)
    rude = (await say(here, "you fool"))["message"]
    assert (await there.until("said"))["message"] == rude
    assert texts(await ben.get("/api/open/chat")) == ["you fool"]
    blocked = {"users": [{"id": rude["user"], "name": rude["name"]}]}
    assert (await ben.post("/api/blocks", {"user": rude["user"]})).json() == blocked
    assert (await ben.get("/api/blocks")).json() == blocked
    again = await ben.post("/api/blocks", {"user": rude["user"], "blocked": False})
    assert again.json() == {"users": []}
    for _ in range(2):  # a repeated report counts once
        told = await ben.post(f"/api/messages/{rude['id']}/report", {"reason": "insult"})
        assert told.status_code == 200
    (kept,) = await talking.services.moderation.cases.reports()
    assert (kept.reported, kept.context[-1].text) == (rude["user"], "you fool")
    assert code(await ben.post("/api/messages/99999/report", {"reason": "spam"})) == (404, "not_found")


async def test_each_language_has_a_room(talking: Running) -> None:
    ada, ben, eve = [await talking.guest() for _ in range(3)]
    here, there, elsewhere, for_all = [
        await room(guest, language)
        for guest, language in ((ada, "de"), (ben, "de"), (eve, "fr"), (eve, None))
    ]
    said = (await say(here, "Servus"))["message"]
    assert (await there.until("said"))["message"] == said
    assert not said["watching"]
    assert await heard(elsewhere) == await heard(for_all) == []
    assert texts(await eve.get("/api/open/chat?language=de")) == ["Servus"]  # anyone may read
    for path in ("/api/open/chat", "/api/open/chat?language=fr"):
        assert texts(await ben.get(path)) == []
    for path in ("/api/open/chat?language=xx", "/api/open/chat?language=language/de"):
        assert code(await ben.get(path)) == (400, "bad_request")
    # A report belongs to its room, and moderators see which room it is.
    report = f"/api/messages/{said['id']}/report"
    for wrong in ({}, {"language": "fr"}):
        assert code(await ben.post(report, {"reason": "spam", **wrong})) == (404, "not_found")
    assert (await ben.post(report, {"reason": "spam", "language": "de"})).status_code == 200
    (kept,) = await talking.services.moderation.cases.reports()
    assert (kept.language, kept.club, kept.watch, kept.context[-1].text) == ("de", None, None, "Servus")
    await talking.services.moderation.act(talking.services.moderation.store.delete_message(said["id"]))
    for socket in (here, there):
        assert (await socket.until("unsaid"))["message"] == said["id"]
    assert [one["type"] for one in await elsewhere.settle() if one["type"] == "unsaid"] == []
    # A user's messages are in their export, without the keys of tables, and are deleted with the account.
    await say(here, "again")
    table = await eve.table(TWO_PEOPLE)
    await say(
        await ada.sit((await eve.get(f"/api/tables/{table}")).json()["watch"]), "from the link to watch"
    )
    export = await ada.get("/api/account/export")
    assert [(one["text"], one["language"], one["table"]) for one in export.json()["messages"]] == [
        ("again", "de", False),
        ("from the link to watch", None, True),
    ]
    assert table not in export.text
    await forget(talking.services.store, said["user"])
    assert texts(await ben.get("/api/open/chat?language=de")) == []


async def test_rooms_of_languages_can_be_switched_off(tmp_path: Path) -> None:
    async with running(tmp_path, language_rooms=False) as server:
        ada = await server.guest()
        assert (await ada.get("/api/open")).json()["rooms"] == []
        assert code(await ada.get("/api/open/chat?language=de")) == (404, "not_found")
        assert await closed(await ada.connect("/api/open/socket?language=de")) == ("not_found", 4404)
        assert (await say(await room(ada), "for all"))["type"] == "said"
    async with running(tmp_path) as server:
        assert {"de", "en"} <= set((await (await server.guest()).get("/api/open")).json()["rooms"])


async def test_who_watches_is_named_if_they_like(server: Running) -> None:
    ada, eve = await server.guest(), await server.guest()
    table = await ada.table(TWO_PEOPLE)
    await eve.http.patch("/api/me", json={"name": "Eve"})
    mine, theirs = await ada.sit(table), await eve.sit(table)
    while (await mine.until("table"))["table"]["spectators"] != 1:
        pass
    assert (await ada.get(f"/api/tables/{table}")).json()["watchers"] == []
    await theirs.send({"type": "show", "name": True})
    assert (await mine.until("table"))["table"]["watchers"] == ["Eve"]
    await theirs.send({"type": "show", "name": False})
    assert (await mine.until("table"))["table"]["watchers"] == []


async def test_only_the_newest_messages_are_kept(talking: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whistlestop.server.adapters.database.meeting.KEPT", 3)
    ada = await talking.guest()
    table = await ada.table(TWO_PEOPLE)
    socket, elsewhere = await ada.sit(table), await room(ada)
    await say(elsewhere, "not here")
    for i in range(5):
        await say(socket, str(i))
    assert texts(await ada.get(f"/api/tables/{table}/chat")) == ["2", "3", "4"]
    assert texts(await ada.get("/api/open/chat")) == ["not here"]


async def test_what_a_deleted_user_said_goes_with_them(talking: Running) -> None:
    ada = await talking.guest()
    socket = await room(ada)
    await say(socket, "gone soon")
    user = (await ada.get("/api/me")).json()["id"]
    await ada.post("/api/blocks", {"user": "somebody"})
    await forget(talking.services.store, user)
    assert texts(await ada.get("/api/open/chat")) == []
    assert (await ada.get("/api/blocks")).json() == {"users": []}
