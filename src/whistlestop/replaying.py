"""Rebuild games from records, and step through games from the start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, SupportsIndex

import numpy.typing as npt

from .endings import follows
from .errors import RecordError, WhistlestopError, short
from .game import Game
from .kinds import kind_of
from .observation import unpacked
from .record import CHECK_EVERY, GameRecord
from .rulesets import released_ruleset, ruleset_from_data
from .text.summary import Summary


def _begin(record: GameRecord) -> Game:
    if record.position is not None:
        position = record.position
        if position.get("ruleset") is not None:  # possibly not the current version
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


def play_all(game: Game, actions: Sequence[tuple[int, str]]) -> None:
    """Play a list of actions, in two thirds of the time that `Game.play` takes.

    Raises the errors of `Game.play` for the first illegal action; earlier ones are played. The game keeps the events
    of the last action only.
    """
    machine, rules, notation, players = (
        game.ruleset.machine,
        game.ruleset.rules,
        game.ruleset.notation,
        game.players,
    )
    for seat, text in actions[:-1]:
        number = notation.fixed(text)
        if (
            number is not None
            and type(seat) is int
            and 0 <= seat < players
            and machine.is_legal(game.states, rules, 0, seat, number)
        ):
            game.forget_last()
            machine.apply(game.states, rules, 0, seat, number)
            game.actions.append((seat, notation.text(number)))  # the same object in all games
        else:  # actions that depend on an offer, or are refused with a reason
            game.play(text, seat)
    for seat, text in actions[-1:]:
        game.play(text, seat)


def replay(record: GameRecord | dict[str, Any] | str | bytes, to: SupportsIndex | None = None) -> Game:
    """Rebuild a game from its record (object, plain data or JSON), up to `to` actions.

    Raises RecordError, with the number of valid actions as `good`; and ValueError if `to` is negative.
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
    for check, begin in enumerate(range(0, stop, CHECK_EVERY)):
        end = begin + CHECK_EVERY
        try:
            play_all(game, record.actions[begin : min(end, stop)])
        except WhistlestopError as error:
            good = len(game.actions)
            seat, text = record.actions[good]
            raise RecordError(
                f"record: action {good + 1}, seat {seat}, {short(text)}: {error}", good
            ) from None
        if end <= stop and game.checksums[check : check + 1] != list(record.checksums[check : check + 1]):
            raise RecordError(f"record: the checksum after action {end} does not match", begin)
    if to is None and len(record.checksums) != len(game.checksums):
        raise RecordError(f"record: {len(record.checksums)} checksums for {stop} actions", stop)
    if to is None and record.outcome is not None and record.outcome != game.outcome():
        raise RecordError("record: the outcome differs from the result of the actions", stop)
    if to is None and record.result:
        outcome = game.outcome()
        if outcome is None or not follows(record.result, [player["rank"] for player in outcome["players"]]):
            raise RecordError("record: the result does not follow from the outcome", stop)
    return game


def summarize(game: Game) -> Summary | None:
    """Summarize the game turn by turn, hidden cards included; None while it is in progress."""
    if not game.over:
        return None
    kind = kind_of(game.ruleset)
    return kind.told.summaries.summary(game.ruleset, _states(game), game.dealt)


def _states(game: Game) -> Iterator[npt.NDArray[Any]]:
    """Yield the true state at the start and after every action, as separate arrays."""
    again = game.beginning()
    yield again.copy().states
    for seat, text in game.actions:
        again.play(text, seat)
        yield unpacked(game.ruleset, again.states.tobytes())
