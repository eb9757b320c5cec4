"""Play many games of planners on every built-in game; write docs/measured/study.json and balance.json.

    python research/study.py [--games 100000] [--seed 0] [--jobs 2] [--kept build/study]

Every game is played with every number of players. Results are stored in files of 500 games each, so an
interrupted run resumes, and a run with more games plays only the missing ones. The same arguments give the
same page. The files contain games of the planner at that time: after a change of the planner, use another
folder.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import polars as pl

sys.path.insert(0, str(Path(__file__).resolve().parent))

import study_pages
import whistlestop as ws
from measured import FOLDER, keep
from whistlestop.statistics import Simulation
from whistlestop.statistics.playing import play
from whistlestop.warmup import prepare_matches

ROOT = Path(__file__).resolve().parent.parent
BOT = "planner"
BLOCK = 500
"""Games per file; numbers of games are rounded up to whole files."""


def cells() -> list[tuple[ws.Ruleset, int]]:
    """Return every game with every number of players."""
    return [
        (title, players)
        for title in map(ws.load_ruleset, ws.ruleset_ids())
        for players in range(title.min_players, title.max_players + 1)
    ]


def files(title: ws.Ruleset, players: int, games: int, seed: int, kept: Path) -> list[Path]:
    """Return the files with the games of a cell."""
    folder = kept / f"{title.id}-{title.hash[:8]}-{players}-{seed}"
    return [folder / f"part-{number:05}.parquet" for number in range(-(-games // BLOCK))]


def play_all(games: int, seed: int, jobs: int | None, kept: Path) -> None:
    """Play the missing games, alternating between cells."""
    missing = [
        (number, title, players, file)
        for number in range(-(-games // BLOCK))
        for title, players in cells()
        if not (file := files(title, players, games, seed, kept)[number]).exists()
    ]
    for title in {title.id: title for _, title, _, _ in missing}.values():
        prepare_matches(title, (BOT,), lambda *_: None)
    for number, title, players, file in missing:
        file.parent.mkdir(parents=True, exist_ok=True)
        found = play(title, players, (BOT,), BLOCK, seed=seed, first=number * BLOCK, jobs=jobs)
        unfinished = file.with_suffix(".tmp")
        found.seats.collect().write_parquet(unfinished)
        unfinished.replace(file)
        print(f"{title.id}, {players} players: {(number + 1) * BLOCK} games", file=sys.stderr, flush=True)


def simulations(games: int, seed: int, kept: Path) -> list[Simulation]:
    """Return the played games."""
    return [
        Simulation(title, players, (BOT,), pl.scan_parquet(files(title, players, games, seed, kept)))
        for title, players in cells()
    ]


def write(pictures: dict[Path, str]) -> None:
    """Write the pictures."""
    for path, text in pictures.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(f"wrote {path}", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=100_000, help="of each number of players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, help="processes; default: one for every core")
    parser.add_argument("--kept", type=Path, default=ROOT / "build" / "study", help="where games are kept")
    parser.add_argument(
        "--docs", type=Path, default=ROOT / "docs", help="where results and pictures are written"
    )
    options = parser.parse_args(arguments)
    play_all(options.games, options.seed, options.jobs, options.kept)
    found = simulations(options.games, options.seed, options.kept)
    results, pictures = study_pages.study(found, options.docs)
    write(pictures)
    keep("study", results, options.docs / FOLDER.name)
    keep("balance", study_pages.balance(found), options.docs / FOLDER.name)


if __name__ == "__main__":
    main()
