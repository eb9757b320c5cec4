"""Notifications through ntfy, Gotify, Discord and Matrix: what each service is sent, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import BOT, code, running
from tests.server.receiver import SOON, receiver, subscribe

from whistlestop.server.adapters.messengers import Note, request

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.server.receiver import Receiver

ROOM = "!Wq3f:example.org"
WISHES: dict[str, dict[str, str]] = {
    "ntfy": {"url": "/push/ada", "token": "tk_1"},
    "gotify": {"url": "/gotify/", "token": "A.1"},
    "discord": {"url": "/api/webhooks/7/x-Y"},
    "matrix": {"url": "/", "room": ROOM, "token": "syt_1"},
}
PATHS = {
    "ntfy": "/push/",
    "gotify": "/gotify/message",
    "discord": "/api/webhooks/7/x-Y",
    "matrix": "/_matrix/client/v3/rooms/%21Wq3f%3Aexample.org/send/m.room.message/",
}


@pytest.fixture
async def inbox() -> AsyncIterator[Receiver]:
    async with receiver() as found:
        yield found


def wish_of(kind: str, base: str) -> dict[str, Any]:
    wish = WISHES[kind]
    return {"kind": kind, **wish, "url": base + wish["url"], "language": "de"}


@pytest.mark.parametrize("kind", WISHES)
async def test_a_turn_is_told_in_the_services_format(tmp_path: Path, inbox: Receiver, kind: str) -> None:
    async with running(tmp_path, public_url="http://play.test", **SOON) as server:
        ada = await server.guest()
        made = await subscribe(ada, wish_of(kind, inbox.url))
        assert made["secret"] is None
        assert "token" not in str(made["way"])
        table = await ada.table([{"kind": "me"}, BOT], start=True)
        url = f"http://play.test/t/{table}"
        got = await inbox.next()
        assert got.path.startswith(PATHS[kind])
        assert got.method == ("PUT" if kind == "matrix" else "POST")
        body = got.json()
        if kind == "ntfy":
            assert got.headers["authorization"] == "Bearer tk_1"
            assert (body["topic"], body["click"]) == ("ada", url)
            assert "USA" in body["title"]
        elif kind == "gotify":
            assert got.headers["x-gotify-key"] == "A.1"
            assert body["extras"]["client::notification"]["click"]["url"] == url
            assert "USA" in body["title"]
        elif kind == "discord":
            assert body["allowed_mentions"] == {"parse": []}
            assert body["content"].startswith("**")
            assert body["content"].endswith(url)
        else:
            assert got.headers["authorization"] == "Bearer syt_1"
            assert body["msgtype"] == "m.text"
            assert body["body"].endswith(url)


async def test_a_retry_has_the_same_id(tmp_path: Path, inbox: Receiver) -> None:
    """A homeserver sends each id once, so a lost answer does not repeat a message."""
    inbox.answers = [503]
    async with running(tmp_path, **SOON) as server:
        ada = await server.guest()
        await subscribe(ada, wish_of("matrix", inbox.url))
        await ada.table([{"kind": "me"}, BOT], start=True)
        assert (await inbox.next()).path == (await inbox.next(60)).path


@pytest.mark.parametrize(
    ("kind", "status", "stays"), [("discord", 404, False), ("ntfy", 404, True), ("gotify", 401, True)]
)
async def test_a_deleted_webhook_is_removed(
    tmp_path: Path, inbox: Receiver, kind: str, status: int, stays: bool
) -> None:
    inbox.answers = [status]
    async with running(tmp_path, **SOON) as server:
        ada = await server.guest()
        way = (await subscribe(ada, wish_of(kind, inbox.url)))["way"]["id"]
        assert code(await ada.post(f"/api/notices/ways/{way}/test")) == (409, "not_delivered")
        ways = (await ada.get("/api/notices")).json()["ways"]
        assert [one["id"] for one in ways] == ([way] if stays else [])


async def test_what_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await server.guest()

        async def refused(kind: str, **changes: Any) -> tuple[int, str]:
            wish = {**wish_of(kind, "https://example.org"), **changes}
            return code(await ada.post("/api/notices/ways", wish))

        for kind in WISHES:
            for url in ("http://example.org/api/webhooks/1", "https://10.0.0.1/api/webhooks/1", "https://"):
                assert await refused(kind, url=url) == (400, "bad_address"), (kind, url)
        for kind in ("gotify", "matrix"):
            assert await refused(kind, url="https://example.org/?x=1") == (400, "bad_address")
            assert await refused(kind, token="") == (400, "bad_request")
            assert await refused(kind, token="a\r\nX-Y: z") == (400, "bad_request")
        assert await refused("ntfy", url="https://ntfy.example/") == (400, "bad_address")
        assert await refused("discord", url="https://discord.example/channels/1") == (400, "bad_address")
        assert await refused("matrix", room="#general:example.org") == (400, "bad_request")


def test_names_are_not_markdown_and_call_nobody() -> None:
    note = Note("*USA*", "Last: @everyone [x](https://evil.test) <@1>", "https://play.test/t/1")
    text = request("discord", "https://d.test/api/webhooks/1", "", "m", note).content.decode()
    assert "\\\\@everyone \\\\[x\\\\]" in text
    assert "\\\\<\\\\@1\\\\>" in text
