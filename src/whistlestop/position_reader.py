"""Reading a position: from plain data to a state, with a check that everything adds up (docs/notation.md).

Cards and tickets that are named nowhere go to the first of deck and discard pile, or of ticket deck and box, that is
left out itself.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import UNSET

from .engine import fields, machine
from .errors import PositionError
from .position import FORMAT, PHASES, PlayerPosition, Position
from .record import GENERATOR
from .rulesets import GRAY, KINDS, Ruleset, load_ruleset, ruleset_from_data


def read_position(plain: dict[str, Any]) -> tuple[Ruleset, npt.NDArray[Any]]:
    """The ruleset and a one-element STATE array; raises PositionError or RulesetError saying what does not fit."""
    try:
        position = msgspec.convert(plain, Position)
    except msgspec.ValidationError as error:
        raise PositionError(f"position: {error}") from None
    if position.format != FORMAT or position.generator.name != GENERATOR:
        raise PositionError(f"position: format {position.format!r} or its generator is unknown")
    if (position.ruleset is None) == (position.board is None):
        raise PositionError("position: give either ruleset or board")
    ruleset = load_ruleset(position.ruleset) if position.ruleset else ruleset_from_data(position.board or {})
    return ruleset, _Reader(ruleset, position).read()


class _Reader:
    """Turns one position into a state, checking that everything adds up."""

    def __init__(self, ruleset: Ruleset, position: Position) -> None:
        self.ruleset = ruleset
        self.position = position
        self.states = np.zeros(1, fields.STATE)
        self.cards = Counter(dict.fromkeys(KINDS, ruleset.data.cards.per_color))
        self.cards["wild"] = ruleset.data.cards.wilds
        self.tickets = {ticket.id: "" for ticket in ruleset.tickets}  # where each was found

    def read(self) -> npt.NDArray[Any]:
        s, position = self.states[0], self.position
        players = len(position.players)
        if not self.ruleset.min_players <= players <= self.ruleset.max_players:
            raise PositionError(f"players: {self.ruleset.name} is not for {players} (COM-1)")
        if max(position.seat, position.first) >= players:
            raise PositionError(f"seat: there are only {players} seats")
        machine.clear(self.states, self.ruleset.rules, 0, players)
        s["phase"] = PHASES.index(position.phase)
        s["player"], s["first"] = position.seat, position.first
        s["turn"], s["ply"], s["passes"] = position.turn, position.version, position.passes
        if position.final_round is not None:
            s["final_left"] = position.final_round.turns_left
            s["final_by"] = position.final_round.caused_by
        for player, part in enumerate(position.players):
            self._read_player(player, part)
        self._read_tunnel()
        self._read_cards()
        self._read_tickets()
        self._check_phase()
        key = np.frombuffer(bytes.fromhex(position.generator.key), "<u4").astype(np.uint32)
        machine.set_generator(self.states, 0, key, position.generator.word)
        if position.phase == "over":
            machine.score(self.states, self.ruleset.rules, 0)
        return self.states

    def _index(self, name: str, table: dict[str, int], what: str, where: str) -> int:
        if name not in table:
            raise PositionError(f"{where}: unknown {what} {name!r}")
        return table[name]

    def _spend(self, cards: dict[str, int], where: str) -> None:
        """Take cards out of those not yet placed."""
        for kind, count in cards.items():
            if kind not in KINDS:
                raise PositionError(f"{where}: unknown card {kind!r}")
            self.cards[kind] -= count
            if self.cards[kind] < 0:
                raise PositionError(f"{where}: {-self.cards[kind]} {kind} too many in all (COM-8)")

    def _place(self, names: tuple[str, ...], where: str) -> list[int]:
        """Note where tickets are; each may be in one place only."""
        found = []
        for name in names:
            found.append(self._index(name, self.ruleset.ticket_index, "ticket", where))
            if self.tickets[name]:
                raise PositionError(f"{where}: ticket {name} is already in {self.tickets[name]} (COM-8)")
            self.tickets[name] = where
        return found

    def _read_player(self, player: int, part: PlayerPosition) -> None:
        s, where = self.states[0], f"player {player}"
        self._spend(part.hand, f"{where}, hand")
        for kind, count in part.hand.items():
            s["hand"][player, KINDS.index(kind)] = count
        s["hand_size"][player] = sum(part.hand.values())
        for kind, count in part.known.items():
            if count > part.hand.get(kind, 0):
                raise PositionError(f"{where}: {count} {kind} are known but not in the hand")
            s["known"][player, KINDS.index(kind)] = count
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
        if part.score is not None:
            s["score"][player] = part.score
        self._read_stations(player, part, where)
        for ticket in self._place(part.tickets, f"{where}, tickets"):
            s["tickets"][player, ticket >> 6] |= np.uint64(1 << (ticket & 63))
        s["ticket_count"][player] = len(part.tickets)
        self._read_offer(player, part, where)

    def _read_stations(self, player: int, part: PlayerPosition, where: str) -> None:
        s = self.states[0]
        if len(part.stations) > self.ruleset.stations:
            raise PositionError(f"{where}: more than {self.ruleset.stations} stations (EUR-24)")
        for place, name in enumerate(part.stations):
            city = self._index(name, self.ruleset.city_index, "city", where)
            if s["station_owner"][city] != fields.NONE:
                raise PositionError(f"{where}: {name} already has a station (EUR-22)")
            s["station_owner"][city] = player
            s["station_city"][player, place] = city
        s["stations_left"][player] = self.ruleset.stations - len(part.stations)

    def _read_offer(self, player: int, part: PlayerPosition, where: str) -> None:
        s = self.states[0]
        if len(part.offer) > fields.OFFER:
            raise PositionError(f"{where}: an offer has at most {fields.OFFER} tickets")
        for place, ticket in enumerate(self._place(part.offer, f"{where}, offer")):
            s["offer"][player, place] = ticket
        s["offer_size"][player] = len(part.offer)
        if part.choice is not None:
            if not set(part.choice) <= set(part.offer) or self.position.phase != "opening":
                raise PositionError(f"{where}: a choice is a part of the offer in the opening (COM-19)")
            s["sealed"][player] = sum(1 << part.offer.index(name) for name in set(part.choice))
        if self.position.phase != "opening" or part.choice is not None:
            s["chosen"][player] = 1

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
        colors = [kind for kind, count in tunnel.payment.items() if kind != "wild" and count]
        if len(colors) > 1 or sum(tunnel.payment.values()) != route.length:
            raise PositionError("tunnel: the payment is of one color and wilds, as many as the route is long")
        color = colors[0] if colors else "wild"
        wilds_pay = "tunnel" in self.ruleset.data.rules.wilds_pay
        if (colors and route.color not in (GRAY, color)) or (tunnel.payment.get("wild") and not wilds_pay):
            raise PositionError(f"tunnel: {', '.join(tunnel.payment)} cannot pay for {route.id} (USA-17)")
        if len(tunnel.revealed) > self.ruleset.data.rules.surcharge_cards:
            raise PositionError("tunnel: too many cards revealed (EUR-13)")
        if (
            tunnel.surcharge != sum(kind in (color, "wild") for kind in tunnel.revealed)
            or not tunnel.surcharge
        ):
            raise PositionError("tunnel: the surcharge is not the number of matching cards revealed (EUR-14)")
        s["laid_route"], s["laid_color"] = number, KINDS.index(color)
        s["laid_colored"] = tunnel.payment.get(color, 0) if colors else 0
        s["laid_wild"] = tunnel.payment.get("wild", 0)
        s["surcharge"] = tunnel.surcharge
        for place, kind in enumerate(tunnel.revealed):
            s["revealed"][place] = KINDS.index(kind)

    def _read_cards(self) -> None:
        s, position = self.states[0], self.position
        if len(position.market) > fields.MARKET:
            raise PositionError(f"market: it has {fields.MARKET} slots")
        self._spend(Counter(kind for kind in position.market if kind is not None), "market")
        for slot, kind in enumerate(position.market):
            if kind is not None:
                s["market"][slot] = KINDS.index(kind)
        if position.deck is not UNSET:
            self._spend(Counter(position.deck), "deck")
        if position.discard is not UNSET:
            self._spend(position.discard, "discard")
        deck = () if position.deck is UNSET else position.deck
        discard = Counter({} if position.discard is UNSET else position.discard)
        if position.deck is UNSET:
            deck = tuple(self.cards.elements())
        elif position.discard is UNSET:
            discard = self.cards.copy()
        elif self.cards.total():
            missing = ", ".join(f"{count} {kind}" for kind, count in self.cards.items() if count)
            raise PositionError(f"cards: these are nowhere: {missing} (COM-8)")
        for place, kind in enumerate(reversed(deck)):
            s["deck"][place] = KINDS.index(kind)
        s["deck_size"] = len(deck)
        for kind, count in discard.items():
            s["discard"][KINDS.index(kind)] = count
        s["discard_size"] = discard.total()

    def _read_tickets(self) -> None:
        s, position, ruleset = self.states[0], self.position, self.ruleset
        if position.ticket_deck is not UNSET:
            self._place(position.ticket_deck, "ticket_deck")
        if position.removed is not UNSET:
            self._place(position.removed, "removed")
        for player, part in enumerate(position.players):
            self._read_refused(player, part)
        rest = [ticket for ticket in ruleset.tickets if not self.tickets[ticket.id]]
        deck = position.ticket_deck
        if deck is UNSET:
            deck = tuple(ticket.id for ticket in rest if not ticket.long)
            rest = [ticket for ticket in rest if ticket.long]
        if rest and position.removed is not UNSET:
            raise PositionError(f"tickets: nowhere are {', '.join(ticket.id for ticket in rest)} (COM-8)")
        for place, name in enumerate(deck):
            ticket = ruleset.ticket_index[name]
            if ruleset.tickets[ticket].long:
                raise PositionError(f"ticket_deck: {name} is a long ticket (EUR-2)")
            s["ticket_deck"][place] = ticket
        s["ticket_size"] = len(deck)
        for name, seats in position.ticket_seen.items():
            ticket = self._index(name, ruleset.ticket_index, "ticket", "ticket_seen")
            if name not in deck or any(seat >= len(position.players) for seat in seats):
                raise PositionError(
                    f"ticket_seen: {name} is not in the ticket deck, or a seat does not exist"
                )
            s["ticket_seen"][ticket] = sum(1 << seat for seat in set(seats))

    def _read_refused(self, player: int, part: PlayerPosition) -> None:
        """Tickets that a player sent out of the game; `removed` may name them too."""
        for name in part.refused:
            ticket = self._index(name, self.ruleset.ticket_index, "ticket", f"player {player}, refused")
            if self.tickets[name] not in ("", "removed"):
                raise PositionError(
                    f"player {player}: refused ticket {name} is in {self.tickets[name]} (COM-8)"
                )
            self.tickets[name] = f"the refused of player {player}"
            self.states[0]["refused"][player, ticket >> 6] |= np.uint64(1 << (ticket & 63))

    def _check_phase(self) -> None:
        s, phase, players = self.states[0], self.position.phase, self.position.players
        offering = {"opening": set(range(len(players))), "ticket_choice": {self.position.seat}}.get(
            phase, set()
        )
        for player, part in enumerate(players):
            if bool(part.offer) != (player in offering):
                raise PositionError(
                    f"player {player}: an offer does not fit the phase {phase}, or is missing"
                )
        if phase == "opening" and all(part.choice is not None for part in players):
            raise PositionError("opening: all have chosen, so the phase is over (COM-19)")
        opening, draw = self.ruleset.data.opening, self.ruleset.data.draw
        for player, part in enumerate(players):
            chosen = part.offer if part.choice is None else set(part.choice)
            if phase == "opening" and len(chosen) < opening.keep:
                raise PositionError(f"player {player}: at least {opening.keep} tickets must be kept (USA-4)")
            # The opening offers the long tickets first; a later offer has none that are long.
            long = [self.ruleset.tickets[self.ruleset.ticket_index[name]].long for name in part.offer]
            most, most_long = (opening.regular, opening.long) if phase == "opening" else (draw.regular, 0)
            if long != [place < most_long for place in range(len(long))] or len(long) > most + most_long:
                raise PositionError(
                    f"player {player}: an offer has {most_long} long tickets, then up to {most} regular ones"
                )
            held = sum(self.ruleset.tickets[self.ruleset.ticket_index[name]].long for name in part.tickets)
            if held > (0 if phase == "opening" else opening.long):
                raise PositionError(f"player {player}: holds more long tickets than were dealt (EUR-2)")
        left = 0 if phase == "over" else 1
        if self.position.final_round is not None and not (
            left <= self.position.final_round.turns_left <= len(players)
            and self.position.final_round.caused_by < len(players)
        ):
            raise PositionError("final_round: it does not fit the number of players (COM-21)")
        if self.position.passes >= len(players) + (1 - left):
            raise PositionError("passes: when all have passed the game is over (RUL-13)")
        if phase == "second_draw" and not machine.can_draw_second(self.states, self.ruleset.rules, 0):
            raise PositionError("phase: no second card can be had, so the turn is over (RUL-11)")
        s["drawn"] = fields.NONE
