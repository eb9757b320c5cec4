"""A whole state as plain data, by names: to set up puzzles and tests, and to look inside (docs/notation.md).

`write_position` prints everything. `read_position` lets most of it be left out, and checks that everything adds up:
cards and tickets that are named nowhere go to the first pile that is left out itself. `shape`, `write` and `read`
have what all games have, `network` and `yard` what one machine has.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy.typing as npt

from whistlestop.errors import PositionError
from whistlestop.rulesets import Ruleset, builtin_ruleset, ruleset_from_data

from .network import NetworkReader, write_network
from .read import Reader
from .shape import FORMAT, Heading
from .yard import YardReader, write_yard

__all__ = ["FORMAT", "read_position", "write_position"]

_READERS: dict[str, type[Reader[Any]]] = {"network": NetworkReader, "yard": YardReader}
_WRITERS = {"network": write_network, "yard": write_yard}


def write_position(ruleset: Ruleset, states: npt.NDArray[Any]) -> dict[str, Any]:
    """The position of a one-element STATE array, in full."""
    return _WRITERS[ruleset.kind](ruleset, states[0])


def read_position(plain: dict[str, Any]) -> tuple[Ruleset, npt.NDArray[Any]]:
    """The ruleset and a one-element STATE array; raises PositionError or RulesetError saying what does not fit.

    A ruleset that does not come with the package has to be in the position itself, as its board.
    """
    try:
        heading = msgspec.convert(plain, Heading)
        if (heading.ruleset is None) == (heading.board is None):
            raise PositionError("position: give either ruleset or board")
        if heading.ruleset is not None:
            ruleset = builtin_ruleset(heading.ruleset)
        else:
            ruleset = ruleset_from_data(heading.board or {})
        reader = _READERS[ruleset.kind]
        return ruleset, reader(ruleset, msgspec.convert(plain, reader.shape)).read()
    except msgspec.ValidationError as error:
        raise PositionError(f"position: {error}") from None
