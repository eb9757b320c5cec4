"""Campaigns against the engine: its invariants, a model in plain Python, and the WebAssembly modules."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.campaigns.frame import Campaign, Fault, Figure, Trial, Unavailable
from tests.campaigns.watched import MODULE, RULES, SRC, TOLD, UNPLAYED, UNUSED
from tests.core import campaign as invariants
from tests.games.yard.mechanisms import lockstep

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from wasm import build, compare, messages, reviews

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

RANDOM = 20_000
"""Number of random games of each size per comparison."""
MOVES = 20_000
"""Number of moves of each size between checks of the time."""


def check_invariants(trial: Trial) -> list[Figure]:
    """Play this number of moves of every game and size."""
    moves = games = 0
    while trial.goes_on(moves):
        part = min(MOVES, trial.size - moves)
        for ruleset, players in invariants.variants():
            seed = trial.dice(f"{ruleset} {players} {moves}").getrandbits(63)
            try:
                games += invariants.Campaign(ruleset, players, seed).run(part)["games"]
            except invariants.Fault as fault:
                raise Fault(f"{ruleset}, {players} players, seed {seed}: {fault}") from None
        moves += part
        trial.say(f"{moves} moves of every size, {games} games")
    return [Figure("games", games)]


def follow_the_model(trial: Trial) -> list[Figure]:
    """Play this number of card games beside the model."""
    games = moves = 0
    styles = [*lockstep.STYLES]
    while trial.goes_on(games):
        seed = trial.dice(str(games)).getrandbits(63)
        players = 2 + games // len(styles) % 3
        style = styles[games % len(styles)]
        try:
            moves += lockstep.play_game(players, seed, style, look=0.1).game.ply
        except AssertionError as difference:
            raise Fault(f"{players} players, seed {seed}, {style}: {difference}") from difference
        games += 1
        if games % 20 == 0:
            trial.say(f"{games} games, {moves} moves, all the same")
    return [Figure("moves", moves)]


def module() -> None:
    """Build the WebAssembly modules. Raises Unavailable."""
    try:
        build.build()
    except (OSError, RuntimeError, subprocess.CalledProcessError) as missing:
        raise Unavailable(f"the WebAssembly modules cannot be built: {missing}") from None


def compare_messages(trial: Trial) -> list[Figure]:
    """Compare the messages of this number of games of each ruleset and size."""
    module()
    games = total = 0
    with messages.Comparison() as comparison:
        while trial.goes_on(games):
            found, wrong = comparison.round(trial.before + games)
            if wrong:
                raise Fault(wrong[0])
            total += found
            games += 1
            if games % 10 == 0:
                trial.say(f"{games} games of each size, {total} messages, all the same")
    return [Figure("messages", total)]


def compare_games(trial: Trial, size: int, one: Callable[[int, int], list[dict[str, Any]]]) -> list[Figure]:
    """Compare games, at most `size` at a time. one: compares a number of games, with a seed."""
    module()
    games = searches = 0
    for part in count():
        if not trial.goes_on(games):
            break
        some = min(size, trial.size - games)
        found = one(some, trial.dice(str(part)).getrandbits(31))
        wrong = [f"{case['name']}: {problem}" for case in found for problem in case["problems"]]
        if wrong:
            raise Fault(wrong[0])
        games += some
        searches += sum(case["searches"] for case in found)
        trial.say(f"{games} games of each, all the same")
    return [Figure("searches", searches)] if searches else []


def _compare(
    cases: Callable[[int, int], Iterable[dict[str, Any]]], games: int, seed: int
) -> list[dict[str, Any]]:
    return compare.repeat(cases(games, seed))


def compare_reviews(trial: Trial) -> list[Figure]:
    """Compare reviews of this number of games of each ruleset."""
    module()
    games = named = 0
    while trial.goes_on(games):
        better, wrong = reviews.compare(1, trial.before + games)
        if wrong:
            raise Fault(wrong[0])
        named += better
        games += 1
        trial.say(f"{games} games of each ruleset, all the same")
    return [Figure("better actions named", named)]


TEXTS = (*MODULE, *TOLD, "web/src/engine", f"{SRC}/rulesets", f"{SRC}/position.py", f"{SRC}/replaying.py")
BOTS = (*MODULE, f"{SRC}/bots", f"{SRC}/rulesets", "web/src/engine")

CAMPAIGNS = [
    Campaign(
        "invariants",
        "play random games and check all invariants after every move",
        "moves of each size",
        10_000_000,
        0,
        check_invariants,
        (
            *RULES,
            *UNPLAYED,
            "tests/core/campaign.py",
            "tests/games/network/invariants.py",
            "tests/games/yard/invariants.py",
        ),
    ),
    Campaign(
        "model",
        "play the card game beside a model in plain Python",
        "games",
        10_000,
        0,
        follow_the_model,
        (
            f"{SRC}/core",
            *(f"{SRC}/games/{name}" for name in ("composing.py", "machine.py", "mechanisms", "yard")),
            *UNUSED,
            *UNPLAYED,
            *(
                f"tests/games/yard/mechanisms/{name}.py"
                for name in ("declaration", "lockstep", "model", "states")
            ),
        ),
    ),
    Campaign(
        "wasm-random",
        "play random games in WebAssembly and natively; the last state of each must have the same bytes",
        "games of each size",
        100_000,
        0,
        partial(compare_games, size=RANDOM, one=partial(_compare, compare.random_cases)),
        (*MODULE, *UNPLAYED, f"{SRC}/rulesets", "tools/wasm/compare.py", "tools/wasm/compare.mjs"),
    ),
    Campaign(
        "wasm-bots",
        "play games of bots in WebAssembly and natively; choices, playouts and searches must be the same",
        "games of each ruleset",
        200,
        0,
        partial(compare_games, size=1, one=partial(_compare, compare.bot_cases)),
        (*BOTS, "tools/wasm/compare.py", "tools/wasm/compare.mjs"),
    ),
    Campaign(
        "wasm-messages",
        "compare all messages of WebAssembly games with those of Python",
        "games of each size",
        10_000,
        0,
        compare_messages,
        (*TEXTS, "tools/wasm/messages.py", "tools/wasm/messages.mjs"),
    ),
    Campaign(
        "wasm-reviews",
        "compare reviews by WebAssembly with those of Python",
        "games of each ruleset",
        200,
        0,
        compare_reviews,
        (*TEXTS, *BOTS, f"{SRC}/reviewing", "tools/wasm/reviews.py", "tools/wasm/messages.mjs"),
    ),
]
