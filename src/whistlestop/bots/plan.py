"""Plans of simulations: line-ups of bots, all of which play the same deals, and blocks of games."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import msgspec

from whistlestop.errors import OptionError, RulesetError
from whistlestop.format import Ruleset

from .registry import check, checksums

__all__ = ["Block", "Lineup", "Plan", "read_lineups", "round_robin"]

BLOCKS = 64
"""Number of blocks, unless a block would have more than MOST games."""
MOST = 500


@dataclass(frozen=True)
class Lineup:
    """Bots that play together."""

    players: int
    bots: tuple[str, ...]
    """Specs of bots. Fewer bots than players take the seats in turn."""

    def check(self, ruleset: Ruleset) -> None:
        """Raise RulesetError, OptionError, UnknownBot or UnsuitableBot if they cannot play this game."""
        least, most = ruleset.min_players, ruleset.max_players
        if not least <= self.players <= most:
            raise RulesetError(f"{ruleset.name} is for {least} to {most} players, not {self.players} (COM-1)")
        if not 1 <= len(self.bots) <= self.players:
            raise OptionError(f"{len(self.bots)} bots for {self.players} players")
        for bot in self.bots:
            check(bot, ruleset)


class Block(NamedTuple):
    """Consecutive games of a line-up, which are played and stored together."""

    number: int
    lineup: int
    games: range


@dataclass(frozen=True)
class Plan:
    """Games to play. Raises the errors of `Lineup.check`, and OptionError for invalid numbers."""

    ruleset: Ruleset
    lineups: tuple[Lineup, ...]
    games: int
    """Games of each line-up."""
    seed: int = 0
    moves: bool = False
    """Whether to keep moves."""
    records: bool = False
    """Whether to keep records."""
    block: int | None = None
    """Games of a block, rounded up to whole deals; None: chosen by the number of games."""

    def __post_init__(self) -> None:
        if self.games < 1 or (self.block is not None and self.block < 1) or self.seed < 0:
            raise OptionError("games and block must be at least 1, seed at least 0")
        if not self.lineups:
            raise OptionError("no line-up: name at least one")
        for lineup in self.lineups:
            lineup.check(self.ruleset)
        if self.block is None:
            size = self.games * len(self.lineups) // BLOCKS
            object.__setattr__(self, "block", max(1, min(MOST, size)))

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """All bots, each once."""
        return tuple(dict.fromkeys(bot for lineup in self.lineups for bot in lineup.bots))

    @cached_property
    def files(self) -> dict[str, str]:
        """SHA-256 of the files and modules of your own bots, by their names in specs."""
        return checksums(self.bots)

    @cached_property
    def blocks(self) -> list[Block]:
        """All blocks, which do not depend on the number of processes."""
        parts = []
        for number, lineup in enumerate(self.lineups):
            size = -(-(self.block or 1) // lineup.players) * lineup.players
            parts += [
                (number, range(first, min(first + size, self.games))) for first in range(0, self.games, size)
            ]
        return [Block(number, *part) for number, part in enumerate(parts)]


def round_robin(bots: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """Return the line-ups of a round robin: every combination for the number of seats, or one if there are fewer bots.

    Raises OptionError for fewer than two bots or a repeated one.
    """
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise OptionError("an arena needs at least two bots, each named once")
    return tuple(Lineup(players, chosen) for chosen in combinations(bots, min(players, len(bots))))


class _Lineup(msgspec.Struct, forbid_unknown_fields=True):
    bots: list[str]
    players: int | None = None


class _Lineups(msgspec.Struct, forbid_unknown_fields=True):
    lineup: list[_Lineup]


def read_lineups(path: Path) -> tuple[Lineup, ...]:
    """Read the line-ups of a TOML file: tables `[[lineup]]` with `bots` and, if there are more seats, `players`.

    Raises OptionError for other contents, and OSError.
    """
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _Lineups)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise OptionError(f"{path}: {error}") from None
    return tuple(Lineup(one.players or len(one.bots), tuple(one.bots)) for one in found.lineup)
