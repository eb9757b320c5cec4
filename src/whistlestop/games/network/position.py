"""Positions of the map games: the record, and the reading of tickets that are out of the game."""

from __future__ import annotations

from itertools import zip_longest
from typing import ClassVar

from whistlestop.errors import PositionError
from whistlestop.games.network.ruleset import NetworkRuleset
from whistlestop.games.telling.positions import ToldReader, position_type
from whistlestop.text.position.shape import REST, Position

from .mechanisms.tickets.told import is_long
from .telling import TELLINGS


class NetworkReader(ToldReader):
    """Turns a position of a map game into a state. It places tickets out of the game; the mechanisms read the rest."""

    tellings = TELLINGS
    shape: ClassVar[type[Position]] = position_type(
        "Network",
        TELLINGS,
        player="One player; trains and score have defaults.",
        position="A whole state of a map game by name.",
    )
    ruleset: NetworkRuleset

    def _place_others(self) -> None:
        """Place the tickets that are out of the game, which may include those that a player removed."""
        position = self.position
        if position.removed == REST == position.ticket_deck:
            raise PositionError("rest: removed and ticket_deck cannot both be the rest")
        if isinstance(position.removed, tuple):
            self.place(position.removed, "removed")
        for player, part in enumerate(position.players):
            for name in part.refused:
                ticket = self.index(name, self.ruleset.ticket_index, "ticket", f"player {player}, refused")
                if self.tickets[name] not in ("", "removed"):
                    raise PositionError(
                        f"player {player}: refused ticket {name} is in {self.tickets[name]} (COM-8)"
                    )
                self.tickets[name] = f"the refused tickets of player {player}"
                self.mark(self.states[0]["refused"][player], [ticket])
        if isinstance(position.ticket_deck, tuple):
            self._check_sorts(position.ticket_deck)

    def _check_sorts(self, deck: tuple[str, ...]) -> None:
        """Check that long tickets lie in a deck of their own, if there is one: after the regular ones."""
        for name, following in zip_longest(deck, deck[1:]):
            if not is_long(self.ruleset, name):
                continue
            if not self.ruleset.data.mixture.long:
                raise PositionError(f"ticket_deck: {name} is a long ticket (EUR-2)")
            if following is not None and not is_long(self.ruleset, following):
                raise PositionError(f"ticket_deck: {following} must come before the long tickets (GER-2)")

    def _belongs(self, name: str) -> bool:
        with_long = bool(self.ruleset.data.mixture.long)
        return (with_long or not is_long(self.ruleset, name)) and self.position.removed != REST

    def _in_order(self, deck: list[str]) -> tuple[str, ...]:
        return tuple(sorted(deck, key=lambda name: is_long(self.ruleset, name)))

    def _offering(self) -> set[int]:
        position, players = self.position, len(self.position.players)
        if position.phase != "dealing":
            return super()._offering()
        announced = (position.seat - position.first) % players
        return {(position.first + step) % players for step in range(announced)}

    def _leave_out(self, rest: list[str]) -> None:
        if isinstance(self.position.removed, tuple):
            super()._leave_out(rest)
