"""Measure how often reviews call a good move a mistake.

    nice python research/alarms.py [--games 100] [--seed 0] [--minutes 40] [--worlds 800]

Bots of several levels play two-player games on the USA board, and each game is reviewed. Every better move in
a review is compared with the actual one in new worlds. It is a false alarm if it is no better there. The
program stops after the given number of minutes and stores its results in docs/measured/alarms.json.
"""

from __future__ import annotations

import argparse
import math
import time

import measured
import whistlestop as ws
from whistlestop import bots
from whistlestop.bots.playouts import playouts
from whistlestop.bots.summary import share_interval
from whistlestop.reviewing import Decision, review
from whistlestop.reviewing.chances import HANDICAP, Estimate, chances, estimate

CREWS = (("hard", "planner"), ("medium", "hard"), ("planner", "planner"), ("medium", "planner"))
FIRST = 5_000_000
"""Number of the first world; no review reaches it."""


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


def main() -> None:
    """Measure, and store the paragraph."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--worlds", type=int, default=800)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    games = alarmed = flagged = false = sure = 0
    seconds = 0.0
    while games < options.games and time.monotonic() < end:
        game = played(CREWS[games % len(CREWS)], options.seed * 10_000 + games)
        began = time.process_time()
        found = review(game.record(), jobs=options.jobs)
        seconds += time.process_time() - began
        gains = [gain(game, each, options.worlds) for each in found.decisions if each.expert is not None]
        wrong = sum(more <= 0 for more, _ in gains)
        games += 1
        flagged += len(gains)
        false += wrong
        sure += sum(more > 2 * error for more, error in gains)
        alarmed += wrong > 0
        print(
            games, "games,", flagged, "better moves,", false, "false,", alarmed, "games with one", flush=True
        )
    share = share_interval(alarmed, games)
    text = (
        f"In {games} games of two bots on the board of the USA, reviews named {flagged} better moves. Each was played "
        f"in {options.worlds} new worlds: {sure} were better by more than 2 standard errors, {false} were no better. "
        f"{alarmed} of {games} games had such a false alarm (95% interval of the share: {100 * share['low']:.0f} to "
        f"{100 * share['high']:.0f}%). A review took {seconds / games:.0f} s of processor time on average."
    )
    measured.keep("alarms", [measured.wrapped(text)])
    print(text)


if __name__ == "__main__":
    main()
