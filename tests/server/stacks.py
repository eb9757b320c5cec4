"""Other worlds of a card game: positions in which hidden cards are elsewhere.

Players who watched the cards move may remember them, so a resampled world keeps every stack. But what the
server sends must not depend on them (CARD-22, RUL-61), so these functions exchange them, including the
viewer's own.
"""

from __future__ import annotations

import random
from collections import Counter

import whistlestop as ws
from whistlestop import Game


def other_stacks(game: Game, rng: random.Random, keep: int | None = None) -> Game:
    """Return the game with the cards of the deck and all stacks dealt again, except the stack of seat `keep`.

    A sealed declaration that the new stack may not pay for becomes an empty one.
    """
    position = game.position()
    others = [player for seat, player in enumerate(position["players"]) if seat != keep]
    cards: list[str] = position["deck"]
    for player in others:
        cards += Counter(player["stack"]).elements()
    rng.shuffle(cards)
    for player in others:
        size = sum(player["stack"].values())
        player["stack"] = dict(Counter(cards[:size]))
        del cards[:size]
        if position["phase"] == "declaration" and player.get("choice"):
            player["choice"] = []
    return ws.Game.from_position(position)


def other_tops(game: Game, seat: int) -> Game | None:
    """Return the game with another card from the deck on top of a siding's rows; None if that is impossible.

    After phase 1 of the seat's turn has moved the top cards, nothing visible reveals them: `green*2` leaves
    the same behind as `green+wild`.
    """
    position = game.position()
    deck: list[str] = position["deck"]
    changed = False
    for color, row in position["players"][seat]["siding"].items():
        wilds = row.get("wild", 0)
        old, new = ("wild", color) if wilds == 1 else (color, "wild")
        if new in deck and (wilds == 1 or (wilds == 0 and row[color] > 1)):
            deck[deck.index(new)] = old
            row.update({old: row[old] - 1, new: row.get(new, 0) + 1})
            changed = True
    return ws.Game.from_position(position) if changed else None
