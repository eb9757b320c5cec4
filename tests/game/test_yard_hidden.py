"""Hidden information in a card game: stacks, declarations, others' tickets (CARD-22, CARD-41, RUL-61,
RUL-81).
"""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from tests.game.builders import events_of, play, player, start, tell

import whistlestop as ws

FIVE = "red blue green black white"
A, B = "dallas-miami", "chicago-dallas"


def full_game(players: int, seed: int) -> list[ws.Game]:
    """Yield a random game at every ply."""
    rnd = random.Random(seed)
    game = ws.Game.new("card_game", players, seed=seed)
    plies = [game.copy()]
    while not game.over:
        seat = rnd.choice(game.to_act)
        game.play(rnd.choice(game.legal(seat)), seat)
        plies.append(game.copy())
    return plies


def test_a_stack_is_hidden_from_its_owner_too() -> None:  # CARD-22, RUL-61, INV-10
    games = [
        start("card_game", player(stack=stack, siding="blue*2"), player(stack="green"), market=FIVE)
        for stack in ("red*2 wild", "yellow orange*2")
    ]
    for looker in (0, 1, None):
        views = [game.view(looker) for game in games]
        assert views[0] == views[1]
        assert views[0]["stack"] is None
        assert [one["stack"] for one in views[0]["players"]] == [3, 1]


def test_beginners_may_look_at_their_own_stack() -> None:  # CARD-22
    game = start("card_game", player(stack="red*2 wild"), player(stack="green"), market=FIVE)
    assert game.view(0, look=True)["stack"] == {"red": 2, "wild": 1}
    assert game.view(1, look=True)["stack"] == {"green": 1}
    assert game.view(None, look=True)["stack"] is None
    assert msgspec.to_builtins(game.observe(0).view(look=True)) == game.view(0, look=True)
    assert game.view(0, look=True) | {"stack": None} == game.view(0)
    network = ws.Game.new("usa", 2, seed=1)
    assert network.view(0, look=True) == network.view(0)


def test_the_stack_at_its_scoring() -> None:  # CARD-22, CARD-39
    game = start("card_game", player(stack="red*2 wild"), player(stack="green"), phase="declaration")
    assert [game.view(looker)["stack"] for looker in (0, 1, None)] == [
        {"red": 2, "wild": 1},
        {"green": 1},
        None,
    ]


def test_moved_cards_are_shown_in_the_open_only() -> None:  # CARD-9, RUL-61
    game = start("card_game", player(), player(siding="blue*2 green+wild"), market=FIVE)
    play(game, "tickets")
    live = tell(game, "keep:", 0)[-1]
    assert (live["event"], live["count"], len(live["cards"])) == ("moved", 2, 2)
    for looker in (None, 0, 1):
        late = game.history(looker)[-1]["events"][-1]
        assert late == live | {"cards": None}
    before = ws.replay(game.record(), to=1).observe(1)
    assert events_of(game, before, live=False)[-1] == live | {"cards": None}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_the_log_and_the_stack(players: int) -> None:
    """CARD-22, RUL-61: during a game no log contains a moved card and no view a stack; afterwards all are
    public.
    """
    plies = full_game(players, seed=players)
    game = plies[-2]
    for looker in (None, 0):
        moved = [
            event for entry in game.history(looker) for event in entry["events"] if event["event"] == "moved"
        ]
        assert moved
        assert all(event["cards"] is None for event in moved)
    opened = [
        event for entry in plies[-1].history(None) for event in entry["events"] if event["event"] == "moved"
    ]
    assert all(len(event["cards"]) == event["count"] for event in opened)
    for one in plies:
        phase = one.view()["phase"]
        for seat in range(players):
            assert (one.view(seat)["stack"] is not None) == (phase in ("declaration", "over"))


def test_a_declaration_shows_nowhere_until_all_have_declared() -> None:  # CARD-41
    seats = [player(tickets=[A, B], stack="wild*4"), player(), player()]
    games = [start("card_game", *seats, phase="declaration") for _ in range(2)]
    for game, action in zip(games, (f"declare:{A}", "declare:"), strict=True):
        assert tell(game, action, 1, acting=0) == [{"event": "declared", "seat": 0}]
    for looker in (1, 2, None):
        assert games[0].observe(looker).tobytes() == games[1].observe(looker).tobytes()
        assert games[0].view(looker) == games[1].view(looker)
    assert games[0].observe(0).tobytes() != games[1].observe(0).tobytes()


def test_what_the_first_scoring_makes_public() -> None:  # RUL-81, CARD-41, CARD-44
    seats = [player("purple*3", tickets=[A, B], stack="green red"), *(player() for _ in range(3))]
    game = start("card_game", *seats, phase="declaration", market=FIVE)
    for seat in (0, 1, 2):
        game.play(f"declare:{A if seat == 0 else ''}", seat)
    told = tell(game, "declare:", 1, acting=3)
    scored = next(event for event in told if event["event"] == "scored")
    assert (scored["players"][0]["stack"], scored["players"][0]["tickets"]) == ({"green": 1, "red": 1}, [A])
    for looker in (1, None):
        text = json.dumps([told, game.view(looker), game.history(looker)])
        assert B not in text
        assert "purple" not in json.dumps(game.view(looker)["players"])
        assert game.view(looker)["players"][0]["completed"] == [A]


def test_cards_of_the_second_pass_are_secret() -> None:  # CARD-46, COM-15
    game = start("card_game", *(player() for _ in range(4)), phase="declaration", market=FIVE)
    for seat in (0, 1, 2):
        game.play("declare:", seat)
    for looker in (0, 3, None):
        new = next(
            event for event in tell(game.copy(), "declare:", looker, acting=3) if event["event"] == "new_pass"
        )
        assert new["dealt"] == [4] * 4
        assert (new["cards"] is None) == (looker is None)
    twin = game.copy()
    twin.play("declare:", 3)
    for looker in range(4):
        assert sum(twin.view(looker)["hand"].values()) == 4
        assert all(one["known"] == {} for one in twin.view(looker)["players"])


def test_returned_tickets_are_known_to_who_returned_them() -> None:
    """CARD-6, RUL-79: the player who returned tickets knows that nobody else kept them; nobody knows their place in the
    deck.
    """
    game = ws.Game.new("card_game", 3, seed=11, first=0)
    offers = [[ticket["id"] for ticket in game.view(seat)["offer"]] for seat in range(3)]
    for seat, kept in ((0, 1), (1, 6), (2, 6)):
        game.play("keep:" + ",".join(offers[seat][:kept]), seat)
    for seed in range(30):
        world = game.resample(0, seed).position()
        for other in (1, 2):
            assert not set(world["players"][other]["tickets"]) & set(offers[0])
        assert world["ticket_seen"] == {}
    decks = {tuple(game.resample(0, seed).position()["ticket_deck"]) for seed in range(5)}
    assert len(decks) == 5


def test_open_at_the_end() -> None:  # CARD-54, COM-16
    game = full_game(3, seed=8)[-1]
    assert game.view(1) | {"seat": None, "hand": None, "tickets": [], "stack": None} == game.view(None)
    tickets: list[dict[str, Any]] = [
        ticket for one in (game.outcome() or {})["players"] for ticket in one["tickets_list"]
    ]
    held = sum(len(one["tickets"]) + len(one["completed"]) for one in game.position()["players"])
    assert len(tickets) == held
