"""How large the records of the card game are. A ruleset that does not fit is refused when it is compiled.

A set of tickets is one 64-bit word, so that a declaration fits into one action: `id_declare` plus the set.
"""

from __future__ import annotations

from whistlestop.core.fields import i8

TICKETS = 48
CITIES = 15  # big cities, those that have a bonus card: a set of them has to fit into a field
COLORED = 12  # most cards of one color
WILDS = 20  # most wilds
ACTIONS = 2560  # size of the catalogue, declarations aside
LISTED = 256  # declarations that `legal` lists at most
MOST_LEGAL = ACTIONS  # most actions that `legal` ever lists
ACTION = i8
"""An action as lists of legal ones hold it; a declaration needs more than 16 bits."""
