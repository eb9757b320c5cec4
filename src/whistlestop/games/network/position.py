"""Positions of the map games: trains, routes, stations, tunnels."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from msgspec import UNSET, Meta, Struct, UnsetType

from whistlestop.core import fields
from whistlestop.errors import PositionError
from whistlestop.format import CARDS, GRAY, Ruleset
from whistlestop.games.network import machine
from whistlestop.games.network.format.compile import NetworkRuleset
from whistlestop.text.names import cards_of, numbers_of, tickets_of
from whistlestop.text.position import write
from whistlestop.text.position.read import Reader
from whistlestop.text.position.shape import FORMAT, REST, Cards, PlayerPosition, Position, Rest


class NetworkPlayer(PlayerPosition, forbid_unknown_fields=True):
    """One player; trains and score have defaults."""

    trains: Annotated[int, Meta(ge=0, le=9999)] | None = None
    routes: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    stations: tuple[str, ...] = ()


class Tunnel(Struct, forbid_unknown_fields=True):
    """An attempt that waits for its surcharge (EUR-12 to EUR-17)."""

    route: str
    payment: Cards
    revealed: tuple[str, ...]
    surcharge: Annotated[int, Meta(ge=0, le=3)]


class NetworkPosition(Position, forbid_unknown_fields=True, kw_only=True):
    """A whole state of a map game by name."""

    players: tuple[NetworkPlayer, ...]
    phase: Literal["opening", "turn", "second_draw", "ticket_choice", "tunnel", "over"] = "turn"
    passes: Annotated[int, Meta(ge=0, le=5)] = 0
    removed: tuple[str, ...] | Rest | UnsetType = UNSET
    tunnel: Tunnel | None = None


# Writing.


def write_network(ruleset: Ruleset, s: np.void, board: dict[str, Any] | None) -> dict[str, Any]:
    """The position of a STATE record, in full; `board` is the ruleset as data if it does not come with the package."""
    players = [_write_player(ruleset, s, player) for player in range(s["players"])]
    ticket_deck = write.ticket_deck(ruleset, s)
    placed = {name for player in players for part in ("tickets", "offer") for name in player[part]}
    placed.update(ticket_deck)
    return {
        "format": FORMAT,
        "players": players,
        **write.heading(ruleset, s, board),
        "passes": int(s["passes"]),
        **write.train_cards(s),
        "ticket_deck": ticket_deck,
        "removed": [ticket.id for ticket in ruleset.tickets if ticket.id not in placed],
        "ticket_seen": write.ticket_seen(ruleset, s),
        "tunnel": _write_tunnel(ruleset, s),
        "generator": write.generator(s),
    }


def _write_player(ruleset: Ruleset, s: np.void, player: int) -> dict[str, Any]:
    offer = write.offer(ruleset, s, player)
    return {
        "hand": cards_of(s["hand"][player]),
        "known": cards_of(s["known"][player]),
        "trains": int(s["trains"][player]),
        "score": int(s["score"][player]),
        "routes": [ruleset.routes[n].id for n in numbers_of(s["owned"][player])],
        "tickets": tickets_of(ruleset, s["tickets"][player]),
        "offer": offer,
        "choice": write.kept(offer, int(s["sealed"][player])),
        "refused": tickets_of(ruleset, s["refused"][player]),
        "stations": [ruleset.cities[c].id for c in s["station_city"][player] if c != fields.NONE],
    }


def _write_tunnel(ruleset: Ruleset, s: np.void) -> dict[str, Any] | None:
    if s["laid_route"] == fields.NONE:
        return None
    payment = {CARDS[fields.WILD]: int(s["laid_wild"])}
    if s["laid_color"] != fields.WILD:
        payment = {CARDS[s["laid_color"]]: int(s["laid_colored"])} | payment
    return {
        "route": ruleset.routes[s["laid_route"]].id,
        "payment": {card: count for card, count in payment.items() if count},
        "revealed": [CARDS[card] for card in s["revealed"] if card != fields.NONE],
        "surcharge": int(s["surcharge"]),
    }


# Reading.


class NetworkReader(Reader[NetworkPosition]):
    """Turns a position of a map game into a state."""

    shape: ClassVar[type[Position]] = NetworkPosition
    ruleset: NetworkRuleset

    def _read_table(self) -> None:
        final = self.position.final_round
        if final is not None and final.caused_by is None:
            raise PositionError("final_round: somebody caused it (COM-21)")
        self.states[0]["passes"] = self.position.passes

    def _read_player(self, player: int, part: NetworkPlayer) -> None:
        s, where = self.states[0], f"player {player}"
        for name in part.routes:
            route = self._index(name, self.ruleset.route_index, "route", where)
            if not machine.can_own(self.states, 0, player, route):
                raise PositionError(f"{where}: route {name} is owned or closed (USA-22, USA-23)")
            if self.ruleset.routes[route].length > s["trains"][player]:
                raise PositionError(
                    f"{where}: more trains on routes than the {self.ruleset.trains} there are"
                )
            machine.give_route(self.states, self.ruleset.rules, 0, player, route)
        if part.trains is not None:
            if part.trains > s["trains"][player]:
                raise PositionError(f"{where}: {part.trains} trains and those on routes are too many (INV-4)")
            s["trains"][player] = part.trains
        if len(part.stations) > self.ruleset.stations:
            raise PositionError(f"{where}: more than {self.ruleset.stations} stations (EUR-24)")
        for place, name in enumerate(part.stations):
            city = self._index(name, self.ruleset.city_index, "city", where)
            if s["station_owner"][city] != fields.NONE:
                raise PositionError(f"{where}: {name} already has a station (EUR-22)")
            s["station_owner"][city] = player
            s["station_city"][player, place] = city
        s["stations_left"][player] = self.ruleset.stations - len(part.stations)

    def _seal(self, player: int, part: NetworkPlayer) -> int:
        return self._kept(player, part)

    def _read_cards(self) -> None:
        self._read_tunnel()
        super()._read_cards()

    def _read_tunnel(self) -> None:
        s, tunnel = self.states[0], self.position.tunnel
        if (tunnel is None) != (self.position.phase != "tunnel"):
            raise PositionError("tunnel: it is given in the phase tunnel and only there")
        if tunnel is None:
            return
        number = self._index(tunnel.route, self.ruleset.route_index, "route", "tunnel")
        route, seat = self.ruleset.routes[number], self.position.seat
        if route.kind != "tunnel":
            raise PositionError(f"tunnel: {route.id} is none (EUR-12)")
        if not machine.can_own(self.states, 0, seat, number) or route.length > s["trains"][seat]:
            raise PositionError(f"tunnel: seat {seat} cannot claim {route.id} (USA-16)")
        self._spend(tunnel.payment, "tunnel, payment")
        self._spend(Counter(tunnel.revealed), "tunnel, revealed")
        colors = [card for card, count in tunnel.payment.items() if card != "wild" and count]
        if len(colors) > 1 or sum(tunnel.payment.values()) != route.length:
            raise PositionError("tunnel: the payment is of one color and wilds, as many as the route is long")
        color = colors[0] if colors else "wild"
        wilds_pay = "tunnel" in self.ruleset.data.rules.wilds_pay
        if (colors and route.color not in (GRAY, color)) or (tunnel.payment.get("wild") and not wilds_pay):
            raise PositionError(f"tunnel: {', '.join(tunnel.payment)} cannot pay for {route.id} (USA-17)")
        if len(tunnel.revealed) > self.ruleset.data.rules.surcharge_cards:
            raise PositionError("tunnel: too many cards revealed (EUR-13)")
        if (
            tunnel.surcharge != sum(card in (color, "wild") for card in tunnel.revealed)
            or not tunnel.surcharge
        ):
            raise PositionError("tunnel: the surcharge is not the number of matching cards revealed (EUR-14)")
        s["laid_route"], s["laid_color"] = number, CARDS.index(color)
        s["laid_colored"] = tunnel.payment.get(color, 0) if colors else 0
        s["laid_wild"] = tunnel.payment.get("wild", 0)
        s["surcharge"] = tunnel.surcharge
        for place, card in enumerate(tunnel.revealed):
            s["revealed"][place] = CARDS.index(card)

    def _place_others(self) -> None:
        """Tickets out of the game; those that a player sent there may be among them."""
        position = self.position
        if position.removed == REST == position.ticket_deck:
            raise PositionError("rest: only one pile of tickets can be the rest")
        if isinstance(position.removed, tuple):
            self._place(position.removed, "removed")
        for player, part in enumerate(position.players):
            for name in part.refused:
                ticket = self._index(name, self.ruleset.ticket_index, "ticket", f"player {player}, refused")
                if self.tickets[name] not in ("", "removed"):
                    raise PositionError(
                        f"player {player}: refused ticket {name} is in {self.tickets[name]} (COM-8)"
                    )
                self.tickets[name] = f"the refused of player {player}"
                self._mark(self.states[0]["refused"][player], [ticket])
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
        if position.passes >= len(position.players) + (position.phase == "over"):
            raise PositionError("passes: when all have passed the game is over (RUL-13)")
        self.states[0]["drawn"] = fields.NONE
