"""What reviews and addresses reveal about fair play, in games written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from whistlestop.server.domain.fair_play import (
    ENOUGH,
    OTHERS,
    JudgedGame,
    JudgedMove,
    OtherPlayers,
    RatedGame,
    SameAddress,
    SeatChances,
    figures,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = {"ada": "Ada", "ben": "Ben", "cid": "Cid"}


def judged(moves: Sequence[tuple[int, str | None]], chances: Sequence[Sequence[float]]) -> JudgedGame:
    return JudgedGame(
        len(chances[0]), [JudgedMove(*one) for one in moves], [SeatChances(list(one)) for one in chances]
    )


def game(
    *users: str,
    at: dict[str, set[str]] | None = None,
    review: JudgedGame | None = None,
    own: set[int] | None = None,
) -> RatedGame:
    seats = {user: seat for seat, user in enumerate(users)}
    return RatedGame(seats, at or {}, set(seats.values()) if own is None else own, review)


COSTLY = judged(
    [(0, "better"), (1, "better"), (0, None), (0, "better")],
    [(0.4, 0.3, 0.3), (0.3, 0.45, 0.25), (0.3, 0.3, 0.4), (0.2, 0.4, 0.4), (0.1, 0.4, 0.5)],
)
"""Of the two costly moves of seat 0, the first helps seat 1 most and the second seat 2."""


def test_moves_that_cost_ones_own_chances_help_somebody() -> None:
    """The move of another seat and the one without a better move don't count."""
    found = figures("ada", [game("ada", "ben", "cid", review=COSTLY)], NAMES, [])
    assert {one.name: (one.costly, one.helped, one.expected) for one in found.companions} == {
        "Ben": (2, 1, 1.0),
        "Cid": (2, 1, 1.0),
    }
    assert (found.reviewed, found.decisions, found.sound) == (1, 3, 1)


def test_two_seats_and_seats_of_bots_say_nothing() -> None:
    """With two seats, every costly move helps the only opponent, and a bot's moves are not the player's."""
    two = judged([(0, "better")], [(0.5, 0.5), (0.4, 0.6)])
    (ben,) = figures("ada", [game("ada", "ben", review=two)], NAMES, []).companions
    assert (ben.costly, ben.helped, ben.expected) == (0, 0, 0)
    left = figures("ada", [game("ada", "ben", "cid", review=COSTLY, own={1, 2})], NAMES, [])
    assert (left.reviewed, left.companions[0].costly) == (0, 0)


def test_addresses_count_only_where_both_are_known() -> None:
    games = [
        game("ada", "ben", "cid", at={"ada": {"home", "work"}, "ben": {"work"}, "cid": {"club"}}),
        game("ada", "ben", at={"ada": {"home"}, "ben": {"work"}}),
        game("ada", "ben", at={"ada": {"home"}}),
        game("ada", "ben"),
    ]
    found = figures("ada", games, NAMES, [])
    assert [(one.user, one.games, one.address) for one in found.companions] == [
        ("ben", 4, SameAddress(2, 1)),
        ("cid", 1, SameAddress(1, 0)),
    ]
    assert found.address == SameAddress(2, 1)


@given(st.permutations(["ben", "cid", "dan"]), st.integers(1, 3))
def test_the_person_does_not_learn_who_has_their_address(others: list[str], same: int) -> None:
    """Two worlds: the person sees the same answer, whichever players share the address."""

    def world(sharing: Sequence[str]) -> RatedGame:
        return game(
            "ada",
            "ben",
            "cid",
            "dan",
            at={"ada": {"home"}} | {one: {"home" if one in sharing else one} for one in others},
        )

    worlds = [world(others[:same]), world(sorted(others)[:same])]
    assert len({repr(figures("ada", [one], NAMES, [], personal=True)) for one in worlds}) == 1
    assert figures("ada", worlds[:1], NAMES, []).companions[0].address == SameAddress(1, 1)


def test_moves_are_compared_with_those_of_enough_players() -> None:
    """Players with few decisions are ignored, and with too few players, the figure would reveal individual ones."""

    def played(user: str, decisions: int, costly: int) -> RatedGame:
        moves = [(0, "better" if number < costly else None) for number in range(decisions)]
        return game(user, "x", review=judged(moves, [(0.5, 0.5)] * (decisions + 1)))

    own = [played("ada", 40, 4)]
    others = [played(f"p{number}", ENOUGH, number) for number in range(1, OTHERS)]
    assert figures("ada", own, NAMES, [*others, played("few", ENOUGH - 1, 0)]).others is None
    found = figures("ada", own, NAMES, [*own, *others, played("last", ENOUGH, 3)])
    # 10 % of Ada's decisions have a better one: p4 (13 %) has more, p3 and last (10 %) as many.
    assert found.others == OtherPlayers(5, 150, 150 - 13, 1)
    assert figures("ada", [], NAMES, others).others is None
