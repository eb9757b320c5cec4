"""Names that look alike count as the same."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from whistlestop.server.domain.names import skeleton


@given(st.text(min_size=1, max_size=24))
@settings(max_examples=200, deadline=None)
def test_a_skeleton_is_its_own(name: str) -> None:
    bare = skeleton(name)
    assert skeleton(bare) == bare
    assert skeleton(f" {name.upper().lower()}") == skeleton(name.upper().lower())
    assert len(bare) <= 64


def test_what_looks_alike_is_one() -> None:
    alike = ("coco", "COCO", "C\u00f4c\u00f3", "\u0421\u043e\u0441\u043e", "c0c0", "\uff43oc-o")
    assert {skeleton(name) for name in alike} == {"coco"}
    assert skeleton("Lilly") == skeleton("1i11y")
    assert skeleton("Modern") == skeleton("Modem")
    assert len({skeleton(name) for name in ("Ada", "Ida", "Eda", "Adam", "\u0410\u0434\u0430")}) == 5
