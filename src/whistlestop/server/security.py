"""The security log: traces of attacks, for hosts who investigate an attack.

Each entry has the kind of refusal, the first characters of the user's id, a tag of the address, and the request. Only
the site's key connects a tag with its address. docs/SECURITY.md lists the events.
"""

from __future__ import annotations

import getpass
import logging
import time
from collections import Counter
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog

from whistlestop.server.domain.limits import Buckets, network
from whistlestop.server.logs import SECURITY

if TYPE_CHECKING:
    from collections.abc import Callable

    from whistlestop.server.settings import Settings

EVENTS = {
    "bad_session": "A session cookie that this site did not sign.",
    "banned": "A user or an address that is banned.",
    "credentials": "A sign-in with a wrong name, password or proof.",
    "code": "A code of a second factor, or a recovery code, that is wrong or already used.",
    "passkey": "A passkey that was not accepted.",
    "link": "A link from an e-mail that is used, expired, or was never sent.",
    "prove": "A request that needs a recent proof of identity, without one.",
    "csrf": "A command without its user's token: a page of another site may have sent it.",
    "origin": "A command or socket from a page of another site.",
    "host": "A request under a name that is not one of the site's.",
    "rate_limited": "More requests, commands, tables or guests than the limits allow.",
    "too_many": "More sockets or tables than the limits allow.",
    "not_owner": "A change of a table by a user who is not its host.",
    "not_seated": "A request that only players at the table may make.",
    "watch_only": "A request that spectators who came by the link may not make.",
    "not_moderator": "A request that only moderators may make.",
    "no_such_table": "A key of no table: somebody may be guessing keys.",
    "command": "The host has changed something with the command line.",
}
"""The events and their meanings."""
RATE = 0.1
"""Entries per second of one kind from one address. Further events are counted, and the next entry contains their
number."""
BURST = 5
COUNTED = 10_000


class SecurityLog:
    """The security log of one process. `tag` returns the tag of an address, `clock` the time in seconds."""

    def __init__(
        self, settings: Settings, tag: Callable[[str], str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._log = logger(settings)
        self._tag = tag
        self._buckets = Buckets(RATE, BURST, clock)
        self._skipped: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        """Number of events of each kind, including those that were not written."""

    def event(self, what: str, user: str | None, address: str, **facts: Any) -> None:
        """Log one of EVENTS. Above the rate for its kind and address, only count it."""
        self.counts[what] += 1
        where = network(address)
        key = f"{what} {where}"
        if not self._buckets.take(key):
            if len(self._skipped) < COUNTED:
                self._skipped[key] += 1
            return
        skipped = self._skipped.pop(key, 0)
        if skipped:
            facts["skipped"] = skipped
        self._log.warning(what, user=user[:8] if user else None, address=self._tag(where), **facts)

    def refused(self, code: str, scope: Any, address: str) -> None:
        """Log a refused request or socket if it may be an attack."""
        if code == "not_found" and scope["path"].startswith("/api/tables/"):
            code = "no_such_table"
        if code in EVENTS:
            # Log the template, never the path, which may contain the key of a table.
            route = scope.get("path_template") or ""
            self.event(code, scope.get("user"), address, method=scope.get("method", "SOCKET"), route=route)


def logger(settings: Settings) -> Any:
    """Return the logger: to the host's file for security events, or to the general log."""
    if not settings.security_log:
        return structlog.get_logger(SECURITY).bind(logger=SECURITY)
    # This handler opens a new file when another program rotates the old one.
    handler = WatchedFileHandler(Path(settings.security_log).expanduser(), encoding="utf-8", delay=True)
    lines = logging.Logger(SECURITY, logging.INFO)  # noqa: LOG001 - not shared: tests have several servers
    lines.addHandler(handler)
    return structlog.wrap_logger(
        lines,
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    )


def command(settings: Settings, name: str, **facts: Any) -> None:
    """Log a host's command that has changed something, if there is a file for security events."""
    if settings.security_log:
        logger(settings).warning("command", command=name, by=getpass.getuser(), **facts)
