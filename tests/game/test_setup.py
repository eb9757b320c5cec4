"""Set-up, deal and the sealed choice of tickets, up to the first turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.game.builders import events_of, hand, misread, refuses

import whistlestop as ws
from whistlestop.errors import IllegalAction, RulesetError


def choose(game: ws.Game, seat: int, keep: int) -> list[str]:
    """Keep a seat's first offered tickets; return the refused ones."""
    offer = [ticket["id"] for ticket in game.view(seat)["offer"]]
    game.play("keep:" + ",".join(offer[:keep]), seat)
    return offer[keep:]


@pytest.mark.parametrize(
    ("ruleset", "least", "most"),
    [("usa", 2, 5), ("europe", 2, 5), ("switzerland", 2, 3), ("card_game", 2, 4)],
)
def test_number_of_players(ruleset: str, least: int, most: int) -> None:  # COM-1, SWI-1
    for players in range(least, most + 1):
        assert ws.Game.new(ruleset, players, seed=1).players == players
    refused: list[Any] = [-1, 0, 1, least - 1, most + 1, 2**70, "2", 2.0, None]
    for number in refused:
        with pytest.raises(RulesetError, match="COM-1"):
            ws.Game.new(ruleset, number)


def test_every_ruleset_says_how_many_can_play() -> None:  # COM-1
    for name in ws.ruleset_ids():
        ruleset = ws.load_ruleset(name)
        for players in range(ruleset.min_players, ruleset.max_players + 1):
            assert ws.Game.new(name, players, seed=1).players == players
        with pytest.raises(RulesetError, match="COM-1"):
            ws.Game.new(name, ruleset.max_players + 1)


@pytest.mark.parametrize(
    ("ruleset", "trains", "stations", "tickets", "long"),
    [("usa", 45, 0, 30, 0), ("europe", 45, 3, 46, 6), ("switzerland", 40, 0, 46, 0)],
)
def test_pieces(ruleset: str, trains: int, stations: int, tickets: int, long: int) -> None:
    """USA-1, EUR-1, SWI-1, SWI-6: trains, stations, scores of 0 and the tickets."""
    game = ws.Game.new(ruleset, 3, seed=5)
    for seat in game.view()["players"]:
        assert (seat["trains"], seat["stations"], seat["score"]) == (trains, stations, 0)
        assert (seat["routes"], seat["stations_built"]) == ([], [])
    rules = ws.load_ruleset(ruleset)
    assert len(rules.tickets) == tickets
    assert sum(ticket.long for ticket in rules.tickets) == long


@pytest.mark.parametrize("ruleset", ["usa", "europe", "switzerland"])
@pytest.mark.parametrize("players", [2, 3])
def test_train_cards(ruleset: str, players: int) -> None:  # COM-5, USA-2
    position = ws.Game.new(ruleset, players, seed=players).position()
    zones = [Counter(seat["hand"]) for seat in position["players"]]
    assert all(zone.total() == 4 for zone in zones)
    assert None not in position["market"]
    assert position["market"].count("wild") < 3
    everything = sum(zones, Counter(position["deck"]) + Counter(position["market"])) + Counter(
        position["discard"]
    )
    assert everything == {**dict.fromkeys(everything, 12), "wild": 14}
    assert len(everything) == 9
    assert everything.total() == 110


@pytest.mark.slow
def test_three_wilds_at_set_up_are_dealt_anew() -> None:  # USA-2, USA-13, RUL-7
    reset = [
        game for game in (ws.Game.new("usa", 2, seed=n) for n in range(300)) if game.view()["discard_size"]
    ]
    assert reset  # in about one of thirty games
    for game in reset:
        view = game.view()
        assert view["discard_size"] % 5 == 0
        assert view["discard"]["wild"] >= 3
        assert view["market"].count("wild") < 3
        assert view["deck"] == 110 - 8 - 5 - view["discard_size"]


@pytest.mark.parametrize(
    ("ruleset", "dealt", "left"), [("usa", 3, 24), ("europe", 4, 34), ("switzerland", 5, 36)]
)
def test_tickets_dealt(ruleset: str, dealt: int, left: int) -> None:  # USA-3, EUR-2, SWI-7
    game = ws.Game.new(ruleset, 2, seed=9)
    for seat in (0, 1):
        offer = game.view(seat)["offer"]
        assert len(offer) == dealt
        assert [ticket["long"] for ticket in offer] == [ruleset == "europe", *[False] * (dealt - 1)]
    assert game.view()["ticket_deck"] == left
    deck = game.position()["ticket_deck"]
    long = {ticket.id for ticket in game.ruleset.tickets if ticket.long}
    assert not long & set(deck)  # EUR-2: the other long tickets have left the game unseen


@pytest.mark.parametrize(("ruleset", "dealt"), [("usa", 3), ("europe", 4), ("switzerland", 5)])
def test_initial_choice(ruleset: str, dealt: int) -> None:  # USA-4, EUR-3, SWI-7
    game = ws.Game.new(ruleset, 2, seed=2, first=1)
    offer = [ticket["id"] for ticket in game.view(0)["offer"]]
    others = [ticket["id"] for ticket in game.view(1)["offer"]]
    assert len(game.legal(0)) == 2**dealt - 1 - dealt
    assert all(len(action.split(",")) >= 2 for action in game.legal(0))
    refuses(
        game, "keep:", f"keep:{offer[0]}", f"keep:{others[0]},{others[1]}", "draw", "tickets", "pass", seat=0
    )
    assert "twice" in misread(game, f"keep:{offer[0]},{offer[0]}")
    game.play(f"keep:{offer[-1]},{offer[0]}", 0)  # any order; EUR-3: the long ticket is optional
    refuses(game, f"keep:{offer[0]},{offer[1]}", seat=0)  # USA-4: choosing twice
    assert game.to_act == (1,)


@pytest.mark.parametrize("ruleset", ["usa", "europe", "switzerland"])
def test_refused_tickets_of_the_choice(ruleset: str) -> None:  # USA-4, EUR-3, SWI-7, RUL-3
    game = ws.Game.new(ruleset, 3, seed=4, first=1)
    deck = list(game.position()["ticket_deck"])
    refused = {seat: choose(game, seat, 2) for seat in (2, 0, 1)}  # the order of choosing does not matter
    position = game.position()
    in_turn_order = [*refused[1], *refused[2], *refused[0]]
    if ruleset == "usa":
        assert list(position["ticket_deck"]) == deck + in_turn_order
    else:
        assert list(position["ticket_deck"]) == deck
        assert set(in_turn_order) <= set(position["removed"])
    assert [len(seat["tickets"]) for seat in position["players"]] == [2, 2, 2]


def test_the_choice_is_simultaneous_and_sealed() -> None:  # COM-2, COM-19, RUL-2
    game = ws.Game.new("usa", 3, seed=6, first=2)
    assert game.to_act == (0, 1, 2)
    with pytest.raises(IllegalAction, match="which seat"):
        game.play("draw")
    for seat in range(3):  # RUL-2: hand, market and your own tickets are visible
        view = game.view(seat)
        assert sum(view["hand"].values()) == 4
        assert len(view["offer"]) == 3
        assert None not in view["market"]
    before = [game.observe(seat) for seat in (None, 1)]
    twin = game.copy()
    choose(game, 0, 2)
    choose(twin, 0, 3)
    for looker, earlier in zip((None, 1), before, strict=True):
        told = events_of(game, earlier)
        assert told == [{"event": "chose", "seat": 0}]
        # Neither the number kept nor anything else is visible before all have chosen.
        assert game.observe(looker).tobytes() == twin.observe(looker).tobytes()
    assert game.view()["phase"] == "opening"
    assert game.view()["players"][0]["tickets"] == 0
    choose(game, 2, 3)
    last = game.observe()
    choose(game, 1, 2)
    assert events_of(game, last) == [
        {"event": "chose", "seat": 1},
        {"event": "opening_done", "kept": [2, 2, 3]},
        {"event": "turn", "seat": 2},
    ]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["usa", "europe"])
def test_first_seat(ruleset: str) -> None:  # USA-5, EUR-4, COM-31, RUL-1
    for first in range(4):
        game = ws.Game.new(ruleset, 4, seed=3, first=first)
        for seat in range(4):
            choose(game, seat, 2)
        assert game.to_act == (first,)
        assert game.view()["first"] == first
    drawn = Counter(ws.Game.new(ruleset, 4, seed=seed).first for seed in range(400))
    assert set(drawn) == {0, 1, 2, 3}
    assert min(drawn.values()) > 60
    refused: list[Any] = [4, -1, 2**70, "0", 1.0]
    for seat in refused:
        with pytest.raises(RulesetError, match="cannot begin a game of 4 players"):
            ws.Game.new(ruleset, 4, first=seat)


def test_turn_order() -> None:  # COM-2
    game = ws.Game.new("usa", 3, seed=8, first=1)
    for seat in range(3):
        choose(game, seat, 2)
    seen = []
    for _ in range(6):
        seat = game.to_act[0]
        seen.append(seat)
        for other in {0, 1, 2} - {seat}:
            assert game.legal(other) == []
            refuses(game, "draw", "tickets", seat=other)
        game.play("draw")
        game.play("draw")
    assert seen == [1, 2, 0, 1, 2, 0]
    with pytest.raises(IllegalAction, match="no seat 3"):
        game.play("draw", 3)


def test_one_seed_one_game() -> None:  # COM-24
    first = ws.Game.new("europe", 3, seed=77)
    assert first.position() == ws.Game.new("europe", 3, seed=77).position()
    assert first.position() != ws.Game.new("europe", 3, seed=78).position()
    key = bytes(range(32))
    assert ws.Game.new("europe", 3, seed=key).position() == ws.Game.new("europe", 3, seed=key).position()
    for seed in (b"short", b"", "x", 1.5, [1], 10**5000):
        with pytest.raises(ValueError, match=r"32 |integer"):
            ws.Game.new("europe", 3, seed=seed)  # type: ignore[arg-type]
    assert ws.Game.new("usa").position() != ws.Game.new("usa").position()  # a random key


@pytest.mark.slow
def test_shuffles_are_fair() -> None:  # COM-24
    """Every kind of card is dealt to every place with the expected frequency (within five standard
    deviations).
    """
    games = 3000
    tops = Counter(ws.Game.new("usa", 2, seed=n).position()["deck"][0] for n in range(games))
    for kind, number in tops.items():
        chance = (14 if kind == "wild" else 12) / 110
        assert abs(number - games * chance) < 5 * (games * chance * (1 - chance)) ** 0.5


def test_hands_are_the_same_for_any_first_seat_named() -> None:
    """RUL-1: naming the same seat that would have been drawn changes nothing."""
    drawn = ws.Game.new("usa", 3, seed=12)
    named = ws.Game.new("usa", 3, seed=12, first=drawn.first)
    assert drawn.position() == named.position()
    assert hand(drawn, 0) == hand(named, 0)
