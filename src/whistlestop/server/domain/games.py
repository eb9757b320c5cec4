"""Games at tables: stored as a header and a log of action texts, rebuilt by replay. Also the checks of actions."""

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
from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from whistlestop import Game, Ruleset
    from whistlestop.endings import SeatEnd
    from whistlestop.server.domain.tables import LoggedAction, TableRow
    from whistlestop.text.view import Held


class SeatScore(msgspec.Struct, frozen=True):
    """The result of one seat under the rules, regardless of who played it.

    `detail` is JSON: numbers by name. So is `held`: the routes and tickets of `whistlestop.text.view.Held`.
    """

    seat: int
    score: int
    rank: int
    detail: str
    held: str


def new_game(ruleset: Ruleset, seed: str, nonces: Sequence[str | None]) -> Game:
    """Return a new game from a secret seed and the nonces of its seats."""
    return ws.Game.new(ruleset, players=len(nonces), seed=deal_key(bytes.fromhex(seed), nonces))


def shuffle_of(row: TableRow) -> Shuffle | None:
    """Return the opened commitment of a table's shuffle, published after the game; None if there was none."""
    if row.seed is None:
        return None
    nonces = tuple(seat.nonce for seat in row.seats)
    return Shuffle(
        commitment(bytes.fromhex(row.seed)), row.seed, nonces, tuple(seat.bot for seat in row.seats)
    )


def header_of(game: Game) -> str:
    """Return the stored header of a new game: its record without actions. The header contains the seed."""
    return game.record().to_json()


def load_game(
    header: str,
    log: Iterable[LoggedAction],
    follow: Callable[[Game, LoggedAction | None], None] | None = None,
) -> Game:
    """Return the game of a header and a log. Calls `follow` at the start (with None) and after every action."""
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


def check_player(row: TableRow, seat: int, bot: str | None) -> None:
    """Refuse an action from a user or bot that does not play the seat. `bot` None: the seat's own player."""
    plays = row.seats[seat].bot
    if plays == bot:
        return
    if bot is not None:
        raise Refusal("stale", "Another player has this seat now.")
    raise Refusal("bot_plays", "A bot plays for you. Take your seat back first.")


def check_due(row: TableRow, game: Game, seat: int, version: int) -> None:
    """Refuse an action that is too late, too early, or for another seat's turn."""
    if game.over or row.state == "over":
        raise Refusal("game_over", "The game is over.")
    due = seat in game.to_act
    # Simultaneous choices of other players do not make a choice stale.
    oldest = game.due_since if due else game.version
    if not oldest <= version <= game.version:
        raise Refusal("stale", "The game has moved on since this was chosen.")
    if not due:
        raise Refusal("not_your_turn", "It is not your turn.")


def turns_begun(game: Game) -> dict[int, int]:
    """Return the version at which the turn of each seat to act began, regardless of its actions since then."""
    to_act = game.to_act
    if len(to_act) > 1 or (to_act and game.due_since < game.version):
        # All players choose at the same time, and these seats have not yet chosen.
        return dict.fromkeys(to_act, game.due_since)
    begun = {}
    for seat in to_act:
        own = 0
        while own < len(game.actions) and game.actions[-1 - own][0] == seat:
            own += 1
        begun[seat] = game.version - own
    return begun


def due_since(game: Game, seat: int) -> int | None:
    """Return the version at which a seat's turn began; None if it has no decision to make."""
    return turns_begun(game).get(seat)


def played(game: Game, seat: int, action: str | int) -> Game:
    """Return the game after an action, given as text or as the engine's number. Raises the errors of `Game.play`."""
    after = game.copy()
    if isinstance(action, str):
        after.play(action, seat)
    else:
        after.play_id(action, seat)
    return after


def scores_of(game: Game) -> tuple[SeatScore, ...]:
    """Return the result of each seat of a finished game; empty for an unfinished one."""
    seen = game.observe(None)
    outcome = seen.outcome()
    if outcome is None:
        return ()
    players: list[dict[str, object]] = msgspec.to_builtins(outcome)["players"]
    return tuple(
        _score(one, kind_of(game.ruleset).results.held(seen, seat)) for seat, one in enumerate(players)
    )


def ends_of(game: Game, row: TableRow) -> tuple[SeatEnd, ...]:
    """Return how each seat of a finished table ended (RUL-84)."""
    outcome = None if row.abandoned else game.outcome()
    ranks = None if outcome is None else [player["rank"] for player in outcome["players"]]
    return seat_ends(ranks, [seat.bot for seat in row.seats], [seat.away for seat in row.seats])


def record_of(game: Game, row: TableRow) -> GameRecord:
    """Return the record of a finished game, with its shuffle, and with its result if a player left."""
    return replace(game.record(), shuffle=shuffle_of(row), result=result_of(game, row))


def result_of(game: Game, row: TableRow) -> tuple[SeatEnd, ...]:
    """Return a record's data about how seats ended: empty if all players stayed, since the outcome is then complete."""
    ends = ends_of(game, row)
    return ends if any(end.ending != "played" for end in ends) else ()


def _score(player: dict[str, object], had: Held) -> SeatScore:
    numbers = {name: value for name, value in player.items() if isinstance(value, int)}
    seat, rank, score = (numbers.pop(name) for name in ("seat", "rank", "score"))
    detail, things = (msgspec.json.encode(one).decode() for one in (numbers, had))
    return SeatScore(seat, score, rank, detail, things)
