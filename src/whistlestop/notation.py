"""Actions as text: the language of records, the wire, the documentation and the tests (docs/notation.md).

A text parses to an action of a ruleset and an action prints to one text. Integer codes are never stored or sent.
Only `keep` depends on the game: its text names tickets, its code is a subset of the tickets on offer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from .engine import fields
from .errors import IllegalAction, NotationError
from .rulesets import KINDS, Ruleset

_PART = re.compile(r"([a-z]+)(?:\*([1-9][0-9]?))?")
_WORDS = {
    fields.DRAW: "draw",
    fields.TAKE: "take",
    fields.TAKE_TICKETS: "tickets",
    fields.KEEP: "keep",
    fields.CLAIM: "claim",
    fields.SURCHARGE: "surcharge",
    fields.WITHDRAW: "withdraw",
    fields.STATION: "station",
    fields.PASS: "pass",
}
_BARE = {"draw", "tickets", "withdraw", "pass"}


def payment_text(cards: dict[str, int]) -> str:
    """Cards as text, colors in the fixed order and the wild last: `purple*3+wild`."""
    parts = [kind if cards[kind] == 1 else f"{kind}*{cards[kind]}" for kind in KINDS if cards.get(kind)]
    return "+".join(parts)


def parse_payment(text: str) -> dict[str, int]:
    """The cards of a payment text, parts in any order; raises NotationError."""
    cards: dict[str, int] = {}
    for part in text.split("+"):
        match = _PART.fullmatch(part)
        if match is None or match[1] not in KINDS or match[1] in cards:
            raise NotationError(
                f"{part!r} in {text!r} is not a kind of card and a number, as in purple*3+wild"
            )
        cards[match[1]] = int(match[2] or 1)
    return cards


class Notation:
    """The texts of one ruleset's actions."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self._keep = int(ruleset.rules[0]["id_keep"])
        self._keeps = range(self._keep, self._keep + (1 << fields.OFFER))
        self._texts = [self._fixed_text(action) for action in range(int(ruleset.rules[0]["actions"]))]
        self._ids = {text: action for action, text in enumerate(self._texts) if action not in self._keeps}

    def text(self, action: int, offer: Sequence[int] = ()) -> str:
        """The text of an action. `offer` are the tickets on offer, in order, as the engine numbers them."""
        if action not in self._keeps:
            return self._texts[action]
        subset = action - self._keep
        kept = [self.ruleset.tickets[t].id for place, t in enumerate(offer) if subset >> place & 1]
        return "keep:" + ",".join(kept)

    def parse(self, text: str, offer: Sequence[int] = ()) -> int:
        """The action that a text means.

        Raises NotationError if it means nothing in this ruleset, and IllegalAction if it means something that can
        never be done, such as paying three cards for two spaces.
        """
        if not isinstance(text, str):
            raise NotationError("an action is a text")
        action = self._ids.get(text)
        if action is not None:
            return action
        word, colon, rest = text.partition(":")
        if word not in _WORDS.values():
            raise NotationError(f"{_short(text)} is not an action: {_short(word)} is unknown")
        if bool(colon) == (word in _BARE):
            raise NotationError(
                f"{_short(text)}: {word} {'stands alone' if colon else 'needs more after a colon'}"
            )
        return self._keep_action(rest, offer) if word == "keep" else self._payment_action(word, rest)

    def _fixed_text(self, action: int) -> str:
        r = self.ruleset.rules[0]
        kind, arg = int(r["action_kind"][action]), int(r["action_arg"][action])
        color, wild = int(r["action_color"][action]), int(r["action_wild"][action])
        word = _WORDS[kind]
        if kind == fields.TAKE:
            return f"{word}:{KINDS[color]}"
        cards = {KINDS[color]: int(r["action_colored"][action]), "wild": wild}
        if color == fields.WILD:
            cards = {"wild": wild}
        if kind == fields.CLAIM:
            return f"{word}:{self.ruleset.routes[arg].id}:{payment_text(cards)}"
        if kind == fields.STATION:
            return f"{word}:{self.ruleset.cities[arg].id}:{payment_text(cards)}"
        if kind == fields.SURCHARGE:
            return f"{word}:{payment_text(cards)}"
        return word

    def _keep_action(self, names: str, offer: Sequence[int]) -> int:
        subset = 0
        for name in names.split(",") if names else []:
            ticket = self.ruleset.ticket_index.get(name)
            if ticket is None:
                raise NotationError(f"unknown ticket {_short(name)}")
            if ticket not in offer:
                raise IllegalAction(f"ticket {name} is not on offer")
            place = 1 << list(offer).index(ticket)
            if subset & place:
                raise NotationError(f"ticket {name} is named twice")
            subset |= place
        return self._keep + subset

    def _payment_action(self, word: str, rest: str) -> int:
        if word == "take":
            raise NotationError(f"{_short(rest)} is not one kind of card")
        place, _, payment = rest.rpartition(":") if word in ("claim", "station") else ("", "", rest)
        if word == "claim" and place not in self.ruleset.route_index:
            raise NotationError(f"unknown route {_short(place)}")
        if word == "station" and place not in self.ruleset.city_index:
            raise NotationError(f"unknown city {_short(place)}")
        text = payment_text(parse_payment(payment))
        canonical = ":".join(part for part in (word, place, text) if part)
        action = self._ids.get(canonical)
        if action is None:
            raise IllegalAction(f"{text} can never pay for this: {canonical}")
        return action


@lru_cache(maxsize=32)
def of(ruleset: Ruleset) -> Notation:
    """The notation of a ruleset."""
    return Notation(ruleset)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
