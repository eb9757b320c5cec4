"""Positions: their shape, and the reading and writing of the parts that all kinds of game share."""
