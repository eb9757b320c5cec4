"""Metrics for Prometheus, on a port that only the host can reach, and for OpenTelemetry. Off by default.

They are counts and times, without data about users, addresses or tables. The library is imported only if they are on.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, Protocol

import structlog

from whistlestop.server.adapters.database.figures import tables_by_state
from whistlestop.server.background import Background

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whistlestop.server.adapters.database.store import Store
    from whistlestop.server.domain.limits import Limits
    from whistlestop.server.security import SecurityLog
    from whistlestop.server.settings import Settings
    from whistlestop.server.telemetry.telemetry import Telemetry
    from whistlestop.server.usecases.tables.bots import BotPlayers
    from whistlestop.server.usecases.tables.registry import Tables

log = structlog.get_logger("whistlestop.metrics")

BEAT = 0.5
"""Seconds between measurements of the event loop's delay."""
COUNT_EVERY = 15.0
"""Seconds between counts of the tables in the database."""
TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Bounds of the histogram buckets in seconds."""


class Counted(Protocol):
    """The counts of connections."""

    @property
    def open(self) -> int:
        """Number of open connections."""

    @property
    def timeouts(self) -> int:
        """Number of connections closed because they sent too slowly."""


class Parts(Protocol):
    """The services whose counts are read."""

    store: Store
    limits: Limits
    bots: BotPlayers
    tables: Tables
    security: SecurityLog

    @property
    def connections(self) -> Counted:
        """The connections to this process."""


class Metrics:
    """Collects what services report. Before `open` it discards everything."""

    def __init__(self, telemetry: Telemetry) -> None:
        self._telemetry = telemetry
        self._acknowledged: Any = None
        self._requests: Any = None
        self._lag: Any = None
        self._server: Any = None
        self._background = Background()
        self.states: dict[str, int] = {}
        """Tables in the database by state."""

    @property
    def port(self) -> int | None:
        """The port of the metrics; None if they are off."""
        return None if self._server is None else int(self._server.server_port)

    def acknowledged(self, seconds: float) -> None:
        """Record the seconds from the arrival of a command to its acknowledgment."""
        if self._acknowledged is not None:
            self._acknowledged.observe(seconds)

    def answered(self, scope: Any, route: str, status: int, seconds: float) -> None:
        """Record a response. `route` is the template of the path, because paths contain keys and are unlimited."""
        if self._requests is not None:
            self._requests.labels(str(scope.get("method")), route, str(status)).observe(seconds)
        self._telemetry.traces.answered(scope, status, seconds)

    def open(self, settings: Settings, parts: Parts) -> None:
        """Start the enabled parts: traces, and metrics to serve or export. Raises OSError if the port is in use."""
        self._telemetry.open()
        if not settings.metrics_port and not self._telemetry.has_metrics:
            return
        import prometheus_client as client  # noqa: PLC0415 - most servers do not need it

        registry = client.CollectorRegistry()

        def histogram(name: str, about: str, labels: tuple[str, ...] = ()) -> Any:
            return client.Histogram(f"whistlestop_{name}", about, labels, buckets=TIMES, registry=registry)

        if settings.metrics_port:
            self._server, _ = client.start_http_server(settings.metrics_port, settings.metrics_host, registry)
            log.info("metrics", host=settings.metrics_host, port=self.port)
        self._acknowledged = histogram(
            "acknowledge_seconds", "From a command's arrival until it is on disk and acknowledged."
        )
        self._requests = histogram(
            "request_seconds", "Requests, until the answer begins.", ("method", "route", "status")
        )
        self._lag = histogram(
            "loop_lag_seconds", "Delay of the event loop in running callbacks that are due."
        )
        registry.register(Present(parts, self))
        client.ProcessCollector(registry=registry)
        self._background.start(self._beat(), "metrics")
        self._background.every(COUNT_EVERY, lambda: self.count_tables(parts.store), "count tables", first=0)
        if self._telemetry.has_metrics:
            self._telemetry.count(registry)

    async def close(self) -> None:
        """Stop serving metrics, and export the remaining data."""
        await self._background.close()
        await self._telemetry.close()
        if self._server is not None:
            await asyncio.to_thread(self._server.shutdown)
            self._server.server_close()

    async def count_tables(self, store: Store) -> None:
        """Count the tables in the database by state."""
        self.states = await tables_by_state(store)

    async def _beat(self) -> None:
        while True:
            due = time.perf_counter() + BEAT
            await asyncio.sleep(BEAT)
            self._lag.observe(max(0.0, time.perf_counter() - due))


class Present:
    """The services' own counts, read at each request. Another thread reads them, so they are plain numbers."""

    def __init__(self, parts: Parts, metrics: Metrics) -> None:
        self._parts = parts
        self._metrics = metrics

    def collect(self) -> Iterator[Any]:
        """Yield all counts in the library's form."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily  # noqa: PLC0415

        parts = self._parts
        for name, about, value in (
            ("write_queue", "Writes that wait for the disk.", parts.store.writer.waiting),
            ("sockets", "Sockets that are open.", parts.limits.open_sockets),
            ("bots_thinking", "Bots that are choosing an action.", parts.bots.thinking),
            ("tables_in_memory", "Tables kept ready.", len(parts.tables.live())),
            ("connections", "Connections that are open.", parts.connections.open),
        ):
            yield GaugeMetricFamily(f"whistlestop_{name}", about, value=value)
        for name, about, value in (
            ("commits", "Transactions written.", parts.store.writer.commits),
            ("actions", "Actions written.", parts.store.writer.actions),
            ("timeouts", "Connections closed for sending too slowly.", parts.connections.timeouts),
            (
                "bot_failures",
                "Bot decisions that failed; the action that commits the seat least was played.",
                parts.bots.failures,
            ),
            ("searches", "Bot decisions made by a search.", parts.bots.searching.answered),
            ("searches_unanswered", "Those for which there was no time.", parts.bots.searching.unanswered),
        ):
            yield CounterMetricFamily(f"whistlestop_{name}", about, value=value)
        tables = GaugeMetricFamily("whistlestop_tables", "Tables in the database.", labels=["state"])
        for state, number in list(self._metrics.states.items()):
            tables.add_metric([state], number)
        yield tables
        events = CounterMetricFamily(
            "whistlestop_security_events", "Entries for the security log.", labels=["event"]
        )
        for event, number in list(parts.security.counts.items()):
            events.add_metric([event], number)
        yield events
