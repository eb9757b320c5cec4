"""Notifications of a table: their recipients."""

from __future__ import annotations

from typing import Any

from whistlestop.server.domain.events import Moments, events_of
from whistlestop.server.domain.tables import Seat, TableRow


def test_events_follow_from_the_row_of_a_table() -> None:
    ada, ben = Seat(0, "person", "ada", name="Ada"), Seat(1, "person", "ben", name="Ben")
    kept = Seat(1, "open", held_for="ben", held_name="Ben")
    bot = Seat(2, "bot", bot="random")
    row = TableRow("g", "usa", "ada", "open", 5, None, (ada, kept, bot))

    def found(row: TableRow, **moments: Any) -> set[tuple[str, str, str | None]]:
        return {(event.user, event.kind, event.name) for event in events_of(row, "USA", Moments(**moments))}

    def of(state: str, *seats: Seat, **more: Any) -> TableRow:
        return TableRow("g", "usa", "ada", state, 5, "{}", seats, started=6, **more)

    assert found(row) == {("ben", "invited", "Ada")}
    assert found(of("open", ada, kept, rematch_of="before")) == {("ben", "rematch", "Ada")}
    assert found(of("open", ada, ben, rematch_of="before")) == set()  # they have joined
    assert found(of("open", ada, Seat(1, "open")), challenged=("program",)) == {("program", "invited", "Ada")}
    started = {("ada", "started", None), ("ben", "started", None)}
    assert found(of("playing", ada, ben)) == started
    gone = Seat(1, "person", "ben", "planner", "Ben")
    assert found(of("playing", ada, gone), left={1: (7, 8)}) == started | {("ada", "left", "Ben")}
    assert found(of("playing", ada, ben), left={1: (7, 8)}) == started  # they have returned
    assert found(of("over", ada, ben)) == set()
    assert found(of("over", ada, gone), ended=9) == {("ada", "over", None), ("ben", "over", None)}
