"""The record layouts of the network machine: RULES, STATE and OBSERVATION, and the codes that it alone has.

STATE and OBSERVATION share their field names on purpose: a function that reads only what a seat may know, such
as `legal`, runs on both. All counters are signed 16-bit so that the same code gives the same numbers with and
without the compiler.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS, COLORS, MARKET, OFFER, PLAYERS, i1, i2, i4, u8
from whistlestop.core.rng import RNG_FIELDS

# Sizes. A board that does not fit is refused when it is compiled.
CITIES = 64
ROUTES = 128
WORDS = ROUTES // 64  # a set of routes is this many 64-bit words
TICKETS = 128
TICKET_WORDS = TICKETS // 64
TARGETS = 6  # targets of one country ticket
DECK = 128
LENGTH = 9  # longest route (COM-23)
STATIONS = 3
REVEAL = 3  # cards turned up for a tunnel
CLAIM_COUNTS = WORDS * (LENGTH + 2)  # claims are counted by word and number of wilds
SMALL = 51  # payments of one to three cards: 8 colors x 6 mixes, and 3 of wilds only
ACTIONS = 8192
MOST_LEGAL = ACTIONS  # an array of legal actions has so many places
ACTION = i2

RULES = np.dtype(
    [
        # the board
        ("cities", i2),
        ("routes", i2),
        ("tickets", i2),
        ("route_a", i2, ROUTES),
        ("route_b", i2, ROUTES),
        ("route_length", i2, ROUTES),
        ("route_tunnel", i2, ROUTES),  # 1: an attempt turns up cards
        ("twins", u8, (ROUTES, WORDS)),  # the other routes of the double group
        ("city_routes", u8, (CITIES, WORDS)),  # routes that end in a city
        # routes payable with exactly w wilds and from 1 to n cards of a color (index: word, w, color, n);
        # routes payable with up to w wilds alone
        ("payable", u8, (WORDS, LENGTH + 1, COLORS, LENGTH + 1)),
        ("payable_wild", u8, (LENGTH + 1, WORDS)),
        ("fits", u8, (LENGTH + 1, WORDS)),  # routes of at most that length
        ("points", i2, LENGTH + 1),
        ("all_routes", u8, WORDS),
        # tickets: origin and targets are sets of cities (one city, or the border nodes of a country)
        ("ticket_origin", u8, TICKETS),
        ("ticket_target", u8, (TICKETS, TARGETS)),
        ("ticket_points", i2, (TICKETS, TARGETS)),
        ("ticket_targets", i2, TICKETS),
        ("ticket_loss", i2, TICKETS),
        ("ticket_long", i2, TICKETS),
        # numbers
        ("trains", i2),
        ("stations", i2),
        ("station_value", i2),
        ("cards_per_color", i2),
        ("wilds", i2),
        ("start_hand", i2),
        ("deal_long", i2),
        ("deal_regular", i2),
        ("opening_keep_min", i2),
        ("opening_refused", i2),
        ("draw_tickets", i2),
        ("draw_keep_min", i2),
        ("draw_refused", i2),
        ("wild_ends_draw", i2),  # a face-up wild is the whole action and no second card
        ("reset_at", i2),  # wilds in the market that have it dealt anew
        ("resets", i2),  # at most so often in one settling (RUL-7)
        ("twins_open_from", i2),  # players from which both routes of a double can be owned
        ("surcharge_cards", i2),
        ("end_trains", i2),
        ("longest_bonus", i2),
        ("tie_breaks", i2, 4),
        # the flat catalogue of actions
        ("actions", i2),
        ("id_draw", i2),
        ("id_take", i2),
        ("id_tickets", i2),
        ("id_keep", i2),
        ("id_surcharge", i2),
        ("id_withdraw", i2),
        ("id_station", i2),
        ("id_pass", i2),
        ("claim_base", i2, ROUTES),
        ("claim_mixes", i2, ROUTES),  # payments of one color that a route has
        ("claim_wild_min", i2, ROUTES),
        ("claim_gray", i2, ROUTES),
        ("small", i2, (COLORS, 4, 4)),  # (color, colored, wild) -> payment of up to three cards
        ("action_type", i1, ACTIONS),
        ("action_color", i1, ACTIONS),
        ("action_colored", i1, ACTIONS),
        ("action_wild", i1, ACTIONS),
        ("action_arg", i2, ACTIONS),  # route, city, or subset of the offer
    ],
    align=True,
)

# What everybody sees (COM-14).
PUBLIC = [
    ("open", u8, (PLAYERS, WORDS)),  # routes that are neither owned nor closed to this player
    ("owned", u8, (PLAYERS, WORDS)),
    ("ply", i4),
    ("phase", i2),
    ("players", i2),
    ("first", i2),
    ("player", i2),  # whose turn it is
    ("turn", i4),
    ("final_left", i2),  # turns left in the final round, NONE before it
    ("final_by", i2),
    ("passes", i2),  # passes in a row (RUL-13)
    ("deck_size", i2),
    ("discard_size", i2),
    ("discard", i2, CARDS),
    ("market", i2, MARKET),
    ("ticket_size", i2),  # of the ticket deck
    ("chosen", i2, PLAYERS),  # 1: has made the opening choice
    ("trains", i2, PLAYERS),
    ("score", i2, PLAYERS),  # for routes
    ("hand_size", i2, PLAYERS),
    ("known", i2, (PLAYERS, CARDS)),  # cards that everybody knows to be in a hand
    ("ticket_count", i2, PLAYERS),
    ("offer_size", i2, PLAYERS),
    ("stations_left", i2, PLAYERS),
    ("station_owner", i2, CITIES),
    ("link", i1, (PLAYERS, CITIES)),  # label of the part of a player's network a city belongs to
    ("laid_route", i2),  # the tunnel under way, NONE if there is none
    ("laid_color", i2),
    ("laid_colored", i2),
    ("laid_wild", i2),
    ("revealed", i2, REVEAL),
    ("surcharge", i2),
    # the last action, for the events it is told as
    ("did", i2),  # type of action
    ("did_by", i2),
    ("did_arg", i2),
    ("did_color", i2),
    ("did_colored", i2),
    ("did_wild", i2),
    ("did_kept", i2),
    ("did_refused", i2),
    ("did_revealed", i2, REVEAL),
    ("did_resets", i2),
    ("did_reshuffles", i2),
    # filled when the game is over
    ("final", i2, PLAYERS),
    ("rank", i2, PLAYERS),
    ("longest", i2, PLAYERS),
    ("bonus", i2, PLAYERS),
    ("ticket_sum", i2, PLAYERS),
    ("completed", i2, PLAYERS),
    ("station_sum", i2, PLAYERS),
    ("station_city", i2, (PLAYERS, STATIONS)),
    ("station_route", i2, (PLAYERS, STATIONS)),
]

# What only some may see, and only in part (COM-15). `observe` decides.
PRIVATE = [
    ("tickets", u8, (PLAYERS, TICKET_WORDS)),
    ("refused", u8, (PLAYERS, TICKET_WORDS)),  # tickets a player sent out of the game
    ("hand", i2, (PLAYERS, CARDS)),
    ("offer", i2, (PLAYERS, OFFER)),
    ("sealed", i2, PLAYERS),  # the opening choice as a subset of the offer
    ("drawn", i2),  # the card of the last blind draw
    ("ticket_deck", i2, TICKETS),  # from the top
]

STATE = np.dtype(
    [
        *PUBLIC,
        *PRIVATE,
        ("ticket_seen", i2, TICKETS),  # seats that know where in the ticket deck a ticket lies
        ("deck", i1, DECK),  # the top card is deck[deck_size - 1]
        *RNG_FIELDS,
    ],
    align=True,
)

OBSERVATION = np.dtype([*PUBLIC, *PRIVATE, ("seat", i2)], align=True)

# Working space of a playout. Arrays inside a record are not reference-counted, which costs a third of a random game.
PLAYOUT = np.dtype([("random", u8, 1), ("actions", i2, ACTIONS)], align=True)
