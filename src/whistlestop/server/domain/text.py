"""What people write, made fit to be shown to others: plain text of bounded size that stays in its place."""

from __future__ import annotations

import unicodedata

from whistlestop.server.domain.names import BLANK, EMOJI_STYLE
from whistlestop.server.domain.refusals import Refusal

LONGEST = 300
MARKS = 3
"""So many marks may stand on one sign: languages need them, towers of them reach into other lines."""
JOINERS = "\u200c\u200d"
"""They are controls of format, and emoji and some scripts are not written without them."""


def clean_text(text: str) -> str:
    """A message of one line, or a refusal if nothing of it can be seen.

    Signs that steer the direction of text, controls and blanks that look like nothing are left out.
    """
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
    line = " ".join("".join(kept).split())
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in line):
        raise Refusal("bad_request", "There is nothing to be said.")
    if len(line) > LONGEST:
        raise Refusal("bad_request", "This message is too long.")
    return line
