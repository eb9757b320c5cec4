"""Replays of games: step by step, watched together, imported, or continued from any point."""
