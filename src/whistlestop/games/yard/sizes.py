"""The sizes of the card game's records. Compiling rejects a ruleset that does not fit.

A set of tickets is one 64-bit word, so that a declaration fits into one action: `id_declare` plus the set.
"""

from __future__ import annotations

from whistlestop.core.fields import i8

TICKETS = 48
CITIES = 15  # maximum big cities (with a bonus card): a set of them must fit into a field
COLORED = 12  # maximum cards of one color
WILDS = 20  # maximum wilds
ACTIONS = 2560  # size of the catalogue, without declarations
LISTED = 256  # maximum declarations that `legal` lists
MOST_LEGAL = ACTIONS  # maximum number of actions that `legal` lists
ACTION = i8
"""The type of an action in lists of legal actions; a declaration needs more than 16 bits."""
