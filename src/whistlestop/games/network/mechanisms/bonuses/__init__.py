"""Bonuses at the end: the longest path (USA-34)."""
