"""Chat messages: cleaning up their text."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.text import LONGEST, MARKS, clean_text


@given(st.text(max_size=400))
def test_a_message_stays_in_its_line(text: str) -> None:
    try:
        line = clean_text(text)
    except Refusal:
        return
    assert 1 <= len(line) <= LONGEST
    assert clean_text(line) == line
    kinds = [unicodedata.category(sign) for sign in line]
    assert not {"Cc", "Cs", "Zl", "Zp"}.intersection(kinds)
    assert not set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f").intersection(line)
    run = 0
    for sign, kind in zip(line, kinds, strict=True):
        run = run + 1 if kind in {"Mn", "Me"} and sign not in "\ufe0e\ufe0f" else 0
        assert run <= MARKS
