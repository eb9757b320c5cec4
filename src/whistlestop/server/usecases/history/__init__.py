"""Finished games: a user's list of games, their results, and the tables on the start page."""
