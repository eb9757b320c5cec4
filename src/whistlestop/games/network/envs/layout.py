"""Names of the numbers in the tensor of a map game, in the order in which `encode` writes them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from whistlestop.core import fields
from whistlestop.format import CARDS, Ruleset
from whistlestop.format.tensor import TensorField, lay_out, one_per_player
from whistlestop.games.network.mechanisms.tickets.arrays import offer_places
from whistlestop.games.network.telling import TELLINGS

from .encode import TABLES

WORDS = {kind: word for each in TELLINGS for kind, word in each.words.items()}
"""The words of the mechanisms, by type of action."""


@cache
def tensor_fields(ruleset: Ruleset, players: int) -> tuple[TensorField, ...]:
    """Return the fields of the tensor for this number of players."""
    rows = {
        "cards": CARDS,
        "players": one_per_player("player", players),
        "routes": [route.id for route in ruleset.routes],
        "cities": [city.id for city in ruleset.cities],
        "tickets": [ticket.id for ticket in ruleset.tickets],
    }
    r = ruleset.rules[0]
    return lay_out(
        (table.name, rows.get(table.rows, (table.rows,)), table.columns(r, players)) for table in TABLES
    )


def factors(ruleset: Ruleset, action: int) -> tuple[str, str | None] | None:
    """Return the parts of an action: an action at a place names the place, then the payment.

    A payment names its color and wilds, which determine the colored cards; if other cards replace some, also how many.
    """
    r = ruleset.rules[0]
    kind, arg = int(r["action_type"][action]), int(r["action_arg"][action])
    if kind == fields.KEEP:
        return (f"keep:{arg}", None) if arg < 1 << offer_places(r) else None
    word = WORDS.get(kind)
    if word is None or not word.paid:
        return ruleset.notation.text(action), None
    color, wild = int(r["action_color"][action]), int(r["action_wild"][action])
    payment = "pay:wild" if color == fields.WILD else f"pay:{CARDS[color]}:{wild}"
    if not word.place:
        return payment, None
    if word.place == "route":
        replaced = ruleset.routes[arg].length - int(r["action_colored"][action]) - wild
        payment += f":{replaced}" if replaced else ""
    places: dict[str, Sequence[Any]] = {"route": ruleset.routes, "city": ruleset.cities}
    return f"{word.word}:{places[word.place][arg].id}", payment


def target(ruleset: Ruleset, action: int) -> int:
    """Return the route that an action names; cities are numbered after all routes."""
    r = ruleset.rules[0]
    word = WORDS[int(r["action_type"][action])]
    return (len(ruleset.routes) if word.place == "city" else 0) + int(r["action_arg"][action])
