"""Placing three singles (CARD-24)."""
