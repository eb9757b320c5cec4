"""Bans of users and addresses, temporary ones, and new guests from a banned user's address."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.server.harness import BOT, TWO_PEOPLE, Running, closed, code, running
from tests.server.test_moderation import identity, moderator

from whistlestop.server.adapters.database.cases import Cases
from whistlestop.server.adapters.database.meeting import MeetingStore
from whistlestop.server.adapters.database.moderation import ModerationStore
from whistlestop.server.adapters.database.store import Store
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.times import DAY, now
from whistlestop.server.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path


async def test_an_address_is_kept_out_but_not_its_moderator(server: Running) -> None:
    ada, boss = await server.guest(), await moderator(server)
    socket = await ada.sit(await ada.table(TWO_PEOPLE))
    tag = server.services.moderation.tag("127.0.0.1")
    await boss.post("/api/host/bans", {"kind": "address", "subject": tag})
    assert await closed(socket) == ("banned", 4403)
    assert code(await ada.get("/api/rulesets")) == (403, "banned")
    assert (await boss.http.delete(f"/api/host/bans/{tag}")).status_code == 200
    assert (await ada.get("/api/rulesets")).status_code == 200


async def test_moderators_cannot_ban_each_other(server: Running) -> None:
    boss = await moderator(server)
    other = await identity(await moderator(server))
    refused = await boss.post("/api/host/bans", {"kind": "user", "subject": other})
    assert code(refused) == (400, "bad_request")


async def test_a_ban_ends_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        moderation = server.services.moderation
        await moderation.act(moderation.store.ban("user", await identity(ada), 1, ""))
        assert code(await ada.get("/api/me")) == (403, "banned")
        later = now() + DAY + 1000
        monkeypatch.setattr("whistlestop.server.usecases.moderation.moderation.now", lambda: later)
        assert (await ada.get("/api/me")).status_code == 200


async def test_the_longest_of_several_bans_holds(database: str) -> None:
    store = Store(Settings(database=database).database_url)
    await store.open()
    try:
        rules = ModerationStore(store)
        for days in (1, None, 2):
            await rules.ban("user", "ada", days, "")
        assert (await rules.rules()).bans == {("user", "ada"): None}
        await rules.unban("ada")
        assert (await rules.rules()).bans == {}
        with pytest.raises(Refusal):
            await rules.unban("ada")
        await rules.grant("ben")
        await rules.set_read_only(True)
        await rules.set_read_only(True)
        now_held = await rules.rules()
        assert (now_held.moderators, now_held.read_only) == (frozenset({"ben"}), True)
        assert [entry.action for entry in await Cases(store).log()][:3] == ["read_only", "read_only", "grant"]
    finally:
        await store.close()


async def test_a_new_guest_from_a_banned_address_waits_in_open_rooms_only(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    boss, ben = await moderator(server), await server.guest()
    moderation = server.services.moderation
    await ben.sit(await ben.table(TWO_PEOPLE))
    banned = await identity(ben)
    await boss.post("/api/host/bans", {"kind": "user", "subject": banned})
    listed = (await boss.post("/api/tables", {"ruleset": "usa", "seats": TWO_PEOPLE, "listed": True})).json()[
        "id"
    ]
    private = await boss.table(TWO_PEOPLE)

    again = await server.guest()  # the banned user, without the cookie
    open_to_all = {
        "/api/quickplay": {"pace": "days"},
        f"/api/tables/{listed}/join": {},
        "/api/tables": {"ruleset": "usa", "seats": TWO_PEOPLE, "listed": True},
    }
    for path, body in open_to_all.items():
        refused = await again.post(path, body)
        assert code(refused) == (403, "newcomer")
    own = await again.table([{"kind": "me"}, BOT], start=True)  # alone, against bots
    assert code(
        await again.post(f"/api/tables/{await again.table(TWO_PEOPLE)}/options", {"listed": True})
    ) == (
        403,
        "newcomer",
    )
    at = await again.sit(listed)
    await at.send({"type": "say", "id": "1", "text": "me again"})
    assert (await at.until("refused"))["error"]["code"] == "newcomer"
    socket = await again.sit(own)
    await socket.send({"type": "say", "id": "1", "text": "hello"})
    await socket.until("said")
    assert (await again.post(f"/api/tables/{private}/join", {})).json()["you"] == 1  # through a link
    # The restriction ends, and so does the ban.
    later = now() + 1801 * 1000
    monkeypatch.setattr("whistlestop.server.usecases.moderation.moderation.now", lambda: later)
    assert (await again.post(f"/api/tables/{listed}/join", {})).status_code == 200
    monkeypatch.undo()
    newer = await server.guest()
    assert code(await newer.post("/api/quickplay", {"pace": "days"})) == (403, "newcomer")
    await moderation.act(moderation.store.unban(banned))
    assert (await newer.post("/api/quickplay", {"pace": "days"})).status_code == 200


async def test_newcomers_wait_for_bans_by_command_too(database: str) -> None:
    """If there is no open connection, the ban uses the address of the user's last message."""
    store = Store(Settings(database=database).database_url)
    await store.open()
    try:
        rules = ModerationStore(store)
        await MeetingStore(store).say(None, "all", "ada", "Ada", None, "hello", None, "tag-1")
        await rules.ban("user", "ada", None, "")
        await rules.ban("address", "tag-2", None, "")
        await rules.ban("user", "ben", None, "", scope="chat", origin="tag-3")
        assert (await rules.rules()).origins == {"tag-1": None}
    finally:
        await store.close()
