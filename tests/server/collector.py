"""The spans and metrics that a server sends to an OpenTelemetry collector, read from the requests of a receiver."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

if TYPE_CHECKING:
    from tests.server.receiver import Received, Receiver


def body(received: Received) -> bytes:
    """Return the body of a request, unpacked."""
    packed = received.headers.get("content-encoding") == "gzip"
    return gzip.decompress(received.body) if packed else received.body


def spans(inbox: Receiver) -> list[Any]:
    """Return all spans that have arrived."""
    found = []
    for received in inbox.all:
        if received.path == "/v1/traces":
            message = ExportTraceServiceRequest.FromString(body(received))
            found += [
                one for given in message.resource_spans for scope in given.scope_spans for one in scope.spans
            ]
    return found


def metrics(inbox: Receiver) -> dict[str, Any]:
    """Return the metrics of the last export by name."""
    exports = [received for received in inbox.all if received.path == "/v1/metrics"]
    if not exports:
        return {}
    message = ExportMetricsServiceRequest.FromString(body(exports[-1]))
    return {
        one.name: one
        for given in message.resource_metrics
        for scope in given.scope_metrics
        for one in scope.metrics
    }


def resources(inbox: Receiver) -> list[dict[str, Any]]:
    """Return the attributes of the senders, one for each request."""
    found = []
    for received in inbox.all:
        if received.path == "/v1/traces":
            given = ExportTraceServiceRequest.FromString(body(received)).resource_spans
        else:
            given = ExportMetricsServiceRequest.FromString(body(received)).resource_metrics
        found += [attributes(one.resource) for one in given]
    return found


def attributes(holder: Any) -> dict[str, Any]:
    """Return the attributes of a span, resource or data point."""
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in holder.attributes}
