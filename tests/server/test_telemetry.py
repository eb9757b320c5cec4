"""Exports for OpenTelemetry: complete, without anything about players, and without any effect on play."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import AsyncExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from tests.server.harness import Running, play_on, running, two_seats
from tests.server.process import Process
from tests.server.receiver import Receiver, receiver
from tests.server.test_security import read
from tests.waiting import WAIT, eventually

from whistlestop.errors import DeploymentError
from whistlestop.server.telemetry import signals
from whistlestop.server.telemetry.signals import interval, wanted

pytest.importorskip("opentelemetry.exporter.otlp.proto.http")

from tests.server.collector import attributes, body, metrics, resources, spans

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
FAST: dict[str, Any] = {"OTEL_BSP_SCHEDULE_DELAY": "100", "OTEL_METRIC_EXPORT_INTERVAL": "200"}
SPANS = {
    "error.type",
    "http.request.method",
    "http.response.status_code",
    "http.route",
    "whistlestop.message",
    "whistlestop.request",
    "whistlestop.socket",
}
"""All attributes of spans."""
LABELS = {"event", "method", "route", "state", "status"}
"""All attributes of metrics."""


def named(inbox: Receiver, name: str) -> list[Any]:
    return [span for span in spans(inbox) if span.name == name]


async def test_a_game_on_a_real_server(tmp_path: Path) -> None:
    async with receiver() as inbox, AsyncExitStack() as stack:
        server = Process(tmp_path, **FAST | {ENDPOINT: inbox.url, "OTEL_RESOURCE_ATTRIBUTES": "region=home"})
        await server.start()
        try:
            await server.ready()
            reached = Running(server.base, None, stack)  # type: ignore[arg-type]
            table, ada, ben, first, second = await two_seats(reached)
            await ada.http.patch("/api/me", json={"name": "Ada Zwölfgold"})
            played = await play_on({0: first, 1: second}, random.Random(1), most=12)
            await first.send({"type": "say", "id": "c1", "text": "My ticket leads to Zanzibar"})
            assert (await first.command("claim:nowhere"))["type"] == "refused"
            assert (await ada.get("/api/nothing/here")).status_code == 404
            assert (await ada.post(f"/api/tables/{table}/start")).status_code == 409
            posted = {"id": "posted-1", "version": 0, "action": "keep:1,2,3"}
            assert (await ben.post(f"/api/tables/{table}/commands", posted)).status_code >= 400
            made = await ada.post("/api/tokens", {"name": "Zwölftonbot", "scopes": ["read"]})
            assert made.status_code == 201
            hidden = {
                *(table, "Zwölf", "Zanzibar", "posted-1", "test-", "keep:", "claim:", "draw:", "127.0.0.1"),
                *(made.json()["token"], made.json()["info"]["id"]),
                *([str((await who.get("/api/me")).json()["id"]) for who in (ada, ben)]),
                *(value for who in (ada, ben) for value in who.http.cookies.values()),
                *found_texts(first.hello),
            }
            await eventually(
                lambda: bool(named(inbox, "GET /api/me")) and acknowledged(inbox) >= played, 6 * WAIT
            )
        finally:
            await server.kill(signal.SIGTERM)

    commands = named(inbox, "table command")
    assert len(commands) == played + 1
    assert [attributes(span).get("error.type") for span in commands].count(None) == played
    by_id = {span.span_id: span for span in spans(inbox)}
    parents = [by_id[span.parent_span_id].name for span in named(inbox, "commit") if span.parent_span_id]
    assert parents.count("table command") >= played
    assert set(parents) > {"table command", "table say"}
    starts = named(inbox, "POST /api/tables/{table}/start")
    assert [attributes(span)["http.response.status_code"] for span in starts] == [200, 409]
    assert [attributes(span)["http.response.status_code"] for span in named(inbox, "GET -")] == [404]
    assert all(set(attributes(span)) <= SPANS for span in spans(inbox))

    points = metrics(inbox)["whistlestop_acknowledge_seconds"].histogram.data_points
    assert [(point.count, sum(point.bucket_counts)) for point in points] == [(played, played)]
    (resource,) = {tuple(sorted(one.items())) for one in resources(inbox)}
    assert {("service.name", "whistlestop"), ("region", "home")} < set(resource)

    sent = b"".join(body(received) for received in inbox.all)
    assert [text for text in hidden if text.encode() in sent] == []


def acknowledged(inbox: Receiver) -> int:
    found = metrics(inbox).get("whistlestop_acknowledge_seconds")
    return 0 if found is None else sum(point.count for point in found.histogram.data_points)


def found_texts(value: Any) -> set[str]:
    """Return the texts of a message that are long enough to find: names, ids, tickets."""
    if isinstance(value, dict):
        return set().union(*(found_texts(one) for one in value.values()))
    if isinstance(value, list):
        return set().union(*(found_texts(one) for one in value))
    return {value} if isinstance(value, str) and re.fullmatch(r"\S*[A-Z0-9:]\S{5,}", value) else set()


async def test_metrics_are_those_of_prometheus(
    tmp_path: Path, unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_METRICS_EXPORTER", "otlp")
    async with receiver() as inbox:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", f"{inbox.url}/v1/metrics")
        async with running(tmp_path, metrics_port=unused_tcp_port) as server:
            guest = await server.guest()
            await guest.get("/api/tables/none")
            await server.services.metrics.count_tables(server.services.store)
            shown = await asyncio.to_thread(read, f"http://127.0.0.1:{unused_tcp_port}/metrics")
    assert not spans(inbox)
    exported = metrics(inbox)  # the last ones, sent when the server stopped
    types = {
        name: kind
        for name, kind in re.findall(
            r"^# TYPE (\w+?)(?:_total)? (counter|gauge|histogram)$", shown, re.MULTILINE
        )
        if re.search(rf"^{name}(_total|_bucket)?[ {{]", shown, re.MULTILINE) and not name.endswith("_created")
    }
    kinds = {"sum": "counter", "gauge": "gauge", "histogram": "histogram"}
    assert {name: kinds[one.WhichOneof("data")] for name, one in exported.items()} == types
    assert {exported["process_resident_memory_bytes"].unit, exported["whistlestop_request_seconds"].unit} == {
        "By",
        "s",
    }
    for metric in exported.values():
        data = getattr(metric, metric.WhichOneof("data"))
        assert all(set(attributes(point)) <= LABELS for point in data.data_points), metric.name
        if metric.WhichOneof("data") != "gauge":
            assert data.aggregation_temporality == 2  # cumulative
    point = next(
        point
        for point in exported["whistlestop_request_seconds"].histogram.data_points
        if attributes(point)["status"] == "404"
    )
    buckets = []
    for line, count in re.findall(r"^whistlestop_request_seconds_bucket{(.*)} (.*)$", shown, re.MULTILINE):
        labels = dict(re.findall(r'(\w+)="([^"]*)"', line))
        bound = float(labels.pop("le"))
        if labels == attributes(point):
            buckets.append((bound, float(count)))
    assert [bound for bound, _ in buckets[:-1]] == list(point.explicit_bounds)
    so_far = [sum(point.bucket_counts[: number + 1]) for number in range(len(point.bucket_counts))]
    assert [count for _, count in buckets] == so_far


@contextmanager
def silent() -> Iterator[str]:
    """Yield the address of a collector that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


@contextmanager
def nobody() -> Iterator[str]:
    """Yield the address of a collector that is not running."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    yield f"http://127.0.0.1:{port}"


@pytest.mark.parametrize("collector", [silent, nobody])
async def test_a_collector_that_does_not_answer_delays_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, collector: Any
) -> None:
    small = {"OTEL_BSP_MAX_QUEUE_SIZE": "8", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "4"}
    for name, value in {**FAST, **small, "OTEL_EXPORTER_OTLP_TIMEOUT": "600"}.items():
        monkeypatch.setenv(name, value)
    with collector() as address:
        monkeypatch.setenv(ENDPOINT, address)
        async with running(tmp_path) as server:
            _, _, _, first, second = await two_seats(server)
            # Each move is acknowledged within seconds, and one attempt to export takes ten minutes.
            assert await play_on({0: first, 1: second}, random.Random(1), most=40) == 40
            stopping = time.monotonic()
        assert time.monotonic() - stopping < 60


def test_nothing_is_imported_while_it_is_off() -> None:
    program = (
        "import sys; heavy = 'opentelemetry.sdk', 'opentelemetry.exporter', 'prometheus'\n"
        "from whistlestop.server.app import create_app; from whistlestop.server.settings import Settings\n"
        "create_app(Settings()); print([name for name in sys.modules if name.startswith(heavy)])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("values", "on"),
    [
        ({}, ""),
        ({"OTEL_SERVICE_NAME": "games"}, ""),
        ({ENDPOINT: "http://127.0.0.1:4318"}, "metrics traces"),
        ({ENDPOINT: "http://127.0.0.1:4318", "OTEL_SDK_DISABLED": "TRUE"}, ""),
        ({ENDPOINT: "http://127.0.0.1:4318", "OTEL_METRICS_EXPORTER": "none"}, "traces"),
        ({"OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": "https://otel.example/v1/metrics"}, "metrics"),
        ({"OTEL_TRACES_EXPORTER": "otlp", "OTEL_METRICS_EXPORTER": "none"}, "traces"),
        ({ENDPOINT: " "}, ""),
    ],
)
def test_what_is_on(values: dict[str, str], on: str) -> None:
    assert wanted(values) == frozenset(on.split())


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({ENDPOINT: "127.0.0.1:4318"}, f"{ENDPOINT}: must be an address such as http://127.0.0.1:4318"),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "grpc://h:1"}, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: must be"),
        ({ENDPOINT: "http://h:x"}, "must be an address"),
        ({ENDPOINT: "http://h", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, "PROTOCOL: use http/protobuf"),
        ({"OTEL_TRACES_EXPORTER": "zipkin"}, "OTEL_TRACES_EXPORTER: use otlp or none"),
        ({"OTEL_METRICS_EXPORTER": "otlp", signals.TEMPORALITY: "delta"}, "use cumulative"),
        ({"OTEL_METRICS_EXPORTER": "otlp", signals.INTERVAL: "0"}, "must be a positive number"),
        ({"OTEL_METRICS_EXPORTER": "otlp", signals.INTERVAL: "often"}, "must be a positive number"),
    ],
)
def test_values_that_are_refused(values: dict[str, str], told: str) -> None:
    with pytest.raises(DeploymentError, match=re.escape(told)):
        wanted(values)


@pytest.mark.parametrize("package", ["no_such_package", "no_such_package.part", "opentelemetry.no_such_part"])
def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setattr(signals, "PACKAGE", package)
    with pytest.raises(DeploymentError, match=r"pip install 'whistlestop\[otel\]'"):
        wanted({ENDPOINT: "http://127.0.0.1:4318"})
    assert wanted({}) == frozenset()


def test_the_interval_is_in_milliseconds() -> None:
    assert (interval({}), interval({signals.INTERVAL: "2500"})) == (60.0, 2.5)
