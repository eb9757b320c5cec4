"""Rulesets of the card game: cards, tickets paid for with cards, and cities with a bonus."""
