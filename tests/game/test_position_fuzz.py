"""Positions with random changes: refused with a typed error, or playable."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.core.players import PLAYERS

import whistlestop as ws
from whistlestop.errors import PositionError, RulesetError

STYLES = list(PLAYERS)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every container in plain data with each of its keys or indexes."""
    if isinstance(value, (dict, list)):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def spoil(position: dict[str, Any], other: dict[str, Any], rnd: random.Random) -> None:
    """Change one place: a number, a name, an added or removed element, or a part of another position."""
    container, key = rnd.choice(list(places(position)))
    value = container[key]
    way = rnd.randrange(5)
    if way == 0 and isinstance(value, int):
        container[key] = value + rnd.choice([-2, -1, 1, 2, 5, 50])
    elif way == 1 and isinstance(container, list):
        container.insert(key, copy.deepcopy(value))
    elif way == 2 and isinstance(container, list):
        del container[key]
    elif way == 3:
        there, where = rnd.choice(list(places(other)))
        container[key] = copy.deepcopy(there[where])
    else:
        same = [there[where] for there, where in places(other) if type(there[where]) is type(value)]
        container[key] = copy.deepcopy(rnd.choice(same)) if same else None


def positions(ruleset: str, players: int, seed: int) -> list[dict[str, Any]]:
    rnd = random.Random(seed)
    game = ws.Game.new(ruleset, players, seed=seed)
    found = []
    while not game.over:
        if rnd.random() < 0.1 or game.view()["phase"] in ("tunnel", "ticket_choice", "declaration"):
            found.append(game.position())
        seat = rnd.choice(game.to_act)
        game.play(PLAYERS[STYLES[seed % 6]](rnd, game.legal(seat)), seat)
    return [*found, game.position()]


def try_out(position: dict[str, Any], rnd: random.Random) -> bool:
    """Return whether it is a valid position; if so, observe it from all seats and continue the game."""
    try:
        game = ws.Game.from_position(position)
    except (PositionError, RulesetError):
        return False
    again = ws.Game.from_position(game.position())
    assert again.position() == game.position()
    for _ in range(12):
        for seat in (None, *range(game.players)):
            assert game.resample(seat, seed=rnd.getrandbits(30)).view(seat) == game.view(seat)
        if game.over:
            break
        seat = rnd.choice(game.to_act)
        game.play(rnd.choice(game.legal(seat)), seat)
    assert ws.replay(game.record().to_json()).position() == game.position()
    return True


def campaign(ruleset: str, players: int, seed: int, tries: int) -> int:
    rnd = random.Random(seed)
    known = positions(ruleset, players, seed)
    good = 0
    for _ in range(tries):
        position = copy.deepcopy(rnd.choice(known))
        for _ in range(rnd.choice([1, 1, 2])):
            spoil(position, rnd.choice(known), rnd)
        good += try_out(position, rnd)
    return good


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "players"),
    [("usa", 3), ("europe", 2), ("europe", 4), ("switzerland", 3), ("card_game", 2), ("card_game", 4)],
)
def test_spoilt_positions(ruleset: str, players: int) -> None:
    assert campaign(ruleset, players, seed=players, tries=120) > 3
