"""The errors that Whistlestop raises. All derive from `WhistlestopError`.

A message says what is wrong and where. It contains only what its receiver may know. `code` is a slug for programs.
"""

from __future__ import annotations

from collections.abc import Sequence


def short(text: str, most: int = 60) -> str:
    """Quote a text, shortened so that input from others cannot flood a message."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")


class WhistlestopError(Exception):
    """Base of all errors of this package."""

    code = "error"


class IllegalAction(WhistlestopError):
    """The action is understood but not legal now; nothing has changed (COM-4)."""

    code = "illegal_action"


class NotationError(WhistlestopError):
    """The text is not an action of this ruleset."""

    code = "notation"


class RulesetError(WhistlestopError):
    """A ruleset or board is invalid, unknown, or does not fit the engine.

    `problems` lists all errors, each with its file and line.
    """

    code = "ruleset"

    def __init__(self, message: str, problems: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems or (message,)

    @classmethod
    def of(cls, problems: Sequence[str]) -> RulesetError:
        """Make the error of one or several problems; its message is the first."""
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
    """A setting has an invalid value."""

    code = "option"


class StaleAction(WhistlestopError):
    """A command was made for another version of the game than the current one."""

    code = "stale"

    def __init__(self, message: str, version: int = 0) -> None:
        super().__init__(message)
        self.version = version


class UnknownBot(WhistlestopError):
    """The bot does not exist, or does not have such an option."""

    code = "unknown_bot"


class UnsuitableBot(UnknownBot):
    """The bot does not play this game."""

    code = "unsuitable_bot"


class ResumeError(WhistlestopError):
    """A file does not belong to the run that should continue."""

    code = "resume"


class ClusterError(WhistlestopError):
    """A cluster is unreachable, or its installed packages do not match."""

    code = "cluster"


class DeploymentError(WhistlestopError):
    """The files for hosting cannot be written."""

    code = "deployment"


class StatisticsError(WhistlestopError):
    """A folder contains no simulated games."""

    code = "statistics"


class BotError(WhistlestopError):
    """A bot failed: it could not be created, raised an exception, or chose an illegal action.

    `bot` is its spec; `game` is the number of the game and `seat` its seat, if it was playing.
    """

    code = "bot"

    def __init__(
        self, message: str, bot: str | None = None, game: int | None = None, seat: int | None = None
    ) -> None:
        super().__init__(message)
        self.bot = bot
        self.game = game
        self.seat = seat
