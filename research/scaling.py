"""Write measured loads, and estimates for a large site, into docs/scaling.md.

`python -m tests.server.load --servers 1 --postgresql > one.json`, the same with `--servers 2 > two.json`, and
`python research/scaling.py one.json two.json`.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent.parent / "docs" / "scaling.md"
BEGIN, END = "<!-- load: made by research/scaling.py -->", "<!-- end of load -->"

GAMES = 1_000_000
MOVES, PEOPLE, MINUTES = 200, 2.5, 30
PEAK = 3
BUSY = 0.6
SOCKETS = 20_000
CORE, TERABYTE = 15, 100
"""Of the large site: its games, and what is assumed of each, of the peak, of servers, and of prices."""
ROWS = {
    "server processor time per move, ms": "server_cpu_ms_per_move",
    "PostgreSQL processor time per move, ms": "postgresql_cpu_ms_per_move",
    "log size per move with indexes, bytes": "log_bytes_per_move",
}


def block(one: dict[str, Any], two: dict[str, Any]) -> str:
    """The section of the page."""
    core = 1000 / one["server_cpu_ms_per_move"]
    part = one["server_cpu_ms_per_move"] / two["server_cpu_ms_per_move"]
    rows = [f"| {title} | {one[name]:,} | {two[name]:,} |" for title, name in ROWS.items()]
    text = f"""{one["games"]} games of two people who play at random without pauses; with two servers, each person uses
        either of them. An idle core handles {core:,.0f} moves per second. N servers handle {part:.0%} of N times that,
        because an action runs on the servers of both players. All programs shared two busy cores, so these are
        processor times. PostgreSQL limits the number of servers: it commits one notifying transaction after another,
        each with all waiting moves."""
    return "\n".join(
        ["|  | one server | two servers |", "| --- | ---: | ---: |", *rows, "", fill(text), "", _large(two)]
    )


def _large(load: dict[str, Any]) -> str:
    moves = GAMES * MOVES / 86_400
    peak = moves * PEAK
    playing = GAMES * MINUTES / 1440 * PEAK
    sockets = playing * PEOPLE
    cores = peak * load["server_cpu_ms_per_move"] / 1000 / BUSY
    database = peak * load["postgresql_cpu_ms_per_move"] / 1000 / BUSY
    disk = GAMES * MOVES * load["log_bytes_per_move"] * 365 / 1e12
    processes = max(cores, sockets / SOCKETS)
    begin = f"""**A million games a day**, each with {MOVES} actions, {PEOPLE} people and {MINUTES} minutes, and a peak
        of {PEAK} times the average, need:"""
    items = [
        f"{moves:,.0f} moves per second on average, {peak:,.0f} at the peak;",
        f"{playing:,.0f} games at a time at the peak, with {sockets:,.0f} sockets;",
        f"""{processes:,.0f} server processes with a core each, {BUSY:.0%} busy ({sockets / SOCKETS:,.0f} are enough for
        the sockets, at {SOCKETS:,} each);""",
        f"{database:,.0f} cores for PostgreSQL;",
        f"{disk:,.1f} TB of log a year;",
        f"""{CORE * (processes + database):,.0f} € a month, plus {TERABYTE * disk:,.0f} € for each year of stored games,
        at {CORE} € for a core and {TERABYTE} € for a terabyte of fast disk.""",
    ]
    end = """Everything depends on one PostgreSQL. Beyond its limits, run several sites."""
    return "\n".join(
        [fill(begin), "", *(fill(f"* {item}").replace("\n", "\n  ") for item in items), "", fill(end)]
    )


def fill(text: str) -> str:
    """Lines of the page."""
    return textwrap.fill(" ".join(text.split()), 118)


def main(one: str, two: str) -> None:
    read = [json.loads(Path(name).read_text(encoding="utf-8")) for name in (one, two)]
    page = PAGE.read_text(encoding="utf-8")
    pattern = f"({re.escape(BEGIN)}\n).*?({re.escape(END)})"
    made = re.sub(pattern, lambda found: f"{found[1]}\n{block(*read)}\n\n{found[2]}", page, flags=re.DOTALL)
    PAGE.write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
