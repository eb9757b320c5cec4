"""Playing an action at a table: who may play what and when, and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlestop.server.domain.refusals import Refusal

if TYPE_CHECKING:
    from whistlestop import Game
    from whistlestop.server.domain.tables import TableRow


def check_player(row: TableRow, seat: int, bot: str | None) -> None:
    """Refuse an action chosen by a player who does not play the seat. `bot` None: the seat's own player."""
    plays = row.seats[seat].bot
    if plays == bot:
        return
    if bot is not None:
        raise Refusal("stale", "Another player has this seat now.")
    raise Refusal("bot_plays", "A bot plays for you. Take your seat back first.")


def check_due(row: TableRow, game: Game, seat: int, version: int) -> None:
    """Refuse an action that is too late, too early, or on another seat's turn."""
    if game.over or row.state == "over":
        raise Refusal("game_over", "The game is over.")
    due = seat in game.to_act
    # Other players' simultaneous choices do not make a choice stale.
    oldest = game.due_since if due else game.version
    if not oldest <= version <= game.version:
        raise Refusal("stale", "The game has moved on since this was chosen.")
    if not due:
        raise Refusal("not_your_turn", "It is not your turn.")


def played(game: Game, seat: int, action: str | int) -> Game:
    """Return the game one action later, given as text or as the engine's number. Raises what `Game.play` raises."""
    after = game.copy()
    if isinstance(action, str):
        after.play(action, seat)
    else:
        after.play_id(action, seat)
    return after
