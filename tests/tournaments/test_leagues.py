"""How players move between the divisions of a league."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistlestop.tournaments import arrange, division_sizes, movements


@pytest.mark.parametrize(
    ("players", "target", "sizes"),
    [
        (2, 8, [2]),
        (8, 8, [8]),
        (11, 8, [11]),
        (12, 8, [6, 6]),
        (17, 8, [9, 8]),
        (20, 8, [7, 7, 6]),
        (1000, 8, [8] * 125),
    ],
)
def test_divisions_are_about_as_large_as_wished(players: int, target: int, sizes: list[int]) -> None:
    assert division_sizes(players, target) == sizes


def test_the_first_rise_and_the_last_fall() -> None:
    before = [["a", "b", "c", "d"], ["e", "f", "g", "h"], ["i", "j", "k", "l"]]
    after = arrange(before, set("abcdefghijkl"), [], 4, 1)
    assert [sorted(one) for one in after] == [list("abce"), list("dfgi"), list("hjkl")]


def test_a_free_place_goes_to_the_best_who_stays_below() -> None:
    before = [["a", "b", "c", "d"], ["e", "f", "g", "h"]]
    after = arrange(before, set("acdefgh"), ["n"], 4, 1)
    # b leaves, so f rises with e, and d falls anyway.
    assert [sorted(one) for one in after] == [list("acef"), list("dghn")]


def test_a_smaller_division_lets_the_last_who_stay_fall_too() -> None:
    before = [["a", "b", "c", "d", "e", "f"], ["g", "h", "i", "j", "k"]]
    after = arrange(before, set("abcdefghijk"), ["n"], 4, 1)
    assert [len(one) for one in after] == [4, 4, 4]
    # f falls because of its rank; e and d because the division has fewer places. g has risen and stays up.
    assert sorted(after[0]) == list("abcg")
    assert {"d", "e", "f"} <= set(after[1])


def test_everybody_is_new_in_the_first_season() -> None:
    assert arrange([], set(), list("abcdefgh"), 4, 1) == [list("abcd"), list("efgh")]


@st.composite
def turnovers(draw: st.DrawFn) -> tuple[list[list[int]], set[int], list[int], int, int]:
    sizes = draw(st.lists(st.integers(1, 12), max_size=8))
    numbers = iter(range(1000))
    before = [[next(numbers) for _ in range(size)] for size in sizes]
    everybody = list(chain.from_iterable(before))
    playing = {one for one in everybody if draw(st.booleans())}
    entrants = [next(numbers) for _ in range(draw(st.integers(0, 30)))]
    return before, playing, entrants, draw(st.integers(4, 12)), draw(st.integers(0, 4))


@given(turnovers())
def test_everybody_who_signed_up_is_in_exactly_one_division(
    case: tuple[list[list[int]], set[int], list[int], int, int],
) -> None:
    before, playing, entrants, target, moves = case
    after = arrange(before, playing, entrants, target, moves)
    placed = list(chain.from_iterable(after))
    assert sorted(placed) == sorted([*playing, *entrants])
    assert [len(one) for one in after] == division_sizes(len(placed), target)
    assert max(map(len, after)) - min(map(len, after)) <= 1
    # Entrants are never above players who were there before.
    lowest = max((number for number, one in enumerate(after) if playing & set(one)), default=0)
    assert all(number >= lowest - 1 for number, one in enumerate(after) if set(one) & set(entrants))


@given(st.lists(st.integers(2, 12), min_size=1, max_size=8), st.integers(0, 4))
def test_nobody_both_rises_and_falls(sizes: list[int], moves: int) -> None:
    exchanged = [0, *movements(sizes, moves), 0]
    assert all(
        rising + falling <= size
        for size, rising, falling in zip(sizes, exchanged, exchanged[1:], strict=False)
    )


@given(st.integers(1, 8), st.integers(4, 12), st.integers(0, 4), st.data())
def test_players_move_as_stated_while_the_sizes_stay(
    count: int, size: int, moves: int, data: st.DataObject
) -> None:
    """Players may leave, and new ones fill the gaps, so that no division changes its size."""
    before = [[number * size + place for place in range(size)] for number in range(count)]
    leaving = data.draw(st.sets(st.integers(0, count * size - 1)))
    playing = set(range(count * size)) - leaving
    entrants = list(range(1000, 1000 + len(leaving)))
    after = arrange(before, playing, entrants, size, moves)
    where = {player: number for number, one in enumerate(after) for player in one}
    up = movements([size] * count, moves)
    for number, division in enumerate(before):
        for place, player in enumerate(division):
            if player in leaving:
                continue
            rises = number > 0 and place < up[number - 1]
            if rises:
                assert where[player] <= number - 1
            elif number + 1 < count and place >= size - up[number]:
                # They fall, and return only if no other player of the division below can fill a free place.
                falling = up[number + 1] if number + 1 < len(up) else 0
                middle = before[number + 1][up[number] : size - falling]
                filled = all(where[one] <= number for one in middle if one in playing)
                assert where[player] == number + 1 or (where[player] <= number and filled)
            else:
                assert where[player] <= number
