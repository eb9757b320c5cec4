"""Make users' texts safe to display: plain, limited in size, and confined to their place."""

from __future__ import annotations

import unicodedata

from whistlestop.server.domain.names import BLANK, EMOJI_STYLE
from whistlestop.server.domain.refusals import Refusal

LONGEST = 300
MARKS = 3
"""Limit of combining marks on one character: some languages need a few, but stacks of them overlap other lines."""
JOINERS = "\u200c\u200d"
"""Format controls that emoji and some scripts need."""


def clean_text(text: str) -> str:
    """Return a message as one line, or raise Refusal if nothing in it is visible.

    Removes control characters, characters for text direction, and invisible blanks.
    """
    line = _plain(text)
    if not _is_visible(line):
        raise Refusal("bad_request", "The message is empty.")
    if len(line) > LONGEST:
        raise Refusal("bad_request", "This message is too long.")
    return line


def clean_lines(text: str) -> str:
    """Return a text of several lines, cleaned like a message, without blank lines at its ends.

    Returns an empty text if nothing in it is visible. Consecutive blank lines become one.
    """
    lines = [_plain(line) for line in text.splitlines()]
    whole = "\n".join(line for at, line in enumerate(lines) if line or (at and lines[at - 1])).strip()
    return whole if _is_visible(whole) else ""


def _plain(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for given in unicodedata.normalize("NFC", text):
        sign = " " if given.isspace() else given
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in {"Mn", "Me"} and sign not in EMOJI_STYLE else 0
        if marks > MARKS or sign in BLANK:
            continue
        if kind[0] in "LMNPS" or sign in f" {JOINERS}":
            kept.append(sign)
    return " ".join("".join(kept).split())


def _is_visible(text: str) -> bool:
    return any(unicodedata.category(sign)[0] in "LNPS" for sign in text)
