"""The exports of one process: its traces, and its metrics."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from whistlestop.server.telemetry.signals import interval, wanted
from whistlestop.server.telemetry.traces import Traces

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

    from whistlestop.server.telemetry.counts import CountsExport


class Telemetry:
    """The exports of a process, as set in the environment.

    Raises DeploymentError with all problems of its variables.
    """

    def __init__(self) -> None:
        self._signals = wanted(os.environ)
        self._resource: Any = None
        self._counts: CountsExport | None = None
        self.traces = Traces()

    @property
    def has_metrics(self) -> bool:
        """Return whether metrics are exported."""
        return "metrics" in self._signals

    def open(self) -> None:
        """Start exporting traces, if they are on."""
        if not self._signals:
            return
        from whistlestop.server.telemetry.exporting import describe  # noqa: PLC0415 - only if it is on

        self._resource = describe()
        if "traces" in self._signals:
            self.traces.open(self._resource)

    def count(self, registry: CollectorRegistry) -> None:
        """Start exporting the metrics of a registry."""
        from whistlestop.server.telemetry.counts import CountsExport  # noqa: PLC0415 - only if it is on

        self._counts = CountsExport(registry, self._resource, interval(os.environ))

    async def close(self) -> None:
        """Export the remaining data, and stop."""
        if self._counts is not None:
            await self._counts.close()
        await self.traces.close()
