"""Passing when no other action is legal (RUL-12), and the end of a game after all have passed in turn (RUL-13)."""
