"""What a simulation plays: line-ups of bots, every one of which plays the same deals, and blocks of games."""

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
"""Into so many blocks the games are divided, unless a block would have more than MOST games."""
MOST = 500


@dataclass(frozen=True)
class Lineup:
    """Who plays together."""

    players: int
    bots: tuple[str, ...]
    """Specs of bots, for each process makes its own; fewer bots than players share the seats by turns."""

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
    """Some games of a line-up, one after the other: what is played and kept as one."""

    number: int
    lineup: int
    games: range


@dataclass(frozen=True)
class Plan:
    """Games to play. Raises what `Lineup.check` raises, and OptionError for numbers that are none."""

    ruleset: Ruleset
    lineups: tuple[Lineup, ...]
    games: int
    """Of each line-up."""
    seed: int = 0
    moves: bool = False
    """Whether the moves are wanted."""
    records: bool = False
    """Whether the records are wanted."""
    block: int | None = None
    """Games of a block, made up to whole deals; None: as many as the number of games makes sensible."""

    def __post_init__(self) -> None:
        if self.games < 1 or (self.block is not None and self.block < 1) or self.seed < 0:
            raise OptionError("games and block are numbers from 1 on, a seed is one from 0 on")
        if not self.lineups:
            raise OptionError("there is no line-up")
        for lineup in self.lineups:
            lineup.check(self.ruleset)
        if self.block is None:
            size = self.games * len(self.lineups) // BLOCKS
            object.__setattr__(self, "block", max(1, min(MOST, size)))

    @cached_property
    def bots(self) -> tuple[str, ...]:
        """All bots, each of them once."""
        return tuple(dict.fromkeys(bot for lineup in self.lineups for bot in lineup.bots))

    @cached_property
    def files(self) -> dict[str, str]:
        """SHA-256 of the files and modules that bots of one's own were loaded from, by their names in the specs."""
        return checksums(self.bots)

    @cached_property
    def blocks(self) -> list[Block]:
        """All games. They do not depend on the number of processes."""
        parts = []
        for number, lineup in enumerate(self.lineups):
            size = -(-(self.block or 1) // lineup.players) * lineup.players
            parts += [
                (number, range(first, min(first + size, self.games))) for first in range(0, self.games, size)
            ]
        return [Block(number, *part) for number, part in enumerate(parts)]


def round_robin(bots: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """All against all: every choice of as many bots as there are seats, or all of them if they are fewer.

    Raises OptionError for fewer than two bots, and if one is named twice.
    """
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise OptionError("at least two bots are needed, each of them once")
    return tuple(Lineup(players, chosen) for chosen in combinations(bots, min(players, len(bots))))


class _Lineup(msgspec.Struct, forbid_unknown_fields=True):
    bots: list[str]
    players: int | None = None


class _Lineups(msgspec.Struct, forbid_unknown_fields=True):
    lineup: list[_Lineup]


def read_lineups(path: Path) -> tuple[Lineup, ...]:
    """The line-ups of a TOML file: tables `[[lineup]]` with `bots` and, if they share the seats, `players`.

    Raises OptionError for a file that says something else, and OSError.
    """
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _Lineups)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise OptionError(f"{path}: {error}") from None
    return tuple(Lineup(one.players or len(one.bots), tuple(one.bots)) for one in found.lineup)
