"""Replays of games: moment by moment, watched together, imported, and continued from any moment."""
