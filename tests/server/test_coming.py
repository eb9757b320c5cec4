"""Returning to tables and games: leaving, hosts, rematches, several players on one device, results, history."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select
from tests.server.harness import (
    BOT,
    TWO_PEOPLE,
    Guest,
    Running,
    Socket,
    closed,
    code,
    play_on,
    running,
    two_seats,
)
from tests.waiting import eventually, next_millisecond

from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.usecases.history.backfill import fill_in_results

if TYPE_CHECKING:
    from pathlib import Path

    from whistlestop.server.usecases.tables.table import Table

TWO_HERE = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]


async def told(socket: Socket, key: str, value: object) -> dict[str, Any]:
    """Return the next table message in which a condition holds."""
    while True:
        table: dict[str, Any] = (await socket.until("table"))["table"]
        if table[key] == value:
            return table


async def result_rows(server: Running, game: str) -> list[dict[str, Any]]:
    query = select(results).where(results.c.game == game).order_by(results.c.seat)
    async with server.services.store.reading() as connection:
        return [dict(row) for row in (await connection.execute(query)).mappings()]


async def finished(server: Running) -> tuple[str, Guest, Guest, Socket, Socket]:
    """Return a finished game of two people."""
    table, ada, ben, first, second = await two_seats(server, "switzerland")
    await play_on({0: first, 1: second}, random.Random(5))
    await first.settle()
    await second.settle()
    return table, ada, ben, first, second


# ---------------------------------------------------------------------------------------------- leaving


async def test_a_bot_plays_for_whoever_resigns_until_they_return(server: Running) -> None:
    table, _ada, ben, first, second = await two_seats(server)
    path = f"/api/tables/{table}"
    eve = await server.guest()
    assert code(await eve.post(f"{path}/resign")) == (403, "not_seated")
    resigned = (await ben.post(f"{path}/resign")).json()
    assert (resigned["you"], resigned["seats"][1]["bot"]) == (1, "planner")
    while (await told(first, "state", "playing"))["seats"][1]["bot"] != "planner":
        pass  # presence is sent as well
    # Ada's game is not blocked: she continues alone against the bot.
    while (view := first.view)["turn"] < 6:  # type: ignore[index]
        if view["legal"]:  # type: ignore[index]
            assert (await first.command(view["legal"][0]))["type"] == "ack"  # type: ignore[index]
        await first.until("update")
    returned = (await ben.post(f"{path}/return")).json()
    assert returned["seats"][1]["bot"] is None
    await second.settle()
    await first.settle()
    assert first.view is not None
    version = first.view["version"]
    if first.view["to_act"] == [0]:  # Ada's moves until it is Ben's turn
        while first.view["to_act"] == [0]:
            await first.command(first.view["legal"][0])
            await first.until("update")
        version = first.view["version"]
    await second.send({"type": "resync", "version": 0})
    await second.until("hello")
    assert second.view is not None
    assert (second.view["version"], second.view["to_act"]) == (version, [1])
    assert (await second.command(second.view["legal"][0]))["type"] == "ack"


async def test_where_nobody_comes_back(server: Running) -> None:
    ada = await server.guest()
    answer = await ada.post(
        "/api/tables",
        {
            "ruleset": "usa",
            "seats": [{"kind": "me"}, BOT],
            "start": True,
            "stand_in": "greedy",
            "comes_back": False,
        },
    )
    table = answer.json()["id"]
    assert answer.json()["comes_back"] is False
    assert (await ada.post(f"/api/tables/{table}/resign")).json()["seats"][0]["bot"] == "greedy"
    assert code(await ada.post(f"/api/tables/{table}/return")) in {(409, "stays_away"), (409, "game_over")}


async def test_a_bot_for_somebody_absent(tmp_path: Path) -> None:
    async with running(tmp_path, absent_after=0.3) as server:
        table, ada, ben, first, second = await two_seats(server)
        path = f"/api/tables/{table}"
        eve = await server.guest()
        assert code(await ada.post(f"{path}/stand-in", {"seat": 1})) == (409, "not_absent")
        await second.connection.close()
        while not (await first.until("table"))["table"]["seats"][1]["absent"]:
            pass
        assert code(await eve.post(f"{path}/stand-in", {"seat": 1})) == (403, "not_seated")
        assert code(await ada.post(f"{path}/stand-in", {"seat": 0})) == (400, "bad_request")
        assert code(await ada.post(f"{path}/stand-in", {"seat": 7})) == (400, "bad_request")
        assert (await ada.post(f"{path}/stand-in", {"seat": 1})).json()["seats"][1]["bot"] == "planner"
        assert (await ben.post(f"{path}/return")).json()["seats"][1]["bot"] is None


async def test_ending_by_agreement(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, ada, ben, _first, second = await two_seats(server)
        path = f"/api/tables/{table}"
        assert (await ada.post(f"{path}/agree", {"agrees": True})).json()["state"] == "playing"
        while [seat["agreed"] for seat in (await told(second, "state", "playing"))["seats"]] != [True, False]:
            pass  # presence is sent as well
        assert (await ben.post(f"{path}/agree", {"agrees": False})).json()["seats"][0]["agreed"] is False
        await ben.post(f"{path}/agree", {"agrees": True})
    async with running(tmp_path) as server:  # votes survive a restart
        ada.base = ben.base = server.base
        ada, ben = await again(server, ada), await again(server, ben)
        socket = await ada.sit(table)
        ended = (await ada.post(f"{path}/agree", {"agrees": True})).json()
        assert (ended["state"], ended["abandoned"]) == ("over", True)
        assert (await told(socket, "state", "over"))["abandoned"]
        assert (await socket.command("draw"))["error"]["code"] == "game_over"
        assert code(await ben.post(f"{path}/resign")) == (409, "game_over")
        assert code(await ben.get(f"{path}/record")) == (409, "not_over")
        assert await result_rows(server, table) == []
        (game,) = (await ben.get("/api/games")).json()["games"]
        assert (game["table"], game["abandoned"], game["seats"][0]["score"]) == (table, True, None)


async def again(server: Running, guest: Guest) -> Guest:
    """Return the same guest after a restart."""
    fresh = await server.guest()
    fresh.http.cookies = guest.http.cookies
    fresh.http.headers["x-csrftoken"] = guest.http.cookies["csrftoken"]
    return fresh


# ------------------------------------------------------------------------------------------------ hosts


async def test_a_host_sends_away_and_hands_over(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada, ben, eve = [await server.guest() for _ in range(3)]
        table = await ada.table([{"kind": "me"}, {"kind": "open"}])
        path = f"/api/tables/{table}"
        await ben.post(f"{path}/join")
        for action in ("remove", "host"):
            assert code(await ben.post(f"{path}/{action}", {"seat": 0})) == (403, "not_owner")
            assert code(await ada.post(f"{path}/{action}", {"seat": 9})) == (400, "bad_request")
        assert code(await ada.post(f"{path}/remove", {"seat": 0})) == (400, "bad_request")
        at_ben = await ben.sit(table)
        at_eve = await eve.sit(table)
        removed = (await ada.post(f"{path}/remove", {"seat": 1})).json()
        # The removed player gets a message at once; nobody else is removed.
        assert await closed(at_ben) == ("removed", 4412)
        await at_eve.settle()
        assert removed["seats"][1]["kind"] == "open"
        (away,) = removed["removed"]
        assert code(await ben.post(f"{path}/join")) == (403, "removed")
        # Only the host sees who was removed; the removed player sees until when.
        seen = [(await one.get(path)).json() for one in (ben, eve, ada)]
        assert [one["removed"] != [] for one in seen] == [False, False, True]
        assert [one["barred"] is not None for one in seen] == [True, False, False]
        again_at = await ben.sit(table)
        assert again_at.hello["table"]["barred"] == seen[0]["barred"]
        key = (await ada.post(f"{path}/invitations", {"seat": 1})).json()["key"]
        assert code(await ben.post(f"/api/invitations/{key}")) == (403, "removed")
        await ada.http.delete(f"{path}/invitations/1")
    async with running(tmp_path) as server:
        ada, ben, eve = [await again(server, guest) for guest in (ada, ben, eve)]
        assert code(await ben.post(f"{path}/join")) == (403, "removed")
        assert (await ada.post(f"{path}/readmit", {"user": away["user"]})).json()["removed"] == []
        assert (await ben.post(f"{path}/join")).json()["you"] == 1
        assert (await ada.post(f"{path}/host", {"seat": 1})).json()["owner"] == away["user"]
        assert code(await ada.post(f"{path}/start")) == (403, "not_owner")
        assert (await ben.post(f"{path}/start")).json()["state"] == "playing"
        assert code(await ben.post(f"{path}/remove", {"seat": 0})) == (409, "already_started")


async def test_somebody_sent_away_may_come_again_later(tmp_path: Path) -> None:
    async with running(tmp_path, removed_for=0.0) as server:
        ada, ben = await server.guest(), await server.guest()
        table = await ada.table(TWO_PEOPLE)
        await ben.post(f"/api/tables/{table}/join")
        await ada.post(f"/api/tables/{table}/remove", {"seat": 1})
        await next_millisecond()
        assert (await ben.post(f"/api/tables/{table}/join")).json()["you"] == 1


# ----------------------------------------------------------------------------------------- once more


async def test_one_rematch_for_all(server: Running) -> None:
    table, ada, ben, _first, second = await finished(server)
    path = f"/api/tables/{table}/rematch"
    eve = await server.guest()
    watch = (await eve.get(f"/api/tables/{table}")).json()["watch"]
    watcher = await eve.sit(watch)
    assert code(await eve.post(path)) == (403, "not_seated")
    here = (await ada.post(path)).json()
    assert [seat["kind"] for seat in here["seats"]] == ["open", "person"]  # everybody moves one seat further
    assert here["seats"][0]["held_for"] is not None
    assert here["state"] == "open"
    invited = None
    while invited is None:  # the spectator is announced as well
        invited = (await second.until("table"))["table"]["rematch"]
    names = [seat["name"] for seat in (await ben.get(f"/api/tables/{table}")).json()["seats"]]
    assert invited == {"table": here["id"], "ready": [names[0]], "waiting": [names[1]]}
    # Spectators learn where to watch, and nobody else gets the reserved seat.
    shown = (await watcher.until("table"))["table"]
    while shown["rematch"] is None:
        shown = (await watcher.until("table"))["table"]
    assert shown["rematch"]["table"] == here["watch"]
    assert code(await eve.post(f"/api/tables/{here['id']}/join")) == (409, "table_full")
    assert here["id"] in [one["table"]["id"] for one in (await ben.get("/api/waiting")).json()]

    there = (await ben.post(path)).json()
    assert (there["id"], there["you"], there["state"]) == (here["id"], 0, "playing")
    assert (await ada.post(path)).json()["id"] == here["id"]


async def test_two_ask_for_a_rematch_at_once(server: Running) -> None:
    table, ada, ben, _, _ = await finished(server)
    path = f"/api/tables/{table}/rematch"
    one, other = await asyncio.gather(ada.post(path), ben.post(path))
    assert one.json()["id"] == other.json()["id"]
    assert (await ada.get(f"/api/tables/{one.json()['id']}")).json()["state"] == "playing"


async def test_the_host_opens_a_kept_seat(server: Running) -> None:
    table, ada, ben, _, _ = await finished(server)
    here = (await ada.post(f"/api/tables/{table}/rematch")).json()
    path = f"/api/tables/{here['id']}"
    assert (await ben.get(path)).json()["kept"] == 0
    opened = (await ada.post(f"{path}/seats", {"seat": 0, "kind": "open"})).json()
    assert opened["seats"][0]["held_for"] is None
    eve = await server.guest()
    assert (await eve.post(f"{path}/join")).json()["state"] == "playing"
    assert (await ben.post(f"/api/tables/{table}/rematch")).json()["you"] is None


# ------------------------------------------------------------------------------------------ one device


async def test_two_people_on_one_device(server: Running) -> None:
    ada = await server.guest()
    assert code(await ada.post("/api/tables", {"ruleset": "switzerland", "seats": [{"kind": "me"}] * 2})) == (
        400,
        "bad_request",
    )
    table = await ada.table(TWO_HERE, "switzerland", start=True)
    path = f"/api/tables/{table}"
    socket = await ada.sit(table)
    assert socket.hello["table"]["yours"] == [0, 1]
    assert [seat["name"] for seat in socket.hello["table"]["seats"]] == ["Ada", "Ben"]
    hands = []
    for seat in (1, 0):
        await socket.send({"type": "seat", "seat": seat})
        assert (await socket.until("hello"))["table"]["you"] == seat
        assert socket.view == (await ada.get(f"{path}/view?seat={seat}")).json()["view"]
        assert socket.view is not None
        hands.append((socket.view["seat"], socket.view["offer"]))
    assert hands[0] != hands[1]
    await socket.send({"type": "seat", "seat": 2})
    assert (await socket.until("refused"))["error"]["code"] == "not_seated"

    dice = random.Random(3)
    for _ in range(12):
        assert socket.view is not None
        seat = socket.view["to_act"][0]
        await socket.send({"type": "seat", "seat": seat})
        await socket.until("hello")
        action = dice.choice(socket.view["legal"])
        other = {"type": "command", "id": "x", "version": socket.view["version"], "action": action}
        await socket.send(other | {"seat": 5})
        assert (await socket.until("refused"))["error"]["code"] == "not_seated"
        assert (await socket.command(action))["type"] == "ack"
        await socket.until("update")
    # A reloaded page requests the view that it needs.
    for seat in (0, 1):
        opened = await ada.open(table, seat)
        assert (await opened.until("hello"))["view"]["seat"] == seat
    ben = await server.guest()
    assert (await ben.get(f"{path}/view?seat=1")).json()["view"]["seat"] is None
    assert code(await ben.get(f"{path}/plan?seat=1")) == (403, "not_seated")


# ------------------------------------------------------------------------------------- results, history


async def test_results_come_with_the_last_action(server: Running) -> None:
    table, _ada, _ben, first, _ = await finished(server)
    assert first.view is not None
    outcome = first.view["outcome"]
    rows = await result_rows(server, table)
    assert [(row["score"], row["rank"], row["won"]) for row in rows] == [
        (one["score"], one["rank"], one["seat"] in outcome["winners"]) for one in outcome["players"]
    ]
    assert all(
        f'"routes":{one["routes"]}' in row["detail"]
        for row, one in zip(rows, outcome["players"], strict=True)
    )
    # Games that ended before results were stored get the same ones.
    await server.services.store.writer.run(lambda connection: connection.execute(delete(results)))
    assert await fill_in_results(server.services.store, pause=0.0) == 1
    assert await result_rows(server, table) == rows
    assert await fill_in_results(server.services.store, pause=0.0) == 0


def is_over(table: Table) -> bool:
    return table.row.state == "over"


async def test_the_history_by_pages_and_filters(server: Running, monkeypatch: Any) -> None:
    monkeypatch.setattr("whistlestop.server.usecases.history.history.PAGE", 2)
    ada = await server.guest()
    await ada.http.patch("/api/me", json={"name": "Ada"})
    ids: list[str] = []
    for board, bot in (("switzerland", "random"), ("usa", "greedy"), ("switzerland", "greedy")):
        table = await ada.table([{"kind": "me"}, {"kind": "bot", "bot": bot}], board, start=True)
        await ada.post(f"/api/tables/{table}/resign")
        async with server.services.tables.use(table) as played:
            await eventually(partial(is_over, played), 60)
        ids.insert(0, table)
    found, before = [], ""
    while True:
        page = (await ada.get(f"/api/games?before={before}")).json()
        found += [game["table"] for game in page["games"]]
        before = page["more"]
        if before is None:
            break
    assert found == ids

    async def listed(query: str) -> list[str]:
        return [game["table"] for game in (await ada.get(f"/api/games?{query}")).json()["games"]]

    assert await listed("ruleset=usa") == [ids[1]]
    assert await listed("who=rand") == [ids[2]]
    assert await listed("who=ada&ruleset=usa") == [ids[1]]
    assert await listed("who=%25") == []
    won = set(await listed("result=won") + await listed("result=lost"))
    assert len(won) >= 2
    assert not set(await listed("result=won")) & set(await listed("result=lost"))
    assert await listed("result=unfinished") == []
    for query in ("result=drawn", "before=abc", "before=" + "9" * 40):
        assert code(await ada.get(f"/api/games?{query}")) == (400, "bad_request")
    assert (await (await server.guest()).get("/api/games")).json() == {"games": [], "more": None}


async def test_what_waits(server: Running) -> None:
    table, ada, ben, first, _ = await two_seats(server)
    lobby = await ada.table(TWO_PEOPLE)
    (mine, other) = (await ada.get("/api/waiting")).json()
    assert (mine["table"]["id"], other["table"]["id"], other["standing"]) == (table, lobby, None)
    assert mine["standing"] == {"to_act": [0, 1], "your_turn": True, "scores": [0, 0], "routes": [[], []]}
    assert first.view is not None
    await first.command(first.view["legal"][0])
    assert (await ada.get("/api/waiting")).json()[-1]["standing"]["your_turn"] is False
    assert (await ben.get("/api/waiting")).json()[0]["standing"]["your_turn"] is True


async def test_one_person_in_two_browsers(server: Running) -> None:
    table, ada, _, first, _ = await two_seats(server)
    phone = await ada.sit(table)
    assert phone.view == first.view
    assert first.view is not None
    await phone.command(first.view["legal"][0])
    await first.until("update")
    await phone.settle()
    assert phone.view == first.view
