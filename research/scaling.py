"""Puts figures of load, and what follows from them for a large site, into docs/scaling.md.

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
    "processor time of the servers for a move, ms": "server_cpu_ms_per_move",
    "processor time of PostgreSQL for a move, ms": "postgresql_cpu_ms_per_move",
    "bytes of the log for a move, with indexes": "log_bytes_per_move",
}


def block(one: dict[str, Any], two: dict[str, Any]) -> str:
    """The section of the page."""
    core = 1000 / one["server_cpu_ms_per_move"]
    part = one["server_cpu_ms_per_move"] / two["server_cpu_ms_per_move"]
    rows = [f"| {title} | {one[name]:,} | {two[name]:,} |" for title, name in ROWS.items()]
    text = f"""{one["games"]} games of two people who play at random without a pause; with two servers each person is on
        either of them. A core that does nothing else serves {core:,.0f} moves a second. N servers do {part:.0%} of N
        times that: an action that the servers of both players have to follow is played on both. Clients, PostgreSQL
        and servers shared two cores with other work, so processor time is what was measured, and no wall clock. What
        limits more servers is PostgreSQL, which commits one notifying transaction after the other, each with all that
        waited."""
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
    begin = f"""**A million games a day**, of {MOVES} actions, {PEOPLE} people and {MINUTES} minutes, {PEAK} times as
        many at the peak as on average:"""
    items = [
        f"moves: {moves:,.0f} a second on average, {peak:,.0f} at the peak;",
        f"games under way at the peak: {playing:,.0f}, with {sockets:,.0f} sockets;",
        f"""servers: {processes:,.0f} processes with a core each, {BUSY:.0%} busy ({sockets / SOCKETS:,.0f} would do
        for the sockets at {SOCKETS:,} each);""",
        f"PostgreSQL: {database:,.0f} cores;",
        f"disk: {disk:,.1f} TB a year for the log;",
        f"""cost, at {CORE} € for a core and {TERABYTE} € for a terabyte of fast disk a month:
        {CORE * (processes + database):,.0f} €, and {TERABYTE * disk:,.0f} € more with each year that is kept.""",
    ]
    end = """One PostgreSQL is what it all hangs on. Beyond its cores, or for a site that has to outlive it, divide the
        tables among several sites."""
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
