"""Limits per user or address: token buckets for rates, counters for open sockets.

Litestar's own rate limit covers only requests; these limits apply to sockets, too. All of them are in the memory of one
process, which is bounded: an idle bucket is full and can be dropped without loss.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter, OrderedDict
from contextlib import contextmanager
from typing import TYPE_CHECKING

from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from whistlestop.server.settings import Settings

REMEMBERED = 50_000
DAY = 24 * 3600
WHOLE_VIEW = 5
"""Number of requests that a full view counts as, because of its size."""
PENALTY = 0.25
"""Seconds before the next message of a sender over its rate limit is read."""


class Buckets:
    """Token buckets by key: `rate` tokens per second, at most `burst`."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, cost: int = 1) -> bool:
        """Take tokens, or return False if there are too few. A rate of 0 means no limit."""
        if self._rate <= 0:
            return True
        now = self._clock()
        level = self._level(key, now)
        self._levels.pop(key, None)
        allowed = level >= min(cost, self._burst)
        self._levels[key] = (max(0.0, level - cost) if allowed else level, now)
        if len(self._levels) > REMEMBERED:
            self._levels.popitem(last=False)
        return allowed

    def settle(self, key: str, rest: float) -> None:
        """Take the tokens for an operation beyond those already taken; a negative amount is refunded."""
        if self._rate > 0 and key in self._levels:
            now = self._clock()
            self._levels[key] = (min(self._burst, self._level(key, now) - rest), now)

    def wait(self, key: str, cost: int = 1) -> int:
        """Return the whole seconds, at least one, until `cost` tokens are available."""
        if self._rate <= 0:
            return 1
        return max(1, math.ceil((min(cost, self._burst) - self._level(key, self._clock())) / self._rate))

    def told(self, name: str, key: str) -> tuple[str, str] | None:
        """Return the policy of that name and the tokens left, for the headers RateLimit-Policy and RateLimit.

        Returns None if there is no limit.
        """
        if self._rate <= 0:
            return None
        level = self._level(key, self._clock())
        left, full = int(level), math.ceil((self._burst - level) / self._rate)
        window = math.ceil(self._burst / self._rate)
        return f'"{name}";q={int(self._burst)};w={window}', f'"{name}";r={left};t={full}'

    def _level(self, key: str, now: float) -> float:
        level, since = self._levels.get(key, (self._burst, now))
        return min(self._burst, level + (now - since) * self._rate)


class Limits:
    """The limits of one process, from its settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._requests = Buckets(settings.request_rate, settings.request_rate * 10)
        self._commands = Buckets(settings.command_rate, settings.command_rate * 5)
        self._tables = Buckets(settings.table_rate, settings.table_rate * 60)
        rate = settings.sign_in_rate
        self._attempts = Buckets(rate, rate * 100)
        self._attempts_from = Buckets(rate * 3, rate * 300)
        self._attempts_at = Buckets(rate / 3, rate * 1000)
        self._codes = Buckets(rate / 30, 10)
        self._notices = Buckets(settings.notice_rate, 10)
        self._mailed = Buckets(settings.notice_rate / 50, 3)
        self._tables_a_day = Buckets(settings.tables_per_day / DAY, settings.tables_per_day)
        self._guests_a_day = Buckets(settings.guests_per_day / DAY, settings.guests_per_day)
        self._reviews = Buckets(settings.reviews_per_day / DAY, settings.reviews_per_day)
        self._imports = Buckets(settings.import_rate, settings.import_rate * 100)
        self._chat = Buckets(settings.chat_rate, settings.chat_rate * 10 + 1)
        self._sockets: Counter[str] = Counter()

    def request(self, address: str, cost: int = 1) -> None:
        """Count a request from an address."""
        _take(self._requests, network(address), cost)

    def command(self, user: str, cost: int = 1) -> None:
        """Count a command or another socket message from a user."""
        _take(self._commands, user, cost)

    def table(self, user: str, address: str) -> None:
        """Count a new table made by a user from an address."""
        _take(self._tables, network(address))
        _take(self._tables_a_day, f"user {user}")
        _take(self._tables_a_day, f"address {network(address)}")

    def guest(self, address: str) -> None:
        """Count a guest from an address whose data is not stored yet."""
        _take(self._guests_a_day, network(address))

    def review(self, user: str, address: str) -> None:
        """Count a review requested by a user from an address."""
        _take(self._reviews, f"user {user}")
        _take(self._reviews, f"address {network(address)}")

    @contextmanager
    def importing(self, address: str) -> Iterator[list[float]]:
        """Let an address use processor time for an import: one second in advance, then the time in the yielded list."""
        key = network(address)
        _take(self._imports, key)
        used: list[float] = []
        try:
            yield used
        finally:
            self._imports.settle(key, sum(used) - 1)

    @property
    def open_sockets(self) -> int:
        """Return how many sockets are open."""
        return self._sockets["all"]

    def told(self, address: str, user: str | None) -> dict[str, str]:
        """Return the headers that show an address, and a program, how many more requests they can make."""
        buckets = [self._requests.told("requests", network(address))]
        if user is not None:
            buckets.append(self._commands.told("commands", user))
        lines = [one for one in buckets if one is not None]
        if not lines:
            return {}
        return {
            "RateLimit-Policy": ", ".join(policy for policy, _ in lines),
            "RateLimit": ", ".join(left for _, left in lines),
        }

    def sign_in(self, address: str, account: str) -> None:
        """Count an address's attempt to sign in to an account, or to send an e-mail to its owner.

        Without an account it counts only for the address.
        """
        here = network(address)
        _take(self._attempts_from, here)
        if account:
            _take(self._attempts, f"{here} {account}")
            _take(self._attempts_at, account)

    def code(self, user: str) -> None:
        """Count a code given with an account's password, since there are only a million codes."""
        _take(self._codes, user)

    def notice(self, user: str, address: str, target: str | None = None) -> None:
        """Count a notification that a user requests.

        A `target` that has not yet agreed gets very few, counted over all users.
        """
        _take(self._notices, f"user {user}")
        _take(self._notices, network(address))
        if target is not None:
            _take(self._mailed, target)

    def chat(self, user: str, address: str) -> None:
        """Count a user's chat message, for the user and for their address or its tag."""
        _take(self._chat, f"user {user}")
        _take(self._chat, f"address {address}")

    @contextmanager
    def socket(self, user: str, address: str) -> Iterator[None]:
        """Count a socket while it is open."""
        held = {
            f"user {user}": self._settings.sockets_per_user,
            f"address {network(address)}": self._settings.sockets_per_address,
            "all": self._settings.sockets_total,
        }
        if any(self._sockets[key] >= most for key, most in held.items()):
            raise Refusal("too_many", "Too many connections are open. Close another page or program first.")
        self._sockets.update(held.keys())
        try:
            yield
        finally:
            for key in held:
                self._sockets[key] -= 1
                if not self._sockets[key]:
                    del self._sockets[key]


def network(address: str) -> str:
    """Return the part that counts as one address: a whole IPv4 address, or the first half of an IPv6 address.

    A household usually has a single such half.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    return str(ipaddress.ip_network((parsed, 64), strict=False))


def _take(buckets: Buckets, key: str, cost: int = 1) -> None:
    if not buckets.take(key, cost):
        wait = buckets.wait(key, cost)
        raise Refusal("rate_limited", "Too many requests. Try again in a moment.", wait=wait)
