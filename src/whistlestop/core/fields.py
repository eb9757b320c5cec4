"""Codes and sizes that all machines share.

Everything that the rules work on is an integer in one of three numpy records: RULES (a compiled ruleset), STATE (the
true state of one game) and OBSERVATION (what one seat knows of it). `records` lists the fields that all machines have;
shared parts, such as the deck, use the same names in each. All counters are signed 16-bit, so that the same code gives
the same numbers with and without the compiler.
"""

from __future__ import annotations

import numpy as np

PLAYERS = 5
MARKET = 5
OFFER = 7
DECK = 128

# Cards: eight colors, then the wild. As the color of a route, WILD means gray.
COLORS = 8
WILD = 8
CARDS = 9
NONE = -1

# Phases shared by several kinds of game; a phase says which decision is due (RULES section 7). Mechanisms add their
# own.
OPENING, TURN, SECOND_DRAW, TICKET_CHOICE = range(4)
OVER, DECLARATION = 5, 6
SIMULTANEOUS = (OPENING, DECLARATION)  # all choose at the same time (COM-19, CARD-41)

# Types of action shared by several kinds of game.
DRAW, TAKE, TAKE_TICKETS, KEEP = range(4)
PASS = 8

# Where refused tickets go.
TO_BOTTOM, OUT_OF_GAME, SHUFFLED = range(3)

# Tie-breakers (COM-22), applied in the order in which a ruleset lists them.
NO_TIE_BREAK, MOST_TICKETS = range(2)

i1, i2, i4, i8, u8 = np.int8, np.int16, np.int32, np.int64, np.uint64
