"""Tournaments: what people do, how rounds are run, and what is shown."""
