"""Results of games that players left."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from whistlestop.endings import Away, SeatEnd, follows, seat_ends

LEFT: list[Away | None] = ["left", None]


def ends(
    ranks: list[int] | None, bots: list[str | None], away: list[Away | None]
) -> list[tuple[object, ...]]:
    return [(one.finisher, one.ending, one.rank, one.won) for one in seat_ends(ranks, bots, away)]


def test_whoever_stayed_wins() -> None:  # RUL-84
    assert ends([1, 2], ["planner", None], ["left", None]) == [
        ("planner", "left", 2, False),
        (None, "played", 1, True),
    ]
    # A seat that made only the minimum moves has also lost on time.
    assert ends([2, 1], [None, "passes"], [None, "time"]) == [
        (None, "played", 1, True),
        ("passes", "time", 2, False),
    ]


def test_a_bot_from_the_beginning_has_stayed() -> None:  # RUL-84
    assert ends([1, 3, 2], ["planner", "greedy", None], ["removed", None, None]) == [
        ("planner", "removed", 3, False),
        ("greedy", "played", 2, False),
        (None, "played", 1, True),
    ]
    assert ends([1, 2], ["planner", "greedy"], ["left", None])[1] == ("greedy", "played", 1, True)
    assert ends([2, 1], ["greedy", "random"], [None, None]) == [
        ("greedy", "played", 2, False),
        ("random", "played", 1, True),
    ]


def test_where_everybody_left_nobody_wins() -> None:  # RUL-84
    assert ends([1, 2, 3], ["planner"] * 3, ["left", "time", "removed"]) == [
        ("planner", "left", 3, False),
        ("planner", "time", 3, False),
        ("planner", "removed", 3, False),
    ]


def test_who_stayed_share_a_rank_as_their_scores_do() -> None:  # RUL-84, COM-22
    assert ends([2, 1, 2, 4], [None, "planner", None, None], [None, "left", None, None]) == [
        (None, "played", 1, True),
        ("planner", "left", 4, False),
        (None, "played", 1, True),
        (None, "played", 3, False),
    ]


def test_an_unfinished_game_has_no_winner() -> None:  # RUL-84
    assert ends(None, [None, "planner", "greedy"], [None, "left", None]) == [
        (None, "unfinished", None, False),
        ("planner", "left", None, False),
        ("greedy", "unfinished", None, False),
    ]


AWAY: st.SearchStrategy[Away | None] = st.sampled_from([None, None, "left", "time", "removed"])


@given(st.lists(st.tuples(st.integers(1, 5), AWAY), min_size=1, max_size=5))
def test_what_always_holds(seats: list[tuple[int, Away | None]]) -> None:  # RUL-84
    scores = [score for score, _ in seats]
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    away = [cause for _, cause in seats]
    bots = [None if cause is None else "planner" for cause in away]
    found = seat_ends(ranks, bots, away)
    assert follows(found, ranks)
    stayed = [one for one in found if one.ending == "played"]
    assert any(one.won for one in found) == bool(stayed)
    for one in found:
        assert one.rank is not None
        assert one.won == (one in stayed and one.rank == 1)
        for other in found:
            assert other.rank is not None
            if one in stayed and other not in stayed:
                assert one.rank < other.rank
            elif one in stayed:
                assert (one.rank < other.rank) == (ranks[one.seat] < ranks[other.seat])
    if all(cause is None for cause in away):
        assert [one.rank for one in found] == ranks


def test_what_is_no_result() -> None:  # RUL-84
    good = seat_ends([1, 2], ["planner", None], LEFT)
    assert follows(good, [1, 2])
    assert not follows(good[:1], [1, 2])
    assert not follows(good, [1])
    for wrong in (
        SeatEnd(0, "planner", "left", 1, won=True),
        SeatEnd(0, "planner", "unfinished", None, won=False),
        SeatEnd(1, "planner", "left", 2, won=False),
    ):
        assert not follows((wrong, good[1]), [1, 2])
