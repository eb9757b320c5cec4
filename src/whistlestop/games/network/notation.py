"""The words of the map games: `claim:denver-omaha:purple*3+wild`, `surcharge:red`, `station:wien:green*2`."""

from __future__ import annotations

from typing import ClassVar

from whistlestop.errors import IllegalAction, NotationError, short
from whistlestop.format import Counts
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.network.mechanisms.stations.rules import STATION
from whistlestop.games.network.mechanisms.tunnels.rules import SURCHARGE, WITHDRAW
from whistlestop.text.notation import Notation
from whistlestop.text.payment import parse_payment, payment_text


class NetworkNotation(Notation):
    """The texts of a board's actions."""

    words: ClassVar[dict[int, str]] = {
        **Notation.words,
        CLAIM: "claim",
        SURCHARGE: "surcharge",
        WITHDRAW: "withdraw",
        STATION: "station",
    }
    bare: ClassVar[set[str]] = {*Notation.bare, "withdraw"}

    def _own_text(self, word: str, arg: int, cards: Counts) -> str:
        if word == "claim":
            return f"{word}:{self.ruleset.routes[arg].id}:{payment_text(cards)}"
        if word == "station":
            return f"{word}:{self.ruleset.cities[arg].id}:{payment_text(cards)}"
        return f"{word}:{payment_text(cards)}"

    def _parse_own(self, word: str, rest: str) -> int:
        place, _, payment = rest.rpartition(":") if word in ("claim", "station") else ("", "", rest)
        if word == "claim" and place not in self.ruleset.route_index:
            raise NotationError(f"unknown route {short(place)}")
        if word == "station" and place not in self.ruleset.city_index:
            raise NotationError(f"unknown city {short(place)}")
        text = payment_text(parse_payment(payment))
        canonical = ":".join(part for part in (word, place, text) if part)
        action = self._ids.get(canonical)
        if action is None:
            raise IllegalAction(f"{text} can never pay for this: {canonical}")
        return action
