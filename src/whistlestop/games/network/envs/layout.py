"""Names of the numbers in the tensor of a map game; `encode` writes them in this order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from whistlestop.core import fields
from whistlestop.format import CARDS, Ruleset
from whistlestop.format.tensor import TensorField, lay_out, one_per_player
from whistlestop.games.network.telling import TELLINGS

from .encode import offer_places

WORDS = {kind: word for each in TELLINGS for kind, word in each.words.items()}
"""The words of the mechanisms by the type of action."""

TABLE = (
    *("opening", "turn", "second_draw", "ticket_choice", "tunnel", "over"),  # the phase, by its code
    *("final_round", "final_left", "deck", "discard", "ticket_deck", "surcharge"),
)


@cache
def tensor_fields(ruleset: Ruleset, players: int) -> tuple[TensorField, ...]:
    """The parts of the tensor for so many players."""
    r = ruleset.rules[0]
    tunnels, stations = bool(r["surcharge_cards"]), bool(r["stations"])
    return lay_out(
        [
            ("table", ("table",), TABLE),
            (
                "cards",
                CARDS,
                [
                    *("hand", "market", "discard"),
                    *(("laid", "revealed") if tunnels else ()),
                    *one_per_player("known", players, 1),
                ],
            ),
            (
                "players",
                one_per_player("player", players),
                [
                    "to_act",
                    "first",
                    "score",
                    "trains",
                    "cards",
                    "tickets",
                    *(("stations",) if stations else ()),
                ],
            ),
            (
                "routes",
                [route.id for route in ruleset.routes],
                ["open", "paying", *one_per_player("owner", players)],
            ),
            (
                "cities",
                [city.id for city in ruleset.cities] if stations else (),
                ["paying", *one_per_player("station", players)],
            ),
            (
                "tickets",
                [ticket.id for ticket in ruleset.tickets],
                ["held", "connected", "refused", *(f"offer_{place}" for place in range(offer_places(r)))],
            ),
        ]
    )


def factors(ruleset: Ruleset, action: int) -> tuple[str, str | None] | None:
    """Return the parts of an action: an action at a place says where, then how it is paid for."""
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
    places: dict[str, Sequence[Any]] = {"route": ruleset.routes, "city": ruleset.cities}
    return f"{word.word}:{places[word.place][arg].id}", payment


def target(ruleset: Ruleset, action: int) -> int:
    """Return the route that an action names, or behind all routes the city."""
    r = ruleset.rules[0]
    word = WORDS[int(r["action_type"][action])]
    return (len(ruleset.routes) if word.place == "city" else 0) + int(r["action_arg"][action])
