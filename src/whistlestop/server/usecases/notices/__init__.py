"""Telling people who are elsewhere that it is their turn, and the host's own service that a game is over."""
