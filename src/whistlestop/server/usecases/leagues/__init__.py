"""Leagues: what people do, how seasons begin and end, and what is shown."""
