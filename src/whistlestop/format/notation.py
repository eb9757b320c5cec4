"""The texts of the actions that every game has, and the parsing of action texts."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, SupportsIndex

from whistlestop.core import fields
from whistlestop.errors import IllegalAction, NotationError, short

from .board import Board
from .schema import CARDS, Counts


class Notation(ABC):
    """The texts of one ruleset's actions.

    Only `keep` depends on the state of the game: its text names tickets, its number is a subset of the tickets on
    offer.
    """

    words: ClassVar[dict[int, str]] = {
        fields.DRAW: "draw",
        fields.TAKE: "take",
        fields.TAKE_TICKETS: "tickets",
        fields.KEEP: "keep",
        fields.PASS: "pass",
    }
    """The first word of each type of action."""
    bare: ClassVar[set[str]] = {"draw", "tickets", "pass"}
    """Words that stand alone."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.size = int(board.rules[0]["actions"])
        self._keep = int(board.rules[0]["id_keep"])
        keeps = int((board.rules[0]["action_type"][: self.size] == fields.KEEP).sum())
        self.keeps = range(self._keep, self._keep + keeps)
        """The numbers of the actions that keep tickets, one for each subset of an offer."""
        self._texts = [self._fixed_text(action) for action in range(self.size)]
        self._ids = {text: action for action, text in enumerate(self._texts) if action not in self.keeps}

    def means(self, action: int) -> bool:
        """Return whether a number is an action of this ruleset."""
        return 0 <= action < self.size

    def text(self, action: int, offer: Sequence[int] = ()) -> str:
        """Return the text of an action. `offer` are the engine's numbers of the tickets on offer, in order."""
        if action not in self.keeps:
            return self._texts[action]
        subset = action - self._keep
        return self._named("keep", (t for place, t in enumerate(offer) if subset >> place & 1))

    def fixed(self, text: object) -> int | None:
        """Return the action for a text that does not depend on the offer; None for other texts."""
        return self._ids.get(text) if isinstance(text, str) else None

    def parse(self, text: str, offer: Sequence[int] = ()) -> int:
        """Return the action that a text means.

        Raises NotationError for an invalid text, and IllegalAction for an action that can never be legal in this
        ruleset, such as paying three cards for two spaces.
        """
        if not isinstance(text, str):
            raise NotationError("an action must be a text")
        action = self._ids.get(text)
        if action is not None:
            return action
        word, colon, rest = text.partition(":")
        if word not in self.words.values():
            raise NotationError(f"{short(text)} is not an action: {short(word)} is unknown")
        if bool(colon) == (word in self.bare):
            raise NotationError(
                f"{short(text)}: {word} {'takes nothing after it' if colon else 'needs more after a colon'}"
            )
        if word == "keep":
            return self._parse_keep(rest, offer)
        if word == "take":
            raise NotationError(f"{short(rest)} is not one card")
        return self._parse_own(word, rest)

    def number(self, action: str | SupportsIndex, offer: Sequence[int] = ()) -> int:
        """Return the engine's number of an action given as a number or a text; see `parse`."""
        if isinstance(action, str):
            return self.parse(action, offer)
        if isinstance(action, bool) or not isinstance(action, SupportsIndex):
            raise NotationError(f"an action must be a text or an integer, not {type(action).__name__}")
        return operator.index(action)

    @abstractmethod
    def _own_text(self, word: str, arg: int, cards: Counts) -> str:
        """Return the text of an action type that only this machine has."""

    @abstractmethod
    def _parse_own(self, word: str, rest: str) -> int:
        """Return the action for a word that only this machine has."""

    def _fixed_text(self, action: int) -> str:
        r = self.board.rules[0]
        color = int(r["action_color"][action])
        word = self.words[int(r["action_type"][action])]
        if word == "take":
            return f"{word}:{CARDS[color]}"
        if word in self.bare or word == "keep":
            return word
        cards: Counts = {CARDS[color]: int(r["action_colored"][action])} if color != fields.WILD else {}
        return self._own_text(
            word, int(r["action_arg"][action]), cards | {"wild": int(r["action_wild"][action])}
        )

    def _named(self, word: str, tickets: Iterable[int]) -> str:
        return f"{word}:{','.join(self.board.tickets[t].id for t in tickets)}"

    def _parse_tickets(self, names: str) -> list[int]:
        """Return the tickets in a list of ids, which must be distinct."""
        tickets: list[int] = []
        for name in names.split(",") if names else []:
            ticket = self.board.ticket_index.get(name)
            if ticket is None:
                raise NotationError(f"unknown ticket {short(name)}")
            if ticket in tickets:
                raise NotationError(f"ticket {name} is listed twice")
            tickets.append(ticket)
        return tickets

    def _parse_keep(self, names: str, offer: Sequence[int]) -> int:
        subset = 0
        for ticket in self._parse_tickets(names):
            if ticket not in offer:
                raise IllegalAction(f"ticket {self.board.tickets[ticket].id} is not on offer")
            subset |= 1 << list(offer).index(ticket)
        return self._keep + subset
