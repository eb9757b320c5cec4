"""Cards and places of the second implementation in `model.py`, in positions as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from whistlestop.core import rng

COLORS = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
CARDS = (*COLORS, "wild")

Position = dict[str, Any]


def cards_text(counts: dict[str, int]) -> str:
    return "+".join(k if counts[k] == 1 else f"{k}*{counts[k]}" for k in CARDS if counts.get(k))


def parse_cards(text: str) -> Counter[str]:
    cards: Counter[str] = Counter()
    for part in text.split("+"):
        kind, _, number = part.partition("*")
        cards[kind] += int(number or 1)
    return cards


def shuffle(p: Position, items: list[str]) -> None:
    """Shuffle with the generator of the position."""
    s = np.zeros(1, np.dtype(rng.RNG_FIELDS))
    rng.seed(s[0], np.frombuffer(bytes.fromhex(p["generator"]["key"]), "<u4").astype(np.uint32))
    rng.seek(s[0], p["generator"]["word"])
    order = np.arange(len(items), dtype=np.int64)
    rng.shuffle(s[0], order, len(items))
    p["generator"]["word"] = int(s["rng_word"][0])
    items[:] = [items[n] for n in order]


def take_top(p: Position) -> str | None:
    """Reshuffle the discard pile (COM-9)."""
    if not p["deck"] and p["discard"]:
        p["deck"] = [kind for kind in CARDS for _ in range(p["discard"].get(kind, 0))]
        p["discard"] = {}
        shuffle(p, p["deck"])
        p["deck"].reverse()
    return p["deck"].pop(0) if p["deck"] else None


def discard(p: Position, cards: Iterable[str]) -> None:
    p["discard"] = dict(Counter(p["discard"]) + Counter(cards))


def settle(p: Position) -> None:
    """Settle the market (COM-10)."""
    market = p["market"]
    for slot in range(5):
        if market[slot] is None:
            market[slot] = take_top(p)
    resets = 0
    while market.count("wild") >= 3 and resets < 3:
        everything = Counter(p["deck"]) + Counter(p["discard"]) + Counter(card for card in market if card)
        if everything.total() < 5 or everything.total() - everything["wild"] < 3:
            return
        discard(p, [card for card in market if card])
        market[:] = [None] * 5
        for slot in range(5):
            market[slot] = take_top(p)
        resets += 1


def gain(player: Position, cards: Counter[str], *, seen: bool) -> None:
    player["hand"] = dict(Counter(player["hand"]) + cards)
    if seen:
        player["known"] = dict(Counter(player["known"]) + cards)


def lose(player: Position, cards: Counter[str]) -> None:
    """After a payment, reduce the known cards by the number that may have been paid."""
    for zone in ("hand", "known"):
        held: Counter[str] = Counter(player[zone])
        player[zone] = dict(held - cards)


def ends(route_id: str) -> tuple[str, str]:
    a, b = route_id.split("/", maxsplit=1)[0].split("-")
    return a, b
