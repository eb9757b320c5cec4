"""Bots: the information they may use, their answers, and their strength."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.bots.openings import opening

import whistlestop as ws
from whistlestop import bots, warmup
from whistlestop.bots import match
from whistlestop.core import jit
from whistlestop.errors import BotError, UnknownBot, UnsuitableBot
from whistlestop.kinds import KINDS

EVERYWHERE = bots.kernel_names(ws.load_ruleset("card_game"))
MAPS_ONLY = sorted(set(bots.kernel_names()) - set(EVERYWHERE))
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


GAMES = [
    (name, ruleset, players)
    for ruleset, players in TABLES
    for name in bots.kernel_names(ws.load_ruleset(ruleset))
]


def play(ruleset: str, players: int, names: list[str], seed: int) -> ws.Game:
    """Play a whole game through the public interface, which refuses illegal actions."""
    game = ws.Game.new(ruleset, players, seed=seed)
    crew = [bots.make(names[seat % len(names)], seed=seat) for seat in range(players)]
    while not game.over:
        seat = game.to_act[0]
        game.play_id(crew[seat].choose(game.observe(seat)), seat)
        assert game.version < 2000, "the game does not end"
    return game


@pytest.mark.slow
@pytest.mark.parametrize(("name", "ruleset", "players"), GAMES)
def test_whole_games_of_legal_actions(ruleset: str, players: int, name: str) -> None:
    """COM-4: every choice is legal, and the game ends."""
    assert play(ruleset, players, [name], seed=11).outcome() is not None


@pytest.mark.slow
@pytest.mark.parametrize(("name", "ruleset"), [(name, game) for name, game, players in GAMES if players == 3])
def test_same_seed_same_game(ruleset: str, name: str) -> None:
    first, second = (play(ruleset, 3, [name], seed=5) for _ in range(2))
    assert first.record().to_json() == second.record().to_json()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "ruleset", "players"), GAMES)
def test_hidden_cards_change_nothing(ruleset: str, players: int, name: str) -> None:
    """COM-15: a bot makes the same choice in two worlds that its seat cannot tell apart."""
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
    """The bounds are far below the results in docs/bot-strength.md for 2,000 games, so only a real change
    fails.
    """
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


@pytest.mark.skipif(jit.JIT_DISABLED, reason="nothing is compiled")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "name", "actions"),
    [
        ("usa", "planner", 12),
        ("usa", "hungry", 40),
        ("usa", "blocker", 40),
        ("card_game", "planner", 16),
        ("card_game", "greedy", 200),
        ("card_game", "random", 200),
    ],
)
def test_the_same_choices_without_the_compiler(ruleset: str, name: str, actions: int) -> None:
    """NUMBA_DISABLE_JIT=1 gives the same game."""
    plain = subprocess.run(
        [sys.executable, "-m", opening.__module__, ruleset, name, str(actions)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert plain.stdout == opening(ruleset, name, actions)
    assert jit.is_compiled()


@pytest.mark.parametrize("spec", ["nobody", "greedy:speed=1", "planner:tempo=fast", "planner:nothing=1"])
def test_unknown_bots_are_refused(spec: str) -> None:
    with pytest.raises(UnknownBot):
        bots.make(spec)


def test_what_is_offered_at_tables_plays_every_game() -> None:
    levels = ["easy", "expert", "first_ride", "hard", "medium", "very_hard"]
    assert bots.names(offered=True) == levels
    assert bots.names(seated=True) == sorted([*levels, "greedy", "planner", "random"])
    assert EVERYWHERE == ["greedy", "planner", "random"]
    assert MAPS_ONLY == ["blocker", "hungry", "long_route", "one_step", "path", "racer"]
    assert set(MAPS_ONLY) <= set(bots.names(ws.load_ruleset("switzerland")))


@pytest.mark.parametrize("name", MAPS_ONLY)
def test_a_bot_without_a_kernel_for_a_game_refuses_it(name: str) -> None:
    """The error appears when the bot is created for the game, when a match names it, and when it is asked anyway."""
    cards = ws.load_ruleset("card_game")
    with pytest.raises(
        UnsuitableBot,
        match=f"{name} does not play Card Game; easy, .*, planner, random, search, very_hard do",
    ):
        bots.make(name, ruleset=cards)
    with pytest.raises(UnsuitableBot):
        ws.play_match(cards, [name, "random"])
    with pytest.raises(BotError, match=f"{name} does not play Card Game"):
        bots.ask(bots.make(name), ws.Game.new(cards, 2, seed=0).observe(0))
    assert name in KINDS["network"].bots.kernels


@pytest.mark.skipif(jit.JIT_DISABLED, reason="nothing is compiled")
@pytest.mark.slow
def test_only_the_bots_that_play_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each bot is compiled separately: the loop of a match contains none of them."""
    from whistlestop.core.jit.compiler import Entry

    entries: list[Entry] = []
    monkeypatch.setattr(warmup, "_compile", lambda groups, _progress: entries.extend(*groups))
    monkeypatch.setattr(Entry, "is_kept", lambda _entry: False)
    warmup.prepare_matches(ws.load_ruleset("usa"), ["racer", "hungry:appetite=3", "tests.bots.nowhere:Bot"])
    styles = "whistlestop.games.network.bots.styles"
    found = {entry.module for entry in entries if entry.name == "decide"}
    assert found == {f"{styles}.racer", f"{styles}.hungry"}
    assert [entry.name for entry in entries].count("LOOPS.play_kernels") == 1
