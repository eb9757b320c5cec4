"""Bots: what they may see, that they always answer, and how strong they are."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import whistlestop as ws
from whistlestop import bots
from whistlestop.bots import match
from whistlestop.errors import UnknownBot

TABLES = [
    ("usa", 2),
    ("usa", 5),
    ("europe", 2),
    ("europe", 4),
    ("switzerland", 2),
    ("switzerland", 3),
    ("card_game", 2),
    ("card_game", 3),
    ("card_game", 4),
]


def play(ruleset: str, players: int, names: list[str], seed: int) -> ws.Game:
    """A whole game through the public interface, which refuses what is not legal."""
    game = ws.Game.new(ruleset, players, seed=seed)
    crew = [bots.make(names[seat % len(names)], seed=seat) for seat in range(players)]
    while not game.over:
        seat = game.to_act[0]
        game.play_id(crew[seat].choose(game.observe(seat)), seat)
        assert game.version < 2000, "the game does not end"
    return game


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
@pytest.mark.parametrize("name", bots.kernel_names())
def test_whole_games_of_legal_actions(ruleset: str, players: int, name: str) -> None:
    """COM-4: every choice is legal, and the game ends."""
    assert play(ruleset, players, [name], seed=11).outcome() is not None


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["europe", "card_game"])
@pytest.mark.parametrize("name", bots.kernel_names())
def test_same_seed_same_game(ruleset: str, name: str) -> None:
    first, second = (play(ruleset, 3, [name], seed=5) for _ in range(2))
    assert first.record().to_json() == second.record().to_json()


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), TABLES)
@pytest.mark.parametrize("name", bots.kernel_names())
def test_hidden_cards_change_nothing(ruleset: str, players: int, name: str) -> None:
    """COM-15: a bot chooses the same in two worlds that its seat cannot tell apart."""
    game = ws.Game.new(ruleset, players, seed=3)
    crew = [bots.make("planner", seed=seat) for seat in range(players)]
    compared = 0
    while not game.over:
        seat = game.to_act[0]
        if game.version % 9 == 0:
            other = game.resample(seat, seed=game.version)
            here, there = (bots.make(name, seed=7).choose(world.observe(seat)) for world in (game, other))
            assert here == there
            compared += 1
        game.play_id(crew[seat].choose(game.observe(seat)), seat)
    assert compared > 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "stronger", "weaker", "least"),
    [
        ("usa", "planner", "greedy", 0.75),
        ("europe", "planner", "greedy", 0.75),
        ("switzerland", "planner", "greedy", 0.6),
        ("usa", "greedy", "random", 0.9),
        ("card_game", "planner", "greedy", 0.75),
        ("card_game", "greedy", "random", 0.95),
    ],
)
def test_strength(ruleset: str, stronger: str, weaker: str, least: float) -> None:
    """Far below what docs/bots.md measures over 2,000 games, so that a change must be real to fail."""
    games = list(match.play_games(ws.load_ruleset(ruleset), [stronger, weaker], 120, seed=1))
    wins = sum(
        (1.0 if list(game.ranks).count(1) == 1 else 0.5)
        for game in games
        for seat, rank in enumerate(game.ranks)
        if rank == 1 and game.bots[seat] == stronger
    )
    assert len(games) == 120
    assert all(game.finished for game in games)
    assert wins / len(games) >= least


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "name", "actions"),
    [
        ("usa", "planner", 12),
        ("card_game", "planner", 16),
        ("card_game", "greedy", 200),
        ("card_game", "random", 200),
    ],
)
def test_the_same_choices_without_the_compiler(ruleset: str, name: str, actions: int) -> None:
    """NUMBA_DISABLE_JIT=1 gives the same game."""
    code = (
        "import whistlestop as ws\nfrom whistlestop import bots\n"
        f"game = ws.Game.new('{ruleset}', 2, seed=2)\n"
        f"crew = [bots.make('{name}', seed=s) for s in (0, 1)]\n"
        f"while game.version < {actions} and not game.over:\n"
        "    seat = game.to_act[0]\n    game.play_id(crew[seat].choose(game.observe(seat)), seat)\n"
        "print(game.actions)"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for disabled in ("0", "1")
    ]
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize("spec", ["nobody", "greedy:speed=1", "planner:tempo=fast", "planner:nothing=1"])
def test_unknown_bots_are_refused(spec: str) -> None:
    with pytest.raises(UnknownBot):
        bots.make(spec)
