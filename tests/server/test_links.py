"""A table has two links: with the link for watching, users see what spectators see and can do nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.server.harness import TWO_PEOPLE, Running, code, two_seats

if TYPE_CHECKING:
    from tests.server.harness import Guest


async def links(guest: Guest, table: str) -> tuple[str, str]:
    found = (await guest.get(f"/api/tables/{table}")).json()
    assert found["id"] == table
    return found["id"], found["watch"]


async def test_the_link_to_watch_gives_no_seat(server: Running) -> None:
    ada, eve = await server.guest(), await server.guest()
    sit, watch = await links(ada, await ada.table(TWO_PEOPLE))
    assert sit != watch
    seen = await eve.get(f"/api/tables/{watch}")
    assert seen.json()["id"] == seen.json()["watch"] == watch
    assert sit not in seen.text
    for path, body in (
        ("join", {"seat": 1}),
        ("leave", {}),
        ("start", {}),
        ("seats", {"seat": 1, "kind": "bot", "bot": "random"}),
        ("commands", {"id": "x", "version": 0, "action": "draw"}),
    ):
        # not even for its players or its host
        for guest in (ada, eve):
            assert code(await guest.post(f"/api/tables/{watch}/{path}", body)) == (403, "watch_only"), path
    assert code(await ada.get(f"/api/tables/{watch}/declaration")) == (403, "watch_only")
    assert code(await eve.get(f"/api/tables/{watch}x")) == (404, "not_found")
    assert (await ada.get(f"/api/tables/{sit}")).json()["seats"][1]["kind"] == "open"


async def test_watching_a_game(server: Running) -> None:
    table, ada, ben, first, _ = await two_seats(server)
    sit, watch = await links(ada, table)
    eve = await server.guest()
    watcher = await eve.sit(watch)
    own = await ada.sit(watch)  # with this link, players see what everybody sees
    for socket in (watcher, own):
        assert socket.hello["table"]["you"] is None
        assert socket.view is not None
        assert socket.view["seat"] is None
        assert socket.view["hand"] is None
        assert socket.view["legal"] == []
    assert (await own.command("draw", version=0))["error"]["code"] == "watch_only"
    assert first.view is not None
    await first.command(first.view["legal"][0])
    assert (await watcher.until("update"))["version"] == 1
    answer = await ben.get(f"/api/tables/{watch}/view")
    assert answer.json()["view"]["seat"] is None
    for path in ("record", "summary"):
        assert code(await eve.get(f"/api/tables/{watch}/{path}")) == (409, "not_over")
    await watcher.settle()
    assert not any(sit in frame for frame in [*watcher.raw, *own.raw])


async def test_a_burst_of_comings_is_told_once(server: Running) -> None:
    """Spectators are only counted. If many join at the same time, everybody gets one or two messages."""
    table, ada, _, first, second = await two_seats(server)
    _, watch = await links(ada, table)
    guests = [await server.guest() for _ in range(5)]
    watchers = [await guest.sit(watch if number % 2 else table) for number, guest in enumerate(guests * 3)]
    told: list[dict[str, Any]] = [await second.until("table")]
    while told[-1]["table"]["spectators"] < 15:
        told.append(await second.until("table"))
    assert len(told) <= 6
    assert all(len(message["table"]["seats"]) == 2 for message in told)
    for socket in watchers:
        await socket.connection.close()
    while (told := [await first.until("table")])[-1]["table"]["spectators"]:
        pass
    assert [seat["online"] for seat in told[-1]["table"]["seats"]] == [True, True]
