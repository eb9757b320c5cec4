"""Games as the service keeps them: a header stored once, and a log of action texts. Built by replay."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import whistlestop as ws
from whistlestop.record import GameRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from whistlestop import Game, Ruleset
    from whistlestop.server.store.store import LoggedAction


def new_game(ruleset: Ruleset, players: int) -> Game:
    """A new game with a seed of 256 bits that nobody has seen."""
    return ws.Game.new(ruleset, players=players, seed=secrets.token_bytes(32))


def header_of(game: Game) -> str:
    """What has to be kept of a new game: its record, which has no actions yet. It holds the seed."""
    return game.record().to_json()


def load_game(
    header: str,
    log: Iterable[LoggedAction],
    follow: Callable[[Game, LoggedAction | None], None] = lambda _game, _line: None,
) -> Game:
    """The game of a header and a log. `follow` is called at the beginning (None) and after every action."""
    record = GameRecord.from_json(header)
    game = ws.replay(record)
    follow(game, None)
    for line in log:
        game.play(line.action, line.seat)
        follow(game, line)
    return game
