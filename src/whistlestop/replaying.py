"""From a record back to the game, and through a game once more from its beginning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, SupportsIndex

import numpy.typing as npt

from .errors import RecordError, WhistlestopError, short
from .game import Game
from .observation import unpacked
from .record import CHECK_EVERY, GameRecord
from .rulesets import released_ruleset, ruleset_from_data
from .text.summary import Summary


def _begin(record: GameRecord) -> Game:
    if record.position is not None:
        position = record.position
        if position.get("ruleset") is not None:  # as it was, whichever version is the present one now
            position = {"ruleset_version": record.ruleset_version, **position}
        game = Game.from_position(position)
    elif record.seed is not None:
        if record.board is not None:
            ruleset = ruleset_from_data(record.board)
        else:
            ruleset = released_ruleset(record.ruleset, record.ruleset_version, record.ruleset_hash)
        game = Game.new(ruleset, record.players, bytes.fromhex(record.seed), record.first)
    else:
        raise RecordError("record: it begins neither with a seed nor with a position")
    rules = game.ruleset
    if (rules.id, rules.version, rules.hash) != (record.ruleset, record.ruleset_version, record.ruleset_hash):
        raise RecordError(f"record: made with other rules of {record.ruleset} than the present ones")
    if (game.players, game.first) != (record.players, record.first):
        raise RecordError("record: players or first seat are not those of the position that it begins with")
    return game


def replay(record: GameRecord | dict[str, Any] | str | bytes, to: SupportsIndex | None = None) -> Game:
    """Rebuild a game from its record (as object, plain data or JSON) up to `to` actions, or all of them.

    Raises RecordError; its `good` says how many actions replay before the fault. A negative `to` is a ValueError.
    """
    if to is not None and (not isinstance(to, int) or isinstance(to, bool) or to < 0):
        raise ValueError(f"to: {to!r:.60} is not a number of actions")
    if isinstance(record, (str, bytes)):
        record = GameRecord.from_json(record)
    elif isinstance(record, dict):
        record = GameRecord.from_dict(record)
    elif not isinstance(record, GameRecord):
        raise RecordError(f"record: {type(record).__name__} is none")
    try:
        game = _begin(record)
    except RecordError:
        raise
    except (WhistlestopError, ValueError) as error:
        raise RecordError(f"record: {error}") from None
    stop = len(record.actions) if to is None else min(to, len(record.actions))
    for ply, (seat, text) in enumerate(record.actions[:stop]):
        try:
            game.play(text, seat)
        except WhistlestopError as error:
            raise RecordError(f"record: action {ply + 1}, seat {seat}, {short(text)}: {error}", ply) from None
        checks = (ply + 1) // CHECK_EVERY
        if (ply + 1) % CHECK_EVERY == 0 and game.checksums[checks - 1 : checks] != list(
            record.checksums[checks - 1 : checks]
        ):
            raise RecordError(
                f"record: the checksum after action {ply + 1} does not match", ply + 1 - CHECK_EVERY
            )
    if to is None and len(record.checksums) != len(game.checksums):
        raise RecordError(f"record: {len(record.checksums)} checksums for {stop} actions", stop)
    if to is None and record.outcome is not None and record.outcome != game.outcome():
        raise RecordError("record: the outcome is not the one that the actions lead to", stop)
    return game


def summarize(game: Game) -> Summary | None:
    """What happened turn by turn, cards that were hidden included; None while the game is under way."""
    if not game.over:
        return None
    kind = game.ruleset.kind
    return kind.summary(game.ruleset, _states(game), game.dealt)


def _states(game: Game) -> Iterator[npt.NDArray[Any]]:
    """The true state at the beginning and after every action, each an array of its own."""
    again = game.beginning()
    yield again.copy().states
    for seat, text in game.actions:
        again.play(text, seat)
        yield unpacked(game.ruleset, again.states.tobytes())
