"""The sizes of the map games' records. Compiling rejects a board that does not fit."""

from __future__ import annotations

from whistlestop.core.fields import i2

CITIES = 64
ROUTES = 128
WORDS = ROUTES // 64  # a set of routes is this many 64-bit words
TICKETS = 128
TICKET_WORDS = TICKETS // 64
TARGETS = 6  # maximum targets of a country ticket
LENGTH = 9  # longest route (COM-23)
STATIONS = 3
REVEAL = 3  # cards revealed for a tunnel
ACTIONS = 8192
MOST_LEGAL = ACTIONS  # size of an array of legal actions
ACTION = i2
