"""The records of the card game: RULES, STATE and OBSERVATION, and the sizes that they have.

A set of tickets is one 64-bit word, so that a declaration fits into one action: `id_declare` plus the set.
"""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import CARDS, COLORS, NONE, PLAYERS, i2, i8, u8
from whistlestop.core.records import OWN, PUBLIC, Field, Layout, shared_fields, shared_rules

# Sizes. A ruleset that does not fit is refused when it is compiled.
TICKETS = 48
CITIES = 15  # big cities, those that have a bonus card: a set of them has to fit into a field
COLORED = 12  # most cards of one color
WILDS = 20  # most wilds
ACTIONS = 2560  # size of the catalogue, declarations aside
LISTED = 256  # declarations that `legal` lists at most
MOST_LEGAL = ACTIONS  # most actions that `legal` ever lists

RULES = np.dtype(
    [
        *shared_rules(ACTIONS),
        # tickets and big cities
        ("ticket_points", i2, TICKETS),
        ("ticket_need", i2, (TICKETS, COLORS)),
        ("ticket_cards", i2, TICKETS),  # how many cards in all
        ("ticket_cities", i2, TICKETS),  # the big cities that it names, as a set of bits
        ("ticket_bonus", i2, TICKETS),  # the sum of their values (CARD-42)
        ("cities", i2),
        ("city_points", i2, CITIES),
        # numbers of the rules
        ("passes", i2, PLAYERS + 1),  # by number of players (CARD-3)
        ("start_wilds", i2),  # wilds given to each player before the deal (CARD-4)
        ("pass_hand", i2),  # cards dealt at the beginning of a later pass (CARD-46)
        ("deal_tickets", i2),
        # the card game's part of the catalogue; above `actions` there are only declarations
        ("id_stop", i2),
        ("id_declare", i2),  # = actions; + set of tickets
        ("set_id", i2, (COLORS, COLORED + 1, WILDS + 1)),  # (color, colored, wild) -> action, NONE if none
        ("trio_id", i2, (COLORS, COLORS, COLORS)),  # ascending colors -> action, NONE if none
    ],
    align=True,
)

_LAYOUT = Layout(
    [
        *shared_fields(TICKETS, i8),
        Field("pass_index", PUBLIC, i2),  # of the pass under way (CARD-3)
        # completed tickets, shown at the scoring of a pass (CARD-41)
        Field("declared", PUBLIC, u8, (PLAYERS, 1)),
        Field("opening_kept", PUBLIC, i2, (PLAYERS,)),
        # the siding: the colored cards of the row of each color, and the wilds on top of them
        Field("row_colored", PUBLIC, i2, (PLAYERS, COLORS)),
        Field("row_wild", PUBLIC, i2, (PLAYERS, COLORS)),
        Field("stack_size", PUBLIC, i2, (PLAYERS,)),
        # Cards go face up onto a stack, so whoever watched remembers them: bots may, views do not show it (RUL-61).
        Field("stack", PUBLIC, i2, (PLAYERS, CARDS)),
        # who lost a row of `did_color`, NONE if nobody did (CARD-27)
        Field("did_rob", PUBLIC, i2, empty=NONE, of_action=True),
        Field("did_rob_colored", PUBLIC, i2, of_action=True),
        Field("did_rob_wild", PUBLIC, i2, of_action=True),
        # by row: the card that the next player's phase 1 moved, NONE if there was no row
        Field("did_moved", PUBLIC, i2, (COLORS,), empty=NONE, of_action=True),
        # cards dealt at the beginning of the next pass
        Field("did_dealt", PUBLIC, i2, (PLAYERS,), of_action=True),
        # filled when the game is over
        Field("lost", PUBLIC, i2, (PLAYERS,)),  # values of the tickets not completed, negative (CARD-50)
        # the big cities scored, as a set of bits; `bonus` has their points
        Field("cities", PUBLIC, i2, (PLAYERS,)),
        # refused in the opening: shuffled into the ticket deck (CARD-6)
        Field("returned", OWN, u8, (PLAYERS, 1)),
    ]
)
FIELDS = _LAYOUT.fields
STATE, OBSERVATION = _LAYOUT.state, _LAYOUT.observation
EMPTY_STATES, EMPTY_OBSERVATIONS = _LAYOUT.empty_states, _LAYOUT.empty_observations
PUBLIC_BLOCK, ACTION_BLOCK = _LAYOUT.public_block, _LAYOUT.action_block
GAME_BLOCK, OBSERVATION_BLOCK = _LAYOUT.game_block, _LAYOUT.observation_block
ACTION = i8
"""An action as lists of legal ones hold it; a declaration needs more than 16 bits."""

# Working space of a playout. Arrays inside a record are not reference-counted, which costs a third of a random game.
PLAYOUT = np.dtype([("random", u8, 1), ("actions", i8, MOST_LEGAL)], align=True)
