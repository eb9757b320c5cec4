"""What a seat knows as numbers from 0 to 1, in the order of `layout`.

Everything comes from an OBSERVATION record, so nothing in it can be hidden from the seat. Players are counted from the
seat clockwise, so that a program need not learn to play each seat apart; a spectator looks from seat 0.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.bits import ctz
from whistlestop.core.fields import CARDS, COLORS, MARKET, NONE, OFFER, OVER, WILD
from whistlestop.core.jit import jit
from whistlestop.core.seats import is_to_act
from whistlestop.core.types import Actions, Observation, Observations, Rules, RulesArray
from whistlestop.games.encoding import Tensors
from whistlestop.games.network.board.links import best_target
from whistlestop.games.network.mechanisms.tunnels.rules import TUNNEL
from whistlestop.games.network.sizes import LENGTH, REVEAL, TICKET_WORDS, WORDS


@jit
def offer_places(r: Rules) -> int:
    """The size of the largest offer."""
    return max(int(r["deal_long"]) + int(r["deal_regular"]), int(r["draw_tickets"]))


@jit
def cards_in_all(r: Rules) -> int:
    """All train cards."""
    return int(r["cards_per_color"]) * COLORS + int(r["wilds"])


@jit
def count_of(r: Rules, card: int) -> int:
    """How many there are of a card."""
    return int(r["wilds"]) if card == WILD else int(r["cards_per_color"])


@jit
def most_points(r: Rules) -> int:
    """No less than all routes that the trains suffice for can score: the longest score the most for each train."""
    return int(r["trains"]) * int(r["points"][LENGTH]) // LENGTH + 1


@jit
def share(part: int, whole: int) -> np.float32:
    """A part of a whole, the same with and without the compiler."""
    return np.float32(int(part) / int(whole))


@jit
def write_table(o: Observation, r: Rules, out: Tensors, i: int) -> int:
    """The phase, the end of the game, and the piles."""
    out[i, o["phase"]] = 1.0
    at = OVER + 1
    if o["final_left"] != NONE:
        out[i, at] = 1.0
        out[i, at + 1] = share(o["final_left"], o["players"])
    out[i, at + 2] = share(o["deck_size"], cards_in_all(r))
    out[i, at + 3] = share(o["discard_size"], cards_in_all(r))
    out[i, at + 4] = share(o["ticket_size"], r["tickets"])
    out[i, at + 5] = share(o["surcharge"], REVEAL)
    return at + 6


@jit
def write_cards(o: Observation, r: Rules, seat: int, out: Tensors, i: int, at: int) -> int:
    """Where the cards are that the seat knows of, as parts of those that there are."""
    tunnels = 2 if r["surcharge_cards"] else 0
    players = int(o["players"])
    columns = 2 + tunnels + players
    for card in range(CARDS):
        here = at + card * columns
        number = max(1, count_of(r, card))
        out[i, here] = share(o["hand"][seat, card], number)
        out[i, here + 2] = share(o["discard"][card], number)
        if tunnels and o["phase"] == TUNNEL:
            if card == WILD:
                out[i, here + 3] = share(o["laid_wild"], number)
            elif card == o["laid_color"]:
                out[i, here + 3] = share(o["laid_colored"], number)
        for step in range(1, players):
            out[i, here + 2 + tunnels + step] = share(o["hand"][(seat + step) % players, card], number)
    for slot in range(MARKET):
        if o["market"][slot] != NONE:
            out[i, at + o["market"][slot] * columns + 1] += np.float32(1.0 / MARKET)
    if tunnels:
        for place in range(REVEAL):
            if o["revealed"][place] != NONE:
                out[i, at + o["revealed"][place] * columns + 4] += np.float32(1.0 / REVEAL)
    return at + CARDS * columns


@jit
def write_players(o: Observation, r: Rules, seat: int, out: Tensors, i: int, at: int) -> int:
    """Everybody's points, trains and cards."""
    players = int(o["players"])
    most = most_points(r)
    for step in range(players):
        player = (seat + step) % players
        out[i, at] = 1.0 if is_to_act(o, player) else 0.0
        out[i, at + 1] = 1.0 if player == o["first"] else 0.0
        out[i, at + 2] = share(o["score"][player], most)
        out[i, at + 3] = share(o["trains"][player], r["trains"])
        out[i, at + 4] = share(o["hand_size"][player], cards_in_all(r))
        out[i, at + 5] = share(o["ticket_count"][player], r["tickets"])
        at += 6
        if r["stations"]:
            out[i, at] = share(o["stations_left"][player], r["stations"])
            at += 1
    return at


@jit
def write_routes(o: Observation, r: Rules, seat: int, paying: int, out: Tensors, i: int, at: int) -> int:
    """Who owns the routes, and which the seat may still claim."""
    players = int(o["players"])
    columns = 2 + players
    for word in range(WORDS):
        rest = np.uint64(o["open"][seat, word])
        while rest != np.uint64(0):
            out[i, at + (word * 64 + ctz(rest)) * columns] = 1.0
            rest &= rest - np.uint64(1)
        for step in range(players):
            rest = np.uint64(o["owned"][(seat + step) % players, word])
            while rest != np.uint64(0):
                out[i, at + (word * 64 + ctz(rest)) * columns + 2 + step] = 1.0
                rest &= rest - np.uint64(1)
    if 0 <= paying < r["routes"]:
        out[i, at + paying * columns + 1] = 1.0
    if o["laid_route"] != NONE:
        out[i, at + o["laid_route"] * columns + 1] = 1.0
    return at + int(r["routes"]) * columns


@jit
def write_cities(o: Observation, r: Rules, seat: int, paying: int, out: Tensors, i: int, at: int) -> int:
    """Who has built stations where."""
    if r["stations"] == 0:
        return at
    players = int(o["players"])
    columns = 1 + players
    for city in range(r["cities"]):
        owner = int(o["station_owner"][city])
        if owner != NONE:
            out[i, at + city * columns + 1 + (owner - seat + players) % players] = 1.0
    if paying >= r["routes"]:
        out[i, at + (paying - int(r["routes"])) * columns] = 1.0
    return at + int(r["cities"]) * columns


@jit
def write_connected(
    o: Observation, r: Rules, seat: int, ticket: int, out: Tensors, i: int, here: int
) -> None:
    """Whether the seat's routes connect the ticket (USA-33)."""
    if best_target(r, o["link"][seat], ticket) >= 0:
        out[i, here + 1] = 1.0


@jit
def write_tickets(o: Observation, r: Rules, seat: int, out: Tensors, i: int, at: int) -> None:
    """The tickets that the seat holds, is offered, or has refused as far as it knows where they are."""
    columns = 3 + offer_places(r)
    for word in range(TICKET_WORDS):
        rest = np.uint64(o["tickets"][seat, word])
        while rest != np.uint64(0):
            ticket = word * 64 + ctz(rest)
            out[i, at + ticket * columns] = 1.0
            write_connected(o, r, seat, ticket, out, i, at + ticket * columns)
            rest &= rest - np.uint64(1)
        rest = np.uint64(o["refused"][seat, word])
        while rest != np.uint64(0):
            out[i, at + (word * 64 + ctz(rest)) * columns + 2] = 1.0
            rest &= rest - np.uint64(1)
    for place in range(o["ticket_size"]):
        if o["ticket_deck"][place] != NONE:
            out[i, at + o["ticket_deck"][place] * columns + 2] = 1.0
    for place in range(OFFER):
        ticket = int(o["offer"][seat, place])
        if ticket != NONE and place < columns - 3:
            out[i, at + ticket * columns + 3 + place] = 1.0
            write_connected(o, r, seat, ticket, out, i, at + ticket * columns)


@jit
def tensor(
    observations: Observations,
    rules: RulesArray,
    j: int,
    paying: int,
    declaring: int,  # noqa: ARG001 - all kinds take the same
    out: Tensors,
    i: int,
) -> None:
    """Write observation j as row i. `games.encoding` says what every kind takes."""
    o, r = observations[j], rules[0]
    seat = max(0, int(o["seat"]))
    for place in range(out.shape[1]):
        out[i, place] = 0.0
    at = write_table(o, r, out, i)
    at = write_cards(o, r, seat, out, i, at)
    at = write_players(o, r, seat, out, i, at)
    at = write_routes(o, r, seat, paying, out, i, at)
    at = write_cities(o, r, seat, paying, out, i, at)
    write_tickets(o, r, seat, out, i, at)


@jit
def addable(
    observations: Observations,  # noqa: ARG001 - all kinds take the same
    rules: RulesArray,  # noqa: ARG001
    j: int,  # noqa: ARG001
    seat: int,  # noqa: ARG001
    declaring: int,  # noqa: ARG001
    out: Actions,  # noqa: ARG001
) -> int:
    """There are no declarations on a board."""
    return NONE
