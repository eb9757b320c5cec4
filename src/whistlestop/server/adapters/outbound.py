"""Requests to addresses entered by users: only to public ones, checked after resolving the name.

A name could resolve to this machine or its network, or to a different address a moment later. Therefore a name is
resolved once, and the connection uses the checked address. Redirects and the environment's proxies are ignored, and
only the status of a response is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    import httpx

PATIENCE = 10.0
"""Seconds for a whole request."""
AT_ONCE = 100
GLOBAL = ipaddress.IPv6Network("2000::/3")
"""The only globally routed IPv6 addresses (RFC 4291)."""
CARRIERS = {
    ipaddress.IPv6Network("::/96"): 0,  # IPv4-compatible
    ipaddress.IPv6Network("::ffff:0:0/96"): 0,  # IPv4-mapped
    ipaddress.IPv6Network("::ffff:0:0:0/96"): 0,  # IPv4-translated (RFC 2765)
    ipaddress.IPv6Network("64:ff9b::/96"): 0,  # NAT64
    ipaddress.IPv6Network("2002::/16"): 80,  # 6to4
}
"""IPv6 networks whose addresses contain an IPv4 address, and the number of bits after it."""
ISATAP = (0x00005EFE, 0x02005EFE)
"""The middle of an IPv6 address that ends with an IPv4 address (RFC 5214)."""
SPECIAL = [
    ipaddress.ip_network(network)
    for network in (
        *("192.0.0.0/24", "192.88.99.0/24"),  # protocol assignments, relays of 6to4
        *(
            "2001::/23",
            "2001:db8::/32",
            "3fff::/20",
        ),  # protocol assignments (Teredo among them), documentation
    )
]
"""Never public, although older versions of Python do not recognize all of them."""


class Unreachable(Exception):
    """There was no response; a retry may succeed."""


class Outbound:
    """Sends requests. `private`: allow addresses of private networks, and requests without TLS."""

    def __init__(self, *, private: bool) -> None:
        self._private = private
        self._transport: httpx.AsyncHTTPTransport | None = None
        self._opening = asyncio.Lock()

    def check(self, url: str) -> None:
        """Refuse an address (`bad_address`) that can never receive a request."""
        try:
            parts = urlsplit(url)
            parts.port  # noqa: B018 - raises for an invalid port
            host = parts.hostname or ""
        except ValueError:
            host = ""
        schemes = {"https", "http"} if self._private else {"https"}
        fine = host and url.isascii() and url.isprintable() and not set(url) & set(" #\\")
        if not fine or parts.scheme not in schemes or "@" in parts.netloc:
            raise Refusal("bad_address", "An address must begin with https://.")
        if not self._private and _is_address(host) and not is_public(host):
            raise Refusal("bad_address", "This address belongs to a private network.")

    async def send(
        self,
        url: str,
        content: bytes,
        headers: Mapping[str, str],
        *,
        method: str = "POST",
        trusted: bool = False,
    ) -> tuple[int, str | None]:
        """Send a request; return the status and the header Retry-After. `trusted`: the address was set by the host.

        Raises Unreachable, and Refusal `bad_address`.
        """
        if not trusted:
            self.check(url)
        transport = await self._open()
        import httpx  # noqa: PLC0415 - already loaded

        try:
            async with asyncio.timeout(PATIENCE):
                request = httpx.Request(method, url, content=content, headers=dict(headers))
                host = request.url.host
                address = await self._address(host, request.url.port, trusted=trusted)
                # The name stays in the Host header and in the certificate check.
                request.url = request.url.copy_with(host=address)
                if not _is_address(host):
                    request.extensions = {**request.extensions, "sni_hostname": host}
                answer = await transport.handle_async_request(request)
                await answer.aclose()
        except (httpx.HTTPError, httpx.InvalidURL, OSError, TimeoutError) as error:
            raise Unreachable(type(error).__name__) from None
        return answer.status_code, answer.headers.get("retry-after")

    async def close(self) -> None:
        """Close open connections."""
        if self._transport is not None:
            await self._transport.aclose()

    async def _open(self) -> httpx.AsyncHTTPTransport:
        async with self._opening:
            if self._transport is None:
                self._transport = await asyncio.to_thread(_transport)
            return self._transport

    async def _address(self, host: str, port: int | None, *, trusted: bool) -> str:
        """Return the address to connect to. Refuse a name if any of its addresses is private."""
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port or 443, type=socket.SOCK_STREAM)
        addresses = [str(one[4][0]) for one in found]
        if not trusted and not self._private and not all(map(is_public, addresses)):
            raise Refusal("bad_address", "This address belongs to a private network.")
        return addresses[0]


def _transport() -> httpx.AsyncHTTPTransport:
    """Load the library and the certificates; this is slow."""
    import httpx  # noqa: PLC0415 - most servers send no notifications

    limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=0)
    return httpx.AsyncHTTPTransport(limits=limits)


def is_public(text: str) -> bool:
    """Return whether an address is public: not this machine, a private network, or a multicast group.

    An IPv6 address that contains an IPv4 address is public if the IPv4 address is.
    """
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = _inner(address)
        if inner is not None:
            return is_public(str(inner))
        if address not in GLOBAL:
            return False
    special = any(address in network for network in SPECIAL if network.version == address.version)
    return address.is_global and not address.is_multicast and not special


def _inner(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address inside an IPv6 address."""
    bits = int(address)
    for network, after in CARRIERS.items():
        if address in network:
            return ipaddress.IPv4Address(bits >> after & 0xFFFF_FFFF)
    return ipaddress.IPv4Address(bits & 0xFFFF_FFFF) if bits >> 32 & 0xFFFF_FFFF in ISATAP else None


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
