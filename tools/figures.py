"""Store figures of a benchmark in docs/measured: `make bench > bench.json`, `python tools/figures.py bench.json`."""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "research"))

import measured


def rows(bench: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Return the rows of the table: title, and figures by ruleset."""
    games, engine, python = (
        bench[part] for part in ("random_games_per_second", "engine_microseconds", "python_microseconds")
    )
    found: dict[str, dict[str, str]] = {}
    for players in sorted({players for figures in games.values() for players in figures}):
        found[f"random games per second, {players} players"] = {
            name: f"{figures[players]:,.0f}" for name, figures in games.items() if players in figures
        }
    for title, part in (
        ("applying one action", "apply"),
        ("listing legal actions", "legal"),
        ("one observation", "observe"),
    ):
        found[f"{title} in the engine"] = {
            name: f"{figures[part]:.3g} µs" for name, figures in engine.items()
        }
    replays = bench["replay_200_actions_milliseconds"]
    found["replaying 200 recorded actions"] = {name: f"{figure:.2g} ms" for name, figure in replays.items()}
    declarations = bench["declaration_microseconds"]
    found["best declaration of tickets"] = {
        name: f"{figures['median']:.2g} µs" for name, figures in declarations.items()
    }
    found["one action through `Game.play`"] = {
        name: f"{figures['play']:.3g} µs" for name, figures in python.items()
    }
    bots = bench["bot_milliseconds_per_move"]
    found["one move of the planner"] = {
        name: f"{of['planner']['median']:.2g} ms" for name, of in bots.items()
    }
    playouts = bench["playouts_per_second"]
    found["playouts per second, 2 players"] = {name: f"{of['search']:,}" for name, of in playouts.items()}
    maps = {
        name.removeprefix("map "): size
        for name, size in bench["gzip_bytes"].items()
        if name.startswith("map ")
    }
    found["map for the browser, gzip"] = {name: f"{size / 1000:.0f} kB" for name, size in maps.items()}
    return found


def block(bench: dict[str, Any]) -> str:
    """Return the table, the figures that do not depend on the ruleset, and the machine."""
    names = list(bench["engine_microseconds"])
    table = [["", *names], ["---", *["---:"] * len(names)]]
    table += [[title, *(figures.get(name, "") for name in names)] for title, figures in rows(bench).items()]
    lines = "\n".join(f"| {' | '.join(cells)} |" for cells in table)
    start, machine = bench["startup_seconds"], bench["machine"]
    memory = bench["server_megabytes"]
    scripts = (bench["gzip_bytes"]["js"] or 0) / 1000
    about = (
        f"Random games include the final scoring and run on one core. Times of actions are averages over a game. A "
        f"server serves its first page {start['first_page']:.1f} s after the start and answers the first move after "
        f"{start['first_move']:.1f} s. At the very first start nothing is compiled: the first page takes "
        f"{start['first_page_cold']:.1f} s and the first move {start['first_move_cold']:.1f} s. The server plays "
        f"interpreted and switches to compiled code after {start['compiled_cold']:.0f} s ({machine['cores']} cores); "
        f"switching blocks no request for more than {1000 * start['longest_answer']:.0f} ms. It uses "
        f"{memory['idle']['anonymous']:.0f} MB of memory, and {memory['idle']['rss']:.0f} MB with the pages of files "
        f"that it shares with other processes. All scripts of the "
        f"browser client take {scripts:.0f} kB (gzip); each page loads only what it needs. Medians of `make bench` on "
        f"{machine['processor']}, {machine['system']}, Python {machine['python']}."
    )
    return f"{lines}\n\n{textwrap.fill(about, 120)}\n"


def environments_block(bench: dict[str, Any]) -> str:
    """Return the steps per second of the environments, and of other libraries' games on the same machine."""
    vector = bench["vector_steps_per_second"]
    names = list(vector)
    sizes = [size for size in vector[names[0]] if size.isdecimal()]
    table = [
        ["steps per CPU second", *names],
        ["---", *["---:"] * len(names)],
        *(
            [f"{int(size):,} game{'s' * (size != '1')}", *(f"{vector[name][size]:,}" for name in names)]
            for size in sizes
        ),
    ]
    table.append(["1,024 games, factored", *(f"{vector[name]['factored']:,}" for name in names)])
    compact = (f"{vector[name]['compact']:,} ({vector[name]['compact ratio']:.2f} times)" for name in names)
    table.append(["1,024 games, compact", *compact])
    for size in vector[names[0]]["threads"]:
        gains = (f"{vector[name]['threads'][size]:.2f} times" for name in names)
        table.append([f"{int(size):,} games in two threads", *gains])
    lines = "\n".join(f"| {' | '.join(cells)} |" for cells in table)
    parts = [lines]
    for library, part in (("PettingZoo", "pettingzoo"), ("OpenSpiel", "openspiel")):
        measured = {name: steps for name, steps in bench[f"{part}_steps_per_second"].items() if steps}
        cells = [
            [f"`{name}`", f"{steps:,}", "ours" if name in names else ""] for name, steps in measured.items()
        ]
        heading = [[f"one game at a time, {library}", "steps per CPU second", ""], ["---", "---:", "---"]]
        parts.append("\n".join(f"| {' | '.join(row)} |" for row in heading + cells))
    machine = bench["machine"]
    about = (
        f"Two players, random legal actions, including sampling, mask and observation. Compact arrays are compared "
        f"with plain ones, and two threads with one in wall time, in alternation; each call must wake the second "
        f"thread, which costs as much as several hundred games. All other figures are the best of "
        f"{bench['effort']['runs']} runs of `whistlestop bench` on {machine['processor']}, {machine['system']}, Python "
        f"{machine['python']}, with a load of {machine['load']} on {machine['cores']} cores."
    )
    return "\n\n".join([*parts, textwrap.fill(about, 120)]) + "\n"


def main(path: str) -> None:
    """Store the figures in the document."""
    bench = json.loads(Path(path).read_text(encoding="utf-8"))
    if "engine_microseconds" in bench:
        measured.keep("performance", [block(bench).strip()])
    if "vector_steps_per_second" in bench:
        measured.keep("environments", [environments_block(bench).strip()])


if __name__ == "__main__":
    main(sys.argv[1])
