"""Player pages and rankings: their content, who can see it, and that it comes from finished games only."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert, update
from tests.server.harness import Guest, Running, code, play_on, running, two_seats
from tests.server.people import done, me, sign_up
from typer.testing import CliRunner

from whistlestop.cli.app import app
from whistlestop.endings import seat_ends
from whistlestop.server.adapters.database.rated_games import played
from whistlestop.server.adapters.database.schema.accounts import accounts, users
from whistlestop.server.adapters.database.schema.history import results
from whistlestop.server.adapters.database.schema.tables import seats, tables
from whistlestop.server.adapters.database.store import ensure_user
from whistlestop.server.domain.glicko import Rating
from whistlestop.server.domain.standings import season_name, season_of
from whistlestop.server.domain.times import now
from whistlestop.server.usecases.history.backfill import fill_in_results
from whistlestop.server.usecases.players.players import favourites_of, streak_of
from whistlestop.text.view import Held

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection

    from whistlestop.endings import Away
    from whistlestop.server.adapters.database.store import Store

SLOW = '{"kind":"turn","seconds":86400,"increment":0,"bot":null}'
DAY = 24 * 3600 * 1000


async def store_people(store: Store, names: Sequence[str], *, program: bool = False) -> None:
    """Return accounts whose ids match their names."""

    async def job(connection: AsyncConnection) -> None:
        for name in names:
            await connection.execute(insert(users).values(id=name, name=name, created=0, is_bot=program))
            await connection.execute(insert(accounts).values(user=name, skeleton=name, created=0))

    await store.writer.run(job)


async def store_games(store: Store, games: Sequence[Mapping[str, Any]]) -> None:
    """Store finished games: `at`, `seats` (user and the bot that took over), best first; the rest as in `tables`."""

    async def job(connection: AsyncConnection) -> None:
        rows: dict[Any, list[dict[str, Any]]] = {tables: [], seats: [], results: []}
        for number, game in enumerate(games):
            name = f"{game['at']}-{number}"
            more = {key: game[key] for key in game if key not in {"at", "seats"}}
            rows[tables].append(
                {
                    "id": name,
                    "ruleset": "usa",
                    "owner": "owner",
                    "state": "over",
                    "created": game["at"],
                    "ended": game["at"],
                    "header": "{}",
                    "watch": f"w{name}",
                    "clock": None,
                    "imported": False,
                    "listed": False,
                }
                | more
            )
            away: list[Away | None] = [
                "left" if user is not None and bot is not None else None for user, bot in game["seats"]
            ]
            ends = seat_ends(range(1, len(away) + 1), [bot for _, bot in game["seats"]], away)
            for seat, (user, bot) in enumerate(game["seats"]):
                one = {"game": name, "seat": seat, "user": user, "bot": bot}
                kind = "bot" if user is None and bot is not None else "person"
                rows[seats].append(one | {"kind": kind, "away": away[seat]})
                outcome = {"score": 100 - 10 * seat, "rank": ends[seat].rank, "won": ends[seat].won}
                rows[results].append(one | outcome | {"detail": "{}"})
        for table, found in rows.items():
            await connection.execute(insert(table), found)

    await store.writer.run(lambda connection: ensure_user(connection, "owner", ""))
    await store.writer.run(job)


async def two_accounts(server: Running) -> tuple[str, Guest, Guest, Any, Any]:
    """Return a new game of Ada and Ben, who have accounts."""
    table, ada, ben, *_ = await two_seats(server, "switzerland")
    await sign_up(ada, "Ada")
    await sign_up(ben, "Ben")
    return table, ada, ben, await ada.sit(table), await ben.sit(table)


async def page_of(guest: Guest, player: str) -> dict[str, Any]:
    found: dict[str, Any] = (await guest.get(f"/api/players/{player}")).json()
    return found


async def test_nothing_of_a_game_under_way_and_all_of_one_that_is_over(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        table, ada, ben, first, second = await two_accounts(server)
        ids = [(await me(one))["id"] for one in (ada, ben)]
        eve = await server.guest()

        async def shown(asker: Guest) -> list[bytes]:
            paths = [f"/api/players/{one}" for one in ids] + ["/api/rankings?ruleset=switzerland"]
            return [(await asker.get(path)).content for path in paths]

        before = [await shown(asker) for asker in (ada, eve)]
        rng = random.Random(7)
        for most in (5, 20, 40):
            await play_on({0: first, 1: second}, rng, most)
            assert [await shown(asker) for asker in (ada, eve)] == before
        await play_on({0: first, 1: second}, rng)
        assert first.view["phase"] == "over"
        outcome = first.view["outcome"]["players"]

        for asker, link in ((ada, table), (ben, table), (eve, None)):
            for seat, player in enumerate(ids):
                found, end = await page_of(asker, player), outcome[seat]
                assert found["name"] == ("Ada", "Ben")[seat]
                assert found["you"] == (asker is (ada, ben)[seat])
                (statistic,) = found["statistics"]
                assert (statistic["players"], statistic["company"], statistic["games"]) == (2, True, 1)
                assert (statistic["mean"], statistic["best"]) == (end["score"], end["score"])
                assert statistic["wins"] == (seat in first.view["outcome"]["winners"])
                (favourites,) = found["favourites"]
                routes = first.view["players"][seat]["routes"]
                assert {one["id"] for one in favourites["routes"]} <= set(routes)
                assert len(favourites["routes"]) == min(5, len(routes))
                done = {one["id"]: one["state"] == "done" for one in end["tickets_list"]}
                assert all(done[one["id"]] == one["done"] for one in favourites["tickets"])
                (recent,) = found["recent"]
                assert (recent["game"], recent["score"], recent["ending"]) == (link, end["score"], "played")
                (rating,) = found["ratings"]
                assert (rating["games"], rating["listed"]) == (1, 2)
                assert rating["place"] == (1 if end["rank"] == 1 else 2)
        assert code(await ada.get(f"/api/players/{(await me(eve))['id']}")) == (404, "not_found")
        # Results stored without hands are completed.
        empty = update(results).values(held=None)
        await server.services.store.writer.run(lambda connection: connection.execute(empty))
        assert (await page_of(eve, ids[0]))["favourites"] == []
        assert await fill_in_results(server.services.store, pause=0.0) == 1
        assert (await page_of(eve, ids[0]))["favourites"] == (await page_of(ada, ids[0]))["favourites"] != []


async def test_guests_have_a_page_of_their_own(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        table, ada, ben, first, second = await two_seats(server, "switzerland")
        ids = [(await me(one))["id"] for one in (ada, ben)]
        eve = await server.guest()
        eve_id = (await me(eve))["id"]
        assert (await page_of(eve, eve_id))["recent"] == []  # nothing is stored about her
        assert code(await eve.get("/api/players/nobody")) == (404, "not_found")
        before = [await page_of(one, id_) for one, id_ in zip((ada, ben), ids, strict=True)]
        assert [(one["you"], one["account"], one["shown"]) for one in before] == [(True, False, False)] * 2
        await play_on({0: first, 1: second}, random.Random(7), 30)
        assert [await page_of(one, id_) for one, id_ in zip((ada, ben), ids, strict=True)] == before
        for guest in (ada, ben):
            assert {one["game"] for one in (await guest.get("/api/achievements")).json()} == {None}
        await play_on({0: first, 1: second}, random.Random(7))
        assert first.view is not None
        outcome = first.view["outcome"]
        for seat, (guest, id_) in enumerate(zip((ada, ben), ids, strict=True)):
            page = await page_of(guest, id_)
            won = int(seat in outcome["winners"])
            (statistic,), (recent,) = page["statistics"], page["recent"]
            assert (statistic["games"], statistic["wins"]) == (1, won)
            assert (recent["game"], recent["score"]) == (table, outcome["players"][seat]["score"])
            assert page["streak"] == {"current": won, "best": won}
            lines = {one["id"]: one for one in (await guest.get("/api/achievements")).json()}
            assert lines["first_win"]["game"] == (table if won else None)
            assert lines["first_win"]["ended"] == (recent["ended"] if won else None)
            assert lines["ten_games"] == {"id": "ten_games", "game": None, "ended": None}
            bonus = [one["longest"] > 0 for one in outcome["players"]]
            assert (lines["longest_path"]["game"] == table) == bonus[seat]
            for other in (ada, ben, eve):
                if other is not guest:
                    assert code(await other.get(f"/api/players/{id_}")) == (404, "not_found")
        assert {one["game"] for one in (await eve.get("/api/achievements")).json()} == {None}
        # After signing up, she has the same page, which others can now see.
        await sign_up(ada, "Ada")
        assert (await page_of(ada, ids[0]))["account"]
        assert (await page_of(eve, ids[0]))["statistics"] == (await page_of(ada, ids[0]))["statistics"]


@given(st.lists(st.booleans()))
def test_a_streak_is_a_series_of_wins(wins: list[bool]) -> None:
    found = streak_of(wins)
    series = "".join("w" if won else "l" for won in wins).split("l")
    assert (found.current, found.best) == (len(series[0]), max(map(len, series)))


async def test_who_hides_is_nowhere_and_who_leaves_is_gone(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        table, ada, ben, first, second = await two_accounts(server)
        ben_id = (await me(ben))["id"]
        await play_on({0: first, 1: second}, random.Random(2))

        async def names() -> tuple[list[str], list[str | None], list[str | None]]:
            ranking = (await ada.get("/api/rankings?ruleset=switzerland")).json()
            at_table = (await ada.get(f"/api/tables/{table}")).json()["seats"]
            history = (await ada.get("/api/games")).json()["games"][0]["seats"]
            assert ranking["listed"] == len(ranking["lines"])
            return (
                sorted(one["name"] for one in ranking["lines"]),
                [one["player"] for one in at_table],
                [one["player"] for one in history],
            )

        async def open_ratings() -> list[list[int | None]]:
            listed = (await ada.get("/api/open")).json()["tables"]
            return sorted((one["ratings"] for one in listed), key=str)

        ids = [(await me(ada))["id"], ben_id]
        for host in (ada, ben):
            clock = {"kind": "live", "seconds": 300}
            seats = [{"kind": "me"}, {"kind": "open"}]
            body = {"ruleset": "switzerland", "seats": seats, "listed": True, "clock": clock}
            assert (await host.post("/api/tables", body)).status_code == 201
        rated = [
            (await page_of(one, id_))["ratings"][0]["rating"]
            for one, id_ in zip((ada, ben), ids, strict=True)
        ]
        assert await open_ratings() == sorted([[rating, None] for rating in rated], key=str)
        assert await names() == (["Ada", "Ben"], ids, ids)
        path = f"/api/players/{ben_id}"
        assert (await done(ben, "PUT", "/api/account/page", {"shown": False})).json()["shown"] is False
        assert code(await ada.get(path)) == (404, "hidden")
        assert await open_ratings() == sorted([[rated[0], None], [None, None]], key=str)
        assert (await page_of(ben, ben_id))["ratings"][0]["place"] is None
        assert await names() == (["Ada"], [ids[0], None], [ids[0], None])
        # A player who hides their page still counts as others' opponent.
        (mine,) = (await page_of(ada, ids[0]))["ratings"]
        assert (mine["games"], mine["listed"]) == (1, 1)
        exported = (await ben.get("/api/account/export")).json()
        assert exported["account"]["shown"] is False
        (own,) = exported["tables"][-1]["results"]
        assert own["seat"] == 1
        assert set(own["held"]) == {"routes", "done", "failed"}
        await done(ben, "PUT", "/api/account/page", {"shown": True})
        assert (await names())[0] == ["Ada", "Ben"]
        assert (await ben.http.delete("/api/account")).is_success
        assert code(await ada.get(path)) == (404, "not_found")
        assert await names() == (["Ada"], [ids[0], None], [ids[0], None])
        guest = await server.guest()
        assert code(await guest.http.put("/api/account/page", json={"shown": True})) == (403, "no_account")
        assert code(await guest.http.put("/api/account/page", json={"shown": 3})) == (400, "bad_request")


async def test_which_games_count(tmp_path: Path, database: str) -> None:
    at = now() - DAY
    season = season_of(at)
    people = ["ada", "ben", "cyd"]
    both = [("ada", None), ("ben", None)]
    games: list[dict[str, Any]] = [
        {"at": at, "seats": both, "listed": True},
        {"at": at + 1, "seats": both, "clock": SLOW},
        {"at": at + 2, "seats": both, "imported": True},
        {"at": at + 3, "seats": both, "state": "playing"},
        # Ada left: she is ranked behind Ben, although the bot won.
        {"at": at + 4, "seats": [("ada", "planner"), ("ben", None)]},
        # Two people on Ada's device do not count as her.
        {"at": at + 5, "seats": [("ada", None), ("ada", None), ("ben", None), ("cyd", None)]},
        # A deleted account, a bot, and a program.
        {"at": at + 6, "seats": [("ben", None), (None, None), (None, "very_hard"), ("robo", None)]},
        {"at": at + 7, "seats": [("ada", None), (None, "greedy")]},
        {"at": at + 8, "seats": [("ada", None), (None, "greedy")], "header": '{"position":{}}'},
        # Both left: nobody won.
        {"at": at + 9, "seats": [("ada", "planner"), ("ben", "planner")]},
    ]
    async with running(tmp_path, database=database) as server:
        store = server.services.store
        await store_people(store, people)
        await store_people(store, ["robo"], program=True)
        await store_games(store, games)
        found = await played(store, "usa", season)
        assert [(one.ended - at, sorted(one.ranks.values())) for one in found["slow"]] == [(1, [1, 2])]
        live = [(one.ended - at, dict(one.ranks)) for one in found["live"]]
        assert live[:3] == [
            (0, {"ada": 1, "ben": 2}),
            (4, {"ada": 2, "ben": 1}),
            (5, {"ben": 3, "cyd": 4}),
        ]
        gone, everybody_left = live[3:]
        assert gone[0] == 6
        assert list(gone[1].values()) == [1, 2]
        # A bot with a rating is an opponent of fixed strength.
        assert [one.bots for one in found["live"]] == [(), (), (), ((Rating(2000, 0), 3),), ()]
        assert everybody_left == (9, {"ada": 2, "ben": 2})
        assert [sorted(one.left) for one in found["live"]] == [[], ["ada"], [], [], ["ada", "ben"]]
        eve = await server.guest()
        ada = await page_of(eve, "ada")
        figures = ("players", "company", "games", "wins", "left", "mean", "best")
        assert [tuple(one[name] for name in figures) for one in ada["statistics"]] == [
            (2, False, 1, 1, 0, 100.0, 100),
            (2, True, 4, 2, 2, 100.0, 100),  # including one that both left
        ]
        assert [(one["pace"], one["games"], one["wins"]) for one in ada["ratings"]] == [
            ("live", 3, 1),
            ("slow", 1, 1),
        ]
        # Only open tables can be viewed by everybody.
        links = {one["game"] for one in ada["recent"]}
        assert links == {None, f"w{at}-0"}
        # The listed games are the counted ones.
        assert sorted((one["ending"], one["won"]) for one in ada["recent"]) == [
            ("left", False),
            ("left", False),
            ("played", True),
            ("played", True),
            ("played", True),
        ]
        robo = await page_of(eve, "robo")
        assert (robo["program"], len(robo["recent"])) == (True, 1)
        assert [(one["pace"], one["games"], one["wins"]) for one in robo["ratings"]] == [("live", 1, 0)]
        ranking = (await eve.get("/api/rankings?ruleset=usa")).json()
        assert {one["player"] for one in ranking["lines"]} == set(people)
        assert (ranking["season"], ranking["own"]) == (season_name(season), None)
        levels = [one["bot"] for one in ranking["bots"]]
        assert levels == ["expert", "very_hard", "hard", "medium", "easy", "first_ride"]
        assert (await eve.get("/api/rankings?ruleset=usa&page=1")).json()["bots"] == []


ids = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)


@given(st.lists(st.tuples(st.sampled_from(["usa", "europe"]), ids, ids), max_size=12))
def test_favourites_are_what_was_had_most_often(games: list[tuple[str, list[str], list[str]]]) -> None:
    found = favourites_of(
        (board, msgspec.json.encode(Held(routes, [], tickets)).decode()) for board, routes, tickets in games
    )
    assert sum(one.games for one in found) == len(games)
    for board in found:
        own = [game for game in games if game[0] == board.ruleset]
        for shown, place in ((board.routes, 1), (board.tickets, 2)):
            counts = {one.id: one.games for one in shown}
            assert len(counts) <= 5
            for name in "abcdefgh":
                number = sum(name in game[place] for game in own)
                if name in counts:
                    assert counts[name] == number
                else:
                    assert number <= min(counts.values(), default=0)


async def test_results_as_a_table(tmp_path: Path, database: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    at = now() - DAY
    async with running(tmp_path, database=database) as server:
        store = server.services.store
        await store_people(store, ["ada"])
        await store_people(store, ["robo"], program=True)
        await store_games(
            store,
            [
                {
                    "at": at + 1,
                    "seats": [("robo", None), (None, "greedy"), ("ada", "planner")],
                    "clock": SLOW,
                },
                {"at": at, "seats": [("ada", None), (None, "greedy")], "ruleset": "europe"},
                {"at": at + 2, "seats": [("ada", None), (None, "greedy")], "imported": True},
            ],
        )
        detail = update(results).where(results.c.game == f"{at}-1").values(detail='{"routes":7}')
        await store.writer.run(lambda connection: connection.execute(detail))
    target = tmp_path / "results.parquet"
    done = await asyncio.to_thread(
        CliRunner().invoke, app, ["db", "export", str(target), "--database", database]
    )
    assert done.exit_code == 0, done.stderr
    assert "2 games" in done.stderr
    rows = parquet.read_table(target).to_pylist()
    assert [(row["game"], row["ruleset"], row["pace"], row["players"], row["routes"]) for row in rows] == [
        *[(0, "europe", "live", 2, 7)] * 2,
        *[(1, "usa", "slow", 3, None)] * 3,
    ]
    assert [(row["seat"], row["kind"], row["bot"], row["score"], row["won"]) for row in rows[2:]] == [
        (0, "program", None, 100, True),
        (1, "bot", "greedy", 90, False),
        (2, "person", "planner", 80, False),
    ]
    assert rows[0]["ended"].timestamp() * 1000 == at
    assert not {"ada", f"{at}-1"} & {str(value) for row in rows for value in row.values()}
    again = await asyncio.to_thread(
        CliRunner().invoke, app, ["db", "export", str(target), "--database", database]
    )
    assert again.exit_code != 0
