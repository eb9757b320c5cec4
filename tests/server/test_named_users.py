"""Moderators name users by an id or a whole name; commands about users who do not exist change nothing."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import Guest, Running, code, running
from tests.server.people import sign_up
from tests.server.test_moderation import identity, moderator
from typer.testing import CliRunner

from whistlestop.cli.app import app

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def site(tmp_path: Path, database: str) -> AsyncIterator[Running]:
    async with running(tmp_path, database=database) as server:
        yield server


async def guest_called(site: Running, name: str) -> Guest:
    guest = await site.guest()
    assert (await guest.http.patch("/api/me", json={"name": name})).status_code == 200
    return guest


async def admin(database: str, verb: str, *words: str) -> Any:
    command = ["admin", verb, "--database", database, "--", *words]
    return await asyncio.to_thread(CliRunner().invoke, app, command)


@pytest.mark.parametrize("wish", ["Žofie Nová", "  žofie   NOVÁ ", "ŽOFIE NOVÁ"])
async def test_a_name_of_one_user_is_enough(site: Running, wish: str) -> None:
    boss, zofie, other = await moderator(site), await site.guest(), await site.guest()
    await sign_up(zofie, "Žofie Nová")
    await sign_up(other, "Zofka Nova")
    user = await identity(zofie)
    assert (await boss.get(f"/api/host/people/{wish}")).json()["id"] == user
    assert (await boss.get(f"/api/host/people/{wish}/fair-play")).status_code == 200
    assert (await boss.post("/api/host/warnings", {"user": wish, "text": "Hello"})).status_code == 200
    assert (await zofie.get("/api/me")).json()["warning"]["text"] == "Hello"
    mute = {"kind": "user", "subject": wish, "scope": "chat"}
    assert (await boss.post("/api/host/bans", mute)).json()["bans"][0]["subject"] == user
    assert (await boss.http.delete(f"/api/host/bans/{wish}", params={"chat": True})).json()["bans"] == []
    page = (await boss.post("/api/host/bans", {"kind": "user", "subject": wish})).json()
    assert (page["bans"][0]["subject"], page["log"][0]["subject"]) == (user, f"user {user}")
    assert code(await zofie.get("/api/me")) == (403, "banned")
    assert (await other.get("/api/me")).status_code == 200
    assert (await boss.http.delete(f"/api/host/bans/{wish}")).json()["bans"] == []
    assert (await zofie.get("/api/me")).status_code == 200


@pytest.mark.parametrize("wish", ["Bob", "bob%", "B_b by", "o", "0123456789abcdef"])
async def test_nothing_is_done_to_a_user_that_does_not_exist(site: Running, wish: str) -> None:
    boss, bobby = await moderator(site), await guest_called(site, "Bob by")
    before = (await boss.get("/api/host")).json()
    for path, body in {
        "bans": {"kind": "user", "subject": wish},
        "warnings": {"user": wish, "text": "Hello"},
    }.items():
        assert code(await boss.post(f"/api/host/{path}", body)) == (404, "no_such_user")
    for path in (f"people/{wish}", f"people/{wish}/fair-play"):
        assert code(await boss.get(f"/api/host/{path}")) == (404, "no_such_user")
    assert code(await boss.http.delete(f"/api/host/bans/{wish}")) == (404, "no_such_user")
    assert (await boss.get("/api/host")).json() == before
    assert (await bobby.get("/api/me")).status_code == 200


async def test_several_users_with_a_name_are_listed(site: Running) -> None:
    boss = await moderator(site)
    bobs = [await identity(await guest_called(site, name)) for name in ("Bob", "bob")]
    refused = await boss.post("/api/host/bans", {"kind": "user", "subject": "BOB"})
    error = refused.json()["error"]
    assert (refused.status_code, error["code"]) == (409, "several_users")
    assert sorted(error["users"]) == sorted(bobs)
    assert all(user in error["message"] for user in bobs)
    assert (await boss.get("/api/host")).json()["bans"] == []
    page = (await boss.post("/api/host/bans", {"kind": "user", "subject": bobs[0]})).json()
    assert [one["subject"] for one in page["bans"]] == [bobs[0]]


async def test_an_old_ban_of_nobody_can_be_lifted(site: Running) -> None:
    boss, moderation = await moderator(site), site.services.moderation
    await moderation.act(moderation.store.ban("user", "Bob", None, ""))
    assert (await boss.get("/api/host/people/Bob")).json()["name"] is None
    assert code(await boss.post("/api/host/bans", {"kind": "user", "subject": "Bob"})) == (
        404,
        "no_such_user",
    )
    assert (await boss.http.delete("/api/host/bans/Bob")).json()["bans"] == []


async def test_moderators_are_not_banned_by_name(site: Running) -> None:
    boss, other = await moderator(site), await moderator(site)
    name = (await other.get("/api/me")).json()["name"]
    refused = await boss.post("/api/host/bans", {"kind": "user", "subject": name.upper()})
    assert code(refused) == (400, "bad_request")


async def test_commands_accept_names_and_refuse_unknown_ones(site: Running, database: str) -> None:
    boss, bob = await moderator(site), await site.guest()
    for verb in ("ban", "unban", "grant", "revoke", "drop-second-factor"):
        done = await admin(database, verb, "Bob")
        assert done.exit_code == 4, verb
        assert done.stderr == "error: No user has the id or the whole name 'Bob'.\n"
    assert [entry["action"] for entry in (await boss.get("/api/host")).json()["log"]] == ["grant"]
    await sign_up(bob, "Bob")
    user = await identity(bob)
    done = await admin(database, "ban", "bob")
    assert (done.exit_code, done.stderr) == (0, f"bob: the user with the id {user}\n")
    assert [one.subject for one in await site.services.moderation.cases.bans()] == [user]
    assert (await admin(database, "unban", "bob")).exit_code == 0
    twin = await identity(await guest_called(site, "BOB bob"))
    other = await identity(await guest_called(site, "bob BOB"))
    done = await admin(database, "ban", "Bob Bob")
    assert done.exit_code == 4
    assert done.stderr.count("\n") == 1
    assert twin in done.stderr
    assert other in done.stderr
    assert await site.services.moderation.cases.bans() == []
