"""Playing many actions in one call: the same game as action by action, and the same refusals."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

import whistlestop as ws
from whistlestop.errors import WhistlestopError
from whistlestop.replaying import play_all


def random_game(ruleset: str, players: int, seed: int) -> ws.Game:
    """Return a whole game of random actions."""
    rng, game = random.Random(seed), ws.Game.new(ruleset, players, seed=seed)
    while not game.over:
        seat = rng.choice(game.to_act)
        game.play(rng.choice(game.legal(seat)), seat)
    return game


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [(name, n) for name in ws.ruleset_ids() for n in (2, 3) if n <= ws.load_ruleset(name).max_players],
)
def test_as_action_by_action(ruleset: str, players: int) -> None:
    played = random_game(ruleset, players, 5)
    for count in (0, 1, 2, 37, len(played.actions)):
        one, other = played.beginning(), played.beginning()
        play_each(one, played.actions[:count])
        play_all(other, played.actions[:count])
        assert other.states.tobytes() == one.states.tobytes()
        assert other.actions == one.actions
        assert other.checksums == one.checksums
        assert [other.events(seat) for seat in range(players)] == [
            one.events(seat) for seat in range(players)
        ]


def test_from_the_middle_and_back() -> None:
    played = random_game("europe", 2, 8)
    game = played.beginning()
    for seat, text in played.actions[:11]:
        events = game.play(text, seat)
    before = events.seen_by(0)
    play_all(game, played.actions[11:50])
    assert events.seen_by(0) == before, "events that somebody holds stay as they were"
    game.undo(45)
    assert game.actions == played.actions[:5]
    play_all(game, played.actions[5:])
    assert game.record() == played.record()


def play_each(game: ws.Game, actions: Sequence[tuple[Any, Any]]) -> None:
    for seat, text in actions:
        game.play(text, seat)


@pytest.mark.parametrize("at", [0, 1, 30, 31])
@pytest.mark.parametrize("wrong", ["draw:red", "claim:nowhere", "pass", "keep:nothing", 5, None], ids=repr)
@pytest.mark.parametrize("seat", [0, 1, 7, -1, True, "0"], ids=repr)
def test_what_cannot_be_played_is_refused_as_play_does(at: int, wrong: object, seat: object) -> None:
    played = random_game("usa", 2, 3)
    actions: list[tuple[Any, Any]] = [*played.actions[:at], (seat, wrong), *played.actions[at : at + 20]]
    one, other = played.beginning(), played.beginning()
    with pytest.raises(WhistlestopError) as first:
        play_each(one, actions)
    with pytest.raises(type(first.value)) as second:
        play_all(other, actions)
    assert str(second.value) == str(first.value)
    assert other.actions == one.actions
    assert other.states.tobytes() == one.states.tobytes()
