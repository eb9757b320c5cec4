"""Rulesets of the yard machine: cards, tickets paid for with cards, and cities with a bonus."""
