"""Format the results of campaigns in docs/reliability for the documentation site.

`python -m tests.campaigns --minutes 60` continues campaigns and stores their results.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

KEPT = Path(__file__).resolve().parent.parent / "docs" / "reliability"


def tables() -> str:
    """Return the stored results."""
    results = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(KEPT.glob("*.json"))]
    return "\n\n".join([_overview(results), *map(_section, results)])


def _overview(results: list[dict[str, Any]]) -> str:
    """Return a row for each campaign; the machine and version are above the table if all results share them."""
    places = sorted({_place(result) for result in results})
    rows = [f"Measured with {places[0]}.", ""] if len(places) == 1 else []
    rows += [
        "| campaign | done | goal | faults | runs | last run | time, s | CPU time, s | highest load before |",
        "| --- | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: |",
    ]
    for one in results:
        size = one["figures"][0] if one["figures"] else None
        goal = f"{_number(size['goal'])} {size['name']}" if size else ""
        done = f"{_number(size['done'])} ({_part(size['done'] / size['goal'])})" if size else "stopped"
        date = one["date"] if len(places) == 1 else f"{one['date']}, {_place(one)}"
        times = f"{_number(one['seconds'])} | {_number(one['cpu_seconds'])} | {one['load']}"
        name, faults = one["campaign"], len(one["faults"])
        rows.append(
            f"| [{name}](#{name}) | {done} | {goal} | {faults} | {one.get('runs', 1)} | {date} | {times} |"
        )
    return "\n".join(rows)


def _section(result: dict[str, Any]) -> str:
    """Return a campaign's description, and its figures other than the number in the overview."""
    about = result["about"]
    lines = [f"### {result['campaign']}", "", f"{about[0].upper()}{about[1:]}."]
    figures = [_figure(figure) for figure in result["figures"][1:]]
    if figures:
        lines += ["", *figures]
    lines += [f"\n**{fault}**" for fault in result["faults"]]
    return "\n".join(lines)


def _figure(figure: dict[str, Any]) -> str:
    mark = " †" if figure.get("wall") else ""
    goal = f" (goal: {_goal(figure)})" if figure.get("goal") is not None else ""
    return f"* {figure['name']}{mark}: {_number(figure['done'])}{goal}"


def _place(result: dict[str, Any]) -> str:
    return f"version {result['version']} on {result['machine']}"


def _goal(figure: dict[str, Any]) -> str:
    sign = {"most": "≤ ", "least": "≥ "}.get(figure.get("kind", ""), "")
    return sign + _number(figure["goal"])


def _part(share: float) -> str:
    return f"{share:.0%}" if share >= 0.1 else f"{share:.1%}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,}"
