"""Positions: a round trip at every ply, and refused ones."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.core.players import PLAYERS
from tests.game.builders import CARDS, board, player, start

import whistlestop as ws
from whistlestop.errors import PositionError, RulesetError


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "players", "style"),
    [
        ("usa", 2, "uniform"),
        ("usa", 5, "hoarder"),
        ("europe", 2, "tunneller"),
        ("europe", 4, "master"),
        ("switzerland", 2, "tunneller"),
        ("switzerland", 3, "collector"),
        ("card_game", 2, "uniform"),
        ("card_game", 4, "collector"),
    ],
)
def test_there_and_back(ruleset: str, players: int, style: str) -> None:
    """At every ply, the position, the observations (except for the last action) and the continuation are the same."""
    rnd = random.Random(players)
    game = ws.Game.new(ruleset, players, seed=players)
    same = [
        name
        for name in game.ruleset.machine.OBSERVATION.names or ()
        if not name.startswith("did") and name not in ("drawn", "link")
    ]
    while not game.over:
        position = json.loads(json.dumps(game.position()))
        again = ws.Game.from_position(position)
        assert json.loads(json.dumps(again.position())) == position
        for looker in (None, *range(players)) if game.version % 4 == 0 else ():
            assert again.view(looker) == game.view(looker)
            one, other = again.observe(looker).record, game.observe(looker).record
            assert all((one[name] == other[name]).all() for name in same)
        seat = rnd.choice(game.to_act)
        action = PLAYERS[style](rnd, game.legal(seat))
        game.play(action, seat)
        again.play(action, seat)
        assert again.position() == game.position()
    assert ws.Game.from_position(game.position()).outcome() == game.outcome()


def yard(*players: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"ruleset": "card_game", "players": [*players, *({} for _ in range(2 - len(players)))], **more}


def usa(**more: Any) -> dict[str, Any]:
    return {"ruleset": "usa", "players": [{}, {}], **more}


def europe(**more: Any) -> dict[str, Any]:
    return {"ruleset": "europe", "players": [{"hand": {"yellow": 2}}, {}], "phase": "tunnel", "tunnel": more}


TUNNEL = {
    "route": "munchen-zurich",
    "payment": {"yellow": 2},
    "revealed": ["wild", "red", "red"],
    "surcharge": 1,
}
SIX = ["boston-miami", "chicago-dallas", "chicago-miami", "dallas-miami", "miami-omaha", "dallas-raleigh"]
YARD_BAD: list[tuple[dict[str, Any], str]] = [
    (yard({}, {}, {}, {}, {}), "COM-1"),
    (yard({"routes": ["denver-omaha"]}), "routes"),
    (yard({"trains": 3}), "trains"),
    (yard(phase="tunnel"), "phase"),
    (yard(removed=[]), "removed"),
    (yard(**{"pass": 2}), "pass: this number of players plays only 1"),
    (yard(**{"pass": 0}), "pass"),
    (yard({"hand": {"red": 11}}), "player 0, hand: 1 red too many"),
    (yard({"stack": {"red": 6}}, {"siding": {"red": {"red": 5}}}), "player 1, siding: 1 red too many"),
    (yard({"stack": {"gray": 1}}), "player 0, stack: unknown card 'gray'"),
    (yard({"siding": {"wild": {"wild": 2}}}), "player 0, siding: unknown color 'wild'"),
    (yard({"siding": {"red": {"wild": 2}}}), "player 0, siding: a red row has only red cards and wilds"),
    (yard({"siding": {"red": {"red": 0}}}), "player 0, siding: a red row has only red cards"),
    (yard({"siding": {"red": {"red": 1, "blue": 1}}}), "player 0, siding: a red row has only red cards"),
    (yard({"siding": {"red": {"red": 1}}}, {"siding": {"red": {"red": 2}}}), "CARD-30"),
    (
        yard({"tickets": ["dallas-miami"], "completed": ["dallas-miami"]}),
        "player 0, tickets: ticket dallas-miami is",
    ),
    (yard({"completed": ["mars-venus"]}), "player 0, completed: unknown ticket"),
    (yard({"returned": ["mars-venus"]}), "player 0, returned: unknown ticket"),
    (
        yard({"returned": SIX, "opening_kept": 1, "tickets": ["seattle-toronto"]}),
        "too many tickets kept or returned",
    ),
    (yard({"opening_kept": 1}), "too many tickets kept or returned"),
    (yard({"returned": SIX}, {"tickets": SIX[:1], "opening_kept": 1}), "player 1: too many tickets kept"),
    (yard({"returned": SIX[:1], "tickets": SIX[:1], "opening_kept": 1}), "player 0: too many tickets kept"),
    (
        yard({"returned": SIX[:1]}, {"returned": SIX[:2]}),
        "returned: boston-miami appears 2 times .*INV-2, RUL-79",
    ),
    (yard({"returned": SIX[:1] * 2}), "returned: boston-miami appears 2 times"),
    (
        yard({"offer": SIX[:2], "choice": SIX[:1] * 2}, {"offer": SIX[2:3]}, phase="opening"),
        "player 0: the choice names a ticket twice .*INV-2",
    ),
    (
        yard(
            {"choice": SIX[:1] * 2, "tickets": SIX[:1], "stack": {"blue": 1, "orange": 1, "red": 1}},
            phase="declaration",
        ),
        "player 0: the choice names a ticket twice .*INV-2",
    ),
    (yard({"offer": SIX[:5]}, phase="ticket_choice"), "player 0: an offer may have at most 4 tickets"),
    (yard({"offer": SIX[:1]}), "player 0: an offer does not fit the phase turn"),
    (
        yard({"offer": SIX[:2], "tickets": SIX[3:4]}, {"offer": SIX[2:3]}, phase="opening"),
        "player 0: players have no tickets yet in the opening",
    ),
    (yard({"offer": SIX[:2], "choice": []}, {"offer": SIX[2:3]}, phase="opening"), "at least 1 tickets"),
    (yard({"choice": []}), "player 0: a choice is possible only in the opening"),
    (
        yard({"choice": SIX[:1]}, phase="declaration"),
        "player 0: a choice is possible only in the opening or of the player's own",
    ),
    (yard({"choice": SIX[:1], "tickets": SIX[:1]}, phase="declaration"), "the stack does not pay .*CARD-40"),
    (yard({"choice": []}, {"choice": []}, phase="declaration"), "declaration: all have chosen"),
    (yard(phase="second_draw", deck=[]), "no second card can be drawn"),
    (
        yard(final_round={"turns_left": 1, "caused_by": 0}),
        "final_round: it cannot begin before the deck is empty",
    ),
    (yard(deck=[], final_round={"turns_left": 3, "caused_by": 0}), "final_round: it does not fit"),
    (yard(ticket_deck=SIX), "tickets: missing:"),
    (yard(ticket_seen={"dallas-miami": [2]}), "ticket_seen: dallas-miami"),
]

LONG = ["brest-petrograd", "athina-edinburgh"]

BAD: list[tuple[dict[str, Any], str]] = [
    ({"players": [{}, {}]}, "ruleset or board"),
    (usa(board={}), "ruleset or board"),
    (usa(format="other/9"), "format 'other/9'"),
    (usa(generator={"name": "dice"}), "generator"),
    (usa(generator={"key": "xyz"}), r"generator\.key"),
    (usa(colour="red"), "colour"),
    (usa(players=[{}]), "COM-1"),
    (usa(players=[{}] * 6), "COM-1"),
    (usa(players="two"), r"players"),
    (usa(players=[{"hand": {"red": -1}}, {}]), r"players\[0\]\.hand"),
    (usa(players=[{"hand": {"gray": 1}}, {}]), "player 0, hand: unknown card 'gray'"),
    (usa(players=[{"hand": {"red": 7}}, {"hand": {"red": 6}}]), "player 1, hand: 1 red too many"),
    (usa(players=[{"hand": {"red": 1}, "known": {"red": 2}}, {}]), "player 0: 2 red are known"),
    (usa(market=["red"] * 6), "market"),
    (usa(market=["pink"]), "market: unknown card 'pink'"),
    (usa(deck=["wild"] * 15), "deck: 1 wild too many"),
    (usa(deck=["wild"], discard={"red": 1}), "missing: 12 purple"),
    (usa(discard={"blue": 13}), "discard: 1 blue too many"),
    (usa(seat=2), "seat"),
    (usa(first=3), "seat"),
    (usa(phase="dinner"), "phase"),
    (usa(players=[{"routes": ["denver-mars"]}, {}]), "player 0: unknown route 'denver-mars'"),
    (
        usa(players=[{"routes": ["denver-omaha"]}, {"routes": ["denver-omaha"]}]),
        "player 1: route denver-omaha",
    ),
    (usa(players=[{"routes": ["denver-omaha", "denver-omaha"]}, {}]), "player 0: route denver-omaha"),
    (
        usa(players=[{"routes": ["denver-kansas_city"]}, {"routes": ["denver-kansas_city/2"]}]),
        r"player 1: route denver-kansas_city/2 .*USA-23",
    ),
    (usa(players=[{"trains": 44, "routes": ["denver-omaha"]}, {}]), "player 0: 44 trains .*INV-4"),
    (
        usa(players=[{"routes": [r.id for r in ws.load_ruleset("usa").routes if r.length > 4]}, {}]),
        "player 0: (the routes need more|route)",
    ),
    (usa(players=[{"tickets": ["mars-venus"]}, {}]), "player 0, tickets: unknown ticket 'mars-venus'"),
    (
        usa(players=[{"tickets": ["boston-miami"]}, {"tickets": ["boston-miami"]}]),
        "player 1, tickets: ticket boston-miami is already in player 0, tickets",
    ),
    (usa(players=[{"tickets": ["boston-miami"]}, {}], ticket_deck=["boston-miami"]), "ticket_deck: ticket"),
    (
        usa(players=[{"tickets": ["boston-miami"], "refused": ["boston-miami"]}, {}]),
        "refused ticket boston-miami",
    ),
    (usa(players=[{"refused": ["mars-venus"]}, {}]), "unknown ticket 'mars-venus'"),
    (usa(ticket_deck=["boston-miami"], removed=[]), "tickets: missing:"),
    (usa(ticket_seen={"mars-venus": [0]}), "ticket_seen: unknown ticket"),
    (usa(ticket_seen={"boston-miami": [2]}), "ticket_seen: boston-miami"),
    (usa(ticket_seen={"boston-miami": [0]}, ticket_deck=[]), "ticket_seen: boston-miami"),
    (usa(players=[{"offer": ["boston-miami"]}, {}]), "player 0: an offer does not fit the phase turn"),
    (usa(phase="ticket_choice"), "player 0: an offer does not fit"),
    (
        usa(phase="opening", players=[{"offer": ["boston-miami"]}, {"offer": ["calgary-phoenix"]}]),
        "at least 2",
    ),
    (usa(players=[{"choice": []}, {}]), "player 0: a choice"),
    (usa(players=[{"stations": ["denver"]}, {}]), "player 0: more than 0 stations"),
    (usa(final_round={"turns_left": 3, "caused_by": 0}), "final_round"),
    (usa(final_round={"turns_left": 0, "caused_by": 0}), "final_round"),
    (usa(final_round={"turns_left": 1, "caused_by": 2}), "final_round"),
    (usa(passes=2), "RUL-13"),
    (
        usa(
            phase="second_draw",
            deck=[],
            discard={},
            players=[
                {},
                {
                    "hand": dict.fromkeys(
                        ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"], 12
                    )
                    | {"wild": 14}
                },
            ],
        ),
        "RUL-11",
    ),
    (usa(phase="tunnel"), "tunnel: required in the phase tunnel"),
    (usa(tunnel=TUNNEL), "tunnel: required in the phase tunnel"),
    (usa(phase="tunnel", tunnel=TUNNEL), "tunnel: unknown route 'munchen-zurich'"),
    (europe(**TUNNEL | {"payment": {"yellow": 1}}), "tunnel: the payment"),
    (europe(**TUNNEL | {"payment": {"yellow": 1, "red": 1}}), "tunnel: the payment"),
    (europe(**TUNNEL | {"payment": {"red": 2}, "surcharge": 3}), "cannot pay for munchen-zurich"),
    (europe(**TUNNEL | {"surcharge": 2}), "surcharge"),
    (europe(**TUNNEL | {"revealed": ["red"] * 3, "surcharge": 0}), "surcharge"),
    (europe(**TUNNEL | {"revealed": ["wild"] * 4, "surcharge": 3}), "too many cards revealed"),
    (europe(**TUNNEL | {"route": "berlin-danzig", "payment": {"yellow": 4}}), "danzig is not a tunnel"),
    (europe(**TUNNEL) | {"players": [{}, {"routes": ["munchen-zurich"]}]}, "cannot claim munchen-zurich"),
    (europe(**TUNNEL) | {"players": [{"trains": 1}, {}]}, "cannot claim munchen-zurich"),
    ({"ruleset": "europe", "players": [{"stations": ["wien"]}, {"stations": ["wien"]}]}, "wien already has"),
    ({"ruleset": "europe", "players": [{"stations": ["mars"]}, {}]}, "unknown city 'mars'"),
    ({"ruleset": "europe", "players": [{"tickets": LONG}, {}]}, "player 0: more long tickets"),
    ({"ruleset": "europe", "players": [{}, {}], "ticket_deck": LONG}, "ticket_deck: .* is a long ticket"),
    (
        {"ruleset": "europe", "players": [{"offer": LONG}, {}], "phase": "ticket_choice"},
        "an offer must have 0 long tickets",
    ),
    (usa(players=[{"hand": {"red": 1}, "known": {"pink": 0}}, {}]), "player 0, known: unknown card 'pink'"),
    (usa(final_round={"turns_left": 2, "caused_by": None}), "final_round: caused_by is missing"),
    (usa(**{"pass": 1}), "pass"),
    (
        usa(
            phase="ticket_choice",
            players=[{"offer": ["boston-miami", "dallas-new_york", "denver-el_paso", "duluth-houston"]}, {}],
        ),
        "up to 3 regular",
    ),
]


@pytest.mark.parametrize(("position", "message"), [*BAD, *YARD_BAD])
def test_bad_positions(position: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        ws.Game.from_position(position)


@pytest.mark.parametrize("choice", [[], ["boston-miami"]])
def test_a_sealed_choice_must_be_legal(choice: list[str]) -> None:  # USA-4
    offers = [["boston-miami", "calgary-phoenix"], ["dallas-new_york", "denver-el_paso"]]
    players = [{"offer": offers[0], "choice": choice}, {"offer": offers[1]}]
    with pytest.raises(PositionError, match="at least 2"):
        ws.Game.from_position(usa(phase="opening", players=players))
    players[0]["choice"] = ["calgary-phoenix", "boston-miami", "boston-miami"]
    with pytest.raises(PositionError, match="the choice names a ticket twice"):
        ws.Game.from_position(usa(phase="opening", players=players))
    players[0]["choice"] = ["calgary-phoenix", "boston-miami"]
    game = ws.Game.from_position(usa(phase="opening", players=players))
    assert game.to_act == (1,)
    game.play("keep:dallas-new_york,denver-el_paso")
    assert game.view(0)["players"][0]["tickets"] == 2
    players[1]["choice"] = offers[1]
    with pytest.raises(PositionError, match="all have chosen"):
        ws.Game.from_position(usa(phase="opening", players=players))


def test_unknown_rulesets() -> None:
    with pytest.raises(RulesetError, match="mars"):
        ws.Game.from_position({"ruleset": "mars", "players": [{}, {}]})
    with pytest.raises(RulesetError, match="board"):
        ws.Game.from_position({"board": {"id": "x"}, "players": [{}, {}]})
    with pytest.raises(RulesetError, match="board: machine"):
        ws.Game.from_position({"board": {"id": "x", "machine": ["yard"]}, "players": [{}, {}]})


def test_the_ruleset_of_a_position_is_no_folder(tmp_path: Path) -> None:
    """A position must not make the server read folders: it names a built-in ruleset or contains its board."""
    folder = tmp_path / "mine"
    shutil.copytree(Path(ws.__file__).parent / "rulesets" / "usa", folder)
    for name in (str(folder), "x" * 5000, ""):
        with pytest.raises(RulesetError, match="unknown ruleset") as caught:
            ws.Game.from_position(usa() | {"ruleset": name})
        assert len(str(caught.value)) < 400
    settings = folder / "ruleset.toml"
    own = settings.read_text("utf-8").replace("count = 45", "count = 44").replace('id = "usa"', 'id = "mine"')
    settings.write_text(own, "utf-8")
    position = ws.Game.new(str(folder), 2, seed=1).position()
    assert position["ruleset"] is None
    assert ws.Game.from_position(position).position() == position


def test_what_is_left_out() -> None:
    """Cards that the position does not mention form the deck; if the deck is given, the discard pile."""
    first = start("usa", player("red*2"), market="blue*5").view()
    assert (first["deck"], first["discard_size"], first["ticket_deck"]) == (103, 0, 30)
    second = start("usa", player("red*2"), market="blue*5", deck="green").view()
    assert (second["deck"], second["discard_size"]) == (1, 102)
    third = start("usa", player("red*2"), market="blue*5", discard="green").view()
    assert (third["deck"], third["discard_size"]) == (102, 1)
    refused = start("switzerland", player(refused="basel-bern"), market="blue*5")
    assert "basel-bern" in refused.position()["removed"]
    assert refused.view()["ticket_deck"] == 45


@pytest.mark.parametrize("ruleset", ["europe", "card_game"])
def test_long_games(ruleset: str) -> None:  # RUL-78
    """Stalling is legal, so the turn counter exceeds 16 bits."""
    game = ws.Game.from_position(
        {**ws.Game.new(ruleset, 2, seed=1).position(), "turn": 40_000, "version": 90_000}
    )
    assert game.view(0)["turn"] == 40_000
    assert ws.Game.from_position(game.position()).position() == game.position()


def test_inline_boards_are_kept() -> None:
    small = board("a-b:2:red b-c:1:gray", "a-b:2 a-c:3")
    game = start(small, player("red*2"), market="blue*5")
    position = json.loads(json.dumps(game.position()))
    assert position["ruleset"] is None
    assert position["board"]["id"] == "small"
    assert json.loads(json.dumps(ws.Game.from_position(position).position())) == position
    game.play("claim:a-b:red*2")
    again = ws.replay(json.loads(game.record().to_json()))
    assert again.position() == game.position()


def test_the_rest_of_the_cards() -> None:
    """A pile that is "rest" gets all cards that are not mentioned; omitted piles are then empty."""
    base: dict[str, Any] = {"ruleset": "usa", "players": [{"hand": {"red": 2}}, {}], "market": ["blue"]}
    all_but = {**dict.fromkeys(CARDS, 12), "wild": 14, "red": 10, "blue": 11}
    left_out = ws.Game.from_position(base).position()
    deck = ws.Game.from_position({**base, "deck": "rest"}).position()
    assert deck == left_out
    assert Counter(deck["deck"]) == all_but
    discard = ws.Game.from_position({**base, "discard": "rest"}).position()
    assert (discard["deck"], discard["discard"]) == ([], all_but)
    both = ws.Game.from_position({**base, "deck": ["red", "wild"], "discard": "rest"}).position()
    assert both == ws.Game.from_position({**base, "deck": ["red", "wild"]}).position()
    held = ws.Game.from_position(
        {**base, "players": [{"hand": {"red": 2}}, {"hand": "rest", "known": {"red": 1}}]}
    )
    assert held.view(1)["hand"] == all_but
    assert held.view(0)["players"][1]["cards"] == 107
    assert (held.view()["deck"], held.view()["discard"]) == (0, {})
    assert ws.Game.from_position(held.position()).position() == held.position()
    stack = {
        "ruleset": "card_game",
        "players": [{"hand": "rest"}, {"stack": {"red": 3}}],
        "discard": {"wild": 2},
    }
    assert ws.Game.from_position(stack).view(0)["hand"] == {**dict.fromkeys(CARDS, 10), "wild": 14, "red": 7}


def test_the_rest_of_the_tickets() -> None:  # EUR-2, EUR-3
    base: dict[str, Any] = {"ruleset": "europe", "players": [{"tickets": ["paris-wien"]}, {}]}
    left_out = ws.Game.from_position(base).position()
    assert ws.Game.from_position({**base, "ticket_deck": "rest"}).position() == left_out
    assert len(left_out["ticket_deck"]) == 39
    removed = ws.Game.from_position({**base, "removed": "rest"}).position()
    assert (removed["ticket_deck"], len(removed["removed"])) == ([], 45)
    some = ws.Game.from_position({**base, "ticket_deck": ["berlin-roma"], "removed": "rest"}).position()
    assert (some["ticket_deck"], len(some["removed"])) == (["berlin-roma"], 44)


@pytest.mark.parametrize(
    "piles",
    [
        {"deck": "rest", "discard": "rest"},
        {"deck": "rest", "players": [{"hand": "rest"}, {}]},
        {"players": [{"hand": "rest"}, {"hand": "rest"}]},
        {"ticket_deck": "rest", "removed": "rest"},
        {"deck": "remainder"},
        {"players": [{"hand": "rest", "known": {"red": 13}}, {}]},
    ],
)
def test_only_one_pile_is_the_rest(piles: dict[str, Any]) -> None:
    with pytest.raises(PositionError):
        ws.Game.from_position({"ruleset": "usa", "players": [{}, {}], **piles})
