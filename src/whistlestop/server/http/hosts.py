"""Host names under which the site answers, and origins that may send it commands.

An attacker could point a registered name at this machine, so that their page counts as one of ours (DNS rebinding).
Addresses and names of a local network are safe.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from whistlestop.server.settings import Settings

HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:(?P<port>[0-9]{1,5}))?")
LOCAL = (".localhost", ".local", ".internal", ".home.arpa", ".lan")
PORTS = {"http": 80, "https": 443}


class Hosts:
    """The names of a site, from its settings."""

    def __init__(self, settings: Settings) -> None:
        public = urlsplit(settings.public_url.lower()).hostname
        self._any = "*" in settings.allowed_hosts
        self._names = {host for host in settings.allowed_hosts if not host.startswith("*.")}
        self._names |= {socket.gethostname().lower(), *([public] if public else [])}
        self._endings = tuple(host[1:] for host in settings.allowed_hosts if host.startswith("*.")) + LOCAL
        self._origins = settings.origins

    def allowed(self, host: str) -> bool:
        """Return whether a Host header is well formed and names this site."""
        parts = HOST.fullmatch(host.lower())
        if parts is None or int(parts["port"] or 0) > 65535:
            return False
        name = parts["name"].removesuffix(".")
        return (
            self._any
            or name in self._names
            or "." not in name
            or name.endswith(self._endings)
            or _is_address(name.strip("[]"))
        )

    def allowed_origin(self, origin: str | None, scheme: str, host: str) -> bool:
        """Return whether a request comes from our own pages, a configured origin, or no page (a program)."""
        if origin is None:
            return True
        origin = origin.lower()
        secure = scheme in {"https", "wss"}
        return origin in self._origins or _parts(origin) == _parts(
            f"{'https' if secure else 'http'}://{host.lower()}"
        )


def _parts(origin: str) -> tuple[str, str | None, int | None]:
    """Return scheme, name and port; the scheme has a default port."""
    try:
        parts = urlsplit(origin)
        return parts.scheme, parts.hostname, parts.port or PORTS.get(parts.scheme)
    except ValueError:
        return "", origin, None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
