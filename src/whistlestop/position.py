"""A whole state as plain data, by names: to set up puzzles and tests, and to look inside (docs/notation.md).

`write_position` prints everything. `read_position` lets most of it be left out, and checks that everything adds up:
cards and tickets that are named nowhere go to the first pile that is left out itself. `text.position` has what all
games have; the rest is in the package of each kind of game.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy.typing as npt

from .errors import PositionError
from .format import Ruleset
from .rulesets import board_of, is_present, named_ruleset, released_ruleset, ruleset_from_data
from .text.position.shape import FORMAT, Heading

__all__ = ["FORMAT", "read_position", "write_position"]


def write_position(ruleset: Ruleset, states: npt.NDArray[Any]) -> dict[str, Any]:
    """The position of a one-element STATE array, in full."""
    board = board_of(ruleset)
    plain = ruleset.kind.write_position(ruleset, states[0], board)
    if board is None and not is_present(ruleset):
        plain["ruleset_version"] = ruleset.version
    return plain


def read_position(plain: dict[str, Any]) -> tuple[Ruleset, npt.NDArray[Any]]:
    """The ruleset and a one-element STATE array; raises PositionError or RulesetError saying what does not fit.

    A ruleset that neither comes with the package nor was added has to be in the position itself, as its board.
    """
    try:
        heading = msgspec.convert(plain, Heading)
        if (heading.ruleset is None) == (heading.board is None):
            raise PositionError("position: give either ruleset or board")
        if heading.ruleset is not None:
            version = heading.ruleset_version
            name = heading.ruleset
            ruleset = named_ruleset(name) if version is None else released_ruleset(name, version)
        else:
            ruleset = ruleset_from_data(heading.board or {})
        reader = ruleset.kind.reader
        return ruleset, reader(ruleset, msgspec.convert(plain, reader.shape)).read()
    except msgspec.ValidationError as error:
        raise PositionError(f"position: {error}") from None
