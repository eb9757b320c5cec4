"""Hidden information (COM-14, COM-15, INV-10): two worlds that differ only in secrets look alike."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from tests.core.players import PLAYERS
from tests.game.builders import REST, events_of, play, player, seat_of, start, up_to_three

import whistlestop as ws
from whistlestop.errors import IllegalAction

FIVE = "red blue green white black"
TITLES = [
    ("usa", 2),
    ("usa", 4),
    ("europe", 3),
    ("switzerland", 3),
    ("card_game", 2),
    ("card_game", 4),
    ("carpathia", 4),
]


def sights(game: ws.Game, seats: list[int | None]) -> list[bytes]:
    return [game.observe(seat).tobytes() for seat in seats]


def test_public_information() -> None:  # COM-14
    game = start(
        "europe",
        player("red*3", routes="budapest-wien", tickets="berlin-roma", stations="wien"),
        player("blue", known="blue"),
        market=FIVE,
        discard="wild yellow*2",
    )
    for seat in (None, 1):
        view = game.view(seat)
        first = view["players"][0]
        assert first["routes"] == ["budapest-wien"]
        assert (first["trains"], first["stations"], first["stations_built"]) == (44, 2, ["wien"])
        assert (first["cards"], first["tickets"], first["score"], first["known"]) == (3, 1, 1, {})
        assert view["players"][1]["known"] == {"blue": 1}
        assert (view["market"], view["discard"]) == (FIVE.split(), {"yellow": 2, "wild": 1})
        assert view["deck"] == 110 - 3 - 1 - 5 - 3
        assert (view["to_act"], view["phase"]) == ([0], "turn")
        assert "legal" in view
        assert view["legal"] == []


def test_own_cards_and_tickets_are_always_seen() -> None:  # COM-15
    game = start("usa", player("red*3", tickets="boston-miami"), player("blue"), market=FIVE)
    assert game.view(0)["hand"] == {"red": 3}
    assert [ticket["id"] for ticket in game.view(0)["tickets"]] == ["boston-miami"]
    for other in (1, None):
        text = str(game.view(other))
        assert "boston-miami" not in text
        assert game.view(other)["players"][0]["known"] == {}


def test_known_cards() -> None:
    """COM-14, COM-15: cards taken face up are known until the same number of that kind has been paid."""
    game = start("usa", player("red*2"), player(), market="red*2 blue green white", deck="black*9")
    play(game, "take:red", "take:red")
    assert seat_of(game, 0)["known"] == {"red": 2}
    play(game, "draw", "draw")
    assert seat_of(game, 1)["known"] == {}
    play(game, "claim:chicago-duluth:red*3")
    assert seat_of(game, 0)["known"] == {}  # of four cards, two of them known, three are paid
    assert seat_of(game, 0)["cards"] == 1


@pytest.mark.slow
def test_known_cards_are_a_lower_bound() -> None:  # COM-14
    for ruleset in ws.ruleset_ids():
        rnd = random.Random(5)
        game = ws.Game.new(ruleset, up_to_three(ruleset), seed=5)
        while not game.over:
            seat = rnd.choice(game.to_act)
            game.play(PLAYERS["tunneller"](rnd, game.legal(seat)), seat)
            for one in game.position()["players"]:
                assert all(one["hand"].get(kind, 0) >= count for kind, count in one["known"].items())


DEEP_CARD, DEEP_TICKET = 20, 4  # no single action draws that deep into the decks
REVEALING = {"refilled", "market_reset", "reshuffled", "tunnel", "opening_done", "scored", "new_pass", "over"}


def cards_swapped(game: ws.Game, seat: int | None) -> ws.Game | None:
    """Return the same position with an unknown card of another hand and the last card of the deck exchanged."""
    position = game.position()
    deck = list(position["deck"])
    for other in range(game.players):
        one = position["players"][other]
        hand = Counter(one["hand"])
        spare = [kind for kind in hand - Counter(one["known"]) if kind != deck[-1]] if deck else []
        if other != seat and spare and len(deck) > DEEP_CARD:
            one["hand"] = dict(hand - Counter([spare[0]]) + Counter([deck[-1]]))
            return ws.Game.from_position(position | {"deck": [*deck[:-1], spare[0]]})
    return None


def tickets_swapped(game: ws.Game, seat: int | None) -> ws.Game | None:
    """Return the same position with a ticket of another hand and an unseen one, deep in the ticket deck,
    exchanged.
    """
    position = game.position()
    deck = list(position["ticket_deck"])
    seen = set(position["ticket_seen"]).union(*(one.get("returned", ()) for one in position["players"]))
    long = {ticket.id for ticket in game.ruleset.tickets if ticket.long}
    places = [place for place in range(DEEP_TICKET, len(deck)) if deck[place] not in seen]
    for other in range(game.players):
        one = position["players"][other]
        spare = [name for name in one["tickets"] if name not in long | seen]
        if other != seat and spare and places:
            one["tickets"] = [deck[places[-1]], *(name for name in one["tickets"] if name != spare[0])]
            deck[places[-1]] = spare[0]
            return ws.Game.from_position(position | {"ticket_deck": deck})
    return None


def told(game: ws.Game, action: str, acting: int, seat: int | None) -> list[dict[str, Any]]:
    """Play an action and return the events that the seat receives."""
    before = game.observe(seat)
    game.play(action, acting)
    return events_of(game, before)


def reveals(event: dict[str, Any], seat: int | None) -> bool:
    """Return whether the event reveals a card or ticket that was unknown before."""
    if event["event"] in ("drew", "drew_tickets"):
        return bool(event["seat"] == seat)
    return event["event"] in REVEALING


def assert_same(seat: int | None, game: ws.Game, twin: ws.Game) -> None:
    assert game.observe(seat).tobytes() == twin.observe(seat).tobytes()
    assert game.view(seat) == twin.view(seat)


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), TITLES)
def test_two_worlds(ruleset: str, players: int) -> None:
    """INV-10: an exchanged card or ticket, or resampling, changes no observation, now and after a move.

    The move is played in both worlds if it is legal in both. Viewers receive the same events and see the same
    afterwards unless the move depends on the difference: exchanged items are too deep to be drawn, and for
    resampled worlds only moves that reveal nothing count. At the end of a game everything may be visible.
    """
    rnd = random.Random(players)
    game = ws.Game.new(ruleset, players, seed=players)
    compared: Counter[str] = Counter()
    while not game.over:
        acting = rnd.choice(game.to_act)
        action = PLAYERS["tunneller"](rnd, game.legal(acting))
        for seat in (None, *range(players)) if game.version % 3 == 0 else ():
            worlds = {
                "resampled": (game.copy(), game.resample(seat, rnd.getrandbits(60))),
                "card": (ws.Game.from_position(game.position()), cards_swapped(game, seat)),
                "ticket": (ws.Game.from_position(game.position()), tickets_swapped(game, seat)),
            }
            for what, (here, there) in worlds.items():
                if there is None:
                    continue
                assert here.position() != there.position() or what == "resampled"
                assert_same(seat, here, there)
                if seat == acting:
                    assert here.legal(seat) == there.legal(seat)
                if action not in there.legal(acting):
                    assert seat != acting
                    continue
                events, others = (told(world, action, acting, seat) for world in (here, there))
                if here.over or (what == "resampled" and any(reveals(event, seat) for event in events)):
                    continue
                assert events == others
                assert_same(seat, here, there)
                compared[what] += 1
        game.play(action, acting)
    assert min(compared[what] for what in ("resampled", "card", "ticket")) > 40, compared


def test_a_move_tells_the_same_in_both_worlds() -> None:
    """INV-10: a public move gives the same events and views in worlds that differ only in cards it does not touch."""
    for hidden, deck in (("green*3", "yellow*9"), ("black*3", "yellow*9"), ("wild*3", "yellow*9")):
        games = []
        for kinds in (hidden, "orange*3"):
            one = player(f"red*3 {kinds}")
            games.append(start("usa", one, player(REST), market=FIVE, deck=deck, discard=""))
        for action in ("claim:chicago-duluth:red*3",):
            told = []
            for game in games:
                before = game.observe(None)
                game.play(action)
                told.append((game.observe(None).events_since(before), game.view(None)))
            assert told[0] == told[1]


def test_tickets_kept_later_are_secret() -> None:
    """COM-15, USA-27: nobody else can see which offered tickets were kept, not even a player who knows the
    offer.
    """
    deck = "boston-miami dallas-new_york denver-el_paso calgary-phoenix"
    games = [start("usa", player(), market=FIVE, ticket_deck=deck) for _ in range(2)]
    for game, kept in zip(games, ("boston-miami", "denver-el_paso"), strict=True):
        play(game, "tickets", f"keep:{kept}")
    for seat in (1, None):
        assert games[0].observe(seat).tobytes() == games[1].observe(seat).tobytes()


def test_a_refused_ticket_that_another_drew_is_lost_from_sight() -> None:
    """COM-15: seat 0 knows where its refused tickets are, but not whether seat 1 returns them after drawing them."""
    deck = "boston-miami dallas-new_york denver-el_paso"
    games = []
    for kept in ("boston-miami", "dallas-new_york"):
        game = start("usa", player(), market=FIVE, ticket_deck=deck)
        play(game, "tickets", "keep:denver-el_paso")
        assert game.position()["ticket_seen"] == {"boston-miami": [0], "dallas-new_york": [0]}
        play(game, "tickets", f"keep:{kept}")
        games.append(game)
    assert games[0].observe(0).tobytes() == games[1].observe(0).tobytes()
    assert games[0].observe(1).tobytes() != games[1].observe(1).tobytes()


def test_refused_tickets_are_known_to_who_refused_them() -> None:  # COM-15
    game = start(
        "usa",
        player(),
        market=FIVE,
        ticket_deck="boston-miami dallas-new_york denver-el_paso calgary-phoenix",
    )
    play(game, "tickets", "keep:boston-miami")
    twin = game.resample(0, 1)
    assert list(twin.position()["ticket_deck"])[1:] == ["dallas-new_york", "denver-el_paso"]
    assert any(
        list(game.resample(1, seed).position()["ticket_deck"])[1:] != ["dallas-new_york", "denver-el_paso"]
        for seed in range(5)
    )


def test_errors_tell_nothing() -> None:
    """COM-4, COM-15: the text of a refusal does not depend on other hands or the deck."""
    words: list[list[str]] = []
    for hidden, deck in (("green*3", "yellow*9"), ("wild*3", "blue*5 red")):
        game = start("usa", player("red"), player(hidden), market=FIVE, deck=deck)
        words.append([])
        for action in ("claim:chicago-duluth:red*3", "take:wild", "keep:boston-miami", "pass"):
            with pytest.raises(IllegalAction) as caught:
                game.play(action)
            words[-1].append(str(caught.value))
    assert words[0] == words[1]


@pytest.mark.slow
def test_spectators_know_no_more_than_players() -> None:  # COM-15
    def public(view: dict[str, Any]) -> dict[str, Any]:
        own = ("seat", "hand", "tickets", "offer", "legal", "keep_min", "choice")
        return {key: value for key, value in view.items() if key not in own}

    game = ws.Game.new("europe", 4, seed=1)
    rnd = random.Random(1)
    for _ in range(60):
        seat = rnd.choice(game.to_act)
        game.play(rnd.choice(game.legal(seat)), seat)
        views = [public(game.view(seat)) for seat in (None, 0, 1, 2, 3)]
        assert all(view == views[0] for view in views)
