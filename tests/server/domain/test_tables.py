"""Tables as they are stored."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict

from whistlestop.server.domain.tables import Options, Seat, TableRow, shared

OPTIONS = st.builds(
    Options,
    look=st.booleans(),
    comes_back=st.booleans(),
    listed=st.booleans(),
    chat=st.booleans(),
    hints=st.booleans(),
    delay=st.none() | st.integers(0, 900),
)


@given(OPTIONS)
def test_what_is_shared_makes_the_other_record(options: Options) -> None:
    row = TableRow(
        "the-table", "usa", "ada", "open", 0, None, (Seat(0, "open"),), **shared(options, TableRow)
    )
    assert Options(**shared(row, Options)) == options
    assert shared(row, TableRow) == asdict(row)
    assert shared(options, Seat) == {"hints": options.hints}
