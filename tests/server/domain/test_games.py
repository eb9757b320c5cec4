"""Which actions are accepted, from which seat and when, and their effects."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import whistlestop as ws
from whistlestop import Game
from whistlestop.errors import WhistlestopError
from whistlestop.server.domain import games
from whistlestop.server.domain.refusals import Refusal
from whistlestop.server.domain.tables import Seat, TableRow

PLAYERS = 3
GAMES = st.tuples(st.sampled_from(["usa", "card_game"]), st.integers(0, 2), st.integers(0, 25))


@cache
def game_of(ruleset: str, seed: int, actions: int) -> Game:
    """Return a game after this number of random actions; shared, so tests must not change it."""
    game, rng = ws.Game.new(ruleset, PLAYERS, seed), random.Random(seed)
    for _ in range(actions):
        seat = rng.choice(game.to_act)
        game.play(rng.choice(game.legal(seat)), seat)
    return game


def row_of(state: str = "playing", bot: str | None = None) -> TableRow:
    """Return a table of three people; a bot may play for the first one."""
    seats = [Seat(seat, "person", f"user{seat}", bot=None if seat else bot) for seat in range(PLAYERS)]
    return TableRow("the-table", "usa", "user0", state, 0, None, tuple(seats))


def refused(row: TableRow, game: Game, seat: int, version: int) -> str | None:
    """Return the error code of a refused action, if any."""
    try:
        games.check_due(row, game, seat, version)
    except Refusal as refusal:
        return refusal.code
    return None


@given(GAMES, st.integers(0, PLAYERS - 1), st.integers(-3, 3))
def test_what_is_due_is_let_through_and_nothing_else(
    how: tuple[str, int, int], seat: int, later: int
) -> None:
    game = game_of(*how)
    code = refused(row_of(), game, seat, game.version + later)
    if seat in game.to_act:
        assert code == (None if game.due_since <= game.version + later <= game.version else "stale")
    else:
        assert code == ("stale" if later else "not_your_turn")


@given(GAMES, st.integers(0, PLAYERS - 1))
def test_nothing_is_due_at_a_table_that_is_over(how: tuple[str, int, int], seat: int) -> None:
    game = game_of(*how)
    assert refused(row_of("over"), game, seat, game.version) == "game_over"


def test_choices_at_the_same_time_do_not_make_each_other_stale() -> None:  # COM-19
    game = game_of("usa", 0, 0)
    first, second, _ = game.to_act
    after = games.played(game, first, game.legal(first)[0])
    assert refused(row_of(), after, second, game.version) is None
    assert refused(row_of(), after, first, game.version) == "stale"


@pytest.mark.parametrize(
    ("plays", "chosen", "code"),
    [
        (None, None, None),
        ("planner", "planner", None),
        ("planner", None, "bot_plays"),
        (None, "planner", "stale"),
        ("passes", "planner", "stale"),
    ],
)
def test_a_seat_is_played_by_its_person_or_by_the_bot_that_took_over(
    plays: str | None, chosen: str | None, code: str | None
) -> None:
    found = None
    try:
        games.check_player(row_of(bot=plays), 0, chosen)
    except Refusal as refusal:
        found = refusal.code
    assert found == code


@given(GAMES, st.integers(0, 10**6))
def test_a_text_and_its_number_come_to_the_same_and_leave_the_game_alone(
    how: tuple[str, int, int], which: int
) -> None:
    game = game_of(*how)
    before, seat = game.checksum(), game.to_act[0]
    legal = game.legal_ids(seat)
    place = which % len(legal)
    by_number = games.played(game, seat, legal[place])
    by_text = games.played(game, seat, game.legal(seat)[place])
    assert by_number.checksum() == by_text.checksum()
    assert by_number.actions == by_text.actions == [*game.actions, (seat, game.legal(seat)[place])]
    assert (game.checksum(), game.version) == (before, by_text.version - 1)


@pytest.mark.parametrize("action", ["nonsense", "claim:here-there:red", 10**9, -1])
def test_what_cannot_be_played_changes_nothing(action: str | int) -> None:
    game = game_of("usa", 0, 6)
    before = game.checksum()
    with pytest.raises(WhistlestopError):
        games.played(game, game.to_act[0], action)
    assert game.checksum() == before
