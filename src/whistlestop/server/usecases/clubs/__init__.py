"""Clubs: groups of players."""
