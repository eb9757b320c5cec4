"""Positions: their shape, and how the parts that all kinds of game share are read and written."""
