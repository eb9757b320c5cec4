"""Thinking time: the clocks of tables, what counts as time, and what happens when it runs out."""
