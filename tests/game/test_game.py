"""The Game object as a library: queries, undo, copies, pickles, stacked deals, wrong types."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from tests.game.builders import events_of, hand, player, start, up_to_three

import whistlestop as ws
from whistlestop.errors import IllegalAction, NotationError, PositionError, RecordError, RulesetError

TITLES = ws.ruleset_ids()


def advanced(ruleset: str, actions: int, seed: int = 2) -> ws.Game:
    """Return a game after some random actions."""
    rnd = random.Random(seed)
    game = ws.Game.new(ruleset, up_to_three(ruleset), seed=seed)
    for _ in range(actions):
        seat = rnd.choice(game.to_act)
        game.play(rnd.choice(game.legal(seat)), seat)
    return game


def same(one: ws.Game, other: ws.Game) -> bool:
    """Return whether two games have the same state bit for bit, and the same records."""
    return one.states.tobytes() == other.states.tobytes() and one.record() == other.record()


@pytest.mark.parametrize("ruleset", TITLES)
def test_is_legal_agrees_with_the_list(ruleset: str) -> None:  # COM-4
    game = advanced(ruleset, 30)
    seat = game.to_act[0]
    ids, texts = game.legal_ids(), game.legal()
    assert all(
        game.is_legal(text) and game.is_legal(number, seat) for text, number in zip(texts, ids, strict=True)
    )
    others = set(range(game.ruleset.action_count)) - set(ids)
    assert not any(game.is_legal(number) for number in others)
    for number in (-1, game.ruleset.action_count << 60, np.int64(-5)):
        assert not game.is_legal(number)
    idle = (seat + 1) % game.players
    assert not any(game.is_legal(text, idle) for text in texts)


def test_is_legal_of_what_can_never_be_or_means_nothing() -> None:
    game = start("usa", player("red*4"), market="blue*5")
    assert not game.is_legal("claim:denver-omaha:red*4")  # that route is purple (USA-17)
    assert game.is_legal("draw")
    wrong: list[Any] = ["drawn", "claim:denver-nowhere:red", "", 1.0, None, ["draw"]]
    for action in wrong:
        with pytest.raises(NotationError):
            game.is_legal(action)
    over = start("usa", player(), phase="over")
    assert not over.is_legal("draw")
    assert not over.is_legal("draw", 1)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", TITLES)
def test_play_returns_its_events(ruleset: str) -> None:
    """The events equal those of observations, even of observations read much later."""
    rnd = random.Random(3)
    game = ws.Game.new(ruleset, up_to_three(ruleset), seed=3)
    lookers = (None, *range(game.players))
    kept = []
    while not game.over and game.version < 80:
        before = {seat: game.observe(seat) for seat in lookers}
        seat = rnd.choice(game.to_act)
        events = game.play(rnd.choice(game.legal(seat)), seat)
        told = {looker: events_of(game, seen) for looker, seen in before.items()}
        assert {looker: game.events(looker) for looker in before} == told
        kept.append((events, told))
    for events, told in kept:
        assert events == told[None]
        assert len(events) == len(told[None])
        assert events[0] == told[None][0]
        assert events.seen_by(1) == told[1]


def test_events_before_the_first_action() -> None:
    assert ws.Game.new("usa", seed=1).events(0) == []


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", TITLES)
def test_undo(ruleset: str) -> None:
    """State, record, checksums and last events are restored."""
    rnd = random.Random(6)
    game = ws.Game.new(ruleset, 2, seed=6)
    earlier = [(game.copy(), game.events(0))]
    while not game.over:
        seat = rnd.choice(game.to_act)
        game.play(rnd.choice(game.legal(seat)), seat)
        earlier.append((game.copy(), game.events(0)))
    for left in (game.version, game.version - 1, 51, 50, 49, 7):
        game.undo(game.version - left)
        then, events = earlier[game.version]
        assert same(game, then)
        assert game.events(0) == events
    assert ws.replay(game.record()).position() == game.position()
    game.undo(7)
    assert same(game, ws.Game.new(ruleset, 2, seed=6))


def test_undo_in_a_game_that_began_in_the_middle() -> None:
    game = start("usa", player("purple*4"), market="blue*5")
    before = game.copy()
    events = game.play("claim:denver-omaha:purple*4")
    told = [dict(event) for event in game.events()]
    game.undo()
    assert same(game, before)
    assert events == told  # returned events do not change
    game.play("draw")
    assert events == told


def test_undo_refuses_what_was_not_played() -> None:
    game = advanced("usa", 5)
    before = game.copy()
    refused: list[Any] = [6, -1, True, 1.0, "1", None]
    for number in refused:
        with pytest.raises(IllegalAction, match="cannot be taken back: 5 were played"):
            game.undo(number)
        assert same(game, before)


@pytest.mark.parametrize("ruleset", TITLES)
@pytest.mark.parametrize(
    "make",
    [ws.Game.copy, copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))],
    ids=["Game.copy", "copy", "deepcopy", "pickle"],
)
def test_copies(ruleset: str, make: Any) -> None:
    game = advanced(ruleset, 60)
    twin: ws.Game = make(game)
    assert same(game, twin)
    lookers = (None, *range(game.players))
    assert [twin.events(seat) for seat in lookers] == [game.events(seat) for seat in lookers]
    before, seat = game.copy(), game.to_act[0]
    twin.play(twin.legal(seat)[0], seat)
    assert same(game, before)
    assert twin.version == 61
    assert ws.replay(twin.record()).position() == twin.position()
    twin.undo(2)
    assert twin.version == 59
    assert same(game, before)


def test_copies_share_the_ruleset_and_pickles_of_games_one() -> None:
    game = advanced("usa", 3)
    assert copy.deepcopy(game).ruleset is copy.copy(game.ruleset) is game.ruleset
    one, two = (pickle.loads(pickle.dumps(game)) for _ in range(2))
    assert one.ruleset is two.ruleset
    assert (one.ruleset.hash, one.ruleset.data) == (game.ruleset.hash, game.ruleset.data)


@pytest.mark.parametrize("ruleset", TITLES)
def test_pickled_observations(ruleset: str) -> None:
    seen = advanced(ruleset, 40).observe(1)
    for twin in (pickle.loads(pickle.dumps(seen)), copy.deepcopy(seen)):
        assert twin.tobytes() == seen.tobytes()
        assert (twin.seat, twin.view(), twin.legal()) == (1, seen.view(), seen.legal())


def test_what_objects_say_of_themselves() -> None:
    game = ws.Game.new("europe", 3, seed=1, first=2)
    assert repr(game) == "<Game of europe: 3 players, 0 actions, seats 0, 1, 2 to act>"
    for seat in range(3):
        game.play(game.legal(seat)[0], seat)
    assert repr(game) == "<Game of europe: 3 players, 3 actions, seat 2 to act>"
    assert repr(game.observe(1)) == "<Observation of europe by seat 1: 3 players, 3 actions, seat 2 to act>"
    assert repr(game.observe()).startswith("<Observation of europe by a spectator: ")
    assert repr(game.ruleset) == "<Ruleset europe, version 1: 2 to 5 players, 46 tickets>"
    assert repr(start("usa", player(), phase="over")) == "<Game of usa: 2 players, 0 actions, over>"


def test_action_count() -> None:
    for name in TITLES:
        ruleset = ws.load_ruleset(name)
        texts = {ruleset.notation.text(action) for action in range(ruleset.action_count)}
        assert len(texts) > ruleset.action_count - 64  # choices of tickets have no text without an offer
        assert not ruleset.notation.means(-1)


def test_drawings() -> None:
    game = start("usa", player("purple*4", routes="denver-santa_fe"), market="blue*5")
    everybody, own = game.svg(), game.svg(0)
    assert everybody == game._repr_svg_()
    assert 'class="route owned seat-0" id="route_denver-santa_fe"' in everybody
    assert 'class="route legal" id="route_denver-omaha"' in own
    assert 'class="route legal"' not in everybody
    cards = ws.Game.new("card_game", seed=1)
    assert cards._repr_svg_() is None
    with pytest.raises(RulesetError, match="without a board"):
        cards.svg(0)


# Stacked deals.


@pytest.mark.parametrize("ruleset", TITLES)
def test_stacked_deck(ruleset: str) -> None:  # USA-2, CARD-4
    """The named cards are dealt first, clockwise from the first seat; then they form the market and the deck."""
    usual = ws.Game.new(ruleset, 2, seed=4, first=1)
    given = Counter({"wild": 1}) if ruleset == "card_game" else Counter[str]()
    size, late = (sum(hand(usual, seat).values()) - given.total() for seat in (1, 0))  # MECH-5
    shown = ["blue", "green", "red", "blue", "black"]
    deck = ["red"] * size + ["yellow"] * late + shown + ["wild", "white"]
    game = ws.Game.new(ruleset, 2, seed=4, first=1, deck=deck)
    assert hand(game, 1) == dict(Counter({"red": size}) + given)
    assert hand(game, 0) == dict(Counter({"yellow": late}) + given)
    assert game.view()["market"] == shown
    position = game.position()
    assert position["deck"][:2] == ["wild", "white"]
    assert len(position["deck"]) == len(usual.position()["deck"])
    assert position["players"][0]["known"] == dict(given)
    assert (
        position != ws.Game.new(ruleset, 2, seed=5, first=1, deck=deck).position()
    )  # the rest is random ...
    assert position == ws.Game.new(ruleset, 2, seed=4, first=1, deck=deck).position()  # ... from the seed
    for seat in (0, 1):
        game.play(game.legal(seat)[0], seat)
    assert ws.replay(game.record().to_json()).position() == game.position()
    assert game.record().seed is None


def test_a_stacked_market_of_wilds_is_dealt_anew() -> None:  # COM-10, USA-13
    deck = ["red"] * 4 + ["blue"] * 4 + ["wild", "red", "wild", "wild", "red"]
    five = ["green", "green", "black", "white", "wild"]
    game = ws.Game.new("usa", 2, seed=4, first=0, deck=deck + five)
    assert game.view()["market"] == five
    assert game.view()["discard"] == {"wild": 3, "red": 2}


def test_stacked_tickets() -> None:  # USA-3, EUR-2
    game = ws.Game.new("usa", 2, seed=1, first=1, tickets=["boston-miami", "dallas-new_york"])
    offers = [[ticket["id"] for ticket in game.view(seat)["offer"]] for seat in (0, 1)]
    assert offers[1][:2] == ["boston-miami", "dallas-new_york"]
    assert len({*offers[0], *offers[1]}) == 6
    long, regular = "cadiz-stockholm", ["paris-wien", "madrid-zurich", "kyiv-sochi", "berlin-roma"]
    europe = ws.Game.new("europe", 2, seed=1, first=0, tickets=[*regular, long])
    offers = [[ticket["id"] for ticket in europe.view(seat)["offer"]] for seat in (0, 1)]
    assert offers[0] == [long, *regular[:3]]
    assert offers[1][1] == regular[3]
    assert len(europe.position()["ticket_deck"]) == 34
    every = [ticket.id for ticket in ws.load_ruleset("card_game").tickets]
    cards = ws.Game.new("card_game", 2, seed=1, first=0, tickets=every)
    assert [ticket["id"] for ticket in cards.view(1)["offer"]] == every[6:12]
    assert cards.position()["ticket_deck"] == every[12:]


@pytest.mark.parametrize(
    ("stack", "says"),
    [
        ({"deck": ["pink"]}, "'pink' is unknown"),
        ({"deck": ["red"] * 13}, "more often than the 12"),
        ({"deck": "red"}, "a list of names"),
        ({"deck": ["red", None]}, "a list of names"),
        ({"deck": 5}, "a list of names"),
        ({"tickets": ["denver-nowhere"]}, "'denver-nowhere' is unknown"),
        ({"tickets": ["boston-miami"] * 2}, "more often than the 1"),
    ],
)
def test_what_cannot_be_stacked(stack: dict[str, Any], says: str) -> None:
    with pytest.raises(PositionError, match=says):
        ws.Game.new("usa", 2, **stack)


# Wrong types.

new: Any = ws.Game.new
from_position: Any = ws.Game.from_position
load_ruleset: Any = ws.load_ruleset
replay: Any = ws.replay


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda game: game.play("draw", "0"), IllegalAction),
        (lambda game: game.play("draw", True), IllegalAction),
        (lambda game: game.play("draw", 0.0), IllegalAction),
        (lambda game: game.legal("x" * 9999), IllegalAction),
        (lambda game: game.view([0]), IllegalAction),
        (lambda game: game.events("0"), IllegalAction),
        (lambda game: game.history("0"), IllegalAction),
        (lambda game: game.play(None), NotationError),
        (lambda game: game.play(3), NotationError),
        (lambda game: game.play(b"draw"), NotationError),
        (lambda game: game.resample(0, "1"), ValueError),
        (lambda _: new(None), RulesetError),
        (lambda _: new(5), RulesetError),
        (lambda _: load_ruleset(b"usa"), RulesetError),
        (lambda _: new("usa", True), RulesetError),
        (lambda _: new("usa", "2"), RulesetError),
        (lambda _: new("usa", 2, first=False), RulesetError),
        (lambda _: new("usa", 2, seed=True), ValueError),
        (lambda _: from_position(None), PositionError),
        (lambda _: from_position([("ruleset", "usa")]), PositionError),
        (lambda _: replay(None), RecordError),
        (lambda game: replay(game.record(), to="1"), ValueError),
    ],
)
def test_wrong_types_get_typed_errors(call: Any, error: type[Exception]) -> None:
    game = start("usa", player(), market="red*5")
    before = game.states.tobytes()
    with pytest.raises(error) as caught:
        call(game)
    assert len(str(caught.value)) < 200
    assert game.states.tobytes() == before


def test_numbers_of_arrays_are_seats() -> None:
    game = start("usa", player(), market="red*5")
    assert game.legal(np.int8(0)) == game.legal(0)  # type: ignore[arg-type]
