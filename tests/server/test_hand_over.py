"""A bot takes over a player's seat; the player keeps it and may return."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.server.harness import Running, running, two_seats

from whistlestop.server.usecases.tables.hand_over import hand_to_bot

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_bot_plays_on_and_gives_the_seat_back(server: Running) -> None:
    table, ada, _, one, two = await two_seats(server)
    async with server.services.tables.use(table) as held:
        await hand_to_bot(held, 0, "random")
    told = (await two.until("table"))["table"]["seats"][0]
    assert (told["kind"], told["bot"], told["name"]) == (
        "person",
        "random",
        one.hello["table"]["seats"][0]["name"],
    )
    assert (await two.until("update"))["version"] == 1  # the bot chose tickets
    assert two.view is not None
    assert two.view["to_act"] == [1]

    await one.settle()
    assert (await one.command("keep:1,2,3", version=1))["error"]["code"] == "bot_plays"
    async with server.services.tables.use(table) as held:
        await hand_to_bot(held, 0, None)
    assert (await two.until("table"))["table"]["seats"][0]["bot"] is None
    assert (await ada.get(f"/api/tables/{table}")).json()["you"] == 0


async def test_who_plays_is_kept(tmp_path: Path) -> None:
    async with running(tmp_path, bot_delay=60.0) as server:
        table, *_ = await two_seats(server)
        async with server.services.tables.use(table) as held:
            await hand_to_bot(held, 1, "greedy")
    async with running(tmp_path) as server:
        assert await server.services.store.tables_with_bots() == [table]
        async with server.services.tables.use(table) as held:
            assert (held.row.seats[1].kind, held.row.seats[1].bot) == ("person", "greedy")
