"""Fit the model of opponents' tickets to games of the planner; save it, and measure how well it fits.

    python research/beliefs.py [--games 60] [--seed 0]

The model is a conditional logit: it compares each ticket held with all tickets that, to an opponent, it could be. Half
of the deals are for fitting, the other half for docs/measured/beliefs.json. The same arguments give the same numbers.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import measured
import whistlestop as ws
from whistlestop import bots
from whistlestop.bots.beliefs import features
from whistlestop.kinds import KINDS

ROOT = Path(__file__).resolve().parent.parent
TABLES = {
    "network": [("usa", 2), ("usa", 4), ("europe", 2), ("europe", 4), ("switzerland", 2), ("switzerland", 3)],
    "yard": [("card_game", 2), ("card_game", 4)],
}
EVERY = 7
"""Actions between two sampled positions."""
QUARTERS = ("first", "second", "third", "last")
PENALTY = 1.0
"""Weight of the squared coefficients, which keeps those without examples finite."""
STEPS = 8
OUTSIDE = {
    "network": "How much a player's network says about his tickets. Written by research/beliefs.py.",
    "yard": "How much a player's cards say about his tickets. Written by research/beliefs.py.",
}


class Sample(NamedTuple):
    """One ticket in an opponent's hand."""

    table: tuple[str, int]
    quarter: int
    """Of the game."""
    found: npt.NDArray[np.float64]
    """Features of the tickets that it could be, the true one first; shape: tickets x features."""


def sees(observation: ws.Observation, ticket: int) -> bool:
    """Return whether the seat knows where a ticket is."""
    record = observation.record
    shown = [
        record["tickets"],
        *(record[name] for name in ("refused", "declared") if name in (record.dtype.names or ())),
    ]
    held = any(int(words[ticket >> 6]) >> (ticket & 63) & 1 for field in shown for words in field)
    return held or bool((record["offer"] == ticket).any() or (record["ticket_deck"] == ticket).any())


def samples(table: tuple[str, int], seed: int) -> Iterator[Sample]:
    """Yield the tickets of one game as opponents see them, at regular intervals."""
    ruleset, players = ws.load_ruleset(table[0]), table[1]
    game = ws.Game.new(ruleset, players, seed=seed)
    crew = [bots.make("planner", seed=seat) for seat in range(players)]
    found: list[tuple[int, npt.NDArray[np.float64]]] = []
    while not game.over:
        if game.version % EVERY == 0:
            for seat in range(players):
                found += [(game.version, rows) for rows in _guesses(game, seat)]
        seat = game.to_act[0]
        game.play_id(int(crew[seat].choose(game.observe(seat))), seat)
    for version, rows in found:
        yield Sample(table, 4 * version // (game.version + 1), rows)


def _guesses(game: ws.Game, seat: int) -> Iterator[npt.NDArray[np.float64]]:
    observation, state = game.observe(seat), game.states[0]
    rules = game.ruleset.rules[0]
    long = (
        rules["ticket_long"]
        if "ticket_long" in (rules.dtype.names or ())
        else np.zeros(len(game.ruleset.tickets))
    )
    unseen = [ticket for ticket in range(len(game.ruleset.tickets)) if not sees(observation, ticket)]
    for player in range(len(state["tickets"])):
        words = state["tickets"][player]
        held = [ticket for ticket in unseen if int(words[ticket >> 6]) >> (ticket & 63) & 1]
        if player == seat or not held:
            continue
        rows = features(observation, player)
        for ticket in held:
            others = [other for other in unseen if other not in held and long[other] == long[ticket]]
            yield rows[[ticket, *others]]


def logarithms(weights: npt.NDArray[Any], every: list[Sample]) -> list[float]:
    """Return the log-likelihood of each ticket."""
    every_sum = ((sample.found - sample.found[0]) @ weights for sample in every)
    return [-float(np.logaddexp.reduce(sums)) for sums in every_sum]


def gradient(
    weights: npt.NDArray[Any], every: list[Sample]
) -> tuple[float, npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the penalized log-likelihood and its first and second derivatives."""
    total, first, second = (
        -PENALTY / 2 * float(weights @ weights),
        -PENALTY * weights,
        -PENALTY * np.eye(len(weights)),
    )
    for sample in every:
        logs = sample.found @ weights
        logs -= logs.max() + np.log(np.exp(logs - logs.max()).sum())
        chances = np.exp(logs)
        mean = chances @ sample.found
        total += float(logs[0])
        first += sample.found[0] - mean
        second -= (sample.found * chances[:, None]).T @ sample.found - np.outer(mean, mean)
    return total, first, second


def fit(every: list[Sample], width: int) -> npt.NDArray[Any]:
    """Return the weights of maximum likelihood, by Newton's method with shorter steps where it overshoots."""
    weights = np.zeros(width)
    best, first, second = gradient(weights, every)
    for _ in range(STEPS):
        step = np.linalg.solve(second, first)
        weights -= step
        value, *derivatives = gradient(weights, every)
        while value < best and np.abs(step).max() > 0.01:
            step /= 2
            weights += step
            value, *derivatives = gradient(weights, every)
        best, (first, second) = value, derivatives
    return weights


def rows_of(weights: npt.NDArray[Any], every: list[Sample]) -> Iterator[list[str]]:
    """Yield a row of the table for each game: mean log-likelihoods of uniform guesses and of the model, by quarter."""
    for table in dict.fromkeys(sample.table for sample in every):
        cells = []
        for quarter in range(len(QUARTERS)):
            here = [sample for sample in every if (sample.table, sample.quarter) == (table, quarter)]
            uniform, ours = (np.mean(logarithms(each, here)) for each in (weights * 0, weights))
            cells.append(f"{uniform:.2f} → {ours:.2f}")
        count = sum(sample.table == table for sample in every)
        yield [f"{table[0]}, {table[1]} players", *cells, f"{count:,}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=60, help="games of each board and number of players")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    title = f"mean log-likelihood, {options.games // 2} games each"
    rows = [[title, *(f"{quarter} quarter" for quarter in QUARTERS), "tickets"]]
    for kind, tables in TABLES.items():
        every = [
            [
                sample
                for table in tables
                for game in range(part, options.games, 2)
                for sample in samples(table, options.seed * 10_000 + game)
            ]
            for part in (0, 1)
        ]
        names = list(KINDS[kind].bots.search.belief)
        weights = np.round(fit(every[0], len(names)), 2)
        text = "".join(
            f'    "{name}": {weight},\n' for name, weight in zip(names, weights.tolist(), strict=True)
        )
        file = ROOT / "src" / "whistlestop" / "games" / kind / "search" / "belief.py"
        file.write_text(f'"""{OUTSIDE[kind]}"""\n\nBELIEF = {{\n{text}}}\n', "utf-8")
        rows += rows_of(weights, every[1])
    measured.keep("beliefs", [rows])
    print(measured.markdown([rows]))


if __name__ == "__main__":
    main()
