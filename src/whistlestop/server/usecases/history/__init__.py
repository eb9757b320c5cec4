"""Finished games: a user's list of them, their results, and the tables on the start page."""
