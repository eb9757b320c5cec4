"""The signals to export, according to OpenTelemetry's standard variables.

The packages read most of these variables themselves: endpoints, headers, certificates, samplers, batches. This module
reads those that turn a signal on or off, and refuses values that the packages would ignore.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from whistlestop.errors import DeploymentError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SIGNALS = ("traces", "metrics")
PACKAGE = "opentelemetry.exporter.otlp.proto.http"
ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
PROTOCOL = "OTEL_EXPORTER_OTLP_PROTOCOL"
TEMPORALITY = "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE"
INTERVAL = "OTEL_METRIC_EXPORT_INTERVAL"
MINUTE = 60_000.0


def wanted(environment: Mapping[str, str]) -> frozenset[str]:
    """Return the signals to export: "traces", "metrics", both or none.

    A signal is exported if it has an endpoint or its exporter is `otlp`. Raises DeploymentError with all problems.
    """
    values = {name: text.strip() for name, text in environment.items() if name.startswith("OTEL_")}
    if values.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return frozenset()
    found = frozenset(signal for signal in SIGNALS if _is_on(values, signal))
    problems = [f"{name}: {problem}" for name, problem in _problems(values, found)]
    if problems:
        raise DeploymentError("\n".join(problems))
    return found


def interval(environment: Mapping[str, str]) -> float:
    """Return the seconds between two exports of metrics."""
    return float(environment.get(INTERVAL, "").strip() or MINUTE) / 1000


def _is_on(values: Mapping[str, str], signal: str) -> bool:
    exporter = values.get(f"OTEL_{signal.upper()}_EXPORTER", "")
    if exporter:
        return exporter.lower() != "none"
    return bool(values.get(ENDPOINT) or values.get(_of(signal, ENDPOINT)))


def _of(signal: str, name: str) -> str:
    """Return the variable of one signal that overrides a general one."""
    return name.replace("OTLP_", f"OTLP_{signal.upper()}_")


def _problems(values: Mapping[str, str], signals: frozenset[str]) -> Iterator[tuple[str, str]]:
    for signal in sorted(signals):
        exporter = f"OTEL_{signal.upper()}_EXPORTER"
        if values.get(exporter, "otlp").lower() not in {"", "otlp"}:
            yield exporter, "use otlp or none"
        for general, is_valid, advice in (
            (PROTOCOL, _is_protocol, "use http/protobuf"),
            (ENDPOINT, _is_address, "must be an address such as http://127.0.0.1:4318"),
        ):
            own = _of(signal, general)
            name = own if values.get(own) else general
            if values.get(name) and not is_valid(values[name]):
                yield name, advice
    if "metrics" in signals:
        if values.get(TEMPORALITY, "").lower() not in {"", "cumulative"}:
            yield TEMPORALITY, "use cumulative"
        try:
            positive = interval(values) > 0
        except ValueError:
            positive = False
        if not positive:
            yield INTERVAL, "must be a positive number of milliseconds"
    if signals and not _is_installed():
        yield "OTEL_*", "needs packages: pip install 'whistlestop[otel]'"


def _is_installed() -> bool:
    """Return whether the exporter can be imported; other packages may install parts of OpenTelemetry."""
    try:
        return find_spec(PACKAGE) is not None
    except ModuleNotFoundError:  # a parent package is missing
        return False


def _is_protocol(text: str) -> bool:
    return text == "http/protobuf"


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 - raises for an invalid port
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)
