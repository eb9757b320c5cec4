"""Figures about fair play: the games and moves that count, and that they reveal nothing to others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import insert
from tests.server.harness import Guest, Running, code, running
from tests.server.people import me, sign_up
from tests.server.test_moderation import moderator
from tests.server.test_players import DAY, store_games, store_people

from whistlestop.reviewing import VERSION
from whistlestop.reviewing.shapes import Decision, Moment, Review
from whistlestop.server.adapters.database.reviews import keep_review
from whistlestop.server.adapters.database.schema.meeting import messages
from whistlestop.server.adapters.database.schema.moderation import reports
from whistlestop.server.adapters.database.schema.tables import hand_overs
from whistlestop.server.domain.times import now

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Table

OWN = "/api/account/fair-play"
SEATS = 3


def of(user: str) -> str:
    return f"/api/host/people/{user}/fair-play"


async def add(server: Running, table: Table, **values: Any) -> None:
    await server.services.store.writer.run(
        lambda connection: connection.execute(insert(table).values(values))
    )


async def wrote(server: Running, game: str, user: str, address: str) -> None:
    await add(
        server, messages, game=game, audience="all", user=user, seat=0, text="hi", address=address, at=now()
    )


def review(costly: int, decisions: int) -> Review:
    """Return a review in which the first moves of seat 0 cost its own chances and help seat 2."""
    moves = [
        Decision(version, 0, "draw", 0.5, 0.4 if version < costly else 0.5, 0.01, expert="claim X-Y")
        if version < costly
        else Decision(version, 0, "draw", 0.5, 0.5, 0.01)
        for version in range(decisions)
    ]
    chances = [
        Moment(version, [0.5 - version / 100, 0.2, 0.3 + version / 100]) for version in range(decisions + 1)
    ]
    return Review(VERSION, "usa", SEATS, 0, 4, decisions, [], chances, [], moves)


async def a_site(server: Running) -> tuple[Guest, str, list[str]]:
    """Return Ada, the id, and two rated games of Ada, Ben and Cid, stored beside games that do not count."""
    ada = await server.guest()
    await sign_up(ada, "Ada")
    user = (await me(ada))["id"]
    await store_people(server.services.store, ["ben", "cid"])
    await store_people(server.services.store, ["robot"], program=True)
    three = [(user, None), ("ben", None), ("cid", None)]
    at = now() - DAY
    # The first row names the columns of all.
    rated = [{"at": at, "seats": three, "hints": False}, {"at": at + 1, "seats": three, "hints": False}]
    others = [
        {"at": at, "seats": three, "hints": True},
        {"at": at, "seats": three, "imported": True},
        {"at": at, "seats": three, "state": "playing", "ended": None},
        {"at": at, "seats": [(user, None), (None, "greedy")]},
        {"at": at, "seats": [(user, None), ("robot", None)]},
        {"at": at, "seats": [(user, None), (user, None), ("ben", None)]},
    ]
    games = rated + [{"hints": False} | one for one in others]
    await store_games(server.services.store, games)
    names = [f"{game['at']}-{number}" for number, game in enumerate(games)]
    for unrated in names[2:]:
        await wrote(server, unrated, user, "home")
        await wrote(server, unrated, "ben", "home")
        await keep_review(server.services.store, unrated, review(5, 20))
    return ada, user, names[:2]


async def test_moderators_see_what_is_stored_about_rated_games(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        ada, user, (first, second) = await a_site(server)
        boss = await moderator(server)
        empty = (await boss.get(of(user))).json()["figures"]
        assert (empty["games"], empty["decisions"], empty["others"]) == (2, 0, None)
        assert empty["address"] == {"games": 0, "same": 0}

        await wrote(server, first, user, "home")
        await wrote(server, first, "ben", "home")
        await wrote(server, first, "cid", "far")
        await wrote(server, second, user, "home")
        # A player who was reported wrote nothing, but their address is stored.
        await add(
            server,
            reports,
            game=second,
            reporter=user,
            reported="ben",
            address="home",
            reason="cheating",
            context="[]",
            at=now(),
        )
        await keep_review(server.services.store, first, review(4, 10))
        await keep_review(server.services.store, second, review(4, 10))
        await add(server, hand_overs, game=second, ply=3, seat=0, bot="greedy", at=now())
        found = (await boss.get(of(user))).json()["figures"]
        assert found["address"] == {"games": 2, "same": 2}
        # In the second game, a bot has played for Ada.
        assert (found["reviewed"], found["decisions"], found["sound"]) == (1, 10, 6)
        ben, cid = found["companions"]
        assert ben == {
            "user": "ben",
            "name": "ben",
            "games": 2,
            "address": {"games": 2, "same": 2},
            "costly": 4,
            "helped": 0,
            "expected": 2.0,
        }
        assert (cid["user"], cid["address"]) == ("cid", {"games": 1, "same": 0})
        assert (cid["costly"], cid["helped"], cid["expected"]) == (4, 4, 2.0)

        own = (await ada.get(OWN)).json()["figures"]
        hidden = {"user": None, "address": None}
        assert own == found | {"companions": [cid | hidden, ben | hidden]}
        assert (await ada.get("/api/account/export")).json()["fair_play"] == own


async def test_others_get_the_same_answer_in_both_worlds(tmp_path: Path, database: str) -> None:
    """Only moderators and the two players themselves can tell whether two players share an address."""
    async with running(tmp_path, database=database) as server:
        ada, user, (first, _) = await a_site(server)
        boss, eve = await moderator(server), await server.guest()
        await sign_up(eve, "Eve")
        cid, stranger = await server.guest(), await server.guest()
        await wrote(server, first, "cid", "far")

        async def seen() -> list[Any]:
            answers = [
                await one.get(path) for one in (eve, stranger, cid) for path in (OWN, of(user), of("ben"))
            ]
            public = [await one.get(f"/api/players/{user}") for one in (eve, stranger)]
            return [(one.status_code, one.content) for one in (*answers, *public)]

        before = await seen()
        for mine in ("home", "work"):
            await wrote(server, first, user, mine)
            await wrote(server, first, "ben", "work")
            assert await seen() == before
        assert (await boss.get(of(user))).json()["figures"]["address"] == {"games": 1, "same": 1}
        assert (await ada.get(OWN)).json()["figures"]["address"] == {"games": 1, "same": 1}
        for one in (eve, stranger, ada):
            assert code(await one.get(of("ben"))) == (403, "not_moderator")
        assert code(await boss.get(of("nobody"))) == (404, "no_such_user")
        assert (await stranger.get(OWN)).json()["figures"]["games"] == 0
