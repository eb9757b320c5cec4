"""Thinking time: the clocks of tables, which time counts, and what happens at zero."""
