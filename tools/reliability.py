"""The tables of docs/RELIABILITY.md, made of what campaigns have kept in docs/reliability.

`python -m tests.server.campaigns NAME --keep` keeps a result, `python tools/generated.py` writes the page.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs" / "RELIABILITY.md"
KEPT = PAGE.with_name("reliability")
BEGIN, END = "<!-- results: made by tools/reliability.py -->", "<!-- end of results -->"


def page(text: str) -> str:
    """The page with the results that are kept."""
    results = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(KEPT.glob("*.json"))]
    block = "\n\n".join([_overview(results), *map(_section, results)])
    pattern = f"({re.escape(BEGIN)}\n).*?({re.escape(END)})"
    return re.sub(pattern, lambda found: f"{found[1]}\n{block}\n\n{found[2]}", text, flags=re.DOTALL)


def _overview(results: list[dict[str, Any]]) -> str:
    rows = ["| campaign | goal | done | faults |", "| --- | ---: | ---: | ---: |"]
    for result in results:
        size = result["figures"][0] if result["figures"] else None
        goal = f"{_number(size['goal'])} {size['name']}" if size else ""
        done = f"{_number(size['done'])} ({_part(size['done'] / size['goal'])})" if size else "stopped"
        rows.append(
            f"| [{result['campaign']}](#{result['campaign']}) | {goal} | {done} | {len(result['faults'])} |"
        )
    return "\n".join(rows)


def _section(result: dict[str, Any]) -> str:
    about = result["about"]
    lines = [f"### {result['campaign']}", "", f"{about[0].upper()}{about[1:]}.", ""]
    lines += ["|  | done | goal |", "| --- | ---: | ---: |"]
    for figure in result["figures"]:
        mark = " †" if figure.get("wall") else ""
        lines.append(f"| {figure['name']}{mark} | {_number(figure['done'])} | {_goal(figure)} |")
    lines.append(f"| faults | {len(result['faults'])} | 0 |")
    lines += [f"\n**{fault}**" for fault in result["faults"]]
    made = f"{result['date']}, version {result['version']}, seed {result['seed']}; {result['machine']}"
    load = f"load average {result['load']} before"
    took = f"{_number(result['seconds'])} s, {_number(result['cpu_seconds'])} s of processor time"
    return "\n".join([*lines, "", f"{made}, {load}; {took}."])


def _goal(figure: dict[str, Any]) -> str:
    if figure.get("goal") is None:
        return ""
    sign = {"most": "≤ ", "least": "≥ "}.get(figure.get("kind", ""), "")
    return sign + _number(figure["goal"])


def _part(share: float) -> str:
    return f"{share:.0%}" if share >= 0.1 else f"{share:.1%}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,}"
