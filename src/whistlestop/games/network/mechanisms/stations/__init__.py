"""Stations: built in a city, they let their player use one route of another player at the end (EUR-22 to EUR-32)."""
