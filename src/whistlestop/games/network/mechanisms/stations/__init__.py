"""Stations: a station in a city lets its owner use one route of another player there at the end (EUR-22 to EUR-32)."""
