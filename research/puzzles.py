"""Find puzzles, positions of strong games in which one move is clearly best, and add them to the rulesets.

    python research/puzzles.py usa europe --puzzles 200 [--jobs 8] [--seconds 3600] [--seed 0]
    python research/puzzles.py boards/poland --puzzles 50
    python research/puzzles.py usa --check 20

The bot `search` plays the games. Where it disagrees with the planner, and at some other decisions, all moves
are tried in a few worlds. If one is ahead of all others, the best ones are tried again in fresh worlds, and
then once more. A puzzle must pass all tests; its chances come from the last one. A file keeps its puzzles, so
an interrupted run continues with the next game. The same seed gives the same puzzles, in the order of the
games, with any number of `--jobs` (processes). `--check` tests some puzzles of the file in new worlds and
prints how many are confirmed.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import math
import random
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots.playouts import playouts
from whistlestop.bots.processes import in_processes
from whistlestop.kinds import kind_of
from whistlestop.observation import Observation
from whistlestop.packing import pack
from whistlestop.practice.puzzles import FILE, Puzzle, as_line, is_same, read_puzzles
from whistlestop.reviewing.chances import HANDICAP, Estimate, chances, estimate

ROOT = Path(__file__).resolve().parent.parent / "src/whistlestop/rulesets"
SIFT = 10
"""Worlds in which all moves are tried first."""
SECOND = (12, 32)
"""Fresh worlds in which the candidates for the best move are played to the end: few at first, then more."""
FRESH, LAST = 64, 240
"""Worlds for a first look at the finalists, and for their figures."""
ROUNDS = 3
"""Rounds after which a position's value is estimated in the test of all moves; later tests play to the end."""
FINALISTS = 5
"""Number of moves in the last test."""
MARGIN = 0.04
"""Winning chance by which the best move must be ahead of every other one."""
CLEAR = 2.5
"""Standard errors by which it must be ahead in the last test, in worlds that did not select it."""
PLAYER = "search:playouts=60"
"""The bot that plays the games."""
AGREED = 0.5
"""Share of the decisions on which the planner agrees that are examined anyway."""
PHASES = ("turn", "ticket_choice", "tunnel")
"""The phases in which positions are examined. The second card hardly ever matters."""
PLAYERS = (2, 2, 3, 4)
APART = 8
"""Actions between two puzzles of a game."""
MOST = 4
"""Puzzles of one game."""
MANY = 10**6
"""Higher than the number of games that a run can play."""

Shares = npt.NDArray[np.float64]


def tried(observation: Observation, actions: list[int], worlds: int, seed: int, rounds: int = 0) -> Shares:
    """Return the seat's winning chances; shape: actions x worlds. `rounds` as for `playouts`."""
    found = playouts(observation, actions, worlds, seed=seed, rounds=rounds)
    return chances(found, HANDICAP.of(observation))[:, :, int(observation.record["seat"])]


def lead(shares: Shares, place: int, other: int) -> Estimate:
    """Return the lead of one move over another, and its standard error."""
    return estimate(shares[place] - shares[other])


def best_of(observation: Observation, actions: list[int], shares: Shares) -> tuple[int, list[int]]:
    """Return the index of the best move, and those of the others, without other payments for the same thing."""
    notation, offer = observation.ruleset.notation, observation.offer()
    order = [int(place) for place in np.argsort(-shares.mean(axis=1), kind="stable")]
    names = [notation.text(action, offer) for action in actions]
    return order[0], [place for place in order[1:] if not is_same(names[place], names[order[0]])]


def puzzle_of(game: ws.Game, actions: list[int], shares: Shares, planned: int, seed: int) -> Puzzle | None:
    """Return a position's puzzle if its best move is confirmed in fresh worlds."""
    observation = game.observe(game.to_act[0])
    best, others = best_of(observation, actions, shares)
    if not others or lead(shares, best, others[0])[0] < MARGIN:
        return None
    near = [place for place in others if (gap := lead(shares, best, place))[0] < 2 * MARGIN + 2 * gap[1]]
    kept = [best, *(near or others[:1])]
    for worlds in SECOND:
        second = tried(observation, [actions[place] for place in kept], worlds, seed + 1)
        place, rest = best_of(observation, [actions[place] for place in kept], second)
        if place != 0 or not rest:
            return None
        ahead, error = lead(second, 0, rest[0])
        if ahead < max(MARGIN, error):
            return None
    finalists = [kept[place] for place in [0, *rest][:FINALISTS]]
    finalists += [place for place in others if place not in finalists][: FINALISTS - len(finalists)]
    for worlds in (FRESH, LAST):
        last = tried(observation, [actions[place] for place in finalists], worlds, seed + 2)
        leads = [lead(last, 0, place) for place in range(1, len(finalists))]
        if any(ahead < max(MARGIN, CLEAR * error * worlds / LAST) for ahead, error in leads):
            return None
    notation, offer = game.ruleset.notation, observation.offer()
    named = [notation.text(actions[place], offer) for place in finalists]
    percent = [round(100 * float(row.mean()), 1) for row in last]
    order = sorted(range(len(named)), key=lambda place: -percent[place])
    packed = pack(game.record())
    return Puzzle(
        id=hashlib.sha256(packed).hexdigest()[:8],
        record=base64.b64encode(packed).decode(),
        moves={named[place]: percent[place] for place in order},
        others=[notation.text(actions[place], offer) for place in others if place not in finalists],
        error=round(100 * max(error for _, error in leads), 1),
        planned=notation.text(planned, offer),
    )


def puzzles_of(ruleset: ws.Ruleset, number: int) -> Iterator[Puzzle]:
    """Play a game and yield its puzzles."""
    chance = random.Random(f"{ruleset.id} {number}")
    players = min(max(chance.choice(PLAYERS), ruleset.min_players), ruleset.max_players)
    game = ws.Game.new(ruleset, players, seed=chance.getrandbits(60))
    planner, player = bots.make("planner", number), bots.make(PLAYER, number)
    last, found = -APART, 0
    while not game.over and found < MOST:
        seat = game.to_act[0]
        observation = game.observe(seat)
        planned = bots.ask(planner, observation)
        action, seed = bots.ask(player, observation), chance.getrandbits(40)
        looked = (action != planned or chance.random() < AGREED) and game.version - last >= APART
        if looked and len(game.to_act) == 1 and observation.view().phase in PHASES:
            actions = kind_of(ruleset).bots.search.proposals(observation, planned)
            shares = tried(observation, actions, SIFT, seed, ROUNDS)
            if puzzle := puzzle_of(game, actions, shares, planned, seed):
                yield puzzle
                last, found = game.version, found + 1
        game.play_id(action, seat)


def file_of(board: str) -> Path:
    """Return the puzzle file of a ruleset in the package, or of a board's folder."""
    return (ROOT / board if (ROOT / board).is_dir() else Path(board)) / FILE


def played(board: str, number: int) -> tuple[int, list[Puzzle]]:
    """Return the number of a game, and its puzzles."""
    puzzles = list(puzzles_of(ws.load_ruleset(board), number))
    for puzzle in puzzles:
        puzzle.game = number
    return number, puzzles


def make(board: str, options: argparse.Namespace, end: float) -> None:
    """Add puzzles to the file of a ruleset, until there are enough or the time is up."""
    file = file_of(board)
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    start = 1 + max((puzzle.game for puzzle in read_puzzles(lines)), default=options.seed - 1)
    missing = options.puzzles - len(lines)
    games = in_processes(partial(played, board), range(start, start + MANY), [PLAYER], options.jobs)
    while missing > 0 and time.monotonic() < end:
        number, puzzles = next(games)
        found = [as_line(puzzle) + "\n" for puzzle in puzzles[:missing]]
        missing -= len(found)
        with file.open("a", encoding="utf-8", newline="\n") as out:
            out.writelines(found)
        print(f"{board}: {options.puzzles - missing} puzzles after game {number}", flush=True)
    games.close()  # this also cancels the games in progress


def check(board: str, options: argparse.Namespace) -> None:
    """Try the moves of some puzzles again in new worlds, and print how many are confirmed."""
    puzzles = read_puzzles(file_of(board).read_text("utf-8").splitlines())
    chosen = random.Random(options.seed).sample(puzzles, min(options.check, len(puzzles)))
    held = 0
    for puzzle in chosen:
        game = puzzle.position()
        observation = game.observe(game.to_act[0])
        notation, offer = game.ruleset.notation, observation.offer()
        actions = [notation.number(move, offer) for move in puzzle.moves]
        shares = tried(observation, actions, LAST, options.seed + 1_000_003).mean(axis=1)
        held += bool(shares.argmax() == 0)
        print(puzzle.id, " ".join(f"{100 * share:.1f}" for share in shares), flush=True)
    print(f"{board}: the best move is the best again in {held} of {len(chosen)} puzzles")


def main() -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("boards", nargs="*", default=ws.ruleset_ids(), help="rulesets or folders of boards")
    parser.add_argument("--puzzles", type=int, default=200, help="puzzles in each file")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play games")
    parser.add_argument("--seconds", type=float, default=math.inf, help="time after which the run stops")
    parser.add_argument("--seed", type=int, default=0, help="number of the first game")
    parser.add_argument("--check", type=int, default=0, help="check so many puzzles instead")
    options = parser.parse_args()
    end = time.monotonic() + options.seconds
    for board in options.boards:
        if options.check:
            check(board, options)
        else:
            make(board, options, end)


if __name__ == "__main__":
    main()
