"""Actions as text: the language of records, the wire, the documentation and the tests (docs/notation.md).

A text parses to an action of a ruleset and an action prints to one text. Integer codes are never stored or sent.
`common` has what all games have, `network` and `yard` the words of one machine each.
"""

from __future__ import annotations

from functools import lru_cache

from whistlestop.rulesets import Ruleset

from .common import Notation
from .network import NetworkNotation
from .payment import parse_payment, payment_text
from .yard import YardNotation

__all__ = ["Notation", "of", "parse_payment", "payment_text"]

_NOTATIONS: dict[str, type[Notation]] = {"network": NetworkNotation, "yard": YardNotation}


@lru_cache(maxsize=32)
def of(ruleset: Ruleset) -> Notation:
    """The notation of a ruleset."""
    return _NOTATIONS[ruleset.kind](ruleset)
