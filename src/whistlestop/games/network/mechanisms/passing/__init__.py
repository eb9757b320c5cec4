"""Passing when no other action is legal (RUL-12), and the end of a game after all players pass in a row (RUL-13)."""
