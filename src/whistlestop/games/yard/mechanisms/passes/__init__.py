"""Passes: the number of times that the deck is played through (CARD-3, CARD-43 to CARD-48)."""
