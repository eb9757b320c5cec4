"""The records of the map games: RULES, STATE and OBSERVATION, and the sizes that they have."""

from __future__ import annotations

import numpy as np

from whistlestop.core.fields import COLORS, NONE, PLAYERS, i1, i2, u8
from whistlestop.core.records import OWN, PUBLIC, Field, Layout, shared_fields, shared_rules

# Sizes. A board that does not fit is refused when it is compiled.
CITIES = 64
ROUTES = 128
WORDS = ROUTES // 64  # a set of routes is this many 64-bit words
TICKETS = 128
TICKET_WORDS = TICKETS // 64
TARGETS = 6  # targets of one country ticket
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
        *shared_rules(ACTIONS),
        # the board
        ("cities", i2),
        ("routes", i2),
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
        # numbers of the rules
        ("trains", i2),
        ("stations", i2),
        ("station_value", i2),
        ("deal_long", i2),
        ("deal_regular", i2),
        ("opening_refused", i2),
        ("draw_refused", i2),
        ("reset_at", i2),  # wilds in the market that have it dealt anew
        ("resets", i2),  # at most so often in one settling (RUL-7)
        ("twins_open_from", i2),  # players from which both routes of a double can be owned
        ("surcharge_cards", i2),
        ("end_trains", i2),
        ("longest_bonus", i2),
        # the map games' part of the catalogue
        ("id_surcharge", i2),
        ("id_withdraw", i2),
        ("id_station", i2),
        ("claim_base", i2, ROUTES),
        ("claim_mixes", i2, ROUTES),  # payments of one color that a route has
        ("claim_wild_min", i2, ROUTES),
        ("claim_gray", i2, ROUTES),
        ("small", i2, (COLORS, 4, 4)),  # (color, colored, wild) -> payment of up to three cards
    ],
    align=True,
)

_LAYOUT = Layout(
    [
        *shared_fields(TICKETS, i2),
        # routes that are neither owned nor closed to this player
        Field("open", PUBLIC, u8, (PLAYERS, WORDS)),
        Field("owned", PUBLIC, u8, (PLAYERS, WORDS)),
        Field("passes", PUBLIC, i2),  # passes in a row (RUL-13)
        Field("trains", PUBLIC, i2, (PLAYERS,)),
        Field("stations_left", PUBLIC, i2, (PLAYERS,)),
        Field("station_owner", PUBLIC, i2, (CITIES,), empty=NONE),
        # label of the part of a player's network that a city belongs to: at first each is a part of its own
        Field("link", PUBLIC, i1, (PLAYERS, CITIES), empty=range(CITIES)),
        Field("laid_route", PUBLIC, i2, empty=NONE),  # the tunnel under way, NONE if there is none
        Field("laid_color", PUBLIC, i2, empty=NONE),
        Field("laid_colored", PUBLIC, i2),
        Field("laid_wild", PUBLIC, i2),
        Field("revealed", PUBLIC, i2, (REVEAL,), empty=NONE),
        Field("surcharge", PUBLIC, i2),
        Field("did_revealed", PUBLIC, i2, (REVEAL,), empty=NONE, of_action=True),
        Field("did_resets", PUBLIC, i2, of_action=True),
        Field("did_reshuffles", PUBLIC, i2, of_action=True),
        # filled when the game is over
        Field("longest", PUBLIC, i2, (PLAYERS,)),
        Field("station_sum", PUBLIC, i2, (PLAYERS,)),
        Field("station_city", PUBLIC, i2, (PLAYERS, STATIONS), empty=NONE),
        Field("station_route", PUBLIC, i2, (PLAYERS, STATIONS), empty=NONE),
        Field("refused", OWN, u8, (PLAYERS, TICKET_WORDS)),  # tickets a player sent out of the game
    ]
)
FIELDS = _LAYOUT.fields
STATE, OBSERVATION = _LAYOUT.state, _LAYOUT.observation
EMPTY_STATES, EMPTY_OBSERVATIONS = _LAYOUT.empty_states, _LAYOUT.empty_observations
PUBLIC_BLOCK, ACTION_BLOCK = _LAYOUT.public_block, _LAYOUT.action_block
GAME_BLOCK, OBSERVATION_BLOCK = _LAYOUT.game_block, _LAYOUT.observation_block

# Working space of a playout. Arrays inside a record are not reference-counted, which costs a third of a random game.
PLAYOUT = np.dtype([("random", u8, 1), ("actions", i2, ACTIONS)], align=True)
