"""How often players left their games: which games count, who can see it, and that it is deleted with the account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import update
from tests.server.harness import Guest, Running, code, running
from tests.server.people import done, me, sign_up
from tests.server.test_players import DAY, store_games, store_people

from whistlestop.server.adapters.database.schema.accounts import accounts
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def game(*seats: tuple[str | None, str | None], at: int | None = None, **more: Any) -> dict[str, Any]:
    """Return a finished game for `store_games`: the users, and the bots that took over."""
    return {"at": now() - DAY if at is None else at, "seats": seats, **more}


async def told(asker: Guest, players: Sequence[str]) -> dict[str, tuple[int, int]]:
    answer = await asker.get(f"/api/reliability?of={','.join(players)}")
    assert answer.status_code == 200, answer.text
    return {one["player"]: (one["games"], one["left"]) for one in answer.json()}


async def two_people(server: Running) -> tuple[Guest, str]:
    """Return a signed-in user, and store `ben`, an account of the same site."""
    ada = await server.guest()
    await sign_up(ada, "Ada")
    await store_people(server.services.store, ["ben"])
    return ada, (await me(ada))["id"]


async def test_games_against_people_in_the_past_year_count(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        ada, user = await two_people(server)
        stayed, left = (user, None), (user, "planner")
        games = [game(("ben", None), stayed) for _ in range(6)]
        games += [game(("ben", None), left) for _ in range(2)]
        others = [
            game(left, (None, "greedy")),  # alone against a bot
            game(left, (user, None), ("ben", None)),  # several people on one device
            game(left, ("ben", None), at=now() - 366 * DAY),
            game(left, ("ben", None), imported=True),
            game(left, ("ben", None), header='{"position":1}'),  # continued from a position
            game(left, ("ben", None), state="playing", ended=None),
        ]
        await store_games(server.services.store, games + others)
        assert await told(ada, [user, "ben", "nobody"]) == {user: (8, 2), "ben": (9, 0)}
        page = (await ada.get(f"/api/players/{user}")).json()
        assert page["reliability"] == {"games": 8, "left": 2}


async def test_few_games_say_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada, user = await two_people(server)
        await store_games(server.services.store, [game(("ben", None), (user, "planner")) for _ in range(4)])
        assert await told(ada, [user, "ben"]) == {}
        assert (await ada.get(f"/api/players/{user}")).json()["reliability"] is None
        # Their own data is complete.
        assert (await ada.get("/api/account/export")).json()["reliability"] == {"games": 4, "left": 4}


async def test_hidden_pages_hide_it_and_a_deleted_account_has_none(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        ada, user = await two_people(server)
        await store_games(server.services.store, [game(("ben", None), (user, None)) for _ in range(5)])
        eve = await server.guest()
        assert await told(eve, [user, "ben"]) == {user: (5, 0), "ben": (5, 0)}
        await done(ada, "PUT", "/api/account/page", {"shown": False})
        assert await told(eve, [user, "ben"]) == {"ben": (5, 0)}
        assert (await ada.get(f"/api/players/{user}")).json()["reliability"] == {"games": 5, "left": 0}
        await done(ada, "PUT", "/api/account/page", {"shown": True})
        assert await told(eve, [user]) == {user: (5, 0)}
        await server.services.store.writer.run(
            lambda connection: connection.execute(
                update(accounts).where(accounts.c.user == "ben").values(shown=False)
            )
        )
        assert await told(ada, ["ben"]) == {}
        await done(ada, "DELETE", "/api/account")
        assert await told(eve, [user]) == {}


async def test_bad_lists_of_players(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        assert await told(ada, []) == {}
        assert await told(ada, ["", "x" * 33, "'; drop table users"]) == {}
        assert code(await ada.get("/api/reliability")) == (400, "bad_request")
        assert code(await ada.get(f"/api/reliability?of={'x' * 2000}")) == (400, "bad_request")
