"""The gallery of boards: listed by their authors, rated by users who have finished a game on them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert
from tests.server.harness import TWO_PEOPLE, Guest, Running, code, play_on, running
from tests.server.people import done, sign_up
from tests.server.test_moderation import moderator
from tests.server.test_studio import board

from whistlestop.server.adapters.database.schema.boards import board_players
from whistlestop.server.messages.studio import BalanceCheck, BalanceFinding, BalanceReport
from whistlestop.server.usecases.studio import balancing, gallery
from whistlestop.studio import playable


async def member(server: Running, name: str) -> Guest:
    """Return a user with an account."""
    guest = await server.guest()
    await sign_up(guest, name)
    return guest


async def kept(user: Guest, name: str, **more: Any) -> str:
    """Store a board; return its id."""
    return str((await user.post("/api/boards", {"board": board(name=name), **more})).json()["id"])


async def listed(user: Guest, key: str) -> None:
    """Put a board into the gallery."""
    await done(user, "PUT", f"/api/boards/{key}/listing", {"listed": True})


async def names(user: Guest, order: str = "newest") -> list[str]:
    """Return the names of the boards in the gallery."""
    return [one["name"] for one in (await user.get(f"/api/gallery?order={order}")).json()["boards"]]


async def finished(ada: Guest, ben: Guest, key: str) -> None:
    """Play a game of two on a board to its end."""
    table = await ada.table(TWO_PEOPLE, key)
    assert (await ben.post(f"/api/tables/{table}/join", {"seat": 1})).status_code == 200
    assert (await ada.post(f"/api/tables/{table}/start")).status_code == 200
    await play_on({0: await ada.sit(table), 1: await ben.sit(table)}, random.Random(3))


async def rate(user: Guest, key: str, stars: int | None) -> Any:
    """Rate a board; return the answer."""
    return await user.http.put(f"/api/boards/{key}/rating", json={"stars": stars})


async def test_people_who_finished_a_game_rate_the_board(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        ada, ben, eve = [await member(server, name) for name in ("Ada", "Ben", "Eve")]
        guest = await server.guest()
        key = await kept(ada, "Hills")
        other = await kept(ada, "Plains")
        assert await names(guest) == [], "nothing is listed by default"
        await listed(ada, key)
        await listed(ada, other)
        assert await names(guest) == ["Plains", "Hills"]
        assert code(await rate(eve, key, 4)) == (403, "not_played")
        await finished(ben, guest, key)
        [_, hills] = (await eve.get("/api/gallery")).json()["boards"]
        assert (hills["maker"], hills["players"], hills["rating"], hills["ratings"]) == ("Ada", 2, None, 0)
        assert await names(eve, "played") == ["Hills", "Plains"]
        assert code(await rate(guest, key, 1)) == (403, "no_account")
        assert code(await rate(ada, key, 5)) == (400, "bad_request")
        for stars in (0, 6, 2.5):
            assert (await rate(ben, key, stars)).status_code == 400  # type: ignore[arg-type]
        standing = (await rate(ben, key, 5)).json()
        assert (standing["rating"], standing["ratings"], standing["stars"]) == (5.0, 1, 5)
        assert (await rate(ben, key, 2)).json()["ratings"] == 1, "a second rating replaces the first"
        assert await names(eve, "rated") == ["Plains", "Hills"]
        assert (await rate(ben, key, None)).json()["rating"] is None
        found = (await eve.get(f"/api/boards/{key}")).json()["standing"]
        assert (found["can_rate"], found["listed"], found["players"]) == (False, True, 2)


async def test_the_maker_and_moderators_take_boards_out(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    mod = await moderator(server)
    ada, eve = await member(server, "Ada"), await member(server, "Eve")
    guest = await server.guest()
    key = await kept(ada, "Hills")
    path = f"/api/boards/{key}/listing"
    assert code(await eve.http.put(path, json={"listed": True})) == (404, "not_found")
    hers = await kept(guest, "Hers")
    refused = await guest.http.put(f"/api/boards/{hers}/listing", json={"listed": True})
    assert code(refused) == (403, "no_account")
    await listed(ada, key)
    assert code(await eve.http.put(path, json={"listed": False})) == (403, "not_moderator")
    await done(mod, "PUT", path, {"listed": False})
    assert await names(eve) == []
    await listed(ada, key)
    await done(ada, "PUT", path, {"listed": False})
    assert await names(eve) == []
    monkeypatch.setattr(gallery, "LISTED", 1)
    await listed(ada, key)
    second = await kept(ada, "Second")
    full = await ada.http.put(f"/api/boards/{second}/listing", json={"listed": True})
    assert code(full) == (409, "too_many")
    await ada.http.delete(f"/api/boards/{key}")
    assert await names(eve) == []
    for query in ("order=worst", "page=-1", "page=201", "page=x"):
        assert (await eve.get(f"/api/gallery?{query}")).status_code == 400
    missing = await ada.http.put("/api/boards/own_none_000000000000/listing", json={"listed": True})
    assert code(missing) == (404, "not_found")


async def test_a_remix_names_its_origin_unless_that_is_private(server: Running) -> None:
    ada, eve = await member(server, "Ada"), await member(server, "Eve")
    first = await kept(ada, "First")
    remix = await kept(eve, "Remix", origin=first)
    await listed(eve, remix)

    async def origin() -> Any:
        [found] = [one for one in (await ada.get("/api/gallery")).json()["boards"] if one["id"] == remix]
        return found["origin"]

    assert await origin() is None, "an id is the key to a board that is not listed"
    await listed(ada, first)
    assert await origin() == {"id": first, "name": "First"}
    built = await kept(eve, "Like USA", origin="usa")
    standing = (await ada.get(f"/api/boards/{built}")).json()["standing"]
    assert standing["origin"] == {"id": "usa", "name": "USA"}
    assert (await eve.post("/api/boards", {"board": board(), "origin": "../x"})).status_code == 400


async def test_badges_are_the_results_of_finished_tests(server: Running) -> None:
    ada = await member(server, "Ada")
    draft = board(name="Tested", id="tested")
    ruleset = balancing_ruleset(draft)
    runs = server.services.studio._balancing._runs
    faults = [BalanceFinding("a-b", 0.01, None, None)]
    for seats, state, checks in (
        (2, "done", []),
        (3, "done", [BalanceCheck("dead routes", faults)]),
        (4, "stopped", []),
    ):
        report = BalanceReport(state, 500, 500, checks, [])  # type: ignore[arg-type]
        runs[balancing._key(ruleset, seats)] = balancing._Run(report)
    key = str((await ada.post("/api/boards", {"board": draft})).json()["id"])
    await listed(ada, key)
    [found] = (await ada.get("/api/gallery")).json()["boards"]
    assert found["balance"] == {"2": 0, "3": 1}
    runs.clear()
    await listed(ada, key)
    [found] = (await ada.get("/api/gallery")).json()["boards"]
    assert found["balance"] == {"2": 0, "3": 1}, "results stay when the tests are forgotten"


def balancing_ruleset(draft: dict[str, Any]) -> Any:
    """Return the ruleset of a board."""
    return playable(msgspec.json.decode(msgspec.json.encode(draft)))


async def test_pages_follow_each_other(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gallery, "PAGE", 2)
    ada = await member(server, "Ada")
    for name in ("One", "Two", "Three"):
        await listed(ada, await kept(ada, name))
    first = (await ada.get("/api/gallery")).json()
    assert ([one["name"] for one in first["boards"]], first["more"]) == (["Three", "Two"], True)
    second = (await ada.get("/api/gallery?page=1")).json()
    assert ([one["name"] for one in second["boards"]], second["more"]) == (["One"], False)


async def test_few_ratings_decide_little(server: Running) -> None:
    """One perfect rating ranks below many good ones."""
    ada = await member(server, "Ada")
    keys = [await kept(ada, name) for name in ("Single", "Many")]
    for key in keys:
        await listed(ada, key)
    users = [str((await (await server.guest()).get("/api/me")).json()["id"]) for _ in range(9)]
    for user in users:
        await server.services.store.name_user(user, f"Person {user}")

    async def rated(key: str, who: list[str], stars: int) -> None:
        rows = [{"board": key, "user": user, "stars": stars} for user in who]

        async def job(connection: Any) -> None:
            await connection.execute(insert(board_players), rows)

        await server.services.store.writer.run(job)

    await rated(keys[0], users[:1], 5)
    await rated(keys[1], users[1:], 4)
    assert await names(ada, "rated") == ["Many", "Single"]
