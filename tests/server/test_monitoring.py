"""The dashboard and the alerts use only metrics and labels that a server exports."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from tests.server.harness import running
from tests.server.test_security import read

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
PROMETHEUS = {"job", "instance", "le"}
"""Labels that Prometheus adds, and the label of histograms."""


async def metrics(folder: Path, port: int) -> str:
    """Return the metrics of a server after some requests."""
    async with running(folder, metrics_port=port) as server:
        guest = await server.guest()
        await guest.get("/api/tables/none")
        await server.services.metrics.count_tables(server.services.store)
        return await asyncio.to_thread(read, f"http://127.0.0.1:{server.services.metrics.port}/metrics")


def families(text: str) -> set[str]:
    """Return the names of all samples, including those of labels that have not occurred yet."""
    found: set[str] = set()
    for name, kind in re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE):
        found |= {f"{name}_{part}" for part in ("bucket", "count", "sum")} if kind == "histogram" else {name}
    return found


def expressions(name: str) -> list[str]:
    """Return the queries of a file."""
    text = (DEPLOY / name).read_text(encoding="utf-8")
    if name.endswith(".json"):
        return [target["expr"] for panel in json.loads(text)["panels"] for target in panel["targets"]]
    return re.findall(r"expr: (?:>-\n)?((?:.|\n)*?)\n +(?:for|labels):", text)


@pytest.mark.parametrize("name", ["grafana.json", "alerts.yaml"])
async def test_queries(name: str, tmp_path: Path, unused_tcp_port: int) -> None:
    text = await metrics(tmp_path, unused_tcp_port)
    known, labels = families(text), PROMETHEUS | set(re.findall(r"[{,](\w+)=", text)) | {"event", "state"}
    asked = expressions(name)
    assert len(asked) >= 7
    for query in asked:
        named = set(re.findall(r"\b(?:whistlestop|process)_\w+", query))
        assert named <= known, query
        assert named or query.startswith("up{")
        grouped = re.findall(r"by \(([\w, ]+)\)", query)
        used = {one for group in grouped for one in group.split(", ")}
        assert used | set(re.findall(r"[{,](\w+)(?:=|!)", query)) <= labels, query


async def test_every_metric_of_the_service_is_on_the_dashboard(tmp_path: Path, unused_tcp_port: int) -> None:
    known = families(await metrics(tmp_path, unused_tcp_port))
    shown = " ".join(expressions("grafana.json"))
    own = {re.sub("_(bucket|count|sum|created)$", "", one) for one in known if one.startswith("whistlestop_")}
    assert {one for one in own if one not in shown} == set()
