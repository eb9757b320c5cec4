"""Whistlestop: the rules of the Ticket to Ride family as an engine, with bots, environments and a server.

These are the public names; docs/ARCHITECTURE.md describes the parts.
"""

from importlib import metadata as _metadata

from .bots.match import Result, play_match
from .errors import (
    BotError,
    IllegalAction,
    NotationError,
    OptionError,
    PositionError,
    RecordError,
    RulesetError,
    StaleAction,
    UnknownBot,
    WhistlestopError,
)
from .format import Ruleset
from .game import Game
from .observation import Events, Observation
from .packing import pack, unpack
from .record import GameRecord
from .replaying import replay
from .rulesets import load_ruleset, ruleset_ids

try:
    __version__ = _metadata.version("whistlestop")
except _metadata.PackageNotFoundError:  # the sources are on the path, but the package is not installed
    __version__ = "unknown"

__all__ = [
    "BotError",
    "Events",
    "Game",
    "GameRecord",
    "IllegalAction",
    "NotationError",
    "Observation",
    "OptionError",
    "PositionError",
    "RecordError",
    "Result",
    "Ruleset",
    "RulesetError",
    "StaleAction",
    "UnknownBot",
    "WhistlestopError",
    "load_ruleset",
    "pack",
    "play_match",
    "replay",
    "ruleset_ids",
    "unpack",
]
