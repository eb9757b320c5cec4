"""The list of games to watch: its games, and what it hides."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import BOT, TWO_PEOPLE, Guest, Running, play_on, running
from tests.server.people import done
from tests.server.test_clubs import club_table, found, join
from tests.server.test_friends import befriend, named

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def people(tmp_path: Path, database: str) -> AsyncIterator[Running]:
    """Return a server on each database, without limits for requests to others."""
    async with running(tmp_path, database=database, notice_rate=0.0) as server:
        yield server


async def begun(host: Guest, *others: Guest, **wish: Any) -> Any:
    """Start a game between people; return its table."""
    body = {"ruleset": "switzerland", "seats": TWO_PEOPLE} | wish
    table = (await host.post("/api/tables", body)).json()
    for other in others:
        await done(other, "POST", f"/api/tables/{table['id']}/join", {})
    return (await done(host, "POST", f"/api/tables/{table['id']}/start", {})).json()


async def listed(guest: Guest) -> list[Any]:
    answer = await guest.get("/api/live")
    assert answer.status_code == 200
    games: list[Any] = answer.json()["games"]
    return games


async def test_public_games_are_listed_while_they_last(people: Running) -> None:
    (ada, _), (ben, _), (eve, _) = await named(people, "Ada", "Ben", "Eve")
    guest = await people.guest()
    assert await listed(guest) == []
    waiting = (await ada.post("/api/tables", {"ruleset": "usa", "seats": TWO_PEOPLE, "listed": True})).json()
    assert await listed(guest) == []
    await done(ben, "POST", f"/api/tables/{waiting['id']}/join", {})
    table = (await done(ada, "POST", f"/api/tables/{waiting['id']}/start", {})).json()
    await begun(ada, ben)  # without being listed
    club = await found(ada, open=True)
    await join(ada, club, ben)
    secret = await club_table(ada, club)
    await done(ben, "POST", f"/api/tables/{secret}/join", {})
    await done(ada, "POST", f"/api/tables/{secret}/start", {})
    bots = {"ruleset": "switzerland", "seats": [BOT, BOT]}
    await done(ada, "POST", f"/api/tables/{(await ada.post('/api/tables', bots)).json()['id']}/start", {})
    (game,) = await listed(guest)
    assert (game["game"], game["ruleset"], game["friends"]) == (table["watch"], "usa", [])
    assert [seat["name"] for seat in game["seats"]] == ["Ada", "Ben"]
    assert (await guest.get(f"/api/tables/{game['game']}")).json()["you"] is None

    # Friends see where their friends are playing; nobody else does.
    await befriend(eve, ada)
    assert [one["friends"] for one in await listed(eve)] == [[0]]
    assert [one["friends"] for one in await listed(ben)] == [[]]
    sockets = {0: await ada.sit(table["id"]), 1: await ben.sit(table["id"])}
    await play_on(sockets, random.Random(2), most=10)
    assert len(await listed(guest)) == 1


async def test_the_list_is_the_same_whatever_happens_in_the_game(people: Running) -> None:
    """Neither moves nor hidden cards change the list in any way; a player's view would change."""
    (ada, _), (ben, _) = await named(people, "Ada", "Ben")
    guest = await people.guest()
    table = (await ada.post("/api/tables", {"ruleset": "usa", "seats": TWO_PEOPLE, "listed": True})).json()
    await done(ben, "POST", f"/api/tables/{table['id']}/join", {})
    await done(ada, "POST", f"/api/tables/{table['id']}/start", {})
    sockets = {0: await ada.sit(table["id"]), 1: await ben.sit(table["id"])}
    before, view = await listed(guest), sockets[0].view
    await play_on(sockets, random.Random(5), most=30)
    assert sockets[0].view != view
    assert await listed(guest) == before
    assert table["id"] not in str(before)
    # A game that is over, or that a moderator closes, is no longer listed.
    await play_on(sockets, random.Random(5))
    assert await listed(guest) == []
