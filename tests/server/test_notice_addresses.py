"""Addresses to which notifications may be sent."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, Any

import httpcore
import pytest
from tests.server.harness import code, running
from tests.server.receiver import Device, subscribe

from whistlestop.server.adapters.outbound import Outbound, Unreachable, is_public
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from pathlib import Path


async def test_what_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path, notice_rate=0.001) as server:
        ada = await server.guest()

        async def refused(wish: dict[str, Any]) -> tuple[int, str]:
            return code(await ada.post("/api/notices/ways", {"language": "en", **wish}))

        for url in (
            "http://example.org/",
            "https://127.0.0.1/",
            "https://[::ffff:10.0.0.1]/",
            "https://[::127.0.0.1]/",
            "https://[::ffff:0:127.0.0.1]/",
            "https://[fec0::1]/",
            "https://10.1.2.3:8443/",
            "https://user@example.org/",
            "https://example.org:x/",
            "ftp://example.org/",
            "https://",
        ):
            assert await refused({"kind": "webhook", "url": url}) == (400, "bad_address"), url
        assert await refused({"kind": "webhook", "url": ""}) == (400, "bad_request")
        assert await refused({"kind": "mail", "address": "ada@example.org"}) == (409, "no_mail")
        device = Device().wish("https://push.example.org/1")
        assert await refused({**device, "key": "AAAA"}) == (400, "bad_request")
        assert await refused({**device, "language": "xx"}) == (400, "bad_request")
        # A name that resolves to this machine is detected during lookup.
        made = await subscribe(ada, {"kind": "webhook", "url": "https://localhost/", "language": "en"})
        way = f"/api/notices/ways/{made['way']['id']}"
        assert code(await ada.post(f"{way}/test")) == (409, "not_delivered")
        ben = await server.guest()
        assert code(await ben.post(f"{way}/test")) == (404, "not_found")
        assert code(await ben.http.delete(way)) == (404, "not_found")
        for number in range(19):
            await subscribe(
                ada, {"kind": "webhook", "url": f"https://example.org/{number}", "language": "en"}
            )
        assert await refused({"kind": "webhook", "url": "https://example.org/x"}) == (409, "too_many")
        assert (await ada.http.delete(way)).status_code == 204
        while (answer := await ada.post(f"{way}/test")).status_code == 404:
            pass
        assert code(answer) == (429, "rate_limited")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2606:4700::1", True),
        ("127.0.0.1", False),
        ("10.0.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        ("2002:808:808::", True),
        ("::127.0.0.1", False),
        ("::8.8.8.8", True),
        ("::ffff:0:127.0.0.1", False),
        ("::ffff:0:8.8.8.8", True),
        ("64:ff9b::8.8.8.8", True),
        ("64:ff9b::169.254.169.254", False),
        ("64:ff9b:1::8.8.8.8", False),
        ("fec0::1", False),
        ("fc00::1", False),
        ("ff0e::1", False),
        ("100::1", False),
        ("5f00::1", False),
        ("4000::1", False),
        ("2001:0:808:808::1", False),  # Teredo
        ("2001:20::1", False),  # ORCHID
        ("2001:db8::1", False),
        ("3fff::1", False),
        ("2606:4700::5efe:10.0.0.1", False),  # ISATAP
        ("2606:4700::200:5efe:10.0.0.1", False),
        ("2606:4700::5efe:8.8.8.8", True),
        ("192.0.0.8", False),
        ("192.88.99.1", False),
        ("198.18.0.1", False),
        ("203.0.113.1", False),
        ("240.0.0.1", False),
        ("255.255.255.255", False),
    ],
)
def test_public_addresses(address: str, public: bool) -> None:
    assert is_public(address) is public


async def test_a_name_is_resolved_once_and_the_checked_address_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The checked address is used even if the name later resolves to this machine (DNS rebinding)."""
    loop = asyncio.get_running_loop()
    found = ["8.8.8.8", "127.0.0.1"]
    asked: list[str] = []
    opened: list[str] = []

    async def resolve(host: str, _port: object, **_options: object) -> list[Any]:
        asked.append(host)
        address = found[min(len(asked), len(found)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))]

    async def connect(_self: object, host: str, *_rest: object, **_options: object) -> Any:
        opened.append(host)
        raise httpcore.ConnectError

    monkeypatch.setattr(loop, "getaddrinfo", resolve)
    monkeypatch.setattr(httpcore.AnyIOBackend, "connect_tcp", connect)
    outbound = Outbound(private=False)
    with pytest.raises(Unreachable):
        await outbound.send("https://rebind.example/", b"", {})
    assert (asked, opened) == (["rebind.example"], ["8.8.8.8"])
    with pytest.raises(Refusal) as refused:  # by now the name resolves to this machine
        await outbound.send("https://rebind.example/", b"", {})
    assert refused.value.code == "bad_address"
    assert opened == ["8.8.8.8"]
    await outbound.close()
