"""Replays of games: step by step, watched together, imported, and continued from any point."""
