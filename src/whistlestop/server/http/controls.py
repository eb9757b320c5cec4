"""Refuse control characters: no legitimate request contains them, and PostgreSQL cannot store a NUL.

Paths and queries may not contain any. Bodies may contain tabs and line breaks, as pasted messages and boards in records
do. Names and messages are shown on one line, so `domain.names` and `domain.text` replace these with spaces.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote_to_bytes

from whistlestop.server.domain.refusals import Refusal

ANY = re.compile(r"[\x00-\x1f\x7f-\x9f]")
BUT_LINES = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def check_address(path: str, query: bytes) -> None:
    """Refuse a request whose decoded path or query has a control character."""
    if ANY.search(path) or (b"%" in query and ANY.search(unquote_to_bytes(query).decode(errors="replace"))):
        raise Refusal("bad_request", "The address of this request has a control character.")


def check_body(value: Any) -> None:
    """Refuse decoded JSON that has a control character in a text, other than tabs and line breaks."""
    waiting = [value]
    while waiting:
        found = waiting.pop()
        if isinstance(found, str):
            if BUT_LINES.search(found):
                raise Refusal("bad_request", "The body of this request has a control character.")
        elif isinstance(found, dict):
            waiting += [*found, *found.values()]
        elif isinstance(found, list):
            waiting += found
