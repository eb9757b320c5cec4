"""Programs: tokens and their scopes, streams, challenges, and the example in the docs."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from tests.server.harness import BOT, Guest, Running, code, running
from tests.waiting import WAIT, eventually, next_millisecond

from whistlestop.server.domain.times import now
from whistlestop.server.usecases.programs import tokens as tokens_module

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"
ALL = ["challenge", "play", "read"]


class Program:
    """Return a program with a token: no cookie, and no CSRF header."""

    def __init__(self, base: str, token: str) -> None:
        self.http = httpx.AsyncClient(
            base_url=base, headers={"authorization": f"Bearer {token}"}, timeout=WAIT, verify=False
        )

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(path)

    async def post(self, path: str, body: object = None) -> httpx.Response:
        return await self.http.post(path, json=body if body is not None else {})

    @asynccontextmanager
    async def stream(self, path: str = "/api/stream") -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
        """Yield the messages of a stream."""
        async with self.http.stream("GET", path) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("application/x-ndjson")

            async def messages() -> AsyncIterator[dict[str, Any]]:
                async for line in answer.aiter_lines():
                    if line:
                        yield json.loads(line)

            yield messages()


async def token(guest: Guest, *scopes: str, **more: object) -> str:
    answer = await guest.post("/api/tokens", {"name": "Robot", "scopes": scopes or ALL, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


async def program(server: Running, *scopes: str) -> tuple[Guest, Program]:
    """Return a guest, and a program with the guest's token."""
    guest = await server.guest()
    return guest, Program(server.base, await token(guest, *scopes))


async def until(messages: AsyncIterator[dict[str, Any]], kind: str) -> dict[str, Any]:
    async with asyncio.timeout(WAIT):
        async for message in messages:
            if message["type"] == kind:
                return message
    raise AssertionError("the stream has ended")


async def until_ended(messages: AsyncIterator[dict[str, Any]]) -> None:
    """Read a stream until it ends because its token has ended."""
    async with asyncio.timeout(WAIT):
        told = [message async for message in messages]
    assert told[-1]["type"] == "error"
    assert told[-1]["error"]["code"] == "signed_out"


# ---------------------------------------------------------------------------------------------------- tokens


async def test_a_token_acts_for_its_user_and_is_told_once(server: Running) -> None:
    guest, robot = await program(server)
    me = (await guest.get("/api/me")).json()
    assert (await robot.get("/api/me")).json() == me
    listed = (await guest.get("/api/tokens")).json()
    assert [one["scopes"] for one in listed] == [ALL]
    assert listed[0]["used"] is not None
    text = robot.http.headers["authorization"].split()[1]
    assert text.startswith("wst_")
    assert text not in (await guest.get("/api/tokens")).text
    async with server.services.store.reading() as connection:
        row = (await connection.exec_driver_sql("select * from tokens")).one()
    assert text not in str(row)


async def test_a_revoked_an_expired_and_an_unknown_token_open_nothing(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest, robot = await program(server)
    for each in (await guest.get("/api/tokens")).json():
        assert (await guest.http.delete(f"/api/tokens/{each['id']}")).json() == []
    refused = await robot.get("/api/tables")
    assert code(refused) == (401, "token")
    assert refused.headers["www-authenticate"] == "Bearer"
    brief = Program(server.base, await token(guest, days=1))
    assert (await brief.get("/api/tables")).status_code == 200
    monkeypatch.setattr(tokens_module, "now", lambda: now() + tokens_module.DAY)
    assert code(await brief.get("/api/tables")) == (401, "token")
    assert code(await Program(server.base, "wst_none").get("/api/tables")) == (401, "token")
    # A cookie beside it does not help.
    answer = await guest.http.get("/api/tables", headers={"authorization": "Bearer wst_none"})
    assert code(answer) == (401, "token")


async def test_a_token_can_do_what_its_scopes_say_and_no_more(server: Running) -> None:
    guest, robot = await program(server, "read")
    assert (await robot.get("/api/tables")).status_code == 200
    seats = {"ruleset": "usa", "seats": [{"kind": "me"}, BOT]}
    assert code(await robot.post("/api/tables", seats)) == (403, "scope")
    assert code(await robot.get("/api/challenges")) == (403, "scope")
    everything = Program(server.base, await token(guest))
    assert (await everything.post("/api/tables", seats)).status_code == 201
    for path in ("/api/schema/openapi.json", "/api/health"):
        assert (await robot.get(path)).status_code == 200
    assert (await robot.get("/api/nothing")).status_code == 404
    assert (await robot.http.put("/api/me")).status_code == 405
    # No token can create or list tokens.
    assert code(await everything.get("/api/tokens")) == (403, "scope")
    assert code(await everything.post("/api/tokens", {"name": "More", "scopes": ALL})) == (403, "scope")
    stranger = await server.guest()
    other = (await guest.get("/api/tokens")).json()[0]["id"]
    assert code(await stranger.http.delete(f"/api/tokens/{other}")) == (404, "not_found")


async def test_too_many_tokens_and_bad_wishes_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path, tokens_per_user=1) as server:
        guest = await server.guest()
        wishes: list[dict[str, object]] = [
            {"scopes": []},
            {"scopes": ["all"]},
            {"days": 0},
            {"name": ""},
            {"name": "\u2800"},
        ]
        for wish in wishes:
            body = {"name": "Robot", "scopes": ALL, **wish}
            assert code(await guest.post("/api/tokens", body)) == (400, "bad_request")
        await token(guest)
        assert code(await guest.post("/api/tokens", {"name": "Two", "scopes": ALL})) == (409, "too_many")


async def test_limits_are_told_in_headers(tmp_path: Path) -> None:
    async with running(tmp_path, request_rate=3.0, command_rate=0.2) as server:
        _, robot = await program(server)
        answer = await robot.get("/api/me")
        assert answer.headers["ratelimit-policy"] == '"requests";q=30;w=10, "commands";q=1;w=5'
        left, since = int(answer.headers["ratelimit"].split(";r=")[1].split(";")[0]), time.monotonic()
        while (answer := await robot.get("/api/me")).status_code == 200:
            refilled = 3.0 * (time.monotonic() - since) + 1  # on a busy machine, time passes between requests
            assert int(answer.headers["ratelimit"].split(";r=")[1].split(";")[0]) <= left + refilled
        assert code(answer) == (429, "rate_limited")
        assert int(answer.headers["retry-after"]) >= 1
        assert '"requests";r=0' in answer.headers["ratelimit"]


# --------------------------------------------------------------------------------------------------- streams


async def test_the_stream_tells_turns_and_the_table_what_its_socket_tells(server: Running) -> None:
    ada, robot = await program(server)
    ben = await server.guest()
    table = await ada.table([{"kind": "me"}, {"kind": "open"}])
    async with robot.stream() as mine, robot.stream(f"/api/tables/{table}/stream") as frames:
        assert (await until(frames, "hello"))["view"] is None
        assert (await ben.post(f"/api/tables/{table}/join", {})).status_code == 200
        assert (await until(frames, "table"))["table"]["seats"][1]["kind"] == "person"
        assert (await ada.post(f"/api/tables/{table}/start")).status_code == 200
        assert await until(mine, "game_start") == {
            "type": "game_start",
            "table": table,
            "ruleset": "usa",
            "seat": 0,
        }
        assert (await until(mine, "your_turn"))["version"] == 0
        view = (await until(frames, "hello"))["view"]
        assert view["seat"] == 0
        body = {"id": "one", "version": 0, "action": view["legal"][0]}
        assert (await robot.post(f"/api/tables/{table}/commands", body)).json()["version"] == 1
        assert (await until(frames, "update"))["version"] == 1
    # A new stream starts with the games in progress and the decisions to make.
    async with robot.stream() as again:
        assert (await until(again, "game_start"))["table"] == table


async def test_a_stream_shows_that_it_lives_and_ends_with_its_token_or_the_server(tmp_path: Path) -> None:
    async with running(tmp_path, stream_heartbeat=0.05) as server:
        guest, robot = await program(server)
        async with robot.http.stream("GET", "/api/stream") as answer:
            lines = answer.aiter_lines()
            assert [await anext(lines) for _ in range(3)] == [""] * 3
            made = (await guest.get("/api/tokens")).json()[0]["id"]
            assert (await guest.http.delete(f"/api/tokens/{made}")).json() == []
            said = [line async for line in lines if line]
            assert [json.loads(line)["error"]["code"] for line in said] == ["signed_out"]
        robot = Program(server.base, await token(guest))
        assert code(await robot.get("/api/tables/no-such-table/stream")) == (404, "not_found")
        async with robot.http.stream("GET", "/api/stream") as answer:
            server.services.streams.close()
            assert {line async for line in answer.aiter_lines()} <= {""}


async def test_streams_say_why_they_end(server: Running) -> None:
    ada, (ben, robot) = await server.guest(), await program(server)
    moderation = server.services.moderation
    user = str((await ben.get("/api/me")).json()["id"])
    table = await ada.table([{"kind": "me"}, {"kind": "open"}])

    async def why(path: str, deed: Callable[[], Awaitable[object]]) -> str:
        async with robot.stream(path) as messages:
            if path != "/api/stream":
                await until(messages, "hello")
            await deed()
            return str((await until(messages, "error"))["error"]["code"])

    at_table = f"/api/tables/{table}/stream"
    assert (await ben.post(f"/api/tables/{table}/join")).status_code == 200
    assert await why(at_table, lambda: ada.post(f"/api/tables/{table}/remove", {"seat": 1})) == "removed"
    for path in ("/api/stream", at_table):
        ban = moderation.store.ban("user", user, None, "")
        assert await why(path, lambda ban=ban: moderation.act(ban)) == "banned"  # type: ignore[misc]
        assert code(await robot.get(path)) == (403, "banned")
        await moderation.act(moderation.store.unban(user))
    assert await why(at_table, lambda: moderation.act(moderation.store.close(table, ""))) == "closed"


async def test_streams_count_as_sockets(tmp_path: Path) -> None:
    async with running(tmp_path, sockets_per_user=1, stream_heartbeat=0.05) as server:
        _, robot = await program(server)
        async with robot.stream() as _messages:
            assert code(await robot.get("/api/stream")) == (409, "too_many")
        # The slot is free again once the server has noticed the disconnect.
        await eventually(lambda: not server.services.streams.open)
        async with robot.stream() as _messages:
            pass


# ------------------------------------------------------------------------------------------------ challenges


async def test_a_program_is_shown_as_one_and_can_be_challenged(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        await challenged(server)


async def challenged(server: Running) -> None:
    owner, robot = await program(server)
    user = (await owner.get("/api/me")).json()["id"]
    ada = await server.guest()
    wish = {"ruleset": "usa", "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert code(await ada.post(f"/api/bots/{user}/challenge", wish)) == (404, "not_found")
    assert code(await robot.post("/api/me/program", {"confirmed": True})) == (403, "scope")
    for wrong in ({}, {"confirmed": False}):
        assert code(await owner.post("/api/me/program", wrong)) == (400, "bad_request")
    assert (await owner.get("/api/me")).json()["program"] is False
    assert (await owner.post("/api/me/program", {"confirmed": True})).json()["program"] is True
    assert (await owner.get("/api/me")).json()["program"] is True
    for seats in ([{"kind": "me"}, BOT], [{"kind": "me"}]):
        answer = await ada.post(f"/api/bots/{user}/challenge", {"ruleset": "usa", "seats": seats})
        assert code(answer) == (400, "bad_request")
    async with robot.stream() as mine:
        asked = (await ada.post(f"/api/bots/{user}/challenge", wish)).json()
        assert (await until(mine, "challenge"))["challenge"] == asked
        assert (await robot.get("/api/challenges")).json() == [asked]
        place = f"/api/challenges/{asked['id']}"
        assert code(await ada.post(f"{place}/accept")) == (404, "not_found")  # it is not hers to answer
        assert (await robot.post(f"{place}/accept")).json()["state"] == "accepted"
        assert code(await robot.post(f"{place}/decline")) == (409, "already_answered")
        assert (await until(mine, "game_start"))["table"] == asked["table"]
    table = (await ada.get(f"/api/tables/{asked['table']}")).json()
    assert table["state"] == "playing"
    assert [seat["program"] for seat in table["seats"]] == [False, True]
    declined = (await ada.post(f"/api/bots/{user}/challenge", wish)).json()
    assert (await robot.post(f"/api/challenges/{declined['id']}/decline")).json()["state"] == "declined"
    assert (await ada.get("/api/challenges")).json() == []


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
async def test_the_mark_of_a_program_is_taken_back_until_it_has_played(tmp_path: Path, database: str) -> None:
    async with running(tmp_path, database=database) as server:
        owner, robot = await program(server)
        ada = await server.guest()
        user = (await owner.get("/api/me")).json()["id"]
        # As a person, with a move.
        table = await owner.table([{"kind": "me"}, BOT], start=True)
        socket = await owner.sit(table)
        assert socket.view is not None
        assert (await socket.command(socket.view["legal"][0]))["type"] == "ack"
        assert (await owner.http.delete("/api/me/program")).json()[
            "program"
        ] is False  # the account is not a program
        await next_millisecond()
        assert (await owner.post("/api/me/program", {"confirmed": True})).status_code == 200
        assert (await owner.get(f"/api/tables/{table}")).json()["seats"][0]["program"]
        wish = {"ruleset": "usa", "seats": [{"kind": "me"}, {"kind": "open"}]}
        asked = (await ada.post(f"/api/bots/{user}/challenge", wish)).json()
        assert code(await robot.http.delete("/api/me/program")) == (403, "scope")
        assert (await owner.http.delete("/api/me/program")).json()["program"] is False
        assert not (await owner.get(f"/api/tables/{table}")).json()["seats"][0]["program"]
        assert code(await robot.post(f"/api/challenges/{asked['id']}/accept")) == (409, "already_answered")
        assert code(await ada.post(f"/api/bots/{user}/challenge", wish)) == (404, "not_found")

        assert (await owner.post("/api/me/program", {"confirmed": True})).status_code == 200
        asked = (await ada.post(f"/api/bots/{user}/challenge", {**wish, "start": True})).json()
        assert (await robot.post(f"/api/challenges/{asked['id']}/accept")).status_code == 200
        path = f"/api/tables/{asked['table']}"
        view = (await robot.get(f"{path}/view")).json()["view"]
        body = {"id": asked["id"], "version": view["version"], "action": view["legal"][0]}
        assert (await robot.post(f"{path}/commands", body)).status_code == 200
        for _ in range(2):
            assert code(await owner.http.delete("/api/me/program")) == (409, "program_played")
            assert (await owner.get("/api/me")).json()["program"] is True
            await next_millisecond()  # repeating it does not reset anything
            assert (await owner.post("/api/me/program", {"confirmed": True})).status_code == 200


async def test_the_example_plays_a_whole_game(server: Running) -> None:
    owner, _ = await program(server)
    user = (await owner.get("/api/me")).json()["id"]
    assert (await owner.post("/api/me/program", {"confirmed": True})).status_code == 200
    environment = {**os.environ, "WHISTLESTOP_TOKEN": await token(owner)}
    played = await asyncio.create_subprocess_exec(
        sys.executable, str(EXAMPLE), server.base, env=environment, stdout=asyncio.subprocess.PIPE
    )
    assert played.stdout is not None
    try:
        assert (await played.stdout.readline()).startswith(b"playing as")
        ada = await server.guest()
        wish = {"ruleset": "usa", "seats": [BOT, {"kind": "open"}]}
        asked = (await ada.post(f"/api/bots/{user}/challenge", wish)).json()
        async with asyncio.timeout(60):
            async for line in played.stdout:
                if line.startswith(b"game_over"):
                    break
        record = (await ada.get(f"/api/tables/{asked['table']}/record")).json()
        assert record["shuffle"]["bots"] == ["random", None]
    finally:
        played.kill()
        await played.wait()
    code_lines = [
        line for line in EXAMPLE.read_text().partition("import json")[2].splitlines() if line.strip()
    ]
    assert len(code_lines) <= 30


# ----------------------------------------------------------------------------------------------- description
