"""Audit pages with Lighthouse: `python -m tests.web.lighthouse`. Use an otherwise idle machine.

Prints the scores of the start page, of a table with a decision to make, and of the rules of a game, as a phone and as a
desktop computer; for performance the median of several runs and its parts. Lists every audit of the other categories
that has failed. `--runs 1` is faster.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright, sync_playwright
from tests.web.harness import BROWSER_FLAGS, Service, free_port
from tests.web.player import autoplay, keep_two, start_game, wait_for_decision

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import browser
import client

FOLDER = Path(__file__).with_name("node")
PROGRAM = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
PERFORMANCE = "performance"
FIXED = ("accessibility", "best-practices", "seo")
"""The categories that do not depend on the speed of the machine."""
FORMS = ("mobile", "desktop")
RULES = "/rules/usa"
FIGURES = {
    "first-contentful-paint": "FCP",
    "largest-contentful-paint": "LCP",
    "speed-index": "SI",
    "total-blocking-time": "TBT",
    "cumulative-layout-shift": "CLS",
}


@dataclass
class Report:
    """The scores of a page from 0 to 100, its figures, and the audits that failed with the elements they name."""

    scores: dict[str, float] = field(default_factory=dict)
    figures: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    benchmark: float = 0.0
    """Lighthouse's measure of the machine's speed; below 1,000, it warns that its scores of performance are too low."""


def find_node() -> client.Node:
    """Return a Node that Lighthouse supports: from PATH, or the Python package."""
    for node in (client.node_on_path(), client.node_from_package()):
        if node is not None and node.release >= client.LIGHTHOUSE:
            return node
    least = ".".join(map(str, client.LIGHTHOUSE))
    raise client.ClientError(
        f"Lighthouse needs Node {least} or newer: put `node` and `npm` on PATH, or "
        "`pip install -r requirements-node.txt`"
    )


def install() -> None:
    """Install Lighthouse, unless its pinned version is installed. It includes no browser."""
    lock = (FOLDER / "package-lock.json").read_text(encoding="utf-8")
    mark = FOLDER / "node_modules" / ".whistlestop-lock"
    if mark.exists() and mark.read_text(encoding="utf-8") == lock:
        return
    node = find_node()
    quiet = ["--ignore-scripts", "--no-fund", "--no-audit"]
    subprocess.run([*node.npm, "ci", *quiet], cwd=FOLDER, stdout=sys.stderr, check=True)
    mark.write_text(lock, encoding="utf-8")


def audit(port: int, url: str, form: str, *categories: str) -> Report:
    """Return the report on a page in the browser with this debugging port; cookies are kept."""
    node = find_node()
    command = [
        *(str(node.bin / "node"), str(PROGRAM), url, f"--port={port}", "--output=json", "--quiet"),
        *("--only-categories", ",".join(categories), "--max-wait-for-load=45000"),
        *(["--preset=desktop"] if form == "desktop" else []),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "CI": "1"})
    if done.returncode != 0:
        raise RuntimeError(f"Lighthouse failed at {url}: {done.stderr[-2000:]}")
    return _read(json.loads(done.stdout), url)


def _read(result: dict[str, Any], url: str) -> Report:
    if "runtimeError" in result:
        raise RuntimeError(f"Lighthouse failed at {url}: {result['runtimeError']['message']}")
    report, audits = Report(benchmark=result["environment"]["benchmarkIndex"]), result["audits"]
    for name, category in result["categories"].items():
        report.scores[name] = 100 * category["score"]
        if name == PERFORMANCE:
            report.figures = {short: audits[long].get("numericValue", 0.0) for long, short in FIGURES.items()}
            continue
        counted = [audits[one["id"]] for one in category["auditRefs"] if one["weight"]]
        report.failed += [_failure(one) for one in counted if one["score"] is not None and one["score"] < 1]
    return report


def _failure(found: dict[str, Any]) -> str:
    items = found.get("details", {}).get("items", [])
    named = [str(item.get("node", {}).get("snippet") or item.get("description") or item) for item in items]
    return f"{found['id']}: {found['title']} {'; '.join(one[:200] for one in named[:4])}"


@contextmanager
def pages(playwright: Playwright, service: Service, folder: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Start a browser with a debugging port; return it and the addresses of the pages by name."""
    port = free_port()
    context = playwright.chromium.launch_persistent_context(
        str(folder),
        executable_path=browser.find(),
        args=[*BROWSER_FLAGS, f"--remote-debugging-port={port}"],
        base_url=service.url,
        reduced_motion="reduce",
    )
    try:
        page = context.pages[0]
        start_game(page)
        keep_two(page)
        autoplay(page, until=12)
        wait_for_decision(page)
        table = page.url
        page.goto("about:blank")
        yield port, {"start": f"{service.url}/", "table": table, "rules": service.url + RULES}
    finally:
        context.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", help="start, table or rules; default: all")
    parser.add_argument("--runs", type=int, default=5, help="measure performance this often")
    parser.add_argument("--form", choices=FORMS, action="append", help="default: both")
    asked = parser.parse_args()
    install()
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(Path(folder))
        service.start()
        try:
            with pages(playwright, service, Path(folder) / "profile") as (port, addresses):
                for name in asked.pages or addresses:
                    for form in asked.form or FORMS:
                        found[f"{name}, {form}"] = _measure(port, addresses[name], form, asked.runs)
        finally:
            service.stop()
    print(json.dumps(found, indent=2))  # noqa: T201


def _measure(port: int, url: str, form: str, runs: int) -> dict[str, Any]:
    fixed = audit(port, url, form, *FIXED)
    reports = [audit(port, url, form, PERFORMANCE) for _ in range(runs)]
    benchmarks = [report.benchmark for report in reports]
    every = [round(report.scores[PERFORMANCE]) for report in reports]
    return {
        PERFORMANCE: statistics.median(every),
        "runs": every,
        "benchmark": round(statistics.median(benchmarks)),
        **{
            short: round(statistics.median(report.figures[short] for report in reports), 3)
            for short in FIGURES.values()
        },
        **fixed.scores,
        "failed": fixed.failed,
    }


if __name__ == "__main__":
    main()
