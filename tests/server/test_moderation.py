"""Moderation: takes effect immediately, even for open sockets, and works by command as well."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import TWO_PEOPLE, Guest, Running, closed, code, numbers, running, two_seats
from tests.server.people import add_app, sign_in, sign_up
from tests.waiting import eventually
from typer.testing import CliRunner

from whistlestop.cli.app import app
from whistlestop.server.domain.times import DAY, now

if TYPE_CHECKING:
    from pathlib import Path


async def identity(guest: Guest) -> str:
    return str((await guest.get("/api/me")).json()["id"])


async def moderator(server: Running) -> Guest:
    """Return a moderator with the required second factor."""
    guest = await server.guest()
    await sign_up(guest, f"Moderator {next(numbers)}")
    await add_app(guest)
    await server.services.moderation.act(server.services.moderation.store.grant(await identity(guest)))
    return guest


async def test_a_moderator_needs_a_second_factor(server: Running) -> None:
    """Without a second factor, a moderator can sign in and play, but do nothing else."""
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


async def test_only_moderators_are_let_in(server: Running) -> None:
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
    boss = await moderator(server)
    page = (await boss.get("/api/host")).json()
    assert (page["read_only"], page["reports"], page["bans"]) == (False, [], [])
    assert page["log"][0]["action"] == "grant"


async def test_a_report_is_read_and_its_author_kept_out(server: Running) -> None:
    table, ada, ben, at_ada, at_ben = await two_seats(server)
    boss = await moderator(server)
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


async def test_a_table_is_closed_for_everybody(server: Running) -> None:
    table, ada, _ben, at_ada, at_ben = await two_seats(server)
    boss = await moderator(server)
    watch = (await ada.get(f"/api/tables/{table}")).json()["watch"]
    assert (await boss.post("/api/host/close", {"table": watch})).status_code == 200
    for socket in (at_ada, at_ben):
        assert await closed(socket) == ("closed", 4411)
    for path in (table, watch):
        assert code(await ada.get(f"/api/tables/{path}")) == (410, "closed")
    assert (await ada.get("/api/tables")).json() == []
    assert code(await boss.post("/api/host/close", {"table": table})) == (404, "not_found")
    # The log contains the key for watching, which is now useless, and never the key of the seats.
    assert table not in (await boss.get("/api/host")).text
    assert (await server.services.store.table(table)).header is not None  # type: ignore[union-attr]


async def test_read_only(server: Running) -> None:
    table, ada, _ben, at_ada, _ = await two_seats(server)
    boss = await moderator(server)
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
            # An id may start with a hyphen.
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

        async def closed_to_new_games() -> Any:
            page = await ben.get("/api/host")
            return page.json() if page.status_code == 200 and page.json()["read_only"] else None

        entries = [(entry["action"], entry["by"]) for entry in (await eventually(closed_to_new_games))["log"]]
        assert entries == [(deed, None) for deed in ("read_only", "grant", "close", "unban", "ban")]
        assert (await admin("revoke", await identity(ben)))[0] == 0


async def test_moderators_by_setting(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()
        await sign_up(ada, "Ada")
        await add_app(ada)
        cookies, user = dict(ada.http.cookies), await identity(ada)
    async with running(tmp_path, moderators=(user,)) as server:
        again = await server.guest()
        again.http.cookies.update(cookies)
        assert (await again.get("/api/host")).status_code == 200


async def test_a_message_is_deleted_for_everybody(server: Running) -> None:
    table, _ada, ben, at_ada, at_ben = await two_seats(server)
    eve, boss = await server.guest(), await moderator(server)
    at_eve = await eve.sit(table)
    await at_eve.send({"type": "say", "id": "0", "text": "among those who watch"})
    hidden = (await at_eve.until("said"))["message"]
    await at_ada.send({"type": "say", "id": "1", "text": "you fool"})
    said = (await at_ben.until("said"))["message"]
    assert code(await ben.http.delete(f"/api/host/messages/{said['id']}")) == (403, "not_moderator")
    await ben.post(f"/api/messages/{said['id']}/report", {"reason": "insult", "table": table})
    page = (await boss.http.delete(f"/api/host/messages/{said['id']}")).json()
    for socket in (at_ada, at_ben, at_eve):
        assert await socket.until("unsaid") == {"type": "unsaid", "message": said["id"]}
    for one in (ben, eve):
        told = (await one.get(f"/api/tables/{table}/chat")).json()["messages"]
        assert said["id"] not in [message["id"] for message in told]
    assert (
        code(await ben.post(f"/api/messages/{said['id']}/report", {"reason": "spam", "table": table}))[0]
        == 404
    )
    # The log and the report keep it.
    entry = page["log"][0]
    assert (entry["action"], entry["subject"], entry["detail"]) == ("delete", str(said["id"]), "you fool")
    assert entry["note"] == said["user"]
    assert page["reports"][0]["context"][-1]["text"] == "you fool"
    for number in (said["id"], 10**6, 2**40):
        assert code(await boss.http.delete(f"/api/host/messages/{number}")) == (404, "not_found")
    # Players do not even learn that spectators have written something.
    assert (await boss.http.delete(f"/api/host/messages/{hidden['id']}")).status_code == 200
    assert (await at_eve.until("unsaid"))["message"] == hidden["id"]
    for socket in (at_ada, at_ben):
        assert [one["type"] for one in await socket.settle() if one["type"] == "unsaid"] == []


async def test_a_warning_is_seen_and_acknowledged(server: Running) -> None:
    table, ada, ben, at_ada, at_ben = await two_seats(server)
    boss, user = await moderator(server), await identity(ada)
    wish = {"user": user, "text": "Please stay \u202e friendly.\n"}
    assert code(await ben.post("/api/host/warnings", wish)) == (403, "not_moderator")
    for text in ("", "\u2800", "x" * 301):
        assert code(await boss.post("/api/host/warnings", {**wish, "text": text})) == (400, "bad_request")
    page = (await boss.post("/api/host/warnings", wish)).json()
    assert (page["log"][0]["action"], page["log"][0]["detail"]) == ("warn", "Please stay friendly.")
    await at_ada.until("warned")
    assert [one for one in await at_ben.settle() if one["type"] == "warned"] == []
    warning = (await ada.get("/api/me")).json()["warning"]
    assert warning["text"] == "Please stay friendly."
    assert (await ben.get("/api/me")).json()["warning"] is None
    # Nobody else can acknowledge it.
    await ben.post(f"/api/me/warnings/{warning['id']}")
    assert (await ada.get("/api/me")).json()["warning"] == warning
    assert (await ada.post(f"/api/me/warnings/{warning['id']}")).json()["warning"] is None
    await ada.post(f"/api/me/warnings/{warning['id']}")
    entries = (await boss.get("/api/host")).json()["log"]
    assert [(one["action"], one["by"]) for one in entries[:2]] == [
        ("acknowledge", user),
        ("warn", await identity(boss)),
    ]
    assert (await ada.get(f"/api/tables/{table}")).status_code == 200


async def test_a_mute_holds_on_the_whole_site_for_a_time(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, _ben, at_ada, _ = await two_seats(server)
    boss, user = await moderator(server), await identity(ada)
    mute = {"kind": "user", "subject": user, "days": 1, "scope": "chat"}
    assert (await boss.post("/api/host/bans", mute)).json()["bans"][0]["scope"] == "chat"
    for message in ({"text": "hello"}, {"phrase": "hello"}):
        await at_ada.send({"type": "say", "id": "1", **message})
        assert (await at_ada.until("refused"))["error"]["code"] == "muted"
    # Everything else continues.
    assert at_ada.view is not None
    assert (await at_ada.command(at_ada.view["legal"][0]))["type"] == "ack"
    assert (await ada.get(f"/api/tables/{table}")).status_code == 200
    assert code(await boss.http.delete(f"/api/host/bans/{user}")) == (404, "not_found")
    page = (await boss.http.delete(f"/api/host/bans/{user}?chat=true")).json()
    assert [one["action"] for one in page["log"][:2]] == ["unmute", "mute"]
    await at_ada.send({"type": "say", "id": "2", "text": "hello"})
    await at_ada.until("said")
    await boss.post("/api/host/bans", mute)
    later = now() + DAY + 1000
    monkeypatch.setattr("whistlestop.server.usecases.moderation.moderation.now", lambda: later)
    await at_ada.send({"type": "say", "id": "3", "text": "again"})
    await at_ada.until("said")


async def test_players_are_reported_and_their_cases_are_kept(tmp_path: Path) -> None:
    async with running(tmp_path, chat_rate=0.0) as server:
        table, ada, ben, at_ada, at_ben = await two_seats(server)
        eve, boss, user = await server.guest(), await moderator(server), await identity(ada)
        path = f"/api/tables/{table}/report"
        for seat, status in ((0, 400), (1, 200), (9, 400)):
            assert (await ada.post(path, {"seat": seat, "about": "name"})).status_code == status
        await ada.http.patch("/api/me", json={"name": "Rude Name"})
        for about in ("name", "stalling", "leaving", "stalling"):
            assert (await ben.post(path, {"seat": 0, "about": about})).status_code == 200
        assert code(await ben.post(path, {"seat": 0, "about": "message"})) == (400, "bad_request")
        assert code(await eve.post(path, {"seat": 0, "about": "stalling"})) == (403, "not_seated")
        assert (await eve.post(path, {"seat": 0, "about": "name", "reason": "insult"})).status_code == 200
        await at_ada.send({"type": "say", "id": "1", "text": "hello"})
        said = (await at_ben.until("said"))["message"]
        body = {"reason": "other", "about": "name", "table": table}
        assert (await eve.post(f"/api/messages/{said['id']}/report", body)).status_code == 200
        await ada.http.patch("/api/me", json={"name": "Nice Name"})

        page = (await boss.get("/api/host")).json()
        kinds = [one["about"] for one in page["reports"] if one["reported"] == user]
        assert kinds == ["name", "stalling", "leaving", "name", "name"]
        first = next(one for one in page["reports"] if one["reported"] == user)
        assert (first["name"], first["message"], first["context"]) == (
            "Rude Name",
            None,
            [],
        )  # at the time of the report
        assert (first["reporter"], first["address"]) == (
            await identity(ben),
            server.services.moderation.tag("127.0.0.1"),
        )
        # Closing one report closes no others.
        left = (await boss.post(f"/api/host/reports/{first['id']}")).json()["reports"]
        assert len(left) == len(page["reports"]) - 1

        await boss.post("/api/host/bans", {"kind": "user", "subject": user, "days": 1, "reason": "name"})
        await boss.http.delete(f"/api/host/bans/{user}")
        await boss.post("/api/host/warnings", {"user": user, "text": "Choose another name."})
        assert code(await ada.get(f"/api/host/people/{user}")) == (403, "not_moderator")
        assert code(await boss.get("/api/host/people/nobody-here")) == (404, "no_such_user")
        person = (await boss.get(f"/api/host/people/{user}")).json()
        assert (person["name"], person["account"], person["reported"]) == ("Nice Name", False, 1)
        assert [one["reporter"] for one in person["reports"]] == [
            await identity(one) for one in (ben, ben, ben, eve, eve)
        ]
        assert [one["done"] is not None for one in person["reports"]] == [True, False, False, False, False]
        assert [(one["reason"], one["lifted"] is not None) for one in person["bans"]] == [("name", True)]
        assert [(one["text"], one["seen"]) for one in person["warnings"]] == [("Choose another name.", None)]


async def test_a_moderator_who_plays_does_not_read_what_spectators_say(server: Running) -> None:
    """A moderator who plays sees the messages only after the end of the game; others see the whole report."""
    ada, boss, ben, eve = (
        await moderator(server),
        await moderator(server),
        await server.guest(),
        await server.guest(),
    )
    table = await ada.table(TWO_PEOPLE)
    assert (await ben.post(f"/api/tables/{table}/join", {"seat": 1})).status_code == 200
    assert (await ada.post(f"/api/tables/{table}/start")).status_code == 200
    at_ada, at_ben = await ada.sit(table), await ben.sit(table)
    at_eve = await eve.sit(table)
    await at_ada.send({"type": "say", "id": "1", "text": "a player speaks"})
    await at_eve.until("said")
    await at_eve.send({"type": "say", "id": "1", "text": "he wants Denver"})
    said = (await at_eve.until("said"))["message"]
    body = {"reason": "cheating", "table": table}
    assert (await eve.post(f"/api/messages/{said['id']}/report", body)).status_code == 200
    for path in ("/api/host", f"/api/host/people/{said['user']}"):
        told = await ada.get(path)
        assert "Denver" not in told.text
        (report,) = told.json()["reports"]
        assert (report["withheld"], [one["text"] for one in report["context"]]) == (True, ["a player speaks"])
        (report,) = (await boss.get(path)).json()["reports"]
        assert (report["withheld"], report["context"][-1]["text"]) == (False, "he wants Denver")
    for one in (ada, ben):
        await one.post(f"/api/tables/{table}/agree", {"agrees": True})
    await at_ben.settle()
    (report,) = (await ada.get("/api/host")).json()["reports"]
    assert (report["withheld"], report["context"][-1]["text"]) == (False, "he wants Denver")


async def test_nothing_hidden_reaches_a_moderator_during_a_game(server: Running) -> None:
    """Two games that differ only in hidden information look the same to a moderator; a seat's view does not."""
    boss = await moderator(server)
    pages: list[list[Any]] = []
    hands = []
    for _ in range(2):
        table, ada, ben, at_ada, _at_ben = await two_seats(server)
        await at_ada.send({"type": "say", "id": "1", "text": "hello"})
        said = (await at_ada.until("said"))["message"]
        await ben.post(f"/api/messages/{said['id']}/report", {"reason": "other", "table": table})
        await ben.post(f"/api/tables/{table}/report", {"seat": 0, "about": "stalling"})
        user = await identity(ada)
        page, person = (
            (await boss.get("/api/host")).json(),
            (await boss.get(f"/api/host/people/{user}")).json(),
        )
        watch = page["reports"][-1]["watch"]
        view = (await boss.get(f"/api/tables/{watch}/view")).json()
        own = (await ada.get(f"/api/tables/{table}/view")).json()
        hands.append((own["view"]["legal"], own["view"]["offer"]))
        assert view["view"]["seat"] is None
        assert not view["view"].get("offer")
        mine = [one for one in page["reports"] if one["watch"] == watch]
        pages.append([shape(mine), shape(person), shape(view["view"]["players"])])
        assert table not in json.dumps([page, person])  # and no key to sit
    assert hands[0] != hands[1]  # the check can detect a difference
    assert pages[0] == pages[1]


def shape(told: Any) -> Any:
    """Return the data without ids of games and users, and without times."""
    names = {"id", "message", "reporter", "reported", "reporter_name", "name", "watch", "at", "user", "since"}
    if isinstance(told, dict):
        return {key: None if key in names else shape(value) for key, value in told.items()}
    return [shape(one) for one in told] if isinstance(told, list) else told
