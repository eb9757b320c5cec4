"""Short notations for positions, small boards and expected results of an action."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

import whistlestop as ws
from whistlestop.errors import IllegalAction, WhistlestopError
from whistlestop.observation import Observation

CARDS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red", "wild")
REST = "rest"  # as a hand: all train cards that the position does not mention
FIVE = "red blue green white black"  # a market
GERMANY: dict[str, Any] = ws.load_ruleset(
    Path(__file__).resolve().parents[2] / "boards" / "germany"
).data.plain()


def up_to_three(ruleset: str) -> int:
    """Return three players, or fewer if the board is for fewer."""
    return min(3, ws.load_ruleset(ruleset).max_players)


def cards(text: str) -> dict[str, int]:
    """Parse `red*3 wild` into a dictionary."""
    counts: Counter[str] = Counter()
    for part in text.split():
        kind, _, number = part.partition("*")
        counts[kind] += int(number or 1)
    return dict(counts)


def row(text: str) -> list[str | None]:
    """Parse `red*2 - wild` into a list in order; `-` is an empty slot."""
    found: list[str | None] = []
    for part in text.split():
        kind, _, number = part.partition("*")
        found += [None if kind == "-" else kind] * int(number or 1)
    return found


def player(hand: str = "", **more: Any) -> dict[str, Any]:
    """Return a player of a position. Lists of ids may be texts separated by spaces, rows of a siding `green*2+wild
    red`.
    """
    parts = {key: value.split() if isinstance(value, str) else value for key, value in more.items()}
    for key in ("known", "stack", "warehouse"):
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
    """Return a game from a position.

    Cards that the position does not mention go to the first of these places: a hand that is REST, the deck or
    the discard pile if it is not given, the last hand.
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
    """Return the cards that a position does not mention."""
    rest = all_cards(position)
    for one in position["players"]:
        rest -= Counter(one["hand"]) + Counter(one.get("stack", {})) + Counter(one.get("warehouse", {}))
        for row in one.get("siding", {}).values():
            rest -= Counter(row)
    rest -= Counter(card for card in position["market"] if card)
    rest -= Counter(position.get("deck", ())) + Counter(position.get("discard", {}))
    tunnel = position.get("tunnel") or {"payment": {}, "revealed": ()}
    return dict(rest - Counter(tunnel["payment"]) - Counter(tunnel["revealed"]))


def all_cards(position: dict[str, Any]) -> Counter[str]:
    """Return all cards of the game of a position."""
    if "board" in position:
        size = {"per_color": 12, "wilds": 14, "colors": {}} | position["board"].get("cards", {})
        return Counter(dict.fromkeys(CARDS, size["per_color"]) | size["colors"] | {"wild": size["wilds"]})
    return Counter(
        dict(zip(CARDS, ws.load_ruleset(position["ruleset"]).rules["copies"][0].tolist(), strict=True))
    )


def board(routes: str, tickets: str, **settings: Any) -> dict[str, Any]:
    """Return a small board from texts such as `a-b:3:red a-c:2:gray:tunnel b-c:4:gray:ferry*2` and `a-c:5 a-b:7:long`.

    A city whose id starts with `x_` is a border node of country `x`.
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
    """Play actions, each by the one seat that has a decision to make."""
    for action in actions:
        game.play(action)
    return game


def refuses(game: ws.Game, *actions: str, seat: int | None = None) -> None:
    """Assert that none of the actions is legal and that trying changes nothing (COM-4, INV-11)."""
    before, record = game.states.tobytes(), game.record().to_json()
    acting = game.to_act[0] if seat is None else seat
    for action in actions:
        assert action not in game.legal(acting)
        with pytest.raises(IllegalAction):
            game.play(action, acting)
        assert game.states.tobytes() == before
        assert game.record().to_json() == record


def misread(game: ws.Game, action: str) -> str:
    """Return the message for a text that is not an action, and check that nothing changed."""
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
    """Return the public data of a player."""
    found: dict[str, Any] = game.view()["players"][seat]
    return found


def tell(
    game: ws.Game, action: str, seat: int | None = None, acting: int | None = None
) -> list[dict[str, Any]]:
    """Play an action and return the events that a seat receives (None: a spectator)."""
    before = game.observe(seat)
    game.play(action, acting)
    return events_of(game, before)


def events_of(game: ws.Game, before: Observation, live: bool = True) -> list[dict[str, Any]]:
    """Return an observation's new events as plain data."""
    told: list[dict[str, Any]] = msgspec.to_builtins(
        game.observe(before.seat).events_since(before, live=live)
    )
    return told
