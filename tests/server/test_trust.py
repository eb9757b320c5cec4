"""Traces that a thief leaves in an account, and what requires a fresh proof of identity."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select
from tests.server.harness import BOT, Guest, Running, Socket, code, running
from tests.server.people import PASSWORD, Clock, done, ended, key_for, link, locally, me, sign_in, sign_up
from tests.server.receiver import SOON, Receiver, receiver, sent_first
from tests.server.test_programs import Program, token, until, until_ended
from websockets.asyncio.client import connect

from whistlestop.server.adapters.database.schema.accounts import links
from whistlestop.server.domain.times import now
from whistlestop.server.usecases.accounts.accounts import HOUR, PROOF
from whistlestop.server.usecases.programs.tokens import DAY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

NEW = "nine grey wolves"


@pytest.fixture
async def inbox() -> AsyncIterator[Receiver]:
    async with receiver() as found:
        yield found


async def shut_out(server: Running, owner: Guest, how: str) -> None:
    """Shut everybody else out of an account, as its owner."""
    if how == "everywhere":
        await done(owner, "DELETE", "/api/sessions")
    elif how == "password":
        await done(owner, "PUT", "/api/account/password", {"password": NEW})
    else:
        accounts, user = server.services.accounts, (await me(owner))["id"]
        await accounts.kept.add_link(link("r" * 43, "recover", user), now())
        await done(owner, "POST", "/api/account/reset", {"token": "r" * 43, "password": NEW})


@pytest.mark.parametrize("how", ["everywhere", "password", "reset"])
@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
async def test_what_a_thief_made_ends(tmp_path: Path, database: str, inbox: Receiver, how: str) -> None:
    async with running(tmp_path, database=database, **SOON) as server:
        ada, thief = await server.guest(), await server.guest()
        user = (await sign_up(ada, "Ada"))["id"]
        await sign_in(thief, "Ada")
        robot = Program(server.base, await token(thief))
        hook = {"kind": "webhook", "url": f"{inbox.url}/", "language": "en"}
        way = (await done(thief, "POST", "/api/notices/ways", hook)).json()["way"]
        accounts = server.services.accounts
        await accounts.kept.add_link(link("v" * 43, "verify", user, "eve@example.org"), now())
        # Before the game, so that nobody is notified of a turn.
        wish = {"ruleset": "usa", "seats": [{"kind": "me"}, BOT]}
        table = (await robot.post("/api/tables", wish)).json()["id"]
        address = server.base.replace("http", "ws") + f"/api/tables/{table}/socket"
        headers = {"authorization": robot.http.headers["authorization"]}
        async with (
            robot.stream() as mine,
            robot.stream(f"/api/tables/{table}/stream") as frames,
            connect(address, additional_headers=headers) as connection,
        ):
            socket = Socket(connection)
            await socket.until("hello")
            await until(frames, "hello")
            await shut_out(server, ada, how)
            await ended(socket)
            await until_ended(mine)
            await until_ended(frames)
        assert code(await robot.get("/api/me")) == (401, "token")
        assert code(await robot.post(f"/api/tables/{table}/start")) == (401, "token")
        assert (await ada.get("/api/tokens")).json() == []
        assert code(await ada.post("/api/account/verify", {"token": "v" * 43})) == (410, "link")

        (shown,) = (await ada.get("/api/notices")).json()["ways"]
        assert (shown["active"], shown["suspended"]) == (True, True)
        assert code(await ada.post(f"/api/notices/ways/{way['id']}/test")) == (404, "not_found")
        assert (await ada.post(f"/api/tables/{table}/start")).status_code == 200
        assert await sent_first(await server.guest(), inbox) == []
        await done(ada, "POST", f"/api/notices/ways/{way['id']}/resume")
        assert (await ada.post(f"/api/notices/ways/{way['id']}/test")).status_code == 204
        assert (await inbox.next()).json()["type"] == "test"
        assert code(await ada.post("/api/notices/ways/nothing/resume")) == (404, "not_found")


async def test_one_session_less_revokes_nothing(server: Running) -> None:
    ada, phone = await server.guest(), await server.guest()
    await sign_up(ada, "Ada")
    await sign_in(phone, "Ada")
    robot = Program(server.base, await token(ada))
    (there,) = [one for one in (await ada.get("/api/account")).json()["sessions"] if not one["here"]]
    await done(ada, "DELETE", f"/api/sessions/{there['id']}")
    await done(ada, "DELETE", "/api/session")
    assert (await robot.get("/api/me")).json()["name"] == "Ada"


async def test_a_suspended_address_is_not_confirmed_by_its_old_link(server: Running) -> None:
    """A link sent to the thief's own address confirms only that address, not that the owner wants it."""
    ada = await server.guest()
    await sign_up(ada, "Ada")
    hook = {"kind": "webhook", "url": "https://example.org/", "language": "en"}
    way = (await done(ada, "POST", "/api/notices/ways", hook)).json()["way"]["id"]
    await done(ada, "DELETE", "/api/sessions")
    link = server.services.notices.sending.token("confirm", way)
    assert (await ada.post(f"/notices/confirm/{link}")).status_code == 204
    assert (await ada.get("/api/notices")).json()["ways"][0]["suspended"]
    # Adding it again confirms it.
    assert not (await done(ada, "POST", "/api/notices/ways", hook)).json()["way"]["suspended"]
    assert not (await ada.get("/api/notices")).json()["ways"][0]["suspended"]


async def test_what_a_guest_made_does_not_act_for_the_account(server: Running) -> None:
    """Another person may have used this browser as a guest before the account's owner signs in or up."""
    ada, guest, fresh = await server.guest(), await server.guest(), await server.guest()
    await sign_up(ada, "Ada")
    hook = {"kind": "webhook", "url": "https://example.org/", "language": "en"}
    assert (await guest.post("/api/notices/ways", hook)).status_code == 201
    for one in (guest, fresh):
        robot = Program(server.base, await token(one))
        async with robot.stream() as mine:
            assert (await robot.get("/api/me")).status_code == 200
            await (sign_in(one, "Ada") if one is guest else sign_up(one, "Fred"))
            await until_ended(mine)
        assert code(await robot.get("/api/me")) == (401, "token")
        assert (await one.get("/api/tokens")).json() == []
    assert [way["suspended"] for way in (await ada.get("/api/notices")).json()["ways"]] == [True]


async def test_what_takes_a_fresh_proof(server: Running) -> None:
    ada, guest = await server.guest(), await server.guest()
    await sign_up(ada, "Ada")
    hook = {"kind": "webhook", "url": "https://example.org/", "language": "en"}
    way = (await done(ada, "POST", "/api/notices/ways", hook)).json()["way"]["id"]
    clock = Clock(server)
    clock.at += PROOF + 1
    asked: list[tuple[str, str, object]] = [
        ("POST", "/api/tokens", {"name": "Robot", "scopes": ["play"]}),
        ("POST", "/api/notices/ways", {**hook, "url": "https://example.org/2"}),
        ("POST", f"/api/notices/ways/{way}/resume", None),
        ("GET", "/api/account/export", None),
        ("POST", "/api/me/program", {"confirmed": True}),
        ("DELETE", "/api/me/program", None),
    ]
    for method, path, body in asked:
        assert code(await ada.http.request(method, path, json=body)) == (403, "prove"), path
    assert (await ada.get("/api/tokens")).json() == []
    await done(ada, "POST", "/api/session/proof", {"password": PASSWORD})
    for method, path, body in asked:
        assert (await ada.http.request(method, path, json=body)).is_success, path
    # Guests have no means of proof: the cookie is their identity.
    for method, path, body in asked:
        if "resume" not in path:
            assert (await guest.http.request(method, path, json=body)).is_success, path


async def test_a_stream_ends_when_its_token_expires(server: Running) -> None:
    ada = await server.guest()
    await sign_up(ada, "Ada")
    lasting, short = [Program(server.base, await token(ada, **more)) for more in ({}, {"days": 1})]
    async with lasting.stream() as stays, short.stream() as ends:
        clock = Clock(server)
        clock.at += DAY + HOUR
        await server.services.accounts.check_connections()
        await until_ended(ends)
        table = await ada.table([{"kind": "me"}, BOT], start=True)
        assert (await until(stays, "game_start"))["table"] == table


async def test_answered_challenges_are_forgotten(server: Running) -> None:
    ada = await locally(server)
    key = key_for(server)
    options = (await done(ada, "POST", "/api/account/passkeys/options")).json()
    await done(ada, "POST", "/api/account", {"name": "Ada", "passkey": key.make(options)})
    clock = Clock(server)
    for _ in range(4):
        options = (await done(ada, "POST", "/api/session/passkey/options")).json()
        await done(ada, "POST", "/api/session/proof", {"passkey": key.use(options)})
        clock.at += HOUR
    async with server.services.store.reading() as connection:
        assert len((await connection.execute(select(links.c.hash))).all()) == 1


async def test_the_export_is_described_as_what_it_is(server: Running) -> None:
    described = (await (await server.guest()).get("/api/schema/openapi.json")).json()
    answer = described["paths"]["/api/account/export"]["get"]["responses"]["200"]
    assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Export"}
