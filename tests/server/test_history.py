"""A user's finished games, and playing one of them again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.server.test_coming import finished

from whistlestop.reviewing import VERSION
from whistlestop.reviewing.shapes import Decision, Review, Share
from whistlestop.server.adapters.database.reviews import keep_review
from whistlestop.server.adapters.database.schema.history import reviews
from whistlestop.server.adapters.database.schema.tables import hand_overs

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from tests.server.harness import Running


async def test_once_more_from_any_game_of_a_series(server: Running) -> None:
    ada = await server.guest()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random", "character": "lotte"}]
    body = {"ruleset": "usa", "seats": seats, "clock": {"kind": "live", "seconds": 300}, "start": True}
    first = (await ada.post("/api/tables", body)).json()
    tables = [first["id"]]
    for _ in range(2):
        await ada.post(f"/api/tables/{tables[-1]}/agree", {"agrees": True})
        # Finished games lead to the newest one.
        again = (await ada.post(f"/api/tables/{tables[0]}/rematch")).json()
        assert again["id"] not in tables
        assert (again["ruleset"], again["clock"]["settings"]) == ("usa", first["clock"]["settings"])
        bot = next(seat for seat in again["seats"] if seat["kind"] == "bot")
        assert (bot["bot"], bot["character"]) == ("random", "lotte")
        assert (await ada.post(f"/api/tables/{tables[0]}/rematch")).json()["id"] == again["id"]
        socket = await ada.sit(again["id"])
        while socket.view is None:
            await socket.receive()
        await socket.connection.close()
        tables.append(again["id"])


async def test_the_history_shows_routes_faces_and_accuracy(server: Running) -> None:
    table, ada, _ben, first, _ = await finished(server)
    (game,) = (await ada.get("/api/games")).json()["games"]
    assert [seat["routes"] for seat in game["seats"]] == [
        player["routes"]
        for player in first.view["players"]  # type: ignore[index]
    ]
    assert [seat["accuracy"] for seat in game["seats"]] == [None, None]
    shares = [Share(seat, 0.5, 0.0, 0.0, 0.0, 0.5, accuracy=[80.0, None, 61.0]) for seat in (0, 1)]
    review = Review(VERSION, "switzerland", 2, 0, 4, 9, shares, [], [], [])
    await keep_review(server.services.store, table, review)
    (game,) = (await ada.get("/api/games")).json()["games"]
    assert [seat["accuracy"] for seat in game["seats"]] == [70.5, 70.5]
    await server.services.store.writer.run(
        lambda connection: connection.execute(reviews.update().values(format="older"))
    )
    (game,) = (await ada.get("/api/games")).json()["games"]
    assert [seat["accuracy"] for seat in game["seats"]] == [None, None]
    eve = await server.guest()
    assert (await eve.get("/api/games")).json()["games"] == []


async def test_the_accuracy_leaves_out_the_moves_of_a_bot_that_played_for_a_person(server: Running) -> None:
    table, ada, _ben, _first, _ = await finished(server)
    shares = [Share(seat, 0.5, 0.0, 0.0, 0.0, 0.5, accuracy=[50.0, 50.0, 50.0]) for seat in (0, 1)]
    points = [0.0, 0.0, 1.5, 1.5, 3.0, 3.0, 0.0, 0.0, 1.5, 1.5]
    decisions = [
        Decision(version, version % 2, "draw", 0.5, 0.5, 0.1, lost) for version, lost in enumerate(points)
    ]
    review = Review(VERSION, "switzerland", 2, 0, 4, 10, shares, [], [], decisions)
    await keep_review(server.services.store, table, review)

    async def told(*changes: tuple[int, int, str | None]) -> list[float | None]:
        rows = [{"game": table, "ply": ply, "seat": seat, "bot": bot, "at": 0} for ply, seat, bot in changes]

        def store(connection: Connection) -> None:
            connection.execute(hand_overs.delete())
            connection.execute(hand_overs.insert(), rows)

        await server.services.store.writer.run(lambda connection: connection.run_sync(store))
        (game,) = (await ada.get("/api/games")).json()["games"]
        return [seat["accuracy"] for seat in game["seats"]]

    # Versions 0 and 2, in the first third, lost 0.75 points on average.
    assert await told((4, 0, "hard")) == [70.7, 50.0]
    assert await told((4, 0, "hard"), (6, 0, None)) == [73.6, 50.0]  # with 100 for 6 and 50 for 8
    assert await told((0, 1, "hard")) == [50.0, None]
