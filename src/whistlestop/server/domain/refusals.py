"""Reasons for refusing a request or command: one class, a short code, and a message that all users may read.

A message is a fixed sentence or comes from `whistlestop.errors`, whose messages never reveal hidden information. It
never echoes a player's input.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from whistlestop.errors import WhistlestopError

STATUS = {
    "drawing": 202,
    "bad_request": 400,
    "illegal_action": 409,
    "notation": 400,
    "stale": 409,
    "not_your_turn": 409,
    "your_turn": 409,
    "live_game": 409,
    "not_seated": 403,
    "bot_plays": 409,
    "not_owner": 403,
    "removed": 403,
    "cancelled": 410,
    "color_taken": 409,
    "quick_table": 409,
    "too_soon": 409,
    "signed_out": 401,
    "not_absent": 409,
    "stays_away": 409,
    "host": 421,
    "csrf": 403,
    "origin": 403,
    "watch_only": 403,
    "token": 401,
    "scope": 403,
    "already_answered": 409,
    "not_offered": 409,
    "program_played": 409,
    "not_found": 404,
    "unreadable": 410,
    "table_full": 409,
    "already_started": 409,
    "not_started": 409,
    "game_over": 409,
    "not_over": 409,
    "read_only": 403,
    "banned": 403,
    "muted": 403,
    "newcomer": 403,
    "not_moderator": 403,
    "no_such_user": 404,
    "several_users": 409,
    "chat_off": 403,
    "hints_off": 403,
    "closed": 410,
    "no_invitation": 404,
    "bad_record": 422,
    "bad_board": 422,
    "boards_off": 403,
    "balance_off": 403,
    "print_off": 403,
    "not_played": 403,
    "too_many": 409,
    "rate_limited": 429,
    "overloaded": 503,
    "unavailable": 503,
    "internal": 500,
    "no_mail": 409,
    "mail_failed": 503,
    "name_reserved": 400,
    "name_taken": 409,
    "password_length": 400,
    "password_common": 400,
    "credentials": 403,
    "second_factor": 403,
    "code": 403,
    "no_second_factor": 403,
    "last_factor": 409,
    "no_account": 403,
    "prove": 403,
    "passkey": 400,
    "provider": 403,
    "provider_taken": 409,
    "new_account": 409,
    "link": 410,
    "email_taken": 409,
    "last_key": 409,
    "bad_address": 400,
    "not_delivered": 409,
    "hidden": 404,
    "blocked": 409,
    "not_accepted": 403,
    "not_friend": 403,
    "not_member": 403,
    "owner_stays": 409,
    "clubs_off": 403,
    "not_editor": 403,
    "studies_off": 403,
    "on_vacation": 409,
    "not_on_vacation": 409,
    "no_days_left": 409,
    "time_short": 409,
    "no_clock": 409,
    "paused": 409,
    "not_paused": 409,
    "in_tournament": 409,
}


class Refusal(Exception):
    """A typed refusal. Nothing has changed. `wait`: seconds until a retry can succeed, if waiting helps.

    `users`: ids of users to choose from.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        wait: int = 1,
        users: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.wait = wait
        self.users = list(users)
        self.status = STATUS[code] if status is None else status

    @property
    def passing(self) -> bool:
        """Return whether the same request may succeed later without changes."""
        return self.status in {429, 503}


class Conflict(Exception):
    """Another writer was first: the log already has this action, or the row has changed."""


@contextmanager
def refusing_stale() -> Iterator[None]:
    """Refuse a change that conflicts with another writer's, instead of raising Conflict."""
    try:
        yield
    except Conflict:
        raise Refusal("stale", "Something else changed first. Try again.") from None


def refusal_of(error: WhistlestopError) -> Refusal:
    """Convert an error for an illegal or unreadable action to a refusal."""
    return Refusal(error.code if error.code == "notation" else "illegal_action", str(error))
