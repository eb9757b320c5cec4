"""Read a position from plain data into a state, and check that it is consistent."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec import UNSET

from whistlestop.core import fields
from whistlestop.core.rng import set_generator
from whistlestop.errors import PositionError
from whistlestop.format import CARDS, Ruleset
from whistlestop.record import GENERATOR

from .shape import FORMAT, REST, Cards, PlayerPosition, Position

P = TypeVar("P", bound=Position)


class Reader(ABC, Generic[P]):
    """Turns one position into a state. The class of each machine reads the parts that only its games have."""

    shape: ClassVar[type[Position]]
    """The type of this machine's positions."""

    def __init__(self, ruleset: Ruleset, position: P) -> None:
        self.ruleset = ruleset
        self.position = position
        self.machine = ruleset.machine
        phases = {name: code for code, name in ruleset.phases.items()}
        self.phase = phases[position.phase]
        self.states = np.zeros(1, self.machine.STATE)
        rules = ruleset.rules[0]
        self.cards = Counter(dict(zip(CARDS, rules["copies"].tolist(), strict=True)))  # not yet placed
        self.tickets = {ticket.id: "" for ticket in ruleset.tickets}  # where each was found

    def read(self) -> npt.NDArray[Any]:
        """Return the state, as a one-element array."""
        s, position = self.states[0], self.position
        if position.format != FORMAT or position.generator.name != GENERATOR:
            raise PositionError(f"position: unknown format {position.format!r} or unknown generator")
        players = len(position.players)
        if not self.ruleset.min_players <= players <= self.ruleset.max_players:
            raise PositionError(f"players: {self.ruleset.name} is not for {players} players (COM-1)")
        if max(position.seat, position.first) >= players:
            raise PositionError(f"seat: there are only {players} seats")
        self.machine.clear(self.states, self.ruleset.rules, 0, players)
        s["phase"] = self.phase
        s["player"], s["first"] = position.seat, position.first
        s["turn"], s["ply"] = position.turn, position.version
        self._read_final_round()
        self._read_table()
        for player, part in enumerate(position.players):
            self._read_hand(player, part)
            self._read_player(player, part)
            if part.score is not None:
                s["score"][player] = part.score
            self._read_tickets(player, part)
        self._read_cards()
        self._read_ticket_deck()
        self._check_offers()
        self._check_phase()
        s["drawn"] = fields.NONE
        key = np.frombuffer(bytes.fromhex(position.generator.key), "<u4").astype(np.uint32)
        set_generator(self.states, 0, key, position.generator.word)
        if position.phase == "over":
            self.machine.score(self.states, self.ruleset.rules, 0)
        return self.states

    # Parts that the machines read themselves.

    @abstractmethod
    def _read_table(self) -> None:
        """Read the parts on the table other than cards and tickets."""

    @abstractmethod
    def _read_player(self, player: int, part: Any) -> None:
        """Read a player's parts other than the cards and tickets in hand."""

    @abstractmethod
    def _seal(self, player: int, part: Any) -> int:
        """Return the sealed choice of a player in the engine's form."""

    @abstractmethod
    def _check_phase(self) -> None:
        """Check that phase, players and the other parts are consistent. Raises PositionError."""

    # Tools.

    def index(self, name: str, table: dict[str, int], what: str, where: str) -> int:
        """Return the number of an id. Raises PositionError if there is none."""
        if name not in table:
            raise PositionError(f"{where}: unknown {what} {name!r}")
        return table[name]

    def spend(self, cards: dict[str, int], where: str) -> None:
        """Remove cards from those not yet placed."""
        for card, count in cards.items():
            if card not in CARDS:
                raise PositionError(f"{where}: unknown card {card!r}")
            self.cards[card] -= count
            if self.cards[card] < 0:
                raise PositionError(f"{where}: {-self.cards[card]} {card} too many in total (COM-8)")

    def place(self, names: tuple[str, ...], where: str) -> list[int]:
        """Record the places of tickets; each may be in only one place."""
        found = []
        for name in names:
            found.append(self.index(name, self.ruleset.ticket_index, "ticket", where))
            if self.tickets[name]:
                raise PositionError(f"{where}: ticket {name} is already in {self.tickets[name]} (COM-8)")
            self.tickets[name] = where
        return found

    @staticmethod
    def mark(words: npt.NDArray[np.uint64], tickets: list[int]) -> None:
        """Add tickets to a bit set."""
        for ticket in tickets:
            words[ticket >> 6] |= np.uint64(1 << (ticket & 63))

    # Parts that all have.

    def _read_final_round(self) -> None:
        final = self.position.final_round
        if final is None:
            return
        players = len(self.position.players)
        left = 0 if self.position.phase in ("over", "declaration") else 1
        by = fields.NONE if final.caused_by is None else final.caused_by
        if not left <= final.turns_left <= players or by >= players:
            raise PositionError("final_round: it does not fit the number of players (COM-21)")
        self.states[0]["final_left"], self.states[0]["final_by"] = final.turns_left, by

    def _read_hand(self, player: int, part: PlayerPosition) -> None:
        if part.hand != REST:  # the rest is known only after everything else has been read
            self.spend(part.hand, f"player {player}, hand")
            self._fill_hand(player, part, part.hand)

    def _fill_hand(self, player: int, part: PlayerPosition, hand: Cards) -> None:
        s, where = self.states[0], f"player {player}"
        for card, count in hand.items():
            s["hand"][player, CARDS.index(card)] = count
        s["hand_size"][player] = sum(hand.values())
        for card, count in part.known.items():
            if card not in CARDS:
                raise PositionError(f"{where}, known: unknown card {card!r}")
            if count > hand.get(card, 0):
                raise PositionError(f"{where}: {count} {card} are known but not in the hand")
            s["known"][player, CARDS.index(card)] = count

    def _read_tickets(self, player: int, part: PlayerPosition) -> None:
        s, where = self.states[0], f"player {player}"
        self.mark(s["tickets"][player], self.place(part.tickets, f"{where}, tickets"))
        s["ticket_count"][player] = len(part.tickets)
        if len(part.offer) > fields.OFFER:
            raise PositionError(f"{where}: an offer may have at most {fields.OFFER} tickets")
        for place, ticket in enumerate(self.place(part.offer, f"{where}, offer")):
            s["offer"][player, place] = ticket
        s["offer_size"][player] = len(part.offer)
        if part.choice is not None:
            s["sealed"][player] = self._seal(player, part)
        if self.phase not in fields.SIMULTANEOUS or part.choice is not None:
            s["chosen"][player] = 1

    def choice(self, player: int, part: PlayerPosition) -> set[str]:
        """Return the tickets of a sealed choice."""
        names = part.choice or ()
        if len(set(names)) < len(names):
            raise PositionError(f"player {player}: the choice names a ticket twice (INV-2)")
        return set(names)

    def _kept(self, player: int, part: PlayerPosition) -> int:
        """Return a sealed opening choice as a subset of the offer."""
        choice = self.choice(player, part)
        if self.position.phase != "opening" or not choice <= set(part.offer):
            raise PositionError(
                f"player {player}: a choice must be a part of the offer in the opening (COM-19)"
            )
        return sum(1 << part.offer.index(name) for name in choice)

    def _read_cards(self) -> None:
        s, position = self.states[0], self.position
        if len(position.market) > fields.MARKET:
            raise PositionError(f"market: expected {fields.MARKET} slots")
        self.spend(Counter(card for card in position.market if card is not None), "market")
        for slot, card in enumerate(position.market):
            if card is not None:
                s["market"][slot] = CARDS.index(card)
        deck = position.deck if isinstance(position.deck, tuple) else ()
        discard = Counter(position.discard if isinstance(position.discard, dict) else {})
        self.spend(Counter(deck), "deck")
        self.spend(discard, "discard")
        pile = self._pile_of_rest()
        if pile == "deck":
            deck = tuple(self.cards.elements())
        elif pile == "discard":
            discard = self.cards.copy()
        elif isinstance(pile, int):
            self._fill_hand(pile, position.players[pile], +self.cards)
        elif self.cards.total():
            missing = ", ".join(f"{count} {card}" for card, count in self.cards.items() if count)
            raise PositionError(f"cards: missing: {missing} (COM-8)")
        for place, card in enumerate(reversed(deck)):
            s["deck"][place] = CARDS.index(card)
        s["deck_size"] = len(deck)
        for card, count in discard.items():
            s["discard"][CARDS.index(card)] = count
        s["discard_size"] = discard.total()

    def _pile_of_rest(self) -> str | int | None:
        """Return where all unnamed cards belong: a pile, or a hand's player; None if every card must be named."""
        position = self.position
        piles = {"deck": position.deck, "discard": position.discard}
        named: list[str | int] = [name for name, pile in piles.items() if pile == REST]
        named += [player for player, part in enumerate(position.players) if part.hand == REST]
        if len(named) > 1:
            raise PositionError("rest: only one pile or hand of train cards can be the rest")
        return next(iter((*named, *(name for name, pile in piles.items() if pile is UNSET))), None)

    def _read_ticket_deck(self) -> None:
        """Read the ticket deck as given, or add all unnamed tickets that belong there."""
        s, position, ruleset = self.states[0], self.position, self.ruleset
        if isinstance(position.ticket_deck, tuple):
            self.place(position.ticket_deck, "ticket_deck")
        self._place_others()
        rest = [name for name, where in self.tickets.items() if not where]
        deck = position.ticket_deck
        if not isinstance(deck, tuple):
            deck = self._in_order([name for name in rest if self._belongs(name)])
            rest = [name for name in rest if not self._belongs(name)]
        self._leave_out(rest)
        for place, name in enumerate(deck):
            s["ticket_deck"][place] = ruleset.ticket_index[name]
        s["ticket_size"] = len(deck)
        for name, seats in position.ticket_seen.items():
            ticket = self.index(name, ruleset.ticket_index, "ticket", "ticket_seen")
            if name not in deck or any(seat >= len(position.players) for seat in seats):
                raise PositionError(
                    f"ticket_seen: {name} is not in the ticket deck, or a seat does not exist"
                )
            s["ticket_seen"][ticket] = sum(1 << seat for seat in set(seats))

    def _place_others(self) -> None:
        """Record the tickets that are neither with players nor in the ticket deck."""

    def _belongs(self, name: str) -> bool:  # noqa: ARG002 - machines may exclude some
        """Return whether a ticket can be in the ticket deck."""
        return True

    def _in_order(self, deck: list[str]) -> tuple[str, ...]:
        """Return unnamed tickets in an order that the ticket deck can have."""
        return tuple(deck)

    def _leave_out(self, rest: list[str]) -> None:
        """Handle tickets that are neither named nor in the deck."""
        if rest:
            raise PositionError(f"tickets: missing: {', '.join(rest)} (COM-8)")

    def _offering(self) -> set[int]:
        """Return the players who have an offer in this phase."""
        position = self.position
        if position.phase == "opening":
            return set(range(len(position.players)))
        return {position.seat} if position.phase == "ticket_choice" else set()

    def _check_offers(self) -> None:
        position, offering = self.position, self._offering()
        least = int(self.ruleset.rules["opening_keep_min"][0])
        for player, part in enumerate(position.players):
            if bool(part.offer) != (player in offering):
                raise PositionError(
                    f"player {player}: an offer does not fit the phase {position.phase}, or is missing"
                )
            chosen = part.offer if part.choice is None else set(part.choice)
            if position.phase == "opening" and len(chosen) < least:
                raise PositionError(f"player {player}: at least {least} tickets must be kept (USA-4, CARD-6)")
        if self.phase in fields.SIMULTANEOUS and all(part.choice is not None for part in position.players):
            raise PositionError(f"{position.phase}: all have chosen, so the phase is over (COM-19)")
        if position.phase == "second_draw" and not self.machine.can_draw_second(
            self.states, self.ruleset.rules, 0
        ):
            raise PositionError("phase: no second card can be drawn, so the turn is over (RUL-11, CARD-19)")
