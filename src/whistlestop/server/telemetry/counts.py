"""Exports the metrics that are defined for Prometheus, in OpenTelemetry's format."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import structlog

from whistlestop.server.telemetry.exporting import finish

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from prometheus_client import CollectorRegistry, Metric
    from prometheus_client.samples import Sample

log = structlog.get_logger("whistlestop.telemetry")

UNITS = {"_seconds": "s", "_bytes": "By"}


class CountsExport:
    """Exports all metrics of a registry regularly, in a thread of its own."""

    def __init__(self, registry: CollectorRegistry, resource: Any, seconds: float) -> None:
        """`seconds`: the pause between two exports."""
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import (  # noqa: PLC0415 - only if it is on
            OTLPMetricExporter,
        )

        self._registry = registry
        self._resource = resource
        self._seconds = seconds
        self._began = time.time_ns()
        self._exporter = OTLPMetricExporter()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="telemetry-metrics", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Export the last counts, and stop."""
        self._stopped.set()
        await finish(self._thread.join, self._exporter.shutdown)

    def _run(self) -> None:
        while not self._stopped.wait(self._seconds):
            self._export()
        self._export()

    def _export(self) -> None:
        try:
            self._exporter.export(converted(self._registry.collect(), self._resource, self._began))
        except Exception as error:  # noqa: BLE001 - such as a certificate that cannot be read: the next may succeed
            log.warning("metrics not exported", error=type(error).__name__)


def converted(families: Iterable[Metric], resource: Any, began: int) -> Any:
    """Return the current values of metrics as OpenTelemetry's `MetricsData`. `began`: when counting began, in ns."""
    from opentelemetry.sdk.metrics import export as otel  # noqa: PLC0415 - only if it is on
    from opentelemetry.sdk.util.instrumentation import InstrumentationScope  # noqa: PLC0415

    now = time.time_ns()
    metrics = []
    for family in families:
        data: Any
        if family.type == "histogram":
            points = list(_histograms(otel, family.samples, began, now))
            data = otel.Histogram(points, otel.AggregationTemporality.CUMULATIVE)
        else:
            numbers = [
                otel.NumberDataPoint(sample.labels, began, now, sample.value)
                for sample in family.samples
                if not sample.name.endswith("_created")
            ]
            is_count = family.type == "counter"
            cumulative = otel.AggregationTemporality.CUMULATIVE
            data = otel.Sum(numbers, cumulative, is_monotonic=True) if is_count else otel.Gauge(numbers)
        if not data.data_points:
            continue
        unit = next((unit for ending, unit in UNITS.items() if family.name.endswith(ending)), "")
        metrics.append(otel.Metric(family.name, family.documentation, unit, data))
    scope = otel.ScopeMetrics(InstrumentationScope("whistlestop"), metrics, "")
    return otel.MetricsData([otel.ResourceMetrics(resource, [scope], "")])


def _histograms(otel: Any, samples: Iterable[Sample], began: int, now: int) -> Iterator[Any]:
    """Yield a data point for each set of labels. In Prometheus, higher buckets include the lower ones."""
    found: dict[tuple[tuple[str, str], ...], dict[str, Any]] = {}
    for sample in samples:
        labels = tuple((name, text) for name, text in sample.labels.items() if name != "le")
        parts = found.setdefault(labels, {"bounds": [], "sums": [], "sum": 0.0})
        if sample.name.endswith("_bucket"):
            parts["bounds"].append(float(sample.labels["le"]))
            parts["sums"].append(int(sample.value))
        elif sample.name.endswith("_sum"):
            parts["sum"] = sample.value
    for labels, parts in found.items():
        sums = parts["sums"]
        yield otel.HistogramDataPoint(
            attributes=dict(labels),
            start_time_unix_nano=began,
            time_unix_nano=now,
            count=sums[-1],
            sum=parts["sum"],
            bucket_counts=[after - before for before, after in zip([0, *sums], sums, strict=False)],
            explicit_bounds=parts["bounds"][:-1],  # the last bound is infinite
            min=None,
            max=None,
        )
