"""Games as the service keeps them: a header stored once, and a log of action texts. Built by replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

import whistlestop as ws
from whistlestop.fairness import Shuffle, commitment, deal_key
from whistlestop.record import GameRecord
from whistlestop.replaying import play_all
from whistlestop.server.store.results import SeatResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from whistlestop import Game, Ruleset
    from whistlestop.server.store.rows import LoggedAction, Seat, TableRow
    from whistlestop.text.view import Held


def new_game(ruleset: Ruleset, seed: str, nonces: Sequence[str | None]) -> Game:
    """A new game from a seed that nobody has seen and the nonces of its seats."""
    return ws.Game.new(ruleset, players=len(nonces), seed=deal_key(bytes.fromhex(seed), nonces))


def shuffle_of(row: TableRow) -> Shuffle | None:
    """What came of the promise of a table, for when its game is over; None if it made none."""
    if row.seed is None:
        return None
    nonces = tuple(seat.nonce for seat in row.seats)
    return Shuffle(
        commitment(bytes.fromhex(row.seed)), row.seed, nonces, tuple(seat.bot for seat in row.seats)
    )


def header_of(game: Game) -> str:
    """What has to be kept of a new game: its record, which has no actions yet. It holds the seed."""
    return game.record().to_json()


def load_game(
    header: str,
    log: Iterable[LoggedAction],
    follow: Callable[[Game, LoggedAction | None], None] | None = None,
) -> Game:
    """The game of a header and a log. `follow`, if any, is called at the beginning (None) and after every action."""
    record = GameRecord.from_json(header)
    game = ws.replay(record)
    if follow is None:
        play_all(game, [(line.seat, line.action) for line in log])
        return game
    follow(game, None)
    for line in log:
        game.play(line.action, line.seat)
        follow(game, line)
    return game


def results_of(game: Game, seats: Sequence[Seat]) -> tuple[SeatResult, ...]:
    """How a game that is over ended for each seat; nothing for one that is not."""
    seen = game.observe(None)
    outcome = seen.outcome()
    if outcome is None:
        return ()
    players: list[dict[str, object]] = msgspec.to_builtins(outcome)["players"]
    return tuple(
        _result(one, seats, outcome.winners, game.ruleset.kind.held(seen, seat))
        for seat, one in enumerate(players)
    )


def _result(
    player: dict[str, object], seats: Sequence[Seat], winners: Sequence[int], had: Held
) -> SeatResult:
    numbers = {name: value for name, value in player.items() if isinstance(value, int)}
    seat, rank, score = (numbers.pop(name) for name in ("seat", "rank", "score"))
    who = seats[seat]
    detail, things = (msgspec.json.encode(one).decode() for one in (numbers, had))
    return SeatResult(seat, who.user, who.bot, score, rank, seat in winners, detail, things)
