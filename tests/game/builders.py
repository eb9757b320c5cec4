"""Short ways to write positions, small boards and what is expected of an action."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

import whistlestop as ws
from whistlestop.errors import IllegalAction, WhistlestopError
from whistlestop.observation import Observation

CARDS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red", "wild")
REST = "rest"  # as a hand: all train cards that are named nowhere else


def cards(text: str) -> dict[str, int]:
    """`red*3 wild` as a dictionary."""
    counts: Counter[str] = Counter()
    for part in text.split():
        kind, _, number = part.partition("*")
        counts[kind] += int(number or 1)
    return dict(counts)


def row(text: str) -> list[str | None]:
    """`red*2 - wild` as a list in order; `-` is an empty slot."""
    found: list[str | None] = []
    for part in text.split():
        kind, _, number = part.partition("*")
        found += [None if kind == "-" else kind] * int(number or 1)
    return found


def player(hand: str = "", **more: Any) -> dict[str, Any]:
    """A player of a position; lists of ids may be texts with blanks between, rows of a siding `green*2+wild red`."""
    parts = {key: value.split() if isinstance(value, str) else value for key, value in more.items()}
    for key in ("known", "stack"):
        if key in more:
            parts[key] = cards(more[key])
    if "siding" in more:
        rows = [cards(text.replace("+", " ")) for text in parts["siding"]]
        parts["siding"] = {next(iter(one)): one for one in rows}
    return {"hand": hand if hand == REST else cards(hand), **parts}


def start(
    ruleset: str | dict[str, Any],
    *players: dict[str, Any],
    market: str = "",
    deck: str | None = None,
    discard: str | None = None,
    **more: Any,
) -> ws.Game:
    """A game from a position.

    The cards named nowhere are in the hand that is REST, or else in deck or discard pile if one is not given, or
    else in the last hand.
    """
    position = {
        "ruleset" if isinstance(ruleset, str) else "board": ruleset,
        "players": [dict(one) for one in (players if len(players) > 1 else (*players, player()))],
        "market": row(market),
        **{key: value.split() if key in LISTS else value for key, value in more.items()},
    }
    if deck is not None:
        position["deck"] = row(deck)
    if discard is not None:
        position["discard"] = cards(discard)
    if deck is not None and discard is not None and all(one["hand"] != REST for one in position["players"]):
        last = position["players"][-1]
        last["hand"] = dict(Counter(last["hand"]) + Counter(rest_of(position)))
    return ws.Game.from_position(position)


LISTS = ("ticket_deck", "removed")


def rest_of(position: dict[str, Any]) -> dict[str, int]:
    """The cards that a position names nowhere."""
    rest = all_cards(position)
    for one in position["players"]:
        rest -= Counter(one["hand"]) + Counter(one.get("stack", {}))
        for row in one.get("siding", {}).values():
            rest -= Counter(row)
    rest -= Counter(card for card in position["market"] if card)
    rest -= Counter(position.get("deck", ())) + Counter(position.get("discard", {}))
    tunnel = position.get("tunnel") or {"payment": {}, "revealed": ()}
    return dict(rest - Counter(tunnel["payment"]) - Counter(tunnel["revealed"]))


def all_cards(position: dict[str, Any]) -> Counter[str]:
    """All cards of the game of a position."""
    if "board" in position:
        size = {"per_color": 12, "wilds": 14} | position["board"].get("cards", {})
    else:
        rules = ws.load_ruleset(position["ruleset"]).rules
        size = {"per_color": int(rules["cards_per_color"][0]), "wilds": int(rules["wilds"][0])}
    return Counter(dict.fromkeys(CARDS, size["per_color"]) | {"wild": size["wilds"]})


def board(routes: str, tickets: str, **settings: Any) -> dict[str, Any]:
    """A small board: `a-b:3:red a-c:2:gray:tunnel b-c:4:gray:ferry*2` and `a-c:5 a-b:7:long`.

    A city whose id begins with `x_` is a border node of country `x`.
    """
    rows = []
    for text in routes.split():
        name, length, color, *kind = text.split(":")
        sort, _, wilds = (kind or ["normal"])[0].partition("*")
        rows.append(
            {"id": name, "length": int(length), "color": color, "kind": sort, "wilds": int(wilds or 0)}
        )
    cities = sorted({city for one in rows for city in str(one["id"]).split("/")[0].split("-")})
    deeds = []
    for text in tickets.split():
        name, points, *long = text.split(":")
        origin, targets = name.split("/")[0].split("-")
        deeds.append(
            {
                "id": name.replace("|", "_"),
                "origin": origin,
                "targets": targets.split("|"),
                "points": [int(part) for part in points.split("|")],
                "long": bool(long),
            }
        )
    countries = {city.split("_")[0] for city in cities if "_" in city}
    return {
        "id": "small",
        "players": {"min": 1, "max": min(5, len(deeds))},
        "opening": {"regular": 1, "keep": 1},
        "draw": {"regular": 3, "keep": 1},
        "countries": {country: country.upper() for country in sorted(countries)},
        "cities": [
            {"id": city, **({"country": city.split("_")[0]} if "_" in city else {})} for city in cities
        ],
        "routes": rows,
        "tickets": deeds,
        **settings,
    }


def play(game: ws.Game, *actions: str) -> ws.Game:
    """Play actions, each by the one seat that owes a decision."""
    for action in actions:
        game.play(action)
    return game


def refuses(game: ws.Game, *actions: str, seat: int | None = None) -> None:
    """None of the actions is legal, and trying changes nothing (COM-4, INV-11)."""
    before, record = game.states.tobytes(), game.record().to_json()
    acting = game.to_act[0] if seat is None else seat
    for action in actions:
        assert action not in game.legal(acting)
        with pytest.raises(IllegalAction):
            game.play(action, acting)
        assert game.states.tobytes() == before
        assert game.record().to_json() == record


def misread(game: ws.Game, action: str) -> str:
    """The message for a text that is no action; nothing has changed."""
    before = game.states.tobytes()
    with pytest.raises(WhistlestopError) as caught:
        game.play(action, game.to_act[0])
    assert game.states.tobytes() == before
    return str(caught.value)


def hand(game: ws.Game, seat: int) -> dict[str, int]:
    found: dict[str, int] = game.view(seat)["hand"]
    return found


def market(game: ws.Game) -> list[str | None]:
    found: list[str | None] = game.view()["market"]
    return found


def discard(game: ws.Game) -> dict[str, int]:
    found: dict[str, int] = game.view()["discard"]
    return found


def seat_of(game: ws.Game, seat: int) -> dict[str, Any]:
    """What everybody sees of a player."""
    found: dict[str, Any] = game.view()["players"][seat]
    return found


def tell(
    game: ws.Game, action: str, seat: int | None = None, acting: int | None = None
) -> list[dict[str, Any]]:
    """Play an action and give the events that a seat (None: a spectator) is told."""
    before = game.observe(seat)
    game.play(action, acting)
    return events_of(game, before)


def events_of(game: ws.Game, before: Observation, live: bool = True) -> list[dict[str, Any]]:
    """What the seat of an observation has learned since, as plain data."""
    told: list[dict[str, Any]] = msgspec.to_builtins(
        game.observe(before.seat).events_since(before, live=live)
    )
    return told
