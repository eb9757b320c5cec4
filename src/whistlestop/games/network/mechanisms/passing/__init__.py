"""Passing, when nothing else is left (RUL-12), and the end of a game in which all pass in a row (RUL-13)."""
