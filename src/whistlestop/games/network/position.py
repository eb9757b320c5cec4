"""Positions of the map games: what all games have, and the parts of the mechanisms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

import numpy as np

from whistlestop.core import fields
from whistlestop.errors import PositionError
from whistlestop.format import Ruleset
from whistlestop.games.network.format.compile import NetworkRuleset
from whistlestop.games.telling import fields_of, merged
from whistlestop.text.names import cards_of, tickets_of
from whistlestop.text.position import write
from whistlestop.text.position.read import Reader
from whistlestop.text.position.shape import FORMAT, REST, PlayerPosition, Position

from .telling import TELLINGS

if TYPE_CHECKING:
    NetworkPlayer: TypeAlias = Any
    NetworkPosition: TypeAlias = Any
else:
    NetworkPlayer = merged(
        "NetworkPlayer",
        "One player; trains and score have defaults.",
        PlayerPosition,
        [each.position_player for each in TELLINGS],
        forbid_unknown_fields=True,
    )

    class NetworkTable(Position, forbid_unknown_fields=True, kw_only=True):
        """What does not come from one mechanism."""

        players: tuple[NetworkPlayer, ...]
        phase: Literal["opening", "turn", "second_draw", "ticket_choice", "tunnel", "over"] = "turn"

    NetworkPosition = merged(
        "NetworkPosition",
        "A whole state of a map game by name.",
        NetworkTable,
        [each.position for each in TELLINGS],
        forbid_unknown_fields=True,
    )


def write_network(ruleset: Ruleset, s: np.void, board: dict[str, Any] | None) -> dict[str, Any]:
    """The position of a STATE record, in full; `board` is the ruleset as data if it does not come with the package."""
    return {
        "format": FORMAT,
        "players": [_write_player(ruleset, s, player) for player in range(s["players"])],
        **write.heading(ruleset, s, board),
        **write.train_cards(s),
        "ticket_deck": write.ticket_deck(ruleset, s),
        "ticket_seen": write.ticket_seen(ruleset, s),
        **fields_of([each.position for each in TELLINGS], ruleset, s),
        "generator": write.generator(s),
    }


def _write_player(ruleset: Ruleset, s: np.void, player: int) -> dict[str, Any]:
    offer = write.offer(ruleset, s, player)
    return {
        "hand": cards_of(s["hand"][player]),
        "known": cards_of(s["known"][player]),
        "score": int(s["score"][player]),
        "tickets": tickets_of(ruleset, s["tickets"][player]),
        "offer": offer,
        "choice": write.kept(offer, int(s["sealed"][player])),
        **fields_of([each.position_player for each in TELLINGS], ruleset, s, player),
    }


class NetworkReader(Reader[NetworkPosition]):
    """Turns a position of a map game into a state: tickets here, the rest in the mechanisms."""

    shape: ClassVar[type[Position]] = NetworkPosition
    ruleset: NetworkRuleset

    def _read_table(self) -> None:
        final = self.position.final_round
        if final is not None and final.caused_by is None:
            raise PositionError("final_round: somebody caused it (COM-21)")
        for each in TELLINGS:
            if each.read is not None:
                each.read(self)

    def _read_player(self, player: int, part: NetworkPlayer) -> None:
        for each in TELLINGS:
            if each.read_player is not None:
                each.read_player(self, player, part)

    def _seal(self, player: int, part: NetworkPlayer) -> int:
        return self._kept(player, part)

    def _read_cards(self) -> None:
        for each in TELLINGS:
            if each.read_cards is not None:
                each.read_cards(self)
        super()._read_cards()

    def _place_others(self) -> None:
        """Tickets out of the game; those that a player sent there may be among them."""
        position = self.position
        if position.removed == REST == position.ticket_deck:
            raise PositionError("rest: only one pile of tickets can be the rest")
        if isinstance(position.removed, tuple):
            self.place(position.removed, "removed")
        for player, part in enumerate(position.players):
            for name in part.refused:
                ticket = self.index(name, self.ruleset.ticket_index, "ticket", f"player {player}, refused")
                if self.tickets[name] not in ("", "removed"):
                    raise PositionError(
                        f"player {player}: refused ticket {name} is in {self.tickets[name]} (COM-8)"
                    )
                self.tickets[name] = f"the refused of player {player}"
                self.mark(self.states[0]["refused"][player], [ticket])
        for name in position.ticket_deck if isinstance(position.ticket_deck, tuple) else ():
            if self._is_long(name):
                raise PositionError(f"ticket_deck: {name} is a long ticket (EUR-2)")

    def _belongs(self, name: str) -> bool:
        return not self._is_long(name) and self.position.removed != REST

    def _leave_out(self, rest: list[str]) -> None:
        if isinstance(self.position.removed, tuple):
            super()._leave_out(rest)

    def _is_long(self, name: str) -> bool:
        return self.ruleset.tickets[self.ruleset.ticket_index[name]].long

    def _check_phase(self) -> None:
        position = self.position
        opening, draw = self.ruleset.data.opening, self.ruleset.data.draw
        for player, part in enumerate(position.players):
            # The opening offers the long tickets first; a later offer has none that are long.
            long = [self._is_long(name) for name in part.offer]
            in_opening = position.phase == "opening"
            most, most_long = (opening.regular, opening.long) if in_opening else (draw.regular, 0)
            if long != [place < most_long for place in range(len(long))] or len(long) > most + most_long:
                raise PositionError(
                    f"player {player}: an offer has {most_long} long tickets, then up to {most} regular ones"
                )
            if sum(self._is_long(name) for name in part.tickets) > (0 if in_opening else opening.long):
                raise PositionError(f"player {player}: holds more long tickets than were dealt (EUR-2)")
        self.states[0]["drawn"] = fields.NONE
