"""Measure how accurate the chances in reviews are: about 70 % of the positions rated 70 % should be won.

    python research/calibration.py [--games 40] [--seed 0] [--worlds 96]

Planners play. At some decisions of each game the program estimates the seat's chance as a review does, and compares it
with the result. Half of the games choose smoothing and handicap (`reviewing/chances.py`); the others make
docs/measured/calibration.json and the plot. At the first decisions the chances of all seats should add up to 1. The
same arguments give the same numbers.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import measured
import whistlestop as ws
from whistlestop import bots
from whistlestop.bots.playouts import Playouts, playouts
from whistlestop.reviewing.chances import HANDICAP, SMOOTHING, Handicap, chances

ROOT = Path(__file__).resolve().parent.parent
PLOT = ROOT / "docs" / "images" / "reliability.svg"
TABLES = [("usa", 2), ("usa", 4), ("europe", 3), ("switzerland", 2), ("card_game", 3)]
MOMENTS = 6
"""Number of sampled decisions per game."""
SMOOTHINGS = (0.4, 0.6, 0.8, 1.0, 1.2, 1.5)
HANDICAPS = [
    Handicap(beginning, turn) for beginning in (0.0, 0.1, 0.2, 0.3, 0.6) for turn in (0.0, 0.01, 0.02, 0.03)
]
BINS = 10
RESAMPLED = 1000
"""Number of bootstrap samples of games for an interval, since decisions of one game are not independent."""


class Sample(NamedTuple):
    """One decision."""

    game: int
    seen: ws.Observation
    found: Playouts
    won: float


def samples(table: tuple[str, int], game: int, seed: int, worlds: int) -> Iterator[Sample]:
    """Yield the first decision of every seat, and further ones at equal distances, with the seat's share of the win."""
    played = ws.Game.new(table[0], table[1], seed=seed)
    crew = [bots.make("planner", seed=seat) for seat in range(table[1])]
    asked: list[tuple[ws.Observation, int]] = []
    while not played.over:
        seat = played.to_act[0]
        seen = played.observe(seat)
        asked.append((seen, int(crew[seat].choose(seen))))
        played.play_id(asked[-1][1], seat)
    ranks = played.states["rank"][0, : table[1]].tolist()
    spread = [len(asked) * (2 * place + 1) // (2 * MOMENTS) for place in range(MOMENTS)]
    for place in [*range(table[1]), *spread]:
        seen, action = asked[place]
        seat = int(seen.record["seat"])
        found = playouts(seen, [action], worlds, seed=seed)
        yield Sample(game, seen, found, (ranks[seat] == 1) / ranks.count(1))


def chance(sample: Sample, smoothing: float = SMOOTHING, handicap: Handicap = HANDICAP) -> float:
    """Return the estimated winning chance of the seat."""
    found = chances(sample.found, handicap.of(sample.seen), smoothing)
    return float(found[0, :, sample.found.seat].mean())


def sums(every: Sequence[Sample]) -> npt.NDArray[np.float64]:
    """Return the sum of all seats' chances at the first decisions of each game."""
    first = [sample for sample in every if not sample.seen.record["turn"]]
    games = np.unique([sample.game for sample in first], return_inverse=True)[1]
    return np.bincount(games, [chance(sample) for sample in first]).astype(np.float64)


def surprise(every: Sequence[Sample], smoothing: float = SMOOTHING, handicap: Handicap = HANDICAP) -> float:
    """Return the mean negative log-likelihood of the results; less is better."""
    expected = np.clip([chance(sample, smoothing, handicap) for sample in every], 0.005, 0.995)
    won = np.array([sample.won for sample in every])
    return float(-(won * np.log(expected) + (1 - won) * np.log(1 - expected)).mean())


class Bin(NamedTuple):
    """The decisions with chances between two tenths."""

    expected: float
    won: float
    low: float
    high: float
    decisions: int


def bins(every: Sequence[Sample], seed: int) -> list[Bin]:
    """Return expected and observed win rates, with 95% intervals."""
    random = np.random.default_rng(seed)
    expected = np.array([chance(sample) for sample in every])
    won = np.array([sample.won for sample in every])
    games = np.unique([sample.game for sample in every], return_inverse=True)[1]
    where = np.minimum((expected * BINS).astype(int), BINS - 1)
    weights = np.array([np.bincount(draw, minlength=games.max() + 1) for draw in _drawn(random, games)])
    found = []
    for place in range(BINS):
        here = where == place
        if not here.any():
            continue
        counted = weights[:, games[here]]
        totals = counted.sum(axis=1)
        shares = (counted * won[here]).sum(axis=1)[totals > 0] / totals[totals > 0]
        low, high = np.quantile(shares, [0.025, 0.975])
        found.append(
            Bin(
                float(expected[here].mean()),
                float(won[here].mean()),
                float(low),
                float(high),
                int(here.sum()),
            )
        )
    return found


def _drawn(random: np.random.Generator, games: npt.NDArray[Any]) -> npt.NDArray[Any]:
    return random.integers(0, games.max() + 1, (RESAMPLED, games.max() + 1))


def plot(every: Sequence[Bin]) -> str:
    """Return the reliability plot as SVG: points with their intervals, and the ideal line."""
    size, edge = 320, 44

    def x(share: float) -> str:
        return f"{edge + share * size:.1f}"

    def y(share: float) -> str:
        return f"{12 + (1 - share) * size:.1f}"

    marks = []
    for tenth in range(0, 11, 2):
        share, label = tenth / 10, f"{tenth * 10}%"
        marks.append(f'<path d="M{x(share)} {y(0)}V{y(1)}M{x(0)} {y(share)}H{x(1)}" stroke="#8884"/>')
        marks.append(f'<text x="{x(share)}" y="{float(y(0)) + 18}" text-anchor="middle">{label}</text>')
        marks.append(f'<text x="{edge - 6}" y="{float(y(share)) + 4}" text-anchor="end">{label}</text>')
    for each in every:
        at = x(each.expected)
        marks.append(f'<path d="M{at} {y(each.low)}V{y(each.high)}" stroke="#4a7fb5" stroke-width="2"/>')
        marks.append(f'<circle cx="{at}" cy="{y(each.won)}" r="4" fill="#4a7fb5"/>')
    width, height = edge + size + 24, size + 58
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11" fill="#888">\n'
        "<title>Share of wins by the chance in the review</title>\n"
        + "\n".join(marks)
        + f'\n<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#888" stroke-dasharray="4 4"/>\n'
        + f'<text x="{x(0.5)}" y="{height - 6}" text-anchor="middle">chance in the review; bars: 95%</text>\n'
        "</svg>\n"
    )


def main() -> None:
    """Measure; write the table and the plot."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40, help="games of each board and number of players")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--worlds", type=int, default=96)
    options = parser.parse_args()
    halves: list[list[Sample]] = [[], []]
    for number in range(options.games):
        for place, table in enumerate(TABLES):
            seed = options.seed * 10_000 + number
            halves[number % 2] += samples(table, number * len(TABLES) + place, seed, options.worlds)
        print(f"{number + 1} of {options.games}", flush=True)
    costs = {
        (smoothing, handicap): surprise(halves[0], smoothing, handicap)
        for smoothing in SMOOTHINGS
        for handicap in HANDICAPS
    }
    for each in sorted(costs, key=lambda each: costs[each])[:8]:
        print("smoothing, handicap and surprise:", *each, round(costs[each], 4))
    every = bins(halves[1], options.seed)
    added = sums([*halves[0], *halves[1]])
    rows = [["chance in the review", "won", "95% interval", "decisions"]]
    for one in every:
        shares = (f"{one.expected:.0%}", f"{one.won:.0%}", f"{one.low:.0%}-{one.high:.0%}")
        rows.append([*shares, str(one.decisions)])
    text = measured.wrapped(
        f"{len(halves[1])} decisions in {options.games // 2 * len(TABLES)} games of planners, with "
        f"{options.worlds} worlds each, smoothing {SMOOTHING}, and handicap {HANDICAP.beginning} plus {HANDICAP.turn} "
        f"for each turn. Mean log loss: {surprise(halves[1]):.3f}; with equal chances for all seats "
        f"{base(halves[1]):.3f}. At the first decisions of a game the chances of all seats add up to "
        f"{added.mean():.2f} ± "
        f"{1.96 * added.std(ddof=1) / np.sqrt(len(added)):.2f}."
    )
    measured.keep("calibration", [rows, text])
    print(measured.markdown([rows, text]))
    PLOT.write_text(plot(every), "utf-8")


def base(every: Sequence[Sample]) -> float:
    """Return the log loss of giving all seats of a game the same chance."""
    even = np.array([1 / sample.found.scores.shape[2] for sample in every])
    won = np.array([sample.won for sample in every])
    return float(-(won * np.log(even) + (1 - won) * np.log(1 - even)).mean())


if __name__ == "__main__":
    main()
