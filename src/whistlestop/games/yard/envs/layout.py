"""Names of the numbers in the tensor of a card game, in the order in which `encode` writes them."""

from __future__ import annotations

from functools import cache

from whistlestop.core import fields
from whistlestop.format import CARDS, Ruleset
from whistlestop.format.tensor import TensorField, lay_out, one_per_player
from whistlestop.games.yard.mechanisms.rows.rules import SET

from .encode import offer_places

TABLE = (
    *(
        "opening",
        "turn",
        "second_draw",
        "ticket_choice",
        "tunnel",
        "over",
        "declaration",
    ),  # the phase, by its code
    *("final_round", "final_left", "deck", "discard", "ticket_deck", "later_pass"),
)


@cache
def tensor_fields(ruleset: Ruleset, players: int) -> tuple[TensorField, ...]:
    """Return the fields of the tensor for this number of players."""
    return lay_out(
        [
            ("table", ("table",), TABLE),
            (
                "cards",
                CARDS,
                [
                    *("hand", "market", "discard", "placing"),
                    *one_per_player("known", players, 1),
                    *one_per_player("row", players),
                    *one_per_player("row_wilds", players),
                    *one_per_player("stack", players),
                ],
            ),
            (
                "players",
                one_per_player("player", players),
                ["to_act", "first", "score", "cards", "tickets", "stack"],
            ),
            (
                "tickets",
                [ticket.id for ticket in ruleset.tickets],
                [
                    *("held", "declaring", "refused"),
                    *one_per_player("completed", players),
                    *(f"offer_{place}" for place in range(offer_places(ruleset.rules[0]))),
                ],
            ),
        ]
    )


def factors(ruleset: Ruleset, action: int) -> tuple[str, str | None] | None:
    """Return the parts of an action: a set of cards names its color, then how many cards."""
    r = ruleset.rules[0]
    kind, arg = int(r["action_type"][action]), int(r["action_arg"][action])
    if kind == SET:
        return (
            f"set:{CARDS[int(r['action_color'][action])]}",
            f"cards:{int(r['action_colored'][action])}:{int(r['action_wild'][action])}",
        )
    if kind == fields.KEEP:
        return (f"keep:{arg}", None) if arg < 1 << offer_places(r) else None
    return ruleset.notation.text(action), None


def target(ruleset: Ruleset, action: int) -> int:
    """Return the color of a set."""
    return int(ruleset.rules[0]["action_color"][action])
