"""Ratings of people, out of the games that they have played with each other (docs/ratings.md)."""
