"""Games as the service keeps them: a header stored once, and a log of action texts. Built by replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

import whistlestop as ws
from whistlestop.endings import seat_ends
from whistlestop.fairness import Shuffle, commitment, deal_key
from whistlestop.kinds import kind_of
from whistlestop.record import GameRecord
from whistlestop.replaying import play_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from whistlestop import Game, Ruleset
    from whistlestop.endings import SeatEnd
    from whistlestop.server.domain.tables import LoggedAction, TableRow
    from whistlestop.text.view import Held


class SeatScore(msgspec.Struct, frozen=True):
    """What the rules say of one seat, whoever played it.

    `detail` is JSON: numbers by name; `held` as well: the routes and tickets of `whistlestop.text.view.Held`.
    """

    seat: int
    score: int
    rank: int
    detail: str
    held: str


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


def scores_of(game: Game) -> tuple[SeatScore, ...]:
    """What the rules say of each seat of a game that is over; nothing for one that is not."""
    seen = game.observe(None)
    outcome = seen.outcome()
    if outcome is None:
        return ()
    players: list[dict[str, object]] = msgspec.to_builtins(outcome)["players"]
    return tuple(
        _score(one, kind_of(game.ruleset).results.held(seen, seat)) for seat, one in enumerate(players)
    )


def ends_of(game: Game, row: TableRow) -> tuple[SeatEnd, ...]:
    """How each seat of a table ended that is over (RUL-84)."""
    outcome = None if row.abandoned else game.outcome()
    ranks = None if outcome is None else [player["rank"] for player in outcome["players"]]
    return seat_ends(ranks, [seat.bot for seat in row.seats], [seat.away for seat in row.seats])


def record_of(game: Game, row: TableRow) -> GameRecord:
    """The record of a table's game that is over, with its shuffle, and with its result where somebody has left."""
    return replace(game.record(), shuffle=shuffle_of(row), result=result_of(game, row))


def result_of(game: Game, row: TableRow) -> tuple[SeatEnd, ...]:
    """What a record tells of how seats ended: nothing where everybody stayed, as the outcome says it all then."""
    ends = ends_of(game, row)
    return ends if any(end.ending != "played" for end in ends) else ()


def _score(player: dict[str, object], had: Held) -> SeatScore:
    numbers = {name: value for name, value in player.items() if isinstance(value, int)}
    seat, rank, score = (numbers.pop(name) for name in ("seat", "rank", "score"))
    detail, things = (msgspec.json.encode(one).decode() for one in (numbers, had))
    return SeatScore(seat, score, rank, detail, things)
