"""Write measured loads, and estimates for a large site, into docs/measured/load.json.

`python -m tests.server.load --servers 1 --postgresql > one.json`, the same with `--servers 2 > two.json`, and
`python research/scaling.py one.json two.json`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from measured import Block, keep, wrapped

GAMES = 1_000_000
MOVES, PEOPLE, MINUTES = 200, 2.5, 30
PEAK = 3
BUSY = 0.6
SOCKETS = 20_000
CORE, TERABYTE = 15, 100
"""Assumptions for the large site: its games, the peak, servers, and prices."""
ROWS = {
    "server processor time per move, ms": "server_cpu_ms_per_move",
    "PostgreSQL processor time per move, ms": "postgresql_cpu_ms_per_move",
    "log size per move with indexes, bytes": "log_bytes_per_move",
}


def blocks(one: dict[str, Any], two: dict[str, Any]) -> list[Block]:
    """Return the results and the estimate."""
    core = 1000 / one["server_cpu_ms_per_move"]
    part = one["server_cpu_ms_per_move"] / two["server_cpu_ms_per_move"]
    rows = [[title, f"{one[name]:,}", f"{two[name]:,}"] for title, name in ROWS.items()]
    text = f"""{one["games"]} games of two people who play at random without pauses; with two servers, each person uses
        either of them. An idle core handles {core:,.0f} moves per second. N servers handle {part:.0%} of N times that,
        because an action runs on the servers of both players. All programs shared two busy cores, so these are
        processor times. PostgreSQL limits the number of servers: it commits one notifying transaction after another,
        each with all waiting moves."""
    return [[["", "one server", "two servers"], *rows], wrapped(text), *_large(two)]


def _large(load: dict[str, Any]) -> list[Block]:
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
    return [
        wrapped(begin),
        "\n".join(wrapped(f"* {item}").replace("\n", "\n  ") for item in items),
        wrapped(end),
    ]


def main(one: str, two: str) -> None:
    read = [json.loads(Path(name).read_text(encoding="utf-8")) for name in (one, two)]
    keep("load", blocks(*read))


if __name__ == "__main__":
    main(*sys.argv[1:])
