"""Mixtures: regular and long tickets in two decks, from which players draw as they announce (GER-2 to GER-6)."""
