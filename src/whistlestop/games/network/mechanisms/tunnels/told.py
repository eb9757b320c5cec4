"""Text and data of tunnels: revealed cards, the surcharge, and the outcome of the attempt (EUR-12 to EUR-17)."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

from msgspec import Meta, Struct

from whistlestop.core.fields import NONE, WILD
from whistlestop.errors import PositionError
from whistlestop.format import CARDS, GRAY, Card, Counts, Ruleset
from whistlestop.games.network import machine
from whistlestop.games.network.mechanisms.claims.rules import CLAIM
from whistlestop.games.network.mechanisms.claims.told import claimed
from whistlestop.games.telling import Part, Telling, Word
from whistlestop.text.events import Event, SeatEvent
from whistlestop.text.knowledge import Knowledge, Public
from whistlestop.text.payment import paid
from whistlestop.text.position.shape import Cards
from whistlestop.text.summary import Chance, Count, Summarizer, Turn, expected

from .rules import SURCHARGE, TUNNEL, WITHDRAW


class TunnelEvent(SeatEvent, kw_only=True):
    """Cards were revealed for a tunnel. `payment`: the cards played; `surcharge`: the number of further cards due."""

    route: str
    payment: Counts
    revealed: list[Card]
    surcharge: int


class SurchargeEvent(SeatEvent, kw_only=True):
    """The seat paid the surcharge of a tunnel."""

    payment: Counts


class WithdrewEvent(SeatEvent, kw_only=True):
    """The seat withdrew from a tunnel."""

    route: str


def acted(before: Knowledge, after: Knowledge) -> list[Event] | None:
    """Return the events of an attempt, of paying its surcharge, or of withdrawing."""
    a, b, ruleset = after.values, before.values, after.ruleset
    did, arg, seat = a["did"], a["did_arg"], a["did_by"]
    if did == WITHDRAW:
        return [WithdrewEvent(seat=seat, route=ruleset.routes[b["laid_route"]].id)]
    payment = paid(a["did_color"], a["did_colored"], a["did_wild"])
    if did == SURCHARGE:
        laid = paid(b["laid_color"], b["laid_colored"], b["laid_wild"])
        return [SurchargeEvent(seat=seat, payment=payment), claimed(after, b["laid_route"], laid)]
    if did != CLAIM or not ruleset.rules["route_tunnel"][0, arg]:
        return None
    told: list[Event] = [
        TunnelEvent(
            seat=seat,
            route=ruleset.routes[arg].id,
            payment=payment,
            revealed=_cards(a["did_revealed"]),
            surcharge=a["surcharge"],
        )
    ]
    if a["phase"] != TUNNEL:
        told.append(claimed(after, arg, payment))
    return told


def _cards(revealed: list[int]) -> list[Card]:
    return [CARDS[card] for card in revealed if card != NONE]


class Tunnel(Struct, kw_only=True):
    """A tunnel whose surcharge is due."""

    seat: int
    route: str
    payment: Counts
    revealed: list[Card]
    surcharge: int


class InView(Struct, kw_only=True):
    """In a view: the current tunnel."""

    tunnel: Tunnel | None


def in_view(observation: Knowledge, _look: bool) -> dict[str, Any]:
    """Return the current tunnel, which all players see."""
    return {"tunnel": observation.public.once(_tunnel)}


def _tunnel(public: Public) -> Tunnel | None:
    o = public.values
    if o["phase"] != TUNNEL:
        return None
    return Tunnel(
        seat=o["player"],
        route=public.ruleset.routes[o["laid_route"]].id,
        payment=paid(o["laid_color"], o["laid_colored"], o["laid_wild"]),
        revealed=_cards(o["revealed"]),
        surcharge=o["surcharge"],
    )


class TunnelPosition(Struct, forbid_unknown_fields=True):
    """An attempt that is waiting for its surcharge."""

    route: str
    payment: Cards
    revealed: tuple[str, ...]
    surcharge: Annotated[int, Meta(ge=0, le=3)]


class InPosition(Struct):
    """In a position: the current tunnel."""

    tunnel: TunnelPosition | None = None


def in_position(ruleset: Ruleset, s: Any) -> dict[str, Any]:
    """Return the current tunnel."""
    if s["laid_route"] == NONE:
        return {"tunnel": None}
    payment = {CARDS[WILD]: int(s["laid_wild"])}
    if s["laid_color"] != WILD:
        payment = {CARDS[s["laid_color"]]: int(s["laid_colored"])} | payment
    tunnel = {
        "route": ruleset.routes[s["laid_route"]].id,
        "payment": {card: count for card, count in payment.items() if count},
        "revealed": _cards(s["revealed"]),
        "surcharge": int(s["surcharge"]),
    }
    return {"tunnel": tunnel}


class InTurn(Struct, kw_only=True):
    """In a turn: the tunnel that the player withdrew from, and the surcharge required."""

    withdrew: str | None = None
    surcharge: int = 0


def turned(summarizer: Summarizer, turn: Turn, before: Any, after: Any) -> None:
    """Record an attempt and its outcome."""
    did, routes = after["did"], summarizer.ruleset.routes
    if did == WITHDRAW:
        turn.more["withdrew"] = routes[before["laid_route"]].id
    elif did == SURCHARGE:
        turn.more["claimed"] = routes[before["laid_route"]].id
    elif did == CLAIM and _digs(summarizer, after):
        turn.more["surcharge"] = _matching(after)


def _digs(summarizer: Summarizer, after: Any) -> bool:
    rules = summarizer.rules
    return bool(rules["route_tunnel"][after["did_arg"]] and rules["surcharge_cards"])


def _matching(after: Any) -> int:
    """Return how many of the revealed cards match the payment (EUR-14)."""
    return sum(card in (WILD, after["did_color"]) for card in after["did_revealed"] if card != NONE)


class InWay(Struct, kw_only=True):
    """In a player's progress through the game: the cards revealed for tunnels, and how many of them had to be paid."""

    tunnels: Chance


def in_way(summarizer: Summarizer, player: int) -> dict[str, Any]:
    """Return the player's luck at tunnels: cards revealed and cards to be paid."""
    count = Count()
    for before, after in summarizer.acts:
        if after["did_by"] == player and after["did"] == CLAIM and _digs(summarizer, after):
            shown = sum(card != NONE for card in after["did_revealed"])
            turned_up = int(summarizer.rules["surcharge_cards"])
            matching = {WILD, int(after["did_color"])}
            count.add(shown, _matching(after), expected(before, matching, turned_up))
    return {"tunnels": count.told()}


def read_cards(reader: Any) -> None:
    """Read the current tunnel; raises PositionError if no such attempt is possible."""
    s, tunnel, ruleset = reader.states[0], reader.position.tunnel, reader.ruleset
    if (tunnel is None) != (reader.position.phase != "tunnel"):
        raise PositionError("tunnel: required in the phase tunnel, not allowed in others")
    if tunnel is None:
        return
    number = reader.index(tunnel.route, ruleset.route_index, "route", "tunnel")
    route, seat = ruleset.routes[number], reader.position.seat
    if route.kind != "tunnel":
        raise PositionError(f"tunnel: {route.id} is not a tunnel (EUR-12)")
    if not machine.can_own(reader.states, 0, seat, number) or route.trains > machine.stock(
        reader.states, ruleset.rules, 0, seat, number
    ):
        raise PositionError(f"tunnel: seat {seat} cannot claim {route.id} (USA-16)")
    reader.spend(tunnel.payment, "tunnel, payment")
    reader.spend(Counter(tunnel.revealed), "tunnel, revealed")
    colors = [card for card, count in tunnel.payment.items() if card != "wild" and count]
    if len(colors) > 1 or sum(tunnel.payment.values()) != route.length:
        raise PositionError("tunnel: the payment must be one card per space, of one color and wilds")
    color = colors[0] if colors else "wild"
    wilds_pay = "tunnel" in ruleset.data.rules.wilds_pay
    if (colors and route.color not in (GRAY, color)) or (tunnel.payment.get("wild") and not wilds_pay):
        raise PositionError(f"tunnel: {', '.join(tunnel.payment)} cannot pay for {route.id} (USA-17)")
    if len(tunnel.revealed) > ruleset.data.rules.surcharge_cards:
        raise PositionError("tunnel: too many cards revealed (EUR-13)")
    matching = sum(card in (color, "wild") for card in tunnel.revealed)
    if tunnel.surcharge != matching or not tunnel.surcharge:
        raise PositionError("tunnel: the surcharge must be the number of matching cards revealed (EUR-14)")
    s["laid_route"], s["laid_color"] = number, CARDS.index(color)
    s["laid_colored"] = tunnel.payment.get(color, 0) if colors else 0
    s["laid_wild"] = tunnel.payment.get("wild", 0)
    s["surcharge"] = tunnel.surcharge
    for place, card in enumerate(tunnel.revealed):
        s["revealed"][place] = CARDS.index(card)


def brief(ruleset: Any) -> list[str]:
    """Return the rule of tunnels (EUR-12 to EUR-17)."""
    if all(route.kind != "tunnel" for route in ruleset.routes):
        return []
    return [
        (
            f"Tunnels: after your payment, {ruleset.data.rules.surcharge_cards} cards are turned up. Each that has "
            "your color or is wild costs one more card: `surcharge:CARDS`, or `withdraw` and lose the turn."
        )
    ]


TELLING = Telling(
    brief=brief,
    phases={TUNNEL: "tunnel"},
    words={SURCHARGE: Word("surcharge", paid=True), WITHDRAW: Word("withdraw")},
    events=(TunnelEvent, SurchargeEvent, WithdrewEvent),
    acted=acted,
    view=Part(InView, in_view),
    position=Part(InPosition, in_position),
    turn=InTurn,
    turned=turned,
    way=Part(InWay, in_way),
    read_cards=read_cards,
)
