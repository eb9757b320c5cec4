"""Clubs: people who play together."""
