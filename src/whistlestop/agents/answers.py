"""Actions in the answers of language models."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["HELP", "asks", "chosen"]

HELP = "Answer `actions` to read all legal actions with all payments."

_WORD = re.compile(r"[a-z][^\s`'\"*]*(?:\*\d[^\s`'\"]*)*")


def chosen(answer: str, legal: Collection[str]) -> str | None:
    """Return the last legal action in an answer; None if there is none."""
    known = set(legal)
    words = [word.rstrip(".,;)]") for word in _WORD.findall(answer)]
    return next((word for word in reversed(words) if word in known), None)


def asks(answer: str) -> bool:
    """Return whether an answer is the request of `HELP`."""
    return answer.strip().strip("`[].") == "actions"
