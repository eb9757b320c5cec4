"""Moves ahead: a player's plan for the next turn, with conditions, made while others play.

At every decision of that turn, the first alternative is played whose action is legal and whose conditions hold. A plan
is thus never carried out in a position that it does not describe: if nothing fits, the player decides.

Other players must not notice. A move ahead is played after a random time, as if the player had just seen the turn.
Otherwise opponents could recognize it, and test with their own moves which conditions it has. At such tables, nobody
sees whether a player is online either. If the clock waits for players to look, a move ahead is preceded by a look, also
at a random time.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from whistlestop.server.domain.pace import is_slow

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from whistlestop.observation import Observation
    from whistlestop.server.domain.tables import TableRow

MOST = 8
"""Maximum number of alternatives in a plan."""
LEAST_SHARE = 0.05
"""The shortest pause before the first action, as a share of the longest."""
NEXT_SHARE = 0.04
"""The longest pause between two actions of a turn, as a share of the longest before the first."""
OF_TIME = 0.1
"""The largest share of the player's remaining time that a pause takes."""


class Alternative(Struct, frozen=True, forbid_unknown_fields=True):
    """An action, and the conditions (docs/notation.md) under which it is played. All must hold."""

    action: Annotated[str, Meta(min_length=1, max_length=200)]
    conditions: Annotated[list[Annotated[str, Meta(min_length=1, max_length=120)]], Meta(max_length=4)] = []


class Plan(Struct, frozen=True):
    """The moves ahead of a seat. `made`: the version of the game at which its user made them.

    `id` is a secret from which the pauses are computed, so that every process waits for the same time.
    """

    id: str
    game: str
    seat: int
    user: str
    made: int
    alternatives: list[Alternative]

    @property
    def mark(self) -> str:
        """Return the prefix of the ids of its commands."""
        return f"ahead.{self.id}."

    def command(self, version: int) -> str:
        """Return the id of the command that plays the plan's action at a version of the game."""
        return f"{self.mark}{version}"

    def played(self, commands: Mapping[str, int]) -> set[int]:
        """Return the versions that resulted from the plan. commands: those of its seat, with the resulting versions."""
        return {version for command, version in commands.items() if command.startswith(self.mark)}

    def stands(self, own: Sequence[int], played: Collection[int], begun: int | None) -> bool:
        """Return whether the plan is still to be carried out.

        own: the versions since `made` that resulted from actions of its seat. played: those that resulted from the
        plan. begun: the version at which the current turn of the seat began, None if it is not the seat's turn.
        """
        if any(version not in played for version in own):
            return False  # the player or a bot has played the turn
        return not own or (begun is not None and min(own) > begun)

    def pause(self, version: int, longest: float, left: float, *, first: bool) -> float:
        """Return the seconds from the start of a decision to its move.

        longest: the longest pause before the first action of a turn. left: the seconds that the player has left at that
        time.
        """
        least, most = (LEAST_SHARE, 1.0) if first else (0.0, NEXT_SHARE)
        share = least + self._chance(version, 0) * (most - least)
        return min(share * longest, OF_TIME * left)

    def glance(self, version: int, longest: float, pause: float) -> float:
        """Return the seconds from the start of a turn to the player's look that precedes a move after `pause`."""
        least = min(LEAST_SHARE * longest, pause)
        return least + self._chance(version, 1) * (pause - least)

    def _chance(self, version: int, number: int) -> float:
        """Return a secret number from 0 to 1 for a version of the game."""
        digest = hashlib.sha256(f"{self.id}:{version}".encode()).digest()
        return int.from_bytes(digest[6 * number :][:6], "big") / 2**48


def chosen(observation: Observation, alternatives: Sequence[Alternative]) -> str | None:
    """Return the action of the first alternative that fits a seat's knowledge; None if none fits."""
    for one in alternatives:
        if observation.allows(one.action) and all(map(observation.holds, one.conditions)):
            return one.action
    return None


def moves_ahead(row: TableRow) -> bool:
    """Return whether players can move ahead at a table, which is the case if its game is played over days."""
    return row.clock is not None and is_slow(row.clock)


def hides_presence(row: TableRow) -> bool:
    """Return whether the table hides which players are online."""
    return row.state == "playing" and moves_ahead(row)
