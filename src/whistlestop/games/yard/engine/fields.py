"""The record layouts of the yard machine: RULES, STATE and OBSERVATION, and its sizes.

As in the network machine, STATE and OBSERVATION share their field names, and all counters are signed 16-bit.
A set of tickets is one 64-bit word, so that a declaration fits into one action: `id_declare` plus the set.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS, COLORS, MARKET, OFFER, PLAYERS, i1, i2, i4, i8, u8
from whistlestop.core.rng import RNG_FIELDS

# Sizes. A ruleset that does not fit is refused when it is compiled.
TICKETS = 48
TICKET_WORDS = 1
CITIES = 15  # big cities, those that have a bonus card: a set of them has to fit into a field
DECK = 128
COLORED = 12  # most cards of one color
WILDS = 20  # most wilds
ACTIONS = 2560  # size of the catalogue, declarations aside
LISTED = 256  # declarations that `legal` lists at most
MOST_LEGAL = ACTIONS  # most actions that `legal` ever lists

RULES = np.dtype(
    [
        # tickets and big cities
        ("tickets", i2),
        ("ticket_points", i2, TICKETS),
        ("ticket_need", i2, (TICKETS, COLORS)),
        ("ticket_cards", i2, TICKETS),  # how many cards in all
        ("ticket_cities", i2, TICKETS),  # the big cities that it names, as a set of bits
        ("ticket_bonus", i2, TICKETS),  # the sum of their values (CARD-42)
        ("cities", i2),
        ("city_points", i2, CITIES),
        # numbers
        ("passes", i2, PLAYERS + 1),  # by number of players (CARD-3)
        ("cards_per_color", i2),
        ("wilds", i2),
        ("start_wilds", i2),  # wilds given to each player before the deal (CARD-4)
        ("start_hand", i2),
        ("pass_hand", i2),  # cards dealt at the beginning of a later pass (CARD-46)
        ("deal_tickets", i2),
        ("opening_keep_min", i2),
        ("draw_tickets", i2),
        ("draw_keep_min", i2),
        ("wild_ends_draw", i2),  # a face-up wild is the whole action and no second card (CARD-15, CARD-17)
        ("tie_breaks", i2, 4),
        # the flat catalogue of actions; above `actions` only declarations: id_declare (= actions) + set of tickets
        ("actions", i2),
        ("id_draw", i2),
        ("id_take", i2),  # + card
        ("id_stop", i2),
        ("id_tickets", i2),
        ("id_keep", i2),  # + subset of the offer
        ("id_pass", i2),
        ("id_declare", i2),
        ("set_id", i2, (COLORS, COLORED + 1, WILDS + 1)),  # (color, colored, wild) -> action, NONE if none
        ("trio_id", i2, (COLORS, COLORS, COLORS)),  # ascending colors -> action, NONE if none
        ("action_type", i1, ACTIONS),
        ("action_color", i1, ACTIONS),
        ("action_colored", i1, ACTIONS),
        ("action_wild", i1, ACTIONS),
        ("action_arg", i2, ACTIONS),  # subset of the offer; colors of a trio as a set of bits
    ],
    align=True,
)

# What everybody sees, or has seen and may remember (COM-14). Views do not show all of it: see `stack`.
PUBLIC = [
    ("declared", u8, (PLAYERS, TICKET_WORDS)),  # completed tickets, shown at the scoring of a pass (CARD-41)
    ("ply", i4),
    ("phase", i2),
    ("players", i2),
    ("first", i2),
    ("player", i2),  # whose turn it is
    ("turn", i4),
    ("pass_index", i2),  # the pass under way, from 0 (CARD-3)
    ("final_left", i2),  # turns left in the final round of the pass, NONE before it
    ("final_by", i2),
    ("deck_size", i2),
    ("discard_size", i2),
    ("discard", i2, CARDS),
    ("market", i2, MARKET),
    ("ticket_size", i2),  # of the ticket deck
    ("chosen", i2, PLAYERS),  # 1: has made the choice that all make at the same time
    ("score", i2, PLAYERS),  # for declared tickets
    ("hand_size", i2, PLAYERS),
    ("known", i2, (PLAYERS, CARDS)),  # cards that everybody knows to be in a hand
    ("ticket_count", i2, PLAYERS),  # tickets held, declared ones not counted
    ("opening_kept", i2, PLAYERS),
    ("offer_size", i2, PLAYERS),
    ("row_colored", i2, (PLAYERS, COLORS)),  # the siding: coloured cards of the row of each color ...
    ("row_wild", i2, (PLAYERS, COLORS)),  # ... and the wilds on top of them
    ("stack_size", i2, PLAYERS),
    # Cards went face up onto a stack, so whoever watched remembers them: bots may, views do not show it (RUL-61).
    ("stack", i2, (PLAYERS, CARDS)),
    # the last action, for the events it is told as
    ("did", i2),  # type of action
    ("did_by", i2),
    ("did_arg", i2),  # slot of the market; colors of a trio
    ("did_color", i2),
    ("did_colored", i2),
    ("did_wild", i2),
    ("did_kept", i2),
    ("did_refused", i2),
    ("did_rob", i2),  # who lost a row of `did_color`, NONE if nobody did (CARD-27)
    ("did_rob_colored", i2),
    ("did_rob_wild", i2),
    (
        "did_moved",
        i2,
        COLORS,
    ),  # by row: the card that the next player's phase 1 moved, NONE if there was no row
    ("did_dealt", i2, PLAYERS),  # cards dealt at the beginning of the next pass
    # filled when the game is over
    ("final", i2, PLAYERS),
    ("rank", i2, PLAYERS),
    ("ticket_sum", i2, PLAYERS),  # values of the completed tickets
    ("lost", i2, PLAYERS),  # values of the others, negative (CARD-50)
    ("bonus", i2, PLAYERS),  # for big cities (CARD-51)
    ("completed", i2, PLAYERS),
    ("cities", i2, PLAYERS),  # the big cities scored, as a set of bits
]

# What only some may see, and only in part (COM-15). `observe` decides.
PRIVATE = [
    ("tickets", u8, (PLAYERS, TICKET_WORDS)),
    (
        "returned",
        u8,
        (PLAYERS, TICKET_WORDS),
    ),  # refused in the opening: shuffled into the ticket deck (CARD-6)
    ("sealed", i8, PLAYERS),  # the opening choice as a subset of the offer, or the declared set; NONE if none
    ("hand", i2, (PLAYERS, CARDS)),
    ("offer", i2, (PLAYERS, OFFER)),
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
ACTION = i8
"""An action as lists of legal ones hold it; a declaration needs more than 16 bits."""

# Working space of a playout. Arrays inside a record are not reference-counted, which costs a third of a random game.
PLAYOUT = np.dtype([("random", u8, 1), ("actions", i8, MOST_LEGAL)], align=True)
