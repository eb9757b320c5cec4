"""Pieces, deals and the opening choice (CARD-1 to CARD-7)."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.games.yard.mechanisms.lockstep import Lockstep
from tests.games.yard.mechanisms.model import BONUS, CARDS
from tests.games.yard.mechanisms.states import CITIES, IDS, RULES, RULESET, TICKETS

SEATS = [2, 3, 4]


def zones(both: Lockstep) -> Counter[str]:
    """Return all train cards in any place."""
    game = both.game
    cards = Counter(game.deck) + game.discard + Counter(card for card in game.market if card)
    for player in game.players:
        cards += player.hand + player.stack
        for row in player.siding.values():
            cards.update(row)
    return cards


def test_pieces() -> None:  # CARD-1, COM-5, RUL-80
    assert RULES["copies"][0].tolist() == [10] * 8 + [16]
    assert len(TICKETS) == 46
    for ticket in TICKETS.values():
        counts = [count for _, count in ticket.cards]
        assert 1 <= sum(counts) <= 5
        assert max(counts) <= 2
    assert RULESET.bonuses == BONUS
    assert RULES["city_points"][0][:6].tolist() == [BONUS[city] for city in CITIES]


@pytest.mark.parametrize(("players", "deck"), [(2, 75), (3, 67), (4, 59)])
def test_cards_dealt(players: int, deck: int) -> None:  # CARD-2, CARD-3, CARD-4
    for seed in range(20):
        both = Lockstep.new(players, seed)
        game = both.game
        assert zones(both) == Counter(dict.fromkeys(CARDS, 10) | {"wild": 16})  # INV-1
        assert len(game.deck) == deck
        assert None not in game.market
        for player in game.players:
            assert player.hand.total() == 8
            assert player.known == {"wild": 1}  # everybody saw it
            assert player.hand["wild"] >= 1
            assert not player.siding
            assert not player.stack
            assert player.score == 0


@pytest.mark.parametrize("players", SEATS)
def test_tickets_dealt(players: int) -> None:  # CARD-5
    game = Lockstep.new(players, seed=players).game
    assert [len(player.offer) for player in game.players] == [6] * players
    assert len(game.ticket_deck) == 46 - 6 * players
    everywhere = [ticket for player in game.players for ticket in player.offer] + game.ticket_deck
    assert sorted(everywhere) == IDS  # INV-2


@pytest.mark.parametrize("players", SEATS)
def test_opening_choice(players: int) -> None:  # CARD-6, COM-19, RUL-79
    both = Lockstep.new(players, seed=players)
    before = both.game
    order = list(range(players))[::-1]
    for kept, seat in enumerate(order, start=1):
        actions = both.legal(seat)
        assert len(actions) == 63  # not the empty one
        assert "keep:" not in actions
        assert both.to_act == sorted(order[kept - 1 :])
        assert both.game.ticket_deck == before.ticket_deck  # nothing is shuffled in before all have chosen
        both.play("keep:" + ",".join(both.game.players[seat].offer[:kept]), seat)
        if kept < players:
            assert both.legal(seat) == []  # a choice is final
    game = both.game
    assert [len(player.tickets) for player in game.players] == [
        order.index(seat) + 1 for seat in range(players)
    ]
    refused = [ticket for player in before.players for ticket in player.offer]
    refused = [ticket for ticket in refused if all(ticket not in player.tickets for player in game.players)]
    assert sorted(game.ticket_deck) == sorted([*before.ticket_deck, *refused])
    assert game.ticket_deck[: len(before.ticket_deck)] != before.ticket_deck  # shuffled, not put underneath
    assert not game.ticket_seen
    assert game.phase == "turn"


def test_all_tickets_may_be_kept() -> None:  # CARD-6, COM-17
    both = Lockstep.new(2, seed=1)
    for seat in (0, 1):
        both.play("keep:" + ",".join(both.game.players[seat].offer), seat)
    assert [len(player.tickets) for player in both.game.players] == [6, 6]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_first_seat(first: int) -> None:  # CARD-7, COM-2, RUL-1
    both = Lockstep.new(3, seed=4, first=first)
    for seat in range(3):
        both.play(both.legal(seat)[0], seat)
    seats = []
    for _ in range(4):
        seats.append(both.game.seat)
        assert both.to_act == [both.game.seat]
        both.play("draw")
        both.play("stop")
    assert seats == [(first + turn) % 3 for turn in range(4)]


def test_first_seat_is_drawn() -> None:  # RUL-1, COM-24
    firsts = Counter(Lockstep.new(4, seed).game.first for seed in range(60))
    assert set(firsts) == {0, 1, 2, 3}
    one, other = Lockstep.new(4, 9), Lockstep.new(4, 9)
    assert one.states.tobytes() == other.states.tobytes()
    drawn = one.game.first
    named = Lockstep.new(4, 9, first=(drawn + 1) % 4)
    assert named.game.deck == one.game.deck  # the starting seat changes no card


@pytest.mark.slow
def test_no_redeal() -> None:  # CARD-20
    games = [Lockstep.new(2, seed).game for seed in range(150)]
    assert max(game.market.count("wild") for game in games) >= 3
    assert not any(game.discard for game in games)
