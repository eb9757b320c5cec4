"""What hosts do about people: it holds at once, also for sockets that are open, and by command as well."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import TWO_PEOPLE, Guest, Running, closed, code, numbers, running, two_seats
from tests.server.people import add_app, sign_in, sign_up
from typer.testing import CliRunner

from whistlestop.cli.app import app
from whistlestop.server.moderation.store import DAY, ModerationStore
from whistlestop.server.refusals import Refusal
from whistlestop.server.settings import Settings
from whistlestop.server.store.rows import now
from whistlestop.server.store.store import Store

if TYPE_CHECKING:
    from pathlib import Path


async def identity(guest: Guest) -> str:
    return str((await guest.get("/api/me")).json()["id"])


async def host(server: Running) -> Guest:
    """A moderator, with the second factor that they need."""
    guest = await server.guest()
    await sign_up(guest, f"Moderator {next(numbers)}")
    await add_app(guest)
    await server.services.moderation.act(server.services.moderation.store.grant(await identity(guest)))
    return guest


async def test_a_moderator_needs_a_second_factor(server: Running) -> None:
    """Without one a moderator signs in and plays, and does nothing else until it is set up."""
    ada, guest = await server.guest(), await server.guest()
    await sign_up(ada, "Ada")
    moderation = server.services.moderation
    for one in (ada, guest):
        await moderation.act(moderation.store.grant(await identity(one)))
        assert code(await one.get("/api/host")) == (403, "no_second_factor")
        for path, body in {"bans": {"kind": "user", "subject": "x"}, "readonly": {"on": True}}.items():
            assert code(await one.post(f"/api/host/{path}", body)) == (403, "no_second_factor")
    assert not moderation.read_only
    assert (await ada.get("/api/account")).json()["moderator"] is True
    await sign_in(await server.guest(), "Ada")
    await add_app(ada)
    assert (await ada.get("/api/host")).status_code == 200
    assert (await ada.http.delete("/api/account/second-factor")).status_code == 200
    assert code(await ada.get("/api/host")) == (403, "no_second_factor")


async def test_only_hosts_are_let_in(server: Running) -> None:
    ada = await server.guest()
    assert code(await ada.get("/api/host")) == (403, "not_moderator")
    for path, body in {
        "bans": {"kind": "user", "subject": "x"},
        "close": {"table": "x"},
        "readonly": {"on": True},
        "reports/1": {},
    }.items():
        assert code(await ada.post(f"/api/host/{path}", body)) == (403, "not_moderator")
    assert code(await ada.http.delete("/api/host/bans/x")) == (403, "not_moderator")
    boss = await host(server)
    page = (await boss.get("/api/host")).json()
    assert (page["read_only"], page["reports"], page["bans"]) == (False, [], [])
    assert page["log"][0]["action"] == "grant"


async def test_a_report_is_read_and_its_author_kept_out(server: Running) -> None:
    table, ada, ben, at_ada, at_ben = await two_seats(server)
    boss = await host(server)
    await at_ada.send({"type": "say", "id": "1", "text": "you fool"})
    said = (await at_ben.until("said"))["message"]
    assert (
        await ben.post(f"/api/messages/{said['id']}/report", {"reason": "insult", "table": table})
    ).status_code == 200
    (report,) = (await boss.get("/api/host")).json()["reports"]
    assert report["context"] == [said]
    assert report["watch"] == (await ben.get(f"/api/tables/{table}")).json()["watch"]

    ban = {"kind": "user", "subject": report["reported"], "days": 3, "reason": "insults"}
    page = (await boss.post("/api/host/bans", ban)).json()
    assert [one["subject"] for one in page["bans"]] == [report["reported"]]
    assert await closed(at_ada) == ("banned", 4403)
    assert code(await ada.get("/api/tables")) == (403, "banned")
    assert code(await ada.post(f"/api/tables/{table}/leave")) == (403, "banned")
    assert (await closed(await ada.open(table)))[0] == "banned"
    assert (await ben.get("/api/tables")).status_code == 200
    assert (await boss.post(f"/api/host/reports/{report['id']}")).json()["reports"] == []
    assert code(await boss.post(f"/api/host/reports/{report['id']}")) == (404, "not_found")

    page = (await boss.http.delete(f"/api/host/bans/{report['reported']}")).json()
    assert page["bans"] == []
    assert (await ada.get("/api/tables")).status_code == 200
    actions = [entry["action"] for entry in page["log"]]
    assert actions == ["unban", "done", "ban", "grant"]
    assert {entry["by"] for entry in page["log"][:3]} == {await identity(boss)}


async def test_an_address_is_kept_out_but_not_its_host(server: Running) -> None:
    ada, boss = await server.guest(), await host(server)
    socket = await ada.sit(await ada.table(TWO_PEOPLE))
    tag = server.services.moderation.tag("127.0.0.1")
    await boss.post("/api/host/bans", {"kind": "address", "subject": tag})
    assert await closed(socket) == ("banned", 4403)
    assert code(await ada.get("/api/rulesets")) == (403, "banned")
    assert (await boss.http.delete(f"/api/host/bans/{tag}")).status_code == 200
    assert (await ada.get("/api/rulesets")).status_code == 200


async def test_hosts_cannot_ban_each_other(server: Running) -> None:
    boss = await host(server)
    other = await identity(await host(server))
    refused = await boss.post("/api/host/bans", {"kind": "user", "subject": other})
    assert code(refused) == (400, "bad_request")


async def test_a_table_is_closed_for_everybody(server: Running) -> None:
    table, ada, _ben, at_ada, at_ben = await two_seats(server)
    boss = await host(server)
    watch = (await ada.get(f"/api/tables/{table}")).json()["watch"]
    assert (await boss.post("/api/host/close", {"table": watch})).status_code == 200
    for socket in (at_ada, at_ben):
        assert await closed(socket) == ("closed", 4411)
    for path in (table, watch):
        assert code(await ada.get(f"/api/tables/{path}")) == (410, "closed")
    assert (await ada.get("/api/tables")).json() == []
    assert code(await boss.post("/api/host/close", {"table": table})) == (404, "not_found")
    # The log tells the key to watch, which opens nothing now, and never the one to sit.
    assert table not in (await boss.get("/api/host")).text
    assert (await server.services.store.table(table)).header is not None  # type: ignore[union-attr]


async def test_read_only(server: Running) -> None:
    table, ada, _ben, at_ada, _ = await two_seats(server)
    boss = await host(server)
    waiting = await boss.table([{"kind": "me"}, {"kind": "open"}])
    assert (await boss.post("/api/host/readonly", {"on": True})).json()["read_only"]
    for path, body in {
        "/api/tables": {"ruleset": "usa", "seats": TWO_PEOPLE},
        f"/api/tables/{waiting}/join": {},
        "/api/quickplay": {"pace": "5+10"},
    }.items():
        assert code(await ada.post(path, body)) == (403, "read_only")
    await at_ada.send({"type": "say", "id": "1", "text": "hello"})
    assert (await at_ada.until("refused"))["error"]["code"] == "read_only"
    assert at_ada.view is not None
    assert (await at_ada.command(at_ada.view["legal"][0]))["type"] == "ack"
    assert not (await boss.post("/api/host/readonly", {"on": False})).json()["read_only"]
    assert (await ada.post("/api/quickplay", {"pace": "5+10"})).status_code == 200
    assert (await ada.get(f"/api/tables/{table}")).status_code == 200


async def test_by_command_beside_a_server_that_runs(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        table, _ada, ben, at_ada, at_ben = await two_seats(server)
        await at_ada.send({"type": "say", "id": "1", "text": "you fool"})
        said = (await at_ben.until("said"))["message"]
        await ben.post(f"/api/messages/{said['id']}/report", {"reason": "insult", "table": table})

        async def admin(*words: str) -> tuple[int, str]:
            verb, *rest = words
            options = [word for word in rest if word == "--days" or word.isdigit()]
            # An id may begin with a hyphen.
            subject = [word for word in rest if word not in options]
            command = ["admin", verb, "--database", database, *options, "--", *subject]
            done: Any = await asyncio.to_thread(CliRunner().invoke, app, command)
            return done.exit_code, done.stdout

        status, printed = await admin("reports")
        assert (status, printed.rstrip().split("\t")[-1]) == (0, "you fool")
        user = printed.split("\t")[3]
        assert (await admin("ban", user, "--days", "2"))[0] == 0
        assert await closed(at_ada) == ("banned", 4403)
        assert (await admin("unban", user))[0] == 0
        assert (await admin("unban", user))[0] == 4
        assert (await admin("close", table))[0] == 0
        assert await closed(at_ben) == ("closed", 4411)
        await sign_up(ben, "Ben")
        await add_app(ben)
        assert (await admin("grant", await identity(ben)))[0] == 0
        assert (await admin("readonly", "on"))[0] == 0
        async with asyncio.timeout(10):
            while (page := await ben.get("/api/host")).status_code != 200 or not page.json()["read_only"]:
                await asyncio.sleep(0.05)
        entries = [(entry["action"], entry["by"]) for entry in page.json()["log"]]
        assert entries == [(deed, None) for deed in ("read_only", "grant", "close", "unban", "ban")]
        assert (await admin("revoke", await identity(ben)))[0] == 0


async def test_a_ban_ends_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        moderation = server.services.moderation
        await moderation.act(moderation.store.ban("user", await identity(ada), 1, ""))
        assert code(await ada.get("/api/me")) == (403, "banned")
        later = now() + DAY + 1000
        monkeypatch.setattr("whistlestop.server.moderation.moderation.now", lambda: later)
        assert (await ada.get("/api/me")).status_code == 200


async def test_hosts_by_setting(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        await sign_up(ada, "Ada")
        await add_app(ada)
        cookies, user = dict(ada.http.cookies), await identity(ada)
    async with running(tmp_path, moderators=(user,)) as server:
        again = await server.guest()
        again.http.cookies.update(cookies)
        assert (await again.get("/api/host")).status_code == 200


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
        assert [entry.action for entry in await rules.log()][:3] == ["read_only", "read_only", "grant"]
    finally:
        await store.close()
