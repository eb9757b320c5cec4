"""Requests to addresses that users have named: only to public ones, judged after the name is looked up.

A name could point at this machine or at its network, and at another address a moment later; so the connection is made
to the very address that was judged. Redirects are not followed, proxies of the environment not used, and of an answer
only the status is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from whistlestop.server.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    import httpx

PATIENCE = 10.0
"""Seconds for a whole request."""
AT_ONCE = 100
TRANSLATED = [ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("64:ff9b:1::/48")]
"""IPv6 addresses behind which a network puts those of IPv4."""


class Unreachable(Exception):
    """There was no answer; it may be tried again."""


class Outbound:
    """Sends requests. `private`: also to addresses of private networks and without TLS."""

    def __init__(self, *, private: bool) -> None:
        self._private = private
        self._transport: httpx.AsyncHTTPTransport | None = None
        self._opening = asyncio.Lock()

    def check(self, url: str) -> None:
        """Refuse an address (`bad_address`) to which nothing would ever be sent."""
        try:
            parts = urlsplit(url)
            parts.port  # noqa: B018 - it raises for what is no port
            host = parts.hostname or ""
        except ValueError:
            host = ""
        schemes = {"https", "http"} if self._private else {"https"}
        fine = host and url.isascii() and url.isprintable() and not set(url) & set(" #\\")
        if not fine or parts.scheme not in schemes or "@" in parts.netloc:
            raise Refusal("bad_address", "An address that begins with https:// is expected.")
        if not self._private and _is_address(host) and not is_public(host):
            raise Refusal("bad_address", "This address belongs to a private network.")

    async def post(
        self, url: str, content: bytes, headers: Mapping[str, str], *, trusted: bool = False
    ) -> tuple[int, str | None]:
        """POST; returns the status and the header Retry-After. `trusted`: the host has named the address.

        Raises Unreachable, and Refusal `bad_address`.
        """
        if not trusted:
            self.check(url)
        transport = await self._open()
        import httpx  # noqa: PLC0415 - loaded by now

        try:
            async with asyncio.timeout(PATIENCE):
                request = httpx.Request("POST", url, content=content, headers=dict(headers))
                host = request.url.host
                address = await self._address(host, request.url.port, trusted=trusted)
                # The name stays in the Host header and in the certificate that is asked for.
                request.url = request.url.copy_with(host=address)
                if not _is_address(host):
                    request.extensions = {**request.extensions, "sni_hostname": host}
                answer = await transport.handle_async_request(request)
                await answer.aclose()
        except (httpx.HTTPError, httpx.InvalidURL, OSError, TimeoutError) as error:
            raise Unreachable(type(error).__name__) from None
        return answer.status_code, answer.headers.get("retry-after")

    async def close(self) -> None:
        """Let go of what is open."""
        if self._transport is not None:
            await self._transport.aclose()

    async def _open(self) -> httpx.AsyncHTTPTransport:
        async with self._opening:
            if self._transport is None:
                self._transport = await asyncio.to_thread(_transport)
            return self._transport

    async def _address(self, host: str, port: int | None, *, trusted: bool) -> str:
        """The address to connect to; none of those that a name has may be private."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port or 443, type=socket.SOCK_STREAM)
        addresses = [str(one[4][0]) for one in found]
        if not trusted and not self._private and not all(map(is_public, addresses)):
            raise Refusal("bad_address", "This address belongs to a private network.")
        return addresses[0]


def _transport() -> httpx.AsyncHTTPTransport:
    """Library and certificates, which take a moment to load."""
    import httpx  # noqa: PLC0415 - most servers tell nobody anything

    limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=0)
    return httpx.AsyncHTTPTransport(limits=limits)


def is_public(text: str) -> bool:
    """Whether an address is one of the internet: not of this machine, its network, or a group of machines."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return is_public(str(inner))
        if address.teredo is not None or any(address in network for network in TRANSLATED):
            return False
    return address.is_global and not address.is_multicast


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
