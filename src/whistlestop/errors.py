"""The errors that Whistlestop raises. All derive from `WhistlestopError`.

A message says what is wrong and where, in words for people. It is made only from what whoever gets it may know.
`code` is a slug for programs.
"""

from __future__ import annotations

from collections.abc import Sequence


def short(text: str, most: int = 60) -> str:
    """A text in quotes, cut if it is long: what others have written must not fill a message."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")


class WhistlestopError(Exception):
    """Base of all errors of this package."""

    code = "error"


class IllegalAction(WhistlestopError):
    """The action is understood but not legal now; nothing has changed (COM-4)."""

    code = "illegal_action"


class NotationError(WhistlestopError):
    """A text is not an action of this ruleset."""

    code = "notation"


class RulesetError(WhistlestopError):
    """A ruleset or board is broken, unknown, or does not fit the engine.

    `problems` lists everything that was found, each with the place it was found at.
    """

    code = "ruleset"

    def __init__(self, message: str, problems: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems or (message,)

    @classmethod
    def of(cls, problems: Sequence[str]) -> RulesetError:
        """The error of one problem or several: its message is the first of them."""
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        return cls(problems[0] + more, tuple(problems))


class PositionError(WhistlestopError):
    """A position is malformed, or its cards, tickets or trains do not add up."""

    code = "position"


class RecordError(WhistlestopError):
    """A record is malformed or does not replay.

    `good` is the number of actions before the fault; they form a record that replays.
    """

    code = "record"

    def __init__(self, message: str, good: int = 0) -> None:
        super().__init__(message)
        self.good = good


class OptionError(WhistlestopError, ValueError):
    """A setting has a value that it cannot have."""

    code = "option"


class StaleAction(WhistlestopError):
    """A command was made for another version of the game than the current one."""

    code = "stale"

    def __init__(self, message: str, version: int = 0) -> None:
        super().__init__(message)
        self.version = version


class UnknownBot(WhistlestopError):
    """There is no bot of that name, or it has no such option."""

    code = "unknown_bot"


class UnsuitableBot(UnknownBot):
    """There is such a bot, but it does not play this game."""

    code = "unsuitable_bot"


class ResumeError(WhistlestopError):
    """A file does not belong to the run that was to go on from it."""

    code = "resume"


class ClusterError(WhistlestopError):
    """A cluster cannot be reached, or what it has installed does not fit."""

    code = "cluster"


class DeploymentError(WhistlestopError):
    """The files for hosting cannot be written."""

    code = "deployment"


class StatisticsError(WhistlestopError):
    """A folder has no games that statistics could be made of."""

    code = "statistics"


class BotError(WhistlestopError):
    """A bot failed: it cannot be made, it raised an exception, or it chose what is not legal.

    `bot` is its spec, `game` the number of the game and `seat` its seat there, where it was playing one.
    """

    code = "bot"

    def __init__(
        self, message: str, bot: str | None = None, game: int | None = None, seat: int | None = None
    ) -> None:
        super().__init__(message)
        self.bot = bot
        self.game = game
        self.seat = seat
