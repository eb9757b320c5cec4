"""Clubs: moderation, limits, deleted accounts, and changes at the same time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sqlalchemy import select
from tests.server.harness import Running, code, running
from tests.server.people import done, sign_up
from tests.server.test_clubs import NAME, found, join, link_of, own, people, roles, seen
from tests.server.test_friends import named
from tests.server.test_moderation import moderator

from whistlestop.server.adapters.database import clubs as kept
from whistlestop.server.adapters.database.clubs import ClubStore
from whistlestop.server.adapters.database.schema.clubs import club_members, clubs
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.domain.clubs import ClubRow
from whistlestop.server.domain.refusals import Conflict
from whistlestop.server.domain.times import now
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

__all__ = ["own", "people"]  # fixtures


async def test_moderators_act_on_names_and_texts(own: Running) -> None:
    (ada, ada_id), (ben, _) = await named(own, "Ada", "Ben")
    club, private = await found(ada, open=True, text="Rude words"), await found(ada, name="Private")
    assert code(await ben.post(f"/api/clubs/{private}/report")) == (404, "not_found")
    assert (await ben.post(f"/api/clubs/{club}/report", {"reason": "insult"})).status_code == 204
    boss = await moderator(own)
    (line,) = (await boss.get("/api/host")).json()["reports"]
    assert (line["about"], line["name"], line["club"], line["reported"]) == ("club", NAME, club, ada_id)
    told = await seen(boss, club)
    assert told["moderator"]
    assert not (await seen(ben, club))["moderator"]
    await done(boss, "PUT", f"/api/clubs/{club}", {"name": "Club", "open": True})
    assert (await seen(ada, club))["club"]["name"] == "Club"
    # Of a private club, a moderator sees the name and the text, not the people, the room or the games.
    told = await seen(boss, private)
    assert (told["club"]["name"], told["people"], told["moderator"]) == ("Private", [], True)
    for path in ("chat", "games"):
        assert code(await boss.get(f"/api/clubs/{private}/{path}")) == (404, "not_found")
    await done(boss, "DELETE", f"/api/clubs/{private}")
    assert code(await ada.get(f"/api/clubs/{private}")) == (404, "not_found")
    log = (await boss.get("/api/host")).json()["log"]
    assert [(one["action"], one["detail"]) for one in log[:2]] == [
        ("club_close", "Private"),
        ("club_text", f"{NAME}\nRude words"),
    ]


async def test_bad_wishes_change_nothing(own: Running) -> None:
    (ada, _) = (await named(own, "Ada"))[0]
    guest = await own.guest()
    assert code(await guest.post("/api/clubs", {"name": NAME})) == (403, "no_account")
    for wish in (
        {"name": "   "},
        {"name": "x" * 61},
        {"name": NAME, "language": "xx"},
        {"name": NAME, "text": "x" * 301},
    ):
        assert code(await ada.post("/api/clubs", wish)) == (400, "bad_request")
    assert code(await ada.post("/api/clubs", {"name": "T\u0456tle"})) == (
        400,
        "name_reserved",
    )  # two alphabets in one name
    club = await found(ada)
    for player, status in (("nobody", 404), ((await ada.get("/api/me")).json()["id"], 400)):
        member = f"/api/clubs/{club}/members/{player}"
        assert (await ada.http.put(member, json={"role": "member"})).status_code == status
        assert (await ada.http.delete(member)).status_code == status
    assert code(await ada.http.put("/api/clubs/none", json={"name": NAME})) == (404, "not_found")


async def test_limits(own: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (ada, _), (ben, ben_id), (eve, _) = await named(own, "Ada", "Ben", "Eve")
    for number in range(5):
        club = await found(ada, name=f"Club {number}", open=True)
    assert code(await ada.post("/api/clubs", {"name": NAME})) == (409, "too_many")
    key = await link_of(ada, club)
    monkeypatch.setattr(kept, "MEMBERS", 1)
    assert code(await ben.post(f"/api/clubs/link/{key}")) == (409, "table_full")
    monkeypatch.setattr(kept, "MEMBERS", 500)
    monkeypatch.setattr(kept, "JOINED", 0)
    assert code(await ben.post(f"/api/clubs/link/{key}")) == (409, "too_many")
    monkeypatch.setattr(kept, "JOINED", 50)
    monkeypatch.setattr(kept, "ASKED", 0)
    assert code(await ben.post(f"/api/clubs/{club}/join")) == (409, "too_many")
    monkeypatch.setattr(kept, "ASKED", 20)
    monkeypatch.setattr(kept, "ASKING", 0)
    assert code(await eve.post(f"/api/clubs/{club}/join")) == (403, "not_accepted")
    # A member who owns too many clubs gets no other.
    await done(ben, "POST", f"/api/clubs/link/{key}")
    for number in range(5):
        await found(ben, name=f"Ben's {number}")
    answer = await ada.http.put(f"/api/clubs/{club}/members/{ben_id}", json={"role": "owner"})
    assert code(answer) == (409, "too_many")
    assert roles(await seen(ada, club))["Ada"] == "owner"
    async with running(tmp_path / "off", clubs_per_user=0) as off:
        eve = await off.guest()
        await sign_up(eve, "Eve")
        assert (await eve.get("/api/clubs")).json()["founding"] is False
        assert code(await eve.post("/api/clubs", {"name": NAME})) == (403, "clubs_off")


async def test_an_account_that_is_deleted_hands_its_clubs_over(people: Running) -> None:
    (ada, _), (ben, _), (eve, eve_id) = await named(people, "Ada", "Ben", "Eve")
    club, alone = await found(ada), await found(ada, name="Alone")
    await join(ada, club, ben, eve)
    await done(ada, "PUT", f"/api/clubs/{club}/members/{eve_id}", {"role": "organizer"})
    told = (await ada.get("/api/account/export")).json()["clubs"]
    assert [(one["name"], one["role"]) for one in told] == [(NAME, "owner"), ("Alone", "owner")]
    assert [one["role"] for one in (await eve.get("/api/account/export")).json()["clubs"]] == ["organizer"]
    await done(ada, "DELETE", "/api/account")
    # The organizer becomes owner, although the member has been there longer.
    assert roles(await seen(ben, club)) == {"Eve": "owner", "Ben": "member"}
    async with people.services.store.reading() as connection:
        assert list((await connection.execute(select(clubs.c.id))).scalars()) == [club] != [alone]
    await done(eve, "DELETE", "/api/account")
    assert roles(await seen(ben, club)) == {"Ben": "owner"}
    await done(ben, "DELETE", "/api/account")
    async with people.services.store.reading() as connection:
        for table in (clubs, club_members):
            assert (await connection.execute(select(table))).all() == []


async def test_two_changes_at_once_leave_one_owner(database: str) -> None:
    stores = [Store(Settings(database=database).database_url) for _ in range(2)]
    stores = stores if stores[0].shared else stores[:1]  # a database file allows only one process
    for store in stores:
        await store.open()
    try:
        for user in ("ada", "ben", "eve"):
            await stores[0].name_user(user, user)
        both = [ClubStore(store) for store in (stores[0], stores[-1])]
        for turn in range(5):
            club = f"club{turn}"
            await both[0].create(
                ClubRow(club, NAME, "", None, False, now(), "key", now() + 10_000), "ada", 99
            )
            for user in ("ben", "eve"):
                await both[0].join(club, user, "key")
                await both[0].change(club, {"link": "key"})
            changes = (
                one.hand_over(club, "ada", heir, 99) for one, heir in zip(both, ("ben", "eve"), strict=True)
            )
            outcomes = await asyncio.gather(*changes, return_exceptions=True)
            assert [type(one) for one in outcomes if one is not None] == [Conflict]
            owners = [one.user for one in await both[0].people(club) if one.role == "owner"]
            assert len(owners) == 1
            await both[0].close(club)
    finally:
        for store in stores:
            await store.close()
