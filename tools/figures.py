"""Puts the figures of `make bench` into the README: `make bench > bench.json`, `python tools/figures.py bench.json`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

README = Path(__file__).resolve().parent.parent / "README.md"
BEGIN, END = "<!-- figures: made by tools/figures.py -->", "<!-- end of figures -->"


def thousands(number: float) -> str:
    return f"{number:,.0f}"


def each(figures: dict[str, float], unit: str) -> str:
    """`usa 1.2, europe 3.4 µs`: the same figure of every ruleset."""
    return ", ".join(f"{name} {figure:,.4g}" for name, figure in figures.items()) + unit


def table(bench: dict[str, Any]) -> str:
    """The table and the machine that it was measured on."""
    games, engine = bench["random_games_per_second"], bench["engine_microseconds"]
    start, gzip = bench["startup_seconds"], bench["gzip_bytes"]
    planner = {name: bots["planner"]["median"] for name, bots in bench["bot_milliseconds_per_move"].items()}
    rows = [
        (
            "random whole games a second, one core, scored completely",
            "; ".join(
                f"{name}: " + ", ".join(f"{n} players {thousands(figure)}" for n, figure in found.items())
                for name, found in games.items()
            ),
        ),
        (
            "one action in the engine, average of a game",
            each({n: f["apply"] for n, f in engine.items()}, " µs"),
        ),
        ("list of legal actions in the engine", each({n: f["legal"] for n, f in engine.items()}, " µs")),
        (
            "observation of a seat in the engine",
            each({n: f["observe"] for n, f in engine.items()}, " µs"),
        ),
        (
            "replay of 200 recorded actions in the engine",
            each(bench["replay_200_actions_milliseconds"], " ms"),
        ),
        (
            "the best declaration at the end of a card game, median",
            each({n: f["median"] for n, f in bench["declaration_microseconds"].items()}, " µs"),
        ),
        (
            "one action through `Game.play`",
            each({name: found["play"] for name, found in bench["python_microseconds"].items()}, " µs"),
        ),
        ("a move of the planner, median", each(planner, " ms")),
        (
            "from starting Python to the first moves",
            f"{start['first_moves']:.1f} s; everything compiled, the very first time: {start['warm_up_cold']:.0f} s",
        ),
        ("scripts of the browser client, gzip", f"{(gzip['js'] or 0) / 1000:.0f} kB"),
        (
            "a map, gzip",
            ", ".join(
                f"{n.removeprefix('map ')} {s / 1000:.0f} kB" for n, s in gzip.items() if n.startswith("map")
            ),
        ),
    ]
    body = "\n".join(f"| {what} | {figure} |" for what, figure in rows)
    machine = bench["machine"]
    where = (
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}, Python {machine['python']}"
    )
    return f"| what | figure |\n| --- | --- |\n{body}\n\nMedians of `make bench` on {where}.\n"


def main(path: str) -> None:
    """Write the table between the two comments of the README."""
    bench = json.loads(Path(path).read_text(encoding="utf-8"))
    text = README.read_text(encoding="utf-8")
    block = f"{BEGIN}\n\n{table(bench)}\n{END}"
    changed = re.sub(re.escape(BEGIN) + ".*?" + re.escape(END), lambda _: block, text, flags=re.DOTALL)
    README.write_text(changed, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1])
