"""Achievements: what earns them, and when."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import whistlestop as ws
from whistlestop.games.achievements import COMMON, GAMES, STREAK, Deed, earned, managed
from whistlestop.kinds import KINDS, kind_of
from whistlestop.languages import LANGUAGES, catalogue
from whistlestop.text.view import Held


def names(ruleset: str, numbers: dict[str, int] | None = None, **had: list[str]) -> set[str]:
    board = ws.load_ruleset(ruleset)
    deed = Deed(board, False, numbers or {}, Held(**had))
    return set(managed(deed, kind_of(board).achievements))


def first(ruleset: str, **wanted: Any) -> str:
    """Return the first route with these properties."""
    routes = ws.load_ruleset(ruleset).routes
    return next(
        one.id for one in routes if all(getattr(one, name) == value for name, value in wanted.items())
    )


def worth(ruleset: str, *points: int) -> list[str]:
    tickets = ws.load_ruleset(ruleset).tickets
    return [next(one.id for one in tickets if max(one.points) == value) for value in points]


CASES: list[tuple[str, dict[str, Any], set[str]]] = [
    ("europe", {"routes": [first("europe", kind="tunnel", length=2)]}, {"first_tunnel"}),
    ("europe", {"routes": [first("europe", kind="ferry")]}, {"first_ferry"}),
    ("europe", {"routes": [first("europe", kind="normal", length=4)]}, set()),
    ("usa", {"routes": [first("usa", length=6)]}, {"long_route"}),
    ("usa", {"routes": [first("usa", length=5)]}, set()),
    ("usa", {"done": worth("usa", 20)}, {"large_ticket"}),
    ("usa", {"done": worth("usa", 17)}, set()),
    ("usa", {"done": worth("usa", 5, 6, 7)}, {"no_ticket_lost"}),
    ("usa", {"done": worth("usa", 5, 6, 7), "failed": worth("usa", 8)}, set()),
    ("usa", {"done": worth("usa", 5, 6)}, set()),
    ("usa", {"numbers": {"longest": 10, "longest_path": 30}}, {"longest_path"}),
    ("usa", {"numbers": {"longest": 0, "longest_path": 30, "stations": 0}}, set()),
    (
        "europe",
        {"numbers": {"stations": 12}, "done": worth("europe", 5, 6, 7)},
        {"no_ticket_lost", "no_station"},
    ),
    ("europe", {"numbers": {"stations": 8}, "done": worth("europe", 5, 6, 7)}, {"no_ticket_lost"}),
    ("switzerland", {"done": ["at-countries"]}, {"country_ticket"}),
    ("card_game", {"done": worth("card_game", 22)}, {"large_ticket"}),
    ("card_game", {"numbers": {"bonus": 8}}, {"big_city"}),
    # A board may have lost routes and tickets since the game.
    ("usa", {"routes": ["gone"], "done": ["gone"]}, set()),
]


@pytest.mark.parametrize(("ruleset", "deed", "expected"), CASES)
def test_what_earns_an_achievement(ruleset: str, deed: dict[str, Any], expected: set[str]) -> None:
    assert names(ruleset, **deed) == expected


def test_every_achievement_has_a_case() -> None:
    ids = {one.id for kind in KINDS.values() for one in kind.achievements}
    assert ids == set.union(*(expected for _, _, expected in CASES))
    assert ids.isdisjoint(COMMON)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_achievement_has_texts(language: str) -> None:
    texts = catalogue(language, "achievements")
    ids = [*COMMON, *(one.id for kind in KINDS.values() for one in kind.achievements)]
    assert {f"achievement.{one}" for one in ids} | {f"achievement.{one}_why" for one in ids} <= set(texts)


@given(
    st.lists(st.tuples(st.sampled_from([True, False, None]), st.lists(st.sampled_from("ab"))), max_size=30)
)
def test_the_first_game_earns_it(games: list[tuple[bool | None, list[str]]]) -> None:
    got = earned((at, won, now) for at, (won, now) in enumerate(games))
    played = [at for at, (won, _) in enumerate(games) if won is not None]
    results = [won for won, _ in games]
    expected = {
        "first_win": next((at for at, won in enumerate(results) if won), None),
        "ten_games": played[GAMES - 1] if len(played) >= GAMES else None,
        "three_wins": next(
            (at for at in range(STREAK - 1, len(results)) if all(results[at + 1 - STREAK : at + 1])), None
        ),
        "a": next((at for at, (_, now) in enumerate(games) if "a" in now), None),
        "b": next((at for at, (_, now) in enumerate(games) if "b" in now), None),
    }
    assert got == {name: at for name, at in expected.items() if at is not None}
