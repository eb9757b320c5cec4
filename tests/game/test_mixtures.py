"""Two decks of tickets, drawn from in a mixture that the player announces (GER-2 to GER-6)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.game.builders import FIVE, GERMANY, player, refuses, start, tell

import whistlestop as ws
from whistlestop.errors import PositionError, RulesetError
from whistlestop.rulesets import ruleset_from_data

LONG = [ticket["id"] for ticket in GERMANY["tickets"] if ticket.get("long")]
SHORT = [ticket["id"] for ticket in GERMANY["tickets"] if not ticket.get("long")]
KNOWN = set(LONG)


def board(**settings: Any) -> dict[str, Any]:
    return {**GERMANY, **settings}


def new(players: int = 3, seed: int = 1, **settings: Any) -> ws.Game:
    return ws.Game.new(ruleset_from_data(board(**settings)), players, seed=seed)


def with_decks(short: int, long: int, **more: Any) -> ws.Game:
    """Return a turn of seat 0 with this many tickets in both decks."""
    decks = [*SHORT[:short], *LONG[:long]]
    return start(GERMANY, player(), market=FIVE, ticket_deck=" ".join(decks), **more)


def offered(game: ws.Game, seat: int) -> list[str]:
    return [ticket["id"] for ticket in game.view(seat)["offer"]]


def mixtures(game: ws.Game) -> list[str]:
    return game.legal(game.to_act[0])


def test_the_opening() -> None:  # GER-2, RUL-105
    game = new(3, seed=4)
    first = game.view()["first"]
    for step in range(3):
        seat = (first + step) % 3
        assert (game.view()["phase"], game.to_act) == ("dealing", (seat,))
        assert mixtures(game) == [f"mix:{long}" for long in range(5)]
        told = tell(game, f"mix:{step + 1}", seat=None)
        assert told == [{"event": "mixed", "seat": seat, "regular": 3 - step, "long": step + 1}]
        assert [name in KNOWN for name in offered(game, seat)] == [place <= step for place in range(4)]
    assert (game.view()["phase"], sorted(game.to_act)) == ("opening", [0, 1, 2])
    keeps = game.legal(0)
    assert len(keeps) == 11, "two, three or four of four tickets"
    view = game.view()
    assert (view["ticket_deck"], view["long_deck"]) == (89 - 12, 34 - 6)
    assert [view["players"][(first + step) % 3]["long_offer"] for step in range(3)] == [1, 2, 3]


def test_refused_tickets_are_shuffled_into_their_decks() -> None:  # GER-5
    game = new(2, seed=9)
    for _ in range(2):
        game.play("mix:2")
    refused = [offered(game, seat)[1] for seat in (0, 1)]
    before = game.position()["ticket_deck"]
    for seat in (0, 1):
        names = offered(game, seat)
        game.play(f"keep:{names[0]},{names[2]},{names[3]}", seat)
    after = game.position()
    deck = after["ticket_deck"]
    assert [name in KNOWN for name in deck] == [place >= 51 for place in range(51 + 32)]
    assert sorted(deck) == sorted([*before, *refused])
    assert [name for name in deck if name not in refused] != before, "the whole decks are shuffled"
    assert after["ticket_seen"] == {}, "nobody knows where they are"
    assert [one["long_tickets"] for one in game.view()["players"]] == [1, 1]  # GER-6, RUL-107
    assert game.view()["phase"] == "turn"


def test_a_draw_in_a_turn() -> None:  # GER-3, GER-5
    game = with_decks(6, 3)
    assert tell(game, "tickets", seat=1) == [{"event": "mixing", "seat": 0}]
    assert (game.view()["phase"], game.to_act) == ("mixing", (0,))
    assert mixtures(game) == ["mix:0", "mix:1", "mix:2", "mix:3"], "there are only three long ones"
    refuses(game, "mix:4", "draw", "tickets", "take:red")
    assert tell(game, "mix:1", seat=1) == [{"event": "mixed", "seat": 0, "regular": 3, "long": 1}]
    assert offered(game, 0) == [LONG[0], *SHORT[:3]]
    assert game.view(0)["keep_min"] == 1
    assert offered(game, 1) == []
    game.play(f"keep:{SHORT[1]}")
    position = game.position()
    assert position["ticket_deck"] == [*SHORT[3:6], SHORT[0], SHORT[2], LONG[1], LONG[2], LONG[0]]
    assert position["ticket_seen"] == {name: [0] for name in (SHORT[0], SHORT[2], LONG[0])}
    assert [one["long_tickets"] for one in game.view()["players"]] == [0, 0]


@pytest.mark.parametrize(
    ("short", "long", "legal"),
    [
        (4, 4, range(5)),
        (2, 9, range(2, 5)),
        (0, 9, [4]),
        (9, 0, [0]),
        (1, 2, [2]),
        (1, 0, [0]),
        (0, 1, [1]),
        (3, 2, [1, 2]),
    ],
)
def test_mixtures_that_the_decks_allow(short: int, long: int, legal: Any) -> None:  # GER-4, RUL-106
    game = with_decks(short, long)
    game.play("tickets")
    assert mixtures(game) == [f"mix:{count}" for count in legal]
    for count in legal:
        drawn = with_decks(short, long)
        drawn.play("tickets")
        drawn.play(f"mix:{count}")
        names = offered(drawn, 0)
        assert len(names) == min(4, short + long)
        assert sum(name in KNOWN for name in names) == count


def test_without_tickets_there_is_nothing_to_draw() -> None:  # GER-4, USA-28
    refuses(with_decks(0, 0), "tickets", "mix:0")


def test_fewer_long_tickets_than_an_offer() -> None:  # GER-3
    small = board(mixture={"long": 2})
    decks = " ".join([SHORT[0], *LONG[:9]])
    game = start(small, player(), market=FIVE, ticket_deck=decks)
    game.play("tickets")
    assert mixtures(game) == ["mix:2"], "one short ticket, and at most two long ones"
    game.play("mix:2")
    assert offered(game, 0) == [LONG[0], LONG[1], SHORT[0]]


def test_everybody_knows_the_sorts() -> None:  # GER-6, COM-15
    game = new(3, seed=2)
    rnd = random.Random(5)
    for _ in range(60):
        seat = rnd.choice(game.to_act)
        legal = game.legal(seat)
        game.play("tickets" if "tickets" in legal and rnd.random() < 0.6 else rnd.choice(legal), seat)
        for viewer in range(3):
            states = game.observe(viewer).determinize(seed=rnd.randrange(1000))
            truth = game.states
            for name in ("long_size", "ticket_size", "long_count", "offer_long", "ticket_count"):
                assert (states[name] == truth[name]).all()
            world = ws.Game.from_position(game.position() | {})  # the truth, by names
            held = [sum(t in KNOWN for t in one["tickets"]) for one in world.position()["players"]]
            long = [ticket.long for ticket in game.ruleset.tickets]
            for player_, count in enumerate(held):
                words = states["tickets"][0, player_]
                sampled = [n for n in range(len(long)) if int(words[n >> 6]) >> (n & 63) & 1]
                assert sum(long[n] for n in sampled) == count
            deck = states["ticket_deck"][0][: int(states["ticket_size"][0])]
            assert [long[n] for n in deck] == [
                place >= len(deck) - int(states["long_size"][0]) for place in range(len(deck))
            ]


@pytest.mark.parametrize("seed", range(4))
def test_positions_are_read_as_written(seed: int) -> None:
    game = new(4, seed)
    rnd = random.Random(seed)
    for _ in range(80):
        position = game.position()
        assert ws.Game.from_position(position).position() == position
        seat = rnd.choice(game.to_act)
        legal = game.legal(seat)
        game.play("tickets" if "tickets" in legal and rnd.random() < 0.4 else rnd.choice(legal), seat)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"ticket_deck": f"{LONG[0]} {SHORT[0]}"}, "must come before the long tickets"),
        ({"phase": "mixing", "ticket_deck": ""}, "no tickets are left"),
        ({"phase": "dealing", "seat": 1}, "an offer does not fit"),
    ],
)
def test_positions_that_cannot_be(more: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        start(GERMANY, player(), **more)


@pytest.mark.parametrize(
    ("offer", "message"),
    [
        (f"{SHORT[0]} {LONG[0]}", "the first of them long"),
        (" ".join(SHORT[:5]), "at most 4"),
    ],
)
def test_offers_that_cannot_be(offer: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        start(GERMANY, player(offer=offer), phase="ticket_choice")


def test_boards_without_mixtures_have_none() -> None:
    with pytest.raises(PositionError, match="no mixing"):
        start("usa", player(), phase="mixing")
    game = start("usa", player(), market=FIVE)
    game.play("tickets")
    assert game.view()["phase"] == "ticket_choice"
    assert "long_deck" not in game.view()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"mixture": {"long": 5}}, "5 long tickets are more than the 4 of an offer"),
        ({"opening": {"regular": 4, "keep": 2, "long": 1}}, "opening.long must be 0"),
        (
            {"tickets": [t for t in GERMANY["tickets"] if t["id"] not in LONG[5:]]},
            "5 long tickets are too few",
        ),
    ],
)
def test_boards_that_cannot_be(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesetError, match=message):
        ruleset_from_data(board(**settings))


def test_one_deck_can_be_shuffled_too() -> None:  # GER-5
    usa = {**ws.load_ruleset("usa").data.plain(), "id": "shuffled_usa"}
    usa["opening"] = {"regular": 3, "keep": 2, "refused": "shuffled"}
    game = ws.Game.new(ruleset_from_data(usa), 2, seed=3)
    refused = [offered(game, seat)[2] for seat in (0, 1)]
    for seat in (0, 1):
        game.play(f"keep:{','.join(offered(game, seat)[:2])}", seat)
    deck = game.position()["ticket_deck"]
    assert len(deck) == 26
    assert set(refused) <= set(deck)
    assert deck[-2:] != refused
    assert game.position()["ticket_seen"] == {}
