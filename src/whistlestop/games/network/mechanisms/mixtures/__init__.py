"""Mixtures: regular and long tickets in two decks, from which players draw the announced numbers (GER-2 to GER-6)."""
