"""Measure how often reviews call a good move a mistake.

    nice python research/alarms.py [--games 100] [--minutes 40] [--worlds 800] [--jobs 1] [--kept build/alarms]

Bots of several levels play two-player games on the USA board, and each game is reviewed. Every better move in
a review is compared with the actual one in new worlds. It is a false alarm if it is no better there.

Each game is a file, so an interrupted run resumes, and a run with more games plays only the missing ones. Each version
of the sources of bots, games and reviews has its own folder. Results are stored in docs/measured/alarms.json; they do
not depend on `--jobs`, apart from times.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

import measured
import whistlestop as ws
from meaning import meaning
from whistlestop import bots
from whistlestop.bots.playouts import playouts
from whistlestop.bots.processes import in_processes
from whistlestop.bots.summary import share_interval
from whistlestop.reviewing import Decision, review
from whistlestop.reviewing.chances import HANDICAP, Estimate, chances, estimate

ROOT = Path(__file__).resolve().parent.parent
CREWS = (("hard", "planner"), ("medium", "hard"), ("planner", "planner"), ("medium", "planner"))
FIRST = 5_000_000
"""Number of the first world; higher than any that a review uses."""
SURE = 2.0
"""Standard errors by which a move must be ahead to count as better."""
SOURCES = (
    *("bots", "core", "rulesets/usa", "games/mechanisms"),
    *(f"games/network/{part}" for part in ("board", "bots", "mechanisms", "search/belief.py")),
    *(f"reviewing/{name}.py" for name in ("chances", "judging", "summing")),
)
"""The parts of the package that decide the results."""


class Trial(msgspec.Struct, frozen=True):
    """A better move of a review, tried again."""

    version: int
    seat: int
    played: str
    better: str
    cost: float
    """Winning chance that it adds, according to the review."""
    gain: float
    """Winning chance that it adds in the new worlds."""
    error: float
    """Standard error of `gain`."""

    @property
    def false(self) -> bool:
        """Return whether the review was wrong."""
        return self.gain <= 0


class Game(msgspec.Struct, frozen=True):
    """A reviewed game."""

    crew: tuple[str, str]
    seed: int
    decisions: int
    trials: list[Trial]
    seconds: float
    """Processor time of the review."""


class Run(NamedTuple):
    """The options that decide the results."""

    seed: int
    worlds: int

    def folder(self, kept: Path) -> Path:
        """Return the folder of its games on these sources."""
        digest = hashlib.sha256()
        package = ROOT / "src" / "whistlestop"
        for name in SOURCES:
            found = package / name
            for path in sorted(found.rglob("*")) if found.is_dir() else [found]:
                if path.suffix in {".py", ".toml", ".csv", ".npz"}:
                    digest.update(f"{path.relative_to(package).as_posix()}\n".encode())
                    digest.update(hashlib.sha256(meaning(path)).digest())
        return kept / f"{digest.hexdigest()[:12]}-{self.seed}-{self.worlds}"


def played(crew: tuple[str, str], seed: int) -> ws.Game:
    """Return a finished game."""
    game = ws.Game.new("usa", len(crew), seed=seed)
    seated = [bots.make(spec, seed=seed * 10 + seat) for seat, spec in enumerate(crew)]
    while not game.over:
        seat = game.to_act[0]
        game.play_id(int(seated[seat].choose(game.observe(seat))), seat)
    return game


def gain(game: ws.Game, decision: Decision, worlds: int) -> Estimate:
    """Return the better move's gain in winning chance in new worlds, with the standard error."""
    seen = ws.replay(game.record(), to=decision.version).observe(decision.seat)
    found = playouts(seen, [decision.action, decision.expert or ""], worlds, first=FIRST)
    own = chances(found, HANDICAP.of(seen))[:, :, decision.seat]
    return estimate(own[1] - own[0])


def reviewed(run: Run, number: int) -> Game:
    """Play and review a game, and try the better moves of the review again."""
    crew, seed = CREWS[number % len(CREWS)], run.seed * 10_000 + number
    game = played(crew, seed)
    began = time.process_time()
    found = review(game.record())
    seconds = round(time.process_time() - began, 1)
    trials = []
    for each in found.decisions:
        if each.expert is not None:
            more, error = gain(game, each, run.worlds)
            cost = round(each.before - each.after, 4)
            trials.append(
                Trial(
                    each.version, each.seat, each.action, each.expert, cost, round(more, 4), round(error, 4)
                )
            )
    return Game(crew, seed, len(found.decisions), trials, seconds)


def store(run: Run, folder: Path, number: int) -> int:
    """Review a game and write its file in one step, so that no interruption leaves half of it."""
    found = reviewed(run, number)
    part = file_of(folder, number).with_suffix(".part")
    part.write_bytes(msgspec.json.encode(found) + b"\n")
    part.replace(file_of(folder, number))
    return number


def file_of(folder: Path, number: int) -> Path:
    """Return the file of a game."""
    return folder / f"{number:05}.json"


def play(run: Run, folder: Path, games: int, jobs: int, ends: float = float("inf")) -> Iterator[int]:
    """Review the missing games until the clock (`time.monotonic`) reaches `ends`; yield the number of each."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [number for number in range(games) if not file_of(folder, number).exists()]
    while missing and time.monotonic() < ends:
        now, missing = missing[:jobs], missing[jobs:]
        yield from in_processes(partial(store, run, folder), now, (), jobs)


def kept(folder: Path, games: int) -> list[Game]:
    """Return the reviewed games."""
    files = [file_of(folder, number) for number in range(games)]
    return [msgspec.json.decode(path.read_bytes(), type=Game) for path in files if path.exists()]


def paragraph(games: Sequence[Game], worlds: int) -> str:
    """Describe the results of at least one game."""
    trials = [trial for game in games for trial in game.trials]
    sure = sum(trial.gain > SURE * trial.error for trial in trials)
    false = sum(trial.false for trial in trials)
    alarmed = sum(any(trial.false for trial in game.trials) for game in games)
    share = share_interval(alarmed, len(games))
    seconds = sum(game.seconds for game in games) / len(games)
    return measured.wrapped(
        f"In {len(games)} games of two bots on the board of the USA, reviews named {len(trials)} better moves. Each "
        f"was played in {worlds} new worlds: {sure} were better by more than {SURE:g} standard errors, {false} were no "
        f"better. {alarmed} of {len(games)} games had such a false alarm (95% interval of the share: "
        f"{100 * share['low']:.0f} to {100 * share['high']:.0f}%). A review took {seconds:.0f} s of processor time on "
        f"average."
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Review the missing games, and store the paragraph."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="start no game after this time")
    parser.add_argument("--worlds", type=int, default=800, help="in which each better move is tried again")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--kept", type=Path, default=ROOT / "build" / "alarms", help="where games are kept")
    parser.add_argument("--docs", type=Path, default=measured.FOLDER, help="where the result is written")
    options = parser.parse_args(arguments)
    run = Run(options.seed, options.worlds)
    folder = run.folder(options.kept)
    ends = time.monotonic() + 60 * options.minutes
    for number in play(run, folder, options.games, options.jobs, ends):
        print(
            f"game {number}:", paragraph(kept(folder, options.games), run.worlds), file=sys.stderr, flush=True
        )
    games = kept(folder, options.games)
    if games:
        measured.keep("alarms", [paragraph(games, run.worlds)], options.docs)
        print(paragraph(games, run.worlds))


if __name__ == "__main__":
    main()
