"""Stations: at the end, a station in a city lets its owner use another player's route there (EUR-22 to EUR-32)."""
